import { storm } from "./catalogue.ts";
import type { FrozenBook } from "./document.ts";
import { playInProcesses } from "./processes.ts";

//   npm run test:books -- COUNT [FIRST SEED] [STEPS] [TIME ZONE]
//
// Plays COUNT random books of 60 steps or more, in one time zone after the other unless one is named, and tells the story of each of which something does not hold that must hold of
// every book; README.md here says what. Exits with 1 where there is one.

const [count = "20", firstSeed = "1", steps = "60", timeZone] = process.argv.slice(2);
const totals = { books: 0, steps: 0, closes: 0, finished: 0, violating: 0 };
const begun = performance.now();

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function printTotals(): void {
  const { books, steps, closes, finished, violating } = totals;
  const seconds = Math.round((performance.now() - begun) / 1000);
  print(
    `${books} books in ${seconds} s: ${steps} steps, ${closes} closes, ${finished} finished contracts, ${violating} violating`,
  );
}

async function counted(book: FrozenBook): Promise<void> {
  const accepted = book.story.filter(({ answer }) => answer.startsWith("2"));
  totals.books += 1;
  totals.steps += book.story.length;
  totals.closes += accepted.filter(({ kind }) => kind.startsWith("close")).length;
  if (Array.isArray(book.results.finished)) totals.finished += book.results.finished.length;
  if (book.violations.length > 0) {
    totals.violating += 1;
    print(`\n${book.name}`);
    for (const { day, words, answer } of book.story) print(`  ${day}  ${words}  → ${answer}`);
    for (const violation of book.violations) print(`  BREACH ${violation}`);
  }
  if (totals.books % 3 === 0) printTotals();
}

await playInProcesses(
  Array.from({ length: Number(count) }, (_, index) => {
    const seed = Number(firstSeed) + index;
    return storm(seed, { steps: Number(steps), ...(timeZone === undefined ? {} : { timeZone }) }).name;
  }),
  counted,
);
printTotals();
process.exitCode = totals.violating === 0 ? 0 : 1;
