import {
  effectiveInMonth,
  type IsEffective,
  type Recordable,
  withCorrections,
} from "../billing-terms/modifications/record-as-of.ts";
import {
  type Correction,
  effectiveBookMonth,
  type PerformanceObligation,
} from "../billing-terms/performance-obligations/performance-obligation.ts";
import { contractUsageAsOfMonth, usageNow } from "../commitments/contract-usage.ts";
import type { Month } from "../kernel/day.ts";
import type { ContractFacts, EffectiveFacts, PobFacts } from "./contract-facts.ts";

/** Which facts are effective, and which obligations exist. */
export type Effective = {
  readonly isEffective: IsEffective;
  readonly exists: (pob: PobFacts) => boolean;
  /** Which obligations were part of the contract and no longer are. */
  readonly isRemoved?: (pob: PobFacts) => boolean;
};

/**
 * The facts that are effective in a month: those whose book month is this one or an earlier one. The book month of a change is the first
 * open month when it was recorded, and of a modification not before the month of its agreement (ADR 0030). So closing a month again
 * posts the same amounts, and a catch-up stays in the month that posted it.
 */
export function asOfMonth(facts: ContractFacts, month: Month): EffectiveFacts {
  const isEffective = effectiveInMonth(month);
  const exists = (pob: PobFacts) => {
    const { isDeleted, deletionBookMonth } = pob;
    const begun = effectiveBookMonth(pob, facts);
    const isGone = isDeleted && (deletionBookMonth === null || deletionBookMonth <= month);
    return (begun === null || begun <= month) && !isGone;
  };
  const isRemoved = ({ removal, deletionBookMonth }: PobFacts) =>
    removal !== undefined && deletionBookMonth !== null && deletionBookMonth <= month;
  const effective = asOf(facts, { isEffective, exists, isRemoved });
  if (effective.usage === undefined) return effective;
  const usageDocuments = effective.usageDocuments.filter(({ bookMonth }) => bookMonth <= month);
  return { ...effective, usage: contractUsageAsOfMonth(effective.usage, month), usageDocuments };
}

/** All facts of the obligations that are not deleted. */
export function asOfNow(facts: ContractFacts): EffectiveFacts {
  const effective = asOf(facts, {
    isEffective: () => true,
    exists: ({ isDeleted }) => !isDeleted,
    isRemoved: ({ removal }) => removal !== undefined,
  });
  return effective.usage === undefined ? effective : { ...effective, usage: usageNow(effective.usage) };
}

/** The effective facts; usage is not filtered. */
export function asOf(
  facts: ContractFacts,
  { isEffective, exists, isRemoved = () => false }: Effective,
): EffectiveFacts {
  const treatments = [...facts.treatments].map(([id, treated]) => {
    // The proposed treatment holds until another one is chosen.
    const [proposed, ...chosen] = treated.booked;
    const booked = proposed === undefined ? [] : [proposed, ...chosen.filter(isEffective)];
    return [id, { ...treated, booked }] as const;
  });
  const pobs = facts.pobs.filter(exists).map((pob) => present(effectivePob(pob, isEffective)));
  const removed = facts.pobs.filter(isRemoved).map((pob) => effectivePob(pob, isEffective));
  const left: ContractFacts = { ...facts, pobs, removed, treatments: new Map(treatments) };
  return left as EffectiveFacts;
}

/** The obligation before its removal. */
function present(pob: PobFacts): PobFacts {
  if (pob.removal === undefined) return pob;
  const { removal: _later, ...there } = pob;
  return there;
}

function effectivePob(pob: PobFacts, isEffective: IsEffective): PobFacts {
  const { billingTerm: term } = pob.initial;
  const layers = term?.layers ?? [];
  const amendments = term?.amendments ?? [];
  const facts: readonly Recordable[] = [...pob.corrections, ...pob.withdrawn, ...pob.credits, ...layers, ...amendments];
  if (facts.every(isEffective)) return pob;
  const billingTerm =
    term === null ? null : { ...term, layers: layers.filter(isEffective), amendments: amendments.filter(isEffective) };
  return {
    ...pob,
    initial: { ...pob.initial, billingTerm },
    corrections: pob.corrections.filter(isEffective),
    withdrawn: pob.withdrawn.filter(isEffective),
    credits: pob.credits.filter(isEffective),
  };
}

/**
 * The obligation with its corrections, and its term without withdrawn seat amendments.
 *
 * @param includes which corrections to apply; a version of a contract does not include later ones
 */
export function corrected(
  { initial, corrections, withdrawn }: PobFacts,
  includes: (correction: Correction) => boolean = () => true,
): PerformanceObligation {
  if (corrections.length === 0 && withdrawn.length === 0) return initial;
  const gone = new Set(withdrawn.map(({ amendment }) => amendment.id));
  const { billingTerm: term } = initial;
  const billingTerm =
    term === null || gone.size === 0
      ? term
      : { ...term, amendments: term.amendments.filter(({ id }) => !gone.has(id)) };
  return withCorrections({ ...initial, billingTerm }, corrections.filter(includes));
}

/**
 * The months in which a fact of the contract begins or ceases to be effective, ascending. All months between two of them have the same
 * effective facts.
 */
export function changesOfPeriod(facts: ContractFacts): Month[] {
  const { pobs, treatments, usage, usageDocuments, approvedBookMonth } = facts;
  const months = new Set<Month | null>([approvedBookMonth]);
  const addAll = (facts: Iterable<Pick<Recordable, "bookMonth">>) => {
    for (const { bookMonth } of facts) months.add(bookMonth);
  };
  for (const { initial, corrections, withdrawn, credits, bookMonth, isDeleted, deletionBookMonth } of pobs) {
    months.add(bookMonth);
    if (isDeleted) months.add(deletionBookMonth);
    for (const facts of [corrections, withdrawn, credits]) addAll(facts);
    addAll(initial.billingTerm?.layers ?? []);
    addAll(initial.billingTerm?.amendments ?? []);
  }
  for (const { booked } of treatments.values()) addAll(booked);
  addAll(usageDocuments);
  if (usage !== undefined) {
    for (const { layers, amendments } of [...usage.terms, ...usage.formerTerms]) {
      addAll(layers);
      addAll(amendments);
    }
    addAll(usage.corrections);
    addAll(usage.changes);
    for (const { effectiveFromMonth, effectiveUntilMonth } of usage.days)
      months.add(effectiveFromMonth).add(effectiveUntilMonth);
  }
  return [...months].filter((month) => month !== null).sort((a, b) => a - b);
}
