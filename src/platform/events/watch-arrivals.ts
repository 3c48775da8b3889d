import type { Db } from "../db/pool.ts";
import { throwFailures, tryEach } from "../failures.ts";
import { lookRepeatedly, type RepeatedLooks } from "../repeated-looks.ts";
import { merchantsWithArrivals } from "./feed-store.ts";

const millisecondsBetweenLooks = 200;

/**
 * Looks for merchants with new events, until it is stopped, and hands each to `tell`. What fails is tried at the next look, and
 * `onError` is told of what goes on failing.
 */
export function watchArrivals(
  db: Db,
  tell: (merchantId: string) => Promise<void>,
  onError: (error: unknown) => void,
): RepeatedLooks {
  const look = async (stopping: AbortSignal) => {
    const waiting = async (merchantId: string) => (stopping.aborted ? undefined : tell(merchantId));
    throwFailures(await tryEach(await merchantsWithArrivals(db), waiting), "merchants");
  };
  return lookRepeatedly(look, millisecondsBetweenLooks, onError);
}
