/** One implementation of the work: runs a round and returns its outcome, whose result must be the same on both sides. */
export type Side = { readonly run: (round: number) => Promise<Outcome> };

export type Outcome = {
  readonly seconds: number;
  /** What was done, in the same form for both sides. */
  readonly result: unknown;
  /** 99th percentile of the latency in milliseconds, if the work consists of many requests. */
  readonly p99?: number;
};

/** A comparison of the program with the baseline of its goal. */
export type Comparison = {
  readonly name: string;
  /** Units of work per round; figures are per second. */
  readonly count: number;
  readonly unit: string;
  readonly program: Side;
  readonly baseline: Side;
  /**
   * "share": minimal throughput of the program divided by that of the baseline; "multiple": maximal time of the program divided by
   * that of the baseline.
   */
  readonly goal?: { readonly kind: "share" | "multiple"; readonly value: number };
};

export type Figure = {
  readonly name: string;
  readonly unit: string;
  readonly rounds: number;
  /** Medians over the rounds, in units per second. */
  readonly program: number;
  readonly baseline: number;
  /** Median of the ratios of all pairs of rounds that ran one after the other. */
  readonly ratio: number;
  readonly p99?: { readonly program: number; readonly baseline: number };
  readonly goal?: { readonly kind: "share" | "multiple"; readonly value: number; readonly isReached: boolean };
};

/** Runs both sides alternately, with a changing order, after one pair that is not counted. */
export async function compare(comparison: Comparison, rounds: number): Promise<Figure> {
  const { name, unit, count, goal } = comparison;
  const pairs: { program: Outcome; baseline: Outcome }[] = [];
  for (let round = 0; round <= rounds; round++) {
    const pair = await pairOf(comparison, round);
    if (JSON.stringify(pair.program.result) !== JSON.stringify(pair.baseline.result)) {
      const [ours, theirs] = [pair.program, pair.baseline].map(({ result }) => JSON.stringify(result).slice(0, 500));
      throw new Error(`${name}: the two sides did not do the same: ${ours} and ${theirs}`);
    }
    if (round > 0) pairs.push(pair);
  }
  const times = pairs.map(({ program, baseline }) => program.seconds / baseline.seconds);
  const isShare = goal?.kind !== "multiple";
  const ratio = median(isShare ? times.map((time) => 1 / time) : times);
  const latency = (side: "program" | "baseline") => median(pairs.map((pair) => pair[side].p99 ?? Number.NaN));
  const isMany = pairs.every(({ program, baseline }) => program.p99 !== undefined && baseline.p99 !== undefined);
  return {
    ...{ name, unit, rounds },
    program: count / median(pairs.map(({ program }) => program.seconds)),
    baseline: count / median(pairs.map(({ baseline }) => baseline.seconds)),
    ratio,
    ...(isMany ? { p99: { program: latency("program"), baseline: latency("baseline") } } : {}),
    ...(goal === undefined
      ? {}
      : { goal: { ...goal, isReached: isShare ? ratio >= goal.value : ratio <= goal.value } }),
  };
}

async function pairOf({ program, baseline }: Comparison, round: number) {
  if (round % 2 === 0) {
    const first = await program.run(round);
    return { program: first, baseline: await baseline.run(round) };
  }
  const first = await baseline.run(round);
  return { program: await program.run(round), baseline: first };
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low = Number.NaN, high = Number.NaN] = [sorted[middle - 1 + (sorted.length % 2)], sorted[middle]];
  return (low + high) / 2;
}

/** The value below which `share` of the values lie. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export async function seconds(use: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await use();
  return (performance.now() - begin) / 1_000;
}
