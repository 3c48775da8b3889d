import { roleOf } from "../billing-terms/group.ts";
import type { PerformanceObligationRecord } from "../billing-terms/performance-obligation.ts";
import type { PricingContext } from "../billing-terms/price.ts";
import type { ContractUsage } from "../commitments/contract-usage.ts";
import { type Day, firstDayOf, formatMonth, lastDayOf, type Month } from "../kernel/day.ts";
import { add, isNegative, isZero, type Money, money, subtract, sum, zero } from "../kernel/money.ts";
import { credit, debit, type EntryDraft, reversed, withoutZeros } from "../ledger/journal-entry.ts";
import { type Earned, firstMadeGood, lapsedOf, revenueOfCounted } from "../revenue/catch-up.ts";
import type { GroupBilling } from "../revenue/group-billing.ts";
import { type KnownPromise, knownIn } from "../revenue/known-promise.ts";
import { nothingPosted, type PostedRevenue, type RevenuePosting } from "../revenue/posting.ts";
import { doesCount } from "../revenue/promise-by-month.ts";
import { ownSource } from "../revenue/schedule.ts";
import { unbilledOfCovered } from "./covered-unbilled.ts";
import { liabilityBalances, liabilityMoves, type ObligationBalance } from "./liability.ts";
import { contractPosition, presentationLines, unbilledReceivable } from "./presentation.ts";
import { type BilledForUsage, unbilledUsage } from "./unbilled-usage.ts";

/** All that closing a month must know of one contract. */
export type ContractFacts = {
  readonly contractId: string;
  readonly customerId: string;
  readonly context: PricingContext;
  readonly approvedBookMonth: Month | null;
  readonly obligations: readonly PerformanceObligationRecord[];
  readonly posted: ReadonlyMap<string, PostedRevenue>;
  /** Issued without tax and dated up to the month's end. */
  readonly billed: Money;
  /** The same by term, for terms whose contract liability stands in an account of a category. */
  readonly billedByTerm: ReadonlyMap<string, bigint>;
  /** The same by term and first day of a base line, for terms billed in arrears or with amended seats. */
  readonly billedByPeriod: ReadonlyMap<string, ReadonlyMap<Day, bigint>>;
  /** The same of true-ups of their seats, by amendment and first day. */
  readonly billedTrueUps: ReadonlyMap<string, ReadonlyMap<Day, bigint>>;
  /** The same by group, term and date, for promises that are or were recognized as billed. */
  readonly billedByGroup: ReadonlyMap<string, GroupBilling>;
  /** Undefined where no promise earns usage. */
  readonly usage: ContractUsage | undefined;
  /** What was billed for usage and commitments, dated up to the month's end. */
  readonly billedForUsage: readonly BilledForUsage[];
  /** Presented for this month end by earlier closes of it. */
  readonly presented: {
    readonly unbilledReceivable: Money;
    readonly contractAsset: Money;
    /** Credits less debits of contract liability, by the name of the account. */
    readonly liabilities: ReadonlyMap<string, bigint>;
  };
  readonly accounts: CategoryAccounts;
};

/** Accounts of categories that stand in for the merchant's: revenue by category, contract liability by obligation. */
export type CategoryAccounts = {
  readonly revenue: ReadonlyMap<string, string>;
  readonly liability: ReadonlyMap<string, string>;
};

export type ContractClose = { readonly entries: readonly EntryDraft[]; readonly postings: readonly RevenuePosting[] };

export type MonthClose = { readonly month: Month; readonly closeCount: number; readonly newId: () => string };

/**
 * What closing a month posts for one contract: revenue = target − posted, and the presentation of its position, each
 * only as far as it differs from what is posted (rules 7, 8). Closing again without a change posts nothing.
 */
export function closeContract(facts: ContractFacts, close: MonthClose): ContractClose {
  const revenueEntryId = close.newId();
  const promises = facts.obligations.map((record) => countedIn(facts, record, close.month));
  const postings = promises.flatMap((promise) => revenuePostings(facts, promise, close, revenueEntryId));
  const entries: EntryDraft[] = [];
  const revenue = revenueEntry(facts, postings, close.month, revenueEntryId);
  if (revenue !== null) entries.push(revenue);

  entries.push(...presentationEntries(facts, promises, postings, close));
  return { entries, postings };
}

/** An obligation as a month counts it. */
type CountedPromise = {
  readonly id: string;
  /** What it is of, as that is now, whatever it was in the month. */
  readonly categoryId: string | null;
  readonly itemId: string | null;
  readonly classId: string | null;
  readonly known: KnownPromise;
  /** The same, and null where it does not move the month. */
  readonly counted: KnownPromise | null;
  /** As the month before counted it: asked for where something catches up. */
  readonly countedBefore: () => KnownPromise | null;
  /** What it has earned by the end of the month, and of the one before; nothing where it does not count. */
  readonly target: Money;
  readonly targetBefore: Money;
};

