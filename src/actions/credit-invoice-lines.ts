import type { RevenueEffect } from "../billing-terms/reduction.ts";
import type { Contract } from "../contracts/contract.ts";
import { present } from "../kernel/assert.ts";
import { formatMoney } from "../kernel/money.ts";
import type { WriteContext } from "../platform/write.ts";
import type { CreditedPart } from "../receivables/credit-memo.ts";
import { issueCreditMemo } from "./issue-credit-memo.ts";

/** A memo has at most this many items (data model 10.1). */
const itemsPerMemo = 200;

/** Gives parts of a contract's lines back in open memos of today, as many as it takes. */
export async function creditLines(
  ctx: WriteContext,
  contract: Contract,
  parts: readonly CreditedPart[],
  { reason, revenueEffect }: { readonly reason: string; readonly revenueEffect: RevenueEffect },
): Promise<void> {
  for (let from = 0; from < parts.length; from += itemsPerMemo) {
    await issueCreditMemo(ctx, {
      customerId: present(contract.customerId, "the customer of an invoiced contract"),
      issueDate: ctx.clock.today,
      currency: contract.currency,
      reason,
      memo: null,
      externalIds: [],
      items: parts.slice(from, from + itemsPerMemo).map(({ invoiceLineId, amount, service }) => ({
        ...{ invoiceLineId, service, amount: formatMoney(amount), revenueEffect },
        ...{ itemId: null, classId: null, name: null, note: null, quantity: null, tax: undefined },
      })),
    });
  }
}
