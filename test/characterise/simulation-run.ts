import { simulation } from "./catalogue.ts";
import type { FrozenBook } from "./document.ts";
import { playInProcesses } from "./processes.ts";

//   npm run test:simulation -- [SEEDS] [MONTHS] [SEED]
//
// Plays so many random businesses, each for so many months on the clock of its sandbox with a close at the end of each month, and tells the
// story of each of which something does not hold at a month end that must hold of every book (README.md here). Exits with 1 where there is one.

const [seeds = 10, months = 6, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number);
const totals = { seeds: 0, months: 0, closed: 0, steps: 0, violating: 0 };
const begun = performance.now();

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function counted(book: FrozenBook): Promise<void> {
  const { closed } = book.results as { readonly closed: number };
  totals.seeds += 1;
  totals.months += months;
  totals.closed += closed;
  totals.steps += book.story.length;
  if (book.violations.length > 0) {
    totals.violating += 1;
    print(`\n${book.name}`);
    for (const { day, words, answer } of book.story) print(`  ${day}  ${words}  → ${answer}`);
    for (const violation of book.violations) print(`  BREACH ${violation}`);
  }
  if (totals.seeds % 10 === 0) printTotals();
}

function printTotals(): void {
  const seconds = Math.round((performance.now() - begun) / 1000);
  print(
    `${totals.seeds} businesses in ${seconds} s: ${totals.months} months, ${totals.closed} of them closed in time, ` +
      `${totals.steps} steps, ${totals.violating} violating`,
  );
}

print(`seed ${seed}`);
const names = Array.from({ length: seeds }, (_, index) => simulation(seed + index, months).name);
await playInProcesses(names, counted);
printTotals();
print(`seed ${seed}`);
process.exitCode = totals.violating === 0 ? 0 : 1;
