import { effectOfVoid, type NewBillingCredit } from "../billing-terms/billing-credit.ts";
import type { LineType } from "../billing-terms/line-type.ts";
import { getCustomer } from "../customers/service.ts";
import { getInvoice } from "../invoicing/service.ts";
import { formatDay, monthOf } from "../kernel/day.ts";
import { formatMoney, negate } from "../kernel/money.ts";
import { changesBetween } from "../platform/audit.ts";
import type { Tx } from "../platform/db/pool.ts";
import { recordNotFound } from "../platform/http/error-codes.ts";
import type { Extent, ListQuery } from "../platform/http/list-query.ts";
import type { DomainEventDraft } from "../platform/outbox.ts";
import type { WriteContext } from "../platform/write.ts";
import type { Application, Credit } from "./application.ts";
import { applicationsOf } from "./application-store.ts";
import { balanceOfCreditMemo, type CreditMemo, statusOfCreditMemo } from "./credit-memo.ts";
import * as store from "./credit-memo-store.ts";

/** A credit memo with its applications, without reversed ones. */
export type CreditMemoRecord = { readonly memo: CreditMemo; readonly applications: readonly Application[] };

/** @throws DomainError CREDIT_MEMO_NOT_FOUND */
export async function getCreditMemo(tx: Tx, merchantId: string, creditMemoId: string): Promise<CreditMemoRecord> {
  const [record] = await recordsOf(tx, merchantId, await store.findCreditMemos(tx, merchantId, [creditMemoId]));
  if (record === undefined) throw recordNotFound("CREDIT_MEMO_NOT_FOUND");
  return record;
}

/** One page of credit memos, newest first. */
export async function listCreditMemos(
  tx: Tx,
  merchantId: string,
  list: ListQuery,
): Promise<{ records: CreditMemoRecord[]; extent: Extent }> {
  const { creditMemos, extent } = await store.listCreditMemos(tx, merchantId, list);
  return { records: await recordsOf(tx, merchantId, creditMemos), extent };
}

/**
 * One page of the credit memos that credit lines of an invoice or are applied to it, newest first.
 *
 * @throws DomainError CUSTOMER_NOT_FOUND, INVOICE_NOT_FOUND, also for an invoice of another customer
 */
export async function creditMemosOfInvoice(
  tx: Tx,
  merchantId: string,
  { customerId, invoiceId, list }: { customerId: string; invoiceId: string; list: ListQuery },
): Promise<{ records: CreditMemoRecord[]; extent: Extent }> {
  await getCustomer(tx, merchantId, customerId);
  const invoice = await getInvoice(tx, merchantId, invoiceId);
  if (invoice.customerId !== customerId) throw recordNotFound("INVOICE_NOT_FOUND");
  const { creditMemos, extent } = await store.listCreditMemos(tx, merchantId, list, invoiceId);
  return { records: await recordsOf(tx, merchantId, creditMemos), extent };
}

/** Credit memos by ids, ordered by number; for previews. */
export async function creditMemosByIds(
  tx: Tx,
  merchantId: string,
  ids: readonly string[],
): Promise<CreditMemoRecord[]> {
  return recordsOf(tx, merchantId, await store.findCreditMemos(tx, merchantId, ids));
}

/** Credit memos with items linked to lines of a contract, ordered by number. */
export async function creditMemosOfContract(
  tx: Tx,
  merchantId: string,
  contractId: string,
): Promise<CreditMemoRecord[]> {
  return recordsOf(tx, merchantId, await store.creditMemosOfContract(tx, merchantId, contractId));
}

async function recordsOf(tx: Tx, merchantId: string, creditMemos: readonly CreditMemo[]): Promise<CreditMemoRecord[]> {
  const ids = creditMemos.map((memo) => memo.id);
  const applications = Map.groupBy(await applicationsOf(tx, merchantId, "CREDIT_MEMO", ids), (each) => each.creditId);
  return creditMemos.map((memo) => ({ memo, applications: applications.get(memo.id) ?? [] }));
}

/** The credit memo, locked until the transaction ends. */
export async function lockedCreditMemo(ctx: WriteContext, creditMemoId: string): Promise<CreditMemo> {
  store.lockCreditMemo(ctx.tx, ctx.merchant.id, creditMemoId);
  const [memo] = await store.findCreditMemos(ctx.tx, ctx.merchant.id, [creditMemoId]);
  if (memo === undefined) throw recordNotFound("CREDIT_MEMO_NOT_FOUND");
  return memo;
}

