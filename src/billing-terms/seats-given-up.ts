import type { Day } from "../kernel/day.ts";
import type { AnchoredPeriod, Period } from "../kernel/periods.ts";
import { subtractRatios } from "../kernel/ratio.ts";
import { billingPeriods, seatSegments } from "./charges.ts";
import type { SeatTerm } from "./seat-charges.ts";
import { restShare } from "./seat-proration.ts";
import { byMaking, type SeatAmendment } from "./seats.ts";
import type { Segment } from "./segment.ts";

/** Seats of a billing period that an amendment gave up after they were billed; there is one segment at least. */
export type SeatsGivenUp = {
  readonly billingPeriod: AnchoredPeriod;
  /** The part of it that was invoiced. */
  readonly invoiced: Period;
  /** Days on which seats are fewer: those that were charged up to the count `quantity` are given up down to `previous`. */
  readonly segments: readonly Segment[];
};

/**
 * For each billing period that was invoiced when the amendment was made, the seats that it took of those billed, day by day, with
 * the share of a full period's price by its own policy. What it took of true-ups to come is not charged at all and not among them
 * (ADR 0025). An amendment made for earlier days changes nothing from a count on that was set already; those made later are left
 * out of account.
 *
 * @param term with the amendment among its own
 */
export function seatsGivenUp(term: SeatTerm, amendment: SeatAmendment): SeatsGivenUp[] {
  const through = amendment.invoicedThrough;
  if (through === null) return [];
  const amendments = term.amendments.filter((one) => byMaking(one, amendment) <= 0);
  const segmentsOf = seatSegments({ ...term, amendments });

  const given: SeatsGivenUp[] = [];
  for (const billingPeriod of billingPeriods(term)) {
    const { covered } = billingPeriod;
    if (covered.start >= through) break;
    const invoiced = { start: covered.start, end: Math.min(covered.end, through) };
    const restFrom = (day: Day) => restShare(amendment.prorationPolicy, term, billingPeriod, invoiced, day);
    const segments = segmentsOf(billingPeriod, invoiced)
      .givenBack.flatMap((each) => (each.amendment.id === amendment.id ? each.stretches : []))
      .map((stretch) => ({ ...stretch, share: subtractRatios(restFrom(stretch.start), restFrom(stretch.end)) }));
    if (segments.length > 0) given.push({ billingPeriod, invoiced, segments });
  }
  return given;
}
