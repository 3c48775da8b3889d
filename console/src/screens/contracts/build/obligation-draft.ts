import type { BillingTerm, InputOf, Product } from "@accord/client";
import { dayAfter, dayBefore } from "../../../format/day.ts";
import { isAmount } from "../../../format/money.ts";
import { isNumber } from "../change/form.ts";

export type Kind = "FLAT" | "SEATS" | "UNITS" | "USAGE" | "ONE_OFF" | "MILESTONE";
export type Interval = "MONTH" | "QUARTER" | "YEAR";
/** A price from a quantity on. */
export type Layer = { readonly from: string; readonly amount: string };
/** A price and a count from a day on. */
export type RampStep = { readonly from: string; readonly quantity: string; readonly amount: string };

/** The typed texts of the form. */
export type Draft = {
  readonly productId: string | null;
  readonly name: string;
  readonly kind: Kind;
  readonly start: string;
  readonly end: string;
  readonly interval: Interval;
  readonly when: "FIRST_OF_PERIOD" | "LAST_OF_PERIOD" | "ARREARS" | "ADVANCED_DUE_START";
  readonly quantity: string;
  readonly pricing: "SIMPLE" | "TIERED" | "VOLUME" | "RAMP";
  readonly layers: readonly Layer[];
  /** Later steps of a ramp; the first one begins with the service. */
  readonly steps: readonly RampStep[];
  readonly discount: string;
  readonly escalation: string;
  /** The least and the most of a billing period of usage. */
  readonly minimum: string;
  readonly maximum: string;
  /** The standalone selling price of the whole service; empty uses the price book. */
  readonly standalone: string;
  readonly categoryId: string | null;
  readonly eventTypeId: string | null;
  readonly pattern: string;
};

type Body = InputOf<"createObligation">["body"];
export type Schedule = Body["billingSchedule"];

/** An empty draft: only the days are set. */
export function blankDraft(start: string, end: string): Draft {
  return {
    ...{
      productId: null,
      name: "",
      kind: "FLAT",
      start,
      end,
      interval: "MONTH",
      when: "FIRST_OF_PERIOD",
      quantity: "",
    },
    ...{ pricing: "SIMPLE", layers: [{ from: "", amount: "" }], steps: [{ from: "", quantity: "", amount: "" }] },
    ...{ discount: "", escalation: "", minimum: "", maximum: "", standalone: "" },
    ...{ categoryId: null, eventTypeId: null, pattern: "" },
  };
}

export function hasCount({ kind }: Pick<Draft, "kind">): boolean {
  return kind === "SEATS" || kind === "UNITS";
}

/** True if it is billed once, and not by periods. */
export function isOnce({ kind }: Pick<Draft, "kind">): boolean {
  return kind === "ONE_OFF" || kind === "MILESTONE";
}

/** Divides a ramp into drafts of one price each, every one through the day before the next; other drafts are unchanged. */
export function stepsOf(draft: Draft): Draft[] {
  if (draft.pricing !== "RAMP") return [draft];
  const starts = draft.steps.map(({ from }, at) => (at === 0 ? draft.start : from));
  return draft.steps.map(({ quantity, amount }, at) => ({
    ...draft,
    pricing: "SIMPLE",
    layers: [{ from: "", amount }],
    quantity,
    start: starts[at] ?? "",
    end: starts[at + 1] ? dayBefore(starts[at + 1] as string) : at + 1 < starts.length ? "" : draft.end,
  }));
}

/** The request body of the draft; undefined while something is missing or not a number. */
export function bodyOf(draft: Draft): Body | undefined {
  const { start, end, categoryId, pattern } = draft;
  const billingSchedule = scheduleOf(draft);
  const standalone = draft.kind === "USAGE" ? "" : draft.standalone.trim();
  if (billingSchedule === undefined || !isAmountOrNothing(standalone)) return undefined;
  const last = draft.kind === "MILESTONE" ? start : end;
  return {
    serviceStartDate: start,
    ...(last && { serviceEndDate: last }),
    ...(categoryId && { categoryId }),
    ...(pattern && { recognitionPattern: pattern as NonNullable<Body["recognitionPattern"]> }),
    ...(standalone && { standaloneSellingPrice: standalone }),
    billingSchedule,
  } as Body;
}

