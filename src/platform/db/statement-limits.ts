import { sql, type Transaction } from "kysely";
import type { Database } from "../../schema/tables.ts";

/**
 * The time limit of one statement of a request, by kind of work (ADR 0058). A dry run has five seconds (`preview.ts`); the worker,
 * commands and migrations have no limit.
 */
export const statementLimits = {
  /** Reads and writes of single records and pages. */
  request: "10s",
  /** Reads of a whole book. */
  report: "60s",
  /** Closing and reopening months. */
  close: "900s",
} as const;

/** Raises the limit for the rest of a transaction. */
export async function allowLonger(tx: Transaction<Database>, kind: "report" | "close"): Promise<void> {
  await sql`set local statement_timeout = ${sql.lit(statementLimits[kind])}`.execute(tx);
}
