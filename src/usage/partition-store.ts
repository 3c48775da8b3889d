import { sql } from "kysely";
import type { Db } from "../platform/db/pool.ts";

/**
 * Creates missing monthly partitions of usage events, from a year ago to three months ahead, for all merchants. The worker calls this at its start
 * and every hour. Events of other months share one partition (ADR 0041).
 */
export async function ensureUsagePartitions(db: Db): Promise<void> {
  await sql`select ensure_usage_event_partitions()`.execute(db);
}
