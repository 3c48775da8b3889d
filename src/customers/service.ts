import { conflict, type DomainError, invalid, invalidIssues } from "../kernel/errors.ts";
import { changesBetween } from "../platform/audit.ts";
import type { Tx } from "../platform/db/pool.ts";
import { recordNotFound } from "../platform/http/error-codes.ts";
import type { WriteContext } from "../platform/write.ts";
import { setPrimaryEmail } from "./contact-service.ts";
import { customFieldsOf, type WhenUnknown } from "./custom-field-value-service.ts";
import {
  auditedCustomer,
  type Customer,
  type CustomerDraft,
  type CustomerPatch,
  hasTaxLocation,
  newCustomer,
  patched,
} from "./customer.ts";
import { checkMove } from "./hierarchy.ts";
import { chainToTop, hasSubCustomers, levelsBelow, lockHierarchy } from "./hierarchy-store.ts";
import { listCustomers as listRows } from "./list-store.ts";
import * as store from "./store.ts";

/**
 * Creates a customer; its currency is the merchant's unless stated. Names need not be unique.
 *
 * @throws DomainError CUSTOMER_NOT_FOUND (400) for an unknown parent, VALIDATION_FAILED if there are too many levels, or for a
 * value of a field that is no custom field of customers
 */
export async function createCustomer(
  ctx: WriteContext,
  draft: CustomerDraft,
  whenUnknown: WhenUnknown = "INVALID",
): Promise<Customer> {
  if (typeof draft.parentCustomerId === "string") await lockHierarchy(ctx.tx, ctx.merchant.id);
  const blank = newCustomer({
    id: ctx.newId(),
    name: draft.name,
    defaultCurrency: ctx.merchant.defaultCurrency,
    createdAt: ctx.clock.timestamp,
  });
  const customer = patched(blank, draft, await customFieldsOf(ctx, "CUSTOMER", draft.customFields, whenUnknown));
  await checkParent(ctx, blank, customer, unknownParent);
  await store.insertCustomer(ctx.tx, ctx.merchant.id, customer);
  await writeParts(ctx, blank, customer);
  ctx.audit({
    action: "customer.create",
    entityType: "CUSTOMER",
    entityId: customer.id,
    changes: changesBetween({}, auditedCustomer(customer)),
  });
  ctx.publish({ type: "customer.created", customerId: customer.id });
  return customer;
}

/**
 * Creates a sub-customer.
 *
 * @throws DomainError CUSTOMER_NOT_FOUND for the parent, CUSTOM_FIELD_NOT_FOUND, VALIDATION_FAILED if there are too many levels
 */
export async function createSubCustomer(ctx: WriteContext, parentId: string, draft: CustomerDraft): Promise<Customer> {
  await lockHierarchy(ctx.tx, ctx.merchant.id);
  const parent = await shareCustomer(ctx, parentId);
  if (parent === undefined) throw recordNotFound("CUSTOMER_NOT_FOUND");
  return createCustomer(ctx, { ...draft, parentCustomerId: parentId }, "NOT_FOUND");
}

/** @throws DomainError CUSTOMER_NOT_FOUND, also for a deleted one */
export async function getCustomer(tx: Tx, merchantId: string, customerId: string): Promise<Customer> {
  const customer = await store.findCustomer(tx, merchantId, customerId, "none");
  if (customer === undefined) throw recordNotFound("CUSTOMER_NOT_FOUND");
  return customer;
}

/**
 * Changes a customer. Its contracts keep the currency and payment terms that they took when they were created.
 *
 * @throws DomainError CUSTOMER_NOT_FOUND, for it or its new parent; CUSTOM_FIELD_NOT_FOUND; VALIDATION_FAILED for a cycle, too many
 * levels, or a value of a custom field of other records
 */
export async function updateCustomer(ctx: WriteContext, customerId: string, patch: CustomerPatch): Promise<Customer> {
  if (typeof patch.parentCustomerId === "string") await lockHierarchy(ctx.tx, ctx.merchant.id);
  const before = await lockCustomer(ctx, customerId);
  const after = patched(before, patch, await customFieldsOf(ctx, "CUSTOMER", patch.customFields, "NOT_FOUND"));
  await checkParent(ctx, before, after, () => recordNotFound("CUSTOMER_NOT_FOUND"));
  const changes = changesBetween(before, after);
  ctx.audit({ action: "customer.update", entityType: "CUSTOMER", entityId: customerId, changes });
  if (changes.length === 0) return before;

  const customer = { ...after, lastUpdatedAt: ctx.clock.timestamp, syncStatus: "NOT_SYNCED" as const };
  await store.updateCustomer(ctx.tx, ctx.merchant.id, customer);
  await writeParts(ctx, before, customer);
  ctx.publish({ type: "customer.updated", customerId });
  if (hasTaxLocation(before) !== hasTaxLocation(customer)) {
    const contractIds = await store.liveContractIds(ctx.tx, ctx.merchant.id, customerId);
    for (const contractId of contractIds) ctx.publish({ type: "contract.tax-location-changed", contractId });
  }
  return customer;
}

