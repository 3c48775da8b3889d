import type { Contract } from "../contracts/contract.ts";
import * as contracts from "../contracts/service.ts";
import { uncarriedCredits } from "../invoicing/service.ts";
import { billedUsage } from "../invoicing/usage-line-store.ts";
import { withLockedSettings } from "../platform/merchant/settings-service.ts";
import type { Subscriber, WriteContext } from "../platform/write.ts";
import { creditableLines } from "../receivables/invoice-store.ts";
import { overbilledParts } from "../receivables/overbilled-parts.ts";
import { creditLines } from "./credit-invoice-lines.ts";

/** What usage was billed too much is credited where no invoice can carry it. */
export const overbilledSubscriber: Subscriber = {
  name: "credit-overbilled-usage",
  types: ["usage.overbilled"],
  react: (ctx, facts) => creditOverbilledUsage(ctx, [...new Set(facts.map((fact) => fact.contractId))]),
};

/**
 * Credits what usage was billed beyond what it comes to by now, where the next invoice cannot carry it (data model 8.4,
 * 12.6): an open credit memo, linked to the lines that billed it. Revenue has followed the usage already, so it does
 * not fall again.
 */
async function creditOverbilledUsage(write: WriteContext, contractIds: readonly string[]): Promise<void> {
  const locked = await contracts.lockContracts(write, contractIds);
  const ctx = await withLockedSettings(write);
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
  await creditLines(ctx, contract, parts, { reason: "Less was used than was invoiced.", revenueEffect: "IN_PRICE" });
  // What is still to bill is new less billed, and the credit memo is among what is billed.
  if (parts.length > 0) ctx.publish({ type: "usage.credited", contractId: contract.id });
}
