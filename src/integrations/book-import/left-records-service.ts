import { isDeepStrictEqual } from "node:util";
import { viewOf as viewOfCategory } from "../../api/schemas/categories.ts";
import { viewOf as viewOfCustomer } from "../../api/schemas/customers.ts";
import { viewOf as viewOfEventType } from "../../api/schemas/event-types.ts";
import { viewOf as viewOfItem } from "../../api/schemas/items.ts";
import { viewOf as viewOfProduct } from "../../api/schemas/products.ts";
import * as items from "../../catalog/item-service.ts";
import * as products from "../../catalog/product-service.ts";
import * as catalog from "../../catalog/service.ts";
import * as customers from "../../customers/service.ts";
import type { WriteContext } from "../../platform/write.ts";
import * as usage from "../../usage/service.ts";
import type { Kind } from "./kind.ts";
import { type CreatedKind, createdAt, reversedImports } from "./reversal-store.ts";

/** The setup that reversed imports of a book left. Each record is taken once. */
export type LeftRecords = {
  /** The id of a record with all fields of a row; undefined if there is none. */
  take(kind: Kind, body: unknown): string | undefined;
};

type View = object & { readonly id: string };

const kinds: Readonly<Record<CreatedKind, Kind>> = {
  ...{ customer: "customers", category: "categories", "event-type": "event-types" },
  ...{ product: "products", item: "items" },
};

const views: Readonly<Record<CreatedKind, (ctx: WriteContext, id: string) => Promise<View | undefined>>> = {
  customer: async ({ tx, merchant }, id) =>
    (await customers.findCustomers(tx, merchant.id, [id])).map(viewOfCustomer)[0],
  category: async ({ tx, merchant }, id) => viewOfCategory(await catalog.getCategory(tx, merchant.id, id)),
  "event-type": async ({ tx, merchant }, id) => viewOfEventType(await usage.getEventType(tx, merchant.id, id)),
  product: async (ctx, id) => found(await products.findProduct(ctx, id), viewOfProduct),
  item: async (ctx, id) => found(await items.findItem(ctx, id), viewOfItem),
};

function found<Record, View>(record: Record | undefined, viewOf: (record: Record) => View): View | undefined {
  return record === undefined ? undefined : viewOf(record);
}

/** The setup that reversed imports of a book of this name left, because it was in use or is never deleted. */
export async function leftRecords(ctx: WriteContext, importName: string): Promise<LeftRecords> {
  const left = new Map<Kind, View[]>();
  for (const moment of await reversedImports(ctx.tx, ctx.merchant.id, importName)) {
    for (const { kind, id } of await createdAt(ctx.tx, ctx.merchant.id, moment)) {
      const view = await views[kind](ctx, id);
      if (view !== undefined) left.set(kinds[kind], [...(left.get(kinds[kind]) ?? []), view]);
    }
  }
  return {
    take(kind, body) {
      const own = left.get(kind) ?? [];
      const same = own.find((view) => hasFields(view, body));
      if (same === undefined) return undefined;
      left.set(
        kind,
        own.filter((view) => view !== same),
      );
      return same.id;
    },
  };
}

/** True if a record has every field of a row, with the same value. */
function hasFields(view: unknown, body: unknown): boolean {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return isDeepStrictEqual(view, body);
  if (typeof view !== "object" || view === null) return false;
  return Object.entries(body).every(([name, value]) =>
    hasFields((view as Readonly<Record<string, unknown>>)[name], value),
  );
}
