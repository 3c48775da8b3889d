import { type SqlBool, sql } from "kysely";
import type { Tx } from "../../platform/db/pool.ts";
import { column, type FilterTarget } from "../../platform/http/filter-sql.ts";
import type { Extent, ListQuery } from "../../platform/http/list-query.ts";
import { selectPage } from "../../platform/http/page-sql.ts";
import type { PobNames } from "./performance-obligation.ts";

const filterTargets: Readonly<Record<string, FilterTarget>> = {
  contractId: column(sql.ref("pob.contract_id")),
  billingTermGroupId: column(sql.ref("pob.billing_term_group_id")),
  createdAt: column(sql.ref("pob.created_at")),
  updatedAt: column(sql.ref("pob.updated_at")),
};

/** Limits a list to a contract or a group. */
export type PobFilter = { readonly contractId?: string | undefined; readonly groupId?: string | undefined };

/**
 * The ids of one page of live performance obligations, newest first, and their number. Residuals are left out while they earn nothing.
 */
export async function listPobIds(
  tx: Tx,
  merchantId: string,
  { contractId, groupId }: PobFilter,
  list: ListQuery,
): Promise<{ pobs: { readonly id: string; readonly contractId: string }[]; extent: Extent }> {
  const isListed = sql<SqlBool>`(not pob.is_residual
    or exists (select from revenue_entry as entry
      where entry.merchant_id = pob.merchant_id and entry.performance_obligation_id = pob.id))`;
  let matching = tx
    .selectFrom("performance_obligation as pob")
    .select(["pob.id", "pob.contract_id"])
    .where("pob.merchant_id", "=", merchantId)
    .where("pob.deleted_at", "is", null)
    .where(isListed)
    .where(
      sql<SqlBool>`exists (select from contract where contract.merchant_id = pob.merchant_id
        and contract.id = pob.contract_id and contract.deleted_at is null)`,
    );
  if (contractId !== undefined) matching = matching.where("pob.contract_id", "=", contractId);
  if (groupId !== undefined) matching = matching.where("pob.billing_term_group_id", "=", groupId);
  const { rows, extent } = await selectPage(matching, list, { targets: filterTargets });
  return { pobs: rows.map((row) => ({ id: row.id, contractId: row.contract_id })), extent };
}

/** Names of the records that performance obligations are shown with, by id. */
export async function namesOfPobs(
  tx: Tx,
  merchantId: string,
  pobIds: readonly string[],
): Promise<Map<string, PobNames>> {
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
    select pob.id, grouped.name as group_name, coalesce(product.display_name, product.name) as product,
      item.name as item, erp_class.name as class, category.name as category, event_type.name as event_type,
      billed.terms, billed.is_invoiced
    from performance_obligation as pob
      join billing_term_group as grouped
        on grouped.merchant_id = pob.merchant_id and grouped.id = pob.billing_term_group_id
      left join product on product.merchant_id = pob.merchant_id and product.id = pob.product_id
      left join item on item.merchant_id = pob.merchant_id and item.id = pob.item_id
      left join erp_class on erp_class.merchant_id = pob.merchant_id and erp_class.id = pob.class_id
      left join category on category.merchant_id = pob.merchant_id and category.id = pob.category_id
      left join event_type on event_type.merchant_id = pob.merchant_id and event_type.id = pob.event_type_id
      left join lateral (
        select array_agg(term.id order by term.start_date, term.id) as terms,
          bool_or(term.invoiced_through is not null) as is_invoiced
        from billing_term as term
        where term.merchant_id = pob.merchant_id and term.billing_term_group_id = pob.billing_term_group_id
          and term.deleted_at is null and (pob.billing_term_id is null or term.id = pob.billing_term_id)
      ) as billed on true
    where pob.merchant_id = ${merchantId} and pob.id = any(${pobIds}::uuid[])`.execute(tx);
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

/**
 * Marks the obligations (data model 4) of some performance obligations as deleted, because the performance obligations
 * are replaced by stated ones.
 */
export async function deleteObligationsOf(
  tx: Tx,
  merchantId: string,
  pobIds: readonly string[],
  at: string,
): Promise<void> {
  await tx
    .updateTable("obligation")
    .set({ deleted_at: at, last_updated_at: at })
    .where("merchant_id", "=", merchantId)
    .where("performance_obligation_id", "=", sql<string>`any(${pobIds}::uuid[])`)
    .where("deleted_at", "is", null)
    .execute();
}
