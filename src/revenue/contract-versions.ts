import type { BillingTerm } from "../billing-terms/billing-term.ts";
import type { Correction } from "../billing-terms/performance-obligation.ts";
import type { Day } from "../kernel/day.ts";
import { equals, type Money, subtract, zero } from "../kernel/money.ts";
import { allocatedPrices, type SharingPob } from "./allocation.ts";
import { corrected } from "./as-of.ts";
import type { EffectiveFacts, PobFacts } from "./contract-facts.ts";
import { endedBy, isContinued, listedBy, servedBy } from "./earned-before.ts";
import type { EarningSegment } from "./earning-segment.ts";
import { isEndOfTerm, type Modification, modificationsOf } from "./modifications.ts";
import { isMeasuredPob, isOverTime, type Pob, pobFrom } from "./pob.ts";
import { priceChangeOf, residualsOf } from "./residual.ts";
import { lineRuleOf } from "./segments/billed-line.ts";
import { byMonthsLeft, isListedAlike } from "./segments/custom.ts";
import { evergreen } from "./segments/evergreen.ts";
import { type Earlier, segmentsOf, totalOf } from "./segments/segments-of.ts";
import { isSharing } from "./shared-price.ts";
import type { PricedAmount, TermPrice } from "./term-price.ts";
import { factsOfVersion } from "./version-facts.ts";
import { type Member, memberOf, pricedTerm, recordedOf } from "./version-members.ts";

/** An obligation in one version of its contract. */
export type PobVersion = {
  /** With its part of the price where the contract allocates. */
  readonly pob: Pob;
  /** What its price came from; null where it is open, or follows what is billed or consumed. */
  readonly amounts: readonly PricedAmount[] | null;
  /** Before credits; without those of what is a contract of its own. */
  readonly segments: readonly EarningSegment[];
  /** Of seats that were added as a contract of their own (ASC 606-10-25-12): no modification of the others touches them. */
  readonly separate?: readonly EarningSegment[];
  /** What the last prospective modification left as earned. */
  readonly earlier: Earlier | null;
  /** Its part of a price that is shared by standalone selling price; null where it has its price for itself. */
  readonly share: Money | null;
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
  /** Prices of terms by id, shared by several calculations of the contract: each continues from them, and adds its own. */
  readonly termPrices?: Map<string, TermPrice>;
};

