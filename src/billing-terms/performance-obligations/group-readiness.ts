import type { BlockReason } from "../../contracts/block-reason.ts";
import { formatMoney, isNegative, negate } from "../../kernel/money.ts";
import type { PricingContext } from "../charges/price.ts";
import type { DiscountShare } from "./allocation.ts";
import { sharedDiscount } from "./discount-allocation.ts";
import { eventTypeViolations, type GroupMembers, groupBalance, isBalanced, roleOf } from "./group.ts";
import { takesPartInAllocation } from "./selling-price.ts";

/**
 * Why the groups of a contract block its approval (data model 3.5, 6.3, 6.6), each reason with the path of its record; empty if everything that
 * is billed is earned once.
 */
export function groupReasons(groups: ReadonlyMap<string, GroupMembers>, context: PricingContext): BlockReason[] {
  return [...groups].flatMap(([id, members]) => reasonsOf(`/billing-term-groups/${id}`, members, context));
}

function reasonsOf(path: string, members: GroupMembers, context: PricingContext): BlockReason[] {
  const pobs = members.pobs.filter((pob) => roleOf(pob) !== "RESIDUAL");
  const reasons: BlockReason[] = pobs.flatMap(({ id, service, recognitionPattern, eventTypeId, billingTerm }) => {
    const ofPob = `/performance-obligations/${id}`;
    const needsEnd =
      billingTerm === null && !["RECOGNIZE_AS_BILLED", "RECOGNIZE_AS_CONSUMED"].includes(recognitionPattern);
    const found: BlockReason[] = [];
    if (needsEnd && service.end === null) {
      const message = "The performance obligation has no last day of service; set serviceEndDate.";
      found.push({ code: "MISSING_SERVICE_DATES", message, path: `${ofPob}/serviceEndDate` });
    }
    if (recognitionPattern === "RECOGNIZE_AS_CONSUMED" && eventTypeId === null) {
      const message = "The performance obligation does not say which usage it earns; set eventTypeId.";
      found.push({ code: "MISSING_EVENT_TYPE", message, path: `${ofPob}/eventTypeId` });
    }
    return found;
  });
  if (pobs.length === 0) {
    const message = "The billing term group has no performance obligation; save one, or its revenue is never earned.";
    return members.terms.length === 0 ? [] : [{ code: "MISSING_POB", message, path }];
  }
  const balance = groupBalance(members, context);
  if (!isBalanced(balance)) {
    const [billed, stated] = [formatMoney(balance.billed), formatMoney(balance.stated)];
    const message = `The group bills ${billed} in fixed amounts and its performance obligations come to ${stated}; make them equal.`;
    reasons.push({ code: "TRANSACTION_PRICE_UNALLOCATED", message, path });
  }
  for (const { eventTypeId } of eventTypeViolations({ ...members, pobs })) {
    const message = `Usage of event type ${eventTypeId} must be earned by exactly one performance obligation; save one for it.`;
    reasons.push({ code: "EVENT_TYPE_UNCOVERED", message, path });
  }
  return reasons;
}

/**
 * Why the price of a contract cannot be allocated by standalone selling price: an obligation has none, or the discounts of some obligations exceed
 * the discount of the contract.
 */
export function allocationReasons(
  groups: ReadonlyMap<string, GroupMembers>,
  discounts: readonly DiscountShare[],
  context: PricingContext,
): BlockReason[] {
  const pobs = [...groups.values()].flatMap((members) => members.pobs.filter(takesPartInAllocation));
  const missing = pobs.filter(({ standaloneSellingPrice }) => standaloneSellingPrice === null);
  const shared = missing.length === 0 && discounts.length > 0 ? sharedDiscount(pobs, discounts, context) : undefined;
  if (shared !== undefined && isNegative(shared)) {
    const message = `The discount allocations exceed the contract's discount off standalone selling prices by ${formatMoney(negate(shared))}; delete one.`;
    return [{ code: "TRANSACTION_PRICE_UNALLOCATED", message, path: "/discount-allocations" }];
  }
  return missing.map(({ id }) => ({
    code: "SSP_MISSING",
    message:
      "Prices are allocated by standalone selling price and this performance obligation has none; set standaloneSellingPrice.",
    path: `/performance-obligations/${id}/standaloneSellingPrice`,
  }));
}
