import { instantOut } from "../platform/clock.ts";
import type { Tx } from "../platform/db/pool.ts";
import type { Extent, ListQuery } from "../platform/http/list-query.ts";
import { selectPage } from "../platform/http/page-sql.ts";
import type { RowOf } from "../schema/tables.ts";
import type { Contact } from "./contact.ts";

type ContactRow = Omit<RowOf<"customer_contact">, "merchant_id">;

function contactFromRow(row: ContactRow): Contact {
  return {
    id: row.id,
    customerId: row.customer_id,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    isPrimaryContact: row.is_primary_contact,
    isCCEmail: row.is_cc_email,
    createdAt: instantOut(row.created_at),
    lastUpdatedAt: instantOut(row.last_updated_at),
  };
}

/** One page of a customer's contacts, newest first, and the number on all pages. */
export async function listContacts(
  tx: Tx,
  merchantId: string,
  customerId: string,
  list: ListQuery,
): Promise<{ contacts: Contact[]; extent: Extent }> {
  const all = tx
    .selectFrom("customer_contact")
    .selectAll()
    .where("merchant_id", "=", merchantId)
    .where("customer_id", "=", customerId);
  const { rows, extent } = await selectPage(all, list, {});
  return { contacts: rows.map(contactFromRow), extent };
}

/** Every contact of a locked customer, oldest first. */
export async function contactsOf(tx: Tx, merchantId: string, customerId: string): Promise<Contact[]> {
  const rows = await tx
    .selectFrom("customer_contact")
    .selectAll()
    .where("merchant_id", "=", merchantId)
    .where("customer_id", "=", customerId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return rows.map(contactFromRow);
}

export async function insertContact(tx: Tx, merchantId: string, contact: Contact): Promise<void> {
  await tx
    .insertInto("customer_contact")
    .values({
      merchant_id: merchantId,
      id: contact.id,
      customer_id: contact.customerId,
      ...columnsOf(contact),
      created_at: contact.createdAt,
    })
    .execute();
}

export async function updateContact(tx: Tx, merchantId: string, contact: Contact): Promise<void> {
  await tx
    .updateTable("customer_contact")
    .set(columnsOf(contact))
    .where("merchant_id", "=", merchantId)
    .where("id", "=", contact.id)
    .execute();
}

function columnsOf(contact: Contact) {
  return {
    first_name: contact.firstName,
    last_name: contact.lastName,
    email: contact.email,
    is_primary_contact: contact.isPrimaryContact,
    is_cc_email: contact.isCCEmail,
    last_updated_at: contact.lastUpdatedAt,
  };
}

/** Leaves a locked customer without a primary contact; returns the id of the former one, if any. */
export async function unmarkPrimary(
  tx: Tx,
  merchantId: string,
  customerId: string,
  at: string,
): Promise<string | undefined> {
  const unmarked = await tx
    .updateTable("customer_contact")
    .set({ is_primary_contact: false, last_updated_at: at })
    .where("merchant_id", "=", merchantId)
    .where("customer_id", "=", customerId)
    .where("is_primary_contact", "=", true)
    .returning("id")
    .executeTakeFirst();
  return unmarked?.id;
}

export async function deleteContact(tx: Tx, merchantId: string, contactId: string): Promise<void> {
  await tx.deleteFrom("customer_contact").where("merchant_id", "=", merchantId).where("id", "=", contactId).execute();
}
