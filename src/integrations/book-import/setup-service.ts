import type { Static } from "typebox";
import * as categorySchemas from "../../api/schemas/categories.ts";
import { classesFromFile } from "../../api/schemas/classes.ts";
import { customFieldsFromFile } from "../../api/schemas/custom-fields.ts";
import * as customerSchemas from "../../api/schemas/customers.ts";
import * as eventTypeSchemas from "../../api/schemas/event-types.ts";
import * as itemSchemas from "../../api/schemas/items.ts";
import * as productSchemas from "../../api/schemas/products.ts";
import * as classes from "../../catalog/class-service.ts";
import * as customFields from "../../catalog/custom-field-service.ts";
import * as items from "../../catalog/item-service.ts";
import * as products from "../../catalog/product-service.ts";
import * as catalog from "../../catalog/service.ts";
import * as customers from "../../customers/service.ts";
import { DomainError, issuesOf } from "../../kernel/errors.ts";
import type { WriteContext } from "../../platform/write.ts";
import * as usage from "../../usage/service.ts";
import type { BookRow, Kind, RefusedRow } from "./kind.ts";

type Creator = (ctx: WriteContext, body: unknown) => Promise<{ readonly id: string }>;

/** Creates a record from a checked body, for each kind of setup, by the use case of its request. */
export const creators: Partial<Readonly<Record<Kind, Creator>>> = {
  categories: (ctx, body) =>
    catalog.createCategory(
      ctx,
      categorySchemas.draftFromBody(body as Static<typeof categorySchemas.CreateCategoryBody>),
    ),
  items: (ctx, body) =>
    items.createItem(ctx, itemSchemas.draftFromBody(body as Static<typeof itemSchemas.CreateItemBody>)),
  "event-types": (ctx, body) =>
    usage.createEventType(
      ctx,
      eventTypeSchemas.draftFromBody(body as Static<typeof eventTypeSchemas.CreateEventTypeBody>),
    ),
  products: (ctx, body) =>
    products.createProduct(ctx, productSchemas.draftFromBody(body as Static<typeof productSchemas.CreateProductBody>)),
  customers: (ctx, body) =>
    customers.createCustomer(
      ctx,
      customerSchemas.draftFromBody(body as Static<typeof customerSchemas.CreateCustomerBody>),
    ),
};

/**
 * Imports classes or custom fields of an accounting system by external id; existing ones are renamed.
 *
 * @returns ids by the keys of the rows
 */
export async function takeOver(
  ctx: WriteContext,
  kind: "classes" | "custom-fields",
  rows: readonly BookRow[],
  refuse: (refused: RefusedRow) => void,
): Promise<ReadonlyMap<string, string>> {
  const file = { records: rows.map(({ line, body }) => ({ line, value: body })), issues: [] };
  try {
    if (kind === "classes") await classes.importClasses(ctx, classesFromFile(file));
    else await customFields.importCustomFields(ctx, customFieldsFromFile(file));
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    for (const { path, code, message } of issuesOf(error)) {
      const line = /^line (\d+)$/.exec(path)?.[1];
      refuse({ file: rows[0]?.file ?? kind, line: line === undefined ? null : Number(line), path: "", code, message });
    }
    return new Map();
  }
  const all =
    kind === "classes"
      ? await classes.allClasses(ctx.tx, ctx.merchant)
      : await customFields.allCustomFields(ctx.tx, ctx.merchant.id);
  const idByExternalId = new Map(all.map(({ id, externalId }) => [externalId, id]));
  return new Map(
    rows.flatMap(({ key, body }) => {
      const id = idByExternalId.get(String(body.externalId).trim());
      return key === null || id === undefined ? [] : [[key, id] as const];
    }),
  );
}

/** Sorts customers so that each comes after its parent. */
export function parentsFirst(rows: readonly BookRow[]): readonly BookRow[] {
  const byKey = new Map(rows.map((row) => [row.key, row]));
  const ordered = new Set<BookRow>();
  const place = (row: BookRow, below: ReadonlySet<BookRow>): void => {
    if (ordered.has(row)) return;
    // A cycle: the parent does not exist when the customer is created, which is reported then.
    if (below.has(row)) return;
    const parent = byKey.get(String(row.body.parentCustomerId));
    if (parent !== undefined) place(parent, new Set([...below, row]));
    ordered.add(row);
  };
  for (const row of rows) place(row, new Set());
  return [...ordered];
}
