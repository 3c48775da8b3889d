import type { BillingTerm } from "../../billing-terms/billing-term.ts";
import type { PricingContext } from "../../billing-terms/charges/price.ts";
import { isWaiting, spanOf } from "../../billing-terms/charges/terms-span.ts";
import { unpostedOf as unpostedThrough } from "../../close/proof.ts";
import type { ContractUsage } from "../../commitments/contract-usage.ts";
import { difference, keyOfLine, openLines, type StoredDraft } from "../../invoicing/difference.ts";
import { contentOfLine, type LineContent } from "../../invoicing/issue.ts";
import { carriedPlan } from "../../invoicing/overbilled.ts";
import {
  groupLines,
  type PlannedInvoice,
  type PlannedLine,
  planInvoices,
  planTerm,
  type TermPlan,
} from "../../invoicing/plan.ts";
import { isUsageLine } from "../../invoicing/usage-plan.ts";
import { type Day, earliestMonth, type Month } from "../../kernel/day.ts";
import { formatMoney, type Money, money } from "../../kernel/money.ts";
import { asOfNow } from "../../revenue/as-of.ts";
import type { ContractFacts } from "../../revenue/contract-facts.ts";
import { contractRevenue, type PobRevenue } from "../../revenue/contract-revenue.ts";
import { sumEarned } from "../../revenue/earning-segment.ts";
import { lineRuleOf } from "../../revenue/segments/billed-line.ts";

/** The stored documents and revenue of one approved contract, and the facts from which they are recalculated and compared. */
export type ContractState = {
  readonly contractId: string;
  readonly context: PricingContext;
  readonly terms: readonly BillingTerm[];
  /** Lines of issued invoices that are not void, by billing term. */
  readonly issued: ReadonlyMap<string, readonly LineContent[]>;
  /** The keys (`keyOfLine`) of all such lines. May include lines of other contracts. */
  readonly billed: ReadonlySet<string>;
  readonly drafts: readonly StoredDraft[];
  readonly manualGroups: ReadonlySet<string>;
  readonly usage: ContractUsage | undefined;
  /** Lines of usage and commitments that are still to be billed, by billing term. */
  readonly usagePlan: ReadonlyMap<string, TermPlan>;
  /** The tax of a planned invoice. */
  readonly taxOf: (invoice: PlannedInvoice) => Money;
  /** The facts that its revenue is calculated from. */
  readonly facts: ContractFacts;
  /** Minor units posted by closes through the last closed month, by performance obligation. */
  readonly posted: ReadonlyMap<string, bigint>;
  /** True if the close of the last closed month left the contract out because of a hold. */
  readonly isLeftOut: boolean;
  /** The span and value of its terms as stored on the contract. */
  readonly reported: ReportedTerms | undefined;
  /** The days stored with its billing terms, by term. */
  readonly termDays: ReadonlyMap<string, TermDays>;
};

/** The day after the last invoiced one, and the day on which usage below zero is credited; each null if there is none. */
export type TermDays = { readonly invoicedThrough: Day | null; readonly creditDueOn: Day | null };

/** First day, the day after the last one, and fixed value in minor units; each null if there is none. */
export type ReportedTerms = { readonly start: Day | null; readonly end: Day | null; readonly value: bigint | null };

/** INV-23: true if the span and value stored on the contract are those of its terms. */
export function spans({ terms, context, reported }: ContractState): boolean {
  return hasSpan(reported, spanOf(terms, context));
}

/** True if a span and value as stored are those calculated from billing terms. */
export function hasSpan(
  reported: ReportedTerms | undefined,
  { start, end, value }: ReturnType<typeof spanOf>,
): boolean {
  return reported?.start === start && reported.end === end && reported.value === (value?.minor ?? null);
}

/**
 * INV-23: true if the days on which usage below zero is credited are those of the plan, and no term is invoiced further than its lines. Periods
 * without a charge are invoiced without a line, of usage at their end.
 */
export function hasPlannedDays(state: ContractState, today: Day): boolean {
  const { terms, issued, usagePlan, context, termDays } = state;
  return terms.every((term) => {
    const { invoicedThrough = null, creditDueOn = null } = termDays.get(term.id) ?? {};
    if (creditDueOn !== (usagePlan.get(term.id)?.creditDueOn ?? null)) return false;
    const lines = issued.get(term.id) ?? [];
    const last = Math.max(...lines.map(({ period }) => period.end));
    if (invoicedThrough === null || invoicedThrough <= last || term.terminatedAt !== null) return true;
    if (usagePlan.has(term.id)) return invoicedThrough <= today;
    const { droppedThrough } = planTerm(term, context, { through: today, andNext: false }, issuedEnds(lines));
    return droppedThrough !== null && invoicedThrough <= Math.max(droppedThrough, today);
  });
}

/**
 * INV-07: ids of terms with a billing period that was due by `due` and is not billed, or with a usage credit that was due and is not credited.
 * A charge of zero has no line, so its period is no gap.
 */
export function termsWithGaps({ terms, issued, billed, context, usagePlan }: ContractState, due: Day): string[] {
  const hasGap = (term: BillingTerm): boolean => {
    const usage = usagePlan.get(term.id);
    if (usage !== undefined) {
      const isOpen = usage.lines.some(({ readyOn, isCorrection }) => readyOn <= due && !isCorrection);
      return isOpen || usage.creditBalance.some(({ readyOn }) => readyOn <= due);
    }
    const planned = planTerm(term, context, { through: due, andNext: false }, issuedEnds(issued.get(term.id))).lines;
    return planned.some((line) => !billed.has(keyOfLine(line)));
  };
  return terms.filter(hasGap).map((term) => term.id);
}

