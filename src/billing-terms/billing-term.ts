import type { Day, Month } from "../kernel/day.ts";
import type { Interval, Period, PeriodRule } from "../kernel/periods.ts";
import type { ProrationPolicy } from "../kernel/proration.ts";
import type { TaxCategory } from "../kernel/tax-category.ts";
import type { PriceAmendment } from "./price-amendment.ts";
import type { DecreaseCredit, SeatAmendment, SeatConfig } from "./seats.ts";

export const invoiceDateStrategies = ["FIRST_OF_PERIOD", "ADVANCED_DUE_START", "LAST_OF_PERIOD", "ARREARS"] as const;
export type InvoiceDateStrategy = (typeof invoiceDateStrategies)[number];

export const billingTypes = ["FLAT", "UNIT"] as const;
export type BillingType = (typeof billingTypes)[number];

export const pricingTypes = ["SIMPLE", "TIERED", "VOLUME", "PACKAGE"] as const;
export type PricingType = (typeof pricingTypes)[number];

export const amountTypes = ["PER_ITEM", "TOTAL_INVOICE"] as const;
export type AmountType = (typeof amountTypes)[number];

/** Whether a quantity equal to a tier's `tierMinimum` belongs to that tier, or to the one below (rules 6). */
export const tierBoundaries = ["UPPER", "LOWER"] as const;
export type TierBoundary = (typeof tierBoundaries)[number];

/** What tiers, minimum and maximum of a usage term count: the whole term, or each differentiator (rules 6). */
export const tierScopes = ["TERM", "DIFFERENTIATOR"] as const;
export type TierScope = (typeof tierScopes)[number];

/** Whether usage is priced by the term itself, or only through the steps of a commitment (rules 6). */
export const usageScopes = ["STANDALONE", "COMMITMENT"] as const;
export type UsageScope = (typeof usageScopes)[number];

/** What triggers the invoice of a one-off: its date, or a milestone (data model 5.2). */
export const triggers = ["DATE", "MILESTONE"] as const;
export type Trigger = (typeof triggers)[number];

export const discountTypes = ["PERCENTAGE", "FIXED"] as const;
export type DiscountType = (typeof discountTypes)[number];

export const termKinds = ["FLAT", "PER_UNIT", "SEAT", "USAGE", "ONE_OFF"] as const;
/** What a term bills: a flat sum, a quantity, seats that change, metered usage, or one sum once. */
export type TermKind = (typeof termKinds)[number];

/** Decimal texts: `amount` is a unit price or a flat amount, `tierMinimum` where the tier begins. */
export type PricingTier = {
  readonly tier: number;
  readonly amount: string;
  readonly amountType: AmountType;
  readonly tierMinimum: string;
};

/**
 * `amount` is a fraction for PERCENTAGE ("0.10" is 10 %) and an amount a billing period for FIXED. It applies to billing
 * periods that begin in its window, half-open; null is without a bound.
 */
export type Discount = {
  readonly type: DiscountType;
  readonly amount: string;
  readonly note: string | null;
  readonly start: Day | null;
  readonly end: Day | null;
};

/**
 * A yearly uplift: from `firstDate` on, and every `everyMonths` again, on the price of periods that begin then. Null where none was
 * stated: it counts from the term's first day, wherever that is moved (data model 5.6).
 */
export type Escalator = {
  readonly type: DiscountType;
  readonly amount: string;
  readonly everyMonths: number;
  readonly firstDate: Day | null;
};

/** How one full billing period is priced. Decimal texts; `quantity` is units a period, or the first count of seats. */
export type Price = {
  readonly pricingType: PricingType;
  readonly pricing: readonly PricingTier[];
  readonly tierBoundary: TierBoundary;
  readonly packageSize: string | null;
  readonly minimumPackages: 0 | 1;
  readonly quantity: string;
  readonly discounts: readonly Discount[];
  readonly escalator: Escalator | null;
  /** Floor and cap of a billing period's usage, as amounts. */
  readonly minimumAmount: string | null;
  readonly maximumAmount: string | null;
};

