import { sql } from "kysely";
import type { LineType } from "../billing-terms/line-type.ts";
import { assert } from "../kernel/assert.ts";
import { type Day, dayFrom, formatDay } from "../kernel/day.ts";
import { type Money, money } from "../kernel/money.ts";
import { cachedStatement } from "../platform/db/cached-statement.ts";
import { oneOf } from "../platform/db/columns.ts";
import { countedInsert } from "../platform/db/counted-insert.ts";
import type { Tx } from "../platform/db/pool.ts";
import type { RowOf } from "../schema/tables.ts";
import { contentOf, type StoredDraft } from "./difference.ts";
import type { Parties } from "./document/invoice-document.ts";
import { linesFromDraft, lineToDraft } from "./draft-lines.ts";
import type { SectionPlace, Totals } from "./issue.ts";
import { invoiceKey, type PlannedInvoice, type PlannedLine } from "./plan.ts";
import type { LineTax, TaxLine } from "./tax.ts";
import { taxLinesToColumn } from "./tax-columns.ts";

/** A stored draft, with the fields that a regeneration compares besides its lines. */
export type StoredInvoice = StoredDraft & {
  readonly poNumber: string | null;
  readonly taxTotal: Money;
  readonly invoice: PlannedInvoice;
};

/** Stored drafts of some contracts, by contract. */
export async function draftsOfContracts(
  tx: Tx,
  merchantId: string,
  contractIds: readonly string[],
): Promise<Map<string, StoredInvoice[]>> {
  const { rows } = await tx.executeQuery(draftRows(tx, { merchantId, contractIds }));
  const drafts = rows.map((row) => {
    const invoice: PlannedInvoice = {
      issueDate: dayFrom(row.issue_date),
      readyOn: dayFrom(row.ready_on ?? row.issue_date),
      dueDate: dayFrom(row.due_date),
      netPaymentTerms: row.net_payment_terms,
      invoiceGroup: row.invoice_group,
      lines: linesFromDraft(row.draft_lines, row.currency),
    };
    const { id, contract_id: contractId, po_number: poNumber } = row;
    const taxTotal = money(BigInt(row.tax_total_minor), row.currency);
    return { contractId, id, poNumber, taxTotal, invoice, key: invoiceKey(invoice), content: contentOf(invoice) };
  });
  return Map.groupBy(drafts, (draft) => draft.contractId);
}

const draftColumns = [
  ...(["id", "contract_id", "currency", "draft_lines", "tax_total_minor"] as const),
  ...(["issue_date", "ready_on", "due_date", "net_payment_terms", "invoice_group", "po_number"] as const),
] as const;
const draftRows = cachedStatement<"merchantId" | "contractIds", Pick<RowOf<"invoice">, (typeof draftColumns)[number]>>(
  (tx, given) =>
    tx
      .selectFrom("invoice")
      .select(draftColumns)
      .where("merchant_id", "=", given.merchantId)
      .where("contract_id", "=", given.contractIds)
      .where("status", "=", "DRAFT"),
);

export type DraftRow = {
  readonly id: string;
  readonly contractId: string;
  readonly customerId: string;
  readonly currency: string;
  readonly poNumber: string | null;
  readonly invoice: PlannedInvoice;
  readonly totals: Totals;
  readonly tax: { readonly lines: readonly LineTax[]; readonly taxLines: readonly TaxLine[] };
};

export type IssuedRow = DraftRow & {
  /** True if its draft becomes the invoice. */
  readonly isDrafted: boolean;
  /** Ids of its lines, in order. */
  readonly lineIds: readonly string[];
  /** Null if other books issued it: then it has their number. */
  readonly number: bigint | null;
  readonly invoiceNumber: string;
  readonly issueDate: Day;
  readonly dueDate: Day;
  readonly isPaid: boolean;
  readonly parties: Parties;
  readonly contentHash: Buffer;
  /** Its place in a consolidated invoice; null if it is a document of its own. */
  readonly place: SectionPlace | null;
};

