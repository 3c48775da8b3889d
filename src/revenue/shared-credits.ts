import { sharesBy } from "../billing-terms/allocation.ts";
import { type BillingCredit, isOfWriteOff } from "../billing-terms/billing-credit.ts";
import type { PricingContext } from "../billing-terms/price.ts";
import { effectiveInMonth } from "../billing-terms/record-as-of.ts";
import { firstDayOf, type Month } from "../kernel/day.ts";
import { type Money, subtract, zero } from "../kernel/money.ts";
import { asOf, corrected } from "./as-of.ts";
import type { EffectiveFacts, PobFacts } from "./contract-facts.ts";
import { allSegments, lastVersion, type PobVersion, priceOf } from "./contract-versions.ts";
import { sumEarned } from "./earning-segment.ts";
import { isFixedStated } from "./pob.ts";
import { isLeftToBilling } from "./residual.ts";
import { byPrice } from "./shared-price.ts";

/** Obligations of a contract by id, as one version of it has them. */
type Versions = ReadonlyMap<string, PobVersion>;

/** A credit of a term in a billing term group. */
type GroupCredit = { readonly credit: BillingCredit; readonly billingTermGroupId: string };

/**
 * What was credited of each obligation, by id. Of a term whose revenue stated obligations earn, it is credited to them by the prices
 * that were agreed in the month in which it was credited (rules 7; ASC 606-10-32-43): what is agreed later is another version.
 * Where the contract allocates, all that share its price share its credits. The residual keeps all of its price. The shares of a
 * credit sum to it, whoever is there.
 */
export function creditsByPob(facts: EffectiveFacts, versions: Versions): ReadonlyMap<string, readonly BillingCredit[]> {
  const left = residualsLeft(versions);
  const credits = new Map(facts.pobs.map((pob) => [pob.initial.id, left.has(pob.initial.id) ? [] : ownCredits(pob)]));
  if (facts.pobs.every((pob) => pob.credits.length === 0)) return credits;
  const agreed = versionsByMonth(facts);
  const pools = byPrice(facts.pobs, ({ initial: { id, billingTermGroupId } }) => {
    return { billingTermGroupId, isShared: (versions.get(id)?.share ?? null) !== null };
  });
  for (const pool of pools.values()) {
    for (const [id, own] of sharedInPool(pool, { facts, versions, agreed, left })) credits.set(id, own);
  }
  return credits;
}

type Sharing = {
  readonly facts: EffectiveFacts;
  readonly versions: Versions;
  /** The contract as it was agreed by the end of a month. */
  readonly agreed: (month: Month) => Versions;
  /** Residuals without credits. */
  readonly left: ReadonlySet<string>;
};

/** The credits of those that earn one price together, by id; none where no obligation has a price that credits lower. */
function sharedInPool(
  pool: readonly PobFacts[],
  { facts, versions, agreed, left }: Sharing,
): Map<string, BillingCredit[]> {
  const idsOf = (test: (version: PobVersion) => boolean) =>
    pool.flatMap(({ initial: { id } }) => {
      const version = versions.get(id);
      return version !== undefined && test(version) ? [id] : [];
    });
  const earning = idsOf(hasCredits);
  if (earning.length === 0) return new Map();
  const residuals = idsOf(({ pob }) => pob.price.of === "RESIDUAL" && !left.has(pob.id));
  const billed = new Set([...residuals, ...idsOf(({ pob, share }) => share !== null && pob.price.of === "TERM")]);
  const split = new Map([...earning, ...residuals].map((id) => [id, [] as BillingCredit[]]));
  for (const { credit, billingTermGroupId } of creditsOf(pool.filter(({ initial: { id } }) => billed.has(id)))) {
    // A stated price that is a contract of its own has those of its group alone.
    const earners = idsOf((version) => {
      return hasCredits(version) && (version.share !== null || version.pob.billingTermGroupId === billingTermGroupId);
    });
    const weights = weightsOf(credit, earners, { atCredit: agreed(credit.bookMonth), now: versions }, facts.context);
    for (const [index, amount] of sharesBy(credit.amount, weights).entries()) {
      if (amount.minor !== 0n) split.get(earners[index] ?? "")?.push({ ...credit, amount });
    }
  }
  return split;
}

