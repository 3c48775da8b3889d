import { assert } from "../kernel/assert.ts";
import type { Day } from "../kernel/day.ts";
import type { Money } from "../kernel/money.ts";
import type { Period } from "../kernel/periods.ts";
import {
  addRatios,
  maxRatio,
  multiplyRatios,
  type Ratio,
  ratio,
  reduceRatio,
  subtractRatios,
  sumRatios,
  zeroRatio,
} from "../kernel/ratio.ts";
import type { Commitment, DailyUsage, Schedule } from "./commitment.ts";
import { type CommitmentPeriod, commitmentPeriods } from "./commitment-periods.ts";
import { computePeriod, type PeriodContext } from "./period-computation.ts";

/** `FLAT`: the mean of the observed days on every day. `TREND`: the straight line that fits the observed days best (least squares). */
export const forecastMethods = ["FLAT", "TREND"] as const;
export type ForecastMethod = (typeof forecastMethods)[number];

/** Value consumed and remaining after the billing periods that end on a day, in the unit of the commitment. */
export type BurnDownPoint = { readonly end: Day; readonly consumed: Ratio; readonly remaining: Ratio };

export type PeriodForecast = {
  readonly period: CommitmentPeriod;
  readonly committed: Ratio;
  /** Consumed by recorded usage; `expectedConsumed` includes expected usage. */
  readonly consumed: Ratio;
  readonly expectedConsumed: Ratio;
  readonly burnDown: readonly BurnDownPoint[];
  /** The end of the billing period by which no value is expected to remain; null if value remains at the end. */
  readonly exhaustedBy: Day | null;
  readonly overage: Money;
  readonly shortfall: Money;
  readonly trueUp: Money;
};

/**
 * A forecast of burn-down and true-up to the end of a schedule, if usage continues as on the observed days. It is an estimate: nothing is billed or
 * recognized from it. Recorded and expected usage are drawn down together, by the same rules as real usage.
 *
 * @param facts    recorded usage; usage from `context.today` on is left out, because that day is not over
 * @param observed whole days before today; days without usage count as zero
 */
export function forecast(
  commitment: Commitment,
  schedule: Schedule,
  facts: readonly DailyUsage[],
  context: PeriodContext,
  { method, observed }: { readonly method: ForecastMethod; readonly observed: Period },
): PeriodForecast[] {
  assert(observed.start < observed.end && observed.end <= context.today, "observed days are over");
  const known = facts.filter(({ day }) => day < context.today);
  const from = Math.max(context.today, schedule.start);
  const expected = expectedUsage(known, { method, observed }, { start: from, end: schedule.end });
  return commitmentPeriods(schedule).map((period) => {
    const actual = computePeriod(commitment, schedule, period, known, context).computation;
    const { computation } = computePeriod(commitment, schedule, period, [...known, ...expected], context);
    const burnDown = computation.charges.map(({ end, consumedThrough }) => ({
      ...{
        end,
        consumed: consumedThrough,
        remaining: reduceRatio(subtractRatios(computation.committed, consumedThrough)),
      },
    }));
    return {
      period,
      committed: computation.committed,
      consumed: actual.consumed,
      expectedConsumed: computation.consumed,
      burnDown,
      exhaustedBy: burnDown.find(({ remaining }) => remaining.numerator === 0n)?.end ?? null,
      overage: computation.overage,
      shortfall: computation.shortfall,
      trueUp: computation.trueUp,
    };
  });
}

/** Expected usage for each day and each event type with usage on observed days; never negative. */
export function expectedUsage(
  known: readonly DailyUsage[],
  { method, observed }: { readonly method: ForecastMethod; readonly observed: Period },
  days: Period,
): DailyUsage[] {
  const inside = known.filter(({ day }) => day >= observed.start && day < observed.end);
  return [...Map.groupBy(inside, ({ eventTypeId }) => eventTypeId)].flatMap(([eventTypeId, own]) => {
    const quantityOn = method === "FLAT" ? flat(own, observed) : trend(own, observed);
    return Array.from({ length: Math.max(0, days.end - days.start) }, (_, index): DailyUsage => {
      const day = days.start + index;
      const quantity = maxRatio(quantityOn(day), zeroRatio);
      return { eventTypeId, day, quantity, differentiator: null, invoiceSplitKey: null };
    });
  });
}

function flat(own: readonly DailyUsage[], { start, end }: Period): (day: Day) => Ratio {
  const mean = reduceRatio(multiplyRatios(total(own), ratio(1, end - start)));
  return () => mean;
}

/** y = mean + slope × (day − middle): days are equally spaced, so the sums over them have closed forms. */
function trend(own: readonly DailyUsage[], { start, end }: Period): (day: Day) => Ratio {
  const count = end - start;
  const mean = multiplyRatios(total(own), ratio(1, count));
  if (count === 1) return () => mean;
  const fromMiddle = (day: Day) => ratio(2 * (day - start) - (count - 1), 2);
  const weighed = sumRatios(own.map(({ day, quantity }) => multiplyRatios(quantity, fromMiddle(day))));
  const spread = BigInt(count) * (BigInt(count) ** 2n - 1n);
  const slope = multiplyRatios(weighed, ratio(12n, spread));
  return (day) => reduceRatio(addRatios(mean, multiplyRatios(slope, fromMiddle(day))));
}

function total(own: readonly DailyUsage[]): Ratio {
  return sumRatios(own.map(({ quantity }) => quantity));
}
