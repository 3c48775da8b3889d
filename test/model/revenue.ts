import { type Day, daysIn, firstDay, type Month, month, shared } from "./calendar.ts";
import type { Pattern } from "./deal.ts";
import { cents, nothing, ofCents, over, plus, type Rational, ratio, sumOf, times } from "./rational.ts";

/** How much of a span has passed before a day, in months (each its days over the days of its month) or days. */
function passed(pattern: Pattern, start: Day, end: Day, before: Day): Rational {
  const until = Math.min(end, before);
  if (until <= start) return nothing;
  if (pattern !== "STRAIGHT_LINE") return ratio(until - start);
  let weight = nothing;
  for (let each = month(start); each <= month(until - 1); each++) {
    weight = plus(weight, ratio(shared(firstDay(each), firstDay(each + 1), start, until), daysIn(each)));
  }
  return weight;
}

/** The part of a span that has passed before a day. */
export function shareBefore(pattern: Pattern, start: Day, end: Day, before: Day): Rational {
  if (before >= end) return ratio(1);
  if (pattern === "POINT_IN_TIME") return nothing;
  return over(passed(pattern, start, end, before), passed(pattern, start, end, end));
}

/** A total in cents that is earned over days. */
export type Earned = { readonly total: bigint; readonly start: Day; readonly end: Day; readonly pattern: Pattern };

/** What is earned of a total by the end of a month, rounded as one amount: months are differences (rules 5). */
export function earnedThrough({ total, start, end, pattern }: Earned, through: Month): bigint {
  return cents(times(ofCents(total), shareBefore(pattern, start, end, firstDay(through + 1))));
}

/** What is earned of a price before a day, in cents. */
export type Plan = (before: Day) => bigint;

export const planOf = ({ total, start, end, pattern }: Earned): Plan => {
  return (before) => cents(times(ofCents(total), shareBefore(pattern, start, end, before)));
};

/** Parts of a price that are earned beside each other, each rounded by itself. */
export const together =
  (...plans: readonly Plan[]): Plan =>
  (before) =>
    sumOf(plans.map((plan) => plan(before)));

/** The plan after its end moved: what was earned by a day stays, and the rest of the new total is earned by the new end. */
export function endedAt(plan: Plan, from: Day, { total, end, pattern }: Omit<Earned, "start">): Plan {
  const start = Math.min(from, end);
  const kept = plan(start);
  const rest = start < end ? planOf({ total: total - kept, start, end, pattern }) : () => total - kept;
  return (before) => (before <= start && before < end ? plan(before) : kept + rest(before));
}
