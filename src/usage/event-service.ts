import { hash } from "node:crypto";
import { required } from "../kernel/assert.ts";
import { firstDayOf, formatDay, type Month } from "../kernel/day.ts";
import { conflict, DomainError, type Issue, invalidIssues } from "../kernel/errors.ts";
import { type Books, firstOpenMonth } from "../ledger/books.ts";
import { shareBooksWithClose } from "../ledger/books-store.ts";
import { type AuditDraft, changesBetween } from "../platform/audit.ts";
import { civilDay, formatInstant, type Merchant, startOfDay } from "../platform/clock.ts";
import { type Collector, collector } from "../platform/collector.ts";
import type { Tx } from "../platform/db/pool.ts";
import { recordNotFound } from "../platform/http/error-codes.ts";
import { overloaded } from "../platform/http/errors.ts";
import { type Platform, program, type WriteContext, write } from "../platform/write.ts";
import * as store from "./event-store.ts";
import {
  type MatchedEvent,
  type Matcher,
  matched,
  matchedBy,
  matcherFor,
  type Unmatched,
} from "./matched-event-service.ts";
import { streamOf } from "./matching.ts";
import { openedDays } from "./opened-usage-store.ts";
import {
  acceptedMoments,
  checkEvent,
  contentOf,
  type EventDraft,
  openedIssue,
  recordedValue,
  type UsageEvent,
} from "./usage-event.ts";

/** The result of one event of a request. */
export type EventResult =
  | { readonly status: "CREATED" | "DUPLICATE"; readonly eventId: string }
  | { readonly status: "FAILED"; readonly rejection: DomainError };

/** The results of a request with many events; `batchId` is the entity id of its audit row. */
export type Batch<Result> = { readonly batchId: string; readonly results: readonly Result[] };

/** An event that was recorded by this request or, if it is a duplicate, before. */
export type RecordedEvent = MatchedEvent & { readonly isDuplicate: boolean };

/** An event of a request of its own, and the actor of that request; the caller if undefined. */
export type SingleEvent = { readonly draft: EventDraft; readonly by?: AuditDraft["by"] };

/**
 * Records events of separate requests, each with an audit row of its own. An event that is sent again with the same key is a duplicate and changes
 * nothing (data model 12.2).
 *
 * @returns for each the event, or the error if it was not recorded: USAGE_EVENT_INVALID with all issues, or USAGE_EVENT_CONFLICT (409) if its key was
 *   used for another event
 */
async function recordSingles(
  ctx: WriteContext,
  singles: readonly SingleEvent[],
): Promise<(RecordedEvent | DomainError)[]> {
  const { tx, merchant } = ctx;
  const drafts = singles.map(({ draft }) => draft);
  const { results, stored, matchOf } = await recordAll(ctx, drafts, "EVENTS");
  const before = new Set(results.flatMap((result) => (result.status === "DUPLICATE" ? result.eventId : [])));
  for (const { id } of stored) before.delete(id);
  const repeated = before.size === 0 ? [] : await store.findEvents(tx, merchant.id, [...before]);
  const found = await matchedBy(matchOf, tx, merchant, [...stored, ...repeated]);
  const known = new Map(found.map((each) => [each.event.id, each]));
  return results.map((result, index) => {
    if (result.status === "FAILED") return result.rejection;
    const recorded = required(known.get(result.eventId), "the event that was recorded");
    const isDuplicate = result.status === "DUPLICATE";
    // A duplicate is a retry, and has no audit row.
    if (!isDuplicate) {
      const { by } = required(singles[index], "the event of the result");
      ctx.audit({
        ...{ action: "usage-event.record", entityType: "USAGE_EVENT", entityId: result.eventId },
        changes: changesBetween({}, recorded.event),
        ...(by === undefined ? {} : { by }),
      });
    }
    return { ...recorded, isDuplicate };
  });
}

/** Records one event. @throws DomainError USAGE_EVENT_INVALID, USAGE_EVENT_CONFLICT */
export async function recordEvent(ctx: WriteContext, draft: EventDraft): Promise<RecordedEvent> {
  const [recorded] = await recordSingles(ctx, [{ draft }]);
  return recordedOrThrow(required(recorded, "the result of an event"));
}

/** Returns the event. @throws DomainError if it was not recorded */
export function recordedOrThrow(recorded: RecordedEvent | DomainError): RecordedEvent {
  if (recorded instanceof DomainError) throw recorded;
  return recorded;
}

/** Collects single events of all requests to this process for a few milliseconds, and records them in one transaction (ADR 0052). */
export function collectEvents(platform: Platform): Collector<SingleEvent, RecordedEvent | DomainError> {
  return collector({
    full: overloaded,
    record: (merchantId, singles) =>
      write(platform, { merchantId, actor: program }, (ctx) => recordSingles(ctx, singles)),
  });
}

/**
 * Records many events in one transaction, with one result for each, in the order sent. Invalid events do not prevent others from being recorded. Of
 * several events with the same key, the first valid one is recorded. There is one audit row for all, because a row for each would cost more than the
 * events, which never change.
 */
