import { countedEarlier, type RevenueEffect } from "../billing-terms/billing-credit.ts";
import { insertBillingCredits } from "../billing-terms/billing-credit-store.ts";
import type { Contract } from "../contracts/contract.ts";
import { required } from "../kernel/assert.ts";
import { type Month, monthOf } from "../kernel/day.ts";
import { formatMoney } from "../kernel/money.ts";
import type { WriteContext } from "../platform/write.ts";
import type { CreditedPart } from "../receivables/credit-memo.ts";
import { billingCreditsOf, type CreditMemoRecord } from "../receivables/credit-memo-record-service.ts";
import { issueCreditMemo } from "./issue-credit-memo.ts";

/** A credit memo has at most this many items (data model 10.1). */
const itemsPerCreditMemo = 200;

type CreditReason = {
  readonly reason: string;
  readonly revenueEffect: RevenueEffect;
  /** True for negative usage, which no line billed: the amounts of the lines are no limit. */
  readonly isBeyondLine?: boolean;
};

/**
 * Credits what an amendment takes from invoiced days. It lowers revenue from the book month of the amendment on, which may be before the month of
 * the credit memo: the price has fallen by then, whenever it is credited (ADR 0030).
 *
 * @param bookMonth null if the amendment counts from the first month on
 */
export async function creditAmendment(
  ctx: WriteContext,
  contract: Contract,
  parts: readonly CreditedPart[],
  { reason, bookMonth }: { readonly reason: string; readonly bookMonth: Month | null },
): Promise<void> {
  if (bookMonth === null || bookMonth >= monthOf(ctx.clock.today)) {
    await creditLines(ctx, contract, parts, { reason, revenueEffect: "CREDITED_DAYS" });
    return;
  }
  for (const { memo } of await creditLines(ctx, contract, parts, { reason, revenueEffect: "IN_PRICE" })) {
    const counted = countedEarlier(billingCreditsOf(ctx, memo), bookMonth).map((one) => ({ ...one, id: ctx.newId() }));
    await insertBillingCredits(ctx.tx, ctx.merchant.id, counted, ctx.clock.timestamp);
  }
}

/** Credits parts of invoice lines of a contract by open credit memos of today, as many as the item limit requires. */
export async function creditLines(
  ctx: WriteContext,
  contract: Contract,
  parts: readonly CreditedPart[],
  { reason, revenueEffect, isBeyondLine = false }: CreditReason,
): Promise<CreditMemoRecord[]> {
  const issued: CreditMemoRecord[] = [];
  for (let from = 0; from < parts.length; from += itemsPerCreditMemo) {
    const memo = await issueCreditMemo(ctx, {
      customerId: required(contract.customerId, "the customer of an invoiced contract"),
      issueDate: ctx.clock.today,
      currency: contract.currency,
      reason,
      memo: null,
      externalIds: [],
      items: parts.slice(from, from + itemsPerCreditMemo).map(({ invoiceLineId, amount, service }) => ({
        invoiceLineId,
        service,
        amount: formatMoney(amount),
        revenueEffect,
        isBeyondLine,
        itemId: null,
        classId: null,
        name: null,
        note: null,
        quantity: null,
        tax: undefined,
      })),
    });
    issued.push(memo);
  }
  return issued;
}
