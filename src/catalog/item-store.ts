import { type Expression, type SqlBool, sql } from "kysely";
import { instantOut } from "../platform/clock.ts";
import type { Tx } from "../platform/db/pool.ts";
import { column, type FilterTarget, related } from "../platform/http/filter-sql.ts";
import type { Extent, ListQuery } from "../platform/http/list-query.ts";
import { selectPage } from "../platform/http/page-sql.ts";
import type { RowOf } from "../schema/tables.ts";
import type { ExternalId } from "./external-id.ts";
import type { Item } from "./item.ts";

type ItemRow = Omit<RowOf<"item">, "merchant_id"> & { external_ids: ExternalId[] };

// The collation "C" sorts like the program, whatever the locale of the server.
const externalIds = sql<ExternalId[]>`coalesce((
  select jsonb_agg(jsonb_build_object('sourceType', source_type, 'externalId', external_id) order by source_type collate "C")
  from item_external_id entry
  where entry.merchant_id = item.merchant_id and entry.item_id = item.id), '[]')`.as("external_ids");

const columns = ["id", "name", "display_name", "tax_category", "created_at", "last_updated_at", externalIds] as const;

const filterTargets: Readonly<Record<string, FilterTarget>> = {
  name: column(sql.ref("item.name")),
  "externalIds.externalId": related(sql.ref("entry.external_id"), anExternalId),
  "externalIds.sourceType": related(sql.ref("entry.source_type"), anExternalId),
};

function anExternalId(matches: Expression<SqlBool>): Expression<SqlBool> {
  return sql<SqlBool>`exists (
    select from item_external_id entry
    where entry.merchant_id = item.merchant_id and entry.item_id = item.id and ${matches})`;
}

function itemFromRow(row: ItemRow): Item {
  return {
    id: row.id,
    name: row.name,
    displayName: row.display_name,
    taxCategory: row.tax_category,
    // jsonb does not keep the order of keys, and entries are compared as text.
    externalIds: row.external_ids.map(({ sourceType, externalId }) => ({ sourceType, externalId })),
    createdAt: instantOut(row.created_at),
    lastUpdatedAt: instantOut(row.last_updated_at),
  };
}

/** One page of the items, newest first, and the number on all pages. */
export async function listItems(
  tx: Tx,
  merchantId: string,
  list: ListQuery,
): Promise<{ items: Item[]; extent: Extent }> {
  const all = tx.selectFrom("item").select(columns).where("merchant_id", "=", merchantId);
  const { rows, extent } = await selectPage(all, list, { targets: filterTargets });
  return { items: rows.map(itemFromRow), extent };
}

/** Locks an item for a change; false if there is none. Read it after locking, because a transaction that was waited for may have changed it. */
export async function lockItem(tx: Tx, merchantId: string, itemId: string): Promise<boolean> {
  const row = await tx
    .selectFrom("item")
    .select("id")
    .where("merchant_id", "=", merchantId)
    .where("id", "=", itemId)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

export async function findItem(tx: Tx, merchantId: string, itemId: string): Promise<Item | undefined> {
  const row = await tx
    .selectFrom("item")
    .select(columns)
    .where("merchant_id", "=", merchantId)
    .where("id", "=", itemId)
    .executeTakeFirst();
  return row === undefined ? undefined : itemFromRow(row);
}

export async function insertItem(tx: Tx, merchantId: string, item: Item): Promise<void> {
  await tx
    .insertInto("item")
    .values({
      merchant_id: merchantId,
      id: item.id,
      name: item.name,
      display_name: item.displayName,
      tax_category: item.taxCategory,
      created_at: item.createdAt,
      last_updated_at: item.lastUpdatedAt,
    })
    .execute();
  await upsertExternalIds(tx, merchantId, item.id, item.externalIds);
}

/** Writes a locked item without its external ids, which have their own function. */
export async function updateItem(tx: Tx, merchantId: string, item: Item): Promise<void> {
  await tx
    .updateTable("item")
    .set({
      name: item.name,
      display_name: item.displayName,
      tax_category: item.taxCategory,
      last_updated_at: item.lastUpdatedAt,
    })
    .where("merchant_id", "=", merchantId)
    .where("id", "=", item.id)
    .execute();
}

/** Sets external ids by source type in one statement; those of other types stay. */
export async function upsertExternalIds(
  tx: Tx,
  merchantId: string,
  itemId: string,
  entries: readonly ExternalId[],
): Promise<void> {
  if (entries.length === 0) return;
  await tx
    .insertInto("item_external_id")
    .values(
      entries.map(({ sourceType, externalId }) => ({
        merchant_id: merchantId,
        item_id: itemId,
        source_type: sourceType,
        external_id: externalId,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(["merchant_id", "item_id", "source_type"])
        .doUpdateSet((set) => ({ external_id: set.ref("excluded.external_id") })),
    )
    .execute();
}
