import { lookRepeatedly, type RepeatedLooks } from "../platform/repeated-looks.ts";
import type { Platform } from "../platform/write.ts";
import { runTurn, type Sending, takeTurns } from "./turn-service.ts";

export { tellEvents } from "./turn-service.ts";

const millisecondsBetweenLooks = 200;
/** The maximum number of endpoints that one process sends to at the same time. */
const turnsAtOnce = 100;

/** Sends webhooks until it is stopped. Each endpoint has its own turn, so a slow one delays no other. */
export function sendWebhooks(platform: Platform, sending: Sending, onError: (error: unknown) => void): RepeatedLooks {
  const running = new Set<Promise<void>>();
  const look = async () => {
    const free = turnsAtOnce - running.size;
    if (free <= 0) return;
    for (const turn of await takeTurns(platform.db, free)) {
      const run = runTurn(platform, turn, sending)
        .catch(onError)
        .finally(() => running.delete(run));
      running.add(run);
    }
  };
  const looks = lookRepeatedly(look, millisecondsBetweenLooks, onError);
  return {
    stop: async () => {
      await looks.stop();
      await Promise.all(running);
    },
  };
}
