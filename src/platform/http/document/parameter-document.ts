import { required } from "../../../kernel/assert.ts";
import type { QueryParameter, RouteDescription } from "../endpoint.ts";
import {
  defaultLimit,
  headings,
  type ListDeclaration,
  listFormats,
  maximumLimit,
  maximumPage,
  mostRowsOfFile,
  sortFields,
} from "../list-query.ts";
import { isKeyed } from "../operation-codes.ts";
import { CivilDate, CurrencyCode, monthPattern } from "../wire.ts";
import { type Components, type Json, published, referTo } from "./components.ts";
import { filterPattern } from "./filter-pattern.ts";

/** The parameters of an operation; shared ones are components. */
export function parametersOf(components: Components, route: RouteDescription, isPreview: boolean): Json[] {
  const { query = {}, list } = route;
  return [
    ...pathParameters(components, route),
    ...Object.keys(query).map((name) => queryParameter(components, name, query)),
    ...(list === undefined ? [] : listParameters(components, list)),
    ...(isKeyed(route) && !isPreview ? writeHeaders(components, route) : []),
  ];
}

const spreadsheetType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

function pathParameters(components: Components, { url, ids = {} }: RouteDescription): Json[] {
  const names = [...url.matchAll(/:([A-Za-z]+)/g)].map((match) => match[1] ?? "");
  return names.map((name) => {
    const noun = recordOf(url, name);
    const component = `${noun.replaceAll(/(?:^| )(\w)/g, (_, letter) => letter.toUpperCase())}Id`;
    const schema = { type: "string", ...(name in ids ? { format: "uuid" } : {}) };
    const parameter = { name, in: "path", required: true, description: `Id of the ${noun}.`, schema };
    return referTo(
      components,
      "parameters",
      name === "id" ? component : `${component}Named${upperFirst(name)}`,
      parameter,
    );
  });
}

/** The noun before an id in a path: `/v3/contracts/:id` is about a contract. */
function recordOf(url: string, name: string): string {
  const segments = url.split("/");
  const list = segments[segments.indexOf(`:${name}`) - 1] ?? "";
  const noun = irregularNouns[list] ?? list.replace(/ies$/, "y").replace(/s$/, "");
  return noun.replaceAll(/[-_]/g, " ").toLowerCase();
}

const irregularNouns: Readonly<Record<string, string>> = { "journal-entries": "journal entry", types: "event type" };

function queryParameter(components: Components, name: string, query: RouteDescription["query"] = {}): Json {
  const parameter = required(query[name], name);
  const { required: isRequired = false, isShared = false } = parameter;
  const description = `${parameter.description}${besideText(name, query)}`;
  const schema = schemaOf(components, parameter);
  if (isShared) return shared(components, name, schema, description);
  return { name, in: "query", ...(isRequired ? { required: true } : {}), description, schema };
}

