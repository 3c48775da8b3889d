import { compareTexts } from "../../kernel/text-order.ts";

const severities = ["violation", "warning"] as const;

/** `violation`: the books are wrong. `warning`: nothing is wrong yet, but somebody should look at it. */
type Severity = (typeof severities)[number];

/** A rule that the stored books must always satisfy. `sentence` states it for a controller. */
export type Invariant = { readonly id: string; readonly severity: Severity; readonly sentence: string };

/** Records that break an invariant: their number, and the ids of at most `sampleSize` of them. */
export type Violations = { readonly count: number; readonly sample: readonly string[] };

/** A broken invariant (behaviour 4). */
export type CheckResult = {
  readonly id: string;
  readonly severity: Severity;
  readonly count: number;
  readonly sample: readonly string[];
};

/** The maximum number of violating records that are named. */
export const sampleSize = 5;

export const noViolations: Violations = { count: 0, sample: [] };

export function violationsOf(ids: readonly string[]): Violations {
  return { count: ids.length, sample: ids.slice(0, sampleSize) };
}

export function merged(a: Violations, b: Violations): Violations {
  return { count: a.count + b.count, sample: [...a.sample, ...b.sample].slice(0, sampleSize) };
}

/** Violations by id and severity of the invariant, in the order of ids. Invariants without violations are left out. */
export function checkResultsOf(results: readonly { invariant: Invariant; violations: Violations }[]): CheckResult[] {
  const broken = results.filter(({ violations }) => violations.count > 0);
  const byKey = Map.groupBy(broken, ({ invariant }) => `${invariant.id}/${invariant.severity}`);
  return [...byKey.values()]
    .flatMap(([first, ...others]) => {
      if (first === undefined) return [];
      const { id, severity } = first.invariant;
      const { count, sample } = others.reduce((sum, { violations }) => merged(sum, violations), first.violations);
      return [{ id, severity, count, sample }];
    })
    .sort((a, b) => compareTexts(a.id, b.id));
}
