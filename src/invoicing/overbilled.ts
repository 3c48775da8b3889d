import { sum } from "../kernel/money.ts";
import type { PlannedInvoice, PlannedLine } from "./plan.ts";

/** A plan whose invoices all come to zero or more, and the lines that are credited instead. */
export type CarriedPlan = { readonly invoices: readonly PlannedInvoice[]; readonly credits: readonly PlannedLine[] };

/**
 * Takes crediting lines out of invoices that would be below zero (data model 8.4, 12.6): they are credited by a
 * credit memo. What an invoice can carry it keeps. A prepayment that is applied stays with the usage it pays for.
 */
export function carriedPlan(plan: readonly PlannedInvoice[]): CarriedPlan {
  const credits: PlannedLine[] = [];
  const invoices = plan.flatMap((invoice): PlannedInvoice[] => {
    const [first] = invoice.lines;
    const totals = invoice.lines.map(({ total }) => total);
    if (first === undefined || sum(totals, first.total.currency).minor >= 0n) return [invoice];
    const isCredit = ({ total, type }: PlannedLine) => total.minor < 0n && type !== "PREPAID_APPLIED";
    credits.push(...invoice.lines.filter(isCredit));
    const kept = invoice.lines.filter((line) => !isCredit(line));
    // More of a prepayment than there is usage beside it is applied once there is some.
    const together = sum(
      kept.map(({ total }) => total),
      first.total.currency,
    );
    const lines = together.minor < 0n ? kept.filter(({ total }) => total.minor >= 0n) : kept;
    return lines.length === 0 ? [] : [{ ...invoice, lines }];
  });
  return { invoices, credits };
}
