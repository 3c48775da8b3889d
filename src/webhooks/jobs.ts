import { type PollingLoop, startPolling } from "../platform/polling-loop.ts";
import type { Platform } from "../platform/write.ts";
import { runTurn, type Sending, type Turn, takeTurns } from "./turn-service.ts";

const millisecondsBetweenPolls = 200;
/** The maximum number of endpoints that one process sends to at the same time. */
const turnsAtOnce = 100;
/** Of these, the maximum number of endpoints whose last turn was slow, so that the others have places whatever happens to these. */
const slowTurnsAtOnce = 50;

/**
 * Sends webhooks until it is stopped. Each endpoint has its own turn, and slow ones have half of the places, so they delay no other. The next
 * turns are taken when one ends, so that neither an endpoint with many events nor one without a place waits for the next poll.
 */
export function sendWebhooks(platform: Platform, sending: Sending, onError: (error: unknown) => void): PollingLoop {
  const running = new Map<Promise<void>, Turn>();
  const poll = async () => {
    const free = turnsAtOnce - running.size;
    if (free <= 0) return;
    const slow = running.values().filter(({ isSlow }) => isSlow);
    const freeToSlow = Math.min(free, slowTurnsAtOnce - [...slow].length);
    for (const turn of await takeTurns(platform.db, { most: free, mostSlow: freeToSlow })) {
      const run = runTurn(platform, turn, sending)
        .catch(onError)
        .finally(() => {
          running.delete(run);
          loop.pollNow();
        });
      running.set(run, turn);
    }
  };
  const loop = startPolling(poll, millisecondsBetweenPolls, onError);
  return {
    pollNow: loop.pollNow,
    stop: async () => {
      await loop.stop();
      await Promise.all(running.keys());
    },
  };
}
