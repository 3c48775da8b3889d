import type { Db } from "../db/pool.ts";
import { throwFailures, tryEach } from "../failures.ts";
import { type PollingLoop, startPolling } from "../polling-loop.ts";
import { merchantsWithArrivals } from "./feed-store.ts";

const millisecondsBetweenPolls = 200;

/**
 * Polls for merchants with new events until it is stopped, and passes each to `onArrival`. A failure is tried again at the next poll;
 * `onError` is called for failures that persist.
 */
export function watchArrivals(
  db: Db,
  onArrival: (merchantId: string) => Promise<void>,
  onError: (error: unknown) => void,
): PollingLoop {
  const poll = async (stopping: AbortSignal) => {
    const waiting = async (merchantId: string) => (stopping.aborted ? undefined : onArrival(merchantId));
    throwFailures(await tryEach(await merchantsWithArrivals(db), waiting), "merchants");
  };
  return startPolling(poll, millisecondsBetweenPolls, onError);
}
