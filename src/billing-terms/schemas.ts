import { type Static, Type } from "typebox";
import { present } from "../kernel/assert.ts";
import { type Day, formatDay, parseDay } from "../kernel/day.ts";
import { intervals } from "../kernel/periods.ts";
import {
  CivilDate,
  Closed,
  Integer,
  List,
  Nullable,
  OneOf,
  Quantity,
  Text,
  UnitPrice,
  Uuid,
} from "../platform/http/wire.ts";
import { amountTypes, billingTypes, discountTypes, invoiceDateStrategies, isArrears } from "./billing-term.ts";
import { type Obligation, type ObligationDraft, recognitionPatterns } from "./obligation.ts";

const PricingTierBody = Closed({
  tier: Type.Optional(Integer(0, 100, { description: "Any number for a SIMPLE price; stored as 0." })),
  amount: UnitPrice(),
  amountType: OneOf(amountTypes, {
    description: "PER_ITEM multiplies by quantity; TOTAL_INVOICE is the whole amount of a period.",
  }),
  tierMinimum: Type.Optional(Quantity()),
});

const DiscountBody = Closed({
  type: OneOf(discountTypes),
  amount: UnitPrice({
    examples: ["0.10"],
    description: 'PERCENTAGE: a fraction, "0.10" is 10 %. FIXED: an amount a billing period.',
  }),
  note: Type.Optional(Nullable(Text(0, 255))),
});

const scheduleExample = {
  name: "Premium support",
  description: "Around the clock",
  startDate: "2026-02-01",
  endDate: "2026-12-31",
  interval: "MONTH",
  intervalFrequency: 1,
  invoiceDateStrategy: "FIRST_OF_PERIOD",
  netPaymentTerms: 30,
  billingType: "UNIT",
  pricing: [{ amount: "25.00", amountType: "PER_ITEM" }],
  quantity: "4",
  invoiceGroup: null,
};

const BillingScheduleBody = Closed(
  {
    name: Text(1, 255, { description: "Name of the invoice line." }),
    description: Type.Optional(Nullable(Text(0, 2000))),
    startDate: CivilDate({ description: "First day of the first billing period, and the anchor of all." }),
    endDate: Type.Optional(Nullable(CivilDate({ description: "Last day of service, inclusive." }))),
    duration: Type.Optional(
      Integer(0, 1200, {
        description: "Number of billing periods, in place of endDate; 0, or neither, is open-ended.",
      }),
    ),
    interval: OneOf(intervals, { description: "Length of a billing period. NONE bills once, on startDate." }),
    intervalFrequency: Type.Optional(Integer(1, 120, { description: "Every n intervals; default 1." })),
    isRecurring: Type.Optional(Type.Boolean({ description: "Follows from interval; leave it out." })),
    invoiceDateStrategy: Type.Optional(
      OneOf(invoiceDateStrategies, {
        description:
          "Day of each invoice: first or last day of the period, ARREARS the day after it, ADVANCED_DUE_START so early that it is " +
          "due on the first day. Required, unless isArrears is sent.",
      }),
    ),
    isArrears: Type.Optional(Type.Boolean({ description: "Deprecated: send invoiceDateStrategy instead." })),
    invoiceType: Type.Optional(OneOf(["INVOICE"])),
    netPaymentTerms: Type.Optional(Integer(0, 365, { description: "Days from issue to due; default the contract's." })),
    billingType: OneOf(billingTypes, { description: "FLAT: an amount a period. UNIT: quantity times a price." }),
    pricingType: Type.Optional(OneOf(["SIMPLE"])),
    pricing: List(PricingTierBody, { min: 1, max: 1 }),
    quantity: Type.Optional(Quantity({ description: "Units; required for UNIT." })),
    prorationPolicy: Type.Optional(OneOf(["DAY"])),
    invoiceGroup: Type.Optional(Nullable(Text(1, 48, { description: "Different keys never share an invoice." }))),
  },
  { examples: [scheduleExample] },
);

/** `CreateObligationDto` (data model 4.1). */
export const CreateObligationBody = Closed({
  serviceStartDate: CivilDate({ description: "First day revenue is earned.", examples: ["2026-02-01"] }),
  serviceEndDate: Type.Optional(
    Nullable(CivilDate({ description: "Last day, inclusive; required where billing ends.", examples: ["2026-12-31"] })),
  ),
  categoryId: Type.Optional(Nullable(Uuid({ description: "Revenue category; its accounts are posted to." }))),
  recognitionPattern: Type.Optional(
    OneOf(recognitionPatterns, {
      description: "STRAIGHT_LINE: even by month. STRAIGHT_LINE_DAILY: by day. POINT_IN_TIME: all on the last day.",
    }),
  ),
  billingSchedule: BillingScheduleBody,
  discounts: Type.Optional(List(DiscountBody, { max: 5 })),
});

