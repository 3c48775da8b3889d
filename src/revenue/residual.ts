import type { BillingTerm } from "../billing-terms/billing-term.ts";
import { sharesBy } from "../billing-terms/performance-obligations/allocation.ts";
import { fixedBilling } from "../billing-terms/performance-obligations/group.ts";
import type { Correction } from "../billing-terms/performance-obligations/performance-obligation.ts";
import type { Day } from "../kernel/day.ts";
import { isZero, type Money, money, negate, subtract, sum, zero } from "../kernel/money.ts";
import type { ContractFacts, PobFacts } from "./contract-facts.ts";
import { treatmentOf } from "./modifications.ts";
import { isFixedStated, type Pob } from "./pob.ts";
import { type BeyondChange, filledGaps, residualParts } from "./residual-parts.ts";
import type { PricedAmount, TermAmount } from "./term-price.ts";

/** An obligation of a billing term group, with its facts. */
export type GroupPob = { readonly recorded: PobFacts; readonly pob: Pob };

/** What a residual earns: a price in parts; or for an open-ended term all that is billed after the first `covered` of it. */
export type Residual = { readonly amounts: readonly PricedAmount[] } | { readonly covered: Money };

type ResidualPob = GroupPob & { readonly id: string; readonly term: BillingTerm };

/**
 * What the residuals of a group earn, by id: what their terms bill beyond the stated prices of the group, never below zero (rules 7). It
 * is derived, never stored (ADR 0029): the writes that changed billing or stated prices are taken one after the other, and by how much each
 * moved `billed − Σ stated` is earned from the day of that write, or over the whole service if it catches up. So a later stated price
 * first uses up the residual, and later billing first fills the gap of prices that were stated above the billing.
 *
 * If the group has no stated price left, each residual earns all that its term bills, unless an obligation of the group is recognized as
 * billed: that one earns all of it.
 *
 * @param termAmounts the price of a term with an end, in parts
 */
export function residualsOf(
  facts: ContractFacts,
  group: readonly GroupPob[],
  termAmounts: (term: BillingTerm) => readonly TermAmount[],
): ReadonlyMap<string, Residual> {
  const { context } = facts;
  const residuals = group.flatMap((one): ResidualPob[] =>
    one.pob.price.of === "RESIDUAL" ? [{ ...one, id: one.pob.id, term: planned(one.pob.price.term) }] : [],
  );
  const stated = group.filter(({ pob }) => isFixedStated(pob));
  if (stated.length === 0) {
    const isLeft = isLeftToBilling(group.map(({ pob }) => pob));
    const allOf = (term: BillingTerm): Residual =>
      isOpenEnded(term) ? { covered: zero(context.currency) } : { amounts: termAmounts(term) };
    return new Map(residuals.map(({ id, term }) => [id, isLeft ? { amounts: [] } : allOf(term)]));
  }
  const covered = coveredOfOpenEnded(residuals, stated, context);
  const bounded = residuals.filter(({ id }) => !covered.has(id));
  const termEnds = new Set(
    residuals.flatMap(({ recorded }) => recorded.corrections.flatMap(({ of, id }) => (of === "TERM" ? [id] : []))),
  );
  const changes = [
    ...bounded.flatMap((one) => billingChanges(facts, one, termAmounts)),
    ...stated.flatMap((one) => statedChanges(facts, one, termEnds)),
    // Stated prices that open-ended terms cover do not lower the residuals of the others.
    ...[...covered.values()].map((amount): BeyondChange => ({ ...inception, residualId: null, amount })),
  ];
  const { filled, rest } = filledGaps(changes, takenByEnds(stated, termEnds, context.currency));
  const first = isZero(rest) ? [] : [{ ...inception, residualId: null, amount: rest }];
  const ends = new Map(bounded.map(({ id, pob }) => [id, pob.service.end]));
  const parts = residualParts([...first, ...changes], ends, filled, context.currency);
  return new Map(
    residuals.map(({ id }) => {
      const share = covered.get(id);
      return [id, share === undefined ? { amounts: parts.get(id) ?? [] } : { covered: share }];
    }),
  );
}

