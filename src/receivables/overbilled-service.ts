import type { Contract } from "../contracts/contract.ts";
import * as contracts from "../contracts/service.ts";
import { uncarriedCredits } from "../invoicing/service.ts";
import { billedUsage } from "../invoicing/usage-line-store.ts";
import { present } from "../kernel/assert.ts";
import { formatMoney } from "../kernel/money.ts";
import { withSettledSettings } from "../platform/merchant/settings-service.ts";
import type { WriteContext } from "../platform/write.ts";
import { creditableLines } from "./invoice-store.ts";
import { issueCreditMemo } from "./memo-issue-service.ts";
import { type CreditedPart, overbilledParts } from "./overbilled-parts.ts";

/** A memo has at most this many items (data model 10.1). */
const itemsPerMemo = 200;

/**
 * Credits what usage was billed beyond what it comes to by now, where the next invoice cannot carry it (data model 8.4, 12.6):
 * an open memo, linked to the lines that billed it. Revenue has followed the usage already, so it does not fall again.
 */
export async function creditOverbilledUsage(write: WriteContext, contractIds: readonly string[]): Promise<void> {
  const locked = await contracts.lockContracts(write, contractIds);
  const ctx = await withSettledSettings(write);
  for (const contract of locked) {
    if (contract.status === "APPROVED" && contract.deletedAt === null) await creditContract(ctx, contract);
  }
}

async function creditContract(ctx: WriteContext, contract: Contract): Promise<void> {
  const credits = await uncarriedCredits(ctx, contract);
  if (credits.length === 0) return;

  const billed = await billedUsage(ctx.tx, ctx.merchant.id, [contract.id]);
  const lineIds = [...new Set(billed.map(({ lineId }) => lineId))];
  const creditable = await creditableLines(ctx.tx, ctx.merchant.id, { lineIds });
  const parts = overbilledParts(credits, billed, creditable);
  for (let from = 0; from < parts.length; from += itemsPerMemo) {
    await issueMemo(ctx, contract, parts.slice(from, from + itemsPerMemo));
  }
}

async function issueMemo(ctx: WriteContext, contract: Contract, parts: readonly CreditedPart[]): Promise<void> {
  await issueCreditMemo(ctx, {
    customerId: present(contract.customerId, "the customer of an invoiced contract"),
    issueDate: ctx.clock.today,
    currency: contract.currency,
    reason: "Less was used than was invoiced.",
    memo: null,
    externalIds: [],
    items: parts.map(({ invoiceLineId, amount, service }) => ({
      ...{ invoiceLineId, service, amount: formatMoney(amount), revenueEffect: "IN_PRICE" as const },
      ...{ itemId: null, classId: null, name: null, note: null, quantity: null, tax: undefined },
    })),
  });
}