/**
 * Inserts drafts in one statement. Drafts that are already due were freed by a void: they are on hold, so that the terms can be changed before
 * the invoice is issued again (data model 13.3).
 */
export async function insertDrafts(
  tx: Tx,
  merchantId: string,
  drafts: readonly DraftRow[],
  { at, today }: { readonly at: string; readonly today: Day },
): Promise<void> {
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
      draftLines: draftLines(draft),
      tax: { lines: [], taxLines: [] },
      parties: null,
      contentHash: null,
      place: null,
      isHeld: draft.invoice.readyOn <= today,
    })),
    at,
  );
}

/** Stores issued invoices: turns drafts into invoices, inserts the others, and inserts their lines, one statement each. */
export async function saveIssued(tx: Tx, merchantId: string, issued: readonly IssuedRow[], at: string): Promise<void> {
  if (issued.length === 0) return;
  const rowOf = (invoice: IssuedRow) => ({
    ...invoice,
    status: invoice.isPaid ? "PAID" : "ISSUED",
    draftLines: null,
    isHeld: false,
  });
  const drafts = issued.filter(({ isDrafted }) => isDrafted);
  const others = issued.filter(({ isDrafted }) => !isDrafted);
  await issueDrafts(tx, merchantId, drafts.map(rowOf), at);
  await insertInvoices(tx, merchantId, others.map(rowOf), at);
  await insertLines(tx, merchantId, issued);
}

async function insertLines(tx: Tx, merchantId: string, issued: readonly IssuedRow[]): Promise<void> {
  const lines = issued.flatMap(({ id, invoice, tax, lineIds }) =>
    invoice.lines.map((line, index) => ({
      id,
      line,
      tax: tax.lines[index],
      lineId: lineIds[index],
      number: index + 1,
    })),
  );
  const json = (value: unknown) => JSON.stringify(value);
  await countedInsert(sql`
    insert into invoice_line (merchant_id, id, invoice_id, line_number, billing_term_id, seat_amendment_id,
      price_amendment_id, type,
      service_start, service_end, name, description, item_id, class_id, quantity, unit_price, tiers, explanation,
      differentiator, invoice_split_key, commitment_id, commitment_schedule_id, commitment_period_start, is_correction,
      subtotal_minor, discount_total_minor, total_minor, tax_category, tax_rate, tax_minor)
    select ${merchantId}::uuid, line.* from unnest(
      ${lines.map(({ lineId }) => lineId)}::uuid[], ${lines.map(({ id }) => id)}::uuid[], ${lines.map(({ number }) => number)}::int[],
      ${lines.map(({ line }) => line.billingTermId)}::uuid[], ${lines.map(({ line }) => amendmentOf(line, "SEAT_TRUE_UP"))}::uuid[],
      ${lines.map(({ line }) => amendmentOf(line, "PRICE_TRUE_UP"))}::uuid[],
      ${lines.map(({ line }) => line.type)}::text[],
      ${lines.map(({ line }) => formatDay(line.period.start))}::date[],
      ${lines.map(({ line }) => formatDay(line.period.end))}::date[],
      ${lines.map(({ line }) => line.name)}::text[], ${lines.map(({ line }) => line.description)}::text[],
      ${lines.map(({ line }) => line.itemId)}::uuid[], ${lines.map(({ line }) => line.classId)}::uuid[],
      ${lines.map(({ line }) => line.quantity)}::numeric[], ${lines.map(({ line }) => line.unitPrice)}::numeric[],
      ${lines.map(({ line }) => (line.tiers.length === 0 ? null : json(line.tiers)))}::jsonb[],
      ${lines.map(({ line }) => (line.explanation === null ? null : json(line.explanation)))}::jsonb[],
      ${lines.map(({ line }) => line.differentiator)}::text[], ${lines.map(({ line }) => line.invoiceSplitKey)}::text[],
      ${lines.map(({ line }) => line.commitment?.id)}::uuid[], ${lines.map(({ line }) => line.commitment?.scheduleId)}::uuid[],
      ${lines.map(({ line: { commitment } }) => (commitment === null ? null : formatDay(commitment.periodStart)))}::date[],
      ${lines.map(({ line }) => line.isCorrection)}::boolean[],
      ${lines.map(({ line }) => line.subtotal.minor)}::bigint[],
      ${lines.map(({ line }) => line.discountTotal.minor)}::bigint[], ${lines.map(({ line }) => line.total.minor)}::bigint[],
      ${lines.map(({ tax }) => tax?.category)}::text[], ${lines.map(({ tax }) => tax?.rate)}::numeric[],
      ${lines.map(({ tax }) => tax?.tax.minor ?? 0n)}::bigint[]
    ) as line`).execute(tx);
}