export async function recordEvents(ctx: WriteContext, drafts: readonly EventDraft[]): Promise<Batch<EventResult>> {
  const { results } = await recordAll(ctx, drafts, "IDS");
  const batchId = ctx.newId();
  const counted = countResults(results);
  if (counted.created > 0) {
    const changes = changesBetween({}, counted);
    ctx.audit({ action: "usage-event.record-bulk", entityType: "USAGE_EVENT_BATCH", entityId: batchId, changes });
  }
  return { batchId, results };
}

export function countResults(results: readonly EventResult[]) {
  const count = (status: EventResult["status"]) => results.filter((result) => result.status === status).length;
  return { created: count("CREATED"), duplicates: count("DUPLICATE"), failed: count("FAILED") };
}

type Checked = { readonly draft: EventDraft; readonly issues: readonly Issue[]; readonly event: store.NewEvent };

type Recording = {
  readonly results: readonly EventResult[];
  /** The recorded events as stored, if events are to be returned; else empty. */
  readonly stored: readonly UsageEvent[];
  readonly matchOf: Matcher;
};

async function recordAll(
  ctx: WriteContext,
  drafts: readonly EventDraft[],
  returned: store.Returned,
): Promise<Recording> {
  const { tx, merchant, clock } = ctx;
  const checked = await checkAll(ctx, drafts);
  const first = new Map<string, store.NewEvent>();
  for (const { event, issues } of checked) {
    if (issues.length === 0 && !first.has(event.idempotencyKey)) first.set(event.idempotencyKey, event);
  }
  // Sent together. The locks that `checkAll` took keep usage terms from being added.
  const [{ ids: created, stored }, matchOf] = await Promise.all([
    store.insertEvents(tx, merchant.id, [...first.values()], { createdAt: clock.timestamp, returned }),
    matcherFor(tx, merchant, drafts),
  ]);
  const keys = new Map<string, store.RecordedKey>();
  for (const event of first.values()) {
    if (created.has(event.id)) keys.set(event.idempotencyKey, { eventId: event.id, fingerprint: event.fingerprint });
  }
  const existing = drafts.map((draft) => draft.idempotencyKey).filter((key) => !keys.has(key));
  for (const [key, known] of await store.findKeys(tx, merchant.id, existing)) keys.set(key, known);

  const isNew = ({ event }: Checked) => created.has(event.id);
  publishRecorded(
    ctx,
    checked.filter(isNew).map(({ event }) => event),
    matchOf,
  );
  const results = checked.map(
    (each): EventResult =>
      isNew(each) ? { status: "CREATED", eventId: each.event.id } : resultOf(each, keys.get(each.event.idempotencyKey)),
  );
  return { results, stored, matchOf };
}

async function checkAll(ctx: WriteContext, drafts: readonly EventDraft[]): Promise<Checked[]> {
  const { tx, merchant, clock } = ctx;
  // In this order. Locks are held until the transaction ends.
  const [customerIds, aggregations, books, opened] = await Promise.all([
    store.liveCustomers(tx, merchant.id, [...new Set(drafts.map((draft) => draft.customerId))]),
    store.shareAggregations(tx, merchant.id, [...new Set(drafts.map((draft) => draft.eventTypeId))]),
    shareBooksWithClose(tx, merchant.id),
    openedUsage(tx, merchant, drafts),
  ]);
  const context = { ...acceptedMoments(clock.now), customerIds, aggregations };
  const bookMonthOf = bookMonths(books, merchant.timeZone);
  return drafts.map((draft) => {
    const fingerprint = hash("sha256", contentOf(draft));
    const bookMonth = bookMonthOf(draft);
    const event = { ...draft, id: ctx.newId(), value: recordedValue(draft), fingerprint, bookMonth };
    return { draft, issues: [...checkEvent(draft, context), ...opened(draft)], event };
  });
}

/**
 * Checks for events on days that other books billed. Takes a shared lock on the usage of the customers, so that no contract is loaded until the
 * events are recorded.
 */
async function openedUsage(
  tx: Tx,
  merchant: Merchant,
  drafts: readonly EventDraft[],
): Promise<(draft: EventDraft) => Issue[]> {
  store.shareUsageOf(
    tx,
    merchant.id,
    drafts.map(({ customerId }) => customerId),
  );
  const opened = await openedDays(tx, merchant.id, [
    ...new Map(drafts.map((draft) => [streamOf(draft), draft])).values(),
  ]);
  if (opened.size === 0) return () => [];
  return (draft) => {
    const days = opened.get(streamOf(draft));
    if (days === undefined) return [];
    const day = civilDay(Temporal.Instant.from(draft.datetime), merchant.timeZone);
    const found = days.find(({ start, end }) => start <= day && day < end);
    return found === undefined ? [] : [openedIssue(found.contractId, found.end - 1)];
  };
}

/** The book month of an event recorded or deleted now: null if the event's month is open (rules 7, "bookMonth"). */
function bookMonths(books: Books, timeZone: string): (event: Pick<EventDraft, "datetime">) => Month | null {
  const open = firstOpenMonth(books);
  if (open === null) return () => null;
  const from = formatInstant(startOfDay(firstDayOf(open), timeZone));
  return ({ datetime }) => (datetime < from ? open : null);
}

