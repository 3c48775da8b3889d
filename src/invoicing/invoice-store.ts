import { type RawBuilder, sql } from "kysely";
import type { TierCharge } from "../billing-terms/charges/tier-price.ts";
import type { ExternalId } from "../catalog/external-id.ts";
import { customFieldValues, customFieldValuesFromRow } from "../customers/custom-field-value-store.ts";
import { dayFrom } from "../kernel/day.ts";
import { canonicalDecimal } from "../kernel/decimal.ts";
import { money } from "../kernel/money.ts";
import type { TaxCategory } from "../kernel/tax-category.ts";
import { syncStatusFilter, syncStatusOf } from "../ledger/sync-store.ts";
import { oneOf } from "../platform/db/columns.ts";
import type { Tx } from "../platform/db/pool.ts";
import type { Filter } from "../platform/http/filter.ts";
import { amountColumn, column, type FilterTarget } from "../platform/http/filter-sql.ts";
import type { Extent, ListQuery } from "../platform/http/list-query.ts";
import { selectPage, sizeOfList } from "../platform/http/page-sql.ts";
import { firstProvisionalNumber } from "../platform/write.ts";
import type { RowOf } from "../schema/tables.ts";
import type { Parties } from "./document/invoice-document.ts";
import { linesFromDraft } from "./draft-lines.ts";
import type { Invoice, InvoiceLine } from "./invoice.ts";
import type { LineExplanation } from "./line-explanation.ts";
import { sourceOfInvoice } from "./manual-invoice-store.ts";
import type { LineTax } from "./tax.ts";
import { taxLinesFromColumn } from "./tax-columns.ts";

const invoiceFilters: Readonly<Record<string, FilterTarget>> = {
  customerId: column(sql.ref("invoice.customer_id")),
  contractId: column(sql.ref("invoice.contract_id")),
  consolidatedInvoiceId: column(sql.ref("invoice.consolidated_invoice_id")),
  billingTermId: (filter) => {
    const matches = column(sql.ref("term.id"))(filter);
    return sql`exists (select from unnest(invoice.billing_term_ids) as term (id) where ${matches})`;
  },
  status: column(sql.ref("invoice.status")),
  issueDate: column(sql.ref("invoice.issue_date")),
  dueDate: column(sql.ref("invoice.due_date")),
  currency: column(sql.ref("invoice.currency")),
  total: amountColumn(sql.ref("invoice.total_minor"), sql.ref("invoice.currency")),
  invoiceNumber: column(sql.ref("invoice.invoice_number")),
  source: column(sourceOfInvoice),
  syncStatus: syncStatusFilter("INVOICE"),
  lastUpdatedAt: column(sql.ref("invoice.last_updated_at")),
};

const invoiceSums = {
  taxTotal: sql.ref("invoice.tax_total_minor"),
  total: sql.ref("invoice.total_minor"),
  amountPaid: sql.ref("invoice.amount_paid_minor"),
  amountCredited: sql.ref("invoice.amount_credited_minor"),
  // Nothing is owed on a draft.
  balanceRemaining: sql`case when invoice.status <> 'DRAFT' then invoice.balance_minor end`,
};

function invoiceQuery(tx: Tx, merchantId: string) {
  const externalIds = sql<ExternalId[]>`coalesce((
    select jsonb_agg(jsonb_build_object('sourceType', source_type, 'externalId', external_id) order by source_type collate "C")
    from invoice_external_id entry
    where entry.merchant_id = invoice.merchant_id and entry.invoice_id = invoice.id
  ), '[]')`;
  const customFields = customFieldValues("invoice");
  const customerName = sql<string>`(select customer.name from customer
    where customer.merchant_id = invoice.merchant_id and customer.id = invoice.customer_id)`;
  return tx
    .selectFrom("invoice")
    .selectAll("invoice")
    .select([externalIds.as("external_ids"), customFields.as("custom_field_values"), sourceOfInvoice.as("source")])
    .select([customerName.as("customer_name"), syncStatusOf("INVOICE").as("sync_status")])
    .where("merchant_id", "=", merchantId);
}

type InvoiceRow = Awaited<ReturnType<ReturnType<typeof invoiceQuery>["executeTakeFirstOrThrow"]>>;

/** SQL for the amount owed of an `invoice` row at the end of a day, and whether it was issued by then; provided by `receivables/`. */
export type OwedOn = {
  readonly owedMinor: (day: string) => RawBuilder<string>;
  readonly issuedBy: (day: string) => RawBuilder<boolean>;
};

