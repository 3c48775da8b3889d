import type { BillingCredit } from "../billing-terms/billing-credit.ts";
import { type Day, firstDayOf } from "../kernel/day.ts";
import { add, type Money, max, min, subtract, sum, zero } from "../kernel/money.ts";
import type { Period } from "../kernel/periods.ts";
import { measuredTypes } from "../usage/late-usage.ts";
import type { AgreedUsageCredit } from "./agreed-usage-credits.ts";
import type { ConsumedAmount, UsageUnit } from "./consumption.ts";

/** What usage earns, and what was credited of it. */
export type ConsumedAndCredited = {
  readonly consumed: readonly ConsumedAmount[];
  /** Of lines that bill a commitment. */
  readonly credits: readonly BillingCredit[];
  /** Of lines that terms bill by themselves. */
  readonly agreed: readonly AgreedUsageCredit[];
};

/**
 * What usage has earned before a day: what it is worth, less what was credited of it once the days that it is for are over. What was
 * credited of a prepayment is what nobody pays for of the value that is drawn last: it is taken off as that is drawn.
 *
 * Of a commitment a credit takes off never more than its days' usage is worth by now, nor than all of its period: usage that was
 * credited and then taken back is not earned, and not lost twice. What is credited of a prepayment beyond what it paid for did not
 * lapse either. Of a term's own usage see `agreed-usage-credits.ts`.
 */
export function consumedRevenue(
  { consumed, credits, agreed }: ConsumedAndCredited,
  source: ConsumedAmount["source"],
  through: Day,
  { currency }: { readonly currency: string },
): Money {
  const earned = consumed.filter(({ month }) => firstDayOf(month + 1) <= through);
  const [ofTerms, ofCommitments] = [
    earned.filter(({ unit }) => unit.scheduleId === null),
    earned.filter(({ unit }) => unit.scheduleId !== null),
  ];
  const committed = committedRevenue({ earned: ofCommitments, credits }, source, through, currency);
  if (source === "BREAKAGE") return committed;
  const lowering = agreed.filter(({ end }) => end <= through);
  return add(committed, subtract(amountsOf(ofTerms, currency), amountsOf(lowering, currency)));
}

function committedRevenue(
  { earned, credits }: { readonly earned: readonly ConsumedAmount[]; readonly credits: readonly BillingCredit[] },
  source: ConsumedAmount["source"],
  through: Day,
  currency: string,
): Money {
  const nothing = zero(currency);
  const prepaid = credits.filter(({ lineType }) => lineType === "PREPAYMENT");
  const over = credits.filter(({ lineType, service }) => lineType !== "PREPAYMENT" && service.end <= through);
  const byUnit = Map.groupBy(earned, ({ unit }) => `${unit.scheduleId}/${unit.service.start}`);
  const ofUnits = [...byUnit.values()].map((parts) => {
    const used = parts.filter((each) => each.source === "CONSUMED");
    const worth = amountsOf(used, currency);
    const ofUnit = over.filter((credit) => parts.some(({ unit }) => isOfUnit(credit, unit)));
    const byDays = [...Map.groupBy(ofUnit, creditedDays).values()].map((ofDays) => {
      const credited = amountsOf(ofDays, currency);
      const [first] = ofDays;
      if (first === undefined || !isOfUse(first)) return { amount: credited };
      const ofUsage = used.filter(({ days }) => isWithin(days, first.service));
      return { amount: min(credited, max(amountsOf(ofUsage, currency), nothing)) };
    });
    const byPeriod = [...Map.groupBy(parts, ({ unit }) => unit.period.start).values()].map((ofPeriod) => {
      return { amount: takenOfPrepaid(ofPeriod, prepaid, through, currency) };
    });
    const taken = amountsOf([...byDays, ...byPeriod], currency);
    // More usage was credited than used: the worth is below zero, and no credit raises it.
    const ofUse = min(max(worth, nothing), taken);
    if (source === "CONSUMED") return { amount: subtract(worth, ofUse) };
    const lapsed = amountsOf(
      parts.filter((each) => each.source === "BREAKAGE"),
      currency,
    );
    const beyondUse = max(subtract(taken, ofUse), nothing);
    return { amount: subtract(lapsed, min(lapsed, beyondUse)) };
  });
  return amountsOf(ofUnits, currency);
}

/**
 * What of the credits of a commitment period's prepayment is taken off by a day: what is drawn beyond that part of it which is
 * still paid for, and all of them once the period is over.
 */
function takenOfPrepaid(
  parts: readonly ConsumedAmount[],
  credits: readonly BillingCredit[],
  through: Day,
  currency: string,
): Money {
  const unit = parts[0]?.unit;
  if (unit === undefined) return zero(currency);
  const { period, prepayment } = unit;
  const credited = amountsOf(
    credits.filter(({ service }) => service.start >= period.start && service.start < period.end),
    currency,
  );
  if (prepayment === null || period.end <= through) return credited;
  const used = amountsOf(
    parts.filter(({ source }) => source === "CONSUMED"),
    currency,
  );
  return min(credited, max(subtract(used, subtract(prepayment, credited)), zero(currency)));
}

function amountsOf(parts: readonly { readonly amount: Money }[], currency: string): Money {
  return sum(
    parts.map(({ amount }) => amount),
    currency,
  );
}

/** Is it a credit of usage by its own days? A true-up or a prepayment is for whatever is used, and so is a write-off. */
function isOfUse({ source, lineType }: BillingCredit): boolean {
  return source.type === "CREDIT_MEMO" && measuredTypes.includes(lineType);
}

function creditedDays(credit: BillingCredit): string {
  return `${isOfUse(credit)}/${credit.service.start}/${credit.service.end}`;
}

function isWithin(days: Period, service: Period): boolean {
  return days.start >= service.start && days.end <= service.end;
}

function isOfUnit({ service }: BillingCredit, unit: UsageUnit): boolean {
  return service.start >= unit.service.start && service.start < unit.service.end;
}
