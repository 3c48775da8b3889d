import type { BillingCredit } from "../billing-terms/billing-credit.ts";
import { billingCreditsOfLines, insertBillingCredits } from "../billing-terms/billing-credit-store.ts";
import { usageLinesAmong } from "../invoicing/usage-line-store.ts";
import { required } from "../kernel/assert.ts";
import { type Day, monthOf } from "../kernel/day.ts";
import { type Money, negate } from "../kernel/money.ts";
import { credit, debit, type JournalLine, withoutZeros } from "../ledger/journal-entry.ts";
import type { WriteContext } from "../platform/write.ts";
import { balanceOf, type InvoiceAccount } from "./invoice-account.ts";
import * as store from "./invoice-store.ts";
import { liabilityAccountsOf } from "./liability-account-service.ts";
import { liabilityOf } from "./posting.ts";
import {
  addedRelief,
  type Recovery,
  recoveryOf,
  reversedRecovery,
  type StandingWriteOff,
  serviceRecovered,
  type WrittenOffInvoice,
} from "./recovery.ts";
import { type WriteOffPart, type WrittenOffLine, writeOff } from "./write-off.ts";
import { standingWriteOff } from "./write-off-store.ts";

/** A locked, written-off invoice with the remaining write-off. */
export async function writtenOffInvoice(ctx: WriteContext, invoice: InvoiceAccount): Promise<WrittenOffInvoice> {
  const found = await standingWriteOff(ctx.tx, ctx.merchant.id, invoice);
  const writeOff = required(found, "the write-off of an invoice that was written off");
  const lines = await store.creditableLines(ctx.tx, ctx.merchant.id, { invoiceId: invoice.id });
  const all = await billingCreditsOfLines(
    ctx.tx,
    ctx.merchant.id,
    lines.map((line) => line.invoiceLineId),
  );
  const isOfThis = ({ source }: BillingCredit) => source.type !== "CREDIT_MEMO" && source.id === writeOff.id;
  const billingCredits = all.filter(isOfThis);
  const creditedLines = billingCredits.map(({ invoiceLineId }) => invoiceLineId);
  const usageLines = await usageLinesAmong(ctx.tx, ctx.merchant.id, creditedLines);
  return {
    writeOff,
    balance: balanceOf(invoice),
    billed: { total: invoice.total, tax: invoice.tax },
    billingCredits,
    creditedSince: creditedSince(all, writeOff),
    usageLines,
  };
}

function creditedSince(billingCredits: readonly BillingCredit[], { createdAt: writtenOffAt }: StandingWriteOff) {
  return billingCredits.filter(
    ({ source, createdAt }) => source.type === "CREDIT_MEMO" && createdAt !== undefined && createdAt > writtenOffAt,
  );
}

/**
 * Records a payment for a written-off invoice, or its return: service that is paid for is owed and earned again. Returns the journal lines of
 * the other side of the entry.
 *
 * @param amount negative for a return
 */
export async function recover(
  ctx: WriteContext,
  invoice: InvoiceAccount,
  { amount, postedOn }: { readonly amount: Money; readonly postedOn: Day },
): Promise<JournalLine[]> {
  const writtenOff = await writtenOffInvoice(ctx, invoice);
  const { rounding } = ctx.merchant;
  const recovery =
    amount.minor > 0n
      ? recoveryOf(writtenOff, amount, rounding)
      : reversedRecovery(writtenOff, negate(amount), rounding);
  const liability = await storeRecoveredService(ctx, writtenOff, recovery, postedOn);
  return withoutZeros([
    ...liability,
    credit("BAD_DEBT_RECOVERED", recovery.badDebt),
    credit("TAX_PAYABLE", recovery.tax),
  ]);
}

/** The unearned parts of the lines of an invoice at the end of a day, by the patterns of their obligations. */
export type UnearnedLines = (
  ctx: WriteContext,
  invoice: InvoiceAccount,
  date: Day,
) => Promise<readonly WrittenOffLine[]>;

/**
 * The return of a payment from before a write-off: its amount is unpaid again, so it is written off like the rest. Returns the journal
 * lines of the other side of the entry.
 *
 * @param amount above zero
 */
export async function writeOffAgain(
  ctx: WriteContext,
  invoice: InvoiceAccount,
  { amount, postedOn }: { readonly amount: Money; readonly postedOn: Day },
  unearnedLines: UnearnedLines,
): Promise<JournalLine[]> {
  const writtenOff = await writtenOffInvoice(ctx, invoice);
  const tax = addedRelief(writtenOff, amount, ctx.merchant.rounding);
  const lines = await unearnedLines(ctx, invoice, postedOn);
  const split = writeOff(lines, { balance: amount, tax, date: postedOn });
  await insertWriteOffParts(ctx, invoice, { id: writtenOff.writeOff.id, parts: split.parts, date: postedOn });
  const accounts = await liabilityAccountsOf(
    ctx,
    split.parts.map(({ billingTermId }) => billingTermId),
  );
  return withoutZeros([
    ...liabilityOf(split.parts, accounts, amount.currency),
    debit("BAD_DEBT", split.badDebt),
    debit("TAX_PAYABLE", split.tax),
  ]);
}

/** Stores billing credits for undelivered service of a written-off invoice, which is no longer owed. */
export async function insertWriteOffParts(
  ctx: WriteContext,
  { contractId }: Pick<InvoiceAccount, "contractId">,
  { id, parts, date }: { readonly id: string; readonly parts: readonly WriteOffPart[]; readonly date: Day },
): Promise<void> {
  const made = parts.map((part) => ({
    ...part,
    id: ctx.newId(),
    contractId,
    revenueEffect: "CREDITED_DAYS" as const,
    date,
    bookMonth: monthOf(date),
    source: { type: "WRITE_OFF" as const, id },
  }));
  await insertBillingCredits(ctx.tx, ctx.merchant.id, made, ctx.clock.timestamp);
}

/** Stores billing credits for service of a written-off invoice that is owed again, or no longer owed. Returns the credits of the contract liability. */
export async function storeRecoveredService(
  ctx: WriteContext,
  writtenOff: WrittenOffInvoice,
  { contractLiability }: Pick<Recovery, "contractLiability">,
  postedOn: Day,
): Promise<JournalLine[]> {
  const dated = { date: postedOn, bookMonth: monthOf(postedOn) };
  const made = serviceRecovered(writtenOff, contractLiability, dated).map((each) => ({ ...each, id: ctx.newId() }));
  await insertBillingCredits(ctx.tx, ctx.merchant.id, made, ctx.clock.timestamp);
  // Overbilled usage is credited again, because it is paid now.
  const ofUsage = made.filter(({ revenueEffect }) => revenueEffect === "IN_PRICE");
  for (const contractId of new Set(ofUsage.map((each) => each.contractId)))
    ctx.publish({ type: "usage.credited", contractId });
  const accounts = await liabilityAccountsOf(
    ctx,
    made.map(({ billingTermId }) => billingTermId),
  );
  return liabilityOf(made, accounts, contractLiability.currency);
}
