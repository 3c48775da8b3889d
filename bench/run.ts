import { benchEvents } from "./events.ts";
import { benchLists } from "./lists.ts";
import { benchPages } from "./pages.ts";
import type { Figure } from "./rounds.ts";
import { benchWrites } from "./writes.ts";

type Benchmark = {
  readonly summary: string;
  readonly run: (options: { readonly rounds: number }) => Promise<Figure[]>;
};

/** The benchmarks by name. */
export const benchmarks: Readonly<Record<string, Benchmark>> = {
  writes: { summary: "single writes of one merchant from 8 clients, beside a bare transaction", run: benchWrites },
  lists: { summary: "pages of lists on 16 connections, beside Fastify and pg alone", run: benchLists },
  pages: {
    summary: "a page of 50,000 rows, and of 1,000 beside the rows of others, beside one of 1,000",
    run: benchPages,
  },
  events: { summary: "usage events one by one and by 1,000, beside node:http and an insert", run: benchEvents },
};

/** Runs some benchmarks one after the other, each on a database of its own. */
export async function runBenchmarks(names: readonly string[], rounds: number): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const name of names) figures.push(...((await benchmarks[name]?.run({ rounds })) ?? []));
  return figures;
}

/** The figures as lines: name, both sides, ratio, latency, and the goal. */
export function tableOf(figures: readonly Figure[]): string {
  const head = ["", "program", "baseline", "", "ratio", "p99 ms", "goal"];
  const rows = figures.map(({ name, program, baseline, unit, ratio, p99, goal }) => [
    ...[name, Math.round(program).toString(), Math.round(baseline).toString(), unit, ratio.toFixed(2)],
    p99 === undefined ? "" : `${p99.program.toFixed(1)} / ${p99.baseline.toFixed(1)}`,
    goal === undefined ? "" : `${goal.kind === "share" ? "≥" : "≤"} ${goal.value}${goal.isReached ? "" : " missed"}`,
  ]);
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd();
  return [head, ...rows].map(line).join("\n");
}
