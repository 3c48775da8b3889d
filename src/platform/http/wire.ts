import { type Static, type TProperties, type TSchema, type TUnsafe, Type } from "typebox";
import { countries } from "../../kernel/country.ts";
import { currencies } from "../../kernel/currency.ts";

/**
 * The building blocks of schemas for requests and answers.
 *
 * Checks that JSON Schema cannot express well (a day that exists, an exact decimal, an ISO 4217 code) are one keyword, `x-accord`,
 * implemented in `wire-checks.ts`: one clear issue per wrong value. The value gets its canonical spelling, so a handler always sees
 * a `string`: ids in lower case, days as `YYYY-MM-DD`, decimals as plain decimal text. The other keywords (`type`, `pattern`,
 * `format`) document it in OpenAPI.
 */

export type Sign = "any" | "non-negative" | "positive";

/** The value of the `x-accord` keyword. */
export type WireCheck =
  | { readonly kind: "uuid" | "date" | "instant" | "month" | "currency" | "email" | "unsupported" }
  | { readonly kind: "decimal"; readonly sign: Sign; readonly places: number; readonly maximum?: string }
  | {
      readonly kind: "text";
      readonly min: number;
      readonly max: number;
      readonly isMultiline: boolean;
      readonly pattern?: string;
    };

export type About = { readonly description?: string; readonly examples?: readonly unknown[] };

type DecimalOptions = About & { readonly sign?: Sign };

function checked(check: WireCheck, documentation: Readonly<Record<string, unknown>>, about: About): TUnsafe<string> {
  return Type.Unsafe<string>({ ...documentation, ...about, "x-accord": check });
}

/** A UUID in upper or lower case; passed on in lower case. */
export function Uuid(about: About = {}): TUnsafe<string> {
  return checked({ kind: "uuid" }, { type: "string", format: "uuid" }, about);
}

/** A civil date. A midnight-UTC instant is accepted as well and loses its time (data-model 1.1). */
export function CivilDate(about: About = {}): TUnsafe<string> {
  return checked({ kind: "date" }, { type: "string", format: "date", examples: ["2026-01-31"] }, about);
}

/** Days of the years of `monthPattern`. */
export const dayPattern = "^(19|20|21)\\d{2}-\\d{2}-\\d{2}$";

/** An instant, RFC 3339 with offset; passed on in UTC with milliseconds and `Z`. */
export function Instant(about: About = {}): TUnsafe<string> {
  return checked({ kind: "instant" }, { type: "string", format: "date-time" }, about);
}

/** Months from 1900 to 2199. */
export const monthPattern = "^(19|20|21)\\d{2}-(0[1-9]|1[0-2])$";

/** A month, `YYYY-MM`. */
export function Month(about: About = {}): TUnsafe<string> {
  return checked({ kind: "month" }, { type: "string", pattern: monthPattern, examples: ["2026-01"] }, about);
}

/** An active ISO 4217 code in capitals. */
export function CurrencyCode(about: About = {}): TUnsafe<string> {
  const documentation = { type: "string", enum: currencies, "x-component": "CurrencyCode", examples: ["USD"] };
  return checked({ kind: "currency" }, documentation, about);
}

/** A country of ISO 3166-1, as two capitals. */
export function CountryCode(about: About = {}): TUnsafe<string> {
  const list = { "x-component": "CountryCode", examples: ["DE"] };
  return Type.Unsafe<string>({ ...OneOf(countries, { description: "ISO 3166-1 alpha-2.", ...about }), ...list });
}

function decimal(check: { sign: Sign; places: number; maximum?: string }, example: string, about: About) {
  return checked({ kind: "decimal", ...check }, { type: ["string", "number"], examples: [example] }, about);
}

/**
 * An amount of money. The number of decimals depends on the currency, which the schema does not know, so it allows the four
 * decimals of the finest currency (data-model 1.2).
 */
export function Amount({ sign = "non-negative", ...about }: DecimalOptions = {}): TUnsafe<string> {
  return decimal({ sign, places: 4 }, "1200.00", about);
}

/** A price per unit: up to 12 decimals. */
export function UnitPrice({ sign = "non-negative", ...about }: DecimalOptions = {}): TUnsafe<string> {
  return decimal({ sign, places: 12 }, "0.0025", about);
}

