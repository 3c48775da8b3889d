import { type Day, formatDay } from "../kernel/day.ts";
import type { Issue } from "../kernel/errors.ts";
import { compare, formatMoney, isZero, type Money } from "../kernel/money.ts";
import { type Credit, insufficientCode, nameOfKind } from "./application.ts";
import type { CreditKind } from "./invoice-account.ts";
import { notInFuture, type PaymentMethod } from "./payment.ts";

/** Money refunded to a customer out of the balance of a credit memo or payment. */
export type Refund = {
  readonly id: string;
  readonly kind: CreditKind;
  readonly creditId: string;
  readonly amount: Money;
  readonly date: Day;
  readonly postedOn: Day;
  readonly method: PaymentMethod | null;
  readonly reference: string | null;
};

/** A requested refund; by default the whole balance, today. */
export type RefundRequest = {
  /** Decimal text. */
  readonly amount: string | undefined;
  readonly date: Day | undefined;
  readonly method: PaymentMethod | null;
  readonly reference: string | null;
};

/**
 * The issues of refunding an amount of a credit: only its balance can be refunded, and not before there is any.
 *
 * @param since the day the payment was received, the credit memo was issued
 */
export function checkRefund(
  { kind, balance, isLive }: Pick<Credit, "kind" | "balance" | "isLive">,
  { amount, date, since, today }: { amount: Money; date: Day; since: Day; today: Day },
): Issue[] {
  const issues: Issue[] = [];
  const name = nameOfKind(kind);
  if (isZero(balance) || compare(amount, balance) > 0) {
    const code = kind === "CREDIT_MEMO" && !isLive ? "CREDIT_MEMO_VOID" : insufficientCode(kind);
    issues.push({ path: "/amount", code, message: `Only ${formatMoney(balance)} of the ${name} is left to refund.` });
  }
  if (date < since) {
    const message = `The ${name} is of ${formatDay(since)}; it cannot be refunded before.`;
    issues.push({ path: "/date", code: "INVALID_DATE", message });
  }
  return [...issues, ...notInFuture("/date", date, today)];
}

/** A refund as the audit log keeps it. */
export function auditedRefund({ amount, date, postedOn, method, reference }: Refund) {
  return { amount: formatMoney(amount), date: formatDay(date), postedOn: formatDay(postedOn), method, reference };
}
