import { sumOf } from "../support/contract-view.ts";
import type { FrozenBook, FrozenStep } from "./document.ts";
import { revenueRowOf } from "./document.ts";
import { isZero, negated } from "./observe.ts";

type Table = ReadonlyMap<string, string>;

/** A month of a performance obligation in two runs; "" where there is no such row. */
export type MonthRow = {
  readonly month: string;
  readonly source: string;
  readonly was: string;
  readonly is: string;
};

/** The first thing that two runs of one book do not have alike. */
export type Difference = {
  readonly book: string;
  /** What kind of thing it is, for counting. */
  readonly kind: string;
  /** The index of the step after which it shows; the number of steps where only the results differ. */
  readonly step: number;
  /** Where it is, for an accountant. */
  readonly place: string;
  readonly was: string;
  readonly is: string;
  /** All months of the performance obligation concerned, where it is one's revenue. */
  readonly months: readonly MonthRow[];
};

/** The first difference in the order of the story, and of the results after it; undefined where both are alike. */
export function firstDifference(was: FrozenBook, is: FrozenBook): Difference | undefined {
  const [tableWas, tableIs] = [new Map<string, string>(), new Map<string, string>()];
  const steps = Math.max(was.story.length, is.story.length);
  for (let step = 0; step < steps; step++) {
    const [before, after] = [was.story[step], is.story[step]];
    const at = { book: was.name, step, months: [] };
    if (before === undefined || after === undefined || before.words !== after.words || before.day !== after.day) {
      const reported = (each: FrozenStep | undefined) => (each === undefined ? "the end" : `${each.day} ${each.words}`);
      return { ...at, kind: "another story", place: "what is done next", was: reported(before), is: reported(after) };
    }
    if (before.answer !== after.answer) {
      return { ...at, kind: "answer", place: before.words, was: before.answer, is: after.answer };
    }
    apply(tableWas, before);
    apply(tableIs, after);
    const found =
      differenceOfTables(tableWas, tableIs) ??
      differenceOfLists("journal", before.journal ?? [], after.journal ?? []) ??
      differenceOfValues("dry run", before.plan, after.plan);
    if (found !== undefined) return { ...at, ...found };
  }
  return differenceOfResults(was, is);
}

function apply(table: Map<string, string>, { revenue = {} }: FrozenStep): void {
  for (const [key, value] of Object.entries(revenue)) {
    if (value === null) table.delete(key);
    else table.set(key, value);
  }
}

type Found = Pick<Difference, "kind" | "place" | "was" | "is" | "months">;

/** The first row in the order of months that two tables of revenue do not have alike. */
function differenceOfTables(was: Table, is: Table): Found | undefined {
  const keys = [...new Set([...was.keys(), ...is.keys()])].filter((key) => was.get(key) !== is.get(key));
  const rows = keys.map((key) => ({ key, ...revenueRowOf(key) }));
  const [first] = rows.toSorted((a, b) => (`${a.month} ${a.key}` < `${b.month} ${b.key}` ? -1 : 1));
  if (first === undefined) return undefined;
  const months = monthsOf(first.pob, was, is);
  const { pob, month, source, key } = first;
  return {
    kind: `revenue: ${kindOf(rows.map((row) => [was.get(row.key) ?? "", is.get(row.key) ?? ""]))}`,
    place: `Performance obligation '${pob}', month ${month}, ${source}`,
    was: was.get(key) ?? "no such row",
    is: is.get(key) ?? "no such row",
    months,
  };
}

