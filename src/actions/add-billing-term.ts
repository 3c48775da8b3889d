import { auditedTerm } from "../billing-terms/audit-service.ts";
import type { BillingTermRecord } from "../billing-terms/billing-term.ts";
import { type Booking, bookModification } from "../billing-terms/modifications/booking-service.ts";
import { noteFollowed } from "../billing-terms/modifications/correction-service.ts";
import { noteAddedTerm } from "../billing-terms/modifications/modification-service.ts";
import { checkSellingPrice, impliedPob } from "../billing-terms/obligation.ts";
import { fixedStated } from "../billing-terms/performance-obligations/group.ts";
import { getGroup } from "../billing-terms/performance-obligations/group-service.ts";
import { groupsOf } from "../billing-terms/performance-obligations/residual-service.ts";
import { checkProduct, resolveReferences } from "../billing-terms/reference-service.ts";
import { rejectIfTooLarge, reportTerms } from "../billing-terms/report-service.ts";
import {
  insertTermWithPob,
  obligationDefaults,
  rejectIfTooLong,
  rejectWithoutSellingPrice,
} from "../billing-terms/service.ts";
import {
  checkTerm,
  checkTermDiscounts,
  type TermDraft,
  type TermFacts,
  termFacts,
} from "../billing-terms/term-draft.ts";
import { auditTerm, getTerm } from "../billing-terms/term-service.ts";
import { insertGroup } from "../billing-terms/term-store.ts";
import type { Contract } from "../contracts/contract.ts";
import * as contracts from "../contracts/service.ts";
import type { Issue } from "../kernel/errors.ts";
import { rejectionOf } from "../platform/http/error-codes.ts";
import type { WriteContext } from "../platform/write.ts";

/** A term to add, and its group. */
export type NewTerm = {
  readonly draft: TermDraft;
  /** The group that it joins; undefined creates a new one. */
  readonly groupId: string | undefined;
  /** Of the performance obligation that follows it, as decimal text; undefined takes that of the product. */
  readonly standaloneSellingPrice: string | null | undefined;
};

/**
 * Adds a billing term to a contract, in a new or an existing group. Without the performance obligation features, and on an approved contract, it
 * gets an implied performance obligation, so that everything billed is recognized (rules 7); in a group with stated prices, a residual.
 *
 * @throws DomainError VALIDATION_FAILED or the code that all issues share, TERM_TOO_LONG, CONTRACT_DELETED,
 *   CONTRACT_NOT_FOUND, BILLING_TERM_GROUP_NOT_FOUND and the 404 of every record that the request names
 */
export async function addBillingTerm(ctx: WriteContext, contractId: string, term: NewTerm): Promise<BillingTermRecord> {
  const contract = await contracts.lockContract(ctx, contractId, "CONTRACT_DELETED");
  const { termId, booking } = await insertNewTerm(ctx, contract, term);
  await reportTerms(ctx, contract, { booking });
  const record = await getTerm(ctx, contract.id, termId);
  noteTerm(ctx, contract, record);
  await noteAddedTerm(ctx, contract, record.term, booking);
  return record;
}

/** Writes the audit row of an added term, and publishes its event. */
export function noteTerm(ctx: WriteContext, contract: Contract, record: BillingTermRecord): void {
  const billingTermId = record.term.id;
  auditTerm(ctx, "billing-term.create", billingTermId, {}, auditedTerm(record));
  ctx.publish({ type: "billing-term.added", contractId: contract.id, data: { billingTermId } });
}

/** A stored term, before the totals of the contract are updated. */
export type InsertedTerm = {
  readonly termId: string;
  readonly groupId: string;
  /** Of the performance obligation that follows it, if it got one. */
  readonly pobId: string;
  readonly booking: Booking;
};

/**
 * Checks and stores a new term, without updating the totals of the contract, so that a request can add several.
 *
 * @param path where the term is in the request
 */
export async function insertNewTerm(
  ctx: WriteContext,
  contract: Contract,
  { draft, groupId, standaloneSellingPrice: selling }: NewTerm,
  path = "",
): Promise<InsertedTerm> {
  if (groupId !== undefined) await getGroup(ctx, contract, groupId);
  const product = await resolveReferences(ctx, draft, path, "NOT_FOUND");
  const defaults = obligationDefaults(ctx, contract, product);
  const issues = [
    ...checkProduct(product, path),
    ...checkTerm(draft, defaults, path),
    ...checkTermDiscounts(draft, defaults.currency, path),
    ...checkSellingPrice(selling, defaults, path),
  ];
  if (issues.length > 0) throw rejectionOf(issues);
  const facts = termFacts(draft, defaults);
  rejectIfTooLong(ctx, facts);
  await rejectIfTooLarge(ctx, contract, facts, `${path}/pricing/0/amount`);

  const ids = { groupId: groupId ?? ctx.newId(), termId: ctx.newId(), pobId: ctx.newId() };
  if (groupId === undefined) {
    insertGroup(ctx.tx, ctx.merchant.id, {
      id: ids.groupId,
      contractId: contract.id,
      createdAt: ctx.clock.timestamp,
    });
  }
  const isImplied = !ctx.merchant.performanceObligations || contract.status === "APPROVED";
  const getsPob = isImplied && !(await isEarnedByResidual(ctx, contract.id, facts, groupId));
  const pob = impliedPob(facts, {
    ...defaults,
    categoryId: product?.categoryId ?? null,
    standaloneSellingPrice: selling,
  });
  if (!getsPob) rejectSellingPriceOfNone(selling, path);
  if (getsPob) rejectWithoutSellingPrice(contract, facts, pob, path);
  const booking = await bookModification(ctx, contract, facts.start);
  const following = await insertTermWithPob(ctx, contract, ids, facts, getsPob ? pob : null, booking);
  noteFollowed(ctx, null, following);
  return { ...ids, booking };
}

/** @throws DomainError VALIDATION_FAILED with CONFLICT for the selling price of a term that no performance obligation follows */
function rejectSellingPriceOfNone(selling: string | null | undefined, path: string): void {
  if (selling === undefined || selling === null) return;
  const message =
    "This term gets no performance obligation; set standaloneSellingPrice on the performance obligations of its group.";
  const issue: Issue = { path: `${path}/standaloneSellingPrice`, code: "CONFLICT", message };
  throw rejectionOf([issue]);
}

/**
 * True if the group has stated prices. Then a residual earns what a fixed term bills beyond them, so that no billing is recognized twice (rules 7).
 */
async function isEarnedByResidual(
  ctx: WriteContext,
  contractId: string,
  term: Pick<TermFacts, "eventTypeId">,
  groupId: string | undefined,
): Promise<boolean> {
  if (groupId === undefined || term.eventTypeId !== null) return false;
  const members = (await groupsOf(ctx, contractId)).get(groupId);
  return members !== undefined && fixedStated(members.pobs).length > 0;
}
