import type { Correction } from "../billing-terms/performance-obligation.ts";
import type { PricingContext } from "../billing-terms/price.ts";
import type { Day } from "../kernel/day.ts";
import { equals, type Money, zero } from "../kernel/money.ts";
import { compareRatios, oneRatio } from "../kernel/ratio.ts";
import { allocatedPrices, type SharingPob } from "./allocation.ts";
import { corrected } from "./as-of.ts";
import type { ContractFacts, PobFacts } from "./contract-facts.ts";
import { type EarningSegment, endedOn, sumEarned } from "./earning-segment.ts";
import { changeFor, type Modification, modificationsOf, treatmentOf } from "./modifications.ts";
import { isFixedStated, isMeasuredPob, isOverTime, type Pob, pobFrom } from "./pob.ts";
import { priceChangeOf, residualAmounts } from "./residual.ts";
import { lineRuleOf } from "./segments/billed-line.ts";
import { evergreen } from "./segments/evergreen.ts";
import { progressBy } from "./segments/measured.ts";
import { type Earlier, segmentsOf, totalOf } from "./segments/segments-of.ts";
import { type PricedAmount, type TermPrice, termPrice } from "./term-price.ts";

/** An obligation in one version of its contract. */
export type PobVersion = {
  /** With its part of the price where the contract allocates. */
  readonly pob: Pob;
  /** What its price came from; null where it is open, or follows what is billed or consumed. */
  readonly amounts: readonly PricedAmount[] | null;
  /** Before credits. */
  readonly segments: readonly EarningSegment[];
  /** What the last prospective modification left as earned. */
  readonly earlier: Earlier | null;
};

/** What a contract comes to from one modification to the next: each obligation with its segments, by id. */
export type ContractVersion = {
  /** What began it; null at inception. */
  readonly modification: Modification | null;
  readonly pobs: ReadonlyMap<string, PobVersion>;
};

/** What versions are built with besides the facts. */
export type VersionOptions = {
  /** Open-ended obligations are followed up to this day, exclusive. */
  readonly through: Day;
  /** Prices of terms from a calculation with fewer changes, by term id. */
  readonly known?: ReadonlyMap<string, TermPrice>;
  /** Hears the prices of terms, for a calculation with more changes. */
  readonly onTermPrice?: (termId: string, price: TermPrice) => void;
};

/**
 * The obligations in the last version of their contract. A fold over its modifications, oldest first: each ends the version
 * before it on its effective day and begins the next, as if the contract had ended then and a new one begun (ASC
 * 606-10-25-13(a)); what catches up replaces what was (25-13(b)).
 *
 * ```
 *        1 Jan            1 Apr                 31 Dec
 * v1     |── 300.00 ──────|··············· 900.00 left
 * v2                      |── 1,500.00 ─────────|
 * ```
 *
 * Obligations that share one price are folded together, every other one by itself: no modification of one changes another.
 */
export function lastVersion(facts: ContractFacts, options: VersionOptions): Map<string, PobVersion> {
  const isSharing = (pob: PobFacts) => {
    if (!facts.isAllocated || pob.initial.billingTerm !== null) return false;
    return treatmentOf(facts, pob.initial.id) !== "SEPARATE_CONTRACT" && isFixedStated(pobFrom(corrected(pob)));
  };
  const sharing = facts.pobs.filter(isSharing);
  const versions = new Map<string, PobVersion>();
  const addLast = (pobs: readonly PobFacts[], isShared: boolean) => {
    for (const [id, version] of contractVersions(facts, pobs, isShared, options).at(-1)?.pobs ?? []) {
      versions.set(id, version);
    }
  };
  if (sharing.length > 0) addLast(sharing, true);
  for (const pob of facts.pobs) if (!versions.has(pob.initial.id)) addLast([pob], false);
  return versions;
}

/** All versions of some obligations of a contract, oldest first. */
function contractVersions(
  facts: ContractFacts,
  among: readonly PobFacts[],
  isShared: boolean,
  options: VersionOptions,
): ContractVersion[] {
  const modifications = modificationsOf(facts, among, isShared);
  const versions: ContractVersion[] = [];
  let before: ContractVersion["pobs"] = new Map();
  for (let index = 0; index <= modifications.length; index++) {
    const modification = modifications[index - 1] ?? null;
    const next = modifications[index];
    const later = modifications.slice(index);
    const includes = ({ createdAt }: Correction) => next === undefined || createdAt < next.at;
    const members = among
      .filter(({ initial }) => !later.some(({ changes }) => changes.get(initial.id)?.isAddition))
      .map((pob) => ({ facts: pob, pob: pobFrom(corrected(pob, includes)), includes }));
    const prices = isShared ? sharedPrices(facts, members, before, modification) : new Map<string, Money>();
    const pobs = new Map<string, PobVersion>();
    for (const member of members) {
      const pob = withPrice(member.pob, prices.get(member.pob.id));
      pobs.set(pob.id, versionOf(facts, { ...member, pob }, before.get(pob.id), modification, options));
    }
    versions.push({ modification, pobs });
    before = pobs;
  }
  return versions;
}

type Member = {
  readonly facts: PobFacts;
  readonly pob: Pob;
  readonly includes: (correction: Correction) => boolean;
};

function withPrice(pob: Pob, price: Money | undefined): Pob {
  return price === undefined || pob.price.of !== "STATED" ? pob : { ...pob, price: { of: "STATED", amount: price } };
}

