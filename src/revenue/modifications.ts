import type { BillingTerm } from "../billing-terms/billing-term.ts";
import type { Treatment } from "../billing-terms/modification.ts";
import type { Correction } from "../billing-terms/performance-obligation.ts";
import type { Day } from "../kernel/day.ts";
import { corrected } from "./as-of.ts";
import type { ContractFacts, PobFacts } from "./contract-facts.ts";
import { pobFrom } from "./pob.ts";

/** What one write changes of an obligation: its price or its days, or that it came to the contract. */
export type PobChange = {
  readonly at: string;
  readonly pobId: string;
  /** The fact that the decision log names. */
  readonly modificationId: string;
  readonly from: Day;
  readonly treatment: Treatment;
  readonly isAddition: boolean;
  /** Did a term of its group end, so that this is no change of its own? */
  readonly isOfTerm: boolean;
  /** What is another value since; null of a price or of seats of a term, which hold for days of their own beside each other. */
  readonly fields: readonly string[] | null;
  /** Is it of days that were added as a contract of their own, so that it changes nothing of a price that is shared (25-12)? */
  readonly isSeparate?: boolean;
};

/**
 * A write that is effective from a day on ends a version of the contract and begins the next (ASC 606-10-25-13(a)). All that
 * it changes is one modification: no order among its parts means anything.
 */
export type Modification = {
  /** The fact that the decision log names. */
  readonly id: string;
  readonly at: string;
  /** By the obligation that is changed, also where its own change catches up. */
  readonly changes: ReadonlyMap<string, PobChange>;
  /** Of the obligations that are not changed themselves. */
  readonly from: Day;
  readonly treatment: Treatment;
  /** Is all of it of days that are a contract of their own? */
  readonly isSeparate?: boolean;
};

/** From which day on, and how, a modification applies to an obligation. */
export function changeFor(
  { changes, ...others }: Modification,
  pobId: string,
): Pick<Modification, "from" | "treatment"> {
  return changes.get(pobId) ?? others;
}

/** Is anything of the modification what the end of a term takes of a price that is shared? */
export function isEndOfTerm({ changes, isSeparate = false }: Modification): boolean {
  return !isSeparate && [...changes.values()].some(({ isOfTerm }) => isOfTerm);
}

/** The treatment of a fact; undefined for one that was made before the contract was approved. */
export function treatmentOf({ treatments }: Pick<ContractFacts, "treatments">, factId: string): Treatment | undefined {
  return treatments.get(factId)?.booked.at(-1)?.treatment;
}

/**
 * The modifications of some obligations, in the order of their days: what was agreed of later days comes after what was agreed since of
 * earlier ones. Those that give one obligation other values stay as they were made, and so does what changes an obligation after what added
 * it.
 *
 * @param isShared whether they share one price, so that one that is added changes the others
 */
export function modificationsOf(
  facts: ContractFacts,
  pobs: readonly PobFacts[],
  isShared: boolean,
): readonly Modification[] {
  const changes = pobs.flatMap((pob) =>
    isShared ? markedSeparate(changesOf(facts, pob, true)) : changesOf(facts, pob, false),
  );
  const writes = Map.groupBy(changes, ({ at, isSeparate = false }) => `${at} ${isSeparate}`);
  const asMade = [...writes.values()].flatMap(modificationFrom).sort((a, b) => (a.at < b.at ? -1 : 1));
  const byDay: Modification[] = [];
  for (const made of asMade) {
    const former = byDay.findLastIndex((one) => one.from <= made.from || isBuiltOn(made, one));
    byDay.splice(former + 1, 0, made);
  }
  return byDay;
}

/** Does a modification change what another one left? */
function isBuiltOn({ changes }: Modification, former: Modification): boolean {
  return [...changes].some(([id, { fields }]) => {
    const before = former.changes.get(id);
    return before !== undefined && (before.isAddition || (fields !== null && before.fields !== null));
  });
}

/**
 * What catches up alone begins no version: it corrects the one there is. One where any measured progress catches up lets all
 * of it catch up (25-13(c)).
 */
function modificationFrom(together: readonly PobChange[]): Modification[] {
  const onward = together.filter(({ treatment }) => treatment !== "CUMULATIVE_CATCH_UP");
  const [first] = onward;
  if (first === undefined) return [];
  return [
    {
      id: first.modificationId,
      at: first.at,
      changes: new Map(together.map((change) => [change.pobId, change])),
      from: Math.min(...onward.map(({ from }) => from)),
      treatment: onward.some(({ treatment }) => treatment === "MIXED") ? "MIXED" : "PROSPECTIVE",
      isSeparate: first.isSeparate === true,
    },
  ];
}

