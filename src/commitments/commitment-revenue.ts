import { firstDayOf, lastDayOf, type Month, monthOf } from "../kernel/day.ts";
import { isZero, type Money } from "../kernel/money.ts";
import type { Period } from "../kernel/periods.ts";
import type { Ratio, Rounding } from "../kernel/ratio.ts";
import { type Draw, sumOf } from "./drawdown.ts";
import { cumulative, type MoneyRule } from "./rounding.ts";
import { prepaidAccount, type SettledPeriod } from "./settlement.ts";

export const commitmentRevenueKinds = ["USAGE", "OVERAGE", "TRUE_UP", "BREAKAGE", "STRAIGHT_LINE"] as const;
/** `BREAKAGE` is prepaid value that nobody used: it has an account of its own. `STRAIGHT_LINE` is spread over its days. */
export type CommitmentRevenueKind = (typeof commitmentRevenueKinds)[number];

/** What the days of a period earn, by kind; a sum of one month has that month's days of the commitment period. */
export type CommitmentRevenue = {
  readonly kind: CommitmentRevenueKind;
  readonly period: Period;
  readonly amount: Money;
};

/**
 * What a commitment period earns (data model 8.8, rules 7). Billing decides nothing here.
 *
 * - `RECOGNIZE_AS_CONSUMED`: rated usage and overage in the month of the usage; once the period is over, the true-up and the
 *   prepaid value that lapses, on its last day. No breakage is estimated before (ASC 606-10-55-46).
 * - `STRAIGHT_LINE`: the committed amount over the days of the period, of which usage inside it earns nothing more; overage
 *   as above. Such a commitment is trued up or prepaid in full, so the whole amount is billed.
 *
 * Late and deleted usage gives other amounts for the same days: a lapsed prepayment is drawn again. What that means for
 * closed months is for revenue to say. Months are rounded cumulatively: the sum is the rated, rounded once.
 */
export function commitmentRevenue({ commitment, settlement }: SettledPeriod, rounding: Rounding): CommitmentRevenue[] {
  const { period, bills, trueUp, isOver } = settlement;
  const draws = bills.flatMap((bill) => bill.draws);
  const byMonth = (kind: CommitmentRevenueKind, amountOf: (draw: Draw) => Ratio) =>
    monthly(draws, amountOf, { currency: commitment.currency, rounding }).map(
      ([month, amount]): CommitmentRevenue => ({ kind, period: daysOf(month, period), amount }),
    );
  const overage = byMonth("OVERAGE", (draw) => draw.overage.amount);
  if (commitment.pattern === "STRAIGHT_LINE") {
    return [
      { kind: "STRAIGHT_LINE", period: { start: period.start, end: period.end }, amount: settlement.committedAmount },
      ...overage,
    ];
  }
  const usage = byMonth("USAGE", ({ steps }) => sumOf(steps.map(({ amount }) => amount)));
  const lastDay = { start: period.end - 1, end: period.end };
  const atEnd: CommitmentRevenue[] = isOver
    ? [
        { kind: "TRUE_UP", period: lastDay, amount: trueUp },
        { kind: "BREAKAGE", period: lastDay, amount: prepaidAccount(settlement).lapsed },
      ]
    : [];
  return [...usage, ...overage, ...atEnd.filter(({ amount }) => !isZero(amount))];
}

function monthly(draws: readonly Draw[], amountOf: (draw: Draw) => Ratio, rule: MoneyRule): [Month, Money][] {
  const next = cumulative(rule);
  const byMonth = Map.groupBy(draws, ({ usage }) => monthOf(usage.period.start));
  return [...byMonth]
    .toSorted(([a], [b]) => a - b)
    .map(([month, ofMonth]): [Month, Money] => [month, next(sumOf(ofMonth.map(amountOf))).part])
    .filter(([, amount]) => !isZero(amount));
}

function daysOf(month: Month, { start, end }: Period): Period {
  return { start: Math.max(start, firstDayOf(month)), end: Math.min(end, lastDayOf(month) + 1) };
}
