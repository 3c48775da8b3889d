import { isOfWriteOff, type NewBillingCredit } from "../billing-terms/billing-credit.ts";
import { billingCreditsOfLines, insertBillingCredits } from "../billing-terms/billing-credit-store.ts";
import { sharesBy } from "../billing-terms/performance-obligations/allocation.ts";
import { required } from "../kernel/assert.ts";
import { type Day, monthOf } from "../kernel/day.ts";
import { formatMoney, isZero, type Money, min, negate, subtract, sum, sumAmounts, zero } from "../kernel/money.ts";
import type { Books } from "../ledger/books.ts";
import { shareBooks } from "../ledger/books-store.ts";
import type { WriteContext } from "../platform/write.ts";
import { postingDay } from "../receivables/application.ts";
import { post } from "../receivables/application-service.ts";
import type { CreditableLine, CreditedPart } from "../receivables/credit-memo.ts";
import { balanceOf, type InvoiceAccount } from "../receivables/invoice-account.ts";
import * as store from "../receivables/invoice-store.ts";
import { liabilityAccountsOf } from "../receivables/liability-account-service.ts";
import { invoiceWrittenOff } from "../receivables/posting.ts";
import { badDebtOf } from "../receivables/write-off.ts";
import { standingWriteOff } from "../receivables/write-off-store.ts";

/**
 * Reverses the bad debt of written-off invoices for days that a term no longer serves: an unpaid amount for days without service is not owed, so it
 * is no bad debt (rules 8). Payments count for the served days first.
 *
 * @param parts of lines of written-off invoices that are no longer owed; above zero
 * @returns the paid part of them, to be credited
 */
export async function reverseBadDebts(ctx: WriteContext, parts: readonly CreditedPart[]): Promise<CreditedPart[]> {
  const lineIds = parts.map(({ invoiceLineId }) => invoiceLineId);
  const found = await store.creditableLines(ctx.tx, ctx.merchant.id, { lineIds });
  const lines = new Map(found.map((line) => [line.invoiceLineId, line]));
  const linked = parts.map((part) => ({ part, line: required(lines.get(part.invoiceLineId), "the line of a part") }));
  const paid: CreditedPart[] = [];
  for (const [invoiceId, ofInvoice] of Map.groupBy(linked, ({ line }) => line.invoiceId)) {
    paid.push(...(await reverseBadDebt(ctx, invoiceId, ofInvoice)));
  }
  return paid;
}

type LinkedPart = { readonly part: CreditedPart; readonly line: CreditableLine };

async function reverseBadDebt(
  ctx: WriteContext,
  invoiceId: string,
  linked: readonly LinkedPart[],
): Promise<CreditedPart[]> {
  const books = await shareBooks(ctx.tx, ctx.merchant.id);
  const locked = await store.lockInvoices(ctx.tx, ctx.merchant.id, [invoiceId]);
  const invoice = required(locked.get(invoiceId), "the invoice of a line");
  const badDebt = await badDebtOfInvoice(ctx, invoice);
  const amounts = linked.map(({ part }) => part.amount);
  const lost = sharesBy(min(badDebt, sum(amounts, invoice.currency)), amounts);
  const shared = linked.map((each, index) => ({ ...each, lost: required(lost[index], "the loss of a part") }));
  const writeOff = required(await standingWriteOff(ctx.tx, ctx.merchant.id, invoice), "the write-off of a loss");
  const postedOn = postingDay(books, [ctx.clock.today, invoice.issueDate]);
  const reversals = shared
    .filter((each) => !isZero(each.lost))
    .map((each) => creditOf(ctx, writeOff.id, postedOn, each));
  if (reversals.length > 0) await recordReversals(ctx, books, invoice, { taken: reversals, badDebt, postedOn });
  return shared.flatMap(({ part, lost: amount }) => {
    const paid = subtract(part.amount, amount);
    return isZero(paid) ? [] : [{ ...part, amount: paid }];
  });
}

/** The remaining bad debt of a written-off invoice. */
async function badDebtOfInvoice(ctx: WriteContext, invoice: InvoiceAccount): Promise<Money> {
  const all = await store.creditableLines(ctx.tx, ctx.merchant.id, { invoiceId: invoice.id });
  const ids = all.map(({ invoiceLineId }) => invoiceLineId);
  const billingCredits = await billingCreditsOfLines(ctx.tx, ctx.merchant.id, ids);
  const totalOf = (some: readonly Money[]) => sum(some, invoice.currency);
  const net = totalOf(all.map((line) => line.total));
  const notServed = totalOf(billingCredits.filter(isOfWriteOff).map(({ amount }) => amount));
  const owed = { balance: balanceOf(invoice), total: invoice.total };
  return badDebtOf(owed, { net, notServed, rounding: ctx.merchant.rounding });
}

function creditOf(
  ctx: WriteContext,
  writeOffId: string,
  postedOn: Day,
  { part, line, lost }: LinkedPart & { readonly lost: Money },
): NewBillingCredit {
  const { contractId, billingTermId, invoiceLineId } = line;
  return {
    ...{ id: ctx.newId(), contractId, billingTermId, invoiceLineId, amount: lost, service: part.service },
    revenueEffect: "IN_PRICE",
    ...{ date: postedOn, bookMonth: monthOf(postedOn) },
    source: { type: "WRITE_OFF", id: writeOffId },
  };
}

async function recordReversals(
  ctx: WriteContext,
  books: Books,
  invoice: InvoiceAccount,
  {
    taken: reversals,
    badDebt,
    postedOn,
  }: { readonly taken: readonly NewBillingCredit[]; readonly badDebt: Money; readonly postedOn: Day },
): Promise<void> {
  const { id: invoiceId, contractId, currency } = invoice;
  await insertBillingCredits(ctx.tx, ctx.merchant.id, reversals, ctx.clock.timestamp);
  const creditedTotal = sumAmounts(reversals, currency);
  const accounts = await liabilityAccountsOf(
    ctx,
    reversals.map(({ billingTermId }) => billingTermId),
  );
  const written = { parts: reversals, badDebt: negate(creditedTotal), tax: zero(currency), postedOn };
  await post(ctx, books, [invoiceWrittenOff(invoice, written, accounts)]);
  const change = { path: "badDebt", from: formatMoney(badDebt), to: formatMoney(subtract(badDebt, creditedTotal)) };
  ctx.audit({
    ...{ action: "invoice.reverse-write-off", entityType: "INVOICE", entityId: invoiceId, amount: creditedTotal },
    changes: [change],
  });
  ctx.publish({ type: "invoice.loss-reduced", contractId, data: { invoiceId } });
}