/** A changed price: valid for days of service from `effectiveFrom` on; changes no month before `bookMonth`. */
export type PriceLayer = {
  /** As stored; absent while it is being created. */
  readonly id?: string;
  readonly createdAt?: string;
  readonly price: Price;
  readonly effectiveFrom: Day;
  readonly bookMonth: Month | null;
  /** How invoiced days are settled; undefined if the price begins after them. */
  readonly amendment?: PriceAmendment | undefined;
};

/**
 * Optional fields of a term with the same form in requests, in the term and in its view. A new option is declared here, in the columns of
 * `term-store.ts`, and in `api/schemas/term-options.ts`; no code in between names it.
 */
export type TermOptions = {
  /** Number of intervals per billing period. */
  readonly intervalFrequency: number;
  readonly prorationPolicy: ProrationPolicy;
  readonly trigger: Trigger;
  readonly tierScope: TierScope;
  /** Whether an amendment that lowers the price credits invoiced days; for seats see `seatConfig`. */
  readonly creditOnDecrease: DecreaseCredit;
  /** Lines with different keys never share an invoice. */
  readonly invoiceGroup: string | null;
};

/** The options of a new term that its request leaves out. */
export const defaultOptions: TermOptions = {
  intervalFrequency: 1,
  prorationPolicy: "DAY",
  trigger: "DATE",
  tierScope: "TERM",
  creditOnDecrease: "NONE",
  invoiceGroup: null,
};

const optionNames = Object.keys(defaultOptions) as (keyof TermOptions)[];

type StatedOptions = { readonly [Name in keyof TermOptions]?: TermOptions[Name] | undefined };

/** The options among the fields of a term, a draft or a request; only those that are set. */
export function statedOptions(source: StatedOptions): Partial<TermOptions> {
  const stated = optionNames.flatMap((name) => (source[name] === undefined ? [] : [[name, source[name]]]));
  return Object.fromEntries(stated) as Partial<TermOptions>;
}

/** All options, with defaults for those that are not set. */
export function optionsOf(source: StatedOptions): TermOptions {
  return { ...defaultOptions, ...statedOptions(source) };
}

/**
 * The part of the last, cut period that a terminated term still bills, because obligations that were delivered by then keep their price (rules
 * 7); `share` is a decimal text.
 */
export type DeliveredPart = {
  readonly share: string;
  /** The end of the term without the termination, exclusive; null if it was open-ended. */
  readonly until: Day | null;
};

/** What a replaced term was billed beyond its end, to be deducted from the invoices of the new term (ADR 0033). */
export type SwapCredit = Pick<BillingTerm, "name" | "description" | "itemId" | "classId" | "productId"> & {
  readonly endedBillingTermId: string;
  /** Minor units as text, without tax; above zero. */
  readonly minor: string;
  /** How the lines that billed it were taxed. */
  readonly taxedAs: { readonly category: TaxCategory; readonly rate: string };
};

/** What will be billed, how much and when: a fact. The invoices that follow from it are derived (`invoicing/plan.ts`). */
export type BillingTerm = TermOptions & {
  readonly id: string;
  readonly contractId: string;
  readonly billingTermGroupId: string;
  readonly name: string;
  readonly description: string | null;
  readonly productId: string | null;
  readonly itemId: string | null;
  readonly classId: string | null;
  /** Set for usage alone. */
  readonly eventTypeId: string | null;
  /** First day of the first billing period, and the anchor of all. */
  readonly start: Day;
  /** The day after the last day of service; null while open-ended. */
  readonly end: Day | null;
  readonly interval: Interval;
  readonly invoiceDateStrategy: InvoiceDateStrategy;
  /** Days from issue to due date. */
  readonly netPaymentTerms: number;
  readonly billingType: BillingType;
  /** The initial price. */
  readonly price: Price;
  /** Later prices, by effective day, then in the order they were made. */
  readonly layers: readonly PriceLayer[];
  readonly seatConfig: SeatConfig | null;
  /** In the order in which they apply: effective day, then as they were made. */
  readonly amendments: readonly SeatAmendment[];
  /** The day on which the milestone was reached, or null. */
  readonly reachedOn: Day | null;
  readonly usageScope: UsageScope;
  /** Time of termination, or null; a terminated term never changes again. */
  readonly terminatedAt: string | null;
  /** Null unless obligations were delivered before it was terminated. */
  readonly delivered: DeliveredPart | null;
  /** Absent unless it replaced a term that was billed in advance. */
  readonly swapCredit?: SwapCredit;
  /** Earlier invoice date strategies, oldest first; absent if it never changed after invoices were issued. */
  readonly formerStrategies?: readonly FormerStrategy[];
  /** Days on which the steps of a commitment name the term, ascending; set by `commitments/`. */
  readonly committed: readonly CommittedDays[];
};

