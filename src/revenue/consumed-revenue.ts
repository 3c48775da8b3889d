import type { BillingCredit } from "../billing-terms/billing-credit.ts";
import { type Day, firstDayOf } from "../kernel/day.ts";
import { type Money, max, min, subtract, sum, zero } from "../kernel/money.ts";
import type { Period } from "../kernel/periods.ts";
import { measuredTypes } from "../usage/late-usage.ts";
import type { ConsumedAmount, UsageUnit } from "./consumption.ts";

/**
 * A credit of usage is taken off once the days that it is for are over, and never more than their usage is worth by now, nor
 * than all of its billing or commitment period: usage that was credited and then taken back is not earned, and not lost twice.
 * What is credited of a prepayment beyond what it paid for did not lapse either.
 */
export function consumedRevenue(
  { consumed, credits }: { readonly consumed: readonly ConsumedAmount[]; readonly credits: readonly BillingCredit[] },
  source: ConsumedAmount["source"],
  through: Day,
  { currency }: { readonly currency: string },
): Money {
  const amountsOf = (parts: readonly { readonly amount: Money }[]) =>
    sum(
      parts.map(({ amount }) => amount),
      currency,
    );
  const nothing = zero(currency);
  const earned = consumed.filter(({ month }) => firstDayOf(month + 1) <= through);
  const over = credits.filter(({ service }) => service.end <= through);
  const byUnit = Map.groupBy(earned, ({ unit }) => `${unit.scheduleId ?? unit.billingTermId}/${unit.service.start}`);
  return amountsOf(
    [...byUnit.values()].map((parts) => {
      const used = parts.filter((each) => each.source === "CONSUMED");
      const worth = amountsOf(used);
      const ofUnit = over.filter((credit) => parts.some(({ unit }) => isOfUnit(credit, unit)));
      const byDays = [...Map.groupBy(ofUnit, creditedDays).values()].map((ofDays) => {
        const credited = amountsOf(ofDays);
        const [first] = ofDays;
        if (first === undefined || !isOfUse(first)) return { amount: credited };
        const amountOfDays = amountsOf(used.filter(({ days }) => isWithin(days, first.service)));
        return { amount: min(credited, max(amountOfDays, nothing)) };
      });
      const taken = amountsOf(byDays);
      // More usage was credited than used: the worth is below zero, and no credit raises it.
      const ofUse = min(max(worth, nothing), taken);
      if (source === "CONSUMED") return { amount: subtract(worth, ofUse) };
      const lapsed = amountsOf(parts.filter((each) => each.source === "BREAKAGE"));
      const beyondUse = max(subtract(taken, ofUse), nothing);
      return { amount: subtract(lapsed, min(lapsed, beyondUse)) };
    }),
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

function isOfUnit({ service, billingTermId }: BillingCredit, unit: UsageUnit): boolean {
  const isInside = service.start >= unit.service.start && service.start < unit.service.end;
  return isInside && (unit.scheduleId !== null || billingTermId === unit.billingTermId);
}
