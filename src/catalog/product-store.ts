import { sql } from "kysely";
import { dayFrom, formatDay } from "../kernel/day.ts";
import { money } from "../kernel/money.ts";
import { instantOut } from "../platform/clock.ts";
import type { Tx } from "../platform/db/pool.ts";
import { column, type FilterTarget } from "../platform/http/filter-sql.ts";
import type { Extent, ListQuery } from "../platform/http/list-query.ts";
import { selectPage } from "../platform/http/page-sql.ts";
import type { RowOf } from "../schema/tables.ts";
import type { Product } from "./product.ts";

// Minor units as text, because a JSON number would lose digits of large ones.
type PriceRow = { currency: string; validFrom: string; minor: string };
type ProductRow = Omit<RowOf<"product">, "merchant_id"> & { prices: PriceRow[] };

// The collation "C" sorts like the program, whatever the locale of the server.
const prices = sql<PriceRow[]>`coalesce((
  select jsonb_agg(
    jsonb_build_object('currency', currency, 'validFrom', valid_from::text, 'minor', amount_minor::text)
    order by currency collate "C", valid_from)
  from standalone_selling_price price
  where price.merchant_id = product.merchant_id and price.product_id = product.id), '[]')`.as("prices");

const columns = [
  "id",
  "name",
  "display_name",
  "status",
  "description",
  "item_id",
  "erp_class_id",
  "category_id",
  "recognition_pattern",
  "tax_category",
  "created_at",
  "last_updated_at",
  prices,
] as const;

const filterTargets: Readonly<Record<string, FilterTarget>> = {
  name: column(sql.ref("product.name")),
  status: column(sql.ref("product.status")),
  itemId: column(sql.ref("product.item_id")),
  erpClassId: column(sql.ref("product.erp_class_id")),
  categoryId: column(sql.ref("product.category_id")),
};

function productFromRow(row: ProductRow): Product {
  return {
    id: row.id,
    name: row.name,
    displayName: row.display_name,
    status: row.status,
    description: row.description,
    itemId: row.item_id,
    erpClassId: row.erp_class_id,
    categoryId: row.category_id,
    recognitionPattern: row.recognition_pattern,
    taxCategory: row.tax_category,
    standaloneSellingPrices: row.prices.map(({ currency, validFrom, minor }) => ({
      amount: money(BigInt(minor), currency),
      validFrom: dayFrom(validFrom),
    })),
    createdAt: instantOut(row.created_at),
    lastUpdatedAt: instantOut(row.last_updated_at),
  };
}

/** One page of the products, newest first, and the number on all pages. */
export async function listProducts(
  tx: Tx,
  merchantId: string,
  list: ListQuery,
): Promise<{ products: Product[]; extent: Extent }> {
  const all = tx.selectFrom("product").select(columns).where("merchant_id", "=", merchantId);
  const { rows, extent } = await selectPage(all, list, { targets: filterTargets });
  return { products: rows.map(productFromRow), extent };
}

/**
 * Locks a product for a change; false if there is none. Read it after locking, because a transaction that was waited for may have
 * changed it.
 */
export async function lockProduct(tx: Tx, merchantId: string, productId: string): Promise<boolean> {
  const row = await tx
    .selectFrom("product")
    .select("id")
    .where("merchant_id", "=", merchantId)
    .where("id", "=", productId)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

export async function findProduct(tx: Tx, merchantId: string, productId: string): Promise<Product | undefined> {
  const row = await tx
    .selectFrom("product")
    .select(columns)
    .where("merchant_id", "=", merchantId)
    .where("id", "=", productId)
    .executeTakeFirst();
  return row === undefined ? undefined : productFromRow(row);
}

export async function insertProduct(tx: Tx, merchantId: string, product: Product): Promise<void> {
  await tx
    .insertInto("product")
    .values({ ...columnsOf(product), merchant_id: merchantId, id: product.id, created_at: product.createdAt })
    .execute();
  await insertPrices(tx, merchantId, product);
}

/** Writes a locked product with all its prices. */
export async function updateProduct(tx: Tx, merchantId: string, product: Product): Promise<void> {
  await tx
    .updateTable("product")
    .set(columnsOf(product))
    .where("merchant_id", "=", merchantId)
    .where("id", "=", product.id)
    .execute();
  await tx
    .deleteFrom("standalone_selling_price")
    .where("merchant_id", "=", merchantId)
    .where("product_id", "=", product.id)
    .execute();
  await insertPrices(tx, merchantId, product);
}

async function insertPrices(tx: Tx, merchantId: string, product: Product): Promise<void> {
  const rows = product.standaloneSellingPrices.map(({ amount, validFrom }) => ({
    merchant_id: merchantId,
    product_id: product.id,
    currency: amount.currency,
    valid_from: formatDay(validFrom),
    amount_minor: amount.minor,
  }));
  if (rows.length > 0) await tx.insertInto("standalone_selling_price").values(rows).execute();
}

/** Removes a category from every product that has it, and returns the ids of the products. */
export async function clearCategory(tx: Tx, merchantId: string, categoryId: string, at: string): Promise<string[]> {
  const rows = await tx
    .updateTable("product")
    .set({ category_id: null, last_updated_at: at })
    .where("merchant_id", "=", merchantId)
    .where("category_id", "=", categoryId)
    .returning("id")
    .execute();
  return rows.map((row) => row.id).sort();
}

function columnsOf(product: Product) {
  return {
    name: product.name,
    display_name: product.displayName,
    status: product.status,
    description: product.description,
    item_id: product.itemId,
    erp_class_id: product.erpClassId,
    category_id: product.categoryId,
    recognition_pattern: product.recognitionPattern,
    tax_category: product.taxCategory,
    last_updated_at: product.lastUpdatedAt,
  };
}
