import { type Span, spanOf } from "../billing-terms/charges/explanation.ts";
import { formatMoney, type Money } from "../kernel/money.ts";
import type { Period } from "../kernel/periods.ts";
import type { Ratio, Rounding } from "../kernel/ratio.ts";
import { exactText } from "../kernel/ratio-text.ts";
import type { ComputedPeriod } from "./period-computation.ts";
import type { RatePart } from "./rates.ts";

/** Units at one price. Exact texts: decimals, or fractions such as "1000/3". */
export type ExplainedUnits = {
  readonly units: string;
  readonly unitPrice: string;
  readonly amount: string;
};

/** How the amount of a line of a commitment was calculated: a plain value, stored with the line. */
export type CommitmentExplanation = {
  readonly commitmentPeriod: Span;
  readonly service: Span;
  /** In the unit of the commitment; `prepaid` and `shortfall` are money. */
  readonly committed: string;
  readonly consumed: string;
  readonly remaining: string;
  readonly prepaid: string;
  readonly shortfall: string;
  readonly parts: readonly ExplainedUnits[];
  readonly exact: string;
  /** Cumulative amounts of the period before and through this invoice; the line has its part of the difference. */
  readonly through: { readonly before: string; readonly after: string } | null;
  readonly rounding: Rounding;
  readonly total: string;
  /** For a correction: the part of `total` billed before; null if none was. */
  readonly billed: string | null;
};

type Explained = {
  readonly service: Period;
  readonly parts: readonly RatePart[];
  readonly exact: Ratio;
  readonly through: { readonly before: Money; readonly after: Money } | null;
  readonly total: Money;
  readonly rounding: Rounding;
};

export function explainCommitment({ computation }: ComputedPeriod, line: Explained): CommitmentExplanation {
  const { period, committed, consumed, remaining, prepayment, shortfall } = computation;
  return {
    commitmentPeriod: spanOf(period),
    service: spanOf(line.service),
    committed: exactText(committed),
    consumed: exactText(consumed),
    remaining: exactText(remaining),
    prepaid: formatMoney(prepayment),
    shortfall: formatMoney(shortfall),
    parts: line.parts.map(({ units, price, amount }) => ({
      units: exactText(units),
      unitPrice: exactText(price),
      amount: exactText(amount),
    })),
    exact: exactText(line.exact),
    through:
      line.through === null
        ? null
        : { before: formatMoney(line.through.before), after: formatMoney(line.through.after) },
    rounding: line.rounding,
    total: formatMoney(line.total),
    billed: null,
  };
}
