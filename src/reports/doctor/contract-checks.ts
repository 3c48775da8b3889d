import type { BillingTerm } from "../../billing-terms/billing-term.ts";
import type { PricingContext } from "../../billing-terms/price.ts";
import { isWaiting, spanOf } from "../../billing-terms/terms-span.ts";
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

/** What is stored of one approved contract, to be held against what follows from its facts. */
export type ContractState = {
  readonly contractId: string;
  readonly context: PricingContext;
  readonly terms: readonly BillingTerm[];
  /** Issued and not void, by term. */
  readonly issued: ReadonlyMap<string, readonly LineContent[]>;
  /** The keys of all lines that were issued and are not void; those of other contracts may be among them. */
  readonly billed: ReadonlySet<string>;
  readonly drafts: readonly StoredDraft[];
  readonly manualGroups: ReadonlySet<string>;
  /** What its usage has still to bill, by term. */
  readonly usage: ContractUsage | undefined;
  readonly usagePlan: ReadonlyMap<string, TermPlan>;
  /** The tax of a planned invoice. */
  readonly taxOf: (invoice: PlannedInvoice) => Money;
  /** What decides its revenue. */
  readonly facts: ContractFacts;
  /** Minor units that closes posted through the closed months, by obligation. */
  readonly posted: ReadonlyMap<string, bigint>;
  /** Did the close of the last closed month leave it out? */
  readonly isLeftOut: boolean;
  /** What the contract says that its terms span and are worth. */
  readonly reported: ReportedTerms | undefined;
};

/** First day, the day after the last, and minor units; null for none. */
export type ReportedTerms = { readonly start: Day | null; readonly end: Day | null; readonly value: bigint | null };

/** INV-23: does the contract say of its terms what they are? */
export function spans({ terms, context, reported }: ContractState): boolean {
  const { start, end, value } = spanOf(terms, context);
  return reported?.start === start && reported.end === end && reported.value === (value?.minor ?? null);
}

/** INV-07: terms with a period that was due by `due` and is not billed. A line over zero covers its period unseen; what
 * is owed back at the end of a term is credited as soon as it is due. */
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
 * INV-23: does what is stored equal the plan that follows from the contract's facts? Issued lines are those of the plan,
 * and another regeneration would change no draft.
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
    // Usage is held against what is billed of it: more would be due, or a draft would be another one.
    if (!isFixed(line)) return true;
    // A term that was ended inside an invoiced period keeps its line; a credit memo credited the rest.
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
  // An invoice that is due and not issued is a gap, and reported as one.
  return (
    next.due.length > 0 || next.draftsToAdd.length + next.draftsToChange.length + next.draftIdsToRemove.length === 0
  );
}

/**
 * INV-08: obligations whose closed months did not post what they earned, or whose months to come do not lead to the
 * transaction price. What was left out of the last close has not posted it yet.
 */
export function obligationsAstray(state: ContractState, closedThrough: Month | null): string[] {
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

/** What a contract that was left out of the last close has earned by then and not posted, in words; nothing is no word. */
export function waitingForRelease(state: ContractState, closedThrough: Month | null): string[] {
  if (!state.isLeftOut) return [];
  const unposted = unpostedOf(state, closedThrough);
  const minor = state.facts.pobs.reduce((sum, { initial: { id } }) => sum + unposted(id), 0n);
  const { currency } = state.context;
  return minor === 0n ? [] : [`${state.contractId} ${formatMoney(money(minor, currency))} ${currency}`];
}

/** Minor units of an obligation that closed months had earned and did not post; without closed months, what was posted. */
function unpostedOf({ facts, posted }: ContractState, closedThrough: Month | null): (id: string) => bigint {
  return closedThrough === null ? (id) => -(posted.get(id) ?? 0n) : unpostedThrough(facts, posted, closedThrough);
}

/** Do the months of an obligation that is earned by the calendar come to its price? */
function endsAtPrice({ pob, price, segments }: PobRevenue, context: PricingContext): boolean {
  if (pob.service.end === null || price === null || lineRuleOf(pob) === null) return true;
  const last = Math.max(pob.service.end, ...segments.map(({ days }) => days.end));
  // What waits for its milestone has its price in no month.
  const expected = pob.price.of === "TERM" && isWaiting(pob.price.term) ? 0n : price.minor;
  return sumEarned(segments, last, context).minor === expected;
}

function isFixed({ type, commitment }: LineContent): boolean {
  return !isUsageLine({ type, commitmentId: commitment?.id ?? null });
}

/** What issued base lines of a term cover, by where they begin. */
function issuedEnds(lines: readonly LineContent[] = []): ReadonlyMap<Day, Day> {
  const base = lines.filter(({ amendmentId }) => amendmentId === null);
  return new Map(base.map(({ period }) => [period.start, period.end]));
}
