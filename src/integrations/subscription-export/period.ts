import { addMonths, civilDate, type Day } from "../../kernel/day.ts";
import type { Period } from "../../kernel/periods.ts";
import type { Subscription } from "./subscription.ts";

type Rule = Pick<Subscription, "interval" | "intervalFrequency" | "anchor">;

/** The period with an index, counted from the anchor; periods before the anchor have negative indexes. */
export function periodAt(rule: Rule, index: number): Period {
  return { start: startOf(rule, index), end: startOf(rule, index + 1) };
}

/** The index of the period that contains a day. */
export function indexOf(rule: Rule, day: Day): number {
  let index = Math.floor((day - rule.anchor) / (startOf(rule, 1) - rule.anchor));
  while (startOf(rule, index) > day) index -= 1;
  while (startOf(rule, index + 1) <= day) index += 1;
  return index;
}

/**
 * Whether counting from this period's first day gives the same periods as counting from the anchor. It does not if the period's month
 * lacks the anchor's day of the month, such as the 31st in June.
 */
export function keepsAnchor(rule: Rule, index: number): boolean {
  if (rule.interval !== "MONTH" && rule.interval !== "YEAR") return true;
  return civilDate(startOf(rule, index)).day === civilDate(rule.anchor).day;
}

function startOf({ interval, intervalFrequency, anchor }: Rule, index: number): Day {
  const count = index * intervalFrequency;
  if (interval === "DAY") return anchor + count;
  if (interval === "WEEK") return anchor + 7 * count;
  return addMonths(anchor, interval === "YEAR" ? 12 * count : count);
}
