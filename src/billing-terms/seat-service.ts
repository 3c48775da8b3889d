import type { Contract } from "../contracts/contract.ts";
import { type Day, formatDay } from "../kernel/day.ts";
import { canonicalDecimal, ratioFromDecimal } from "../kernel/decimal.ts";
import { type Issue, invalid } from "../kernel/errors.ts";
import { compareRatios, zeroRatio } from "../kernel/ratio.ts";
import { exactText } from "../kernel/ratio-text.ts";
import { changesBetween } from "../platform/audit.ts";
import type { Tx } from "../platform/db/pool.ts";
import { recordNotFound, refusalOf } from "../platform/http/error-codes.ts";
import type { WriteContext } from "../platform/write.ts";
import { auditedAmendment } from "./audit-service.ts";
import type { BillingTerm, BillingTermRecord } from "./billing-term.ts";
import { chargesOf } from "./charges.ts";
import { bookMonthOf } from "./correction-service.ts";
import { noteSeats } from "./modification-service.ts";
import type { PricingContext } from "./price.ts";
import { creditsOfSeats } from "./reduction.ts";
import { reductionsOfContracts } from "./reduction-store.ts";
import { reportTerms } from "./report-service.ts";
import type { SeatTerm } from "./seat-charges.ts";
import {
  firstDayBelowZero,
  type SeatAmendment,
  type SeatProrationPolicy,
  seatTimeline,
  type TrueUpTiming,
} from "./seats.ts";
import { seatsGivenBackOf } from "./seats-given-back.ts";
import { terminated } from "./term-patch.ts";
import { getTerm } from "./term-service.ts";
import { insertAmendment, withdrawAmendment } from "./term-store.ts";

/** What a request says of the seats of a term (data model 7.2). */
export type AmendmentDraft = {
  readonly effectiveDate: Day;
  readonly quantity: string | undefined;
  readonly delta: string | undefined;
  readonly prorationPolicy: SeatProrationPolicy | undefined;
  readonly trueUpTiming: TrueUpTiming | undefined;
  readonly note: string | null;
};

/** An amendment with the count that it leads from and to, and the invoice that charged it first. */
export type AmendmentRecord = {
  readonly amendment: SeatAmendment;
  readonly previousQuantity: string;
  readonly resultingQuantity: string;
  readonly billedInvoiceId: string | null;
};

/**
 * Changes the number of seats of a term from a day on. What is invoiced already stays: more seats there are charged by
 * true-up lines (data model 7.2, rules 6).
 *
 * @throws DomainError BILLING_TERM_INELIGIBLE for a term without seats, BILLING_TERM_TERMINATED, VALIDATION_FAILED for a
 *   day outside the term, for both or neither of `quantity` and `delta`, and for a count that would fall below zero
 */
export async function addAmendment(
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
  if (issues.length > 0) throw refusalOf(issues);

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
    bookMonth: await bookMonthOf(ctx, contract),
    createdAt: ctx.clock.timestamp,
  };
  refuseBelowZero({ ...term, seatConfig }, [...term.amendments, amendment]);
  await insertAmendment(ctx.tx, ctx.merchant.id, term, amendment);
  await reportTerms(ctx, contract, amendment.id);
  const { term: amended } = await getTerm(ctx, contract.id, term.id);
  ctx.audit({
    action: "seat-amendment.create",
    entityType: "SEAT_AMENDMENT",
    entityId: amendment.id,
    changes: changesBetween({}, auditedAmendment(amendment)),
  });
  ctx.tell({ type: "seat-amendment.created", contractId: contract.id, data: { seatAmendmentId: amendment.id } });
  const [found] = amendmentRecords(amended, new Map()).filter((each) => each.amendment.id === amendment.id);
  if (found === undefined) throw recordNotFound("SEAT_AMENDMENT_NOT_FOUND");
  const { previousQuantity: from, resultingQuantity: to } = found;
  await noteSeats(ctx, contract, amended, {
    amendmentId: amendment.id,
    effectiveFrom: amendment.effectiveDate,
    from,
    to,
    isDecrease: compareRatios(ratioFromDecimal(to), ratioFromDecimal(from)) < 0,
  });
  return found;
}

/**
 * Takes an amendment back, and the others count as if it had never been said. Once it is billed or
 * credited it stays, also where later ones were credited for less because of it.
 *
 * @throws DomainError SEAT_AMENDMENT_NOT_FOUND, SEAT_AMENDMENT_INVOICED, BILLING_TERM_TERMINATED, VALIDATION_FAILED when a
 *   later amendment would fall below zero without it
 */
