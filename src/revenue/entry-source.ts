import type { PerformanceObligation } from "../billing-terms/performance-obligation.ts";
import { firstDayOf, type Month, monthOf } from "../kernel/day.ts";
import { isZero, type Money, subtract } from "../kernel/money.ts";
import { asOfMonth, corrected } from "./as-of.ts";
import type { ContractFacts, PobFacts } from "./contract-facts.ts";
import { contractRevenue } from "./contract-revenue.ts";
import { correctedMonth, earnedOf, type RevenueEntry } from "./schedule.ts";

/**
 * Where an entry comes from (data model 15.1): its pattern, what was set of the month manually, what was billed or
 * consumed, earlier months that should have had other amounts, a credit of service that was recognized, prepaid
 * value that lapsed, or the books that the contract came from.
 */
export const entrySources = [
  ...(["PATTERN", "PIN", "BILLED", "CONSUMED", "CATCH_UP", "CREDIT_MEMO", "BREAKAGE", "OPENING"] as const),
] as const;
export type EntrySource = (typeof entrySources)[number];

export type SourcedEntry = Omit<RevenueEntry, "source"> & {
  readonly source: EntrySource;
  /** Is it what was set of its month manually? */
  readonly isManual: boolean;
};

/**
 * The entries of an obligation with their sources. They follow from what is effective in the month, which for a closed
 * one is what it was posted by: no later fact changes it. What a month catches up is distinguished from what its credit
 * memos took of months before it (data model 15.4); together they are what was posted.
 */
export function withSources(facts: ContractFacts, pobId: string, entries: readonly RevenueEntry[]): SourcedEntry[] {
  const split = new Set<Month>();
  const opening = facts.pobs.find(({ initial }) => initial.id === pobId)?.opening ?? null;
  return entries.flatMap((entry): SourcedEntry[] => {
    const { month, source } = entry;
    if (source === "CATCH_UP" && !split.has(month)) {
      split.add(month);
      return creditsApart(facts, pobId, entry);
    }
    const isOwn = source === "PATTERN" || source === "CONSUMED";
    if (isOwn && opening !== null && month === monthOf(opening.asOf))
      return [{ ...entry, source: "OPENING", isManual: false }];
    if (source !== "PATTERN") return [{ ...entry, source, isManual: false }];
    const record = recordIn(facts, pobId, month);
    const pattern = record?.recognitionPattern;
    const isManual = record?.pinned.some((manualMonth) => manualMonth.isManual && manualMonth.month === month) ?? false;
    if (pattern === "RECOGNIZE_AS_BILLED") return [{ ...entry, source: "BILLED", isManual }];
    // The months of CUSTOM are its pattern.
    return [{ ...entry, source: isManual && pattern !== "CUSTOM" ? "PIN" : "PATTERN", isManual }];
  });
}

/** The obligation as a month knows it; where it did not exist then, as it is now. */
function recordIn(facts: ContractFacts, pobId: string, month: Month): PerformanceObligation | undefined {
  const isOne = ({ initial }: PobFacts) => initial.id === pobId;
  const now = facts.pobs.find(isOne);
  if (now === undefined || now.corrections.length === 0) return now?.initial;
  return corrected(asOfMonth(facts, month).pobs.find(isOne) ?? now);
}

/** A catch-up in what credit memos of its month took of earlier months, and the rest. */
function creditsApart(facts: ContractFacts, pobId: string, entry: RevenueEntry): SourcedEntry[] {
  const { month } = entry;
  const { context } = facts;
  const partOf = (source: EntrySource, amount: Money, earnedMonth: Month): SourcedEntry[] =>
    isZero(amount) ? [] : [{ ...entry, source, amount, earnedMonth, isManual: false }];
  const whole = partOf("CATCH_UP", entry.amount, entry.earnedMonth);
  const isCredit = ({ source, bookMonth }: PobFacts["credits"][number]) =>
    source.type === "CREDIT_MEMO" && bookMonth === month;
  if (!facts.pobs.some(({ credits }) => credits.some(isCredit))) return whole;
  const known = asOfMonth(facts, month);
  const pobs = known.pobs.map((pob) => ({ ...pob, credits: pob.credits.filter((credit) => !isCredit(credit)) }));
  const now = contractRevenue(known, { through: month }).get(pobId);
  const without = contractRevenue({ ...known, pobs }, { through: month }).get(pobId);
  const credited = subtract(
    earnedOf(now, "segments", firstDayOf(month), context),
    earnedOf(without, "segments", firstDayOf(month), context),
  );
  if (isZero(credited)) return whole;
  const before = contractRevenue(asOfMonth(facts, month - 1), { through: month }).get(pobId);
  const firstOf = (pair: Parameters<typeof correctedMonth>[0]) => correctedMonth(pair, month, "segments", context);
  return [
    ...partOf("CREDIT_MEMO", credited, firstOf({ now, before: without })),
    ...partOf("CATCH_UP", subtract(entry.amount, credited), firstOf({ now: without, before })),
  ];
}
