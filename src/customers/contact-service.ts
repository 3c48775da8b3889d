import { type Change, changesBetween } from "../platform/audit.ts";
import type { Tx } from "../platform/db/pool.ts";
import { recordNotFound } from "../platform/http/error-codes.ts";
import type { ListQuery } from "../platform/http/list-query.ts";
import type { WriteContext } from "../platform/write.ts";
import { type Contact, type ContactDraft, type ContactPatch, isSameEmail, patchedContact } from "./contact.ts";
import * as contacts from "./contact-store.ts";
import type { Customer } from "./customer.ts";
import { findCustomer, updateCustomer } from "./store.ts";

/** @throws DomainError CUSTOMER_NOT_FOUND */
export async function listContacts(tx: Tx, merchantId: string, customerId: string, list: ListQuery) {
  const customer = await findCustomer(tx, merchantId, customerId, "none");
  if (customer === undefined) throw recordNotFound("CUSTOMER_NOT_FOUND");
  return contacts.listContacts(tx, merchantId, customerId, list);
}

/**
 * Adds a contact. A new primary contact replaces the old one, which stays as an ordinary contact.
 *
 * @throws DomainError CUSTOMER_NOT_FOUND
 */
export async function addContact(ctx: WriteContext, customerId: string, draft: ContactDraft): Promise<Contact> {
  const customer = await lockCustomer(ctx, customerId);
  const contact = newContact(ctx, customerId, draft);
  if (contact.isPrimaryContact) await unmarkPrimary(ctx, customerId);
  await contacts.insertContact(ctx.tx, ctx.merchant.id, contact);
  await noteOnCustomer(ctx, customer, contact.isPrimaryContact);
  audit(ctx, "contact.create", contact, changesBetween({}, contact));
  return contact;
}

/** @throws DomainError CUSTOMER_NOT_FOUND, CONTACT_NOT_FOUND */
export async function changeContact(
  ctx: WriteContext,
  { customerId, contactId }: { customerId: string; contactId: string },
  patch: ContactPatch,
): Promise<Contact> {
  const customer = await lockCustomer(ctx, customerId);
  const before = await contactOf(ctx, customerId, contactId);
  const after = patchedContact(before, patch);
  const changes = changesBetween(before, after);
  audit(ctx, "contact.update", before, changes);
  if (changes.length === 0) return before;

  const contact = { ...after, lastUpdatedAt: ctx.clock.timestamp };
  if (contact.isPrimaryContact && !before.isPrimaryContact) await unmarkPrimary(ctx, customerId);
  await contacts.updateContact(ctx.tx, ctx.merchant.id, contact);
  await noteOnCustomer(ctx, customer, before.isPrimaryContact || contact.isPrimaryContact);
  return contact;
}

/** @throws DomainError CUSTOMER_NOT_FOUND, CONTACT_NOT_FOUND */
export async function removeContact(
  ctx: WriteContext,
  { customerId, contactId }: { customerId: string; contactId: string },
): Promise<Contact> {
  const customer = await lockCustomer(ctx, customerId);
  const contact = await contactOf(ctx, customerId, contactId);
  await contacts.deleteContact(ctx.tx, ctx.merchant.id, contactId);
  await noteOnCustomer(ctx, customer, contact.isPrimaryContact);
  audit(ctx, "contact.delete", contact, changesBetween(contact, {}));
  return contact;
}

/**
 * Makes the contact with this email address the primary one, adding a contact if there is none; null leaves the customer without a
 * primary contact. No contact is removed. The customer is locked; its own audit row is written by the caller.
 */
export async function setPrimaryEmail(ctx: WriteContext, customerId: string, email: string | null): Promise<void> {
  await unmarkPrimary(ctx, customerId);
  if (email === null) return;
  const everyone = await contacts.contactsOf(ctx.tx, ctx.merchant.id, customerId);
  const known = everyone.find((contact) => isSameEmail(contact.email, email));
  if (known === undefined) {
    const draft = { firstName: null, lastName: null, email, isPrimaryContact: true, isCCEmail: false };
    const contact = newContact(ctx, customerId, draft);
    await contacts.insertContact(ctx.tx, ctx.merchant.id, contact);
    auditContact(ctx, "contact.create", contact.id, changesBetween({}, contact));
    return;
  }
  const primary = { ...known, email, isPrimaryContact: true };
  await contacts.updateContact(ctx.tx, ctx.merchant.id, { ...primary, lastUpdatedAt: ctx.clock.timestamp });
  auditContact(ctx, "contact.update", known.id, changesBetween(known, primary));
}

function newContact(ctx: WriteContext, customerId: string, draft: ContactDraft): Contact {
  const { timestamp } = ctx.clock;
  return { id: ctx.newId(), customerId, ...draft, createdAt: timestamp, lastUpdatedAt: timestamp };
}

/** The customer stays locked, so that two contacts cannot both become the primary one. */
async function lockCustomer(ctx: WriteContext, customerId: string): Promise<Customer> {
  const customer = await findCustomer(ctx.tx, ctx.merchant.id, customerId, "update");
  if (customer === undefined) throw recordNotFound("CUSTOMER_NOT_FOUND");
  return customer;
}

async function contactOf(ctx: WriteContext, customerId: string, contactId: string): Promise<Contact> {
  const everyone = await contacts.contactsOf(ctx.tx, ctx.merchant.id, customerId);
  const contact = everyone.find(({ id }) => id === contactId);
  if (contact === undefined) throw recordNotFound("CONTACT_NOT_FOUND");
  return contact;
}

/** Makes the primary contact of a locked customer an ordinary one. */
async function unmarkPrimary(ctx: WriteContext, customerId: string): Promise<void> {
  const unmarked = await contacts.unmarkPrimary(ctx.tx, ctx.merchant.id, customerId, ctx.clock.timestamp);
  if (unmarked === undefined) return;
  auditContact(ctx, "contact.update", unmarked, [{ path: "isPrimaryContact", from: true, to: false }]);
}

/** The customer shows the email address of its primary contact, so a change of it is a change of the customer. */
async function noteOnCustomer(ctx: WriteContext, customer: Customer, concernsPrimary: boolean): Promise<void> {
  if (!concernsPrimary) return;
  await updateCustomer(ctx.tx, ctx.merchant.id, { ...customer, lastUpdatedAt: ctx.clock.timestamp });
}

function audit(ctx: WriteContext, action: string, contact: Contact, changes: Change[]): void {
  auditContact(ctx, action, contact.id, changes);
  if (changes.length > 0) ctx.publish({ type: "customer.updated", customerId: contact.customerId });
}

function auditContact(ctx: WriteContext, action: string, entityId: string, changes: Change[]): void {
  ctx.audit({ action, entityType: "CONTACT", entityId, changes });
}
