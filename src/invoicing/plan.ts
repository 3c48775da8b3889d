import type { IssuedEnds } from "../billing-terms/billed-parts.ts";
import type { BillingTerm } from "../billing-terms/billing-term.ts";
import { type Charge, chargesOf } from "../billing-terms/charges.ts";
import { plannedIssueDate } from "../billing-terms/invoice-date.ts";
import type { LineType } from "../billing-terms/line-type.ts";
import type { PeriodPrice, PricingContext } from "../billing-terms/price.ts";
import type { TierCharge } from "../billing-terms/tier-price.ts";
import type { Day } from "../kernel/day.ts";
import { money, negate, zero } from "../kernel/money.ts";
import type { Period } from "../kernel/periods.ts";
import type { LineExplanation } from "./line-explanation.ts";
import type { TaxTreatment } from "./tax.ts";

/** What a term charges for some days of service, with its dates: not stored, recomputed from the term. */
export type PlannedLine = PeriodPrice & {
  readonly billingTermId: string;
  readonly amendmentId: string | null;
  readonly type: LineType;
  /** The days it covers, half-open. */
  readonly period: Period;
  readonly name: string;
  readonly description: string | null;
  readonly itemId: string | null;
  readonly classId: string | null;
  readonly productId: string | null;
  /** Decimal texts; `unitPrice` is null where more than one price makes the amount. */
  readonly quantity: string;
  readonly unitPrice: string | null;
  readonly tiers: readonly TierCharge[];
  /** How the amount came to be; null where quantity × unit price of a full period says it all. */
  readonly explanation: LineExplanation | null;
  /** What sets usage apart; null on every other line. */
  readonly differentiator: string | null;
  readonly invoiceSplitKey: string | null;
  /** Of a commitment's lines; `periodStart` is the first day of the commitment period, or of the schedule. */
  readonly commitment: CommitmentPlace | null;
  /** New less billed, of a line that is issued already. */
  readonly isCorrection: boolean;
  /** How the lines were taxed that it takes back; without it, it has the tax of its issue date. */
  readonly taxedAs?: TaxTreatment;
  /** Of applied prepaid value: the prepayment that it takes back. What invoices can carry is decided with it, and no invoice has it. */
  readonly prepaidBy?: { readonly billingTermId: string; readonly period: Period };
  readonly issueDate: Day;
  /** The first day on which it may be issued: later than its date where usage is waited for (rules 4). */
  readonly readyOn: Day;
  readonly dueDate: Day;
  readonly netPaymentTerms: number;
  readonly invoiceGroup: string | null;
};

export type CommitmentPlace = { readonly id: string; readonly scheduleId: string; readonly periodStart: Day };

/**
 * Lines that share an invoice: one contract, issue date, payment terms and invoice group (data model 13.2). Usage never shares
 * one with lines that are ready earlier (rules 4).
 */
export type PlannedInvoice = {
  readonly issueDate: Day;
  readonly readyOn: Day;
  readonly dueDate: Day;
  readonly netPaymentTerms: number;
  readonly invoiceGroup: string | null;
  readonly lines: readonly PlannedLine[];
};

/** How far ahead lines are planned: those issued up to `through`, and with `andNext` each term's next ones after it. */
export type PlanHorizon = { readonly through: Day; readonly andNext: boolean };

/** What issued invoices cover of the periods of each term, by term. */
export type IssuedOfTerms = ReadonlyMap<string, IssuedEnds>;

/** The lines of a term, and the day after the last one whose charge came to nothing and has no line. */
export type TermPlan = {
  readonly lines: readonly PlannedLine[];
  /** What usage was billed too much and nobody paid, below zero: it reduces the bad debt of the lines that billed it. */
  readonly lost: readonly PlannedLine[];
  /** Of a term that is over: what more usage was credited than used is worth, below zero; it was never billed, and is credited. */
  readonly owedBack: readonly PlannedLine[];
  /** The first day on which a credit memo has what of it waits for a line; null where nothing does. */
  readonly creditDueOn: Day | null;
  readonly droppedThrough: Day | null;
};

/**
 * The whole invoice plan of one contract: from its terms to its invoices, oldest first. Pure, and the only place that
 * decides what is billed when; what was issued already is distinguished later (`difference.ts`).
 *
 * A charge of nothing for nothing has no line; its period still counts as covered (`TermPlan`). Lines of an invoice are in
 * the order of their terms, whatever they are for.
 *
 * @param ofUsage the plans of those terms that bill usage or commitments
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

/** The lines of one term in the order of their periods. */
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
    // What is issued is done, also where another strategy would date it later now.
    const isAhead = issueDate > horizon.through && !(isBase && issued?.has(charge.period.start) === true);
    (isAhead ? ahead : within).push(...lines);
    // Base charges are dated in the order of their periods; a true-up may be dated later than the next one.
    if (isBase && isAhead) break;
  }
  if (!horizon.andNext) ahead = [];
  const next = Math.min(...ahead.map((line) => line.issueDate));
  return {
    lines: [...within, ...ahead.filter((line) => line.issueDate === next)],
    lost: [],
    owedBack: [],
    creditDueOn: null,
    droppedThrough,
  };
}

/**
 * Takes what the replaced term was billed ahead off the bills of the term in its place: off the first one, and off later ones as far
 * as the first came to less since the swap. Each bill has a line of the replaced term beside its own (ADR 0033).
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
 * The lines of a term for days before `end`, and the day through which its periods reach by then: what other books billed of it
 * (ADR 0077). A period that begins before and ends after it is left out, and so is a true-up that is dated after the opening: it waits
 * for its bill.
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

/** When a charge is invoiced: with its billing period, or on a day of its own. */
function issueDateOf(term: BillingTerm, { due }: Charge): Day {
  if (due.at === "DATE") return due.day;
  return plannedIssueDate(term.invoiceDateStrategy, due.period.covered, term.netPaymentTerms);
}

/** Groups lines into invoices, both in a total order: issue date, readiness, payment terms, group; then as they came. */
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

/** What makes two lines of a contract share an invoice. */
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
    explanation: charge.explanation,
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

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
