import { type Static, Type } from "typebox";
import type { AmendmentDraft } from "../../actions/amend-seats.ts";
import type { BillingTerm } from "../../billing-terms/billing-term.ts";
import type { AmendmentRecord } from "../../billing-terms/seat-service.ts";
import { seatProrationPolicies, trueUpTimings } from "../../billing-terms/seats.ts";
import { dayFrom, formatDay } from "../../kernel/day.ts";
import { instantOut } from "../../platform/clock.ts";
import {
  CivilDate,
  Closed,
  Instant,
  MultilineText,
  Named,
  Nullable,
  OneOf,
  Quantity,
  Uuid,
} from "../../platform/http/wire.ts";

/** `CreateSeatAmendmentDto` (data model 7.2). */
export const CreateSeatAmendmentBody = Closed(
  {
    effectiveDate: CivilDate({ description: "First day with the new count." }),
    quantity: Type.Optional(Quantity({ description: "The new total; or send delta." })),
    delta: Type.Optional(Quantity({ sign: "any", description: "The change, with its sign; or send quantity." })),
    prorationPolicy: Type.Optional(
      OneOf(seatProrationPolicies, { description: "What added seats are charged for the rest of the period." }),
    ),
    trueUpTiming: Type.Optional(
      OneOf(trueUpTimings, { description: "IMMEDIATE bills them at once, CO_TERM with the next regular invoice." }),
    ),
    note: Type.Optional(Nullable(MultilineText(0, 500))),
  },
  { examples: [{ effectiveDate: "2026-05-01", delta: "5", trueUpTiming: "IMMEDIATE", note: "New team" }] },
);
export type CreateSeatAmendmentBody = Static<typeof CreateSeatAmendmentBody>;

export function amendmentFromBody(body: CreateSeatAmendmentBody): AmendmentDraft {
  return {
    effectiveDate: dayFrom(body.effectiveDate),
    quantity: body.quantity,
    delta: body.delta,
    prorationPolicy: body.prorationPolicy,
    trueUpTiming: body.trueUpTiming,
    note: body.note ?? null,
  };
}

export const SeatAmendmentView = Named(
  "SeatAmendment",
  Closed({
    id: Uuid(),
    billingTermId: Uuid(),
    contractId: Uuid(),
    effectiveDate: CivilDate(),
    quantity: Nullable(Type.String()),
    delta: Nullable(Type.String()),
    prorationPolicy: OneOf(seatProrationPolicies),
    trueUpTiming: OneOf(trueUpTimings),
    note: Nullable(Type.String()),
    previousQuantity: Type.String({ description: "Seats before it." }),
    resultingQuantity: Type.String({ description: "Seats after it." }),
    billedInvoiceId: Nullable(Uuid({ description: "The invoice with its true-up." })),
    createdAt: Instant(),
  }),
);

/** A seat amendment as integrators see it. */
export function viewOfAmendment(record: AmendmentRecord, term: Pick<BillingTerm, "id" | "contractId">) {
  const { amendment, previousQuantity, resultingQuantity, billedInvoiceId } = record;
  return {
    id: amendment.id,
    billingTermId: term.id,
    contractId: term.contractId,
    effectiveDate: formatDay(amendment.effectiveDate),
    quantity: amendment.quantity,
    delta: amendment.delta,
    prorationPolicy: amendment.prorationPolicy,
    trueUpTiming: amendment.trueUpTiming,
    note: amendment.note,
    previousQuantity,
    resultingQuantity,
    billedInvoiceId,
    createdAt: instantOut(amendment.createdAt),
  };
}
