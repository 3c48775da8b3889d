import type { BillingTerm, PriceLayer } from "../billing-terms/billing-term.ts";
import { linesOf } from "../billing-terms/charges.ts";
import type { PricingContext } from "../billing-terms/price.ts";
import type { SeatAmendment } from "../billing-terms/seats.ts";
import type { Day } from "../kernel/day.ts";
import { type Money, money } from "../kernel/money.ts";

/** A part of a price, earned from a day on. One that catches up has no day of its own: it is earned from the first. */
export type PricePart = { readonly amount: Money; readonly from: Day; readonly isCaughtUp?: boolean };

/**
 * The price of a term in parts, each earned from the day on which it came: what was agreed at first, and the difference
 * that the later prices and the changes of seats of each day made to the whole, in the order of those days, so that every
 * day is earned with its own seats at its own price (rules 7, "layers"). Fewer seats come with the first period that is
 * charged for fewer (data model 7.2). What catches up is earned from the first day of the term (ASC 606-10-25-13(b)). The sum
 * of the parts is what the term bills.
 */
export function priceParts(
  term: BillingTerm,
  context: PricingContext,
  caughtUp: ReadonlySet<string> = new Set(),
): PricePart[] {
  const amountOf = (minor: bigint) => money(minor, context.currency);
  let priced = agreedPrice(term, context);
  const parts: PricePart[] = [{ amount: amountOf(priced.difference), from: term.start }];
  for (const { day, isCaughtUp, facts } of changesOf(term, caughtUp)) {
    priced = changedPrice(priced, facts, context);
    const from = isCaughtUp ? term.start : Math.max(day, priced.firstChanged ?? day);
    parts.push({ amount: amountOf(priced.difference), isCaughtUp, from });
  }
  return parts;
}

/** A price or a change of seats of a term. */
type TermFact = {
  readonly id: string;
  readonly day: Day;
  readonly layer: PriceLayer | null;
  readonly amendment: SeatAmendment | null;
};

type TermChange = { readonly day: Day; readonly isCaughtUp: boolean; readonly facts: readonly TermFact[] };

/** The term's layers and amendments by each of their days, in order: those of the day that are treated alike come together. */
function changesOf({ layers, amendments }: BillingTerm, caughtUp: ReadonlySet<string>): TermChange[] {
  const all: TermFact[] = [
    ...layers.map((layer) => ({ layer, amendment: null, day: layer.effectiveFrom, id: layer.id ?? "" })),
    ...amendments.map((amendment) => ({ layer: null, amendment, day: amendment.effectiveDate, id: amendment.id })),
  ].sort((a, b) => a.day - b.day);
  const changes: (TermChange & { readonly facts: TermFact[] })[] = [];
  for (const fact of all) {
    const isCaughtUp = caughtUp.has(fact.id);
    const last = changes.at(-1);
    if (last?.day === fact.day && last.isCaughtUp === isCaughtUp) last.facts.push(fact);
    else changes.push({ day: fact.day, isCaughtUp, facts: [fact] });
  }
  return changes;
}

/** What the charges of one billing period come to, in minor units, by the first day of each and what it is for. */
type ChargesOfPeriod = ReadonlyMap<string, bigint>;

/** What a term with an end charges with its changes up to one of them. */
type PricedTerm = {
  readonly term: BillingTerm;
  /** What the change came to, in minor units; at first the whole price. */
  readonly difference: bigint;
  /** The first day of the first charge that the change made another; null where there is none. */
  readonly firstChanged: Day | null;
  /** By the first day of the billing period. */
  readonly periods: ReadonlyMap<Day, ChargesOfPeriod>;
  /** What came of it with the next change, where prices are remembered. */
  next?: { readonly facts: readonly TermFact[]; readonly priced: PricedTerm };
};

/** Terms as they were agreed, by their price. */
type AgreedPrices = WeakMap<BillingTerm["price"], PricedTerm>;

const remembered = new WeakMap<PricingContext, AgreedPrices>();

/**
 * A context for pricing the same terms again and again, with one change more each time: what the changes before came to is
 * kept for as long as the context, and worked out once.
 */
export function rememberingPrices(context: PricingContext): PricingContext {
  const remembering = { ...context };
  remembered.set(remembering, new WeakMap());
  return remembering;
}

function agreedPrice(term: BillingTerm, context: PricingContext): PricedTerm {
  const agreed: BillingTerm = { ...term, layers: [], amendments: [] };
  const known = remembered.get(context)?.get(term.price);
  if (known !== undefined && isSameTerm(known.term, agreed)) return known;
  const nothing = { term: agreed, difference: 0n, firstChanged: null, periods: new Map() };
  const priced = repriced(nothing, agreed, Number.NEGATIVE_INFINITY, context);
  remembered.get(context)?.set(term.price, priced);
  return priced;
}

/** The price with the facts of one more day. Billing periods that end by that day stay as they are. */
function changedPrice(before: PricedTerm, facts: readonly TermFact[], context: PricingContext): PricedTerm {
  const { next, term } = before;
  if (next !== undefined && isSameFacts(next.facts, facts)) return next.priced;
  const layers = [...term.layers, ...facts.flatMap(({ layer }) => layer ?? [])];
  const amendments = [...term.amendments, ...facts.flatMap(({ amendment }) => amendment ?? [])];
  const priced = repriced(before, { ...term, layers, amendments }, facts[0]?.day ?? term.start, context);
  if (remembered.has(context)) before.next = { facts, priced };
  return priced;
}

/** A price with its billing periods after a day as a term now charges them. */
function repriced(before: PricedTerm, term: BillingTerm, from: Day, context: PricingContext): PricedTerm {
  const charged = new Map<Day, Map<string, bigint>>();
  for (const { type, billingPeriod, period, seatAmendmentId, line } of linesOf(term, context, undefined, from)) {
    const { start } = billingPeriod.covered;
    const charges = charged.get(start) ?? new Map<string, bigint>();
    charged.set(start, charges.set(`${period.start}/${type}/${seatAmendmentId ?? ""}`, line.price.total.minor));
  }
  let difference = 0n;
  let firstChanged: Day | null = null;
  for (const [start, after] of charged) {
    const former = before.periods.get(start) ?? new Map();
    for (const key of new Set([...former.keys(), ...after.keys()])) {
      const moved = (after.get(key) ?? 0n) - (former.get(key) ?? 0n);
      if (moved === 0n && former.has(key) === after.has(key)) continue;
      difference += moved;
      const day = Number.parseInt(key, 10);
      firstChanged = firstChanged === null ? day : Math.min(firstChanged, day);
    }
  }
  return { term, difference, firstChanged, periods: new Map([...before.periods, ...charged]) };
}

function isSameFacts(a: readonly TermFact[], b: readonly TermFact[]): boolean {
  return (
    a.length === b.length &&
    a.every(({ layer, amendment }, index) => layer === b[index]?.layer && amendment === b[index]?.amendment)
  );
}

/** Are all fields of two terms without changes the same values? */
function isSameTerm(a: BillingTerm, b: BillingTerm): boolean {
  const fields = Object.keys(b) as (keyof BillingTerm)[];
  return fields.every((field) => field === "layers" || field === "amendments" || a[field] === b[field]);
}
