import { sql } from "kysely";
import { firstDayOf, formatDay, type Month } from "../kernel/day.ts";
import { money } from "../kernel/money.ts";
import { idArray } from "../platform/db/columns.ts";
import { countedInsert } from "../platform/db/counted-insert.ts";
import type { Tx } from "../platform/db/pool.ts";
import { column, type FilterTarget } from "../platform/http/filter-sql.ts";
import type { Extent, ListQuery } from "../platform/http/list-query.ts";
import { selectPage } from "../platform/http/page-sql.ts";
import { type Found, recordsShown } from "./checklist.ts";
import type { Acceptance, BookImport, StoredTie } from "./tie-out.ts";

export async function insertImport(
  tx: Tx,
  merchantId: string,
  { id, name, createdAt }: Pick<BookImport, "id" | "name" | "createdAt">,
  ties: readonly StoredTie[],
): Promise<void> {
  await tx.insertInto("book_import").values({ merchant_id: merchantId, id, name, created_at: createdAt }).execute();
  await countedInsert(sql`
    insert into book_import_tie (merchant_id, import_id, contract_id, account, contract_key, currency, old_minor, loaded_minor)
    select ${merchantId}::uuid, ${id}::uuid, contract_id, account, contract_key, currency, old_minor, loaded_minor
    from unnest(${idArray(ties.map(({ contractId }) => contractId))}::uuid[], ${ties.map(({ account }) => account)}::text[],
      ${ties.map(({ contractKey }) => contractKey)}::text[], ${ties.map(({ old }) => old.currency)}::text[],
      ${ties.map(({ old }) => String(old.minor))}::bigint[], ${ties.map(({ loaded }) => String(loaded.minor))}::bigint[])
      as tie (contract_id, account, contract_key, currency, old_minor, loaded_minor)`).execute(tx);
}

/**
 * SQL expression: SHA-256, hex, of all balances of a row of `book_import`: name in the files, contract and both amounts, ordered by name.
 */
export function hashOfTies(row: string): string {
  return `(
    select encode(sha256(convert_to(string_agg(jsonb_build_array(contract_key, contract_id, account, currency, old_minor, loaded_minor)::text, ';'
      order by contract_key collate "C", account collate "C", currency collate "C"), 'UTF8')), 'hex')
    from book_import_tie as tie where tie.merchant_id = ${row}.merchant_id and tie.import_id = ${row}.id)`;
}

const counted = (rule: string) => sql<string>`(
  select count(*) from book_import_tie as tie
  where tie.merchant_id = book_import.merchant_id and tie.import_id = book_import.id and ${sql.raw(rule)})`;

function imports(tx: Tx, merchantId: string) {
  return tx
    .selectFrom("book_import")
    .selectAll()
    .select([counted("true").as("balances"), counted("old_minor <> loaded_minor").as("differences")])
    .where("merchant_id", "=", merchantId);
}

type ImportRow = Awaited<ReturnType<ReturnType<typeof imports>["execute"]>>[number];

function fromRow(row: ImportRow): BookImport {
  const { accepted_at: at, accepted_by: by, accepted_reason: reason } = row;
  return {
    ...{ id: row.id, name: row.name, createdAt: row.created_at },
    balanceCount: Number(row.balances),
    differenceCount: Number(row.differences),
    reversedAt: row.reversed_at,
    accepted: at === null || by === null || reason === null ? null : { at, by, reason },
  };
}

/** One page of imported books, newest first. */
export async function listImports(
  tx: Tx,
  merchantId: string,
  list: ListQuery,
): Promise<{ imports: BookImport[]; extent: Extent }> {
  const { rows, extent } = await selectPage(imports(tx, merchantId), list, {});
  return { imports: rows.map(fromRow), extent };
}

export async function findImport(tx: Tx, merchantId: string, importId: string): Promise<BookImport | undefined> {
  const row = await imports(tx, merchantId).where("id", "=", importId).executeTakeFirst();
  return row === undefined ? undefined : fromRow(row);
}

