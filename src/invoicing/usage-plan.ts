import { type BillingTerm, periodRule } from "../billing-terms/billing-term.ts";
import { billingPeriods } from "../billing-terms/charges/charges.ts";
import { plannedIssueDate } from "../billing-terms/charges/invoice-date.ts";
import type { PricingContext } from "../billing-terms/charges/price.ts";
import type { LineType } from "../billing-terms/line-type.ts";
import type { Commitment } from "../commitments/commitment.ts";
import { eventTypesOfCommitment } from "../commitments/commitment.ts";
import { owedByCommitment, usageInvoicedThrough } from "../commitments/commitment-billing.ts";
import type { CommitmentLine } from "../commitments/commitment-lines.ts";
import {
  type ContractUsage,
  committedTerms,
  dailyFacts,
  isCommitted,
  meteredTerm,
  usageNow,
} from "../commitments/contract-usage.ts";
import { required } from "../kernel/assert.ts";
import type { Day } from "../kernel/day.ts";
import { isNegative, type Money } from "../kernel/money.ts";
import { anchoredPeriods, type Period } from "../kernel/periods.ts";
import type { ExpectedUsageLine } from "../usage/late-usage.ts";
import { chargesOfPeriod } from "../usage/usage-charges.ts";
import { type TaxedUsage, taxedAsBilled } from "./correction-tax.ts";
import { billedForSameUse, type OutstandingUsage, withinCreditable } from "./credited-usage.ts";
import { emptyPlan, type PlanHorizon, type PlannedLine, type TermPlan } from "./plan.ts";
import { lineOfCharge, owedByTerm, type StandaloneLine } from "./standalone-usage.ts";

/** A usage line of an issued invoice that is not void, or a credit memo line that credits one. */
export type BilledUsageLine = TaxedUsage & {
  /** What may still be credited of the line; zero if its invoice was written off. */
  readonly creditable: Money;
  /** Written off as bad debt and not reversed; zero if its invoice is still owed. */
  readonly writtenOff: Money;
};

/** The same with its invoice line and contract. */
export type IssuedUsageLine = BilledUsageLine & {
  readonly lineId: string;
  readonly contractId: string;
  readonly invoice: { readonly id: string; readonly number: string; readonly issueDate: Day };
};

const usageTypes: readonly LineType[] = ["USAGE", "LATE_USAGE", "MINIMUM"];

/** True if the amount of a line depends on usage. Such lines are planned as new − billed. */
export function isUsageLine(line: { readonly type: LineType; readonly commitmentId: string | null }): boolean {
  return line.commitmentId !== null || usageTypes.includes(line.type);
}

export type UsagePlanContext = PricingContext & {
  readonly today: Day;
  /** Days of grace: how long to wait for late usage of a period before it is billed. */
  readonly graceDays: number;
  /** Payment terms of the contract: days from issue to due date. */
  readonly netPaymentTerms: number;
};

/**
 * The days whose usage is needed: those of the terms, so that a renewed contract does not read the usage of its predecessors. Invoiced days
 * are included, because late usage of them is still billed.
 */
export function daysOf(terms: readonly Pick<BillingTerm, "start" | "end">[], today: Day): Period {
  // An event may be up to an hour ahead, which may be tomorrow.
  const ends = terms.map(({ end }) => end ?? today + 2);
  return { start: Math.min(...terms.map(({ start }) => start)), end: Math.max(...ends) };
}

/**
 * What is still to bill for usage and commitments of a contract, by term: new − billed (data model 8.6, 12.6; rules 4). Lines of a period are
 * ready when the period and its days of grace are over, and are dated by the strategy of their term. Late usage is on the next invoice of
 * the term.
 */
export function planUsage(
  all: ContractUsage,
  billed: readonly BilledUsageLine[],
  context: UsagePlanContext,
  horizon: PlanHorizon,
): Map<string, TermPlan> {
  const usage = usageNow(all);
  const standalone = usage.terms.map((term): [string, TermPlan] => {
    const own = billed.filter(({ billingTermId, commitmentId }) => billingTermId === term.id && commitmentId === null);
    return [term.id, planStandalone(usage, term, own, context, horizon)];
  });
  const plans = new Map(standalone);
  for (const commitment of usage.commitments) {
    const own = billed.filter(({ commitmentId }) => commitmentId === commitment.id);
    const { outstanding, writtenOff } = commitmentLines(usage, commitment, own, context);
    const lines = within(outstanding, horizon);
    // All lines of a commitment are under its first term, so that they stay in the order in which they explain each other.
    const termId = commitment.schedules[0]?.steps[0]?.billingTermIds[0] ?? "";
    const plan = plans.get(termId) ?? emptyPlan;
    plans.set(termId, { ...plan, lines: [...plan.lines, ...lines], writtenOff: [...plan.writtenOff, ...writtenOff] });
  }
  return plans;
}

