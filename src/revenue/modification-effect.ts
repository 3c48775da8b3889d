import { creditsOfAmendment } from "../billing-terms/billing-credit.ts";
import type { PricingContext } from "../billing-terms/charges/price.ts";
import type { ContractModification } from "../billing-terms/modifications/modification.ts";
import { factsOf } from "../billing-terms/modifications/modified-facts.ts";
import type { IsEffective, Recordable } from "../billing-terms/modifications/record-as-of.ts";
import { earliestMonth, type Month } from "../kernel/day.ts";
import { type Money, money } from "../kernel/money.ts";
import { asOf } from "./as-of.ts";
import type { ContractFacts, EffectiveFacts, PobFacts } from "./contract-facts.ts";
import { contractRevenue, type PobRevenue } from "./contract-revenue.ts";
import { earnedByMonth, monthsOf } from "./earning-segment.ts";
import { isMeasuredPob } from "./pob.ts";
import type { TermPrice } from "./term-price.ts";

/** How a change moved the revenue of its contract. */
export type ModificationEffect = {
  /** The catch-up of months before its book month. */
  readonly catchUp: Money;
  /** By month, from its book month (that of the last chosen treatment) on; all months if none was closed. */
  readonly months: readonly MonthlyRevenue[];
  /** Sum of all months. */
  readonly total: Money;
  /** The part in no month yet, because it waits for a milestone or for progress. `total` + `undated` is the change of the price. */
  readonly undated: Money;
};

export type MonthlyRevenue = { readonly month: Month; readonly amount: Money };

/**
 * The effect of each change in the log: revenue of the contract with it less revenue without it and later ones, by its present treatment.
 * Effects are calculated lazily, each from the one before.
 *
 * @param facts of the contract; usage is left out, and as-billed obligations count as far as they are invoiced
 * @param log   all changes of the contract in the order they were made
 * @param shown indexes in the log of the requested changes, `from` inclusive, `before` exclusive
 * @param last  the last month of open-ended obligations
 */
export function* effectsOf(
  facts: ContractFacts,
  log: readonly ContractModification[],
  shown: { readonly from: number; readonly before: number },
  last: Month,
): Generator<ModificationEffect> {
  const places = placesOf(facts, log);
  const termPrices = new Map<string, TermPrice>();
  const versionAt = (place: number) => {
    const revenue = contractRevenue(factsAt(facts, places, place), { through: last, termPrices });
    return new Map([...revenue].map(([id, one]) => [id, earnedOf(one, last, facts.context)]));
  };
  let before: ReadonlyMap<string, Earned> | undefined;
  for (const [place, change] of log.slice(0, shown.before).entries()) {
    if (place < shown.from) continue;
    before ??= versionAt(place - 1);
    const after = versionAt(place);
    yield effectOf(change, before, after, facts.context);
    before = after;
  }
}

function effectOf(
  { choices, ...change }: ContractModification,
  before: ReadonlyMap<string, Earned>,
  after: ReadonlyMap<string, Earned>,
  context: PricingContext,
): ModificationEffect {
  const differences = new Map<Month, bigint>();
  let undated = 0n;
  for (const [sign, version] of [
    [-1n, before],
    [1n, after],
  ] as const) {
    for (const earned of version.values()) {
      for (const [month, minor] of earned.months) differences.set(month, (differences.get(month) ?? 0n) + sign * minor);
      undated += sign * earned.undated;
    }
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

/** Revenue of an obligation by month, and minor units of its price in no month yet. */
type Earned = { readonly months: ReadonlyMap<Month, bigint>; readonly undated: bigint };

function earnedOf({ pob, price, segments }: PobRevenue, last: Month, { rounding }: PricingContext): Earned {
  const to = pob.service.end === null ? last : Math.max(last, ...segments.map((segment) => monthsOf(segment).last));
  const months = earnedByMonth(segments, { from: earliestMonth, to }, rounding);
  if (!isMeasuredPob(pob)) return { months, undated: 0n };
  return { months, undated: [...months.values()].reduce((left, minor) => left - minor, price?.minor ?? 0n) };
}

/** The index in the log of each fact, by id: of a change, and of the credit that came with it. */
function placesOf({ pobs }: ContractFacts, log: readonly ContractModification[]): ReadonlyMap<string, number> {
  const credits = pobs.flatMap((pob) => pob.credits);
  const places = new Map(log.flatMap((change, place) => factsOf(change).map((id) => [id, place] as const)));
  for (const [place, { kind, billingTermId, createdAt }] of log.entries()) {
    if (kind !== "SEATS" && kind !== "TERM_PRICE") continue;
    const ofTerm = credits.filter((credit) => credit.billingTermId === billingTermId);
    for (const { id } of creditsOfAmendment({ createdAt }, ofTerm)) places.set(id, place);
  }
  return places;
}

/** The facts with the changes of the log up to an index; facts that are in no log are always included. */
function factsAt(facts: ContractFacts, places: ReadonlyMap<string, number>, place: number): EffectiveFacts {
  const isMade = (id: string | null | undefined) => (places.get(id ?? "") ?? -1) <= place;
  const isEffective: IsEffective = ({ id, modificationId }: Recordable) => isMade(modificationId ?? id);
  const exists = ({ isDeleted, initial }: PobFacts) =>
    !isDeleted && isMade(initial.id) && isMade(initial.billingTerm?.id);
  return { ...asOf(facts, { isEffective, exists }), usage: undefined };
}
