import { deleteContract } from "../../actions/delete-contract.ts";
import { deleteCustomer } from "../../actions/delete-customer.ts";
import * as catalog from "../../catalog/service.ts";
import { recordReversal, standingImport } from "../../close/tie-out-service.ts";
import { DomainError } from "../../kernel/errors.ts";
import { ApprovalRequired } from "../../platform/approvals/required.ts";
import type { Actor } from "../../platform/auth/person.ts";
import { recordNotFound } from "../../platform/http/error-codes.ts";
import { type Platform, rolledBack, type WriteContext, write } from "../../platform/write.ts";
import * as usage from "../../usage/service.ts";
import * as reversals from "./reversal-store.ts";
import * as store from "./store.ts";

export type ReversalOptions = {
  readonly merchantId: string;
  /** The name of the book. */
  readonly name: string;
  readonly actor: Actor;
  readonly isDryRun?: boolean;
};

/** A record of an import, with the reason why it stays; null if it is deleted. */
export type ReversedRecord = {
  readonly kind: reversals.CreatedKind | "contract";
  readonly id: string;
  readonly name: string;
  readonly reason: string | null;
};

export type ReversalResult = {
  readonly name: string;
  /** False after a dry run, or if a contract cannot be deleted: then nothing is. */
  readonly isReversed: boolean;
  readonly records: readonly ReversedRecord[];
};

/**
 * Reverses the import of a book as a whole: deletes its contracts, which reverses their openings (ADR 0091), and the customers, categories and
 * event types that it created and that nothing else uses. All contracts or nothing: the result has the reason for each that cannot be deleted.
 * What stays is used again by the next import of a book with this name (ADR 0101).
 *
 * @throws DomainError MERCHANT_NOT_FOUND, BOOK_IMPORT_NOT_FOUND
 */
export async function reverseBook(platform: Platform, options: ReversalOptions): Promise<ReversalResult> {
  const { merchantId, name, actor, isDryRun = false } = options;
  const reverse = async (ctx: WriteContext): Promise<ReversalResult> => {
    await store.lockBook(ctx.tx, merchantId, name);
    const found = await standingImport(ctx.tx, merchantId, name);
    if (found === undefined) throw recordNotFound("BOOK_IMPORT_NOT_FOUND");
    const contracts = await removeEach(ctx, await reversals.contractsOfBook(ctx.tx, merchantId, name), deleteContract);
    const isWhole = contracts.every(({ reason }) => reason === null);
    if (!isWhole) throw new NotReversed({ name, isReversed: false, records: contracts });
    const records = [...contracts, ...(await removeSetup(ctx, found.createdAt))];
    await reversals.forgetRows(ctx.tx, merchantId, name);
    await recordReversal(ctx, found);
    return { name, isReversed: !isDryRun, records };
  };
  try {
    return await (isDryRun ? rolledBack : write)(platform, { merchantId, actor }, reverse);
  } catch (error) {
    if (error instanceof NotReversed) return error.result;
    throw error;
  }
}

class NotReversed extends Error {
  readonly result: ReversalResult;
  constructor(result: ReversalResult) {
    super("The import stays as a whole.");
    this.result = result;
  }
}

/** Deletes the setup that the import created, as far as nothing uses it: what refers to other records before these. */
async function removeSetup(ctx: WriteContext, createdAt: string): Promise<ReversedRecord[]> {
  const created = await reversals.createdAt(ctx.tx, ctx.merchant.id, createdAt);
  const of = (kind: reversals.CreatedKind) => created.filter((record) => record.kind === kind);
  const customers = of("customer");
  const used = customers.filter(({ hasUsage }) => hasUsage);
  const free = customers.filter(({ hasUsage }) => !hasUsage);
  const keep = (records: readonly reversals.CreatedRecord[], reason: string) =>
    records.map(({ kind, id, name }): ReversedRecord => ({ kind, id, name, reason }));
  return [
    ...(await removeEach(ctx, free, deleteCustomer)),
    ...keep(used, "Usage events were recorded for it, and their keys are not free again."),
    ...(await removeEach(ctx, of("category"), catalog.deleteCategory)),
    ...(await removeEach(ctx, of("event-type"), usage.deleteEventType)),
    ...keep([...of("product"), ...of("item")], "Products and items are not deleted."),
  ];
}

type Removable = Pick<ReversedRecord, "kind" | "id" | "name">;

/** Deletes records one after the other, each in a savepoint; one that cannot be deleted stays, with the reason. */
async function removeEach(
  ctx: WriteContext,
  records: readonly Removable[],
  remove: (ctx: WriteContext, id: string) => Promise<unknown>,
): Promise<ReversedRecord[]> {
  const removed: ReversedRecord[] = [];
  for (const { kind, id, name } of records) {
    store.beginRow(ctx.tx);
    const reason = await reasonToStay(() => remove(ctx, id));
    if (reason !== null) await store.rollBackRow(ctx.tx);
    store.endRow(ctx.tx);
    removed.push({ kind, id, name, reason });
  }
  return removed;
}

async function reasonToStay(remove: () => Promise<unknown>): Promise<string | null> {
  try {
    await remove();
    return null;
  } catch (error) {
    if (error instanceof DomainError || error instanceof ApprovalRequired) return error.message;
    throw error;
  }
}
