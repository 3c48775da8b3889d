import { type RawBuilder, sql } from "kysely";
import type { AccountRole } from "../kernel/account.ts";
import { firstDayOf, formatDay, type Month } from "../kernel/day.ts";
import { money } from "../kernel/money.ts";
import type { EntryType, JournalEntry } from "../ledger/journal-entry.ts";
import { instantOut } from "../platform/clock.ts";
import { monthColumn, monthFromColumn } from "../platform/db/columns.ts";
import { inChunks } from "../platform/db/cursor.ts";
import type { Tx } from "../platform/db/pool.ts";
import { column, type FilterTarget } from "../platform/http/filter-sql.ts";
import type { Extent, ListQuery } from "../platform/http/list-query.ts";
import { selectPage } from "../platform/http/page-sql.ts";
import type { ClosePackage, Manifest } from "./close-package.ts";
import type { HashedPosting } from "./journal-hash.ts";
import type { TypedActivity } from "./month-figures.ts";

/** The activity of a month by account and type of entry. */
export async function activityOfMonth(tx: Tx, merchantId: string, month: Month): Promise<TypedActivity[]> {
  const { rows } = await sql<
    Record<"currency" | "role" | "account" | "debit" | "credit", string> & { type: EntryType }
  >`
    select line.currency, line.role, line.account, entry.type, sum(debit_minor) as debit, sum(credit_minor) as credit
    from journal_line as line
      join journal_entry as entry on entry.merchant_id = line.merchant_id and entry.id = line.entry_id
    where line.merchant_id = ${merchantId} and ${inMonth("line.date", month)}
    group by line.currency, line.role, line.account, entry.type`.execute(tx);
  return rows.map(({ debit, credit, ...row }) => ({ ...row, debitMinor: BigInt(debit), creditMinor: BigInt(credit) }));
}

type Id = string | null;
type LineColumns = [
  ...[role: AccountRole, account: string, debit: string, credit: string],
  ...[customerId: Id, categoryId: Id, itemId: Id, classId: Id],
];

/** The entries dated in a month in the order of their numbers, in chunks. */
export function entriesOfMonth(tx: Tx, merchantId: string, month: Month): AsyncGenerator<JournalEntry[]> {
  return entriesWhere(tx, merchantId, inMonth("date", month));
}

/** Every entry with a higher number than `after`, in the order of the numbers, in chunks. */
export function entriesAfter(tx: Tx, merchantId: string, after: string): AsyncGenerator<JournalEntry[]> {
  return entriesWhere(tx, merchantId, sql`number > ${after}::bigint`);
}

async function* entriesWhere(
  tx: Tx,
  merchantId: string,
  condition: RawBuilder<boolean>,
): AsyncGenerator<JournalEntry[]> {
  type Row = Record<"number" | "id" | "date" | "source_type" | "source_id" | "currency" | "posted_at", string> &
    Record<"contract_id" | "customer_id" | "reverses_entry_id", string | null> & {
      type: EntryType;
      lines: LineColumns[] | null;
    };
  const query = sql<Row>`
    select number, id, date, type, contract_id, customer_id, source_type, source_id, reverses_entry_id, currency, posted_at, (
      select json_agg(json_build_array(role, account, debit_minor::text, credit_minor::text, line.customer_id, category_id,
        item_id, class_id) order by line_number)
      from journal_line as line where line.merchant_id = entry.merchant_id and line.entry_id = entry.id
    ) as lines
    from journal_entry as entry
    where merchant_id = ${merchantId} and ${condition}
    order by number`;
  for await (const rows of inChunks(tx, "entries_by_number", query)) {
    yield rows.map((row) => ({
      number: row.number,
      id: row.id,
      date: row.date,
      type: row.type,
      contractId: row.contract_id,
      customerId: row.customer_id,
      sourceType: row.source_type,
      sourceId: row.source_id,
      reversesEntryId: row.reverses_entry_id,
      currency: row.currency,
      postedAt: instantOut(row.posted_at),
      lines: (row.lines ?? []).map(([role, account, debit, credit, customerId, categoryId, itemId, classId]) => ({
        role,
        account,
        customerId,
        categoryId,
        itemId,
        classId,
        debit: money(BigInt(debit), row.currency),
        credit: money(BigInt(credit), row.currency),
      })),
    }));
  }
}

