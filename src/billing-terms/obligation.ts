import { type Day, dayOf, type Month } from "../kernel/day.ts";
import { decimalPlaces, ratioFromDecimal } from "../kernel/decimal.ts";
import type { Issue } from "../kernel/errors.ts";
import { parseMoney, roundToMoney } from "../kernel/money.ts";
import { anchoredPeriods, endAfterPeriods, type Interval } from "../kernel/periods.ts";
import { compareRatios, oneRatio } from "../kernel/ratio.ts";
import type {
  AmountType,
  BillingTerm,
  BillingType,
  Discount,
  DiscountType,
  InvoiceDateStrategy,
  PricingTier,
} from "./billing-term.ts";
import { fullPeriodPrice } from "./price.ts";

export const recognitionPatterns = ["STRAIGHT_LINE", "STRAIGHT_LINE_DAILY", "POINT_IN_TIME"] as const;
export type RecognitionPattern = (typeof recognitionPatterns)[number];

/** A performance obligation as a record; how its revenue is earned is worked out in `revenue/`. */
export type PerformanceObligation = {
  readonly id: string;
  readonly contractId: string;
  readonly billingTerm: BillingTerm;
  readonly recognitionPattern: RecognitionPattern;
  /** Days of service, `end` exclusive; null for an evergreen obligation. */
  readonly service: { readonly start: Day; readonly end: Day | null };
  /** The day control passes, for `POINT_IN_TIME` alone. */
  readonly recognitionDate: Day | null;
  readonly categoryId: string | null;
};

/** A performance obligation with what decides when it counts. */
export type PerformanceObligationRecord = {
  readonly obligation: PerformanceObligation;
  readonly bookMonth: Month | null;
  readonly isDeleted: boolean;
  readonly deletionBookMonth: Month | null;
};

/**
 * The first month that an obligation may move (rules 7, "bookMonth"): the one open when it was added, or, for one that was
 * there before, when its contract was approved; null while nothing was closed then.
 */
export function effectiveBookMonth(
  { bookMonth }: Pick<PerformanceObligationRecord, "bookMonth">,
  { approvedBookMonth }: { readonly approvedBookMonth: Month | null },
): Month | null {
  return bookMonth ?? approvedBookMonth;
}

/** The classic door: one group, one billing term and one performance obligation (data model 4). */
export type Obligation = {
  readonly id: string;
  readonly performanceObligation: PerformanceObligation;
  readonly createdAt: string;
  readonly lastUpdatedAt: string;
};

/** What a request says of an obligation, dates as days with inclusive ends, numbers as decimal text. */
export type ObligationDraft = {
  readonly serviceStart: Day;
  readonly serviceLast: Day | null;
  readonly categoryId: string | null;
  readonly recognitionPattern: RecognitionPattern | undefined;
  readonly schedule: BillingScheduleDraft;
  readonly discounts: readonly { type: DiscountType; amount: string; note: string | null }[];
};

export type BillingScheduleDraft = {
  readonly name: string;
  readonly description: string | null;
  readonly start: Day;
  readonly last: Day | null;
  /** Number of billing periods; 0 while open-ended. */
  readonly duration: number;
  readonly interval: Interval;
  readonly intervalFrequency: number;
  readonly isRecurring: boolean | undefined;
  readonly isArrears: boolean | undefined;
  readonly invoiceDateStrategy: InvoiceDateStrategy | undefined;
  readonly netPaymentTerms: number | undefined;
  readonly billingType: BillingType;
  readonly pricing: readonly { amount: string; amountType: AmountType; tierMinimum: string }[];
  readonly quantity: string | undefined;
  readonly invoiceGroup: string | null;
};

export type ContractTerms = {
  readonly currency: string;
  readonly netPaymentTerms: number;
  readonly straightLineDefault: "STRAIGHT_LINE" | "STRAIGHT_LINE_DAILY";
  readonly today: Day;
};

/** The facts that a valid draft stands for. */
export type ObligationFacts = {
  readonly term: Omit<BillingTerm, "id" | "contractId" | "billingTermGroupId">;
  readonly promise: Pick<PerformanceObligation, "recognitionPattern" | "service" | "recognitionDate" | "categoryId">;
};

/** Longer schedules are refused: nobody means 200 years of daily invoices (behaviour DAT-3). */
export const maximumPeriods = 4_000;

// The calendar has the years 1900 to 2200. Invoices are dated up to a year before a period and due up to a year after.
const earliestDay = dayOf(1901, 1, 1);
const latestDay = dayOf(2198, 12, 31);

