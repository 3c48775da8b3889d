import { type Balances, booksOf, type DealBooks } from "./books.ts";
import { type Day, type Month, month, monthText } from "./calendar.ts";
import type { Close } from "./deal.ts";
import { creditText, type EnteredContract, lineText, type SeenLine } from "./program.ts";
import { sumOf, written } from "./rational.ts";

/** One thing that the model and the program see differently. */
export type Difference = {
  readonly seed: number;
  readonly what: string;
  readonly model: string;
  readonly program: string;
};

/** How much was compared. */
export type Counts = { contracts: number; lines: number; months: number; balances: number };

export type Seen = {
  readonly lines: readonly SeenLine[];
  readonly revenue: readonly ReadonlyMap<Month, bigint>[];
  readonly balances: ReadonlyMap<Month, Balances>;
};

/** Holds a contract as the program has it against the model. */
export function compareDeal(
  entered: EnteredContract,
  seen: Seen,
  closes: readonly Close[],
  months: readonly Month[],
  until: Day,
  counts: Counts,
): Difference[] {
  const books = booksOf(entered.deal, closes, months, until);
  counts.contracts += 1;
  const found = [
    ...lineDifferences(books, seen, until, counts),
    ...revenueDifferences(books, seen, months, counts),
    ...balanceDifferences(books, seen, months, counts),
  ];
  return found.map((difference) => ({ seed: entered.deal.seed, ...difference }));
}

type Found = Omit<Difference, "seed">;

/** Lines that are issued by now on both sides. */
function lineDifferences(books: DealBooks, seen: Seen, until: Day, counts: Counts): Found[] {
  const model = books.lines
    .filter(({ planned, issued }) => Math.max(planned, issued) <= until)
    .filter(({ total, subtotal, hasQuantity }) => hasQuantity || total !== 0n || subtotal !== 0n)
    .map((line) => {
      if (line.kind === "CREDIT") return creditText(line.issued, -line.total);
      return lineText(line.kind === "SEAT_TRUE_UP" ? "true-up" : line.term.name, line.start, line.end, line);
    });
  const program = seen.lines.filter(({ isIssued }) => isIssued).map(({ text }) => text);
  counts.lines += program.length;
  const missing = without(model, program).map((text) => ({ what: "line", model: text, program: "" }));
  const extra = without(program, model).map((text) => ({ what: "line", model: "", program: text }));
  return [...missing, ...extra];
}

/** What the first list has more than the second, each entry as often as it has it more. */
function without(first: readonly string[], second: readonly string[]): string[] {
  const left = [...second];
  return first.filter((text) => {
    const at = left.indexOf(text);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

function revenueDifferences(books: DealBooks, seen: Seen, months: readonly Month[], counts: Counts): Found[] {
  return books.revenue.flatMap((model, at) =>
    months.flatMap((month) => {
      counts.months += 1;
      const [ours, theirs] = [model.get(month) ?? 0n, seen.revenue[at]?.get(month) ?? 0n];
      if (ours === theirs) return [];
      return [
        { what: `revenue ${monthText(month)} of obligation ${at + 1}`, model: written(ours), program: written(theirs) },
      ];
    }),
  );
}

const none: Balances = { liability: 0n, asset: 0n, unbilled: 0n };
const kinds = ["liability", "asset", "unbilled", "net"] as const;
const netOf = ({ liability, asset, unbilled }: Balances): bigint => liability - asset - unbilled;

function balanceDifferences(books: DealBooks, seen: Seen, months: readonly Month[], counts: Counts): Found[] {
  return months.flatMap((month) => {
    const [ours, theirs] = [books.balances, seen.balances].map((all) => {
      const balances = all.get(month) ?? none;
      return { ...balances, net: netOf(balances) };
    });
    if (ours === undefined || theirs === undefined) return [];
    return kinds.flatMap((kind) => {
      if (kind !== "net" && !books.isSplitKnown) return [];
      counts.balances += 1;
      if (ours[kind] === theirs[kind]) return [];
      return [{ what: `${kind} ${monthText(month)}`, model: written(ours[kind]), program: written(theirs[kind]) }];
    });
  });
}

/** Accounts of a merchant with all its contracts at the end of a month, in cents, debits above zero. */
export function accountsOf(all: readonly DealBooks[], through: Month): Map<string, bigint> {
  const recognized = all.flatMap(({ revenue }) => revenue.flatMap((months) => [...months]));
  const receivable = all.flatMap(({ lines }) =>
    lines.flatMap(({ kind, issued, total }) => (kind !== "CREDIT" && month(issued) <= through ? [total] : [])),
  );
  const credit = all.flatMap(({ lines }) =>
    lines.flatMap(({ kind, issued, total }) => (kind === "CREDIT" && month(issued) <= through ? [total] : [])),
  );
  return new Map([
    ["RECEIVABLE", sumOf(receivable)],
    ["CUSTOMER_CREDIT", sumOf(credit)],
    ["REVENUE", -sumOf(recognized.map(([of, amount]) => (of <= through ? amount : 0n)))],
  ]);
}
