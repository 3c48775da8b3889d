import type { Json } from "../support/api.ts";
import { expanded } from "../support/expanded-document.ts";

/** Operations that are sent by POST because they have a body, and write nothing: a read key may. */
export const readsByPost: ReadonlySet<string> = new Set(["POST /v3/downloads", "POST /v3/merchant/sample-invoice"]);

/** One row of the matrix: an operation of the OpenAPI document, as far as its columns need it. */
export type Operation = {
  /** `POST /v3/contracts/{id}`: what the tables of the matrix know it by. */
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly isWrite: boolean;
  readonly successStatus: number;
  /** Names of the ids in the path, from the left. */
  readonly pathIds: readonly string[];
  /** Names of the query parameters that are ids. */
  readonly queryIds: readonly string[];
  /** Fields that the list can be filtered by, each with its rules. */
  readonly filters: readonly { readonly field: string; readonly rules: readonly string[] }[];
  readonly takesDryRun: boolean;
  readonly takesFile: boolean;
  /** The JSON body: every field that its schema has, and an example that has them all. */
  readonly body: { readonly fields: readonly BodyField[]; readonly example: Json } | undefined;
};

/** A field of a body, by its JSON pointer in the example, with the JSON types that its schema allows. */
export type BodyField = {
  readonly pointer: string;
  readonly name: string;
  readonly types: readonly string[];
  /** An object that rejects fields it does not know, and the ones it knows. */
  readonly closed: readonly string[] | undefined;
};

/**
 * Every operation of the document that the server itself serves and that takes a key, so that a new one is in the matrix by itself.
 * Those about one's own session take none and have tests of their own.
 */
export async function readOperations(url: string): Promise<Operation[]> {
  const document: Json = expanded(await (await fetch(`${url}/openapi.json`)).json());
  return Object.entries<Json>(document.paths).flatMap(([path, methods]) =>
    Object.entries<Json>(methods)
      .filter(([, operation]) => operation.security.some((each: Json) => each.apiKey !== undefined))
      .map(([method, operation]) => operationOf(document, path, method.toUpperCase(), operation)),
  );
}

/** The operations of the document that take no key, by name. */
export async function keylessOperations(url: string): Promise<string[]> {
  const document: Json = expanded(await (await fetch(`${url}/openapi.json`)).json());
  return Object.entries<Json>(document.paths).flatMap(([path, methods]) =>
    Object.entries<Json>(methods)
      .filter(([, operation]) => !operation.security.some((each: Json) => each.apiKey !== undefined))
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  );
}

function operationOf(document: Json, path: string, method: string, operation: Json): Operation {
  const query: Json[] = (operation.parameters ?? []).filter((each: Json) => each.in === "query");
  const content = operation.requestBody?.content ?? {};
  const json = content["application/json"];
  return {
    name: `${method} ${path}`,
    method,
    path,
    isWrite: method !== "GET",
    successStatus: successOf(Object.keys(operation.responses)),
    pathIds: [...path.matchAll(/\{([^}]+)\}/g)].map((match) => match[1] ?? ""),
    queryIds: query.filter(({ name }) => isIdName(name)).map(({ name }) => name),
    filters: filtersOf(query.find(({ name }) => name === "filter")?.description ?? ""),
    takesDryRun: query.some(({ name }) => name === "dryRun"),
    takesFile: content["multipart/form-data"] !== undefined,
    body: json === undefined ? undefined : { fields: fieldsOf(document, json.schema, ""), example: json.example },
  };
}

/** True if a field of this name has an id, of this program or of another system. */
export const isIdName = (name: string): boolean => name === "id" || /Ids?$/.test(name);

/** The document lists the fields of a filter in words: a line for those that have the same rules. */
function filtersOf(description: string): Operation["filters"] {
  return [...description.matchAll(/^- (`.+`): (.+)$/gm)].flatMap(([, fields = "", rules = ""]) =>
    fields.split(", ").map((field) => ({ field: field.replaceAll("`", ""), rules: rules.split(", ") })),
  );
}

function fieldsOf(document: Json, schema: Json, pointer: string): BodyField[] {
  const alternatives = alternativesOf(document, schema);
  const types = alternatives.flatMap(({ type }) => type ?? []);
  const object = alternatives.find(({ properties }) => properties !== undefined);
  const closed = object?.additionalProperties === false ? Object.keys(object.properties) : undefined;
  const name = pointer.split("/").findLast((segment) => !/^\d*$/.test(segment)) ?? "";
  const children = alternatives.flatMap(({ properties = {}, items }) => [
    ...Object.entries<Json>(properties).flatMap(([key, child]) => fieldsOf(document, child, `${pointer}/${key}`)),
    ...(items === undefined ? [] : fieldsOf(document, items, `${pointer}/0`)),
  ]);
  return [{ pointer, name, types, closed }, ...children];
}

/** The plain schemas behind references and alternatives. */
function alternativesOf(document: Json, schema: Json): Json[] {
  if (schema.$ref !== undefined) {
    const target = String(schema.$ref).split("/").slice(1);
    return alternativesOf(
      document,
      target.reduce((node: Json, key) => node[key], document),
    );
  }
  const nested: Json[] | undefined = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  return nested === undefined ? [schema] : nested.flatMap((each) => alternativesOf(document, each));
}

/**
 * A copy of a body with another value at a JSON pointer. What lies on the way and is not in the body is taken from the
 * example, so that the field is asked for in a body that is right otherwise; an object that the example does without, as
 * alternatives to each other, begins empty.
 */
export function withValueAt(body: Json, pointer: string, value: unknown, example: Json): Json {
  const [, ...segments] = pointer.split("/");
  if (segments.length === 0) return value;
  const copy: Json = structuredClone(body);
  let node = copy;
  let model = example;
  for (const [index, segment] of segments.entries()) {
    if (index === segments.length - 1) {
      node[segment] = value;
      break;
    }
    model = model?.[segment];
    node[segment] ??= structuredClone(model) ?? (segments[index + 1] === "0" ? [] : {});
    node = node[segment];
  }
  return copy;
}

/** What an operation answers when it is carried out; 202 of others is a write that waits for a second person. */
function successOf(statuses: readonly string[]): number {
  const successes = statuses.map(Number).filter((status) => status >= 200 && status < 300);
  return successes.findLast((status) => status !== 202) ?? 202;
}
