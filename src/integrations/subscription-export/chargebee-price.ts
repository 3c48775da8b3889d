import { canonicalDecimal } from "../../kernel/decimal.ts";
import type { ChargebeeItem, ChargebeeItemPrice, ChargebeeTier } from "./chargebee-records.ts";
import { inMajorUnits } from "./fields.ts";
import type { Body } from "./subscription.ts";

/** The price fields of a billing term for an item, or the reason why a billing term cannot express the price. */
export function pricingOf(
  item: ChargebeeItem,
  { pricing_model: model, is_metered: isMetered, tiers }: ChargebeeItemPrice,
  { own, digits }: { readonly own: readonly ChargebeeTier[]; readonly digits: number },
): Body | string {
  if (isMetered === true)
    return "it is metered: its usage is not in the export; create it with an event type, from the day after the opening";
  if ((item.free_quantity ?? 0) > 0) return "some of its units are free";
  const units = { billingType: "UNIT", quantity: String(item.quantity ?? 1) };
  if (model === "flat_fee" || model === "per_unit") {
    const amount = textOf(item.unit_price_in_decimal, item.unit_price, digits);
    if (amount === undefined) return "it has no unit price";
    const flat = { billingType: "FLAT", pricing: [{ tier: 0, amount, amountType: "TOTAL_INVOICE" }] };
    return model === "flat_fee" ? flat : { ...units, pricing: [{ tier: 0, amount, amountType: "PER_ITEM" }] };
  }
  // Tiers of the subscription itself override those of the catalog.
  const [first, ...more] = own.length > 0 ? own : (tiers ?? []);
  if (first === undefined) return "its tiers are not in the export";
  const amountType = model === "stairstep" ? "TOTAL_INVOICE" : "PER_ITEM";
  const pricing = [first, ...more].map(({ starting_unit: from, price, price_in_decimal: decimal }, tier) => ({
    ...{ tier, amount: textOf(decimal, price, digits) ?? "0", amountType },
    tierMinimum: String(Math.max(from - 1, 0)),
  }));
  // A single tier has no boundary: its price applies to every quantity.
  if (more.length === 0) return { ...units, pricingType: "SIMPLE", pricing };
  return { ...units, pricingType: model === "tiered" ? "TIERED" : "VOLUME", tierBoundary: "LOWER", pricing };
}

/** An amount in major units; a decimal is in major units already. */
function textOf(decimal: string | null | undefined, minor: number | null | undefined, digits: number) {
  if (decimal !== null && decimal !== undefined) return canonicalDecimal(decimal);
  return minor === null || minor === undefined ? undefined : inMajorUnits(String(minor), digits);
}
