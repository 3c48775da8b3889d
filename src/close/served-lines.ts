import { type BillingTerm, isArrears } from "../billing-terms/billing-term.ts";
import { linesOf } from "../billing-terms/charges.ts";
import type { LinePrice } from "../billing-terms/line-price.ts";
import type { PerformanceObligation, RecognitionPattern } from "../billing-terms/performance-obligation.ts";
import type { PricingContext } from "../billing-terms/price.ts";
import type { Day } from "../kernel/day.ts";
import { type Money, max, subtract, zero } from "../kernel/money.ts";
import type { Period } from "../kernel/periods.ts";

/** What was billed of a term: minor units by the first day that a line is for; what was credited is not taken off. */
export type BilledOfTerm = {
  readonly byStart: ReadonlyMap<Day, bigint>;
  /** Of true-ups, by their amendment. */
  readonly trueUps?: ReadonlyMap<string, ReadonlyMap<Day, bigint>>;
};

/** A line of a term whose days have begun. */
export type ServedLine = {
  readonly line: LinePrice;
  readonly period: Period;
  /** Is it billed only after days of it were served? */
  readonly isLater: boolean;
  /** Minor units billed for it, where it is billed later; what is billed ahead is not looked up. */
  readonly billed: bigint;
};

/** May days of the term be served before they are billed: those of periods in arrears, or of true-ups? */
export function billsLater(term: BillingTerm): boolean {
  return isArrears(term) || term.amendments.length > 0 || term.layers.some(({ amendment }) => amendment !== undefined);
}

/** May an obligation that follows the term earn before the term bills: by days of its own, or all of it on one day? */
export function mayEarnAhead(
  { service, pattern }: { readonly service: PerformanceObligation["service"]; readonly pattern: RecognitionPattern },
  term: BillingTerm,
): boolean {
  if (billsLater(term) || pattern === "POINT_IN_TIME" || service.start < term.start) return true;
  return service.end !== null && (term.end === null || service.end < term.end);
}

/** The lines of a term that begin before `through`, each with what was billed for it. */
export function* servedLines(
  term: BillingTerm,
  { byStart, trueUps = new Map() }: BilledOfTerm,
  through: Day,
  context: PricingContext,
): Generator<ServedLine> {
  const isLater = isArrears(term);
  // Lines come in the order of their periods, so each billed amount is looked at once.
  const billings = [...byStart].sort(([a], [b]) => a - b);
  let next = 0;
  for (const { amendmentId, period, line } of linesOf(term, context)) {
    if (period.start >= through) {
      if (amendmentId === null) return;
      continue;
    }
    if (amendmentId !== null) {
      yield { line, period, isLater: true, billed: trueUps.get(amendmentId)?.get(period.start) ?? 0n };
      continue;
    }
    let billed = 0n;
    if (isLater) {
      for (; (billings[next]?.[0] ?? Number.POSITIVE_INFINITY) < period.end; next++)
        billed += billings[next]?.[1] ?? 0n;
    }
    yield { line, period, isLater, billed };
  }
}

/** What a line has served beyond what was billed for it; nothing of one that is billed in full. */
export function beyondBilled({ line, billed }: ServedLine, served: Money): Money {
  const nothing = zero(served.currency);
  if (billed >= line.price.total.minor) return nothing;
  return max(subtract(served, { ...served, minor: billed }), nothing);
}
