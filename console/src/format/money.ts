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

/** Digits after the point that a currency has: two for most, none for JPY. */
export function minorDigits(currency: string): number {
  return format({ style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2;
}

/** What the type of `format` does not know yet: a decimal string is formatted exactly. */
function exact(formatter: Intl.NumberFormat, text: string): string {
  return formatter.format(text as `${number}`);
}

/** 1234.50 as "1,234.50", negative ones in parentheses, nothing as "–". The currency is said once, elsewhere. */
export function money(text: string, currency?: string): string {
  if (isZero(text)) return "–";
  const places = currency === undefined ? (text.split(".")[1]?.length ?? 0) : minorDigits(currency);
  const number = format({ minimumFractionDigits: places, maximumFractionDigits: Math.max(places, 12) });
  return isNegative(text) ? `(${exact(number, negate(text))})` : exact(number, text);
}

/** The same with its currency, where a figure stands alone: "$1,234.50". Zero is "–" there too. */
export function moneyWithCurrency(text: string, currency: string): string {
  if (isZero(text)) return "–";
  const number = format({ style: "currency", currency, currencyDisplay: "narrowSymbol" });
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

/** Whether it is written as an amount above zero: digits, and a point before the decimals. */
export function isAmount(text: string): boolean {
  return /^\d{1,15}(\.\d{1,4})?$/.test(text.trim()) && !isZero(text.trim());
}