/** The most that one billing period or one contract comes to, in minor units: sums of it still fit every column. */
export const maximumPeriodMinor = 10n ** 17n;
export const maximumContractMinor = 10n ** 18n;

/** Everything that is wrong with a draft, each with its place in the request; empty when it can be stored. */
export function checkObligation(draft: ObligationDraft, contract: ContractTerms): Issue[] {
  const { currency } = contract;
  return [...checkSchedule(draft.schedule, currency), ...checkService(draft), ...checkDiscounts(draft, currency)];
}

/** Works out the defaults of a draft that `checkObligation` found nothing wrong with. */
export function obligationFacts(draft: ObligationDraft, contract: ContractTerms): ObligationFacts {
  const { schedule } = draft;
  const end = endOfTerm(schedule);
  const serviceEnd = draft.serviceLast === null ? null : draft.serviceLast + 1;
  const recognitionPattern = draft.recognitionPattern ?? defaultPattern(draft, contract);
  return {
    term: {
      name: schedule.name,
      description: schedule.description,
      start: schedule.start,
      end,
      interval: schedule.interval,
      intervalFrequency: schedule.intervalFrequency,
      invoiceDateStrategy: schedule.invoiceDateStrategy ?? (schedule.isArrears ? "ARREARS" : "FIRST_OF_PERIOD"),
      netPaymentTerms: schedule.netPaymentTerms ?? contract.netPaymentTerms,
      billingType: schedule.billingType,
      pricing: [pricingTier(schedule)],
      quantity: schedule.quantity ?? "1",
      discounts: draft.discounts,
      invoiceGroup: schedule.invoiceGroup,
    },
    promise: {
      recognitionPattern,
      service: { start: draft.serviceStart, end: serviceEnd },
      recognitionDate: recognitionPattern === "POINT_IN_TIME" ? (draft.serviceLast ?? draft.serviceStart) : null,
      categoryId: draft.categoryId,
    },
  };
}

/** More billing periods than anybody means, counted to the end or, while open-ended, to a year from now. */
export function isTooLong(term: ObligationFacts["term"], today: Day): boolean {
  const horizon = term.end ?? today + 366;
  let count = 0;
  for (const period of anchoredPeriods({ ...term, anchor: term.start })) {
    if (period.full.start >= horizon) return false;
    if (++count > maximumPeriods) return true;
  }
  return false;
}

function defaultPattern(draft: ObligationDraft, contract: ContractTerms): RecognitionPattern {
  const isOneDay = draft.schedule.interval === "NONE" && draft.serviceLast === draft.serviceStart;
  return isOneDay ? "POINT_IN_TIME" : contract.straightLineDefault;
}

function pricingTier({ pricing: [tier] }: BillingScheduleDraft): PricingTier {
  return { tier: 0, amount: tier?.amount ?? "0", amountType: tier?.amountType ?? "PER_ITEM", tierMinimum: "0" };
}

/** The day after the term's last one: stated, counted in periods, one day for a one-off, or null while open-ended. */
function endOfTerm(schedule: BillingScheduleDraft): Day | null {
  if (schedule.last !== null) return schedule.last + 1;
  if (schedule.interval === "NONE") return schedule.start + 1;
  return schedule.duration > 0 ? endAfterPeriods({ ...schedule, anchor: schedule.start }, schedule.duration) : null;
}

function checkSchedule(schedule: BillingScheduleDraft, currency: string): Issue[] {
  const issues: Issue[] = [];
  const at = (field: string, code: string, message: string) =>
    issues.push({ path: `/billingSchedule/${field}`, code, message });

  if ((schedule.isArrears === undefined) === (schedule.invoiceDateStrategy === undefined)) {
    at("invoiceDateStrategy", "CONFLICT", "Send exactly one of invoiceDateStrategy and isArrears.");
  }
  const isOneOff = schedule.interval === "NONE";
  if ((isOneOff || schedule.interval === "SEMI_MONTH") && schedule.intervalFrequency !== 1) {
    at("intervalFrequency", "RANGE", `intervalFrequency is 1 for interval ${schedule.interval}.`);
  }
  if (schedule.isRecurring !== undefined && schedule.isRecurring === isOneOff) {
    at("isRecurring", "CONFLICT", `isRecurring is ${!isOneOff} for interval ${schedule.interval}; leave it out.`);
  }
  if (schedule.start < earliestDay) at("startDate", "RANGE", "startDate is in 1901 or later.");
  if (schedule.last !== null && schedule.last < schedule.start) {
    at("endDate", "RANGE", "endDate is on or after startDate.");
  } else {
    checkEnd(schedule, at);
  }
  if (schedule.pricing.some((tier) => tier.tierMinimum !== "0")) {
    at("pricing/0/tierMinimum", "RANGE", "tierMinimum of a SIMPLE price is 0.");
  }
  if (schedule.billingType === "UNIT" && (schedule.quantity === undefined || schedule.quantity === "0")) {
    at("quantity", "REQUIRED", "quantity above 0 is required for billingType UNIT.");
  }
  const price = fullPeriodPrice({ pricing: [pricingTier(schedule)], quantity: schedule.quantity ?? "1" });
  if (roundToMoney(price, currency, "HALF_UP").minor > maximumPeriodMinor) {
    at(
      "pricing/0/amount",
      "AMOUNT_INVALID",
      "The price of a billing period is too large; split it or check the quantity.",
    );
  }
  return issues;
}

