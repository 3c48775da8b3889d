import { isCurrency } from "../../kernel/currency.ts";
import { parseDay, parseMonth } from "../../kernel/day.ts";
import { type Issue, invalid } from "../../kernel/errors.ts";
import { parseId } from "../../kernel/ids.ts";
import type { EndpointRules, QueryParameter } from "./endpoint.ts";
import { recordNotFound, rejectionOf } from "./error-codes.ts";
import { formatInstant, parseInstant } from "./instant.ts";
import { pointerSegment } from "./json-scanner.ts";
import { type ListQuery, listParameters, parseListQuery } from "./list-query.ts";
import { didYouMean } from "./nearest.ts";
import { problems } from "./problems.ts";
import { stringProblem } from "./wire-checks.ts";

type Params = Readonly<Record<string, string>>;
type Query = ReadonlyMap<string, readonly string[]>;

/**
 * The path ids in lower case. A malformed one is answered according to the endpoint's row: 400 `INVALID_ID` if it lists 400, else
 * the 404 of its record (rules 1). The first malformed id from the left decides.
 */
export function checkedPathIds(rules: EndpointRules, params: Params): Params {
  const checked: Record<string, string> = { ...params };
  for (const [name, code] of Object.entries(rules.ids ?? {})) {
    const id = parseId(params[name] ?? "");
    if (id === undefined) throw rules.malformedId === "INVALID_ID" ? invalidId(name) : recordNotFound(code);
    checked[name] = id;
  }
  return checked;
}

function invalidId(name: string): Error {
  return rejectionOf([{ path: `/path/${name}`, code: "INVALID_ID", message: `${name} in the path must be a UUID.` }]);
}

export type CheckedQuery = {
  readonly query: Readonly<Record<string, string>>;
  readonly list: ListQuery | undefined;
  readonly dryRun: boolean;
};

/** The query as declared: canonical values of the plain parameters, page and filters, and `dryRun`. */
export function checkedQuery(rules: EndpointRules, query: Query, path: string): CheckedQuery {
  rejectBadStrings(query);
  const issues = [...plainIssues(rules, query), ...unknownIssues(rules, query), ...insteadIssues(rules, query)];
  const found = problems();
  found.part(
    "",
    () => {
      if (issues.length > 0) throw rejectionOf(issues);
    },
    undefined,
  );
  const { list: declared } = rules;
  const list =
    declared === undefined ? undefined : found.part("/query", () => parseListQuery(declared, query, path), undefined);
  found.throwAny();
  const checked: Record<string, string> = {};
  for (const [name, parameter] of Object.entries(rules.query ?? {})) {
    const value = query.get(name)?.[0];
    if (value !== undefined) checked[name] = canonicalParameter(parameter, value).value ?? value;
  }
  return {
    query: checked,
    list,
    dryRun: rules.dryRun === true && query.get("dryRun")?.[0] === "true",
  };
}

/** Characters that no column can store are rejected in every parameter (behaviour BOD-8). */
function rejectBadStrings(query: Query): void {
  for (const [name, values] of query) {
    const problem = [name, ...values].map(stringProblem).find((text) => text !== undefined);
    if (problem === undefined) continue;
    throw invalid("INVALID_STRING", `A query parameter ${problem}.`);
  }
}

const dryRunParameter: QueryParameter = {
  description: "Show what the call would do, without doing it.",
  format: "boolean",
};

function plainIssues(rules: EndpointRules, query: Query): Issue[] {
  const parameters = { ...rules.query, ...(rules.dryRun === true ? { dryRun: dryRunParameter } : {}) };
  return Object.entries(parameters).flatMap(([name, parameter]) => {
    const values = query.get(name);
    const path = `/query/${name}`;
    if (values === undefined) {
      return parameter.required === true
        ? [{ path, code: "REQUIRED", message: `${name} is required in the query.` }]
        : [];
    }
    if (values.length > 1) return [{ path, code: "REPEATED", message: `${name} may be given once.` }];
    const { problem } = canonicalParameter(parameter, values[0] ?? "");
    return problem === undefined ? [] : [{ path, code: problem.code, message: `${name} ${problem.message}.` }];
  });
}

