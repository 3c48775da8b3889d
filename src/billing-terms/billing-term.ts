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

/** Where a quantity equal to a tier's `tierMinimum` belongs: to that tier, or still to the one below (rules 6). */
export const tierBoundaries = ["UPPER", "LOWER"] as const;
export type TierBoundary = (typeof tierBoundaries)[number];

/** What tiers, minimum and maximum of a usage term count: the whole term, or each differentiator (rules 6). */
export const tierScopes = ["TERM", "DIFFERENTIATOR"] as const;
export type TierScope = (typeof tierScopes)[number];

/** Is usage priced by the term itself, or only through the steps of a commitment (rules 6)? */
export const usageScopes = ["STANDALONE", "COMMITMENT"] as const;
export type UsageScope = (typeof usageScopes)[number];

/** What a one-off waits for: its date, or a milestone that is reached (data model 5.2). */
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

/** A changed price: it holds for days of service from `effectiveFrom` on, and moves no month before `bookMonth`. */
export type PriceLayer = {
  /** As stored; one that a request just made has neither yet. */
  readonly id?: string;
  readonly createdAt?: string;
  readonly price: Price;
  readonly effectiveFrom: Day;
  readonly bookMonth: Month | null;
  /** How invoiced days are settled; undefined where the price begins after them. */
  readonly amendment?: PriceAmendment | undefined;
};

/**
 * What a request may leave out of a term and what has one form everywhere: in a request, in the term and in its view. A new
 * option is declared here, in the columns of `term-store.ts` and in `api/schemas/term-options.ts`; nothing between names it.
 */
export type TermOptions = {
  /** A billing period is so many intervals. */
  readonly intervalFrequency: number;
  readonly prorationPolicy: ProrationPolicy;
  readonly trigger: Trigger;
  readonly tierScope: TierScope;
  /** What an amendment that lowers the price gives back of invoiced days; of seats, `seatConfig` says it. */
  readonly creditOnDecrease: DecreaseCredit;
  /** Lines with different keys never share an invoice. */
  readonly invoiceGroup: string | null;
};

/** What a new term has where its request is silent. */
export const defaultOptions: TermOptions = {
  intervalFrequency: 1,
  prorationPolicy: "DAY",
  trigger: "DATE",
  tierScope: "TERM",
  creditOnDecrease: "NONE",
  invoiceGroup: null,
};

const optionNames = Object.keys(defaultOptions) as (keyof TermOptions)[];

type SaidOptions = { readonly [Name in keyof TermOptions]?: TermOptions[Name] | undefined };

/** The options among other fields of a term, a draft or a request; only those that it says. */
export function saidOptions(source: SaidOptions): Partial<TermOptions> {
  const said = optionNames.flatMap((name) => (source[name] === undefined ? [] : [[name, source[name]]]));
  return Object.fromEntries(said) as Partial<TermOptions>;
}

/** All options, those that are not said as they are by default. */
export function optionsOf(source: SaidOptions): TermOptions {
  return { ...defaultOptions, ...saidOptions(source) };
}

/**
 * What a term that was terminated still bills of the period that was cut, though nobody is served then: the part of it, as decimal
 * text, that obligations keep which were delivered by then (rules 7).
 */
export type DeliveredPart = {
  readonly share: string;
  /** The day after the last day that the term would have been billed for; null of one that was open-ended. */
  readonly until: Day | null;
};

/** What a term was billed beyond the day on which another one replaced it, to be taken off the bills of that one. */
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
  /** As agreed at first. */
  readonly price: Price;
  /** Later prices, by effective day and then as they were made. */
  readonly layers: readonly PriceLayer[];
  readonly seatConfig: SeatConfig | null;
  /** In the order in which they apply: effective day, then as they were made. */
  readonly amendments: readonly SeatAmendment[];
  /** The day the milestone was reached; null while it was not. */
  readonly reachedOn: Day | null;
  readonly usageScope: UsageScope;
  /** When it was terminated; a terminated term never changes again. */
  readonly terminatedAt: string | null;
  /** Null where nothing that it bills was delivered before it was terminated. */
  readonly delivered: DeliveredPart | null;
  /** What its bills take off of the term that it replaced; absent where it replaced none that was billed ahead. */
  readonly swapCredit?: SwapCredit;
  /** In the order of time; absent where it never changed while the term was invoiced. */
  readonly formerStrategies?: readonly FormerStrategy[];
  /** Days on which a commitment's steps name the term, in the order of time; reported by `commitments/`. */
  readonly committed: readonly CommittedDays[];
};

/** How a term was dated before that was changed: it charges the seats of periods that begin before `until` as it did then. */
export type FormerStrategy = { readonly until: Day; readonly invoiceDateStrategy: InvoiceDateStrategy };

/** Days of one schedule of a commitment, half-open. */
export type CommittedDays = Period & { readonly commitmentId: string };

/** A term with what its record says beside the facts. */
export type BillingTermRecord = {
  readonly term: BillingTerm;
  /** The day after the last day that an issued invoice covers, or null. */
  readonly invoicedThrough: Day | null;
  readonly createdAt: string;
  readonly lastUpdatedAt: string;
};

/** How the term's span is cut into billing periods. */
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

/** Is a period of this term billed only after it was served? */
export function isArrears(term: Pick<BillingTerm, "invoiceDateStrategy">): boolean {
  return term.invoiceDateStrategy === "ARREARS" || term.invoiceDateStrategy === "LAST_OF_PERIOD";
}

/** Was or is a period that begins on a day billed only after it was served? A change of strategy begins with what is not invoiced. */
export function isBilledInArrears(
  term: Pick<BillingTerm, "invoiceDateStrategy" | "formerStrategies">,
  start: Day,
): boolean {
  return isArrears(term.formerStrategies?.find(({ until }) => start < until) ?? term);
}

/**
 * The price that holds on a day: the latest layer that is effective by then, else the first price. A one-off has one price, whatever
 * the day (data model 5.7): the one that was said last, from whichever day on it is earned.
 */
export function priceOn(term: Pick<BillingTerm, "interval" | "price" | "layers">, day: Day): Price {
  if (term.interval === "NONE") return latestPrice(term);
  return term.layers.findLast((layer) => layer.effectiveFrom <= day)?.price ?? term.price;
}

/** Layers of a one-off stand in the order in which they were said, because the last of them is its price. */
export function withOnePrice(term: BillingTerm): BillingTerm {
  if (term.interval !== "NONE" || term.layers.length === 0) return term;
  return { ...term, layers: term.layers.toSorted(({ id: a = "~" }, { id: b = "~" }) => (a < b ? -1 : Number(a > b))) };
}

/** The day that a term is billed from: the planned one, or that on which its milestone was reached. */
export function firstBilledDay({ reachedOn, start }: Pick<BillingTerm, "reachedOn" | "start">): Day {
  return reachedOn ?? start;
}

/** The price as it stands after all changes. */
export function latestPrice(term: Pick<BillingTerm, "price" | "layers">): Price {
  return term.layers.at(-1)?.price ?? term.price;
}
