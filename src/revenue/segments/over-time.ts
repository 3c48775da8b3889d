import type { Day } from "../../kernel/day.ts";
import { type Money, subtract, sumAmounts } from "../../kernel/money.ts";
import type { EarningSegment } from "../earning-segment.ts";
import { type Pob, servedDays } from "../pob.ts";
import type { PricedAmount } from "../term-price.ts";

/**
 * Straight line by months or by days (ASC 606-10-55-17): each part of the price over the service from its own day on, or until its own.
 */
export function overTime(pob: Pob, amounts: readonly PricedAmount[]): EarningSegment[] {
  const { start, end } = pob.service;
  const by = pob.recognition.pattern === "STRAIGHT_LINE_DAILY" ? "DAYS" : "MONTHS";
  return amounts.map(({ amount, from, until = end, reason }) => {
    const days = servedDays(pob, { start: from ?? start, end: until ?? start + 1 });
    return { amount, days, curve: { by }, until: null, reason };
  });
}

/** The parts of a price after a day: what is not yet earned of parts that began by then, from that day on; later parts unchanged. */
export function leftAfter(
  amounts: readonly PricedAmount[],
  { day, earned, reason }: { readonly day: Day; readonly earned: Money; readonly reason: PricedAmount["reason"] },
): PricedAmount[] {
  const isBegun = ({ from }: PricedAmount) => from === null || from <= day;
  const begun = sumAmounts(amounts.filter(isBegun), earned.currency);
  return [{ amount: subtract(begun, earned), from: day, reason }, ...amounts.filter((part) => !isBegun(part))];
}