/** {@link hashOfTies} of one import; null without balances. */
export async function balancesHash(tx: Tx, merchantId: string, importId: string): Promise<string | null> {
  const row = await tx
    .selectFrom("book_import")
    .select(sql<string | null>`${sql.raw(hashOfTies("book_import"))}`.as("hash"))
    .where("merchant_id", "=", merchantId)
    .where("id", "=", importId)
    .executeTakeFirstOrThrow();
  return row.hash;
}

/** The import of a book of this name that was not reversed; undefined if there is none. */
export async function standingImport(tx: Tx, merchantId: string, name: string): Promise<BookImport | undefined> {
  const row = await imports(tx, merchantId)
    .where("name", "=", name)
    .where("reversed_at", "is", null)
    .executeTakeFirst();
  return row === undefined ? undefined : fromRow(row);
}

/** Marks an import as reversed, so that a book of its name can be imported again. */
export async function markReversed(tx: Tx, merchantId: string, importId: string, at: string): Promise<void> {
  await tx
    .updateTable("book_import")
    .set({ reversed_at: at })
    .where("merchant_id", "=", merchantId)
    .where("id", "=", importId)
    .execute();
}

/** Stores who accepted the differences of an import; false if they were already accepted. */
export async function acceptImport(
  tx: Tx,
  merchantId: string,
  importId: string,
  { at, by, reason }: Acceptance,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("book_import")
    .set({ accepted_at: at, accepted_by: by, accepted_reason: reason })
    .where("merchant_id", "=", merchantId)
    .where("id", "=", importId)
    .where("accepted_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

const tieStatus = sql<"TIED" | "DIFFERENT">`case when old_minor = loaded_minor then 'TIED' else 'DIFFERENT' end`;

const tieFilters: Readonly<Record<string, FilterTarget>> = {
  contractId: column(sql.ref("contract_id")),
  account: column(sql.ref("account")),
  status: column(tieStatus),
};

/** One page of the compared balances of an import, by the name of the contract in the files. */
export async function listTies(
  tx: Tx,
  merchantId: string,
  importId: string,
  list: ListQuery,
): Promise<{ ties: StoredTie[]; extent: Extent }> {
  const all = tx
    .selectFrom("book_import_tie")
    .selectAll()
    .where("merchant_id", "=", merchantId)
    .where("import_id", "=", importId);
  const order = (["contract_key", "contract_id", "account"] as const).map((name) => [name, "asc"] as const);
  const { rows, extent } = await selectPage(all, list, { targets: tieFilters, order });
  const ties = rows.map((row) => ({
    ...{ contractKey: row.contract_key, contractId: row.contract_id, account: row.account },
    old: money(BigInt(row.old_minor), row.currency),
    loaded: money(BigInt(row.loaded_minor), row.currency),
  }));
  return { ties, extent };
}

/** True if any import has balances of an old ledger. */
export async function hasTies(tx: Tx, merchantId: string): Promise<boolean> {
  const row = await tx
    .selectFrom("book_import_tie")
    .select("account")
    .where("merchant_id", "=", merchantId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Contracts imported by the end of a month whose balances differ from the old books without being accepted. Deleted contracts are left out.
 */
export async function untied(
  tx: Tx,
  merchantId: string,
  { month, leftOut }: { readonly month: Month; readonly leftOut: ReadonlySet<string> },
): Promise<Found> {
  const { rows } = await sql<{ id: string; total: string }>`
    select contract_id as id, count(*) over () as total from (
      select distinct tie.contract_id from book_import_tie as tie
        join book_import on book_import.merchant_id = tie.merchant_id and book_import.id = tie.import_id
        join contract on contract.merchant_id = tie.merchant_id and contract.id = tie.contract_id and contract.deleted_at is null
        left join contract_opening as opening
          on opening.merchant_id = tie.merchant_id and opening.contract_id = tie.contract_id
      where tie.merchant_id = ${merchantId} and tie.old_minor <> tie.loaded_minor and book_import.accepted_at is null
        and (opening.posted_on is null or opening.posted_on < ${formatDay(firstDayOf(month + 1))}::date)
        and not tie.contract_id = any(${[...leftOut]}::uuid[])) as differing
    order by contract_id limit ${recordsShown}`.execute(tx);
  return { ids: rows.map(({ id }) => id), total: Number(rows[0]?.total ?? 0) };
}
