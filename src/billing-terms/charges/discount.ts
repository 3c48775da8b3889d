import type { Day } from "../../kernel/day.ts";
import { ratioFromDecimal } from "../../kernel/decimal.ts";
import {
  addRatios,
  compareRatios,
  maxRatio,
  multiplyRatios,
  type Ratio,
  subtractRatios,
  zeroRatio,
} from "../../kernel/ratio.ts";
import type { Discount } from "../billing-term.ts";

/** An amount before discounts, of a part of a billing period, with the discounts that hold for it. */
export type Discountable = {
  readonly gross: Ratio;
  /** The part's share of a full period: fixed discounts are prorated with it. */
  readonly share: Ratio;
  readonly discounts: readonly Discount[];
};

export type AppliedDiscount = Discount & { readonly reduced: Ratio };

/** `net` = the sum of gross amounts − the sum of `reduced`; no discount takes it below zero. */
export type Discounted = { readonly net: Ratio; readonly appliedDiscounts: readonly AppliedDiscount[] };

/** The discounts that apply to a billing period which begins on `start`. */
export function activeDiscounts(discounts: readonly Discount[], start: Day): readonly Discount[] {
  return discounts.every((discount) => isActive(discount, start))
    ? discounts
    : discounts.filter((discount) => isActive(discount, start));
}

/**
 * Takes discounts off the parts of one line (data model 5.4): in each part the percentages in array order, each of what
 * the former left; then the fixed ones of all parts, as far as the line has something left. Not rounded.
 */
export function applyDiscounts(parts: readonly Discountable[]): Discounted {
  const appliedDiscounts = new Map<string, AppliedDiscount>();
  const reduce = (discount: Discount, index: number, reduced: Ratio) => {
    const key = JSON.stringify([index, discount]);
    const former = appliedDiscounts.get(key)?.reduced ?? zeroRatio;
    appliedDiscounts.set(key, { ...discount, reduced: addRatios(former, reduced) });
  };

  let net = zeroRatio;
  for (const { gross, discounts } of parts) {
    let left = gross;
    for (const [index, discount] of discounts.entries()) {
      if (discount.type !== "PERCENTAGE") continue;
      const reduced = multiplyRatios(left, ratioFromDecimal(discount.amount));
      reduce(discount, index, reduced);
      left = subtractRatios(left, reduced);
    }
    net = addRatios(net, left);
  }
  for (const { share, discounts } of parts) {
    for (const [index, discount] of discounts.entries()) {
      if (discount.type !== "FIXED") continue;
      const wanted = multiplyRatios(ratioFromDecimal(discount.amount), share);
      const reduced = compareRatios(wanted, net) <= 0 ? wanted : maxRatio(net, zeroRatio);
      reduce(discount, index, reduced);
      net = subtractRatios(net, reduced);
    }
  }
  const isBelowZero = parts.some(({ gross }) => gross.numerator < 0n);
  return { net: isBelowZero ? net : maxRatio(net, zeroRatio), appliedDiscounts: [...appliedDiscounts.values()] };
}

/** True if a discount applies to a billing period that begins on a day. */
export function isActive({ start, end }: Discount, day: Day): boolean {
  return (start === null || start <= day) && (end === null || day < end);
}
