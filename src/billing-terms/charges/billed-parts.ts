import type { Day } from "../../kernel/day.ts";
import type { Period } from "../../kernel/periods.ts";
import type { BillingTerm } from "../billing-term.ts";

/** Where an issued line of a billing period ends, by where it begins. */
export type IssuedEnds = ReadonlyMap<Day, Day>;

/**
 * Cuts a period into the parts that were, or will be, billed separately: where issued lines end, and where the term was invoiced through when it
 * was amended. Days after that were not invoiced then, and have the amended seats and price.
 *
 * @param stated ends of invoiced days when the term was amended, ascending
 */
export function billedParts(covered: Period, issued: IssuedEnds | undefined, stated: readonly Day[]): Period[] {
  const parts: Period[] = [];
  let { start } = covered;
  while (start < covered.end) {
    const end = Math.min(issued?.get(start) ?? stated.find((day) => day > start) ?? covered.end, covered.end);
    parts.push(start === covered.start && end === covered.end ? covered : { start, end });
    start = end;
  }
  return parts;
}

/** Through which days a term was invoiced when it was amended, exclusive, ascending. */
export function invoicedWhenAmended({ amendments, layers }: Pick<BillingTerm, "amendments" | "layers">): Day[] {
  const amended = [...amendments, ...layers.flatMap(({ amendment }) => amendment ?? [])];
  const days = new Set(amended.flatMap(({ invoicedThrough }) => invoicedThrough ?? []));
  return [...days].sort((a, b) => a - b);
}
