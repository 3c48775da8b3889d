import type { Month } from "../kernel/day.ts";
import { ratioFromDecimal } from "../kernel/decimal.ts";
import type { Period } from "../kernel/periods.ts";
import type { Ratio } from "../kernel/ratio.ts";
import { aggregate, type CountedEvent, type UsageQuantity } from "./aggregate.ts";
import type { Aggregation } from "./event-type.ts";

/**
 * The usage of a stream on one civil day, for one differentiator and split key and for events that are effective in the same months. Summed up by the
 * database, because billing and revenue need months of days.
 */
export type DayOfUsage = Pick<CountedEvent, "day" | "differentiator" | "invoiceSplitKey"> & {
  readonly customerId: string;
  readonly eventTypeId: string;
  /** The number of events. */
  readonly events: number;
  /** The values of the events aggregated as by their event type; decimal text. */
  readonly quantity: string;
  /** Id of the last event; for LAST its value is the quantity. */
  readonly lastId: string;
  readonly lastAt: string;
  /** The book month of events whose own month was closed when they were recorded; else null (rules 7, "bookMonth"). */
  readonly effectiveFromMonth: Month | null;
  /** The first month in which deleted events are no longer effective; null for live events. */
  readonly effectiveUntilMonth: Month | null;
};

/** The days that are effective in a month; those of live events if `month` is null. */
export function usageAsOfMonth(days: readonly DayOfUsage[], month: Month | null): DayOfUsage[] {
  return days.filter(({ effectiveFromMonth, effectiveUntilMonth }) => {
    if (month === null) return effectiveUntilMonth === null;
    return (
      (effectiveFromMonth === null || effectiveFromMonth <= month) &&
      (effectiveUntilMonth === null || effectiveUntilMonth > month)
    );
  });
}

/** The quantities of a period of one event type; equal to {@link aggregate} of the single events. */
export function quantitiesOf(
  aggregation: Aggregation,
  period: Period,
  days: readonly DayOfUsage[],
): readonly UsageQuantity[] {
  // The days have numbers of events already, so a COUNT is the sum of these.
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
