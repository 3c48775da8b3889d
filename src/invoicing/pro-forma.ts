import { type Day, formatDay } from "../kernel/day.ts";
import { sum } from "../kernel/money.ts";
import { compareTexts } from "../kernel/text-order.ts";
import type { ContractPlan } from "./contract-plan.ts";
import { documentLine } from "./document/document-line.ts";
import type { InvoiceDocument, Parties } from "./document/invoice-document.ts";
import { printedDay } from "./document/printed.ts";
import { type Totals, totalsOf } from "./issue.ts";
import { type InvoiceTax, mergedTaxLines, type TaxLine } from "./tax.ts";

/** A planned invoice, with present tax. */
export type AnnouncedInvoice = ContractPlan & { readonly tax: InvoiceTax; readonly totals: Totals };

/**
 * The planned invoices of one customer in one currency, oldest first, with their totals. Not stored, numbered or posted (ADR 0040).
 */
export type ProForma = {
  readonly currency: string;
  /** The day of the request. */
  readonly date: Day;
  /** The last issue date that it includes. */
  readonly until: Day;
  readonly invoices: readonly AnnouncedInvoice[];
  /** By category and rate: sums over the invoices, each of which rounds its own tax. */
  readonly taxLines: readonly TaxLine[];
  readonly totals: Totals;
};

/** The pro formas of some planned invoices, by currency; none without an invoice. */
export function proFormasOf(
  plans: readonly (ContractPlan & { readonly tax: InvoiceTax })[],
  { date, until }: { readonly date: Day; readonly until: Day },
): ProForma[] {
  const byCurrency = Map.groupBy(plans, ({ contract }) => contract.currency);
  return [...byCurrency]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, own]) => {
      const invoices = own.toSorted(inOrder).map((plan): AnnouncedInvoice => {
        const taxes = plan.tax.lines.map(({ tax }) => tax);
        return { ...plan, totals: totalsOf(plan.planned.lines, currency, taxes) };
      });
      const total = (of: keyof Totals) =>
        sum(
          invoices.map(({ totals }) => totals[of]),
          currency,
        );
      return {
        currency,
        date,
        until,
        invoices,
        taxLines: mergedTaxLines(invoices.flatMap(({ tax }) => tax.taxLines)),
        totals: {
          subtotal: total("subtotal"),
          discountTotal: total("discountTotal"),
          taxTotal: total("taxTotal"),
          total: total("total"),
        },
      };
    });
}

function inOrder(a: ContractPlan, b: ContractPlan): number {
  const days = a.planned.issueDate - b.planned.issueDate;
  return days === 0 ? compareTexts(a.contract.id, b.contract.id) : days;
}

/** The document of a pro forma: its lines under the contract and invoice that will bill them. */
export function proFormaDocument(
  { currency, date, until, invoices, taxLines, totals }: ProForma,
  { parties, logo }: { readonly parties: Parties; readonly logo: string | null },
): InvoiceDocument {
  const lines = invoices.flatMap(({ contract, planned, tax }) => {
    const dates = `invoice of ${printedDay(planned.issueDate)}, due ${printedDay(planned.dueDate)}`;
    const section = `${contract.name}: ${dates}`;
    return planned.lines.map((line, index) => documentLine({ ...line, tax: tax.lines[index] ?? null }, section));
  });
  return {
    ...{ status: "PRO_FORMA", number: null, currency, issueDate: date, dueDate: until },
    kind: "INVOICE",
    credits: [],
    ...{ poNumber: null, contract: null, memo: null, parties, logo },
    ...{ lines, taxLines, ...totals, applied: [], balance: totals.total },
  };
}

/** The file name of a pro forma, which has no number. */
export function proFormaFileName({ currency, until }: ProForma): string {
  return `pro-forma-${currency}-${formatDay(until)}.pdf`;
}
