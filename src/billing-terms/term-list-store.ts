import { sql } from "kysely";
import type { Tx } from "../platform/db/pool.ts";
import { column, type FilterTarget } from "../platform/http/filter-sql.ts";
import type { Extent, ListQuery } from "../platform/http/list-query.ts";
import { selectPage, sizeOfList } from "../platform/http/page-sql.ts";
import type { BillingTermRecord } from "./billing-term.ts";
import { recordsFromRows } from "./term-store.ts";

const filterTargets: Readonly<Record<string, FilterTarget>> = {
  contractId: column(sql.ref("billing_term.contract_id")),
  customerId: column(sql`(select customer_id from contract
    where contract.merchant_id = billing_term.merchant_id and contract.id = billing_term.contract_id)`),
  startDate: column(sql.ref("billing_term.start_date")),
  // Stored exclusive, filtered as it is shown.
  endDate: column(sql`(billing_term.end_date - 1)`),
  billingTermGroupId: column(sql.ref("billing_term.billing_term_group_id")),
  productId: column(sql.ref("billing_term.product_id")),
};

export type ListedTerm = BillingTermRecord & { readonly customerId: string | null };

/** One page of the live terms of live contracts, newest first, and how many there are; of one contract or of all. */
export async function listTerms(
  tx: Tx,
  merchantId: string,
  list: ListQuery,
  of: { readonly contractId?: string | undefined; readonly groupId?: string | undefined },
): Promise<{ terms: ListedTerm[]; extent: Extent }> {
  let matching = tx
    .selectFrom("billing_term")
    .select("id")
    .where("merchant_id", "=", merchantId)
    .where("deleted_at", "is", null);
  if (of.contractId !== undefined) matching = matching.where("contract_id", "=", of.contractId);
  if (of.groupId !== undefined) matching = matching.where("billing_term_group_id", "=", of.groupId);
  const page = await selectPage(matching, list, {
    targets: filterTargets,
    ...(of.contractId === undefined && of.groupId === undefined
      ? { size: sizeOfList(tx, merchantId, "billing_term") }
      : {}),
  });
  const ids = page.rows.map(({ id }) => id);
  const rows = await tx
    .selectFrom("billing_term")
    .selectAll()
    .where("merchant_id", "=", merchantId)
    .where("id", "=", sql<string>`any(${ids}::uuid[])`)
    .orderBy(sql`array_position(${ids}::uuid[], id)`)
    .execute();
  const records = await recordsFromRows(tx, merchantId, rows);
  const customers = await customersOf(
    tx,
    merchantId,
    rows.map((row) => row.contract_id),
  );
  const terms = records.map((record) => ({ ...record, customerId: customers.get(record.term.contractId) ?? null }));
  return { terms, extent: page.extent };
}

async function customersOf(
  tx: Tx,
  merchantId: string,
  contractIds: readonly string[],
): Promise<Map<string, string | null>> {
  const rows = await tx
    .selectFrom("contract")
    .select(["id", "customer_id"])
    .where("merchant_id", "=", merchantId)
    .where("id", "=", sql<string>`any(${[...new Set(contractIds)]}::uuid[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, row.customer_id]));
}