/** A quantity: up to 12 decimals. */
export function Quantity({ sign = "non-negative", ...about }: DecimalOptions = {}): TUnsafe<string> {
  return decimal({ sign, places: 12 }, "10", about);
}

/** A share from 0 to 1: `"0.10"` is ten per cent, and `"10"` is rejected instead of meaning 1000 %. */
export function Fraction({ sign = "non-negative", ...about }: DecimalOptions = {}): TUnsafe<string> {
  return decimal({ sign, places: 8, maximum: "1" }, "0.10", about);
}

/** Control characters forbidden in text of one line, both classes, and those forbidden in text of several lines. */
const [control, controlInLine] = ["\\x00-\\x1f\\x7f-\\x9f", "\\x00-\\x08\\v\\f\\x0e-\\x1f\\x7f-\\x9f"];

type TextOptions = About & { readonly pattern?: string };

/**
 * Free text of one line, such as a name, that is not only white space. Control characters (U+0000 to U+001F, U+007F to U+009F) are
 * `INVALID_STRING`: they are invisible, and two names could differ by one. Tabs and line feeds at the ends count as outer white
 * space. Lengths count characters (code points); the text is not trimmed.
 */
export function Text(min: number, max: number, about: TextOptions = {}): TUnsafe<string> {
  return text({ min, max, isMultiline: false }, about);
}

/** As {@link Text}, for a note or a reason: tabs and line feeds, with or without a carriage return, are allowed. */
export function MultilineText(min: number, max: number, about: TextOptions = {}): TUnsafe<string> {
  return text({ min, max, isMultiline: true }, about);
}

type Lines = { readonly min: number; readonly max: number; readonly isMultiline: boolean };

function text({ min, max, isMultiline }: Lines, { pattern, ...about }: TextOptions): TUnsafe<string> {
  const ends = isMultiline ? "" : "[\\t\\n\\r]*";
  const shape = pattern ?? `^${min > 0 ? "(?!\\s*$)" : ""}${ends}[^${isMultiline ? controlInLine : control}]*${ends}$`;
  const check = { kind: "text", min, max, isMultiline, ...(pattern === undefined ? {} : { pattern }) } as const;
  return checked(check, { type: "string", minLength: min, maxLength: max, pattern: shape }, about);
}

/** An e-mail address: something, `@`, a domain. Only a delivery could test more. */
export function Email(about: About = {}): TUnsafe<string> {
  return checked({ kind: "email" }, { type: "string", format: "email", maxLength: 254 }, about);
}

/** A field that integrators know from other systems and we do not have: only null is accepted, so that nothing is ignored silently. */
export function Unsupported(): TUnsafe<string | null> {
  const description = "Not supported; send null or leave it out.";
  return Type.Unsafe<string | null>({ type: ["null"], description, "x-accord": { kind: "unsupported" } });
}

/** One of a closed list of words. */
export function OneOf<const Values extends readonly string[]>(
  values: Values,
  about: About = {},
): TUnsafe<Values[number]> {
  return Type.Unsafe<Values[number]>({ type: "string", enum: [...values], ...about });
}

/** One of a list of words that many fields share: the document has it once, under its name. */
export function SharedWord<const Values extends readonly string[]>(
  name: string,
  values: Values,
  about: About = {},
): TUnsafe<Values[number]> {
  return Type.Unsafe<Values[number]>({ ...OneOf(values, about), "x-component": name });
}

export function Integer(minimum: number, maximum: number, about: About = {}): TUnsafe<number> {
  return Type.Unsafe<number>({ type: "integer", minimum, maximum, ...about });
}

/** An array with its limits; more than `max` is `TOO_MANY_ITEMS`. */
export function List<Item extends TSchema>(
  item: Item,
  limits: About & { readonly min?: number; readonly max: number },
) {
  const { min = 0, max, ...about } = limits;
  return Type.Array(item, { minItems: min, maxItems: max, ...(about as Record<string, unknown>) });
}

