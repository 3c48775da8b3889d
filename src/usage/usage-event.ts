import { type Day, formatDay } from "../kernel/day.ts";
import type { Issue } from "../kernel/errors.ts";
import type { Aggregation } from "./event-type.ts";

/** A usage event as requested. `datetime` is RFC 3339 in UTC with milliseconds, so that times can be compared as texts. */
export type EventDraft = {
  readonly idempotencyKey: string;
  readonly customerId: string;
  readonly eventTypeId: string;
  readonly datetime: string;
  /** Decimal text, may be negative; null if not sent. */
  readonly value: string | null;
  readonly differentiator: string | null;
  readonly invoiceSplitKey: string | null;
  readonly metadata: Readonly<Record<string, unknown>>;
};

/** A recorded usage event. It never changes; a deletion is an event of its own. */
export type UsageEvent = Omit<EventDraft, "value"> & {
  readonly id: string;
  readonly value: string;
  readonly createdAt: string;
  /** The time of its deletion event, or null. */
  readonly deletedAt: string | null;
};

/** The records that events refer to, and the accepted times. */
export type EventContext = {
  readonly customerIds: ReadonlySet<string>;
  readonly aggregations: ReadonlyMap<string, Aggregation>;
  /** The first and last accepted time, in the format of `datetime`. */
  readonly earliest: string;
  readonly latest: string;
};

const oldestYears = 5;
const futureHours = 1;
const maximumMetadataBytes = 4_096;

/** The accepted times: from five years before `now` to one hour after it, for clocks that differ (data model 12.2). */
export function acceptedMoments(now: Temporal.Instant): Pick<EventContext, "earliest" | "latest"> {
  const text = (instant: Temporal.Instant) => instant.toString({ smallestUnit: "millisecond" });
  const earliest = now.toZonedDateTimeISO("UTC").subtract({ years: oldestYears }).toInstant();
  return { earliest: text(earliest), latest: text(now.add({ hours: futureHours })) };
}

/** The issue of an event on a day that was billed by the books from which its contract was loaded (ADR 0077). */
export function openedIssue(contractId: string, last: Day): Issue {
  const message = `Usage through ${formatDay(last)} was billed by the old books of contract ${contractId}; send events of later days.`;
  return { path: "/datetime", code: "RANGE", message };
}

/** All issues of an event (data model 12.2); none if it can be recorded. */
export function checkEvent(draft: EventDraft, context: EventContext): Issue[] {
  const issues: Issue[] = [];
  const report = (path: string, code: string, message: string) => issues.push({ path, code, message });
  if (!context.customerIds.has(draft.customerId)) report("/customerId", "CUSTOMER_NOT_FOUND", "Customer not found");
  const aggregation = context.aggregations.get(draft.eventTypeId);
  if (aggregation === undefined) report("/eventTypeId", "EVENT_TYPE_NOT_FOUND", "Event type not found");
  if (draft.datetime < context.earliest || draft.datetime > context.latest) {
    const span = `${context.earliest} and ${context.latest}`;
    report("/datetime", "RANGE", `datetime must be between ${span}; check it and your clock.`);
  }
  if (aggregation === "COUNT" && draft.value !== null && draft.value !== "1") {
    report("/value", "RANGE", "Events of this type are counted, each as 1; leave value out or change the event type.");
  }
  if (aggregation !== undefined && aggregation !== "COUNT" && draft.value === null) {
    report("/value", "REQUIRED", `value is required: this event type takes the ${aggregation} of its values.`);
  }
  if (metadataBytes(draft) > maximumMetadataBytes) {
    const limit = maximumMetadataBytes.toLocaleString("en");
    report("/metadata", "METADATA_TOO_LARGE", `Metadata of an event has at most ${limit} bytes as JSON; shorten it.`);
  }
  return issues;
}

/** The value to store; 1 if none was sent, as for counted events. */
export function recordedValue(draft: EventDraft): string {
  return draft.value ?? "1";
}

/** The content of an event without its key, as canonical text: two events are the same if their texts are. */
export function contentOf(draft: EventDraft): string {
  const { customerId, eventTypeId, datetime, differentiator, invoiceSplitKey, metadata } = draft;
  const fields = [customerId, eventTypeId, datetime, recordedValue(draft), differentiator, invoiceSplitKey];
  return JSON.stringify([...fields, sorted(metadata)]);
}

function metadataBytes({ metadata }: EventDraft): number {
  const text = JSON.stringify(metadata);
  // A UTF-16 code unit has at most three bytes in UTF-8, so short texts need not be encoded to know that they fit.
  return text.length * 3 <= maximumMetadataBytes ? text.length : new TextEncoder().encode(text).length;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== "object") return value;
  const entries = Object.entries(value).map(([key, each]) => [key, sorted(each)] as const);
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
