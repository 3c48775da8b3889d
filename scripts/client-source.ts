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
    return `${comment(schema, 0)}export type ${name} = ${isLongList(schema) ? "string" : typeOf(schema, direction, 0)};`;
  });
  return `// Generated from the OpenAPI document by scripts/client.ts: a change of an endpoint changes it.
import type { FilterOf } from "./filter.ts";

${components.join("\n\n")}

/** The code of a rejection. */
export type ErrorCode = Rejection["error"]["errorCode"];

/** The input of a list as a file: all rows, with its filters and its order. */
type FileInput<Input> = Omit<Input, "page" | "limit" | "cursor"> & { format: "csv" | "xlsx" };

/** Every operation with its input and its answer, also as a file if it has one. */
export type Operations = ${block(
    operations.map((operation) => typesOf(document, operation)),
    0,
  )};

/** Method and path of every operation, and its success status if that is 202. */
export const operations = ${block(operations.map(rowOf), 0)} as const satisfies Record<keyof Operations, string>;
`;
}

/** Currency and country codes are plain text: no caller handles each one separately. */
const isLongList = ({ enum: words = [] }: Json): boolean => words.length > 100;

type Operation = {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly status: string;
  readonly operation: Json;
};

function operationsOf(document: Json): Operation[] {
  return Object.entries<Json>(document.paths).flatMap(([path, methods]) =>
    Object.entries<Json>(methods).map(([method, operation]) => ({
      name: operation.operationId,
      method: method.toUpperCase(),
      path,
      status: successOf(Object.keys(operation.responses)),
      operation,
    })),
  );
}

/** The answer of an operation that was carried out; for other operations, 202 is a write that waits for approval. */
function successOf(statuses: readonly string[]): string {
  return statuses.findLast((status) => status.startsWith("2") && status !== "202") ?? "202";
}

function typesOf(document: Json, { name, operation, status }: Operation): string {
  const { content } = resolved(document, operation.responses[status]);
  const { properties: envelope } = resolved(document, content["application/json"]?.schema ?? {});
  const isReport = envelope !== undefined && Object.keys(content).length > 1;
  const isList = (operation.parameters ?? []).some(({ $ref }: Json) => $ref === "#/components/parameters/Format");
  const isAlsoFile = isReport || isList;
  const payload =
    envelope === undefined ? `import("./exchange.ts").FileAnswer` : typeOf(envelope.payload, "received", 2);
  const members = [
    `    input: ${inputOf(document, operation, isAlsoFile ? ["format"] : [])};`,
    `    payload: ${payload};`,
    ...(isReport ? [`    file: ${inputOf(document, operation, [])};`] : []),
    // All rows, with the filters and the order of the list.
    ...(isList ? [`    file: FileInput<Operations[${JSON.stringify(name)}]["input"]>;`] : []),
  ];
  const { summary, description = "", deprecated } = operation;
  const more = description === `${summary}.` ? "" : description;
  const about = { description: `${summary}.\n${more}`, deprecated };
  return `${comment(about, 1)}  ${key(name)}: ${block(members, 1)};`;
}

/** What a reference refers to; anything else is itself. */
function resolved(document: Json, node: Json): Json {
  if (node.$ref === undefined) return node;
  const names = node.$ref.split("/").slice(1);
  return names.reduce((parent: Json, name: string) => parent[name], document);
}

function rowOf({ name, method, path, status }: Operation): string {
  return `  ${key(name)}: "${method} ${path}${status === "202" ? " 202" : ""}",`;
}

/** Parameters of path and query, and the body, in one object. Headers are options of the call. */
function inputOf(document: Json, { parameters = [], requestBody }: Json, without: readonly string[]): string {
  const members = parameters
    .map((parameter: Json) => resolved(document, parameter))
    .filter((parameter: Json) => parameter.in !== "header" && !without.includes(parameter.name))
    .map(({ name, required = false, schema, ...about }: Json) => {
      const type = name === "filter" ? filterOf(about.description) : typeOf(schema, "sent", 3);
      return member(name, type, { isRequired: required, direction: "sent", about, depth: 3 });
    });
  const body = requestBody?.content["application/json"]?.schema;
  const form = requestBody?.content["multipart/form-data"]?.schema;
  if (body !== undefined) {
    members.push(
      member("body", typeOf(body, "sent", 3), {
        isRequired: requestBody.required,
        direction: "sent",
        about: {},
        depth: 3,
      }),
    );
  }
  if (form !== undefined) members.push("      file: File;");
  return members.length === 0 ? "Record<never, never>" : block(members, 2);
}

/** The document lists the fields of a filter in words: a line for those that have the same rules. */
function filterOf(description: string): string {
  const lines = [...description.matchAll(/^- (`.+`): (.+)$/gm)].flatMap(([, fields = "", rules = ""]) => {
    const union = rules.split(", ").map((rule) => JSON.stringify(rule));
    const names = fields.replaceAll("`", "").split(", ");
    return names.map((name) => `        ${key(name)}: ${union.join(" | ")};`);
  });
  return `string | FilterOf<${block(lines, 3)}>`;
}

/** The names of the schemas that parts of the document refer to, directly and through others. */
function reachedFrom(document: Json, parts: readonly Json[]): Set<string> {
  const reached = new Set<string>();
  const visit = (node: Json): void => {
    if (typeof node !== "object" || node === null) return;
    if (typeof node.$ref === "string" && !reached.has(node.$ref)) {
      reached.add(node.$ref);
      visit(resolved(document, node));
    }
    for (const child of Object.values(node)) visit(child);
  };
  for (const part of parts) visit(part);
  const prefix = "#/components/schemas/";
  return new Set([...reached].flatMap((ref) => (ref.startsWith(prefix) ? [ref.slice(prefix.length)] : [])));
}