/** Changes of one obligation: once days are added to it as a contract of their own, what is said of these days is of that contract. */
function markedSeparate(changes: readonly PobChange[]): PobChange[] {
  const renewals = changes.filter(({ isSeparate }) => isSeparate === true);
  return changes.map((change) => {
    const isOfRenewal = renewals.some(({ at, from }) => at <= change.at && from <= change.from);
    return isOfRenewal ? { ...change, isSeparate: true } : change;
  });
}

function changesOf(facts: ContractFacts, pob: PobFacts, isShared: boolean): PobChange[] {
  const { treatments } = facts;
  const { id } = pob.initial;
  const changeOf = (factId: string, at: string, part: Correction | null): PobChange[] => {
    const [treatment, treated] = [treatmentOf(facts, factId), treatments.get(factId)];
    if (treated === undefined || treatment === undefined) return [];
    if (treatment === "SEPARATE_CONTRACT") return part === null ? [] : renewal(pob, part, { id: factId, at });
    const isOfTerm = part !== null && factId !== part.id;
    const fields = part === null ? [] : fieldsOf(part);
    const change = { at, pobId: id, modificationId: factId, treatment, isAddition: part === null, isOfTerm, fields };
    if (!isOfTerm) return [{ ...change, from: treated.effectiveFrom }];
    // A term of its group ended. An obligation that goes on gives up the price of the days after it. For one that ends by
    // that day the change applies from the day of the modification. Measured progress is satisfied in part (25-13(b)).
    const { termEnd = treated.effectiveFrom } = treated;
    const { end } = corrected(pob, ({ createdAt }) => createdAt <= at).service;
    const from = end === null || end > termEnd ? termEnd : treated.effectiveFrom;
    return [{ ...change, from, treatment: treatment === "CUMULATIVE_CATCH_UP" ? treatment : "MIXED" }];
  };
  // One that earns what its term bills changes with the dates of the term; the residual follows what is billed and stated.
  const { price } = pobFrom(corrected(pob));
  const addition = [id, pob.initial.billingTerm?.id ?? id].find((one) => treatments.has(one));
  const additions =
    isShared && addition !== undefined ? changeOf(addition, treatments.get(addition)?.at ?? "", null) : [];
  const isImplied = pob.initial.billingTerm !== null && price.of !== "RESIDUAL";
  const isOwn = pob.initial.billingTerm === null;
  const parts = pob.corrections.filter(({ of, modificationId }) =>
    of === "POB" ? isOwn || (isImplied && modificationId === null) : isImplied,
  );
  return [
    ...additions,
    ...parts.flatMap((part) => changeOf(part.modificationId ?? part.id, part.createdAt, part)),
    ...(isShared && price.of === "TERM" ? changesOfTerm(facts, id, price.term) : []),
  ];
}

/**
 * Days that were added as a contract of their own: the contract before goes on to its end, and what was added is earned after it
 * (25-12).
 */
function renewal(
  pob: PobFacts,
  part: Correction,
  { id, at }: { readonly id: string; readonly at: string },
): PobChange[] {
  const { end } = corrected(pob, ({ createdAt }) => createdAt < at).service;
  if (end === null) return [];
  const change = { at, pobId: pob.initial.id, modificationId: id, from: end, treatment: "PROSPECTIVE" } as const;
  return [{ ...change, isAddition: false, isOfTerm: false, fields: fieldsOf(part), isSeparate: true }];
}

/** What a correction gives another value. */
export function fieldsOf({ of, changes }: Pick<Correction, "of" | "changes">): string[] {
  return Object.keys(changes).map((field) => `${of} ${field}`);
}

/** Later prices and changes of seats of a term whose price is shared: of any other they are parts of its own price. */
function changesOfTerm(facts: ContractFacts, pobId: string, { layers, amendments }: BillingTerm): PobChange[] {
  return [...layers, ...amendments].flatMap(({ id: modificationId = "" }) => {
    const [treated, treatment] = [facts.treatments.get(modificationId), treatmentOf(facts, modificationId)];
    if (treated === undefined || treatment === undefined || treatment === "SEPARATE_CONTRACT") return [];
    const change = { at: treated.at, pobId, modificationId, from: treated.effectiveFrom, treatment };
    return [{ ...change, isAddition: false, isOfTerm: false, fields: null }];
  });
}