/** True if an obligation that is recognized as billed earns all that the terms of the group bill: the group has no stated price. */
export function isLeftToBilling(group: readonly Pob[]): boolean {
  return !group.some(isFixedStated) && group.some(({ price }) => price.of === "BILLING");
}

/** The part of the stated prices that each open-ended term covers, by residual id: in proportion to what all terms bill during the stated service. */
function coveredOfOpenEnded(
  residuals: readonly ResidualPob[],
  stated: readonly GroupPob[],
  context: ContractFacts["context"],
): ReadonlyMap<string, Money> {
  if (!residuals.some(({ term }) => isOpenEnded(term))) return new Map();
  const ends = stated.flatMap(({ pob }) => pob.service.end ?? []);
  const until = ends.length === 0 ? null : Math.max(...ends);
  const price = sum(
    stated.map(({ pob }) => statedPrice(pob, context.currency)),
    context.currency,
  );
  const shares = sharesBy(
    price,
    residuals.map(({ term }) => fixedBilling(term, until, context)),
  );
  return new Map(
    residuals.flatMap(({ id, term }, index) =>
      isOpenEnded(term) ? [[id, shares[index] ?? zero(context.currency)]] : [],
    ),
  );
}

const inception = { at: "", from: null, reason: { of: "INCEPTION" } } as const;

/**
 * What a term bills, write by write. Days that were added at its end are distinct from those before (ASC 606-10-25-12, 25-13(a)): what they
 * bill is earned on them and no earlier, at the prices that were agreed by then. Later prices of them are changes of their own.
 *
 * ```
 * 100 a month, stated for the year   1 Jan 2026       1 Jan 2027     30 Jun
 * approval                           |── 1,200.00 ────|
 * half a year more                                    |── 600.00 ────|
 * ```
 */
function billingChanges(
  facts: ContractFacts,
  { id, term, recorded }: ResidualPob,
  termAmounts: (term: BillingTerm) => readonly TermAmount[],
): BeyondChange[] {
  const extensions = extensionsOf(facts, recorded, term);
  // Days added last come first, so that the last calculation is that of the whole term.
  const byEnd = [...extensions.map(({ from: end }) => ({ ...term, end })), term].map(termAmounts);
  const [atFirst = [], ...extended] = byEnd;
  const added = extensions.map((extension, index) => {
    const [before = [], after = []] = [byEnd[index], extended[index]];
    const more = after.map(({ amount }, part) => subtract(amount, before[part]?.amount ?? zero(amount.currency)));
    return { extension, more };
  });
  const own = atFirst.map(({ amount, from, at, reason }, part): BeyondChange => {
    const laterDays = added.filter(({ extension }) => at !== "" && extension.at <= at);
    return {
      // A term that was added to the approved contract changes the billing when it is added.
      at: at === "" ? (facts.treatments.get(term.id)?.at ?? "") : at,
      residualId: id,
      amount: sum([amount, ...laterDays.flatMap(({ more }) => more[part] ?? [])], amount.currency),
      from,
      ...endedBy(extensions.find((next) => at === "" || at < next.at)),
      reason,
    };
  });
  const ofDays = added.map(({ extension, more }, index): BeyondChange => {
    const agreed = more.filter((_, part) => !(atFirst[part]?.at !== "" && extension.at <= (atFirst[part]?.at ?? "")));
    const amount = sum(agreed, facts.context.currency);
    return { ...extension, residualId: id, amount, ...endedBy(extensions[index + 1]) };
  });
  return [...own, ...ofDays];
}

/** What was agreed without added days is earned before them. */
function endedBy(added: { readonly from: Day } | undefined): Pick<BeyondChange, "until"> {
  return added === undefined ? {} : { until: added.from };
}

