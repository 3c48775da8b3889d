import fc from "fast-check";
import type { Json } from "../support/api.ts";

/** A request that a careless or hostile client might send. */
export type FuzzRequest = {
  readonly method: string;
  readonly path: string;
  readonly contentType: string | undefined;
  readonly body: string | undefined;
};

const odd = fc.constantFrom<unknown>(
  null,
  true,
  0,
  -1,
  1.5,
  1e21,
  "",
  " ",
  "null",
  "0",
  "-0.01",
  "99999999999999999",
  "1e5",
  "2026-02-30",
  "2026-01-31",
  "2026-01",
  "9999-12-31",
  "USD",
  "JPY",
  "XXX",
  "\u0000",
  "\ud800",
  "😀",
  "a".repeat(300),
  "../../etc/passwd",
  "' or 1=1 --",
  [],
  {},
  [[]],
  { __proto__: null },
  "00000000-0000-0000-0000-000000000000",
);

const oddFilters = fc.constantFrom(
  "name:eq:x",
  "name:like:%",
  "name:in:a,b;c|d",
  "name:isnull",
  "createdAt:gte:2026-01-01",
  "createdAt:eq:tomorrow",
  "x:eq:1",
  "name:gt:1",
  ":::",
  ",",
  'name:eq:"',
  "status:eq:NEW,name:neq:Acme, Inc.",
  "externalIds.externalId:nin:1",
  "contractId:eq:x",
  "customerId:in:00000000-0000-0000-0000-000000000000",
  "issueDate:lt:2026-01-01T00:00:00Z",
  "total:gt:1e9",
  "month:eq:2026-13",
  "__proto__:eq:1",
  "name:eq:\u0000",
  "timeframe:lte:2026-05",
);

/**
 * Requests to every operation of an OpenAPI document: mostly of the documented shape, so that they get past the first
 * checks, with a wrong value, a missing field or an unknown one here and there.
 *
 * @param ids ids of records that exist, of this merchant and of others
 */
export function fuzzRequests(document: Json, ids: readonly string[]): fc.Arbitrary<FuzzRequest> {
  const operations = Object.entries<Json>(document.paths).flatMap(([path, methods]) =>
    Object.entries<Json>(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  return fc.constantFrom(...operations).chain(({ path, method, operation }) => {
    const schema = operation.requestBody?.content?.["application/json"]?.schema;
    return fc
      .tuple(
        pathOf(path, ids),
        queryOf(operation),
        schema === undefined ? fc.constant(undefined) : bodyOf(document, schema, ids),
      )
      .map(([fullPath, query, body]) => ({
        method,
        path: query === "" ? fullPath : `${fullPath}?${query}`,
        contentType: body === undefined ? undefined : "application/json",
        body,
      }));
  });
}

function pathOf(path: string, ids: readonly string[]): fc.Arbitrary<string> {
  const names = [...path.matchAll(/\{([^}]+)\}/g)];
  const id = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...ids) },
    { weight: 2, arbitrary: fc.uuid() },
    { weight: 1, arbitrary: fc.constantFrom("abc", "%00", "null", "x".repeat(200), "%2e%2e", "{}") },
  );
  return fc.array(id, { minLength: names.length, maxLength: names.length }).map((values) => {
    let next = 0;
    return path.replace(/\{[^}]+\}/g, () => values[next++] ?? "");
  });
}

function queryOf(operation: Json): fc.Arbitrary<string> {
  const names: string[] = (operation.parameters ?? []).flatMap((each: Json) =>
    each.in === "query" ? [each.name] : [],
  );
  if (names.length === 0) return fc.constant("");
  const value = (name: string) => {
    if (name === "filter") return oddFilters;
    if (name === "month" || name === "until")
      return fc.constantFrom("2026-01", "2026-13", "2026-01-01", "", "x", "2199-12");
    if (name === "dryRun") return fc.constantFrom("true", "false", "yes", "");
    return fc.constantFrom("1", "0", "50", "-1", "1001", "1e3", "abc", "", "%00");
  };
  return fc
    .tuple(...names.map((name) => fc.option(value(name), { nil: undefined, freq: 2 })))
    .map((values) =>
      names
        .flatMap((name, index) => (values[index] === undefined ? [] : [`${name}=${encodeURIComponent(values[index])}`]))
        .join("&"),
    );
}

