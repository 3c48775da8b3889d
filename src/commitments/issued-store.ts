import { sql } from "kysely";
import type { LineType } from "../billing-terms/line-type.ts";
import { type Day, dayFrom } from "../kernel/day.ts";
import type { Period } from "../kernel/periods.ts";
import type { Tx } from "../platform/db/pool.ts";

/** A line of an issued invoice that is not void, of a term or a commitment; or a credit of such a line for reduced usage, with a negative amount. */
export type IssuedCommitmentLine = {
  readonly type: LineType;
  readonly billingTermId: string;
  readonly service: Period;
  /** The commitment and period that it bills; null for a line of the term outside commitments. */
  readonly commitment: {
    readonly id: string;
    readonly scheduleId: string;
    readonly periodStart: Day;
    readonly differentiator: string | null;
    readonly invoiceSplitKey: string | null;
  } | null;
  readonly totalMinor: bigint;
  readonly invoiceId: string;
  /** When its invoice was issued. */
  readonly issuedAt: string | null;
};

type Row = {
  type: LineType;
  billing_term_id: string;
  service_start: string;
  service_end: string;
  commitment_id: string | null;
  commitment_schedule_id: string;
  commitment_period_start: string;
  differentiator: string | null;
  invoice_split_key: string | null;
  total_minor: string;
  invoice_id: string;
  issued_at: string | null;
};

/** Issued lines of some terms that are not void, with credits of these lines for reduced usage. */
export async function issuedLinesOfTerms(
  tx: Tx,
  merchantId: string,
  termIds: readonly string[],
): Promise<IssuedCommitmentLine[]> {
  if (termIds.length === 0) return [];
  const { rows } = await sql<Row>`
    with line as (
      select line.*, invoice.issued_at
      from invoice_line as line join invoice
        on invoice.merchant_id = line.merchant_id and invoice.id = line.invoice_id
      where line.merchant_id = ${merchantId} and line.billing_term_id = any(${termIds}::uuid[]) and not line.is_void
    )
    select id, type, billing_term_id, service_start, service_end, commitment_id, commitment_schedule_id,
      commitment_period_start, differentiator, invoice_split_key, total_minor, invoice_id, issued_at
    from line
    union all
    select line.id, type, line.billing_term_id, credit.service_start, credit.service_end, commitment_id,
      commitment_schedule_id, commitment_period_start, differentiator, invoice_split_key, -credit.amount_minor,
      line.invoice_id, issued_at
    from line join billing_credit as credit
      on credit.merchant_id = line.merchant_id and credit.invoice_line_id = line.id
    where credit.revenue_effect = 'IN_PRICE'
    order by service_start, id`.execute(tx);
  return rows.map((row) => ({
    type: row.type,
    billingTermId: row.billing_term_id,
    service: { start: dayFrom(row.service_start), end: dayFrom(row.service_end) },
    commitment:
      row.commitment_id === null
        ? null
        : {
            id: row.commitment_id,
            scheduleId: row.commitment_schedule_id,
            periodStart: dayFrom(row.commitment_period_start),
            differentiator: row.differentiator,
            invoiceSplitKey: row.invoice_split_key,
          },
    totalMinor: BigInt(row.total_minor),
    invoiceId: row.invoice_id,
    issuedAt: row.issued_at,
  }));
}
