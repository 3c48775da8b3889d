import type { Tx } from "../platform/db/pool.ts";
import { recordNotFound } from "../platform/http/error-codes.ts";
import type { Extent, ListQuery } from "../platform/http/list-query.ts";
import type { Application } from "./application.ts";
import { applicationsOf } from "./application-store.ts";
import { contractsOfInvoices } from "./invoice-store.ts";
import type { Payment } from "./payment.ts";
import * as store from "./payment-store.ts";

/** A payment with its applications, without reversed ones. */
export type PaymentRecord = { readonly payment: Payment; readonly applications: readonly Application[] };

/** @throws DomainError PAYMENT_NOT_FOUND */
export async function getPayment(tx: Tx, merchantId: string, paymentId: string): Promise<PaymentRecord> {
  const [record] = await recordsOf(tx, merchantId, await store.findPayments(tx, merchantId, [paymentId]));
  if (record === undefined) throw recordNotFound("PAYMENT_NOT_FOUND");
  return record;
}

/** One page of payments, newest first. */
export async function listPayments(
  tx: Tx,
  merchantId: string,
  list: ListQuery,
): Promise<{ records: PaymentRecord[]; extent: Extent }> {
  const { payments, extent } = await store.listPayments(tx, merchantId, list);
  return { records: await recordsOf(tx, merchantId, payments), extent };
}

/** Payments among some ids, in no order. */
export async function paymentsByIds(tx: Tx, merchantId: string, ids: readonly string[]): Promise<PaymentRecord[]> {
  return recordsOf(tx, merchantId, await store.findPayments(tx, merchantId, ids));
}

/** The contracts of the invoices that a payment, or one of its applications, is applied to, in no order. */
export async function contractsOfPayment(
  tx: Tx,
  merchantId: string,
  paymentId: string,
  applicationId?: string,
): Promise<string[]> {
  const applications = await applicationsOf(tx, merchantId, "PAYMENT", [paymentId]);
  const chosen = applications.filter(({ id }) => applicationId === undefined || id === applicationId);
  return contractsOfInvoices(
    tx,
    merchantId,
    chosen.map(({ invoiceId }) => invoiceId),
  );
}

async function recordsOf(tx: Tx, merchantId: string, payments: readonly Payment[]): Promise<PaymentRecord[]> {
  const ids = payments.map((payment) => payment.id);
  const applications = Map.groupBy(await applicationsOf(tx, merchantId, "PAYMENT", ids), (each) => each.creditId);
  return payments.map((payment) => ({ payment, applications: applications.get(payment.id) ?? [] }));
}
