import { minorDigits } from "../../kernel/currency.ts";
import { ratioFromDecimal } from "../../kernel/decimal.ts";
import type { Issue } from "../../kernel/errors.ts";
import { ratioFromMoney, roundToMoney } from "../../kernel/money.ts";
import { multiplyRatios } from "../../kernel/ratio.ts";
import type { TaxCategory } from "../../kernel/tax-category.ts";
import type { TaxLine } from "../tax.ts";
import type { InvoiceDocument, Party } from "./invoice-document.ts";
import { isVatId } from "./ubl-party.ts";

/** The tax ids that the rule of a category requires of the parties; a category that is not listed requires none. */
type TaxIds = {
  readonly rule: string;
  /** A VAT id, or another tax number as well (BT-31, BT-32). */
  readonly seller: "VAT" | "ANY" | "NONE";
  /** A VAT id, or a registration as well (BT-48, BT-47). */
  readonly buyer: "VAT" | "ANY" | "NONE";
};

const taxIds: Partial<Readonly<Record<TaxCategory, TaxIds>>> = {
  S: { rule: "BR-S-02", seller: "ANY", buyer: "NONE" },
  Z: { rule: "BR-Z-02", seller: "ANY", buyer: "NONE" },
  E: { rule: "BR-E-02", seller: "ANY", buyer: "NONE" },
  AE: { rule: "BR-AE-02", seller: "ANY", buyer: "ANY" },
  K: { rule: "BR-IC-02", seller: "VAT", buyer: "VAT" },
  G: { rule: "BR-G-02", seller: "VAT", buyer: "NONE" },
  L: { rule: "BR-AF-02", seller: "ANY", buyer: "NONE" },
  M: { rule: "BR-AG-02", seller: "ANY", buyer: "NONE" },
};

/**
 * The business rules of EN 16931 that the e-invoice of a document would break, because something is not recorded or the standard has no
 * place for it: `code` is the rule, `path` the field of the merchant or customer to fill in. Empty if the e-invoice conforms. Only rules
 * that our data can break are checked; the others always hold.
 */
export function brokenRules(document: InvoiceDocument): Issue[] {
  const { seller, buyer } = document.parties;
  const categories = [...new Set(document.taxLines.map(({ category }) => category))];
  const parties = { seller, buyer, categories, isOutOfScope: categories.includes("O") };
  return [
    ...missingAddress(seller, { whole: "BR-08", country: "BR-09", path: "/merchant/address", whose: "seller" }),
    ...missingAddress(buyer, { whole: "BR-10", country: "BR-11", path: "/customer/billingAddress", whose: "buyer" }),
    ...missingSellerId(parties),
    ...categories.flatMap((category) => missingTaxIds(category, parties)),
    ...missingDestination(parties),
    ...mixedScope(parties),
    ...tooManyDecimals(document),
    ...document.taxLines.flatMap(otherTax),
  ];
}

type Parties = {
  readonly seller: Party;
  readonly buyer: Party;
  readonly categories: readonly TaxCategory[];
  /** True if a line is outside the scope of tax: then no tax id may be named (BR-O-02). */
  readonly isOutOfScope: boolean;
};

type AddressRules = {
  readonly whole: string;
  readonly country: string;
  readonly path: string;
  readonly whose: string;
};

function missingAddress(party: Party, { whole, country, path, whose }: AddressRules): Issue[] {
  if (!hasAddress(party)) {
    return [{ path, code: whole, message: `An e-invoice needs the address of the ${whose}; fill it in.` }];
  }
  if (party.address?.country !== null) return [];
  const message = `The address of the ${whose} has no country; fill it in.`;
  return [{ path: `${path}/country`, code: country, message }];
}

function missingSellerId({ seller, isOutOfScope }: Parties): Issue[] {
  const hasVatId = !isOutOfScope && seller.vatId !== null && isVatId(seller.vatId);
  if (hasVatId || seller.registrationNumber !== null) return [];
  const field = isOutOfScope ? "registrationNumber" : "vatId";
  const why = isOutOfScope ? " An invoice outside the scope of tax names no VAT id." : "";
  const message = `Nothing identifies the seller; fill in the ${field} of the merchant.${why}`;
  return [{ path: `/merchant/${field}`, code: "BR-CO-26", message }];
}

function missingTaxIds(category: TaxCategory, { seller, buyer, isOutOfScope }: Parties): Issue[] {
  const wanted = taxIds[category];
  if (wanted === undefined) return [];
  const idOf = ({ vatId }: Party) => (isOutOfScope ? null : vatId);
  const hasVatId = (party: Party) => isVatId(idOf(party) ?? "");
  const isThere = {
    seller: { VAT: hasVatId(seller), ANY: idOf(seller) !== null, NONE: true }[wanted.seller],
    buyer: { VAT: hasVatId(buyer), ANY: hasVatId(buyer) || buyer.registrationNumber !== null, NONE: true }[
      wanted.buyer
    ],
  };
  const missing = (whose: "seller" | "buyer", path: string): Issue[] => {
    const message = `Tax category ${category} requires the VAT id of the ${whose}, which begins with its country code.`;
    return isThere[whose] ? [] : [{ path, code: wanted.rule, message }];
  };
  return [...missing("seller", "/merchant/vatId"), ...missing("buyer", "/customer/taxInfo/vatId")];
}

function missingDestination({ buyer, categories }: Parties): Issue[] {
  if (!categories.includes("K") || (buyer.address?.country ?? null) !== null) return [];
  const message = "An intra-community supply needs its destination; fill in the country.";
  return [{ path: "/customer/billingAddress/country", code: "BR-IC-12", message }];
}

function mixedScope({ categories, isOutOfScope }: Parties): Issue[] {
  if (!isOutOfScope || categories.length === 1) return [];
  const message = "Lines outside the scope of tax cannot be mixed with others; credit or bill them separately.";
  return [
    { path: "/taxLines", code: "BR-O-11", message },
    { path: "/lineItems", code: "BR-O-12", message },
  ];
}

function tooManyDecimals({ currency }: InvoiceDocument): Issue[] {
  if (minorDigits(currency) <= 2) return [];
  const message = `EN 16931 has amounts of two decimals at most, and ${currency} has more; send the PDF.`;
  return [{ path: "/currency", code: "BR-DEC-12", message }];
}

function otherTax(row: TaxLine, index: number): Issue[] {
  if (!isOff(row)) return [];
  const message = "The tax does not match its rate; credit a line of an invoice, whose rate is recorded.";
  return [{ path: `/taxLines/${index}`, code: "BR-CO-17", message }];
}

function hasAddress({ address }: Party): boolean {
  return address !== null && Object.values(address).some((part) => part !== null && part !== "");
}

/** The standard lets the tax of a rate differ by less than one unit of the currency. */
function isOff({ category, rate, taxable, tax }: TaxLine): boolean {
  if (category === "O") return false;
  const exact = roundToMoney(
    multiplyRatios(ratioFromMoney(taxable), ratioFromDecimal(rate)),
    taxable.currency,
    "HALF_UP",
  );
  const off = exact.minor - tax.minor;
  return (off < 0n ? -off : off) >= 10n ** BigInt(minorDigits(taxable.currency));
}
