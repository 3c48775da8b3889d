import { createHash } from "node:crypto";
import { monthsOf, printedMonths, tableAfter } from "./difference.ts";
import { type FrozenBook, type FrozenStep, revenueRowOf } from "./document.ts";

/** What the repository keeps of a frozen book: enough to see that it differs, after which step, and in which months. */
export type CompactBook = {
  readonly name: string;
  /** A hash for each step with everything that was seen after it. */
  readonly steps: string;
  /** A hash for each result. */
  readonly results: Readonly<Record<string, string>>;
  /** The rows of revenue as they are in the end. */
  readonly revenue: Readonly<Record<string, string>>;
};

const hashOf = (value: unknown): string =>
  createHash("sha256").update(JSON.stringify(value)).digest("base64url").slice(0, 6);

export function compactOf({ name, story, results }: FrozenBook): CompactBook {
  return {
    name,
    steps: story.map(hashOf).join(" "),
    results: Object.fromEntries(Object.entries(results).map(([key, value]) => [key, hashOf(value)])),
    revenue: Object.fromEntries(tableAfter(story)),
  };
}

/** How a book differs from what is kept of it, for a reader; undefined where it does not. */
export function differenceTo(kept: CompactBook, book: FrozenBook): string | undefined {
  const now = compactOf(book);
  const [were, are] = [kept.steps.split(" "), now.steps.split(" ")];
  const step = are.findIndex((hash, index) => hash !== were[index]);
  if (step !== -1) return `${storyTo(book, step)}\n${monthsThatDiffer(kept, now)}`;
  if (were.length !== are.length) return `${storyTo(book, are.length)}\nit went on before`;
  const names = new Set([...Object.keys(kept.results), ...Object.keys(now.results)]);
  const other = [...names].filter((name) => kept.results[name] !== now.results[name]);
  if (other.length === 0) return undefined;
  const [first = ""] = other;
  return `${storyTo(book, are.length)}\nother than before: ${other.join(", ")}\n${first} is ${JSON.stringify(book.results[first])}`;
}

function storyTo({ name, story }: FrozenBook, step: number): string {
  const lines = story.slice(0, step + 1).map(({ day, words, answer }) => `  ${day}  ${words}  → ${answer}`);
  const seen = story[step] === undefined ? "" : `\n  what is seen then differs: ${seenAfter(story[step])}`;
  return `${name}\n${lines.join("\n")}${seen}`;
}

function seenAfter({ revenue, journal, plan }: FrozenStep): string {
  return JSON.stringify({ revenue, journal, plan });
}

/** Months of every performance obligation whose revenue is another in the end. */
function monthsThatDiffer(kept: CompactBook, now: CompactBook): string {
  const [was, is] = [new Map(Object.entries(kept.revenue)), new Map(Object.entries(now.revenue))];
  const keys = [...new Set([...was.keys(), ...is.keys()])].filter((key) => was.get(key) !== is.get(key));
  const pobs = [...new Set(keys.map((key) => revenueRowOf(key).pob))];
  if (pobs.length === 0) return "  in the end its revenue is the same";
  return pobs.flatMap((pob) => [`  ${pob}, in the end:`, ...printedMonths(monthsOf(pob, was, is))]).join("\n");
}
