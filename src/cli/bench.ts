import { Command, InvalidArgumentError } from "commander";
import { cannotRun } from "./failure.ts";
import { printLine } from "./output.ts";

type Bench = {
  readonly benchmarks: Readonly<Record<string, { readonly summary: string }>>;
  readonly runBenchmarks: (names: readonly string[], rounds: number) => Promise<readonly unknown[]>;
  readonly tableOf: (figures: readonly unknown[]) => string;
};

/** `accord bench [NAME…]`: each benchmark beside its baseline, on a temporary database. */
export function benchCommand(): Command {
  return new Command("bench")
    .description("measure the program against baselines, on separate databases")
    .argument("[names...]", "benchmarks: writes, lists, pages, events; all when left out")
    .option("--rounds <count>", "pairs of measurements, whose median counts", wholeNumber, 7)
    .option("--json", "print JSON")
    .action(async (names: string[], { rounds, json = false }: { rounds: number; json?: boolean }) => {
      // Loaded by URL, because the benchmarks are no part of the program: they import it, and it does not import them.
      const bench: Bench = await import(new URL("../../bench/run.ts", import.meta.url).href);
      const known = Object.keys(bench.benchmarks);
      const unknown = names.filter((name) => !known.includes(name));
      if (unknown.length > 0) {
        throw cannotRun(`There is no benchmark ${unknown.join(", ")}; there are ${known.join(", ")}.`, "USAGE");
      }
      const figures = await bench.runBenchmarks(names.length === 0 ? known : names, rounds);
      printLine(json ? JSON.stringify(figures, null, 2) : bench.tableOf(figures));
    });
}

function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new InvalidArgumentError("It is a whole number from 1 on.");
  return Number(text);
}
