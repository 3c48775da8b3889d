import type { CommitmentForecast } from "@accord/client";
import { dayAfter } from "../../format/day.ts";
import { subtract } from "../../format/decimal.ts";

type Period = CommitmentForecast["periods"][number];

/** The usage of a range of days, and the remaining value after it, in the unit of the commitment. */
export type Drawdown = {
  readonly from: string;
  /** Inclusive. */
  readonly to: string;
  readonly used: string;
  readonly left: string;
  /** True for a forecast at the present rate of usage. */
  readonly isExpected: boolean;
};

/**
 * How a commitment period is drawn down, a billing period after the other. The one under way is cut after the last day that was observed:
 * up to it is used, what comes after is expected.
 *
 * @param observedTo the last day whose usage counts
 */
export function drawdowns(period: Period, observedTo: string): Drawdown[] {
  const { periodStart, periodEnd, committed, consumed, burnDown } = period;
  const isUnderWay = periodStart <= observedTo && observedTo < periodEnd;
  const soFar = { date: observedTo, consumed, remaining: subtract(committed, consumed) };
  const past = burnDown.filter(({ date }) => date <= observedTo);
  const ahead = burnDown.filter(({ date }) => date > observedTo);
  const isCut = isUnderWay && past.at(-1)?.date !== observedTo;
  const points = [...past, ...(isCut ? [soFar] : []), ...ahead];
  return points.map(({ date, consumed: through, remaining }, at) => {
    const before = points[at - 1];
    return {
      from: before === undefined ? periodStart : dayAfter(before.date),
      to: date,
      used: subtract(through, before?.consumed ?? "0"),
      left: remaining,
      isExpected: date > observedTo,
    };
  });
}
