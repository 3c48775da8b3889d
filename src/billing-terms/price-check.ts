import { addMonths, type Day } from "../kernel/day.ts";
import { canonicalDecimal, decimalPlaces, ratioFromDecimal } from "../kernel/decimal.ts";
import type { Issue } from "../kernel/errors.ts";
import { compare, parseMoney, roundToMoney } from "../kernel/money.ts";
import { addRatios, compareRatios, multiplyRatios, oneRatio, type Ratio, zeroRatio } from "../kernel/ratio.ts";
import type { BillingType, Escalator } from "./billing-term.ts";
import { timesEscalated } from "./charges/escalator.ts";
import type { DiscountDraft, PriceDraft } from "./price-draft.ts";

/** The fields of a term that its price is checked against. `end` is exclusive, null while open-ended. */
export type PricedSpan = {
  readonly start: Day;
  readonly end: Day | null;
  readonly billingType: BillingType;
  readonly eventTypeId: string | null;
  readonly interval: string;
  readonly currency: string;
};

/** The maximum amount of one billing period and of one contract, in minor units: their sums still fit every column. */
export const maximumPeriodMinor = 10n ** 17n;
export const maximumContractMinor = 10n ** 18n;

const maximumTiers = 100;
// Counted with the one that `discount`, the other name of a single one, adds.
const maximumDiscounts = 5;
// Without an end the uplift is judged over as many years as a contract of any length could run.
const yearsJudged = 50;

/** Everything that is wrong with a price beside its discounts (data model 5.2, 5.6; rules 6). */
export function checkPrice(price: PriceDraft, span: PricedSpan, path: string): Issue[] {
  const issues: Issue[] = [];
  const at = (field: string, code: string, message: string) => issues.push({ path: `${path}/${field}`, code, message });
  checkTiers(price, span, at);
  checkPackages(price, at);
  checkBounds(price, span, at);
  if (price.escalator !== null) checkEscalator(price.escalator, span, at);
  if (issues.length === 0 && tooLarge(price, span)) {
    at(
      "pricing/0/amount",
      "AMOUNT_INVALID",
      "The price of a billing period is too large; split it or check the quantity.",
    );
  }
  return issues;
}

/** Everything that is wrong with discounts: fractions, amounts, and windows inside the term (data model 5.4). */
export function checkDiscounts(
  discounts: readonly DiscountDraft[],
  span: Pick<PricedSpan, "start" | "end" | "currency">,
  path: string,
): Issue[] {
  const tooMany: Issue[] =
    discounts.length > maximumDiscounts
      ? [{ path: `${path}/discounts`, code: "TOO_MANY_ITEMS", message: `At most ${maximumDiscounts} discounts.` }]
      : [];
  const wrong = discounts.flatMap(({ type, amount, start, last, place: stated }, index): Issue[] => {
    const issues: Issue[] = [];
    const place = stated ?? `/discounts/${index}`;
    const at = (field: string, code: string, message: string) =>
      issues.push({ path: `${path}${place}/${field}`, code, message });
    if (type === "PERCENTAGE" && !isFraction(amount)) {
      at("amount", "RANGE", 'A percentage must be a fraction from 0 to 1: "0.10" is 10 %.');
    }
    if (type === "FIXED" && parseMoney(amount, span.currency) === undefined) {
      at("amount", "AMOUNT_INVALID", `The amount has too many decimals for ${span.currency}.`);
    }
    if (start !== null && last !== null && last < start)
      at("endDate", "RANGE", "endDate must be on or after startDate.");
    if (start !== null && start < span.start) at("startDate", "RANGE", "A discount must begin within its term.");
    if (last !== null && span.end !== null && last >= span.end)
      at("endDate", "RANGE", "A discount must end within its term.");
    return issues;
  });
  return [...tooMany, ...wrong];
}

type At = (field: string, code: string, message: string) => void;

