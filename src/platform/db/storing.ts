import { type RawBuilder, sql } from "kysely";

/**
 * An `insert … select` as part of a statement that answers how many rows it stored. By itself, a distributed table takes them by COPY, which
 * row-level security refuses; what has `returning` is inserted on the shard (ADR 0095).
 */
export function storing(insert: RawBuilder<unknown>): RawBuilder<{ readonly count: string }> {
  return sql`with stored as (${insert} returning 1) select count(*) from stored`;
}
