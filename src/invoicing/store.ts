import { type Selectable, sql } from "kysely";
import { currenciesWithMinorDigits } from "../kernel/currency.ts";
import { type Day, formatDay } from "../kernel/day.ts";
import { canonicalDecimal } from "../kernel/decimal.ts";
import { money } from "../kernel/money.ts";
import { dayFromColumn } from "../platform/db/columns.ts";
import type { Tx } from "../platform/db/pool.ts";
import type { InvoiceTable } from "../platform/db/tables.ts";
import { column, type FilterTarget, filterConditions } from "../platform/http/filter-sql.ts";
import { type ListQuery, offsetOf } from "../platform/http/list-query.ts";
import { contentOf, lineKey, type StoredDraft } from "./difference.ts";
import { linesFromDraft, lineToDraft } from "./draft-lines.ts";
import type { Invoice, InvoiceLine } from "./invoice.ts";
import type { Totals } from "./issue.ts";
import { invoiceKey, type LineType, type PlannedInvoice } from "./plan.ts";

/** The periods that issued, non-void lines of some contracts cover, by contract. */
export async function issuedLineKeys(
  tx: Tx,
  merchantId: string,
  termIds: readonly string[],
): Promise<Map<string, { key: string; end: Day }[]>> {
  const rows = await tx
    .selectFrom("invoice_line")
    .select(["billing_term_id", "type", "service_start", "service_end"])
    .where("merchant_id", "=", merchantId)
    .where("billing_term_id", "=", sql<string>`any(${termIds}::uuid[])`)
    .where("is_void", "=", false)
    .execute();
  const keys = rows.map((row) => ({
    billingTermId: row.billing_term_id,
    key: lineKey({
      billingTermId: row.billing_term_id,
      type: row.type as LineType,
      start: dayFromColumn(row.service_start),
    }),
    end: dayFromColumn(row.service_end),
  }));
  return Map.groupBy(keys, (key) => key.billingTermId);
}

/** Stored drafts of some contracts, by contract. */
export async function draftsOfContracts(
  tx: Tx,
  merchantId: string,
  contractIds: readonly string[],
): Promise<Map<string, (StoredDraft & { poNumber: string | null })[]>> {
  const rows = await tx
    .selectFrom("invoice")
    .select(["id", "contract_id", "currency", "draft_lines"])
    .select(["issue_date", "due_date", "net_payment_terms", "invoice_group", "po_number"])
    .where("merchant_id", "=", merchantId)
    .where("contract_id", "=", sql<string>`any(${contractIds}::uuid[])`)
    .where("status", "=", "DRAFT")
    .execute();
  const drafts = rows.map((row) => {
    const invoice: PlannedInvoice = {
      issueDate: dayFromColumn(row.issue_date),
      dueDate: dayFromColumn(row.due_date),
      netPaymentTerms: row.net_payment_terms,
      invoiceGroup: row.invoice_group,
      lines: linesFromDraft(row.draft_lines, row.currency),
    };
    const { id, contract_id: contractId, po_number: poNumber } = row;
    return { contractId, id, poNumber, key: invoiceKey(invoice), content: contentOf(invoice) };
  });
  return Map.groupBy(drafts, (draft) => draft.contractId);
}

export type DraftRow = {
  readonly id: string;
  readonly contractId: string;
  readonly customerId: string;
  readonly currency: string;
  readonly poNumber: string | null;
  readonly invoice: PlannedInvoice;
  readonly totals: Totals;
};

export type IssuedRow = DraftRow & {
  readonly number: bigint;
  readonly invoiceNumber: string;
  readonly issueDate: Day;
  readonly dueDate: Day;
  readonly isPaid: boolean;
  readonly contentHash: Buffer;
};

/** Inserts drafts in one statement. */
export async function insertDrafts(tx: Tx, merchantId: string, drafts: readonly DraftRow[], at: string): Promise<void> {
  if (drafts.length === 0) return;
  await insertInvoices(
    tx,
    merchantId,
    drafts.map((draft) => ({
      ...draft,
      status: "DRAFT",
      number: null,
      invoiceNumber: null,
      issueDate: draft.invoice.issueDate,
      dueDate: draft.invoice.dueDate,
      draftLines: JSON.stringify(draft.invoice.lines.map(lineToDraft)),
      contentHash: null,
    })),
    at,
  );
}