type InsertRow = DraftRow & {
  readonly status: string;
  readonly number: bigint | null;
  readonly invoiceNumber: string | null;
  readonly issueDate: Day;
  readonly dueDate: Day;
  readonly draftLines: string | null;
  readonly parties: Parties | null;
  readonly contentHash: Buffer | null;
  readonly place: SectionPlace | null;
  readonly isHeld: boolean;
};

async function insertInvoices(tx: Tx, merchantId: string, rows: readonly InsertRow[], at: string): Promise<void> {
  if (rows.length === 0) return;
  await countedInsert(sql`
    insert into invoice (merchant_id, id, contract_id, customer_id, status, number, invoice_number, is_imported, currency, issue_date,
      due_date, original_issue_date, original_due_date, ready_on, net_payment_terms, invoice_group, po_number,
      billing_term_ids, subtotal_minor, discount_total_minor, tax_total_minor, total_minor, draft_lines, tax_lines, parties, content_hash, is_held,
      consolidated_invoice_id, section, issued_at,
      created_at, last_updated_at)
    select ${merchantId}::uuid, id, contract_id, customer_id, status, number, invoice_number, status <> 'DRAFT' and number is null, currency, issue_date, due_date,
      original_issue_date, original_due_date, ready_on, net_payment_terms, invoice_group, po_number, string_to_array(term_ids, ',')::uuid[], subtotal,
      discount_total, tax_total, total, draft_lines, tax_lines, parties, content_hash, is_held, consolidated_invoice_id, section,
      case when status = 'DRAFT' then null else ${at}::timestamptz end, ${at}::timestamptz, ${at}::timestamptz
    from ${invoiceRows(rows)}`).execute(tx);
}

/** Turns drafts into issued invoices. A memo of a draft is not kept. */
async function issueDrafts(tx: Tx, merchantId: string, rows: readonly InsertRow[], at: string): Promise<void> {
  if (rows.length === 0) return;
  const { numAffectedRows } = await sql`
    update invoice set status = row.status, number = row.number, invoice_number = row.invoice_number, customer_id = row.customer_id,
      issue_date = row.issue_date, due_date = row.due_date, original_issue_date = row.original_issue_date,
      original_due_date = row.original_due_date, ready_on = row.ready_on, po_number = row.po_number,
      billing_term_ids = string_to_array(row.term_ids, ',')::uuid[], subtotal_minor = row.subtotal, discount_total_minor = row.discount_total,
      tax_total_minor = row.tax_total, total_minor = row.total, draft_lines = null, tax_lines = row.tax_lines,
      parties = row.parties, content_hash = row.content_hash, is_held = false,
      consolidated_invoice_id = row.consolidated_invoice_id, section = row.section, memo = null, custom_fields = '{}',
      issued_at = ${at}::timestamptz, created_at = ${at}::timestamptz, last_updated_at = ${at}::timestamptz
    from ${invoiceRows(rows)}
    where invoice.merchant_id = ${merchantId} and invoice.id = row.id and invoice.status = 'DRAFT'`.execute(tx);
  assert(numAffectedRows === BigInt(rows.length), "the drafts of a locked contract stay until they are issued");
}

