import { sql } from "kysely";
import { type Day, dayFrom, firstDayOf, formatDay, lastDayOf, type Month } from "../kernel/day.ts";
import { idArray } from "../platform/db/columns.ts";
import type { Tx } from "../platform/db/pool.ts";
import type { BilledForUsage } from "./unbilled-usage.ts";

/**
 * Net billing by contract: invoices dated up to the end of a month, without tax, less billing credits by then (rules 8).
 */
export async function billedByContract(
  tx: Tx,
  merchantId: string,
  contractIds: readonly string[],
  through: Month,
): Promise<Map<string, bigint>> {
  const rows = await tx
    .selectFrom("invoice")
    .select("contract_id")
    .select(sql<string>`sum(total_minor - tax_total_minor)`.as("billed"))
    .where("merchant_id", "=", merchantId)
    .where("contract_id", "=", sql<string>`any(${idArray(contractIds)}::uuid[])`)
    .where("status", "not in", ["DRAFT", "VOID"])
    .where("issue_date", "<", formatDay(firstDayOf(through + 1)))
    .groupBy("contract_id")
    .execute();
  const billed = new Map(rows.map((row) => [row.contract_id, BigInt(row.billed)]));
  const reduced = await tx
    .selectFrom("billing_credit")
    .select("contract_id")
    .select(sql<string>`sum(amount_minor)`.as("reduced"))
    .where("merchant_id", "=", merchantId)
    .where("contract_id", "=", sql<string>`any(${idArray(contractIds)}::uuid[])`)
    .where("date", "<", formatDay(firstDayOf(through + 1)))
    .groupBy("contract_id")
    .execute();
  for (const row of reduced) billed.set(row.contract_id, (billed.get(row.contract_id) ?? 0n) - BigInt(row.reduced));
  return billed;
}

/** Net billing by term, for some terms. */
export async function billedByTerm(
  tx: Tx,
  merchantId: string,
  termIds: readonly string[],
  through: Month,
): Promise<Map<string, bigint>> {
  const billed = new Map<string, bigint>();
  if (termIds.length === 0) return billed;
  for (const { billing_term_id: id, total_minor: minor } of await billedLines(tx, merchantId, termIds, through)) {
    billed.set(id, (billed.get(id) ?? 0n) + BigInt(minor));
  }
  const reduced = await tx
    .selectFrom("billing_credit")
    .select("billing_term_id")
    .select(sql<string>`sum(amount_minor)`.as("reduced"))
    .where("merchant_id", "=", merchantId)
    .where("billing_term_id", "=", sql<string>`any(${idArray(termIds)}::uuid[])`)
    .where("date", "<", formatDay(firstDayOf(through + 1)))
    .groupBy("billing_term_id")
    .execute();
  for (const { billing_term_id: id, reduced: amount } of reduced)
    billed.set(id, (billed.get(id) ?? 0n) - BigInt(amount));
  return billed;
}

/** Net billing by term and first day for base lines, and by amendment and first day for true-ups; with an entry for each requested term. */
export async function billedByPeriod(
  tx: Tx,
  merchantId: string,
  termIds: readonly string[],
  through: Month,
): Promise<{ byPeriod: Map<string, Map<Day, bigint>>; trueUps: Map<string, Map<Day, bigint>> }> {
  const byPeriod = new Map(termIds.map((id) => [id, new Map<Day, bigint>()]));
  const trueUps = new Map<string, Map<Day, bigint>>();
  for (const row of await billedLines(tx, merchantId, termIds, through)) {
    const amendmentId = row.seat_amendment_id ?? row.price_amendment_id;
    const [billed, of] = amendmentId === null ? [byPeriod, row.billing_term_id] : [trueUps, amendmentId];
    const byStart = billed.get(of) ?? new Map<Day, bigint>();
    const start = dayFrom(row.service_start);
    byStart.set(start, (byStart.get(start) ?? 0n) + BigInt(row.total_minor));
    billed.set(of, byStart);
  }
  return { byPeriod, trueUps };
}

/** Terms with an invoice that was due by the end of a month but has a later date or is still a draft. */
export async function termsBilledLate(
  tx: Tx,
  merchantId: string,
  contractIds: readonly string[],
  through: Month,
): Promise<Set<string>> {
  const next = formatDay(firstDayOf(through + 1));
  const rows = await tx
    .selectFrom("invoice")
    .select("billing_term_ids")
    .where("merchant_id", "=", merchantId)
    .where("contract_id", "=", sql<string>`any(${idArray(contractIds)}::uuid[])`)
    // Few invoices are late, and an index covers them.
    .where(sql<boolean>`(issue_date > original_issue_date or status = 'DRAFT') and status <> 'VOID'`)
    .where((is) => is.or([is("issue_date", ">=", next), is("status", "=", "DRAFT")]))
    .where("original_issue_date", "<", next)
    .execute();
  return new Set(rows.flatMap((row) => row.billing_term_ids));
}

