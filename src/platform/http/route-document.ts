import type { FastifyInstance, FastifySchema } from "fastify";
import { Type } from "typebox";
import { ChangeRequestView } from "../approvals/view.ts";
import type { QueryParameter, RouteDescription } from "./endpoint.ts";
import { codesByStatus, type ErrorStatus } from "./error-codes.ts";
import { exampleOf } from "./example.ts";
import { defaultLimit, type ListDeclaration, maximumLimit, sortFields } from "./list-query.ts";
import { codesByDeclaration, isKeyed } from "./operation-codes.ts";
import { DryRun, Envelope } from "./wire.ts";

type Json = Record<string, unknown>;

/** The OpenAPI side of a declaration, in the form @fastify/swagger reads from a route's schema. */
export function documentedRoute(app: FastifyInstance, route: RouteDescription): FastifySchema {
  const document = (schema: unknown) => documented(app, schema, "Output");
  const querystring = queryDocument(route);
  const params = paramsDocument(route);
  const headers = headersDocument(route);
  return {
    operationId: route.operationId,
    summary: route.summary,
    ...(route.description === undefined ? {} : { description: route.description }),
    ...(route.deprecated === true ? { deprecated: true } : {}),
    tags: [route.tag],
    security: securityOf(route),
    ...(params === undefined ? {} : { params }),
    ...(querystring === undefined ? {} : { querystring }),
    ...(headers === undefined ? {} : { headers }),
    ...(route.file === undefined ? {} : formDocument(route.file.part, route.file.maximumBytes)),
    ...(route.body === undefined
      ? {}
      : { body: withExample(documented(app, route.body, "Input") as Json, exampleOf(route.body)) }),
    response: responsesDocument(route, document),
  } as FastifySchema;
}

/** Who may ask; nobody in particular for an open operation. */
function securityOf({ access }: RouteDescription): Json[] {
  if (access === "open") return [];
  return access === "session" ? [{ session: [] }] : [{ apiKey: [] }, { session: [] }];
}

/**
 * A schema as it is published: named parts become components and references to them, our own keyword is left out, and
 * decimals are strings where we answer them (data-model 1.2).
 */
function documented(app: FastifyInstance, schema: unknown, direction: "Input" | "Output"): unknown {
  if (Array.isArray(schema)) return schema.map((entry) => documented(app, entry, direction));
  if (typeof schema !== "object" || schema === null) return schema;
  const { $id: id, "x-accord": check, ...rest } = schema as Json;
  const copy: Json = Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [key, documented(app, value, direction)]),
  );
  if (check !== undefined && direction === "Output" && Array.isArray(copy.type)) {
    const types = copy.type.filter((type) => type !== "number");
    copy.type = types.length === 1 ? types[0] : types;
  }
  return typeof id === "string" ? { $ref: `${componentName(app, id, copy, direction)}#` } : copy;
}

/** Registers a component under its name; a form that differs between bodies and answers gets the direction behind it. */
function componentName(app: FastifyInstance, id: string, schema: Json, direction: string): string {
  for (const name of [id, `${id}${direction}`]) {
    const known = app.getSchema(name);
    if (known === undefined) app.addSchema({ $id: name, ...schema });
    if (known === undefined || JSON.stringify(known) === JSON.stringify({ $id: name, ...schema })) return name;
  }
  throw new Error(`two different schemas are named ${id}`);
}

/** The body of an upload. */
function formDocument(part: string, maximumBytes: number): Json {
  const description =
    `The file, with its name, as application/pdf; at most ${maximumBytes.toLocaleString("en")} bytes. ` +
    `With curl: \`-F '${part}=@contract.pdf'\`. It is the only part.`;
  const properties = { [part]: { type: "string", format: "binary", description } };
  return { consumes: ["multipart/form-data"], body: { type: "object", required: [part], properties } };
}

function withExample(schema: Json, example: unknown): Json {
  return typeof schema.$ref === "string"
    ? { allOf: [schema], examples: [example] }
    : { ...schema, examples: [example] };
}

