import { insertBillingCredits } from "../billing-terms/billing-credit-store.ts";
import * as contracts from "../contracts/service.ts";
import { usageLinesAmong } from "../invoicing/usage-line-store.ts";
import { monthOf } from "../kernel/day.ts";
import { barOf } from "../ledger/books.ts";
import { shareBooks } from "../ledger/books-store.ts";
import { entriesOfDocument } from "../ledger/service.ts";
import type { WriteContext } from "../platform/write.ts";
import { post } from "../receivables/application-service.ts";
import { checkVoid } from "../receivables/credit-memo.ts";
import {
  billingCreditsOfVoid,
  type CreditMemoRecord,
  change,
  lockedCreditMemo,
  publish,
} from "../receivables/credit-memo-record-service.ts";
import { contractsOfCreditMemo } from "../receivables/credit-memo-store.ts";
import { documentVoided } from "../receivables/posting.ts";
import { rejectDocument } from "../receivables/rejection-service.ts";

/**
 * Voids a credit memo: it stays in the books, without effect.
 *
 * @throws DomainError CREDIT_MEMO_NOT_FOUND, CREDIT_MEMO_VOID, CREDIT_MEMO_INSUFFICIENT while part of it is used,
 * PERIOD_CLOSED
 */
export async function voidCreditMemo(
  ctx: WriteContext,
  creditMemoId: string,
  reason: string,
): Promise<CreditMemoRecord> {
  contracts.lockContractRows(ctx, await contractsOfCreditMemo(ctx.tx, ctx.merchant.id, creditMemoId));
  const books = await shareBooks(ctx.tx, ctx.merchant.id);
  const before = await lockedCreditMemo(ctx, creditMemoId);
  const issues = checkVoid(before, { bar: barOf(books, "BILLING", monthOf(before.issueDate)) });
  if (issues.length > 0) throw rejectDocument(issues);

  const memo = await change(ctx, before, { voidedAt: ctx.clock.timestamp, voidReason: reason });
  const lineIds = memo.items.flatMap(({ line }) => line?.invoiceLineId ?? []);
  const usageLines = await usageLinesAmong(ctx.tx, ctx.merchant.id, lineIds);
  const back = billingCreditsOfVoid(ctx, memo, usageLines);
  await insertBillingCredits(ctx.tx, ctx.merchant.id, back, ctx.clock.timestamp);
  const { issueDate: date, customerId } = memo;
  const source = { type: "CREDIT_MEMO", id: memo.id } as const;
  const posted = await entriesOfDocument(ctx.tx, ctx.merchant.id, { source, type: "CREDIT_MEMO_ISSUED" });
  await post(
    ctx,
    books,
    posted.map((entry) => documentVoided(entry, { type: "CREDIT_MEMO_VOIDED", date, source, customerId })),
  );
  const changes = [{ path: "/status", from: before.status, to: memo.status }];
  const entity = { entityType: "CREDIT_MEMO", entityId: memo.id } as const;
  ctx.audit({ action: "credit-memo.void", ...entity, changes, reason, amount: memo.total });
  publish(ctx, "credit-memo.voided", memo, {});
  // Usage that was credited because less was used is then credited again by the plan (ADR 0026).
  const ofUsage = memo.items.flatMap(({ line, revenueEffect }) =>
    line !== null && revenueEffect === "IN_PRICE" && usageLines.has(line.invoiceLineId) ? [line.contractId] : [],
  );
  for (const contractId of new Set(ofUsage)) ctx.publish({ type: "usage.credited", contractId });
  return { memo, applications: [] };
}
