import type { BillingTerm } from "../billing-terms/billing-term.ts";
import type { IssuedEnds } from "../billing-terms/charges/billed-parts.ts";
import { type Charge, chargesOf } from "../billing-terms/charges/charges.ts";
import { plannedIssueDate } from "../billing-terms/charges/invoice-date.ts";
import type { PeriodPrice, PricingContext } from "../billing-terms/charges/price.ts";
import type { TierCharge } from "../billing-terms/charges/tier-price.ts";
import type { LineType } from "../billing-terms/line-type.ts";
import type { Day } from "../kernel/day.ts";
import { money, negate, zero } from "../kernel/money.ts";
import type { Period } from "../kernel/periods.ts";
import { compareTexts } from "../kernel/text-order.ts";
import type { LineExplanation } from "./line-explanation.ts";
import type { TaxTreatment } from "./tax.ts";

/** A charge of a term for some days of service, with its invoice dates. Not stored: recomputed from the term. */
export type PlannedLine = PeriodPrice & {
  readonly billingTermId: string;
  readonly amendmentId: string | null;
  readonly type: LineType;
  /** Days of service, half-open. */
  readonly period: Period;
  readonly name: string;
  readonly description: string | null;
  readonly itemId: string | null;
  readonly classId: string | null;
  readonly productId: string | null;
  /** Decimal texts; `unitPrice` is null if more than one price makes up the amount. */
  readonly quantity: string;
  readonly unitPrice: string | null;
  readonly tiers: readonly TierCharge[];
  /** How the amount was calculated; null if it is quantity × unit price of a full period. */
  readonly explanation: LineExplanation | null;
  /** Separates usage into lines; null on all other lines. */
  readonly differentiator: string | null;
  readonly invoiceSplitKey: string | null;
  /** Set on lines of commitments; `periodStart` is the first day of the commitment period, or of the schedule. */
  readonly commitment: CommitmentPlace | null;
  /** True if the amount is new − billed of an issued line. */
  readonly isCorrection: boolean;
  /** The tax of the lines that it credits; if absent, it has the tax of its issue date. */
  readonly taxedAs?: TaxTreatment;
  /** On applied prepaid value: its prepayment. Used while planning only; not part of an invoice. */
  readonly prepaidBy?: { readonly billingTermId: string; readonly period: Period };
  readonly issueDate: Day;
  /** The first day on which it may be issued; later than `issueDate` during the days of grace for usage (rules 4). */
  readonly readyOn: Day;
  readonly dueDate: Day;
  readonly netPaymentTerms: number;
  readonly invoiceGroup: string | null;
};

export type CommitmentPlace = { readonly id: string; readonly scheduleId: string; readonly periodStart: Day };

/**
 * Lines on one invoice: same contract, issue date, payment terms and invoice group (data model 13.2). Usage is never on one invoice with lines
 * that are ready earlier (rules 4).
 */
export type PlannedInvoice = {
  readonly issueDate: Day;
  readonly readyOn: Day;
  readonly dueDate: Day;
  readonly netPaymentTerms: number;
  readonly invoiceGroup: string | null;
  readonly lines: readonly PlannedLine[];
};

/** How far ahead to plan: lines issued up to `through`, and with `andNext` also the next ones of each term. */
export type PlanHorizon = { readonly through: Day; readonly andNext: boolean };

/** Where the issued base lines of each term end, by term id. */
export type IssuedOfTerms = ReadonlyMap<string, IssuedEnds>;

/** The planned lines of a term, and its usage that no invoice can carry. */
export type TermPlan = {
  readonly lines: readonly PlannedLine[];
  /** Negative: overbilled usage on lines that were written off; it reduces their bad debt. */
  readonly writtenOff: readonly PlannedLine[];
  /** Negative: usage of an ended term that is below zero because more was deleted than used; it is credited by a credit memo. */
  readonly creditBalance: readonly PlannedLine[];
  /** The day on which usage below zero is credited by a credit memo, unless a line deducts it before; null if there is none. */
  readonly creditDueOn: Day | null;
  /** The day after the last charge that is zero and therefore has no line. */
  readonly droppedThrough: Day | null;
};

export const emptyPlan: TermPlan = {
  lines: [],
  writtenOff: [],
  creditBalance: [],
  creditDueOn: null,
  droppedThrough: null,
};

/**
 * The whole invoice plan of one contract, oldest invoice first. Pure, and the only place that decides what is billed when; `difference.ts`
 * subtracts what was issued already.
 *
 * A zero charge has no line, but its period counts as covered (`TermPlan`). Lines of an invoice are in the order of their terms.
 *
 * @param ofUsage plans of the terms that bill usage or commitments
 */
export function planInvoices(
  terms: readonly BillingTerm[],
  context: PricingContext,
  horizon: PlanHorizon,
  issued: IssuedOfTerms = new Map(),
  ofUsage: ReadonlyMap<string, TermPlan> = new Map(),
): PlannedInvoice[] {
  const planOf = (term: BillingTerm) => ofUsage.get(term.id) ?? planTerm(term, context, horizon, issued.get(term.id));
  return groupLines(terms.flatMap((term) => planOf(term).lines));
}