function sharedPrices(
  facts: ContractFacts,
  members: readonly Member[],
  before: ContractVersion["pobs"],
  modification: Modification | null,
): ReadonlyMap<string, Money> {
  const { context, discounts } = facts;
  const statedOf = ({ price }: Pob) => (price.of === "STATED" ? price.amount : zero(context.currency));
  const sharing = members.map(({ facts: { corrections }, pob, includes }): SharingPob => {
    const former = before.get(pob.id);
    // Its own corrections with the modification or after it.
    const isOwnSince = ({ modificationId, createdAt }: Correction) =>
      modificationId === null && modification !== null && createdAt >= modification.at;
    return {
      pob,
      stated: statedOf(pob),
      before: former === undefined ? null : { pob: former.pob, price: statedOf(former.pob) },
      corrections: corrections.filter((one) => includes(one) && isOwnSince(one)).flatMap(priceChangeOf),
      earlier: modification === null ? null : endedBy(former, pob, modification, context),
    };
  });
  return allocatedPrices(sharing, modification, discounts, context);
}

function versionOf(
  facts: ContractFacts,
  { facts: recorded, pob }: Member,
  before: PobVersion | undefined,
  modification: Modification | null,
  options: VersionOptions,
): PobVersion {
  const { context } = facts;
  const earlier = earlierOf(before, pob, modification, context);
  const { price, service } = pob;
  const rule = lineRuleOf(pob);
  if (price.of === "BILLING" || price.of === "USAGE" || price.of === "NOTHING") {
    return { pob, amounts: null, segments: [], earlier };
  }
  if (service.end === null && price.of !== "STATED" && rule !== null) {
    const stated = price.of === "RESIDUAL" ? price.stated : zero(context.currency);
    const segments = evergreen(price.term, { stated, rule, through: options.through }, context);
    return { pob, amounts: null, segments, earlier };
  }
  const amounts = amountsOf(facts, recorded, pob, options);
  return { pob, amounts, segments: segmentsOf(pob, amounts, earlier, context), earlier };
}

/** What the price of an obligation came from. */
function amountsOf(
  facts: ContractFacts,
  recorded: PobFacts,
  { price }: Pob,
  { known, onTermPrice }: VersionOptions,
): readonly PricedAmount[] {
  if (price.of === "STATED") return [{ amount: price.amount, from: null, reason: { of: "INCEPTION" } }];
  if (price.of !== "TERM" && price.of !== "RESIDUAL") return [];
  const catchUps = new Set(
    [...facts.treatments.keys()].filter((id) => treatmentOf(facts, id) === "CUMULATIVE_CATCH_UP"),
  );
  // Where stated prices wait for a milestone, what is billed beyond them does as well, reached or not.
  const { term } = price;
  const planned = price.of === "TERM" ? term : { ...term, reachedOn: term.reachedOn ?? term.start };
  const priced = termPrice(planned, catchUps, facts.context, known?.get(term.id));
  onTermPrice?.(term.id, priced);
  return price.of === "TERM" ? priced.amounts : residualAmounts(facts, recorded, price.stated, priced.amounts);
}

/** What an obligation keeps as earned in a version: what the modification ended, or what one before it had ended already. */
function earlierOf(
  before: PobVersion | undefined,
  pob: Pob,
  modification: Modification | null,
  context: PricingContext,
): Earlier | null {
  if (before === undefined || modification === null || !isContinued(before.pob, pob)) return null;
  const isTouched = modification.changes.has(pob.id) || !isSamePrice(before.pob, pob);
  return (isTouched ? endedBy(before, pob, modification, context) : null) ?? before.earlier;
}

function isSamePrice({ price: a }: Pob, { price: b }: Pob): boolean {
  if (a.of === "STATED" && b.of === "STATED") return equals(a.amount, b.amount);
  if (a.of === "RESIDUAL" && b.of === "RESIDUAL") return equals(a.stated, b.stated);
  return a.of === b.of;
}

/** What was earned by a modification, where what is left is spread from its day on; else null. */
function endedBy(
  before: PobVersion | undefined,
  pob: Pob,
  modification: Modification,
  context: PricingContext,
): Earlier | null {
  const { treatment, from } = changeFor(modification, pob.id);
  if (before === undefined || !isContinued(before.pob, pob) || !isSpreadFrom(from, treatment, pob)) return null;
  const day = isMeasuredPob(pob) ? from : Math.min(from, (pob.service.end ?? from + 1) - 1);
  return {
    day,
    segments: endedOn(before.segments, day),
    earned: sumEarned(before.segments, day, context),
    reason: { of: "MODIFICATION", id: modification.changes.get(pob.id)?.modificationId ?? modification.id },
  };
}

/**
 * Can what is left of a price be earned after what was earned by a day? Both have to be read off the calendar, or off
 * progress; months that are listed, and a single day, say what the whole comes to.
 */
function isContinued(before: Pob, after: Pob): boolean {
  if (isMeasuredPob(before) && isMeasuredPob(after)) return true;
  return isOverTime(before) && isOverTime(after) && after.service.end !== null;
}

/** Is there something left of the obligation that a change is spread over? Measured progress also catches up. */
function isSpreadFrom(from: Day, treatment: Modification["treatment"], pob: Pob): boolean {
  if (treatment === "CUMULATIVE_CATCH_UP") return false;
  if (!isMeasuredPob(pob)) return true;
  return treatment === "PROSPECTIVE" && compareRatios(progressBy(pob, from), oneRatio) < 0;
}

/** The price of an obligation before credits; null where it is open, or follows what is billed or consumed. */
export function priceOf({ amounts }: PobVersion, currency: string): Money | null {
  return amounts === null ? null : totalOf(amounts, currency);
}
