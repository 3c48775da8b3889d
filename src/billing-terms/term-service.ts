import type { Contract } from "../contracts/contract.ts";
import { type Day, formatDay } from "../kernel/day.ts";
import { type DomainError, invalid } from "../kernel/errors.ts";
import { changesBetween } from "../platform/audit.ts";
import type { Tx } from "../platform/db/pool.ts";
import { recordNotFound } from "../platform/http/error-codes.ts";
import type { WriteContext } from "../platform/write.ts";
import { auditedTerm } from "./audit-service.ts";
import { type BillingTerm, type BillingTermRecord, kindOf } from "./billing-term.ts";
import type { Booking } from "./modifications/booking-service.ts";
import { correctPob, noteFollowed, storeCorrection } from "./modifications/correction-service.ts";
import { movedWith } from "./modifications/moved-days.ts";
import { performanceObligationsOfContracts } from "./performance-obligations/recorded-pobs-store.ts";
import { correctionOf } from "./term-patch.ts";
import { termRecordsOfContracts } from "./term-store.ts";

/** @throws DomainError BILLING_TERM_NOT_FOUND */
export async function getTerm(
  reader: { readonly tx: Tx; readonly merchant: { readonly id: string } },
  contractId: string,
  termId: string,
): Promise<BillingTermRecord> {
  const records = await termRecordsOfContracts(reader.tx, reader.merchant.id, [contractId]);
  const record = records.find(({ term }) => term.id === termId);
  if (record === undefined) throw recordNotFound("BILLING_TERM_NOT_FOUND");
  return record;
}

/**
 * Stores the term's values before a change of its schedule, with the book month of the change (rules 7).
 *
 * @returns the id of the correction; null if nothing changed, or the contract is not approved
 */
export async function storeTermCorrection(
  ctx: WriteContext,
  contract: Contract,
  before: BillingTerm,
  after: BillingTerm,
  { bookMonth }: Booking,
): Promise<string | null> {
  const changes = correctionOf(before, after);
  if (changes === undefined || contract.status !== "APPROVED") return null;
  return storeCorrection(ctx, contract, { of: "TERM", entityId: after.id, changes, bookMonth, modificationId: null });
}

/**
 * A performance obligation that is served over the days its term bills moves with them, and none is served after its
 * term has ended (data model 15.4).
 */
export async function moveImpliedPob(
  ctx: WriteContext,
  contract: Contract,
  before: BillingTerm,
  after: BillingTerm,
  booking: Booking,
  modificationId: string | null = null,
): Promise<void> {
  if (before.start === after.start && before.end === after.end) return;
  const records = await performanceObligationsOfContracts(ctx.tx, ctx.merchant.id, [contract.id]);
  const record = records.find(({ pob, isDeleted }) => !isDeleted && pob.billingTerm?.id === after.id);
  if (record === undefined) return;
  const { pob } = record;
  const moved = movedWith(pob, before, after);
  if (moved === pob) return;
  await correctPob(ctx, contract, pob, moved, booking, modificationId);
  noteFollowed(ctx, pob, moved);
}

/** Records a changed term, before and after, in the audit log and as a domain event, from which its invoices are planned again. */
export async function changedTerm(
  ctx: WriteContext,
  contract: Contract,
  before: BillingTermRecord,
  action: string,
  fact: "billing-term.updated" | "billing-term.terminated" | undefined,
  reason: string | null = null,
): Promise<BillingTermRecord> {
  const after = await getTerm(ctx, contract.id, before.term.id);
  auditTerm(ctx, action, after.term.id, auditedTerm(before), auditedTerm(after), reason);
  if (fact !== undefined) {
    ctx.publish({
      type: fact,
      contractId: contract.id,
      data: { billingTermId: after.term.id, kind: kindOf(after.term) },
    });
  }
  return after;
}

export function auditTerm(
  ctx: WriteContext,
  action: string,
  entityId: string,
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
  reason: string | null = null,
): void {
  const changes = changesBetween(before, after);
  ctx.audit({ action, entityType: "BILLING_TERM", entityId, changes, ...(reason === null ? {} : { reason }) });
}

export function lockedTerm(
  issues: readonly { path: string; code: string; message: string }[],
  through: Day | null,
): DomainError {
  const message = issues[0]?.message ?? "The term is invoiced; correct it with a credit memo.";
  const invoicedThrough = through === null ? null : formatDay(through - 1);
  return invalid("BILLING_TERM_LOCKED", message, { invoicedThrough, issues });
}

export { listTerms } from "./term-list-store.ts";
