import { auditedAmendment } from "../billing-terms/audit-service.ts";
import { creditsOfAmendment } from "../billing-terms/billing-credit.ts";
import { billingCreditsOfContracts } from "../billing-terms/billing-credit-store.ts";
import type { BillingTerm, BillingTermRecord } from "../billing-terms/billing-term.ts";
import { chargesOf } from "../billing-terms/charges/charges.ts";
import { creditedSeatsOf } from "../billing-terms/charges/credited-seats.ts";
import type { PricingContext } from "../billing-terms/charges/price.ts";
import type { SeatTerm } from "../billing-terms/charges/seat-charges.ts";
import { bookModification } from "../billing-terms/modifications/booking-service.ts";
import { reportTerms } from "../billing-terms/report-service.ts";
import { withdrawAmendment } from "../billing-terms/seat-amendment-store.ts";
import { amendmentRecords, billedInvoices, rejectBelowZero } from "../billing-terms/seat-service.ts";
import type { SeatAmendment } from "../billing-terms/seats.ts";
import { terminated } from "../billing-terms/term-patch.ts";
import { invalid } from "../kernel/errors.ts";
import { zeroRatio } from "../kernel/ratio.ts";
import { exactText } from "../kernel/ratio-text.ts";
import { changesBetween } from "../platform/audit.ts";
import { recordNotFound } from "../platform/http/error-codes.ts";
import type { WriteContext } from "../platform/write.ts";
import type { AmendedSeats } from "./amend-seats.ts";
import { creditUncarriedOf } from "./credit-uncarried-swap.ts";
import { lockTerm, type TermPlace } from "./lock-term.ts";

/**
 * Deletes a seat amendment, as if it had never been made. Not possible once it is billed or credited, or if another amendment was charged or
 * credited differently because of it.
 *
 * @throws DomainError SEAT_AMENDMENT_NOT_FOUND, SEAT_AMENDMENT_INVOICED, BILLING_TERM_TERMINATED, VALIDATION_FAILED when a
 *   later amendment would fall below zero without it
 */
export async function withdrawSeatAmendment(
  ctx: WriteContext,
  place: TermPlace,
  amendmentId: string,
): Promise<AmendedSeats> {
  const { contract, record } = await lockTerm(ctx, place);
  const { term } = record;
  const billed = await billedInvoices(ctx.tx, ctx.merchant.id, term.id);
  const found = amendmentRecords(term, billed).find(({ amendment }) => amendment.id === amendmentId);
  if (found === undefined || term.seatConfig === null) throw recordNotFound("SEAT_AMENDMENT_NOT_FOUND");
  if (term.terminatedAt !== null) throw terminated();
  const context = { currency: contract.currency, rounding: ctx.merchant.rounding };
  const isIssued = changesIssued(record, amendmentId, new Set(billed.keys()), context);
  const isCredited = changesCredited({ ...term, seatConfig: term.seatConfig }, amendmentId);
  if (found.billedInvoiceId !== null || isIssued || isCredited || (await creditedSome(ctx, term, found.amendment))) {
    throw invalid(
      "SEAT_AMENDMENT_INVOICED",
      "The seat amendment is invoiced or credited already; add another one, or void its credit memo first.",
      { invoiceId: found.billedInvoiceId },
    );
  }
  rejectBelowZero(
    { ...term, seatConfig: term.seatConfig },
    term.amendments.filter(({ id }) => id !== amendmentId),
  );
  const { bookMonth } = await bookModification(ctx, contract, found.amendment.effectiveDate);
  await withdrawAmendment(ctx.tx, ctx.merchant.id, amendmentId, { at: ctx.clock.timestamp, bookMonth });
  await reportTerms(ctx, contract);
  ctx.audit({
    action: "seat-amendment.delete",
    entityType: "SEAT_AMENDMENT",
    entityId: amendmentId,
    changes: changesBetween(auditedAmendment(found.amendment), {}),
  });
  ctx.publish({ type: "seat-amendment.deleted", contractId: contract.id, data: { seatAmendmentId: amendmentId } });
  await creditUncarriedOf(ctx, contract, term);
  return { ...found, term };
}

/** True if a non-void credit memo credits the amendment. */
async function creditedSome(ctx: WriteContext, term: BillingTerm, amendment: SeatAmendment): Promise<boolean> {
  const billingCredits = await billingCreditsOfContracts(ctx.tx, ctx.merchant.id, [term.contractId]);
  const ofTerm = billingCredits.filter(({ billingTermId }) => billingTermId === term.id);
  return creditsOfAmendment(amendment, ofTerm).length > 0;
}

/** True if an issued line, of the term or of another amendment, would have another amount without it. */
function changesIssued(
  { term, invoicedThrough }: BillingTermRecord,
  amendmentId: string,
  billed: ReadonlySet<string>,
  context: PricingContext,
): boolean {
  if (invoicedThrough === null) return false;
  const without = { ...term, amendments: term.amendments.filter(({ id }) => id !== amendmentId) };
  const issued = (each: BillingTerm) => {
    const amounts: string[] = [];
    for (const { amendmentId: of, billingPeriod, period, price } of chargesOf(each, context)) {
      if (billingPeriod.covered.start >= invoicedThrough) break;
      const isIssued = of === null ? period.start < invoicedThrough : billed.has(of);
      if (isIssued) amounts.push(`${of}/${period.start}/${price.total.minor}`);
    }
    return amounts.join();
  };
  return issued(term) !== issued(without);
}

/** True if another amendment would have removed other seats without it. */
function changesCredited(term: SeatTerm, amendmentId: string): boolean {
  if (term.seatConfig.creditOnDecrease === "NONE") return false;
  const others = term.amendments.filter(({ id }) => id !== amendmentId);
  const given = (amendments: readonly SeatAmendment[]) => {
    const byAmendment = creditedSeatsOf({ ...term, amendments });
    return others.flatMap(({ id }) =>
      (byAmendment.get(id) ?? []).flatMap(({ segments }) =>
        segments.map(({ start, end, quantity, previous }) => {
          const counts = [quantity, previous ?? zeroRatio].map(exactText);
          return `${id}/${start}/${end}/${counts.join("/")}`;
        }),
      ),
    );
  };
  return given(term.amendments).join() !== given(others).join();
}
