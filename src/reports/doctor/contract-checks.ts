import type { BillingTerm } from "../../billing-terms/billing-term.ts";
import type { PerformanceObligationRecord } from "../../billing-terms/performance-obligation.ts";
import type { PricingContext } from "../../billing-terms/price.ts";
import type { ContractUsage } from "../../commitments/contract-usage.ts";
import { difference, keyOfLine, openLines, type StoredDraft } from "../../invoicing/difference.ts";
import { contentOfLine, type LineContent } from "../../invoicing/issue.ts";
import { carriedPlan } from "../../invoicing/overbilled.ts";
import { groupLines, type PlannedLine, planInvoices, planTerm, type TermPlan } from "../../invoicing/plan.ts";
import { isUsageLine } from "../../invoicing/usage-plan.ts";
import type { Day, Month } from "../../kernel/day.ts";
import type { GroupBilling } from "../../revenue/group-billing.ts";
import { allKnown, type KnownPromise, knownIn } from "../../revenue/known-promise.ts";
import { isTimed } from "../../revenue/pattern.ts";
import { breakageThrough, lastMonth, revenueThrough, transactionPrice } from "../../revenue/recognition.ts";

/** What is stored of one approved contract, to be held against what follows from its facts. */
export type ContractState = {
  readonly contractId: string;
  readonly context: PricingContext;
  readonly terms: readonly BillingTerm[];
  /** Issued and not void, by term. */
  readonly issued: ReadonlyMap<string, readonly LineContent[]>;
  readonly drafts: readonly StoredDraft[];
  /** What its usage has still to bill, by term. */
  readonly usage: ContractUsage | undefined;
  readonly usagePlan: ReadonlyMap<string, TermPlan>;
  readonly obligations: readonly PerformanceObligationRecord[];
  readonly approvedBookMonth: Month | null;
  /** What each group billed, for promises that are or were recognized as billed. */
  readonly billedByGroup: ReadonlyMap<string, GroupBilling>;
  /** Minor units that closes posted through the closed months, by obligation. */
  readonly posted: ReadonlyMap<string, bigint>;
};

/** INV-07: terms with a period that was due by `due` and is not billed. A line over zero covers its period unseen. */
export function termsWithGaps({ terms, issued, context, usagePlan }: ContractState, due: Day): string[] {
  const hasGap = (term: BillingTerm): boolean => {
    const usage = usagePlan.get(term.id);
    if (usage !== undefined) return usage.lines.some(({ readyOn, isCorrection }) => readyOn <= due && !isCorrection);
    const billed = new Set((issued.get(term.id) ?? []).map(keyOfLine));
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
  const { terms, issued, drafts, context, usagePlan } = state;
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
    // A term that was ended inside an invoiced period keeps its line; a credit memo took back the rest.
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
  const { invoices: plan } = carriedPlan(groupLines(openLines(lines, issuedKeys)));
  const next = difference(plan, issuedKeys, drafts, due);
  // What is due and not issued is a gap, and told as one.
  return (
    next.due.length > 0 || next.draftsToAdd.length + next.draftsToChange.length + next.draftIdsToRemove.length === 0
  );
}

/**
 * INV-08: obligations whose closed months did not post what they earned, or whose months to come do not lead to the
 * transaction price.
 */
export function obligationsAstray(state: ContractState, closedThrough: Month | null): string[] {
  const { context, obligations, posted, approvedBookMonth, billedByGroup, usage } = state;
  return obligations.flatMap((record) => {
    const { obligation } = record;
    const billed = billedByGroup.get(obligation.billingTermGroupId);
    const bookMonth = record.bookMonth ?? approvedBookMonth;
    const target =
      closedThrough !== null && countsIn(record, bookMonth, closedThrough)
        ? earnedThrough(
            knownIn(record, closedThrough, { billed, metered: { usage, through: closedThrough, pricing: context } }),
            closedThrough,
            context,
          )
        : 0n;
    const isPosted = (posted.get(obligation.id) ?? 0n) === target;
    return isPosted && endsAtPrice(allKnown(record, { billed }), context) ? [] : [obligation.id];
  });
}

/** Minor units, prepaid value that lapsed among them. */
function earnedThrough(promise: KnownPromise, month: Month, context: PricingContext): bigint {
  return revenueThrough(promise, month, context).minor + breakageThrough(promise, month, context).minor;
}

/** Does the obligation count in a month? Not before it came to the books, and not once its deletion did (rules 7). */
function countsIn(record: PerformanceObligationRecord, bookMonth: Month | null, month: Month): boolean {
  const hasBegun = bookMonth === null || bookMonth <= month;
  const hasEnded = record.isDeleted && (record.deletionBookMonth === null || record.deletionBookMonth <= month);
  return hasBegun && !hasEnded;
}

function endsAtPrice(promise: KnownPromise, context: PricingContext): boolean {
  const last = lastMonth(promise);
  const price = transactionPrice(promise, context);
  if (last === null || price === null || !isTimed(promise.obligation.recognitionPattern)) return true;
  return revenueThrough(promise, last, context).minor === price.minor;
}

function isFixed({ type, commitment }: LineContent): boolean {
  return !isUsageLine({ type, commitmentId: commitment?.id ?? null });
}

/** What issued base lines of a term cover, by where they begin. */
function issuedEnds(lines: readonly LineContent[] = []): ReadonlyMap<Day, Day> {
  const base = lines.filter(({ seatAmendmentId }) => seatAmendmentId === null);
  return new Map(base.map(({ period }) => [period.start, period.end]));
}
