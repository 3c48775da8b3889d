import type { BillingTerm } from "../billing-terms/billing-term.ts";
import type {
  PerformanceObligationRecord,
  RecognitionPattern,
} from "../billing-terms/performance-obligations/performance-obligation.ts";
import type { Contract } from "../contracts/contract.ts";
import { type Day, type Month, monthOf } from "../kernel/day.ts";
import type { DayOfUsage } from "../usage/daily-usage.ts";
import { changesOfPeriod } from "./as-of.ts";
import type { ContractFacts } from "./contract-facts.ts";
import { type SourcedEntry, withSources } from "./entry-source.ts";
import { type RecurringSpan, recurringSpans } from "./recurring-rates.ts";
import { contractSchedule, type PostedMonth, type ScheduleFacts } from "./schedule.ts";

/** A stored entry. Its status is not stored: it follows from the closed months and the clock of the reader. */
export type StoredEntry = Omit<SourcedEntry, "status">;

/** The stored revenue schedule of one obligation. */
export type StoredObligation = {
  readonly performanceObligationId: string;
  readonly billingTermGroupId: string;
  /** The present one of the obligation; a posted entry keeps the category under which it was posted. */
  readonly categoryId: string | null;
  readonly productId: string | null;
  /** In minor units; null if it is open, or follows usage or billing. */
  readonly price: bigint | null;
  readonly pattern: RecognitionPattern;
  readonly service: { readonly start: Day; readonly end: Day | null };
  /** True if the schedule ends with `lastMonth` and not with the service. */
  readonly isOpenEnded: boolean;
  readonly entries: readonly StoredEntry[];
};

/** The stored revenue of one contract (ADR 0054). It stays valid until one of its facts changes; closing months in order does not change it. */
export type StoredRevenue = {
  readonly contractId: string;
  readonly customerId: string | null;
  readonly currency: string;
  /** The last calculated month of open-ended obligations; null if all have an end. */
  readonly lastMonth: Month | null;
  /** The first month in which all facts are effective; null if they are effective in every month. */
  readonly allEffectiveFrom: Month | null;
  readonly obligations: readonly StoredObligation[];
  /** Annual recurring revenue of its terms. */
  readonly recurring: readonly RecurringSpan[];
};

/** The facts of a contract whose revenue is stored; `terms` are those that are not deleted. */
export type ContractToStore = {
  readonly facts: ContractFacts;
  readonly records: readonly PerformanceObligationRecord[];
  readonly terms: readonly BillingTerm[];
};

/** Calculates the revenue to store for a contract: its schedule, as closes post it, and its annual recurring revenue. */
export function revenueToStore(
  contract: Pick<Contract, "id" | "customerId" | "currency">,
  { facts, records, terms }: ContractToStore,
  posted: ReadonlyMap<string, readonly PostedMonth[]>,
  common: Omit<ScheduleFacts, "posted">,
): StoredRevenue {
  const { pobs } = contractSchedule(facts, posted, common);
  const sourced = withSources(facts, pobs);
  const obligations = records.flatMap(({ pob: record }): StoredObligation[] => {
    const one = pobs.get(record.id);
    if (one === undefined) return [];
    const { pob, price } = one.revenue;
    const entries = (sourced.get(record.id) ?? []).map(({ status: _status, ...entry }) => entry);
    return [
      {
        performanceObligationId: record.id,
        billingTermGroupId: record.billingTermGroupId,
        categoryId: record.categoryId,
        productId: record.productId ?? record.billingTerm?.productId ?? null,
        price: price?.minor ?? null,
        pattern: pob.recognition.pattern,
        service: pob.service,
        isOpenEnded: pob.service.end === null || pob.price.of === "USAGE",
        entries,
      },
    ];
  });
  const isOpenEnded = obligations.some((pob) => pob.isOpenEnded) || terms.some(({ end }) => end === null);
  const ends = terms.flatMap(({ end }) => (end === null ? [] : [monthOf(end)]));
  const recurring = recurringSpans(terms, isOpenEnded ? common.last : Math.max(...ends), facts.context);
  return {
    contractId: contract.id,
    customerId: contract.customerId,
    currency: contract.currency,
    lastMonth: isOpenEnded ? common.last : null,
    allEffectiveFrom: changesOfPeriod(withOwnUsage(facts)).at(-1) ?? null,
    obligations,
    recurring,
  };
}

/**
 * The facts without usage of the same customer that only other contracts bill: it does not affect this contract, and changes of it do not
 * mark this contract as changed. Usage of terms before their correction counts only until the correction is effective.
 */
function withOwnUsage(facts: ContractFacts): ContractFacts {
  const { usage } = facts;
  if (usage === undefined) return facts;
  const isOwn = ({ day, eventTypeId }: DayOfUsage) =>
    usage.terms.some(
      (term) => term.eventTypeId === eventTypeId && term.start <= day && (term.end === null || day < term.end),
    );
  return { ...facts, usage: { ...usage, days: usage.days.filter(isOwn) } };
}

/** Cumulative count and sum of entries through each month. */
export type ThroughMonths = {
  readonly first: Month | null;
  readonly entries: readonly number[];
  readonly earned: readonly bigint[];
};

/** Accumulates entries by month, from the first month that has one through the last. */
export function throughMonths(entries: readonly StoredEntry[]): ThroughMonths {
  const months = entries.map(({ month }) => month);
  const [first, last] = [Math.min(...months), Math.max(...months)];
  if (months.length === 0) return { first: null, entries: [], earned: [] };
  const counts = new Array<number>(last - first + 1).fill(0);
  const earned = new Array<bigint>(last - first + 1).fill(0n);
  for (const { month, amount } of entries) {
    counts[month - first] = (counts[month - first] ?? 0) + 1;
    earned[month - first] = (earned[month - first] ?? 0n) + amount.minor;
  }
  for (let place = 1; place < counts.length; place++) {
    counts[place] = (counts[place] ?? 0) + (counts[place - 1] ?? 0);
    earned[place] = (earned[place] ?? 0n) + (earned[place - 1] ?? 0n);
  }
  return { first, entries: counts, earned };
}
