import { isDeepStrictEqual } from "node:util";
import { type Customer, defaultNetPaymentTerms } from "../customers/customer.ts";
import { shareCustomer } from "../customers/service.ts";
import { assert } from "../kernel/assert.ts";
import type { Day } from "../kernel/day.ts";
import { type DomainError, invalid, invalidIssues } from "../kernel/errors.ts";
import type { Money } from "../kernel/money.ts";
import { firstOpenMonth } from "../ledger/books.ts";
import { shareBooks } from "../ledger/books-store.ts";
import { changesBetween } from "../platform/audit.ts";
import type { Tx } from "../platform/db/pool.ts";
import { recordNotFound, refusalOf } from "../platform/http/error-codes.ts";
import type { WriteContext } from "../platform/write.ts";
import {
  type Contract,
  type ContractDraft,
  type ContractPatch,
  checkFields,
  checkPatched,
  patched,
  withExternalIds,
} from "./contract.ts";
import * as listStore from "./list-store.ts";
import { isTooLarge, maximumMetadataBytes, mergeMetadata } from "./metadata.ts";
import { type BlockReason, termsSource, withReadiness, withReport } from "./readiness.ts";
import { viewOf } from "./schemas.ts";
import * as store from "./store.ts";

/** What a deleted contract answers: 400 CONTRACT_DELETED where the endpoint's row lists 400, else 404 (data model 3.7). */
export type WhenDeleted = "CONTRACT_DELETED" | "NOT_FOUND";

/**
 * Creates a contract, NEW until it has billing terms. Currency and payment terms are the customer's, else the defaults.
 *
 * @throws DomainError VALIDATION_FAILED, CUSTOMER_NOT_FOUND (400), METADATA_TOO_LARGE
 */
export async function createContract(ctx: WriteContext, draft: ContractDraft): Promise<Contract> {
  const issues = checkFields(draft);
  if (issues.length > 0) throw refusalOf(issues);
  const customer = draft.customerId === null ? undefined : await shareCustomer(ctx, draft.customerId);
  if (draft.customerId !== null && customer === undefined) throw unknownCustomer();
  const contract = newContract(ctx, draft, customer);
  if (contract.metadata !== null && isTooLarge(contract.metadata, contract.metadata)) throw metadataTooLarge();

  await store.insertContract(ctx.tx, ctx.merchant.id, contract);
  ctx.audit({
    action: "contract.create",
    entityType: "CONTRACT",
    entityId: contract.id,
    changes: changesBetween({}, viewOf(contract)),
  });
  ctx.tell({ type: "contract.created", contractId: contract.id });
  return contract;
}

/**
 * Changes the header; external ids are set by source type and never removed. The readiness is checked again in the same
 * transaction (data model 3.5). A patch that changes nothing leaves no trace but its audit row.
 *
 * @throws DomainError VALIDATION_FAILED, CONTRACT_NOT_FOUND, CUSTOMER_NOT_FOUND, INVALID_CONTRACT_STATE with all issues
 */
export async function updateContract(ctx: WriteContext, contractId: string, patch: ContractPatch): Promise<Contract> {
  const fieldIssues = checkFields(patch);
  if (fieldIssues.length > 0) throw refusalOf(fieldIssues);
  const before = await lockContract(ctx, contractId, "NOT_FOUND");
  const changed = patched(before, patch);
  const after = withReadiness({ ...changed, customerName: await nameOfCustomer(ctx, before, changed) });
  const issues = checkPatched(before, after);
  if (issues.length > 0) {
    const isState = issues.some((issue) => issue.code === "INVALID_CONTRACT_STATE");
    throw isState ? invalidIssues(issues, "INVALID_CONTRACT_STATE") : refusalOf(issues);
  }

  const changes = changesBetween(viewOf(before), viewOf(after));
  ctx.audit({ action: "contract.update", entityType: "CONTRACT", entityId: contractId, changes });
  if (isDeepStrictEqual(before, after)) return before;
  await store.upsertExternalIds(ctx.tx, ctx.merchant.id, contractId, patch.externalIds);
  ctx.tell({ type: "contract.updated", contractId });
  return save(ctx, before, after);
}