/** The plan of one term for its usage outside commitments. */
function planStandalone(
  usage: ContractUsage,
  term: BillingTerm,
  billed: readonly BilledUsageLine[],
  context: UsagePlanContext,
  horizon: PlanHorizon,
): TermPlan {
  const invoicedThrough = billed.length === 0 ? null : Math.max(...billed.map(({ service }) => service.end));
  const { charged, droppedThrough } = chargedPeriods(usage, term, invoicedThrough, context, horizon);
  const { owed, outstanding, writtenOff, left } = owedByTerm(charged, billed, context);
  const billingOfPeriod = billingChecker(invoicedThrough, owed);
  const planned = (line: StandaloneLine): PlannedLine => {
    const period = periodOf(term, line.service.start);
    const dates = line.isCorrection ? nextBillingDates(term, billingOfPeriod, context) : datesOf(term, period, context);
    return plannedLine(term, line, { ...dates, name: term.name, itemId: term.itemId, commitment: null });
  };
  const dueOn = term.end === null ? null : term.end + context.graceDays;
  const isOver = dueOn !== null && dueOn <= horizon.through;
  return {
    lines: within(taxedAsBilled(outstanding.map(planned), billed), horizon),
    writtenOff: writtenOff.map(planned),
    creditBalance: isOver ? left.map(planned) : [],
    creditDueOn: left.length === 0 ? null : dueOn,
    droppedThrough,
  };
}

/**
 * The lines of a term by billing period, without periods that a commitment prices: of invoiced periods, of those that are ready by the horizon,
 * and with `andNext` up to the next one with a line. Ends of periods whose charge is zero are in `droppedThrough`.
 */
function chargedPeriods(
  usage: ContractUsage,
  term: BillingTerm,
  invoicedThrough: Day | null,
  context: UsagePlanContext,
  horizon: PlanHorizon,
): { readonly charged: readonly (readonly StandaloneLine[])[]; readonly droppedThrough: Day | null } {
  const lastChange = Math.max(term.start, ...term.layers.map(({ effectiveFrom }) => effectiveFrom));
  const metered = meteredTerm(usage, term);
  const charged: StandaloneLine[][] = [];
  let droppedThrough: Day | null = null;
  for (const billingPeriod of billingPeriods(term)) {
    const { covered } = billingPeriod;
    const isAhead = covered.end + context.graceDays > horizon.through;
    const isInvoiced = invoicedThrough !== null && covered.end <= invoicedThrough;
    if (isAhead && !horizon.andNext && !isInvoiced) break;
    if (!isCommitted(usage, term, covered)) {
      const charges = chargesOfPeriod(metered, billingPeriod, covered.end, context);
      const kept = charges.filter(({ isDropped }) => !isDropped);
      if (kept.length === 0 && !isAhead) droppedThrough = covered.end;
      charged.push(kept.map((charge) => lineOfCharge(term, charge)));
    }
    // A period without usage has no line; without this, a minimum that begins later would never be billed.
    const isNext = charged.flat().some(({ service }) => service.start >= covered.start) || covered.start >= lastChange;
    if (isAhead && !isInvoiced && isNext) break;
  }
  return { charged, droppedThrough };
}

/** New − billed of a commitment: lines still to bill, and credits of lines that were written off. */
function commitmentLines(
  usage: ContractUsage,
  commitment: Commitment,
  billed: readonly BilledUsageLine[],
  context: UsagePlanContext,
): OutstandingUsage<PlannedLine> {
  const terms = committedTerms(usage);
  const eventTypeIds = new Set(eventTypesOfCommitment(commitment, terms));
  const facts = dailyFacts(usage).filter(({ eventTypeId }) => eventTypeIds.has(eventTypeId));
  const { rounding, today } = context;
  const primary = commitment.schedules[0]?.steps[0]?.billingTermIds[0] ?? "";
  const primaryTerm = required(terms.get(primary), "the first term of a commitment").term;
  const invoicedThrough = usageInvoicedThrough(billed);
  const owed = owedByCommitment(commitment, facts, billed, { terms, rounding, today });
  const billingOfPeriod = billingChecker(invoicedThrough, owed);
  const { outstanding, writtenOff } = withinCreditable(owed, billed, billedForSameUse(billed));
  const planned = (line: CommitmentLine): PlannedLine => {
    const term = required(terms.get(line.billingTermId), "the term of a commitment's line").term;
    const own = commitmentDates(line, context);
    // A credit that no invoice could carry when it was due moves to the next invoice, unless the charges of the same days are late
    // as well: applied prepayment stays on the invoice of its usage.
    const isAlone = isNegative(line.price.total) && billingOfPeriod(line.service) !== "LINES";
    const waits = line.isCorrection || (isAlone && own.readyOn < today);
    const dates = waits ? nextBillingDates(primaryTerm, billingOfPeriod, context) : own;
    const place = { id: commitment.id, scheduleId: line.scheduleId, periodStart: line.periodStart };
    return plannedLine(term, line, { ...dates, name: line.name, itemId: line.itemId, commitment: place });
  };
  return { outstanding: taxedAsBilled(outstanding.map(planned), billed), writtenOff: writtenOff.map(planned) };
}

