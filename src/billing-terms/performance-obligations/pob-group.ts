import type { Issue } from "../../kernel/errors.ts";
import { formatMoney, sum, zero } from "../../kernel/money.ts";
import type { PricingContext } from "../charges/price.ts";
import { allocateStatedPrices } from "./allocation.ts";
import {
  coveredTerms,
  earningAsBilled,
  eventTypeViolations,
  fixedStated,
  type GroupMembers,
  groupBalance,
  isBalanced,
  roleOf,
} from "./group.ts";
import type { PerformanceObligation } from "./performance-obligation.ts";

/**
 * The implied performance obligations that new ones replace: a stated price replaces those of fixed terms, a consumption obligation that of its
 * event type, and an as-billed obligation all of them.
 */
export function replacedBy({ pobs }: GroupMembers, created: readonly PerformanceObligation[]): PerformanceObligation[] {
  const patterns = new Set(created.map(({ recognitionPattern }) => recognitionPattern));
  const consumed = new Set(created.flatMap(({ eventTypeId }) => eventTypeId ?? []));
  const hasStated = fixedStated(created).length > 0;
  return pobs.filter((pob) => {
    if (roleOf(pob) !== "IMPLIED") return false;
    if (patterns.has("RECOGNIZE_AS_BILLED")) return true;
    return pob.eventTypeId === null ? hasStated : consumed.has(pob.eventTypeId);
  });
}

/**
 * Violations of the rules for a group as a whole (data model 6.3), with the path of the cause.
 */
export function checkGroup(
  members: GroupMembers,
  pathOf: (pobId: string) => string | undefined,
  isApproved: boolean,
): Issue[] {
  const issues: Issue[] = [];
  for (const { rule, ids } of eventTypeViolations(members)) {
    if (rule === "C") continue;
    const message =
      rule === "H"
        ? "No billing term of the group bills this event type."
        : "Another performance obligation of the group earns this event type already.";
    const path = ids.map(pathOf).findLast((place) => place !== undefined) ?? "";
    issues.push({ path: `${path}/eventTypeId`, code: "EVENT_TYPE_INVARIANT", message });
  }
  const asBilled = earningAsBilled(members.pobs);
  const [second] = asBilled.slice(1);
  if (second !== undefined) {
    const path = asBilled.map(({ id }) => pathOf(id)).findLast((place) => place !== undefined) ?? "";
    const message = "Another performance obligation of the group is recognized as billed already.";
    issues.push({ path: `${path}/recognitionPattern`, code: "CONFLICT", message });
  }
  const fixed = members.pobs.filter((pob) => ["STATED", "RESIDUAL"].includes(roleOf(pob)));
  const isEarned = asBilled.length > 0 || fixed.length > 0;
  if (isApproved && !isEarned && coveredTerms(members).length > 0) {
    const message = "The approved contract bills what it earned; save its replacement in the same request.";
    issues.push({ path: "/toDelete", code: "CONFLICT", message });
  }
  return issues;
}

/**
 * The stated prices of a group as shares of what it bills in fixed amounts, by standalone selling price (data model 6.1,
 * `allocate`), and an issue for every performance obligation that has none.
 */
export function allocatedInGroup(
  members: GroupMembers,
  context: PricingContext,
): { readonly prices: ReadonlyMap<string, PerformanceObligation["transactionPrice"]>; readonly issues: Issue[] } {
  const stated = fixedStated(members.pobs);
  const withoutPrice = stated.filter(({ standaloneSellingPrice }) => standaloneSellingPrice === null);
  if (withoutPrice.length > 0 || stated.length === 0) {
    const names = withoutPrice.map(({ name, id }) => name ?? id).join(", ");
    const message =
      stated.length === 0
        ? "The group has no performance obligation with a fixed price to allocate to."
        : `Prices are allocated by standaloneSellingPrice; set it for ${names}.`;
    return { prices: new Map(), issues: [{ path: "/allocate", code: "CONFLICT", message }] };
  }
  const { billed } = groupBalance(members, context);
  const nothing = zero(billed.currency);
  const pooled = stated.map((pob, index) => ({ ...pob, transactionPrice: index === 0 ? billed : nothing }));
  const shares = allocateStatedPrices(pooled, context.currency);
  const prices = new Map(stated.map(({ id }, index) => [id, shares[index] ?? nothing]));
  const issues = stated.flatMap(({ id, name, recognitionPattern, manualMonths }): Issue[] => {
    const listed = sum(
      manualMonths.map(({ total }) => total),
      context.currency,
    );
    if (recognitionPattern !== "CUSTOM" || listed.minor === prices.get(id)?.minor) return [];
    const message = `The months of ${name ?? id} do not add up to its allocated price; send them again.`;
    return [{ path: "/allocate", code: "CUSTOM_REVENUE_UNBALANCED", message }];
  });
  return { prices, issues };
}

export type GroupWarning = { readonly code: "GROUP_UNBALANCED" | "EVENT_TYPE_UNCOVERED"; readonly message: string };

/** Warnings about a group: allowed for now, but they block the approval of its contract. */
export function groupWarnings(members: GroupMembers, context: PricingContext): GroupWarning[] {
  const warnings: GroupWarning[] = [];
  const balance = groupBalance(members, context);
  if (!isBalanced(balance)) {
    const [billed, stated] = [formatMoney(balance.billed), formatMoney(balance.stated)];
    const message = `The group bills ${billed} in fixed amounts and its performance obligations come to ${stated}.`;
    warnings.push({ code: "GROUP_UNBALANCED", message });
  }
  for (const { rule, eventTypeId } of eventTypeViolations(members)) {
    if (rule !== "C") continue;
    const message = `Usage of event type ${eventTypeId} is billed and no performance obligation of the group earns it.`;
    warnings.push({ code: "EVENT_TYPE_UNCOVERED", message });
  }
  return warnings;
}
