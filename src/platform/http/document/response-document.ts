import { type TSchema, Type } from "typebox";
import { ChangeRequestView } from "../../approvals/view.ts";
import type { RouteDescription } from "../endpoint.ts";
import { codesByStatus, type ErrorStatus } from "../error-codes.ts";
import { codesByDeclaration, isKeyed } from "../operation-codes.ts";
import { Envelope, Named } from "../wire.ts";
import { type Components, type Json, published, referTo } from "./components.ts";
import { exampleOf } from "./example.ts";

/** All answers of an operation: its success, and each rejection by status. */
export function responsesOf(components: Components, route: RouteDescription): Json {
  const success = successOf(components, route);
  const repeated = route.repeatStatus === undefined ? {} : { [route.repeatStatus]: success };
  const waits = route.access === "write" && route.successStatus !== 202 ? { 202: heldForApproval(components) } : {};
  return { [route.successStatus]: success, ...repeated, ...waits, ...rejectionsOf(components, route) };
}

/** All answers of an operation's preview. */
export function previewResponsesOf(components: Components, preview: TSchema): Json {
  const shown = jsonAnswer("What would happen; nothing was changed.", envelopeOf(components, preview, "Preview"));
  const rejected = jsonAnswer("What the write itself would be rejected with.", rejectionSchema);
  const refused = referTo(components, "responses", "PreviewRejected", rejected);
  return { 200: referTo(components, "responses", "Preview", shown), 400: refused, default: refused };
}

function successOf(components: Components, route: RouteDescription): Json {
  const { answersFile, fileType = "application/octet-stream", alsoFiles = [] } = route;
  if (answersFile === true) return { description: "The file.", content: contentOf([fileType, ...alsoFiles]) };
  const answer = jsonAnswer("Done.", envelopeOf(components, route.payload, upperFirst(route.operationId)));
  return { ...answer, content: { ...(answer.content as Json), ...contentOf(alsoFiles) } };
}

/** Files by type. Parameters of a type, such as its encoding, are left out, because clients look for the bare name. */
function contentOf(types: readonly string[]): Json {
  return Object.fromEntries(
    types.map((type) => type.replace(/;.*$/, "")).map((type) => [type, { schema: fileSchema(type) }]),
  );
}

function fileSchema(type: string): Json {
  if (type === "application/json") return { type: "object" };
  return { type: "string", ...(type.startsWith("text/") ? {} : { format: "binary" }) };
}

function jsonAnswer(description: string, schema: Json): Json {
  return { description, content: { "application/json": { schema } } };
}

/** The envelope of a payload, named after the record in it, or else after the operation. */
function envelopeOf(components: Components, payload: TSchema, operation: string): Json {
  const named = payloadNamed(payload, operation);
  const record = recordIn(named) as unknown as Json;
  // Made from the schema if no real answer is stored.
  components.examples.set(String(record.$id), exampleOf(record));
  const name = (named as unknown as Json).$id;
  return published(components, Named(`${name}Envelope`, Envelope(named)), "Output");
}

function payloadNamed(payload: TSchema, operation: string): TSchema {
  const nameOf = (schema: unknown) => (schema as Json | undefined)?.$id;
  if (nameOf(payload) !== undefined) return payload;
  const { properties = {}, items } = payload as unknown as { properties?: Record<string, Json>; items?: Json };
  const rows = nameOf(properties.data?.items);
  if (rows !== undefined && "nextCursor" in properties) return Named(`${rows}Page`, payload);
  const listed = nameOf(items);
  return Named(listed === undefined ? `${operation}Answer` : `${listed}List`, payload);
}

/** The record in a payload: the payload itself, or the rows of a list. */
function recordIn(payload: TSchema): TSchema {
  const { properties = {}, items } = payload as unknown as { properties?: Record<string, Json>; items?: TSchema };
  const rows = "nextCursor" in properties ? (properties.data?.items as TSchema) : items;
  return rows !== undefined && "$id" in rows ? rows : payload;
}

function heldForApproval(components: Components): Json {
  const schema = envelopeOf(components, ChangeRequestView, "");
  const waits = jsonAnswer("A policy requires a second person: nothing was changed, and the request waits.", schema);
  return referTo(components, "responses", "HeldForApproval", waits);
}

const statusNames: Readonly<Partial<Record<ErrorStatus, string>>> = {
  400: "BadRequest",
  404: "NotFound",
  409: "Conflict",
};

