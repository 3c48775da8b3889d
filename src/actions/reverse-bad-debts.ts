import { sharesBy } from "../billing-terms/allocation.ts";
import { isOfWriteOff, type NewBillingCredit } from "../billing-terms/billing-credit.ts";
import { billingCreditsOfLines, insertBillingCredits } from "../billing-terms/billing-credit-store.ts";
import { required } from "../kernel/assert.ts";
import { monthOf } from "../kernel/day.ts";
import { formatMoney, isZero, type Money, min, negate, subtract, sum, zero } from "../kernel/money.ts";
import { shareBooks } from "../ledger/books-store.ts";
import type { WriteContext } from "../platform/write.ts";
import { postingDay } from "../receivables/application.ts";
import { post } from "../receivables/application-service.ts";
import type { CreditableLine, CreditedPart } from "../receivables/credit-memo.ts";
import { balanceOf } from "../receivables/invoice-account.ts";
import * as store from "../receivables/invoice-store.ts";
import { liabilityAccountsOf } from "../receivables/liability-account-service.ts";
import { invoiceWrittenOff } from "../receivables/posting.ts";
import { badDebtOf } from "../receivables/write-off.ts";
import { standingWriteOff } from "../receivables/write-off-store.ts";

/**
 * Reverses the bad debt of invoices that were written off, as far as it is of days that a term no longer serves:
 * what nobody paid for days not served is not owed, and no bad debt (rules 8). What was paid pays for the days served
 * first.
 *
 * @param parts of lines of invoices that were written off: no longer owed, and above zero
 * @returns what of them was paid, and is to be credited
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
  const { currency, total } = invoice;
  const totalOf = (some: readonly Money[]) => sum(some, currency);
  const all = await store.creditableLines(ctx.tx, ctx.merchant.id, { invoiceId });
  const ids = all.map(({ invoiceLineId }) => invoiceLineId);
  const billingCredits = await billingCreditsOfLines(ctx.tx, ctx.merchant.id, ids);
  const net = totalOf(all.map((line) => line.total));
  const notServed = totalOf(billingCredits.filter(isOfWriteOff).map(({ amount }) => amount));
  const { rounding } = ctx.merchant;
  const badDebt = badDebtOf({ balance: balanceOf(invoice), total }, { net, notServed, rounding });

  const amounts = linked.map(({ part }) => part.amount);
  const lost = sharesBy(min(badDebt, totalOf(amounts)), amounts);
  const { id } = required(
    await standingWriteOff(ctx.tx, ctx.merchant.id, invoice),
    "the write-off of an invoice that was written off",
  );
  const postedOn = postingDay(books, [ctx.clock.today, invoice.issueDate]);
  const taken = linked.flatMap(({ part, line }, index): NewBillingCredit[] => {
    const amount = required(lost[index], "the loss of a part");
    if (isZero(amount)) return [];
    const { contractId, billingTermId, invoiceLineId } = line;
    return [
      {
        id: ctx.newId(),
        contractId,
        billingTermId,
        invoiceLineId,
        amount,
        service: part.service,
        revenueEffect: "IN_PRICE",
        date: postedOn,
        bookMonth: monthOf(postedOn),
        source: { type: "WRITE_OFF", id },
      },
    ];
  });
  if (taken.length > 0) {
    await insertBillingCredits(ctx.tx, ctx.merchant.id, taken, ctx.clock.timestamp);
    const termIds = taken.map(({ billingTermId }) => billingTermId);
    const creditedTotal = totalOf(taken.map(({ amount }) => amount));
    const accounts = await liabilityAccountsOf(ctx, termIds);
    await post(ctx, books, [
      invoiceWrittenOff(
        invoice,
        { parts: taken, badDebt: negate(creditedTotal), tax: zero(currency), postedOn },
        accounts,
      ),
    ]);
    const change = { path: "badDebt", from: formatMoney(badDebt), to: formatMoney(subtract(badDebt, creditedTotal)) };
    ctx.audit({
      action: "invoice.take-back-loss",
      entityType: "INVOICE",
      entityId: invoiceId,
      changes: [change],
      worth: creditedTotal,
    });
    ctx.publish({ type: "invoice.loss-reduced", contractId: invoice.contractId, data: { invoiceId } });
  }
  return linked.flatMap(({ part }, index) => {
    const amount = subtract(part.amount, required(lost[index], "the loss of a part"));
    return isZero(amount) ? [] : [{ ...part, amount }];
  });
}
