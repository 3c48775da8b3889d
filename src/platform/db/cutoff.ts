import { type RawBuilder, sql } from "kysely";

/**
 * Records are read as of this moment: those recorded later are left out; null is now. It has the form in which a timestamptz column
 * is read (`clock.ts: instantColumn`), so that it compares with such values as instants do.
 */
export type Cutoff = string | null;

/** True if a record was recorded before the cutoff. `column` is the moment of recording. */
export function recordedBy(column: string, cutoff: Cutoff): RawBuilder<boolean> {
  return cutoff === null ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} < ${cutoff}::timestamptz`;
}

/** True if a record existed at the cutoff and was not deleted yet. `table` has `created_at` and `deleted_at`. */
export function liveAt(table: string, cutoff: Cutoff): RawBuilder<boolean> {
  return sql<boolean>`${recordedBy(`${table}.created_at`, cutoff)} and ${notYet(`${table}.deleted_at`, cutoff)}`;
}

/** True if something had not happened yet at the cutoff. `column` is the moment when it did, or null. */
export function notYet(column: string, cutoff: Cutoff): RawBuilder<boolean> {
  const moment = sql.ref(column);
  return cutoff === null
    ? sql<boolean>`${moment} is null`
    : sql<boolean>`coalesce(${moment} >= ${cutoff}::timestamptz, true)`;
}
