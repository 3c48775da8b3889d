import { type Expression, type SelectQueryBuilder, type SqlBool, sql } from "kysely";
import type { Tx } from "../platform/db/pool.ts";
import { column, type FilterTarget, filterConditions, related } from "../platform/http/filter-sql.ts";
import { type ListQuery, offsetOf } from "../platform/http/list-query.ts";
import type { Database } from "../schema/tables.ts";
import type { Customer } from "./customer.ts";
import { findCustomers } from "./store.ts";

const filterTargets: Readonly<Record<string, FilterTarget>> = {
  name: column(sql.ref("customer.name")),
  lastUpdatedAt: column(sql.ref("customer.last_updated_at")),
  "externalIds.externalId": related(sql.ref("entry.external_id"), anExternalId),
  "externalIds.sourceType": related(sql.ref("entry.source_type"), anExternalId),
};

function anExternalId(matches: Expression<SqlBool>): Expression<SqlBool> {
  return sql<SqlBool>`exists (
    select from customer_external_id entry
    where entry.merchant_id = customer.merchant_id and entry.customer_id = customer.id and ${matches})`;
}

/** One page of the live customers, newest first, and how many there are on all pages. */
export async function listCustomers(
  tx: Tx,
  merchantId: string,
  list: ListQuery,
): Promise<{ customers: Customer[]; totalItems: number }> {
  const matching = <Columns>(query: SelectQueryBuilder<Database, "customer", Columns>) =>
    query
      .where("merchant_id", "=", merchantId)
      .where("deleted_at", "is", null)
      .where((where) => where.and(filterConditions(list.filters, filterTargets)));
  // Ids first: a late page then skips index entries, not customers with everything that hangs on them.
  const page = await matching(tx.selectFrom("customer").select("id"))
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(list.limit)
    .offset(offsetOf(list))
    .execute();
  const { total } = await matching(
    tx.selectFrom("customer").select(sql<string>`count(*)`.as("total")),
  ).executeTakeFirstOrThrow();

  const ids = page.map((row) => row.id);
  const found = await findCustomers(tx, merchantId, ids);
  const byId = new Map(found.map((customer) => [customer.id, customer]));
  return { customers: ids.flatMap((id) => byId.get(id) ?? []), totalItems: Number(total) };
}
