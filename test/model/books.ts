import { type Line, linesOf } from "./billing.ts";
import { type Day, firstDay, type Month, month } from "./calendar.ts";
import type { Act, Close, Deal, Pattern, Term } from "./deal.ts";
import { positive, sumOf } from "./rational.ts";
import { earnedThrough, endedAt, type Plan, planOf, together } from "./revenue.ts";
import { firstOpen, obligationsOf, type Told, termAfter } from "./story.ts";

/** A line as it is issued: late ones keep their date while its month is open (rules 4). */
export type Issued = Line & { readonly at: number; readonly issued: Day; readonly payable: Day };

/** Balances of a contract at the end of a month, in cents. */
export type Balances = { readonly liability: bigint; readonly asset: bigint; readonly unbilled: bigint };

export type DealBooks = {
  readonly lines: readonly Issued[];
  /** Posted revenue of each obligation by month. */
  readonly revenue: readonly ReadonlyMap<Month, bigint>[];
  readonly balances: ReadonlyMap<Month, Balances>;
  /** Whether the rules say to the cent what of a balance is unbilled receivable: not where the contract's price is shared by standalone selling prices. */
  readonly isSplitKnown: boolean;
};

/** Reckons a contract through some months, all of them closed. `until` is the day of the clock. */
export function booksOf(deal: Deal, closes: readonly Close[], months: readonly Month[], until: Day): DealBooks {
  const horizon = until + 400;
  const lines = obligationsOf(deal, closes).flatMap((told, at) => issuedLines(told, at, closes, horizon));
  const recognized = (at: number, through: Month): bigint => {
    const told = obligationsOf(deal, closes, through)[at];
    if (told === undefined || through < told.counts) return 0n;
    return earned(
      told,
      lines.filter((line) => line.at === at),
      through,
      horizon,
    );
  };
  const places = deal.obligations.length + deal.acts.filter(({ kind }) => kind === "add").length;
  const all = Array.from({ length: places }, (_, at) => at);
  return {
    lines,
    isSplitKnown: deal.obligations.every(({ ssp }) => ssp === null),
    revenue: all.map(
      (at) => new Map(months.map((each) => [each, recognized(at, each) - recognized(at, each - 1)] as const)),
    ),
    balances: new Map(
      months.map((each) => {
        const told = obligationsOf(deal, closes, each);
        const sides = all.flatMap((at) => {
          const [of, own] = [told[at], lines.filter((line) => line.at === at)];
          return of === undefined ? [] : [sideOf(of, own, recognized(at, each), each, horizon)];
        });
        return [each, presented(sides)] as const;
      }),
    ),
  };
}

/** The lines of an obligation as they come to be issued, and what is credited of them. */
function issuedLines({ obligation, since, acts }: Told, at: number, closes: readonly Close[], horizon: Day): Issued[] {
  const issue = (line: Line, known: Day): Issued => {
    const made = Math.max(line.planned, known);
    const issued = month(line.planned) >= firstOpen(closes, made) ? line.planned : made;
    return { ...line, at, issued, payable: made > line.planned ? made + line.term.net : line.due };
  };
  const knownOf = ({ told = since }: Line): Day => Math.max(since, told);
  const final = linesOf(termAfter(obligation.term, acts), horizon);
  const ended = acts.find((act) => act.kind === "terminate");
  if (ended === undefined) return final.map((line) => issue(line, knownOf(line)));
  const others = acts.filter((act) => act !== ended);
  const kept = linesOf(termAfter(obligation.term, others), horizon)
    .filter((line) => Math.max(line.planned, knownOf(line)) <= ended.on)
    .map((line) => issue(line, knownOf(line)));
  const isSame = (one: Line, other: Line): boolean => one.kind === other.kind && one.start === other.start;
  const credits = kept.flatMap((line): Issued[] => {
    const left = final.find((each) => isSame(each, line))?.total ?? 0n;
    if (left === line.total) return [];
    return [{ ...line, kind: "CREDIT", issued: ended.on, payable: ended.on, subtotal: 0n, total: left - line.total }];
  });
  const rest = final.filter((line) => !kept.some((each) => isSame(each, line)));
  const isCut = (line: Line): boolean => line.end < line.fullEnd;
  return [
    ...kept,
    ...credits,
    ...rest.map((line) => issue(line, isCut(line) ? Math.max(since, ended.on) : knownOf(line))),
  ];
}

const total = (lines: readonly Line[]): bigint => sumOf(lines.map((line) => line.total));

/** What an obligation has earned by the end of a month. */
function earned(told: Told, issued: readonly Issued[], through: Month, horizon: Day): bigint {
  const {
    obligation: { pattern, serviceEnd, term },
    acts,
  } = told;
  if (pattern === "RECOGNIZE_AS_BILLED") return total(issued.filter((line) => month(line.issued) <= through));
  const ends = acts.findIndex(({ kind }) => kind === "terminate");
  if (serviceEnd === null && ends < 0) {
    const begun = linesOf(termAfter(term, acts), horizon).filter(({ start }) => start < firstDay(through + 1));
    return sumOf(begun.map((line) => earnedThrough({ ...line, pattern }, through)));
  }
  const [plan, later] =
    serviceEnd === null
      ? [openEnded(told, acts.slice(0, ends), horizon), acts.slice(ends)]
      : [fromInception(told, horizon), acts];
  return changed(plan, told, later, horizon)(firstDay(through + 1));
}