/**
 * Marks a PROCESSED contract as final: from now on its invoices may be issued and its revenue posts. The row lock lets
 * exactly one approval through (behaviour RAC-4); the books are shared, so that the month it counts from stays open.
 *
 * @throws DomainError CONTRACT_NOT_FOUND, CONTRACT_DELETED, INVALID_CONTRACT_STATE
 */
export async function approveContract(ctx: WriteContext, contractId: string, reason?: string): Promise<Contract> {
  const contract = await lockContract(ctx, contractId, "CONTRACT_DELETED");
  if (contract.status !== "PROCESSED") throw notApprovable(contract);
  const approved: Contract = {
    ...contract,
    status: "APPROVED",
    approvedAt: ctx.clock.timestamp,
    approvedBy: `${ctx.actor.kind}:${ctx.actor.id}`,
    approvedBookMonth: firstOpenMonth(await shareBooks(ctx.tx, ctx.merchant.id)),
  };
  const changes = changesBetween(viewOf(contract), viewOf(approved));
  ctx.audit({ action: "contract.approve", entityType: "CONTRACT", entityId: contractId, changes, reason });
  return save(ctx, contract, approved);
}

/**
 * The contract, locked until the transaction ends. Everything that changes a contract or what hangs on it takes this
 * lock first, so writes about one contract happen one after the other.
 *
 * @throws DomainError CONTRACT_NOT_FOUND, CONTRACT_DELETED
 */
export async function lockContract(ctx: WriteContext, contractId: string, whenDeleted: WhenDeleted): Promise<Contract> {
  await store.lockRows(ctx.tx, ctx.merchant.id, [contractId]);
  return getContract(ctx, contractId, whenDeleted);
}

/** Contracts locked and answered in the order of their ids, deleted ones included; unknown ids are left out. */
export async function lockContracts(ctx: WriteContext, contractIds: readonly string[]): Promise<Contract[]> {
  if (contractIds.length === 0) return [];
  await store.lockRows(ctx.tx, ctx.merchant.id, contractIds);
  return store.findContracts(ctx.tx, ctx.merchant.id, contractIds);
}

/** What a read and a write have in common: a transaction of one merchant. */
export type Reader = { readonly tx: Tx; readonly merchant: { readonly id: string } };

/** @throws DomainError CONTRACT_NOT_FOUND, CONTRACT_DELETED */
export async function getContract(reader: Reader, contractId: string, whenDeleted: WhenDeleted): Promise<Contract> {
  const [contract] = await store.findContracts(reader.tx, reader.merchant.id, [contractId]);
  const isDeleted = contract !== undefined && contract.deletedAt !== null;
  if (contract === undefined || (isDeleted && whenDeleted === "NOT_FOUND")) throw recordNotFound("CONTRACT_NOT_FOUND");
  if (isDeleted)
    throw invalid("CONTRACT_DELETED", "The contract is deleted; it can no longer be read or changed here.");
  return contract;
}

/** The span and worth of a contract's billing terms; `end` is exclusive. */
export type TermsReport = {
  readonly reasons: readonly BlockReason[];
  readonly start: Day | null;
  readonly end: Day | null;
  readonly value: Money | null;
};

/**
 * Keeps what the billing terms of a locked contract come to and whether they are complete, and derives the status from
 * it in the same transaction (rules 3). The first report makes a NEW contract PROCESSED or BLOCKED.
 */
export function reportTerms(ctx: WriteContext, contract: Contract, report: TermsReport): Promise<Contract> {
  assert(report.value === null || report.value.currency === contract.currency, "terms have the contract's currency");
  const { reasons, start: termsStart, end: termsEnd, value: termsValue } = report;
  return saveReport(
    ctx,
    { before: contract, after: { ...contract, termsStart, termsEnd, termsValue } },
    termsSource,
    reasons,
  );
}

/**
 * Keeps the reasons that one capability (`source`) has against a locked contract, in place of those it had before, and
 * derives the status in the same transaction (rules 3). None means that it has nothing against it.
 */
