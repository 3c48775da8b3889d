import { sql } from "kysely";
import type { AccountMap, AccountRole } from "../kernel/account.ts";
import { formatDay } from "../kernel/day.ts";
import { type Money, money } from "../kernel/money.ts";
import type { Tx } from "../platform/db/pool.ts";
import { column, type FilterTarget, filterConditions } from "../platform/http/filter-sql.ts";
import { type ListQuery, offsetOf } from "../platform/http/list-query.ts";
import { accountOfLine, type EntryDraft, type EntrySource, type EntryType } from "./journal-entry.ts";
import type { SyncStatus } from "./sync-status.ts";

// One statement holds every line of the entries it inserts, so that the database proves them balanced.
const entriesPerStatement = 2_000;

export type Posting = {
  /** Of the first entry; the others follow. */
  readonly firstNumber: bigint;
  readonly postedAt: string;
  /** The merchant's names of accounts. */
  readonly names: AccountMap;
};

/** Inserts entries and their lines in bulk. */
export async function insertEntries(
  tx: Tx,
  merchantId: string,
  entries: readonly EntryDraft[],
  posting: Posting,
): Promise<void> {
  for (let from = 0; from < entries.length; from += entriesPerStatement) {
    const chunk = entries.slice(from, from + entriesPerStatement);
    await insertChunk(tx, merchantId, chunk, { ...posting, firstNumber: posting.firstNumber + BigInt(from) });
  }
}

async function insertChunk(
  tx: Tx,
  merchantId: string,
  entries: readonly EntryDraft[],
  { firstNumber, postedAt, names }: Posting,
): Promise<void> {
  await sql`
    insert into journal_entry (merchant_id, id, number, date, type, contract_id, customer_id, source_type, source_id,
      reverses_entry_id, currency, posted_at)
    select ${merchantId}::uuid, id, ${firstNumber}::bigint + position - 1, date, type, contract_id, customer_id, source_type,
      source_id, reverses_entry_id, currency, ${postedAt}::timestamptz
    from unnest(
      ${entries.map((entry) => entry.id)}::uuid[], ${entries.map((entry) => formatDay(entry.date))}::date[],
      ${entries.map((entry) => entry.type)}::text[], ${entries.map((entry) => entry.contractId)}::uuid[],
      ${entries.map((entry) => entry.customerId)}::uuid[], ${entries.map((entry) => entry.source.type)}::text[],
      ${entries.map((entry) => entry.source.id)}::text[], ${entries.map((entry) => entry.reversesEntryId ?? null)}::uuid[],
      ${entries.map((entry) => entry.lines[0]?.debit.currency)}::text[]
    ) with ordinality as entry (id, date, type, contract_id, customer_id, source_type, source_id, reverses_entry_id,
      currency, position)`.execute(tx);

  const lines = entries.flatMap((entry) => entry.lines.map((line, index) => ({ entry, line, number: index + 1 })));
  await sql`
    insert into journal_line (merchant_id, entry_id, line_number, date, role, account, currency, debit_minor, credit_minor,
      contract_id, customer_id, category_id)
    select ${merchantId}::uuid, line.* from unnest(
      ${lines.map(({ entry }) => entry.id)}::uuid[], ${lines.map(({ number }) => number)}::int[],
      ${lines.map(({ entry }) => formatDay(entry.date))}::date[], ${lines.map(({ line }) => line.role)}::text[],
      ${lines.map(({ line }) => accountOfLine(line, names))}::text[], ${lines.map(({ line }) => line.debit.currency)}::text[],
      ${lines.map(({ line }) => line.debit.minor)}::bigint[], ${lines.map(({ line }) => line.credit.minor)}::bigint[],
      ${lines.map(({ entry }) => entry.contractId)}::uuid[], ${lines.map(({ entry, line }) => line.customerId ?? entry.customerId)}::uuid[],
      ${lines.map(({ line }) => line.categoryId)}::uuid[]
    ) as line`.execute(tx);
}

export type AccountBalance = {
  readonly role: string;
  readonly account: string;
  /** Totals of both sides over all entries dated before `before`, and those dated from `from` on alone. */
  readonly debit: Money;
  readonly credit: Money;
  readonly activityDebit: Money;
  readonly activityCredit: Money;
};

/**
 * Every account with its two sides, by currency, role and name.
 *
 * @param postedBefore only entries that were posted before this moment; null is all
 */
export async function accountBalances(
  tx: Tx,
  merchantId: string,
  { from, before, postedBefore = null }: { from: string; before: string; postedBefore?: string | null },
): Promise<AccountBalance[]> {
  const isPosted =
    postedBefore === null
      ? sql`true`
      : sql`exists (select from journal_entry as entry where entry.merchant_id = ${merchantId}
          and entry.id = journal_line.entry_id and entry.posted_at < ${postedBefore}::timestamptz)`;
  const { rows } = await sql<{
    role: string;
    account: string;
    currency: string;
    debit: string;
    credit: string;
    activity_debit: string | null;
    activity_credit: string | null;
  }>`
    select role, account, currency, sum(debit_minor) as debit, sum(credit_minor) as credit,
      sum(debit_minor) filter (where date >= ${from}::date) as activity_debit,
      sum(credit_minor) filter (where date >= ${from}::date) as activity_credit
    from journal_line
    where merchant_id = ${merchantId} and date < ${before}::date and ${isPosted}
    group by role, account, currency order by currency, role, account`.execute(tx);
  return rows.map((row) => ({
    role: row.role,
    account: row.account,
    debit: money(BigInt(row.debit), row.currency),
    credit: money(BigInt(row.credit), row.currency),
    activityDebit: money(BigInt(row.activity_debit ?? 0), row.currency),
    activityCredit: money(BigInt(row.activity_credit ?? 0), row.currency),
  }));
}

