import { lastDayOf, month as monthName } from "../../format/day.ts";
import { isNegative, isZero, negate, percentChange, subtract } from "../../format/decimal.ts";
import { moneyWithCurrency } from "../../format/money.ts";
import { Figure, Figures } from "../../parts/figures.tsx";
import { paths } from "../../paths.ts";
import { useMonth, useToday } from "../../shell/use-month.ts";
import classes from "./home.module.css";
import { useOverview } from "./use-overview.ts";

type Amount = "billed" | "collected" | "recognized" | "deferred";

/** Billed, collected, recognized and deferred amounts of the month, beside those of the month before. */
export function MonthFigures() {
  const [month] = useMonth();
  const { data } = useOverview();
  const isClosed = data?.month.isClosed ?? false;
  // A month that is under way is not yet less than the one before.
  const isUnderWay = month >= useToday().slice(0, 7);
  const shown = (of: Amount) => data && moneyWithCurrency(data.month[of], data.currency);
  const change = (of: Amount) =>
    data && <Change before={data.monthBefore[of]} after={data.month[of]} month={data.monthBefore.month} />;
  const soFar = (of: "billed" | "collected") =>
    isUnderWay
      ? data &&
        `So far; ${monthName(data.monthBefore.month)}: ${moneyWithCurrency(data.monthBefore[of], data.currency)}`
      : change(of);
  return (
    <Figures label="The month">
      <Figure
        title="Billed, without tax"
        value={shown("billed")}
        note={soFar("billed")}
        href={paths.invoices({ from: `${month}-01`, to: lastDayOf(month) })}
      />
      <Figure
        title="Collected"
        value={shown("collected")}
        note={soFar("collected")}
        href={paths.report("account-activity", { month, role: "CASH" })}
      />
      <Figure
        title={isClosed ? "Recognized" : "Recognized and planned"}
        value={shown("recognized")}
        note={change("recognized")}
        href={paths.report("entries", { timeframe: month, currency: data?.currency })}
      />
      <Figure
        title="Deferred revenue"
        value={shown("deferred")}
        note={isClosed ? change("deferred") : "Contract liability; the month is not closed yet"}
        href={paths.report("contract-liability-roll-forward", { month, from: month, to: month })}
      />
    </Figures>
  );
}

function Change({ before, after, month }: { before: string; after: string; month: string }) {
  const difference = subtract(after, before);
  if (isZero(difference)) return <>As in {monthName(month)}</>;
  const percent = percentChange(before, after);
  const isDown = isNegative(difference);
  return (
    <span className={classes.change} data-way={isDown ? "down" : "up"}>
      {isDown ? "▼" : "▲"} {percent === undefined ? "from nothing" : `${isDown ? negate(percent) : percent} %`} against{" "}
      {monthName(month)}
    </span>
  );
}
