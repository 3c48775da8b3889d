import { setTimeout as sleep } from "node:timers/promises";
import { sqlState } from "./db/pool.ts";

/** Takes one item of a merchant and answers what became of it, recorded together with others that came at the same time. */
export type Collector<Item, Result> = (merchantId: string, item: Item) => Promise<Result>;

export type CollectorOptions<Item, Result> = {
  /** Records some items of one merchant in one transaction: a result for each, in their order. */
  readonly record: (merchantId: string, items: readonly Item[]) => Promise<readonly Result[]>;
  /** What is thrown where there is no room for one more. */
  readonly full: () => Error;
  /** Items that are recorded together at most. */
  readonly most?: number;
  /** Items that may wait in this process; half of them of one merchant. */
  readonly room?: number;
  /** Milliseconds for which the first one waits for others. */
  readonly pause?: number;
};

type Waiting<Item, Result> = {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
};

/**
 * Collects what comes one by one for a few milliseconds, merchant by merchant, and while the batch before is being recorded. An item
 * that the database cannot take fails alone; where it cannot be asked, all of its batch do, as they would have alone.
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

/** Is it about what was to be stored, and not about the database? */
function isOfData(error: unknown): boolean {
  return /^2[23]/.test(sqlState(error) ?? "");
}
