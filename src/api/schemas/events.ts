import { type Static, Type } from "typebox";
import { type DomainError, type Issue, invalid } from "../../kernel/errors.ts";
import { rejectionOf } from "../../platform/http/error-codes.ts";
import { booleanField, instantField, stringField, unsorted, uuidField } from "../../platform/http/filter.ts";
import type { ListDeclaration } from "../../platform/http/list-query.ts";
import { both, Closed, Instant, List, Named, Nullable, OneOf, Quantity, Text, Uuid } from "../../platform/http/wire.ts";
import { type Batch, countResults, type EventResult } from "../../usage/event-service.ts";
import type { MatchedEvent } from "../../usage/matched-event-service.ts";
import type { EventDraft } from "../../usage/usage-event.ts";

export const eventList: ListDeclaration = {
  fields: {
    customerId: uuidField(),
    eventTypeId: uuidField(),
    datetime: instantField(),
    differentiator: stringField(),
    matched: booleanField(),
    deletedAt: unsorted(instantField("isnull", "isnotnull")),
  },
};

const MetadataObject = Type.Unsafe<Record<string, unknown>>({
  type: "object",
  additionalProperties: true,
  description: "Any JSON object; at most 4,096 bytes as compact UTF-8 JSON. Stored, not priced.",
});

const SplitKey = (about: string) => Type.Optional(Nullable(Text(1, 48, { description: about })));

const EventBody = Closed(
  {
    idempotencyKey: Text(1, 255, {
      description: "Your own key, unique forever: an event sent again under its key is recorded once.",
      examples: ["call-2026-01-15-000001"],
    }),
    customerId: Uuid(),
    eventTypeId: Uuid(),
    datetime: Instant({
      description: "When it happened: at most 5 years ago and at most an hour ahead.",
      examples: ["2026-01-15T09:30:00.000Z"],
    }),
    value: Type.Optional(
      Nullable(
        Quantity({
          sign: "any",
          description: "May be negative. Required unless the event type counts; a counted event is 1.",
        }),
      ),
    ),
    differentiator: Type.Optional(
      Nullable(Text(1, 255, { description: "Usage of each differentiator has a separate invoice line." })),
    ),
    invoiceSplitKey: SplitKey("Usage of each key has a separate invoice."),
    invoiceGroup: SplitKey("Another name of invoiceSplitKey."),
    metadata: Type.Optional(MetadataObject),
  },
  { never: [both("invoiceSplitKey", "invoiceGroup")] },
);

export const CreateEventBody = Named("CreateUsageEventDto", EventBody);

export const CreateEventsBody = Named(
  "CreateUsageEventsDto",
  Closed({ events: List(EventBody, { min: 1, max: 1000 }) }),
);

export const DeleteEventsBody = Named(
  "DeleteUsageEventsDto",
  Closed({ eventIds: List(Uuid(), { min: 1, max: 1000 }) }),
);

const eventFields = {
  id: Uuid(),
  idempotencyKey: Type.String(),
  customerId: Uuid(),
  eventTypeId: Uuid(),
  datetime: Instant(),
  value: Quantity({ sign: "any" }),
  differentiator: Nullable(Type.String()),
  invoiceSplitKey: Nullable(Type.String()),
  metadata: MetadataObject,
  status: OneOf(["RECORDED", "MATCHED", "INVOICED", "DELETED"], {
    description:
      "RECORDED waits for a usage term of an approved contract, MATCHED has one, INVOICED is on an issued line that is not void.",
  }),
  contractId: Nullable(Uuid()),
  billingTermId: Nullable(Uuid({ description: "The usage term that covers it." })),
  createdAt: Instant(),
  lastUpdatedAt: Instant(),
  deletedAt: Nullable(Instant()),
};

export const EventView = Named("UsageEvent", Closed(eventFields));

export const RecordedEventView = Named(
  "RecordedUsageEvent",
  Closed({
    ...eventFields,
    duplicate: Type.Boolean({ description: "It was recorded before; this is the first one." }),
  }),
);

export const BulkEventsView = Named(
  "UsageEventResults",
  Closed({
    batchId: Uuid({ description: "The id of the request in the audit log." }),
    results: Type.Array(
      Closed({
        index: Type.Integer(),
        status: OneOf(["CREATED", "DUPLICATE", "FAILED"]),
        id: Type.Optional(Uuid()),
        error: Type.Optional(
          Closed({
            errorCode: Type.String(),
            message: Type.String(),
            issues: Type.Optional(
              Type.Array(Closed({ path: Type.String(), code: Type.String(), message: Type.String() })),
            ),
          }),
        ),
      }),
      { description: "One result for each event, in the order sent." },
    ),
    created: Type.Integer(),
    duplicates: Type.Integer(),
    failed: Type.Integer(),
  }),
);

