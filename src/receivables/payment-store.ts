import { sql } from "kysely";
import type { ExternalId } from "../catalog/external-id.ts";
import { dayFrom, formatDay } from "../kernel/day.ts";
import { type Money, money } from "../kernel/money.ts";
import type { SyncStatus } from "../ledger/sync-status.ts";
import { syncStatusFilter, syncStatusOf } from "../ledger/sync-store.ts";
import { instantOut } from "../platform/clock.ts";
import { oneOf } from "../platform/db/columns.ts";
import type { Tx } from "../platform/db/pool.ts";
import { column, type FilterTarget } from "../platform/http/filter-sql.ts";
import type { Extent, ListQuery } from "../platform/http/list-query.ts";
import { selectPage, sizeOfList } from "../platform/http/page-sql.ts";
import type { RowOf } from "../schema/tables.ts";
import type { Payment } from "./payment.ts";

/** Inserts a payment without applications. */
export async function insertPayment(tx: Tx, merchantId: string, payment: Payment): Promise<void> {
  await tx
    .insertInto("payment")
    .values({
      merchant_id: merchantId,
      id: payment.id,
      customer_id: payment.customerId,
      currency: payment.currency,
      amount_minor: payment.total.minor,
      received_at: formatDay(payment.receivedAt),
      posted_on: formatDay(payment.postedOn),
      type: payment.type,
      method: payment.method,
      reference: payment.reference,
      returned_on: null,
      return_reason: null,
      external_ids: JSON.stringify(payment.externalIds),
      created_at: payment.createdAt,
      last_updated_at: payment.lastUpdatedAt,
    })
    .execute();
}

/** Updates a locked payment. */
export async function savePayment(tx: Tx, merchantId: string, payment: Payment): Promise<void> {
  await tx
    .updateTable("payment")
    .set({
      applied_minor: payment.applied.minor,
      refunded_minor: payment.refunded.minor,
      returned_on: payment.returnedOn === null ? null : formatDay(payment.returnedOn),
      return_reason: payment.returnReason,
      last_updated_at: payment.lastUpdatedAt,
    })
    .where("merchant_id", "=", merchantId)
    .where("id", "=", payment.id)
    .execute();
}

/** Locks the row of a payment until the transaction ends; false if there is none. */
export async function lockPayment(tx: Tx, merchantId: string, paymentId: string): Promise<boolean> {
  const row = await tx
    .selectFrom("payment")
    .select("id")
    .where("merchant_id", "=", merchantId)
    .where("id", "=", paymentId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * The payment of an opening: the one with an application (reversed or not) to an old invoice of its contract; else the one of the same customer,
 * time and amount without an application. Of several equal ones, an unused one comes first.
 */
export async function openingPayment(
  tx: Tx,
  merchantId: string,
  opening: { contractId: string; customerId: string | null; createdAt: string; credit: Money },
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select payment.id from payment
      cross join lateral (
        select coalesce(bool_or(invoice.contract_id = ${opening.contractId}::uuid), false) as is_own, count(*) as others
        from application
          join invoice on invoice.merchant_id = application.merchant_id and invoice.id = application.invoice_id
        where application.merchant_id = payment.merchant_id and application.payment_id = payment.id and invoice.is_imported
      ) as settled
    where payment.merchant_id = ${merchantId} and payment.customer_id = ${opening.customerId}::uuid
      and payment.type = 'OPENING' and payment.created_at = ${opening.createdAt}::timestamptz
      and payment.currency = ${opening.credit.currency}
      and (settled.is_own or (settled.others = 0 and payment.amount_minor = ${opening.credit.minor}))
    order by settled.is_own desc, payment.applied_minor + payment.refunded_minor, payment.returned_on nulls first, payment.id
    limit 1`.execute(tx);
  return rows[0]?.id;
}

const filterTargets: Readonly<Record<string, FilterTarget>> = {
  customerId: column(sql.ref("payment.customer_id")),
  status: column(sql.ref("payment.status")),
  receivedAt: column(sql.ref("payment.received_at")),
  reference: column(sql.ref("payment.reference")),
  syncStatus: syncStatusFilter("PAYMENT"),
  lastUpdatedAt: column(sql.ref("payment.last_updated_at")),
};

const paymentSums = {
  total: sql.ref("payment.amount_minor"),
  appliedTotal: sql.ref("payment.applied_minor"),
  refundedTotal: sql.ref("payment.refunded_minor"),
  // As `unappliedOf`: a returned payment has no unapplied amount.
  unappliedAmount: sql`case when payment.returned_on is null
    then payment.amount_minor - payment.applied_minor - payment.refunded_minor end`,
};

/** Payments with the names of their customers. */
function payments(tx: Tx, merchantId: string) {
  return tx
    .selectFrom("payment")
    .selectAll("payment")
    .select((payment) =>
      payment
        .selectFrom("customer")
        .select("customer.name")
        .whereRef("customer.merchant_id", "=", "payment.merchant_id")
        .whereRef("customer.id", "=", "payment.customer_id")
        .$asScalar()
        .$notNull()
        .as("customer_name"),
    )
    .select(syncStatusOf("PAYMENT").as("sync_status"))
    .where("payment.merchant_id", "=", merchantId);
}

/** One page of payments, newest first. */
export async function listPayments(
  tx: Tx,
  merchantId: string,
  list: ListQuery,
): Promise<{ payments: Payment[]; extent: Extent }> {
  const { rows, extent } = await selectPage(payments(tx, merchantId), list, {
    targets: filterTargets,
    size: sizeOfList(tx, merchantId, "payment"),
    sums: paymentSums,
  });
  return { payments: rows.map(paymentFromRow), extent };
}

/** Payments among some ids, in no order. */
export async function findPayments(tx: Tx, merchantId: string, ids: readonly string[]): Promise<Payment[]> {
  const rows = await payments(tx, merchantId).where("payment.id", "=", oneOf(ids)).execute();
  return rows.map(paymentFromRow);
}

type PaymentRow = RowOf<"payment"> & { readonly customer_name: string; readonly sync_status: SyncStatus };

function paymentFromRow(row: PaymentRow): Payment {
  const amount = (minor: string) => money(BigInt(minor), row.currency);
  return {
    id: row.id,
    customerId: row.customer_id,
    customerName: row.customer_name,
    currency: row.currency,
    total: amount(row.amount_minor),
    receivedAt: dayFrom(row.received_at),
    postedOn: dayFrom(row.posted_on),
    type: row.type,
    method: row.method,
    reference: row.reference,
    applied: amount(row.applied_minor),
    refunded: amount(row.refunded_minor),
    status: row.status,
    returnedOn: row.returned_on === null ? null : dayFrom(row.returned_on),
    returnReason: row.return_reason,
    syncStatus: row.sync_status,
    externalIds: row.external_ids as ExternalId[],
    createdAt: instantOut(row.created_at),
    lastUpdatedAt: instantOut(row.last_updated_at),
  };
}
