import { add, type Money, max, min, money, negate, subtract, zero } from "../kernel/money.ts";
import type { Period } from "../kernel/periods.ts";
import type { ConsumedAmount, UsageUnit } from "../revenue/consumption.ts";
import { carryCredit } from "../usage/waiting-credit.ts";

/** What an issued line billed for usage or a commitment, with the days that it is for; minor units, without tax. */
export type BilledForUsage = {
  readonly billingTermId: string;
  readonly scheduleId: string | null;
  readonly service: Period;
  readonly minor: bigint;
  /** Usage beyond what a commitment is worth. */
  readonly isOverage?: boolean;
};

/** What the usage of one obligation has earned. */
type ConsumedByObligation = {
  readonly performanceObligationId: string;
  readonly consumed: readonly ConsumedAmount[];
};

/** What a billing period of a term, or a period of a commitment, has earned and billed for itself; `id` of the obligation that has it. */
type UsagePeriod = {
  readonly id: string;
  readonly unit: UsageUnit;
  readonly isBeyondValue: boolean;
  readonly earned: Money;
  readonly billed: Money;
};

/** What of it waits to be billed; zero or more. */
type OpenPeriod = UsagePeriod & { readonly open: Money };

/**
 * What usage has earned beyond what is billed for it, by obligation (rules 8): for each billing period of a term, and each
 * period of a commitment as a whole, whose prepayments, usage and true-up belong together, whatever obligations earn it. Where its
 * value is earned evenly, what was billed for that is not for usage beyond it, so the two are not set off against each other.
 * Only time must pass until it is billed, so it is an unbilled receivable. Usage that is billed beyond its worth waits for
 * a credit and is never set off against other usage, nor is what is prepaid for another period; usage that is worth less than
 * nothing is taken off what the term bills next, as its lines are.
 */
export function unbilledUsage(
  obligations: readonly ConsumedByObligation[],
  billed: readonly BilledForUsage[],
  currency: string,
): Map<string, Money> {
  const parts = obligations.flatMap(({ performanceObligationId: id, consumed }) =>
    consumed.map((part) => ({ id, ...part })),
  );
  const periods = [...Map.groupBy(parts, periodKey).values()].flatMap((ofPeriod): UsagePeriod[] => {
    const [first] = ofPeriod;
    if (first === undefined) return [];
    const { id, unit, isBeyondValue = false } = first;
    const earned = ofPeriod.reduce((sum, { amount }) => add(sum, amount), zero(currency));
    const isFor = (line: BilledForUsage) => isForPeriod(line, unit) && isForValueOrBeyond(line, first);
    return [{ id, unit, isBeyondValue, earned, billed: billedOf(billed, isFor, currency) }];
  });
  const inOrder = periods.toSorted((a, b) => a.unit.period.start - b.unit.period.start);
  // A commitment bills its periods each for itself; of a term the credit of one waits for the next.
  const streams = Map.groupBy(inOrder, (one) =>
    one.unit.scheduleId === null ? one.unit.billingTermId : periodKey(one),
  );
  const open = [...streams.values()].flatMap((stream) => openPeriods(stream, currency));
  const unbilled = new Map<string, Money>();
  const trueUpKey = (one: OpenPeriod) => (one.isBeyondValue ? periodKey(one) : (one.unit.scheduleId ?? periodKey(one)));
  for (const [key, units] of Map.groupBy(open, trueUpKey)) {
    const isTruedUp = units.some(({ unit }) => unit.scheduleId === key);
    for (const one of isTruedUp ? lessBilledForAll(units, billed, currency) : units) {
      unbilled.set(one.id, add(unbilled.get(one.id) ?? zero(currency), one.open));
    }
  }
  return unbilled;
}

function openPeriods(stream: readonly UsagePeriod[], currency: string): OpenPeriod[] {
  const nothing = zero(currency);
  const worths = stream.map((one) => [{ worth: one.earned, credited: max(negate(one.billed), nothing) }]);
  const carried = carryCredit(worths, currency).flat();
  return stream.map((one, index) => ({
    ...one,
    open: max(subtract(carried[index]?.toBill ?? nothing, one.billed), nothing),
  }));
}

/** What a true-up for all periods of a schedule billed is for what they have open, the oldest first. */
function lessBilledForAll(
  periods: readonly OpenPeriod[],
  billed: readonly BilledForUsage[],
  currency: string,
): OpenPeriod[] {
  const [first] = periods;
  if (first === undefined) return [];
  let left = billedOf(billed, (line) => isForAll(line, first.unit), currency);
  return periods.map((one) => {
    const taken = min(one.open, left);
    left = subtract(left, taken);
    return { ...one, open: subtract(one.open, taken) };
  });
}

function billedOf(
  billed: readonly BilledForUsage[],
  isCounted: (line: BilledForUsage) => boolean,
  currency: string,
): Money {
  return money(
    billed.reduce((sum, line) => (isCounted(line) ? sum + line.minor : sum), 0n),
    currency,
  );
}

function periodKey({
  unit: { scheduleId, billingTermId, period },
  isBeyondValue = false,
}: {
  readonly unit: UsageUnit;
  readonly isBeyondValue?: boolean | undefined;
}): string {
  return `${scheduleId ?? billingTermId}/${period.start}${isBeyondValue ? "/beyond" : ""}`;
}

/** Of a commitment that is earned evenly overage is billed for usage beyond its value, and all else for the value. */
function isForValueOrBeyond(
  { isOverage = false }: BilledForUsage,
  { unit, isBeyondValue = false }: Pick<ConsumedAmount, "unit" | "isBeyondValue">,
): boolean {
  return unit.isEven !== true || isOverage === isBeyondValue;
}

function isForPeriod(line: BilledForUsage, unit: UsageUnit): boolean {
  const { scheduleId, billingTermId, period } = unit;
  const isSame =
    scheduleId === null
      ? line.scheduleId === null && line.billingTermId === billingTermId
      : line.scheduleId === scheduleId;
  const { start } = line.service;
  return isSame && start >= period.start && start < period.end && !isForAll(line, unit);
}

/** Is it the true-up of several periods at once? All else that a commitment bills is for one of them. */
function isForAll(line: BilledForUsage, { scheduleId, service, period }: UsageUnit): boolean {
  const isOne = isEqual(period, service);
  return scheduleId !== null && line.scheduleId === scheduleId && !isOne && isEqual(line.service, service);
}

function isEqual(a: Period, b: Period): boolean {
  return a.start === b.start && a.end === b.end;
}