/** The invoices of a list: of one customer, or of all. */
type Listed = { readonly customerId?: string | undefined; readonly owedOn: OwedOn };

/** One page of invoices with lines, newest first; with the filter `owedOn`, also the amount owed on that day. */
export async function listInvoices(
  tx: Tx,
  merchantId: string,
  list: ListQuery,
  { customerId, owedOn }: Listed,
): Promise<{ invoices: Invoice[]; extent: Extent }> {
  const all = tx.selectFrom("invoice").select("id").where("merchant_id", "=", merchantId);
  const listed = customerId === undefined ? all : all.where("customer_id", "=", customerId);
  const owedOnFilter = list.filters.find(({ field }) => field === "owedOn");
  const amountOwed = owedOnFilter && owedOn.owedMinor(dayOf(owedOnFilter));
  const page = await selectPage(listed, list, {
    targets: {
      ...invoiceFilters,
      owedOn: (filter) => {
        const day = dayOf(filter);
        return sql`(${owedOn.issuedBy(day)} and ${owedOn.owedMinor(day)} <> 0)`;
      },
    },
    sums: { ...invoiceSums, ...(amountOwed && { amountOwed }) },
    ...(customerId === undefined ? { size: sizeOfList(tx, merchantId, "invoice") } : {}),
    days: ["issueDate", "dueDate"],
  });
  const ids = page.rows.map(({ id }) => id);
  const rows = await invoiceQuery(tx, merchantId)
    .select((amountOwed ?? sql<string | null>`null`).as("owed_minor"))
    .where("id", "=", oneOf(ids))
    .orderBy(sql`array_position(${ids}::uuid[], id)`)
    .execute();
  const owed = new Map(rows.map(({ id, owed_minor: minor }) => [id, minor]));
  const invoices = (await withLines(tx, merchantId, rows)).map((invoice): Invoice => {
    const minor = owed.get(invoice.id) ?? null;
    return minor === null ? invoice : { ...invoice, amountOwed: money(BigInt(minor), invoice.currency) };
  });
  return { invoices, extent: page.extent };
}

/** The day of a filter `owedOn:eq:…`. For a time within a day it returns a day before all invoices, so that nothing is owed. */
function dayOf({ test }: Filter): string {
  return (test.op === "any-of" ? test.values[0] : undefined) ?? "-infinity";
}

/** One invoice, or undefined. */
export async function findInvoice(tx: Tx, merchantId: string, invoiceId: string): Promise<Invoice | undefined> {
  const rows = await invoiceQuery(tx, merchantId).where("id", "=", invoiceId).execute();
  return (await withLines(tx, merchantId, rows))[0];
}

/** Invoices by id, oldest issue date first, sections in order; missing ones are absent. */
export async function invoicesByIds(tx: Tx, merchantId: string, ids: readonly string[]): Promise<Invoice[]> {
  const rows = await invoiceQuery(tx, merchantId)
    .where("id", "=", oneOf(ids))
    .orderBy("issue_date")
    .orderBy("number")
    .orderBy("section")
    .orderBy("id")
    .execute();
  return withLines(tx, merchantId, rows);
}

/** Invoices and drafts of one contract, oldest issue date first. */
export async function invoicesOfContract(tx: Tx, merchantId: string, contractId: string): Promise<Invoice[]> {
  const rows = await invoiceQuery(tx, merchantId)
    .where("contract_id", "=", contractId)
    .orderBy("issue_date")
    .orderBy("number")
    .orderBy("id")
    .execute();
  return withLines(tx, merchantId, rows);
}

async function withLines(tx: Tx, merchantId: string, rows: readonly InvoiceRow[]): Promise<Invoice[]> {
  const issuedIds = rows.filter((row) => row.status !== "DRAFT").map((row) => row.id);
  const lineRows = await tx
    .selectFrom("invoice_line")
    .selectAll()
    .where("merchant_id", "=", merchantId)
    .where("invoice_id", "=", oneOf(issuedIds))
    .orderBy("invoice_id")
    .orderBy("line_number")
    .execute();
  const linesByInvoice = Map.groupBy(lineRows, (row) => row.invoice_id);
  return rows.map((row) => {
    const issued = (linesByInvoice.get(row.id) ?? []).map((line) => lineFromRow(line, row.currency));
    return invoiceFromRow(row, row.status === "DRAFT" ? draftLines(row.draft_lines, row.currency) : issued);
  });
}

