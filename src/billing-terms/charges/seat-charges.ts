import type { AnchoredPeriod, Period } from "../../kernel/periods.ts";
import type { Ratio } from "../../kernel/ratio.ts";
import { type BillingTerm, isBilledInArrears, priceOn } from "../billing-term.ts";
import { byEffect, type SeatAmendment, type SeatConfig, type SeatStep, seatsOn, seatTimeline } from "../seats.ts";
import { applyAmendment, chargedByBase, type IsDearer, type SeatDays, trueUpsOf } from "./charged-seats.ts";
import { amendmentsOfPart, billedOn, seatsAsRecorded } from "./recorded-seats.ts";
import { dayWeight, restShareOfDays } from "./seat-proration.ts";
import { cutSpan, layerDays, merged, type PricedPeriod, pricedPeriodsOf, type Segment, shared } from "./segment.ts";

export type SeatTerm = BillingTerm & { readonly seatConfig: SeatConfig };

/** The seat segments of one billing period, or of a part of it that is billed separately. */
export type SeatSegments = {
  readonly base: readonly Segment[];
  /** In the order in which the amendments were recorded; without those that add nothing. */
  readonly trueUps: readonly { readonly amendment: SeatAmendment; readonly segments: readonly Segment[] }[];
  /** Billed seats that amendments removed, in the order in which they were recorded; each day from `quantity` down. */
  readonly seatsCredited: readonly {
    readonly amendment: SeatAmendment;
    readonly pricedPeriods: readonly PricedPeriod[];
  }[];
};

/**
 * The seats of a term period by period (data model 7.2, rules 6).
 *
 * ```
 *              1 Jan       10 Jan      20 Jan     31 Jan
 *  seats       10          13          8                    recorded before January is invoiced
 *
 *  In advance
 *  base        |── 10 ─────────────────────────────|        the count of the first day
 *  true-up                 |──  3 ─────────────────|        the decrease to 8 is billed from February on
 *
 *  In arrears
 *  base        |── 10 ─────|── 13 ─────|──  8 ─────|        the count of each day, weighed by days
 *
 *  Recorded after January is invoiced: 15 from 20 Jan
 *  true-up                             |──  2 ─────|        in advance: above the 13 that are charged already
 *  true-up                             |──  7 ─────|        in arrears: above the 8 of those days
 * ```
 *
 * What was recorded before a period is invoiced makes its base. What is recorded later (`invoicedThrough` reaches into the
 * period) is a true-up, one for each amendment and period, in the order in which they were recorded (`recorded-seats.ts`), so
 * that no amendment changes what an earlier one charges. In advance an increase inside a period is a true-up in any case.
 *
 * A change between billing in advance and in arrears takes effect with the first period that is not invoiced.
 *
 * A true-up charges seats above the highest count charged so far, for the days that remain. So an increase after a decrease
 * costs nothing up to the former count, unless the decrease was recorded later and `creditOnDecrease` credits it
 * (`charged-seats.ts`, ADR 0025).
 */
export function seatCalculator(
  term: SeatTerm,
): (period: AnchoredPeriod, part: Period, isDearer: IsDearer) => SeatSegments {
  const { quantity } = priceOn(term, term.start);
  const inOrder = term.amendments.toSorted(byEffect);
  const allSteps = seatTimeline({ ...term, quantity, amendments: inOrder });

  return (period, part, isDearer) => {
    const isInArrears = isBilledInArrears(term, period.covered.start);
    const amendments = amendmentsOfPart(inOrder, part, isInArrears);
    const { inTime, inside, later } = amendments;
    const stepsInTime = later.length === 0 ? allSteps : seatTimeline({ ...term, quantity, amendments: inTime });
    const base = isInArrears
      ? weighed(term, period, part, countsByDay(term, part, stepsInTime))
      : countOfFirstDay(term, period, part, stepsInTime);
    if (later.length === 0 && inside.length === 0) return { base, trueUps: [], seatsCredited: [] };

    const cuts = [...inTime, ...later].map(({ effectiveDate }) => effectiveDate);
    const periods = cutSpan(part, [...layerDays(term), ...cuts]);
    const starts = periods.map(({ start }) => start);
    const counts = billedOn(stepsInTime, starts);
    const seatDays = periods.map((days, index): SeatDays => {
      const billed = counts[isInArrears ? index : 0] as Ratio;
      return chargedByBase(days, priceOn(term, days.start), billed);
    });
    const rule = { isInArrears, creditOnDecrease: term.seatConfig.creditOnDecrease };
    const recorded = seatsAsRecorded(amendments, stepsInTime, rule, { ...term, quantity }, starts);
    const seatsCredited = recorded.map((seats) => {
      return { amendment: seats.amendment, pricedPeriods: applyAmendment(seatDays, seats, isDearer) };
    });

    // Only now: a later amendment may have removed seats from a true-up that is still to be issued.
    const charged = trueUpsOf(seatDays);
    const trueUps = recorded.flatMap(({ amendment }) => {
      const pricedPeriods = charged.get(amendment) ?? [];
      if (pricedPeriods.length === 0) return [];
      const segments = isInArrears
        ? weighed(term, period, part, pricedPeriods)
        : restOf(term, amendment, period, part, pricedPeriods);
      return [{ amendment, segments }];
    });
    return { base, trueUps, seatsCredited };
  };
}

/** The base in advance: the count of the first day, for all days. */
function countOfFirstDay(term: SeatTerm, period: AnchoredPeriod, part: Period, steps: readonly SeatStep[]): Segment[] {
  const pricedPeriods = pricedPeriodsOf(term, part, () => seatsOn(steps, part.start).billed);
  return shared(pricedPeriods, period, term.prorationPolicy);
}

/** The base in arrears: the count of each day. */
function countsByDay(term: SeatTerm, part: Period, steps: readonly SeatStep[]): PricedPeriod[] {
  const periods = cutSpan(part, [...layerDays(term), ...steps.map(({ from }) => from)]);
  return merged(
    periods.map((days) => {
      const { billed } = seatsOn(steps, days.start);
      return { ...days, price: priceOn(term, days.start), quantity: billed, previous: null };
    }),
  );
}

function weighed(term: SeatTerm, period: AnchoredPeriod, part: Period, days: readonly PricedPeriod[]): Segment[] {
  return days.map((each) => ({ ...each, share: dayWeight(term.prorationPolicy, period, part, each) }));
}

/** In advance a true-up owes of its days what seats added on their first day owe of the rest of the period. */
function restOf(
  term: SeatTerm,
  { prorationPolicy }: SeatAmendment,
  period: AnchoredPeriod,
  part: Period,
  days: readonly PricedPeriod[],
): Segment[] {
  return days.map((each) => ({ ...each, share: restShareOfDays(prorationPolicy, term, period, part, each) }));
}
