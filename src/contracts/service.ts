import { isDeepStrictEqual } from "node:util";
import type { CustomField } from "../catalog/custom-field.ts";
import { withCustomFields } from "../customers/custom-field-value.ts";
import { customFieldsOf } from "../customers/custom-field-value-service.ts";
import { type Customer, defaultNetPaymentTerms, hasTaxLocation } from "../customers/customer.ts";
import { shareCustomer } from "../customers/service.ts";
import { assert } from "../kernel/assert.ts";
import type { Day } from "../kernel/day.ts";
import { type DomainError, invalid, invalidIssues } from "../kernel/errors.ts";
import type { Money } from "../kernel/money.ts";
import { changesBetween } from "../platform/audit.ts";
import { recordNotFound, rejectionOf } from "../platform/http/error-codes.ts";
import type { WriteContext } from "../platform/write.ts";
import { auditedContract } from "./audit-service.ts";
import type { BlockReason } from "./block-reason.ts";
import {
  type Contract,
  type ContractDraft,
  type ContractExternalId,
  type ContractPatch,
  checkFields,
  checkPatched,
  patched,
  withExternalIds,
} from "./contract.ts";
import * as listStore from "./list-store.ts";
import { isTooLarge, maximumMetadataBytes, mergeMetadata } from "./metadata.ts";
import { sellingPriceSource, termsSource, withReadiness, withReport, withUncategorized } from "./readiness.ts";
import { lockContract, lockContracts, saveContract } from "./record-service.ts";
import * as store from "./store.ts";

/**
 * Creates a contract with status NEW. Currency and payment terms are by default the customer's, else the general defaults.
 *
 * @param made its customer, if the same write created it
 * @throws DomainError VALIDATION_FAILED, CUSTOMER_NOT_FOUND (400), METADATA_TOO_LARGE
 */
export async function createContract(
  ctx: WriteContext,
  { customerId: named, ...rest }: ContractDraft,
  made?: Customer,
): Promise<Contract> {
  const draft = { ...rest, customerId: made?.id ?? named };
  const issues = checkFields(draft);
  if (issues.length > 0) throw rejectionOf(issues);
  rejectLarge(draft.externalIds);
  const customer = made ?? (draft.customerId === null ? undefined : await shareCustomer(ctx, draft.customerId));
  if (draft.customerId !== null && customer === undefined) throw unknownCustomer();
  const fields = await customFieldsOf(ctx, "CONTRACT", draft.customFields);
  const contract = newContract(ctx, draft, customer, fields);
  if (contract.metadata !== null && isTooLarge(contract.metadata, contract.metadata)) throw metadataTooLarge();

  store.insertContract(ctx.tx, ctx.merchant.id, contract);
  ctx.audit({
    action: "contract.create",
    entityType: "CONTRACT",
    entityId: contract.id,
    changes: changesBetween({}, auditedContract(contract)),
  });
  ctx.publish({ type: "contract.created", contractId: contract.id, data: { status: contract.status } });
  return contract;
}

/**
 * Changes the header; external ids are set by source type and never removed. The status is derived again in the same transaction (data model 3.5). A
 * patch that changes nothing only leaves an audit row.
 *
 * @throws DomainError VALIDATION_FAILED, CONTRACT_NOT_FOUND, CUSTOMER_NOT_FOUND, INVALID_CONTRACT_STATE with all issues
 */
export async function updateContract(ctx: WriteContext, contractId: string, patch: ContractPatch): Promise<Contract> {
  const fieldIssues = checkFields(patch);
  if (fieldIssues.length > 0) throw rejectionOf(fieldIssues);
  rejectLarge(patch.externalIds);
  const before = await lockContract(ctx, contractId, "NOT_FOUND");
  const fields = await customFieldsOf(ctx, "CONTRACT", patch.customFields);
  const changed = patched(before, patch, fields);
  const after = withReadiness({ ...changed, ...(await customerFields(ctx, before, changed)) }, ctx.merchant);
  const issues = checkPatched(before, after);
  if (issues.length > 0) {
    const isState = issues.some((issue) => issue.code === "INVALID_CONTRACT_STATE");
    throw isState ? invalidIssues(issues, "INVALID_CONTRACT_STATE") : rejectionOf(issues);
  }

  const changes = changesBetween(auditedContract(before), auditedContract(after));
  ctx.audit({ action: "contract.update", entityType: "CONTRACT", entityId: contractId, changes });
  if (isDeepStrictEqual(before, after)) return before;
  const sent = new Set(patch.externalIds.map(({ sourceType }) => sourceType));
  const externalIds = after.externalIds.filter(({ sourceType }) => sent.has(sourceType));
  store.upsertExternalIds(ctx.tx, ctx.merchant.id, contractId, externalIds);
  ctx.publish({ type: "contract.updated", contractId, data: { status: after.status } });
  return saveContract(ctx, before, after);
}

/** The span, value and block reasons of a contract's billing terms; `end` is exclusive. */
export type TermsReport = {
  readonly reasons: readonly BlockReason[];
  /** Paths of performance obligations without a revenue category, such as `/obligations/{id}`. */
  readonly uncategorized: readonly string[];
  readonly start: Day | null;
  readonly end: Day | null;
  readonly value: Money | null;
};

/**
 * Stores the span, value and readiness of the billing terms of a locked contract, and derives its status in the same transaction (rules 3). The first
 * report makes a NEW contract PROCESSED or BLOCKED.
 */