/** Inserts issued invoices and their lines, one statement each. */
export async function insertIssued(
  tx: Tx,
  merchantId: string,
  issued: readonly IssuedRow[],
  at: string,
): Promise<void> {
  if (issued.length === 0) return;
  await insertInvoices(
    tx,
    merchantId,
    issued.map((invoice) => ({ ...invoice, status: invoice.isPaid ? "PAID" : "ISSUED", draftLines: null })),
    at,
  );
  const lines = issued.flatMap(({ id, invoice }) =>
    invoice.lines.map((line, index) => ({ id, line, number: index + 1 })),
  );
  await sql`
    insert into invoice_line (merchant_id, invoice_id, line_number, billing_term_id, type, service_start, service_end, name,
      description, quantity, unit_price, subtotal_minor, discount_total_minor, total_minor)
    select ${merchantId}::uuid, line.* from unnest(
      ${lines.map(({ id }) => id)}::uuid[], ${lines.map(({ number }) => number)}::int[],
      ${lines.map(({ line }) => line.billingTermId)}::uuid[], ${lines.map(({ line }) => line.type)}::text[],
      ${lines.map(({ line }) => formatDay(line.period.start))}::date[],
      ${lines.map(({ line }) => formatDay(line.period.end))}::date[],
      ${lines.map(({ line }) => line.name)}::text[], ${lines.map(({ line }) => line.description)}::text[],
      ${lines.map(({ line }) => line.quantity)}::numeric[], ${lines.map(({ line }) => line.unitPrice)}::numeric[],
      ${lines.map(({ line }) => line.subtotal.minor)}::bigint[],
      ${lines.map(({ line }) => line.discountTotal.minor)}::bigint[], ${lines.map(({ line }) => line.total.minor)}::bigint[]
    ) as line`.execute(tx);
}

type InsertRow = DraftRow & {
  readonly status: string;
  readonly number: bigint | null;
  readonly invoiceNumber: string | null;
  readonly issueDate: Day;
  readonly dueDate: Day;
  readonly draftLines: string | null;
  readonly contentHash: Buffer | null;
};

async function insertInvoices(tx: Tx, merchantId: string, rows: readonly InsertRow[], at: string): Promise<void> {
  await sql`
    insert into invoice (merchant_id, id, contract_id, customer_id, status, number, invoice_number, currency, issue_date,
      due_date, original_issue_date, original_due_date, net_payment_terms, invoice_group, po_number, billing_term_ids,
      subtotal_minor, discount_total_minor, tax_total_minor, total_minor, draft_lines, content_hash, issued_at, created_at,
      last_updated_at)
    select ${merchantId}::uuid, id, contract_id, customer_id, status, number, invoice_number, currency, issue_date, due_date,
      original_issue_date, original_due_date, net_payment_terms, invoice_group, po_number, term_ids::uuid[], subtotal,
      discount_total, tax_total, total, draft_lines, content_hash,
      case when status = 'DRAFT' then null else ${at}::timestamptz end, ${at}::timestamptz, ${at}::timestamptz
    from unnest(
      ${rows.map((row) => row.id)}::uuid[], ${rows.map((row) => row.contractId)}::uuid[],
      ${rows.map((row) => row.customerId)}::uuid[], ${rows.map((row) => row.status)}::text[],
      ${rows.map((row) => row.number)}::bigint[], ${rows.map((row) => row.invoiceNumber)}::text[],
      ${rows.map((row) => row.currency)}::text[], ${rows.map((row) => formatDay(row.issueDate))}::date[],
      ${rows.map((row) => formatDay(row.dueDate))}::date[], ${rows.map((row) => formatDay(row.invoice.issueDate))}::date[],
      ${rows.map((row) => formatDay(row.invoice.dueDate))}::date[], ${rows.map((row) => row.invoice.netPaymentTerms)}::int[],
      ${rows.map((row) => row.invoice.invoiceGroup)}::text[], ${rows.map((row) => row.poNumber)}::text[],
      ${rows.map((row) => `{${termIdsOf(row.invoice).join(",")}}`)}::text[],
      ${rows.map((row) => row.totals.subtotal.minor)}::bigint[], ${rows.map((row) => row.totals.discountTotal.minor)}::bigint[],
      ${rows.map((row) => row.totals.taxTotal.minor)}::bigint[], ${rows.map((row) => row.totals.total.minor)}::bigint[],
      ${rows.map((row) => row.draftLines)}::jsonb[],
      ${rows.map((row) => (row.contentHash === null ? null : `\\x${row.contentHash.toString("hex")}`))}::bytea[]
    ) as row (id, contract_id, customer_id, status, number, invoice_number, currency, issue_date, due_date,
      original_issue_date, original_due_date, net_payment_terms, invoice_group, po_number, term_ids, subtotal,
      discount_total, tax_total, total, draft_lines, content_hash)`.execute(tx);
}

