import { ratioFromDecimal } from "../../kernel/decimal.ts";
import { formatMoney, isNegative, isZero, type Money, negate, roundToMoney } from "../../kernel/money.ts";
import { multiplyRatios } from "../../kernel/ratio.ts";
import type { DocumentLine, InvoiceDocument } from "./invoice-document.ts";
import { printedPrice } from "./printed.ts";
import { amountElement, categoryElement } from "./ubl-amounts.ts";
import { invoicePeriod } from "./ubl-period.ts";
import { type Element, element, type MaybeElement, optional } from "./xml.ts";

/** One line (BG-25), of an invoice or a credit note. */
export function invoiceLine(kind: InvoiceDocument["kind"], line: DocumentLine, lineNumber: number): Element {
  const [name, counted] =
    kind === "INVOICE" ? ["cac:InvoiceLine", "cbc:InvoicedQuantity"] : ["cac:CreditNoteLine", "cbc:CreditedQuantity"];
  const { quantity, price, allowance } = pricingOf(line);
  return element(name, [
    element("cbc:ID", String(lineNumber)),
    optional("cbc:Note", notesOf(line).join("\n")),
    // UN/ECE Recommendation 20: C62 is one, without a dimension.
    element(counted, quantity, { unitCode: "C62" }),
    amountElement("cbc:LineExtensionAmount", line.total),
    invoicePeriod(line.period),
    allowanceElement(allowance),
    element("cac:Item", [
      optional("cbc:Description", descriptionOf(line)),
      element("cbc:Name", line.name),
      categoryElement(
        "cac:ClassifiedTaxCategory",
        { category: line.category, rate: line.taxRate },
        { withReason: false },
      ),
    ]),
    element("cac:Price", [
      element("cbc:PriceAmount", price.amount, { currencyID: line.total.currency }),
      optional("cbc:BaseQuantity", price.baseQuantity, { unitCode: "C62" }),
    ]),
  ]);
}

/** The notes of a line, in a document with sections preceded by the contract of its section. */
function notesOf({ section, notes }: DocumentLine): readonly string[] {
  return section === null ? notes : [`Contract ${section}`, ...notes];
}

type LinePricing = {
  readonly quantity: string;
  /** Of `baseQuantity` units, or of one. */
  readonly price: { readonly amount: string; readonly baseQuantity: string | null };
  readonly allowance: Money | null;
};

/**
 * Quantity and price, so that quantity × price ÷ base quantity − allowance is the amount of the line
 * (PEPPOL-EN16931-R120). If the amount was calculated otherwise (tiers, a part of a period), the price is that of the whole
 * quantity. A price is never negative (BR-27): a crediting line has a negative quantity, and its discount is in the
 * price.
 */
function pricingOf({ quantity, unitPrice, subtotal, discountTotal, total }: DocumentLine): LinePricing {
  const isCreditOf = isNegative(subtotal) || isNegative(total);
  if (isCreditOf) {
    const counted = quantity.replace("-", "");
    const magnitude = isNegative(total) ? negate(total) : total;
    const sign = isNegative(total) ? "-" : "";
    if (isZeroDecimal(counted)) return { quantity: `${sign}1`, price: priceOf(magnitude, null), allowance: null };
    return { quantity: `${sign}${counted}`, price: priceOf(magnitude, counted), allowance: null };
  }
  const allowance = isZero(discountTotal) ? null : discountTotal;
  if (unitPrice !== null && amounts(quantity, unitPrice, subtotal)) {
    return { quantity, price: { amount: unitPrice, baseQuantity: null }, allowance };
  }
  // Fewer units may cost more: a volume price rises again when usage is deleted.
  const hasNoUnits = ratioFromDecimal(quantity).numerator <= 0n;
  if (hasNoUnits) return { quantity: "1", price: priceOf(subtotal, null), allowance };
  return { quantity, price: priceOf(subtotal, quantity), allowance };
}

function priceOf(amount: Money, baseQuantity: string | null): LinePricing["price"] {
  return { amount: formatMoney(amount), baseQuantity: baseQuantity === "1" ? null : baseQuantity };
}

function isZeroDecimal(text: string): boolean {
  return ratioFromDecimal(text).numerator === 0n;
}

function amounts(quantity: string, unitPrice: string, subtotal: Money): boolean {
  const [units, price] = [ratioFromDecimal(quantity), ratioFromDecimal(unitPrice)];
  if (price.numerator < 0n || units.numerator < 0n) return false;
  return roundToMoney(multiplyRatios(units, price), subtotal.currency, "HALF_UP").minor === subtotal.minor;
}

/** A discount (BG-27); negative is a surcharge, which is a charge of the line (BG-28). */
function allowanceElement(allowance: Money | null): MaybeElement {
  if (allowance === null) return undefined;
  const isCharge = isNegative(allowance);
  return element("cac:AllowanceCharge", [
    element("cbc:ChargeIndicator", String(isCharge)),
    element("cbc:AllowanceChargeReason", isCharge ? "Surcharge" : "Discount"),
    amountElement("cbc:Amount", isCharge ? negate(allowance) : allowance),
  ]);
}

/** The description of the line, followed by its tiers, for which the standard has no place. */
function descriptionOf({ description, tiers, total }: DocumentLine): string {
  const { currency } = total;
  const reported = tiers.map(
    ({ tier, quantity, unitPrice, amount }) =>
      `Tier ${tier}: ${quantity}${unitPrice === null ? "" : ` at ${printedPrice(unitPrice, currency)}`} = ${printedPrice(amount, currency)} ${currency}`,
  );
  return [...(description === null ? [] : [description]), ...reported].join("\n");
}
