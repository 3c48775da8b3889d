import type { Day } from "../../kernel/day.ts";
import { add, isZero, type Money, subtract, sum, zero } from "../../kernel/money.ts";
import { type BillingTerm, kindOf } from "../billing-term.ts";
import { linesOf } from "../charges/charges.ts";
import type { PricingContext } from "../charges/price.ts";
import type { PerformanceObligation } from "./performance-obligation.ts";

/** A billing term group as a record; its terms and performance obligations name it. */
export type GroupRecord = {
  readonly id: string;
  readonly contractId: string;
  readonly name: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
};

/**
 * The live terms and performance obligations of a billing term group, within which billing and revenue must agree.
 */
export type GroupMembers = {
  readonly terms: readonly BillingTerm[];
  readonly pobs: readonly PerformanceObligation[];
};

/**
 * H: a consumption performance obligation waits for usage that is never billed; U: two take the same usage; C: some
 * reaches none.
 */
export type EventTypeRule = "H" | "U" | "C";

/** A broken rule of data model 6.3, and what breaks it. */
export type EventTypeViolation = {
  readonly rule: EventTypeRule;
  readonly eventTypeId: string;
  /** The performance obligations (H, U) or the terms (C) concerned, in the group's order. */
  readonly ids: readonly string[];
};

/**
 * The role of a performance obligation in its group (rules 7): `STATED` has its own price, `AS_BILLED_OR_CONSUMED` earns what is billed or
 * consumed, `IMPLIED` earns all that its term bills, and `RESIDUAL` what its term bills beyond the stated prices.
 */
export type PobRole = "STATED" | "AS_BILLED_OR_CONSUMED" | "IMPLIED" | "RESIDUAL";

export function roleOf({ billingTerm, isResidual, recognitionPattern }: PerformanceObligation): PobRole {
  if (billingTerm !== null) return isResidual ? "RESIDUAL" : "IMPLIED";
  return isAsBilledOrConsumed(recognitionPattern) ? "AS_BILLED_OR_CONSUMED" : "STATED";
}

/** True for patterns whose revenue follows billing or consumption, without a stated price. */
export function isAsBilledOrConsumed(pattern: unknown): boolean {
  return pattern === "RECOGNIZE_AS_BILLED" || pattern === "RECOGNIZE_AS_CONSUMED";
}

/** Those that earn what is billed, as it is billed. */
export function earningAsBilled(pobs: readonly PerformanceObligation[]): PerformanceObligation[] {
  return pobs.filter((pob) => pob.recognitionPattern === "RECOGNIZE_AS_BILLED");
}

/** Performance obligations with a stated fixed price: one side of the balance. */
export function fixedStated(pobs: readonly PerformanceObligation[]): PerformanceObligation[] {
  return pobs.filter((pob) => roleOf(pob) === "STATED" && pob.considerationType === "FIXED");
}

/**
 * The violations of the event type rules in a group (data model 6.3). With B the event types that are billed, P those of
 * consumption performance obligations, and A whether one is recognized as billed: H is P ⊆ B, U is one performance
 * obligation an event type, and C is B ⊆ P unless P is empty or A covers the rest.
 */
export function eventTypeViolations({ terms, pobs }: GroupMembers): EventTypeViolation[] {
  const billed = Map.groupBy(
    terms.filter(({ eventTypeId }) => eventTypeId !== null),
    ({ eventTypeId }) => eventTypeId ?? "",
  );
  const consumed = Map.groupBy(
    pobs.filter(({ recognitionPattern }) => recognitionPattern === "RECOGNIZE_AS_CONSUMED"),
    ({ eventTypeId }) => eventTypeId ?? "",
  );
  const idsOf = (members: readonly { readonly id: string }[]) => members.map(({ id }) => id);
  const violations: EventTypeViolation[] = [];
  for (const [eventTypeId, takers] of consumed) {
    if (!billed.has(eventTypeId)) violations.push({ rule: "H", eventTypeId, ids: idsOf(takers) });
    // Each implied performance obligation follows one term, so two terms of one event type may have two of them.
    const stated = takers.filter(({ billingTerm }) => billingTerm === null);
    const isShared = stated.length > 1 || (stated.length === 1 && takers.length > 1);
    if (isShared) violations.push({ rule: "U", eventTypeId, ids: idsOf(takers) });
  }
  if (consumed.size === 0 || earningAsBilled(pobs).length > 0) return violations;
  for (const [eventTypeId, billing] of billed) {
    if (!consumed.has(eventTypeId)) violations.push({ rule: "C", eventTypeId, ids: idsOf(billing) });
  }
  return violations;
}

export type GroupBalance = {
  /** What terms bill in fixed amounts, without those that a performance obligation follows. */
  readonly billed: Money;
  /** The prices stated for it. */
  readonly stated: Money;
  /** Billed less stated. */
  readonly difference: Money;
};

/**
 * Fixed billing against fixed revenue of a group (data model 6.6). Open-ended terms count up to the last day of service
 * of the performance obligations. Where a performance obligation recognizes as billed and no price is stated, it earns
 * all: the group is in balance.
 */
export function groupBalance(members: GroupMembers, context: PricingContext): GroupBalance {
  const pobs = fixedStated(members.pobs);
  const stated = sum(
    pobs.map(({ transactionPrice }) => transactionPrice ?? zero(context.currency)),
    context.currency,
  );
  const covers = pobs.length > 0 || earningAsBilled(members.pobs).length === 0;
  const billed = sum(
    covers ? coveredTerms(members).map((term) => fixedBilling(term, serviceEnd(pobs), context)) : [],
    context.currency,
  );
  return { billed, stated, difference: subtract(billed, stated) };
}

export function isBalanced({ difference }: GroupBalance): boolean {
  return isZero(difference);
}

/**
 * The fixed terms whose revenue stated performance obligations have to earn: those that no performance obligation
 * follows.
 */
export function coveredTerms({ terms, pobs }: GroupMembers): BillingTerm[] {
  const followed = new Set(pobs.flatMap((pob) => (roleOf(pob) === "IMPLIED" ? (pob.billingTerm?.id ?? []) : [])));
  return terms.filter((term) => kindOf(term) !== "USAGE" && !followed.has(term.id));
}

/** The day after the last day of service of all performance obligations; null if none has an end. */
export function serviceEnd(pobs: readonly PerformanceObligation[]): Day | null {
  const ends = pobs.flatMap(({ service }) => service.end ?? []);
  return ends.length === 0 ? null : Math.max(...ends);
}

/** All that a term bills in fixed amounts, an open-ended one up to `until`; a milestone counts as if it were reached. */
export function fixedBilling(term: BillingTerm, until: Day | null, context: PricingContext): Money {
  const nothing = zero(context.currency);
  const isOpenEnded = term.end === null && term.interval !== "NONE";
  if (isOpenEnded && (until === null || until <= term.start)) return nothing;
  const bounded = { ...term, end: isOpenEnded ? until : term.end, reachedOn: term.reachedOn ?? term.start };
  let billed = nothing;
  for (const { line } of linesOf(bounded, context)) billed = add(billed, line.price.total);
  return billed;
}

/** The days that the terms of a group are billed for: the service of what is recognized as billed or consumed. */
export function spanOf(terms: readonly BillingTerm[]): PerformanceObligation["service"] | null {
  if (terms.length === 0) return null;
  const start = Math.min(...terms.map((term) => term.start));
  const ends = terms.map(({ end }) => end);
  return { start, end: ends.includes(null) ? null : Math.max(...ends.map((end) => end ?? 0)) };
}
