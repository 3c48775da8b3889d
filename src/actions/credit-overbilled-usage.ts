import type { Contract } from "../contracts/contract.ts";
import * as contracts from "../contracts/service.ts";
import { dueOnContracts } from "../invoicing/due-service.ts";
import { overbilledUsage, regenerateInvoices } from "../invoicing/service.ts";
import { billedUsage } from "../invoicing/usage-line-store.ts";
import type { IssuedUsageLine } from "../invoicing/usage-plan.ts";
import { contractsWithDueCredit, nextDueCredit } from "../invoicing/waiting-credit-store.ts";
import { add, type Money, subtract, zero } from "../kernel/money.ts";
import { withLockedSettings } from "../platform/merchant/settings-service.ts";
import type { DueWork, Subscriber, WriteContext } from "../platform/write.ts";
import { creditableLines } from "../receivables/invoice-store.ts";
import { overbilledParts, owedBackParts } from "../receivables/overbilled-parts.ts";
import { creditLines } from "./credit-invoice-lines.ts";
import { reverseBadDebts } from "./reverse-bad-debts.ts";

/** What usage was billed too much is credited where no invoice can carry it, and what a term leaves below zero at its end. */
export const overbilledSubscriber: Subscriber = {
  name: "credit-overbilled-usage",
  types: ["usage.overbilled"],
  react: (ctx, facts) => creditOverbilledUsage(ctx, [...new Set(facts.map((fact) => fact.contractId))]),
};

/** What usage below zero is worth is credited on the day on which its term and the days of grace are over (ADR 0046). */
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
 * Credits what usage was billed beyond what it comes to by now, where the next invoice cannot carry it (data model 8.4,
 * 12.6): an open credit memo, linked to the lines that billed it. What was written off of them is no bad debt any more.
 * Revenue has followed the usage already, so it does not fall again.
 *
 * What more usage was credited than used by the end of a term is credited as well (rules 13), linked to the lines of the periods
 * that are below zero. Those billed nothing, so they do not bound it.
 */
async function creditOverbilledUsage(write: WriteContext, contractIds: readonly string[]): Promise<void> {
  const locked = await contracts.lockContracts(write, contractIds);
  const ctx = await withLockedSettings(write);
  for (const contract of locked) {
    if (contract.status === "APPROVED" && contract.deletedAt === null) await creditContract(ctx, contract);
  }
}

async function creditContract(ctx: WriteContext, contract: Contract): Promise<void> {
  const { credits, lost, owedBack } = await overbilledUsage(ctx, contract);
  if (credits.length + lost.length + owedBack.length === 0) return;

  const billed = await billedUsage(ctx.tx, ctx.merchant.id, [contract.id]);
  // What was paid of an invoice that was written off is credited like what is owed.
  const paid = await reverseBadDebts(ctx, overbilledParts(lost, billed, writtenOffByLine(billed)));
  const owed = overbilledParts(credits, billed, await openByLine(ctx, billed));
  const parts = [...owed, ...paid];
  await creditLines(ctx, contract, parts, { reason: "Less was used than was invoiced.", revenueEffect: "IN_PRICE" });
  const back = owedBackParts(owedBack, billed);
  const reason = "More usage was credited than was used.";
  await creditLines(ctx, contract, back, { reason, revenueEffect: "IN_PRICE", isBeyondLine: true });
  // What is still to bill is new less billed, and the credit memo is among what is billed.
  if (parts.length + back.length > 0) ctx.publish({ type: "usage.credited", contractId: contract.id });
}

/** What is not credited yet of lines of invoices that are owed or paid. */
async function openByLine(ctx: WriteContext, billed: readonly IssuedUsageLine[]): Promise<Map<string, Money>> {
  const lineIds = [...new Set(billed.map(({ lineId }) => lineId))];
  const creditable = await creditableLines(ctx.tx, ctx.merchant.id, { lineIds });
  return new Map(
    creditable
      .filter(({ isOpen }) => isOpen)
      .map(({ invoiceLineId, total, credited }) => [invoiceLineId, subtract(total, credited)]),
  );
}

/** What was written off of each line, less what was taken back of it. */
function writtenOffByLine(billed: readonly IssuedUsageLine[]): Map<string, Money> {
  const byLine = new Map<string, Money>();
  for (const { lineId, writtenOff } of billed) {
    byLine.set(lineId, add(byLine.get(lineId) ?? zero(writtenOff.currency), writtenOff));
  }
  return byLine;
}
