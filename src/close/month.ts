import { type Day, firstDayOf, formatMonth, lastDayOf, type Month } from "../kernel/day.ts";
import { add, isNegative, isZero, type Money, max, money, subtract, sum, sumAmounts, zero } from "../kernel/money.ts";
import { credit, debit, type EntryDraft, reversed, withoutZeros } from "../ledger/journal-entry.ts";
import { asOfMonth, corrected } from "../revenue/as-of.ts";
import type { ContractFacts, PobFacts } from "../revenue/contract-facts.ts";
import { contractRevenue, type PobRevenue } from "../revenue/contract-revenue.ts";
import { pobFrom } from "../revenue/pob.ts";
import { nothingPosted, type PostedRevenue, type RevenuePosting } from "../revenue/posting.ts";
import { correctedMonth, earnedOf, monthRevenue, type Side } from "../revenue/schedule.ts";
import { byPrice } from "../revenue/shared-price.ts";
import { type AdjustedPosition, adjustedBalances, liabilityAdjusted, netAdjusted } from "./adjusted-position.ts";
import { isCovered, unbilledOfCovered } from "./covered-unbilled.ts";
import type { GroupUnbilled } from "./group-position.ts";
import { liabilityBalances, liabilityMoves, type ObligationBalance } from "./liability.ts";
import { contractPosition, presentationLines, unbilledReceivable } from "./presentation.ts";
import { type BilledForUsage, unbilledUsage } from "./unbilled-usage.ts";

/** The facts of one contract that closing a month needs. */
export type ClosingFacts = {
  /** The first month that earlier closes left it out of and have not caught up since; null if none. */
  readonly leftOutSince: Month | null;
  readonly facts: ContractFacts;
  readonly customerId: string;
  readonly posted: ReadonlyMap<string, PostedRevenue>;
  /** Invoiced without tax, by documents dated up to the end of the month. */
  readonly billed: Money;
  /** By how much adjustments dated up to the end of the month moved its position (ADR 0035). */
  readonly adjusted: AdjustedPosition;
  /** `billed` by term, for terms whose contract liability is in an account of a category. */
  readonly billedByTerm: ReadonlyMap<string, bigint>;
  /** `billed` by term and first day of base lines, for terms that may earn before they bill. */
  readonly billedByPeriod: ReadonlyMap<string, ReadonlyMap<Day, bigint>>;
  /** `billed` of seat true-ups of those terms, by amendment and first day. */
  readonly billedTrueUps: ReadonlyMap<string, ReadonlyMap<Day, bigint>>;
  /** Billed for usage and commitments, by documents dated up to the end of the month. */
  readonly billedForUsage: readonly BilledForUsage[];
  /** Presented for this month end by earlier closes of the month. */
  readonly presented: {
    readonly unbilledReceivable: Money;
    readonly contractAsset: Money;
    /** Credits less debits of contract liability, by account name. */
    readonly liabilities: ReadonlyMap<string, bigint>;
  };
  /** Unbilled receivable of each billing term group according to earlier closes of the month, in minor units. */
  readonly unbilledByGroup: ReadonlyMap<string, bigint>;
  readonly accounts: CategoryAccounts;
};

/** Accounts of categories that replace the merchant's: revenue by category, contract liability by obligation. */
export type CategoryAccounts = {
  readonly revenue: ReadonlyMap<string, string>;
  readonly liability: ReadonlyMap<string, string>;
};

export type ContractClose = {
  readonly entries: readonly EntryDraft[];
  readonly postings: readonly RevenuePosting[];
  readonly unbilled: readonly GroupUnbilled[];
};

export type MonthClose = { readonly month: Month; readonly closeCount: number; readonly newId: () => string };

/**
 * What closing a month posts for one contract: revenue (earned − posted), and the presentation of its position (position − presented; rules
 * 7, 8). Closing again without a change posts nothing.
 */
export function closeContract(closing: ClosingFacts, close: MonthClose): ContractClose {
  const revenueEntryId = close.newId();
  const { facts } = closing;
  const now = contractRevenue(asOfMonth(facts, close.month), { through: close.month });
  let earlier: ReturnType<typeof contractRevenue> | undefined;
  const before = () => {
    earlier ??= contractRevenue(asOfMonth(facts, close.month - 1), { through: close.month });
    return earlier;
  };
  const pobs = facts.pobs.map((pob): ClosingPob => {
    const { id } = pob.initial;
    return { pob, id, now: now.get(id), before: () => before().get(id) };
  });
  const postings = pobs.flatMap((pob) => revenuePostings(closing, pob, close, revenueEntryId));
  const entries: EntryDraft[] = [];
  const revenue = revenueEntry(closing, postings, close.month, revenueEntryId);
  if (revenue !== null) entries.push(revenue);

  const balances = balancesOf(closing, pobs, postings, firstDayOf(close.month + 1));
  entries.push(...presentationEntries(closing, balances, close));
  return { entries, postings, unbilled: unbilledOfGroups(closing, balances, close) };
}

