import { auditedAmendment } from "../billing-terms/audit-service.ts";
import type { BillingTerm, BillingTermRecord } from "../billing-terms/billing-term.ts";
import { bookModification } from "../billing-terms/modifications/booking-service.ts";
import { noteSeats } from "../billing-terms/modifications/modification-service.ts";
import { reportTerms } from "../billing-terms/report-service.ts";
import { insertAmendment } from "../billing-terms/seat-amendment-store.ts";
import {
  type AmendmentRecord,
  amendmentRecord,
  billedInvoices,
  rejectBelowZero,
} from "../billing-terms/seat-service.ts";
import {
  byEffect,
  recordedAfter,
  type SeatAmendment,
  type SeatProrationPolicy,
  type TrueUpTiming,
} from "../billing-terms/seats.ts";
import { terminated } from "../billing-terms/term-patch.ts";
import { getTerm } from "../billing-terms/term-service.ts";
import type { Contract } from "../contracts/contract.ts";
import type { Day } from "../kernel/day.ts";
import { canonicalDecimal, ratioFromDecimal } from "../kernel/decimal.ts";
import { type Issue, invalid } from "../kernel/errors.ts";
import { compareRatios } from "../kernel/ratio.ts";
import { changesBetween } from "../platform/audit.ts";
import { instantOut } from "../platform/clock.ts";
import { rejectionOf } from "../platform/http/error-codes.ts";
import type { WriteContext } from "../platform/write.ts";
import { creditOfAmendment } from "../receivables/amendment-credit.ts";
import { billedLines } from "../receivables/billed-line-service.ts";
import { creditAmendment } from "./credit-invoice-lines.ts";
import { creditUncarriedOf } from "./credit-uncarried-swap.ts";
import { lockTerm, type TermPlace } from "./lock-term.ts";

/** A requested change of the seats of a term (data model 7.2). */
export type AmendmentDraft = {
  readonly effectiveDate: Day;
  readonly quantity: string | undefined;
  readonly delta: string | undefined;
  readonly prorationPolicy: SeatProrationPolicy | undefined;
  readonly trueUpTiming: TrueUpTiming | undefined;
  readonly note: string | null;
};

/** A seat amendment, and its term before it. */
export type AmendedSeats = AmendmentRecord & { readonly term: BillingTerm };

/**
 * Changes the number of seats of a term from a day on. Issued invoices stay: additional seats of invoiced days are charged by true-up lines,
 * removed ones are credited if the term says so (data model 7.2, rules 6).
 *
 * @throws DomainError as `lockTerm`, and BILLING_TERM_INELIGIBLE for a term without seats, BILLING_TERM_TERMINATED,
 *   VALIDATION_FAILED for a day outside the term, for both or neither of `quantity` and `delta`, and for a count that would
 *   fall below zero
 */
export async function amendSeats(ctx: WriteContext, place: TermPlace, draft: AmendmentDraft): Promise<AmendedSeats> {
  const { contract, record } = await lockTerm(ctx, place);
  const added = await addAmendment(ctx, contract, record, draft);
  const { seatConfig } = record.term;
  if (seatConfig?.creditOnDecrease === "PRORATED") {
    const { term } = await getTerm(ctx, contract.id, record.term.id);
    const lines = await billedLines(ctx, term);
    const context = { currency: contract.currency, rounding: ctx.merchant.rounding };
    const parts = creditOfAmendment(term, added.amendment.id, lines, context);
    const { bookMonth } = added.amendment;
    const reason = `Fewer seats of ${term.name}.`.slice(0, 500);
    await creditAmendment(ctx, contract, parts, { reason, bookMonth });
  }
  await creditUncarriedOf(ctx, contract, record.term);
  return { ...added, term: record.term };
}

async function addAmendment(
  ctx: WriteContext,
  contract: Contract,
  record: BillingTermRecord,
  draft: AmendmentDraft,
): Promise<AmendmentRecord> {
  const { term, invoicedThrough } = record;
  const { seatConfig } = term;
  if (seatConfig === null) {
    throw invalid("BILLING_TERM_INELIGIBLE", "The billing term has no seats; amend a term that has a seatConfig.");
  }
  if (term.terminatedAt !== null) throw terminated();
  const issues = checkAmendment(term, draft);
  if (issues.length > 0) throw rejectionOf(issues);

  const booking = await bookModification(ctx, contract, draft.effectiveDate);
  const credits = seatConfig.creditOnDecrease === "PRORATED";
  const billed = credits ? await billedInvoices(ctx.tx, ctx.merchant.id, term.id) : new Map<string, string>();
  const amendment: SeatAmendment = {
    id: ctx.newId(),
    effectiveDate: draft.effectiveDate,
    quantity: draft.quantity === undefined ? null : canonicalDecimal(draft.quantity),
    delta: draft.delta === undefined ? null : canonicalDecimal(draft.delta),
    prorationPolicy: draft.prorationPolicy ?? seatConfig.defaultProrationPolicy,
    trueUpTiming: draft.trueUpTiming ?? seatConfig.defaultTrueUpTiming,
    note: draft.note,
    invoicedThrough,
    unbilled: credits ? term.amendments.flatMap(({ id }) => (billed.has(id) ? [] : [id])) : [],
    bookMonth: booking.bookMonth,
    createdAt: recordedAfter(
      term.amendments.map(({ createdAt }) => instantOut(createdAt)),
      ctx.clock.timestamp,
    ),
  };
  rejectBelowZero({ ...term, seatConfig }, [...term.amendments, amendment]);
  const amended = { ...term, seatConfig, amendments: [...term.amendments, amendment].toSorted(byEffect) };
  await insertAmendment(ctx.tx, ctx.merchant.id, term, amendment);
  await reportTerms(ctx, contract, { amountPath: draft.quantity === undefined ? "/delta" : "/quantity" });
  ctx.audit({
    action: "seat-amendment.create",
    entityType: "SEAT_AMENDMENT",
    entityId: amendment.id,
    changes: changesBetween({}, auditedAmendment(amendment)),
  });
  ctx.publish({ type: "seat-amendment.created", contractId: contract.id, data: { seatAmendmentId: amendment.id } });
  const found = amendmentRecord(amended, amendment);
  const { previousQuantity: from, resultingQuantity: to } = found;
  const isDecrease = compareRatios(ratioFromDecimal(to), ratioFromDecimal(from)) < 0;
  const seats = { amendmentId: amendment.id, effectiveFrom: amendment.effectiveDate, from, to, isDecrease };
  await noteSeats(ctx, contract, amended, seats, booking);
  return found;
}

export const seatsOnce = "Send exactly one of quantity, the new total, and delta, the change.";

function checkAmendment(term: BillingTerm, draft: AmendmentDraft): Issue[] {
  const issues: Issue[] = [];
  const at = (field: string, code: string, message: string) => issues.push({ path: `/${field}`, code, message });
  if ((draft.quantity === undefined) === (draft.delta === undefined)) {
    at("quantity", "CONFLICT", seatsOnce);
  }
  if (draft.delta !== undefined && canonicalDecimal(draft.delta) === "0") {
    at("delta", "RANGE", "delta must not be 0.");
  }
  const { effectiveDate } = draft;
  if (effectiveDate < term.start || (term.end !== null && effectiveDate >= term.end)) {
    at("effectiveDate", "RANGE", "effectiveDate must be a day of the term.");
  }
  return issues;
}
