import { sql, type Transaction } from "kysely";
import type { Database } from "../../schema/tables.ts";

/**
 * How long one statement of a request may take, by the kind of its work (ADR 0058). A dry run has five seconds (`preview.ts`); the worker,
 * commands and migrations have no limit.
 */
export const statementLimits = {
  /** Reads and writes of some records. */
  request: "10s",
  /** Reads of a whole book. */
  report: "60s",
  /** Closing and reopening months. */
  close: "900s",
} as const;

/** Lets the statements of a transaction take longer than those of other requests, to its end. */
export async function allowLonger(tx: Transaction<Database>, kind: "report" | "close"): Promise<void> {
  await sql`set local statement_timeout = ${sql.lit(statementLimits[kind])}`.execute(tx);
}
