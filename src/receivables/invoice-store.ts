import { type RawBuilder, sql } from "kysely";
import type { Day } from "../kernel/day.ts";
import { dayFrom, formatDay } from "../kernel/day.ts";
import { canonicalDecimal } from "../kernel/decimal.ts";
import { money } from "../kernel/money.ts";
import type { TaxCategory } from "../kernel/tax-category.ts";
import { cachedStatement } from "../platform/db/cached-statement.ts";
import { readOnce, sendAhead, type Tx } from "../platform/db/pool.ts";
import { updateRow } from "../platform/db/single-row.ts";
import type { RowOf } from "../schema/tables.ts";
import type { CreditableLine } from "./credit-memo.ts";
import { type InvoiceAccount, paidOn } from "./invoice-account.ts";

const columns = [
  "id",
  "contract_id",
  "customer_id",
  "invoice_number",
  "currency",
  "status",
  "issue_date",
  "due_date",
  "total_minor",
  "tax_total_minor",
  "amount_paid_minor",
  "amount_credited_minor",
  "uncollectible_on",
] as const;

/** The contracts of some invoices, unordered; unknown ids are left out. */
export async function contractsOfInvoices(tx: Tx, merchantId: string, ids: readonly string[]): Promise<string[]> {
  // The contract of an invoice never changes.
  return (await readOnce(tx, contractsById(tx, { merchantId, ids }))).map((row) => row.contract_id);
}

const contractsById = cachedStatement<"merchantId" | "ids", { contract_id: string }>((tx, given) =>
  tx
    .selectFrom("invoice")
    .select("contract_id")
    .distinct()
    .where("merchant_id", "=", given.merchantId)
    .where("id", "=", given.ids),
);

/** Locks the contracts of some invoices in the order of their ids, without reading them. */
export function lockContractsOfInvoices(tx: Tx, merchantId: string, ids: readonly string[]): void {
  sendAhead(tx, lockByInvoices(tx, { merchantId, ids }));
}

const lockByInvoices = cachedStatement<"merchantId" | "ids", unknown>((tx, given) => {
  const lock = sql`
    select id from contract where merchant_id = ${given.merchantId} and id = any(array(
      select contract_id from invoice where merchant_id = ${given.merchantId} and id = ${given.ids}))
    order by id for no key update`;
  return { compile: () => lock.compile(tx) };
});

/** The contracts of some invoice lines, unordered; unknown ids are left out. */
export async function contractsOfLines(tx: Tx, merchantId: string, lineIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ contract_id: string }>`
    select distinct invoice.contract_id from invoice_line as line
      join invoice on invoice.merchant_id = line.merchant_id and invoice.id = line.invoice_id
    where line.merchant_id = ${merchantId} and line.id = any(${lineIds}::uuid[])`.execute(tx);
  return rows.map((row) => row.contract_id);
}

/**
 * Invoices and drafts by id, locked until the transaction ends. They are locked in the order of their ids and then read by a second statement,
 * which sees the changes of earlier writers.
 */
export async function lockInvoices(
  tx: Tx,
  merchantId: string,
  ids: readonly string[],
): Promise<Map<string, InvoiceAccount>> {
  if (ids.length === 0) return new Map();
  sendAhead(tx, lockById(tx, { merchantId, ids }));
  const { rows } = await tx.executeQuery(accountsById(tx, { merchantId, ids }));
  return new Map(rows.map((row) => [row.id, accountFromRow(row)]));
}

type AccountRow = Pick<RowOf<"invoice">, (typeof columns)[number]> & { readonly last_applied_on: string | null };

const lockById = cachedStatement<"merchantId" | "ids", unknown>((tx, given) =>
  chosenById(tx, given).select("id").orderBy("id").forNoKeyUpdate(),
);
const accountsById = cachedStatement<"merchantId" | "ids", AccountRow>((tx, given) =>
  chosenById(tx, given).select([...columns, lastAppliedOn(given.merchantId)]),
);

/** The latest day of the applications of an invoice that are not reversed; null if there are none. */
const lastAppliedOn = (merchantId: RawBuilder<string>) =>
  sql<string | null>`(
    select max(applied_on) from application
    where application.merchant_id = ${merchantId} and application.invoice_id = invoice.id and application.reverses_id is null
      and not exists (
        select from application as reversal
        where reversal.merchant_id = ${merchantId} and reversal.reverses_id = application.id))`.as("last_applied_on");