/** The plan of one term, lines in the order of their periods. */
export function planTerm(
  term: BillingTerm,
  context: PricingContext,
  horizon: PlanHorizon,
  issued?: IssuedEnds,
): TermPlan {
  const within: PlannedLine[] = [];
  let ahead: PlannedLine[] = [];
  let droppedThrough: Day | null = null;
  const taking = swapCreditOf(term);
  for (const charge of chargesOf(term, context, issued)) {
    const issueDate = issueDateOf(term, charge);
    const isBase = charge.amendmentId === null;
    if (charge.isDropped) {
      if (isBase && issueDate <= horizon.through) droppedThrough = charge.period.end;
      if (isBase && issueDate > horizon.through) break;
      continue;
    }
    const line = lineOf(term, charge, issueDate);
    const lines = isBase ? taking.from(line) : [line];
    // An issued period is within, even if another strategy would date it later now.
    const isAhead = issueDate > horizon.through && !(isBase && issued?.has(charge.period.start) === true);
    (isAhead ? ahead : within).push(...lines);
    // Base charges are dated in the order of their periods; a true-up may be dated later than the next one.
    if (isBase && isAhead) break;
  }
  if (!horizon.andNext) ahead = [];
  const next = Math.min(...ahead.map((line) => line.issueDate));
  return { ...emptyPlan, lines: [...within, ...ahead.filter((line) => line.issueDate === next)], droppedThrough };
}

/**
 * Deducts what the replaced term was billed in advance from the invoices of the new term: from the first one, and from later ones if the first
 * became smaller since the swap. Each of these invoices has a line of the replaced term beside the new one (ADR 0033).
 */
function swapCreditOf({ swapCredit }: BillingTerm): { readonly from: (line: PlannedLine) => PlannedLine[] } {
  if (swapCredit === undefined) return { from: (line) => [line] };
  const { endedBillingTermId, minor, ...shown } = swapCredit;
  let left = BigInt(minor);
  return {
    from: (line) => {
      const taken = line.total.minor < left ? line.total.minor : left;
      if (taken <= 0n) return [line];
      left -= taken;
      const amount = negate(money(taken, line.total.currency));
      const credit: PlannedLine = {
        ...line,
        ...shown,
        ...{ subtotal: amount, discountTotal: zero(line.total.currency), total: amount },
        ...{ billingTermId: endedBillingTermId, type: "ADJUSTMENT" },
        ...{ quantity: "1", unitPrice: null, tiers: [], explanation: null },
      };
      return [line, credit];
    },
  };
}

/**
 * The lines of a term for periods that end by `end`, which other books billed (ADR 0077), and the end of the last of them. True-ups dated after
 * the opening are left out: they are still to be billed.
 */
export function linesBefore(
  term: BillingTerm,
  context: PricingContext,
  { end, asOf }: { readonly end: Day; readonly asOf: Day },
): { readonly lines: readonly PlannedLine[]; readonly through: Day | null } {
  const lines: PlannedLine[] = [];
  let through: Day | null = null;
  for (const charge of chargesOf(term, context)) {
    const isBase = charge.amendmentId === null;
    if (charge.period.end > end) {
      if (isBase) break;
      continue;
    }
    if (isBase) through = charge.period.end;
    const issueDate = issueDateOf(term, charge);
    if (!charge.isDropped && (isBase || issueDate <= asOf)) lines.push(lineOf(term, charge, issueDate));
  }
  return { lines, through };
}

/** The issue date of a charge: that of its billing period, or its own. */
function issueDateOf(term: BillingTerm, { due }: Charge): Day {
  if (due.at === "DATE") return due.day;
  return plannedIssueDate(term.invoiceDateStrategy, due.period.covered, term.netPaymentTerms);
}

/** Groups lines into invoices, ordered by issue date, readiness, payment terms and group; lines keep their order. */
export function groupLines(lines: readonly PlannedLine[]): PlannedInvoice[] {
  const invoices = new Map<string, PlannedInvoice & { lines: PlannedLine[] }>();
  for (const line of lines) {
    const key = invoiceKey(line);
    const invoice = invoices.get(key);
    if (invoice !== undefined) {
      invoice.lines.push(line);
    } else {
      const { issueDate, readyOn, dueDate, netPaymentTerms, invoiceGroup } = line;
      invoices.set(key, { issueDate, readyOn, dueDate, netPaymentTerms, invoiceGroup, lines: [line] });
    }
  }
  return [...invoices.values()].sort(
    (a, b) =>
      a.issueDate - b.issueDate ||
      a.readyOn - b.readyOn ||
      a.netPaymentTerms - b.netPaymentTerms ||
      compareTexts(a.invoiceGroup ?? "", b.invoiceGroup ?? ""),
  );
}

/** Lines of a contract with the same key share an invoice. */
export function invoiceKey(
  invoice: Pick<PlannedInvoice, "issueDate" | "readyOn" | "netPaymentTerms" | "invoiceGroup">,
): string {
  return JSON.stringify([invoice.issueDate, invoice.readyOn, invoice.netPaymentTerms, invoice.invoiceGroup]);
}

function lineOf(term: BillingTerm, charge: Charge, issueDate: Day): PlannedLine {
  const { due, price } = charge;
  const isDueAtStart = term.invoiceDateStrategy === "ADVANCED_DUE_START" && due.at === "PERIOD";
  return {
    subtotal: price.subtotal,
    discountTotal: price.discountTotal,
    total: price.total,
    billingTermId: term.id,
    amendmentId: charge.amendmentId,
    type: charge.type,
    period: charge.period,
    name: term.name,
    description: term.description,
    itemId: term.itemId,
    classId: term.classId,
    productId: term.productId,
    quantity: charge.quantity,
    unitPrice: charge.unitPrice,
    tiers: charge.tiers,
    explanation: charge.explanation(),
    differentiator: null,
    invoiceSplitKey: null,
    commitment: null,
    isCorrection: false,
    issueDate,
    readyOn: issueDate,
    dueDate: isDueAtStart ? due.period.covered.start : issueDate + term.netPaymentTerms,
    netPaymentTerms: term.netPaymentTerms,
    invoiceGroup: term.invoiceGroup,
  };
}