/** SQL: invoice rows as a table named "row". */
function invoiceRows(rows: readonly InsertRow[]) {
  return sql`unnest(
      ${rows.map((row) => row.id)}::uuid[], ${rows.map((row) => row.contractId)}::uuid[],
      ${rows.map((row) => row.customerId)}::uuid[], ${rows.map((row) => row.status)}::text[],
      ${rows.map((row) => row.number)}::bigint[], ${rows.map((row) => row.invoiceNumber)}::text[],
      ${rows.map((row) => row.currency)}::text[], ${rows.map((row) => formatDay(row.issueDate))}::date[],
      ${rows.map((row) => formatDay(row.dueDate))}::date[], ${rows.map((row) => formatDay(row.invoice.issueDate))}::date[],
      ${rows.map((row) => formatDay(row.invoice.dueDate))}::date[], ${rows.map((row) => readyColumn({ ...row.invoice, issueDate: row.issueDate }))}::date[],
      ${rows.map((row) => row.invoice.netPaymentTerms)}::int[],
      ${rows.map((row) => row.invoice.invoiceGroup)}::text[], ${rows.map((row) => row.poNumber)}::text[],
      ${rows.map((row) => termIdsOf(row.invoice).join(","))}::text[],
      ${rows.map((row) => row.totals.subtotal.minor)}::bigint[], ${rows.map((row) => row.totals.discountTotal.minor)}::bigint[],
      ${rows.map((row) => row.totals.taxTotal.minor)}::bigint[], ${rows.map((row) => row.totals.total.minor)}::bigint[],
      ${rows.map((row) => row.draftLines)}::jsonb[], ${rows.map((row) => taxLinesToColumn(row.tax.taxLines))}::jsonb[],
      ${rows.map((row) => (row.parties === null ? null : JSON.stringify(row.parties)))}::jsonb[],
      ${rows.map((row) => (row.contentHash === null ? null : `\\x${row.contentHash.toString("hex")}`))}::bytea[],
      ${rows.map((row) => row.isHeld)}::boolean[], ${rows.map((row) => row.place?.consolidatedInvoiceId)}::uuid[],
      ${rows.map((row) => row.place?.section)}::int[]
    ) as row (id, contract_id, customer_id, status, number, invoice_number, currency, issue_date, due_date,
      original_issue_date, original_due_date, ready_on, net_payment_terms, invoice_group, po_number, term_ids, subtotal,
      discount_total, tax_total, total, draft_lines, tax_lines, parties, content_hash, is_held, consolidated_invoice_id, section)`;
}

/** Updates a draft with the lines, dates and totals of the present plan. */
export async function updateDraft(
  tx: Tx,
  merchantId: string,
  draft: DraftRow,
  { at, isHeld }: { readonly at: string; readonly isHeld: boolean },
): Promise<void> {
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
      draft_lines: draftLines(draft),
      last_updated_at: at,
      ...(isHeld ? { is_held: true } : {}),
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
    .where("id", "=", oneOf(ids))
    .where("status", "=", "DRAFT")
    .execute();
}

function readyColumn({ readyOn: day, issueDate }: PlannedInvoice): string | null {
  return day > issueDate ? formatDay(day) : null;
}

/** The amendment of a true-up line of a type; null for other lines. */
function amendmentOf({ type, amendmentId }: PlannedLine, of: LineType): string | null {
  return type === of ? amendmentId : null;
}

function draftLines({ invoice }: DraftRow): string {
  return JSON.stringify(invoice.lines.map(lineToDraft));
}

function termIdsOf(invoice: PlannedInvoice): string[] {
  return [...new Set(invoice.lines.map((line) => line.billingTermId))];
}