function checkTiers({ pricingType, pricing }: PriceDraft, span: PricedSpan, at: At): void {
  const isTiered = pricingType === "TIERED" || pricingType === "VOLUME";
  if (span.billingType === "FLAT" && pricingType !== "SIMPLE") {
    at("pricingType", "CONFLICT", `A FLAT price is SIMPLE; send billingType UNIT for ${pricingType}.`);
  }
  if (!isTiered) {
    if (pricing.length !== 1) at("pricing", "TIER_INVALID", `A ${pricingType} price must have exactly one tier.`);
    if (pricing.some((tier) => canonicalDecimal(tier.tierMinimum) !== "0")) {
      at("pricing/0/tierMinimum", "RANGE", `tierMinimum of a ${pricingType} price must be 0.`);
    }
    if (pricingType === "PACKAGE" && pricing.some((tier) => tier.amountType !== "PER_ITEM")) {
      at("pricing/0/amountType", "CONFLICT", "The amount of a PACKAGE price is for one package: send PER_ITEM.");
    }
    return;
  }
  if (pricing.length < 2 || pricing.length > maximumTiers) {
    at("pricing", "TIER_INVALID", `A ${pricingType} price must have 2 to ${maximumTiers} tiers.`);
  }
  pricing.forEach(({ tier, tierMinimum }, index) => {
    const before = pricing[index - 1]?.tierMinimum;
    if (tier !== undefined && tier !== index) {
      at(`pricing/${index}/tier`, "TIER_INVALID", "Tiers must be numbered 0, 1, 2 … in order.");
    }
    if (before === undefined && canonicalDecimal(tierMinimum) !== "0") {
      at(`pricing/${index}/tierMinimum`, "TIER_INVALID", "The first tier must begin at 0.");
    }
    if (before !== undefined && compareRatios(ratioFromDecimal(tierMinimum), ratioFromDecimal(before)) <= 0) {
      at(`pricing/${index}/tierMinimum`, "TIER_INVALID", "Each tier must begin above the one before.");
    }
  });
}

function checkPackages({ pricingType, packageSize, minimumPackages }: PriceDraft, at: At): void {
  if (pricingType === "PACKAGE") {
    if (packageSize === null || canonicalDecimal(packageSize) === "0") {
      at("packageSize", "REQUIRED", "packageSize above 0 is required for pricingType PACKAGE.");
    }
    return;
  }
  if (packageSize !== null) at("packageSize", "CONFLICT", "packageSize is for pricingType PACKAGE; leave it out.");
  if (minimumPackages !== 0)
    at("minimumPackages", "CONFLICT", "minimumPackages is for pricingType PACKAGE; leave it out.");
}

function checkBounds({ minimumAmount, maximumAmount }: PriceDraft, span: PricedSpan, at: At): void {
  for (const [field, amount] of [
    ["minimumAmount", minimumAmount],
    ["maximumAmount", maximumAmount],
  ] as const) {
    if (amount === null) continue;
    if (span.eventTypeId === null) at(field, "CONFLICT", `${field} is for usage terms; leave it out.`);
    if (parseMoney(amount, span.currency) === undefined) {
      at(field, "AMOUNT_INVALID", `The amount has too many decimals for ${span.currency}.`);
    }
  }
  const [least, most] = [minimumAmount, maximumAmount].map((amount) =>
    amount === null ? undefined : parseMoney(amount, span.currency),
  );
  if (least !== undefined && most !== undefined && compare(least, most) > 0) {
    at("maximumAmount", "RANGE", "maximumAmount must not be below minimumAmount.");
  }
}

function checkEscalator({ type, amount, firstDate }: Escalator, span: PricedSpan, at: At): void {
  if (span.interval === "NONE") at("escalator", "CONFLICT", "A one-off charge is billed once; leave escalator out.");
  if (type === "PERCENTAGE" && !isFraction(amount)) {
    at("escalator/amount", "RANGE", 'An uplift must be a fraction from 0 to 1: "0.05" is 5 %.');
  }
  if (firstDate !== null && firstDate <= span.start) {
    at("escalator/firstDate", "RANGE", "The first uplift must be after the term's first day.");
  }
}

function isFraction(amount: string): boolean {
  return compareRatios(ratioFromDecimal(amount), oneRatio) <= 0 && decimalPlaces(amount) <= 8;
}

/** True if a full period, with all tiers and all escalations, may cost more than the books can hold. */
function tooLarge(price: PriceDraft, span: PricedSpan): boolean {
  const quantity = ratioFromDecimal(price.quantity ?? "1");
  let contractAmount: Ratio = zeroRatio;
  for (const { amount, amountType } of price.pricing) {
    const each = ratioFromDecimal(amount);
    contractAmount = addRatios(contractAmount, amountType === "TOTAL_INVOICE" ? each : multiplyRatios(each, quantity));
  }
  const isTooMuch = (value: Ratio) => roundToMoney(value, span.currency, "HALF_UP").minor > maximumPeriodMinor;
  if (isTooMuch(contractAmount)) return true;
  const { escalator } = price;
  if (escalator === null) return false;
  const end = span.end ?? addMonths(span.start, 12 * yearsJudged);
  for (let times = timesEscalated(price, { termStart: span.start, periodStart: end - 1 }); times > 0; times--) {
    const uplift = ratioFromDecimal(escalator.amount);
    contractAmount =
      escalator.type === "PERCENTAGE"
        ? multiplyRatios(contractAmount, addRatios(oneRatio, uplift))
        : addRatios(contractAmount, multiplyRatios(uplift, quantity));
    if (isTooMuch(contractAmount)) return true;
  }
  return false;
}
