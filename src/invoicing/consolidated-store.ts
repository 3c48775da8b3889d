import { type Expression, type SqlBool, sql } from "kysely";
import { oneOf } from "../platform/db/columns.ts";
import type { Tx } from "../platform/db/pool.ts";
import { column, type FilterTarget, related } from "../platform/http/filter-sql.ts";
import type { Extent, ListQuery } from "../platform/http/list-query.ts";
import { selectPage } from "../platform/http/page-sql.ts";

// As `consolidated` derives it (consolidated-invoice.ts). Void sections are void together, one over zero was paid before.
const status = sql`(
  select case
    when bool_or(section.status = 'VOID') then 'VOID'
    when bool_and(section.status = 'PAID') then 'PAID'
    when bool_and(section.status in ('PAID', 'UNCOLLECTIBLE')) then 'UNCOLLECTIBLE'
    when sum(section.amount_paid_minor + section.amount_credited_minor) <> 0 then 'PARTIALLY_PAID'
    else 'ISSUED' end
  from invoice section
  where section.merchant_id = invoice.merchant_id and section.consolidated_invoice_id = invoice.consolidated_invoice_id)`;

const filters: Readonly<Record<string, FilterTarget>> = {
  customerId: column(sql.ref("invoice.customer_id")),
  contractId: related(sql.ref("section.contract_id"), aSection),
  status: column(status),
  issueDate: column(sql.ref("invoice.issue_date")),
  dueDate: column(sql.ref("invoice.due_date")),
  invoiceNumber: column(sql.ref("invoice.invoice_number")),
};

function aSection(matches: Expression<SqlBool>): Expression<SqlBool> {
  return sql<SqlBool>`exists (
    select from invoice section
    where section.merchant_id = invoice.merchant_id and section.consolidated_invoice_id = invoice.consolidated_invoice_id
      and ${matches})`;
}

/** The ids of one page of consolidated invoices, newest first. */
export async function listConsolidatedIds(
  tx: Tx,
  merchantId: string,
  list: ListQuery,
): Promise<{ ids: string[]; extent: Extent }> {
  // Each is listed by its first section.
  const all = tx
    .selectFrom("invoice")
    .select("consolidated_invoice_id as document_id")
    .where("merchant_id", "=", merchantId)
    .where("section", "=", 1);
  const { rows, extent } = await selectPage(all, list, { targets: filters });
  return { ids: rows.flatMap(({ document_id: id }) => id ?? []), extent };
}

/** The sections of some consolidated invoices, by document, in their order; those that are not there are absent. */
export async function sectionsOfDocuments(
  tx: Tx,
  merchantId: string,
  documentIds: readonly string[],
): Promise<Map<string, string[]>> {
  const rows = await tx
    .selectFrom("invoice")
    .select(["id", "consolidated_invoice_id"])
    .where("merchant_id", "=", merchantId)
    .where("consolidated_invoice_id", "=", oneOf(documentIds))
    .orderBy("section")
    .execute();
  const byDocument = Map.groupBy(rows, (row) => row.consolidated_invoice_id ?? "");
  return new Map([...byDocument].map(([id, own]) => [id, own.map((row) => row.id)]));
}
