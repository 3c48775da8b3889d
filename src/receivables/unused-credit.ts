import type { BillingTerm } from "../billing-terms/billing-term.ts";
import { chargesOf } from "../billing-terms/charges.ts";
import type { LineType } from "../billing-terms/line-type.ts";
import type { PricingContext } from "../billing-terms/price.ts";
import type { BillingReduction } from "../billing-terms/reduction.ts";
import type { Day } from "../kernel/day.ts";
import { isNegative, type Money, min, subtract, sum, zero } from "../kernel/money.ts";
import type { Period } from "../kernel/periods.ts";
import type { CreditedPart } from "./credit-memo.ts";

/** An issued line of a term, not void. */
export type BilledLine = {
  readonly id: string;
  readonly type: LineType;
  readonly seatAmendmentId: string | null;
  readonly period: Period;
  /** Without tax. */
  readonly total: Money;
  /** Credited already by memos that are not void. */
  readonly credited: Money;
};

/**
 * What a terminated term billed and no longer owes: of each line beyond the end, what is billed less what the short period
 * bills, at most what is not credited yet (rules 5, 12).
 *
 * @param term with its new end
 */
export function unusedAfterEnd(
  term: BillingTerm & { readonly end: Day },
  lines: readonly BilledLine[],
  context: PricingContext,
): CreditedPart[] {
  const owed = new Map<string, Money>();
  for (const charge of chargesOf(term, context)) owed.set(keyOf(charge), charge.price.total);
  return lines
    .filter(({ period }) => period.end > term.end)
    .flatMap((line) => {
      const unused = subtract(line.total, owed.get(keyOf(line)) ?? zero(context.currency));
      const service = { start: Math.max(line.period.start, term.end), end: line.period.end };
      return partOf(line, unused, service);
    });
}

/**
 * What credits took back of a terminated term's lines beyond what the term still owes for them: its own price has fallen by
 * that already, so revenue must not fall a second time (data model 15.4, "once").
 *
 * @param term with its new end
 * @param reductions of the lines, made before the termination
 * @returns parts of those reductions, above zero, the latest first
 */
export function takenTwice(
  term: BillingTerm & { readonly end: Day },
  lines: readonly Pick<BilledLine, "id" | "type" | "seatAmendmentId" | "period">[],
  reductions: readonly BillingReduction[],
  context: PricingContext,
): { readonly reduction: BillingReduction; readonly amount: Money }[] {
  const owed = new Map<string, Money>();
  for (const charge of chargesOf(term, context)) owed.set(keyOf(charge), charge.price.total);
  return lines
    .filter(({ period }) => period.end > term.end)
    .flatMap((line) => {
      const ofLine = reductions.filter(
        ({ invoiceLineId, revenueEffect }) => invoiceLineId === line.id && revenueEffect === "CREDITED_DAYS",
      );
      const taken = sum(
        ofLine.map(({ amount }) => amount),
        context.currency,
      );
      let excess = subtract(taken, owed.get(keyOf(line)) ?? zero(context.currency));
      return ofLine.toReversed().flatMap((reduction) => {
        const amount = min(excess, reduction.amount);
        if (amount.minor <= 0n) return [];
        excess = subtract(excess, amount);
        return [{ reduction, amount }];
      });
    });
}

function partOf(line: BilledLine, unused: Money, service: Period): CreditedPart[] {
  const left = subtract(line.total, line.credited);
  const amount = min(unused, left);
  return amount.minor === 0n || isNegative(amount) ? [] : [{ invoiceLineId: line.id, amount, service }];
}

function keyOf({ type, seatAmendmentId, period }: Pick<BilledLine, "type" | "seatAmendmentId" | "period">): string {
  return `${type}/${seatAmendmentId ?? ""}/${period.start}`;
}
