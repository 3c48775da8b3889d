import { ratioFromDecimal } from "../kernel/decimal.ts";
import { add, formatMoney, type Money, roundToMoney, subtract, sum, zero } from "../kernel/money.ts";
import { type Ratio, reduceRatio, subtractRatios, sumRatios } from "../kernel/ratio.ts";
import { exactText, shownDecimal } from "../kernel/ratio-text.ts";
import { type ComputedPeriod, type PrepaidAccount, prepaidAccount } from "./period-computation.ts";
import { shareByRemainder } from "./rounding.ts";

/** Money with its digits, and units as decimals of at most twelve places. */
export type MeasuredText = { readonly amount: string; readonly units: string };

/** The figures of a commitment period as texts. Always consumed + remaining = committed, and consumed + overage = cumulative. */
export type PeriodFigures = {
  readonly committed: string;
  readonly consumed: string;
  readonly remaining: string;
  readonly cumulative: MeasuredText;
  readonly overage: string;
  readonly trueUp: string;
  readonly prepaid: Readonly<Record<keyof PrepaidAccount, string>>;
  readonly steps: readonly { stepId: string; committed: string; consumed: string; remaining: string }[];
  readonly eventTypes: readonly {
    readonly eventTypeId: string;
    readonly consumed: MeasuredText;
    readonly overages: MeasuredText;
    readonly cumulative: MeasuredText;
  }[];
};

/**
 * The figures of a computed period. Money is rounded as it is billed; the parts of event types and steps are rounded so that they sum to it.
 */
export function periodFigures(computed: ComputedPeriod): PeriodFigures {
  const { commitment, computation } = computed;
  const { committedAmount, usage, overage, trueUp } = computation;
  const isMoney = commitment.unitType === "CURRENCY";
  const account = prepaidAccount(computation);
  const usages = shareByRemainder(
    usage,
    computation.eventTypes.map(({ consumed }) => consumed.amount),
  );
  const overages = shareByRemainder(
    overage,
    computation.eventTypes.map((each) => each.overage.amount),
  );
  return {
    committed: isMoney ? formatMoney(committedAmount) : exactText(computation.committed),
    consumed: isMoney ? formatMoney(usage) : exactText(computation.consumed),
    remaining: isMoney ? formatMoney(subtract(committedAmount, usage)) : exactText(computation.remaining),
    cumulative: {
      amount: formatMoney(add(usage, overage)),
      units: exactText(sumRatios(computation.eventTypes.map(({ cumulative }) => cumulative.units))),
    },
    overage: formatMoney(overage),
    trueUp: formatMoney(trueUp),
    prepaid: {
      opening: formatMoney(account.opening),
      drawn: formatMoney(account.drawn),
      lapsed: formatMoney(account.lapsed),
      balance: formatMoney(account.balance),
    },
    steps: stepFigures(computed),
    eventTypes: computation.eventTypes.map((use, index) => {
      const [used, beyond] = [usages[index] ?? zero(usage.currency), overages[index] ?? zero(usage.currency)];
      // A unit that is split between two steps may have no finite decimal; the overage shown is the rest of the cumulative units.
      const consumedUnits = shownDecimal(use.consumed.units);
      return {
        eventTypeId: use.eventTypeId,
        consumed: { amount: formatMoney(used), units: consumedUnits },
        overages: {
          amount: formatMoney(beyond),
          units: exactText(reduceRatio(subtractRatios(use.cumulative.units, ratioFromDecimal(consumedUnits)))),
        },
        cumulative: { amount: formatMoney(add(used, beyond)), units: exactText(use.cumulative.units) },
      };
    }),
  };
}

function stepFigures({ commitment, schedule, computation }: ComputedPeriod): PeriodFigures["steps"] {
  const { usage, steps } = computation;
  const stepIds = schedule.steps.map(({ id }) => id);
  if (commitment.unitType === "UNITS") {
    return steps.map(({ committed, consumed, remaining }, index) => ({
      stepId: stepIds[index] ?? "",
      committed: exactText(committed),
      consumed: exactText(consumed),
      remaining: exactText(remaining),
    }));
  }
  const drawn = shareByRemainder(
    usage,
    steps.map(({ consumed }) => consumed),
  );
  return steps.map((step, index) => {
    const [value, used] = [
      roundToMoney(step.committed, usage.currency, "HALF_UP"),
      drawn[index] ?? zero(usage.currency),
    ];
    return {
      stepId: stepIds[index] ?? "",
      committed: formatMoney(value),
      consumed: formatMoney(used),
      remaining: formatMoney(subtract(value, used)),
    };
  });
}

/** Sums over commitment periods as texts; true-ups only of periods that are over. */
export type Totals = Readonly<
  Record<"committed" | "consumed" | "overages" | "trueUps" | "prepaid" | "prepaidLapsed", string>
>;

export function totalsOf(periods: readonly ComputedPeriod[], currency: string): Totals {
  const settlements = periods.map(({ computation }) => computation);
  const isMoney = periods[0]?.commitment.unitType !== "UNITS";
  const total = (amounts: readonly Money[]) => formatMoney(sum(amounts, currency));
  const units = (values: readonly Ratio[]) => exactText(sumRatios(values));
  return {
    committed: isMoney
      ? total(settlements.map(({ committedAmount }) => committedAmount))
      : units(settlements.map(({ committed }) => committed)),
    consumed: isMoney
      ? total(settlements.map(({ usage }) => usage))
      : units(settlements.map(({ consumed }) => consumed)),
    overages: total(settlements.map(({ overage }) => overage)),
    trueUps: total(settlements.filter(({ isOver }) => isOver).map(({ trueUp }) => trueUp)),
    prepaid: total(settlements.map(({ prepayment }) => prepayment)),
    prepaidLapsed: total(settlements.map((computation) => prepaidAccount(computation).lapsed)),
  };
}