/** The revenue posted in a month, close by close, in chunks, each with the number of its entry; 0 if the entry does not exist. */
export async function* postingsOfMonth(
  tx: Tx,
  merchantId: string,
  month: Month,
): AsyncGenerator<(HashedPosting & { readonly entryNumber: bigint })[]> {
  type Row = Record<"performance_obligation_id" | "source" | "earned" | "contract_id" | "customer_id", string> &
    Record<"currency" | "amount_minor" | "journal_entry_id" | "entry_number", string> & {
      close_count: number;
      category_id: string | null;
    };
  const query = sql<Row>`
    select posting.performance_obligation_id, posting.source, posting.close_count,
      to_char(posting.earned_month, 'YYYY-MM') as earned, posting.contract_id, posting.customer_id, posting.category_id,
      posting.currency, posting.amount_minor, posting.journal_entry_id, coalesce(entry.number, 0) as entry_number
    from revenue_entry as posting
      left join journal_entry as entry on entry.merchant_id = posting.merchant_id and entry.id = posting.journal_entry_id
    where posting.merchant_id = ${merchantId} and posting.month = ${monthColumn(month)}::date
    order by posting.close_count, posting.performance_obligation_id, posting.source, posting.earned_month,
      posting.journal_entry_id`;
  for await (const rows of inChunks(tx, "postings_of_month", query)) {
    yield rows.map((row) => ({
      entryNumber: BigInt(row.entry_number),
      closeCount: row.close_count,
      performanceObligationId: row.performance_obligation_id,
      source: row.source,
      earnedTimeframe: row.earned,
      contractId: row.contract_id,
      customerId: row.customer_id,
      categoryId: row.category_id,
      amount: money(BigInt(row.amount_minor), row.currency),
      journalEntryId: row.journal_entry_id,
    }));
  }
}

/** The end of the chain of packages, or undefined before the first. */
export async function lastPackage(tx: Tx, merchantId: string) {
  const row = await tx
    .selectFrom("close_package")
    .select(["sequence", "hash"])
    .where("merchant_id", "=", merchantId)
    .orderBy("sequence", "desc")
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? undefined : { sequence: Number(row.sequence), hash: row.hash };
}

export async function insertPackage(tx: Tx, merchantId: string, { id, manifest, text, hash }: ClosePackage) {
  await tx
    .insertInto("close_package")
    .values({
      merchant_id: merchantId,
      id,
      sequence: manifest.sequence,
      month: `${manifest.month}-01`,
      close_count: manifest.closeCount,
      closed_at: manifest.closedAt,
      manifest: text,
      hash,
      previous_hash: manifest.previousHash === null ? null : Buffer.from(manifest.previousHash, "hex"),
    })
    .execute();
}

const packageFilters: Readonly<Record<string, FilterTarget>> = {
  month: column(sql`to_char(close_package.month, 'YYYY-MM')`),
};

/** One page of packages, newest first. */
export async function listPackages(
  tx: Tx,
  merchantId: string,
  list: ListQuery,
): Promise<{ packages: ClosePackage[]; extent: Extent }> {
  const all = tx.selectFrom("close_package").select(["id", "manifest", "hash"]).where("merchant_id", "=", merchantId);
  const rules = { targets: packageFilters, order: [["sequence", "desc"]] } as const;
  const { rows, extent } = await selectPage(all, list, rules);
  return { packages: rows.map(fromRow), extent };
}

export async function findPackage(tx: Tx, merchantId: string, packageId: string): Promise<ClosePackage | undefined> {
  const row = await tx
    .selectFrom("close_package")
    .select(["id", "manifest", "hash"])
    .where("merchant_id", "=", merchantId)
    .where("id", "=", packageId)
    .executeTakeFirst();
  return row === undefined ? undefined : fromRow(row);
}

