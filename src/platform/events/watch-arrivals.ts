import type { Db } from "../db/pool.ts";
import { throwFailures, tryEach } from "../failures.ts";
import { lookRepeatedly, type RepeatedLooks } from "../repeated-looks.ts";
import { merchantsWithArrivals } from "./feed-store.ts";

const millisecondsBetweenLooks = 200;

/**
 * Polls for merchants with new events until it is stopped, and passes each to `onArrival`. A failure is tried again at the next poll;
 * `onError` is called for failures that persist.
 */
export function watchArrivals(
  db: Db,
  onArrival: (merchantId: string) => Promise<void>,
  onError: (error: unknown) => void,
): RepeatedLooks {
  const look = async (stopping: AbortSignal) => {
    const waiting = async (merchantId: string) => (stopping.aborted ? undefined : onArrival(merchantId));
    throwFailures(await tryEach(await merchantsWithArrivals(db), waiting), "merchants");
  };
  return lookRepeatedly(look, millisecondsBetweenLooks, onError);
}