export type CreateObligationBody = Static<typeof CreateObligationBody>;

/** The domain's draft of a body that the schema accepted; end dates stay inclusive until the facts are made. */
export function draftFromBody(body: CreateObligationBody): ObligationDraft {
  const schedule = body.billingSchedule;
  return {
    serviceStart: dayFrom(body.serviceStartDate),
    serviceLast: optionalDay(body.serviceEndDate),
    categoryId: body.categoryId ?? null,
    recognitionPattern: body.recognitionPattern,
    discounts: (body.discounts ?? []).map((discount) => ({ ...discount, note: discount.note ?? null })),
    schedule: {
      name: schedule.name,
      description: schedule.description ?? null,
      start: dayFrom(schedule.startDate),
      last: optionalDay(schedule.endDate),
      duration: schedule.duration ?? 0,
      interval: schedule.interval,
      intervalFrequency: schedule.intervalFrequency ?? 1,
      isRecurring: schedule.isRecurring,
      isArrears: schedule.isArrears,
      invoiceDateStrategy: schedule.invoiceDateStrategy,
      netPaymentTerms: schedule.netPaymentTerms,
      billingType: schedule.billingType,
      pricing: schedule.pricing.map((tier) => ({ ...tier, tierMinimum: tier.tierMinimum ?? "0" })),
      quantity: schedule.quantity,
      invoiceGroup: schedule.invoiceGroup ?? null,
    },
  };
}

const BillingScheduleView = Closed({
  name: Type.String(),
  description: Nullable(Type.String()),
  startDate: CivilDate(),
  endDate: Nullable(CivilDate()),
  interval: OneOf(intervals),
  intervalFrequency: Type.Integer(),
  isRecurring: Type.Boolean(),
  invoiceDateStrategy: OneOf(invoiceDateStrategies),
  isArrears: Type.Boolean(),
  netPaymentTerms: Type.Integer(),
  billingType: OneOf(billingTypes),
  pricingType: OneOf(["SIMPLE"]),
  pricing: Type.Array(
    Closed({ tier: Type.Integer(), amount: Type.String(), amountType: OneOf(amountTypes), tierMinimum: Type.String() }),
  ),
  quantity: Type.String(),
  prorationPolicy: OneOf(["DAY"]),
  invoiceGroup: Nullable(Type.String()),
});

/** The part of an obligation's view that this capability knows; revenue adds its schedule. */
export const obligationViewProperties = {
  id: Uuid(),
  contractId: Uuid(),
  billingTermId: Uuid(),
  performanceObligationId: Uuid(),
  billingTermGroupId: Uuid(),
  serviceStartDate: CivilDate(),
  serviceEndDate: Nullable(CivilDate()),
  categoryId: Nullable(Uuid()),
  recognitionPattern: OneOf(recognitionPatterns),
  billingSchedule: BillingScheduleView,
  discounts: Type.Array(Closed({ type: OneOf(discountTypes), amount: Type.String(), note: Nullable(Type.String()) })),
};

export function viewOfObligation({ id, performanceObligation }: Obligation) {
  const { billingTerm: term, service } = performanceObligation;
  return {
    id,
    contractId: performanceObligation.contractId,
    billingTermId: term.id,
    performanceObligationId: performanceObligation.id,
    billingTermGroupId: term.billingTermGroupId,
    serviceStartDate: formatDay(service.start),
    serviceEndDate: lastDay(service.end),
    categoryId: performanceObligation.categoryId,
    recognitionPattern: performanceObligation.recognitionPattern,
    billingSchedule: {
      name: term.name,
      description: term.description,
      startDate: formatDay(term.start),
      endDate: lastDay(term.end),
      interval: term.interval,
      intervalFrequency: term.intervalFrequency,
      isRecurring: term.interval !== "NONE",
      invoiceDateStrategy: term.invoiceDateStrategy,
      isArrears: isArrears(term),
      netPaymentTerms: term.netPaymentTerms,
      billingType: term.billingType,
      pricingType: "SIMPLE",
      pricing: term.pricing,
      quantity: term.quantity,
      prorationPolicy: "DAY",
      invoiceGroup: term.invoiceGroup,
    },
    discounts: term.discounts,
  };
}

function dayFrom(text: string): Day {
  return present(parseDay(text), `the day ${text}`);
}

function optionalDay(text: string | null | undefined): Day | null {
  return text === null || text === undefined ? null : dayFrom(text);
}

function lastDay(end: Day | null): string | null {
  return end === null ? null : formatDay(end - 1);
}