/** The obligation as it counts in a month, with what its group billed and its usage earned. */
function countedIn(facts: ContractFacts, record: PerformanceObligationRecord, month: Month): CountedPromise {
  const { obligation } = record;
  const { context } = facts;
  const known = knownOf(facts, record, month);
  const counted = doesCount(record, facts, month) ? known : null;
  const earned = revenueOfCounted(context)(counted);
  return {
    id: obligation.id,
    categoryId: obligation.categoryId,
    itemId: obligation.itemId,
    classId: obligation.classId,
    known,
    counted,
    countedBefore: () => (doesCount(record, facts, month - 1) ? knownOf(facts, record, month - 1) : null),
    target: earned(firstDayOf(month + 1)),
    targetBefore: earned(firstDayOf(month)),
  };
}

function knownOf(facts: ContractFacts, record: PerformanceObligationRecord, month: Month): KnownPromise {
  return knownIn(record, month, {
    billed: facts.billedByGroup.get(record.obligation.billingTermGroupId),
    metered: { usage: facts.usage, through: month, pricing: facts.context },
  });
}

function revenuePostings(
  facts: ContractFacts,
  { id, categoryId, itemId, classId, known, counted, countedBefore, target, targetBefore }: CountedPromise,
  { month, closeCount }: MonthClose,
  journalEntryId: string,
): RevenuePosting[] {
  const { context } = facts;
  const { currency } = context;
  const posted = facts.posted.get(id) ?? nothingPosted;
  const lapsed = lapsedOf(context);
  const pattern = subtract(subtract(target, targetBefore), money(posted.pattern, currency));
  const catchUp = subtract(subtract(targetBefore, money(posted.before, currency)), money(posted.catchUp, currency));
  const breakage = subtract(lapsed(counted)(firstDayOf(month + 1)), money(posted.breakage, currency));
  const common = {
    performanceObligationId: id,
    contractId: facts.contractId,
    customerId: facts.customerId,
    categoryId,
    itemId,
    classId,
    month,
    closeCount,
    journalEntryId,
  };
  const madeGood = (earned: Earned) => firstMadeGood({ now: counted, before: countedBefore() }, month, earned);
  const postings: RevenuePosting[] = [];
  if (!isZero(pattern)) postings.push({ ...common, source: ownSource(known), earnedMonth: month, amount: pattern });
  if (!isZero(breakage)) {
    const isLate = !isZero(subtract(lapsed(counted)(firstDayOf(month)), lapsed(countedBefore())(firstDayOf(month))));
    const earnedMonth = isLate ? madeGood(lapsed) : month;
    postings.push({ ...common, source: "BREAKAGE", earnedMonth, amount: breakage });
  }
  if (!isZero(catchUp)) {
    const earnedMonth = madeGood(revenueOfCounted(context));
    postings.push({ ...common, source: "CATCH_UP", earnedMonth, amount: catchUp });
  }
  return postings;
}

function revenueEntry(
  facts: ContractFacts,
  postings: readonly RevenuePosting[],
  month: Month,
  id: string,
): EntryDraft | null {
  if (postings.length === 0) return null;
  // What goes up and what goes down are lines of their own: netted, postings that cancel would leave an entry of nothing.
  const groups = Map.groupBy(postings, ({ categoryId, itemId, classId, amount, source }) =>
    [categoryId, itemId, classId, isNegative(amount), source === "BREAKAGE"].join("/"),
  );
  const { currency } = facts.context;
  const totalOf = (group: readonly RevenuePosting[]) =>
    sum(
      group.map(({ amount }) => amount),
      currency,
    );
  const revenue = [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const { categoryId, itemId, classId, source } = first;
    const origin = { categoryId, itemId, classId };
    if (source === "BREAKAGE") return credit("BREAKAGE_REVENUE", totalOf(group), origin);
    const account = facts.accounts.revenue.get(categoryId ?? "") ?? null;
    return credit("REVENUE", totalOf(group), { ...origin, account });
  });
  const byAccount = Map.groupBy(postings, (posting) => accountOf(facts, posting.performanceObligationId));
  const liabilities = [...byAccount].map(([account, group]) =>
    debit("CONTRACT_LIABILITY", totalOf(group), { account }),
  );
  return {
    id,
    date: lastDayOf(month),
    type: "REVENUE_RECOGNIZED",
    contractId: facts.contractId,
    customerId: facts.customerId,
    source: { type: "ACCOUNTING_PERIOD", id: formatMonth(month) },
    lines: withoutZeros([...liabilities, ...revenue]),
  };
}

