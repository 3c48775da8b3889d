import { sql } from "kysely";
import { dayFrom, formatDay } from "../kernel/day.ts";
import { money } from "../kernel/money.ts";
import { markContractsChanged } from "../platform/contract-changes.ts";
import { monthColumn, monthFromColumn } from "../platform/db/columns.ts";
import type { Tx } from "../platform/db/pool.ts";
import type { RowOf } from "../schema/tables.ts";
import type { BillingCredit, NewBillingCredit } from "./billing-credit.ts";
import type { LineType } from "./line-type.ts";

/** Records billing credits in one statement. */
export async function insertBillingCredits(
  tx: Tx,
  merchantId: string,
  billingCredits: readonly NewBillingCredit[],
  createdAt: string,
): Promise<void> {
  if (billingCredits.length === 0) return;
  await tx
    .insertInto("billing_credit")
    .values(
      billingCredits.map((billingCredit) => ({
        merchant_id: merchantId,
        id: billingCredit.id,
        contract_id: billingCredit.contractId,
        billing_term_id: billingCredit.billingTermId,
        amount_minor: billingCredit.amount.minor,
        service_start: formatDay(billingCredit.service.start),
        service_end: formatDay(billingCredit.service.end),
        revenue_effect: billingCredit.revenueEffect,
        date: formatDay(billingCredit.date),
        book_month: monthColumn(billingCredit.bookMonth),
        source_type: billingCredit.source.type,
        source_id: billingCredit.source.id,
        invoice_line_id: billingCredit.invoiceLineId,
        created_at: createdAt,
      })),
    )
    .execute();
  // A payment after a write-off lowers the credit, and publishes no event of the contract, so its revenue is marked here.
  await markContractsChanged(tx, merchantId, [...new Set(billingCredits.map(({ contractId }) => contractId))]);
}

/** Every billing credit of some contracts, oldest date first, voids of them included; `id` breaks ties. */
export function billingCreditsOfContracts(
  tx: Tx,
  merchantId: string,
  contractIds: readonly string[],
): Promise<BillingCredit[]> {
  return billingCreditsWhere(tx, merchantId, sql`credit.contract_id = any(${contractIds}::uuid[])`);
}

/** Every billing credit of some lines of invoices, in the same order. */
export function billingCreditsOfLines(
  tx: Tx,
  merchantId: string,
  invoiceLineIds: readonly string[],
): Promise<BillingCredit[]> {
  return billingCreditsWhere(tx, merchantId, sql`credit.invoice_line_id = any(${invoiceLineIds}::uuid[])`);
}

type BillingCreditRow = RowOf<"billing_credit"> & { currency: string; line_type: LineType };

async function billingCreditsWhere(
  tx: Tx,
  merchantId: string,
  condition: ReturnType<typeof sql>,
): Promise<BillingCredit[]> {
  const { rows } = await sql<BillingCreditRow>`
    select credit.*, contract.currency, line.type as line_type
    from billing_credit as credit
      join contract on contract.merchant_id = credit.merchant_id and contract.id = credit.contract_id
      join invoice_line as line on line.merchant_id = credit.merchant_id and line.id = credit.invoice_line_id
    where credit.merchant_id = ${merchantId} and ${condition}
    order by credit.date, credit.id`.execute(tx);
  return rows.map((row) => ({
    id: row.id,
    contractId: row.contract_id,
    billingTermId: row.billing_term_id,
    amount: money(BigInt(row.amount_minor), row.currency),
    service: { start: dayFrom(row.service_start), end: dayFrom(row.service_end) },
    revenueEffect: row.revenue_effect,
    date: dayFrom(row.date),
    bookMonth: monthFromColumn(row.book_month),
    source: { type: row.source_type, id: row.source_id },
    invoiceLineId: row.invoice_line_id,
    lineType: row.line_type,
    createdAt: row.created_at,
  }));
}
