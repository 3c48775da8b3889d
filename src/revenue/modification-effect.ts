import type { Fact } from "../billing-terms/known-record.ts";
import { type ContractModification, isMeasured } from "../billing-terms/modification.ts";
import type { PerformanceObligationRecord } from "../billing-terms/performance-obligation.ts";
import type { PricingContext } from "../billing-terms/price.ts";
import { creditsOfSeats } from "../billing-terms/reduction.ts";
import type { Month } from "../kernel/day.ts";
import { type Money, money } from "../kernel/money.ts";
import type { GroupBilling } from "./group-billing.ts";
import { knownWith } from "./known-promise.ts";
import { rememberingPrices } from "./price-parts.ts";
import { lastMonth, type MonthlyRevenue, monthlyRevenue, transactionPrice } from "./recognition.ts";
import { type Scope, scopeOf } from "./scope.ts";

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
 * added at the time, by the treatment that it has now. One after the other, as they are asked for: each goes on from what
 * the one before came to, and looks only at the promises that the change is about.
 *
 * @param records of the whole contract, deleted ones left out of account
 * @param log     all changes of the contract as they were made; `shown` are the places of those that are asked for
 * @param last    the last month that counts of open-ended promises
 * @param billed  what groups billed by now, by id: what is recognized as billed counts as far as it is issued
 */
export function* effectsOf(
  records: readonly PerformanceObligationRecord[],
  log: readonly ContractModification[],
  shown: { readonly from: number; readonly before: number },
  last: Month,
  context: PricingContext,
  billed: ReadonlyMap<string, GroupBilling> = new Map(),
): Generator<ModificationEffect> {
  const places = placesOf(records, log);
  const remembering = rememberingPrices(context);
  const billingOf = ({ obligation }: PerformanceObligationRecord) => billed.get(obligation.billingTermGroupId);
  const watched = records.map((record) => {
    // What is billed is left to one promise of a group by the others.
    const facts = billingOf(record) === undefined ? factsOf(record) : null;
    return { record, facts, known: undefined as Earned | undefined };
  });
  const earnedThrough = (record: PerformanceObligationRecord, through: number) =>
    earnedWith(record, scopeThrough(places, through), { last, billing: billingOf(record) }, remembering);
  for (const [index, change] of log.slice(0, shown.before).entries()) {
    if (index < shown.from) continue;
    const sides: [bigint, Earned][] = [];
    for (const one of watched) {
      if (one.facts !== null && !one.facts.has(change.id)) continue;
      const before = one.known ?? earnedThrough(one.record, index - 1);
      const after = earnedThrough(one.record, index);
      one.known = after;
      sides.push([-1n, before], [1n, after]);
    }
    yield effectOf(change, sides, context);
  }
}

function effectOf(
  { choices, ...change }: ContractModification,
  sides: readonly (readonly [sign: bigint, Earned])[],
  context: PricingContext,
): ModificationEffect {
  const differences = new Map<Month, bigint>();
  let undated = 0n;
  for (const [sign, earned] of sides) {
    for (const { month, amount } of earned.months) {
      differences.set(month, (differences.get(month) ?? 0n) + sign * amount.minor);
    }
    undated += sign * earned.undated;
  }
  const { bookMonth } = choices.at(-1) ?? change;
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

/** What a promise earns by month, and minor units of its price in no month yet. */
type Earned = { readonly months: readonly MonthlyRevenue[]; readonly undated: bigint };

const nothingEarned: Earned = { months: [], undated: 0n };

/** The revenue of a promise as it counts in a scope; nothing where it is not there. */
function earnedWith(
  record: PerformanceObligationRecord,
  scope: Scope,
  { last, billing }: { readonly last: Month; readonly billing: GroupBilling | undefined },
  context: PricingContext,
): Earned {
  if (!scope.isThere(record)) return nothingEarned;
  const known = knownWith(record, scope, billing);
  const months = monthlyRevenue(known, lastMonth(known) ?? last, context);
  if (!isMeasured(known.obligation.recognitionPattern)) return { months, undated: 0n };
  const price = transactionPrice(known, context)?.minor ?? 0n;
  return { months, undated: months.reduce((left, { amount }) => left - amount.minor, price) };
}

/** The place in the log of each fact that counts from there on: of a change, and of the credit that came with fewer seats. */
function placesOf(
  records: readonly PerformanceObligationRecord[],
  log: readonly ContractModification[],
): ReadonlyMap<string, number> {
  const reductions = records.flatMap((record) => record.reductions);
  const places = new Map(log.map(({ id }, place) => [id, place]));
  for (const [place, { kind, billingTermId, createdAt }] of log.entries()) {
    if (kind !== "SEATS") continue;
    const ofTerm = reductions.filter((reduction) => reduction.billingTermId === billingTermId);
    for (const { id } of creditsOfSeats({ createdAt }, ofTerm)) places.set(id, place);
  }
  return places;
}

/** Contracts with the changes of their log up to a place. */
function scopeThrough(places: ReadonlyMap<string, number>, through: number): Scope {
  const isMade = (id: string | null | undefined) => (places.get(id ?? "") ?? -1) <= through;
  const counts = ({ id, modificationId }: Fact) => isMade(modificationId ?? id);
  const isThere = ({ isDeleted, obligation }: PerformanceObligationRecord) =>
    !isDeleted && isMade(obligation.id) && isMade(obligation.billingTerm?.id);
  return scopeOf(`changes through ${through}`, counts, isThere);
}

/** The ids of the facts that decide on the revenue of a promise; null where those of others decide on it as well. */
function factsOf({
  obligation: { id, billingTerm: term },
  allocatedAmong,
  creditedWith,
  ...record
}: PerformanceObligationRecord): ReadonlySet<string> | null {
  if (allocatedAmong.length > 0 || creditedWith.length > 0) return null;
  const facts: readonly Fact[] = [
    ...(term === null ? [] : [{ id: term.id, bookMonth: null }, ...term.layers, ...term.amendments]),
    ...record.corrections,
    ...record.reductions,
    ...record.withdrawn,
  ];
  return new Set([id, ...facts.flatMap((fact) => fact.modificationId ?? fact.id ?? [])]);
}
