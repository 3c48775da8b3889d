import type { BillingTerm } from "../billing-terms/billing-term.ts";
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
import { priceChangeOf, residualsOf } from "./residual.ts";
import { lineRuleOf } from "./segments/billed-line.ts";
import { evergreen } from "./segments/evergreen.ts";
import { progressBy } from "./segments/measured.ts";
import { type Earlier, segmentsOf, totalOf } from "./segments/segments-of.ts";
import { type PricedAmount, type TermAmount, type TermPrice, termPrice } from "./term-price.ts";

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
  for (const pob of facts.pobs) {
    if (!versions.has(pob.initial.id) && !pob.initial.isResidual) addLast([pob], false);
  }
  if (facts.pobs.some(({ initial }) => initial.isResidual)) addResiduals(facts, versions, options);
  return versions;
}

/** Residuals have no versions of their own: they follow from the billing and the stated prices of their groups. */
function addResiduals(facts: ContractFacts, versions: Map<string, PobVersion>, options: VersionOptions): void {
  const { context } = facts;
  const pobs = facts.pobs.map((recorded) => ({ recorded, pob: pobFrom(corrected(recorded)) }));
  const termAmounts = (term: BillingTerm) => pricedTerm(facts, term, options);
  for (const group of Map.groupBy(pobs, ({ pob }) => pob.billingTermGroupId).values()) {
    for (const [id, residual] of residualsOf(facts, group, termAmounts)) {
      const pob = group.find((one) => one.pob.id === id)?.pob;
      if (pob?.price.of !== "RESIDUAL") continue;
      if ("amounts" in residual) {
        const { amounts } = residual;
        versions.set(id, { pob, amounts, segments: segmentsOf(pob, amounts, null, context), earlier: null });
        continue;
      }
      const rule = lineRuleOf(pob) ?? { by: "MONTHS" };
      const lines = { stated: residual.covered, rule, through: options.through };
      const segments = evergreen(pob.price.term, lines, context);
      versions.set(id, { pob, amounts: null, segments, earlier: null });
    }
  }
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
      pobs.set(pob.id, versionOf(facts, pob, before.get(pob.id), modification, options));
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
  pob: Pob,
  before: PobVersion | undefined,
  modification: Modification | null,
  options: VersionOptions,
): PobVersion {
  const { context } = facts;
  const earlier = earlierOf(before, pob, modification, context);
  const { price, service } = pob;
  const rule = lineRuleOf(pob);
  if (price.of === "STATED") {
    const amounts: PricedAmount[] = [{ amount: price.amount, from: null, reason: { of: "INCEPTION" } }];
    return { pob, amounts, segments: segmentsOf(pob, amounts, earlier, context), earlier };
  }
  if (price.of !== "TERM") return { pob, amounts: null, segments: [], earlier };
  if (service.end === null && rule !== null) {
    const lines = { stated: zero(context.currency), rule, through: options.through };
    return { pob, amounts: null, segments: evergreen(price.term, lines, context), earlier };
  }
  const amounts = pricedTerm(facts, price.term, options);
  return { pob, amounts, segments: segmentsOf(pob, amounts, earlier, context), earlier };
}

/** What a term with an end bills, in parts. */
function pricedTerm(
  facts: ContractFacts,
  term: BillingTerm,
  { known, onTermPrice }: VersionOptions,
): readonly TermAmount[] {
  const ids = [...facts.treatments.keys()];
  const catchUps = new Set(ids.filter((id) => treatmentOf(facts, id) === "CUMULATIVE_CATCH_UP"));
  const priced = termPrice(term, catchUps, facts.context, known?.get(term.id));
  onTermPrice?.(term.id, priced);
  return priced.amounts;
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