function lineFromRow(line: RowOf<"invoice_line">, currency: string): InvoiceLine {
  const amount = (minor: string) => money(BigInt(minor), currency);
  return {
    id: line.id,
    type: line.type,
    billingTermId: line.billing_term_id,
    amendmentId: line.seat_amendment_id ?? line.price_amendment_id,
    name: line.name,
    description: line.description,
    period: { start: dayFrom(line.service_start), end: dayFrom(line.service_end) },
    itemId: line.item_id,
    classId: line.class_id,
    productId: null,
    quantity: canonicalDecimal(line.quantity),
    unitPrice: line.unit_price === null ? null : canonicalDecimal(line.unit_price),
    tiers: (line.tiers ?? []) as TierCharge[],
    explanation: line.explanation as LineExplanation | null,
    ...usageFromRow(line),
    subtotal: amount(line.subtotal_minor),
    discountTotal: amount(line.discount_total_minor),
    total: amount(line.total_minor),
    tax: lineTaxFromRow(line, currency),
  };
}

function invoiceFromRow(row: InvoiceRow, lines: readonly InvoiceLine[]): Invoice {
  const amount = (minor: string) => money(BigInt(minor), row.currency);
  return {
    id: row.id,
    contractId: row.contract_id,
    customerId: row.customer_id,
    customerName: row.customer_name,
    status: row.status,
    invoiceNumber: isProvisional(row.number) ? null : row.invoice_number,
    consolidatedInvoiceId: row.consolidated_invoice_id,
    section: row.section,
    currency: row.currency,
    issueDate: row.issue_date,
    dueDate: row.due_date,
    originalIssueDate: row.original_issue_date,
    originalDueDate: row.original_due_date,
    netPaymentTerms: row.net_payment_terms,
    invoiceGroup: row.invoice_group,
    poNumber: row.po_number,
    subtotal: amount(row.subtotal_minor),
    discountTotal: amount(row.discount_total_minor),
    taxTotal: amount(row.tax_total_minor),
    total: amount(row.total_minor),
    amountPaid: amount(row.amount_paid_minor),
    amountCredited: amount(row.amount_credited_minor),
    balance: amount(row.balance_minor),
    memo: row.memo,
    source: row.source,
    holdReason: null,
    // jsonb does not keep the order of keys, and changes are detected by comparing texts.
    externalIds: row.external_ids.map(({ sourceType, externalId }) => ({ sourceType, externalId })),
    customFields: customFieldValuesFromRow(row.custom_field_values),
    syncStatus: row.sync_status,
    deliveryStatus: row.delivery_status,
    sentDate: row.sent_date,
    paidOn: row.paid_on,
    voidedAt: row.voided_at,
    uncollectibleOn: row.uncollectible_on,
    taxLines: taxLinesFromColumn(row.tax_lines, row.currency),
    parties: row.parties as Parties | null,
    issuedAt: row.issued_at,
    createdAt: row.created_at,
    lastUpdatedAt: row.last_updated_at,
    lines,
  };
}

/** The usage key of an issued line of usage or of a commitment. */
export function usageFromRow(
  line: Pick<
    RowOf<"invoice_line">,
    | "differentiator"
    | "invoice_split_key"
    | "commitment_id"
    | "commitment_schedule_id"
    | "commitment_period_start"
    | "is_correction"
  >,
): Pick<InvoiceLine, "differentiator" | "invoiceSplitKey" | "commitment" | "isCorrection"> {
  const { commitment_id: id, commitment_schedule_id: scheduleId, commitment_period_start: periodStart } = line;
  return {
    differentiator: line.differentiator,
    invoiceSplitKey: line.invoice_split_key,
    commitment:
      id === null || scheduleId === null || periodStart === null
        ? null
        : { id, scheduleId, periodStart: dayFrom(periodStart) },
    isCorrection: line.is_correction,
  };
}

function draftLines(stored: unknown, currency: string): InvoiceLine[] {
  return linesFromDraft(stored, currency).map((line) => ({ ...line, id: null, tax: null }));
}

function lineTaxFromRow(line: RowOf<"invoice_line">, currency: string): LineTax | null {
  if (line.tax_category === null || line.tax_rate === null) return null;
  return {
    category: line.tax_category as TaxCategory,
    rate: canonicalDecimal(line.tax_rate),
    tax: money(BigInt(line.tax_minor), currency),
  };
}

/** True for the placeholder number of a dry run. */
function isProvisional(number: string | null): boolean {
  return number !== null && BigInt(number) >= firstProvisionalNumber;
}
