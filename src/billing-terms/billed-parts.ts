import type { Day } from "../kernel/day.ts";
import type { Period } from "../kernel/periods.ts";
import type { BillingTerm } from "./billing-term.ts";

/** Where an issued line of a billing period ends, by where it begins. */
export type IssuedEnds = ReadonlyMap<Day, Day>;

/**
 * A period in the parts that were, and are still to be, billed by themselves: where issued lines end, and where the term was
 * invoiced through when it was amended. Days after that were not invoiced then, and have the seats and the price that were said.
 *
 * @param stated the days before which the term was invoiced, rising
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

/** The days before which a term was invoiced when it was amended, rising. */
export function invoicedWhenAmended({ amendments, layers }: Pick<BillingTerm, "amendments" | "layers">): Day[] {
  const said = [...amendments, ...layers.flatMap(({ amendment }) => amendment ?? [])];
  const days = new Set(said.flatMap(({ invoicedThrough }) => invoicedThrough ?? []));
  return [...days].sort((a, b) => a - b);
}
