import { formatMoney, type Money, sum } from "../../kernel/money.ts";
import type { TaxLine } from "../tax.ts";
import { exemptionOf } from "../tax.ts";
import { type InvoiceDocument, netTotal } from "./invoice-document.ts";
import { percentOf } from "./printed.ts";
import { type Element, element, type MaybeElement, optional } from "./xml.ts";

export function amountElement(name: string, amount: Money): Element {
  return element(name, formatMoney(amount), { currencyID: amount.currency });
}

/** The tax table (BG-23): one row for each category and rate. */
export function taxTotal({ taxLines, taxTotal: total }: InvoiceDocument): Element {
  return element("cac:TaxTotal", [
    amountElement("cbc:TaxAmount", total),
    ...taxLines.map((row) =>
      element("cac:TaxSubtotal", [
        amountElement("cbc:TaxableAmount", row.taxable),
        amountElement("cbc:TaxAmount", row.tax),
        categoryElement("cac:TaxCategory", row, { withReason: true }),
      ]),
    ),
  ]);
}

/** A tax category: without a rate outside the scope of tax (BR-O-05), with a reason if no tax is charged (BR-E-10 and similar rules). */
export function categoryElement(
  name: string,
  { category, rate }: Pick<TaxLine, "category" | "rate">,
  { withReason }: { withReason: boolean },
): Element {
  const exemption = withReason ? exemptionOf(category) : undefined;
  return element(name, [
    element("cbc:ID", category),
    category === "O" ? undefined : element("cbc:Percent", percentOf(rate)),
    optional("cbc:TaxExemptionReasonCode", exemption?.code),
    optional("cbc:TaxExemptionReason", exemption?.reason),
    element("cac:TaxScheme", [element("cbc:ID", "VAT")]),
  ]);
}

/** The totals (BG-22). Discounts are allowances of their lines, so there are none on the level of the document. */
export function monetaryTotal(document: InvoiceDocument): Element {
  const { kind, total, currency } = document;
  // A credit note has the credited amount only, and not its applications.
  const [applied, balance] = kind === "CREDIT_MEMO" ? [[], total] : [document.applied, document.balance];
  const net = netTotal(document);
  return element("cac:LegalMonetaryTotal", [
    amountElement("cbc:LineExtensionAmount", net),
    amountElement("cbc:TaxExclusiveAmount", net),
    amountElement("cbc:TaxInclusiveAmount", total),
    prepaid(
      applied.map(({ amount }) => amount),
      currency,
    ),
    amountElement("cbc:PayableAmount", balance),
  ]);
}

function prepaid(amounts: readonly Money[], currency: string): MaybeElement {
  return amounts.length === 0 ? undefined : amountElement("cbc:PrepaidAmount", sum(amounts, currency));
}
