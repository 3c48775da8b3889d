import { type BillingTerm, kindOf } from "../../billing-terms/billing-term.ts";
import { billingPeriods } from "../../billing-terms/charges/charges.ts";
import { type ContractUsage, isCommitted } from "../../commitments/contract-usage.ts";
import type { Day } from "../../kernel/day.ts";
import type { Period } from "../../kernel/periods.ts";
import { compareRatios, type Ratio, ratio, subtractRatios } from "../../kernel/ratio.ts";
import { exactText } from "../../kernel/ratio-text.ts";
import { type DayOfUsage, quantitiesOf, quantityOf } from "../../usage/daily-usage.ts";

/** The quantity that invoices up to a day billed of one stream of a term's usage, for one period of service. */
export type UsageCounted = {
  readonly billingTermId: string;
  readonly start: Day;
  readonly end: Day;
  readonly differentiator: string | null;
  readonly invoiceSplitKey: string | null;
  readonly quantity: Ratio;
};

/** By how much the usage of a billed period exceeds what was billed of it, by stream; negative if usage was deleted. */
export type UnbilledUsage = {
  readonly eventTypeId: string;
  readonly period: Period;
  readonly differentiator: string | null;
  readonly invoiceSplitKey: string | null;
  readonly quantity: Ratio;
};

const nothing = ratio(0n, 1n);

/** Usage of billed periods that was recorded or deleted after they were billed. Only sums and counts can be told apart in this way. */
export function unbilledUsage(
  {
    usage,
    terms,
    counted,
  }: {
    readonly usage: ContractUsage;
    readonly terms: readonly BillingTerm[];
    readonly counted: readonly UsageCounted[];
  },
  days: readonly DayOfUsage[],
  asOf: Day,
): UnbilledUsage[] {
  return terms
    .filter((term) => kindOf(term) === "USAGE")
    .flatMap((term) => {
      const { id, eventTypeId } = term;
      const aggregation = usage.aggregations.get(eventTypeId ?? "");
      if (eventTypeId === null || (aggregation !== "SUM" && aggregation !== "COUNT")) return [];
      return ownPeriods(usage, term, asOf).flatMap((period): UnbilledUsage[] => {
        const billed = counted.filter(({ billingTermId, start }) => billingTermId === id && start === period.start);
        if (billed.length === 0) return [];
        const used = quantitiesOf(
          aggregation,
          period,
          days.filter((day) => day.eventTypeId === eventTypeId),
        );
        const streams = new Map([...used, ...billed].map((one) => [streamOf(one), one]));
        return [...streams].flatMap(([stream, { differentiator, invoiceSplitKey }]) => {
          const quantityIn = (all: typeof used | typeof billed) =>
            all.find((one) => streamOf(one) === stream)?.quantity ?? nothing;
          const quantity = subtractRatios(quantityIn(used), quantityIn(billed));
          const difference = compareRatios(quantity, nothing);
          // Events that are counted cannot be fewer than none.
          const isStated = difference > 0 || (difference < 0 && aggregation === "SUM");
          return isStated ? [{ eventTypeId, period, differentiator, invoiceSplitKey, quantity }] : [];
        });
      });
    });
}

/** The billing periods of a term that have begun by a day and whose usage is not priced by a commitment. */
export function ownPeriods(usage: ContractUsage, term: BillingTerm, asOf: Day): Period[] {
  const found: Period[] = [];
  for (const { covered } of billingPeriods(term)) {
    if (covered.start > asOf) break;
    if (!isCommitted(usage, term, covered)) found.push(covered);
  }
  return found;
}

/**
 * Divides daily totals into the usage that was billed and the rest. Added usage is taken from the last days of its period; deleted usage is
 * billed usage on such a day that a negative quantity cancels.
 */
export function dividedByBilling(
  days: readonly DayOfUsage[],
  unbilled: readonly UnbilledUsage[],
): { readonly billed: readonly DayOfUsage[]; readonly late: readonly DayOfUsage[] } {
  const billed = new Map(days.map((day) => [day, quantityOf(day)]));
  const late: DayOfUsage[] = [];
  for (const { eventTypeId, period, quantity, ...stream } of unbilled) {
    const own = days
      .filter(
        (day) =>
          day.eventTypeId === eventTypeId &&
          streamOf(day) === streamOf(stream) &&
          period.start <= day.day &&
          day.day < period.end,
      )
      .toSorted((a, b) => b.day - a.day);
    let rest = quantity;
    for (const day of own) {
      const has = billed.get(day) ?? nothing;
      const isDeleted = compareRatios(quantity, nothing) < 0;
      const part = isDeleted || compareRatios(has, rest) >= 0 ? rest : has;
      if (compareRatios(part, nothing) === 0) continue;
      late.push({ ...day, quantity: exactText(part) });
      billed.set(day, subtractRatios(has, part));
      rest = subtractRatios(rest, part);
    }
  }
  const before = [...billed].flatMap(([day, left]) =>
    compareRatios(left, nothing) === 0 && compareRatios(quantityOf(day), nothing) !== 0
      ? []
      : [{ ...day, quantity: exactText(left) }],
  );
  return { billed: before, late };
}

function streamOf({ differentiator, invoiceSplitKey }: Pick<DayOfUsage, "differentiator" | "invoiceSplitKey">): string {
  return JSON.stringify([differentiator, invoiceSplitKey]);
}
