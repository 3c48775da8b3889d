import type { TierCharge } from "../../billing-terms/charges/tier-price.ts";
import type { Address } from "../../kernel/address.ts";
import type { Day } from "../../kernel/day.ts";
import { add, isNegative, isZero, type Money, zero } from "../../kernel/money.ts";
import type { Period } from "../../kernel/periods.ts";
import type { TaxLine } from "../tax.ts";

/** A party of an invoice, seller or buyer, with its data at issue. */
export type Party = {
  /** The trade name; `legalName` is null if it is the same. */
  readonly name: string;
  readonly legalName: string | null;
  readonly address: Address | null;
  readonly vatId: string | null;
  readonly registrationNumber: string | null;
  readonly email: string | null;
};

export type Seller = Party & {
  /** The account to pay to. */
  readonly bankAccount: { readonly iban: string; readonly bic: string | null; readonly name: string | null } | null;
};

/** Both sides of an invoice, kept with it when it is issued. */
export type Parties = { readonly seller: Seller; readonly buyer: Party };

/** Amounts are without tax, except `tax`; a crediting line is negative throughout. */
export type DocumentLine = {
  readonly name: string;
  readonly description: string | null;
  /** Days of service, half-open; null on an item of a credit memo that credits no line. */
  readonly period: Period | null;
  /** Decimal texts; `unitPrice` is null if the amount is not one unit price × quantity. */
  readonly quantity: string;
  readonly unitPrice: string | null;
  readonly tiers: readonly TierCharge[];
  /** How the amount was calculated, in words. */
  readonly notes: readonly string[];
  readonly subtotal: Money;
  readonly discountTotal: Money;
  readonly total: Money;
  readonly category: TaxLine["category"];
  /** A fraction as decimal text. */
  readonly taxRate: string;
  readonly tax: Money;
  /** The heading of the line: the contract that it bills, if the document bills several; else null. */
  readonly section: string | null;
};

/** A payment or a credit memo that is applied to the invoice, or the invoice that a credit memo is applied to; `amount` is positive. */
export type AppliedCredit = {
  readonly kind: "PAYMENT" | "CREDIT_MEMO" | "INVOICE";
  /** The day on which the payment was received, or the credit memo applied. */
  readonly date: Day;
  /** The number of the credit memo or the invoice; of a payment the reference of the payer, or null. */
  readonly reference: string | null;
  readonly amount: Money;
};

/**
 * The content of an invoice or credit memo. The PDF and the e-invoice are two forms of this one value.
 *
 * Invariants: Σ line totals + Σ line taxes = total; Σ tax lines = taxTotal; total − Σ settlements = balance.
 */
export type InvoiceDocument = {
  /** The amounts of a credit memo are above zero as well; only the kind tells their direction. */
  readonly kind: "INVOICE" | "CREDIT_MEMO";
  /** A pro forma shows what will be billed up to its due date, a sample the layout of an invoice; neither is owed. */
  readonly status: "DRAFT" | "ISSUED" | "VOID" | "PRO_FORMA" | "SAMPLE";
  /** Null on a draft and on a pro forma. */
  readonly number: string | null;
  readonly currency: string;
  readonly issueDate: Day;
  readonly dueDate: Day;
  /** Numbers of the invoices whose lines a credit memo credits. */
  readonly credits: readonly string[];
  readonly poNumber: string | null;
  /** The name of the contract; null if the sections name several, or a credit memo has none. */
  readonly contract: string | null;
  readonly memo: string | null;
  readonly parties: Parties;
  /** PNG, base64. */
  readonly logo: string | null;
  readonly lines: readonly DocumentLine[];
  readonly subtotal: Money;
  readonly discountTotal: Money;
  readonly taxLines: readonly TaxLine[];
  readonly taxTotal: Money;
  readonly total: Money;
  readonly applied: readonly AppliedCredit[];
  readonly balance: Money;
};

/** The span of the service days of all lines, half-open; null if no line has any. */
export function servicePeriod(lines: readonly Pick<DocumentLine, "period">[]): Period | null {
  const periods = lines.flatMap(({ period }) => period ?? []);
  if (periods.length === 0) return null;
  return { start: Math.min(...periods.map(({ start }) => start)), end: Math.max(...periods.map(({ end }) => end)) };
}

/** True if a line is in the scope of tax; otherwise documents have no tax table. */
export function showsTax({ taxLines }: Pick<InvoiceDocument, "taxLines">): boolean {
  return taxLines.some(({ category }) => category !== "O");
}

/** Consecutive lines of a document under one heading, with their total without tax. */
export type Section = { readonly heading: string | null; readonly lines: readonly DocumentLine[]; readonly net: Money };

/** The sections of a document, in the order of their lines. */
export function sectionsOf({ lines, currency }: Pick<InvoiceDocument, "lines" | "currency">): Section[] {
  const sections: { heading: string | null; lines: DocumentLine[]; net: Money }[] = [];
  for (const line of lines) {
    const last = sections.at(-1);
    if (last?.heading === line.section) {
      last.lines.push(line);
      last.net = add(last.net, line.total);
    } else {
      sections.push({ heading: line.section, lines: [line], net: add(zero(currency), line.total) });
    }
  }
  return sections;
}

/** The total without tax: what `subtotal` leaves after discounts. */
export function netTotal({ lines, subtotal }: Pick<InvoiceDocument, "lines" | "subtotal">): Money {
  return lines.reduce((net, line) => add(net, line.total), { minor: 0n, currency: subtotal.currency });
}

/** True if the document shows how to pay: an invoice, draft or sample with an open balance. */
export function asksForPayment({
  kind,
  status,
  balance,
}: Pick<InvoiceDocument, "kind" | "status" | "balance">): boolean {
  if (kind === "CREDIT_MEMO") return false;
  return status !== "VOID" && status !== "PRO_FORMA" && !isZero(balance) && !isNegative(balance);
}
