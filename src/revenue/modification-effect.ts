import type { Fact } from "../billing-terms/known-record.ts";
import { type ContractModification, isMeasured } from "../billing-terms/modification.ts";
import type { PerformanceObligationRecord } from "../billing-terms/performance-obligation.ts";
import type { PricingContext } from "../billing-terms/price.ts";
import type { Month } from "../kernel/day.ts";
import { type Money, money } from "../kernel/money.ts";
import { knownWith } from "./known-promise.ts";
import { lastMonth, type MonthlyRevenue, monthlyRevenue, transactionPrice } from "./recognition.ts";
import { scopeOf } from "./scope.ts";

/** What a change did to the revenue of its contract. */
export type ModificationEffect = {
  /** Of months before its book month: what those closed months should have had, caught up in the first open one. */
  readonly catchUp: Money;
  /** Of its book month, or that of the treatment that was chosen last, and later; of all months where nothing was closed. */
  readonly months: readonly MonthlyRevenue[];
  /** Of all months. */
  readonly total: Money;
  /** Of the price of what waits for a milestone or for progress: in no month yet. Beside the total, it is what the price changed by. */
  readonly undated: Money;
};

/**
 * Revenue with a change less revenue without it and without those after it, so that each change of the log shows what it
 * added at the time, by the treatment that it has now.
 *
 * @param records of the whole contract, deleted ones left out of account
 * @param log     all changes of the contract as they were made; `index` names one
 * @param last    the last month that counts of open-ended promises
 */
export function effectOf(
  records: readonly PerformanceObligationRecord[],
  log: readonly ContractModification[],
  index: number,
  last: Month,
  context: PricingContext,
): ModificationEffect {
  const places = new Map(log.map(({ id }, place) => [id, place]));
  const differences = new Map<Month, bigint>();
  let undated = 0n;
  for (const [sign, through] of [
    [1n, index],
    [-1n, index - 1],
  ] as const) {
    const revenue = revenueWith(records, places, through, last, context);
    for (const [month, minor] of revenue.byMonth) {
      differences.set(month, (differences.get(month) ?? 0n) + sign * minor);
    }
    undated += sign * revenue.undated;
  }
  const { bookMonth } = log[index]?.choices.at(-1) ?? log[index] ?? { bookMonth: null };
  const all = [...differences].filter(([, minor]) => minor !== 0n).sort(([a], [b]) => a - b);
  const amountOf = (minor: bigint) => money(minor, context.currency);
  const totalOf = (entries: readonly (readonly [Month, bigint])[]) =>
    amountOf(entries.reduce((total, [, minor]) => total + minor, 0n));
  const isEarly = ([month]: readonly [Month, bigint]) => bookMonth !== null && month < bookMonth;
  return {
    catchUp: totalOf(all.filter(isEarly)),
    months: all.filter((entry) => !isEarly(entry)).map(([month, minor]) => ({ month, amount: amountOf(minor) })),
    total: totalOf(all),
    undated: amountOf(undated),
  };
}

/** Minor units by month, and of prices in no month yet, with the changes of the log up to a place. */
function revenueWith(
  records: readonly PerformanceObligationRecord[],
  places: ReadonlyMap<string, number>,
  through: number,
  last: Month,
  context: PricingContext,
): { readonly byMonth: ReadonlyMap<Month, bigint>; readonly undated: bigint } {
  const isMade = (id: string | null | undefined) => (places.get(id ?? "") ?? -1) <= through;
  const counts = ({ id, modificationId }: Fact) => isMade(modificationId ?? id);
  const isThere = ({ isDeleted, obligation }: PerformanceObligationRecord) =>
    !isDeleted && isMade(obligation.id) && isMade(obligation.billingTerm?.id);
  const scope = scopeOf(`changes through ${through}`, counts, isThere);
  const byMonth = new Map<Month, bigint>();
  let undated = 0n;
  for (const record of records) {
    if (!isThere(record)) continue;
    const known = knownWith(record, scope);
    const waits = isMeasured(known.obligation.recognitionPattern);
    if (waits) undated += transactionPrice(known, context)?.minor ?? 0n;
    for (const { month, amount } of monthlyRevenue(known, lastMonth(known) ?? last, context)) {
      byMonth.set(month, (byMonth.get(month) ?? 0n) + amount.minor);
      if (waits) undated -= amount.minor;
    }
  }
  return { byMonth, undated };
}
