import { isDeepStrictEqual } from "node:util";
import { required } from "../kernel/assert.ts";
import type { Day } from "../kernel/day.ts";
import { type Commitment, type Schedule, trueUpOf } from "./commitment.ts";

/**
 * The first day whose price a change of a commitment affects: the first day of the first schedule with other prices, values or days, or the day on
 * which it now ends earlier or later. Null if only names, items and due dates changed.
 *
 * @param before null if the commitment was added
 */
export function firstDayPricedAnew(before: Commitment | null, after: Commitment): Day | null {
  if (before === null || !isDeepStrictEqual(ofAllDays(before), ofAllDays(after))) return firstDay(after, before);
  const count = Math.max(before.schedules.length, after.schedules.length);
  for (let index = 0; index < count; index += 1) {
    const [was, is] = [before.schedules[index], after.schedules[index]];
    if (was === undefined || is === undefined) return required(was ?? is, "one of the schedules").start;
    const [wasPriced, isPriced] = [pricesOf(was), pricesOf(is)];
    if (!isDeepStrictEqual({ ...wasPriced, end: null }, { ...isPriced, end: null }))
      return Math.min(was.start, is.start);
    if (was.end !== is.end) return Math.min(was.end, is.end);
  }
  return null;
}

function firstDay(after: Commitment, before: Commitment | null): Day {
  return Math.min(...[...after.schedules, ...(before?.schedules ?? [])].map(({ start }) => start));
}

function ofAllDays({ currency, unitType, pricePriority, pattern }: Commitment) {
  return { currency, unitType, pricePriority, pattern };
}

function pricesOf(schedule: Schedule) {
  const { start, end, interval, prepaid, overageConfigs, steps } = schedule;
  return {
    start,
    end,
    interval,
    trueUp: trueUpOf(schedule),
    prepaid: prepaid === null ? null : { value: prepaid.value, scheduleType: prepaid.scheduleType },
    overage: overageConfigs.map(({ eventTypeId, tierPricingType, tiers }) => {
      return { eventTypeId, tierPricingType, tiers: tiers.map(({ from, price }) => ({ from, price })) };
    }),
    steps: steps.map(({ value, billingTermIds }) => ({ value, billingTermIds })),
  };
}
