import { sql } from "kysely";
import type { JournalEntry } from "../ledger/journal-entry.ts";
import type { Tx } from "../platform/db/pool.ts";
import { firstProvisionalNumber } from "../platform/write.ts";
import type { EntryNames } from "./entry-memo.ts";

/** The names of the documents and categories of some entries, by two queries. Documents of a dry run have no final number and are left out. */
export async function namesOfEntries(
  tx: Tx,
  merchantId: string,
  entries: readonly JournalEntry[],
): Promise<EntryNames> {
  const sourceIds = [
    ...new Set(entries.flatMap((each) => (each.sourceType === "ACCOUNTING_PERIOD" ? [] : each.sourceId))),
  ];
  const categoryIds = [...new Set(entries.flatMap(({ lines }) => lines.flatMap(({ categoryId }) => categoryId ?? [])))];
  const documents = await sql<{ id: string; name: string }>`
    select id, 'invoice ' || invoice_number as name from invoice
      where merchant_id = ${merchantId} and id = any(${sourceIds}::uuid[]) and number < ${firstProvisionalNumber}
    union all
    select id, 'credit memo ' || credit_memo_number from credit_memo
      where merchant_id = ${merchantId} and id = any(${sourceIds}::uuid[]) and coalesce(number, 0) < ${firstProvisionalNumber}
    union all
    select id, 'adjustment ' || adjustment_number || ': ' || reason from adjustment
      where merchant_id = ${merchantId} and id = any(${sourceIds}::uuid[]) and number < ${firstProvisionalNumber}
    union all
    select id, 'payment of ' || received_at || coalesce(', ' || reference, '') from payment
      where merchant_id = ${merchantId} and id = any(${sourceIds}::uuid[])`.execute(tx);
  const categories = await tx
    .selectFrom("category")
    .select(["id", "name"])
    .where("merchant_id", "=", merchantId)
    .where("id", "=", sql<string>`any(${categoryIds}::uuid[])`)
    .execute();
  return {
    documents: new Map(documents.rows.map(({ id, name }) => [id, name])),
    categories: new Map(categories.map(({ id, name }) => [id, name])),
  };
}
