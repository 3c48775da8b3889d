import type { BillingTerm } from "../billing-terms/billing-term.ts";
import type { Correction } from "../billing-terms/performance-obligations/performance-obligation.ts";
import type { Day } from "../kernel/day.ts";
import { equals, type Money, subtract, zero } from "../kernel/money.ts";
import { allocatedPrices, type SharingPob } from "./allocation.ts";
import { corrected } from "./as-of.ts";
import type { EffectiveFacts, PobFacts } from "./contract-facts.ts";
import { endedBy, listedBy, servedBy } from "./earned-before.ts";
import { isEndOfTerm, type Modification, modificationsOf, type PobChange } from "./modifications.ts";
import { isSetByMonth, pobFrom } from "./pob.ts";
import { type PobVersion, type Transition, type VersionOptions, versionOf } from "./pob-version.ts";
import { priceChangeOf, residualsOf } from "./residual.ts";
import { lineRuleOf } from "./segments/billed-line.ts";
import { evergreen } from "./segments/evergreen.ts";
import { segmentsOf } from "./segments/segments-of.ts";
import { isSharing } from "./shared-price.ts";
import type { TermPrice } from "./term-price.ts";
import type { TermReductions } from "./unit-selling-price.ts";
import { factsOfVersion } from "./version-facts.ts";
import { type Member, memberOf, pricedTerm, recordedOf } from "./version-members.ts";

/**
 * The obligations of a contract by id, in its last version. A fold over the modifications in the order of their effective days: each
 * ends the version before it on that day and begins the next, as if the old contract had been terminated and a new one made (ASC
 * 606-10-25-13(a)). A modification that catches up replaces the earlier calculation instead (25-13(b)).
 *
 * ```
 *        1 Jan            1 Apr                 31 Dec
 * v1     |── 300.00 ──────|··············· 900.00 left
 * v2                      |── 1,500.00 ─────────|
 * ```
 *
 * Obligations that share one price are folded together, every other one by itself: a modification of one does not change another.
 */
export function lastVersion(facts: EffectiveFacts, options: VersionOptions): Map<string, PobVersion> {
  const sharing = facts.pobs.filter((pob) => isSharing(facts, pob));
  const removed = (facts.removed ?? []).filter((pob) => isSharing(facts, pob));
  const versions = new Map(sharing.length === 0 ? [] : lastOf(facts, [...sharing, ...removed], true, options));
  for (const pob of facts.pobs) {
    if (versions.has(pob.initial.id) || pob.initial.isResidual) continue;
    for (const [id, version] of lastOf(facts, [pob], false, options)) versions.set(id, version);
  }
  if (facts.pobs.some(({ initial }) => initial.isResidual)) addResiduals(facts, versions, options);
  return versions;
}

/** Residuals have no versions of their own: they follow from the billing and the stated prices of their groups. */
function addResiduals(facts: EffectiveFacts, versions: Map<string, PobVersion>, options: VersionOptions): void {
  const { context } = facts;
  const pobs = facts.pobs.map((recorded) => ({ recorded, pob: pobFrom(corrected(recorded)) }));
  const termAmounts = (term: BillingTerm) => pricedTerm(facts, term, options.termPrices);
  for (const group of Map.groupBy(pobs, ({ pob }) => pob.billingTermGroupId).values()) {
    for (const [id, residual] of residualsOf(facts, group, termAmounts)) {
      const pob = group.find((one) => one.pob.id === id)?.pob;
      if (pob?.price.of !== "RESIDUAL") continue;
      const common = { pob, earlier: null, share: null };
      if ("amounts" in residual) {
        const { amounts } = residual;
        versions.set(id, { ...common, amounts, segments: segmentsOf(pob, amounts, null, context) });
        continue;
      }
      const rule = lineRuleOf(pob) ?? { by: "MONTHS" };
      const lines = { stated: residual.covered, rule, through: options.through };
      versions.set(id, { ...common, amounts: null, segments: evergreen(pob.price.term, lines, context) });
    }
  }
}

/** Obligations that are folded together, in one version: as the version reads their facts, and what it calculates. */
type Version = {
  readonly members: ReadonlyMap<string, Member>;
  readonly pobs: ReadonlyMap<string, PobVersion>;
};

/** Some obligations of a contract in their last version. */
function lastOf(
  facts: EffectiveFacts,
  among: readonly PobFacts[],
  isShared: boolean,
  options: VersionOptions,
): Version["pobs"] {
  const modifications = modificationsOf(facts, among, isShared);
  const membersOf = memberReader(facts, among, { modifications, isShared }, options);
  const separateFrom = new Map<string, Day>();
  let version: Version = { members: new Map(), pobs: new Map() };
  for (const [index, modification] of [null, ...modifications].entries()) {
    for (const [id, { from }] of modification?.isSeparate ? modification.changes : []) {
      separateFrom.set(id, separateFrom.get(id) ?? from);
    }
    const members = membersOf(index, version.members);
    version = nextVersion(facts, { members, former: version, modification, separateFrom, isShared }, options);
  }
  if (separateFrom.size === 0) return version.pobs;
  return new Map(
    [...version.pobs].map(([id, pob]) => {
      const from = separateFrom.get(id);
      return [id, from === undefined ? pob : { ...pob, separateFrom: from }];
    }),
  );
}

