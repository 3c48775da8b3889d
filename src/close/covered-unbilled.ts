import { fixedStated, isLeftToBilled, roleOf } from "../billing-terms/group.ts";
import type { RecognitionPattern } from "../billing-terms/performance-obligation.ts";
import type { PricingContext } from "../billing-terms/price.ts";
import type { Day } from "../kernel/day.ts";
import { add, type Money, max, min, subtract, sum, zero } from "../kernel/money.ts";
import type { KnownPromise } from "../revenue/known-promise.ts";
import { earnedOfLine } from "../revenue/line-part.ts";
import { earnedPart } from "../revenue/pattern.ts";
import { type BilledOfTerm, beyondBilled, billsLater, servedLines } from "./served-lines.ts";

/** A promise that counts, and what it has earned before the day that is asked for. */
type EarningPromise = { readonly id: string; readonly known: KnownPromise; readonly target: Money };

/** What was billed by term, and of true-ups of added seats by amendment; what was credited is not taken off. */
type BilledOfTerms = {
  readonly byPeriod: ReadonlyMap<string, BilledOfTerm["byStart"]>;
  readonly trueUps: NonNullable<BilledOfTerm["trueUps"]>;
};

/**
 * Unbilled receivable of terms whose revenue stated promises earn, by the remainder of each term: the contract price of the days
 * served before `through` and not billed, less what the promises lag behind the price of all days that the terms have served.
 * So nothing is receivable of what is not performed, and no billing ahead is set off against it; what they have earned beyond
 * is a contract asset (rules 8, ADR 0010).
 *
 * Invariants: each is zero or more, and no more than what its term has served beyond what is billed for it.
 *
 * @param promises a group, or all groups that share one price; only stated ones and remainders count here
 * @param billed   by invoices dated before `through`
 */
export function unbilledOfCovered(
  promises: readonly EarningPromise[],
  { byPeriod, trueUps }: BilledOfTerms,
  through: Day,
  context: PricingContext,
): Map<string, Money> {
  const nothing = zero(context.currency);
  const remainders = promises.filter(
    ({ known: { obligation } }) => roleOf(obligation) === "REMAINDER" && !isLeftToBilled(obligation),
  );
  const stated = promises.filter(({ known }) => fixedStated([known.obligation]).length > 0);
  const unbilled = new Map(remainders.map(({ id }) => [id, nothing]));
  const terms = remainders.flatMap(({ id, known }) => {
    const { billingTerm: term } = known.obligation;
    return term === null ? [] : [{ id, term }];
  });
  if (!terms.some(({ term }) => billsLater(term))) return unbilled;
  const pattern = measureOf(stated, remainders);
  let served = nothing;
  for (const { id, term } of terms) {
    const billed = { byStart: byPeriod.get(term.id) ?? new Map(), trueUps };
    for (const each of servedLines(term, billed, through, context)) {
      const { line, period } = each;
      const by = { pattern, recognitionDate: null };
      const amount = earnedOfLine(line.price.total, line, period, by, through, context.rounding);
      served = add(served, amount);
      if (each.isLater) unbilled.set(id, add(unbilled.get(id) ?? nothing, beyondBilled(each, amount)));
    }
  }
  const earning = [...stated, ...remainders];
  const ids = new Set(terms.map(({ term }) => term.id));
  const credited = earning.flatMap(({ known }) => known.reductions.filter((each) => ids.has(each.billingTermId)));
  for (const { amount, service } of credited) {
    served = subtract(served, earnedPart(amount, pattern, service, null, through, context.rounding));
  }
  const targets = earning.map(({ target }) => target);
  let lag = max(subtract(served, sum(targets, context.currency)), nothing);
  for (const [id, amount] of unbilled) {
    const notEarned = min(amount, lag);
    lag = subtract(lag, notEarned);
    unbilled.set(id, subtract(amount, notEarned));
  }
  return unbilled;
}

type OverTime = "STRAIGHT_LINE" | "STRAIGHT_LINE_DAILY";

/** What a part of a period weighs: as in the one pattern of all stated promises that are earned over time, else as in remainders. */
function measureOf(stated: readonly EarningPromise[], remainders: readonly EarningPromise[]): OverTime {
  const of = (promises: readonly EarningPromise[]) =>
    new Set(promises.map(({ known }) => known.obligation.recognitionPattern).filter(isOverTime));
  const [own, ...others] = of(stated);
  const [common] = of(remainders);
  return (others.length === 0 ? own : undefined) ?? common ?? "STRAIGHT_LINE_DAILY";
}

function isOverTime(pattern: RecognitionPattern): pattern is OverTime {
  return pattern === "STRAIGHT_LINE" || pattern === "STRAIGHT_LINE_DAILY";
}
