import { canonicalDecimal } from "../../kernel/decimal.ts";
import { inMajorUnits } from "./fields.ts";
import type { StripeDiscount, StripePrice } from "./stripe-records.ts";
import type { Body } from "./subscription.ts";

/** The number of decimals of currencies for which Stripe uses another number than usual. For example, ariary are whole in Stripe. */
const otherDigits: ReadonlyMap<string, number> = new Map([
  ["ISK", 2],
  ["UGX", 2],
  ["MGA", 0],
]);

/** The number of decimals of Stripe's amounts in a currency. */
export function stripeDigits(currency: string, minorDigits: number): number {
  return otherDigits.get(currency) ?? minorDigits;
}

/** The price fields of a billing term for a quantity, or the reason why a billing term cannot express the price. */
export function pricingOf(price: StripePrice, quantity: number, digits: number): Body | string {
  const { billing_scheme: scheme, tiers_mode: mode, tiers, transform_quantity: packages } = price;
  const units = { billingType: "UNIT", quantity: String(quantity) };
  if (price.recurring?.usage_type === "metered")
    return "it is metered: its usage is not in the export; create it with an event type, from the day after the opening";
  if (packages !== null && packages !== undefined && packages.round !== "up") return "its packages are rounded down";
  if (scheme === "per_unit") {
    const amount = amountOf(price.unit_amount_decimal, price.unit_amount, digits);
    if (amount === undefined) return "it has no unit amount";
    const packed = { pricingType: "PACKAGE", packageSize: String(packages?.divide_by) };
    const kind = packages === null || packages === undefined ? { pricingType: "SIMPLE" } : packed;
    return { ...units, ...kind, pricing: [{ tier: 0, amount, amountType: "PER_ITEM" }] };
  }
  if (tiers === null || tiers === undefined) return "its tiers are not in the export; export the prices with them";
  const pricing: Body[] = [];
  let tierMinimum = "0";
  for (const [tier, each] of tiers.entries()) {
    const unit = amountOf(each.unit_amount_decimal, each.unit_amount, digits);
    const flat = amountOf(each.flat_amount_decimal, each.flat_amount, digits);
    if (isSome(unit) && isSome(flat)) return "a tier of it has a price per unit and a flat amount";
    const price = isSome(flat)
      ? { amount: flat, amountType: "TOTAL_INVOICE" }
      : { amount: unit ?? "0", amountType: "PER_ITEM" };
    pricing.push({ tier, ...price, tierMinimum });
    tierMinimum = String(each.up_to);
  }
  // A single tier has no boundary: its price applies to every quantity.
  if (pricing.length === 1) return { ...units, pricingType: "SIMPLE", pricing };
  return { ...units, pricingType: mode === "volume" ? "VOLUME" : "TIERED", tierBoundary: "LOWER", pricing };
}

/** The discount of a billing term for a permanent percentage discount, or the reason why a billing term cannot express it. */
export function discountOf(discount: StripeDiscount): Body | string {
  const coupon = typeof discount === "string" ? undefined : (discount.coupon ?? discount.source?.coupon);
  if (coupon === undefined || coupon === null || typeof coupon === "string")
    return "its discounts are not in the export; export the subscriptions with discounts and their coupons";
  const { id, percent_off: percent, duration } = coupon;
  if (duration !== "forever" || percent === undefined || percent === null)
    return `its discount ${id} ends by itself or is an amount`;
  return { type: "PERCENTAGE", amount: inMajorUnits(String(percent), 2), note: id };
}

function amountOf(decimal: string | null | undefined, whole: number | null | undefined, digits: number) {
  if (decimal !== null && decimal !== undefined) return inMajorUnits(canonicalDecimal(decimal), digits);
  return whole === null || whole === undefined ? undefined : inMajorUnits(String(whole), digits);
}

function isSome(amount: string | undefined): amount is string {
  return amount !== undefined && /[1-9]/.test(amount);
}
