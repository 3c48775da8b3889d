import { shares } from "./allocate.ts";
import { linesOf } from "./billing.ts";
import type { Day, Month } from "./calendar.ts";
import { month } from "./calendar.ts";
import type { Change, Close, Deal, Obligation, Term } from "./deal.ts";
import { sumOf } from "./rational.ts";

/** The first month that is open on a day, after what is closed that day. */
export function firstOpen(closes: readonly Close[], on: Day): Month {
  return closes.reduce((open, close) => {
    if (close.on > on) return open;
    return close.reopens ? Math.min(open, close.month) : Math.max(open, close.month + 1);
  }, 0);
}

/** The first day that a change affects; of a termination the last day of the term. */
function effectiveDay(change: Change): Day {
  if (change.kind === "add") return Math.min(change.obligation.serviceStart, change.obligation.term.start);
  return change.kind === "terminate" ? change.end - 1 : change.from;
}

/**
 * The first month that a change may affect: the first open one, and not before its effective day or, if that comes later, the day of its
 * recording (rules 7).
 */
export function bookMonth(change: Change, closes: readonly Close[]): Month {
  return Math.max(firstOpen(closes, change.on), month(Math.min(effectiveDay(change), change.on)));
}

/** An obligation with its later changes. */
export type RecordedObligation = {
  readonly obligation: Obligation;
  readonly recordedOn: Day;
  /** The first month that it affects. */
  readonly bookMonth: Month;
  readonly changes: readonly Change[];
  /** Its part of the price of the contract in cents, if that is allocated by standalone selling price; else null. */
  readonly allocated: bigint | null;
};

/** The obligations of a contract with the changes that are effective in a month; with all changes if no month is given. */
export function obligationsOf(deal: Deal, closes: readonly Close[], through?: Month): RecordedObligation[] {
  const effective = deal.changes.filter((change) => through === undefined || bookMonth(change, closes) <= through);
  const first = deal.obligations.map((obligation) => ({
    obligation,
    recordedOn: deal.approvedOn,
    bookMonth: firstOpen(closes, deal.approvedOn),
  }));
  const added = deal.changes.flatMap((change) =>
    change.kind === "add"
      ? [{ obligation: change.obligation, recordedOn: change.on, bookMonth: bookMonth(change, closes) }]
      : [],
  );
  const prices = allocation(deal.obligations);
  return [...first, ...added].map((recorded, at) => {
    const changes = effective.filter((change) => change.at === at && change.kind !== "add");
    return { ...recorded, changes, allocated: prices[at] ?? null };
  });
}

/** The term with some changes. */
export function termWith(term: Term, changes: readonly Change[]): Term {
  const laterPrices = changes.flatMap((change) =>
    change.kind === "price" ? [{ from: change.from, price: change.price }] : [],
  );
  const ended = changes.find((change) => change.kind === "terminate");
  const more = changes.flatMap((change) => (change.kind === "seats" ? [change] : []));
  const seats = term.seats === null ? null : [...term.seats, ...more];
  return { ...term, seats, laterPrices: [...term.laterPrices, ...laterPrices], end: ended?.end ?? term.end };
}

/** The price of the contract, allocated by standalone selling price; empty if the obligations have none. */
function allocation(obligations: readonly Obligation[]): bigint[] {
  const weights = obligations.flatMap(({ ssp }) => (ssp === null ? [] : [ssp]));
  if (weights.length === 0) return [];
  return shares(sumOf(obligations.flatMap(({ term }) => linesOf(term, 0)).map(({ total }) => total)), weights);
}
