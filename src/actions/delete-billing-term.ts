import { auditedTerm } from "../billing-terms/audit-service.ts";
import type { BillingTerm, BillingTermRecord } from "../billing-terms/billing-term.ts";
import { bookModification } from "../billing-terms/modifications/booking-service.ts";
import { deleteParts } from "../billing-terms/obligation-store.ts";
import type { PerformanceObligation } from "../billing-terms/performance-obligations/performance-obligation.ts";
import { reduceStatedPrices } from "../billing-terms/performance-obligations/price-reduction-service.ts";
import { reportTerms } from "../billing-terms/report-service.ts";
import { performanceObligationsOfContracts } from "../billing-terms/service.ts";
import { getTerm } from "../billing-terms/term-service.ts";
import { termRecordsOfContracts } from "../billing-terms/term-store.ts";
import * as contracts from "../contracts/service.ts";
import { catchUpInvoices, issuedLineKeys } from "../invoicing/service.ts";
import { type Day, monthOf } from "../kernel/day.ts";
import { conflict, type DomainError } from "../kernel/errors.ts";
import { isClosed } from "../ledger/books.ts";
import { shareBooks } from "../ledger/books-store.ts";
import { changesBetween } from "../platform/audit.ts";
import { civilDay, instantFromColumn } from "../platform/clock.ts";
import type { WriteContext } from "../platform/write.ts";
import { isLoaded } from "../revenue/opening-store.ts";
import { earnedBefore } from "../revenue/share-service.ts";
import * as store from "../revenue/store.ts";
import type { TermOfContract, TermPlace } from "./lock-term.ts";

/**
 * Deletes a billing term with the performance obligation that follows it, and with the last term of a group the group
 * and its performance obligations (data model 5.7).
 *
 * @throws DomainError CONTRACT_NOT_FOUND, BILLING_TERM_NOT_FOUND, BILLING_TERM_DELETE_BLOCKED (409) with
 *   `details.reason`: POB_NEEDS_IT, IN_COMMITMENT, INVOICED or RECOGNIZED
 */
export async function deleteBillingTerm(
  ctx: WriteContext,
  { contractId, billingTermId: termId }: TermPlace,
): Promise<TermOfContract> {
  const { tx, merchant, clock } = ctx;
  const contract = await contracts.lockContract(ctx, contractId, "NOT_FOUND");
  await getTerm(ctx, contractId, termId);
  // Due invoices are issued first, so that the result does not depend on the progress of the worker.
  await catchUpInvoices(ctx, contractId);
  const record = await getTerm(ctx, contractId, termId);
  const { term } = record;

  const leaving = await leavingWith(ctx, term);
  if (leaving.isNeeded) throw blocked("POB_NEEDS_IT", "A performance obligation of its group needs it.");
  await rejectBilled(ctx, term);
  await rejectRecognized(ctx, leaving.pobIds);

  const parts = {
    groupId: leaving.isLast ? term.billingTermGroupId : null,
    termIds: [termId],
    pobIds: leaving.pobIds,
  };
  const booking = await bookModification(ctx, contract, (term.end ?? clock.today + 1) - 1);
  await deleteParts(tx, merchant.id, parts, { at: clock.timestamp, bookMonth: booking.bookMonth });
  const earned = (day: Day) => earnedBefore(ctx, contract, day);
  if (!leaving.isLast) {
    // Once a month is closed in which the term was agreed, its price has been earned in part by what else the group serves.
    const isAgreed = isClosed(await shareBooks(tx, merchant.id), monthOf(madeOn(ctx, record)));
    const modifiedFrom = isAgreed ? (booking.agreedOn ?? clock.today) : null;
    await reduceStatedPrices(ctx, contract, {
      before: term,
      by: clock.today,
      booking,
      modifiedFrom,
      earnedBefore: earned,
    });
  }
  await reportTerms(ctx, contract);
  ctx.audit({
    action: "billing-term.delete",
    entityType: "BILLING_TERM",
    entityId: termId,
    changes: changesBetween(auditedTerm(record), {}),
  });
  ctx.publish({ type: "billing-term.deleted", contractId, data: { billingTermId: termId } });
  return { contract, record };
}

/** The civil day on which a term was recorded. */
function madeOn({ merchant }: WriteContext, { createdAt }: BillingTermRecord): Day {
  return civilDay(instantFromColumn(createdAt), merchant.timeZone);
}

type Leaving = {
  /** True if it is the last term of its group, which is deleted with it. */
  readonly isLast: boolean;
  /** The performance obligations to delete: the one that follows the term, and with the group all of it. */
  readonly pobIds: readonly string[];
  /** True if a remaining performance obligation earns usage that only this term bills. */
  readonly isNeeded: boolean;
};

async function leavingWith({ tx, merchant }: WriteContext, term: BillingTerm): Promise<Leaving> {
  const ofGroup = ({ billingTermGroupId }: { readonly billingTermGroupId: string }) =>
    billingTermGroupId === term.billingTermGroupId;
  const terms = (await termRecordsOfContracts(tx, merchant.id, [term.contractId])).map((each) => each.term);
  const isLast = terms.filter(ofGroup).length === 1;
  const records = await performanceObligationsOfContracts(tx, merchant.id, [term.contractId]);
  const pobs = records.filter((each) => !each.isDeleted).map((each) => each.pob);
  const follows = (pob: PerformanceObligation) => pob.billingTerm?.id === term.id;
  const countsItsUsage = (pob: PerformanceObligation) =>
    ofGroup(pob) && !follows(pob) && term.eventTypeId !== null && pob.eventTypeId === term.eventTypeId;
  return {
    isLast,
    pobIds: pobs.filter((pob) => follows(pob) || (isLast && ofGroup(pob))).map(({ id }) => id),
    isNeeded: !isLast && pobs.some(countsItsUsage),
  };
}

/** Rejects if the term was billed, or its billing is part of other invoices. */
async function rejectBilled({ tx, merchant }: WriteContext, term: BillingTerm): Promise<void> {
  if (term.swapCredit !== undefined) {
    const message = "Its invoices credit what was billed ahead for the term it replaced; terminate it instead.";
    throw blocked("INVOICED", message);
  }
  if (term.committed.length > 0) throw blocked("IN_COMMITMENT", "A step of a commitment names the term.");
  const issued = await issuedLineKeys(tx, merchant.id, [term.id]);
  if (issued.has(term.id)) throw blocked("INVOICED", "The term is invoiced; terminate it instead.");
}

/** Rejects if one has revenue in a closed month, or was loaded with such revenue. */
async function rejectRecognized({ tx, merchant }: WriteContext, pobIds: readonly string[]): Promise<void> {
  if (await isLoaded(tx, merchant.id, pobIds)) {
    throw blocked("RECOGNIZED", "The term was loaded by an opening; terminate it instead.");
  }
  const books = await shareBooks(tx, merchant.id);
  for (const id of pobIds) {
    const posted = await store.firstPostedMonth(tx, merchant.id, id);
    if (posted !== undefined && isClosed(books, posted)) {
      throw blocked("RECOGNIZED", "Revenue of the term is recognized in a closed month; reopen the month first.");
    }
  }
}

function blocked(reason: string, message: string): DomainError {
  return conflict("BILLING_TERM_DELETE_BLOCKED", message, { reason });
}
