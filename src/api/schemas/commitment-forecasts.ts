import { type Static, Type } from "typebox";
import { lastDay } from "../../billing-terms/civil-date.ts";
import { type Commitment, valueText } from "../../commitments/commitment.ts";
import type { Observation } from "../../commitments/figures-service.ts";
import { type ForecastMethod, forecastMethods, type PeriodForecast } from "../../commitments/forecast.ts";
import { type Day, formatDay, parseDay } from "../../kernel/day.ts";
import { invalidIssues } from "../../kernel/errors.ts";
import { formatMoney } from "../../kernel/money.ts";
import { CivilDate, Closed, Named, Nullable, OneOf, Uuid } from "../../platform/http/wire.ts";

export const ForecastView = Named(
  "CommitmentForecast",
  Closed({
    commitmentId: Uuid(),
    method: OneOf(forecastMethods),
    observedFrom: CivilDate(),
    observedTo: CivilDate(),
    periods: Type.Array(
      Closed({
        scheduleId: Uuid(),
        periodStart: CivilDate(),
        periodEnd: CivilDate(),
        committed: Type.String({ description: "In the unit of the commitment, as consumed and remaining." }),
        consumed: Type.String({ description: "Through yesterday." }),
        expectedConsumed: Type.String({ description: "By the end of the period." }),
        expectedOverage: Type.String(),
        expectedShortfall: Type.String({ description: "Value that will be neither used nor prepaid." }),
        expectedTrueUp: Type.String({ description: "The part of it that is billed." }),
        exhaustedBy: Nullable(CivilDate({ description: "End of the billing period in which the value runs out." })),
        burnDown: Type.Array(Closed({ date: CivilDate(), consumed: Type.String(), remaining: Type.String() }), {
          description: "After the bills of each day.",
        }),
      }),
    ),
  }),
);

export const forecastQuery = {
  method: {
    values: forecastMethods,
    description: "FLAT (default): at the mean of the observed days. TREND: along their linear trend.",
  },
  observedFrom: { format: "date", description: "First observed day; by default 90 days before today." },
  observedTo: { format: "date", description: "Last observed day, before today; by default yesterday." },
} as const;

const daysObserved = 90;
/** More than ten years of days would not improve the forecast. */
const mostObserved = 3_660;

/** @throws DomainError VALIDATION_FAILED for observed days that are not over, or in the wrong order */
export function observationFrom(query: Readonly<Record<string, string>>, today: Day): Observation {
  const last = parseDay(query.observedTo ?? "") ?? today - 1;
  const start = parseDay(query.observedFrom ?? "") ?? last + 1 - daysObserved;
  const range = (path: string, message: string) => invalidIssues([{ path, code: "RANGE", message }]);
  if (last >= today)
    throw range("/observedTo", `observedTo must be before today, ${formatDay(today)}, which is not over.`);
  if (start > last) throw range("/observedFrom", "observedFrom must be on or before observedTo.");
  if (last - start >= mostObserved) throw range("/observedFrom", "Observe ten years at most.");
  return { method: (query.method ?? "FLAT") as ForecastMethod, observed: { start, end: last + 1 } };
}

export function viewOfForecast(
  commitment: Commitment,
  { method, observed }: Observation,
  periods: readonly PeriodForecast[],
): Static<typeof ForecastView> {
  return {
    commitmentId: commitment.id,
    method,
    observedFrom: formatDay(observed.start),
    observedTo: formatDay(observed.end - 1),
    periods: periods.map(({ period, burnDown, overage, shortfall, trueUp, exhaustedBy, ...expected }) => ({
      scheduleId: period.scheduleId,
      periodStart: formatDay(period.start),
      periodEnd: formatDay(period.end - 1),
      committed: valueText(commitment, expected.committed),
      consumed: valueText(commitment, expected.consumed),
      expectedConsumed: valueText(commitment, expected.expectedConsumed),
      expectedOverage: formatMoney(overage),
      expectedShortfall: formatMoney(shortfall),
      expectedTrueUp: formatMoney(trueUp),
      exhaustedBy: lastDay(exhaustedBy),
      burnDown: burnDown.map(({ end, consumed, remaining }) => ({
        date: formatDay(end - 1),
        consumed: valueText(commitment, consumed),
        remaining: valueText(commitment, remaining),
      })),
    })),
  };
}