/**
 * The obligations in the last version of their contract. A fold over its modifications, in the order of their days: each ends the version
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
export function lastVersion(facts: EffectiveFacts, options: VersionOptions): Map<string, PobVersion> {
  const sharing = facts.pobs.filter((pob) => isSharing(facts, pob));
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
function addResiduals(facts: EffectiveFacts, versions: Map<string, PobVersion>, options: VersionOptions): void {
  const { context } = facts;
  const pobs = facts.pobs.map((recorded) => ({ recorded, pob: pobFrom(corrected(recorded)) }));
  const termAmounts = (term: BillingTerm) => pricedTerm(facts, term, options.termPrices);
  for (const group of Map.groupBy(pobs, ({ pob }) => pob.billingTermGroupId).values()) {
    for (const [id, residual] of residualsOf(facts, group, termAmounts)) {
      const pob = group.find((one) => one.pob.id === id)?.pob;
      if (pob?.price.of !== "RESIDUAL") continue;
      if ("amounts" in residual) {
        const { amounts } = residual;
        versions.set(id, {
          pob,
          amounts,
          segments: segmentsOf(pob, amounts, null, context),
          earlier: null,
          share: null,
        });
        continue;
      }
      const rule = lineRuleOf(pob) ?? { by: "MONTHS" };
      const lines = { stated: residual.covered, rule, through: options.through };
      const segments = evergreen(pob.price.term, lines, context);
      versions.set(id, { pob, amounts: null, segments, earlier: null, share: null });
    }
  }
}

/** All versions of some obligations of a contract, oldest first. */
function contractVersions(
  facts: EffectiveFacts,
  among: readonly PobFacts[],
  isShared: boolean,
  options: VersionOptions,
): ContractVersion[] {
  const modifications = modificationsOf(facts, among, isShared);
  const added = new Map(
    modifications.flatMap(({ changes }, index) =>
      [...changes].flatMap(([id, { isAddition }]) => (isAddition ? [[id, index + 1] as const] : [])),
    ),
  );
  const versions: ContractVersion[] = [];
  const { termPrices = new Map<string, TermPrice>() } = options;
  const pricesAtFirst = new Map<string, TermPrice>();
  let before: ContractVersion["pobs"] = new Map();
  let membersBefore: ReadonlyMap<string, Member> = new Map();
  const separateFrom = new Map<string, Day>();
  for (let index = 0; index <= modifications.length; index++) {
    const modification = modifications[index - 1] ?? null;
    for (const [id, { from }] of modification?.isSeparate ? modification.changes : []) {
      separateFrom.set(id, separateFrom.get(id) ?? from);
    }
    const includesOf = factsOfVersion(modifications, index);
    const members = among
      .filter(({ initial }) => (added.get(initial.id) ?? 0) <= index)
      .map((pob): Member => {
        const known = membersBefore.get(pob.initial.id);
        const includes = includesOf(pob.initial.id);
        const isUnchanged = known?.recorded === recordedOf(pob, includes);
        return isUnchanged ? known : memberOf(facts, pob, { includes, isShared, termPrices, pricesAtFirst });
      });
    const ended = new Map(
      members.map(({ pob }) => [pob.id, endedBy(before.get(pob.id), pob, modification, facts.context)]),
    );
    const earlier = new Map(
      members.map(({ pob }) => {
        const { id } = pob;
        return [id, ended.get(id) ?? listedBy(before.get(id), pob, modification, facts.context)];
      }),
    );
    const shares = isShared
      ? shareOf(facts, members, { before, membersBefore, modification, earlier, separateFrom })
      : new Map<string, Money>();
    const pobs = new Map<string, PobVersion>();
    for (const member of members) {
      const { id } = member.pob;
      const former = before.get(id);
      const isLeft = modification?.isSeparate === true && !modification.changes.has(id);
      if (isLeft && former !== undefined && member === membersBefore.get(id) && isSameShare(former, shares.get(id))) {
        pobs.set(id, former);
        continue;
      }
      const listed = ended.has(id) && ended.get(id) !== null ? null : (earlier.get(id) ?? null);
      const own = { share: shares.get(id) ?? null, before: before.get(id), ended: ended.get(id) ?? null, listed };
      pobs.set(id, versionOf(facts, { member, modification, ...own }, options));
    }
    versions.push({ modification, pobs });
    before = pobs;
    membersBefore = new Map(members.map((member) => [member.pob.id, member]));
  }
  return versions;
}

/** The part of each member in the price that they share. */
function shareOf(
  facts: EffectiveFacts,
  members: readonly Member[],
  {
    before,
    membersBefore,
    modification,
    earlier,
    separateFrom,
  }: {
    readonly before: ContractVersion["pobs"];
    readonly membersBefore: ReadonlyMap<string, Member>;
    readonly modification: Modification | null;
    readonly earlier: ReadonlyMap<string, Earlier | null>;
    readonly separateFrom: ReadonlyMap<string, Day>;
  },
): ReadonlyMap<string, Money> {
  const { context, discounts } = facts;
  const sharing = members.map((member): SharingPob => {
    const { pob, stated, selling } = member;
    const former = before.get(pob.id);
    const price = former?.share ?? zero(context.currency);
    const isEnd = former !== undefined && modification !== null && isEndOfTerm(modification);
    return {
      pob,
      stated,
      selling,
      before: former === undefined ? null : { pob: former.pob, price },
      ...(isEnd ? { served: servedBy(former, price, pob, modification, context) } : {}),
      corrections: correctionsSince(member, membersBefore, modification),
      earlier: earlier.get(pob.id) ?? null,
      separateFrom: separateFrom.get(pob.id) ?? null,
    };
  });
  return allocatedPrices(sharing, modification, discounts, context);
}

/** What the price of an obligation itself changed by with a modification and since. */
function correctionsSince(
  { facts: { corrections }, pob, stated, includes }: Member,
  membersBefore: ReadonlyMap<string, Member>,
  modification: Modification | null,
): Money[] {
  if (modification === null) return [];
  if (pob.price.of === "TERM") {
    const former = membersBefore.get(pob.id);
    return former === undefined ? [] : [subtract(stated, former.stated)];
  }
  const wasKnown = membersBefore.get(pob.id)?.includes ?? (() => false);
  // The end of a term within days that are a contract of their own takes of that alone.
  const isSeparate = modification.isSeparate === true && modification.changes.has(pob.id);
  const isOwnSince = (one: Correction) => (isSeparate || one.modificationId === null) && !wasKnown(one);
  return corrections.filter((one) => includes(one) && isOwnSince(one)).flatMap(priceChangeOf);
}

