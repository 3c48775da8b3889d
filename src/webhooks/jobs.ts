import { lookRepeatedly, type RepeatedLooks } from "../platform/repeated-looks.ts";
import type { Platform } from "../platform/write.ts";
import { runTurn, type Sending, type Turn, takeTurns } from "./turn-service.ts";

export { tellEvents } from "./turn-service.ts";

const millisecondsBetweenLooks = 200;
/** The maximum number of endpoints that one process sends to at the same time. */
const turnsAtOnce = 100;
/** Of these, the maximum number of endpoints whose last turn was slow, so that the others have places whatever happens to these. */
const slowTurnsAtOnce = 50;

/**
 * Sends webhooks until it is stopped. Each endpoint has its own turn, and slow ones have half of the places, so they delay no other. The next
 * turns are taken when one ends, so that neither an endpoint with many events nor one without a place waits for the next poll.
 */
export function sendWebhooks(platform: Platform, sending: Sending, onError: (error: unknown) => void): RepeatedLooks {
  const running = new Map<Promise<void>, Turn>();
  const look = async () => {
    const free = turnsAtOnce - running.size;
    if (free <= 0) return;
    const slow = running.values().filter(({ isSlow }) => isSlow);
    const freeToSlow = Math.min(free, slowTurnsAtOnce - [...slow].length);
    for (const turn of await takeTurns(platform.db, { most: free, mostSlow: freeToSlow })) {
      const run = runTurn(platform, turn, sending)
        .catch(onError)
        .finally(() => {
          running.delete(run);
          looks.lookAtOnce();
        });
      running.set(run, turn);
    }
  };
  const looks = lookRepeatedly(look, millisecondsBetweenLooks, onError);
  return {
    lookAtOnce: looks.lookAtOnce,
    stop: async () => {
      await looks.stop();
      await Promise.all(running.keys());
    },
  };
}