/** Gives a draft the lines, dates and totals that the plan has now. */
export async function updateDraft(tx: Tx, merchantId: string, draft: DraftRow, at: string): Promise<void> {
  const { invoice, totals } = draft;
  await tx
    .updateTable("invoice")
    .set({
      customer_id: draft.customerId,
      po_number: draft.poNumber,
      due_date: formatDay(invoice.dueDate),
      original_due_date: formatDay(invoice.dueDate),
      billing_term_ids: termIdsOf(invoice),
      subtotal_minor: totals.subtotal.minor,
      discount_total_minor: totals.discountTotal.minor,
      tax_total_minor: totals.taxTotal.minor,
      total_minor: totals.total.minor,
      draft_lines: JSON.stringify(invoice.lines.map(lineToDraft)),
      last_updated_at: at,
    })
    .where("merchant_id", "=", merchantId)
    .where("id", "=", draft.id)
    .where("status", "=", "DRAFT")
    .execute();
}

export async function deleteDrafts(tx: Tx, merchantId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .deleteFrom("invoice")
    .where("merchant_id", "=", merchantId)
    .where("id", "=", sql<string>`any(${ids}::uuid[])`)
    .where("status", "=", "DRAFT")
    .execute();
}

/** The earliest issue date of a stored draft up to `through`, or undefined. */
export async function nextDueDate(tx: Tx, merchantId: string, through: Day): Promise<Day | undefined> {
  const row = await tx
    .selectFrom("invoice")
    .select((eb) => eb.fn.min("issue_date").as("date"))
    .where("merchant_id", "=", merchantId)
    .where("status", "=", "DRAFT")
    .where("issue_date", "<=", formatDay(through))
    .executeTakeFirst();
  return row?.date == null ? undefined : dayFromColumn(row.date);
}

/** Contracts with a draft due by `through`, in id order from the one behind `after`, at most `limit`. */
export async function contractsWithDueDrafts(
  tx: Tx,
  merchantId: string,
  { through, after, limit }: { through: Day; after: string | undefined; limit: number },
): Promise<string[]> {
  let selection = tx
    .selectFrom("invoice")
    .select("contract_id")
    .distinct()
    .where("merchant_id", "=", merchantId)
    .where("status", "=", "DRAFT")
    .where("issue_date", "<=", formatDay(through));
  if (after !== undefined) selection = selection.where("contract_id", ">", after);
  const rows = await selection.orderBy("contract_id").limit(limit).execute();
  return rows.map((row) => row.contract_id);
}

const invoiceFilters: Readonly<Record<string, FilterTarget>> = {
  customerId: column(sql.ref("invoice.customer_id")),
  contractId: column(sql.ref("invoice.contract_id")),
  billingTermId: (filter) => {
    const matches = column(sql.ref("term.id"))(filter);
    return sql`exists (select from unnest(invoice.billing_term_ids) as term (id) where ${matches})`;
  },
  status: column(sql.ref("invoice.status")),
  issueDate: column(sql.ref("invoice.issue_date")),
  dueDate: column(sql.ref("invoice.due_date")),
  // Amounts are stored in minor units and compared in major ones.
  total: column(sql`(invoice.total_minor::numeric / case
    when invoice.currency = any(${currenciesWithMinorDigits(0)}::text[]) then 1
    when invoice.currency = any(${currenciesWithMinorDigits(3)}::text[]) then 1000
    when invoice.currency = any(${currenciesWithMinorDigits(4)}::text[]) then 10000
    else 100 end)`),
  invoiceNumber: column(sql.ref("invoice.invoice_number")),
  lastUpdatedAt: column(sql.ref("invoice.last_updated_at")),
};

