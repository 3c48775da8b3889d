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
 * What usage has earned before a day: what it is worth, less what was credited of it once the days that it is for are over.
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
  const over = credits.filter(({ service }) => service.end <= through);
  const committed = committedRevenue(ofCommitments, over, source, currency);
  if (source === "BREAKAGE") return committed;
  const lowering = agreed.filter(({ end }) => end <= through);
  return add(committed, subtract(amountsOf(ofTerms, currency), amountsOf(lowering, currency)));
}

function committedRevenue(
  earned: readonly ConsumedAmount[],
  over: readonly BillingCredit[],
  source: ConsumedAmount["source"],
  currency: string,
): Money {
  const nothing = zero(currency);
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
    const taken = amountsOf(byDays, currency);
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
