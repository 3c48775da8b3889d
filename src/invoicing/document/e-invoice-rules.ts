import { minorDigits } from "../../kernel/currency.ts";
import { ratioFromDecimal } from "../../kernel/decimal.ts";
import type { Issue } from "../../kernel/errors.ts";
import { ratioFromMoney, roundToMoney } from "../../kernel/money.ts";
import { multiplyRatios } from "../../kernel/ratio.ts";
import type { TaxCategory } from "../../kernel/tax-category.ts";
import type { TaxLine } from "../tax.ts";
import type { InvoiceDocument, Party } from "./invoice-document.ts";
import { isVatId } from "./ubl-party.ts";

/** What of the rules of a category the parties have to say; a category that is not listed asks for nothing. */
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
 * The business rules of EN 16931 that the e-invoice of a document would break, for want of what is not recorded or because the
 * standard has no such thing: `code` is the rule, `path` the field to fill in of the merchant or the customer. Empty where the
 * e-invoice conforms. Only rules that our data can break are looked at: the others hold by how the document is made.
 */
export function brokenRules(document: InvoiceDocument): Issue[] {
  const issues: Issue[] = [];
  const report = (code: string, path: string, message: string) => void issues.push({ path, code, message });
  const { seller, buyer } = document.parties;
  const categories = [...new Set(document.taxLines.map(({ category }) => category))];
  const isOutOfScope = categories.includes("O");
  // What is outside the scope of tax names no tax id (BR-O-02).
  const vatId = (party: Party) => (isOutOfScope ? null : party.vatId);

  const missingOf = (party: Party, whole: string, country: string, path: string, whose: string) => {
    if (!hasAddress(party)) report(whole, path, `An e-invoice has the address of the ${whose}; fill it in.`);
    else if (party.address?.country === null)
      report(country, `${path}/country`, `The address of the ${whose} has no country; fill it in.`);
  };
  missingOf(seller, "BR-08", "BR-09", "/merchant/address", "seller");
  missingOf(buyer, "BR-10", "BR-11", "/customer/billingAddress", "buyer");

  const [sellerId, buyerId] = [vatId(seller), vatId(buyer)];
  const sellerHasVatId = sellerId !== null && isVatId(sellerId);
  const buyerHasVatId = buyerId !== null && isVatId(buyerId);
  if (!sellerHasVatId && seller.registrationNumber === null) {
    const field = isOutOfScope ? "registrationNumber" : "vatId";
    const why = isOutOfScope ? " An invoice outside the scope of tax names no VAT id." : "";
    report(
      "BR-CO-26",
      `/merchant/${field}`,
      `Nothing identifies the seller; fill in the ${field} of the merchant.${why}`,
    );
  }
  for (const category of categories) {
    const wanted = taxIds[category];
    if (wanted === undefined) continue;
    const sellerIs = { VAT: sellerHasVatId, ANY: sellerId !== null, NONE: true }[wanted.seller];
    const buyerIs = { VAT: buyerHasVatId, ANY: buyerHasVatId || buyer.registrationNumber !== null, NONE: true }[
      wanted.buyer
    ];
    if (!sellerIs)
      report(
        wanted.rule,
        "/merchant/vatId",
        `Tax category ${category} wants the VAT id of the seller, which begins with its country.`,
      );
    if (!buyerIs)
      report(
        wanted.rule,
        "/customer/taxInfo/vatId",
        `Tax category ${category} wants the VAT id of the buyer, which begins with its country.`,
      );
  }
  if (categories.includes("K") && (buyer.address?.country ?? null) === null) {
    report(
      "BR-IC-12",
      "/customer/billingAddress/country",
      "An intra-community supply says where to; fill in the country.",
    );
  }
  if (isOutOfScope && categories.length > 1) {
    const message = "What is not subject to tax cannot stand beside what is; credit or bill it by itself.";
    report("BR-O-11", "/taxLines", message);
    report("BR-O-12", "/lineItems", message);
  }
  if (minorDigits(document.currency) > 2) {
    const message = `EN 16931 has amounts of two decimals at most, and ${document.currency} has more; send the PDF.`;
    report("BR-DEC-12", "/currency", message);
  }
  for (const [index, row] of document.taxLines.entries()) {
    if (isOff(row))
      report(
        "BR-CO-17",
        `/taxLines/${index}`,
        "The tax is not that of its rate; credit a line of an invoice, whose rate is recorded.",
      );
  }
  return issues;
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