type Dates = Pick<PlannedLine, "issueDate" | "readyOn" | "dueDate" | "netPaymentTerms">;

/** A prepayment is ready on its issue date; usage lines are ready after their days of grace. */
function commitmentDates(line: CommitmentLine, context: UsagePlanContext): Dates {
  const netPaymentTerms = line.netPaymentTerms ?? context.netPaymentTerms;
  const readyOn = line.type === "PREPAYMENT" ? line.issueDate : line.service.end + context.graceDays;
  return datesFrom(line.issueDate, readyOn, netPaymentTerms);
}

function datesOf(term: BillingTerm, covered: Period, { graceDays }: UsagePlanContext): Dates {
  const { netPaymentTerms } = term;
  const issueDate = plannedIssueDate(term.invoiceDateStrategy, covered, netPaymentTerms);
  return datesFrom(issueDate, covered.end + graceDays, netPaymentTerms);
}

/** The dates of a line. Its payment terms count from the day on which its invoice can be issued. */
function datesFrom(issueDate: Day, readyOn: Day, netPaymentTerms: number): Dates {
  const latest = Math.max(issueDate, readyOn);
  return { issueDate, readyOn: latest, dueDate: latest + netPaymentTerms, netPaymentTerms };
}

/** The state of a billing period: with lines to bill, invoiced, or without lines. */
type BillingOfPeriod = (covered: Period) => "LINES" | "INVOICED" | "NONE";

/**
 * Returns whether a billing period has lines of its own to bill. It also has some if its first usage arrives after a later schedule of
 * the commitment was billed.
 */
export function billingChecker(
  invoicedThrough: Day | null,
  owed: readonly Pick<ExpectedUsageLine, "type" | "service" | "isCorrection" | "price">[],
): BillingOfPeriod {
  const open = owed.filter((line) => !line.isCorrection && line.type !== "PREPAYMENT" && !isNegative(line.price.total));
  return ({ start, end }) => {
    if (open.some(({ service }) => service.start >= start && service.end <= end)) return "LINES";
    return invoicedThrough !== null && end <= invoicedThrough ? "INVOICED" : "NONE";
  };
}

/**
 * The dates of a term's next invoice: that of the first period that is not invoiced and has lines, or is still to come; today if there is none.
 */
function nextBillingDates(term: BillingTerm, billingOf: BillingOfPeriod, context: UsagePlanContext): Dates {
  const { today, graceDays } = context;
  for (const { covered } of anchoredPeriods(periodRule(term))) {
    const state = billingOf(covered);
    const isToCome = covered.end + graceDays >= today;
    if (state === "LINES" || (state === "NONE" && isToCome)) return datesOf(term, covered, context);
  }
  return datesFrom(today, today, term.netPaymentTerms);
}

function periodOf(term: BillingTerm, day: Day): Period {
  for (const { covered } of anchoredPeriods(periodRule(term))) if (day < covered.end) return covered;
  return { start: day, end: day + 1 };
}

/** A line of usage or of a commitment with its dates. A split key separates it into an invoice of its own. */
function plannedLine(
  term: BillingTerm,
  line: ExpectedUsageLine & { readonly explanation: PlannedLine["explanation"] },
  given: Dates & Pick<PlannedLine, "name" | "itemId" | "commitment">,
): PlannedLine {
  const { type, differentiator, invoiceSplitKey, quantity, unitPrice, tiers, explanation, isCorrection } = line;
  return {
    ...line.price,
    ...given,
    billingTermId: term.id,
    amendmentId: null,
    type,
    period: line.service,
    description: describe(term, differentiator),
    classId: term.classId,
    productId: term.productId,
    quantity,
    unitPrice,
    tiers,
    explanation,
    differentiator,
    invoiceSplitKey,
    invoiceGroup: invoiceSplitKey ?? term.invoiceGroup,
    isCorrection,
  };
}

/** The description of a line, followed by its differentiator (data model 12.2). */
function describe({ description }: BillingTerm, differentiator: string | null): string | null {
  if (differentiator === null) return description;
  return description === null ? differentiator : `${description} – ${differentiator}`;
}

/**
 * Lines that are ready by the horizon, and with `andNext` those up to the next one that bills something. A credit alone makes no invoice: if no
 * invoice can carry it, a credit memo does (`overbilled.ts`).
 */
function within(lines: readonly PlannedLine[], { through, andNext }: PlanHorizon): PlannedLine[] {
  if (!andNext) return lines.filter(({ readyOn }) => readyOn <= through);
  const charges = lines.filter(({ readyOn, total }) => readyOn > through && !isNegative(total));
  const next = Math.min(...charges.map(({ readyOn }) => readyOn));
  return lines.filter(({ readyOn }) => readyOn <= next);
}
