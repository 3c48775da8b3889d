import { isOfWriteOff } from "../billing-terms/billing-credit.ts";
import type { PricingContext } from "../billing-terms/charges/price.ts";
import type { Day } from "../kernel/day.ts";
import { add, type Money, max, min, subtract, sum, zero } from "../kernel/money.ts";
import type { Period } from "../kernel/periods.ts";
import type { PobRevenue } from "../revenue/contract-revenue.ts";
import { type EarningSegment, earnedBefore, sumEarned } from "../revenue/earning-segment.ts";
import { isFixedStated } from "../revenue/pob.ts";
import { lineRuleOf, segmentsOfLine } from "../revenue/segments/billed-line.ts";
import { type BilledOfTerm, beyondBilled, billsLater, type ServedLine, servedLines } from "./served-lines.ts";

/** Billed amounts by term, and of seat true-ups by amendment; before credits. */
type BilledOfTerms = {
  /** Without terms in advance whose invoices were dated in time: their billing is not read. */
  readonly byPeriod: ReadonlyMap<string, BilledOfTerm["byStart"]>;
  readonly trueUps: BilledOfTerm["trueUps"];
};

/**
 * Unbilled receivable of terms whose revenue is earned by stated obligations or by all obligations that share one price, by the obligation
 * of each term (rules 8, ADR 0010): the contract price of service before `through` that is not billed, less the amount by which the
 * obligations have earned less than the price of all service so far.
 *
 * ```
 *  A term of 300.00 for January to March, invoiced on 1 April. Stated: support 240.00, and a set-up of 60.00 on its day.
 *
 *                        at the end of     January     February      March
 *  served of the term                       100.00       200.00     300.00
 *  set-up on 15 March    earned              80.00       160.00     300.00
 *                        unbilled            80.00       160.00     300.00    not performed, so not receivable
 *  set-up on 15 January  earned             140.00       220.00     300.00
 *                        unbilled           100.00       200.00     300.00    earned beyond service: contract asset
 * ```
 *
 * So nothing is receivable that is not performed, and billing in advance is not set off against it.
 *
 * Invariants: each amount is zero or more, and not more than the service of its term beyond billing.
 *
 * @param pobs    of a group, or of all groups that share one price; only stated obligations and those of `isCovered` are used
 * @param through the day after the month end
 */
export function unbilledOfCovered(
  pobs: readonly PobRevenue[],
  { byPeriod, trueUps }: BilledOfTerms,
  through: Day,
  context: PricingContext,
): Map<string, Money> {
  const nothing = zero(context.currency);
  const covered = pobs.filter(isCovered);
  const stated = pobs.filter(({ pob }) => isFixedStated(pob));
  const unbilled = new Map(covered.map(({ pob }) => [pob.id, nothing]));
  const terms = covered.flatMap(({ pob }) => {
    const { id, price } = pob;
    return price.of === "RESIDUAL" || price.of === "TERM"
      ? [{ id, term: price.term, pob, days: ownDays(pob, stated) }]
      : [];
  });
  if (!terms.some(({ term }) => billsLater(term) || byPeriod.has(term.id))) return unbilled;
  const by = curveOf(stated, covered);
  let served = nothing;
  for (const { id, term, pob, days } of terms) {
    const billed = { byStart: byPeriod.get(term.id), trueUps };
    for (const each of servedLines(term, billed, through, context)) {
      const amount = sumEarned(serviceOf(each, { pob, days }, by, context), through, context);
      served = add(served, amount);
      if (each.isLater) unbilled.set(id, add(unbilled.get(id) ?? nothing, beyondBilled(each, amount)));
    }
  }
  const earning = [...stated, ...covered];
  const byTerm = new Map(terms.map(({ term, days }) => [term.id, days]));
  const credited = earning.flatMap(({ credits }) => credits.filter((each) => byTerm.has(each.billingTermId)));
  for (const credit of credited) {
    const { id, amount, service, lineType, billingTermId } = credit;
    const isOnce = lineType === "ONE_OFF" && !isOfWriteOff(credit);
    const days = (isOnce ? byTerm.get(billingTermId) : null) ?? service;
    const segment = { amount, days, curve: { by }, until: null, reason: { of: "CREDIT", id } } as const;
    served = subtract(served, earnedBefore(segment, through, context.rounding));
  }
  const earned = earning.map(({ segments }) => sumEarned(segments, through, context));
  let lag = max(subtract(served, sum(earned, context.currency)), nothing);
  for (const [id, amount] of unbilled) {
    const notEarned = min(amount, lag);
    lag = subtract(lag, notEarned);
    unbilled.set(id, subtract(amount, notEarned));
  }
  return unbilled;
}

/**
 * The service of a line, over its own days. What is billed ahead for other days of obligations, as by a one-off, is served on those (rules
 * 13): billing in advance is no service.
 *
 * @param days of those obligations; null if the line has its own
 */
function serviceOf(
  { line, period, isInAdvance }: ServedLine,
  { pob, days }: { readonly pob: PobRevenue["pob"]; readonly days: Period | null },
  by: OverTime,
  context: PricingContext,
): EarningSegment[] {
  const { total } = line.price;
  if (!isInAdvance || days === null) return segmentsOfLine(total, line, period, { by }, context);
  const own = pob.price.of === "TERM" ? lineRuleOf(pob) : null;
  return segmentsOfLine(total, { segments: [] }, days, own ?? { by }, context);
}

/**
 * The days of service of the obligation that follows a term, if they are not those of the term; for a one-off of which stated obligations
 * earn a part, all days of those. Null for others.
 */
function ownDays(
  { price, service, billingTermGroupId }: PobRevenue["pob"],
  stated: readonly PobRevenue[],
): Period | null {
  if (price.of !== "TERM" && price.of !== "RESIDUAL") return null;
  const { interval, start, end } = price.term;
  if (price.of === "TERM") {
    const isOther = interval === "NONE" || service.start !== start || service.end !== end;
    return isOther && service.end !== null ? { start: service.start, end: service.end } : null;
  }
  const earned = stated.flatMap(({ pob }) => {
    const { start: first, end: last } = pob.service;
    return pob.billingTermGroupId === billingTermGroupId && last !== null ? [{ start: first, end: last }] : [];
  });
  if (interval !== "NONE" || earned.length === 0) return null;
  return { start: Math.min(...earned.map((one) => one.start)), end: Math.max(...earned.map((one) => one.end)) };
}

/** True if the revenue of its term is earned by stated obligations, or by all obligations that share the price of the contract. */
export function isCovered({ pob: { price }, isReallocated }: PobRevenue): boolean {
  return price.of === "RESIDUAL" || (isReallocated && price.of === "TERM");
}

type OverTime = "MONTHS" | "DAYS";

/** How parts of a period are weighted: by the common pattern of the stated obligations earned over time, else by that of the terms, else by days. */
function curveOf(stated: readonly PobRevenue[], covered: readonly PobRevenue[]): OverTime {
  const curvesOf = (pobs: readonly PobRevenue[]) => new Set(pobs.flatMap(({ pob }) => overTime(pob) ?? []));
  const [own, ...others] = curvesOf(stated);
  const [common] = curvesOf(covered);
  return (others.length === 0 ? own : undefined) ?? common ?? "DAYS";
}

function overTime({ recognition: { pattern } }: PobRevenue["pob"]): OverTime | null {
  if (pattern === "STRAIGHT_LINE") return "MONTHS";
  return pattern === "STRAIGHT_LINE_DAILY" ? "DAYS" : null;
}
