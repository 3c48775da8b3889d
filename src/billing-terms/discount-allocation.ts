import type { Issue } from "../kernel/errors.ts";
import { compare, formatMoney, isNegative, type Money, subtract, sum } from "../kernel/money.ts";
import type { DiscountShare } from "./allocation.ts";
import { fixedBilling } from "./group.ts";
import type { PerformanceObligation } from "./performance-obligation.ts";
import type { PricingContext } from "./price.ts";

/** A discount that belongs to some performance obligations of a contract, with what was stated for it and by whom. */
export type DiscountAllocation = DiscountShare & {
  readonly id: string;
  readonly contractId: string;
  readonly evidence: string;
  readonly actor: { readonly kind: "KEY" | "USER" | "SYSTEM"; readonly id: string };
  readonly createdAt: string;
};

/**
 * What keeps a discount from belonging to some performance obligations alone. The three conditions of ASC 606-10-32-37
 * are facts about other sales that nobody here can see: they are stated in the request. What can be calculated is: each
 * has a standalone selling price, some other performance obligation has none of the discount, and it is no more than
 * the contract gives as a whole.
 *
 * @param sharing performance obligations that share the contract's price
 * @param others  discounts that belong to some of them already
 */
export function checkDiscount(
  { discount, pobIds }: DiscountShare,
  sharing: readonly PerformanceObligation[],
  others: readonly DiscountShare[],
  context: PricingContext,
): Issue[] {
  const issues: Issue[] = [];
  const { currency } = context;
  const at = (path: string, code: string, message: string) => issues.push({ path, code, message });
  pobIds.forEach((id, index) => {
    const path = `/performanceObligationIds/${index}`;
    const pob = sharing.find((one) => one.id === id);
    if (pob === undefined)
      at(path, "POB_NOT_FOUND", "No performance obligation with a fixed price of the contract has this id.");
    else if (pob.standaloneSellingPrice === null)
      at(path, "CONFLICT", "The performance obligation has no standaloneSellingPrice; set it first.");
    else if (others.some((other) => other.pobIds.includes(id)))
      at(path, "CONFLICT", "A discount belongs to this performance obligation already.");
    if (pobIds.indexOf(id) < index) at(path, "DUPLICATE", "The performance obligation is named twice.");
  });
  if (issues.length > 0) return issues;
  if (pobIds.length === sharing.length) {
    at(
      "/performanceObligationIds",
      "CONFLICT",
      "A discount on all performance obligations needs no allocation of its own; leave some out.",
    );
  }
  const named = sharing.filter(({ id }) => pobIds.includes(id));
  const whole = sharedDiscount(sharing, others, context);
  if (isNegative(subtract(whole, discount))) {
    at(
      "/discount",
      "RANGE",
      `The contract gives ${formatMoney(whole)} off the standalone selling prices; the discount is no more.`,
    );
  } else if (compare(discount, sellingOf(named, currency)) >= 0) {
    at("/discount", "RANGE", "The discount is less than what its performance obligations sell for on their own.");
  }
  return issues;
}

/**
 * What a contract gives off the standalone selling prices beyond the discounts that belong to some performance
 * obligations alone: all of them share it. Below zero when the price rose since a discount was allocated, and is not
 * that much below any more.
 */
export function sharedDiscount(
  sharing: readonly PerformanceObligation[],
  discounts: readonly DiscountShare[],
  context: PricingContext,
): Money {
  const { currency } = context;
  const price = sum(
    sharing.flatMap((pob) => broughtBy(pob, context)),
    currency,
  );
  // A discount on a performance obligation that is gone is given no more.
  const isHeld = ({ pobIds }: DiscountShare) => pobIds.every((id) => sharing.some((one) => one.id === id));
  const given = sum(
    discounts.filter(isHeld).map(({ discount }) => discount),
    currency,
  );
  return subtract(subtract(sellingOf(sharing, currency), price), given);
}

/** The price that is stated of a performance obligation, or what the term that it follows bills (rules 7). */
function broughtBy(
  { transactionPrice, billingTerm, service }: PerformanceObligation,
  context: PricingContext,
): Money[] {
  if (billingTerm !== null) return [fixedBilling(billingTerm, service.end, context)];
  return transactionPrice === null ? [] : [transactionPrice];
}

function sellingOf(pobs: readonly PerformanceObligation[], currency: string): Money {
  return sum(
    pobs.flatMap(({ standaloneSellingPrice }) => standaloneSellingPrice ?? []),
    currency,
  );
}
