import { required } from "../kernel/assert.ts";
import type { Day } from "../kernel/day.ts";
import { civilDay, type Merchant, readClock } from "../platform/clock.ts";
import type { Tx } from "../platform/db/pool.ts";
import { recordNotFound } from "../platform/http/error-codes.ts";
import type { Extent, ListQuery } from "../platform/http/list-query.ts";
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

/** @throws DomainError USAGE_EVENT_NOT_FOUND */
export async function getEvent(tx: Tx, merchant: Merchant, eventId: string): Promise<MatchedEvent> {
  const [event] = await matched(tx, merchant, await store.findEvents(tx, merchant.id, [eventId]));
  if (event === undefined) throw recordNotFound("USAGE_EVENT_NOT_FOUND");
  return event;
}

export async function listEvents(
  tx: Tx,
  merchant: Merchant,
  list: ListQuery,
): Promise<{ events: MatchedEvent[]; extent: Extent }> {
  const { events, extent } = await store.listEvents(tx, merchant, list);
  return { events: await matched(tx, merchant, events), extent };
}

/** Events with their terms, deleted ones without. */
export async function matched(tx: Tx, merchant: Merchant, events: readonly UsageEvent[]): Promise<MatchedEvent[]> {
  return matchedBy(await matcherFor(tx, merchant, events), tx, merchant, events);
}

/** The same by a matcher that was made for them. */
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

/** The contract that bills an event, recorded or not; null if no usage term covers it. */
export async function contractOfEvent(tx: Tx, merchantId: string, event: Unmatched): Promise<string | null> {
  const { merchant } = required(await readClock(tx, merchantId, "read"), "the merchant of the request");
  const matchOf = await matcherFor(tx, merchant, [event]);
  return matchOf(event)?.term.contractId ?? null;
}

/** The same of a recorded event; null for an unknown one, too. */
export async function contractOfRecordedEvent(tx: Tx, merchantId: string, eventId: string): Promise<string | null> {
  const [event] = await store.findEvents(tx, merchantId, [eventId]);
  return event === undefined ? null : contractOfEvent(tx, merchantId, event);
}

export type Unmatched = Pick<EventDraft, "customerId" | "eventTypeId" | "datetime">;
/** Finds the term of an event, and the civil day on which it counts. */
export type Matcher = (event: Unmatched) => { term: UsageTerm; day: Day } | undefined;

/** Reads the usage terms that may cover some events. */
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
