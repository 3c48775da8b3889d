import { type Static, Type } from "typebox";
import type { TermAmendmentDraft } from "../../actions/amend-term.ts";
import type { Swap } from "../../actions/swap-billing-term.ts";
import type { BillingTerm } from "../../billing-terms/billing-term.ts";
import { lastDay } from "../../billing-terms/civil-date.ts";
import { settlements } from "../../billing-terms/price-amendment.ts";
import type { PriceAmendmentRecord } from "../../billing-terms/price-amendment-service.ts";
import { dayFrom, formatDay } from "../../kernel/day.ts";
import { instantOut } from "../../platform/clock.ts";
import {
  CivilDate,
  Closed,
  Instant,
  MultilineText,
  Named,
  Nullable,
  neither,
  OneOf,
  Quantity,
  Uuid,
} from "../../platform/http/wire.ts";
import { newTermFrom, PricingBody, pricingFrom, ReplacingTermBody } from "./billing-term-bodies.ts";
import { BillingTermView, PricingTierView } from "./billing-terms.ts";

/** The fields of a fixed term that can be amended (ADR 0033). */
export const CreateTermAmendmentBody = Closed(
  {
    effectiveDate: CivilDate({ description: "First day with the new price; a day of the term, invoiced or not." }),
    pricing: Type.Optional(PricingBody),
    quantity: Type.Optional(Quantity({ description: "The new number of units." })),
    settlement: OneOf(settlements, {
      description:
        "The difference of invoiced days: IMMEDIATE bills it at once, CO_TERM with the next regular invoice, NONE not at all.",
    }),
    note: Type.Optional(Nullable(MultilineText(0, 500))),
  },
  {
    never: [neither("pricing", "quantity")],
    examples: [
      {
        effectiveDate: "2026-06-16",
        pricing: [{ amount: "160.00", amountType: "TOTAL_INVOICE" }],
        settlement: "IMMEDIATE",
        note: "Larger plan",
      },
    ],
  },
);
export type CreateTermAmendmentBody = Static<typeof CreateTermAmendmentBody>;

export function termAmendmentFromBody(body: CreateTermAmendmentBody): TermAmendmentDraft {
  return {
    effectiveDate: dayFrom(body.effectiveDate),
    pricing: body.pricing === undefined ? undefined : pricingFrom(body.pricing, "TIERED"),
    quantity: body.quantity,
    settlement: body.settlement,
    note: body.note ?? null,
  };
}

const PriceView = Closed({
  pricing: Type.Array(PricingTierView),
  quantity: Type.String(),
});

export const TermAmendmentView = Named(
  "TermAmendment",
  Closed({
    id: Uuid(),
    billingTermId: Uuid(),
    contractId: Uuid(),
    effectiveDate: CivilDate(),
    settlement: OneOf(settlements),
    before: PriceView,
    after: PriceView,
    note: Nullable(Type.String()),
    invoicedThrough: Nullable(CivilDate({ description: "Last day that was invoiced when it was made." })),
    billedInvoiceId: Nullable(Uuid({ description: "The invoice with its first true-up." })),
    createdAt: Instant(),
  }),
);

/** An amendment of a fixed term as integrators see it. */
export function viewOfTermAmendment(
  { layer, former, billedInvoiceId }: PriceAmendmentRecord,
  term: Pick<BillingTerm, "id" | "contractId">,
) {
  const { effectiveDate, settlement, note, invoicedThrough } = layer.amendment;
  return {
    id: layer.id,
    billingTermId: term.id,
    contractId: term.contractId,
    effectiveDate: formatDay(effectiveDate),
    settlement,
    before: { pricing: former.pricing, quantity: former.quantity },
    after: { pricing: layer.price.pricing, quantity: layer.price.quantity },
    note,
    invoicedThrough: lastDay(invoicedThrough),
    billedInvoiceId,
    createdAt: instantOut(layer.createdAt),
  };
}

/** Replaces one term by another (ADR 0033). */
export const SwapBody = Closed(
  {
    effectiveDate: CivilDate({ description: "First day of the new term; the other one ends the day before." }),
    newTerm: ReplacingTermBody,
    reason: Type.Optional(Nullable(MultilineText(0, 500))),
  },
  {
    examples: [
      {
        effectiveDate: "2026-06-16",
        newTerm: {
          name: "Large plan",
          interval: "MONTH",
          invoiceDateStrategy: "FIRST_OF_PERIOD",
          billingType: "FLAT",
          pricing: [{ amount: "160.00", amountType: "TOTAL_INVOICE" }],
        },
        reason: "Upgrade",
      },
    ],
  },
);
export type SwapBody = Static<typeof SwapBody>;

/** @throws DomainError VALIDATION_FAILED for a date under both of its names */
export function swapFromBody({ effectiveDate, newTerm, reason }: SwapBody): Swap {
  const isDated = newTerm.startDate !== undefined || newTerm.billingStartDate !== undefined;
  const added = newTermFrom(isDated ? newTerm : { ...newTerm, startDate: effectiveDate }, "/newTerm");
  return { effectiveDate: dayFrom(effectiveDate), newTerm: added, reason: reason ?? null };
}

export const SwappedTermsView = Named(
  "SwappedBillingTerms",
  Closed({ ended: BillingTermView, added: BillingTermView }),
);
