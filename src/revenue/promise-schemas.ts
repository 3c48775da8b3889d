import { Type } from "typebox";
import { type GroupRecord, roleOf } from "../billing-terms/group.ts";
import { promiseViewProperties, viewOfPromiseFacts } from "../billing-terms/promise-schemas.ts";
import { formatMonth } from "../kernel/day.ts";
import { formatMoney, isZero, subtract, sum } from "../kernel/money.ts";
import { instantOut } from "../platform/clock.ts";
import { instantField, uuidField } from "../platform/http/filter.ts";
import type { ListDeclaration } from "../platform/http/list-query.ts";
import { Closed, Instant, Month, Named, Nullable, OneOf, Uuid, WarningView } from "../platform/http/wire.ts";
import { amountsOfPob, type PromiseWithRevenue } from "./pob-record.ts";
import { revenueStatuses } from "./schedule.ts";

const instantRules = ["eq", "neq", "gt", "gte", "lt", "lte"] as const;

export const groupList: ListDeclaration = {
  fields: { createdAt: instantField(...instantRules), updatedAt: instantField(...instantRules) },
};

/** All contracts of the merchant. */
export const promiseList: ListDeclaration = {
  fields: { ...groupList.fields, contractId: uuidField("eq", "in"), billingTermGroupId: uuidField("eq", "in") },
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
  members: { readonly termIds: readonly string[]; readonly promiseIds: readonly string[] },
) {
  return {
    id: group.id,
    contractId: group.contractId,
    name: group.name,
    billingTermIds: members.termIds,
    performanceObligationIds: members.promiseIds,
    createdAt: instantOut(group.createdAt),
    updatedAt: instantOut(group.updatedAt),
  };
}

const { id, contractId, billingTermGroupId, ...factProperties } = promiseViewProperties;

export const PerformanceObligationView = Named(
  "PerformanceObligation",
  Closed({
    id,
    contractId,
    billingTermGroupId,
    billingTermGroupName: Nullable(Type.String()),
    billingTermIds: Type.Array(Uuid()),
    ...factProperties,
    productName: Nullable(Type.String()),
    itemName: Nullable(Type.String()),
    erpClassName: Nullable(Type.String()),
    category: Nullable(Type.String()),
    eventTypeName: Nullable(Type.String()),
    transactionPrice: Nullable(
      Type.String({
        description: "As stated, or what its terms bill; for variable consideration what it came to so far.",
      }),
    ),
    allocatedPrice: Nullable(
      Type.String({
        description: "What its revenue comes to, where prices are allocated by standalone selling price.",
      }),
    ),
    status: OneOf(["ACTIVE", "SATISFIED"], { description: "SATISFIED once all of its price is recognized." }),
    hasSentInvoice: Type.Boolean({ description: "Is any of its terms invoiced?" }),
    recognizedToDate: Type.String({ description: "Revenue of closed months." }),
    remaining: Nullable(Type.String()),
    recognizedRevenue: Type.Array(
      Closed({ timeframe: Month(), total: Type.String(), status: OneOf(revenueStatuses), pinned: Type.Boolean() }),
    ),
    createdAt: Instant(),
    updatedAt: Instant(),
  }),
);

export const SavedPromisesView = Closed({
  created: Type.Array(Closed({ ...PerformanceObligationView.properties, index: Type.Integer() })),
  updated: Type.Array(PerformanceObligationView),
  deletedIds: Type.Array(Uuid()),
  warnings: Type.Array(WarningView),
});

export const PatchedPromiseView = Closed({
  performanceObligation: PerformanceObligationView,
  warnings: Type.Array(WarningView),
});

export const EventTypeChangedView = Closed({
  message: Type.String(),
  updatedBillingTermIds: Type.Array(Uuid()),
  updatedPerformanceObligationIds: Type.Array(Uuid()),
});

/** A promise with its revenue; what several entries bring to one month is added up. */
export function viewOfPromise(promise: PromiseWithRevenue) {
  const { record, revenue, names, schedule, context } = promise;
  const { obligation } = record;
  const { recognized, price, stated } = amountsOfPob(promise);
  const remaining = price === null ? null : subtract(price, recognized);
  const months = Map.groupBy(
    schedule.toSorted((a, b) => a.month - b.month),
    (entry) => entry.month,
  );
  const pinned = new Set(obligation.pinned.flatMap(({ month, isByHand }) => (isByHand ? [month] : [])));
  const isFixed = obligation.considerationType === "FIXED" && revenue.pob.price.of === "STATED";
  return {
    ...viewOfPromiseFacts(obligation),
    billingTermGroupName: names.groupName,
    billingTermIds: [...names.billingTermIds],
    productName: names.productName,
    itemName: names.itemName,
    erpClassName: names.className,
    category: names.categoryName,
    eventTypeName: names.eventTypeName,
    transactionPrice: stated === null ? null : formatMoney(stated),
    allocatedPrice: isFixed && roleOf(obligation) === "STATED" && price !== null ? formatMoney(price) : null,
    status: remaining !== null && isZero(remaining) && !isZero(recognized) ? "SATISFIED" : "ACTIVE",
    hasSentInvoice: names.hasIssuedInvoice,
    recognizedToDate: formatMoney(recognized),
    remaining: remaining === null ? null : formatMoney(remaining),
    recognizedRevenue: [...months].map(([month, entries]) => ({
      timeframe: formatMonth(month),
      total: formatMoney(
        sum(
          entries.map(({ amount }) => amount),
          context.currency,
        ),
      ),
      status: entries.some(({ status }) => status === "POSTED") ? "POSTED" : (entries[0]?.status ?? "PLANNED"),
      pinned: pinned.has(month),
    })),
    createdAt: instantOut(record.createdAt),
    updatedAt: instantOut(record.updatedAt),
  };
}
