import type { Month } from "../kernel/day.ts";
import { ratioFromDecimal } from "../kernel/decimal.ts";
import type { Period } from "../kernel/periods.ts";
import type { Ratio } from "../kernel/ratio.ts";
import { aggregate, type CountedEvent, type UsageQuantity } from "./aggregate.ts";
import type { Aggregation } from "./event-type.ts";

/**
 * What one differentiator and split key of a stream used on one civil day, of events that are effective in the same months.
 * Bills and revenue ask for months of days, so the database adds up what happened on each.
 */
export type DayOfUsage = Pick<CountedEvent, "day" | "differentiator" | "invoiceSplitKey"> & {
  readonly customerId: string;
  readonly eventTypeId: string;
  /** How many events there are. */
  readonly events: number;
  /** What the events come to by the aggregation of their type, as decimal text. */
  readonly quantity: string;
  /** The last of the events, which a LAST is the value of. */
  readonly lastId: string;
  readonly lastAt: string;
  /** The first month that they move, where their own was closed when they came (rules 7, "bookMonth"). */
  readonly effectiveFromMonth: Month | null;
  /** The first month in which deleted events are not effective any more; null for live events. */
  readonly effectiveUntilMonth: Month | null;
};

/** The days as of a month; null is as of now. */
export function usageAsOfMonth(days: readonly DayOfUsage[], month: Month | null): DayOfUsage[] {
  return days.filter(({ effectiveFromMonth, effectiveUntilMonth }) => {
    if (month === null) return effectiveUntilMonth === null;
    return (
      (effectiveFromMonth === null || effectiveFromMonth <= month) &&
      (effectiveUntilMonth === null || effectiveUntilMonth > month)
    );
  });
}

/** The quantities of a period of one event type, as `aggregate` makes them of single events. */
export function quantitiesOf(
  aggregation: Aggregation,
  period: Period,
  days: readonly DayOfUsage[],
): readonly UsageQuantity[] {
  // Days are counted already: what is left of counting them is a sum.
  const ofDays = aggregation === "COUNT" ? "SUM" : aggregation;
  const inside = days.filter(({ day }) => day >= period.start && day < period.end);
  const asEvents = inside.map((day): CountedEvent => {
    return { ...day, id: day.lastId, datetime: day.lastAt, value: day.quantity };
  });
  return aggregate(ofDays, period, asEvents);
}

export function quantityOf({ quantity }: DayOfUsage): Ratio {
  return ratioFromDecimal(quantity);
}
