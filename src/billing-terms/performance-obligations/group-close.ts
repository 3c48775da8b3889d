import { isNegative } from "../../kernel/money.ts";
import type { PricingContext } from "../charges/price.ts";
import { type EventTypeViolation, eventTypeViolations, type GroupMembers, groupBalance, roleOf } from "./group.ts";

/**
 * True if a group of an approved contract bills at least its stated prices (data model 6.6). Billing above them is earned by its residual (rules
 * 7); stated prices above the billing would earn revenue that nobody pays (ADR 0029).
 */
export function addsUp(members: GroupMembers, context: PricingContext): boolean {
  return !isNegative(groupBalance(members, context).difference);
}

/** Violations of the event type rules in a group of an approved contract (data model 6.3 H, U, C). */
export function uncoveredEventTypes({ terms, pobs }: GroupMembers): EventTypeViolation[] {
  return eventTypeViolations({ terms, pobs: pobs.filter((pob) => roleOf(pob) !== "RESIDUAL") });
}