function creditsOf(pobs: readonly PobFacts[]): GroupCredit[] {
  return pobs.flatMap(({ initial: { billingTermGroupId }, credits }) =>
    credits.map((credit) => ({ credit, billingTermGroupId })),
  );
}

/**
 * By what a credit is shared: prices as they were agreed when it was credited, and of a write-off what was left to earn of them then,
 * where anything was. Where nobody is left who was there then, those who came after them have it.
 */
function weightsOf(
  credit: BillingCredit,
  earners: readonly string[],
  { atCredit, now }: { readonly atCredit: Versions; readonly now: Versions },
  context: PricingContext,
): Money[] {
  if (isOfWriteOff(credit)) {
    const ahead = leftToEarn(earners, atCredit, credit, context);
    if (ahead.some(({ minor }) => minor > 0n)) return ahead;
  }
  const prices = pricesOf(earners, atCredit, context.currency);
  const known = prices.some((price) => price !== null) ? prices : pricesOf(earners, now, context.currency);
  return known.map((price) => price ?? zero(context.currency));
}

/** Residuals that leave all to what is recognized as billed: that is what was billed less what was credited, so they have no credits. */
function residualsLeft(versions: Versions): ReadonlySet<string> {
  const pobs = [...versions.values()].map(({ pob }) => pob);
  const groups = Map.groupBy(pobs, ({ billingTermGroupId }) => billingTermGroupId);
  const residuals = [...groups.values()]
    .filter(isLeftToBilling)
    .flatMap((group) => group.filter(({ price }) => price.of === "RESIDUAL"));
  return new Set(residuals.map(({ id }) => id));
}

/** Do credits of what its group, or its contract, billed lower its price? */
function hasCredits({ pob, share }: PobVersion): boolean {
  return share !== null || isFixedStated(pob);
}

/** The contract as it was agreed by the end of a month, made once a month: what was recorded later is left out. */
function versionsByMonth(facts: EffectiveFacts): (month: Month) => Versions {
  const made = new Map<Month, Versions>();
  return (month) => {
    const isEffective = effectiveInMonth(month);
    const versions =
      made.get(month) ??
      lastVersion(asOf(facts, { isEffective, exists: isEffective }), { through: firstDayOf(month + 1) });
    made.set(month, versions);
    return versions;
  };
}

/** What obligations have left to earn after a write-off, before credits: what is not earned is written off of those alone. */
function leftToEarn(
  ids: readonly string[],
  versions: Versions,
  { service }: BillingCredit,
  context: PricingContext,
): Money[] {
  return ids.map((id) => {
    const version = versions.get(id);
    const price = version === undefined ? null : priceOf(version, context.currency);
    if (version === undefined || price === null) return zero(context.currency);
    return subtract(price, sumEarned(allSegments(version), service.start, context));
  });
}

function pricesOf(ids: readonly string[], versions: Versions, currency: string): (Money | null)[] {
  return ids.map((id) => {
    const version = versions.get(id);
    return version !== undefined && hasCredits(version) ? priceOf(version, currency) : null;
  });
}

/** What was credited of what the obligation earns. Of one without a term it is usage of its event type, and lowers no other price. */
function ownCredits(pob: PobFacts): readonly BillingCredit[] {
  const { credits } = pob;
  if (credits.length === 0 || pob.initial.billingTerm !== null) return credits;
  const { recognitionPattern, eventTypeId } = corrected(pob);
  if (recognitionPattern !== "RECOGNIZE_AS_CONSUMED") return [];
  return credits.filter((one) => one.eventTypeId === eventTypeId);
}
