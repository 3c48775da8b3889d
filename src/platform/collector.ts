import { setTimeout as sleep } from "node:timers/promises";
import { sqlState } from "./db/pool.ts";

/** Records one item of a merchant in a batch with others, and returns its result. */
export type Collector<Item, Result> = (merchantId: string, item: Item) => Promise<Result>;

export type CollectorOptions<Item, Result> = {
  /** Records some items of one merchant in one transaction: a result for each, in their order. */
  readonly record: (merchantId: string, items: readonly Item[]) => Promise<readonly Result[]>;
  /** The error if the queue is full. */
  readonly full: () => Error;
  /** Maximal number of items recorded together. */
  readonly most?: number;
  /** Maximal number of waiting items in this process; one merchant may have half of them. */
  readonly room?: number;
  /** Milliseconds for which a first item waits for others. */
  readonly pause?: number;
};

type Waiting<Item, Result> = {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
};

/**
 * Collects single items into batches by merchant: for a few milliseconds, and while the batch before is recorded. An item that the database rejects
 * fails alone; if the database is not available, the whole batch fails.
 */
export function collector<Item, Result>({
  record,
  full,
  most = 500,
  room = 10_000,
  pause = 3,
}: CollectorOptions<Item, Result>): Collector<Item, Result> {
  const queues = new Map<string, Waiting<Item, Result>[]>();
  let waitingItems = 0;

  const drain = async (merchantId: string, queue: Waiting<Item, Result>[]) => {
    while (queue.length > 0) {
      if (queue.length < most) await sleep(pause);
      const batch = queue.splice(0, most);
      waitingItems -= batch.length;
      await settle(record, merchantId, batch);
    }
    queues.delete(merchantId);
  };

  return (merchantId, item) =>
    new Promise((resolve, reject) => {
      const queue = queues.get(merchantId);
      if (waitingItems >= room || (queue?.length ?? 0) >= room / 2) return reject(full());
      waitingItems += 1;
      if (queue !== undefined) return void queue.push({ item, resolve, reject });
      const begun = [{ item, resolve, reject }];
      queues.set(merchantId, begun);
      void drain(merchantId, begun);
    });
}

async function settle<Item, Result>(
  record: CollectorOptions<Item, Result>["record"],
  merchantId: string,
  batch: readonly Waiting<Item, Result>[],
): Promise<void> {
  try {
    const items = batch.map(({ item }) => item);
    const results = await record(merchantId, items);
    for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
  } catch (error) {
    if (batch.length > 1 && isOfData(error)) {
      for (const one of batch) await settle(record, merchantId, [one]);
    } else for (const { reject } of batch) reject(error);
  }
}

/** True if the error is about the data and not about the availability of the database. */
function isOfData(error: unknown): boolean {
  return /^2[23]/.test(sqlState(error) ?? "");
}
