import { firstOpen, obligationsOf, type RecordedObligation, termWith } from "./as-of.ts";
import { type Line, linesOf } from "./billing.ts";
import { type Day, firstDay, type Month, month } from "./calendar.ts";
import type { Change, Close, Deal, Pattern, Term } from "./deal.ts";
import { positive, sumOf } from "./rational.ts";
import { earnedThrough, endedAt, type Plan, planOf, together } from "./revenue.ts";

/** A line as it is issued: late ones keep their date while its month is open (rules 4). */
export type Issued = Line & { readonly at: number; readonly issued: Day; readonly payable: Day };

/** Balances of a contract at the end of a month, in cents. */
export type Balances = { readonly liability: bigint; readonly asset: bigint; readonly unbilled: bigint };

export type DealBooks = {
  readonly lines: readonly Issued[];
  /** Posted revenue of each obligation by month. */
  readonly revenue: readonly ReadonlyMap<Month, bigint>[];
  readonly balances: ReadonlyMap<Month, Balances>;
  /** True if the rules give unbilled receivable to the cent; false if the price of the contract is allocated by standalone selling price. */
  readonly isSplitKnown: boolean;
};

/** The books of a contract through some months, all of them closed. `until` is the day of the clock. */
export function booksOf(deal: Deal, closes: readonly Close[], months: readonly Month[], until: Day): DealBooks {
  const horizon = until + 400;
  const lines = obligationsOf(deal, closes).flatMap((recorded, at) => issuedLines(recorded, at, closes, horizon));
  const recognized = (at: number, through: Month): bigint => {
    const recorded = obligationsOf(deal, closes, through)[at];
    if (recorded === undefined || through < recorded.bookMonth) return 0n;
    return earned(
      recorded,
      lines.filter((line) => line.at === at),
      through,
      horizon,
    );
  };
  const places = deal.obligations.length + deal.changes.filter(({ kind }) => kind === "add").length;
  const all = Array.from({ length: places }, (_, at) => at);
  return {
    lines,
    isSplitKnown: deal.obligations.every(({ ssp }) => ssp === null),
    revenue: all.map(
      (at) => new Map(months.map((each) => [each, recognized(at, each) - recognized(at, each - 1)] as const)),
    ),
    balances: new Map(
      months.map((each) => {
        const obligations = obligationsOf(deal, closes, each);
        const sides = all.flatMap((at) => {
          const [of, own] = [obligations[at], lines.filter((line) => line.at === at)];
          return of === undefined ? [] : [sideOf(of, own, recognized(at, each), each, horizon)];
        });
        return [each, presented(sides)] as const;
      }),
    ),
  };
}

/** The issued and planned lines of an obligation, and the credits of a termination. */
function issuedLines(
  { obligation, recordedOn, changes }: RecordedObligation,
  at: number,
  closes: readonly Close[],
  horizon: Day,
): Issued[] {
  const issue = (line: Line, recorded: Day): Issued => {
    const made = Math.max(line.planned, recorded);
    const issued = month(line.planned) >= firstOpen(closes, made) ? line.planned : made;
    return { ...line, at, issued, payable: made > line.planned ? made + line.term.net : line.due };
  };
  const recordedOf = (line: Line): Day => Math.max(recordedOn, line.recordedOn ?? recordedOn);
  const final = linesOf(termWith(obligation.term, changes), horizon);
  const ended = changes.find((change) => change.kind === "terminate");
  if (ended === undefined) return final.map((line) => issue(line, recordedOf(line)));
  const others = changes.filter((change) => change !== ended);
  const kept = linesOf(termWith(obligation.term, others), horizon)
    .filter((line) => Math.max(line.planned, recordedOf(line)) <= ended.on)
    .map((line) => issue(line, recordedOf(line)));
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
    ...rest.map((line) => issue(line, isCut(line) ? Math.max(recordedOn, ended.on) : recordedOf(line))),
  ];
}

const total = (lines: readonly Line[]): bigint => sumOf(lines.map((line) => line.total));

/** What an obligation has earned by the end of a month. */
function earned(recorded: RecordedObligation, issued: readonly Issued[], through: Month, horizon: Day): bigint {
  const {
    obligation: { pattern, serviceEnd, term },
    changes,
  } = recorded;
  if (pattern === "RECOGNIZE_AS_BILLED") return total(issued.filter((line) => month(line.issued) <= through));
  const ends = changes.findIndex(({ kind }) => kind === "terminate");
  if (serviceEnd === null && ends < 0) {
    const begun = linesOf(termWith(term, changes), horizon).filter(({ start }) => start < firstDay(through + 1));
    return sumOf(begun.map((line) => earnedThrough({ ...line, pattern }, through)));
  }
  const [plan, later] =
    serviceEnd === null
      ? [openEnded(recorded, changes.slice(0, ends), horizon), changes.slice(ends)]
      : [fromInception(recorded, horizon), changes];
  return changed(plan, recorded, later, horizon)(firstDay(through + 1));
}

