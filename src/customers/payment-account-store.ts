import { oneOf } from "../platform/db/columns.ts";
import type { Tx } from "../platform/db/pool.ts";
import type { RowOf } from "../schema/tables.ts";
import type { PaymentAccountLink } from "./payment-account.ts";
import type { ProcessorType } from "./payment-processor.ts";

function linkFromRow(row: RowOf<"payment_account_link">): PaymentAccountLink {
  const { default_payment_method: id, default_method_origin: origin } = row;
  const type = row.default_payment_method_type;
  return {
    customerId: row.customer_id,
    processorType: row.processor_type,
    processorCustomerRef: row.processor_customer_ref,
    defaultMethod: id === null || origin === null ? null : { id, type, origin },
    revision: row.revision,
  };
}

/**
 * Locks the live customers among some ids, in the order of ids, so that two requests cannot deadlock. Linking an account, and
 * reading a link to query the processor, lock the customer.
 */
export async function lockCustomers(tx: Tx, merchantId: string, ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx
    .selectFrom("customer")
    .select("id")
    .where("merchant_id", "=", merchantId)
    .where("id", "=", oneOf(ids))
    .where("deleted_at", "is", null)
    .orderBy("id")
    .forUpdate()
    .execute();
  return new Set(rows.map((row) => row.id));
}

/** The links of locked customers. */
export async function linksOf(tx: Tx, merchantId: string, ids: readonly string[]): Promise<PaymentAccountLink[]> {
  const rows = await tx
    .selectFrom("payment_account_link")
    .selectAll()
    .where("merchant_id", "=", merchantId)
    .where("customer_id", "=", oneOf(ids))
    .execute();
  return rows.map(linkFromRow);
}

/** The default method is stored with the reference that it belongs to; the database rejects any other. */
export async function upsertLink(tx: Tx, merchantId: string, link: PaymentAccountLink, at: string): Promise<void> {
  const { defaultMethod } = link;
  const decided = {
    processor_customer_ref: link.processorCustomerRef,
    default_payment_method: defaultMethod?.id ?? null,
    default_payment_method_type: defaultMethod?.type ?? null,
    default_method_ref: defaultMethod === null ? null : link.processorCustomerRef,
    default_method_origin: defaultMethod?.origin ?? null,
    revision: link.revision,
    last_updated_at: at,
  };
  await tx
    .insertInto("payment_account_link")
    .values({
      merchant_id: merchantId,
      customer_id: link.customerId,
      processor_type: link.processorType,
      linked_at: at,
      ...decided,
    })
    .onConflict((conflict) => conflict.columns(["merchant_id", "customer_id", "processor_type"]).doUpdateSet(decided))
    .execute();
}

/** The processor that the merchant's customers are charged through unless a request names another one. */
export async function defaultProcessor(tx: Tx, merchantId: string): Promise<ProcessorType | null> {
  const row = await tx
    .selectFrom("merchant")
    .select("default_processor")
    .where("id", "=", merchantId)
    .executeTakeFirstOrThrow();
  return row.default_processor;
}
