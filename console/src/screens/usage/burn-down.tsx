import type { Commitment, CommitmentForecast } from "@accord/client";
import { Select } from "@mantine/core";
import { lazy, Suspense } from "react";
import { useApi } from "../../api/use-api.ts";
import { day, dayRange } from "../../format/day.ts";
import { isZero } from "../../format/decimal.ts";
import { money, quantity } from "../../format/money.ts";
import { Facts } from "../../parts/facts.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Card, Section } from "../../parts/section.tsx";
import { useToday } from "../../shell/use-month.ts";
import { useUrl } from "../../use-url.ts";
import classes from "./burn-down.module.css";
import { DrawdownTable } from "./drawdown-table.tsx";
import { drawdowns } from "./drawdowns.ts";
import { StepTable } from "./step-table.tsx";

const Plot = lazy(() => import("./burn-down-plot.tsx"));

type Period = CommitmentForecast["periods"][number];

/** The remaining value of a period after each invoice, with its usage, and a forecast of its end at the present rate. */
export function BurnDown({ commitment }: { commitment: Commitment }) {
  const { id, contractId, commitmentUnitType } = commitment;
  const isMoney = commitmentUnitType === "CURRENCY";
  const today = useToday();
  const [url, change] = useUrl();
  const forecast = useApi("forecastCommitment", { commitmentId: id });
  const periods = forecast.data?.periods ?? [];
  const chosen =
    periods.find(({ periodStart }) => periodStart === url.period) ??
    periods.find(({ periodEnd }) => periodEnd >= today) ??
    periods.at(-1);
  return (
    <Section
      title="Burn-down"
      note="What is left after the usage of each bill, and what is expected if usage goes on."
      aside={
        periods.length > 1 && (
          <Select
            size="xs"
            w={220}
            className="no-print"
            aria-label="Period"
            data={periods.map(({ periodStart, periodEnd }) => ({
              value: periodStart,
              label: dayRange(periodStart, periodEnd),
            }))}
            value={chosen?.periodStart ?? null}
            allowDeselect={false}
            onChange={(period) => change({ period: period ?? undefined })}
          />
        )
      }
    >
      <Loaded of={forecast}>
        {({ observedTo }) => {
          if (chosen === undefined) return <p className={classes.nothing}>No period is under way.</p>;
          const drawn = drawdowns(chosen, observedTo);
          const figures = commitment.periods.find(({ periodStart }) => periodStart === chosen.periodStart);
          return (
            <>
              <Card>
                <div className={classes.plot}>
                  <Suspense>
                    <Plot drawn={drawn} start={chosen.periodStart} committed={chosen.committed} />
                  </Suspense>
                </div>
                {chosen.periodEnd > observedTo && <Expected period={chosen} isMoney={isMoney} />}
              </Card>
              <DrawdownTable drawn={drawn} contractId={contractId} isMoney={isMoney} />
              {figures && figures.steps.length > 1 && (
                <StepTable steps={figures.steps} schedules={commitment.schedules} isMoney={isMoney} />
              )}
            </>
          );
        }}
      </Loaded>
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
