import type { Address } from "../../kernel/address.ts";
import { isCountry } from "../../kernel/country.ts";
import { minorDigits } from "../../kernel/currency.ts";
import { civilDate, type Day } from "../../kernel/day.ts";
import { canonicalDecimal } from "../../kernel/decimal.ts";
import { formatMoney, type Money } from "../../kernel/money.ts";
import type { Period } from "../../kernel/periods.ts";

const minus = "\u2212";

/** "1,234.50", "−12.00", without the currency. */
export function printedAmount(amount: Money): string {
  return grouped(formatMoney(amount));
}

/** "1,234.5" */
export function printedDecimal(decimal: string): string {
  return grouped(canonicalDecimal(decimal));
}

/** A unit price with at least the decimals that amounts of the currency have: "10.00", "0.0125". */
export function printedPrice(decimal: string, currency: string): string {
  const [whole = "", fraction = ""] = canonicalDecimal(decimal).split(".");
  const decimals = fraction.padEnd(minorDigits(currency), "0");
  return grouped(decimals === "" ? whole : `${whole}.${decimals}`);
}

/** A fraction in percent, exactly: "0.14975" is "14.975 %". */
export function printedPercent(rate: string): string {
  return `${percentOf(rate)}\u00a0%`;
}

/** The decimal text of a fraction times 100. */
export function percentOf(rate: string): string {
  const [whole = "", fraction = ""] = canonicalDecimal(rate).split(".");
  const shifted = fraction.padEnd(2, "0");
  return canonicalDecimal(`${whole}${shifted.slice(0, 2)}.${shifted.slice(2)}0`);
}

const months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/** "5 Mar 2026", so that day and month cannot be confused. */
export function printedDay(day: Day): string {
  const { year, month, day: dayOfMonth } = civilDate(day);
  return `${dayOfMonth} ${months[month - 1]} ${year}`;
}

/** "1 Mar 2026 – 31 Mar 2026", the last day included. */
export function printedPeriod({ start, end }: Period): string {
  return end - start === 1 ? printedDay(start) : `${printedDay(start)} \u2013 ${printedDay(end - 1)}`;
}

/** The lines of an address, in the order of an envelope. */
export function printedAddress(address: Address | null): string[] {
  if (address === null) return [];
  const { line1, line2, city, state, postalCode, country, addressee } = address;
  const place = [postalCode, city, state].filter((part) => part !== null).join(" ");
  return [addressee, line1, line2, place, country === null ? null : countryName(country)].filter(
    (line): line is string => line !== null && line !== "",
  );
}

/** Groups of four, as an IBAN is printed (ISO 13616). */
export function printedIban(iban: string): string {
  return iban.replaceAll(/.{4}(?=.)/g, "$& ");
}

const countryNames = new Intl.DisplayNames("en", { type: "region" });

function countryName(code: string): string {
  return (isCountry(code) ? countryNames.of(code) : undefined) ?? code;
}

function grouped(decimal: string): string {
  const [whole = "", fraction] = decimal.replace("-", "").split(".");
  const groups = whole.replaceAll(/\B(?=(\d{3})+$)/g, ",");
  const sign = decimal.startsWith("-") ? minus : "";
  return `${sign}${groups}${fraction === undefined ? "" : `.${fraction}`}`;
}
