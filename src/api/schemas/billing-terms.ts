import { Type } from "typebox";
import {
  amountTypes,
  type BillingTerm,
  type BillingTermRecord,
  billingTypes,
  discountTypes,
  invoiceDateStrategies,
  isArrears,
  kindOf,
  latestPrice,
  optionsOf,
  type Price,
  pricingTypes,
  termKinds,
  tierBoundaries,
  usageScopes,
} from "../../billing-terms/billing-term.ts";
import { firstUplift } from "../../billing-terms/charges/escalator.ts";
import { lastDay } from "../../billing-terms/civil-date.ts";
import {
  decreaseCredits,
  type SeatConfig,
  seatProrationPolicies,
  seatsOn,
  seatTimeline,
  trueUpTimings,
} from "../../billing-terms/seats.ts";
import type { Contract } from "../../contracts/contract.ts";
import { type Day, formatDay } from "../../kernel/day.ts";
import { intervals } from "../../kernel/periods.ts";
import { exactText } from "../../kernel/ratio-text.ts";
import { instantOut } from "../../platform/clock.ts";
import { dateField, uuidField } from "../../platform/http/filter.ts";
import type { ListDeclaration } from "../../platform/http/list-query.ts";
import { CivilDate, Closed, Instant, Named, Nullable, OneOf, Uuid } from "../../platform/http/wire.ts";
import { optionsView } from "./term-options.ts";

const DiscountView = Named(
  "Discount",
  Closed({
    type: OneOf(discountTypes),
    amount: Type.String(),
    note: Nullable(Type.String()),
    startDate: Nullable(CivilDate()),
    endDate: Nullable(CivilDate()),
  }),
);

const SeatConfigView = Named(
  "SeatConfig",
  Closed({
    minQuantity: Type.String(),
    isMovingMinimum: Type.Boolean(),
    defaultProrationPolicy: OneOf(seatProrationPolicies),
    defaultTrueUpTiming: OneOf(trueUpTimings),
    creditOnDecrease: OneOf(decreaseCredits),
  }),
);

/** A tier of a price. */
export const PricingTierView = Named(
  "PricingTier",
  Closed({
    tier: Type.Integer(),
    amount: Type.String(),
    amountType: OneOf(amountTypes),
    tierMinimum: Type.String(),
  }),
);

const priceView = {
  pricingType: OneOf(pricingTypes),
  pricing: Type.Array(PricingTierView),
  tierBoundary: OneOf(tierBoundaries),
  packageSize: Nullable(Type.String()),
  minimumPackages: Type.Integer(),
  quantity: Type.String(),
  escalator: Nullable(
    Named(
      "Escalator",
      Closed({
        type: OneOf(discountTypes),
        amount: Type.String(),
        everyMonths: Type.Integer(),
        firstDate: CivilDate(),
      }),
    ),
  ),
  minimumAmount: Nullable(Type.String()),
  maximumAmount: Nullable(Type.String()),
};

/** The fields of a term in every view of it. */
export const scheduleView = {
  name: Type.String(),
  description: Nullable(Type.String()),
  productId: Nullable(Uuid()),
  itemId: Nullable(Uuid()),
  classId: Nullable(Uuid()),
  eventTypeId: Nullable(Uuid()),
  kind: OneOf(termKinds),
  startDate: CivilDate(),
  endDate: Nullable(CivilDate()),
  interval: OneOf(intervals),
  isRecurring: Type.Boolean(),
  invoiceDateStrategy: OneOf(invoiceDateStrategies),
  isArrears: Type.Boolean(),
  netPaymentTerms: Type.Integer(),
  billingType: OneOf(billingTypes),
  ...priceView,
  usageScope: OneOf(usageScopes),
  reachedOn: Nullable(CivilDate({ description: "The day the milestone was reached." })),
  ...optionsView,
};

export const discountsView = Type.Array(DiscountView);
export const seatConfigView = Nullable(SeatConfigView);