/** The days that were added at the end of a term, unless they correct it, each from the end before; what ended again is left out. */
function extensionsOf(
  facts: ContractFacts,
  { corrections }: PobFacts,
  { end: last }: BillingTerm,
): (Pick<BeyondChange, "at" | "reason"> & { readonly from: Day })[] {
  return corrections.flatMap(({ of, id, modificationId, createdAt, changes }) => {
    const { from, to } = changes.end ?? {};
    if (of !== "TERM" || typeof from !== "number" || typeof to !== "number" || to <= from) return [];
    const factId = modificationId ?? id;
    const treatment = treatmentOf(facts, factId);
    if (treatment === undefined || treatment === "CUMULATIVE_CATCH_UP" || last === null || from >= last) return [];
    return { at: createdAt, from, reason: { of: "MODIFICATION", id: factId } as const };
  });
}

/** By how much the ends of terms lowered stated prices; zero or more. */
function takenByEnds(stated: readonly GroupPob[], termEnds: ReadonlySet<string>, currency: string): Money {
  const changes = stated.flatMap(({ recorded }) =>
    recorded.corrections.filter(({ modificationId }) => termEnds.has(modificationId ?? "")).flatMap(priceChangeOf),
  );
  return negate(sum(changes, currency));
}

/** A stated price and its changes, without those that came with the end of a term: those are changes of the billing. */
function statedChanges(
  facts: ContractFacts,
  { recorded, pob }: GroupPob,
  termEnds: ReadonlySet<string>,
): BeyondChange[] {
  const added = facts.treatments.get(pob.id);
  const changes = recorded.corrections.flatMap((correction): BeyondChange[] => {
    const { id, modificationId, createdAt } = correction;
    const [more] = priceChangeOf(correction);
    if (more === undefined || termEnds.has(modificationId ?? "")) return [];
    const from = effectiveFrom(facts, modificationId ?? id);
    const reason = { of: "MODIFICATION", id: modificationId ?? id } as const;
    return [{ at: createdAt, residualId: null, amount: negate(more), from, reason }];
  });
  const price = statedPrice(pob, facts.context.currency);
  const later = sum(recorded.corrections.flatMap(priceChangeOf), price.currency);
  const first = subtract(later, price);
  const from = added === undefined ? null : effectiveFrom(facts, pob.id);
  return [{ ...inception, at: added?.at ?? "", residualId: null, amount: first, from }, ...changes];
}

/** The effective day of a modification; null if it catches up, or if the fact is no modification. */
function effectiveFrom(facts: ContractFacts, factId: string): Day | null {
  const treatment = treatmentOf(facts, factId);
  if (treatment === undefined || treatment === "CUMULATIVE_CATCH_UP") return null;
  return facts.treatments.get(factId)?.effectiveFrom ?? null;
}

function statedPrice({ price }: Pob, currency: string): Money {
  return price.of === "STATED" ? price.amount : zero(currency);
}

/** The term as if its milestone had been reached: a residual of stated prices that wait for a milestone waits with them. */
function planned(term: BillingTerm): BillingTerm {
  return { ...term, reachedOn: term.reachedOn ?? term.start };
}

function isOpenEnded({ end, interval }: BillingTerm): boolean {
  return end === null && interval !== "NONE";
}

/** By how much a correction changes a stated price; empty if there is no stated price both before and after it. */
export function priceChangeOf({ changes }: Pick<Correction, "changes">): Money[] {
  const { from, to } = changes.transactionPrice ?? {};
  return isStored(from) && isStored(to) ? [money(BigInt(to.minor) - BigInt(from.minor), to.currency)] : [];
}

/** An amount as stored in corrections. */
function isStored(value: unknown): value is { readonly minor: string; readonly currency: string } {
  return typeof value === "object" && value !== null && "minor" in value && "currency" in value;
}
