import { required, unreachable } from "../../kernel/assert.ts";
import { ratioFromDecimal } from "../../kernel/decimal.ts";
import {
  addRatios,
  compareRatios,
  maxRatio,
  multiplyRatios,
  type Ratio,
  ratio,
  subtractRatios,
  zeroRatio,
} from "../../kernel/ratio.ts";
import { finiteDecimal } from "../../kernel/ratio-text.ts";
import type { Price, PricingTier } from "../billing-term.ts";

/**
 * What one tier charges of a quantity. Exact decimal texts; `unitPrice` is null for a flat amount. `quantity` counts units,
 * or started packages for PACKAGE.
 */
export type TierCharge = {
  readonly tier: number;
  readonly quantity: string;
  readonly unitPrice: string | null;
  readonly amount: string;
};

/** An exact amount and the tiers that it is made of: `amount` is their sum. */
export type QuantityPrice = { readonly amount: Ratio; readonly tiers: () => readonly TierCharge[] };

type TierPart = { readonly tier: PricingTier; readonly quantity: Ratio; readonly amount: Ratio };

/**
 * What a full billing period costs for a quantity, without discounts, minimum and maximum; unrounded (data model 5.2,
 * rules 6). A quantity below zero costs what zero does.
 *
 * - `SIMPLE`, which every FLAT term is: `PER_ITEM` is quantity × amount, `TOTAL_INVOICE` the amount, also at zero quantity.
 * - `TIERED`: each tier prices the part of the quantity between its minimum and the next one. A flat amount is charged
 *   once its tier is entered (quantity above the minimum), tier 0's always. A boundary has no part, so `tierBoundary`
 *   decides nothing here.
 * - `VOLUME`: one tier prices the whole quantity: the highest whose minimum is at most the quantity (`UPPER`), or below it
 *   (`LOWER`); its flat amount is charged on its boundary as well.
 * - `PACKAGE`: amount × started packages, at least `minimumPackages`.
 */
export function priceOfQuantity(price: Price, quantity: Ratio): QuantityPrice {
  return priceOfParts(tierParts(price, maxRatio(quantity, zeroRatio)));
}

/**
 * Like `priceOfQuantity`, for usage that can be negative because more was deleted than used (rules 13): negative units have the price of the first
 * tier, or of whole packages. Flat amounts and minimum packages are charged as at zero.
 */
export function priceOfNetUse(price: Price, quantity: Ratio): QuantityPrice {
  return priceOfParts(tierParts(price, quantity));
}

/** The amount of `priceOfQuantity` alone. */
export function amountOfQuantity(price: Price, quantity: Ratio): Ratio {
  return amountOf(tierParts(price, maxRatio(quantity, zeroRatio)));
}

/** True if a full period costs more for `more` units than for `fewer`. */
export function isDearer(price: Price, more: Ratio, fewer: Ratio): boolean {
  const [only] = price.pricing;
  if (price.pricingType === "SIMPLE" && only !== undefined && compareRatios(fewer, zeroRatio) >= 0) {
    return only.amountType === "PER_ITEM" && compareRatios(ratioFromDecimal(only.amount), zeroRatio) > 0;
  }
  return compareRatios(amountOfQuantity(price, more), amountOfQuantity(price, fewer)) > 0;
}

/** The price difference of a change of quantity, tier by tier (data model 7.2); unchanged tiers are left out. */
export function priceOfChange(price: Price, from: Ratio, to: Ratio): QuantityPrice {
  const before = tierParts(price, maxRatio(from, zeroRatio));
  const after = tierParts(price, maxRatio(to, zeroRatio));
  return {
    amount: subtractRatios(amountOf(after), amountOf(before)),
    tiers: () => changedParts(price.pricing, before, after).map(tierCharge),
  };
}

function changedParts(
  tiers: readonly PricingTier[],
  before: readonly TierPart[],
  after: readonly TierPart[],
): TierPart[] {
  return tiers.flatMap((tier): TierPart[] => {
    const [old, next] = [before, after].map((each) => each.find((part) => part.tier === tier));
    const quantity = subtractRatios(next?.quantity ?? zeroRatio, old?.quantity ?? zeroRatio);
    const amount = subtractRatios(next?.amount ?? zeroRatio, old?.amount ?? zeroRatio);
    return quantity.numerator === 0n && amount.numerator === 0n ? [] : [{ tier, quantity, amount }];
  });
}

function tierParts(price: Price, quantity: Ratio): TierPart[] {
  const [first] = price.pricing;
  if (first === undefined) return [];
  switch (price.pricingType) {
    case "SIMPLE":
      return [part(first, quantity)];
    case "TIERED":
      return graduatedParts(price.pricing, quantity);
    case "VOLUME":
      return [part(price.pricing.findLast((tier) => reaches(price, tier, quantity)) ?? first, quantity)];
    case "PACKAGE":
      return [part(first, packagesOf(price, quantity))];
    default:
      return unreachable(price.pricingType);
  }
}

function graduatedParts(tiers: readonly PricingTier[], quantity: Ratio): TierPart[] {
  const parts: TierPart[] = [];
  for (const [index, tier] of tiers.entries()) {
    const from = ratioFromDecimal(tier.tierMinimum);
    if (index > 0 && compareRatios(quantity, from) <= 0) break;
    const next = tiers[index + 1];
    const bound = next === undefined ? undefined : ratioFromDecimal(next.tierMinimum);
    const to = bound !== undefined && compareRatios(bound, quantity) < 0 ? bound : quantity;
    parts.push(part(tier, subtractRatios(to, from)));
  }
  return parts;
}

function reaches({ tierBoundary }: Price, tier: PricingTier, quantity: Ratio): boolean {
  const above = compareRatios(quantity, ratioFromDecimal(tier.tierMinimum));
  return tierBoundary === "UPPER" ? above >= 0 : above > 0;
}

/** Started packages: 121 units in packages of 10 are 13; −121 units are −12. */
function packagesOf({ packageSize, minimumPackages }: Price, quantity: Ratio): Ratio {
  const size = ratioFromDecimal(packageSize ?? "1");
  const [units, unit] = [quantity.numerator * size.denominator, quantity.denominator * size.numerator];
  // Of units below zero the division rounds towards zero, which is up.
  const packages = ratio(units < 0n ? units / unit : (units + unit - 1n) / unit);
  return minimumPackages === 0 ? packages : maxRatio(packages, ratio(minimumPackages));
}

function part(tier: PricingTier, quantity: Ratio): TierPart {
  const amount = ratioFromDecimal(tier.amount);
  return { tier, quantity, amount: tier.amountType === "TOTAL_INVOICE" ? amount : multiplyRatios(amount, quantity) };
}

/** Tiers are put into words when they are asked for: most prices are only summed. Functions, as making an object with a getter takes a microsecond. */
function priceOfParts(parts: readonly TierPart[]): QuantityPrice {
  return { amount: amountOf(parts), tiers: () => parts.map(tierCharge) };
}

function amountOf(parts: readonly TierPart[]): Ratio {
  return parts.reduce((sum, { amount }) => addRatios(sum, amount), zeroRatio);
}

// Products and differences of decimals are decimals, so every part has one; only PACKAGE divides, and rounds up.
function tierCharge({ tier, quantity, amount }: TierPart): TierCharge {
  return {
    tier: tier.tier,
    quantity: required(finiteDecimal(quantity), "the decimal of a quantity"),
    unitPrice: tier.amountType === "TOTAL_INVOICE" ? null : tier.amount,
    amount: required(finiteDecimal(amount), "the decimal of an amount"),
  };
}
