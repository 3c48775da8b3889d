import { isNegative } from "../kernel/money.ts";
import { type EventTypeViolation, eventTypeViolations, type GroupMembers, groupBalance, roleOf } from "./group.ts";
import type { PricingContext } from "./price.ts";

/**
 * Does a group of an approved contract bill all that is stated for it (data model 6.6)? What its terms come to bill above
 * the stated prices is its residual (rules 7); prices that are stated above the billing earn what nobody pays (ADR 0029).
 */
export function addsUp(members: GroupMembers, context: PricingContext): boolean {
  return !isNegative(groupBalance(members, context).difference);
}

/** Event types out of step in a group of an approved contract (data model 6.3 H, U, C). */
export function uncoveredEventTypes({ terms, pobs }: GroupMembers): EventTypeViolation[] {
  return eventTypeViolations({ terms, pobs: pobs.filter((pob) => roleOf(pob) !== "RESIDUAL") });
}
