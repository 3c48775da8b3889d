import { sql } from "kysely";
import type { Tx } from "../../src/platform/db/pool.ts";

export type Column = {
  readonly name: string;
  /** As PostgreSQL calls it: `int8`, `_uuid` for a list of ids. */
  readonly type: string;
  readonly isNullable: boolean;
  /** Words that a check of the table allows, where it names some. */
  readonly words: readonly string[];
};

/** A table with rows of merchants. */
export type Table = {
  readonly name: string;
  /** Which of its columns names the merchant. */
  readonly owner: string;
  /** All that can be written, but the merchant. */
  readonly columns: readonly Column[];
  /** Columns that are unique together, the merchant left out. */
  readonly uniques: readonly (readonly string[])[];
};

/** Every table of the schema whose rows belong to a merchant, and the merchant's own. */
export async function readTables(tx: Tx): Promise<Table[]> {
  const { rows } = await sql<Table>`
    select table_.relname as name, case table_.relname when 'merchant' then 'id' else 'merchant_id' end as owner,
      (select json_agg(json_build_object('name', attname, 'type', typname, 'isNullable', not attnotnull, 'words', array(
          select distinct match[1] from pg_constraint as rule, regexp_matches(pg_get_constraintdef(rule.oid), '''([A-Z_]+)''::text', 'g') as match
          where rule.conrelid = table_.oid and rule.contype = 'c' and attnum = any(rule.conkey) order by 1)) order by attnum)
        from pg_attribute join pg_type on pg_type.oid = atttypid
        where attrelid = table_.oid and attnum > 0 and not attisdropped and attgenerated = '' and attname <> 'merchant_id'
          and (table_.relname <> 'merchant' or attname <> 'id')) as columns,
      (select coalesce(json_agg(array(
          select attname::text from pg_attribute where attrelid = table_.oid and attnum = any(indkey) and attname <> 'merchant_id' order by attnum)), '[]')
        from pg_index where indrelid = table_.oid and indisunique) as uniques
    from pg_class as table_
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and (relname = 'merchant' or exists (select from pg_attribute where attrelid = table_.oid and attname = 'merchant_id'))
    order by relname`.execute(tx);
  return rows;
}
