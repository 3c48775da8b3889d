import { sql } from "kysely";
import { parseMonth } from "../kernel/day.ts";
import { type Money, money } from "../kernel/money.ts";
import { instantOut } from "../platform/clock.ts";
import { type ColumnType, idArray, oneOf, plainColumn } from "../platform/db/columns.ts";
import { type Cutoff, recordedBy } from "../platform/db/cutoff.ts";
import { sendAhead, type Tx } from "../platform/db/pool.ts";
import { column, type FilterTarget, monthOfDate } from "../platform/http/filter-sql.ts";
import type { Extent, ListQuery } from "../platform/http/list-query.ts";
import { selectPage, sizeOfList } from "../platform/http/page-sql.ts";
import type { FirstNumber } from "../platform/write.ts";
import type { RowOf } from "../schema/tables.ts";
import type { EntrySource, EntryType, JournalEntry, UnnumberedEntry } from "./journal-entry.ts";
import type { SyncStatus } from "./sync-status.ts";
import { syncStatusFilter } from "./sync-store.ts";

// One statement inserts all lines of its entries, so that the trigger can check that they are balanced.
const entriesPerStatement = 2_000;

/**
 * Inserts entries and their lines in bulk.
 *
 * @param numbers a statement that returns, as `first`, the first of `count` numbers for the entries that begin at `from`
 */
export function insertEntries(
  tx: Tx,
  merchantId: string,
  entries: readonly UnnumberedEntry[],
  numbers: (count: number, from: number) => FirstNumber,
): void {
  for (let from = 0; from < entries.length; from += entriesPerStatement) {
    const chunk = entries.slice(from, from + entriesPerStatement);
    insertChunk(tx, merchantId, chunk, numbers(chunk.length, from));
  }
}

function insertChunk(tx: Tx, merchantId: string, entries: readonly UnnumberedEntry[], numbers: FirstNumber): void {
  const of = (column: Exclude<keyof UnnumberedEntry, "lines">, type: ColumnType) =>
    plainColumn(
      entries.map((entry) => entry[column]),
      type,
    );
  const ids = (column: "id" | "contractId" | "customerId" | "reversesEntryId") =>
    idArray(entries.map((entry) => entry[column]));
  const lines = entries.flatMap((entry, index) => {
    return entry.lines.map((line, place) => ({ entry, line, entryNumber: index + 1, number: place + 1 }));
  });
  type Line = (typeof lines)[number];
  const ofLines = (value: (line: Line) => string | number | bigint | null, type: ColumnType) =>
    plainColumn(lines.map(value), type);
  const idsOfLines = (value: (line: Line) => string | null) => idArray(lines.map(value));
  const accounts = [...new Set(lines.map(({ line }) => line.account))];
  const places = new Map(accounts.map((account, index) => [account, index + 1]));
  // Lines refer to their entry by position and take common fields from it; names of accounts are sent once.
  const insert = sql`
    with given as materialized (
      select ${ids("id")}::uuid[] as ids, ${of("date", "date")} as dates, ${ids("contractId")}::uuid[] as contract_ids,
        ${ids("customerId")}::uuid[] as customer_ids, ${accounts}::text[] as accounts
    ), numbered as (${numbers}), posted as (
      insert into journal_entry (merchant_id, id, date, contract_id, customer_id, type, source_type, source_id,
        reverses_entry_id, currency, posted_at, number)
      select ${merchantId}::uuid, id, date, contract_id, customer_id, type, source_type, source_id, reverses_entry_id, currency,
        posted_at, first + place - 1
      from given, numbered, unnest(
        ids, dates, contract_ids, customer_ids, ${of("type", "text")}, ${of("sourceType", "text")},
        ${of("sourceId", "text")}, ${ids("reversesEntryId")}::uuid[], ${of("currency", "text")},
        ${of("postedAt", "timestamptz")}
      ) with ordinality as entry (id, date, contract_id, customer_id, type, source_type, source_id, reverses_entry_id, currency,
        posted_at, place)
      returning 1
    ), lines as (
    insert into journal_line (merchant_id, entry_id, line_number, date, role, account, currency, debit_minor, credit_minor,
      contract_id, customer_id, category_id, item_id, class_id)
    select ${merchantId}::uuid, ids[entry], line_number, dates[entry], role, accounts[line.account], currency, debit_minor, credit_minor,
      contract_ids[entry], coalesce(customer_id, customer_ids[entry]), category_id, item_id, class_id
    from given, unnest(
      ${ofLines(({ entryNumber }) => entryNumber, "int")}, ${ofLines(({ number }) => number, "int")},
      ${ofLines(({ line }) => line.role, "text")}, ${ofLines(({ line }) => places.get(line.account) ?? null, "int")},
      ${ofLines(({ entry }) => entry.currency, "text")}, ${ofLines(({ line }) => line.debit.minor, "bigint")},
      ${ofLines(({ line }) => line.credit.minor, "bigint")},
      ${idsOfLines(({ line, entry }) => (line.customerId === entry.customerId ? null : line.customerId))}::uuid[],
      ${idsOfLines(({ line }) => line.categoryId)}::uuid[], ${idsOfLines(({ line }) => line.itemId)}::uuid[],
      ${idsOfLines(({ line }) => line.classId)}::uuid[]
    ) as line (entry, line_number, role, account, currency, debit_minor, credit_minor, customer_id, category_id, item_id,
      class_id)
      returning 1
    )
    select count(*) from lines`;
  sendAhead(tx, insert.compile(tx));
}

