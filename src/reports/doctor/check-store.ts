import { type RawBuilder, sql } from "kysely";
import type { Clock, Merchant } from "../../platform/clock.ts";
import type { Tx } from "../../platform/db/pool.ts";
import type { SigningKey } from "../../platform/signing-key.ts";
import { type Invariant, sampleSize, type Violations } from "./check-result.ts";

/** One merchant's books at one moment: everything is read in the same snapshot. */
export type Examination = {
  readonly tx: Tx;
  readonly merchant: Merchant;
  readonly clock: Clock;
  /** The wall clock, for work that waits in real time. */
  readonly wallNow: Temporal.Instant;
  /** Verifies signed heads; undefined where the operator has given none. */
  readonly signingKey: SigningKey | undefined;
  /** Looks at everything where it would otherwise take a sample. */
  readonly full: boolean;
};

/** Looks for what breaks some invariants; its answers are in their order. */
export type Check = {
  readonly invariants: readonly Invariant[];
  readonly run: (examination: Examination) => Promise<readonly Violations[]>;
};

/** A probe of one invariant. */
export function check(invariant: Invariant, run: (examination: Examination) => Promise<Violations>): Check {
  return { invariants: [invariant], run: async (examination) => [await run(examination)] };
}

/** A probe of one invariant by a query that selects the ids of what breaks it as `id`. */
export function queryCheck(invariant: Invariant, query: (merchantId: string) => RawBuilder<unknown>): Check {
  return check(invariant, ({ tx, merchant }) => violationsIn(tx, query(merchant.id)));
}

/** Counts in the database, so that memory does not grow with what is broken. */
export async function violationsIn(tx: Tx, query: RawBuilder<unknown>): Promise<Violations> {
  const { rows } = await sql<{ count: string; sample: string[] }>`
    with found as materialized (${query})
    select (select count(*) from found) as count,
      array(select id::text from found order by 1 limit ${sampleSize}) as sample`.execute(tx);
  const [row] = rows;
  return { count: Number(row?.count ?? 0), sample: row?.sample ?? [] };
}
