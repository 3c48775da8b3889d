import type { Issue } from "../../kernel/errors.ts";
import { compare, formatMoney, isNegative, type Money, subtract, sum } from "../../kernel/money.ts";
import type { PricingContext } from "../charges/price.ts";
import type { DiscountShare } from "./allocation.ts";
import { fixedBilling } from "./group.ts";
import type { PerformanceObligation } from "./performance-obligation.ts";

/** A discount that is allocated to some performance obligations of a contract, with its stated evidence. */
export type DiscountAllocation = DiscountShare & {
  readonly id: string;
  readonly contractId: string;
  readonly evidence: string;
  readonly actor: { readonly kind: "KEY" | "USER" | "SYSTEM"; readonly id: string };
  readonly createdAt: string;
};

/**
 * Why a discount cannot be allocated to some performance obligations only. The three conditions of ASC 606-10-32-37 are facts about other sales,
 * so the request must state them. Checked here: each obligation has a standalone selling price, at least one other obligation has no part of
 * the discount, and it does not exceed the discount of the whole contract.
 *
 * @param sharing performance obligations that share the price of the contract
 * @param others  discounts that are already allocated
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
      at(path, "CONFLICT", "Another discount is allocated to this performance obligation already.");
    if (pobIds.indexOf(id) < index) at(path, "DUPLICATE", "The performance obligation is named twice.");
  });
  if (issues.length > 0) return issues;
  if (pobIds.length === sharing.length) {
    at(
      "/performanceObligationIds",
      "CONFLICT",
      "A discount on all performance obligations needs no allocation; leave some out.",
    );
  }
  const named = sharing.filter(({ id }) => pobIds.includes(id));
  const whole = sharedDiscount(sharing, others, context);
  if (isNegative(subtract(whole, discount))) {
    at(
      "/discount",
      "RANGE",
      `The contract gives only ${formatMoney(whole)} off the standalone selling prices; the discount must not exceed it.`,
    );
  } else if (compare(discount, sellingOf(named, currency)) >= 0) {
    at(
      "/discount",
      "RANGE",
      "The discount must be less than the standalone selling prices of its performance obligations.",
    );
  }
  return issues;
}

/**
 * The discount of a contract on its standalone selling prices that is not allocated to some obligations: all obligations share it. Negative if
 * the price rose after a discount was allocated.
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
  // A discount of a deleted performance obligation no longer applies.
  const isHeld = ({ pobIds }: DiscountShare) => pobIds.every((id) => sharing.some((one) => one.id === id));
  const given = sum(
    discounts.filter(isHeld).map(({ discount }) => discount),
    currency,
  );
  return subtract(subtract(sellingOf(sharing, currency), price), given);
}

/** The stated price of a performance obligation, or the billing of the term that it follows (rules 7). */
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
