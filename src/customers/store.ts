import { type SelectQueryBuilder, sql } from "kysely";
import { instantOut } from "../platform/clock.ts";
import type { Tx } from "../platform/db/pool.ts";
import type { Database } from "../platform/db/tables.ts";
import { column, type FilterTarget, filterConditions } from "../platform/http/filter-sql.ts";
import { type ListQuery, offsetOf } from "../platform/http/list-query.ts";
import type { Customer } from "./customer.ts";

type CustomerRow = {
  id: string;
  name: string;
  company_name: string | null;
  default_currency: string;
  net_payment_terms: number;
  created_at: string;
  last_updated_at: string;
};

const columns = [
  "id",
  "name",
  "company_name",
  "default_currency",
  "net_payment_terms",
  "created_at",
  "last_updated_at",
] as const;

const filterTargets: Readonly<Record<string, FilterTarget>> = {
  name: column(sql.ref("customer.name")),
  lastUpdatedAt: column(sql.ref("customer.last_updated_at")),
};

function customerFromRow(row: CustomerRow): Customer {
  return {
    id: row.id,
    name: row.name,
    companyName: row.company_name,
    defaultCurrency: row.default_currency,
    netPaymentTerms: row.net_payment_terms,
    createdAt: instantOut(row.created_at),
    lastUpdatedAt: instantOut(row.last_updated_at),
  };
}

/** One page of the live customers, newest first, and how many there are on all pages. */
export async function listCustomers(
  tx: Tx,
  merchantId: string,
  list: ListQuery,
): Promise<{ customers: Customer[]; totalItems: number }> {
  const matching = <Columns>(query: SelectQueryBuilder<Database, "customer", Columns>) =>
    query
      .where("merchant_id", "=", merchantId)
      .where("deleted_at", "is", null)
      .where((where) => where.and(filterConditions(list.filters, filterTargets)));
  const rows = await matching(tx.selectFrom("customer").select(columns))
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(list.limit)
    .offset(offsetOf(list))
    .execute();
  const { total } = await matching(
    tx.selectFrom("customer").select(sql<string>`count(*)`.as("total")),
  ).executeTakeFirstOrThrow();
  return { customers: rows.map(customerFromRow), totalItems: Number(total) };
}

type Lock = "none" | "share" | "update";

/** A live customer. `share` keeps it from being deleted until the transaction ends, `update` from being used anew. */
export async function findCustomer(
  tx: Tx,
  merchantId: string,
  customerId: string,
  lock: Lock,
): Promise<Customer | undefined> {
  const query = tx
    .selectFrom("customer")
    .select(columns)
    .where("merchant_id", "=", merchantId)
    .where("id", "=", customerId)
    .where("deleted_at", "is", null);
  const locked = lock === "none" ? query : lock === "share" ? query.forShare() : query.forUpdate();
  const row = await locked.executeTakeFirst();
  return row === undefined ? undefined : customerFromRow(row);
}

export async function insertCustomer(tx: Tx, merchantId: string, customer: Customer): Promise<void> {
  await tx
    .insertInto("customer")
    .values({
      merchant_id: merchantId,
      id: customer.id,
      name: customer.name,
      company_name: customer.companyName,
      default_currency: customer.defaultCurrency,
      net_payment_terms: customer.netPaymentTerms,
      created_at: customer.createdAt,
      last_updated_at: customer.lastUpdatedAt,
      deleted_at: null,
    })
    .execute();
}

export async function updateCustomer(tx: Tx, merchantId: string, customer: Customer): Promise<void> {
  await tx
    .updateTable("customer")
    .set({
      name: customer.name,
      company_name: customer.companyName,
      default_currency: customer.defaultCurrency,
      net_payment_terms: customer.netPaymentTerms,
      last_updated_at: customer.lastUpdatedAt,
    })
    .where("merchant_id", "=", merchantId)
    .where("id", "=", customer.id)
    .execute();
}

/** Does a contract that is not deleted name this customer? Invoices that are not void belong to such a contract. */
export async function hasLiveContracts(tx: Tx, merchantId: string, customerId: string): Promise<boolean> {
  const row = await tx
    .selectFrom("contract")
    .select("id")
    .where("merchant_id", "=", merchantId)
    .where("customer_id", "=", customerId)
    .where("deleted_at", "is", null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Marks a customer as deleted; its row stays, for the deleted contracts that name it. */
export async function deleteCustomer(tx: Tx, merchantId: string, customerId: string, deletedAt: string): Promise<void> {
  await tx
    .updateTable("customer")
    .set({ deleted_at: deletedAt, last_updated_at: deletedAt })
    .where("merchant_id", "=", merchantId)
    .where("id", "=", customerId)
    .execute();
}
