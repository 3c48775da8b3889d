import type { Day } from "../kernel/day.ts";
import type { Period } from "../kernel/periods.ts";
import type { CountedEvent } from "./aggregate.ts";

/** The fields that determine the invoice line of a usage event. */
type UsageKey = Pick<CountedEvent, "differentiator" | "invoiceSplitKey"> & {
  readonly contractId: string;
  readonly eventTypeId: string;
};

/** A line of usage on an issued invoice that is not void. */
export type InvoicedUsage = UsageKey & {
  readonly lineId: string;
  /** The days of service, half-open. */
  readonly service: Period;
};

export type InvoiceableEvent = UsageKey & { readonly id: string; readonly day: Day };

/**
 * Returns a function that is true for events whose line is issued (data model 12.4): a line of the same contract, event type, differentiator and
 * split key, for the event's day, that was created after the event. The order comes from the ids, which begin with the real time (UUIDv7), because
 * the clock of a sandbox may stand still. Events recorded after the line wait for the next one, of LATE_USAGE. The term of the line is not compared,
 * because terms of a commitment share the events of a type.
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
