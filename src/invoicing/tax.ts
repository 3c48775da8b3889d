import { assert } from "../kernel/assert.ts";
import { type Day, formatDay } from "../kernel/day.ts";
import { ratioFromDecimal } from "../kernel/decimal.ts";
import { add, type Money, ratioFromMoney, roundToMoney, subtract, zero } from "../kernel/money.ts";
import { multiplyRatios, type Rounding } from "../kernel/ratio.ts";
import type { TaxCategory } from "../kernel/tax-category.ts";

/** A tax rate from a day on, for a country or one of its regions, as in the merchant profile (rules 10). */
export type TaxRate = {
  readonly country: string;
  readonly region: string | null;
  readonly category: TaxCategory;
  /** A fraction as decimal text: 0.19 is 19 %. */
  readonly rate: string;
  /** YYYY-MM-DD */
  readonly validFrom: string;
};

/** The source of tax rates: no tax, one rate for every sale, or a table by country and region. */
export type TaxTable =
  | { readonly kind: "NONE" }
  | { readonly kind: "FIXED_RATE"; readonly rate: string }
  | { readonly kind: "BY_COUNTRY"; readonly rates: readonly TaxRate[] };

/** The tax table of a merchant; without rates it charges no tax. */
export function taxTableOf(rates: readonly TaxRate[]): TaxTable {
  return rates.length === 0 ? { kind: "NONE" } : { kind: "BY_COUNTRY", rates };
}

/** What decides the tax of a sale besides its category: date, seller, buyer, and the tax table. */
export type TaxedSale = {
  readonly table: TaxTable;
  /** The issue date. */
  readonly date: Day;
  readonly seller: { readonly country: string | null; readonly vatId: string | null };
  readonly buyer: {
    readonly country: string | null;
    readonly region: string | null;
    readonly vatId: string | null;
    readonly isTaxExempt: boolean;
  };
};

/** The tax category and rate of a line; `rate` is a fraction as decimal text. */
export type TaxTreatment = { readonly category: TaxCategory; readonly rate: string };

export type LineTax = TaxTreatment & { readonly tax: Money };

/** A row of the tax table of an invoice: the sum of the lines of one category and rate. */
export type TaxLine = TaxTreatment & { readonly taxable: Money; readonly tax: Money };

/** The tax of an invoice: of each line, in order, and by category and rate. */
export type InvoiceTax = { readonly lines: readonly LineTax[]; readonly taxLines: readonly TaxLine[] };

/** A line without tax: the category of its item, or the tax of the lines that it credits. */
export type TaxedLine = { readonly category: TaxCategory; readonly total: Money; readonly taxedAs?: TaxTreatment };

/**
 * The tax of every line, and the tax table of the invoice, in the order in which categories and rates first appear.
 *
 * Tax is rounded per category and rate, cumulatively in line order (rules 5): the tax of a line is the rounded tax of all lines up to it less
 * that of all lines before it. So the lines of a row sum exactly to its tax, and that is its taxable amount × rate, rounded once (EN 16931
 * BR-CO-17).
 *
 * @param lines negative amounts have negative tax
 */
export function taxOfLines(
  lines: readonly TaxedLine[],
  sale: TaxedSale,
  { currency, rounding }: { readonly currency: string; readonly rounding: Rounding },
): InvoiceTax {
  const treatments = treatmentsOf(lines, sale);
  const rows = new Map<string, TaxLine>();
  const taxed = lines.map((line, index): LineTax => {
    const treatment = treatments[index];
    assert(treatment !== undefined, "each line has its treatment");
    const key = `${treatment.category} ${treatment.rate}`;
    const before = rows.get(key) ?? { ...treatment, taxable: zero(currency), tax: zero(currency) };
    const taxable = add(before.taxable, line.total);
    const tax = roundToMoney(
      multiplyRatios(ratioFromMoney(taxable), ratioFromDecimal(treatment.rate)),
      currency,
      rounding,
    );
    rows.set(key, { ...treatment, taxable, tax });
    return { ...treatment, tax: subtract(tax, before.tax) };
  });
  return { lines: taxed, taxLines: [...rows.values()] };
}

/** Rows of several tax tables as one, in the order in which categories and rates first appear. */
export function mergedTaxLines(rows: readonly TaxLine[]): TaxLine[] {
  const table = new Map<string, TaxLine>();
  for (const row of rows) {
    const key = `${row.category} ${row.rate}`;
    const before = table.get(key);
    const taxable = before === undefined ? row.taxable : add(before.taxable, row.taxable);
    const tax = before === undefined ? row.tax : add(before.tax, row.tax);
    table.set(key, { ...row, taxable, tax });
  }
  return [...table.values()];
}

