import type { UsageScope } from "../billing-terms/billing-term.ts";
import type { Day } from "../kernel/day.ts";

/** The fields of a usage term of an approved contract that are needed to match events. */
export type UsageTerm = {
  readonly id: string;
  readonly contractId: string;
  readonly customerId: string;
  readonly eventTypeId: string;
  readonly start: Day;
  /** The day after the last one; null while open-ended. */
  readonly end: Day | null;
  readonly usageScope: UsageScope;
  /** The day after the last one on an issued invoice. */
  readonly invoicedThrough: Day | null;
};

/** The usage of one customer and event type. */
export type Stream = { readonly customerId: string; readonly eventTypeId: string };

/** A day of a stream. */
type Matchable = Stream & { readonly day: Day };

/**
 * Finds the usage term of an event (data model 12.5): a term of the same customer and event type whose days include the civil day of the event. At
 * most one STANDALONE term matches, which approval ensures. Terms of a commitment share events by drawdown; then the term with the earliest start is
 * returned.
 *
 * @param terms of approved contracts, in any order
 */
export function matcher(terms: readonly UsageTerm[]): (event: Matchable) => UsageTerm | undefined {
  const byStream = Map.groupBy(terms.toSorted(inOrder), (term) => streamOf(term));
  return (event) =>
    byStream.get(streamOf(event))?.find(({ start, end }) => start <= event.day && (end === null || event.day < end));
}

/** The key of a stream. */
export function streamOf({ customerId, eventTypeId }: Stream): string {
  return `${customerId}/${eventTypeId}`;
}

function inOrder(a: UsageTerm, b: UsageTerm): number {
  if (a.usageScope !== b.usageScope) return a.usageScope === "STANDALONE" ? -1 : 1;
  if (a.start !== b.start) return a.start - b.start;
  return a.id < b.id ? -1 : 1;
}
