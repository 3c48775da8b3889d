import type { BillingCredit } from "../billing-terms/billing-credit.ts";
import type { PerformanceObligation } from "../billing-terms/performance-obligations/performance-obligation.ts";
import { firstDayOf, type Month, monthOf } from "../kernel/day.ts";
import { isZero, subtract } from "../kernel/money.ts";
import { asOfMonth, corrected } from "./as-of.ts";
import type { ContractFacts, PobFacts } from "./contract-facts.ts";
import { contractRevenue, type PobRevenue } from "./contract-revenue.ts";
import { correctedMonth, earnedOf, type RevenueEntry } from "./schedule.ts";

/**
 * The source of an entry (data model 15.1): pattern, manual month, billing, usage, catch-up of earlier months, credit of recognized service,
 * lapsed prepaid value, or the opening of a contract that was loaded.
 */
export const entrySources = [
  ...(["PATTERN", "PIN", "BILLED", "CONSUMED", "CATCH_UP", "CREDIT_MEMO", "BREAKAGE", "OPENING"] as const),
] as const;
export type EntrySource = (typeof entrySources)[number];

export type SourcedEntry = Omit<RevenueEntry, "source"> & {
  readonly source: EntrySource;
  /** True if the amount of its month was set manually. */
  readonly isManual: boolean;
};

/** The entries of the obligations of a contract, by obligation id. */
export type Schedules = ReadonlyMap<string, { readonly entries: readonly RevenueEntry[] }>;

/**
 * The entries of the obligations of a contract with their sources, by the facts effective in each month; for a closed month these are the
 * facts by which it was posted. A catch-up is split into the part that credit memos of its month took from earlier months (data model
 * 15.4) and the rest.
 */
export function withSources(facts: ContractFacts, schedules: Schedules): Map<string, SourcedEntry[]> {
  const recorded = new Map(facts.pobs.map((pob) => [pob.initial.id, pob]));
  const apart = creditsApart(facts, schedules);
  return new Map(
    [...schedules].map(([id, { entries }]) => {
      const pob = recorded.get(id);
      return [id, entries.flatMap((entry) => apart.get(entry) ?? [sourced(facts, pob, entry)])];
    }),
  );
}

function sourced(facts: ContractFacts, pob: PobFacts | undefined, entry: RevenueEntry): SourcedEntry {
  const { month, source } = entry;
  const isOwn = source === "PATTERN" || source === "CONSUMED";
  const opening = pob?.opening ?? null;
  if (isOwn && opening !== null && month === monthOf(opening.asOf)) {
    return { ...entry, source: "OPENING", isManual: false };
  }
  if (source !== "PATTERN") return { ...entry, source, isManual: false };
  const record = recordIn(facts, pob, month);
  const pattern = record?.recognitionPattern;
  const isManual =
    record?.manualMonths.some((manualMonth) => manualMonth.isManual && manualMonth.month === month) ?? false;
  if (pattern === "RECOGNIZE_AS_BILLED") return { ...entry, source: "BILLED", isManual };
  // The months of CUSTOM are its pattern.
  return { ...entry, source: isManual && pattern !== "CUSTOM" ? "PIN" : "PATTERN", isManual };
}

/** The obligation by the facts of a month; if it did not exist then, by all facts. */
function recordIn(facts: ContractFacts, now: PobFacts | undefined, month: Month): PerformanceObligation | undefined {
  if (now === undefined || now.corrections.length === 0) return now?.initial;
  const [known = now] = asOfMonth({ ...facts, pobs: [now], treatments: new Map(), usage: undefined }, month).pobs;
  return corrected(known);
}

/**
 * Splits catch-ups into the part from credit memos of their month and the rest. Months without such a credit are absent, and so are all but
 * the first catch-up of an obligation and month. The contract is calculated once per month, for all obligations.
 */
function creditsApart(facts: ContractFacts, schedules: Schedules): Map<RevenueEntry, SourcedEntry[]> {
  const months = new Set(
    facts.pobs.flatMap(({ credits }) => credits.filter(isOfMemo).map(({ bookMonth }) => bookMonth)),
  );
  const catchUps = [...schedules].flatMap(([id, { entries }]) => {
    const all = entries.filter(({ source, month }) => source === "CATCH_UP" && months.has(month));
    const first = new Map(all.toReversed().map((entry) => [entry.month, entry]));
    return [...first.values()].map((entry) => ({ id, entry }));
  });
  const apart = new Map<RevenueEntry, SourcedEntry[]>();
  for (const [month, own] of Map.groupBy(catchUps, ({ entry }) => entry.month)) {
    for (const [entry, parts] of partsOfMonth(facts, month, own)) apart.set(entry, parts);
  }
  return apart;
}

type CatchUp = { readonly id: string; readonly entry: RevenueEntry };

function partsOfMonth(
  facts: ContractFacts,
  month: Month,
  catchUps: readonly CatchUp[],
): (readonly [RevenueEntry, SourcedEntry[]])[] {
  const { context } = facts;
  const known = asOfMonth(facts, month);
  const isOther = (credit: BillingCredit) => !isOfMemo(credit) || credit.bookMonth !== month;
  const pobs = known.pobs.map((pob) => ({ ...pob, credits: pob.credits.filter(isOther) }));
  const now = contractRevenue(known, { through: month });
  const without = contractRevenue({ ...known, pobs }, { through: month });
  const earned = (revenue: PobRevenue | undefined) => earnedOf(revenue, "segments", firstDayOf(month), context);
  const credited = catchUps.flatMap(({ id, entry }) => {
    const amount = subtract(earned(now.get(id)), earned(without.get(id)));
    return isZero(amount) ? [] : [{ id, entry, amount }];
  });
  if (credited.length === 0) return [];
  const before = contractRevenue(asOfMonth(facts, month - 1), { through: month });
  const firstOf = (pair: Parameters<typeof correctedMonth>[0]) => correctedMonth(pair, month, "segments", context);
  return credited.map(({ id, entry, amount }) => {
    const [own, ownWithout, ownBefore] = [now, without, before].map((revenue) => revenue.get(id));
    const rest = subtract(entry.amount, amount);
    const part = { ...entry, isManual: false };
    const credit = {
      ...part,
      source: "CREDIT_MEMO",
      amount,
      earnedMonth: firstOf({ now: own, before: ownWithout }),
    } as const;
    if (isZero(rest)) return [entry, [credit]];
    const earnedMonth = firstOf({ now: ownWithout, before: ownBefore });
    return [entry, [credit, { ...part, source: "CATCH_UP", amount: rest, earnedMonth }]];
  });
}

function isOfMemo({ source }: BillingCredit): boolean {
  return source.type === "CREDIT_MEMO";
}
