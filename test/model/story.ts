import { shares } from "./allocate.ts";
import { linesOf } from "./billing.ts";
import type { Day, Month } from "./calendar.ts";
import { month } from "./calendar.ts";
import type { Act, Close, Deal, Obligation, Term } from "./deal.ts";
import { sumOf } from "./rational.ts";

/** The first month that is open on a day, after what is closed that day. */
export function firstOpen(closes: readonly Close[], on: Day): Month {
  return closes.reduce((open, close) => {
    if (close.on > on) return open;
    return close.reopens ? Math.min(open, close.month) : Math.max(open, close.month + 1);
  }, 0);
}

/** The first day that an act is about: when it was agreed, unless it was told before (rules 7). */
function effectiveDay(act: Act): Day {
  if (act.kind === "add") return Math.min(act.obligation.serviceStart, act.obligation.term.start);
  return act.kind === "terminate" ? act.end - 1 : act.from;
}

/** The first month that an act moves: the first open one, and not before it was agreed. */
export function bookMonth(act: Act, closes: readonly Close[]): Month {
  return Math.max(firstOpen(closes, act.on), month(Math.min(effectiveDay(act), act.on)));
}

/** An obligation with its later records: `since` is the day of recording, `counts` the first month affected. */
export type Told = {
  readonly obligation: Obligation;
  readonly since: Day;
  readonly counts: Month;
  readonly acts: readonly Act[];
  /** Its share of the price of the contract in cents, where standalone selling prices share it. */
  readonly allocated: bigint | null;
};

/** The obligations of a contract as they are after the acts that count in a month; all acts when none is named. */
export function obligationsOf(deal: Deal, closes: readonly Close[], through?: Month): Told[] {
  const counted = deal.acts.filter((act) => through === undefined || bookMonth(act, closes) <= through);
  const first = deal.obligations.map((obligation) => ({
    obligation,
    since: deal.approvedOn,
    counts: firstOpen(closes, deal.approvedOn),
  }));
  const added = deal.acts.flatMap((act) =>
    act.kind === "add" ? [{ obligation: act.obligation, since: act.on, counts: bookMonth(act, closes) }] : [],
  );
  const prices = allocation(deal.obligations);
  return [...first, ...added].map((told, at) => {
    const acts = counted.filter((act) => act.at === at && act.kind !== "add");
    return { ...told, acts, allocated: prices[at] ?? null };
  });
}

/** A term after some acts. */
export function termAfter(term: Term, acts: readonly Act[]): Term {
  const laterPrices = acts.flatMap((act) => (act.kind === "price" ? [{ from: act.from, price: act.price }] : []));
  const ended = acts.find((act) => act.kind === "terminate");
  const more = acts.flatMap((act) => (act.kind === "seats" ? [act] : []));
  const seats = term.seats === null ? null : [...term.seats, ...more];
  return { ...term, seats, laterPrices: [...term.laterPrices, ...laterPrices], end: ended?.end ?? term.end };
}

/** What each obligation gets of the contract's price by standalone selling prices; nothing where they state none. */
function allocation(obligations: readonly Obligation[]): bigint[] {
  const weights = obligations.flatMap(({ ssp }) => (ssp === null ? [] : [ssp]));
  if (weights.length === 0) return [];
  return shares(sumOf(obligations.flatMap(({ term }) => linesOf(term, 0)).map(({ total }) => total)), weights);
}