/** Categories that charge a rate; under all others the tax is 0 (EN 16931 BR-Z-05, BR-E-05, BR-AE-05, BR-O-05 …). */
const charged: ReadonlySet<TaxCategory> = new Set(["S", "L", "M", "B"]);

const outOfScope: TaxTreatment = { category: "O", rate: "0" };

/**
 * The tax treatment of each line of a sale: crediting lines have that of the credited lines, others that of their category.
 *
 * - Without a table, or in a country for which it has no rate, nothing is subject to the merchant's tax: O throughout.
 * - A buyer that is exempt pays none: E.
 * - Between two member states of the European Union, the VAT ids of both known, the buyer owes the tax: AE (Directive
 *   2006/112/EC, Articles 44 and 196).
 * - Else the rate of the table holds. A category for which the country has no rate is exempt.
 *
 * The place of the sale is the buyer's, or the seller's where the buyer's is not recorded.
 */
function treatmentsOf(lines: readonly TaxedLine[], sale: TaxedSale): TaxTreatment[] {
  const rateOf = ratesAt(sale);
  const treatments = lines.map(({ category, taxedAs }): TaxTreatment => {
    if (taxedAs !== undefined) return taxedAs;
    if (rateOf === undefined) return outOfScope;
    if (!charged.has(category)) return { category, rate: "0" };
    if (sale.buyer.isTaxExempt) return { category: "E", rate: "0" };
    if (isReverseCharge(sale)) return { category: "AE", rate: "0" };
    const rate = rateOf(category);
    if (rate === undefined) return { category: "E", rate: "0" };
    // A standard rate is above 0 (EN 16931 BR-S-05).
    return ratioFromDecimal(rate).numerator === 0n ? { category: "Z", rate: "0" } : { category, rate };
  });
  // O stands alone on an invoice (EN 16931 BR-O-11 to BR-O-14); beside other categories such a line is exempt.
  const isAllOut = treatments.every(({ category }) => category === "O");
  return isAllOut ? treatments : treatments.map((each) => (each.category === "O" ? { ...each, category: "E" } : each));
}

/** The rate of each charged category at the place and time of the sale; undefined if the merchant charges no tax there. */
function ratesAt({
  table,
  date,
  seller,
  buyer,
}: TaxedSale): ((category: TaxCategory) => string | undefined) | undefined {
  switch (table.kind) {
    case "NONE":
      return undefined;
    case "FIXED_RATE":
      return () => table.rate;
    case "BY_COUNTRY": {
      const country = buyer.country ?? seller.country;
      const region = buyer.country === null ? null : buyer.region;
      const day = formatDay(date);
      const known = table.rates.filter(
        (rate) => rate.country === country && rate.validFrom <= day && (rate.region === null || rate.region === region),
      );
      if (known.length === 0 && !isReverseCharge({ table, date, seller, buyer })) return undefined;
      return (category) => latest(known.filter((rate) => rate.category === category))?.rate;
    }
  }
}

/** The valid rate: that of the region before that of the country; of each, the latest one. */
function latest(rates: readonly TaxRate[]): TaxRate | undefined {
  return rates.toSorted(
    (a, b) => Number(a.region === null) - Number(b.region === null) || (a.validFrom < b.validFrom ? 1 : -1),
  )[0];
}

function isReverseCharge({ table, seller, buyer }: TaxedSale): boolean {
  return (
    table.kind === "BY_COUNTRY" &&
    seller.vatId !== null &&
    buyer.vatId !== null &&
    seller.country !== buyer.country &&
    [seller.country, buyer.country].every((country) => country !== null && memberStates.has(country))
  );
}

// The member states of the European Union, ISO 3166-1 alpha-2.
const memberStates: ReadonlySet<string> = new Set(
  "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK".split(" "),
);

/** Why nothing is charged under a category, in the words of EN 16931, with its VATEX code where there is one. */
export type Exemption = { readonly code: string | null; readonly reason: string };

const exemptions: Partial<Readonly<Record<TaxCategory, Exemption>>> = {
  E: { code: null, reason: "Exempt from tax" },
  AE: { code: "VATEX-EU-AE", reason: "Reverse charge" },
  K: { code: "VATEX-EU-IC", reason: "Intra-community supply" },
  G: { code: "VATEX-EU-G", reason: "Export outside the EU" },
  O: { code: "VATEX-EU-O", reason: "Not subject to VAT" },
};

/** Undefined for categories that charge a rate, and for Z, of which the standard wants no reason (BR-Z-10). */
export function exemptionOf(category: TaxCategory): Exemption | undefined {
  return exemptions[category];
}
