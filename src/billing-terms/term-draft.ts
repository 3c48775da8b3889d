import { type Day, dayOf } from "../kernel/day.ts";
import { canonicalDecimal } from "../kernel/decimal.ts";
import type { Issue } from "../kernel/errors.ts";
import { anchoredPeriods, endAfterPeriods, type Interval } from "../kernel/periods.ts";
import {
  type BillingTerm,
  type BillingType,
  type InvoiceDateStrategy,
  isArrears,
  optionsOf,
  type Price,
  type PricingTier,
  type TermOptions,
  type UsageScope,
} from "./billing-term.ts";
import { checkDiscounts, checkPrice } from "./price-check.ts";
import type { PriceDraft } from "./price-draft.ts";
import type { DecreaseCredit, SeatConfig, SeatProrationPolicy, TrueUpTiming } from "./seats.ts";

export type SeatConfigDraft = {
  readonly minQuantity: string | undefined;
  readonly isMovingMinimum: boolean | undefined;
  readonly defaultProrationPolicy: SeatProrationPolicy | undefined;
  readonly defaultTrueUpTiming: TrueUpTiming | undefined;
  readonly creditOnDecrease: DecreaseCredit | undefined;
};

/** A requested billing term (data model 5.1), ends inclusive; undefined takes the default. */
export type TermDraft = PriceDraft &
  TermOptions & {
    readonly name: string | undefined;
    readonly description: string | null | undefined;
    readonly productId: string | null;
    readonly itemId: string | null | undefined;
    readonly classId: string | null | undefined;
    readonly eventTypeId: string | null;
    readonly start: Day;
    readonly last: Day | null;
    /** Number of billing periods; 0 while open-ended. */
    readonly duration: number;
    readonly interval: Interval;
    readonly isRecurring: boolean | undefined;
    readonly invoiceDateStrategy: InvoiceDateStrategy;
    readonly netPaymentTerms: number | undefined;
    readonly billingType: BillingType;
    readonly usageScope: UsageScope | undefined;
    readonly seatConfig: SeatConfigDraft | null;
  };

/** Defaults of a term from its product (data model 11.2). */
export type TermDefaults = {
  readonly currency: string;
  readonly netPaymentTerms: number;
  readonly product: {
    readonly displayName: string;
    readonly description: string | null;
    readonly itemId: string | null;
    readonly erpClassId: string | null;
  } | null;
};

/** The facts of a term, without what the database gives it. */
export type TermFacts = Omit<
  BillingTerm,
  | "id"
  | "contractId"
  | "billingTermGroupId"
  | "layers"
  | "amendments"
  | "reachedOn"
  | "terminatedAt"
  | "delivered"
  | "committed"
  | "formerStrategies"
>;

/** The maximum number of billing periods: nobody means 200 years of daily invoices (behaviour DAT-3). */
export const maximumPeriods = 4_000;

// The calendar has the years 1900 to 2200. Invoices are dated up to a year before a period and due up to a year after.
export const earliestDay = dayOf(1901, 1, 1);
export const latestDay = dayOf(2198, 12, 31);

export const nameRequired = "name is required without a product.";

/**
 * All validation errors of a draft, each with its path; empty if it can be stored. The use case checks that the records it names exist.
 *
 * @param path of the fields of the term in the request: "" or "/billingSchedule"
 */
export function checkTerm(draft: TermDraft, defaults: TermDefaults, path: string): Issue[] {
  const issues: Issue[] = [];
  const at = (field: string, code: string, message: string) => issues.push({ path: `${path}/${field}`, code, message });
  const { interval } = draft;
  const isOneOff = interval === "NONE";

  if (draft.name === undefined && defaults.product === null) {
    at("name", "REQUIRED", nameRequired);
  }
  if ((isOneOff || interval === "SEMI_MONTH") && draft.intervalFrequency !== 1) {
    at("intervalFrequency", "RANGE", `intervalFrequency must be 1 for interval ${interval}.`);
  }
  if (draft.isRecurring !== undefined && draft.isRecurring === isOneOff) {
    at("isRecurring", "CONFLICT", `isRecurring is ${!isOneOff} for interval ${interval}; leave it out.`);
  }
  if (draft.start < earliestDay) at("startDate", "RANGE", "startDate must be in 1901 or later.");
  if (draft.last !== null && draft.last < draft.start) {
    at("endDate", "RANGE", "endDate must be on or after startDate.");
  } else {
    checkEnd(draft, at);
  }
  checkKind(draft, at);
  const span = { start: draft.start, end: endOfTerm(draft) };
  issues.push(...checkPrice(draft, { ...draft, ...span, currency: defaults.currency }, path));
  return issues;
}

