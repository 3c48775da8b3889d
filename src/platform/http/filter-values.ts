import { formatDay, parseDay, parseMonth } from "../../kernel/day.ts";
import { decimalFromWire } from "../../kernel/decimal.ts";
import { invalid } from "../../kernel/errors.ts";
import { parseId } from "../../kernel/ids.ts";
import type { Bound, FilterField, FilterRule, FilterTest } from "./filter.ts";
import type { WrittenFilter } from "./filter-syntax.ts";
import { parseInstant } from "./instant.ts";

const maximumListItems = 200;

/** The test of a written filter, with its values checked and in canonical spelling. */
export function testFrom(written: WrittenFilter, rule: FilterRule, field: FilterField): FilterTest {
  switch (rule) {
    case "isnull":
      return { op: "null", negated: false };
    case "isnotnull":
      return { op: "null", negated: true };
    case "like":
    case "nlike":
      return { ...likeTest(required(written, written.value)), negated: rule === "nlike" };
    case "in":
    case "nin":
      return { op: "any-of", values: listValues(written, field), negated: rule === "nin" };
    default:
      return comparison(written, rule, field);
  }
}

type Comparison = "eq" | "neq" | "gt" | "gte" | "lt" | "lte";

function comparison(written: WrittenFilter, rule: Comparison, field: FilterField): FilterTest {
  const text = required(written, written.value);
  if (field.kind === "instant") return instantTest(written, rule, text.trim());
  if (field.kind === "date") return dateTest(written, rule, text.trim());
  return compared(rule, canonicalValue(written, text, field));
}

function listValues(written: WrittenFilter, field: FilterField): string[] {
  if (written.items.length > maximumListItems) {
    throw rejected(written, `takes at most ${maximumListItems} values; ${written.items.length} were sent`);
  }
  return written.items.map((item) => canonicalValue(written, required(written, item), field));
}

function required(written: WrittenFilter, text: string | undefined): string {
  if (text !== undefined) return text;
  throw rejected(written, 'needs a value; write "" for the empty text');
}

function canonicalValue(written: WrittenFilter, text: string, field: FilterField): string {
  const value = field.kind === "string" ? text : canonicalSpelling(text.trim(), field);
  if (value !== undefined) return value;
  const expected = field.values === undefined ? expectations[field.kind] : `one of ${field.values.join(", ")}`;
  throw rejected(written, `needs ${expected}`);
}

const expectations: Readonly<Record<FilterField["kind"], string>> = {
  string: "text",
  uuid: "a UUID",
  instant: "a date or an RFC 3339 date-time",
  date: "a date or an RFC 3339 date-time",
  amount: "a decimal",
  enum: "a known word",
  month: "a month as YYYY-MM",
  boolean: "true or false",
};

function canonicalSpelling(text: string, field: FilterField): string | undefined {
  switch (field.kind) {
    case "uuid":
      return parseId(text);
    case "amount":
      return decimalFromWire(text);
    case "enum":
      return field.values?.find((value) => value === text);
    case "month":
      return parseMonth(text) === undefined ? undefined : text;
    case "boolean":
      return text === "true" || text === "false" ? text : undefined;
    case "date":
      return parseDay(text) === undefined ? undefined : text;
    case "instant":
      return instantText(text);
    case "string":
      return text;
  }
}

function compared(rule: Comparison, value: string): FilterTest {
  if (rule === "eq" || rule === "neq") return { op: "any-of", values: [value], negated: rule === "neq" };
  const inclusive = rule === "gte" || rule === "lte";
  const isLower = rule === "gt" || rule === "gte";
  return { op: "range", [isLower ? "from" : "to"]: { value, inclusive } satisfies Bound, negated: false };
}

/** A date means its whole UTC day: `eq` is `[d, d + 1)`, `gt` is from `d + 1` on, and so on (data-model 1.1). */
function instantTest(written: WrittenFilter, rule: Comparison, text: string): FilterTest {
  const day = parseDay(text);
  if (day === undefined) {
    const instant = instantText(text);
    if (instant === undefined) throw rejected(written, `needs ${expectations.instant}, years 1900 to 2200`);
    return compared(rule, instant);
  }
  const start: Bound = { value: `${text}T00:00:00.000000Z`, inclusive: true };
  const end: Bound = { value: `${formatDay(day + 1)}T00:00:00.000000Z`, inclusive: false };
  const range = (bounds: { from?: Bound; to?: Bound }, negated = false): FilterTest => ({
    op: "range",
    ...bounds,
    negated,
  });
  switch (rule) {
    case "eq":
    case "neq":
      return range({ from: start, to: end }, rule === "neq");
    case "gt":
      return range({ from: { ...end, inclusive: true } });
    case "gte":
      return range({ from: start });
    case "lt":
      return range({ to: { ...start, inclusive: false } });
    case "lte":
      return range({ to: end });
  }
}

/** A civil date is compared as its midnight UTC: an instant later on that day is after the date, and equal to no date. */
function dateTest(written: WrittenFilter, rule: Comparison, text: string): FilterTest {
  if (parseDay(text) !== undefined) return compared(rule, text);
  const instant = instantText(text);
  const [day = "", time = ""] = instant?.split("T") ?? [];
  if (parseDay(day) === undefined) throw rejected(written, `needs ${expectations.date}, years 1900 to 2200`);
  if (time === "00:00:00.000000Z") return compared(rule, day);
  if (rule === "eq" || rule === "neq") return { op: "any-of", values: [], negated: rule === "neq" };
  return compared(rule === "gt" || rule === "gte" ? "gt" : "lte", day);
}

/** Exact to a microsecond, like the database. A `+` of an offset that arrived as a space is read as `+`. */
function instantText(text: string): string | undefined {
  return parseInstant(text.replace(/ (?=\d{2}:\d{2}$)/, "+"))?.toString({ fractionalSecondDigits: 6 });
}

/**
 * Contains, whatever the case. One `%` at an end only anchors: `abc%` starts with, `%abc` ends with, `%abc%` contains.
 * `\%` at an end and every inner `%`, `_` and `\` stand for themselves (behaviour FIL-3).
 */
export function likeTest(value: string): { op: "like"; text: string; atStart: boolean; atEnd: boolean } {
  const openStart = value.startsWith("%");
  const literalEnd = value.endsWith("\\%");
  const openEnd = value.endsWith("%") && !literalEnd;
  if (value === "%" || value === "\\%") {
    return { op: "like", text: openStart ? "" : "%", atStart: false, atEnd: false };
  }
  let text = openStart || value.startsWith("\\%") ? value.slice(1) : value;
  if (openEnd) text = text.slice(0, -1);
  if (literalEnd) text = `${text.slice(0, -2)}%`;
  return { op: "like", text, atStart: openEnd && !openStart, atEnd: openStart && !openEnd };
}

function rejected(written: WrittenFilter, problem: string): Error {
  const message = `The filter ${written.field}:${written.rule} ${problem}.`;
  return invalid("FILTER_VALUE_INVALID", message, { field: written.field, rule: written.rule });
}