/** An earlier invoice date strategy: it applies to seats of periods that begin before `until`. */
export type FormerStrategy = { readonly until: Day; readonly invoiceDateStrategy: InvoiceDateStrategy };

/** Days of one schedule of a commitment, half-open. */
export type CommittedDays = Period & { readonly commitmentId: string };

/** A term with the other columns of its record. */
export type BillingTermRecord = {
  readonly term: BillingTerm;
  /** The day after the last day that an issued invoice covers, or null. */
  readonly invoicedThrough: Day | null;
  readonly createdAt: string;
  readonly lastUpdatedAt: string;
};

/** The rule by which the term is cut into billing periods. */
export function periodRule(term: Pick<BillingTerm, "start" | "interval" | "intervalFrequency" | "end">): PeriodRule {
  const { start: anchor, interval, intervalFrequency, end } = term;
  return { anchor, interval, intervalFrequency, end };
}

export function kindOf(term: Pick<BillingTerm, "interval" | "billingType" | "eventTypeId" | "seatConfig">): TermKind {
  if (term.eventTypeId !== null) return "USAGE";
  if (term.interval === "NONE") return "ONE_OFF";
  if (term.seatConfig !== null) return "SEAT";
  return term.billingType === "FLAT" ? "FLAT" : "PER_UNIT";
}

/** True if periods of this term are billed after service. */
export function isArrears(term: Pick<BillingTerm, "invoiceDateStrategy">): boolean {
  return term.invoiceDateStrategy === "ARREARS" || term.invoiceDateStrategy === "LAST_OF_PERIOD";
}

/** True if the period that begins on a day is billed after service. A change of strategy only applies to periods not invoiced yet. */
export function isBilledInArrears(
  term: Pick<BillingTerm, "invoiceDateStrategy" | "formerStrategies">,
  start: Day,
): boolean {
  return isArrears(term.formerStrategies?.find(({ until }) => start < until) ?? term);
}

/**
 * The price on a day: the latest layer effective by then, else the initial price. A one-off has one price on all days (data model 5.7), the
 * latest one that was made.
 */
export function priceOn(term: Pick<BillingTerm, "interval" | "price" | "layers">, day: Day): Price {
  return term.layers.findLast((layer) => appliesOn(term, layer, day))?.price ?? term.price;
}

/** Whether a layer is effective on a day, which those of a one-off always are. */
export function appliesOn({ interval }: Pick<BillingTerm, "interval">, layer: PriceLayer, day: Day): boolean {
  return interval === "NONE" || layer.effectiveFrom <= day;
}

/** The term with layers in the order they were made, if it is a one-off: the last of them is its price. */
export function withOnePrice(term: BillingTerm): BillingTerm {
  if (term.interval !== "NONE" || term.layers.length === 0) return term;
  return { ...term, layers: term.layers.toSorted(({ id: a = "~" }, { id: b = "~" }) => (a < b ? -1 : Number(a > b))) };
}

/** The first billed day of a term: its start, or the day on which its milestone was reached. */
export function firstBilledDay({ reachedOn, start }: Pick<BillingTerm, "reachedOn" | "start">): Day {
  return reachedOn ?? start;
}

/** The price as it stands after all changes. */
export function latestPrice(term: Pick<BillingTerm, "price" | "layers">): Price {
  return term.layers.at(-1)?.price ?? term.price;
}
