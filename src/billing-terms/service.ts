import type { Contract } from "../contracts/contract.ts";
import * as contracts from "../contracts/service.ts";
import { invalid, notFound } from "../kernel/errors.ts";
import { firstOpenMonth } from "../ledger/books.ts";
import { shareBooks } from "../ledger/books-store.ts";
import { changesBetween } from "../platform/audit.ts";
import type { Tx } from "../platform/db/pool.ts";
import { refusalOf } from "../platform/http/error-codes.ts";
import type { WriteContext } from "../platform/write.ts";
import { auditedObligation } from "./audit-service.ts";
import { bookMonthOf } from "./correction-service.ts";
import { noteAddedTerm } from "./modification-service.ts";
import {
  checkObligation,
  type FollowingPromise,
  type Obligation,
  type ObligationDefaults,
  type ObligationDraft,
  obligationFacts,
} from "./obligation.ts";
import { deleteParts, insertObligation, obligationsOfContract } from "./obligation-store.ts";
import { insertPromise } from "./promise-store.ts";
import { resolveReferences } from "./reference-service.ts";
import { refuseIfWorthTooMuch, reportTerms } from "./report-service.ts";
import { isTooLong, type TermFacts } from "./term-draft.ts";
import { insertGroup, insertTerm } from "./term-store.ts";

/**
 * Adds an obligation: one group with one billing term and one performance obligation (data model 4). On an approved
 * contract it bills and earns from now on; its past service catches up in the first open month.
 *
 * @throws DomainError VALIDATION_FAILED or the code that all issues share, TERM_TOO_LONG, CONTRACT_DELETED,
 *   CONTRACT_NOT_FOUND, and for what the request names: CATEGORY_NOT_FOUND, PRODUCT_NOT_FOUND, ITEM_NOT_FOUND,
 *   CLASS_NOT_FOUND, EVENT_TYPE_NOT_FOUND (400), CLASS_NOT_SUPPORTED
 */
export async function addObligation(
  ctx: WriteContext,
  contractId: string,
  draft: ObligationDraft,
): Promise<Obligation> {
  const contract = await contracts.lockContract(ctx, contractId, "CONTRACT_DELETED");
  const { schedule } = draft;
  const product = await resolveReferences(
    ctx,
    {
      productId: schedule.productId,
      itemId: schedule.itemId,
      classId: schedule.classId,
      eventTypeId: schedule.eventTypeId,
    },
    "/billingSchedule",
    "INVALID",
  );
  await resolveReferences(ctx, { categoryId: draft.categoryId, classId: draft.classId }, "", "INVALID");
  const defaults = obligationDefaults(ctx, contract, product);
  const issues = checkObligation(draft, defaults);
  if (issues.length > 0) throw refusalOf(issues);
  const facts = obligationFacts(draft, defaults);
  refuseIfTooLong(ctx, facts.term);
  await refuseIfWorthTooMuch(ctx, contract, facts.term, "/billingSchedule");

  const promise = { ...facts.promise, categoryId: draft.categoryId ?? product?.categoryId ?? null };
  const ids = { groupId: ctx.newId(), termId: ctx.newId(), promiseId: ctx.newId() };
  const obligationId = ctx.newId();
  await insertGroup(ctx.tx, ctx.merchant.id, { id: ids.groupId, contractId, createdAt: ctx.clock.timestamp });
  await insertTermWithPromise(ctx, contract, ids, facts.term, promise);
  await insertObligation(ctx.tx, ctx.merchant.id, {
    id: obligationId,
    contractId,
    ...ids,
    createdAt: ctx.clock.timestamp,
  });
  await reportTerms(ctx, contract);
  const obligation = await getObligation(ctx.tx, ctx.merchant.id, contract.id, obligationId);
  await noteAddedTerm(ctx, contract, obligation.performanceObligation.billingTerm);
  ctx.audit({
    action: "obligation.create",
    entityType: "OBLIGATION",
    entityId: obligation.id,
    changes: changesBetween({}, auditedObligation(obligation)),
  });
  ctx.tell({ type: "obligation.created", contractId: contract.id, data: { obligationId: obligation.id } });
  return obligation;
}

