import { sql } from "kysely";
import type { Db } from "../platform/db/pool.ts";

/**
 * Makes the partitions of usage events from a year ago to three months ahead that are missing, for all merchants; the worker does so at
 * its start and every hour. What is sent makes none: events of other months share one (ADR 0041).
 */
export async function keepUsagePartitions(db: Db): Promise<void> {
  await sql`select keep_usage_event_partitions()`.execute(db);
}