/**
 * INV-23: true if stored invoices equal the plan calculated from the billing terms: each issued fixed line is a line of the plan, and
 * regenerating invoices would change no draft.
 */
export function isConverged(state: ContractState, { today, due }: { today: Day; due: Day }): boolean {
  const { terms, issued, drafts, manualGroups, context, usagePlan, taxOf } = state;
  const issuedLines = terms.flatMap((term) => issued.get(term.id) ?? []);
  const lastIssued = Math.max(today, ...issuedLines.map((line) => line.period.end));
  const planned = new Map<string, PlannedLine>();
  for (const term of terms) {
    const ends = issuedEnds(issued.get(term.id));
    for (const line of planTerm(term, context, { through: lastIssued, andNext: false }, ends).lines)
      planned.set(keyOfLine(line), line);
  }
  const ends = new Map(terms.map((term) => [term.id, term.end]));
  const isPlanned = (line: LineContent): boolean => {
    // The usage plan already subtracts what is billed: a wrong usage line would make another one due, or change a draft, below.
    if (!isFixed(line)) return true;
    // A term that was terminated within an invoiced period keeps the line; a credit memo credits the days after its end.
    const end = ends.get(line.billingTermId) ?? null;
    if (end !== null && line.period.end > end) return true;
    const plan = planned.get(keyOfLine(line));
    return plan !== undefined && contentOfLine(plan).join() === contentOfLine(line).join();
  };
  if (!issuedLines.every(isPlanned)) return false;

  const issuedOfTerms = new Map(terms.map((term) => [term.id, issuedEnds(issued.get(term.id))]));
  const whole = planInvoices(terms, context, { through: today, andNext: true }, issuedOfTerms, usagePlan);
  const lines = whole.flatMap((invoice) => invoice.lines);
  const issuedKeys = new Set(issuedLines.filter(isFixed).map(keyOfLine));
  const { invoices: plan } = carriedPlan(groupLines(openLines(lines, issuedKeys)), taxOf);
  const next = difference(plan, { issued: issuedKeys, drafts, manualGroups }, due);
  // A due invoice that is not issued is reported as a gap (INV-07).
  return (
    next.due.length > 0 || next.draftsToAdd.length + next.draftsToChange.length + next.draftIdsToRemove.length === 0
  );
}

/**
 * INV-08: ids of performance obligations whose revenue posted in closed months is not what they had earned by then, or whose revenue of all
 * months does not add up to their price. Closed months of a contract that the last close left out are not compared.
 */
export function inconsistentObligations(state: ContractState, closedThrough: Month | null): string[] {
  const { facts, isLeftOut } = state;
  const { context } = facts;
  const unposted = unpostedOf(state, closedThrough);
  const now = contractRevenue({ ...asOfNow(facts), usage: undefined }, { through: closedThrough ?? earliestMonth });
  return facts.pobs.flatMap(({ initial: { id } }) => {
    const isPosted = isLeftOut || unposted(id) === 0n;
    const revenue = now.get(id);
    return isPosted && (revenue === undefined || endsAtPrice(revenue, context)) ? [] : [id];
  });
}

/** For a contract that the last close left out: its id and the amount earned but not posted, as one text. None if the amount is zero. */
export function waitingForRelease(state: ContractState, closedThrough: Month | null): string[] {
  if (!state.isLeftOut) return [];
  const unposted = unpostedOf(state, closedThrough);
  const minor = state.facts.pobs.reduce((sum, { initial: { id } }) => sum + unposted(id), 0n);
  const { currency } = state.context;
  return minor === 0n ? [] : [`${state.contractId} ${formatMoney(money(minor, currency))} ${currency}`];
}

/** Minor units of an obligation earned in closed months less those posted; without closed months nothing must have been posted. */
function unpostedOf({ facts, posted }: ContractState, closedThrough: Month | null): (id: string) => bigint {
  return closedThrough === null ? (id) => -(posted.get(id) ?? 0n) : unpostedThrough(facts, posted, closedThrough);
}

/** True if the segments of an obligation sum to its price. Also true if it has no price or end, or is not earned by the calendar. */
function endsAtPrice({ pob, price, segments }: PobRevenue, context: PricingContext): boolean {
  if (pob.service.end === null || price === null || lineRuleOf(pob) === null) return true;
  const last = Math.max(pob.service.end, ...segments.map(({ days }) => days.end));
  // Until the milestone of its term is reached, its price is in no month.
  const expected = pob.price.of === "TERM" && isWaiting(pob.price.term) ? 0n : price.minor;
  return sumEarned(segments, last, context).minor === expected;
}

function isFixed({ type, commitment }: LineContent): boolean {
  return !isUsageLine({ type, commitmentId: commitment?.id ?? null });
}

/** The end of each issued base line of a term (no true-up) by its start. */
function issuedEnds(lines: readonly LineContent[] = []): ReadonlyMap<Day, Day> {
  const base = lines.filter(({ amendmentId }) => amendmentId === null);
  return new Map(base.map(({ period }) => [period.start, period.end]));
}