export async function removeAmendment(
  ctx: WriteContext,
  contract: Contract,
  record: BillingTermRecord,
  amendmentId: string,
): Promise<AmendmentRecord> {
  const { term } = record;
  const billed = await billedInvoices(ctx.tx, ctx.merchant.id, term.id);
  const found = amendmentRecords(term, billed).find(({ amendment }) => amendment.id === amendmentId);
  if (found === undefined || term.seatConfig === null) throw recordNotFound("SEAT_AMENDMENT_NOT_FOUND");
  if (term.terminatedAt !== null) throw terminated();
  const context = { currency: contract.currency, rounding: ctx.merchant.rounding };
  const isIssued = changesIssued(record, amendmentId, new Set(billed.keys()), context);
  const isCredited = changesCredited({ ...term, seatConfig: term.seatConfig }, amendmentId);
  if (found.billedInvoiceId !== null || isIssued || isCredited || (await gaveBack(ctx, term, found.amendment))) {
    throw invalid(
      "SEAT_AMENDMENT_INVOICED",
      "The seat amendment counts in what is invoiced or credited; add another one, or void its credit memo first.",
      { invoiceId: found.billedInvoiceId },
    );
  }
  refuseBelowZero(
    { ...term, seatConfig: term.seatConfig },
    term.amendments.filter(({ id }) => id !== amendmentId),
  );
  const bookMonth = await bookMonthOf(ctx, contract);
  await withdrawAmendment(ctx.tx, ctx.merchant.id, amendmentId, { at: ctx.clock.timestamp, bookMonth });
  await reportTerms(ctx, contract);
  ctx.audit({
    action: "seat-amendment.delete",
    entityType: "SEAT_AMENDMENT",
    entityId: amendmentId,
    changes: changesBetween(auditedAmendment(found.amendment), {}),
  });
  ctx.tell({ type: "seat-amendment.deleted", contractId: contract.id, data: { seatAmendmentId: amendmentId } });
  return found;
}

/** Does a credit memo of the amendment stand? */
async function gaveBack(ctx: WriteContext, term: BillingTerm, amendment: SeatAmendment): Promise<boolean> {
  const reductions = await reductionsOfContracts(ctx.tx, ctx.merchant.id, [term.contractId]);
  const ofTerm = reductions.filter(({ billingTermId }) => billingTermId === term.id);
  return creditsOfSeats(amendment, ofTerm).length > 0;
}

/** Amendments of a term by effective day, then by id, each with the counts before and after it. */
export async function listAmendments(
  tx: Tx,
  merchantId: string,
  { term }: BillingTermRecord,
): Promise<AmendmentRecord[]> {
  const billed = await billedInvoices(tx, merchantId, term.id);
  return amendmentRecords(term, billed).sort(
    ({ amendment: a }, { amendment: b }) => a.effectiveDate - b.effectiveDate || (a.id < b.id ? -1 : 1),
  );
}

/** Would an issued line, of the term or of another amendment, have another amount without it? */
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
    for (const { seatAmendmentId, billingPeriod, period, price } of chargesOf(each, context)) {
      if (billingPeriod.covered.start >= invoicedThrough) break;
      const isIssued = seatAmendmentId === null ? period.start < invoicedThrough : billed.has(seatAmendmentId);
      if (isIssued) amounts.push(`${seatAmendmentId}/${period.start}/${price.total.minor}`);
    }
    return amounts.join();
  };
  return issued(term) !== issued(without);
}

/** Would another amendment have had more, or less, to give back without it? */
function changesCredited(term: SeatTerm, amendmentId: string): boolean {
  if (term.seatConfig.creditOnDecrease === "NONE") return false;
  const others = term.amendments.filter(({ id }) => id !== amendmentId);
  const given = (amendments: readonly SeatAmendment[]) => {
    const byAmendment = seatsGivenBackOf({ ...term, amendments });
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

function amendmentRecords(term: BillingTerm, billed: ReadonlyMap<string, string>): AmendmentRecord[] {
  if (term.seatConfig === null) return [];
  const steps = seatTimeline({ ...term, seatConfig: term.seatConfig, quantity: term.price.quantity });
  return term.amendments.flatMap((amendment) => {
    const step = steps.find(({ amendmentId }) => amendmentId === amendment.id);
    if (step === undefined) return [];
    const billedInvoiceId = billed.get(amendment.id) ?? null;
    return [
      {
        amendment,
        previousQuantity: exactText(step.previous),
        resultingQuantity: exactText(step.count),
        billedInvoiceId,
      },
    ];
  });
}

function checkAmendment(term: BillingTerm, draft: AmendmentDraft): Issue[] {
  const issues: Issue[] = [];
  const at = (field: string, code: string, message: string) => issues.push({ path: `/${field}`, code, message });
  if ((draft.quantity === undefined) === (draft.delta === undefined)) {
    at("quantity", "CONFLICT", "Send exactly one of quantity, the new total, and delta, the change.");
  }
  if (draft.delta !== undefined && canonicalDecimal(draft.delta) === "0") {
    at("delta", "RANGE", "delta is not 0.");
  }
  const { effectiveDate } = draft;
  if (effectiveDate < term.start || (term.end !== null && effectiveDate >= term.end)) {
    at("effectiveDate", "RANGE", "effectiveDate is a day of the term.");
  }
  return issues;
}

function refuseBelowZero(term: SeatTerm, amendments: readonly SeatAmendment[]): void {
  const day = firstDayBelowZero(seatTimeline({ ...term, quantity: term.price.quantity, amendments }));
  if (day === null) return;
  const message = `The count of seats would fall below 0 on ${formatDay(day)}.`;
  throw refusalOf([{ path: "/delta", code: "RANGE", message }]);
}

/** The first invoice, not void, that charged each amendment of a term by a line of its own. */
async function billedInvoices(tx: Tx, merchantId: string, termId: string): Promise<Map<string, string>> {
  const rows = await tx
    .selectFrom("invoice_line")
    .select(["seat_amendment_id", "invoice_id"])
    .where("merchant_id", "=", merchantId)
    .where("billing_term_id", "=", termId)
    .where("seat_amendment_id", "is not", null)
    .where("is_void", "=", false)
    .orderBy("service_start", "desc")
    .execute();
  return new Map(
    rows.flatMap((row) => (row.seat_amendment_id === null ? [] : [[row.seat_amendment_id, row.invoice_id]])),
  );
}
