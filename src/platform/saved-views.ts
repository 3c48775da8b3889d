import { sql } from "kysely";
import { conflict } from "../kernel/errors.ts";
import type { RowOf } from "../schema/tables.ts";
import { changesBetween } from "./audit.ts";
import { instantOut } from "./clock.ts";
import { type Tx, violatedConstraint } from "./db/pool.ts";
import { recordNotFound } from "./http/error-codes.ts";
import { column, type FilterTarget } from "./http/filter-sql.ts";
import type { Extent, ListQuery } from "./http/list-query.ts";
import { selectPage } from "./http/page-sql.ts";
import type { WriteContext } from "./write.ts";

/** A person's saved filters and order of a screen, as the query of its URL. */
export type SavedView = {
  readonly id: string;
  readonly screen: string;
  readonly name: string;
  readonly query: string;
  readonly createdAt: string;
  readonly lastUpdatedAt: string;
};

const filterTargets: Readonly<Record<string, FilterTarget>> = {
  screen: column(sql.ref("saved_view.screen")),
  name: column(sql.ref("saved_view.name")),
};

/** One page of a person's saved views, by screen and name. */
export async function listSavedViews(
  tx: Tx,
  of: { readonly merchantId: string; readonly userId: string },
  list: ListQuery,
): Promise<{ views: SavedView[]; extent: Extent }> {
  const order = [
    ["screen", "asc"],
    ["name", "asc"],
    ["id", "asc"],
  ] as const;
  const { rows, extent } = await selectPage(viewQuery(tx, of), list, { targets: filterTargets, order });
  return { views: rows.map(viewFromRow), extent };
}

/** @throws DomainError SAVED_VIEW_EXISTS */
export async function createSavedView(
  ctx: WriteContext,
  userId: string,
  draft: Pick<SavedView, "screen" | "name" | "query">,
): Promise<SavedView> {
  const { timestamp } = ctx.clock;
  const view = { id: ctx.newId(), ...draft, createdAt: timestamp, lastUpdatedAt: timestamp };
  const { id, screen, name, query } = view;
  const row = { merchant_id: ctx.merchant.id, id, user_id: userId, screen, name, query };
  await ctx.tx
    .insertInto("saved_view")
    .values({ ...row, created_at: timestamp, last_updated_at: timestamp })
    .execute()
    .catch(rejectDuplicate);
  ctx.audit({
    action: "saved-view.create",
    entityType: "SAVED_VIEW",
    entityId: id,
    changes: changesBetween({}, draft),
  });
  return view;
}

/** @throws DomainError SAVED_VIEW_NOT_FOUND, SAVED_VIEW_EXISTS */
export async function updateSavedView(
  ctx: WriteContext,
  { userId, id }: { readonly userId: string; readonly id: string },
  patch: Partial<Pick<SavedView, "name" | "query">>,
): Promise<SavedView> {
  const before = await lockedView(ctx, userId, id);
  const after = { ...before, ...patch, lastUpdatedAt: ctx.clock.timestamp };
  await ctx.tx
    .updateTable("saved_view")
    .set({ name: after.name, query: after.query, last_updated_at: after.lastUpdatedAt })
    .where("merchant_id", "=", ctx.merchant.id)
    .where("id", "=", id)
    .execute()
    .catch(rejectDuplicate);
  const stated = ({ name, query }: SavedView) => ({ name, query });
  const changes = changesBetween(stated(before), stated(after));
  ctx.audit({ action: "saved-view.update", entityType: "SAVED_VIEW", entityId: id, changes });
  return after;
}

/** @throws DomainError SAVED_VIEW_NOT_FOUND */
export async function deleteSavedView(ctx: WriteContext, userId: string, id: string): Promise<void> {
  const { screen, name, query } = await lockedView(ctx, userId, id);
  await ctx.tx.deleteFrom("saved_view").where("merchant_id", "=", ctx.merchant.id).where("id", "=", id).execute();
  const changes = changesBetween({ screen, name, query }, {});
  ctx.audit({ action: "saved-view.delete", entityType: "SAVED_VIEW", entityId: id, changes });
}

async function lockedView({ tx, merchant }: WriteContext, userId: string, id: string): Promise<SavedView> {
  const query = viewQuery(tx, { merchantId: merchant.id, userId });
  const row = await query.where("id", "=", id).forUpdate().executeTakeFirst();
  if (row === undefined) throw recordNotFound("SAVED_VIEW_NOT_FOUND");
  return viewFromRow(row);
}

function viewQuery(tx: Tx, { merchantId, userId }: { readonly merchantId: string; readonly userId: string }) {
  return tx.selectFrom("saved_view").selectAll().where("merchant_id", "=", merchantId).where("user_id", "=", userId);
}

function viewFromRow(row: RowOf<"saved_view">): SavedView {
  const { id, screen, name, query } = row;
  return {
    id,
    screen,
    name,
    query,
    createdAt: instantOut(row.created_at),
    lastUpdatedAt: instantOut(row.last_updated_at),
  };
}

function rejectDuplicate(error: unknown): never {
  if (violatedConstraint(error) !== "saved_view_name") throw error;
  throw conflict("SAVED_VIEW_EXISTS", "You have a view of this name on this screen; choose another name.");
}