function responsesDocument(route: RouteDescription, document: (schema: unknown) => unknown): Json {
  const isEither = route.dryRun === true && route.successStatus === 200;
  const envelope = Envelope(isEither ? Type.Union([route.payload, DryRun]) : route.payload);
  const example = { payload: exampleOf(route.payload), success: true, message: `${route.summary}: done.` };
  const success =
    route.answersFile === true
      ? {
          description: "The file",
          content: { [route.fileType ?? "application/octet-stream"]: { schema: { type: "string", format: "binary" } } },
        }
      : successDocument(route, withExample(document(envelope) as Json, example));
  const statuses = new Set<ErrorStatus>([...route.errors, 400, 401, 429, 500, 503]);
  if (route.method !== "GET" || route.denial !== undefined) statuses.add(403);
  if (route.method !== "GET") statuses.add(413);
  if (isKeyed(route)) statuses.add(409).add(422);
  if (route.ids !== undefined) statuses.add(404);
  const preview = { description: "What would happen", ...(document(Envelope(DryRun)) as Json) };
  const success200 = route.dryRun === true && route.successStatus !== 200 ? { 200: preview } : {};
  const errors = [...statuses].map((status) => [
    status,
    { description: errorDescription(route, status), $ref: "Rejection#" },
  ]);
  const waits = { description: "A policy wants a second person", ...(document(Envelope(ChangeRequestView)) as Json) };
  const asked = route.access === "write" && route.successStatus !== 202 ? { 202: waits } : {};
  const repeated = route.repeatStatus === undefined ? {} : { [route.repeatStatus]: success };
  return { ...success200, ...asked, ...repeated, [route.successStatus]: success, ...Object.fromEntries(errors) };
}

/** An answer in JSON, and as files where the endpoint has some. */
function successDocument({ alsoFiles = [] }: RouteDescription, schema: Json): Json {
  if (alsoFiles.length === 0) return { description: "Success", ...schema };
  const files = alsoFiles.map((type) => [type, { schema: { type: "string", format: "binary" } }]);
  return {
    description: "Success",
    content: { "application/json": { schema }, ...Object.fromEntries(files) },
  };
}

const statusTexts: Readonly<Record<ErrorStatus, string>> = {
  400: "The request is not valid, or the record is in a state that does not allow it.",
  401: "No API key and nobody signed in, or not any more.",
  403: "The key, or the person, may not do this.",
  404: "No such record.",
  405: "The path has no such method.",
  408: "The request did not arrive in time.",
  409: "Something else stands in the way.",
  413: "The body is too large.",
  414: "The URL is too long.",
  422: "The idempotency key was used for another request.",
  429: "Too many requests.",
  431: "The headers are too large.",
  500: "Something went wrong on our side.",
  503: "Try again in a moment.",
};

function errorDescription(route: RouteDescription, status: ErrorStatus): string {
  const codes: readonly string[] = codesByStatus()[status];
  const named = [...new Set((route.errorCodes ?? []).filter((code) => codes.includes(code)))];
  const others = codesByDeclaration(route, status).filter((code) => !named.includes(code));
  const listed = (word: string, of: readonly string[]) => (of.length === 0 ? "" : ` ${word}: ${of.join(", ")}.`);
  return `${statusTexts[status]}${listed("Codes", named)}${listed(named.length === 0 ? "Codes" : "Also", others)}`;
}

function paramsDocument({ url, ids = {} }: RouteDescription): Json | undefined {
  const names = [...url.matchAll(/:([A-Za-z]+)/g)].map((match) => match[1] ?? "");
  if (names.length === 0) return undefined;
  const properties = names.map((name) => [
    name,
    { type: "string", ...(name in ids ? { format: "uuid" } : {}), description: `Id of the ${recordOf(url, name)}.` },
  ]);
  return { type: "object", required: names, properties: Object.fromEntries(properties) };
}