/** What an obligation with an end earns before any change. */
function fromInception(
  { obligation: { pattern, serviceStart, serviceEnd, term }, allocated }: RecordedObligation,
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
function openEnded(
  { obligation: { pattern, term } }: RecordedObligation,
  changes: readonly Change[],
  horizon: Day,
): Plan {
  return together(...linesOf(termWith(term, changes), horizon).map((line) => planOf({ ...line, pattern })));
}

/** A plan after some changes, each of which keeps what was earned. */
function changed(
  plan: Plan,
  { obligation: { pattern, serviceStart, serviceEnd, term }, changes }: RecordedObligation,
  later: readonly Change[],
  horizon: Day,
): Plan {
  return later.reduce((before, change) => {
    const at = changes.indexOf(change);
    const [was, is] = [changes.slice(0, at), changes.slice(0, at + 1)].map((each) =>
      total(linesOf(termWith(term, each), horizon)),
    );
    if (was === undefined || is === undefined) return before;
    if (change.kind === "price" || change.kind === "seats")
      return together(before, planOf({ total: is - was, start: change.from, end: serviceEnd ?? horizon, pattern }));
    return change.kind === "terminate"
      ? endedAt(before, Math.max(change.on, serviceStart), {
          total: is,
          end: Math.min(change.end, serviceEnd ?? change.end),
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

function sideOf(
  recorded: RecordedObligation,
  issued: readonly Issued[],
  recognized: bigint,
  through: Month,
  horizon: Day,
): Side {
  const billedLines = issued.filter((line) => month(line.issued) <= through);
  const billed = total(billedLines);
  return { recognized, billed, unbilled: unbilledOf(recorded, recognized, billedLines, through, horizon) };
}

/** Unbilled receivable by obligation, contract asset or liability by contract (rules 8). */
function presented(sides: readonly Side[]): Balances {
  const unbilled = sumOf(sides.map((side) => side.unbilled));
  const net = sumOf(sides.map(({ recognized, billed }) => recognized - billed)) - unbilled;
  return { unbilled, asset: positive(net), liability: positive(-net) };
}

/**
 * Unbilled receivable: all revenue beyond billing if the term has one price or all of the service is delivered; added seats that are not billed
 * in any case; else the price of the days served.
 */
function unbilledOf(
  { obligation, changes, bookMonth, allocated }: RecordedObligation,
  recognized: bigint,
  billedLines: readonly Issued[],
  through: Month,
  horizon: Day,
): bigint {
  if (obligation.pattern === "RECOGNIZE_AS_BILLED" || through < bookMonth) return 0n;
  const { term, serviceStart, serviceEnd } = obligation;
  const isServedAsBilled = serviceStart === term.start && serviceEnd === term.end;
  const isInArrears = term.strategy === "ARREARS" || term.strategy === "LAST_OF_PERIOD";
  const billed = total(billedLines);
  const now = termWith(term, changes);
  const isServed = serviceEnd !== null && serviceEnd <= firstDay(through + 1);
  const isSimple = (hasOnePrice(now) || isServed) && allocated === null;
  const seats = term.seats === null ? 0n : waitingSeats(now, billedLines, obligation.pattern, through);
  const beyond = positive(recognized - billed);
  if (isSimple) return beyond > seats ? beyond : seats;
  if (term.seats !== null) return seats;
  if (!isInArrears) return 0n;
  const begun = linesOf(now, horizon).filter(({ start }) => start < firstDay(through + 1));
  const served = sumOf(begun.map((line) => earnedThrough({ ...line, pattern: obligation.pattern }, through)));
  // If service and billing have different days, a day of service has no price of its own.
  const price = !isServedAsBilled && served > recognized ? recognized : served;
  return positive(price - billed);
}

/** Added seats that are served and not billed yet. */
function waitingSeats(term: Term, billed: readonly Issued[], pattern: Pattern, through: Month): bigint {
  const waiting = linesOf(term, 0).filter(({ kind, start }) => {
    return kind === "SEAT_TRUE_UP" && !billed.some((line) => line.kind === kind && line.start === start);
  });
  return sumOf(waiting.map((line) => earnedThrough({ ...line, pattern }, through)));
}

/** True if a term has one price throughout. A one-off always has; a change of seats does not change the price of a seat. */
const hasOnePrice = ({ interval, escalator, discounts, laterPrices }: Term): boolean =>
  interval === "NONE" ||
  (escalator === null &&
    laterPrices.length === 0 &&
    discounts.every(({ start, end }) => start === undefined && end === undefined));
