import { type Db, inTransaction } from "../db/pool.ts";
import { eventsAtOnce, merchantsWithArrivals, placeEvents } from "./feed-store.ts";

/** Gives every committed event of a merchant its place in the feed. */
export async function placeAllEvents(db: Db, merchantId: string): Promise<void> {
  for (;;) {
    const { before, last } = await inTransaction(db, merchantId, (tx) => placeEvents(tx, merchantId));
    if (last - before < eventsAtOnce) return;
  }
}

const millisecondsBetweenLooks = 200;

/** Looks for merchants with new events, until it is stopped, and hands each to `tell`. What fails is tried at the next look. */
export function watchArrivals(
  db: Db,
  tell: (merchantId: string) => Promise<void>,
  onError: (error: unknown) => void,
): { stop: () => Promise<void> } {
  const stopping = new AbortController();
  const { promise: stopped, resolve: noteStop } = Promise.withResolvers<void>();
  stopping.signal.addEventListener("abort", () => noteStop());
  const look = async () => {
    for (const merchantId of await merchantsWithArrivals(db)) {
      if (stopping.signal.aborted) return;
      await tell(merchantId).catch(onError);
    }
  };
  const looking = (async () => {
    while (!stopping.signal.aborted) {
      await look().catch(onError);
      await Promise.race([new Promise((resolve) => setTimeout(resolve, millisecondsBetweenLooks)), stopped]);
    }
  })();
  return {
    stop: () => {
      stopping.abort();
      return looking;
    },
  };
}
