import { type BillingTerm, firstBilledDay, type PriceLayer } from "../billing-terms/billing-term.ts";
import { linesOf } from "../billing-terms/charges/charges.ts";
import type { PricingContext } from "../billing-terms/charges/price.ts";
import type { Treatment } from "../billing-terms/modifications/modification.ts";
import type { SeatAmendment } from "../billing-terms/seats.ts";
import { assert, required } from "../kernel/assert.ts";
import type { Day } from "../kernel/day.ts";
import { type Money, money, subtract } from "../kernel/money.ts";
import type { SegmentReason } from "./earning-segment.ts";
import { unchargedAmendments } from "./uncharged-amendments.ts";

/** A part of a price: earned from a day on, or over the whole service where `from` is null. */
export type PricedAmount = {
  readonly amount: Money;
  readonly from: Day | null;
  /** The day before which it is earned, if service over time goes on after that. */
  readonly until?: Day;
  readonly reason: SegmentReason;
};

/** The part less an amount that is credited from a day on, and earned from that day if it began later. */
export function lessFrom<Part extends PricedAmount>(part: Part, amount: Money, day: Day): Part {
  const { from } = part;
  return { ...part, amount: subtract(part.amount, amount), from: from === null ? null : Math.min(from, day) };
}

/** A part of the price of a term. The initial price, and a change that catches up, is earned over the whole service (`from` is null). */
export type TermAmount = PricedAmount & {
  /** When the change was recorded; empty for the initial price. */
  readonly at: string;
};

/** The price of a term after each of its changes. A calculation with more changes continues from it. */
export type TermPrice = { readonly amounts: readonly TermAmount[]; readonly states: readonly PricedTerm[] };

/**
 * The price of a term with an end, in parts: the initial price, and by how much each later price and seat amendment changed the whole, in
 * the order of their effective days. Each part is earned from its own day, so every day earns its own seats at its own price (rules 7,
 * "layers"). Removed seats count from the first period that is charged for fewer (data model 7.2). The initial price is earned over the
 * whole service, whatever day the term begins or bills (rules 13, "service before billing"), and so is a change that catches up (ASC
 * 606-10-25-13(b)). The parts sum to what the term bills.
 *
 * ```
 *        1 Jan            1 Apr        1 Aug         31 Dec
 * price  |── 100 a month ─|── 150 a month ────────────|
 * seats                                |── + 20 ──────|
 * parts  |── 1,200.00 ────────────────────────────────|
 *                         |── 450.00 ─────────────────|
 *                                      |── 100.00 ────|
 * ```
 *
 * @param treatments of layers and amendments, by id
 * @param known      an earlier result for the same term with fewer changes; it is reused as far as the changes are the same
 */
export function termPrice(
  term: BillingTerm,
  treatments: ReadonlyMap<string, Treatment>,
  context: PricingContext,
  known?: TermPrice,
): TermPrice {
  assert(term.end !== null || term.interval === "NONE", "a term without an end has no price as a whole");
  const first = known?.states[0];
  const agreed = first !== undefined && isSameTerm(first.term, term) ? first : versionPrice(term, context);
  const isRecorded = agreed === first;
  const states = [agreed];
  const amounts: TermAmount[] = [
    {
      amount: money(agreed.difference, context.currency),
      from: null,
      at: "",
      reason: { of: "INCEPTION" },
    },
  ];
  const changes = changesOf(term);
  const uncharged = unchargedAmendments(term, context);
  for (const [index, fact] of changes.entries()) {
    const next = isRecorded ? known?.states[index + 1] : undefined;
    const isCharged = !uncharged.has(fact.id);
    const isSame =
      next?.isCharged === isCharged && states[index] === known?.states[index] && isSameFact(next.fact, fact);
    const before = required(states[index], "the price before a change");
    states.push(isSame ? next : isCharged ? changedPrice(before, fact, context) : unchangedPrice(before, fact));
  }
  const firstOf = firstChangedOf(states, treatments);
  for (const [index, fact] of changes.entries()) {
    const { difference } = required(states[index + 1], "the price with a change");
    const isCatchUp = treatments.get(fact.id) === "CUMULATIVE_CATCH_UP";
    const from = isCatchUp ? null : earnedFrom(term, fact.day, firstOf(fact));
    const reason: SegmentReason = { of: "MODIFICATION", id: fact.id };
    amounts.push({ amount: money(difference, context.currency), from, at: fact.at, reason });
  }
  return { amounts, states };
}

/**
 * The first day of the first charge that a change affects. Price layers of the same day and treatment are one change. Of amendments, only
 * those made after one count with it, because a lower price leaves invoiced days as they were raised before; one that credits decreases, and
 * a seat amendment, is a change by itself.
 */
function firstChangedOf(
  states: readonly PricedTerm[],
  treatments: ReadonlyMap<string, Treatment>,
): (fact: TermFact) => Day | null {
  const keyOf = ({ id, day, layer }: TermFact) => {
    const isByItself = layer === null || layer.amendment?.creditOnDecrease === "PRORATED";
    return isByItself ? id : `${day} ${treatments.get(id)}`;
  };
  const byKey = Map.groupBy(
    states.flatMap(({ fact, firstChanged }) => (fact === null ? [] : [{ fact, firstChanged }])),
    ({ fact }) => keyOf(fact),
  );
  return (fact) => {
    const all = byKey.get(keyOf(fact)) ?? [];
    const isAmended = fact.layer?.amendment !== undefined;
    const together = isAmended ? all.slice(all.findIndex((one) => one.fact.id === fact.id)) : all;
    const days = together.flatMap(({ firstChanged }) => (firstChanged === null ? [] : [firstChanged]));
    return days.length === 0 ? null : Math.min(...days);
  };
}

