import { type RawBuilder, sql } from "kysely";
import type { Clock, Merchant } from "../../platform/clock.ts";
import type { Tx } from "../../platform/db/pool.ts";
import type { SigningKey } from "../../platform/signing-key.ts";
import { type Invariant, sampleSize, type Violations } from "./check-result.ts";

/** What a check gets. All checks of a merchant read the same snapshot of the database. */
export type Examination = {
  readonly tx: Tx;
  readonly merchant: Merchant;
  readonly clock: Clock;
  /** Real time, for the age of jobs and events: the clock of a sandbox may stand still. */
  readonly wallNow: Temporal.Instant;
  /** Verifies the signatures of signed heads; undefined if the operator has none. */
  readonly signingKey: SigningKey | undefined;
  /** True if checks examine everything where they would otherwise take a sample. */
  readonly full: boolean;
};

/** Finds violations of one or more invariants, in the order of `invariants`. */
export type Check = {
  readonly invariants: readonly Invariant[];
  readonly run: (examination: Examination) => Promise<readonly Violations[]>;
};

/** A check of one invariant. */
export function check(invariant: Invariant, run: (examination: Examination) => Promise<Violations>): Check {
  return { invariants: [invariant], run: async (examination) => [await run(examination)] };
}

/** A check of one invariant by a query that selects, as `id`, the ids of the records that break it. */
export function queryCheck(invariant: Invariant, query: (merchantId: string) => RawBuilder<unknown>): Check {
  return check(invariant, ({ tx, merchant }) => violationsIn(tx, query(merchant.id)));
}

/** Counts the rows of a query in the database, so that memory does not grow with the number of violations. */
export async function violationsIn(tx: Tx, query: RawBuilder<unknown>): Promise<Violations> {
  const { rows } = await sql<{ count: string; sample: string[] }>`
    with found as materialized (${query})
    select (select count(*) from found) as count,
      array(select id::text from found order by 1 limit ${sampleSize}) as sample`.execute(tx);
  const [row] = rows;
  return { count: Number(row?.count ?? 0), sample: row?.sample ?? [] };
}
