import { type Static, Type } from "typebox";
import type { DiscountAllocation } from "../../billing-terms/performance-obligations/discount-allocation.ts";
import type { DiscountRequest } from "../../billing-terms/performance-obligations/discount-allocation-service.ts";
import { formatMoney } from "../../kernel/money.ts";
import { instantOut } from "../../platform/clock.ts";
import { Amount, Closed, Instant, List, MultilineText, Named, OneOf, Uuid } from "../../platform/http/wire.ts";

const conditions = Closed({
  regularlySoldSeparately: Type.Boolean({ description: "Each obligation is regularly sold by itself (32-37(a))." }),
  bundleRegularlySoldAtDiscount: Type.Boolean({
    description: "Some of them are regularly sold together at a discount (32-37(b)).",
  }),
  discountSubstantiallySame: Type.Boolean({
    description:
      "That discount is substantially the one of this contract, and sales show which obligations it belongs to (32-37(c)).",
  }),
});

export const CreateDiscountAllocationBody = Closed(
  {
    discount: Amount({ sign: "positive", description: "Off the standalone selling prices of the obligations named." }),
    performanceObligationIds: List(Uuid(), { min: 1, max: 100 }),
    conditions,
    evidence: MultilineText(1, 2000, { description: "What shows that the conditions hold; kept with who stated it." }),
  },
  {
    examples: [
      {
        discount: "40.00",
        performanceObligationIds: ["0197f1a0-5c1e-7b9a-9a55-3f0d2c7e8b11"],
        conditions: {
          regularlySoldSeparately: true,
          bundleRegularlySoldAtDiscount: true,
          discountSubstantiallySame: true,
        },
        evidence: "Price list 2026: the platform is sold with its support at 40.00 less than alone.",
      },
    ],
  },
);

export const DiscountAllocationView = Named(
  "DiscountAllocation",
  Closed({
    id: Uuid(),
    contractId: Uuid(),
    discount: Type.String(),
    performanceObligationIds: Type.Array(Uuid()),
    evidence: Type.String(),
    actor: Closed({ kind: OneOf(["KEY", "USER", "SYSTEM"]), id: Type.String() }, { description: "Who stated it." }),
    createdAt: Instant(),
  }),
);

export function discountRequestFrom(body: Static<typeof CreateDiscountAllocationBody>): DiscountRequest {
  const { performanceObligationIds, ...rest } = body;
  return { ...rest, pobIds: performanceObligationIds };
}

export function viewOfDiscount(allocation: DiscountAllocation): Static<typeof DiscountAllocationView> {
  const { id, contractId, discount, pobIds, evidence, actor, createdAt } = allocation;
  return {
    id,
    contractId,
    discount: formatMoney(discount),
    performanceObligationIds: [...pobIds],
    evidence,
    actor: { kind: actor.kind, id: actor.id },
    createdAt: instantOut(createdAt),
  };
}
