import { conflict } from "../kernel/errors.ts";
import { changesBetween } from "../platform/audit.ts";
import type { Tx } from "../platform/db/pool.ts";
import { recordNotFound } from "../platform/http/error-codes.ts";
import type { Extent, ListQuery } from "../platform/http/list-query.ts";
import type { WriteContext } from "../platform/write.ts";
import type { BookImport, StoredTie } from "./tie-out.ts";
import * as store from "./tie-out-store.ts";

/** Stores the import of a book, with the balances of the old ledger beside the imported ones (ADR 0082). */
export async function storeImport(
  ctx: WriteContext,
  { name, ties }: { readonly name: string; readonly ties: readonly StoredTie[] },
): Promise<void> {
  const id = ctx.newId();
  await store.insertImport(ctx.tx, ctx.merchant.id, { id, name, createdAt: ctx.clock.timestamp }, ties);
  const balancesHash = await store.balancesHash(ctx.tx, ctx.merchant.id, id);
  const differenceCount = ties.filter(({ old, loaded }) => old.minor !== loaded.minor).length;
  ctx.audit({
    ...{ action: "book-import.load", entityType: "BOOK_IMPORT", entityId: id },
    changes: changesBetween({}, { name, balanceCount: ties.length, differenceCount, balancesHash }),
  });
  ctx.publish({ type: "book-import.loaded", data: { bookImportId: id } });
}

/**
 * Accepts the differences between an imported book and its old ledger; until then a close is rejected.
 *
 * @throws DomainError BOOK_IMPORT_NOT_FOUND; NOTHING_TO_ACCEPT (409) if nothing differs, or the differences are already accepted
 */
export async function acceptDifferences(ctx: WriteContext, importId: string, reason: string): Promise<BookImport> {
  const { tx, merchant, actor, clock } = ctx;
  const found = await getImport(tx, merchant.id, importId);
  const accepted = { at: clock.timestamp, by: `${actor.kind}:${actor.id}`, reason };
  const isAccepted = found.differenceCount > 0 && (await store.acceptImport(tx, merchant.id, importId, accepted));
  if (!isAccepted)
    throw conflict("NOTHING_TO_ACCEPT", "Its balances match the old books, or their differences were accepted.");
  ctx.audit({
    ...{ action: "book-import.accept-differences", entityType: "BOOK_IMPORT", entityId: importId, reason },
    changes: [{ path: "acceptedReason", from: null, to: reason }],
  });
  ctx.publish({ type: "book-import.differences-accepted", data: { bookImportId: importId } });
  return { ...found, accepted };
}

/** One page of the compared balances of an import. @throws DomainError BOOK_IMPORT_NOT_FOUND */
export async function listTies(
  tx: Tx,
  merchantId: string,
  importId: string,
  list: ListQuery,
): Promise<{ ties: StoredTie[]; extent: Extent }> {
  await getImport(tx, merchantId, importId);
  return store.listTies(tx, merchantId, importId, list);
}

/** @throws DomainError BOOK_IMPORT_NOT_FOUND */
async function getImport(tx: Tx, merchantId: string, importId: string): Promise<BookImport> {
  const found = await store.findImport(tx, merchantId, importId);
  if (found === undefined) throw recordNotFound("BOOK_IMPORT_NOT_FOUND");
  return found;
}

/** Records that an import was reversed as a whole. Its name is free again (ADR 0101). */
export async function recordReversal(
  { tx, merchant, clock, ...ctx }: WriteContext,
  { id }: Pick<BookImport, "id">,
): Promise<void> {
  await store.markReversed(tx, merchant.id, id, clock.timestamp);
  ctx.audit({
    ...{ action: "book-import.reverse", entityType: "BOOK_IMPORT", entityId: id },
    changes: [{ path: "reversedAt", from: null, to: clock.timestamp }],
  });
}

export const { listImports, standingImport } = store;
