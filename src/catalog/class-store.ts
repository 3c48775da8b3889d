import { sql } from "kysely";
import { instantOut } from "../platform/clock.ts";
import type { Tx } from "../platform/db/pool.ts";
import type { Extent, ListQuery } from "../platform/http/list-query.ts";
import { selectPage } from "../platform/http/page-sql.ts";
import type { RowOf } from "../schema/tables.ts";
import type { ErpClass } from "./class.ts";

type ClassRow = Omit<RowOf<"erp_class">, "merchant_id">;

const columns = ["id", "external_id", "name", "created_at", "last_updated_at"] as const;

function classFromRow(row: ClassRow): ErpClass {
  return {
    id: row.id,
    externalId: row.external_id,
    name: row.name,
    createdAt: instantOut(row.created_at),
    lastUpdatedAt: instantOut(row.last_updated_at),
  };
}

/** One page of the classes, newest first, and the number on all pages. */
export async function listClasses(
  tx: Tx,
  merchantId: string,
  list: ListQuery,
): Promise<{ classes: ErpClass[]; extent: Extent }> {
  const all = tx.selectFrom("erp_class").select(columns).where("merchant_id", "=", merchantId);
  const { rows, extent } = await selectPage(all, list, { sorts: { name: sql.ref("name") } });
  return { classes: rows.map(classFromRow), extent };
}

/** All classes, newest first. */
export async function allClasses(tx: Tx, merchantId: string): Promise<ErpClass[]> {
  const rows = await tx
    .selectFrom("erp_class")
    .select(columns)
    .where("merchant_id", "=", merchantId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
  return rows.map(classFromRow);
}

export async function findClass(tx: Tx, merchantId: string, classId: string): Promise<ErpClass | undefined> {
  const row = await tx
    .selectFrom("erp_class")
    .select(columns)
    .where("merchant_id", "=", merchantId)
    .where("id", "=", classId)
    .executeTakeFirst();
  return row === undefined ? undefined : classFromRow(row);
}

/** The classes with these external ids, locked in the order of the ids. */
export async function lockByExternalIds(
  tx: Tx,
  merchantId: string,
  externalIds: readonly string[],
): Promise<ErpClass[]> {
  const rows = await tx
    .selectFrom("erp_class")
    .select(columns)
    .where("merchant_id", "=", merchantId)
    .where("external_id", "=", sql<string>`any(${externalIds}::text[])`)
    .orderBy(sql`external_id collate "C"`)
    .forUpdate()
    .execute();
  return rows.map(classFromRow);
}

/** Inserts classes, and renames those whose external id exists already. */
export async function upsertClasses(tx: Tx, merchantId: string, classes: readonly ErpClass[]): Promise<void> {
  if (classes.length === 0) return;
  await sql`
    insert into erp_class (merchant_id, id, external_id, name, created_at, last_updated_at)
    select ${merchantId}, id, external_id, name, created_at, last_updated_at
    from unnest(
      ${classes.map((row) => row.id)}::uuid[], ${classes.map((row) => row.externalId)}::text[],
      ${classes.map((row) => row.name)}::text[], ${classes.map((row) => row.createdAt)}::timestamptz[],
      ${classes.map((row) => row.lastUpdatedAt)}::timestamptz[]
    ) as sent (id, external_id, name, created_at, last_updated_at)
    order by external_id collate "C"
    on conflict (merchant_id, external_id)
    do update set name = excluded.name, last_updated_at = excluded.last_updated_at`.execute(tx);
}
