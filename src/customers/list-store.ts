import { type Expression, type SqlBool, sql } from "kysely";
import { syncStatusFilter } from "../ledger/sync-store.ts";
import type { Tx } from "../platform/db/pool.ts";
import { column, type FilterTarget, related } from "../platform/http/filter-sql.ts";
import type { Extent, ListQuery } from "../platform/http/list-query.ts";
import { selectPage, sizeOfList } from "../platform/http/page-sql.ts";
import type { Customer } from "./customer.ts";
import { findCustomers } from "./store.ts";

const filterTargets: Readonly<Record<string, FilterTarget>> = {
  name: column(sql.ref("customer.name")),
  syncStatus: syncStatusFilter("CUSTOMER"),
  lastUpdatedAt: column(sql.ref("customer.last_updated_at")),
  "externalIds.externalId": related(sql.ref("entry.external_id"), anExternalId),
  "externalIds.sourceType": related(sql.ref("entry.source_type"), anExternalId),
};

function anExternalId(matches: Expression<SqlBool>): Expression<SqlBool> {
  return sql<SqlBool>`exists (
    select from customer_external_id entry
    where entry.merchant_id = customer.merchant_id and entry.customer_id = customer.id and ${matches})`;
}

/** One page of the live customers, newest first, and the number on all pages. */
export async function listCustomers(
  tx: Tx,
  merchantId: string,
  list: ListQuery,
): Promise<{ customers: Customer[]; extent: Extent }> {
  const all = tx
    .selectFrom("customer")
    .select("id")
    .where("merchant_id", "=", merchantId)
    .where("deleted_at", "is", null);
  const { rows, extent } = await selectPage(all, list, {
    targets: filterTargets,
    size: sizeOfList(tx, merchantId, "customer"),
  });
  const ids = rows.map(({ id }) => id);
  const byId = new Map((await findCustomers(tx, merchantId, ids)).map((customer) => [customer.id, customer]));
  return { customers: ids.flatMap((id) => byId.get(id) ?? []), extent };
}