/** Discounts are elsewhere in the request of an obligation, so they are checked separately. */
export function checkTermDiscounts(draft: TermDraft, currency: string, path: string): Issue[] {
  return checkDiscounts(draft.discounts, { start: draft.start, end: endOfTerm(draft), currency }, path);
}

/** The facts of a valid draft, with defaults applied. */
export function termFacts(draft: TermDraft, defaults: TermDefaults): TermFacts {
  const { product } = defaults;
  return {
    ...optionsOf(draft),
    name: draft.name ?? product?.displayName ?? "",
    description: draft.description === undefined ? (product?.description ?? null) : draft.description,
    productId: draft.productId,
    itemId: draft.itemId === undefined ? (product?.itemId ?? null) : draft.itemId,
    classId: draft.classId === undefined ? (product?.erpClassId ?? null) : draft.classId,
    eventTypeId: draft.eventTypeId,
    start: draft.start,
    end: endOfTerm(draft),
    interval: draft.interval,
    invoiceDateStrategy: draft.invoiceDateStrategy,
    netPaymentTerms: draft.netPaymentTerms ?? defaults.netPaymentTerms,
    billingType: draft.billingType,
    price: priceFrom(draft, draft),
    seatConfig: draft.seatConfig === null ? null : seatConfigFrom(draft.seatConfig),
    usageScope: draft.usageScope ?? "STANDALONE",
  };
}

/** A price in the form it is stored in: one number for each value, a SIMPLE tier numbered 0, ends exclusive. */
function priceFrom(draft: PriceDraft, term: { readonly eventTypeId: string | null }): Price {
  const { pricingType, tierBoundary, minimumPackages, minimumAmount, maximumAmount, escalator } = draft;
  return {
    pricingType,
    pricing: draft.pricing.map(
      (tier, index): PricingTier => ({
        tier: index,
        amount: canonicalDecimal(tier.amount),
        amountType: tier.amountType,
        tierMinimum: canonicalDecimal(tier.tierMinimum),
      }),
    ),
    tierBoundary,
    packageSize: draft.packageSize === null ? null : canonicalDecimal(draft.packageSize),
    minimumPackages,
    quantity: canonicalDecimal(draft.quantity ?? (term.eventTypeId !== null ? "0" : "1")),
    discounts: draft.discounts.map(({ type, amount, note, start, last }) => ({
      type,
      amount,
      note,
      start,
      end: last === null ? null : last + 1,
    })),
    escalator,
    minimumAmount,
    maximumAmount,
  };
}

function seatConfigFrom(draft: SeatConfigDraft): SeatConfig {
  return {
    minQuantity: canonicalDecimal(draft.minQuantity ?? "0"),
    isMovingMinimum: draft.isMovingMinimum ?? false,
    defaultProrationPolicy: draft.defaultProrationPolicy ?? "DAY",
    defaultTrueUpTiming: draft.defaultTrueUpTiming ?? "CO_TERM",
    creditOnDecrease: draft.creditOnDecrease ?? "NONE",
  };
}

/** The day after the term's last one: stated, counted in periods, one day for a one-off, or null while open-ended. */
function endOfTerm(
  draft: Pick<TermDraft, "start" | "last" | "duration" | "interval" | "intervalFrequency">,
): Day | null {
  if (draft.last !== null) return draft.last + 1;
  if (draft.interval === "NONE") return draft.start + 1;
  return draft.duration > 0 ? endAfterPeriods({ ...draft, anchor: draft.start }, draft.duration) : null;
}

