import { inTransaction } from "../platform/db/pool.ts";
import { allowLonger } from "../platform/db/statement-limits.ts";
import type { Platform } from "../platform/write.ts";
import * as kept from "./kept-months-store.ts";

/**
 * Keeps what closed months moved of contract balances (ADR 0085), each month once it is closed, in a transaction of its own. Whoever does the
 * same beside it goes on without: readers add up what is not kept.
 */
export async function keepClosedMonths({ db }: Pick<Platform, "db">, merchantId: string): Promise<void> {
  for (let isDone = false; !isDone; ) {
    isDone = await inTransaction(db, merchantId, async (tx) => {
      if ((await kept.firstToKeep(tx, merchantId)) === undefined) return true;
      if (!(await kept.takeForKeeping(tx, merchantId))) return true;
      // Asked again: somebody may have kept it until now. A month that is reopened meanwhile gets another close count when it is closed again.
      const next = await kept.firstToKeep(tx, merchantId);
      if (next === undefined) return true;
      await allowLonger(tx, "report");
      await kept.keepMonth(tx, merchantId, next);
      return false;
    });
  }
}