/** The result of an event that was not recorded now: a duplicate, invalid, or a conflict with another event of the same key. */
function resultOf({ event, issues }: Checked, known: store.RecordedKey | undefined): EventResult {
  // Checked first: a retry is a duplicate even if the event has become too old or its customer was deleted since.
  if (known !== undefined && known.fingerprint === event.fingerprint)
    return { status: "DUPLICATE", eventId: known.eventId };
  if (issues.length > 0) return { status: "FAILED", rejection: invalidIssues(issues, "USAGE_EVENT_INVALID") };
  const { eventId } = required(known, "the event that has the key");
  const message = "This idempotencyKey belongs to another event, which stays unchanged; give this one its own key.";
  return { status: "FAILED", rejection: conflict("USAGE_EVENT_CONFLICT", message, { eventId }) };
}

/**
 * Deletes events by adding deletion events; all or none.
 *
 * @throws DomainError USAGE_EVENT_NOT_FOUND if one is unknown or already deleted
 */
async function deleteEvents(ctx: WriteContext, eventIds: readonly string[]): Promise<MatchedEvent[]> {
  const { tx, merchant, clock } = ctx;
  const ids = [...new Set(eventIds)];
  const before = await store.findEvents(tx, merchant.id, ids);
  store.shareUsageOf(
    tx,
    merchant.id,
    before.map(({ customerId }) => customerId),
  );
  const bookMonthOf = bookMonths(await shareBooksWithClose(tx, merchant.id), merchant.timeZone);
  const deletions = before.map((event) => ({
    id: ctx.newId(),
    parentEventId: event.id,
    bookMonth: bookMonthOf(event),
  }));
  const isMissing = before.length < ids.length || before.some(({ deletedAt }) => deletedAt !== null);
  const deleted = isMissing
    ? new Set<string>()
    : await store.insertDeletions(tx, merchant.id, deletions, clock.timestamp);
  if (deleted.size < ids.length) throw recordNotFound("USAGE_EVENT_NOT_FOUND");
  await publishDeleted(ctx, before);
  return matched(
    tx,
    merchant,
    before.map((event) => ({ ...event, deletedAt: clock.timestamp })),
  );
}

/** @throws DomainError USAGE_EVENT_NOT_FOUND */
export async function deleteEvent(ctx: WriteContext, eventId: string): Promise<MatchedEvent> {
  const [deleted] = await deleteEvents(ctx, [eventId]);
  const found = required(deleted, "the deleted event");
  ctx.audit({
    action: "usage-event.delete",
    entityType: "USAGE_EVENT",
    entityId: eventId,
    changes: [{ path: "deletedAt", from: null, to: found.event.deletedAt }],
  });
  return found;
}

/** @throws DomainError USAGE_EVENT_NOT_FOUND if one is unknown or already deleted */
export async function deleteManyEvents(ctx: WriteContext, eventIds: readonly string[]): Promise<Batch<MatchedEvent>> {
  const deleted = await deleteEvents(ctx, eventIds);
  const batchId = ctx.newId();
  ctx.audit({
    action: "usage-event.delete-bulk",
    entityType: "USAGE_EVENT_BATCH",
    entityId: batchId,
    changes: [{ path: "eventIds", from: null, to: deleted.map(({ event }) => event.id) }],
  });
  return { batchId, results: deleted };
}

/**
 * Publishes `usage.recorded` once for each contract whose usage changed, and `usage.late-received` if events are for invoiced days or for a closed
 * month.
 */
function publishRecorded(
  ctx: WriteContext,
  events: readonly (Unmatched & Pick<store.NewEvent, "bookMonth">)[],
  matchOf: Matcher,
): void {
  const matched = events.flatMap((event) => {
    const match = matchOf(event);
    return match === undefined ? [] : [{ ...match, isClosed: event.bookMonth !== null }];
  });
  for (const [contractId, own] of Map.groupBy(matched, ({ term }) => term.contractId)) {
    ctx.publish({ type: "usage.recorded", contractId });
    const late = own.flatMap(({ term, day, isClosed }) =>
      isClosed || (term.invoicedThrough !== null && day < term.invoicedThrough) ? [day] : [],
    );
    if (late.length === 0) continue;
    const days = { firstDay: formatDay(Math.min(...late)), lastDay: formatDay(Math.max(...late)) };
    ctx.publish({ type: "usage.late-received", contractId, data: { ...days, count: late.length } });
  }
}

/** Publishes `usage.deleted` once for each contract whose usage changed. */
async function publishDeleted(ctx: WriteContext, events: readonly Unmatched[]): Promise<void> {
  const matchOf = await matcherFor(ctx.tx, ctx.merchant, events);
  const contractIds = new Set(events.flatMap((event) => matchOf(event)?.term.contractId ?? []));
  for (const contractId of contractIds) ctx.publish({ type: "usage.deleted", contractId });
}
