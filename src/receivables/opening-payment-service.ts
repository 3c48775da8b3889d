import * as customers from "../customers/service.ts";
import { required } from "../kernel/assert.ts";
import type { Day } from "../kernel/day.ts";
import { add, isZero, type Money, sum, zero } from "../kernel/money.ts";
import { credit as creditLine, type JournalLine } from "../ledger/journal-entry.ts";
import { changesBetween } from "../platform/audit.ts";
import type { WriteContext } from "../platform/write.ts";
import { recordApplication } from "./application-service.ts";
import { lockInvoices } from "./invoice-store.ts";
import type { Payment } from "./payment.ts";
import { auditedPayment } from "./payment.ts";
import * as store from "./payment-store.ts";

/** What a customer paid in other books: for open invoices, and the unapplied rest. */
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
  const applied = sum(
    applications.map(({ amount }) => amount),
    credit.currency,
  );
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
