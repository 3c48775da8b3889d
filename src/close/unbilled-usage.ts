import type { Day } from "../kernel/day.ts";
import { add, type Money, max, money, negate, subtract, zero } from "../kernel/money.ts";
import type { ConsumedAmount, UsageUnit } from "../revenue/consumption.ts";
import { carryCredit } from "../usage/waiting-credit.ts";

/** What an issued line billed for usage or a commitment, by the first day that it is for; minor units, without tax. */
export type BilledForUsage = {
  readonly billingTermId: string;
  readonly scheduleId: string | null;
  readonly start: Day;
  readonly minor: bigint;
};

/** What the usage of one obligation has earned. */
type ConsumedByObligation = {
  readonly performanceObligationId: string;
  readonly consumed: readonly ConsumedAmount[];
};

/**
 * What usage has earned beyond what is billed for it, by obligation (rules 8): for each billing period of a term, and each
 * period of a commitment as a whole, whose prepayments, usage and true-up belong together, whatever obligations earn it.
 * Only time must pass until it is billed, so it is an unbilled receivable. Usage that is billed beyond its worth waits for
 * a credit and is never set off against other usage; usage that is worth less than nothing is taken off what the term bills next,
 * as its lines are.
 */
export function unbilledUsage(
  obligations: readonly ConsumedByObligation[],
  billed: readonly BilledForUsage[],
  currency: string,
): Map<string, Money> {
  const nothing = zero(currency);
  const parts = obligations.flatMap(({ performanceObligationId, consumed }) =>
    consumed.map((part) => ({ performanceObligationId, ...part })),
  );
  const units = [...Map.groupBy(parts, ({ unit }) => keyOf(unit)).values()].flatMap((ofUnit) => {
    const [first] = ofUnit;
    if (first === undefined) return [];
    const earned = ofUnit.reduce((sum, { amount }) => add(sum, amount), nothing);
    const minor = billed.reduce((sum, line) => (isFor(line, first.unit) ? sum + line.minor : sum), 0n);
    return [{ id: first.performanceObligationId, unit: first.unit, earned, billed: money(minor, currency) }];
  });
  const unbilled = new Map<string, Money>();
  // A commitment bills its periods each for itself; of a term the credit of one waits for the next.
  const streams = Map.groupBy(units, ({ unit }) => (unit.scheduleId === null ? unit.billingTermId : keyOf(unit)));
  for (const stream of streams.values()) {
    const inOrder = stream.toSorted((a, b) => a.unit.service.start - b.unit.service.start);
    const worths = inOrder.map((one) => [{ worth: one.earned, credited: max(negate(one.billed), nothing) }]);
    const carried = carryCredit(worths, currency).flat();
    for (const [index, one] of inOrder.entries()) {
      const open = max(subtract(carried[index]?.toBill ?? nothing, one.billed), nothing);
      unbilled.set(one.id, add(unbilled.get(one.id) ?? nothing, open));
    }
  }
  return unbilled;
}

function keyOf({ scheduleId, billingTermId, service }: UsageUnit): string {
  return `${scheduleId ?? billingTermId}/${service.start}`;
}

function isFor(line: BilledForUsage, { scheduleId, billingTermId, service }: UsageUnit): boolean {
  const isSame =
    scheduleId === null
      ? line.scheduleId === null && line.billingTermId === billingTermId
      : line.scheduleId === scheduleId;
  return isSame && line.start >= service.start && line.start < service.end;
}
