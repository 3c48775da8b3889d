import type { Day } from "../../kernel/day.ts";
import type { AnchoredPeriod, Period } from "../../kernel/periods.ts";
import { byMaking, type SeatAmendment } from "../seats.ts";
import { billingPeriods, seatSegments } from "./charges.ts";
import type { SeatTerm } from "./seat-charges.ts";
import { restShareOfDays } from "./seat-proration.ts";
import { isSame, type PricedPeriod, type Segment } from "./segment.ts";

/** Seats of a billing period that an amendment removed after they were billed; at least one segment. */
export type CreditedSeats = {
  readonly billingPeriod: AnchoredPeriod;
  /** The part of it that was invoiced. */
  readonly invoiced: Period;
  /**
   * Days on which seats are fewer: those that were charged up to the count `quantity` are removed down to `previous`.
   */
  readonly segments: readonly Segment[];
};

/**
 * By amendment and billing period that was invoiced when it was made: the billed seats that it removed, day by day, with the share of a full
 * period's price by its own policy. Seats of true-ups that were not issued are not included: they are not charged at all (ADR 0025). Later
 * amendments are not considered. Amendments that removed nothing are absent.
 */
export function creditedSeatsOf(term: SeatTerm): Map<string, CreditedSeats[]> {
  const inOrder = term.amendments.toSorted(byMaking);
  const furthest = Math.max(...inOrder.map(({ invoicedThrough }) => invoicedThrough ?? Number.NEGATIVE_INFINITY));

  const given = new Map<string, CreditedSeats[]>();
  for (const billingPeriod of billingPeriods(term)) {
    const { covered } = billingPeriod;
    if (covered.start >= furthest) break;
    for (const { amendments, own } of calculations(inOrder, covered.start)) {
      const { seatsCredited } = seatSegments({ ...term, amendments })(billingPeriod, covered);
      for (const { amendment, pricedPeriods } of seatsCredited) {
        const through = own.get(amendment);
        if (through === undefined) continue;
        const invoiced = { start: covered.start, end: Math.min(covered.end, through) };
        const segments = daysMerged(before(invoiced.end, pricedPeriods)).map((pricedPeriod) => ({
          ...pricedPeriod,
          share: restShareOfDays(amendment.prorationPolicy, term, billingPeriod, invoiced, pricedPeriod),
        }));
        if (segments.length === 0) continue;
        const ofAmendment = given.get(amendment.id) ?? [];
        ofAmendment.push({ billingPeriod, invoiced, segments });
        given.set(amendment.id, ofAmendment);
      }
    }
  }
  return given;
}

type SeatCalculation = {
  readonly amendments: readonly SeatAmendment[];
  /** Those that it is made for, each with the day through which the term was invoiced. */
  readonly own: ReadonlyMap<SeatAmendment, Day>;
};

/**
 * The calculations that a period needs. Amendments made after it was invoiced apply in the order in which they were made, so one calculation
 * covers all of them. If an invoice was voided in between, an amendment was in time again and applies first: those made after it need another
 * calculation.
 *
 * @param inOrder in the order they were made
 */
function calculations(inOrder: readonly SeatAmendment[], periodStart: Day): SeatCalculation[] {
  const found: SeatCalculation[] = [];
  let own = new Map<SeatAmendment, Day>();
  for (const [index, amendment] of inOrder.entries()) {
    const { invoicedThrough: through } = amendment;
    if (through === null || through <= periodStart) continue;
    own.set(amendment, through);
    const next = inOrder[index + 1];
    const isNextAlike = next !== undefined && next.invoicedThrough !== null && next.invoicedThrough > periodStart;
    if (isNextAlike) continue;
    found.push({ amendments: inOrder.slice(0, index + 1), own });
    own = new Map();
  }
  return found;
}

function before(end: Day, pricedPeriods: readonly PricedPeriod[]): PricedPeriod[] {
  return pricedPeriods.flatMap((each) => (each.start < end ? [{ ...each, end: Math.min(each.end, end) }] : []));
}

/**
 * Merges adjoining days on which the same seats are removed.
 */
function daysMerged(pricedPeriods: readonly PricedPeriod[]): PricedPeriod[] {
  const merged: PricedPeriod[][] = [];
  for (const sameDays of Map.groupBy(pricedPeriods, ({ start }) => start).values()) {
    const last = merged.at(-1);
    const isAlike =
      last?.[0]?.end === sameDays[0]?.start &&
      last?.length === sameDays.length &&
      last.every((each, i) => isSame(each, sameDays[i] as PricedPeriod));
    if (isAlike)
      merged[merged.length - 1] = last.map((each, i) => ({ ...each, end: (sameDays[i] as PricedPeriod).end }));
    else merged.push(sameDays);
  }
  return merged.flat();
}
