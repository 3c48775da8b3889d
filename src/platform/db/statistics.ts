import { sql } from "kysely";
import type { Db } from "./pool.ts";

/**
 * Has tables analyzed that grew or changed by half since they last were. Bulk work calls it between its batches: the server's own
 * process comes by once in a while, and a run that begins with small tables would keep the plans that it made for them. Work that is
 * one long transaction calls it within: nobody else sees what that has added.
 */
export async function analyzeChangedTables(db: Db): Promise<void> {
  await sql`select analyze_changed_tables()`.execute(db);
}
