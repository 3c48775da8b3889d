import { insertBillingCredits } from "../billing-terms/billing-credit-store.ts";
import { findClass } from "../catalog/class-service.ts";
import { findItem } from "../catalog/item-service.ts";
import * as contracts from "../contracts/service.ts";
import { shareCustomer } from "../customers/service.ts";
import { assert } from "../kernel/assert.ts";
import { formatDay, monthOf } from "../kernel/day.ts";
import type { Issue } from "../kernel/errors.ts";
import { zero } from "../kernel/money.ts";
import { type Books, barOf } from "../ledger/books.ts";
import { shareBooks } from "../ledger/books-store.ts";
import { changesBetween } from "../platform/audit.ts";
import type { Tx } from "../platform/db/pool.ts";
import { recordNotFound } from "../platform/http/error-codes.ts";
import { withLockedSettings } from "../platform/merchant/settings-service.ts";
import type { WriteContext } from "../platform/write.ts";
import { post } from "../receivables/application-service.ts";
import {
  type CreditMemo,
  type CreditMemoDraft,
  type CreditMemoItem,
  creditItems,
  creditMemoNumber,
  type ItemFacts,
  totalsOf,
} from "../receivables/credit-memo.ts";
import {
  auditedCreditMemo,
  billingCreditsOf,
  type CreditMemoRecord,
  publish,
} from "../receivables/credit-memo-record-service.ts";
import { applyLocked } from "../receivables/credit-memo-service.ts";
import * as store from "../receivables/credit-memo-store.ts";
import { creditablePeriods } from "../receivables/creditable-period-store.ts";
import { contractsOfInvoices, contractsOfLines, creditableLines, lockInvoices } from "../receivables/invoice-store.ts";
import { liabilityAccountsOf } from "../receivables/liability-account-service.ts";
import { creditMemoIssued } from "../receivables/posting.ts";
import { reject, rejectDocument, unknownInBody } from "../receivables/rejection-service.ts";

/**
 * Issues a credit memo: numbers and posts it, records its billing credits for revenue, and applies it if requested. The only function that creates
 * credit memos.
 *
 * @param ownNumber the number of one that is not of the series: the credits of other books
 * @throws DomainError 400 with every issue: CUSTOMER_NOT_FOUND, INVOICE_NOT_FOUND, ITEM_NOT_FOUND, CLASS_NOT_FOUND for what
 * the draft names; PERIOD_CLOSED; EXCEEDS_INVOICE_LINE, INVOICE_NOT_OPEN and the CREDIT_MEMO_* codes
 */
export async function issueCreditMemo(
  write: WriteContext,
  draft: CreditMemoDraft,
  ownNumber: string | null = null,
): Promise<CreditMemoRecord> {
  const lineIds = draft.items.flatMap((item) => item.invoiceLineId ?? []);
  const invoiceIds = draft.applyOnCreate === undefined ? [] : [draft.applyOnCreate.invoiceId];
  contracts.lockContractRows(write, await contractsOfDraft(write.tx, write.merchant.id, draft));
  const books = await shareBooks(write.tx, write.merchant.id);
  const ctx = await withLockedSettings(write);
  const customer = await shareCustomer(ctx, draft.customerId);
  if (customer === undefined) throw unknownInBody("/customerId", "CUSTOMER_NOT_FOUND");
  const linked = await creditableLines(ctx.tx, ctx.merchant.id, { lineIds });
  const invoices = await lockInvoices(ctx.tx, ctx.merchant.id, [
    ...new Set([...invoiceIds, ...linked.map((line) => line.invoiceId)]),
  ]);
  // Read again, because another credit memo may have credited a line before the locks were granted.
  const lines = new Map(
    (await creditableLines(ctx.tx, ctx.merchant.id, { lineIds })).map((line) => [line.invoiceLineId, line]),
  );
  await rejectUnknown(ctx, draft, new Set(lines.keys()), new Set(invoices.keys()));

  const currency = draft.currency ?? customer.defaultCurrency;
  const periods = await creditablePeriods(ctx.tx, ctx.merchant.id, lineIds);
  const categories = await store.categoriesOfItems(
    ctx.tx,
    ctx.merchant.id,
    draft.items.flatMap((item) => item.itemId ?? []),
  );
  const facts = draft.items.map((item): ItemFacts => {
    const line = item.invoiceLineId === null ? undefined : lines.get(item.invoiceLineId);
    const categoryId = item.itemId === null ? null : (categories.get(item.itemId) ?? null);
    return { id: ctx.newId(), draft: item, line, period: periods.get(line?.invoiceLineId ?? ""), categoryId };
  });
  const { rounding } = ctx.merchant;
  const { items, issues } = creditItems(facts, { customerId: customer.id, currency, rounding });
  const allIssues = [...issues, ...closedMonth(books, draft)];
  if (allIssues.length > 0) throw rejectDocument(allIssues);

  const memo = await storeCreditMemo(ctx, draft, { items, currency, customerName: customer.name, ownNumber });
  await insertBillingCredits(ctx.tx, ctx.merchant.id, billingCreditsOf(ctx, memo), ctx.clock.timestamp);
  const termIds = memo.items.flatMap((item) => item.line?.billingTermId ?? []);
  await post(ctx, books, creditMemoIssued(memo, await liabilityAccountsOf(ctx, termIds)));
  ctx.audit({
    action: "credit-memo.issue",
    entityType: "CREDIT_MEMO",
    entityId: memo.id,
    changes: changesBetween({}, auditedCreditMemo(memo)),
    amount: memo.total,
  });
  publish(ctx, "credit-memo.created", memo, {});
  if (draft.applyOnCreate === undefined) return { memo, applications: [] };

  const { invoiceId, amount } = draft.applyOnCreate;
  const held = { books, memo, invoice: invoices.get(invoiceId) };
  const applied = await applyLocked(ctx, held, { invoiceId, amount, path: "/applyOnCreate" }, ctx.clock.today);
  return { memo: applied.memo, applications: [applied.application] };
}

