import { inTransaction } from "../platform/db/pool.ts";
import { allowLonger } from "../platform/db/statement-limits.ts";
import type { Platform } from "../platform/write.ts";
import * as stored from "./month-end-balances-store.ts";

/**
 * Stores balances and movements of closed months that are not stored yet (ADR 0085), each month in its own transaction. Stops if another process is
 * doing the same: reports add up months that are not stored.
 */
export async function storeMonthEndBalances({ db }: Pick<Platform, "db">, merchantId: string): Promise<void> {
  for (let isDone = false; !isDone; ) {
    isDone = await inTransaction(db, merchantId, async (tx) => {
      if ((await stored.firstToStore(tx, merchantId)) === undefined) return true;
      if (!(await stored.lockToStore(tx, merchantId))) return true;
      // Read again under the lock: another process may have stored the month. If it is reopened meanwhile, its next close has another close count.
      const next = await stored.firstToStore(tx, merchantId);
      if (next === undefined) return true;
      await allowLonger(tx, "report");
      await stored.storeMonth(tx, merchantId, next);
      return false;
    });
  }
}