/** The rows of revenue that a story has come to. */
export function tableAfter(story: readonly FrozenStep[]): Map<string, string> {
  const table = new Map<string, string>();
  for (const step of story) apply(table, step);
  return new Map([...table].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** All months of a performance obligation in two tables of revenue. */
export function monthsOf(pob: string, was: Table, is: Table): MonthRow[] {
  const keys = [...new Set([...was.keys(), ...is.keys()])].filter((key) => revenueRowOf(key).pob === pob);
  const rows = keys.map((key) => ({ ...revenueRowOf(key), was: was.get(key) ?? "", is: is.get(key) ?? "" }));
  return rows.toSorted((a, b) => (`${a.month} ${a.source}` < `${b.month} ${b.source}` ? -1 : 1));
}

const amountOf = (value: string): string => (value === "" ? "" : (value.split(" ")[0] ?? ""));
const sum = (values: readonly string[]): string => sumOf(values.map(amountOf).filter((amount) => amount !== ""));

/** How amounts differ: only in their names, between rows, or in their sums. */
function kindOf(rows: readonly (readonly [was: string, is: string])[]): string {
  const isAlike = rows.every(([was, is]) => amountOf(was) === amountOf(is));
  if (isAlike) return "same amounts, other status or category";
  if (rows.every(([was, is]) => [was, is].every((each) => each === "" || isZero(amountOf(each)))))
    return "rows of zero";
  const most = Math.max(...rows.map(([was, is]) => Math.abs(Number(amountOf(is)) - Number(amountOf(was)))));
  const moved = Number(sum([...rows.map(([, is]) => is), ...rows.map(([was]) => minus(was))])) === 0;
  const size = most <= 0.03 ? "cents" : "amounts";
  return moved ? `${size} move between rows, the total is the same` : `${size}, and the total differs`;
}

/** A table of months, old and new, as lines. */
export function printedMonths(months: readonly MonthRow[]): string[] {
  const rows = months.map(({ month, source, was, is }) => {
    const change = was === is ? "" : sum([...(is === "" ? [] : [is]), ...(was === "" ? [] : [minus(was)])]);
    return [month, source, was, is, change];
  });
  const table = [["month", "source", "old", "new", "difference"], ...rows];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  return table.map((row) => `    ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ")}`.trimEnd());
}

const minus = (value: string): string => (value === "" ? "" : negated(amountOf(value)));

function differenceOfLists(kind: string, was: readonly string[], is: readonly string[]): Found | undefined {
  const [gone, come] = [less(was, is), less(is, was)];
  if (gone.length === 0 && come.length === 0) return undefined;
  const [before, after] = [gone[0], come[0]];
  return { kind, place: kind, was: before ?? "nothing", is: after ?? "nothing", months: [] };
}

function less(from: readonly string[], taken: readonly string[]): string[] {
  const left = Map.groupBy(taken, (each) => each);
  return from.filter((each) => left.get(each)?.pop() === undefined);
}

/** The first field, in the order of the first value, that two values do not have alike. */
function differenceOfValues(kind: string, was: unknown, is: unknown, path = ""): Found | undefined {
  if (JSON.stringify(was) === JSON.stringify(is)) return undefined;
  if (isTexts(was) && isTexts(is)) return withPlace(differenceOfLists(kind, was, is), `${kind}${path}`);
  if (isRecord(was) && isRecord(is)) {
    const fields = new Set([...Object.keys(was), ...Object.keys(is)]);
    for (const field of fields) {
      const found = differenceOfValues(kind, was[field], is[field], `${path}, ${field}`);
      if (found !== undefined) return found;
    }
  }
  const text = (value: unknown) => (value === undefined ? "nothing" : JSON.stringify(value));
  return { kind, place: `${kind}${path}`, was: text(was), is: text(is), months: [] };
}

const withPlace = (found: Found | undefined, place: string): Found | undefined => found && { ...found, place };

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === "string");
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

/** Names of contracts and of the moment are left out of what differences are counted by. */
const sortOf = (result: string): string => result.replace(/^finished: /, "").replace(/contract \d+/, "a contract");

function differenceOfResults(was: FrozenBook, is: FrozenBook): Difference | undefined {
  const at = { book: was.name, step: was.story.length };
  for (const name of new Set([...Object.keys(was.results), ...Object.keys(is.results)])) {
    const found = differenceOfValues(name, was.results[name], is.results[name]);
    if (found !== undefined) return { ...at, ...found, kind: `result: ${sortOf(name)}` };
  }
  const found = differenceOfLists("violations", was.violations, is.violations);
  return found && { ...at, ...found };
}
