import { equals, subtract, sum, zero } from "../kernel/money.ts";
import {
  coveredTerms,
  type EventTypeViolation,
  eventTypeViolations,
  fixedBilling,
  fixedStated,
  type GroupBalance,
  type GroupMembers,
  groupBalance,
  isLeftToAsBilled,
  roleOf,
  serviceEnd,
} from "./group.ts";
import type { PricingContext } from "./price.ts";

/**
 * Fixed billing against fixed revenue of a group of an approved contract (data model 6.6). What a term comes to bill above
 * the stated prices is earned by the residual (rules 7), so billed here is what was taken of each term at approval or
 * since: together they must still be the stated prices (ADR 0024).
 */
function approvedBalance(members: GroupMembers, context: PricingContext): GroupBalance {
  const { currency } = context;
  const residuals = members.pobs.filter((pob) => roleOf(pob) === "RESIDUAL" && !isLeftToAsBilled(pob));
  if (residuals.length === 0) return groupBalance(members, context);
  const pobs = fixedStated(members.pobs);
  const stated = sum(
    pobs.map(({ transactionPrice }) => transactionPrice ?? zero(currency)),
    currency,
  );
  const taken = residuals.map(({ transactionPrice }) => transactionPrice ?? zero(currency));
  const others = coveredTerms(members).filter(({ id }) => !residuals.some(({ billingTerm }) => billingTerm?.id === id));
  const untaken = others.map((term) => fixedBilling(term, serviceEnd(pobs), context));
  const billed = sum([...taken, ...untaken], currency);
  return { billed, stated, difference: subtract(billed, stated) };
}

/** Whether nothing that the group bills is earned twice or never. */
export function addsUp(members: GroupMembers, context: PricingContext): boolean {
  const { billed, stated } = approvedBalance(members, context);
  return equals(billed, stated);
}

/** Event types out of step in a group of an approved contract (data model 6.3 H, U, C). */
export function uncoveredEventTypes({ terms, pobs }: GroupMembers): EventTypeViolation[] {
  return eventTypeViolations({ terms, pobs: pobs.filter((pob) => roleOf(pob) !== "RESIDUAL") });
}