/** Issues for parameters that are sent together with others that say the same in another way. */
function insteadIssues(rules: EndpointRules, query: Query): Issue[] {
  return Object.entries(rules.query ?? {}).flatMap(([name, { insteadOf = [] }]) => {
    const beside = insteadOf.filter((other) => query.has(other));
    if (!query.has(name) || beside.length === 0) return [];
    const message = `${name} is instead of ${insteadOf.join(" and ")}; leave ${name} out, or ${beside.join(" and ")}.`;
    return [{ path: `/query/${name}`, code: "CONFLICT", message }];
  });
}

/** A misspelt `dryRun` must never write (rules 1), and a misspelt `limit` or `month` must not silently change the answer. */
function unknownIssues(rules: EndpointRules, query: Query): Issue[] {
  const known = [
    ...Object.keys(rules.query ?? {}),
    ...(rules.dryRun === true ? ["dryRun"] : []),
    ...(rules.list === undefined ? [] : listParameters(rules.list)),
  ];
  return [...query.keys()]
    .filter((name) => !known.includes(name))
    .map((name) => ({
      path: `/query/${pointerSegment(name.slice(0, 64))}`,
      code: "UNKNOWN_QUERY",
      message: `${JSON.stringify(name.slice(0, 64))} is not a query parameter here.${didYouMean(name, known) || namesInWords(known)}`,
    }));
}

/** The known names, for an unknown name that resembles none of them. */
function namesInWords(known: readonly string[]): string {
  return known.length === 0 ? " There is none." : ` There is ${known.join(", ")}.`;
}

type Canonical = { readonly value?: string; readonly problem?: { readonly code: string; readonly message: string } };

function canonicalParameter(parameter: QueryParameter, value: string): Canonical {
  const orElse = (canonical: string | undefined, code: string, message: string): Canonical =>
    canonical === undefined ? { problem: { code, message } } : { value: canonical };
  const kept = (fits: boolean) => (fits ? value : undefined);
  switch (parameter.format) {
    case "uuid":
      return orElse(parseId(value), "INVALID_ID", "must be a UUID");
    case "date":
      return orElse(kept(parseDay(value) !== undefined), "INVALID_DATE", "must be an existing date as YYYY-MM-DD");
    case "instant": {
      const instant = parseInstant(value.replace(/ (?=\d{2}:\d{2}$)/, "+"));
      const text = instant === undefined ? undefined : formatInstant(instant);
      return orElse(text, "INVALID_DATE", "must be an RFC 3339 date-time with offset");
    }
    case "month":
      return orElse(kept(parseMonth(value) !== undefined), "INVALID_MONTH", "must be a month as YYYY-MM");
    case "currency":
      return orElse(kept(isCurrency(value)), "CURRENCY_INVALID", "must be an ISO 4217 code such as USD");
    case "boolean":
      return orElse(kept(value === "true" || value === "false"), "TYPE", "must be true or false");
    case "integer":
      return checkedInteger(parameter, value);
    default:
      return checkedText(parameter, value);
  }
}

function checkedInteger({ range }: QueryParameter, value: string): Canonical {
  if (!/^-?\d{1,15}$/.test(value)) return { problem: { code: "TYPE", message: "must be a whole number" } };
  const [least, most] = range ?? [Number(value), Number(value)];
  if (Number(value) >= least && Number(value) <= most) return { value };
  return { problem: { code: "RANGE", message: `must be from ${least} to ${most}` } };
}

const defaultMaximumLength = 1000;

function checkedText(parameter: QueryParameter, value: string): Canonical {
  const { values, pattern, maxLength = defaultMaximumLength } = parameter;
  if (values !== undefined && !values.includes(value)) {
    return { problem: { code: "ENUM", message: `must be one of ${values.join(", ")}` } };
  }
  // Lengths count code points, as in a body, and not UTF-16 units.
  if ([...value].length > maxLength) {
    return { problem: { code: "LENGTH", message: `must have at most ${maxLength} characters` } };
  }
  if (pattern !== undefined && !pattern.test(value)) {
    return { problem: { code: "FORMAT", message: `must match ${pattern.source}` } };
  }
  return { value };
}
