import { type DomainError, invalid } from "../kernel/errors.ts";
import { changesBetween } from "../platform/audit.ts";
import type { Merchant } from "../platform/clock.ts";
import type { Tx } from "../platform/db/pool.ts";
import type { Extent, ListQuery } from "../platform/http/list-query.ts";
import type { WriteContext } from "../platform/write.ts";
import type { ErpClass, ErpClassDraft } from "./class.ts";
import * as store from "./class-store.ts";
import { type ImportCounts, mergedByExternalId } from "./import-merge.ts";

/** One page of the classes; empty for a merchant whose books are in an ERP, which has none (data model 9). */
export async function listClasses(
  tx: Tx,
  merchant: Merchant,
  list: ListQuery,
): Promise<{ classes: ErpClass[]; extent: Extent }> {
  return hasClasses(merchant)
    ? store.listClasses(tx, merchant.id, list)
    : { classes: [], extent: { totalItems: 0, nextCursor: null } };
}

/** All classes at once, for the deprecated list. */
export async function allClasses(tx: Tx, merchant: Merchant): Promise<ErpClass[]> {
  return hasClasses(merchant) ? store.allClasses(tx, merchant.id) : [];
}

/**
 * The class that a write is about to reference; undefined if it is unknown or of another merchant, which the caller rejects in its
 * own words. No lock is needed, because classes are never deleted.
 *
 * @throws DomainError CLASS_NOT_SUPPORTED if the merchant has no classes
 */
export async function findClass(ctx: WriteContext, classId: string): Promise<ErpClass | undefined> {
  if (!hasClasses(ctx.merchant)) throw classNotSupported();
  return store.findClass(ctx.tx, ctx.merchant.id, classId);
}

/**
 * Imports the classes of the accounting system: creates new ones and renames existing ones. Those that it does not mention stay,
 * because records may refer to them. All or nothing.
 *
 * @throws DomainError CLASS_NOT_SUPPORTED if the merchant has no classes
 */
export async function importClasses(ctx: WriteContext, drafts: readonly ErpClassDraft[]): Promise<ImportCounts> {
  if (!hasClasses(ctx.merchant)) throw classNotSupported();
  const externalIds = drafts.map((draft) => draft.externalId);
  const known = await store.lockByExternalIds(ctx.tx, ctx.merchant.id, externalIds);
  const { changed, counts } = mergedByExternalId(known, drafts, (draft): ErpClass => {
    const { timestamp } = ctx.clock;
    return { ...draft, id: ctx.newId(), createdAt: timestamp, lastUpdatedAt: timestamp };
  });
  await store.upsertClasses(
    ctx.tx,
    ctx.merchant.id,
    changed.map(({ after }) => ({ ...after, lastUpdatedAt: ctx.clock.timestamp })),
  );
  ctx.audit({
    action: "class.import",
    entityType: "MERCHANT",
    entityId: ctx.merchant.id,
    changes: changed.flatMap(({ before, after }) =>
      changesBetween({ [after.externalId]: before?.name }, { [after.externalId]: after.name }),
    ),
  });
  ctx.publish({ type: "classes.imported", data: counts });
  return counts;
}

function hasClasses({ erpKind }: Merchant): boolean {
  return erpKind === "ACCOUNTING";
}

function classNotSupported(): DomainError {
  return invalid(
    "CLASS_NOT_SUPPORTED",
    "Classes come from an accounting system; this merchant keeps its books in an ERP.",
  );
}