/** What a term and its promise take over from the contract, the product and the merchant. */
export function obligationDefaults(
  ctx: WriteContext,
  contract: Contract,
  product: Awaited<ReturnType<typeof resolveReferences>>,
): ObligationDefaults {
  if (product !== null && product.status !== "ACTIVE") {
    throw invalid("VALIDATION_FAILED", "The product is inactive; activate it or name another one.");
  }
  return {
    currency: contract.currency,
    netPaymentTerms: contract.netPaymentTerms,
    straightLineDefault: ctx.merchant.straightLineDefault,
    product: product === null ? null : { ...product, displayName: product.displayName ?? product.name },
    productPattern: product?.recognitionPattern ?? null,
  };
}

/** @throws DomainError TERM_TOO_LONG */
export function refuseIfTooLong(ctx: WriteContext, term: TermFacts): void {
  if (!isTooLong(term, ctx.clock.today)) return;
  throw invalid(
    "TERM_TOO_LONG",
    "The billing schedule has more than 4,000 periods; bill less often or end it earlier.",
  );
}

/** Stores a term and, where it gets one behind the scenes, the promise that follows it. */
export async function insertTermWithPromise(
  ctx: WriteContext,
  contract: Contract,
  ids: { readonly groupId: string; readonly termId: string; readonly promiseId: string },
  term: TermFacts,
  promise: FollowingPromise | null,
): Promise<void> {
  const createdAt = ctx.clock.timestamp;
  const { groupId, termId } = ids;
  await insertTerm(ctx.tx, ctx.merchant.id, { id: termId, contractId: contract.id, groupId, facts: term, createdAt });
  if (promise === null) return;
  await insertPromise(ctx.tx, ctx.merchant.id, {
    ...promise,
    id: ids.promiseId,
    contractId: contract.id,
    billingTermGroupId: groupId,
    billingTermId: termId,
    name: null,
    transactionPrice: null,
    standaloneSellingPrice: null,
    considerationType: term.eventTypeId === null ? "FIXED" : "VARIABLE",
    milestones: [],
    progress: [],
    pinned: [],
    productId: term.productId,
    itemId: term.itemId,
    classId: term.classId,
    eventTypeId: term.eventTypeId,
    bookMonth: await bookMonthOf(ctx, contract),
    createdAt,
  });
}

/** Takes an obligation out; whether it may go was decided by whoever knows its invoices and revenue. */
export async function removeObligation(ctx: WriteContext, contract: Contract, obligation: Obligation): Promise<void> {
  const { performanceObligation: promise } = obligation;
  const bookMonth = firstOpenMonth(await shareBooks(ctx.tx, ctx.merchant.id));
  await deleteParts(
    ctx.tx,
    ctx.merchant.id,
    { groupId: promise.billingTermGroupId, termIds: [promise.billingTerm.id], promiseIds: [promise.id] },
    { at: ctx.clock.timestamp, bookMonth },
  );
  await reportTerms(ctx, contract);
  ctx.audit({
    action: "obligation.delete",
    entityType: "OBLIGATION",
    entityId: obligation.id,
    changes: changesBetween(auditedObligation(obligation), {}),
  });
  ctx.tell({ type: "obligation.deleted", contractId: contract.id, data: { obligationId: obligation.id } });
}

/** @throws DomainError OBLIGATION_NOT_FOUND */
export async function getObligation(
  tx: Tx,
  merchantId: string,
  contractId: string,
  obligationId: string,
): Promise<Obligation> {
  const [obligation] = await obligationsOfContract(tx, merchantId, contractId, obligationId);
  if (obligation === undefined) throw notFound("OBLIGATION_NOT_FOUND", "Obligation not found.");
  return obligation;
}

export { termsKnownBy } from "./known-term-service.ts";
export {
  keepLiabilityAccounts,
  type LiabilityAccount,
  liabilityAccounts,
} from "./liability-account-store.ts";
export { obligationsOfContract } from "./obligation-store.ts";
export { performanceObligationsOfContracts } from "./promise-store.ts";
export { invoicedThrough, termsOfContracts, updateInvoicedThrough } from "./term-store.ts";
