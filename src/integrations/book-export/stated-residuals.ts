import type { PerformanceObligation } from "../../billing-terms/performance-obligations/performance-obligation.ts";
import { isZero, money, sum } from "../../kernel/money.ts";
import type { Rounding } from "../../kernel/ratio.ts";
import { type EarningSegment, earnedByMonth, monthsOf } from "../../revenue/earning-segment.ts";
import type { ContractSchedule } from "../../revenue/schedule.ts";

/**
 * The obligations of a contract as they are exported: a residual (ADR 0029) becomes a stated price. The books that load the contract count
 * everything as agreed from the beginning, and prices that are stated below what their group bills would block its approval. What the terms
 * bill more later is earned by a residual there.
 *
 * The stated obligation earns over the days of the residual, if those are the same for all that it earns: for seats that were added in July,
 * from July on. Otherwise it has a list of months. A residual that earns nothing is left as it is, and so is that of a term without an end,
 * whose price is not known.
 */
export function withStatedResiduals(
  pobs: readonly PerformanceObligation[],
  schedule: Pick<ContractSchedule, "pobs">,
  { currency, rounding }: { readonly currency: string; readonly rounding: Rounding },
): PerformanceObligation[] {
  return pobs.flatMap((pob) => {
    const { id, billingTerm } = pob;
    if (!pob.isResidual || billingTerm === null || pob.service.end === null) return [pob];
    // Credits lower the revenue of the stated obligation as they did that of the residual.
    const segments = (schedule.pobs.get(id)?.revenue.segments ?? []).filter(({ reason }) => reason.of !== "CREDIT");
    const earned = overTheSameDays(segments) ?? inMonths(segments, { currency, rounding });
    const transactionPrice = sum(
      earned.manualMonths.length > 0
        ? earned.manualMonths.map(({ total }) => total)
        : segments.map(({ amount }) => amount),
      currency,
    );
    if (isZero(transactionPrice)) return [pob];
    const stated: PerformanceObligation = {
      ...{ ...pob, ...earned, name: billingTerm.name, billingTerm: null, isResidual: false },
      ...{ transactionPrice, considerationType: "FIXED" },
    };
    // The residual there has an id of its own, and begins with nothing.
    return [{ ...pob, id: `residual beyond ${id}` }, stated];
  });
}

type Earned = Pick<PerformanceObligation, "recognitionPattern" | "manualMonths"> &
  Partial<Pick<PerformanceObligation, "service">>;

/** Undefined if segments differ in their days, or do not earn evenly to their end. */
function overTheSameDays(segments: readonly EarningSegment[]): Earned | undefined {
  const [first] = segments;
  if (first === undefined || first.curve.by === "STEPS") return undefined;
  const { days, curve } = first;
  const isAlike = (one: EarningSegment) =>
    one.until === null && one.curve.by === curve.by && one.days.start === days.start && one.days.end === days.end;
  if (!segments.every(isAlike)) return undefined;
  const recognitionPattern = curve.by === "DAYS" ? "STRAIGHT_LINE_DAILY" : "STRAIGHT_LINE";
  return { recognitionPattern, service: days, manualMonths: [] };
}

function inMonths(
  segments: readonly EarningSegment[],
  { currency, rounding }: { readonly currency: string; readonly rounding: Rounding },
): Earned {
  const months = segments.map(monthsOf);
  const range = {
    from: Math.min(...months.map(({ first }) => first)),
    to: Math.max(...months.map(({ last }) => last)),
  };
  const manualMonths = [...earnedByMonth(segments, range, rounding)]
    .filter(([, minor]) => minor !== 0n)
    .map(([month, minor]) => ({ month, total: money(minor, currency), isManual: true }))
    .toSorted((one, other) => one.month - other.month);
  return { recognitionPattern: "CUSTOM", manualMonths };
}