export function reportReadiness(
  ctx: WriteContext,
  contract: Contract,
  source: string,
  reasons: readonly BlockReason[],
): Promise<Contract> {
  return saveReport(ctx, { before: contract, after: contract }, source, reasons);
}

/** Keeps the day after the last one that issued invoices cover, for many locked contracts in one statement. */
export async function reportInvoicedThrough(
  ctx: WriteContext,
  throughByContractId: ReadonlyMap<string, Day>,
): Promise<void> {
  if (throughByContractId.size === 0) return;
  await store.updateInvoicedThrough(ctx.tx, ctx.merchant.id, throughByContractId, ctx.clock.timestamp);
}

type Transition = { readonly before: Contract; readonly after: Contract };

async function saveReport(
  ctx: WriteContext,
  { before, after }: Transition,
  source: string,
  reasons: readonly BlockReason[],
): Promise<Contract> {
  const report = { source, reasons };
  const reports = withReport(before.reports, report);
  if (!isDeepStrictEqual(reports, before.reports)) {
    await store.upsertReport(ctx.tx, ctx.merchant.id, before.id, report);
  }
  return save(ctx, before, withReadiness({ ...after, reports }));
}

/** Writes a locked contract if anything that can be seen of it changed, and tells of a new status. */
async function save(ctx: WriteContext, before: Contract, after: Contract): Promise<Contract> {
  if (isDeepStrictEqual({ ...before, reports: after.reports }, after)) return after;
  const contract = { ...after, lastUpdatedAt: ctx.clock.timestamp };
  await store.updateContract(ctx.tx, ctx.merchant.id, contract);
  if (contract.status !== before.status) {
    ctx.tell({ type: `contract.${contract.status.toLowerCase()}`, contractId: contract.id });
  }
  return contract;
}

function newContract(ctx: WriteContext, draft: ContractDraft, customer: Customer | undefined): Contract {
  const { timestamp } = ctx.clock;
  return {
    ...draft,
    id: ctx.newId(),
    customerName: customer?.name ?? null,
    currency: draft.currency ?? customer?.defaultCurrency ?? ctx.merchant.defaultCurrency,
    netPaymentTerms: draft.netPaymentTerms ?? customer?.netPaymentTerms ?? defaultNetPaymentTerms,
    externalIds: withExternalIds([], draft.externalIds),
    metadata: draft.metadata === null ? null : mergeMetadata(null, draft.metadata),
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
    createdAt: timestamp,
    lastUpdatedAt: timestamp,
    deletedAt: null,
  };
}

async function nameOfCustomer(ctx: WriteContext, before: Contract, after: Contract): Promise<string | null> {
  if (after.customerId === null || after.customerId === before.customerId) return before.customerName;
  const customer = await shareCustomer(ctx, after.customerId);
  if (customer === undefined) throw recordNotFound("CUSTOMER_NOT_FOUND");
  return customer.name;
}

/** 400 where the endpoint's row lists no 404, in the words of the 404 (rules 1). */
function unknownCustomer(): DomainError {
  return invalid("CUSTOMER_NOT_FOUND", recordNotFound("CUSTOMER_NOT_FOUND").message);
}

function notApprovable({ status, blockReasons }: Contract): DomainError {
  const advice = {
    NEW: "add an obligation or a billing term first.",
    PROCESSING: "wait until it is processed.",
    BLOCKED: "resolve its block reasons first.",
    PROCESSED: "approve it.",
    APPROVED: "there is nothing left to approve.",
  }[status];
  return invalid(
    "INVALID_CONTRACT_STATE",
    `Only a PROCESSED contract can be approved. This one is ${status}; ${advice}`,
    {
      status,
      blockReasons,
    },
  );
}

export function metadataTooLarge(): DomainError {
  const limit = maximumMetadataBytes.toLocaleString("en");
  return invalid("METADATA_TOO_LARGE", `Metadata has at most ${limit} bytes as JSON; remove keys or shorten values.`, {
    max: maximumMetadataBytes,
  });
}

export const { approvedContracts, listContracts } = listStore;
