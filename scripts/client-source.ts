import { block, comment, type Direction, type Json, key, member, typeOf } from "./client-types.ts";

/** The types and the table of operations of `packages/client`, from the OpenAPI document. */
export function clientSource(document: Json): string {
  const operations = operationsOf(document);
  const sent = reachedFrom(
    document,
    operations.map(({ operation }) => operation.requestBody ?? {}),
  );
  const received = reachedFrom(
    document,
    operations.map(({ operation }) => operation.responses),
  );
  const components = Object.entries<Json>(document.components.schemas).map(([name, schema]) => {
    const direction: Direction = sent.has(name) && !received.has(name) ? "sent" : "received";
    return `${comment(schema, 0)}export type ${name} = ${typeOf(schema, direction, 0)};`;
  });
  return `// Generated from the OpenAPI document by scripts/client.ts: a change of an endpoint changes it.
import type { FilterOf } from "./filter.ts";

${components.join("\n\n")}

/** The code of a rejection. */
export type ErrorCode = Rejection["error"]["errorCode"];

/** Every operation: what it takes, and what it answers; as a file, where it answers one as well. */
export type Operations = ${block(operations.map(typesOf), 0)};

/** Method and path of every operation, and its success where that is 202. */
export const operations = ${block(operations.map(rowOf), 0)} as const satisfies Record<keyof Operations, string>;
`;
}

type Operation = {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly status: string;
  readonly operation: Json;
};

function operationsOf(document: Json): Operation[] {
  return Object.entries<Json>(document.paths).flatMap(([path, methods]) =>
    Object.entries<Json>(methods).flatMap(([method, operation]) => {
      const status = successOf(Object.keys(operation.responses));
      const itself = { name: operation.operationId, method: method.toUpperCase(), path, status, operation };
      return takesDryRun(operation) ? [itself, previewOf(itself)] : [itself];
    }),
  );
}

function takesDryRun({ parameters = [] }: Json): boolean {
  return parameters.some(({ name }: Json) => name === "dryRun");
}

/** A dry run, which is an operation of its own for those who call it. */
function previewOf({ name, method, path, operation }: Operation): Operation {
  const schema = { properties: { payload: { $ref: "#/components/schemas/Preview" } } };
  return {
    name: `preview${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    method,
    path: `${path}?dryRun=true`,
    status: "200",
    operation: {
      ...operation,
      summary: `What would happen: ${operation.summary}`,
      responses: { 200: { content: { "application/json": { schema } } } },
    },
  };
}

/** What an operation answers when it is carried out; 202 of others is a write that waits for a second person. */
function successOf(statuses: readonly string[]): string {
  return statuses.findLast((status) => status.startsWith("2") && status !== "202") ?? "202";
}

function typesOf({ name, operation, status }: Operation): string {
  const { content } = operation.responses[status];
  const json = content["application/json"]?.schema;
  const isAlsoFile = json !== undefined && Object.keys(content).length > 1;
  const payload = json === undefined ? `import("./exchange.ts").FileAnswer` : typeOf(payloadOf(json), "received", 2);
  const members = [
    `    input: ${inputOf(operation, isAlsoFile ? ["format"] : ["dryRun"])};`,
    `    payload: ${payload};`,
    ...(isAlsoFile ? [`    file: ${inputOf(operation, [])};`] : []),
  ];
  const { summary, description = "", deprecated } = operation;
  const about = { description: `${summary}.\n${description}`, deprecated };
  return `${comment(about, 1)}  ${key(name)}: ${block(members, 1)};`;
}

/** The record that a write answers, without the preview that it answers to a dry run. */
function payloadOf(envelope: Json): Json {
  const { payload } = envelope.properties;
  const isEither = payload.anyOf?.some(({ $ref }: Json) => $ref === "#/components/schemas/Preview") ?? false;
  return isEither ? payload.anyOf[0] : payload;
}

function rowOf({ name, method, path, status }: Operation): string {
  return `  ${key(name)}: "${method} ${path}${status === "202" ? " 202" : ""}",`;
}

/** Parameters of path and query, and the body, in one object. Headers are options of the call. */
function inputOf({ parameters = [], requestBody }: Json, without: readonly string[]): string {
  const members = parameters
    .filter((parameter: Json) => parameter.in !== "header" && !without.includes(parameter.name))
    .map(({ name, required = false, schema, ...about }: Json) => {
      const type = name === "filter" ? filterOf(about.description) : typeOf(schema, "sent", 3);
      return member(name, type, { isRequired: required, direction: "sent", about, depth: 3 });
    });
  const body = requestBody?.content["application/json"]?.schema;
  const form = requestBody?.content["multipart/form-data"]?.schema;
  if (body !== undefined) members.push(`      body: ${typeOf(body, "sent", 3)};`);
  if (form !== undefined) members.push("      file: File;");
  return members.length === 0 ? "Record<never, never>" : block(members, 2);
}

/** The document lists the fields of a filter in words: a line for each, with its rules. */
function filterOf(description: string): string {
  const lines = [...description.matchAll(/^- `([^`]+)`: (.+)$/gm)].map(([, field = "", rules = ""]) => {
    const union = rules.split(", ").map((rule) => JSON.stringify(rule));
    return `        ${key(field)}: ${union.join(" | ")};`;
  });
  return `string | FilterOf<${block(lines, 3)}>`;
}

/** The components that parts of the document refer to, directly and through others. */
function reachedFrom(document: Json, parts: readonly Json[]): Set<string> {
  const reached = new Set<string>();
  const visit = (node: Json): void => {
    if (typeof node !== "object" || node === null) return;
    const name = typeof node.$ref === "string" ? node.$ref.split("/").at(-1) : undefined;
    if (name !== undefined && !reached.has(name)) {
      reached.add(name);
      visit(document.components.schemas[name]);
    }
    for (const child of Object.values(node)) visit(child);
  };
  for (const part of parts) visit(part);
  return reached;
}
