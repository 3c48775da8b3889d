import type { Day } from "../kernel/day.ts";
import type { Period } from "../kernel/periods.ts";
import type { CountedEvent } from "./aggregate.ts";

/** What decides on which invoice line an event of usage is. */
type UsageKey = Pick<CountedEvent, "differentiator" | "invoiceSplitKey"> & {
  readonly contractId: string;
  readonly eventTypeId: string;
};

/** A line of usage on an issued invoice that is not void. */
export type InvoicedUsage = UsageKey & {
  readonly lineId: string;
  /** The days that it is for, half-open. */
  readonly service: Period;
};

export type InvoiceableEvent = UsageKey & { readonly id: string; readonly day: Day };

/**
 * Says of an event whether its line is issued (data model 12.4): one of its contract and event type, for its day,
 * differentiator and split key, that was made after it. Ids give the order, because they begin with the real time (UUIDv7)
 * and the stamps of a sandbox stand still. What came later than the line waits for the next one, LATE_USAGE. Of whose terms
 * the line is does not matter: the terms of a commitment share the events of a type.
 */
export function invoicedUsage(lines: readonly InvoicedUsage[]): (event: InvoiceableEvent) => boolean {
  const byKey = Map.groupBy(lines, keyOf);
  return (event) =>
    (byKey.get(keyOf(event)) ?? []).some(
      ({ lineId, service }) => service.start <= event.day && event.day < service.end && event.id < lineId,
    );
}

function keyOf({ contractId, eventTypeId, differentiator, invoiceSplitKey }: UsageKey): string {
  return JSON.stringify([contractId, eventTypeId, differentiator, invoiceSplitKey]);
}
