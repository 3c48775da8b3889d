import type { Day } from "../kernel/day.ts";
import { civilDay, type Merchant } from "../platform/clock.ts";
import type { Tx } from "../platform/db/pool.ts";
import * as store from "./event-store.ts";
import { invoicedUsageOf } from "./invoiced-store.ts";
import { invoicedUsage } from "./invoiced-usage.ts";
import { matcher, streamOf, type UsageTerm } from "./matching.ts";
import type { EventDraft, UsageEvent } from "./usage-event.ts";

/** An event with the usage term that covers it, undefined if there is none, and whether its invoice line is issued. */
export type MatchedEvent = {
  readonly event: UsageEvent;
  readonly term: UsageTerm | undefined;
  readonly isInvoiced: boolean;
};

/** Events with their terms, and whether their invoice lines are issued; in the same order. */
export async function matched(tx: Tx, merchant: Merchant, events: readonly UsageEvent[]): Promise<MatchedEvent[]> {
  return matchedBy(await matcherFor(tx, merchant, events), tx, merchant, events);
}

/** The same with a matcher that is already loaded. */
export async function matchedBy(
  matchOf: Matcher,
  tx: Tx,
  merchant: Merchant,
  events: readonly UsageEvent[],
): Promise<MatchedEvent[]> {
  const found = events.map((event) => ({ event, term: event.deletedAt === null ? matchOf(event)?.term : undefined }));
  const invoicedIds = await invoicedAmong(tx, merchant, found);
  return found.map((each) => ({ ...each, isInvoiced: invoicedIds.has(each.event.id) }));
}

/** Ids of events whose invoice line is issued. */
async function invoicedAmong(
  tx: Tx,
  merchant: Merchant,
  found: readonly Pick<MatchedEvent, "event" | "term">[],
): Promise<Set<string>> {
  const own = found.flatMap(({ event, term }) => {
    if (term === undefined) return [];
    const day = civilDay(Temporal.Instant.from(event.datetime), merchant.timeZone);
    return [{ ...event, contractId: term.contractId, day }];
  });
  if (own.length === 0) return new Set();
  const days = own.map(({ day }) => day);
  const span = { start: Math.min(...days), end: Math.max(...days) + 1 };
  const contractIds = [...new Set(own.map(({ contractId }) => contractId))];
  const isInvoiced = invoicedUsage(await invoicedUsageOf(tx, merchant.id, contractIds, span));
  return new Set(own.filter(isInvoiced).map(({ id }) => id));
}

/** The fields of an event that decide which term covers it. */
export type Unmatched = Pick<EventDraft, "customerId" | "eventTypeId" | "datetime">;
/** Finds the term that covers an event, and the event's civil day; undefined if no term does. */
export type Matcher = (event: Unmatched) => { term: UsageTerm; day: Day } | undefined;

/** A matcher for some events, with the terms of their streams. */
export async function matcherFor(tx: Tx, merchant: Merchant, events: readonly Unmatched[]): Promise<Matcher> {
  const streams = [...new Map(events.map((event) => [streamOf(event), event])).values()];
  const terms = await store.usageTerms(tx, merchant.id, streams);
  // Without terms the civil day is not computed: it costs more than all the rest.
  if (terms.length === 0) return () => undefined;
  const find = matcher(terms);
  return ({ datetime, ...stream }) => {
    const day = civilDay(Temporal.Instant.from(datetime), merchant.timeZone);
    const term = find({ ...stream, day });
    return term === undefined ? undefined : { term, day };
  };
}
