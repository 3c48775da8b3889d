import { assert } from "../../kernel/assert.ts";
import type { Day } from "../../kernel/day.ts";
import { ratioFromDecimal } from "../../kernel/decimal.ts";
import type { Money } from "../../kernel/money.ts";
import { addRatios, divideRatios, oneRatio, type Ratio, subtractRatios, zeroRatio } from "../../kernel/ratio.ts";
import { type EarningSegment, type EarningStep, inSteps, onDay, type SegmentReason } from "../earning-segment.ts";
import type { Pob } from "../pob.ts";

/** Reported progress: percentages of completion, or weights of reached milestones (ASC 606-10-25-31). */
function stepsOf({ recognition }: Pick<Pob, "recognition">): EarningStep[] {
  if (recognition.pattern === "PERCENT_COMPLETE") {
    return recognition.progress.map(({ asOf, percentComplete }) => ({
      day: asOf,
      share: wholeOr(ratioFromDecimal(percentComplete)),
    }));
  }
  assert(recognition.pattern === "MILESTONE", "progress is reported");
  const weights = recognition.milestones.map(({ weight }) => ratioFromDecimal(weight));
  const whole = weights.reduce(addRatios, zeroRatio);
  if (whole.numerator === 0n) return [];
  const reached = recognition.milestones
    .flatMap(({ reachedDate }, index) =>
      reachedDate === null ? [] : [{ day: reachedDate, weight: weights[index] ?? zeroRatio }],
    )
    .sort((a, b) => a.day - b.day);
  let done = zeroRatio;
  return reached.map(({ day, weight }) => {
    done = addRatios(done, weight);
    return { day, share: wholeOr(divideRatios(done, whole)) };
  });
}

/** The share of an obligation that is complete before a day. */
export function progressBy(pob: Pick<Pob, "recognition">, day: Day): Ratio {
  return stepsOf(pob).findLast((step) => step.day < day)?.share ?? zeroRatio;
}

/** The price over reported progress. */
export function byProgress(pob: Pob, price: Money, reason: SegmentReason): EarningSegment[] {
  const segment = inSteps(price, stepsOf(pob), reason);
  return segment === null ? [] : [segment];
}

/** The rest of a price after a day, over the progress that remained then (ASC 606-10-25-13(a)). */
export function byProgressAfter(pob: Pob, left: Money, day: Day, reason: SegmentReason): EarningSegment[] {
  const done = progressBy(pob, day);
  const unfinished = subtractRatios(oneRatio, done);
  if (unfinished.numerator === 0n) return [onDay(left, day, reason)];
  const steps = stepsOf(pob)
    .filter((step) => step.day >= day)
    .map(({ day: on, share }) => ({ day: on, share: wholeOr(divideRatios(subtractRatios(share, done), unfinished)) }));
  const segment = inSteps(left, steps, reason);
  return segment === null ? [] : [segment];
}

function wholeOr(share: Ratio): Ratio {
  return share.numerator === share.denominator ? oneRatio : share;
}
