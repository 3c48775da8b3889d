import { effectOfVoid, type NewReduction } from "../billing-terms/reduction.ts";
import { getCustomer } from "../customers/service.ts";
import { getInvoice } from "../invoicing/service.ts";
import { present } from "../kernel/assert.ts";
import { monthOf } from "../kernel/day.ts";
import { negate } from "../kernel/money.ts";
import { changesBetween } from "../platform/audit.ts";
import type { Tx } from "../platform/db/pool.ts";
import { recordNotFound } from "../platform/http/error-codes.ts";
import type { ListQuery } from "../platform/http/list-query.ts";
import type { WriteContext } from "../platform/write.ts";
import type { Application, Credit } from "./application.ts";
import { applicationsOf } from "./application-store.ts";
import { balanceOfMemo, type CreditMemo, statusOfMemo } from "./credit-memo.ts";
import * as store from "./memo-store.ts";

/** A memo with the applications that stand. */
export type MemoRecord = { readonly memo: CreditMemo; readonly applications: readonly Application[] };

/** @throws DomainError CREDIT_MEMO_NOT_FOUND */
export async function getMemo(tx: Tx, merchantId: string, memoId: string): Promise<MemoRecord> {
  const [record] = await recordsOf(tx, merchantId, await store.findMemos(tx, merchantId, [memoId]));
  if (record === undefined) throw recordNotFound("CREDIT_MEMO_NOT_FOUND");
  return record;
}

/** One page of memos, newest first. */
export async function listMemos(
  tx: Tx,
  merchantId: string,
  list: ListQuery,
): Promise<{ records: MemoRecord[]; totalItems: number }> {
  const { memos, totalItems } = await store.listMemos(tx, merchantId, list);
  return { records: await recordsOf(tx, merchantId, memos), totalItems };
}

/**
 * One page of the memos that credit lines of an invoice or settle it, newest first.
 *
 * @throws DomainError CUSTOMER_NOT_FOUND, INVOICE_NOT_FOUND, also for an invoice of another customer
 */
export async function memosOfInvoice(
  tx: Tx,
  merchantId: string,
  { customerId, invoiceId, list }: { customerId: string; invoiceId: string; list: ListQuery },
): Promise<{ records: MemoRecord[]; totalItems: number }> {
  await getCustomer(tx, merchantId, customerId);
  const invoice = await getInvoice(tx, merchantId, invoiceId);
  if (invoice.customerId !== customerId) throw recordNotFound("INVOICE_NOT_FOUND");
  const { memos, totalItems } = await store.listMemos(tx, merchantId, list, invoiceId);
  return { records: await recordsOf(tx, merchantId, memos), totalItems };
}

/** Memos among some ids, by number; for previews. */
export async function memosByIds(tx: Tx, merchantId: string, ids: readonly string[]): Promise<MemoRecord[]> {
  return recordsOf(tx, merchantId, await store.findMemos(tx, merchantId, ids));
}

/** Memos with items linked to lines of a contract, by number. */
export async function memosOfContract(tx: Tx, merchantId: string, contractId: string): Promise<MemoRecord[]> {
  return recordsOf(tx, merchantId, await store.memosOfContract(tx, merchantId, contractId));
}

async function recordsOf(tx: Tx, merchantId: string, memos: readonly CreditMemo[]): Promise<MemoRecord[]> {
  const ids = memos.map((memo) => memo.id);
  const applications = Map.groupBy(await applicationsOf(tx, merchantId, "CREDIT_MEMO", ids), (each) => each.creditId);
  return memos.map((memo) => ({ memo, applications: applications.get(memo.id) ?? [] }));
}

/** The memo, locked until the transaction ends, as the writer before left it. */
export async function lockedMemo(ctx: WriteContext, memoId: string): Promise<CreditMemo> {
  if (!(await store.lockMemo(ctx.tx, ctx.merchant.id, memoId))) throw recordNotFound("CREDIT_MEMO_NOT_FOUND");
  const [memo] = await store.findMemos(ctx.tx, ctx.merchant.id, [memoId]);
  return present(memo, "the locked memo");
}

/** Any change has to be told to the accounting system again (data model 10.3). */
export async function change(ctx: WriteContext, before: CreditMemo, parts: Partial<CreditMemo>): Promise<CreditMemo> {
  const changed = { ...before, ...parts, lastUpdatedAt: ctx.clock.timestamp, syncStatus: "NOT_SYNCED" as const };
  const memo = { ...changed, status: statusOfMemo(changed) };
  await store.saveMemo(ctx.tx, ctx.merchant.id, memo);
  return memo;
}

/** What the memo's lines take back, counted from the month of the memo. */
export function reductionsOf(ctx: WriteContext, memo: CreditMemo): NewReduction[] {
  return memo.items.flatMap(({ line, amount, revenueEffect }) => {
    if (line === null) return [];
    const { contractId, billingTermId, service, invoiceLineId } = line;
    const [date, bookMonth] = [memo.issueDate, monthOf(memo.issueDate)];
    const source = { type: "CREDIT_MEMO", id: memo.id } as const;
    const id = ctx.newId();
    return [{ id, contractId, billingTermId, amount, service, revenueEffect, date, bookMonth, source, invoiceLineId }];
  });
}

/**
 * What the void of a memo gives back of them, counted from the same month.
 *
 * @param usageLines ids of lines that bill usage
 */
export function reductionsOfVoid(ctx: WriteContext, memo: CreditMemo, usageLines: ReadonlySet<string>): NewReduction[] {
  return reductionsOf(ctx, memo).map((reduction) => ({
    ...reduction,
    amount: negate(reduction.amount),
    revenueEffect: effectOfVoid(reduction.revenueEffect, { billsUsage: usageLines.has(reduction.invoiceLineId) }),
  }));
}

export function creditOf(memo: CreditMemo): Credit {
  return {
    kind: "CREDIT_MEMO",
    id: memo.id,
    customerId: memo.customerId,
    currency: memo.currency,
    balance: balanceOfMemo(memo),
    isLive: memo.status !== "VOID",
    date: memo.issueDate,
  };
}

type Audited = Readonly<Record<string, unknown>>;

export function auditOf(ctx: WriteContext, action: string, memo: CreditMemo, to: Audited, from: Audited = {}): void {
  ctx.audit({ action, entityType: "CREDIT_MEMO", entityId: memo.id, changes: changesBetween(from, to) });
}

export function tell(
  ctx: WriteContext,
  type: string,
  memo: CreditMemo,
  data: Readonly<Record<string, unknown>> = {},
): void {
  const [contractId, ...others] = new Set(memo.items.flatMap((item) => item.line?.contractId ?? []));
  const about = contractId !== undefined && others.length === 0 ? { contractId } : {};
  ctx.tell({ type, ...about, data: { creditMemoId: memo.id, creditMemoNumber: memo.creditMemoNumber, ...data } });
}
