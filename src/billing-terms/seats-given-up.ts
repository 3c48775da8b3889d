import type { Day } from "../kernel/day.ts";
import type { AnchoredPeriod, Period } from "../kernel/periods.ts";
import { compareRatios, subtractRatios } from "../kernel/ratio.ts";
import { priceOn } from "./billing-term.ts";
import { billingPeriods } from "./charges.ts";
import type { SeatTerm } from "./seat-charges.ts";
import { restShare } from "./seat-proration.ts";
import { byMaking, type SeatAmendment, seatsOn, seatTimeline } from "./seats.ts";
import { cutSpan, layerDays, type Segment } from "./segment.ts";

/** Seats of a billing period that an amendment gave up after the period was invoiced; there is one segment at least. */
export type SeatsGivenUp = {
  readonly billingPeriod: AnchoredPeriod;
  /** The part of it that was invoiced. */
  readonly invoiced: Period;
  /** Days on which seats are fewer: `quantity` is the count that held until then, `previous` the lower one. */
  readonly segments: readonly Segment[];
};

/**
 * For each billing period that was invoiced when the amendment was made, the counts that held until then beside the new ones,
 * day by day, with the share of a full period's price by the amendment's own policy. An amendment made for earlier days changes
 * nothing from a count on that was set already; those made later are left out of account.
 *
 * @param term with the amendment among its own
 */
export function seatsGivenUp(term: SeatTerm, amendment: SeatAmendment): SeatsGivenUp[] {
  const through = amendment.invoicedThrough;
  if (through === null) return [];
  const madeByThen = term.amendments.filter((one) => byMaking(one, amendment) <= 0);
  const stepsOf = (amendments: readonly SeatAmendment[]) =>
    seatTimeline({ ...term, quantity: term.price.quantity, amendments });
  const before = stepsOf(madeByThen.filter(({ id }) => id !== amendment.id));
  const after = stepsOf(madeByThen);
  const days = [...layerDays(term), ...after.map(({ from }) => from)];

  const given: SeatsGivenUp[] = [];
  for (const billingPeriod of billingPeriods(term)) {
    const { covered } = billingPeriod;
    if (covered.start >= through) break;
    const invoiced = { start: covered.start, end: Math.min(covered.end, through) };
    const span = { start: Math.max(amendment.effectiveDate, covered.start), end: invoiced.end };
    if (span.start >= span.end) continue;
    const restFrom = (day: Day) => restShare(amendment.prorationPolicy, term, billingPeriod, invoiced, day);
    const segments = cutSpan(span, days).flatMap((cell): Segment[] => {
      const [quantity, previous] = [seatsOn(before, cell.start).billed, seatsOn(after, cell.start).billed];
      if (compareRatios(previous, quantity) >= 0) return [];
      const share = subtractRatios(restFrom(cell.start), restFrom(cell.end));
      return [{ ...cell, price: priceOn(term, cell.start), quantity, previous, share }];
    });
    if (segments.length > 0) given.push({ billingPeriod, invoiced, segments });
  }
  return given;
}