/**
 * The day from which a change is earned: its effective day, or the first day of the charge that it affects, if that is later and not the
 * first charge of the term. The first charge does not count: service may begin before billing (rules 13, "service before billing").
 */
function earnedFrom(term: BillingTerm, day: Day, firstChanged: Day | null): Day {
  return firstChanged === null || firstChanged <= firstBilledDay(term) ? day : Math.max(day, firstChanged);
}

/** A price layer or a seat amendment of a term. */
type TermFact = {
  readonly id: string;
  readonly at: string;
  readonly day: Day;
  readonly layer: PriceLayer | null;
  readonly amendment: SeatAmendment | null;
};

/** Layers and amendments of a term by effective day, layers first on the same day; for a one-off in the order of recording. */
function changesOf(term: BillingTerm): TermFact[] {
  return [
    ...term.layers.map((layer) => ({
      ...{ layer, amendment: null, day: layer.effectiveFrom, id: layer.id ?? "", at: layer.createdAt ?? "" },
    })),
    ...term.amendments.map((amendment) => ({
      ...{ layer: null, amendment, day: amendment.effectiveDate, id: amendment.id, at: amendment.createdAt },
    })),
  ].sort((a, b) => (term.interval === "NONE" ? 0 : a.day - b.day));
}

/** Amounts of a charge in minor units; of a free period only `gross`, before discounts, shows that its price changed. */
type ChargedAmount = { readonly gross: bigint; readonly net: bigint };

const noAmount: ChargedAmount = { gross: 0n, net: 0n };

/** Charges of one billing period, by first day, type and amendment. */
type ChargesOfPeriod = ReadonlyMap<string, ChargedAmount>;

/** The charges of a term with an end after one of its changes. */
type PricedTerm = {
  readonly term: BillingTerm;
  /** The change; null for the initial price. */
  readonly fact: TermFact | null;
  /** By how much the change moved the total, in minor units; for the initial price the total itself. */
  readonly difference: bigint;
  /** The first day of the first charge that the change affects; null if there is none. */
  readonly firstChanged: Day | null;
  /** False for an amendment that no charge follows. */
  readonly isCharged: boolean;
  /** By the first day of the billing period. */
  readonly periods: ReadonlyMap<Day, ChargesOfPeriod>;
};

function versionPrice(term: BillingTerm, context: PricingContext): PricedTerm {
  const agreed: BillingTerm = { ...term, layers: [], amendments: [] };
  const nothing = { difference: 0n, firstChanged: null, isCharged: true, periods: new Map() };
  return repriced({ ...nothing, term: agreed, fact: null }, agreed, undefined, context);
}

/** The price with one more change. Only billing periods that end after its effective day are recalculated; a one-off always is. */
function changedPrice(before: PricedTerm, fact: TermFact, context: PricingContext): PricedTerm {
  const { term } = before;
  const layers = [...term.layers, ...(fact.layer === null ? [] : [fact.layer])];
  const amendments = [...term.amendments, ...(fact.amendment === null ? [] : [fact.amendment])];
  const from = term.interval === "NONE" ? undefined : fact.day;
  return { ...repriced(before, { ...term, layers, amendments }, from, context), fact };
}

/** The price after an amendment that no charge follows. */
function unchangedPrice(before: PricedTerm, fact: TermFact): PricedTerm {
  return { ...before, fact, difference: 0n, firstChanged: null, isCharged: false };
}

/** A price in which the billing periods that end after `from` are charged as by `term`; all periods if `from` is undefined. */
function repriced(before: PricedTerm, term: BillingTerm, from: Day | undefined, context: PricingContext): PricedTerm {
  const charged = new Map<Day, Map<string, ChargedAmount>>();
  for (const { type, billingPeriod, period, amendmentId, line } of linesOf(term, context, undefined, from)) {
    const { start } = billingPeriod.covered;
    const charges = charged.get(start) ?? new Map<string, ChargedAmount>();
    const amount = { gross: line.price.subtotal.minor, net: line.price.total.minor };
    charged.set(start, charges.set(`${period.start}/${type}/${amendmentId ?? ""}`, amount));
  }
  let difference = 0n;
  let firstChanged: Day | null = null;
  for (const [start, after] of charged) {
    const former: ChargesOfPeriod = before.periods.get(start) ?? new Map();
    for (const key of new Set([...former.keys(), ...after.keys()])) {
      const [was, is] = [former.get(key) ?? noAmount, after.get(key) ?? noAmount];
      if (was.net === is.net && was.gross === is.gross && former.has(key) === after.has(key)) continue;
      difference += is.net - was.net;
      const day = Number.parseInt(key, 10);
      firstChanged = firstChanged === null ? day : Math.min(firstChanged, day);
    }
  }
  const periods = new Map([...before.periods, ...charged]);
  return { term, fact: null, difference, firstChanged, isCharged: true, periods };
}

function isSameFact(a: TermFact | null, b: TermFact): boolean {
  return a !== null && a.layer === b.layer && a.amendment === b.amendment;
}

/** True if two terms differ in nothing but price layers and seat amendments. */
export function isSameTerm(a: BillingTerm, b: BillingTerm): boolean {
  const fields = Object.keys(b) as (keyof BillingTerm)[];
  return fields.every((field) => field === "layers" || field === "amendments" || a[field] === b[field]);
}
