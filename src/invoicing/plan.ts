import { type BillingTerm, type InvoiceDateStrategy, kindOf, type TermKind } from "../billing-terms/billing-term.ts";
import { type PeriodPrice, type PricingContext, pricedPeriods } from "../billing-terms/price.ts";
import { unreachable } from "../kernel/assert.ts";
import type { Day } from "../kernel/day.ts";
import { isZero } from "../kernel/money.ts";
import type { Period } from "../kernel/periods.ts";

/** The type of a document line, by the kind of its term. */
export type LineType = "FLAT" | "UNIT" | "ONE_OFF";

/** One term's charge for one billing period, as the plan has it: not stored, recomputed from the term. */
export type PlannedLine = PeriodPrice & {
  readonly billingTermId: string;
  readonly type: LineType;
  /** The days it covers, half-open. */
  readonly period: Period;
  readonly name: string;
  readonly description: string | null;
  /** Decimal texts. */
  readonly quantity: string;
  readonly unitPrice: string;
  readonly issueDate: Day;
  readonly dueDate: Day;
  readonly netPaymentTerms: number;
  readonly invoiceGroup: string | null;
};

/** Lines that share an invoice: one contract, issue date, payment terms and invoice group (data model 13.2). */
export type PlannedInvoice = {
  readonly issueDate: Day;
  readonly dueDate: Day;
  readonly netPaymentTerms: number;
  readonly invoiceGroup: string | null;
  readonly lines: readonly PlannedLine[];
};

/** How far ahead lines are planned: those issued up to `through`, and with `andNext` each term's next one after it. */
export type PlanHorizon = { readonly through: Day; readonly andNext: boolean };

/**
 * The whole invoice plan of one contract: from its terms to its invoices, oldest first. Pure, and the only place that
 * decides what is billed when; what was issued already is told apart later (`difference.ts`).
 *
 * A line over zero is left out when its quantity is zero as well; its period still counts as covered.
 */
export function planInvoices(
  terms: readonly BillingTerm[],
  context: PricingContext,
  horizon: PlanHorizon,
): PlannedInvoice[] {
  return groupLines(terms.flatMap((term) => planLines(term, context, horizon)));
}

/** The lines of one term in the order of their periods. */
export function planLines(term: BillingTerm, context: PricingContext, horizon: PlanHorizon): PlannedLine[] {
  const lines: PlannedLine[] = [];
  for (const { covered, price } of pricedPeriods(term, context)) {
    const issueDate = plannedIssueDate(term.invoiceDateStrategy, covered, term.netPaymentTerms);
    const isAhead = issueDate > horizon.through;
    if (isAhead && !horizon.andNext) break;
    if (!(isZero(price.total) && term.quantity === "0")) {
      lines.push(lineOf(term, covered, price, issueDate));
    }
    if (isAhead) break;
  }
  return lines;
}

/** When the invoice of a billing period is dated (data model 5.3). */
export function plannedIssueDate(strategy: InvoiceDateStrategy, period: Period, netPaymentTerms: number): Day {
  switch (strategy) {
    case "FIRST_OF_PERIOD":
      return period.start;
    case "ADVANCED_DUE_START":
      return period.start - netPaymentTerms;
    case "LAST_OF_PERIOD":
      return period.end - 1;
    case "ARREARS":
      return period.end;
    default:
      return unreachable(strategy);
  }
}

/** Groups lines into invoices, both in a total order: issue date, payment terms, invoice group; then as they came. */
export function groupLines(lines: readonly PlannedLine[]): PlannedInvoice[] {
  const invoices = new Map<string, PlannedInvoice & { lines: PlannedLine[] }>();
  for (const line of lines) {
    const key = invoiceKey(line);
    const invoice = invoices.get(key);
    if (invoice !== undefined) {
      invoice.lines.push(line);
    } else {
      const { issueDate, dueDate, netPaymentTerms, invoiceGroup } = line;
      invoices.set(key, { issueDate, dueDate, netPaymentTerms, invoiceGroup, lines: [line] });
    }
  }
  return [...invoices.values()].sort(
    (a, b) =>
      a.issueDate - b.issueDate ||
      a.netPaymentTerms - b.netPaymentTerms ||
      compareTexts(a.invoiceGroup ?? "", b.invoiceGroup ?? ""),
  );
}

/** What makes two lines of a contract share an invoice. */
export function invoiceKey(invoice: Pick<PlannedInvoice, "issueDate" | "netPaymentTerms" | "invoiceGroup">): string {
  return JSON.stringify([invoice.issueDate, invoice.netPaymentTerms, invoice.invoiceGroup]);
}

function lineOf(term: BillingTerm, period: Period, price: PeriodPrice, issueDate: Day): PlannedLine {
  const dueDate = term.invoiceDateStrategy === "ADVANCED_DUE_START" ? period.start : issueDate + term.netPaymentTerms;
  return {
    ...price,
    billingTermId: term.id,
    type: lineTypes[kindOf(term)],
    period,
    name: term.name,
    description: term.description,
    quantity: term.quantity,
    unitPrice: term.pricing[0].amount,
    issueDate,
    dueDate,
    netPaymentTerms: term.netPaymentTerms,
    invoiceGroup: term.invoiceGroup,
  };
}

const lineTypes: Readonly<Record<TermKind, LineType>> = { FLAT: "FLAT", PER_UNIT: "UNIT", ONE_OFF: "ONE_OFF" };

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