/** How it is billed, which is the same whatever earns it; undefined while something is missing or no number. */
export function scheduleOf(draft: Draft): Schedule | undefined {
  const { productId, name, kind, start, interval, when, eventTypeId, pricing } = draft;
  const layers =
    pricing === "SIMPLE"
      ? draft.layers.slice(0, 1)
      : draft.layers.filter(({ from, amount }, at) => at === 0 || from.trim() !== "" || amount.trim() !== "");
  const isPerUnit = hasCount(draft) || kind === "USAGE";
  const end = kind === "MILESTONE" ? start : draft.end;
  const { discount, escalation, minimum, maximum } = shownBounds(draft);
  const isComplete =
    pricing !== "RAMP" &&
    name.trim() !== "" &&
    start !== "" &&
    layers.length > 0 &&
    layers.every(({ amount, from }, at) => isNumber(amount) && (at === 0 || isNumber(from))) &&
    (!hasCount(draft) || isNumber(draft.quantity)) &&
    (kind !== "USAGE" || eventTypeId !== null) &&
    [discount, escalation, minimum, maximum].every((text) => text === "" || isNumber(text));
  if (!isComplete) return undefined;
  return {
    ...(productId && { productId }),
    name: name.trim(),
    startDate: start,
    ...(end && { endDate: end }),
    interval: isOnce(draft) ? "NONE" : interval,
    invoiceDateStrategy: when,
    billingType: isPerUnit ? "UNIT" : "FLAT",
    ...(pricing !== "SIMPLE" && { pricingType: pricing }),
    pricing: layers.map((layer, tier) => ({
      tier,
      amount: layer.amount.trim(),
      amountType: isPerUnit ? ("PER_ITEM" as const) : ("TOTAL_INVOICE" as const),
      ...(pricing !== "SIMPLE" && { tierMinimum: tier === 0 ? "0" : layer.from.trim() }),
    })),
    ...(hasCount(draft) && { quantity: draft.quantity.trim() }),
    ...(discount && { discount: { type: "PERCENTAGE" as const, amount: percent(discount) } }),
    ...(escalation && { escalator: { type: "PERCENTAGE" as const, amount: percent(escalation) } }),
    ...(minimum && { minimumAmount: minimum }),
    ...(maximum && { maximumAmount: maximum }),
    ...(kind === "USAGE" && eventTypeId && { eventTypeId }),
    ...(kind === "MILESTONE" && { trigger: "MILESTONE" as const }),
    ...(kind === "SEATS" && { seatConfig: {} }),
  } as Schedule;
}

/** What was typed before another kind was chosen is kept in the draft, but counts only while its field is shown. */
function shownBounds(draft: Draft): Pick<Draft, "discount" | "escalation" | "minimum" | "maximum"> {
  const [isByPeriod, isUsage] = [!isOnce(draft), draft.kind === "USAGE"];
  return {
    discount: isByPeriod ? draft.discount.trim() : "",
    escalation: isByPeriod ? draft.escalation.trim() : "",
    minimum: isUsage ? draft.minimum.trim() : "",
    maximum: isUsage ? draft.maximum.trim() : "",
  };
}

/** The request for a term that replaces another one on the first day of the draft; the day is sent once for both. */
export function replacementOf(draft: Draft): InputOf<"swapBillingTerm">["body"]["newTerm"] | undefined {
  const schedule = scheduleOf(draft);
  if (schedule === undefined) return undefined;
  const { startDate: _startDate, ...newTerm } = schedule;
  return { ...newTerm, invoiceDateStrategy: draft.when };
}

function isAmountOrNothing(text: string): boolean {
  return text.trim() === "" || isAmount(text);
}

/** The price of a product in the price book, in a currency on a day; undefined if there is none. */
export function listPriceOf(
  { standaloneSellingPrices }: Pick<Product, "standaloneSellingPrices">,
  currency: string,
  day: string,
): string | undefined {
  return standaloneSellingPrices
    .filter((each) => each.currency === currency && each.validFrom <= day)
    .sort((a, b) => (a.validFrom < b.validFrom ? -1 : 1))
    .at(-1)?.amount;
}

/** The fields of a draft that a product sets: name, category and pattern, and the price if the price book has one. */
export function fieldsOfProduct(product: Product, draft: Draft, currency: string): Partial<Draft> {
  const amount = listPriceOf(product, currency, draft.start);
  const { displayName: name, categoryId, recognitionPattern } = product;
  return {
    ...{ productId: product.id, name, categoryId, pattern: recognitionPattern ?? "" },
    ...(amount !== undefined && {
      layers: draft.layers.map((layer, at) => (at === 0 ? { ...layer, amount } : layer)),
      steps: draft.steps.map((step, at) => (at === 0 ? { ...step, amount } : step)),
    }),
  };
}

const kindOf = { FLAT: "FLAT", PER_UNIT: "UNITS", SEAT: "SEATS", USAGE: "USAGE", ONE_OFF: "ONE_OFF" } as const;

/** The next step of a ramp: like the term before it, from the day after its end, without a price. */
export function draftAfter(term: BillingTerm): Draft {
  const { interval } = term;
  return {
    ...blankDraft(dayAfter(term.endDate ?? term.startDate), ""),
    productId: term.productId,
    name: term.name,
    kind: kindOf[term.kind],
    interval: interval === "QUARTER" || interval === "YEAR" ? interval : "MONTH",
    when: term.invoiceDateStrategy,
    quantity: term.currentQuantity,
    eventTypeId: term.eventTypeId,
  };
}

/** "15" percent as the fraction "0.15": the point is moved in the text, and nothing is rounded. */
export function percent(text: string): string {
  const [whole = "0", fraction = ""] = text.replace("-", "").split(".");
  const digits = whole.padStart(3, "0");
  return `${text.startsWith("-") ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}${fraction}`;
}