function chosenById(tx: Tx, { merchantId, ids }: Readonly<Record<"merchantId" | "ids", RawBuilder<string>>>) {
  return tx.selectFrom("invoice").where("merchant_id", "=", merchantId).where("id", "=", ids);
}

function accountFromRow(row: AccountRow): InvoiceAccount {
  const amount = (minor: string) => money(BigInt(minor), row.currency);
  return {
    id: row.id,
    contractId: row.contract_id,
    customerId: row.customer_id,
    invoiceNumber: row.invoice_number,
    currency: row.currency,
    status: row.status,
    issueDate: dayFrom(row.issue_date),
    dueDate: dayFrom(row.due_date),
    total: amount(row.total_minor),
    tax: amount(row.tax_total_minor),
    amountPaid: amount(row.amount_paid_minor),
    amountCredited: amount(row.amount_credited_minor),
    lastAppliedOn: row.last_applied_on === null ? null : dayFrom(row.last_applied_on),
    uncollectibleOn: row.uncollectible_on === null ? null : dayFrom(row.uncollectible_on),
  };
}

/** Stores the paid and credited amounts of a locked invoice, and its status. */
export function saveApplied(tx: Tx, merchantId: string, invoice: InvoiceAccount, at: string): void {
  const day = paidOn(invoice);
  updateRow(
    tx,
    "invoice",
    { merchantId, id: invoice.id },
    {
      status: invoice.status,
      amount_paid_minor: invoice.amountPaid.minor,
      amount_credited_minor: invoice.amountCredited.minor,
      paid_on: day === null ? null : formatDay(day),
      uncollectible_on: invoice.uncollectibleOn === null ? null : formatDay(invoice.uncollectibleOn),
      last_updated_at: at,
    },
  );
}

/** Makes an invoice void: its lines no longer cover their periods. */
export async function markVoid(tx: Tx, merchantId: string, invoiceId: string, at: string): Promise<void> {
  await tx
    .updateTable("invoice")
    .set({ status: "VOID", voided_at: at, last_updated_at: at })
    .where("merchant_id", "=", merchantId)
    .where("id", "=", invoiceId)
    .execute();
  await tx
    .updateTable("invoice_line")
    .set({ is_void: true })
    .where("merchant_id", "=", merchantId)
    .where("invoice_id", "=", invoiceId)
    .execute();
}

/** Through which day non-void lines cover the terms of an invoice, and its contract; exclusive. */
export async function coverageOf(
  tx: Tx,
  merchantId: string,
  { invoiceId, contractId }: { invoiceId: string; contractId: string },
): Promise<{ readonly terms: Map<string, Day | null>; readonly contract: Day | null }> {
  const { rows } = await sql<{ term_id: string; is_named: boolean; through: string | null }>`
    select line.billing_term_id as term_id, bool_or(line.invoice_id = ${invoiceId}) as is_named,
      max(line.service_end) filter (where not line.is_void) as through
    from invoice_line as line
      join invoice on invoice.merchant_id = line.merchant_id and invoice.id = line.invoice_id
    where line.merchant_id = ${merchantId} and invoice.contract_id = ${contractId}
    group by line.billing_term_id`.execute(tx);
  const day = (text: string | null) => (text === null ? null : dayFrom(text));
  const ends = rows.flatMap((row) => day(row.through) ?? []);
  return {
    terms: new Map(rows.filter((row) => row.is_named).map((row) => [row.term_id, day(row.through)])),
    contract: ends.length === 0 ? null : Math.max(...ends),
  };
}

/** The number of a non-void credit memo that credits a line of this invoice, or undefined. */
export async function creditMemoCrediting(tx: Tx, merchantId: string, invoiceId: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom("credit_memo_item as item")
    .innerJoin("credit_memo as memo", (join) =>
      join.onRef("memo.merchant_id", "=", "item.merchant_id").onRef("memo.id", "=", "item.credit_memo_id"),
    )
    .select("memo.credit_memo_number")
    .where("item.merchant_id", "=", merchantId)
    .where("item.invoice_id", "=", invoiceId)
    .where("memo.status", "<>", "VOID")
    .orderBy("memo.number")
    .orderBy("memo.id")
    .limit(1)
    .executeTakeFirst();
  return row?.credit_memo_number;
}