/** The parameters that one excludes, in words, because the schema of a parameter cannot refer to others. */
function besideText(name: string, query: Readonly<Record<string, QueryParameter>>): string {
  const those = Object.entries(query).filter(([, { insteadOf = [] }]) => insteadOf.includes(name));
  const others = query[name]?.insteadOf ?? those.map(([other]) => other);
  return others.length === 0 ? "" : ` Not beside ${others.map((other) => `\`${other}\``).join(" or ")}.`;
}

function schemaOf(components: Components, { format, pattern, values, maxLength, range }: QueryParameter): Json {
  switch (format) {
    case "boolean":
      return { type: "boolean" };
    case "integer":
      return { type: "integer", ...(range === undefined ? {} : { minimum: range[0], maximum: range[1] }) };
    case "uuid":
      return { type: "string", format: "uuid" };
    case "date":
      return published(components, CivilDate(), "Input");
    case "instant":
      return { type: "string", format: "date-time" };
    case "month":
      return { type: "string", pattern: monthPattern };
    case "currency":
      return published(components, CurrencyCode(), "Input");
    default:
      return {
        type: "string",
        ...(pattern === undefined ? {} : { pattern: pattern.source }),
        ...(values === undefined ? {} : { enum: [...values] }),
        ...(maxLength === undefined ? {} : { maxLength }),
      };
  }
}

function listParameters(components: Components, declaration: ListDeclaration): Json[] {
  const page = { type: "integer", minimum: 1, maximum: maximumPage, default: 1 };
  const limit = (rows: number) => ({ type: "integer", minimum: 1, maximum: maximumLimit, default: rows });
  const { defaultLimit: ownLimit } = declaration;
  const cursor =
    "The `nextCursor` of the page before: what others add or remove moves nothing. Not beside a `page` beyond 1, or another " +
    "`sort` than that page had.";
  const totals =
    "`true` also answers the sums of all rows that pass the filters, by currency, whatever the page. Not beside a `format` of a file.";
  const file =
    `\`csv\` (text/csv) and \`xlsx\` (${spreadsheetType}) answer all rows as a file, ${mostRowsOfFile} at most, in place of a ` +
    "page: not beside `page`, `limit` or `cursor`. They are not declared here, so that clients made from this document read every list as a page.";
  const headingWords =
    "What the first line of a CSV file has: `fields`, the names of the fields, or `words`, the same as people read it: `Issue date`. `words` is of `format=csv` alone.";
  return [
    shared(components, "page", page, "The page, from 1."),
    ownLimit === undefined
      ? shared(components, "limit", limit(defaultLimit), "Rows per page.")
      : { name: "limit", in: "query", description: "Rows per page.", schema: limit(ownLimit) },
    shared(components, "cursor", { type: "string", minLength: 1 }, cursor),
    shared(components, "format", { type: "string", enum: ["json", ...listFormats] }, file),
    shared(components, "headings", { type: "string", enum: [...headings], default: "fields" }, headingWords),
    ...(declaration.hasTotals ? [shared(components, "totals", { type: "boolean", default: false }, totals)] : []),
    ...sortParameter(sortFields(declaration)),
    ...filterParameter(declaration),
  ];
}

function shared(components: Components, name: string, schema: Json, description: string): Json {
  return referTo(components, "parameters", upperFirst(name), { name, in: "query", description, schema });
}

function sortParameter(fields: readonly string[]): Json[] {
  if (fields.length === 0) return [];
  const description = "In which order: `field:asc` or `field:desc`.";
  const pattern = `^(${fields.join("|")})(:(asc|desc))?$`;
  return [
    { name: "sort", in: "query", description, schema: { type: "string", pattern, examples: [`${fields[0]}:desc`] } },
  ];
}

function filterParameter({ fields }: ListDeclaration): Json[] {
  const names = Object.keys(fields);
  if (names.length === 0) return [];
  const byRules = Map.groupBy(names, (name) => fields[name]?.rules.join(", "));
  const lines = [...byRules].map(([rules, each]) => `- ${each.map((name) => `\`${name}\``).join(", ")}: ${rules}`);
  const description = `\`field:rule:value\`, several separated by commas ("Filters" above). Fields and rules:\n${lines.join("\n")}`;
  return [{ name: "filter", in: "query", description, schema: { type: "string", pattern: filterPattern(fields) } }];
}

function writeHeaders(components: Components, { dryRun }: RouteDescription): Json[] {
  const key = referTo(components, "parameters", "IdempotencyKey", {
    name: "Idempotency-Key",
    in: "header",
    description:
      "Any text of your own, new for each write. The same key with the same request is carried out once; for 48 hours a " +
      "retry gets the stored answer, with the header Idempotency-Replayed. A rejected request is not stored.",
    schema: { type: "string", minLength: 1, maxLength: 255, pattern: "^[!-~]+$" },
  });
  if (dryRun !== true) return [key];
  const plan = referTo(components, "parameters", "IfPlan", {
    name: "If-Plan",
    in: "header",
    description: "The planHash of a preview of the same request: 409 PLAN_CHANGED if the plan has changed since.",
    schema: { type: "string", pattern: "^[0-9a-f]{64}$" },
  });
  return [key, plan];
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