export type PostedEntry = {
  readonly id: string;
  readonly number: string;
  readonly date: string;
  readonly type: string;
  readonly contractId: string | null;
  readonly sourceType: string;
  readonly sourceId: string;
  readonly reversesEntryId: string | null;
  readonly currency: string;
  readonly postedAt: string;
  readonly syncStatus: SyncStatus;
  readonly lines: readonly PostedLine[];
};

export type PostedLine = {
  readonly account: string;
  readonly role: AccountRole;
  readonly debit: Money;
  readonly credit: Money;
  readonly customerId: string | null;
  readonly categoryId: string | null;
};

const entryFilters: Readonly<Record<string, FilterTarget>> = {
  month: column(sql`to_char(journal_entry.date, 'YYYY-MM')`),
  type: column(sql.ref("journal_entry.type")),
  contractId: column(sql.ref("journal_entry.contract_id")),
  syncStatus: column(sql`coalesce((select sync.status from journal_entry_sync as sync
    where sync.merchant_id = journal_entry.merchant_id and sync.journal_entry_id = journal_entry.id), 'NOT_SYNCED')`),
};

/** One page of posted entries, newest number first, with their lines. */
export async function listEntries(
  tx: Tx,
  merchantId: string,
  list: ListQuery,
): Promise<{ entries: PostedEntry[]; totalItems: number }> {
  const selection = tx
    .selectFrom("journal_entry")
    .where("merchant_id", "=", merchantId)
    .where((eb) => eb.and(filterConditions(list.filters, entryFilters)));
  const { total } = await selection.select((eb) => eb.fn.countAll<string>().as("total")).executeTakeFirstOrThrow();
  const rows = await selection.selectAll().orderBy("number", "desc").limit(list.limit).offset(offsetOf(list)).execute();
  return { entries: await withLines(tx, merchantId, rows), totalItems: Number(total) };
}

/** One posted entry, or undefined. */
export async function findEntry(tx: Tx, merchantId: string, entryId: string): Promise<PostedEntry | undefined> {
  const row = await tx
    .selectFrom("journal_entry")
    .selectAll()
    .where("merchant_id", "=", merchantId)
    .where("id", "=", entryId)
    .executeTakeFirst();
  return row === undefined ? undefined : (await withLines(tx, merchantId, [row]))[0];
}

/** Entries of one contract in the order they were posted. */
export async function entriesOfContract(tx: Tx, merchantId: string, contractId: string): Promise<PostedEntry[]> {
  const rows = await tx
    .selectFrom("journal_entry")
    .selectAll()
    .where("merchant_id", "=", merchantId)
    .where("contract_id", "=", contractId)
    .orderBy("number")
    .execute();
  return withLines(tx, merchantId, rows);
}

/** Entries of one type that a document posted, in the order they were posted. */
export async function entriesOfDocument(
  tx: Tx,
  merchantId: string,
  document: { readonly source: EntrySource; readonly type: EntryType },
): Promise<PostedEntry[]> {
  const rows = await tx
    .selectFrom("journal_entry")
    .selectAll()
    .where("merchant_id", "=", merchantId)
    .where("source_type", "=", document.source.type)
    .where("source_id", "=", document.source.id)
    .where("type", "=", document.type)
    .orderBy("number")
    .execute();
  return withLines(tx, merchantId, rows);
}

/** Entries among some ids, in the order they were posted. */
export async function entriesByIds(tx: Tx, merchantId: string, ids: readonly string[]): Promise<PostedEntry[]> {
  const rows = await tx
    .selectFrom("journal_entry")
    .selectAll()
    .where("merchant_id", "=", merchantId)
    .where("id", "=", sql<string>`any(${ids}::uuid[])`)
    .orderBy("number")
    .execute();
  return withLines(tx, merchantId, rows);
}

type EntryRow = {
  id: string;
  number: string;
  date: string;
  type: string;
  contract_id: string | null;
  source_type: string;
  source_id: string;
  reverses_entry_id: string | null;
  currency: string;
  posted_at: string;
};

async function withLines(tx: Tx, merchantId: string, entries: readonly EntryRow[]): Promise<PostedEntry[]> {
  const rows = await tx
    .selectFrom("journal_line")
    .selectAll()
    .where("merchant_id", "=", merchantId)
    .where("entry_id", "=", sql<string>`any(${entries.map((entry) => entry.id)}::uuid[])`)
    .orderBy("entry_id")
    .orderBy("line_number")
    .execute();
  const syncs = await tx
    .selectFrom("journal_entry_sync")
    .select(["journal_entry_id", "status"])
    .where("merchant_id", "=", merchantId)
    .where("journal_entry_id", "=", sql<string>`any(${entries.map((entry) => entry.id)}::uuid[])`)
    .execute();
  const statuses = new Map(syncs.map((sync) => [sync.journal_entry_id, sync.status]));
  const linesByEntry = Map.groupBy(rows, (row) => row.entry_id);
  return entries.map((entry) => ({
    id: entry.id,
    number: entry.number,
    date: entry.date,
    type: entry.type,
    contractId: entry.contract_id,
    sourceType: entry.source_type,
    sourceId: entry.source_id,
    reversesEntryId: entry.reverses_entry_id,
    currency: entry.currency,
    postedAt: entry.posted_at,
    syncStatus: statuses.get(entry.id) ?? "NOT_SYNCED",
    lines: (linesByEntry.get(entry.id) ?? []).map((line) => ({
      account: line.account,
      role: line.role as AccountRole,
      debit: money(BigInt(line.debit_minor), line.currency),
      credit: money(BigInt(line.credit_minor), line.currency),
      customerId: line.customer_id,
      categoryId: line.category_id,
    })),
  }));
}