async function billedLines(tx: Tx, merchantId: string, termIds: readonly string[], through: Month) {
  if (termIds.length === 0) return [];
  return tx
    .selectFrom("invoice_line as line")
    .innerJoin("invoice", (join) =>
      join.onRef("invoice.merchant_id", "=", "line.merchant_id").onRef("invoice.id", "=", "line.invoice_id"),
    )
    .select(["line.billing_term_id", "line.seat_amendment_id", "line.price_amendment_id"])
    .select(["line.service_start", "line.total_minor"])
    .where("line.merchant_id", "=", merchantId)
    .where("line.billing_term_id", "=", sql<string>`any(${idArray(termIds)}::uuid[])`)
    .where("line.is_void", "=", false)
    .where("invoice.issue_date", "<", formatDay(firstDayOf(through + 1)))
    .execute();
}

/**
 * Billing of usage and commitments by contract, in documents dated up to the end of a month: lines less credit memos for reduced usage.
 */
export async function billedForUsage(
  tx: Tx,
  merchantId: string,
  contractIds: readonly string[],
  through: Month,
): Promise<Map<string, BilledForUsage[]>> {
  if (contractIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom("invoice_line as line")
    .innerJoin("invoice", (join) =>
      join.onRef("invoice.merchant_id", "=", "line.merchant_id").onRef("invoice.id", "=", "line.invoice_id"),
    )
    .select(["invoice.contract_id", "line.billing_term_id", "line.commitment_schedule_id", "line.service_start"])
    .select(["line.service_end", "line.total_minor", "line.type"])
    .where("line.merchant_id", "=", merchantId)
    .where("invoice.contract_id", "=", sql<string>`any(${idArray(contractIds)}::uuid[])`)
    .where("line.is_void", "=", false)
    .where("invoice.issue_date", "<", formatDay(firstDayOf(through + 1)))
    .execute();
  const { rows: credits } = await sql<(typeof rows)[number]>`
    select credit.contract_id, credit.billing_term_id, line.commitment_schedule_id, credit.service_start, credit.service_end,
      -credit.amount_minor as total_minor, line.type
    from billing_credit as credit join invoice_line as line
      on line.merchant_id = credit.merchant_id and line.id = credit.invoice_line_id
    where credit.merchant_id = ${merchantId} and credit.contract_id = any(${idArray(contractIds)}::uuid[])
      and credit.revenue_effect = 'IN_PRICE' and credit.date < ${formatDay(firstDayOf(through + 1))}::date`.execute(tx);
  const lines = [...rows, ...credits].map((row) => ({
    contractId: row.contract_id,
    billingTermId: row.billing_term_id,
    scheduleId: row.commitment_schedule_id,
    service: { start: dayFrom(row.service_start), end: dayFrom(row.service_end) },
    minor: BigInt(row.total_minor),
    isOverage: row.type === "OVERAGE",
  }));
  return Map.groupBy(lines, ({ contractId }) => contractId);
}

/** Presented positions of a month end by contract, from earlier closes, without reversals (rules 8). */
export async function presentedByContract(
  tx: Tx,
  merchantId: string,
  contractIds: readonly string[],
  month: Month,
): Promise<Map<string, { unbilled: bigint; asset: bigint; liabilities: Map<string, bigint> }>> {
  const rows = await tx
    .selectFrom("journal_entry as entry")
    .innerJoin("journal_line as line", (join) =>
      join.onRef("line.merchant_id", "=", "entry.merchant_id").onRef("line.entry_id", "=", "entry.id"),
    )
    .select(["entry.contract_id", "line.role", "line.account"])
    .select(sql<string>`sum(debit_minor - credit_minor)`.as("debited"))
    .where("entry.merchant_id", "=", merchantId)
    .where("entry.contract_id", "=", sql<string>`any(${idArray(contractIds)}::uuid[])`)
    .where("entry.type", "=", "PRESENTATION")
    .where("entry.date", "=", formatDay(lastDayOf(month)))
    .groupBy(["entry.contract_id", "line.role", "line.account"])
    .execute();
  return new Map(
    [...Map.groupBy(rows, (row) => row.contract_id ?? "")].map(([contractId, accounts]) => {
      const debited = (role: string) =>
        accounts.reduce((sum, row) => (row.role === role ? sum + BigInt(row.debited) : sum), 0n);
      const liabilities = accounts.filter((row) => row.role === "CONTRACT_LIABILITY");
      return [
        contractId,
        {
          unbilled: debited("UNBILLED_RECEIVABLE"),
          asset: debited("CONTRACT_ASSET"),
          liabilities: new Map(liabilities.map((row) => [row.account, -BigInt(row.debited)])),
        },
      ];
    }),
  );
}