/** True if a term has more than `maximumPeriods`, counted to its end or, if open-ended, to a year from now. */
export function isTooLong(
  term: Pick<BillingTerm, "start" | "end" | "interval" | "intervalFrequency">,
  today: Day,
): boolean {
  const horizon = term.end ?? today + 366;
  let count = 0;
  for (const period of anchoredPeriods({ ...term, anchor: term.start })) {
    if (period.full.start >= horizon) return false;
    if (++count > maximumPeriods) return true;
  }
  return false;
}

type At = (field: string, code: string, message: string) => void;

function checkEnd(draft: TermDraft, at: At): void {
  const { last, duration, interval } = draft;
  const lastAfter = (periods: number) => endAfterPeriods({ ...draft, anchor: draft.start }, periods) - 1;
  if (duration > 0 && interval === "NONE") {
    at("duration", "CONFLICT", "duration counts recurring periods; leave it out for interval NONE.");
  } else if (duration > 0 && last !== null && last !== lastAfter(duration)) {
    at("duration", "CONFLICT", "duration and endDate name different ends; send one of them.");
  } else if (last !== null && last > latestDay) {
    at("endDate", "RANGE", "endDate must be in 2198 or earlier.");
  } else if (duration > 0 && lastAfter(duration) > latestDay) {
    at("duration", "RANGE", "The last billing period must end in 2198 or earlier.");
  } else if (interval !== "NONE" && last === null && duration === 0 && lastAfter(2) > latestDay) {
    at("intervalFrequency", "RANGE", "The first two billing periods must end in 2198 or earlier.");
  }
}

/** Checks the fields that usage, seats and milestones require or exclude (data model 5.1, 5.2). */
function checkKind(draft: TermDraft, at: At): void {
  const { eventTypeId, seatConfig, billingType, interval, trigger } = draft;
  if (eventTypeId !== null) {
    if (billingType !== "UNIT") at("billingType", "CONFLICT", "A usage term must have billingType UNIT.");
    if (!isArrears(draft)) {
      at("invoiceDateStrategy", "CONFLICT", "Usage is billed after its period: send ARREARS or LAST_OF_PERIOD.");
    }
    if (interval === "NONE") at("interval", "CONFLICT", "A usage term is billed period by period; send an interval.");
    if (draft.quantity !== undefined && canonicalDecimal(draft.quantity) !== "0") {
      at("quantity", "CONFLICT", "The quantity of a usage term is what is metered; leave quantity out.");
    }
  } else if (draft.usageScope !== undefined) {
    at("usageScope", "CONFLICT", "usageScope is for usage terms; send eventTypeId or leave it out.");
  }
  if (seatConfig !== null) {
    if (billingType !== "UNIT") at("billingType", "CONFLICT", "A term with seatConfig must have billingType UNIT.");
    if (eventTypeId !== null) at("seatConfig", "CONFLICT", "A term has seats or usage, not both.");
    if (interval === "NONE") at("interval", "CONFLICT", "Seats are billed period by period; send an interval.");
  }
  if (
    optionsOf(draft).creditOnDecrease === "PRORATED" &&
    (eventTypeId !== null || seatConfig !== null || interval === "NONE")
  ) {
    const message = "It is for fixed prices per billing period; for seats, send it in seatConfig.";
    at("creditOnDecrease", "CONFLICT", message);
  }
  const needsQuantity = billingType === "UNIT" && eventTypeId === null;
  const quantity = draft.quantity === undefined ? undefined : canonicalDecimal(draft.quantity);
  if (needsQuantity && (quantity === undefined || (quantity === "0" && seatConfig === null))) {
    const least = seatConfig === null ? "quantity above 0" : "quantity, the first count of seats,";
    at("quantity", "REQUIRED", `${least} is required for billingType UNIT.`);
  }
  if (trigger === "MILESTONE" && interval !== "NONE") {
    at("trigger", "CONFLICT", "A milestone is billed once; send interval NONE.");
  }
}
