import type { BillingTerm } from "../billing-terms/billing-term.ts";
import type { Treatment } from "../billing-terms/modifications/modification.ts";
import type { Correction } from "../billing-terms/performance-obligations/performance-obligation.ts";
import type { Day } from "../kernel/day.ts";
import { corrected } from "./as-of.ts";
import type { ContractFacts, PobFacts } from "./contract-facts.ts";
import { pobFrom } from "./pob.ts";

/** How one write changes an obligation: its price or days of service, or that it was added to the contract. */
export type PobChange = {
  /** When it was recorded. */
  readonly at: string;
  readonly pobId: string;
  /** The id of its entry in the decision log. */
  readonly modificationId: string;
  readonly from: Day;
  readonly treatment: Treatment;
  /** Whether it brings the obligation into the contract, changes it there, or takes it out. */
  readonly kind: "ADDITION" | "CHANGE" | "REMOVAL";
  /** True if it only follows from the end of a billing term of its group. */
  readonly isOfTerm: boolean;
  /** The fields with a new value; null for a price layer or seat amendment of a term, since each of those holds for its own days. */
  readonly fields: readonly string[] | null;
  /** True if it is about days that were added as a separate contract: it does not change the shared price (ASC 606-10-25-12). */
  readonly isSeparate: boolean;
};

/**
 * A write that is effective from a day on ends one version of the contract and begins the next (ASC 606-10-25-13(a)). All changes of one
 * write are one modification; their order does not matter.
 */
export type Modification = {
  /** The id of its entry in the decision log. */
  readonly id: string;
  /** When it was recorded. */
  readonly at: string;
  /** By the id of the changed obligation; includes changes that catch up. */
  readonly changes: ReadonlyMap<string, PobChange>;
  /** Effective day and treatment for the obligations that it does not change itself. */
  readonly from: Day;
  readonly treatment: Treatment;
  /** True if all of it is about days of a separate contract. */
  readonly isSeparate: boolean;
};

/** The effective day and treatment of a modification for one obligation. */
export function changeFor(
  { changes, ...others }: Modification,
  pobId: string,
): Pick<Modification, "from" | "treatment"> {
  return changes.get(pobId) ?? others;
}

/** True if a term ends with the modification and lowers the shared price. */
export function isEndOfTerm({ changes, isSeparate }: Modification): boolean {
  return !isSeparate && [...changes.values()].some(({ isOfTerm }) => isOfTerm);
}

/** The treatment of a fact; undefined if it was recorded before the contract was approved. */
export function treatmentOf({ treatments }: Pick<ContractFacts, "treatments">, factId: string): Treatment | undefined {
  return treatments.get(factId)?.booked.at(-1)?.treatment;
}

/**
 * The modifications of some obligations, by effective day. Two that change the same fields of one obligation stay in the order in which
 * they were made, and so do an addition and later changes of what it added.
 *
 * @param isShared true if the obligations share one price, so that adding one changes the others
 */
export function modificationsOf(
  facts: ContractFacts,
  pobs: readonly PobFacts[],
  isShared: boolean,
): readonly Modification[] {
  const changes = pobs.flatMap((pob) =>
    isShared ? markedSeparate(changesOf(facts, pob, true)) : changesOf(facts, pob, false),
  );
  const writes = Map.groupBy(changes, ({ at, isSeparate }) => `${at} ${isSeparate}`);
  const asMade = [...writes.values()].flatMap(modificationFrom).sort((a, b) => (a.at < b.at ? -1 : 1));
  const byDay: Modification[] = [];
  for (const made of asMade) {
    const former = byDay.findLastIndex((one) => one.from <= made.from || isBuiltOn(made, one));
    byDay.splice(former + 1, 0, made);
  }
  return byDay;
}