/** Where the contract liability of an obligation stands; null is the merchant's own account. */
function accountOf(facts: ContractFacts, obligationId: string): string | null {
  return facts.accounts.liability.get(obligationId) ?? null;
}

/** Dated the last day of the month and taken back on the first day of the next. */
function presentationEntries(
  facts: ContractFacts,
  promises: readonly CountedPromise[],
  postings: readonly RevenuePosting[],
  { month, newId }: MonthClose,
): EntryDraft[] {
  const through = firstDayOf(month + 1);
  const postingsByObligation = Map.groupBy(postings, (posting) => posting.performanceObligationId);
  const unbilledByOthers = new Map([
    ...unbilledOfUsage(facts, promises),
    ...unbilledOfStated(facts, promises, through),
  ]);
  const obligations = promises.map((promise) => {
    const posted = postingsByObligation.get(promise.id) ?? [];
    return balanceOf(facts, promise, { postings: posted, unbilled: unbilledByOthers.get(promise.id) }, through);
  });
  const total = (side: "recognized" | "unbilled") =>
    sum(
      obligations.map((each) => each[side]),
      facts.context.currency,
    );
  const position = contractPosition(facts.billed, total("recognized"), total("unbilled"));
  const { unbilledReceivable: presentedUnbilled, contractAsset: presentedAsset, liabilities } = facts.presented;
  const balances = liabilityBalances(obligations, {
    billed: facts.billed,
    presented: add(presentedUnbilled, presentedAsset),
    presentedByAccount: liabilities,
  });
  const lines = presentationLines(position, facts.presented, liabilityMoves(balances, position));
  if (lines.length === 0) return [];
  const common = {
    contractId: facts.contractId,
    customerId: facts.customerId,
    source: { type: "ACCOUNTING_PERIOD", id: formatMonth(month) },
  } as const;
  const entry: EntryDraft = { ...common, id: newId(), date: lastDayOf(month), type: "PRESENTATION", lines };
  const reversal: EntryDraft = {
    ...common,
    id: newId(),
    date: through,
    type: "PRESENTATION_REVERSAL",
    reversesEntryId: entry.id,
    lines: reversed(lines),
  };
  return [entry, reversal];
}

function balanceOf(
  facts: ContractFacts,
  { id, known, counted, target }: CountedPromise,
  { postings, unbilled }: { readonly postings: readonly RevenuePosting[]; readonly unbilled: Money | undefined },
  through: Day,
): ObligationBalance {
  const { currency } = facts.context;
  const posted = facts.posted.get(id) ?? nothingPosted;
  let recognized = money(posted.before + posted.pattern + posted.catchUp + posted.breakage, currency);
  for (const { amount } of postings) recognized = add(recognized, amount);
  const { billingTerm: term } = known.obligation;
  const unbilledByTime = (): Money => {
    if (term === null || counted === null) return zero(currency);
    const billed = { byStart: facts.billedByPeriod.get(term.id) ?? new Map(), trueUps: facts.billedTrueUps };
    return unbilledReceivable(known, term, billed, through, facts.context, target);
  };
  return {
    account: accountOf(facts, id),
    billed: money(facts.billedByTerm.get(term?.id ?? "") ?? 0n, currency),
    recognized,
    unbilled: unbilled ?? unbilledByTime(),
  };
}

/** What usage has earned and nobody billed yet, by obligation. */
function unbilledOfUsage(facts: ContractFacts, promises: readonly CountedPromise[]): Map<string, Money> {
  if (facts.usage === undefined) return new Map();
  const consuming = promises.flatMap(({ id, counted }) =>
    counted !== null && counted.consumed.length > 0
      ? [{ performanceObligationId: id, consumed: counted.consumed }]
      : [],
  );
  return unbilledUsage(consuming, facts.billedForUsage, facts.context.currency);
}

/** What stated promises have earned of terms that are billed later, by the remainder of each term. */
function unbilledOfStated(facts: ContractFacts, promises: readonly CountedPromise[], through: Day): Map<string, Money> {
  const counted = promises.filter(({ counted }) => counted !== null);
  if (!counted.some(({ known }) => roleOf(known.obligation) === "REMAINDER")) return new Map();
  // Prices that are shared are one: what a group earns of it need not be what its own terms bill.
  const isShared = facts.obligations.some(({ allocatedAmong }) => allocatedAmong.length > 0);
  const groups = Map.groupBy(counted, ({ known }) => (isShared ? null : known.obligation.billingTermGroupId));
  const billed = { byPeriod: facts.billedByPeriod, trueUps: facts.billedTrueUps };
  return new Map(
    [...groups.values()].flatMap((group) => [...unbilledOfCovered(group, billed, through, facts.context)]),
  );
}
