import { conflict } from "../kernel/errors.ts";
import { changesBetween } from "../platform/audit.ts";
import type { Tx } from "../platform/db/pool.ts";
import { recordNotFound } from "../platform/http/error-codes.ts";
import type { WriteContext } from "../platform/write.ts";
import { type Customer, type CustomerDraft, type CustomerPatch, defaultNetPaymentTerms, patched } from "./customer.ts";
import * as store from "./store.ts";

/** Creates a customer; its currency is the merchant's unless stated. Names need not be unique. */
export async function createCustomer(ctx: WriteContext, draft: CustomerDraft): Promise<Customer> {
  const { timestamp } = ctx.clock;
  const customer: Customer = {
    id: ctx.newId(),
    name: draft.name,
    companyName: draft.companyName,
    defaultCurrency: draft.defaultCurrency ?? ctx.merchant.defaultCurrency,
    netPaymentTerms: draft.netPaymentTerms ?? defaultNetPaymentTerms,
    createdAt: timestamp,
    lastUpdatedAt: timestamp,
  };
  await store.insertCustomer(ctx.tx, ctx.merchant.id, customer);
  ctx.audit({
    action: "customer.create",
    entityType: "CUSTOMER",
    entityId: customer.id,
    changes: changesBetween({}, customer),
  });
  ctx.tell({ type: "customer.created", data: { customerId: customer.id } });
  return customer;
}

/** @throws DomainError CUSTOMER_NOT_FOUND, also for a deleted one */
export async function getCustomer(tx: Tx, merchantId: string, customerId: string): Promise<Customer> {
  const customer = await store.findCustomer(tx, merchantId, customerId, "none");
  if (customer === undefined) throw recordNotFound("CUSTOMER_NOT_FOUND");
  return customer;
}

/**
 * Changes a customer. Its contracts keep the currency and payment terms they took over when they were created.
 *
 * @throws DomainError CUSTOMER_NOT_FOUND
 */
export async function updateCustomer(ctx: WriteContext, customerId: string, patch: CustomerPatch): Promise<Customer> {
  const before = await lockCustomer(ctx, customerId);
  const after = patched(before, patch);
  const changes = changesBetween(before, after);
  ctx.audit({ action: "customer.update", entityType: "CUSTOMER", entityId: customerId, changes });
  if (changes.length === 0) return before;

  const customer = { ...after, lastUpdatedAt: ctx.clock.timestamp };
  await store.updateCustomer(ctx.tx, ctx.merchant.id, customer);
  ctx.tell({ type: "customer.updated", data: { customerId } });
  return customer;
}

/**
 * Deletes a customer that no live contract names. The row is locked first: whoever gives a contract this customer holds
 * it with `shareCustomer`, so either that write is seen here, or it finds no customer.
 *
 * @throws DomainError CUSTOMER_NOT_FOUND, CUSTOMER_IN_USE
 */
export async function deleteCustomer(ctx: WriteContext, customerId: string): Promise<Customer> {
  const customer = await lockCustomer(ctx, customerId);
  if (await store.hasLiveContracts(ctx.tx, ctx.merchant.id, customerId)) {
    throw conflict("CUSTOMER_IN_USE", "Contracts name this customer; delete them or give them another customer first.");
  }
  const { timestamp } = ctx.clock;
  await store.deleteCustomer(ctx.tx, ctx.merchant.id, customerId, timestamp);
  ctx.audit({
    action: "customer.delete",
    entityType: "CUSTOMER",
    entityId: customerId,
    changes: [{ path: "deletedAt", from: null, to: timestamp }],
  });
  ctx.tell({ type: "customer.deleted", data: { customerId } });
  return { ...customer, lastUpdatedAt: timestamp };
}

/**
 * The live customer that a write is about to reference, kept from being deleted until the transaction ends; undefined
 * for an unknown, foreign or deleted one. The caller words the refusal, which depends on its endpoint (rules 1).
 */
export function shareCustomer(ctx: WriteContext, customerId: string): Promise<Customer | undefined> {
  return store.findCustomer(ctx.tx, ctx.merchant.id, customerId, "share");
}

async function lockCustomer(ctx: WriteContext, customerId: string): Promise<Customer> {
  const customer = await store.findCustomer(ctx.tx, ctx.merchant.id, customerId, "update");
  if (customer === undefined) throw recordNotFound("CUSTOMER_NOT_FOUND");
  return customer;
}

export const { listCustomers } = store;
