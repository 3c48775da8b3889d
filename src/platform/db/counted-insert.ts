import { type RawBuilder, sql } from "kysely";

/**
 * An `insert … select` that returns the number of stored rows. On a distributed table a plain one is executed by COPY, which row-level
 * security rejects; with `returning` it is executed on the shards (ADR 0095).
 */
export function countedInsert(insert: RawBuilder<unknown>): RawBuilder<{ readonly count: string }> {
  return sql`with stored as (${insert} returning 1) select count(*) from stored`;
}