/** Entries dated in a month with a higher number than `after`: their count, and the ids of the first. */
export async function entriesSince(
  tx: Tx,
  merchantId: string,
  { month, after, limit }: { readonly month: Month; readonly after: string; readonly limit: number },
): Promise<{ ids: string[]; total: number }> {
  const since = tx
    .selectFrom("journal_entry")
    .where("merchant_id", "=", merchantId)
    .where(inMonth("date", month))
    .where("number", ">", after);
  const { total } = await since.select((eb) => eb.fn.countAll<string>().as("total")).executeTakeFirstOrThrow();
  const rows = await since.select("id").orderBy("number").limit(limit).execute();
  return { ids: rows.map(({ id }) => id), total: Number(total) };
}

function fromRow(row: { id: string; manifest: string; hash: Buffer }): ClosePackage {
  return { id: row.id, manifest: JSON.parse(row.manifest) as Manifest, text: row.manifest, hash: row.hash };
}

function inMonth(dateColumn: string, month: Month) {
  return sql<boolean>`${sql.ref(dateColumn)} >= ${formatDay(firstDayOf(month))}::date
    and ${sql.ref(dateColumn)} < ${formatDay(firstDayOf(month + 1))}::date`;
}

/** A stored package, for verification. */
export type StoredPackage = ClosePackage & {
  readonly sequence: number;
  readonly month: Month;
  readonly closeCount: number;
  readonly previousHash: Buffer | null;
  /** True for the last close of a month that is closed now. */
  readonly isCurrent: boolean;
};

/** Every package in the order of the chain, in chunks. */
export async function* storedPackages(tx: Tx, merchantId: string): AsyncGenerator<StoredPackage[]> {
  type Row = { id: string; manifest: string; hash: Buffer; previous_hash: Buffer | null } & {
    sequence: string;
    month: string;
    close_count: number;
    is_current: boolean;
  };
  const query = sql<Row>`
    select package.id, manifest, hash, previous_hash, sequence, package.month, package.close_count,
      period.status is not distinct from 'CLOSED' and period.close_count = package.close_count as is_current
    from close_package as package
      left join accounting_period as period on period.merchant_id = package.merchant_id and period.month = package.month
    where package.merchant_id = ${merchantId} order by sequence`;
  for await (const rows of inChunks(tx, "close_packages", query)) {
    yield rows.map((row) => ({
      ...fromRow(row),
      sequence: Number(row.sequence),
      month: monthFromColumn(row.month),
      closeCount: row.close_count,
      previousHash: row.previous_hash,
      isCurrent: row.is_current,
    }));
  }
}

/** The names that manifests of a merchant may have: its own, and those of merchants from which it was forked. */
export async function sealersOf(tx: Tx, merchantId: string): Promise<string[]> {
  const { forked_from: origins } = await tx
    .selectFrom("merchant")
    .select("forked_from")
    .where("id", "=", merchantId)
    .executeTakeFirstOrThrow();
  return [...origins, merchantId];
}

/**
 * Closes, as `2026-01/1`, whose stored package is missing or differs from the hash in the period or the audit log.
 */
export async function missingPackages(tx: Tx, merchantId: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select to_char(period.month, 'YYYY-MM') || '/' || period.close_count as name
    from accounting_period as period
      left join close_package as package on package.merchant_id = period.merchant_id and package.month = period.month
        and package.close_count = period.close_count
    where period.merchant_id = ${merchantId} and period.package_hash is distinct from package.hash
    union
    select audit.entity_id || '/audit' from audit_log as audit,
      jsonb_path_query(audit.changes, '$[*] ? (@.path == "packageHash").to') as audited_hash
    where audit.merchant_id = ${merchantId} and audit.action = 'period.close' and not exists (
      select from close_package as package
      where package.merchant_id = ${merchantId} and package.hash = decode(audited_hash #>> '{}', 'hex')
        and to_char(package.month, 'YYYY-MM') = audit.entity_id)
    order by 1`.execute(tx);
  return rows.map(({ name }) => name);
}
