import { isNegative, isZero, negate } from "./decimal.ts";

const formats = new Map<string, Intl.NumberFormat>();

function format(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = JSON.stringify(options);
  let found = formats.get(key);
  if (found === undefined) {
    found = new Intl.NumberFormat(undefined, options);
    formats.set(key, found);
  }
  return found;
}

/**
 * The number of decimals of currencies that do not have two, by ISO 4217. The data of browsers is not used, because they round some
 * currencies for display, such as HUF, COP and PKR, which have two decimals.
 */
const digitsByCurrency: ReadonlyMap<string, number> = new Map([
  ...digitsOf(0, "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"),
  ...digitsOf(3, "BHD IQD JOD KWD LYD OMR TND"),
  ...digitsOf(4, "CLF UYW"),
]);

function digitsOf(digits: number, codes: string): (readonly [string, number])[] {
  return codes.split(" ").map((code) => [code, digits]);
}

/** Digits after the point that a currency has: two for most, none for JPY. */
export function minorDigits(currency: string): number {
  return digitsByCurrency.get(currency) ?? 2;
}

/** What the type of `format` does not know yet: a decimal string is formatted exactly. */
function exact(formatter: Intl.NumberFormat, text: string): string {
  return formatter.format(text as `${number}`);
}

/** 1234.50 as "1,234.50", negative amounts in parentheses, zero as "–". The currency is shown elsewhere, once. */
export function money(text: string, currency?: string): string {
  if (isZero(text)) return "–";
  const places = currency === undefined ? (text.split(".")[1]?.length ?? 0) : minorDigits(currency);
  const number = format({ minimumFractionDigits: places, maximumFractionDigits: Math.max(places, 12) });
  return isNegative(text) ? `(${exact(number, negate(text))})` : exact(number, text);
}

/** The amount rounded to whole units, for a table that is read across: "1,235". What is less than half a unit is "0", not nothing. */
export function wholeMoney(text: string): string {
  if (isZero(text)) return "–";
  const number = exact(format({ maximumFractionDigits: 0 }), isNegative(text) ? negate(text) : text);
  return isNegative(text) && number !== "0" ? `(${number})` : number;
}

/** The amount with its currency, for an amount that stands alone: "$1,234.50". Zero is "–" here too. */
export function moneyWithCurrency(text: string, currency: string): string {
  if (isZero(text)) return "–";
  const places = minorDigits(currency);
  const number = format({
    ...{ style: "currency", currency, currencyDisplay: "narrowSymbol" },
    ...{ minimumFractionDigits: places, maximumFractionDigits: Math.max(places, 12) },
  });
  return isNegative(text) ? `(${exact(number, negate(text))})` : exact(number, text);
}

/** A price of a unit: at least the digits that its currency has, and all that were sent. */
export function unitPrice(text: string, currency: string): string {
  return exact(format({ minimumFractionDigits: minorDigits(currency), maximumFractionDigits: 12 }), text);
}

/** A short figure for an axis of a chart: "1.2M". */
export function axisMoney(value: number): string {
  return format({ notation: "compact", maximumFractionDigits: 1 }).format(value);
}

/** A quantity or a price per unit, with the digits it was sent with. */
export function quantity(text: string): string {
  return exact(format({ maximumFractionDigits: 12 }), text);
}

export function count(number: number): string {
  return format({}).format(number);
}

/**
 * True if the text is an amount above zero: digits, with a point before the decimals, and no more decimals than the currency has, if
 * one is given.
 */
export function isAmount(text: string, currency?: string): boolean {
  const found = /^\d{1,15}(?:\.(\d{1,4}))?$/.exec(text.trim());
  if (found === null || isZero(found[0])) return false;
  return currency === undefined || (found[1] ?? "").length <= minorDigits(currency);
}

/** The error for a text that is not an amount: "A number, such as 1250.00", for yen "A number, such as 1250". */
export function amountHint(currency: string): string {
  const digits = minorDigits(currency);
  return `A number, such as 1250${digits === 0 ? "" : `.${"0".repeat(digits)}`}`;
}
