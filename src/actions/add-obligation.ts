import { auditedObligation } from "../billing-terms/audit-service.ts";
import { type Booking, bookModification } from "../billing-terms/modifications/booking-service.ts";
import { noteAddedTerm } from "../billing-terms/modifications/modification-service.ts";
import {
  checkObligation,
  type Obligation,
  type ObligationDraft,
  obligationFacts,
} from "../billing-terms/obligation.ts";
import { insertObligation } from "../billing-terms/obligation-store.ts";
import { checkProduct, resolveReferences } from "../billing-terms/reference-service.ts";
import { rejectIfTooLarge, reportTerms } from "../billing-terms/report-service.ts";
import {
  getObligation,
  insertTermWithPob,
  obligationDefaults,
  rejectIfTooLong,
  rejectWithoutSellingPrice,
} from "../billing-terms/service.ts";
import { insertGroup } from "../billing-terms/term-store.ts";
import type { Contract } from "../contracts/contract.ts";
import * as contracts from "../contracts/service.ts";
import { changesBetween } from "../platform/audit.ts";
import { rejectionOf } from "../platform/http/error-codes.ts";
import type { WriteContext } from "../platform/write.ts";

/**
 * Adds an obligation: one group with one billing term and one performance obligation (data model 4). On an approved
 * contract it bills and earns from now on; its past service catches up in the first open month.
 *
 * @throws DomainError CONTRACT_DELETED, CONTRACT_NOT_FOUND, and as `insertNewObligation`
 */
export async function addObligation(
  ctx: WriteContext,
  contractId: string,
  draft: ObligationDraft,
): Promise<Obligation> {
  const contract = await contracts.lockContract(ctx, contractId, "CONTRACT_DELETED");
  const { obligationId, booking } = await insertNewObligation(ctx, contract, draft);
  await reportTerms(ctx, contract, { booking });
  const obligation = await getObligation(ctx.tx, ctx.merchant.id, contract.id, obligationId);
  await noteAddedTerm(ctx, contract, obligation.performanceObligation.billingTerm, booking);
  noteObligation(ctx, contract, obligation);
  return obligation;
}

/** A stored obligation, before the totals of the contract are updated. */
export type NewObligation = { readonly obligationId: string; readonly termId: string; readonly booking: Booking };

/**
 * Checks and stores a new obligation, without updating the totals of the contract, so that a request can add several.
 *
 * @throws DomainError VALIDATION_FAILED or the code that all issues share, TERM_TOO_LONG, and for what the request names:
 *   CATEGORY_NOT_FOUND, PRODUCT_NOT_FOUND, ITEM_NOT_FOUND, CLASS_NOT_FOUND, EVENT_TYPE_NOT_FOUND (400), CLASS_NOT_SUPPORTED
 */
export async function insertNewObligation(
  ctx: WriteContext,
  contract: Contract,
  draft: ObligationDraft,
): Promise<NewObligation> {
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
  const issues = [...checkProduct(product, "/billingSchedule"), ...checkObligation(draft, defaults)];
  if (issues.length > 0) throw rejectionOf(issues);
  const facts = obligationFacts(draft, defaults);
  rejectIfTooLong(ctx, facts.term);
  await rejectIfTooLarge(ctx, contract, facts.term, "/billingSchedule/pricing/0/amount");

  const pob = { ...facts.pob, categoryId: draft.categoryId ?? product?.categoryId ?? null };
  rejectWithoutSellingPrice(contract, facts.term, pob);
  const ids = { groupId: ctx.newId(), termId: ctx.newId(), pobId: ctx.newId() };
  const obligationId = ctx.newId();
  insertGroup(ctx.tx, ctx.merchant.id, {
    id: ids.groupId,
    contractId: contract.id,
    createdAt: ctx.clock.timestamp,
  });
  const booking = await bookModification(ctx, contract, Math.min(pob.service.start, facts.term.start));
  await insertTermWithPob(ctx, contract, ids, facts.term, pob, booking);
  insertObligation(ctx.tx, ctx.merchant.id, {
    id: obligationId,
    contractId: contract.id,
    ...ids,
    createdAt: ctx.clock.timestamp,
  });
  return { obligationId, termId: ids.termId, booking };
}

/** Writes the audit row of an added obligation, and publishes its event. */
export function noteObligation(ctx: WriteContext, contract: Contract, obligation: Obligation): void {
  ctx.audit({
    action: "obligation.create",
    entityType: "OBLIGATION",
    entityId: obligation.id,
    changes: changesBetween({}, auditedObligation(obligation)),
  });
  ctx.publish({ type: "obligation.created", contractId: contract.id, data: { obligationId: obligation.id } });
}
