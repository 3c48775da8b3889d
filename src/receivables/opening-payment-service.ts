import * as customers from "../customers/service.ts";
import { required } from "../kernel/assert.ts";
import type { Day } from "../kernel/day.ts";
import { add, isZero, type Money, sumAmounts, zero } from "../kernel/money.ts";
import { credit as creditLine, debit, type JournalLine } from "../ledger/journal-entry.ts";
import { changesBetween } from "../platform/audit.ts";
import type { WriteContext } from "../platform/write.ts";
import type { Application } from "./application.ts";
import { recordApplication, recordReversal } from "./application-service.ts";
import { applicationsOf } from "./application-store.ts";
import { lockInvoices } from "./invoice-store.ts";
import type { Payment } from "./payment.ts";
import { auditedPayment, unappliedOf } from "./payment.ts";
import { change, lockedPayment } from "./payment-service.ts";
import * as store from "./payment-store.ts";
import type { UnearnedLines } from "./recovery-service.ts";

/** Payments of a customer in other books: for open invoices, and the unapplied rest. */
export type PaidBefore = {
  readonly customerId: string;
  readonly asOf: Day;
  readonly postedOn: Day;
  readonly applications: readonly { readonly invoiceId: string; readonly amount: Money }[];
  readonly credit: Money;
};

/**
 * Records payments in other books as one payment of type OPENING (ADR 0077). The caller holds the contract, the books and the customer, and
 * posts the entry.
 *
 * @returns the lines of its entry: applied to receivables, and credit of the customer
 */
export async function recordPaidBefore(
  write: WriteContext,
  { customerId, asOf, postedOn, applications, credit }: PaidBefore,
): Promise<JournalLine[]> {
  // No domain event: integrations would announce an old payment as new.
  const ctx: WriteContext = { ...write, publish: () => undefined };
  const none = zero(credit.currency);
  const applied = sumAmounts(applications, credit.currency);
  const total = add(applied, credit);
  if (isZero(total)) return [];
  const [customer] = await customers.findCustomers(ctx.tx, ctx.merchant.id, [customerId]);
  const payment: Payment = {
    ...{ id: ctx.newId(), customerId, customerName: required(customer, "the customer of a contract").name },
    ...{ currency: credit.currency, total, receivedAt: asOf, postedOn, type: "OPENING", method: null, reference: null },
    ...{ applied: none, refunded: none, status: "COMPLETED", returnedOn: null, returnReason: null, externalIds: [] },
    ...{ syncStatus: "NOT_SYNCED", createdAt: ctx.clock.timestamp, lastUpdatedAt: ctx.clock.timestamp },
  };
  await store.insertPayment(ctx.tx, ctx.merchant.id, payment);
  const lines: JournalLine[] = [];
  const ids = applications.map(({ invoiceId }) => invoiceId);
  const invoices = await lockInvoices(ctx.tx, ctx.merchant.id, ids);
  for (const { invoiceId, amount } of applications) {
    const invoice = required(invoices.get(invoiceId), "an invoice just issued");
    const paid = { kind: "PAYMENT", id: payment.id } as const;
    const { against } = await recordApplication(ctx, { credit: paid, invoice, amount, appliedOn: asOf, postedOn });
    lines.push(...against);
  }
  if (!isZero(applied)) await store.savePayment(ctx.tx, ctx.merchant.id, { ...payment, applied });
  const changes = changesBetween({}, auditedPayment({ ...payment, applied }));
  ctx.audit({ action: "payment.receive", entityType: "PAYMENT", entityId: payment.id, changes });
  return isZero(credit) ? lines : [...lines, creditLine("CUSTOMER_CREDIT", credit)];
}

/** The payment of an opening with its applications that are not reversed, locked. */
export type PaidByOpening = { readonly payment: Payment; readonly applications: readonly Application[] };

/**
 * The payment that an opening recorded, locked; undefined if there is none.
 *
 * @param opening `credit` is the credit of the customer, the only way to find a payment without an invoice
 */
export async function lockedOpeningPayment(
  ctx: WriteContext,
  opening: { contractId: string; customerId: string | null; createdAt: string; credit: Money },
): Promise<PaidByOpening | undefined> {
  const paymentId = await store.openingPayment(ctx.tx, ctx.merchant.id, opening);
  if (paymentId === undefined) return undefined;
  const payment = await lockedPayment(ctx, paymentId);
  return { payment, applications: await applicationsOf(ctx.tx, ctx.merchant.id, "PAYMENT", [paymentId]) };
}

/**
 * Reverses the payment of an opening: its invoices are open again, and its amount is zero. The caller posts the entry, as for the opening.
 *
 * @returns the lines of the entry: the receivables again, and the reversed credit of the customer
 */
export async function returnOpeningPayment(
  ctx: WriteContext,
  { payment: before, applications }: PaidByOpening,
  postedOn: Day,
  unearnedLines: UnearnedLines,
): Promise<JournalLine[]> {
  const lines: JournalLine[] = [];
  for (const application of applications) {
    // One after the other, because an invoice may have several applications.
    const invoice = (await lockInvoices(ctx.tx, ctx.merchant.id, [application.invoiceId])).get(application.invoiceId);
    const account = required(invoice, "the invoice of an application");
    const act = { application, invoice: account, reversedOn: postedOn, postedOn };
    lines.push(...(await recordReversal(ctx, act, unearnedLines)));
  }
  const returnReason = "The opening of the contract was reversed.";
  const payment = await change(ctx, before, { applied: zero(before.currency), returnedOn: postedOn, returnReason });
  const changes = [
    { path: "/status", from: before.status, to: payment.status },
    ...changesBetween(auditedPayment(before), auditedPayment(payment)),
  ];
  ctx.audit({ action: "payment.return", entityType: "PAYMENT", entityId: before.id, changes });
  const left = unappliedOf(before);
  return isZero(left) ? lines : [...lines, debit("CUSTOMER_CREDIT", left)];
}
