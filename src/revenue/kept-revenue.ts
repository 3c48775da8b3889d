import type { BillingTerm } from "../billing-terms/billing-term.ts";
import type { PerformanceObligationRecord, RecognitionPattern } from "../billing-terms/performance-obligation.ts";
import type { Contract } from "../contracts/contract.ts";
import { type Day, type Month, monthOf } from "../kernel/day.ts";
import type { DayOfUsage } from "../usage/daily-usage.ts";
import { changesOfPeriod } from "./as-of.ts";
import type { ContractFacts } from "./contract-facts.ts";
import { type SourcedEntry, withSources } from "./entry-source.ts";
import { type RecurringSpan, recurringSpans } from "./recurring-rates.ts";
import { contractSchedule, type PostedMonth, type ScheduleFacts } from "./schedule.ts";

/** An entry without its status, which follows from the books and the clock of whoever reads it. */
export type KeptEntry = Omit<SourcedEntry, "status">;

/** The revenue of one obligation as it is kept. */
export type KeptObligation = {
  readonly performanceObligationId: string;
  readonly billingTermGroupId: string;
  /** Of the obligation now; an entry that was posted keeps the category that it was posted under. */
  readonly categoryId: string | null;
  readonly productId: string | null;
  /** In minor units; null where it is open, or follows usage or billing. */
  readonly price: bigint | null;
  readonly pattern: RecognitionPattern;
  readonly service: { readonly start: Day; readonly end: Day | null };
  /** Is it computed through the last month that was looked at, and not to its end? */
  readonly isOpenEnded: boolean;
  readonly entries: readonly KeptEntry[];
};

/** The revenue of one contract as it is kept: the same until one of its facts changes, whatever months are closed in their order. */
export type KeptRevenue = {
  readonly contractId: string;
  readonly customerId: string | null;
  readonly currency: string;
  /** The last month that was looked at of what has no end; null where everything has one, and is looked at to it. */
  readonly lastMonth: Month | null;
  /** From then on every fact is effective; null where every month knows them all. */
  readonly allKnownFrom: Month | null;
  readonly obligations: readonly KeptObligation[];
  /** What its terms bring a year. */
  readonly recurring: readonly RecurringSpan[];
};

/** What is recorded of a contract that revenue is kept of; `terms` are those that are not deleted. */
export type ContractToKeep = {
  readonly facts: ContractFacts;
  readonly records: readonly PerformanceObligationRecord[];
  readonly terms: readonly BillingTerm[];
};

/** What is kept of the revenue of a contract: its schedule, which closes post, and what it brings a year. */
export function keptRevenue(
  contract: Pick<Contract, "id" | "customerId" | "currency">,
  { facts, records, terms }: ContractToKeep,
  posted: ReadonlyMap<string, readonly PostedMonth[]>,
  common: Omit<ScheduleFacts, "posted">,
): KeptRevenue {
  const { pobs } = contractSchedule(facts, posted, common);
  const sourced = withSources(facts, pobs);
  const obligations = records.flatMap(({ pob: record }): KeptObligation[] => {
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
    allKnownFrom: changesOfPeriod(withOwnUsage(facts)).at(-1) ?? null,
    obligations,
    recurring,
  };
}

/**
 * Without usage of the same customer that other contracts bill, which moves nothing here and marks nothing of this contract as changed.
 * Usage that its terms had before they were corrected counts no later than their correction.
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

/** Entries added up from the first month on: how many there are and what they come to through each month. */
export type ThroughMonths = {
  readonly first: Month | null;
  readonly entries: readonly number[];
  readonly earned: readonly bigint[];
};

/** Adds entries up month by month, from the first month that has one through the last. */
export function throughMonths(entries: readonly KeptEntry[]): ThroughMonths {
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
