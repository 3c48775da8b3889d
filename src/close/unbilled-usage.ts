import { add, type Money, max, min, money, negate, subtract, zero } from "../kernel/money.ts";
import type { Period } from "../kernel/periods.ts";
import type { ConsumedAmount, UsageUnit } from "../revenue/consumption.ts";
import { carryCredit } from "../usage/carried-credit.ts";

/** An issued line of usage or a commitment; minor units, without tax. */
export type BilledForUsage = {
  readonly billingTermId: string;
  readonly scheduleId: string | null;
  readonly service: Period;
  readonly minor: bigint;
  /** Usage beyond the value of a commitment. */
  readonly isOverage?: boolean;
};

/** Usage revenue of one obligation. */
type ConsumedByObligation = {
  readonly performanceObligationId: string;
  readonly consumed: readonly ConsumedAmount[];
};

/** Earned and billed amounts of a billing period of a term, or of a commitment period; `id` is the id of its obligation. */
type UsagePeriod = {
  readonly id: string;
  readonly unit: UsageUnit;
  readonly isBeyondValue: boolean;
  readonly earned: Money;
  readonly billed: Money;
};

/** `open` is still to be billed; zero or more. */
type OpenPeriod = UsagePeriod & { readonly open: Money };

/**
 * Unbilled receivable of usage, by obligation (rules 8): what usage has earned beyond billing, for each billing period of a term, and for each
 * commitment period as a whole (its prepayment, usage and true-up belong together). Only time must pass until it is billed.
 *
 * Not set off against each other: different periods, usage that is billed beyond its price and waits for a credit, and for a commitment whose
 * value is earned evenly, the value and usage beyond it. A negative price of usage reduces what the term bills next, as it does on invoices.
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
  // A commitment bills each period separately; a credit of a term waits for its next period.
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
  const usageAmounts = stream.map((one) => [{ usageAmount: one.earned, credited: max(negate(one.billed), nothing) }]);
  const carried = carryCredit(usageAmounts, currency).flat();
  return stream.map((one, index) => ({
    ...one,
    open: max(subtract(carried[index]?.toBill ?? nothing, one.billed), nothing),
  }));
}

/** Deducts a true-up of the whole schedule from what its periods have open, oldest first. */
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

/** If the value of a commitment is earned evenly, overage bills the usage beyond it, and all other lines the value. */
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

/** True for a true-up of several periods at once; all other lines of a commitment are for one period. */
function isForAll(line: BilledForUsage, { scheduleId, service, period }: UsageUnit): boolean {
  const isOne = isEqual(period, service);
  return scheduleId !== null && line.scheduleId === scheduleId && !isOne && isEqual(line.service, service);
}

function isEqual(a: Period, b: Period): boolean {
  return a.start === b.start && a.end === b.end;
}
