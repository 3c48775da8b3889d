import { isCurrency } from "../../kernel/currency.ts";
import { parseDay, parseMonth } from "../../kernel/day.ts";
import { decimalFromWire, decimalPlaces, ratioFromDecimal } from "../../kernel/decimal.ts";
import { parseId } from "../../kernel/ids.ts";
import { compareRatios } from "../../kernel/ratio.ts";
import { formatInstant, parseInstant } from "./instant.ts";
import type { WireCheck } from "./wire.ts";

/** The canonical spelling of a value, or its one problem; `message` continues the field's name. */
export type Checked = { readonly value: unknown } | { readonly code: string; readonly message: string };

/** Checks one value of a request against an `x-accord` keyword (data-model 1.1 and 1.2). */
export function checkWireValue(check: WireCheck, value: unknown): Checked {
  if (check.kind === "decimal") return checkDecimal(check, value);
  if (typeof value !== "string") return { code: "TYPE", message: `must be a string, not ${nameOfType(value)}` };
  const problem = stringProblem(value);
  if (problem !== undefined) return { code: "INVALID_STRING", message: problem };
  switch (check.kind) {
    case "uuid":
      return orProblem(parseId(value), "INVALID_ID", "must be a UUID");
    case "date":
      return orProblem(dayText(value), "INVALID_DATE", "must be an existing date as YYYY-MM-DD, years 1900 to 2200");
    case "instant": {
      const instant = parseInstant(value);
      const text = instant === undefined ? undefined : formatInstant(instant);
      return orProblem(text, "INVALID_DATE", "must be an RFC 3339 date-time with offset, such as 2026-01-31T09:30:00Z");
    }
    case "month":
      return orProblem(
        parseMonth(value) === undefined ? undefined : value,
        "INVALID_MONTH",
        "must be a month as YYYY-MM",
      );
    case "currency":
      return orProblem(
        isCurrency(value) ? value : undefined,
        "CURRENCY_INVALID",
        "must be an ISO 4217 code such as USD",
      );
    case "email":
      return orProblem(isEmail(value) ? value : undefined, "FORMAT", "must be an e-mail address");
    case "text":
      return checkText(check, value);
    case "unsupported":
      return { code: "NOT_SUPPORTED", message: "is not supported; send null or leave it out" };
  }
}

function orProblem(value: string | undefined, code: string, message: string): Checked {
  return value === undefined ? { code, message } : { value };
}

/** What no string may contain: PostgreSQL rejects U+0000 and silently replaces lone surrogates (behaviour H3). */
export function stringProblem(text: string): string | undefined {
  if (text.includes("\u0000")) return "must not contain the character U+0000";
  return text.isWellFormed() ? undefined : "must not contain half a surrogate pair";
}

/** An instant at midnight UTC counts as a date, for clients that only have a date-time type; any other time of day is a mistake. */
function dayText(text: string): string | undefined {
  if (parseDay(text) !== undefined) return text;
  const instant = parseInstant(text);
  if (instant === undefined || instant.epochMilliseconds % 86_400_000 !== 0) return undefined;
  const [day = "", time = ""] = instant.toString().split("T");
  return time === "00:00:00Z" && parseDay(day) !== undefined ? day : undefined;
}

/** C0 and C1; tabs and line ends are allowed in a text of several lines. */
const controlCharacter = /\p{Cc}/u;
const controlInLine = /(?![\t\n\r])\p{Cc}/u;

/** Without tabs and line feeds at the ends, as names are compared and stored. */
function withoutEnds(text: string): string {
  return text.replace(/^[\t\n\r]+/u, "").replace(/(?<![\t\n\r])[\t\n\r]+$/u, "");
}

function codePointOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}

function isEmail(text: string): boolean {
  return text.length <= 254 && !controlCharacter.test(text) && /^[^\s@]{1,64}@[^\s@.]+(\.[^\s@.]+)*$/u.test(text);
}

function checkText(check: Extract<WireCheck, { kind: "text" }>, value: string): Checked {
  if (check.min > 0 && value.trim() === "") return { code: "LENGTH", message: "must not be empty or only white space" };
  const control = check.isMultiline ? controlInLine.exec(value)?.[0] : controlCharacter.exec(withoutEnds(value))?.[0];
  if (control !== undefined) {
    return { code: "INVALID_STRING", message: `must not contain the control character ${codePointOf(control)}` };
  }
  const length = lengthOf(value);
  if (length > check.max) {
    return { code: "LENGTH", message: `must have at most ${check.max} characters; it has ${length}` };
  }
  if (length < check.min) return { code: "LENGTH", message: `must have at least ${check.min} characters` };
  if (check.pattern !== undefined && !new RegExp(check.pattern, "u").test(value)) {
    return { code: "FORMAT", message: `must match ${check.pattern}` };
  }
  return { value };
}

function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

function checkDecimal(check: Extract<WireCheck, { kind: "decimal" }>, value: unknown): Checked {
  if (typeof value !== "string" && typeof value !== "number") {
    return { code: "TYPE", message: `must be a decimal string, not ${nameOfType(value)}` };
  }
  const text = decimalFromWire(value);
  const invalid = (message: string): Checked => ({ code: "AMOUNT_INVALID", message });
  if (text === undefined) {
    return invalid(
      'must be a decimal string such as "1200.00", or a number of at most 15 significant digits without exponent',
    );
  }
  if (decimalPlaces(text) > check.places) return invalid(`must have at most ${check.places} decimals`);
  if (check.sign !== "any" && text.startsWith("-")) return invalid("must not be negative");
  if (check.sign === "positive" && text === "0") return invalid("must be greater than 0");
  if (check.maximum !== undefined && compareRatios(ratioFromDecimal(text), ratioFromDecimal(check.maximum)) > 0)
    return invalid(`must be at most ${check.maximum}`);
  return { value: text };
}

/** A value's JSON type in words. */
export function nameOfType(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  if (typeof value === "object") return "an object";
  return typeof value === "boolean" ? "a boolean" : `a ${typeof value}`;
}
