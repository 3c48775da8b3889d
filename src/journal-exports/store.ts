import { sql } from "kysely";
import { type Day, formatDay, type Month } from "../kernel/day.ts";
import { type Money, money } from "../kernel/money.ts";
import { instantOut } from "../platform/clock.ts";
import { monthColumn, monthFromColumn } from "../platform/db/columns.ts";
import { countedInsert } from "../platform/db/counted-insert.ts";
import type { Tx } from "../platform/db/pool.ts";
import { column, type FilterTarget } from "../platform/http/filter-sql.ts";
import type { Extent, ListQuery } from "../platform/http/list-query.ts";
import { selectPage } from "../platform/http/page-sql.ts";
import type { RowOf } from "../schema/tables.ts";
import type { ControlTotal, ExportFormat, ExportLevel } from "./export-batch.ts";

/** A batch without its content. */
export type JournalExport = {
  readonly id: string;
  readonly number: bigint;
  readonly exportNumber: string;
  readonly month: Month;
  readonly level: ExportLevel;
  readonly format: ExportFormat;
  readonly currency: string | null;
  readonly entryCount: number;
  readonly totals: readonly ControlTotal[];
  readonly hash: Buffer;
  readonly createdAt: string;
  readonly createdBy: string;
};

/** Ids of the entries dated from `first` to `last`, both included, that are in no batch, ordered by number. */
export async function unexportedIds(
  tx: Tx,
  merchantId: string,
  { first, last, currency }: { readonly first: Day; readonly last: Day; readonly currency: string | null },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from journal_entry as entry
    where merchant_id = ${merchantId} and date between ${formatDay(first)}::date and ${formatDay(last)}::date
      and (${currency}::text is null or currency = ${currency})
      and not exists (select from journal_entry_export as exported
        where exported.merchant_id = entry.merchant_id and exported.journal_entry_id = entry.id)
    order by number`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Names of the records that lines refer to, by id. */
export type LineNames = {
  readonly customers: ReadonlyMap<string, string>;
  readonly contracts: ReadonlyMap<string, string>;
  readonly categories: ReadonlyMap<string, string>;
  readonly items: ReadonlyMap<string, string>;
  readonly classes: ReadonlyMap<string, { readonly name: string; readonly externalId: string }>;
};

/** Reads the names of the records with the given ids in one statement. */
export async function namesOfLines(tx: Tx, merchantId: string, ids: readonly string[]): Promise<LineNames> {
  const { rows } = await sql<{ kind: string; id: string; name: string; external_id: string | null }>`
    select 'customer' as kind, id, name, null as external_id from customer
      where merchant_id = ${merchantId} and id = any(${ids}::uuid[])
    union all select 'contract', id, name, null from contract where merchant_id = ${merchantId} and id = any(${ids}::uuid[])
    union all select 'category', id, name, null from category where merchant_id = ${merchantId} and id = any(${ids}::uuid[])
    union all select 'item', id, name, null from item where merchant_id = ${merchantId} and id = any(${ids}::uuid[])
    union all select 'class', id, name, external_id from erp_class
      where merchant_id = ${merchantId} and id = any(${ids}::uuid[])`.execute(tx);
  const of = (kind: string) => rows.filter((row) => row.kind === kind);
  const named = (kind: string) => new Map(of(kind).map(({ id, name }) => [id, name]));
  return {
    customers: named("customer"),
    contracts: named("contract"),
    categories: named("category"),
    items: named("item"),
    classes: new Map(of("class").map(({ id, name, external_id }) => [id, { name, externalId: external_id ?? "" }])),
  };
}

/** Inserts a batch and the assignment of its entries to it. */
export async function insertExport(
  tx: Tx,
  merchantId: string,
  batch: JournalExport & { readonly content: string },
  entryIds: readonly string[],
): Promise<void> {
  await tx
    .insertInto("journal_export")
    .values({
      merchant_id: merchantId,
      id: batch.id,
      number: batch.number,
      export_number: batch.exportNumber,
      month: monthColumn(batch.month),
      level: batch.level,
      format: batch.format,
      currency: batch.currency,
      entry_count: batch.entryCount,
      totals: JSON.stringify(batch.totals),
      content: batch.content,
      hash: batch.hash,
      created_at: batch.createdAt,
      created_by: batch.createdBy,
    })
    .execute();
  await countedInsert(sql`
    insert into journal_entry_export (merchant_id, journal_entry_id, journal_export_id)
    select ${merchantId}, entry_id, ${batch.id} from unnest(${entryIds}::uuid[]) as entry_id`).execute(tx);
}

const columns = [
  ...(["id", "number", "export_number", "month", "level", "format", "currency"] as const),
  ...(["entry_count", "totals", "hash", "created_at", "created_by"] as const),
] as const;

const filterTargets: Readonly<Record<string, FilterTarget>> = {
  month: column(sql`to_char(journal_export.month, 'YYYY-MM')`),
  format: column(sql.ref("journal_export.format")),
};

/** One page of batches, newest first. */
export async function listExports(
  tx: Tx,
  merchantId: string,
  list: ListQuery,
): Promise<{ exports: JournalExport[]; extent: Extent }> {
  const all = tx.selectFrom("journal_export").select(columns).where("merchant_id", "=", merchantId);
  const rules = { targets: filterTargets, order: [["number", "desc"]] } as const;
  const { rows, extent } = await selectPage(all, list, rules);
  return { exports: rows.map(fromRow), extent };
}

export async function findExport(tx: Tx, merchantId: string, exportId: string): Promise<JournalExport | undefined> {
  const row = await tx
    .selectFrom("journal_export")
    .select(columns)
    .where("merchant_id", "=", merchantId)
    .where("id", "=", exportId)
    .executeTakeFirst();
  return row === undefined ? undefined : fromRow(row);
}

/** The stored content of a batch. */
export async function contentOf(tx: Tx, merchantId: string, exportId: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom("journal_export")
    .select("content")
    .where("merchant_id", "=", merchantId)
    .where("id", "=", exportId)
    .executeTakeFirst();
  return row?.content;
}

/** The sum of the lines with one role, account, category, class and currency. */
export type LineBalance = {
  readonly role: string;
  readonly account: string;
  readonly categoryId: string | null;
  readonly classId: string | null;
  /** Debits less credits. */
  readonly balance: Money;
  readonly notExported: Money;
};

/**
 * Balances (debits less credits) of the lines dated from `from` (null: from the beginning) to `through`. Lines with one of
 * `incomeRoles` are counted from `incomeFrom` instead.
 */
export async function lineBalances(
  tx: Tx,
  merchantId: string,
  {
    from,
    incomeFrom,
    through,
    incomeRoles,
  }: {
    readonly from: Day | null;
    readonly incomeFrom: Day | null;
    readonly through: Day;
    readonly incomeRoles: readonly string[];
  },
): Promise<LineBalance[]> {
  const day = (value: Day | null) => (value === null ? null : formatDay(value));
  const { rows } = await sql<
    Record<"role" | "account" | "currency" | "balance" | "open", string> &
      Record<"category_id" | "class_id", string | null>
  >`
    select line.role, line.account, line.category_id, line.class_id, line.currency,
      sum(debit_minor - credit_minor)::text as balance,
      coalesce(sum(debit_minor - credit_minor) filter (where exported.journal_entry_id is null), 0)::text as open
    from journal_line as line
      left join journal_entry_export as exported
        on exported.merchant_id = ${merchantId} and exported.journal_entry_id = line.entry_id
    where line.merchant_id = ${merchantId} and line.date <= ${formatDay(through)}::date
      and line.date >= coalesce(case when line.role = any(${incomeRoles}::text[]) then ${day(incomeFrom)}::date
        else ${day(from)}::date end, line.date)
    group by line.role, line.account, line.category_id, line.class_id, line.currency`.execute(tx);
  return rows.map((row) => ({
    role: row.role,
    account: row.account,
    categoryId: row.category_id,
    classId: row.class_id,
    balance: money(BigInt(row.balance), row.currency),
    notExported: money(BigInt(row.open), row.currency),
  }));
}

function fromRow(row: Pick<RowOf<"journal_export">, (typeof columns)[number]>): JournalExport {
  return {
    id: row.id,
    number: BigInt(row.number),
    exportNumber: row.export_number,
    month: monthFromColumn(row.month),
    level: row.level,
    format: row.format,
    currency: row.currency,
    entryCount: row.entry_count,
    totals: row.totals as readonly ControlTotal[],
    hash: row.hash,
    createdAt: instantOut(row.created_at),
    createdBy: row.created_by,
  };
}