/** Stores a changed credit memo. The accounting system does not have this version yet (data model 10.3). */
export async function change(ctx: WriteContext, before: CreditMemo, parts: Partial<CreditMemo>): Promise<CreditMemo> {
  const changed = { ...before, ...parts, lastUpdatedAt: ctx.clock.timestamp, syncStatus: "NOT_SYNCED" as const };
  const memo = { ...changed, status: statusOfCreditMemo(changed) };
  store.saveCreditMemo(ctx.tx, ctx.merchant.id, memo);
  return memo;
}

/** The billing credits of a credit memo, effective from its month. */
export function billingCreditsOf(ctx: WriteContext, memo: CreditMemo): NewBillingCredit[] {
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
 * The billing credits that reverse those of a voided credit memo, effective from the same month.
 *
 * @param usageLines lines that bill usage, by id
 */
export function billingCreditsOfVoid(
  ctx: WriteContext,
  memo: CreditMemo,
  usageLines: ReadonlyMap<string, LineType>,
): NewBillingCredit[] {
  return billingCreditsOf(ctx, memo).map((billingCredit) => ({
    ...billingCredit,
    amount: negate(billingCredit.amount),
    revenueEffect: effectOfVoid(billingCredit.revenueEffect, {
      billsUsage: usageLines.has(billingCredit.invoiceLineId),
    }),
  }));
}

export function creditOf(memo: CreditMemo): Credit {
  return {
    kind: "CREDIT_MEMO",
    id: memo.id,
    customerId: memo.customerId,
    currency: memo.currency,
    balance: balanceOfCreditMemo(memo),
    isLive: memo.status !== "VOID",
    date: memo.issueDate,
  };
}

type Audited = Readonly<Record<string, unknown>>;

export function auditOf(ctx: WriteContext, action: string, memo: CreditMemo, to: Audited, from: Audited = {}): void {
  ctx.audit({ action, entityType: "CREDIT_MEMO", entityId: memo.id, changes: changesBetween(from, to) });
}

type CreditMemoEvent = Extract<DomainEventDraft, { readonly type: `credit-memo.${string}` }>;

/** Publishes an event of a credit memo; it has a contract if all its lines are of that one. */
export function publish<Type extends CreditMemoEvent["type"]>(
  ctx: WriteContext,
  type: Type,
  memo: CreditMemo,
  data: Omit<Extract<CreditMemoEvent, { readonly type: Type }>["data"], "creditMemoId" | "creditMemoNumber" | "status">,
): void {
  const [contractId, ...others] = new Set(memo.items.flatMap((item) => item.line?.contractId ?? []));
  const about = contractId !== undefined && others.length === 0 ? { contractId } : {};
  const { id: creditMemoId, creditMemoNumber, status, customerId } = memo;
  const own = { creditMemoId, creditMemoNumber, status, ...data };
  ctx.publish({ type, ...about, customerId, data: own } as CreditMemoEvent);
}

/** A credit memo as the audit log keeps it. */
export function auditedCreditMemo(memo: CreditMemo): Readonly<Record<string, unknown>> {
  const { creditMemoNumber: number, customerId, currency, reason } = memo;
  const total = formatMoney(memo.total);
  const items = memo.items.map(
    ({ line, itemId, classId, name, note, quantity, revenueEffect, isBeyondLine, amount, tax }) => ({
      ...{
        invoiceLineItemId: line?.invoiceLineId ?? null,
        itemId,
        classId,
        name,
        note,
        quantity,
        revenueEffect,
        isBeyondLine,
      },
      serviceStart: line === null ? null : formatDay(line.service.start),
      serviceEnd: line === null ? null : formatDay(line.service.end),
      amount: formatMoney(amount),
      salesTaxAmount: formatMoney(tax),
    }),
  );
  return {
    ...{ creditMemoNumber: number, customerId, currency, issueDate: formatDay(memo.issueDate), reason, total, items },
    ...(memo.memo === null ? {} : { memo: memo.memo }),
    ...(memo.externalIds.length === 0 ? {} : { externalIds: memo.externalIds }),
  };
}