const rejections: Readonly<Partial<Record<ErrorStatus, string>>> = {
  400: "The request is not valid, or the record is in a state that does not allow it.",
  401: "No API key and no session, or one that has ended.",
  403: "The key, or the person, may not do this.",
  404: "No such record.",
  409: "A conflict with the state of a record or another request.",
  413: "The body is too large.",
  422: "The idempotency key was used for another request.",
  429: "Too many requests.",
  500: "Something went wrong on our side.",
  503: "Try again in a moment.",
};

/** Rejections that depend on the operation, by status. Those that any request may get are one shared answer. */
function rejectionsOf(components: Components, route: RouteDescription): Json {
  const statuses = new Set<ErrorStatus>([...route.errors, 400]);
  if (isKeyed(route)) statuses.add(409);
  if (route.ids !== undefined) statuses.add(404);
  const ofRoute = [...statuses].filter((status) => !anywhere.includes(status)).toSorted((a, b) => a - b);
  const answers = ofRoute.map((status) => [status, rejectionOf(components, route, status)]);
  return { ...Object.fromEntries(answers), default: otherRejections(components, route) };
}

const anywhere: readonly ErrorStatus[] = [401, 403, 413, 422, 429, 500, 503];

function otherRejections(components: Components, route: RouteDescription): Json {
  const lines = anywhere.map((status) => `- ${status}: ${rejections[status]}${codesText(usualCodes[status] ?? [])}`);
  const description = `Any other rejection.\n${lines.join("\n")}`;
  const reference = referTo(components, "responses", "Rejected", jsonAnswer(description, rejectionSchema));
  const own = anywhere.flatMap((status) => ownCodes(route, status));
  return own.length === 0 ? reference : { ...reference, description: `${own.join(", ")}, or one of Rejected.` };
}

/** Codes that all operations may answer with a status are one component; rarer codes stand beside the reference to it. */
function rejectionOf(components: Components, route: RouteDescription, status: ErrorStatus): Json {
  const name = statusNames[status] ?? "Rejected";
  const description = `${rejections[status]}${codesText(usualCodes[status] ?? [])}`;
  const reference = referTo(components, "responses", name, jsonAnswer(description, rejectionSchema));
  const own = ownCodes(route, status);
  if (own.length === 0) return reference;
  return {
    ...reference,
    description: usualCodes[status] === undefined ? `${own.join(", ")}.` : `${own.join(", ")}, or one of ${name}.`,
  };
}

/** The codes of an operation that not every operation may answer. */
function ownCodes(route: RouteDescription, status: ErrorStatus): readonly string[] {
  const catalogue: readonly string[] = codesByStatus()[status];
  const named = (route.errorCodes ?? []).filter((code) => catalogue.includes(code));
  const usual = usualCodes[status] ?? [];
  return [...new Set([...named, ...codesByDeclaration(route, status)])].filter((code) => !usual.includes(code));
}

const rejectionSchema: Json = { $ref: "#/components/schemas/Rejection" };

const codesText = (codes: readonly string[]) => (codes.length === 0 ? "" : ` Codes: ${codes.join(", ")}.`);

/** Codes that any operation may answer, depending on its inputs: a body, a list's query, an id, an idempotency key. */
const usualCodes: Readonly<Partial<Record<ErrorStatus, readonly string[]>>> = {
  400: usualBadRequests(),
  401: ["API_KEY_MISSING", "API_KEY_INVALID", "SESSION_INVALID"],
  403: ["KEY_READ_ONLY", "ROLE_TOO_LOW", "CSRF_INVALID"],
  409: ["IDEMPOTENCY_IN_PROGRESS", "PLAN_CHANGED"],
  413: ["BODY_TOO_LARGE"],
  422: ["IDEMPOTENCY_KEY_REUSED"],
  429: ["RATE_LIMITED"],
  500: ["INTERNAL_ERROR"],
  503: ["SERVICE_UNAVAILABLE", "LOCK_TIMEOUT"],
};

function usualBadRequests(): readonly string[] {
  const anything = Type.Object({});
  return codesByDeclaration(
    {
      ...{ method: "POST", access: "write", url: "", operationId: "", summary: "", tag: "", payload: anything },
      ...{ body: anything, list: { fields: {} }, successStatus: 200, errors: [], malformedId: "INVALID_ID" },
    },
    400,
  );
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
