import { type TSchema, Type } from "typebox";
import { assert } from "../../kernel/assert.ts";
import { type Day, parseDay } from "../../kernel/day.ts";
import { ratioFromDecimal } from "../../kernel/decimal.ts";
import { multiplyRatios, ratio } from "../../kernel/ratio.ts";
import { finiteDecimal } from "../../kernel/ratio-text.ts";
import type { Body } from "./subscription.ts";

/** A field that may be absent or null. */
export const Maybe = <Schema extends TSchema>(schema: Schema) => Type.Optional(Type.Union([schema, Type.Null()]));

/** An exact number as text, as both systems write prices that are not whole minor units. */
export const Decimal = Type.String({ pattern: "^[0-9]{1,15}(\\.[0-9]{1,12})?$" });

/** A timestamp in seconds since 1970, as in both systems; up to the end of 2199. */
export const Moment = Type.Integer({ minimum: 0, maximum: 7_258_118_399 });

/** The day of a timestamp in a time zone. */
export function dayAt(moment: number, timeZone: string): Day {
  const text = Temporal.Instant.fromEpochMilliseconds(moment * 1000)
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
    .toString();
  const day = parseDay(text);
  assert(day !== undefined, `${text} is a day`);
  return day;
}

/** Converts a decimal from minor to major units: "1250" with 2 digits becomes "12.5". */
export function inMajorUnits(minor: string, digits: number): string {
  const text = finiteDecimal(multiplyRatios(ratioFromDecimal(minor), ratio(1n, 10n ** BigInt(digits))));
  assert(text !== undefined, `${minor} is a decimal`);
  return text;
}

/** Removes the fields of a body that are null, undefined or an empty text. */
export function withoutEmpty(body: Body): Body {
  return Object.fromEntries(
    Object.entries(body).filter(([, value]) => value !== null && value !== undefined && value !== ""),
  );
}

export function isThere<Value>(value: Value | null | undefined): value is Value {
  return value !== null && value !== undefined;
}

/** Whether a text is present and not blank. */
export function isText(text: string | null | undefined): text is string {
  return isThere(text) && text.trim() !== "";
}
