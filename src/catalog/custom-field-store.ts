import { sql } from "kysely";
import { instantOut } from "../platform/clock.ts";
import type { Tx } from "../platform/db/pool.ts";
import type { Extent, ListQuery } from "../platform/http/list-query.ts";
import { selectPage } from "../platform/http/page-sql.ts";
import type { RowOf } from "../schema/tables.ts";
import type { CustomField } from "./custom-field.ts";

type CustomFieldRow = Omit<RowOf<"custom_field">, "merchant_id">;

const columns = ["id", "external_id", "name", "applies_to", "created_at", "last_updated_at"] as const;

function customFieldFromRow(row: CustomFieldRow): CustomField {
  return {
    id: row.id,
    externalId: row.external_id,
    name: row.name,
    appliesTo: row.applies_to,
    createdAt: instantOut(row.created_at),
    lastUpdatedAt: instantOut(row.last_updated_at),
  };
}

/** One page of the custom fields, newest first, and the number on all pages. */
export async function listCustomFields(
  tx: Tx,
  merchantId: string,
  list: ListQuery,
): Promise<{ customFields: CustomField[]; extent: Extent }> {
  const all = tx.selectFrom("custom_field").select(columns).where("merchant_id", "=", merchantId);
  const { rows, extent } = await selectPage(all, list, { sorts: { name: sql.ref("name") } });
  return { customFields: rows.map(customFieldFromRow), extent };
}

/** All custom fields, newest first. */
export async function allCustomFields(tx: Tx, merchantId: string): Promise<CustomField[]> {
  const rows = await tx
    .selectFrom("custom_field")
    .select(columns)
    .where("merchant_id", "=", merchantId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
  return rows.map(customFieldFromRow);
}

/** The custom fields with these ids, in no order. */
export async function findCustomFields(tx: Tx, merchantId: string, ids: readonly string[]): Promise<CustomField[]> {
  const rows = await tx
    .selectFrom("custom_field")
    .select(columns)
    .where("merchant_id", "=", merchantId)
    .where("id", "=", sql<string>`any(${ids}::uuid[])`)
    .execute();
  return rows.map(customFieldFromRow);
}

/** The custom fields with these external ids, locked in the order of the ids. */
export async function lockByExternalIds(
  tx: Tx,
  merchantId: string,
  externalIds: readonly string[],
): Promise<CustomField[]> {
  const rows = await tx
    .selectFrom("custom_field")
    .select(columns)
    .where("merchant_id", "=", merchantId)
    .where("external_id", "=", sql<string>`any(${externalIds}::text[])`)
    .orderBy(sql`external_id collate "C"`)
    .forUpdate()
    .execute();
  return rows.map(customFieldFromRow);
}

/** Inserts custom fields, and changes those whose external id exists already. */
export async function upsertCustomFields(tx: Tx, merchantId: string, fields: readonly CustomField[]): Promise<void> {
  if (fields.length === 0) return;
  await sql`
    insert into custom_field (merchant_id, id, external_id, name, applies_to, created_at, last_updated_at)
    select ${merchantId}, id, external_id, name, applies_to, created_at, last_updated_at
    from unnest(
      ${fields.map((row) => row.id)}::uuid[], ${fields.map((row) => row.externalId)}::text[],
      ${fields.map((row) => row.name)}::text[], ${fields.map((row) => row.appliesTo)}::text[],
      ${fields.map((row) => row.createdAt)}::timestamptz[], ${fields.map((row) => row.lastUpdatedAt)}::timestamptz[]
    ) as sent (id, external_id, name, applies_to, created_at, last_updated_at)
    order by external_id collate "C"
    on conflict (merchant_id, external_id)
    do update set name = excluded.name, applies_to = excluded.applies_to, last_updated_at = excluded.last_updated_at
  `.execute(tx);
}
