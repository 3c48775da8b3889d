import { type RawBuilder, sql } from "kysely";
import type { ExternalId } from "../catalog/external-id.ts";
import { syncStatusOf } from "../ledger/sync-store.ts";
import { instantOut } from "../platform/clock.ts";
import { cachedStatement } from "../platform/db/cached-statement.ts";
import { sendAhead, type Tx } from "../platform/db/pool.ts";
import { addressFromColumn } from "../platform/http/address.ts";
import { customFieldsColumn, customFieldValues, customFieldValuesFromRow } from "./custom-field-value-store.ts";
import type { Customer } from "./customer.ts";

function customerQuery(tx: Tx, given: { readonly merchantId: RawBuilder<string>; readonly ids: RawBuilder<string> }) {
  const externalIds = sql<ExternalId[]>`coalesce((
    select jsonb_agg(jsonb_build_object('sourceType', source_type, 'externalId', external_id) order by source_type collate "C")
    from customer_external_id entry
    where entry.merchant_id = customer.merchant_id and entry.customer_id = customer.id
  ), '[]')`;
  const primaryEmail = sql<string | null>`(
    select email from customer_contact contact
    where contact.merchant_id = customer.merchant_id and contact.customer_id = customer.id and is_primary_contact)`;
  return tx
    .selectFrom("customer")
    .selectAll("customer")
    .select(syncStatusOf("CUSTOMER").as("sync_status"))
    .select([
      externalIds.as("external_ids"),
      primaryEmail.as("primary_email"),
      customFieldValues("customer").as("custom_field_values"),
    ])
    .where("merchant_id", "=", given.merchantId)
    .where("deleted_at", "is", null)
    .where("id", "=", given.ids);
}

type CustomerRow = Awaited<ReturnType<ReturnType<typeof customerQuery>["executeTakeFirstOrThrow"]>>;

const liveCustomers = cachedStatement<"merchantId" | "ids", CustomerRow>(customerQuery);

function customerFromRow(row: CustomerRow): Customer {
  return {
    id: row.id,
    name: row.name,
    companyName: row.company_name,
    parentCustomerId: row.parent_customer_id,
    defaultCurrency: row.default_currency,
    netPaymentTerms: row.net_payment_terms,
    primaryBillingContactEmail: row.primary_email,
    billingAddress: addressFromColumn(row.billing_address),
    shippingAddress: addressFromColumn(row.shipping_address),
    taxInfo: { vatId: row.vat_id, ein: row.ein, isTaxExempt: row.is_tax_exempt },
    autoCharge: row.auto_charge,
    dunningDisabled: row.dunning_disabled,
    // jsonb does not keep the order of keys, and changes are found by comparing texts.
    externalIds: row.external_ids.map(({ sourceType, externalId }) => ({ sourceType, externalId })),
    syncStatus: row.sync_status,
    customFields: customFieldValuesFromRow(row.custom_field_values),
    createdAt: instantOut(row.created_at),
    lastUpdatedAt: instantOut(row.last_updated_at),
  };
}

type Lock = "none" | "share" | "update";

/**
 * A live customer. `share` prevents its deletion until the transaction ends, `update` any change. The lock is a separate statement,
 * so that the data of the customer is then read as the last writer left it.
 */
export async function findCustomer(
  tx: Tx,
  merchantId: string,
  customerId: string,
  lock: Lock,
): Promise<Customer | undefined> {
  if (lock !== "none") {
    // The following read sees what the last writer left, and finds nothing if that one deleted the customer.
    sendAhead(tx, locks[lock](tx, { merchantId, customerId }));
  }
  const [row] = await findCustomers(tx, merchantId, [customerId]);
  return row;
}

const lockOf = (lock: "forShare" | "forUpdate") =>
  cachedStatement<"merchantId" | "customerId", unknown>((tx, given) =>
    tx
      .selectFrom("customer")
      .select("id")
      .where("merchant_id", "=", given.merchantId)
      .where("id", "=", given.customerId)
      .where("deleted_at", "is", null)
      [lock](),
  );
