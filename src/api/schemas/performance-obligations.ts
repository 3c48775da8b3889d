import { Type } from "typebox";
import { lastDay } from "../../billing-terms/civil-date.ts";
import { roleOf } from "../../billing-terms/performance-obligations/group.ts";
import {
  considerationTypes,
  type PerformanceObligation,
} from "../../billing-terms/performance-obligations/performance-obligation.ts";
import { formatDay, formatMonth } from "../../kernel/day.ts";
import { formatMoney, isZero, type Money, subtract, sumAmounts } from "../../kernel/money.ts";
import { instantOut } from "../../platform/clock.ts";
import { uuidField } from "../../platform/http/filter.ts";
import type { ListDeclaration } from "../../platform/http/list-query.ts";
import {
  CivilDate,
  Closed,
  Instant,
  Month,
  Named,
  Nullable,
  OneOf,
  Uuid,
  WarningView,
} from "../../platform/http/wire.ts";
import { amountsOfPob, type PobWithRevenue } from "../../revenue/pob-record.ts";
import { revenueStatuses } from "../../revenue/schedule.ts";
import { groupList } from "./billing-term-groups.ts";
import { RecognitionPatternWord } from "./shared-words.ts";

/** The performance obligations of all contracts of the merchant. */
export const pobList: ListDeclaration = {
  fields: { ...groupList.fields, contractId: uuidField("eq", "in"), billingTermGroupId: uuidField("eq", "in") },
};

export const PerformanceObligationView = Named(
  "PerformanceObligation",
  Closed({
    id: Uuid(),
    contractId: Uuid(),
    billingTermGroupId: Uuid(),
    billingTermGroupName: Nullable(Type.String()),
    billingTermIds: Type.Array(Uuid()),
    name: Nullable(Type.String()),
    productId: Nullable(Uuid()),
    itemId: Nullable(Uuid()),
    erpClassId: Nullable(Uuid()),
    categoryId: Nullable(Uuid()),
    serviceStartDate: CivilDate(),
    serviceEndDate: Nullable(CivilDate()),
    standaloneSellingPrice: Nullable(Type.String()),
    considerationType: OneOf(considerationTypes),
    recognitionPattern: RecognitionPatternWord(),
    eventTypeId: Nullable(Uuid()),
    recognitionDate: Nullable(CivilDate()),
    milestones: Type.Array(Closed({ name: Type.String(), weight: Type.String(), reachedDate: Nullable(CivilDate()) })),
    progress: Type.Array(Closed({ asOf: CivilDate(), percentComplete: Type.String() })),
    customRevenue: Type.Array(Closed({ timeframe: Month(), total: Type.String() })),
    productName: Nullable(Type.String()),
    itemName: Nullable(Type.String()),
    erpClassName: Nullable(Type.String()),
    category: Nullable(Type.String()),
    eventTypeName: Nullable(Type.String()),
    transactionPrice: Nullable(
      Type.String({
        description: "As stated, or what its terms bill; for variable consideration the amount so far.",
      }),
    ),
    allocatedPrice: Nullable(
      Type.String({
        description: "The price allocated to it, where prices are allocated by standalone selling price.",
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

export const SavedPobsView = Closed({
  created: Type.Array(Closed({ ...PerformanceObligationView.properties, index: Type.Integer() })),
  updated: Type.Array(PerformanceObligationView),
  deletedIds: Type.Array(Uuid()),
  warnings: Type.Array(WarningView),
});

export const PatchedPobView = Closed({
  performanceObligation: PerformanceObligationView,
  warnings: Type.Array(WarningView),
});

/** A performance obligation with its revenue; several entries of one month are summed. */
export function viewOfPob(pob: PobWithRevenue) {
  const { record, revenue, names, schedule, context } = pob;
  const { pob: obligation } = record;
  const { recognized, price, stated } = amountsOfPob(pob);
  const remaining = price === null ? null : subtract(price, recognized);
  const months = Map.groupBy(
    schedule.toSorted((a, b) => a.month - b.month),
    (entry) => entry.month,
  );
  const pinned = new Set(obligation.manualMonths.flatMap(({ month, isManual }) => (isManual ? [month] : [])));
  const isFixed = obligation.considerationType === "FIXED" && revenue.pob.price.of === "STATED";
  const isPriced = revenue.isShared || (isFixed && roleOf(obligation) === "STATED");
  return {
    ...viewOfPobFacts(obligation),
    billingTermGroupName: names.groupName,
    billingTermIds: [...names.billingTermIds],
    productName: names.productName,
    itemName: names.itemName,
    erpClassName: names.className,
    category: names.categoryName,
    eventTypeName: names.eventTypeName,
    transactionPrice: stated === null ? null : formatMoney(stated),
    allocatedPrice: isPriced && price !== null ? formatMoney(price) : null,
    status: remaining !== null && isZero(remaining) && !isZero(recognized) ? "SATISFIED" : "ACTIVE",
    hasSentInvoice: names.hasIssuedInvoice,
    recognizedToDate: formatMoney(recognized),
    remaining: remaining === null ? null : formatMoney(remaining),
    recognizedRevenue: [...months].map(([month, entries]) => ({
      timeframe: formatMonth(month),
      total: formatMoney(sumAmounts(entries, context.currency)),
      status: entries.some(({ status }) => status === "POSTED") ? "POSTED" : (entries[0]?.status ?? "PLANNED"),
      pinned: pinned.has(month),
    })),
    createdAt: instantOut(record.createdAt),
    updatedAt: instantOut(record.updatedAt),
  };
}

/** The stored fields of a performance obligation, without derived ones. */
export function viewOfPobFacts(pob: PerformanceObligation) {
  const amount = (money: Money | null) => (money === null ? null : formatMoney(money));
  return {
    id: pob.id,
    contractId: pob.contractId,
    billingTermGroupId: pob.billingTermGroupId,
    name: pob.name,
    productId: pob.productId,
    itemId: pob.itemId,
    erpClassId: pob.classId,
    categoryId: pob.categoryId,
    serviceStartDate: formatDay(pob.service.start),
    serviceEndDate: lastDay(pob.service.end),
    standaloneSellingPrice: amount(pob.standaloneSellingPrice),
    considerationType: pob.considerationType,
    recognitionPattern: pob.recognitionPattern,
    eventTypeId: pob.eventTypeId,
    recognitionDate: pob.recognitionDate === null ? null : formatDay(pob.recognitionDate),
    milestones: pob.milestones.map(({ name, weight, reachedDate }) => ({
      name,
      weight,
      reachedDate: reachedDate === null ? null : formatDay(reachedDate),
    })),
    progress: pob.progress.map(({ asOf, percentComplete }) => ({ asOf: formatDay(asOf), percentComplete })),
    customRevenue: pob.manualMonths
      .filter(({ isManual }) => isManual)
      .map(({ month, total }) => ({ timeframe: formatMonth(month), total: formatMoney(total) })),
  };
}
