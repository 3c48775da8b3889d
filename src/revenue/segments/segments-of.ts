import type { PricingContext } from "../../billing-terms/charges/price.ts";
import { assert, unreachable } from "../../kernel/assert.ts";
import type { Day } from "../../kernel/day.ts";
import { type Money, subtract, sumAmounts } from "../../kernel/money.ts";
import type { EarningSegment, SegmentReason } from "../earning-segment.ts";
import type { Pob } from "../pob.ts";
import type { PricedAmount } from "../term-price.ts";
import { byListedMonths } from "./custom.ts";
import { withManualMonths } from "./manual.ts";
import { byProgress, byProgressAfter } from "./measured.ts";
import { leftAfter, overTime } from "./over-time.ts";
import { atPointInTime } from "./point-in-time.ts";

/** What an obligation earned before a prospective modification, and the segments that ended with it. */
export type Earlier = {
  readonly day: Day;
  readonly segments: readonly EarningSegment[];
  readonly earned: Money;
  readonly reason: SegmentReason;
  /** What it ended, where months are set manually: credits change what these had earned. */
  readonly of?: { readonly pob: Pob; readonly amounts: readonly PricedAmount[]; readonly earlier: Earlier | null };
};

/**
 * The segments of an obligation with a price, by its pattern: those that the last prospective modification ended, and the rest of the price
 * from that day on.
 *
 * @param amounts parts that sum to the price
 */
export function segmentsOf(
  pob: Pob,
  amounts: readonly PricedAmount[],
  earlier: Earlier | null,
  { currency }: Pick<PricingContext, "currency">,
): EarningSegment[] {
  const { recognition, service } = pob;
  const price = sumAmounts(amounts, currency);
  if ("manual" in recognition && recognition.manual.length > 0) {
    assert(service.end !== null, "manual months are of a service with an end");
    return withManualMonths(amounts, recognition, { start: service.start, end: service.end }, earlier);
  }
  switch (recognition.pattern) {
    case "STRAIGHT_LINE":
    case "STRAIGHT_LINE_DAILY":
      return earlier === null
        ? overTime(pob, amounts)
        : [...earlier.segments, ...overTime(pob, leftAfter(amounts, earlier))];
    case "POINT_IN_TIME":
      return atPointInTime(pob, recognition.date, amounts);
    case "PERCENT_COMPLETE":
    case "MILESTONE": {
      const reason = amounts[0]?.reason ?? { of: "INCEPTION" };
      if (earlier === null) return byProgress(pob, price, reason);
      const left = subtract(price, earlier.earned);
      return [...earlier.segments, ...byProgressAfter(pob, left, earlier.day, earlier.reason)];
    }
    case "CUSTOM":
      return byListedMonths(price, recognition.months);
    case "RECOGNIZE_AS_BILLED":
    case "RECOGNIZE_AS_CONSUMED":
      return [];
    default:
      return unreachable(recognition);
  }
}
