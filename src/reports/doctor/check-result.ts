const severities = ["breach", "warning"] as const;

/** `breach`: the books are not what they must be. `warning`: nothing is wrong yet, but it has to be looked at. */
type Severity = (typeof severities)[number];

/** What must always hold. The sentence says it to a controller. */
export type Invariant = { readonly id: string; readonly severity: Severity; readonly sentence: string };

/** Records that break an invariant: how many, and the first of them. */
export type Violations = { readonly count: number; readonly sample: readonly string[] };

/** A broken invariant (behaviour 4). */
export type CheckResult = {
  readonly id: string;
  readonly severity: Severity;
  readonly count: number;
  readonly sample: readonly string[];
};

/** How many of the records that break an invariant are named. */
export const sampleSize = 5;

export const noViolations: Violations = { count: 0, sample: [] };

export function violationsOf(ids: readonly string[]): Violations {
  return { count: ids.length, sample: ids.slice(0, sampleSize) };
}

export function merged(a: Violations, b: Violations): Violations {
  return { count: a.count + b.count, sample: [...a.sample, ...b.sample].slice(0, sampleSize) };
}

/** What was found, by invariant and severity in their order; invariants that hold are left out. */
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
    .sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
}
