import { createHash } from "node:crypto";
import { type MonthRow, printedMonths, tableAfter } from "./difference.ts";
import { type FrozenBook, type FrozenStep, revenueRowOf } from "./document.ts";
import { type MonthAmount, monthsOfText, textOfMonths } from "./month-text.ts";

/**
 * What the repository keeps of a frozen book: a text for each heading. `steps` and `results` are hashes, enough to see that
 * something differs and after which step; all other headings are figures by month: what a performance obligation earns
 * ("contract 1, Support 1 earns"), and what an account moves by ("contract 1, CONTRACT_LIABILITY moves by", debits positive).
 */
export type CompactBook = { readonly name: string; readonly lines: ReadonlyMap<string, string> };

const hashOf = (value: unknown): string =>
  createHash("sha256").update(JSON.stringify(value)).digest("base64url").slice(0, 5);

export function compactOf(book: FrozenBook): CompactBook {
  const results = Object.entries(book.results).map(([name, value]) => `${name} ${hashOf(value)}`);
  const accounts = Object.entries(book.accounts).map(([account, months]): [string, string] => [
    `${account} moves by`,
    textOfMonths(Object.entries(months).map(([month, amount]) => ({ month, source: "", amount }))),
  ]);
  return {
    name: book.name,
    lines: new Map([
      ["steps", book.story.map(hashOf).join(" ")],
      ["results", results.join(", ")],
      ...earned(book),
      ...accounts.toSorted(([a], [b]) => (a < b ? -1 : 1)),
    ]),
  };
}

/** What each performance obligation earns, as it is in the end. */
function earned({ story, contracts }: FrozenBook): [string, string][] {
  const rows = [...tableAfter(story)].map(([key, value]) => {
    const { pob, month, source } = revenueRowOf(key);
    return { pob, month, source: source === "PATTERN" ? "" : source, amount: amountsOf(value) };
  });
  return [...Map.groupBy(rows, ({ pob }) => pob)].map(([pob, own]) => [
    `${contracts[pob]}, ${pob} earns`,
    textOfMonths(own),
  ]);
}

/** The amounts of a row without status and category: "100.00 POSTED + 5.00 PLANNED" is "100.00 + 5.00". */
function amountsOf(value: string): string {
  return value
    .split(" + ")
    .map((each) => each.split(" ")[0])
    .join(" + ");
}

/** How a book differs from what is kept of it, for an accountant; undefined where it does not. */
export function differenceTo(kept: CompactBook, book: FrozenBook): string | undefined {
  const now = compactOf(book);
  const headings = [...new Set([...kept.lines.keys(), ...now.lines.keys()])];
  const other = headings.filter((heading) => kept.lines.get(heading) !== now.lines.get(heading));
  if (other.length === 0) return undefined;
  const figures = other.filter((heading) => heading !== "steps" && heading !== "results");
  const months = figures.map((heading) => ({ heading, rows: rowsThatDiffer(kept, now, heading) }));
  const [first] = months;
  const row = first?.rows.find(({ was, is }) => was !== is);
  return [
    row === undefined
      ? `${book.name}: no month differs in the end`
      : `${book.name}: ${first?.heading}, ${row.month}: was ${row.was || "nothing"}, is ${row.is || "nothing"}`,
    ...months.flatMap(({ heading, rows }) => [`  ${heading}`, ...printedMonths(rows)]),
    ...storyTo(kept, now, book),
    ...resultsThatDiffer(kept, now, book),
  ].join("\n");
}

/** All months of a heading of figures, old and new. */
function rowsThatDiffer(kept: CompactBook, now: CompactBook, heading: string): MonthRow[] {
  const [were, are] = [kept, now].map(({ lines }) => monthsOfText(lines.get(heading) ?? ""));
  const rows = Map.groupBy([...(were ?? []), ...(are ?? [])], ({ month, source }) => `${month} ${source}`);
  const amountIn = (months: readonly MonthAmount[] = [], { month, source }: MonthAmount) =>
    months.find((each) => each.month === month && each.source === source)?.amount ?? "";
  return [...rows]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, own]) => own.slice(0, 1))
    .map((row) => ({ month: row.month, source: row.source, was: amountIn(were, row), is: amountIn(are, row) }));
}

/** The story up to the first step after which something else is seen. */
function storyTo(kept: CompactBook, now: CompactBook, { story }: FrozenBook): string[] {
  const [were, are] = [kept, now].map(({ lines }) => (lines.get("steps") ?? "").split(" "));
  const step = story.findIndex((_, index) => are?.[index] !== were?.[index]);
  const last = step === -1 ? story.length - 1 : step;
  const lines = story.slice(0, last + 1).map(({ day, words, answer }) => `  ${day}  ${words}  → ${answer}`);
  if (step === -1) return [...lines, "  every step is as before"];
  return [...lines, `  what is seen then differs: ${seenAfter(story[step])}`];
}

function seenAfter(step: FrozenStep | undefined): string {
  return JSON.stringify({ revenue: step?.revenue, journal: step?.journal, plan: step?.plan });
}

function resultsThatDiffer(kept: CompactBook, now: CompactBook, { results }: FrozenBook): string[] {
  const were = new Set((kept.lines.get("results") ?? "").split(", "));
  const other = (now.lines.get("results") ?? "").split(", ").filter((result) => !were.has(result));
  const names = other.map((result) => result.slice(0, result.lastIndexOf(" ")));
  const [first] = names;
  if (first === undefined) return [];
  return [`  other results: ${names.join(", ")}`, `  ${first} is ${JSON.stringify(results[first])}`];
}