function bodyOf(document: Json, schema: Json, ids: readonly string[]): fc.Arbitrary<string> {
  const good = valueFor(document, schema, ids, 0).map((value) => JSON.stringify(value) ?? "null");
  const broken = fc.constantFrom(
    "",
    "{",
    "[]",
    "null",
    '{"a":1,"a":2}',
    "\uFEFF{}",
    '"x"',
    '{"__proto__":{}}',
    "[".repeat(100),
  );
  return fc.oneof({ weight: 20, arbitrary: good }, { weight: 1, arbitrary: broken });
}

function valueFor(document: Json, schema: Json, ids: readonly string[], depth: number): fc.Arbitrary<unknown> {
  if (depth > 5) return odd;
  const right = rightValueFor(document, schema, ids, depth);
  return fc.oneof({ weight: 30, arbitrary: right }, { weight: 1, arbitrary: odd });
}

function rightValueFor(document: Json, schema: Json, ids: readonly string[], depth: number): fc.Arbitrary<unknown> {
  if (schema.$ref !== undefined) {
    const target = String(schema.$ref)
      .split("/")
      .slice(1)
      .reduce((node: Json, key) => node[key], document);
    return valueFor(document, target, ids, depth);
  }
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
  if (Array.isArray(schema.anyOf))
    return fc.oneof(...schema.anyOf.map((each: Json) => valueFor(document, each, ids, depth + 1)));
  const types: string[] = Array.isArray(schema.type) ? schema.type : [schema.type];
  return fc.oneof(...types.map((type) => valueOfType(document, schema, type, ids, depth)));
}

function valueOfType(
  document: Json,
  schema: Json,
  type: string,
  ids: readonly string[],
  depth: number,
): fc.Arbitrary<unknown> {
  switch (type) {
    case "object":
      return objectOf(document, schema, ids, depth);
    case "array":
      return fc.array(valueFor(document, schema.items ?? {}, ids, depth + 1), {
        maxLength: 3,
        minLength: Math.min(schema.minItems ?? 0, 2),
      });
    case "integer": {
      const { minimum: min = 0, maximum = min + 100 } = schema;
      return fc.integer({ min, max: Math.min(maximum, min + 100) });
    }
    case "number":
      return fc.constantFrom(0, 1, 12.5, 0.1);
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    default:
      return stringOf(schema, ids);
  }
}

function stringOf(schema: Json, ids: readonly string[]): fc.Arbitrary<string> {
  if (schema.format === "uuid") return fc.constantFrom(...ids);
  if (schema.format === "date")
    return fc.constantFrom("2026-01-01", "2026-01-31", "2026-06-15", "2024-02-29", "2200-12-31", "1900-01-01");
  if (schema.format === "date-time") return fc.constantFrom("2026-01-20T00:00:00Z", "2026-01-15T12:00:00.000Z");
  if (schema.pattern?.includes("[A-Z]{3}")) return fc.constantFrom("USD", "EUR", "JPY", "KWD");
  if (schema.pattern?.includes("\\d{1,15}"))
    return fc.constantFrom("0", "1", "0.10", "1200.00", "0.0025", "999999999999999");
  return fc.oneof(
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 }),
    fc.constantFrom("Acme, Inc.", "Ünïcode", "x"),
  );
}

function objectOf(document: Json, schema: Json, ids: readonly string[], depth: number): fc.Arbitrary<unknown> {
  const required = new Set<string>(schema.required ?? []);
  const fields = Object.entries<Json>(schema.properties ?? {}).map(([name, property]) => {
    const value = valueFor(document, property, ids, depth + 1);
    // One required field in forty is left out, every second optional one.
    const present = fc.option(value, { nil: undefined, freq: required.has(name) ? 40 : 2 });
    return present.map((each) => [name, each] as const);
  });
  return fc.tuple(fc.tuple(...fields), fc.integer({ min: 0, max: 40 })).map(([entries, dice]) => {
    const known = entries.filter(([, value]) => value !== undefined);
    return Object.fromEntries(dice === 0 ? [...known, ["endDat", "2026-01-01"]] : known);
  });
}
