/** What is frozen of one book: a story, and what can be seen of it from outside. No ids, no moments; amounts are text. */
export type FrozenBook = {
  readonly name: string;
  /** Kinds of operations that had an effect, by name. */
  readonly kinds: readonly string[];
  readonly story: readonly FrozenStep[];
  /** Answers by what was asked, each a list of lines or a table that is sorted. */
  readonly results: Readonly<Record<string, unknown>>;
  /** The contract of each performance obligation that had revenue, by name. */
  readonly contracts: Readonly<Record<string, string>>;
  /** What the journal moves each account of each contract by: "contract 1, REVENUE", then by month; debits are positive. */
  readonly accounts: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Invariants that do not hold. */
  readonly violations: readonly string[];
};

export type FrozenStep = {
  /** The sandbox day on which it was done. */
  readonly day: string;
  readonly kind: string;
  /** What was done, for an accountant. */
  readonly words: string;
  /** "200", or the status and code of a rejection. */
  readonly answer: string;
  /** Revenue that is listed otherwise than before the step, by row; null where a row is gone. */
  readonly revenue?: Readonly<Record<string, string | null>>;
  /** Journal entries that were posted. */
  readonly journal?: readonly string[];
  /** What a dry run showed before. */
  readonly plan?: unknown;
};

/** What a revenue entry is known by: "Support 1 | 2026-03 | CATCH_UP of 2026-01". */
export type RevenueRow = { readonly pob: string; readonly month: string; readonly source: string };

const separator = " | ";

export function revenueKey({ pob, month, source }: RevenueRow): string {
  return [pob, month, source].join(separator);
}

export function revenueRowOf(key: string): RevenueRow {
  const [pob = "", month = "", source = ""] = key.split(separator);
  return { pob, month, source };
}
