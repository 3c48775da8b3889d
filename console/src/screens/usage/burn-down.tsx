import type { CommitmentForecast } from "@accord/client";
import { lazy, Suspense } from "react";
import { useApi } from "../../api/use-api.ts";
import { day } from "../../format/day.ts";
import { isZero } from "../../format/decimal.ts";
import { money, quantity } from "../../format/money.ts";
import { Facts } from "../../parts/facts.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Card, Section } from "../../parts/section.tsx";
import { useToday } from "../../shell/use-month.ts";
import classes from "./burn-down.module.css";

const Plot = lazy(() => import("./burn-down-plot.tsx"));

type Period = CommitmentForecast["periods"][number];

/** What is left of the period under way, day by day, and where it will end if usage goes on as it does. */
export function BurnDown({ commitmentId, isMoney }: { commitmentId: string; isMoney: boolean }) {
  const today = useToday();
  const forecast = useApi("forecastCommitment", { commitmentId });
  return (
    <Section title="Burn-down" note="What is left after the usage of each day, and what is expected if usage goes on.">
      <Card>
        <Loaded of={forecast}>
          {({ periods }) => {
            const period = periods.find(({ periodEnd }) => periodEnd >= today) ?? periods.at(-1);
            if (period === undefined) return <p className={classes.nothing}>No period is under way.</p>;
            return (
              <>
                <div className={classes.plot}>
                  <Suspense>
                    <Plot period={period} />
                  </Suspense>
                </div>
                <Expected period={period} isMoney={isMoney} />
              </>
            );
          }}
        </Loaded>
      </Card>
    </Section>
  );
}

function Expected({ period, isMoney }: { period: Period; isMoney: boolean }) {
  const amount = (text: string) => (isMoney ? money(text) : quantity(text));
  return (
    <Facts
      facts={[
        ["Expected to be used", amount(period.expectedConsumed)],
        ["Nothing is left", period.exhaustedBy === null ? "not before it ends" : `by ${day(period.exhaustedBy)}`],
        !isZero(period.expectedOverage) && ["Expected overage", money(period.expectedOverage)],
        !isZero(period.expectedTrueUp) && ["Expected true-up", money(period.expectedTrueUp)],
      ]}
    />
  );
}
