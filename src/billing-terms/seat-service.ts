import { required } from "../kernel/assert.ts";
import { formatDay } from "../kernel/day.ts";
import { exactText } from "../kernel/ratio-text.ts";
import type { Tx } from "../platform/db/pool.ts";
import { rejectionOf } from "../platform/http/error-codes.ts";
import type { BillingTerm, BillingTermRecord } from "./billing-term.ts";
import type { SeatTerm } from "./charges/seat-charges.ts";
import { firstDayBelowZero, type SeatAmendment, type SeatStep, seatTimeline } from "./seats.ts";

/** An amendment with the count that it leads from and to, and the invoice that charged it first. */
export type AmendmentRecord = {
  readonly amendment: SeatAmendment;
  readonly previousQuantity: string;
  readonly resultingQuantity: string;
  readonly billedInvoiceId: string | null;
};

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

/** The amendments of a term as they apply, each with the counts before and after it. */
export function amendmentRecords(term: BillingTerm, billed: ReadonlyMap<string, string>): AmendmentRecord[] {
  if (term.seatConfig === null) return [];
  const timeline = seatTimeline({ ...term, seatConfig: term.seatConfig, quantity: term.price.quantity });
  const steps = new Map(timeline.map((step) => [step.amendmentId, step]));
  return term.amendments.flatMap((amendment) => {
    const step = steps.get(amendment.id);
    return step === undefined ? [] : [recordOf(amendment, step, billed.get(amendment.id) ?? null)];
  });
}

/** One amendment of a term with the counts before and after it. */
export function amendmentRecord(term: SeatTerm, amendment: SeatAmendment): AmendmentRecord {
  const timeline = seatTimeline({ ...term, quantity: term.price.quantity });
  const step = required(
    timeline.find(({ amendmentId }) => amendmentId === amendment.id),
    "the step of an amendment",
  );
  return recordOf(amendment, step, null);
}

function recordOf(amendment: SeatAmendment, step: SeatStep, billedInvoiceId: string | null): AmendmentRecord {
  const [previousQuantity, resultingQuantity] = [exactText(step.previous), exactText(step.count)];
  return { amendment, previousQuantity, resultingQuantity, billedInvoiceId };
}

/** @throws DomainError VALIDATION_FAILED */
export function rejectBelowZero(term: SeatTerm, amendments: readonly SeatAmendment[]): void {
  const day = firstDayBelowZero(seatTimeline({ ...term, quantity: term.price.quantity, amendments }));
  if (day === null) return;
  const message = `The count of seats would fall below 0 on ${formatDay(day)}.`;
  throw rejectionOf([{ path: "/delta", code: "RANGE", message }]);
}

/** The first invoice, not void, that charged each amendment of a term by a line of its own. */
export async function billedInvoices(tx: Tx, merchantId: string, termId: string): Promise<Map<string, string>> {
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
