import { addMonths, type Day, firstDayOf, monthOf } from "../kernel/day.ts";
import { type Money, roundToMoney, sum, zero } from "../kernel/money.ts";
import { ratio } from "../kernel/ratio.ts";
import type { DocumentLine, InvoiceDocument, Party, Seller } from "./document/invoice-document.ts";

/** The merchant data on a sample invoice; everything else is invented. */
export type SampleOf = {
  readonly seller: Seller;
  /** PNG, base64. */
  readonly logo: string | null;
  readonly invoicePrefix: string;
  readonly currency: string;
};

const buyer: Party = {
  name: "Sample Customer",
  legalName: null,
  address: {
    ...{ addressee: "Accounts payable", line1: "1 Sample Street", line2: null },
    ...{ city: "Sample City", state: null, postalCode: null, country: null },
  },
  vatId: null,
  registrationNumber: null,
  email: null,
};

/**
 * A sample invoice of the merchant: two lines for a year from the first of this month, without tax, which depends on the customer. Every page is
 * marked as a sample.
 */
export function sampleInvoice({ seller, logo, invoicePrefix, currency }: SampleOf, today: Day): InvoiceDocument {
  const start = firstDayOf(monthOf(today));
  const period = { start, end: addMonths(start, 12) };
  const line = (name: string, quantity: number, unitPrice: number): DocumentLine => ({
    ...{ name, period, quantity: String(quantity), unitPrice: String(unitPrice) },
    ...{ description: null, tiers: [], notes: [], section: null, category: "O", taxRate: "0" },
    ...{ discountTotal: zero(currency), tax: zero(currency) },
    ...{ subtotal: whole(quantity * unitPrice, currency), total: whole(quantity * unitPrice, currency) },
  });
  const lines = [line("Platform, annual plan", 1, 12_000), line("Users", 25, 48)];
  const total = sum(
    lines.map((each) => each.total),
    currency,
  );
  return {
    ...{ kind: "INVOICE", status: "SAMPLE", number: `${invoicePrefix}000123`, currency, credits: [] },
    ...{ issueDate: today, dueDate: today + 30, poNumber: null, contract: "Sample contract", memo: null },
    ...{ parties: { seller, buyer }, logo, lines, taxLines: [], applied: [] },
    ...{ subtotal: total, discountTotal: zero(currency), taxTotal: zero(currency), total, balance: total },
  };
}

function whole(major: number, currency: string): Money {
  return roundToMoney(ratio(major), currency, "HALF_UP");
}