function checkEnd(schedule: BillingScheduleDraft, at: (field: string, code: string, message: string) => void): void {
  const { last, duration, interval } = schedule;
  const lastAfter = (periods: number) => endAfterPeriods({ ...schedule, anchor: schedule.start }, periods) - 1;
  if (duration > 0 && interval === "NONE") {
    at("duration", "CONFLICT", "duration counts recurring periods; leave it out for interval NONE.");
  } else if (duration > 0 && last !== null && last !== lastAfter(duration)) {
    at("duration", "CONFLICT", "duration and endDate name different ends; send one of them.");
  } else if (last !== null && last > latestDay) {
    at("endDate", "RANGE", "endDate is in 2198 or before.");
  } else if (duration > 0 && lastAfter(duration) > latestDay) {
    at("duration", "RANGE", "The last billing period ends in 2198 or before.");
  } else if (interval !== "NONE" && last === null && duration === 0 && lastAfter(2) > latestDay) {
    at("intervalFrequency", "RANGE", "The first two billing periods end in 2198 or before.");
  }
}

function checkService(draft: ObligationDraft): Issue[] {
  const { schedule, serviceStart, serviceLast } = draft;
  const isOpenEnded = schedule.interval !== "NONE" && schedule.last === null && schedule.duration === 0;
  const issues: Issue[] = [];
  const at = (path: string, code: string, message: string) => issues.push({ path, code, message });

  if (serviceStart < earliestDay) at("/serviceStartDate", "RANGE", "serviceStartDate is in 1901 or later.");
  if (serviceLast !== null && serviceLast < serviceStart) {
    at("/serviceEndDate", "RANGE", "serviceEndDate is on or after serviceStartDate.");
  } else if (serviceLast !== null && serviceLast > latestDay) {
    at("/serviceEndDate", "RANGE", "serviceEndDate is in 2198 or before.");
  }
  if (!isOpenEnded && serviceLast === null) {
    at("/serviceEndDate", "REQUIRED", "serviceEndDate is required where billing ends.");
  }
  if (isOpenEnded && serviceLast !== null) {
    at("/billingSchedule/endDate", "REQUIRED", "Service ends but billing does not; send endDate or duration.");
  } else if (isOpenEnded) {
    if (serviceStart !== schedule.start) {
      at(
        "/serviceStartDate",
        "CONFLICT",
        "Open-ended service is earned period by period: serviceStartDate equals billingSchedule.startDate.",
      );
    }
    if (draft.recognitionPattern === "POINT_IN_TIME") {
      at("/recognitionPattern", "CONFLICT", "Open-ended service is earned over time; POINT_IN_TIME needs an end.");
    }
  }
  return issues;
}

function checkDiscounts(draft: ObligationDraft, currency: string): Issue[] {
  return draft.discounts.flatMap(({ type, amount }: Discount, index): Issue[] => {
    const path = `/discounts/${index}/amount`;
    if (type === "PERCENTAGE") {
      const isFraction = compareRatios(ratioFromDecimal(amount), oneRatio) <= 0 && decimalPlaces(amount) <= 8;
      return isFraction
        ? []
        : [{ path, code: "RANGE", message: 'A percentage is a fraction from 0 to 1: "0.10" is 10 %.' }];
    }
    return parseMoney(amount, currency) !== undefined
      ? []
      : [{ path, code: "AMOUNT_INVALID", message: `The amount has too many decimals for ${currency}.` }];
  });
}
