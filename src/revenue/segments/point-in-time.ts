import type { Day } from "../../kernel/day.ts";
import { type EarningSegment, onDay } from "../earning-segment.ts";
import { type Pob, servedDays } from "../pob.ts";
import type { PricedAmount } from "../term-price.ts";

/** Earned on the day control passes (ASC 606-10-25-30); if `date` is null, each part on its first day of service. */
export function atPointInTime(pob: Pob, date: Day | null, amounts: readonly PricedAmount[]): EarningSegment[] {
  const { start, end } = pob.service;
  return amounts.map(({ amount, from, reason }) => {
    const { start: first } = servedDays(pob, { start: from ?? start, end: end ?? start + 1 });
    return onDay(amount, date ?? first, reason);
  });
}