/** True if a modification changes an obligation that the former one added, or gave new values too. */
function isBuiltOn({ changes }: Modification, former: Modification): boolean {
  return [...changes].some(([id, { fields }]) => {
    const before = former.changes.get(id);
    return before !== undefined && (before.kind === "ADDITION" || (fields !== null && before.fields !== null));
  });
}

/**
 * One modification, or none if all its changes catch up: those correct the current version and begin no new one. If any of its measured
 * obligations is treated as mixed, so is the whole modification (25-13(c)).
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
      isSeparate: first.isSeparate,
    },
  ];
}

/** Changes of one obligation, marked as separate if they are about days that were added as a separate contract before. */
function markedSeparate(changes: readonly PobChange[]): PobChange[] {
  const renewals = changes.filter(({ isSeparate }) => isSeparate);
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
    const kind: PobChange["kind"] = part === null ? "ADDITION" : "CHANGE";
    const change = {
      at,
      pobId: id,
      modificationId: factId,
      treatment,
      kind,
      isOfTerm,
      fields,
      isSeparate: false,
    };
    if (!isOfTerm) return [{ ...change, from: treated.effectiveFrom }];
    // A term of its group ended. An obligation that goes on loses the price of the days after that end. For one that ends by
    // then, the change applies from the day of the modification. Measured progress is partially satisfied (25-13(b)).
    const { termEnd = treated.effectiveFrom } = treated;
    const { end } = corrected(pob, ({ createdAt }) => createdAt <= at).service;
    const from = end === null || end > termEnd ? termEnd : treated.effectiveFrom;
    return [{ ...change, from, treatment: treatment === "CUMULATIVE_CATCH_UP" ? treatment : "MIXED" }];
  };
  // An obligation that earns what its term bills changes with the dates of the term; a residual follows billing and stated prices.
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
    ...removalsOf(pob),
    ...parts.flatMap((part) => changeOf(part.modificationId ?? part.id, part.createdAt, part)),
    ...(isShared && price.of === "TERM" ? changesOfTerm(facts, id, price.term) : []),
  ];
}

/**
 * Days that were added as a separate contract (25-12): the original contract runs to its end, and the added days are earned after it.
 */
function renewal(
  pob: PobFacts,
  part: Correction,
  { id, at }: { readonly id: string; readonly at: string },
): PobChange[] {
  const { end } = corrected(pob, ({ createdAt }) => createdAt < at).service;
  if (end === null) return [];
  const change = { at, pobId: pob.initial.id, modificationId: id, from: end, treatment: "PROSPECTIVE" } as const;
  return [{ ...change, kind: "CHANGE", isOfTerm: false, fields: fieldsOf(part), isSeparate: true }];
}

/** The removal of an obligation: what is left of the price is that of the others from that day on (25-13(a)). */
function removalsOf({ initial: { id }, removal }: PobFacts): PobChange[] {
  if (removal === undefined) return [];
  const change = { ...removal, pobId: id, modificationId: id, treatment: "PROSPECTIVE" } as const;
  return [{ ...change, kind: "REMOVAL", isOfTerm: false, isSeparate: false, fields: [] }];
}

/** The fields that a correction gives a new value. */
export function fieldsOf({ of, changes }: Pick<Correction, "of" | "changes">): string[] {
  return Object.keys(changes).map((field) => `${of} ${field}`);
}

/** Later prices and seat amendments of a term with a shared price. For other terms they are parts of the term's own price. */
function changesOfTerm(facts: ContractFacts, pobId: string, { layers, amendments }: BillingTerm): PobChange[] {
  return [...layers, ...amendments].flatMap(({ id: modificationId = "" }) => {
    const [treated, treatment] = [facts.treatments.get(modificationId), treatmentOf(facts, modificationId)];
    if (treated === undefined || treatment === undefined || treatment === "SEPARATE_CONTRACT") return [];
    const change = { at: treated.at, pobId, modificationId, from: treated.effectiveFrom, treatment };
    return [{ ...change, kind: "CHANGE", isOfTerm: false, isSeparate: false, fields: null }];
  });
}