type Versioned = {
  readonly member: Member;
  readonly share: Money | null;
  readonly before: PobVersion | undefined;
  readonly modification: Modification | null;
  /** What the modification ended, if what is left is spread from its day on. */
  readonly ended: Earlier | null;
  /** What was listed of the months that keep it. */
  readonly listed: Earlier | null;
};

function versionOf(
  facts: EffectiveFacts,
  { member, share, before, modification, ended, listed }: Versioned,
  options: VersionOptions,
): PobVersion {
  const { context } = facts;
  const { pob: own, separate } = member;
  const pob: Pob =
    share !== null && own.price.of === "STATED" ? { ...own, price: { of: "STATED", amount: share } } : own;
  const { price, service } = pob;
  const isTouched = modification?.changes.has(pob.id) || (before !== undefined && !isSamePrice(before, { pob, share }));
  const kept = before !== undefined && isContinued(before.pob, pob) ? before.earlier : null;
  const earlier = (isTouched ? ended : null) ?? kept;
  const rule = lineRuleOf(pob);
  const whole = share ?? (price.of === "STATED" ? price.amount : null);
  if (whole !== null) {
    const shared: PricedAmount[] = [{ amount: whole, from: null, reason: { of: "INCEPTION" } }];
    const amounts = [...shared, ...separate];
    const ofList =
      share === null ? null : segmentsOfList(pob, share, { before, listed, isTouched: isTouched === true });
    if (ofList !== null) return { pob, amounts, segments: ofList, earlier, share };
    // Months that are listed or set, and a single day, say what all of it comes to.
    if (separate.length === 0 || !(isOverTime(pob) || isMeasuredPob(pob)))
      return { pob, amounts, segments: segmentsOf(pob, amounts, earlier, context), earlier, share };
    const [segments, ofSeparate] = [
      segmentsOf(pob, shared, earlier, context),
      segmentsOf(pob, separate, null, context),
    ];
    return { pob, amounts, segments, separate: ofSeparate, earlier, share };
  }
  if (price.of !== "TERM") return { pob, amounts: null, segments: [], earlier, share };
  if (service.end === null && rule !== null) {
    const lines = { stated: zero(context.currency), rule, through: options.through };
    return { pob, amounts: null, segments: evergreen(price.term, lines, context), earlier, share };
  }
  const amounts = pricedTerm(facts, price.term, options.termPrices);
  return { pob, amounts, segments: segmentsOf(pob, amounts, earlier, context), earlier, share };
}

/** Of a list whose price is shared, where the months that were served keep what they earned; null where all of it is read anew. */
function segmentsOfList(
  { recognition }: Pob,
  share: Money,
  { before, listed, isTouched }: Pick<Versioned, "before" | "listed"> & { readonly isTouched: boolean },
): readonly EarningSegment[] | null {
  const former = before?.pob.recognition;
  if (recognition.pattern !== "CUSTOM" || former?.pattern !== "CUSTOM") return null;
  if (listed === null) {
    const isKept = !isTouched && isListedAlike(former.months, recognition.months, null);
    return isKept ? (before?.segments ?? null) : null;
  }
  const isAlike = isListedAlike(former.months, recognition.months, listed.day);
  return isAlike ? byMonthsLeft(share, recognition.months, listed) : null;
}

function isSameShare({ share }: Pick<PobVersion, "share">, next: Money | undefined): boolean {
  return share !== null && next !== undefined && equals(share, next);
}

function isSamePrice(a: Pick<PobVersion, "pob" | "share">, b: Pick<PobVersion, "pob" | "share">): boolean {
  if (a.share !== null && b.share !== null) return equals(a.share, b.share);
  const [before, after] = [a.pob.price, b.pob.price];
  if (before.of === "STATED" && after.of === "STATED") return equals(before.amount, after.amount);
  return before.of === after.of;
}

/** All that an obligation earns before credits, what is a contract of its own among it. */
export function allSegments({ segments, separate = [] }: PobVersion): readonly EarningSegment[] {
  return separate.length === 0 ? segments : [...segments, ...separate];
}

/** The price of an obligation before credits; null where it is open, or follows what is billed or consumed. */
export function priceOf({ amounts }: PobVersion, currency: string): Money | null {
  return amounts === null ? null : totalOf(amounts, currency);
}
