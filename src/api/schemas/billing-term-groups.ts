import { Type } from "typebox";
import type { GroupRecord } from "../../billing-terms/performance-obligations/group.ts";
import { instantOut } from "../../platform/clock.ts";
import { instantField } from "../../platform/http/filter.ts";
import type { ListDeclaration } from "../../platform/http/list-query.ts";
import { Closed, Instant, List, Named, Nullable, Uuid } from "../../platform/http/wire.ts";

const instantRules = ["eq", "neq", "gt", "gte", "lt", "lte"] as const;

export const groupList: ListDeclaration = {
  fields: { createdAt: instantField(...instantRules), updatedAt: instantField(...instantRules) },
};

export const BillingTermGroupView = Named(
  "BillingTermGroup",
  Closed({
    id: Uuid(),
    contractId: Uuid(),
    name: Nullable(Type.String()),
    billingTermIds: Type.Array(Uuid()),
    performanceObligationIds: Type.Array(Uuid()),
    createdAt: Instant(),
    updatedAt: Instant(),
  }),
);

export function viewOfGroup(
  group: GroupRecord,
  members: { readonly termIds: readonly string[]; readonly pobIds: readonly string[] },
) {
  return {
    id: group.id,
    contractId: group.contractId,
    name: group.name,
    billingTermIds: members.termIds,
    performanceObligationIds: members.pobIds,
    createdAt: instantOut(group.createdAt),
    updatedAt: instantOut(group.updatedAt),
  };
}

/** `ChangeBillingTermGroupEventTypeDto` (data model 6.4). */
export const ChangeEventTypeBody = Named(
  "ChangeBillingTermGroupEventTypeDto",
  Closed({
    billingTermIds: Type.Optional(List(Uuid(), { max: 1000 })),
    performanceObligationIds: Type.Optional(List(Uuid(), { max: 1000 })),
    toEventTypeId: Uuid(),
  }),
);

export const EventTypeChangedView = Closed({
  message: Type.String(),
  updatedBillingTermIds: Type.Array(Uuid()),
  updatedPerformanceObligationIds: Type.Array(Uuid()),
});
