import { sql } from "kysely";
import { instantOut } from "../platform/clock.ts";
import type { Tx } from "../platform/db/pool.ts";
import { column, type FilterTarget } from "../platform/http/filter-sql.ts";
import type { Extent, ListQuery } from "../platform/http/list-query.ts";
import { selectPage } from "../platform/http/page-sql.ts";
import type { RowOf } from "../schema/tables.ts";
import { type Category, nameKey } from "./category.ts";

const columns = [
  "id",
  "name",
  "revenue_account",
  "contract_liability_account",
  "created_at",
  "last_updated_at",
] as const;

const filterTargets: Readonly<Record<string, FilterTarget>> = { name: column(sql.ref("category.name")) };

function categoryFromRow(row: Pick<RowOf<"category">, (typeof columns)[number]>): Category {
  return {
    id: row.id,
    name: row.name,
    revenueAccount: row.revenue_account,
    contractLiabilityAccount: row.contract_liability_account,
    createdAt: instantOut(row.created_at),
    lastUpdatedAt: instantOut(row.last_updated_at),
  };
}

/** One page of the live categories, newest first, and the number on all pages. */
export async function listCategories(
  tx: Tx,
  merchantId: string,
  list: ListQuery,
): Promise<{ categories: Category[]; extent: Extent }> {
  const all = tx
    .selectFrom("category")
    .select(columns)
    .where("merchant_id", "=", merchantId)
    .where("deleted_at", "is", null);
  const { rows, extent } = await selectPage(all, list, { targets: filterTargets });
  return { categories: rows.map(categoryFromRow), extent };
}

type Lock = "none" | "share" | "update";

/** A live category. `share` prevents its deletion until the transaction ends, `update` also prevents new references. */
export async function findCategory(
  tx: Tx,
  merchantId: string,
  categoryId: string,
  lock: Lock,
): Promise<Category | undefined> {
  const query = tx
    .selectFrom("category")
    .select(columns)
    .where("merchant_id", "=", merchantId)
    .where("id", "=", categoryId)
    .where("deleted_at", "is", null);
  const locked = lock === "none" ? query : lock === "share" ? query.forShare() : query.forUpdate();
  const row = await locked.executeTakeFirst();
  return row === undefined ? undefined : categoryFromRow(row);
}

/** The live category with a name, compared by name key, locked against deletion until the transaction ends. */
export async function shareCategoryNamed(tx: Tx, merchantId: string, name: string): Promise<Category | undefined> {
  const row = await tx
    .selectFrom("category")
    .select(columns)
    .where("merchant_id", "=", merchantId)
    .where("name_key", "=", nameKey(name))
    .where("deleted_at", "is", null)
    .forShare()
    .executeTakeFirst();
  return row === undefined ? undefined : categoryFromRow(row);
}

/**
 * Inserts a category; undefined if a live one has the same name. The unique index decides, so that of several simultaneous creates
 * exactly one succeeds (behaviour RAC-8).
 */
export async function insertCategory(tx: Tx, merchantId: string, category: Category): Promise<Category | undefined> {
  const row = await tx
    .insertInto("category")
    .values({
      merchant_id: merchantId,
      id: category.id,
      name: category.name,
      name_key: nameKey(category.name),
      revenue_account: category.revenueAccount,
      contract_liability_account: category.contractLiabilityAccount,
      created_at: category.createdAt,
      last_updated_at: category.lastUpdatedAt,
      deleted_at: null,
    })
    .onConflict((conflict) => conflict.columns(["merchant_id", "name_key"]).where("deleted_at", "is", null).doNothing())
    .returning(columns)
    .executeTakeFirst();
  return row === undefined ? undefined : categoryFromRow(row);
}

/** Writes the accounts of a locked category. */
export async function updateCategory(tx: Tx, merchantId: string, category: Category): Promise<void> {
  await tx
    .updateTable("category")
    .set({
      revenue_account: category.revenueAccount,
      contract_liability_account: category.contractLiabilityAccount,
      last_updated_at: category.lastUpdatedAt,
    })
    .where("merchant_id", "=", merchantId)
    .where("id", "=", category.id)
    .execute();
}

/** The revenue accounts of categories that have one, including deleted categories. */
export async function revenueAccounts(
  tx: Tx,
  merchantId: string,
  categoryIds: readonly string[],
): Promise<Map<string, string>> {
  if (categoryIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom("category")
    .select(["id", "revenue_account"])
    .where("merchant_id", "=", merchantId)
    .where("id", "=", sql<string>`any(${categoryIds}::uuid[])`)
    .where("revenue_account", "is not", null)
    .execute();
  return new Map(rows.map((row) => [row.id, row.revenue_account ?? ""]));
}

/** True if a live performance obligation, or revenue of any month, has this category. */
export async function isInUse(tx: Tx, merchantId: string, categoryId: string): Promise<boolean> {
  const { rows } = await sql<{ used: boolean }>`
    select exists (
      select from performance_obligation
      where merchant_id = ${merchantId} and category_id = ${categoryId} and deleted_at is null
    ) or exists (
      select from revenue_entry where merchant_id = ${merchantId} and category_id = ${categoryId}
    ) as used`.execute(tx);
  return rows[0]?.used === true;
}

/** Marks a category as deleted. Its row stays, because closed months refer to it. */
export async function deleteCategory(
  tx: Tx,
  merchantId: string,
  categoryId: string,
  deletedAt: string,
): Promise<Category> {
  const row = await tx
    .updateTable("category")
    .set({ deleted_at: deletedAt, last_updated_at: deletedAt })
    .where("merchant_id", "=", merchantId)
    .where("id", "=", categoryId)
    .returning(columns)
    .executeTakeFirstOrThrow();
  return categoryFromRow(row);
}