const locks = { share: lockOf("forShare"), update: lockOf("forUpdate") };

/** The live customers among some ids, in no order. */
export async function findCustomers(tx: Tx, merchantId: string, ids: readonly string[]): Promise<Customer[]> {
  const { rows } = await tx.executeQuery(liveCustomers(tx, { merchantId, ids }));
  return rows.map(customerFromRow);
}

/** Writes the row only; external ids and contacts have their own functions. */
export async function insertCustomer(tx: Tx, merchantId: string, customer: Customer): Promise<void> {
  await tx
    .insertInto("customer")
    .values({
      merchant_id: merchantId,
      id: customer.id,
      ...columnsOf(customer),
      created_at: customer.createdAt,
      deleted_at: null,
    })
    .execute();
}

/** Writes the row only; external ids and contacts have their own functions. */
export async function updateCustomer(tx: Tx, merchantId: string, customer: Customer): Promise<void> {
  await tx
    .updateTable("customer")
    .set(columnsOf(customer))
    .where("merchant_id", "=", merchantId)
    .where("id", "=", customer.id)
    .execute();
}

function columnsOf(customer: Customer) {
  const json = (value: unknown) => (value === null ? null : JSON.stringify(value));
  return {
    name: customer.name,
    company_name: customer.companyName,
    parent_customer_id: customer.parentCustomerId,
    default_currency: customer.defaultCurrency,
    net_payment_terms: customer.netPaymentTerms,
    billing_address: json(customer.billingAddress),
    shipping_address: json(customer.shippingAddress),
    vat_id: customer.taxInfo.vatId,
    ein: customer.taxInfo.ein,
    is_tax_exempt: customer.taxInfo.isTaxExempt,
    auto_charge: customer.autoCharge,
    dunning_disabled: customer.dunningDisabled,
    custom_fields: customFieldsColumn(customer.customFields),
    last_updated_at: customer.lastUpdatedAt,
  };
}

/** Sets external ids by source type; those of other types stay. */
export async function upsertExternalIds(
  tx: Tx,
  merchantId: string,
  customerId: string,
  externalIds: readonly ExternalId[],
): Promise<void> {
  if (externalIds.length === 0) return;
  await tx
    .insertInto("customer_external_id")
    .values(
      externalIds.map(({ sourceType, externalId }) => ({
        merchant_id: merchantId,
        customer_id: customerId,
        source_type: sourceType,
        external_id: externalId,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(["merchant_id", "customer_id", "source_type"])
        .doUpdateSet((set) => ({ external_id: set.ref("excluded.external_id") })),
    )
    .execute();
}

/** True if a contract that is not deleted has this customer. Every invoice that is not void belongs to such a contract. */
export async function hasLiveContracts(tx: Tx, merchantId: string, customerId: string): Promise<boolean> {
  const row = await liveContracts(tx, merchantId, customerId).limit(1).executeTakeFirst();
  return row !== undefined;
}

/** The contracts of a customer, without deleted ones. */
export async function liveContractIds(tx: Tx, merchantId: string, customerId: string): Promise<string[]> {
  const rows = await liveContracts(tx, merchantId, customerId).execute();
  return rows.map(({ id }) => id);
}

function liveContracts(tx: Tx, merchantId: string, customerId: string) {
  return tx
    .selectFrom("contract")
    .select("id")
    .where("merchant_id", "=", merchantId)
    .where("customer_id", "=", customerId)
    .where("deleted_at", "is", null);
}

/** Marks a customer as deleted. Its row stays, because deleted contracts refer to it. */
export async function deleteCustomer(tx: Tx, merchantId: string, customerId: string, deletedAt: string): Promise<void> {
  await tx
    .updateTable("customer")
    .set({ deleted_at: deletedAt, last_updated_at: deletedAt })
    .where("merchant_id", "=", merchantId)
    .where("id", "=", customerId)
    .execute();
}
