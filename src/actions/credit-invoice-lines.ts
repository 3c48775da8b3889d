import type { RevenueEffect } from "../billing-terms/billing-credit.ts";
import type { Contract } from "../contracts/contract.ts";
import { required } from "../kernel/assert.ts";
import { formatMoney } from "../kernel/money.ts";
import type { WriteContext } from "../platform/write.ts";
import type { CreditedPart } from "../receivables/credit-memo.ts";
import { issueCreditMemo } from "./issue-credit-memo.ts";

/** A credit memo has at most this many items (data model 10.1). */
const itemsPerCreditMemo = 200;

type CreditReason = {
  readonly reason: string;
  readonly revenueEffect: RevenueEffect;
  /** True for negative usage, which no line billed: the amounts of the lines are no limit. */
  readonly isBeyondLine?: boolean;
};

/** Credits parts of invoice lines of a contract by open credit memos of today, as many as the item limit requires. */
export async function creditLines(
  ctx: WriteContext,
  contract: Contract,
  parts: readonly CreditedPart[],
  { reason, revenueEffect, isBeyondLine = false }: CreditReason,
): Promise<void> {
  for (let from = 0; from < parts.length; from += itemsPerCreditMemo) {
    await issueCreditMemo(ctx, {
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
  }
}
