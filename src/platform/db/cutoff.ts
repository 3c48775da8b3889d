import { type RawBuilder, sql } from "kysely";

/**
 * The moment as of which records are read: later records are left out; null is now. It is text as a timestamptz column comes back
 * (`clock.ts: instantColumn`), so that it compares with what was read as moments do.
 */
export type Cutoff = string | null;

/** True if a record was recorded before the cutoff. `column` is the moment of recording. */
export function recordedBy(column: string, cutoff: Cutoff): RawBuilder<boolean> {
  return cutoff === null ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} < ${cutoff}::timestamptz`;
}

/** Was a record live at the cutoff: there, and not deleted yet? `table` has `created_at` and `deleted_at`. */
export function liveAt(table: string, cutoff: Cutoff): RawBuilder<boolean> {
  return sql<boolean>`${recordedBy(`${table}.created_at`, cutoff)} and ${notYet(`${table}.deleted_at`, cutoff)}`;
}

/** Had something not happened yet? `column` is the moment when it did, or null. */
export function notYet(column: string, cutoff: Cutoff): RawBuilder<boolean> {
  const moment = sql.ref(column);
  return cutoff === null
    ? sql<boolean>`${moment} is null`
    : sql<boolean>`coalesce(${moment} >= ${cutoff}::timestamptz, true)`;
}