/** Reads the obligations of a version, by its index. An obligation of which no fact is new has the same member as in the version before. */
function memberReader(
  facts: EffectiveFacts,
  among: readonly PobFacts[],
  { modifications, isShared }: { readonly modifications: readonly Modification[]; readonly isShared: boolean },
  { termPrices = new Map<string, TermPrice>() }: VersionOptions,
): (index: number, before: Version["members"]) => Member[] {
  const caches = { pricesAtFirst: new Map<string, TermPrice>(), reductions: new Map<string, TermReductions>() };
  const [addedWith, removedWith] = [versionsOf("ADDITION", modifications), versionsOf("REMOVAL", modifications)];
  return (index, before) => {
    const includesOf = factsOfVersion(modifications, index);
    return among
      .filter(({ initial: { id } }) => (addedWith.get(id) ?? 0) <= index && index < (removedWith.get(id) ?? Infinity))
      .map((pob) => {
        const former = before.get(pob.initial.id);
        const includes = includesOf(pob.initial.id);
        const isUnchanged = former?.recorded === recordedOf(pob, includes);
        return isUnchanged ? former : memberOf(facts, pob, { includes, isShared, termPrices, ...caches });
      });
  };
}

/** The versions that begin with changes of a kind, by the obligation that is added or removed. */
function versionsOf(kind: PobChange["kind"], modifications: readonly Modification[]): ReadonlyMap<string, number> {
  return new Map(
    modifications.flatMap(({ changes }, index) =>
      [...changes].flatMap(([id, change]) => (change.kind === kind ? [[id, index + 1] as const] : [])),
    ),
  );
}

type Beginning = {
  readonly members: readonly Member[];
  readonly former: Version;
  /** Null at inception. */
  readonly modification: Modification | null;
  /** The first day of what was added to an obligation as a separate contract, by id. */
  readonly separateFrom: ReadonlyMap<string, Day>;
  readonly isShared: boolean;
};

function nextVersion(facts: EffectiveFacts, beginning: Beginning, options: VersionOptions): Version {
  const { members, former, modification, isShared } = beginning;
  const transitions = members.map((member): Transition => {
    const before = former.pobs.get(member.pob.id);
    // A shared price is allocated anew to all manual months.
    const isAnew = isShared && isSetByMonth(member.pob);
    const ended = isAnew ? null : endedBy(before, member.pob, modification, facts.context);
    const listed = ended === null ? listedBy(before, member.pob, modification, facts.context) : null;
    return { member, former: before, modification, ended, listed, share: null };
  });
  const shares = isShared ? sharesOf(facts, transitions, beginning) : new Map<string, Money>();
  const pobs = transitions.map((transition): [string, PobVersion] => {
    const { member, former: before } = transition;
    const { id } = member.pob;
    const share = shares.get(id) ?? null;
    const isOfOthers = modification?.isSeparate === true && !modification.changes.has(id);
    const isUnchanged = isOfOthers && member === former.members.get(id) && isSameShare(before?.share, share);
    return [id, isUnchanged && before !== undefined ? before : versionOf(facts, { ...transition, share }, options)];
  });
  return { members: new Map(members.map((member) => [member.pob.id, member])), pobs: new Map(pobs) };
}

/** The part of each obligation in the price that all of them share, by id. */
function sharesOf(
  facts: EffectiveFacts,
  transitions: readonly Transition[],
  { former, modification, separateFrom }: Beginning,
): ReadonlyMap<string, Money> {
  const { context, discounts } = facts;
  const sharing = transitions.map(({ member, former: before, ended, listed }): SharingPob => {
    const { pob, stated, selling } = member;
    const price = before?.share ?? zero(context.currency);
    const isEnd = before !== undefined && modification !== null && isEndOfTerm(modification);
    return {
      pob,
      stated,
      selling,
      before: before === undefined ? null : { pob: before.pob, price },
      ...(isEnd ? { served: servedBy(before, price, pob, modification, context) } : {}),
      corrections: correctionsSince(member, former.members, modification),
      earlier: ended ?? listed,
      separateFrom: separateFrom.get(pob.id) ?? null,
    };
  });
  return allocatedPrices(sharing, modification, discounts, context);
}

/** By how much the own price of an obligation was corrected with a modification and after it. */
function correctionsSince(
  { facts: { corrections }, pob, stated, includes }: Member,
  membersBefore: Version["members"],
  modification: Modification | null,
): Money[] {
  if (modification === null) return [];
  const former = membersBefore.get(pob.id);
  if (pob.price.of === "TERM") return former === undefined ? [] : [subtract(stated, former.stated)];
  const wasIncluded = former?.includes ?? (() => false);
  // A term that ends within the days of a separate contract lowers the price of that contract alone.
  const isSeparate = modification.isSeparate && modification.changes.has(pob.id);
  const isOwn = (one: Correction) => isSeparate || one.modificationId === null;
  return corrections.filter((one) => includes(one) && isOwn(one) && !wasIncluded(one)).flatMap(priceChangeOf);
}

function isSameShare(before: Money | null | undefined, share: Money | null): boolean {
  return before !== null && before !== undefined && share !== null && equals(before, share);
}