/**
 * Deletes a customer that no live contract or sub-customer refers to. The row is locked first: a write that gives a contract,
 * credit memo or payment this customer locks it with `shareCustomer`, so either that write is seen here, or it does not find the
 * customer.
 *
 * @throws DomainError CUSTOMER_NOT_FOUND, CUSTOMER_IN_USE
 */
export async function deleteCustomer(ctx: WriteContext, customerId: string): Promise<Customer> {
  const customer = await lockCustomer(ctx, customerId);
  if (await store.hasLiveContracts(ctx.tx, ctx.merchant.id, customerId)) {
    throw conflict("CUSTOMER_IN_USE", "Contracts name this customer; delete them or give them another customer first.");
  }
  if (await hasSubCustomers(ctx.tx, ctx.merchant.id, customerId)) {
    throw conflict(
      "CUSTOMER_IN_USE",
      "This customer has sub-customers; delete them or give them another parent first.",
    );
  }
  const { timestamp } = ctx.clock;
  await store.deleteCustomer(ctx.tx, ctx.merchant.id, customerId, timestamp);
  ctx.audit({
    action: "customer.delete",
    entityType: "CUSTOMER",
    entityId: customerId,
    changes: [{ path: "deletedAt", from: null, to: timestamp }],
  });
  ctx.publish({ type: "customer.deleted", customerId });
  return { ...customer, lastUpdatedAt: timestamp, syncStatus: "NOT_SYNCED" };
}

/**
 * The live customer that a write is about to reference, locked against deletion until the transaction ends; undefined if it is
 * unknown, deleted or of another merchant. The caller words the rejection, which depends on its endpoint (rules 1).
 */
export function shareCustomer(ctx: WriteContext, customerId: string): Promise<Customer | undefined> {
  return store.findCustomer(ctx.tx, ctx.merchant.id, customerId, "share");
}

/** One page of the live customers. */
export const listCustomers = listRows;

export const { findCustomers } = store;

async function lockCustomer(ctx: WriteContext, customerId: string): Promise<Customer> {
  const customer = await store.findCustomer(ctx.tx, ctx.merchant.id, customerId, "update");
  if (customer === undefined) throw recordNotFound("CUSTOMER_NOT_FOUND");
  return customer;
}

/** Writes the parts of a customer that have tables of their own. */
async function writeParts(ctx: WriteContext, before: Customer, after: Customer): Promise<void> {
  const known = new Set(before.externalIds.map(({ sourceType, externalId }) => `${sourceType} ${externalId}`));
  const set = after.externalIds.filter(({ sourceType, externalId }) => !known.has(`${sourceType} ${externalId}`));
  await store.upsertExternalIds(ctx.tx, ctx.merchant.id, after.id, set);
  if (after.primaryBillingContactEmail !== before.primaryBillingContactEmail) {
    await setPrimaryEmail(ctx, after.id, after.primaryBillingContactEmail);
  }
}

async function checkParent(
  ctx: WriteContext,
  before: Customer,
  after: Customer,
  unknown: () => DomainError,
): Promise<void> {
  const { parentCustomerId } = after;
  if (parentCustomerId === null || parentCustomerId === before.parentCustomerId) return;
  if ((await shareCustomer(ctx, parentCustomerId)) === undefined) throw unknown();
  const issues = checkMove({
    customerId: after.id,
    ancestorIds: await chainToTop(ctx.tx, ctx.merchant.id, parentCustomerId),
    levelsBelow: await levelsBelow(ctx.tx, ctx.merchant.id, after.id),
  });
  if (issues.length > 0) throw invalidIssues(issues);
}

/** 400 with the text of the 404, where the endpoint's row lists no 404 (rules 1). */
function unknownParent(): DomainError {
  const code = "CUSTOMER_NOT_FOUND";
  const { message } = recordNotFound(code);
  return invalid(code, message, { issues: [{ path: "/parentCustomerId", code, message }] });
}
