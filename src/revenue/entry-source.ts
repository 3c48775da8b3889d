import type { PricingContext } from "../billing-terms/price.ts";
import { firstDayOf, type Month } from "../kernel/day.ts";
import { isZero, type Money, subtract } from "../kernel/money.ts";
import { firstMadeGood, revenueOfCounted } from "./catch-up.ts";
import type { KnownPromise } from "./known-promise.ts";
import type { PromiseByMonth } from "./promise-by-month.ts";
import type { RevenueEntry } from "./schedule.ts";

/**
 * Where an entry comes from (data model 15.1): its pattern, what was said of the month by hand, what was billed or consumed,
 * earlier months that should have had other amounts, a credit of service that was recognized, or prepaid value that lapsed.
 */
export const entrySources = ["PATTERN", "PIN", "BILLED", "CONSUMED", "CATCH_UP", "CREDIT_MEMO", "BREAKAGE"] as const;
export type EntrySource = (typeof entrySources)[number];

export type SourcedEntry = Omit<RevenueEntry, "source"> & {
  readonly source: EntrySource;
  /** Is it what was said of its month by hand? */
  readonly isByHand: boolean;
};

/**
 * A schedule with the source of each entry. It follows from what counts in the month, which for a closed one is what it was
 * posted by: no later fact changes it. What a month catches up is told apart from what its credit memos took back of months
 * before it (data model 15.4); together they are what was posted.
 */
export function withSources(
  promise: PromiseByMonth,
  schedule: readonly RevenueEntry[],
  context: PricingContext,
): SourcedEntry[] {
  const told = new Set<Month>();
  return schedule.flatMap((entry): SourcedEntry[] => {
    const { month, source } = entry;
    if (source === "CATCH_UP" && !told.has(month)) {
      told.add(month);
      return withoutCredits(promise, entry, context);
    }
    if (source !== "PATTERN") return [{ ...entry, source, isByHand: false }];
    const { pinned, recognitionPattern } = (promise.countedIn(month) ?? promise.known).obligation;
    const isByHand = pinned.some((pin) => pin.isByHand && pin.month === month);
    if (recognitionPattern === "RECOGNIZE_AS_BILLED") return [{ ...entry, source: "BILLED", isByHand }];
    // The months of CUSTOM are its pattern.
    return [{ ...entry, source: isByHand && recognitionPattern !== "CUSTOM" ? "PIN" : "PATTERN", isByHand }];
  });
}

/** A catch-up in what credit memos of its month took back of earlier months, and the rest. */
function withoutCredits(promise: PromiseByMonth, entry: RevenueEntry, context: PricingContext): SourcedEntry[] {
  const { month } = entry;
  const partOf = (source: EntrySource, amount: Money, earnedMonth: Month): SourcedEntry[] =>
    isZero(amount) ? [] : [{ ...entry, source, amount, earnedMonth, isByHand: false }];
  const now = promise.countedIn(month);
  if (now === null || !now.reductions.some((one) => isCredit(one, month))) {
    return partOf("CATCH_UP", entry.amount, entry.earnedMonth);
  }
  const without = withoutCreditsOf(now, month);
  const earned = revenueOfCounted(context);
  const [after, before] = [now, without].map((known) => earned(known)(firstDayOf(month)));
  if (after === undefined || before === undefined || isZero(subtract(after, before))) {
    return partOf("CATCH_UP", entry.amount, entry.earnedMonth);
  }
  const taken = subtract(after, before);
  const rest = firstMadeGood({ now: without, before: promise.countedIn(month - 1) }, month, earned);
  return [
    ...partOf("CREDIT_MEMO", taken, firstMadeGood({ now, before: without }, month, earned)),
    ...partOf("CATCH_UP", subtract(entry.amount, taken), rest),
  ];
}

function isCredit({ source, bookMonth }: KnownPromise["reductions"][number], month: Month): boolean {
  return source.type === "CREDIT_MEMO" && bookMonth === month;
}

/** The promise as if the month had no credit memos. */
function withoutCreditsOf(promise: KnownPromise, month: Month): KnownPromise {
  const { earlier } = promise;
  return {
    ...promise,
    reductions: promise.reductions.filter((one) => !isCredit(one, month)),
    ...(earlier === undefined ? {} : { earlier: { ...earlier, promise: withoutCreditsOf(earlier.promise, month) } }),
  };
}
