import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Difference, firstDifference, printedMonths } from "./difference.ts";
import type { FrozenBook } from "./document.ts";

//   npm run freeze:compare -- FOLDER-A FOLDER-B [BOOKS TO SHOW]
//
// Tells how the books of two folders differ: how often which kind of difference is met, after which operations, and of some
// books of each kind the story and the first difference. Exits with 1 where there is one.

type Pair = { readonly was: FrozenBook; readonly difference: Difference | undefined };

const [folderA = "", folderB = "", shownOfAKind = "2"] = process.argv.slice(2);

async function bookOf(folder: string, file: string): Promise<FrozenBook> {
  return JSON.parse(await readFile(join(folder, file), "utf8"));
}

async function pairs(): Promise<Pair[]> {
  const [inA, inB] = [await booksIn(folderA), new Set(await booksIn(folderB))];
  const both = inA.filter((file) => inB.has(file));
  print(`${both.length} books in both folders; ${inA.length} in ${folderA}, ${inB.size} in ${folderB}`);
  const all: Pair[] = [];
  for (const file of both) {
    const [was, is] = [await bookOf(folderA, file), await bookOf(folderB, file)];
    all.push({ was, difference: firstDifference(was, is) });
  }
  return all;
}

async function booksIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith(".json")).toSorted();
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Operations that are met more often in books of a kind of difference than in all books, most telling first. */
function telling(of: readonly Pair[], all: readonly Pair[]): string {
  const share = (pairs: readonly Pair[], kind: string) =>
    pairs.filter(({ was }) => was.kinds.includes(kind)).length / pairs.length;
  const kinds = new Set(of.flatMap(({ was }) => was.kinds));
  return [...kinds]
    .map((kind) => ({ kind, here: share(of, kind), everywhere: share(all, kind) }))
    .filter(({ here, everywhere }) => here > everywhere * 1.3)
    .toSorted((a, b) => b.here / b.everywhere - a.here / a.everywhere)
    .slice(0, 6)
    .map(({ kind, here, everywhere }) => `${kind} ${percent(here)} (of all ${percent(everywhere)})`)
    .join(", ");
}

const percent = (share: number) => `${Math.round(share * 100)} %`;

/** The step that a difference shows after, or the end. */
const stepOf = ({ was, difference }: Pair) => was.story[difference?.step ?? 0]?.kind ?? "the end";

function printCounts(found: readonly Pair[], all: readonly Pair[]): void {
  const kinds = Map.groupBy(found, ({ difference }) => difference?.kind ?? "");
  for (const [kind, of] of [...kinds].toSorted(([, a], [, b]) => b.length - a.length)) {
    print(`\n${of.length} × ${kind}`);
    const steps = [...Map.groupBy(of, stepOf)].toSorted(([, a], [, b]) => b.length - a.length).slice(0, 8);
    print(`  shows after: ${steps.map(([step, pairs]) => `${step} ${pairs.length}`).join(", ")}`);
    print(`  books contain: ${telling(of, all) || "nothing that others do not"}`);
    for (const pair of of.slice(0, Number(shownOfAKind))) printDifference(pair);
  }
}

function printDifference({ was, difference }: Pair): void {
  if (difference === undefined) return;
  print(`\n  ${difference.book}`);
  for (const { day, words, answer } of was.story.slice(0, difference.step + 1))
    print(`    ${day}  ${words}  → ${answer}`);
  print(`  ${difference.place}: was ${difference.was}, is ${difference.is}`);
  if (difference.months.length > 0) for (const line of printedMonths(difference.months)) print(line);
}

const all = await pairs();
const found = all.filter(({ difference }) => difference !== undefined);
print(`${found.length} differ`);
printCounts(found, all);
process.exitCode = found.length === 0 ? 0 : 1;