/** One page of invoices, newest first, with their lines. */
export async function listInvoices(
  tx: Tx,
  merchantId: string,
  list: ListQuery,
): Promise<{ invoices: Invoice[]; totalItems: number }> {
  const selection = tx
    .selectFrom("invoice")
    .where("merchant_id", "=", merchantId)
    .where((eb) => eb.and(filterConditions(list.filters, invoiceFilters)));
  const { total } = await selection.select((eb) => eb.fn.countAll<string>().as("total")).executeTakeFirstOrThrow();
  const page = selection
    .select("id")
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(list.limit)
    .offset(offsetOf(list));
  const rows = await tx
    .selectFrom("invoice")
    .selectAll()
    .where("merchant_id", "=", merchantId)
    .where("id", "in", page)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
  return { invoices: await withLines(tx, merchantId, rows), totalItems: Number(total) };
}

/** One invoice, or undefined. */
export async function findInvoice(tx: Tx, merchantId: string, invoiceId: string): Promise<Invoice | undefined> {
  const rows = await tx
    .selectFrom("invoice")
    .selectAll()
    .where("merchant_id", "=", merchantId)
    .where("id", "=", invoiceId)
    .execute();
  return (await withLines(tx, merchantId, rows))[0];
}

/** Invoices and drafts of one contract, oldest issue date first. */
export async function invoicesOfContract(tx: Tx, merchantId: string, contractId: string): Promise<Invoice[]> {
  const rows = await tx
    .selectFrom("invoice")
    .selectAll()
    .where("merchant_id", "=", merchantId)
    .where("contract_id", "=", contractId)
    .orderBy("issue_date")
    .orderBy("number")
    .orderBy("id")
    .execute();
  return withLines(tx, merchantId, rows);
}

async function withLines(tx: Tx, merchantId: string, rows: readonly Selectable<InvoiceTable>[]): Promise<Invoice[]> {
  const issuedIds = rows.filter((row) => row.status !== "DRAFT").map((row) => row.id);
  const lineRows = await tx
    .selectFrom("invoice_line")
    .selectAll()
    .where("merchant_id", "=", merchantId)
    .where("invoice_id", "=", sql<string>`any(${issuedIds}::uuid[])`)
    .orderBy("invoice_id")
    .orderBy("line_number")
    .execute();
  const linesByInvoice = Map.groupBy(lineRows, (row) => row.invoice_id);
  return rows.map((row) => {
    const amount = (minor: string) => money(BigInt(minor), row.currency);
    const issuedLines = (linesByInvoice.get(row.id) ?? []).map(
      (line): InvoiceLine => ({
        type: line.type as LineType,
        billingTermId: line.billing_term_id,
        name: line.name,
        description: line.description,
        period: { start: dayFromColumn(line.service_start), end: dayFromColumn(line.service_end) },
        quantity: canonicalDecimal(line.quantity),
        unitPrice: canonicalDecimal(line.unit_price),
        subtotal: amount(line.subtotal_minor),
        discountTotal: amount(line.discount_total_minor),
        total: amount(line.total_minor),
      }),
    );
    return {
      id: row.id,
      contractId: row.contract_id,
      customerId: row.customer_id,
      status: row.status,
      invoiceNumber: row.invoice_number,
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
      issuedAt: row.issued_at,
      createdAt: row.created_at,
      lastUpdatedAt: row.last_updated_at,
      lines: row.status === "DRAFT" ? linesFromDraft(row.draft_lines, row.currency) : issuedLines,
    };
  });
}

function termIdsOf(invoice: PlannedInvoice): string[] {
  return [...new Set(invoice.lines.map((line) => line.billingTermId))];
}
