import type { Contract } from "../contracts/contract.ts";
import * as contracts from "../contracts/service.ts";
import { contractsWithDueCredit, nextDueCredit } from "../invoicing/carried-credit-store.ts";
import { dueOnContracts } from "../invoicing/due-service.ts";
import { overbilledUsage, regenerateInvoices } from "../invoicing/service.ts";
import { billedUsage } from "../invoicing/usage-line-store.ts";
import type { IssuedUsageLine } from "../invoicing/usage-plan.ts";
import { add, type Money, subtract, zero } from "../kernel/money.ts";
import { withLockedSettings } from "../platform/merchant/settings-service.ts";
import type { DueWork, Subscriber, WriteContext } from "../platform/write.ts";
import { creditableLines } from "../receivables/invoice-store.ts";
import { creditBalanceParts, overbilledParts } from "../receivables/overbilled-parts.ts";
import { creditLines } from "./credit-invoice-lines.ts";
import { reverseBadDebts } from "./reverse-bad-debts.ts";

/** Credits overbilled usage that no invoice can carry, and negative usage at the end of a term. */
export const overbilledSubscriber: Subscriber = {
  name: "credit-overbilled-usage",
  types: ["usage.overbilled"],
  react: (ctx, facts) => creditOverbilledUsage(ctx, [...new Set(facts.map((fact) => fact.contractId))]),
};

/** Credits negative usage when its term and the days of grace are over (ADR 0046). */
export const creditWaitingUsage: DueWork = dueOnContracts({
  name: "credit-waiting-usage",
  nextDate: nextDueCredit,
  contractsDue: contractsWithDueCredit,
  work: async (ctx, contractIds) => {
    await regenerateInvoices(ctx, contractIds);
    await creditOverbilledUsage(ctx, contractIds);
  },
});

/**
 * Credits usage that was billed beyond its present charge and that the next invoice cannot carry (data model 8.4, 12.6), by an open credit memo
 * that is linked to the billed lines. Lines that were written off have their bad debt reduced instead. Revenue follows the usage itself, so
 * the credit memo does not lower it again.
 *
 * Negative usage at the end of a term is credited too (rules 13), linked to the lines of the periods below zero. These lines billed nothing,
 * so their amounts do not limit the credit.
 */
async function creditOverbilledUsage(write: WriteContext, contractIds: readonly string[]): Promise<void> {
  const locked = await contracts.lockContracts(write, contractIds);
  const ctx = await withLockedSettings(write);
  for (const contract of locked) {
    if (contract.status === "APPROVED" && contract.deletedAt === null) await creditContract(ctx, contract);
  }
}

async function creditContract(ctx: WriteContext, contract: Contract): Promise<void> {
  const { credits, writtenOff, creditBalance } = await overbilledUsage(ctx, contract);
  if (credits.length + writtenOff.length + creditBalance.length === 0) return;

  const billed = await billedUsage(ctx.tx, ctx.merchant.id, [contract.id]);
  // The part of a written-off invoice that was paid is credited like an open one.
  const paid = await reverseBadDebts(ctx, overbilledParts(writtenOff, billed, writtenOffByLine(billed)));
  const owed = overbilledParts(credits, billed, await openByLine(ctx, billed));
  const parts = [...owed, ...paid];
  await creditLines(ctx, contract, parts, { reason: "Less was used than was invoiced.", revenueEffect: "IN_PRICE" });
  const back = creditBalanceParts(creditBalance, billed);
  const reason = "More usage was credited than was used.";
  await creditLines(ctx, contract, back, { reason, revenueEffect: "IN_PRICE", isBeyondLine: true });
  // The credit memo counts as billed, so the plan (new − billed) changes.
  if (parts.length + back.length > 0) ctx.publish({ type: "usage.credited", contractId: contract.id });
}

/** Amounts not credited yet, by line, of invoices that are owed or paid. */
async function openByLine(ctx: WriteContext, billed: readonly IssuedUsageLine[]): Promise<Map<string, Money>> {
  const lineIds = [...new Set(billed.map(({ lineId }) => lineId))];
  const creditable = await creditableLines(ctx.tx, ctx.merchant.id, { lineIds });
  return new Map(
    creditable
      .filter(({ isOpen }) => isOpen)
      .map(({ invoiceLineId, total, credited }) => [invoiceLineId, subtract(total, credited)]),
  );
}

/** Written-off amounts by line, less reversals. */
function writtenOffByLine(billed: readonly IssuedUsageLine[]): Map<string, Money> {
  const byLine = new Map<string, Money>();
  for (const { lineId, writtenOff } of billed) {
    byLine.set(lineId, add(byLine.get(lineId) ?? zero(writtenOff.currency), writtenOff));
  }
  return byLine;
}
