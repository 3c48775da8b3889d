import { type Expression, type SqlBool, sql } from "kysely";
import { dayFrom } from "../kernel/day.ts";
import { instantOut } from "../platform/clock.ts";
import { monthFromColumn } from "../platform/db/columns.ts";
import { type Cutoff, notYet, recordedBy } from "../platform/db/cutoff.ts";
import type { Tx } from "../platform/db/pool.ts";
import { amountColumn, column, type FilterTarget, related } from "../platform/http/filter-sql.ts";
import type { Extent, ListQuery } from "../platform/http/list-query.ts";
import { selectPage, sizeOfList } from "../platform/http/page-sql.ts";
import type { Contract } from "./contract.ts";
import { findContracts } from "./store.ts";

const filterTargets: Readonly<Record<string, FilterTarget>> = {
  name: column(sql.ref("contract.name")),
  source: column(sql.ref("contract.source")),
  status: column(sql.ref("contract.status")),
  customerId: column(sql.ref("contract.customer_id")),
  currency: column(sql.ref("contract.currency")),
  // As contracts are shown: the days of the terms if none are stated, and the last day instead of the day after it.
  startDate: column(sql`coalesce(contract.start_date, contract.terms_start)`),
  endDate: column(sql`(coalesce(contract.end_date, contract.terms_end) - 1)`),
  totalContractValue: amountColumn(sql.ref("contract.terms_value_minor"), sql.ref("contract.currency")),
  createdAt: column(sql.ref("contract.created_at")),
  lastUpdatedAt: column(sql.ref("contract.last_updated_at")),
  deletedAt: column(sql.ref("contract.deleted_at")),
  "externalIds.externalId": related(sql.ref("entry.external_id"), anExternalId),
  "externalIds.sourceType": related(sql.ref("entry.source_type"), anExternalId),
};

function anExternalId(matches: Expression<SqlBool>): Expression<SqlBool> {
  return sql<SqlBool>`exists (
    select from contract_external_id entry
    where entry.merchant_id = contract.merchant_id and entry.contract_id = contract.id and ${matches})`;
}

const lastDeletedFirst = [
  ["deleted_at", "desc"],
  ["id", "asc"],
] as const;

/** A page of live contracts, newest first, or of deleted ones, last deleted first, and their total number. */
export async function listContracts(
  tx: Tx,
  merchantId: string,
  list: ListQuery,
  which: "live" | "deleted",
): Promise<{ contracts: Contract[]; extent: Extent }> {
  const all = tx
    .selectFrom("contract")
    .select("id")
    .where("merchant_id", "=", merchantId)
    .where("deleted_at", which === "live" ? "is" : "is not", null);
  const size = sizeOfList(tx, merchantId, "contract");
  const sums = { totalContractValue: sql.ref("terms_value_minor") };
  const rules = { targets: filterTargets, sums, ...(which === "live" ? { size } : { order: lastDeletedFirst }) };
  const { rows, extent } = await selectPage(all, list, rules);
  const ids = rows.map(({ id }) => id);
  const byId = new Map((await findContracts(tx, merchantId, ids)).map((contract) => [contract.id, contract]));
  return { contracts: ids.flatMap((id) => byId.get(id) ?? []), extent };
}

/** The fields of an approved contract that readers of all contracts need. */
export type ApprovedContract = Pick<
  Contract,
  "id" | "customerId" | "currency" | "netPaymentTerms" | "status" | "approvedAt" | "approvedBookMonth"
> &
  Pick<Contract, "start" | "closeDate" | "termsStart">;

/**
 * A chunk of live approved contracts in the order of ids: `after` is the last id of the chunk before; `contractIds` and `customerIds` select some. A
 * close also reads deleted contracts, because it reverses their posted revenue.
 */
export async function approvedContracts(
  tx: Tx,
  merchantId: string,
  { after, contractIds, customerIds, includeDeleted = false, limit, cutoff = null }: ApprovedContractsChunk,
): Promise<ApprovedContract[]> {
  let query = tx
    .selectFrom("contract")
    .select(["id", "customer_id", "currency", "net_payment_terms", "status", "approved_at", "approved_book_month"])
    .select(["start_date", "close_date", "terms_start"])
    .where("merchant_id", "=", merchantId)
    .where("status", "=", "APPROVED")
    .where(recordedBy("contract.approved_at", cutoff));
  if (!includeDeleted) query = query.where(notYet("contract.deleted_at", cutoff));
  if (after !== undefined) query = query.where("id", ">", after);
  if (contractIds !== undefined) query = query.where("id", "=", sql<string>`any(${[...contractIds]}::uuid[])`);
  if (customerIds !== undefined) {
    query = query.where("customer_id", "=", sql<string>`any(${[...customerIds]}::uuid[])`);
  }
  if (limit !== undefined) query = query.limit(limit);
  const rows = await query.orderBy("id").execute();
  return rows.map((row) => ({
    id: row.id,
    customerId: row.customer_id,
    currency: row.currency,
    netPaymentTerms: row.net_payment_terms,
    status: row.status,
    approvedAt: row.approved_at === null ? null : instantOut(row.approved_at),
    approvedBookMonth: row.approved_book_month === null ? null : monthFromColumn(row.approved_book_month),
    start: row.start_date === null ? null : dayFrom(row.start_date),
    closeDate: row.close_date === null ? null : dayFrom(row.close_date),
    termsStart: row.terms_start === null ? null : dayFrom(row.terms_start),
  }));
}

export type ApprovedContractsChunk = {
  readonly after?: string | undefined;
  readonly contractIds?: readonly string[] | undefined;
  readonly customerIds?: readonly string[] | undefined;
  readonly includeDeleted?: boolean;
  readonly limit?: number;
  /** Only contracts that were approved, and not deleted, at this moment. */
  readonly cutoff?: Cutoff;
};
