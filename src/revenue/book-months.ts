import type { Fact } from "../billing-terms/known-record.ts";
import type { PerformanceObligationRecord } from "../billing-terms/performance-obligation.ts";
import type { ContractUsage } from "../commitments/contract-usage.ts";
import type { Month } from "../kernel/day.ts";
import type { PromiseContext } from "./known-promise.ts";

type Records = readonly PerformanceObligationRecord[];
type FactMonth = Fact["bookMonth"];

/**
 * The months from which a fact counts, or counts no more, that may say what a promise earns (rules 7, "bookMonth"), in order:
 * between two of them every month knows the same. Facts of the promises that share its price, its credits or its billing are
 * among them, and those of its usage.
 */
export function bookMonthsOf(record: PerformanceObligationRecord, { billed, metered }: PromiseContext = {}): Month[] {
  const months = new Set(ownMonths(record));
  for (const others of [record.creditedWith, record.allocatedAmong, billed?.promises ?? []]) {
    if (others.length > 0) for (const month of monthsOfAll(others)) months.add(month);
  }
  if (metered?.usage !== undefined) for (const month of monthsOfUsage(metered.usage)) months.add(month);
  return [...months].filter((month) => month !== null).sort((a, b) => a - b);
}

function ownMonths(record: PerformanceObligationRecord): FactMonth[] {
  const { reductions, corrections, withdrawn, treatments, obligation } = record;
  const { layers = [], amendments = [] } = obligation.billingTerm ?? {};
  const facts: Pick<Fact, "bookMonth">[] = [record, ...reductions, ...corrections, ...layers, ...amendments];
  for (const one of withdrawn) facts.push(one, one.amendment);
  for (const { booked } of treatments.values()) facts.push(...booked);
  const months = facts.map(({ bookMonth }) => bookMonth);
  return record.isDeleted ? [...months, record.deletionBookMonth] : months;
}

const ofRecords = new WeakMap<Records, ReadonlySet<FactMonth>>();

/** The promises of a group ask for the same ones. */
function monthsOfAll(records: Records): ReadonlySet<FactMonth> {
  const found = ofRecords.get(records) ?? new Set(records.flatMap(ownMonths));
  ofRecords.set(records, found);
  return found;
}

const ofUsages = new WeakMap<ContractUsage, ReadonlySet<FactMonth>>();

function monthsOfUsage(usage: ContractUsage): ReadonlySet<FactMonth> {
  const found = ofUsages.get(usage) ?? usageMonths(usage);
  ofUsages.set(usage, found);
  return found;
}

function usageMonths({ terms, formerTerms, corrections, changes, days }: ContractUsage): ReadonlySet<FactMonth> {
  const months = new Set<FactMonth>();
  for (const { layers, amendments } of [...terms, ...formerTerms]) {
    for (const { bookMonth } of [...layers, ...amendments]) months.add(bookMonth);
  }
  for (const { bookMonth } of [...corrections, ...changes]) months.add(bookMonth);
  for (const { countsFrom, countsUntil } of days) months.add(countsFrom).add(countsUntil);
  return months;
}
