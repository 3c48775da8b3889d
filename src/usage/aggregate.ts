import { unreachable } from "../kernel/assert.ts";
import type { Day } from "../kernel/day.ts";
import { ratioFromDecimal } from "../kernel/decimal.ts";
import type { Period } from "../kernel/periods.ts";
import { addRatios, maxRatio, oneRatio, type Ratio, sumRatios } from "../kernel/ratio.ts";
import type { Aggregation } from "./event-type.ts";
import { bySplit, splitKeyOf, type UsageSplit } from "./usage-split.ts";

/** The fields of an event that its quantity depends on. */
export type CountedEvent = UsageSplit & {
  readonly id: string;
  /** RFC 3339 in UTC with milliseconds. */
  readonly datetime: string;
  /** Its civil day in the merchant's time zone. */
  readonly day: Day;
  /** Decimal text. */
  readonly value: string;
};

/** The quantity of one differentiator and split key in a period; each has a line of its own. */
export type UsageQuantity = UsageSplit & { readonly quantity: Ratio };

/**
 * The exact quantities of a period, one for each differentiator and split key with events, ordered by these, null first. The order of the events
 * makes no difference: LAST is the value of the event with the latest time, and of several with that time the greatest id (data model 12.6).
 */
export function aggregate(aggregation: Aggregation, period: Period, events: Iterable<CountedEvent>): UsageQuantity[] {
  const groups = new Map<string, { readonly of: CountedEvent; quantity: Ratio; last: CountedEvent }>();
  for (const event of events) {
    if (event.day < period.start || event.day >= period.end) continue;
    const key = splitKeyOf(event);
    const group = groups.get(key);
    const value = aggregation === "COUNT" ? oneRatio : ratioFromDecimal(event.value);
    if (group === undefined) {
      groups.set(key, { of: event, quantity: value, last: event });
      continue;
    }
    const isLater = isAfter(event, group.last);
    group.quantity = combined(aggregation, group.quantity, value, isLater);
    if (isLater) group.last = event;
  }
  return [...groups.values()]
    .map(({ of: { differentiator, invoiceSplitKey }, quantity }) => ({ differentiator, invoiceSplitKey, quantity }))
    .toSorted(bySplit);
}

/** The sum of quantities, for tiers that they share. */
export function totalQuantity(quantities: readonly UsageQuantity[]): Ratio {
  return sumRatios(quantities.map(({ quantity }) => quantity));
}

function combined(aggregation: Aggregation, before: Ratio, value: Ratio, isLater: boolean): Ratio {
  switch (aggregation) {
    case "SUM":
    case "COUNT":
      return addRatios(before, value);
    case "MAX":
      return maxRatio(before, value);
    case "LAST":
      return isLater ? value : before;
    default:
      return unreachable(aggregation);
  }
}

function isAfter(a: CountedEvent, b: CountedEvent): boolean {
  return a.datetime === b.datetime ? a.id > b.id : a.datetime > b.datetime;
}
