import { sql } from "kysely";
import { parseId } from "../kernel/ids.ts";
import { type Change, changesBetween } from "../platform/audit.ts";
import { sqlState } from "../platform/db/pool.ts";
import type { PaymentMethodQueue } from "../platform/jobs/payment-method-queue.ts";
import type { WriteContext } from "../platform/write.ts";
import {
  entryProblem,
  type LinkEntry,
  type LinkResult,
  masked,
  type PaymentAccountLink,
  relinked,
} from "./payment-account.ts";
import * as store from "./payment-account-store.ts";
import type { ProcessorType } from "./payment-processor.ts";

/**
 * Links customers to accounts at a payment processor, each entry separately and in order (spec "Bulk link"). The processor is not
 * called here: jobs read the default methods after this is committed.
 */
export async function linkAccounts(
  ctx: WriteContext,
  entries: readonly LinkEntry[],
  queue: PaymentMethodQueue,
): Promise<{ results: LinkResult[]; defaultProcessor: ProcessorType | null }> {
  const { tx, merchant } = ctx;
  const ids = [...new Set(entries.flatMap((entry) => parseId(entry.customerId) ?? []))];
  const known = await store.lockCustomers(tx, merchant.id, ids);
  const links = new Map((await store.linksOf(tx, merchant.id, [...known])).map((link) => [link.customerId, link]));
  const results: LinkResult[] = [];
  for (const entry of entries) {
    const customerId = parseId(entry.customerId);
    const result =
      customerId === undefined || !known.has(customerId)
        ? ({ status: "NOT_FOUND", entry } as const)
        : await linkOne(ctx, links.get(customerId), customerId, entry);
    if (result.status === "LINKED") links.set(result.link.customerId, result.link);
    results.push(result);
  }
  await enqueue(ctx, results, queue);
  return { results, defaultProcessor: await store.defaultProcessor(tx, merchant.id) };
}

/** One entry inside a savepoint, so that a rejection by the database affects no other entry. */
async function linkOne(
  ctx: WriteContext,
  before: PaymentAccountLink | undefined,
  customerId: string,
  entry: LinkEntry,
): Promise<LinkResult> {
  const error = entryProblem(entry);
  if (error !== undefined) return { status: "FAILED", entry, error };
  const link = relinked(before, customerId, entry);
  if (link.revision !== before?.revision) {
    await sql`savepoint entry`.execute(ctx.tx);
    try {
      await store.upsertLink(ctx.tx, ctx.merchant.id, link, ctx.clock.timestamp);
      await sql`release savepoint entry`.execute(ctx.tx);
    } catch (failure) {
      if (!isRejectedByDatabase(failure)) throw failure;
      await sql`rollback to savepoint entry`.execute(ctx.tx);
      return { status: "FAILED", entry, error: "INTERNAL: The account could not be linked; send this entry again." };
    }
    ctx.publish({ type: "payment-account.linked", customerId, data: { processorType: link.processorType } });
  }
  ctx.audit({
    action: "payment-account.link",
    entityType: "CUSTOMER",
    entityId: customerId,
    changes: changesOf(before, link),
  });
  return { status: "LINKED", entry, link };
}

/** True for data exceptions and violated constraints. Deadlocks, time-outs and lost connections concern the whole request. */
function isRejectedByDatabase(error: unknown): boolean {
  return ["22", "23"].includes(sqlState(error)?.slice(0, 2) ?? "");
}

/** The changes for the audit log, in which references of the processor are masked (behaviour AUT-6). */
export function changesOf(before: PaymentAccountLink | undefined, after: PaymentAccountLink): Change[] {
  return changesBetween(before === undefined ? {} : auditView(before), auditView(after));
}

function auditView({ processorType, processorCustomerRef, defaultMethod }: PaymentAccountLink) {
  return {
    processorType,
    processorCustomerRef: masked(processorCustomerRef),
    defaultPaymentMethod: defaultMethod === null ? null : masked(defaultMethod.id),
    defaultPaymentMethodType: defaultMethod?.type ?? null,
  };
}

async function enqueue(ctx: WriteContext, results: readonly LinkResult[], queue: PaymentMethodQueue): Promise<void> {
  const linked = results.flatMap((result) => (result.status === "LINKED" ? [result.link] : []));
  const byLink = new Map(linked.map((link) => [`${link.customerId}/${link.processorType}`, link]));
  const jobs = [...byLink.values()].map(({ customerId, processorType }) => ({
    merchantId: ctx.merchant.id,
    customerId,
    processorType,
  }));
  await queue.enqueue(ctx.tx, jobs);
}