/** True if a swap credit deducts part of a line of this invoice from invoices of another term. */
export async function isCreditedBySwap(tx: Tx, merchantId: string, invoiceId: string): Promise<boolean> {
  const row = await tx
    .selectFrom("invoice_line as line")
    .innerJoin("swap_credit_line as swapped", (join) =>
      join.onRef("swapped.merchant_id", "=", "line.merchant_id").onRef("swapped.invoice_line_id", "=", "line.id"),
    )
    .select("line.id")
    .where("line.merchant_id", "=", merchantId)
    .where("line.invoice_id", "=", invoiceId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

type LineRow = {
  id: string;
  invoice_id: string;
  contract_id: string;
  customer_id: string;
  billing_term_id: string;
  currency: string;
  is_open: boolean;
  is_written_off: boolean;
  service_start: string;
  service_end: string;
  total_minor: string;
  tax_minor: string;
  tax_category: TaxCategory | null;
  tax_rate: string | null;
  credited: string;
  credited_tax: string;
};

type ChosenLines =
  | { readonly lineIds: readonly string[] }
  | { readonly invoiceId: string }
  | { readonly contractId: string };

/** The chosen lines as SQL; of a contract, those that are issued and not void. */
function linesChosen(chosen: ChosenLines) {
  if ("lineIds" in chosen) return sql`line.id = any(${chosen.lineIds}::uuid[])`;
  if ("invoiceId" in chosen) return sql`line.invoice_id = ${chosen.invoiceId}`;
  return sql`invoice.contract_id = ${chosen.contractId} and invoice.status not in ('DRAFT', 'VOID')`;
}

/**
 * Lines of issued invoices with what non-void credit memos credited of them and what swap credits deduct, in invoice order.
 */
export async function creditableLines(tx: Tx, merchantId: string, chosen: ChosenLines): Promise<CreditableLine[]> {
  const condition = linesChosen(chosen);
  const { rows } = await sql<LineRow>`
    select line.id, line.invoice_id, invoice.contract_id, invoice.customer_id, line.billing_term_id, invoice.currency,
      invoice.status in ('ISSUED', 'PARTIALLY_PAID', 'PAID') as is_open,
      invoice.status = 'UNCOLLECTIBLE' as is_written_off,
      line.service_start, line.service_end, line.total_minor, line.tax_minor, line.tax_category, line.tax_rate,
      coalesce(sum(item.amount_minor) filter (where memo.status <> 'VOID'), 0) + coalesce(max(swapped.amount_minor), 0) as credited,
      coalesce(sum(item.tax_minor) filter (where memo.status <> 'VOID'), 0) + coalesce(max(swapped.tax_minor), 0) as credited_tax
    from invoice_line as line
      join invoice on invoice.merchant_id = line.merchant_id and invoice.id = line.invoice_id
      left join credit_memo_item as item
        on item.merchant_id = line.merchant_id and item.invoice_line_id = line.id and not item.is_beyond_line
      left join credit_memo as memo on memo.merchant_id = item.merchant_id and memo.id = item.credit_memo_id
      left join swap_credit_line as swapped
        on swapped.merchant_id = line.merchant_id and swapped.invoice_line_id = line.id
    where line.merchant_id = ${merchantId} and ${condition}
    group by invoice.merchant_id, invoice.id, line.merchant_id, line.invoice_id, line.line_number
    order by line.invoice_id, line.line_number`.execute(tx);
  return rows.map((row) => {
    const amount = (minor: string) => money(BigInt(minor), row.currency);
    return {
      invoiceLineId: row.id,
      invoiceId: row.invoice_id,
      contractId: row.contract_id,
      customerId: row.customer_id,
      billingTermId: row.billing_term_id,
      currency: row.currency,
      isOpen: row.is_open,
      isWrittenOff: row.is_written_off,
      service: { start: dayFrom(row.service_start), end: dayFrom(row.service_end) },
      total: amount(row.total_minor),
      tax: amount(row.tax_minor),
      taxCategory: row.tax_category,
      taxRate: row.tax_rate === null ? null : canonicalDecimal(row.tax_rate),
      credited: amount(row.credited),
      creditedTax: amount(row.credited_tax),
    };
  });
}
