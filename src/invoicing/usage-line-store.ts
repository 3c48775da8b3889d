import { sql } from "kysely";
import type { TierCharge } from "../billing-terms/charges/tier-price.ts";
import type { LineType } from "../billing-terms/line-type.ts";
import { dayFrom } from "../kernel/day.ts";
import { canonicalDecimal } from "../kernel/decimal.ts";
import { money } from "../kernel/money.ts";
import type { TaxCategory } from "../kernel/tax-category.ts";
import { oneOf } from "../platform/db/columns.ts";
import type { Tx } from "../platform/db/pool.ts";
import type { TaxTreatment } from "./tax.ts";
import { type IssuedUsageLine, isUsageLine } from "./usage-plan.ts";

type Row = {
  line_id: string;
  contract_id: string;
  invoice_id: string;
  invoice_number: string;
  issue_date: string;
  billing_term_id: string;
  type: LineType;
  service_start: string;
  service_end: string;
  differentiator: string | null;
  invoice_split_key: string | null;
  commitment_id: string | null;
  commitment_schedule_id: string | null;
  commitment_period_start: string | null;
  quantity: string | null;
  tiers: readonly TierCharge[] | null;
  subtotal: string;
  total: string;
  creditable: string;
  written_off: string;
  currency: string;
  tax_category: TaxCategory | null;
  tax_rate: string | null;
};

/**
 * Billed usage of some contracts, oldest invoice first: invoice lines that are not void, and credit memo lines for corrected usage. Manual
 * credits are not included: they do not change usage.
 */
export async function billedUsage(
  tx: Tx,
  merchantId: string,
  contractIds: readonly string[],
): Promise<IssuedUsageLine[]> {
  const { rows } = await sql<Row>`
    with line as (
      select line.*, invoice.contract_id, invoice.currency, invoice.number, invoice.invoice_number,
        invoice.issue_date, invoice.uncollectible_on is not null as is_written_off,
        line.total_minor - coalesce((
          select sum(amount_minor) from billing_credit as credit
          where credit.merchant_id = line.merchant_id and credit.invoice_line_id = line.id
            and credit.revenue_effect <> 'IN_PRICE'), 0) as uncredited
      from invoice join invoice_line as line
        on line.merchant_id = invoice.merchant_id and line.invoice_id = invoice.id
      where invoice.merchant_id = ${merchantId} and invoice.contract_id = any(${contractIds}::uuid[])
        and not line.is_void and (line.commitment_id is not null or line.type in ('USAGE', 'LATE_USAGE', 'MINIMUM'))
    )
    select id as line_id, contract_id, invoice_id, invoice_number, issue_date, billing_term_id, type, service_start,
      service_end, differentiator, invoice_split_key,
      (case when is_written_off then least(uncredited, 0) else uncredited end)::text as creditable,
      (case when is_written_off then greatest(uncredited, 0) else 0 end)::text as written_off,
      commitment_id, commitment_schedule_id, commitment_period_start, quantity, tiers, subtotal_minor as subtotal,
      total_minor as total, currency, tax_category, tax_rate, number, line_number
    from line
    union all
    select line.id, line.contract_id, line.invoice_id, invoice_number, issue_date, line.billing_term_id, line.type,
      credit.service_start, credit.service_end, differentiator, invoice_split_key,
      (case when is_written_off then 0 else -credit.amount_minor end)::text,
      (case when is_written_off then -credit.amount_minor else 0 end)::text,
      commitment_id, commitment_schedule_id, commitment_period_start, null, null,
      -credit.amount_minor, -credit.amount_minor, currency, tax_category, tax_rate, number, line_number
    from line join billing_credit as credit
      on credit.merchant_id = line.merchant_id and credit.invoice_line_id = line.id
    where credit.revenue_effect = 'IN_PRICE'
    order by number, line_number`.execute(tx);
  return rows.map((row) => ({
    lineId: row.line_id,
    contractId: row.contract_id,
    invoice: { id: row.invoice_id, number: row.invoice_number, issueDate: dayFrom(row.issue_date) },
    type: row.type,
    service: { start: dayFrom(row.service_start), end: dayFrom(row.service_end) },
    billingTermId: row.billing_term_id,
    differentiator: row.differentiator,
    invoiceSplitKey: row.invoice_split_key,
    scheduleId: row.commitment_schedule_id ?? undefined,
    periodStart: row.commitment_period_start === null ? undefined : dayFrom(row.commitment_period_start),
    commitmentId: row.commitment_id,
    treatment: treatmentFromRow(row),
    quantity: row.quantity === null ? null : canonicalDecimal(row.quantity),
    tiers: row.tiers ?? [],
    subtotal: money(BigInt(row.subtotal), row.currency),
    total: money(BigInt(row.total), row.currency),
    creditable: money(BigInt(row.creditable), row.currency),
    writtenOff: money(BigInt(row.written_off), row.currency),
  }));
}

function treatmentFromRow({ tax_category: category, tax_rate: rate }: Row): TaxTreatment | null {
  return category === null || rate === null ? null : { category, rate: canonicalDecimal(rate) };
}

/** Which of some invoice lines bill usage, with their types. */
export async function usageLinesAmong(
  tx: Tx,
  merchantId: string,
  lineIds: readonly string[],
): Promise<ReadonlyMap<string, LineType>> {
  const rows = await tx
    .selectFrom("invoice_line")
    .select(["id", "type", "commitment_id as commitmentId"])
    .where("merchant_id", "=", merchantId)
    .where("id", "=", oneOf(lineIds))
    .execute();
  const lines = rows.map(({ id, type, commitmentId }) => ({ id, type: type as LineType, commitmentId }));
  return new Map(lines.filter(isUsageLine).map(({ id, type }) => [id, type]));
}
