import { sharesBy } from "../billing-terms/allocation.ts";
import type { BillingTerm } from "../billing-terms/billing-term.ts";
import { fixedBilling } from "../billing-terms/group.ts";
import type { Correction } from "../billing-terms/performance-obligation.ts";
import type { Day } from "../kernel/day.ts";
import { isZero, type Money, money, negate, subtract, sum, zero } from "../kernel/money.ts";
import type { ContractFacts, PobFacts } from "./contract-facts.ts";
import { treatmentOf } from "./modifications.ts";
import { isFixedStated, type Pob } from "./pob.ts";
import { type BeyondChange, filledGaps, residualParts } from "./residual-parts.ts";
import type { PricedAmount, TermAmount } from "./term-price.ts";

/** An obligation of a group, with what is recorded of it. */
export type GroupPob = { readonly recorded: PobFacts; readonly pob: Pob };

/** What a residual earns: parts of a price, or of an open-ended term all that is billed beyond what stated prices cover first. */
export type Residual = { readonly amounts: readonly PricedAmount[] } | { readonly covered: Money };

type ResidualPob = GroupPob & { readonly id: string; readonly term: BillingTerm };

/**
 * What the residuals of a group earn, by id: all that their terms bill beyond the stated prices of the group, never less than
 * nothing (rules 7). It is derived, never stored: the changes of billing and of stated prices are taken one write after the
 * other, and what each of them moves of billed − Σ stated counts from the day of that change, or over the whole service
 * where it catches up. So what is stated later uses the residual up first, and what is billed later fills what was stated
 * above the billing.
 *
 * Where nothing is stated any more, each earns all that its term bills; but where an obligation is recognized as billed,
 * that one has all.
 *
 * @param termAmounts the parts of what a term with an end bills
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
    ...bounded.flatMap((one) => billingChanges(facts, one, termAmounts(one.term))),
    ...stated.flatMap((one) => statedChanges(facts, one, termEnds)),
    // What stated prices take of open-ended terms, they do not take of the others.
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

/** Does what is recognized as billed have all that the terms of a group bill? So it does where nothing is stated. */
export function isLeftToBilling(group: readonly Pob[]): boolean {
  return !group.some(isFixedStated) && group.some(({ price }) => price.of === "BILLING");
}

/** What of the stated prices each open-ended term of the group covers, by id: by what all terms bill while they are served. */
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

function billingChanges(
  { treatments }: ContractFacts,
  { id, term }: ResidualPob,
  amounts: readonly TermAmount[],
): BeyondChange[] {
  return amounts.map(({ amount, from, at, reason }) => ({
    // A term that was added to the approved contract changes its billing when it is added.
    at: at === "" ? (treatments.get(term.id)?.at ?? "") : at,
    residualId: id,
    amount,
    from,
    reason,
  }));
}

/** What ends of terms took from stated prices. */
function takenByEnds(stated: readonly GroupPob[], termEnds: ReadonlySet<string>, currency: string): Money {
  const changes = stated.flatMap(({ recorded }) =>
    recorded.corrections.filter(({ modificationId }) => termEnds.has(modificationId ?? "")).flatMap(priceChangeOf),
  );
  return negate(sum(changes, currency));
}

/** A stated price as it was recorded first, and its changes but those with the end of a term, which are of the billing itself. */
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

/** The day from which a modification counts; null where it catches up, or is none. */
function effectiveFrom(facts: ContractFacts, factId: string): Day | null {
  const treatment = treatmentOf(facts, factId);
  if (treatment === undefined || treatment === "CUMULATIVE_CATCH_UP") return null;
  return facts.treatments.get(factId)?.effectiveFrom ?? null;
}

function statedPrice({ price }: Pob, currency: string): Money {
  return price.of === "STATED" ? price.amount : zero(currency);
}

/** Where stated prices wait for a milestone, what is billed beyond them does as well, reached or not. */
function planned(term: BillingTerm): BillingTerm {
  return { ...term, reachedOn: term.reachedOn ?? term.start };
}

function isOpenEnded({ end, interval }: BillingTerm): boolean {
  return end === null && interval !== "NONE";
}

/** What a correction adds to a stated price, below zero where it lowers it; nothing where there is no price before and after it. */
export function priceChangeOf({ changes }: Pick<Correction, "changes">): Money[] {
  const { from, to } = changes.transactionPrice ?? {};
  return isStored(from) && isStored(to) ? [money(BigInt(to.minor) - BigInt(from.minor), to.currency)] : [];
}

/** An amount as corrections keep it. */
function isStored(value: unknown): value is { readonly minor: string; readonly currency: string } {
  return typeof value === "object" && value !== null && "minor" in value && "currency" in value;
}
