import { sql } from "kysely";
import { formatDay } from "../kernel/day.ts";
import { money } from "../kernel/money.ts";
import { dayFromColumn, monthColumn, monthFromColumn } from "../platform/db/columns.ts";
import type { Tx } from "../platform/db/pool.ts";
import type { LineType } from "./line-type.ts";
import type { BillingReduction, NewReduction, RevenueEffect } from "./reduction.ts";

/** Records reductions in one statement. */
export async function insertReductions(
  tx: Tx,
  merchantId: string,
  reductions: readonly NewReduction[],
  createdAt: string,
): Promise<void> {
  if (reductions.length === 0) return;
  await tx
    .insertInto("billing_reduction")
    .values(
      reductions.map((reduction) => ({
        merchant_id: merchantId,
        id: reduction.id,
        contract_id: reduction.contractId,
        billing_term_id: reduction.billingTermId,
        amount_minor: reduction.amount.minor,
        service_start: formatDay(reduction.service.start),
        service_end: formatDay(reduction.service.end),
        revenue_effect: reduction.revenueEffect,
        date: formatDay(reduction.date),
        book_month: monthColumn(reduction.bookMonth),
        source_type: reduction.source.type,
        source_id: reduction.source.id,
        invoice_line_id: reduction.invoiceLineId,
        created_at: createdAt,
      })),
    )
    .execute();
}

/** Every reduction of some contracts, oldest date first, voids of them included; `id` breaks ties. */
export function reductionsOfContracts(
  tx: Tx,
  merchantId: string,
  contractIds: readonly string[],
): Promise<BillingReduction[]> {
  return reductionsWhere(tx, merchantId, sql`reduction.contract_id = any(${contractIds}::uuid[])`);
}

/** Every reduction of some lines of invoices, in the same order. */
export function reductionsOfLines(
  tx: Tx,
  merchantId: string,
  invoiceLineIds: readonly string[],
): Promise<BillingReduction[]> {
  return reductionsWhere(tx, merchantId, sql`reduction.invoice_line_id = any(${invoiceLineIds}::uuid[])`);
}

type ReductionRow = {
  id: string;
  contract_id: string;
  billing_term_id: string;
  amount_minor: string;
  currency: string;
  service_start: string;
  service_end: string;
  revenue_effect: RevenueEffect;
  date: string;
  book_month: string;
  source_type: BillingReduction["source"]["type"];
  source_id: string;
  invoice_line_id: string;
  line_type: LineType;
  created_at: string;
};

async function reductionsWhere(
  tx: Tx,
  merchantId: string,
  condition: ReturnType<typeof sql>,
): Promise<BillingReduction[]> {
  const { rows } = await sql<ReductionRow>`
    select reduction.*, contract.currency, line.type as line_type
    from billing_reduction as reduction
      join contract on contract.merchant_id = reduction.merchant_id and contract.id = reduction.contract_id
      join invoice_line as line on line.merchant_id = reduction.merchant_id and line.id = reduction.invoice_line_id
    where reduction.merchant_id = ${merchantId} and ${condition}
    order by reduction.date, reduction.id`.execute(tx);
  return rows.map((row) => ({
    id: row.id,
    contractId: row.contract_id,
    billingTermId: row.billing_term_id,
    amount: money(BigInt(row.amount_minor), row.currency),
    service: { start: dayFromColumn(row.service_start), end: dayFromColumn(row.service_end) },
    revenueEffect: row.revenue_effect,
    date: dayFromColumn(row.date),
    bookMonth: monthFromColumn(row.book_month),
    source: { type: row.source_type, id: row.source_id },
    invoiceLineId: row.invoice_line_id,
    lineType: row.line_type,
    createdAt: row.created_at,
  }));
}