/** The noun before an id in a path: `/v3/contracts/:id` is about a contract. */
function recordOf(url: string, name: string): string {
  const segments = url.split("/");
  const list = segments[segments.indexOf(`:${name}`) - 1] ?? "";
  const noun = irregularNouns[list] ?? list.replace(/ies$/, "y").replace(/s$/, "");
  return noun.replaceAll("-", " ");
}

const irregularNouns: Readonly<Record<string, string>> = { "journal-entries": "journal entry", types: "event type" };

function headersDocument(route: RouteDescription): Json | undefined {
  if (!isKeyed(route)) return undefined;
  const properties: Json = {
    "Idempotency-Key": {
      type: "string",
      maxLength: 255,
      description:
        "Any text of your own, new for each write: 1 to 255 visible ASCII characters. The same key with the same request is " +
        "carried out once; for 48 hours a retry gets the stored answer, with the header Idempotency-Replayed. A rejected " +
        "request is not stored, so it may be sent again with its key.",
    },
  };
  if (route.dryRun === true) {
    properties["If-Plan"] = {
      type: "string",
      description: "The planHash of a dry run of the same request: 409 PLAN_CHANGED if the plan is another one by now.",
    };
  }
  return { type: "object", properties };
}

function queryDocument({ query = {}, list, dryRun }: RouteDescription): Json | undefined {
  const properties: Json = Object.fromEntries(
    Object.entries(query).map(([name, parameter]) => [name, parameterDocument(parameter)]),
  );
  if (dryRun === true)
    properties.dryRun = {
      type: "boolean",
      description: "Show what would happen, and do nothing: 200 with a Preview.",
    };
  Object.assign(properties, list === undefined ? {} : listDocument(list));
  if (Object.keys(properties).length === 0) return undefined;
  const required = Object.keys(query).filter((name) => query[name]?.required === true);
  return { type: "object", ...(required.length === 0 ? {} : { required }), properties };
}

function parameterDocument({ format, pattern, values, description }: QueryParameter): Json {
  if (format === "boolean" || format === "integer") return { type: format, description };
  const formats: Json = { uuid: "uuid", date: "date", instant: "date-time" };
  return {
    type: "string",
    description,
    ...(format !== undefined && formats[format] !== undefined ? { format: formats[format] } : {}),
    ...(format === "month" ? { pattern: "^\\d{4}-\\d{2}$" } : {}),
    ...(format === "currency" ? { pattern: "^[A-Z]{3}$" } : {}),
    ...(pattern === undefined ? {} : { pattern: pattern.source }),
    ...(values === undefined ? {} : { enum: [...values] }),
  };
}

// No `default` here: @fastify/swagger would declare the parameters as required (ecosystem F11).
function listDocument(declaration: ListDeclaration): Json {
  const { fields } = declaration;
  const documentation: Json = {
    page: { type: "integer", minimum: 1, description: "Which page, from 1. Without it: 1." },
    limit: {
      type: "integer",
      minimum: 1,
      maximum: maximumLimit,
      description: `Rows per page. Without it: ${defaultLimit}.`,
    },
  };
  documentation.cursor = {
    type: "string",
    description:
      "The nextCursor of the page before, in place of page: what others add or remove meanwhile moves nothing.",
  };
  const sorts = sortFields(declaration);
  if (sorts.length > 0) {
    documentation.sort = {
      type: "string",
      description: `\`field:asc\` or \`field:desc\`, several separated by commas. Fields: ${sorts.join(", ")}.`,
    };
  }
  const lines = Object.entries(fields).map(([name, { rules }]) => `- \`${name}\`: ${rules.join(", ")}`);
  if (lines.length > 0) {
    const syntax =
      "`field:rule:value`, several separated by commas; all must hold. Lists: `in:a|b`. Words are matched as written, " +
      "capitals too; `like` is in any case and finds a part. A date is a whole UTC day. Fields and rules:";
    documentation.filter = { type: "string", description: `${syntax}\n${lines.join("\n")}` };
  }
  return documentation;
}