/** What an obligation with an end earns as it was agreed first. */
function fromInception(
  { obligation: { pattern, serviceStart, serviceEnd, term }, allocated }: Told,
  horizon: Day,
): Plan {
  const end = serviceEnd ?? horizon;
  return planOf({
    total: allocated ?? total(linesOf(term, horizon)),
    start: pattern === "POINT_IN_TIME" ? end - 1 : serviceStart,
    end,
    pattern,
  });
}

/** What an open-ended obligation earns: each billed period over its own days. */
function openEnded({ obligation: { pattern, term } }: Told, acts: readonly Act[], horizon: Day): Plan {
  return together(...linesOf(termAfter(term, acts), horizon).map((line) => planOf({ ...line, pattern })));
}

/** A plan after some acts, each of which keeps what was earned. */
function changed(
  plan: Plan,
  { obligation: { pattern, serviceStart, serviceEnd, term }, acts }: Told,
  later: readonly Act[],
  horizon: Day,
): Plan {
  return later.reduce((before, act) => {
    const at = acts.indexOf(act);
    const [was, is] = [acts.slice(0, at), acts.slice(0, at + 1)].map((each) =>
      total(linesOf(termAfter(term, each), horizon)),
    );
    if (was === undefined || is === undefined) return before;
    if (act.kind === "price" || act.kind === "seats")
      return together(before, planOf({ total: is - was, start: act.from, end: serviceEnd ?? horizon, pattern }));
    return act.kind === "terminate"
      ? endedAt(before, Math.max(act.on, serviceStart), {
          total: is,
          end: Math.min(act.end, serviceEnd ?? act.end),
          pattern,
        })
      : before;
  }, plan);
}

type Side = {
  readonly recognized: bigint;
  readonly billed: bigint;
  readonly unbilled: bigint;
};

function sideOf(told: Told, issued: readonly Issued[], recognized: bigint, through: Month, horizon: Day): Side {
  const billedLines = issued.filter((line) => month(line.issued) <= through);
  const billed = total(billedLines);
  return { recognized, billed, unbilled: unbilledOf(told, recognized, billedLines, through, horizon) };
}

/** Unbilled receivable by obligation, contract asset or liability by contract (rules 8). */
function presented(sides: readonly Side[]): Balances {
  const unbilled = sumOf(sides.map((side) => side.unbilled));
  const net = sumOf(sides.map(({ recognized, billed }) => recognized - billed)) - unbilled;
  return { unbilled, asset: positive(net), liability: positive(-net) };
}

/**
 * What waits for time alone: all of it where one price holds throughout or all is served, and what added seats wait for in any case, else the
 * price of the days served.
 */
function unbilledOf(
  { obligation, acts, counts, allocated }: Told,
  recognized: bigint,
  billedLines: readonly Issued[],
  through: Month,
  horizon: Day,
): bigint {
  if (obligation.pattern === "RECOGNIZE_AS_BILLED" || through < counts) return 0n;
  const { term, serviceStart, serviceEnd } = obligation;
  const isServedAsBilled = serviceStart === term.start && serviceEnd === term.end;
  const isInArrears = term.strategy === "ARREARS" || term.strategy === "LAST_OF_PERIOD";
  const billed = total(billedLines);
  const now = termAfter(term, acts);
  const isServed = serviceEnd !== null && serviceEnd <= firstDay(through + 1);
  const isSimple = (hasOnePrice(now) || isServed) && allocated === null;
  const seats = term.seats === null ? 0n : waitingSeats(now, billedLines, obligation.pattern, through);
  const beyond = positive(recognized - billed);
  if (isSimple) return beyond > seats ? beyond : seats;
  if (term.seats !== null) return seats;
  if (!isInArrears) return 0n;
  const begun = linesOf(now, horizon).filter(({ start }) => start < firstDay(through + 1));
  const served = sumOf(begun.map((line) => earnedThrough({ ...line, pattern: obligation.pattern }, through)));
  // Days of service that are not those of the bills have no price of their own.
  const worth = !isServedAsBilled && served > recognized ? recognized : served;
  return positive(worth - billed);
}

/** Added seats that are served and not billed yet. */
function waitingSeats(term: Term, billed: readonly Issued[], pattern: Pattern, through: Month): bigint {
  const waiting = linesOf(term, 0).filter(({ kind, start }) => {
    return kind === "SEAT_TRUE_UP" && !billed.some((line) => line.kind === kind && line.start === start);
  });
  return sumOf(waiting.map((line) => earnedThrough({ ...line, pattern }, through)));
}

/** What is billed once has one price, whatever its discounts; more or fewer seats cost the same each. */
const hasOnePrice = ({ interval, escalator, discounts, laterPrices }: Term): boolean =>
  interval === "NONE" ||
  (escalator === null &&
    laterPrices.length === 0 &&
    discounts.every(({ start, end }) => start === undefined && end === undefined));