export const DeletedEventsView = Named(
  "DeletedUsageEvents",
  Closed({ batchId: Uuid(), deleted: Type.Array(EventView) }),
);

type SentEvent = Static<typeof EventBody>;
type Sent<Body> = { readonly body: Body; readonly lossyNumbers: readonly string[] };

/** @throws DomainError VALIDATION_FAILED, JSON_TOO_DEEP for issues that the body has by itself */
export function draftFromBody({ body, lossyNumbers }: Sent<SentEvent>): EventDraft {
  reject([...issuesOf("", body), ...issuesOfNumbers(lossyNumbers)]);
  return draftOf("", body);
}

/** @throws DomainError as `draftFromBody`, for the whole request */
export function draftsFromBody({ body, lossyNumbers }: Sent<Static<typeof CreateEventsBody>>): EventDraft[] {
  const placed = body.events.map((event, index) => [`/events/${index}`, event] as const);
  reject([...placed.flatMap(([place, event]) => issuesOf(place, event)), ...issuesOfNumbers(lossyNumbers)]);
  return placed.map(([place, event]) => draftOf(place, event));
}

function draftOf(place: string, event: SentEvent): EventDraft {
  const metadata = event.metadata ?? {};
  if (isDeep(metadata)) throw tooDeep(`${place}/metadata`);
  return {
    idempotencyKey: event.idempotencyKey,
    customerId: event.customerId,
    eventTypeId: event.eventTypeId,
    datetime: event.datetime,
    value: event.value ?? null,
    differentiator: event.differentiator ?? null,
    invoiceSplitKey: event.invoiceSplitKey ?? event.invoiceGroup ?? null,
    metadata,
  };
}

function issuesOf(place: string, { invoiceSplitKey, invoiceGroup }: SentEvent): Issue[] {
  if (invoiceSplitKey === undefined || invoiceGroup === undefined || invoiceSplitKey === invoiceGroup) return [];
  const message = "invoiceGroup is another name of invoiceSplitKey; send one of them.";
  return [{ path: `${place}/invoiceGroup`, code: "CONFLICT", message }];
}

function issuesOfNumbers(lossyNumbers: readonly string[]): Issue[] {
  return lossyNumbers
    .filter((path) => /^(\/events\/\d+)?\/metadata\//.test(path))
    .map((path) => ({
      path,
      code: "NUMBER_NOT_EXACT",
      message: "This number would change its value when it is stored; send it as a string.",
    }));
}

const maximumMetadataDepth = 32;

function isDeep(value: unknown, levels = maximumMetadataDepth): boolean {
  if (value === null || typeof value !== "object") return false;
  return levels === 0 || Object.values(value).some((each) => isDeep(each, levels - 1));
}

function tooDeep(path: string): DomainError {
  const message = `The metadata nests arrays and objects deeper than ${maximumMetadataDepth} levels.`;
  return invalid("JSON_TOO_DEEP", message, { issues: [{ path, code: "JSON_TOO_DEEP", message }] });
}

function reject(issues: readonly Issue[]): void {
  if (issues.length > 0) throw rejectionOf(issues);
}

/** An event as integrators see it. */
export function viewOf({ event, term, isInvoiced }: MatchedEvent): Static<typeof EventView> {
  const { deletedAt, createdAt } = event;
  return {
    id: event.id,
    idempotencyKey: event.idempotencyKey,
    customerId: event.customerId,
    eventTypeId: event.eventTypeId,
    datetime: event.datetime,
    value: event.value,
    differentiator: event.differentiator,
    invoiceSplitKey: event.invoiceSplitKey,
    metadata: event.metadata,
    status: deletedAt !== null ? "DELETED" : term === undefined ? "RECORDED" : isInvoiced ? "INVOICED" : "MATCHED",
    contractId: term?.contractId ?? null,
    billingTermId: term?.id ?? null,
    createdAt,
    lastUpdatedAt: deletedAt ?? createdAt,
    deletedAt,
  };
}

/** The results of a bulk request as integrators see them. */
export function resultsView({ batchId, results }: Batch<EventResult>): Static<typeof BulkEventsView> {
  return { batchId, results: results.map(resultView), ...countResults(results) };
}

function resultView(result: EventResult, index: number): Static<typeof BulkEventsView>["results"][number] {
  if (result.status !== "FAILED") return { index, status: result.status, id: result.eventId };
  const { code, message, details } = result.rejection;
  const error = { errorCode: code, message };
  const issues = details.issues as Issue[] | undefined;
  return { index, status: "FAILED", error: issues === undefined ? error : { ...error, issues } };
}
