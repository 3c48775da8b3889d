import type { BillingCredit } from "../../billing-terms/billing-credit.ts";
import type { BillingTerm } from "../../billing-terms/billing-term.ts";
import type { PricingContext } from "../../billing-terms/charges/price.ts";
import type { PerformanceObligation } from "../../billing-terms/performance-obligations/performance-obligation.ts";
import { planTerm } from "../../invoicing/plan.ts";
import { type Day, formatDay, formatMonth, type Month, monthOf } from "../../kernel/day.ts";
import { formatMoney, type Money, money, subtract, sum } from "../../kernel/money.ts";
import type { Rounding } from "../../kernel/ratio.ts";
import { asOfNow } from "../../revenue/as-of.ts";
import type { ContractFacts } from "../../revenue/contract-facts.ts";
import { type ContractRevenue, contractRevenue } from "../../revenue/contract-revenue.ts";
import { earnedByMonth, monthsOf } from "../../revenue/earning-segment.ts";
import {
  differencesByMonth,
  type MonthAmount,
  type OpeningDifference,
  type PobOpening,
} from "../../revenue/opening.ts";
import { type ContractSchedule, earnedOf } from "../../revenue/schedule.ts";
import { loadedAt } from "./term-as-loaded.ts";

type RevenueOfMonth = {
  readonly performanceObligationId: string;
  readonly isBreakage: boolean;
  readonly month: Month;
  readonly minor: bigint;
};

/** Future revenue in minor units, by a key of obligation, breakage or not, and month. Months without revenue may be missing. */
export type RevenueToCome = ReadonlyMap<string, RevenueOfMonth>;

/** The revenue of a contract's schedule in the months after the month of a day. */
export function revenueToCome({ pobs }: Pick<ContractSchedule, "pobs">, asOf: Day): RevenueToCome {
  const found = new Map<string, RevenueOfMonth>();
  for (const [performanceObligationId, { entries }] of pobs)
    for (const { month, amount, source } of entries) {
      const isBreakage = source === "BREAKAGE";
      if (month > monthOf(asOf)) add(found, { performanceObligationId, isBreakage, month, minor: amount.minor });
    }
  return found;
}

/** The facts of a contract in the books that load it: its current state, without its history. */
export type AsLoaded = Pick<ContractFacts, "usage"> & {
  readonly pobs: readonly PerformanceObligation[];
  /** The amounts that the opening states as recognized, by obligation. */
  readonly recognized: ReadonlyMap<string, Money>;
  readonly treatedAs: OpeningDifference;
  /** The months that the opening states as remaining revenue, by obligation. */
  readonly remaining: ReadonlyMap<string, readonly MonthAmount[]>;
  /** The credits that the opening states, by obligation. */
  readonly credits: ReadonlyMap<string, readonly BillingCredit[]>;
};

/** The revenue of the same contract in those months if it is loaded with an opening as of the day. */
export function revenueAsLoaded(
  facts: ContractFacts,
  { pobs, usage, recognized, treatedAs, remaining, credits }: AsLoaded,
  { asOf, last }: { readonly asOf: Day; readonly last: Month },
): RevenueToCome {
  const { context } = facts;
  const loaded = (openings: ReadonlyMap<string, PobOpening>): ContractRevenue => {
    const plain = { corrections: [], withdrawn: [], bookMonth: null };
    const ofPobs = pobs.map((pob) => {
      const opening = openings.get(pob.id) ?? null;
      const own = credits.get(pob.id) ?? [];
      return { ...plain, credits: own, initial: pob, opening, isDeleted: false, deletionBookMonth: null };
    });
    const asMade = { approvedBookMonth: null, treatments: new Map(), usage: undefined, usageDocuments: [] };
    return contractRevenue({ ...asOfNow({ ...facts, ...asMade, pobs: ofPobs }), usage }, { through: last });
  };
  const before = loaded(new Map());
  const openings = pobs.flatMap(({ id, isResidual }): [string, PobOpening][] => {
    const sides = (["segments", "breakage"] as const).map((side) => earnedOf(before.get(id), side, asOf + 1, context));
    const earned = sum(sides, context.currency);
    const amount = isResidual ? earned : recognized.get(id);
    if (amount === undefined) return [];
    const stated = remaining.get(id);
    const { segments = [] } = before.get(id) ?? {};
    const byMonth = stated === undefined ? null : differencesByMonth(segments, stated, asOf, context);
    const difference = subtract(earned, amount);
    return [[id, { asOf, createdAt: loadedAt, treatedAs, recognized: amount, difference, byMonth }]];
  });
  return monthsAfter(loaded(new Map(openings)), { asOf, last }, context.rounding);
}

function monthsAfter(
  revenue: ContractRevenue,
  { asOf, last }: { readonly asOf: Day; readonly last: Month },
  rounding: Rounding,
): RevenueToCome {
  const found = new Map<string, RevenueOfMonth>();
  for (const [id, { pob, segments, breakage }] of revenue) {
    for (const [isBreakage, side] of [[false, segments] as const, [true, breakage] as const]) {
      const to = pob.service.end === null ? last : Math.max(last, ...side.map((segment) => monthsOf(segment).last));
      for (const [month, minor] of earnedByMonth(side, { from: monthOf(asOf) + 1, to }, rounding))
        add(found, { performanceObligationId: id, isBreakage, month, minor });
    }
  }
  return found;
}