/** An obligation in the close of a month. */
type ClosingPob = {
  readonly id: string;
  readonly pob: PobFacts;
  /** By the facts of the month; undefined if it does not exist in the month. */
  readonly now: PobRevenue | undefined;
  /** By the facts of the month before; calculated only if there is a catch-up. */
  readonly before: () => PobRevenue | undefined;
};

function revenuePostings(
  { facts, customerId, posted: postedByPob, leftOutSince }: ClosingFacts,
  { id, pob, now, before }: ClosingPob,
  { month, closeCount }: MonthClose,
  journalEntryId: string,
): RevenuePosting[] {
  const { context, contractId } = facts;
  const { currency } = context;
  const posted = postedByPob.get(id) ?? nothingPosted;
  const revenue = monthRevenue(now, "segments", { month, posted: money(posted.before, currency) }, context);
  const pattern = subtract(revenue.own, money(posted.pattern, currency));
  const catchUp = subtract(revenue.catchUp, money(posted.catchUp, currency));
  // Breakage is posted as one amount, whatever month it belongs to.
  const lapse = monthRevenue(now, "breakage", { month, posted: money(posted.breakage, currency) }, context);
  const breakage = add(lapse.own, lapse.catchUp);
  const { categoryId, itemId, classId } = pob.initial;
  const common = {
    performanceObligationId: id,
    contractId,
    customerId,
    categoryId,
    itemId,
    classId,
    month,
    closeCount,
    journalEntryId,
  };
  const correctedBy = (side: Side) => correctedMonth({ now, before: before(), leftOutSince }, month, side, context);
  const postings: RevenuePosting[] = [];
  if (!isZero(pattern)) {
    const { price } = now?.pob ?? pobFrom(corrected(pob));
    const source = price.of === "USAGE" ? "CONSUMED" : "PATTERN";
    postings.push({ ...common, source, earnedMonth: month, amount: pattern });
  }
  if (!isZero(breakage)) {
    const day = firstDayOf(month);
    const lapsedBefore = (revenueOf: PobRevenue | undefined) => earnedOf(revenueOf, "breakage", day, context);
    const isLate = !isZero(subtract(lapsedBefore(now), lapsedBefore(before())));
    const earnedMonth = isLate ? correctedBy("breakage") : month;
    postings.push({ ...common, source: "BREAKAGE", earnedMonth, amount: breakage });
  }
  if (!isZero(catchUp)) {
    postings.push({ ...common, source: "CATCH_UP", earnedMonth: correctedBy("segments"), amount: catchUp });
  }
  return postings;
}

function revenueEntry(
  closing: ClosingFacts,
  postings: readonly RevenuePosting[],
  month: Month,
  id: string,
): EntryDraft | null {
  if (postings.length === 0) return null;
  // Increases and decreases are separate lines: netted, postings that cancel out would leave an entry without lines.
  const groups = Map.groupBy(postings, ({ categoryId, itemId, classId, amount, source }) =>
    [categoryId, itemId, classId, isNegative(amount), source === "BREAKAGE"].join("/"),
  );
  const { currency } = closing.facts.context;
  const revenue = [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const { categoryId, itemId, classId, source } = first;
    const origin = { categoryId, itemId, classId };
    if (source === "BREAKAGE") return credit("BREAKAGE_REVENUE", sumAmounts(group, currency), origin);
    const account = closing.accounts.revenue.get(categoryId ?? "") ?? null;
    return credit("REVENUE", sumAmounts(group, currency), { ...origin, account });
  });
  const byAccount = Map.groupBy(postings, (posting) => accountOf(closing, posting.performanceObligationId));
  const liabilities = [...byAccount].map(([account, group]) =>
    debit("CONTRACT_LIABILITY", sumAmounts(group, currency), { account }),
  );
  return {
    id,
    date: lastDayOf(month),
    type: "REVENUE_RECOGNIZED",
    contractId: closing.facts.contractId,
    customerId: closing.customerId,
    source: { type: "ACCOUNTING_PERIOD", id: formatMonth(month) },
    lines: withoutZeros([...liabilities, ...revenue]),
  };
}

/** The account of an obligation's contract liability; null for the merchant's own account. */
function accountOf({ accounts }: ClosingFacts, pobId: string): string | null {
  return accounts.liability.get(pobId) ?? null;
}

