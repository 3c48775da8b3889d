import { type RawBuilder, sql } from "kysely";

/** A moment after which nothing was known yet, as text; null is now. */
export type Cutoff = string | null;

/** Was a record there before the cutoff? `column` is the moment when it was recorded. */
export function knownBy(column: string, cutoff: Cutoff): RawBuilder<boolean> {
  return cutoff === null ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} < ${cutoff}::timestamptz`;
}
