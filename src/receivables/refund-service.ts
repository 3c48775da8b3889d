import type { Day } from "../kernel/day.ts";
import type { Books } from "../ledger/books.ts";
import type { WriteContext } from "../platform/write.ts";
import { type Credit, postingDay } from "./application.ts";
import { post } from "./application-service.ts";
import { creditRefunded } from "./posting.ts";
import { checkRefund, type Refund, type RefundRequest } from "./refund.ts";
import { insertRefund } from "./refund-store.ts";
import { reject } from "./rejection-service.ts";
import { requestedAmount } from "./requested-amount.ts";

/**
 * Refunds the balance of a credit memo or payment, or a part of it, and posts that. The caller holds the locks of the books and the credit, and
 * stores the changed credit.
 *
 * @param since the day the payment was received, the credit memo was issued
 * @throws DomainError of every code of `checkRefund`, AMOUNT_INVALID
 */
export async function refundCredit(
  ctx: WriteContext,
  books: Books,
  { credit, since }: { readonly credit: Credit; readonly since: Day },
  request: RefundRequest,
): Promise<Refund> {
  const { tx, merchant, clock } = ctx;
  const { kind, id: creditId, customerId, currency, balance } = credit;
  const date = request.date ?? clock.today;
  const { amount, issues } =
    request.amount === undefined
      ? { amount: balance, issues: [] }
      : requestedAmount(request.amount, currency, "/amount");
  const allIssues = [...issues, ...checkRefund(credit, { amount, date, since, today: clock.today })];
  if (allIssues.length > 0) throw reject(allIssues);

  const postedOn = postingDay(books, [date, credit.date]);
  const { method, reference } = request;
  const refund: Refund = { id: ctx.newId(), kind, creditId, amount, date, postedOn, method, reference };
  await insertRefund(tx, merchant.id, refund, clock.timestamp);
  await post(ctx, books, creditRefunded({ kind, id: creditId }, { customerId, amount, postedOn }));
  return refund;
}
