import { Type } from "typebox";
import type { Day } from "../kernel/day.ts";
import { formatDay, parseDay } from "../kernel/day.ts";
import { invalidIssues } from "../kernel/errors.ts";
import { CivilDate, Closed, Named, Nullable, OneOf, Uuid } from "../platform/http/wire.ts";
import { type ForecastMethod, forecastMethods } from "./forecast.ts";
import type { Observation } from "./view-service.ts";

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
        expectedShortfall: Type.String({ description: "Value that nobody will have used or prepaid." }),
        expectedTrueUp: Type.String({ description: "What of it is billed." }),
        exhaustedBy: Nullable(CivilDate({ description: "End of the first billing period that leaves nothing." })),
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
    description: "FLAT (default): as the mean of the observed days. TREND: along their line.",
  },
  observedFrom: { format: "date", description: "First observed day; by default 90 days before today." },
  observedTo: { format: "date", description: "Last observed day, before today; by default yesterday." },
} as const;

const daysObserved = 90;
/** Ten years of days say as much as more of them. */
const mostObserved = 3_660;

/** @throws DomainError VALIDATION_FAILED for observed days that are not over, or in the wrong order */
export function observationFrom(query: Readonly<Record<string, string>>, today: Day): Observation {
  const last = parseDay(query.observedTo ?? "") ?? today - 1;
  const start = parseDay(query.observedFrom ?? "") ?? last + 1 - daysObserved;
  const range = (path: string, message: string) => invalidIssues([{ path, code: "RANGE", message }]);
  if (last >= today)
    throw range("/observedTo", `observedTo is before today, ${formatDay(today)}: that day is not over.`);
  if (start > last) throw range("/observedFrom", "observedFrom is on or before observedTo.");
  if (last - start >= mostObserved) throw range("/observedFrom", "Observe ten years at most.");
  return { method: (query.method ?? "FLAT") as ForecastMethod, observed: { start, end: last + 1 } };
}
