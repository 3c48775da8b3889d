import { sql } from "kysely";
import type { Db } from "./pool.ts";

/**
 * Analyzes tables that have grown or changed by half since they last were. Bulk work calls it between its batches, because
 * PostgreSQL's autovacuum runs too seldom for it: a run that begins with small tables would keep the plans made for them. Work that
 * is one long transaction calls it inside, because no other session sees its rows.
 */
export async function analyzeChangedTables(db: Db): Promise<void> {
  await sql`select analyze_changed_tables()`.execute(db);
}
