import type { Db } from "../db/pool.ts";
import { lookRepeatedly, type RepeatedLooks } from "../repeated-looks.ts";
import { merchantsWithArrivals } from "./feed-store.ts";

const millisecondsBetweenLooks = 200;

/** Looks for merchants with new events, until it is stopped, and hands each to `tell`. What fails is tried at the next look. */
export function watchArrivals(
  db: Db,
  tell: (merchantId: string) => Promise<void>,
  onError: (error: unknown) => void,
): RepeatedLooks {
  const look = async (stopping: AbortSignal) => {
    for (const merchantId of await merchantsWithArrivals(db)) {
      if (stopping.aborted) return;
      await tell(merchantId).catch(onError);
    }
  };
  return lookRepeatedly(look, millisecondsBetweenLooks, onError);
}