export function reportTerms(ctx: WriteContext, contract: Contract, report: TermsReport): Promise<Contract> {
  assert(report.value === null || report.value.currency === contract.currency, "terms have the contract's currency");
  const { reasons, start: termsStart, end: termsEnd, value: termsValue } = report;
  const ofTerms = withReport(contract.reports, { source: termsSource, reasons });
  const reports = withUncategorized(ofTerms, report.uncategorized);
  const after = withReadiness({ ...contract, termsStart, termsEnd, termsValue, reports }, ctx.merchant);
  return saveContract(ctx, contract, after);
}

/** Stores block reasons about standalone selling prices of a locked contract; they only apply if it allocates by these (`readiness.ts`). */
export async function reportSellingPrices(
  ctx: WriteContext,
  contract: Contract,
  reasons: readonly BlockReason[],
): Promise<Contract> {
  const isNews = reasons.length > 0 || contract.reports.some(({ source }) => source === sellingPriceSource);
  return isNews ? reportReadiness(ctx, contract, sellingPriceSource, reasons) : contract;
}

/**
 * Marks a locked contract as deleted; its other fields stay (data model 3.5). The caller has decided that it may be deleted, and has deleted its
 * parts (`actions/`).
 */
export async function markDeleted(ctx: WriteContext, contract: Contract): Promise<Contract> {
  const { timestamp } = ctx.clock;
  const deleted = { ...contract, deletedAt: timestamp, lastUpdatedAt: timestamp };
  await store.markDeleted(ctx.tx, ctx.merchant.id, contract.id, timestamp);
  const changes = changesBetween(auditedContract(contract), auditedContract(deleted));
  ctx.audit({ action: "contract.delete", entityType: "CONTRACT", entityId: contract.id, changes });
  ctx.publish({ type: "contract.deleted", contractId: contract.id });
  return deleted;
}

/**
 * Replaces the block reasons of one capability (`source`) for a locked contract, and derives the status in the same transaction (rules 3). `reasons`
 * is empty if there are none.
 */
export function reportReadiness(
  ctx: WriteContext,
  contract: Contract,
  source: string,
  reasons: readonly BlockReason[],
): Promise<Contract> {
  const reports = withReport(contract.reports, { source, reasons });
  return saveContract(ctx, contract, withReadiness({ ...contract, reports }, ctx.merchant));
}

/** Derives the status of contracts again, after a change of a record that they refer to. */
export async function checkReadiness(ctx: WriteContext, contractIds: readonly string[]): Promise<void> {
  for (const contract of await lockContracts(ctx, contractIds)) {
    if (contract.deletedAt === null) await saveContract(ctx, contract, withReadiness(contract, ctx.merchant));
  }
}

/** Stores, for many locked contracts in one statement, the day after the last one that issued invoices cover; null for none. */
export function reportInvoicedThrough(ctx: WriteContext, throughByContractId: ReadonlyMap<string, Day | null>): void {
  if (throughByContractId.size === 0) return;
  store.updateInvoicedThrough(ctx.tx, ctx.merchant.id, throughByContractId, ctx.clock.timestamp);
}

function newContract(
  ctx: WriteContext,
  draft: ContractDraft,
  customer: Customer | undefined,
  fields: readonly CustomField[],
): Contract {
  const { timestamp } = ctx.clock;
  return {
    ...draft,
    id: ctx.newId(),
    customerName: customer?.name ?? null,
    lacksTaxLocation: customer !== undefined && !hasTaxLocation(customer),
    currency: draft.currency ?? customer?.defaultCurrency ?? ctx.merchant.defaultCurrency,
    netPaymentTerms: draft.netPaymentTerms ?? customer?.netPaymentTerms ?? defaultNetPaymentTerms,
    externalIds: withExternalIds([], draft.externalIds),
    metadata: draft.metadata === null ? null : mergeMetadata(null, draft.metadata),
    customFields: withCustomFields([], draft.customFields, fields),
    status: "NEW",
    blockReasons: [],
    reports: [],
    approvedAt: null,
    approvedBy: null,
    approvedBookMonth: null,
    termsStart: null,
    termsEnd: null,
    termsValue: null,
    invoicedThrough: null,
    file: null,
    jobId: null,
    awaitsJob: false,
    createdAt: timestamp,
    lastUpdatedAt: timestamp,
    deletedAt: null,
  };
}

/** The customer's fields of a contract, if it gets another customer; else none. */
async function customerFields(ctx: WriteContext, before: Contract, after: Contract): Promise<Partial<Contract>> {
  if (after.customerId === null || after.customerId === before.customerId) return {};
  const customer = await shareCustomer(ctx, after.customerId);
  if (customer === undefined) throw recordNotFound("CUSTOMER_NOT_FOUND");
  return { customerName: customer.name, lacksTaxLocation: !hasTaxLocation(customer) };
}

/** 400 with the message of the 404, because the specification lists no 404 for the endpoint (rules 1). */
function unknownCustomer(): DomainError {
  const code = "CUSTOMER_NOT_FOUND";
  const { message } = recordNotFound(code);
  return invalid(code, message, { issues: [{ path: "/customerId", code, message }] });
}

function rejectLarge(externalIds: readonly ContractExternalId[]): void {
  if (externalIds.some(({ metadata }) => isTooLarge(metadata ?? {}, metadata ?? {}))) throw metadataTooLarge();
}

export function metadataTooLarge(): DomainError {
  const limit = maximumMetadataBytes.toLocaleString("en");
  return invalid("METADATA_TOO_LARGE", `Metadata has at most ${limit} bytes as JSON; remove keys or shorten values.`, {
    max: maximumMetadataBytes,
  });
}

export const { approvedContracts, listContracts } = listStore;
export type { ApprovedContract } from "./list-store.ts";
export const { findContracts } = store;
export {
  getContract,
  lockContract,
  lockContractRows,
  lockContracts,
  type Reader,
  type WhenDeleted,
} from "./record-service.ts";