function add(found: Map<string, RevenueOfMonth>, one: RevenueOfMonth): void {
  const key = [one.performanceObligationId, one.isBreakage, one.month].join(" ");
  found.set(key, { ...one, minor: (found.get(key)?.minor ?? 0n) + one.minor });
}

/** The bills of terms without usage for periods that are not billed yet, up to `through`: amounts by term name and issue date. */
function billsToCome(
  terms: readonly BillingTerm[],
  { ends, asOf, through }: BilledBy,
  context: PricingContext,
): ReadonlyMap<string, bigint> {
  const found = new Map<string, bigint>();
  for (const term of terms.filter(({ eventTypeId }) => eventTypeId === null)) {
    const end = ends.get(term.id) ?? term.start;
    for (const line of planTerm(term, context, { through, andNext: false }).lines) {
      const isWaiting = line.amendmentId !== null && line.issueDate > asOf;
      if (line.period.start < end && !isWaiting) continue;
      const key = `${term.name} on ${formatDay(line.issueDate)}`;
      found.set(key, (found.get(key) ?? 0n) + line.total.minor);
    }
  }
  return found;
}

/** `ends`: the day after the last one billed, by term. `asOf`: the day of the opening. `through`: the day up to which bills are compared. */
type BilledBy = { readonly ends: ReadonlyMap<string, Day>; readonly asOf: Day; readonly through: Day };

/** Describes the first future bill that would differ in the books that load the terms; undefined if there is none. */
export function billsDiffer(
  here: readonly BillingTerm[],
  there: readonly BillingTerm[],
  by: BilledBy,
  context: PricingContext,
): string | undefined {
  const [own, other] = [here, there].map((terms) => billsToCome(terms, by, context));
  const keys = new Set([...(own?.keys() ?? []), ...(other?.keys() ?? [])]);
  for (const key of keys) {
    const [is, was] = [own?.get(key) ?? 0n, other?.get(key) ?? 0n];
    if (is === was) continue;
    const [here, there] = [is, was].map((minor) => formatMoney(money(minor, context.currency)));
    return `${key} bills ${here}, and would bill ${there} where it is loaded`;
  }
  return undefined;
}

/**
 * The months of obligations that differ between two schedules of revenue with the same totals: what the opening has to state for them. Undefined if
 * an obligation has another total, or lapsed prepaid value differs.
 */
export function statedMonths(
  here: RevenueToCome,
  there: RevenueToCome,
  currency: string,
): ReadonlyMap<string, readonly MonthAmount[]> | undefined {
  const [own, other] = [bySide(here), bySide(there)];
  const stated = new Map<string, readonly MonthAmount[]>();
  for (const key of new Set([...own.keys(), ...other.keys()])) {
    const [is, was] = [own.get(key) ?? [], other.get(key) ?? []];
    if (areEqual(is, was)) continue;
    const [first] = [...is, ...was];
    if (first === undefined || first.isBreakage || totalOf(is) !== totalOf(was)) return undefined;
    const months = is.map(({ month, minor }) => ({ month, amount: money(minor, currency) }));
    stated.set(
      first.performanceObligationId,
      months.toSorted((a, b) => a.month - b.month),
    );
  }
  return stated;
}

/** By obligation, and breakage or not. */
function bySide(revenue: RevenueToCome): Map<string, RevenueOfMonth[]> {
  return Map.groupBy(revenue.values(), ({ performanceObligationId: id, isBreakage }) => `${id} ${isBreakage}`);
}

function totalOf(months: readonly RevenueOfMonth[]): bigint {
  return months.reduce((total, { minor }) => total + minor, 0n);
}

function areEqual(one: readonly RevenueOfMonth[], other: readonly RevenueOfMonth[]): boolean {
  const amounts = new Map(one.map(({ month, minor }) => [month, minor]));
  for (const { month, minor } of other) amounts.set(month, (amounts.get(month) ?? 0n) - minor);
  return amounts.values().every((minor) => minor === 0n);
}

/** Describes the first month with a difference between two schedules of revenue; undefined if there is none. */
export function revenueDiffers(here: RevenueToCome, there: RevenueToCome, currency: string): string | undefined {
  const differences = [...new Set([...here.keys(), ...there.keys()])].flatMap((key) => {
    const [own, other] = [here.get(key), there.get(key)];
    const month = own?.month ?? other?.month;
    if (month === undefined || (own?.minor ?? 0n) === (other?.minor ?? 0n)) return [];
    return [{ month, own: own?.minor ?? 0n, other: other?.minor ?? 0n }];
  });
  const [first] = differences.toSorted((a, b) => a.month - b.month);
  if (first === undefined) return undefined;
  const [own, other] = [first.own, first.other].map((minor) => formatMoney(money(minor, currency)));
  return `an obligation earns ${own} in ${formatMonth(first.month)}, and would earn ${other} where it is loaded`;
}