/** The value or null. Written as a type list, so that a wrong value gives one issue and not one per alternative. */
export function Nullable<Schema extends TSchema>(schema: Schema): TUnsafe<Static<Schema> | null> {
  const plain = schema as Readonly<Record<string, unknown>>;
  const type = plain.type;
  if (plain.$id !== undefined || type === undefined) {
    return Type.Unsafe<Static<Schema> | null>({ anyOf: [schema, { type: "null" }] });
  }
  const withNull: Record<string, unknown> = { ...plain, type: [...(Array.isArray(type) ? type : [type]), "null"] };
  if (Array.isArray(plain.enum)) withNull.enum = [...plain.enum, null];
  return Type.Unsafe<Static<Schema> | null>(withNull);
}

/**
 * An object that rejects unknown fields: a typo such as `endDat` must not bill wrongly (behaviour ISO-8).
 *
 * @param about `never`: combinations of fields that are not allowed, for the document only; the use case rejects them in words
 */
export function Closed<Properties extends TProperties>(
  properties: Properties,
  { never, ...about }: About & { readonly never?: readonly Never[] } = {},
) {
  const rules = never === undefined ? {} : { "x-never": never };
  return Type.Object(properties, { additionalProperties: false, ...rules, ...(about as Record<string, unknown>) });
}

/** A schema of forbidden bodies. */
export type Never = Readonly<Record<string, unknown>>;

/** Both fields are sent. */
export const both = (one: string, other: string): Never => ({ required: [one, other] });

/** Neither field is sent. */
export const neither = (one: string, other: string): Never => ({
  not: { anyOf: [{ required: [one] }, { required: [other] }] },
});

/** The one field is sent and the other is not. */
export const without = (sent: string, missing: string): Never => ({ required: [sent], not: { required: [missing] } });

/** Marks a field that a single record may have but rows of a list do not, so that a list as a file has no column for it. */
export function NotInLists<Schema extends TSchema>(schema: Schema): Schema {
  return { ...schema, "x-not-in-lists": true };
}

/** Gives a schema its name among the OpenAPI components. Use it inline wherever the schema is needed. */
export function Named<Schema extends TSchema>(name: string, schema: Schema): Schema {
  return { ...schema, $id: name };
}

/** The payload of lists: `{ data, currentPage, limit, totalItems }` (spec README "List payload"), and the next cursor. */
export function PageOf<Item extends TSchema>(item: Item) {
  return Closed(page(item));
}

function page<Item extends TSchema>(item: Item) {
  return {
    data: Type.Array(item),
    currentPage: Type.Integer(),
    limit: Type.Integer(),
    totalItems: Type.Integer(),
    nextCursor: Named(
      "NextCursor",
      Nullable(Type.String({ description: "Of the next page, for `cursor`; null on the last one." })),
    ),
  };
}

/** A page of a list that returns sums of all its rows with `totals=true`, for fields of its rows. */
export function PageWithTotals<Item extends TSchema, Sums extends Readonly<Record<string, TSchema>>>(
  item: Item,
  sums: Sums,
) {
  const currency = { currency: Type.String(), count: Type.Integer({ description: "Rows in this currency." }) };
  return Closed({
    ...page(item),
    totals: Type.Optional(
      Type.Array(Closed({ ...currency, ...sums }), { description: "With `totals=true`: of all pages, by currency." }),
    ),
  });
}

/** A side effect of a write on a record that the request did not name (data-model 6.7). */
export const WarningView = Named(
  "Warning",
  Closed({
    code: Type.String(),
    message: Type.String(),
    entity: Type.Optional(Type.String()),
    entityId: Type.Optional(Type.String()),
    field: Type.Optional(Type.String()),
    previousValue: Type.Optional(Type.Unknown()),
    newValue: Type.Optional(Type.Unknown()),
    index: Type.Optional(Type.Integer()),
  }),
);

const WarningsNote = Named(
  "Warnings",
  Closed(
    {
      code: Type.Integer(),
      message: Type.String(),
      errorCode: Type.Literal("WARNINGS"),
      details: Closed({ warnings: Type.Array(WarningView), requestId: Type.String() }),
    },
    { description: "Present on a success that carries warnings. Test `success`, not the presence of `error`." },
  ),
);

/** The envelope of every JSON answer under `/v3`. */
export function Envelope<Payload extends TSchema>(payload: Payload) {
  return Closed({ payload, success: Type.Boolean(), message: Type.String(), error: Type.Optional(WarningsNote) });
}

export type Warning = Static<typeof WarningView>;
