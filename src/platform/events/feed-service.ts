import { setTimeout } from "node:timers/promises";
import { invalid } from "../../kernel/errors.ts";
import { type Db, inTransaction } from "../db/pool.ts";
import { type FeedEvent, feedEvents, lastPosition } from "./feed-store.ts";

/** Events after a cursor, the cursor after them, and whether more events follow. */
export type FeedPage = { readonly events: readonly FeedEvent[]; readonly cursor: number; readonly hasMore: boolean };

export type FeedRequest = {
  readonly after: number;
  readonly types?: readonly string[] | undefined;
  readonly limit: number;
};

/**
 * A page of a merchant's feed. Its cursor is after all events that were looked at, so a reader of only a few types advances too.
 *
 * @throws DomainError CURSOR_INVALID if the cursor is after the end of the feed: the database is older than the reader
 */
export function readFeed(db: Db, merchantId: string, { after, types, limit }: FeedRequest): Promise<FeedPage> {
  return inTransaction(
    db,
    merchantId,
    async (tx) => {
      const last = await lastPosition(tx, merchantId);
      if (after > last) {
        const message = `The feed ends at ${last}; begin again at 0, or at a sequence that you know of.`;
        throw invalid("CURSOR_INVALID", message, { last });
      }
      if (after === last) return { events: [], cursor: last, hasMore: false };
      const events = await feedEvents(tx, merchantId, { after, types, limit });
      const hasMore = events.length === limit;
      return { events, cursor: hasMore ? (events.at(-1)?.position ?? last) : last, hasMore };
    },
    { readOnly: true },
  );
}

/** As {@link readFeed}; if there is no event yet, waits for the first one for some seconds, or until `signal` aborts. */
export async function awaitFeed(
  db: Db,
  merchantId: string,
  request: FeedRequest,
  { seconds, signal }: { readonly seconds: number; readonly signal: AbortSignal },
): Promise<FeedPage> {
  const end = performance.now() + seconds * 1000;
  for (let after = request.after; ; ) {
    const page = await readFeed(db, merchantId, { ...request, after });
    if (page.events.length > 0) return page;
    after = page.cursor;
    do {
      if (signal.aborted || performance.now() >= end) return page;
    } while ((await nextLastPosition(db, merchantId)) === after);
  }
}

const millisecondsBetweenReads = 250;
const readsOf = new WeakMap<Db, Map<string, Promise<number>>>();

/** The last position of a merchant's feed a quarter of a second from now at most: all readers who wait for it share one query. */
function nextLastPosition(db: Db, merchantId: string): Promise<number> {
  const reads = readsOf.get(db) ?? new Map<string, Promise<number>>();
  readsOf.set(db, reads);
  const read = reads.get(merchantId) ?? readLater();
  reads.set(merchantId, read);
  return read;

  async function readLater(): Promise<number> {
    await setTimeout(millisecondsBetweenReads);
    reads.delete(merchantId);
    return inTransaction(db, merchantId, (tx) => lastPosition(tx, merchantId), { readOnly: true });
  }
}