/** Dated the last day of the month and reversed on the first day of the next. */
function presentationEntries(
  closing: ClosingFacts,
  balances: readonly PobBalance[],
  { month, newId }: MonthClose,
): EntryDraft[] {
  const { facts, customerId, billed, adjusted, presented } = closing;
  const through = firstDayOf(month + 1);
  const total = (side: "recognized" | "unbilled") =>
    sum(
      balances.map((each) => each[side]),
      facts.context.currency,
    );
  const currency = facts.context.currency;
  const adjustedBilled = add(billed, money(netAdjusted(adjusted), currency));
  const unbilled = max(add(total("unbilled"), money(adjusted.unbilledReceivable, currency)), zero(currency));
  const position = contractPosition(adjustedBilled, total("recognized"), unbilled);
  const byAccount = liabilityBalances([...balances, ...adjustedBalances(adjusted, currency)], {
    billed: add(billed, money(liabilityAdjusted(adjusted), currency)),
    presented: add(presented.unbilledReceivable, presented.contractAsset),
    presentedByAccount: presented.liabilities,
  });
  // Amounts that adjustments left in these accounts are already presented.
  const shown = {
    unbilledReceivable: add(presented.unbilledReceivable, money(adjusted.unbilledReceivable, currency)),
    contractAsset: add(presented.contractAsset, money(adjusted.contractAsset, currency)),
  };
  const lines = presentationLines(position, shown, liabilityMoves(byAccount, position));
  if (lines.length === 0) return [];
  const common = {
    contractId: facts.contractId,
    customerId,
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

/** The balances of an obligation, for the position of its contract and of its group. */
type PobBalance = ObligationBalance & { readonly billingTermGroupId: string };

function balancesOf(
  closing: ClosingFacts,
  pobs: readonly ClosingPob[],
  postings: readonly RevenuePosting[],
  through: Day,
): PobBalance[] {
  const postingsByPob = Map.groupBy(postings, (posting) => posting.performanceObligationId);
  const unbilledByOthers = new Map([...unbilledOfUsage(closing, pobs), ...unbilledOfStated(closing, pobs, through)]);
  return pobs.map((pob) => {
    const own = { postings: postingsByPob.get(pob.id) ?? [], unbilled: unbilledByOthers.get(pob.id) };
    const { billingTermGroupId } = pob.pob.initial;
    return { billingTermGroupId, ...balanceOf(closing, pob, own, through) };
  });
}

/** By how much the unbilled receivable of groups differs from what earlier closes stored (rules 13: balances on revenue entries). */
function unbilledOfGroups(
  { facts, unbilledByGroup }: ClosingFacts,
  balances: readonly PobBalance[],
  { month, closeCount }: MonthClose,
): GroupUnbilled[] {
  const { currency } = facts.context;
  const byGroup = Map.groupBy(balances, (balance) => balance.billingTermGroupId);
  return [...byGroup].flatMap(([billingTermGroupId, own]) => {
    const found = sum(
      own.map(({ unbilled }) => unbilled),
      currency,
    );
    const amount = subtract(found, money(unbilledByGroup.get(billingTermGroupId) ?? 0n, currency));
    return isZero(amount) ? [] : { billingTermGroupId, month, closeCount, amount };
  });
}

function balanceOf(
  closing: ClosingFacts,
  { id, pob, now }: ClosingPob,
  { postings, unbilled }: { readonly postings: readonly RevenuePosting[]; readonly unbilled: Money | undefined },
  through: Day,
): ObligationBalance {
  const { context } = closing.facts;
  const posted = closing.posted.get(id) ?? nothingPosted;
  let recognized = money(posted.before + posted.pattern + posted.catchUp + posted.breakage, context.currency);
  for (const { amount } of postings) recognized = add(recognized, amount);
  const termId = pob.initial.billingTerm?.id ?? "";
  const unbilledByTime = (): Money => {
    const term = now?.record.billingTerm ?? null;
    if (term === null || now === undefined) return zero(context.currency);
    const byStart = closing.billedByPeriod.get(term.id);
    if (byStart === undefined) return zero(context.currency);
    return unbilledReceivable(now, term, { byStart, trueUps: closing.billedTrueUps }, through, context);
  };
  return {
    account: accountOf(closing, id),
    billed: money(closing.billedByTerm.get(termId) ?? 0n, context.currency),
    recognized,
    unbilled: unbilled ?? unbilledByTime(),
  };
}

/** Usage that is earned and not billed, by obligation. */
function unbilledOfUsage({ facts, billedForUsage }: ClosingFacts, pobs: readonly ClosingPob[]): Map<string, Money> {
  const consuming = pobs.flatMap(({ id, now }) =>
    now !== undefined && now.consumed.length > 0 ? [{ performanceObligationId: id, consumed: now.consumed }] : [],
  );
  return unbilledUsage(consuming, billedForUsage, facts.context.currency);
}

/** What stated obligations have earned of terms that are billed later, by the obligation of each term. */
function unbilledOfStated(
  { facts, billedByPeriod, billedTrueUps }: ClosingFacts,
  pobs: readonly ClosingPob[],
  through: Day,
): Map<string, Money> {
  const existing = pobs.flatMap(({ now }) => now ?? []);
  if (!existing.some(isCovered)) return new Map();
  // All groups that share one price are taken together: what one earns need not be what its own terms bill.
  const groups = byPrice(existing, ({ pob, isReallocated }) => ({ isShared: isReallocated, ...pob }));
  const billed = { byPeriod: billedByPeriod, trueUps: billedTrueUps };
  return new Map(
    [...groups.values()].flatMap((group) => [...unbilledOfCovered(group, billed, through, facts.context)]),
  );
}