/** The contracts of the lines and the application of a draft, unordered. */
export async function contractsOfDraft(
  tx: Tx,
  merchantId: string,
  { items, applyOnCreate }: Pick<CreditMemoDraft, "items" | "applyOnCreate">,
): Promise<string[]> {
  const lineIds = items.flatMap((item) => item.invoiceLineId ?? []);
  const ofLines = await contractsOfLines(tx, merchantId, lineIds);
  const ofInvoice =
    applyOnCreate === undefined ? [] : await contractsOfInvoices(tx, merchantId, [applyOnCreate.invoiceId]);
  return [...new Set([...ofLines, ...ofInvoice])];
}

async function nextNumber(ctx: WriteContext): Promise<Pick<CreditMemo, "number" | "creditMemoNumber">> {
  const number = await ctx.takeNumbers("CREDIT_MEMO", 1);
  return { number, creditMemoNumber: creditMemoNumber(ctx.merchant.creditMemoPrefix, number) };
}

async function storeCreditMemo(
  ctx: WriteContext,
  draft: CreditMemoDraft,
  {
    items,
    currency,
    customerName,
    ownNumber,
  }: {
    readonly items: readonly CreditMemoItem[];
    readonly currency: string;
    readonly customerName: string;
    readonly ownNumber: string | null;
  },
): Promise<CreditMemo> {
  const numbered =
    ownNumber === null ? await nextNumber(ctx) : ({ number: null, creditMemoNumber: ownNumber } as const);
  const none = zero(currency);
  const memo: CreditMemo = {
    id: ctx.newId(),
    ...numbered,
    customerId: draft.customerId,
    customerName,
    currency,
    issueDate: draft.issueDate,
    reason: draft.reason,
    memo: draft.memo,
    ...totalsOf(items, currency),
    applied: none,
    refunded: none,
    status: "OPEN",
    syncStatus: "NOT_SYNCED",
    externalIds: draft.externalIds,
    voidReason: null,
    voidedAt: null,
    items,
    createdAt: ctx.clock.timestamp,
    lastUpdatedAt: ctx.clock.timestamp,
  };
  assert(memo.total.minor > 0n, "a credit memo has an amount");
  await store.insertCreditMemo(ctx.tx, ctx.merchant.id, memo);
  return memo;
}

async function rejectUnknown(
  ctx: WriteContext,
  draft: CreditMemoDraft,
  lineIds: ReadonlySet<string>,
  invoiceIds: ReadonlySet<string>,
): Promise<void> {
  const issues: Issue[] = [];
  const unknown = (path: string, code: "INVOICE_NOT_FOUND" | "ITEM_NOT_FOUND" | "CLASS_NOT_FOUND") => {
    issues.push({ path, code, message: recordNotFound(code).message });
  };
  for (const [index, item] of draft.items.entries()) {
    const path = `/items/${index}`;
    if (item.invoiceLineId !== null && !lineIds.has(item.invoiceLineId)) {
      unknown(`${path}/invoiceLineItemId`, "INVOICE_NOT_FOUND");
    }
    if (item.itemId !== null && (await findItem(ctx, item.itemId)) === undefined) {
      unknown(`${path}/itemId`, "ITEM_NOT_FOUND");
    }
    if (item.classId !== null && (await findClass(ctx, item.classId)) === undefined) {
      unknown(`${path}/classId`, "CLASS_NOT_FOUND");
    }
  }
  const { applyOnCreate } = draft;
  if (applyOnCreate !== undefined && !invoiceIds.has(applyOnCreate.invoiceId)) {
    unknown("/applyOnCreate/invoiceId", "INVOICE_NOT_FOUND");
  }
  if (issues.length > 0) throw reject(issues);
}

function closedMonth(books: Books, { issueDate }: CreditMemoDraft): Issue[] {
  const bar = barOf(books, "BILLING", monthOf(issueDate));
  if (bar === undefined) return [];
  const message = `The month of ${formatDay(issueDate)} is ${bar}; date the credit memo in an open month.`;
  return [{ path: "/issueDate", code: "PERIOD_CLOSED", message }];
}
