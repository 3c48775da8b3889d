import { type BillingCredit, isOfWriteOff } from "../billing-terms/billing-credit.ts";
import type { PricingContext } from "../billing-terms/charges/price.ts";
import { effectiveInMonth } from "../billing-terms/modifications/record-as-of.ts";
import { sharesBy } from "../billing-terms/performance-obligations/allocation.ts";
import { firstDayOf, type Month } from "../kernel/day.ts";
import { type Money, subtract, zero } from "../kernel/money.ts";
import { asOf, corrected } from "./as-of.ts";
import type { EffectiveFacts, PobFacts } from "./contract-facts.ts";
import { lastVersion } from "./contract-versions.ts";
import { amendmentCredits } from "./credited-amendments.ts";
import { sumEarned } from "./earning-segment.ts";
import { treatmentOf } from "./modifications.ts";
import { isFixedStated } from "./pob.ts";
import { allSegments, isOfSeparateDays, type PobVersion, priceOf, priceOfShared } from "./pob-version.ts";
import { isLeftToBilling } from "./residual.ts";
import { byPrice } from "./shared-price.ts";

/** The obligations of one version of a contract, by id. */
type Versions = ReadonlyMap<string, PobVersion>;

/** The credits of an obligation: those that lower its revenue, and those that its price reflects already. */
export type PobCredits = { readonly lowering: readonly BillingCredit[]; readonly inPrice: readonly BillingCredit[] };

/** A credit of a term in a billing term group. */
type GroupCredit = { readonly credit: BillingCredit; readonly billingTermGroupId: string };

/**
 * The credits of each obligation, by id.
 *
 * - A credit of a term whose revenue is earned by stated obligations is allocated to them by their prices in the month of the credit (rules 7;
 *   ASC 606-10-32-43): later modifications do not change it. The parts sum to the credit. A residual keeps its price.
 * - If the contract allocates by standalone selling price, all obligations that share its price share its credits, except those of days that
 *   are a separate contract (25-12).
 * - A credit that came with an amendment of a term that shares a price, or that catches up, is part of that price (`credited-amendments.ts`).
 */
export function creditsByPob(facts: EffectiveFacts, versions: Versions): ReadonlyMap<string, PobCredits> {
  const inPrice = new Map(facts.pobs.map((pob) => [pob.initial.id, creditsInPrice(facts, pob, versions)]));
  const pobs = facts.pobs.map((pob) => {
    const ids = new Set(inPrice.get(pob.initial.id)?.map(({ id }) => id));
    return ids.size === 0 ? pob : { ...pob, credits: pob.credits.filter(({ id }) => !ids.has(id)) };
  });
  const lowering = loweringByPob(facts, pobs, versions);
  return new Map([...inPrice].map(([id, own]) => [id, { lowering: lowering.get(id) ?? [], inPrice: own }]));
}

/** The credits of amendments that its price reflects: all at a shared price, else those that catch up (ASC 606-10-25-13(b)). */
function creditsInPrice(facts: EffectiveFacts, pob: PobFacts, versions: Versions): readonly BillingCredit[] {
  const version = versions.get(pob.initial.id);
  if (version === undefined || version.amounts === null || version.pob.price.of !== "TERM") return [];
  const isInPrice = (amendmentId: string) =>
    version.share !== null || treatmentOf(facts, amendmentId) === "CUMULATIVE_CATCH_UP";
  return amendmentCredits(pob).flatMap(({ amendmentId, credit }) => (isInPrice(amendmentId) ? credit : []));
}

/** @param pobs of the contract, without the credits that their prices reflect */
function loweringByPob(
  facts: EffectiveFacts,
  pobs: readonly PobFacts[],
  versions: Versions,
): ReadonlyMap<string, readonly BillingCredit[]> {
  const left = residualsLeft(versions);
  const credits = new Map(pobs.map((pob) => [pob.initial.id, left.has(pob.initial.id) ? [] : ownCredits(pob)]));
  if (pobs.every((pob) => pob.credits.length === 0)) return credits;
  const agreed = versionsByMonth(facts);
  const pools = byPrice(pobs, ({ initial: { id, billingTermGroupId } }) => {
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
  /** The contract as agreed by the end of a month. */
  readonly agreed: (month: Month) => Versions;
  /** Residuals that get no credits. */
  readonly left: ReadonlySet<string>;
};

/** The credits of obligations that earn one price together, by id; empty if credits lower none of their prices. */
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
    // A separate contract has credits of its own: of its days, or if it is a stated price of its group.
    const owner = idsOf((version) => isOfSeparateDays(version, credit));
    const sharing = idsOf((version) => {
      return hasCredits(version) && (version.share !== null || version.pob.billingTermGroupId === billingTermGroupId);
    });
    const earners = owner.length > 0 ? owner : sharing;
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
 * The weights by which a credit is allocated: the prices agreed when it was credited; for a write-off what was left to earn of them, if
 * anything. If none of the obligations existed then, their present prices.
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
  const prices = pricesOf(earners, atCredit, context);
  const known = prices.some((price) => price !== null) ? prices : pricesOf(earners, now, context);
  return known.map((price) => price ?? zero(context.currency));
}

/** Residuals of groups whose billing is all recognized as billed. Billing is already net of credits, so these residuals get none. */
function residualsLeft(versions: Versions): ReadonlySet<string> {
  const pobs = [...versions.values()].map(({ pob }) => pob);
  const groups = Map.groupBy(pobs, ({ billingTermGroupId }) => billingTermGroupId);
  const residuals = [...groups.values()]
    .filter(isLeftToBilling)
    .flatMap((group) => group.filter(({ price }) => price.of === "RESIDUAL"));
  return new Set(residuals.map(({ id }) => id));
}

/** True if credits of its group, or of its contract, lower the price of the obligation. */
function hasCredits({ pob, share }: PobVersion): boolean {
  return share !== null || isFixedStated(pob);
}

/** The contract as agreed by the end of a month, without later facts; calculated once per month. */
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

/** What is left to earn of each obligation after a write-off, before credits. */
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

function pricesOf(ids: readonly string[], versions: Versions, context: PricingContext): (Money | null)[] {
  return ids.map((id) => {
    const version = versions.get(id);
    return version !== undefined && hasCredits(version) ? priceOfShared(version, context) : null;
  });
}

/** The credits of an obligation itself. Without a billing term these are only credits of the usage that it earns. */
function ownCredits(pob: PobFacts): readonly BillingCredit[] {
  const { credits } = pob;
  if (credits.length === 0 || pob.initial.billingTerm !== null) return credits;
  const { recognitionPattern, eventTypeId } = corrected(pob);
  if (recognitionPattern !== "RECOGNIZE_AS_CONSUMED") return [];
  return credits.filter((one) => one.eventTypeId === eventTypeId);
}
