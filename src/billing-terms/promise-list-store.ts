import { type SqlBool, sql } from "kysely";
import type { Tx } from "../platform/db/pool.ts";
import { column, type FilterTarget, filterConditions } from "../platform/http/filter-sql.ts";
import { type ListQuery, offsetOf } from "../platform/http/list-query.ts";
import type { PromiseNames } from "./performance-obligation.ts";

const filterTargets: Readonly<Record<string, FilterTarget>> = {
  contractId: column(sql.ref("promise.contract_id")),
  billingTermGroupId: column(sql.ref("promise.billing_term_group_id")),
  createdAt: column(sql.ref("promise.created_at")),
  updatedAt: column(sql.ref("promise.updated_at")),
};

/** Where a list looks; all contracts of the merchant, unless one is named. */
export type PromiseScope = { readonly contractId?: string | undefined; readonly groupId?: string | undefined };

/**
 * The ids of one page of live performance obligations, newest first, and how many there are. Those that earn what a term
 * comes to bill beyond stated prices are left out while that is nothing.
 */
export async function listPromiseIds(
  tx: Tx,
  merchantId: string,
  { contractId, groupId }: PromiseScope,
  list: ListQuery,
): Promise<{ promises: { readonly id: string; readonly contractId: string }[]; totalItems: number }> {
  const isListed = sql<SqlBool>`(promise.billing_term_id is null or promise.transaction_price_minor is null
    or exists (select from revenue_entry as entry
      where entry.merchant_id = promise.merchant_id and entry.performance_obligation_id = promise.id))`;
  let matching = tx
    .selectFrom("performance_obligation as promise")
    .where("promise.merchant_id", "=", merchantId)
    .where("promise.deleted_at", "is", null)
    .where(isListed)
    .where(
      sql<SqlBool>`exists (select from contract where contract.merchant_id = promise.merchant_id
        and contract.id = promise.contract_id and contract.deleted_at is null)`,
    )
    .where((where) => where.and(filterConditions(list.filters, filterTargets)));
  if (contractId !== undefined) matching = matching.where("promise.contract_id", "=", contractId);
  if (groupId !== undefined) matching = matching.where("promise.billing_term_group_id", "=", groupId);
  const rows = await matching
    .select(["promise.id", "promise.contract_id"])
    .orderBy("promise.created_at", "desc")
    .orderBy("promise.id", "desc")
    .limit(list.limit)
    .offset(offsetOf(list))
    .execute();
  const { total } = await matching.select(sql<string>`count(*)`.as("total")).executeTakeFirstOrThrow();
  return { promises: rows.map((row) => ({ id: row.id, contractId: row.contract_id })), totalItems: Number(total) };
}

/** What some promises are shown with, by id. */
export async function namesOfPromises(
  tx: Tx,
  merchantId: string,
  promiseIds: readonly string[],
): Promise<Map<string, PromiseNames>> {
  const { rows } = await sql<{
    id: string;
    group_name: string | null;
    product: string | null;
    item: string | null;
    class: string | null;
    category: string | null;
    event_type: string | null;
    terms: string[] | null;
    is_invoiced: boolean | null;
  }>`
    select promise.id, grouped.name as group_name, coalesce(product.display_name, product.name) as product,
      item.name as item, erp_class.name as class, category.name as category, event_type.name as event_type,
      billed.terms, billed.is_invoiced
    from performance_obligation as promise
      join billing_term_group as grouped
        on grouped.merchant_id = promise.merchant_id and grouped.id = promise.billing_term_group_id
      left join product on product.merchant_id = promise.merchant_id and product.id = promise.product_id
      left join item on item.merchant_id = promise.merchant_id and item.id = promise.item_id
      left join erp_class on erp_class.merchant_id = promise.merchant_id and erp_class.id = promise.class_id
      left join category on category.merchant_id = promise.merchant_id and category.id = promise.category_id
      left join event_type on event_type.merchant_id = promise.merchant_id and event_type.id = promise.event_type_id
      left join lateral (
        select array_agg(term.id order by term.start_date, term.id) as terms,
          bool_or(term.invoiced_through is not null) as is_invoiced
        from billing_term as term
        where term.merchant_id = promise.merchant_id and term.billing_term_group_id = promise.billing_term_group_id
          and term.deleted_at is null and (promise.billing_term_id is null or term.id = promise.billing_term_id)
      ) as billed on true
    where promise.merchant_id = ${merchantId} and promise.id = any(${promiseIds}::uuid[])`.execute(tx);
  return new Map(
    rows.map((row) => [
      row.id,
      {
        groupName: row.group_name,
        productName: row.product,
        itemName: row.item,
        className: row.class,
        categoryName: row.category,
        eventTypeName: row.event_type,
        billingTermIds: row.terms ?? [],
        hasIssuedInvoice: row.is_invoiced ?? false,
      },
    ]),
  );
}

/** Marks the obligations (data model 4) of some promises as deleted, because the promises are replaced by stated ones. */
export async function deleteObligationsOf(
  tx: Tx,
  merchantId: string,
  promiseIds: readonly string[],
  at: string,
): Promise<void> {
  await tx
    .updateTable("obligation")
    .set({ deleted_at: at, last_updated_at: at })
    .where("merchant_id", "=", merchantId)
    .where("performance_obligation_id", "=", sql<string>`any(${promiseIds}::uuid[])`)
    .where("deleted_at", "is", null)
    .execute();
}