export type AccountBalance = {
  readonly role: string;
  readonly account: string;
  /** Totals of both sides over all entries dated before `before`, and over those dated from `from` on. */
  readonly debit: Money;
  readonly credit: Money;
  readonly activityDebit: Money;
  readonly activityCredit: Money;
};

/**
 * Every account with its two sides, by currency, role and name. Closed months contribute the totals stored when they were closed,
 * which do not change, so the cost depends on the lines of the open months and not on the length of the books. The doctor compares
 * the two (INV-11).
 *
 * @param from    the first day of a month, as `before` is
 * @param cutoff  only entries posted before this moment, which requires reading all entries
 * @param isProof reads the whole journal, to verify the totals of closed months
 */
export async function accountBalances(
  tx: Tx,
  merchantId: string,
  {
    from,
    before,
    cutoff = null,
    isProof = false,
  }: { readonly from: string; readonly before: string; readonly cutoff?: Cutoff; readonly isProof?: boolean },
): Promise<AccountBalance[]> {
  const isBefore = sql`journal_line.merchant_id = ${merchantId} and date < ${before}::date`;
  const isPosted =
    cutoff === null
      ? sql`true`
      : sql`exists (select from journal_entry as entry where entry.merchant_id = ${merchantId}
          and entry.id = journal_line.entry_id and ${recordedBy("entry.posted_at", cutoff)})`;
  const moves =
    cutoff === null && !isProof
      ? sql`
        select period.month as date, account.* from accounting_period as period, jsonb_to_recordset(activity)
          as account (role text, account text, currency text, debit bigint, credit bigint)
        where period.merchant_id = ${merchantId} and status = 'CLOSED' and period.month < ${before}::date
        union all
        select date, role, account, currency, debit_minor, credit_minor from books, journal_line
        where ${isBefore} and books.merchant_id = ${merchantId}
          and date >= coalesce(closed_through + interval '1 month', '-infinity')`
      : sql`
        select date, role, account, currency, debit_minor as debit, credit_minor as credit from journal_line
        where ${isBefore} and ${isPosted}`;
  const { rows } = await sql<{
    role: string;
    account: string;
    currency: string;
    debit: string;
    credit: string;
    activity_debit: string | null;
    activity_credit: string | null;
  }>`
    select role, account, currency, sum(move.debit) as debit, sum(move.credit) as credit,
      sum(move.debit) filter (where date >= ${from}::date) as activity_debit,
      sum(move.credit) filter (where date >= ${from}::date) as activity_credit
    from (${moves}) as move
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

/** An entry as it is read, with its sync status and its batch. */
export type PostedEntry = JournalEntry & {
  readonly syncStatus: SyncStatus;
  /** The batch for the general ledger that contains it; null if there is none yet. */
  readonly journalExportId: string | null;
};

const entryFilters: Readonly<Record<string, FilterTarget>> = {
  month: monthOfDate(sql.ref("journal_entry.date")),
  type: column(sql.ref("journal_entry.type")),
  contractId: column(sql.ref("journal_entry.contract_id")),
  sourceId: (filter) => {
    const matches = column(sql.ref("journal_entry.source_id"))(filter);
    // The index on documents leaves out entries whose source is a month.
    const { test } = filter;
    const areDocuments = test.op === "any-of" && test.values.every((value) => parseMonth(value) === undefined);
    return areDocuments ? sql`(${matches} and journal_entry.source_type <> 'ACCOUNTING_PERIOD')` : matches;
  },
  syncStatus: syncStatusFilter("JOURNAL_ENTRY"),
  journalExportId: column(sql`(select exported.journal_export_id from journal_entry_export as exported
    where exported.merchant_id = journal_entry.merchant_id and exported.journal_entry_id = journal_entry.id)`),
};

/** One page of posted entries, highest number first, with their lines. */
export async function listEntries(
  tx: Tx,
  merchantId: string,
  list: ListQuery,
): Promise<{ entries: PostedEntry[]; extent: Extent }> {
  const all = tx.selectFrom("journal_entry").selectAll().where("merchant_id", "=", merchantId);
  const rules = {
    targets: entryFilters,
    order: [["number", "desc"]],
    size: sizeOfList(tx, merchantId, "journal_entry"),
  } as const;
  const { rows, extent } = await selectPage(all, list, rules);
  return { entries: await withLines(tx, merchantId, rows), extent };
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

/** The entries with these ids, in the order of posting. */
export async function entriesByIds(tx: Tx, merchantId: string, ids: readonly string[]): Promise<PostedEntry[]> {
  const rows = await tx
    .selectFrom("journal_entry")
    .selectAll()
    .where("merchant_id", "=", merchantId)
    .where("id", "=", oneOf(ids))
    .orderBy("number")
    .execute();
  return withLines(tx, merchantId, rows);
}

async function withLines(
  tx: Tx,
  merchantId: string,
  entries: readonly RowOf<"journal_entry">[],
): Promise<PostedEntry[]> {
  const rows = await tx
    .selectFrom("journal_line")
    .selectAll()
    .where("merchant_id", "=", merchantId)
    .where("entry_id", "=", oneOf(entries.map((entry) => entry.id)))
    .orderBy("entry_id")
    .orderBy("line_number")
    .execute();
  const syncs = await tx
    .selectFrom("sync_record")
    .select(["entity_id", "status"])
    .where("merchant_id", "=", merchantId)
    .where("entity_type", "=", "JOURNAL_ENTRY")
    .where("entity_id", "=", oneOf(entries.map((entry) => entry.id)))
    .execute();
  const exported = await tx
    .selectFrom("journal_entry_export")
    .select(["journal_entry_id", "journal_export_id"])
    .where("merchant_id", "=", merchantId)
    .where("journal_entry_id", "=", oneOf(entries.map((entry) => entry.id)))
    .execute();
  const exports = new Map(exported.map((each) => [each.journal_entry_id, each.journal_export_id]));
  const statuses = new Map(syncs.map((sync) => [sync.entity_id, sync.status]));
  const linesByEntry = Map.groupBy(rows, (row) => row.entry_id);
  return entries.map((entry) => ({
    id: entry.id,
    number: entry.number,
    date: entry.date,
    type: entry.type,
    contractId: entry.contract_id,
    customerId: entry.customer_id,
    sourceType: entry.source_type,
    sourceId: entry.source_id,
    reversesEntryId: entry.reverses_entry_id,
    currency: entry.currency,
    postedAt: instantOut(entry.posted_at),
    syncStatus: statuses.get(entry.id) ?? "NOT_SYNCED",
    journalExportId: exports.get(entry.id) ?? null,
    lines: (linesByEntry.get(entry.id) ?? []).map((line) => ({
      account: line.account,
      role: line.role,
      debit: money(BigInt(line.debit_minor), line.currency),
      credit: money(BigInt(line.credit_minor), line.currency),
      customerId: line.customer_id,
      categoryId: line.category_id,
      itemId: line.item_id,
      classId: line.class_id,
    })),
  }));
}
