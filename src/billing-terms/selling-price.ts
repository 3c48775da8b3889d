import type { Product } from "../catalog/product.ts";
import type { Contract } from "../contracts/contract.ts";
import type { Day } from "../kernel/day.ts";
import type { Issue } from "../kernel/errors.ts";
import type { Money } from "../kernel/money.ts";
import { isAsBilledOrConsumed, roleOf } from "./group.ts";
import type { PerformanceObligation } from "./performance-obligation.ts";

/**
 * What a product sells for alone in the currency of a contract: at inception, and on its own day for what is added to an approved
 * contract (ADR 0016). Null where its price book says nothing.
 */
export function standaloneSellingPriceOf(
  { standaloneSellingPrices }: Pick<Product, "standaloneSellingPrices">,
  contract: Contract,
  today: Day,
): Money | null {
  const begins = contract.closeDate ?? contract.start ?? contract.termsStart ?? today;
  const inception = contract.status === "APPROVED" ? today : begins;
  const prices = standaloneSellingPrices.filter(
    ({ amount, validFrom }) => amount.currency === contract.currency && validFrom <= inception,
  );
  return prices.at(-1)?.amount ?? null;
}

/**
 * Does the obligation take part where the price of its contract is shared by standalone selling price (rules 7)? Every fixed one
 * does that is stated, or follows a term with an end.
 */
export function takesPartInAllocation(pob: PerformanceObligation): boolean {
  if (pob.considerationType !== "FIXED" || isAsBilledOrConsumed(pob.recognitionPattern)) return false;
  const role = roleOf(pob);
  return role === "STATED" || (role === "IMPLIED" && pob.service.end !== null);
}

/** A price that is shared by standalone selling price cannot be shared with what has none. */
export function missingSellingPrice(path: string): Issue {
  const message =
    "The contract's price is allocated by standalone selling price; send standaloneSellingPrice, or give the product one.";
  return { path: `${path}/standaloneSellingPrice`, code: "SSP_MISSING", message };
}
