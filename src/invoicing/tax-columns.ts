import { money } from "../kernel/money.ts";
import type { TaxLine } from "./tax.ts";

// Amounts as minor units in text, because a JSON number would lose large ones.
type StoredTaxLine = Pick<TaxLine, "category" | "rate"> & { readonly taxable: string; readonly tax: string };

/** The tax table of an invoice as its column holds it. */
export function taxLinesToColumn(taxLines: readonly TaxLine[]): string {
  const stored = taxLines.map(({ category, rate, taxable, tax }): StoredTaxLine => {
    return { category, rate, taxable: taxable.minor.toString(), tax: tax.minor.toString() };
  });
  return JSON.stringify(stored);
}

export function taxLinesFromColumn(stored: unknown, currency: string): TaxLine[] {
  const amount = (minor: string) => money(BigInt(minor), currency);
  return (stored as StoredTaxLine[]).map(({ category, rate, taxable, tax }) => {
    return { category, rate, taxable: amount(taxable), tax: amount(tax) };
  });
}