export const BillingTermView = Named(
  "BillingTerm",
  Closed({
    id: Uuid(),
    billingTermId: Uuid({ description: "The same as id." }),
    contractId: Uuid(),
    customerId: Nullable(Uuid()),
    billingTermGroupId: Uuid(),
    commitmentId: Nullable(Uuid({ description: "The last commitment whose steps name it." })),
    status: OneOf(["ACTIVE", "TERMINATED"]),
    ...scheduleView,
    discounts: discountsView,
    seatConfig: seatConfigView,
    currentQuantity: Type.String({ description: "Units a period; of seats, the count of today." }),
    invoicedThrough: Nullable(CivilDate({ description: "Last day that issued invoices cover." })),
    terminatedAt: Nullable(Instant()),
    createdAt: Instant(),
    lastUpdatedAt: Instant(),
  }),
);

/** The view of a term whose invoices a job will regenerate. */
export const ChangedTermView = Named(
  "ChangedBillingTerm",
  Closed({
    ...BillingTermView.properties,
    jobId: Uuid({ description: "The job that regenerates the invoices." }),
  }),
);

export const termList: ListDeclaration = {
  fields: {
    contractId: uuidField(),
    customerId: uuidField(),
    startDate: dateField(),
    endDate: dateField(),
    billingTermGroupId: uuidField(),
    productId: uuidField(),
  },
  sorts: ["createdAt"],
};

/** The fields of a term at present, after all changes of its price. */
export function viewOfSchedule(term: BillingTerm) {
  return {
    name: term.name,
    description: term.description,
    productId: term.productId,
    itemId: term.itemId,
    classId: term.classId,
    eventTypeId: term.eventTypeId,
    kind: kindOf(term),
    startDate: formatDay(term.start),
    endDate: lastDay(term.end),
    interval: term.interval,
    isRecurring: term.interval !== "NONE",
    invoiceDateStrategy: term.invoiceDateStrategy,
    isArrears: isArrears(term),
    netPaymentTerms: term.netPaymentTerms,
    billingType: term.billingType,
    ...viewOfPrice(latestPrice(term), term.start),
    usageScope: term.usageScope,
    reachedOn: term.reachedOn === null ? null : formatDay(term.reachedOn),
    ...optionsOf(term),
  };
}

export function viewOfPrice(price: Price, termStart: Day) {
  const { escalator } = price;
  return {
    pricingType: price.pricingType,
    pricing: price.pricing,
    tierBoundary: price.tierBoundary,
    packageSize: price.packageSize,
    minimumPackages: price.minimumPackages,
    quantity: price.quantity,
    escalator: escalator === null ? null : { ...escalator, firstDate: formatDay(firstUplift(escalator, termStart)) },
    minimumAmount: price.minimumAmount,
    maximumAmount: price.maximumAmount,
  };
}

export function viewOfDiscounts({ discounts }: Pick<Price, "discounts">) {
  return discounts.map(({ type, amount, note, start, end }) => ({
    type,
    amount,
    note,
    startDate: start === null ? null : formatDay(start),
    endDate: lastDay(end),
  }));
}

/** A billing term as integrators see it. */
export function viewOfTerm(
  { term, invoicedThrough, createdAt, lastUpdatedAt }: BillingTermRecord,
  contract: Pick<Contract, "customerId">,
  today: Day,
) {
  return {
    id: term.id,
    billingTermId: term.id,
    contractId: term.contractId,
    customerId: contract.customerId,
    billingTermGroupId: term.billingTermGroupId,
    commitmentId: term.committed.at(-1)?.commitmentId ?? null,
    status: term.terminatedAt === null ? "ACTIVE" : "TERMINATED",
    ...viewOfSchedule(term),
    discounts: viewOfDiscounts(latestPrice(term)),
    seatConfig: term.seatConfig satisfies SeatConfig | null,
    currentQuantity: currentQuantity(term, today),
    invoicedThrough: lastDay(invoicedThrough),
    terminatedAt: term.terminatedAt === null ? null : instantOut(term.terminatedAt),
    createdAt: instantOut(createdAt),
    lastUpdatedAt: instantOut(lastUpdatedAt),
  };
}

/** The quantity of a period; for seats, the number on that day. */
function currentQuantity(term: BillingTerm, today: Day): string {
  if (term.seatConfig === null) return latestPrice(term).quantity;
  const steps = seatTimeline({ ...term, seatConfig: term.seatConfig, quantity: term.price.quantity });
  return exactText(seatsOn(steps, today).count);
}
