import type { BillingTerm } from "../billing-terms/billing-term.ts";
import { reduceSwapCredit, type SwappedLine, swappedLines } from "../billing-terms/swap-store.ts";
import { getTerm } from "../billing-terms/term-service.ts";
import type { Contract } from "../contracts/contract.ts";
import * as contracts from "../contracts/service.ts";
import { uncarriedSwapCredits } from "../invoicing/service.ts";
import type { UncarriedCredit } from "../invoicing/swap-credit.ts";
import { required } from "../kernel/assert.ts";
import { isZero, type Money, min, subtract } from "../kernel/money.ts";
import { withLockedSettings } from "../platform/merchant/settings-service.ts";
import type { Subscriber, WriteContext } from "../platform/write.ts";
import type { CreditedPart } from "../receivables/credit-memo.ts";
import { creditableLines } from "../receivables/invoice-store.ts";
import { creditLines } from "./credit-invoice-lines.ts";
import { reverseBadDebts } from "./reverse-bad-debts.ts";
import { withTax } from "./swapped-lines.ts";

/** Credits the rest of a swap credit as soon as the invoices of the new term can no longer deduct it. */
export const uncarriedSwapSubscriber: Subscriber = {
  name: "credit-uncarried-swap",
  types: ["swap-credit.uncarried"],
  react: (ctx, facts) => creditUncarried(ctx, [...new Set(facts.map((fact) => fact.contractId))]),
};

/**
 * Credits the part of a swap credit that the invoices of a term can no longer deduct, because the term became too short or too cheap (ADR 0033):
 * by an open credit memo, linked to the lines billed in advance. If those were written off, their bad debt is reduced instead.
 */
async function creditUncarried(write: WriteContext, contractIds: readonly string[]): Promise<void> {
  const locked = await contracts.lockContracts(write, contractIds);
  const ctx = await withLockedSettings(write);
  for (const contract of locked) {
    if (contract.status !== "APPROVED" || contract.deletedAt !== null) continue;
    for (const uncarried of await uncarriedSwapCredits(ctx, contract)) await creditOfTerm(ctx, contract, uncarried);
  }
}

/**
 * Like `creditUncarried`, within the write that changes the term, so that the credit counts as made by the same user for approval policies (ADR
 * 0032).
 */
export async function creditUncarriedOf(
  ctx: WriteContext,
  contract: Contract,
  { swapCredit }: BillingTerm,
): Promise<void> {
  if (swapCredit === undefined || contract.status !== "APPROVED") return;
  for (const uncarried of await uncarriedSwapCredits(ctx, contract)) await creditOfTerm(ctx, contract, uncarried);
}

async function creditOfTerm(ctx: WriteContext, contract: Contract, { term, amount }: UncarriedCredit): Promise<void> {
  const credit = required(term.swapCredit, "the credit that is left of a swap");
  const lines = await swappedLines(ctx.tx, ctx.merchant.id, { termId: term.id, currency: contract.currency });
  const { kept, freed } = lessBy(lines, amount);
  const minor = BigInt(credit.minor) - amount.minor;
  const rest = minor === 0n ? null : { ...credit, minor: minor.toString() };
  await reduceSwapCredit(ctx.tx, ctx.merchant.id, { termId: term.id, credit: rest, lines: await withTax(ctx, kept) });

  const { term: ended } = await getTerm(ctx, contract.id, credit.endedBillingTermId);
  const { owed, lost } = await partsOf(ctx, ended, freed);
  const parts = [...owed, ...(await reverseBadDebts(ctx, lost))];
  const reason = `${credit.name} was replaced, and ${term.name} bills less than was left of it.`.slice(0, 500);
  await creditLines(ctx, contract, parts, { reason, revenueEffect: "IN_PRICE" });
}

type Part = Pick<SwappedLine, "invoiceLineId" | "amount">;

/** Reduces the deductions of lines by an amount, last ones first; returns the remaining and the freed parts. */
function lessBy(
  lines: readonly Part[],
  amount: Money,
): { readonly kept: readonly Part[]; readonly freed: readonly Part[] } {
  let left = amount;
  const split = lines.toReversed().map(({ invoiceLineId, amount: taken }) => {
    const freed = min(taken, left);
    left = subtract(left, freed);
    return { kept: { invoiceLineId, amount: subtract(taken, freed) }, freed: { invoiceLineId, amount: freed } };
  });
  return {
    kept: split.map(({ kept }) => kept).filter((line) => !isZero(line.amount)),
    freed: split.map(({ freed }) => freed).filter((line) => !isZero(line.amount)),
  };
}

/** The freed parts with their days of service, separated by open and written-off invoices. */
async function partsOf(
  ctx: WriteContext,
  ended: BillingTerm,
  freed: readonly Part[],
): Promise<{ readonly owed: readonly CreditedPart[]; readonly lost: readonly CreditedPart[] }> {
  const lineIds = freed.map(({ invoiceLineId }) => invoiceLineId);
  const lines = await creditableLines(ctx.tx, ctx.merchant.id, { lineIds });
  const byId = new Map(lines.map((line) => [line.invoiceLineId, line]));
  const parts = freed.map(({ invoiceLineId, amount }) => {
    const { service, isWrittenOff } = required(byId.get(invoiceLineId), "a line that a swap took from");
    const start = Math.max(service.start, required(ended.end, "the end of a replaced term"));
    return { part: { invoiceLineId, amount, service: { start, end: service.end } }, isWrittenOff };
  });
  const of = (isLost: boolean) => parts.flatMap(({ part, isWrittenOff }) => (isWrittenOff === isLost ? [part] : []));
  return { owed: of(false), lost: of(true) };
}
