import type { BillingCredit } from "../billing-terms/billing-credit.ts";
import { type Day, firstDayOf } from "../kernel/day.ts";
import { add, type Money, max, min, subtract, sumAmounts, zero } from "../kernel/money.ts";
import type { Period } from "../kernel/periods.ts";
import { measuredTypes } from "../usage/late-usage.ts";
import type { AgreedUsageCredit } from "./agreed-usage-credits.ts";
import type { ConsumedAmount, UsageUnit } from "./consumption.ts";

/** What usage earns, and its credits. */
export type ConsumedAndCredited = {
  readonly consumed: readonly ConsumedAmount[];
  /** Of lines that bill a commitment. */
  readonly credits: readonly BillingCredit[];
  /** Of usage outside commitments. */
  readonly agreed: readonly AgreedUsageCredit[];
};

/**
 * What usage has earned before a day: its price to date, less credits whose service days are over. A credit of a prepayment lowers the value
 * that is drawn last, as that is drawn.
 *
 * Within a commitment, a credit never lowers more than the present price of the usage of its days, nor of its whole period: usage that was
 * credited and then deleted is not deducted twice. A credit of a prepayment that exceeds what was drawn lowers breakage. For usage outside
 * commitments see `agreed-usage-credits.ts`.
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
  return add(committed, subtract(sumAmounts(ofTerms, currency), sumAmounts(lowering, currency)));
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
    const [used, lapsed] = [amountsFrom(parts, "CONSUMED"), amountsFrom(parts, "BREAKAGE")];
    const credited = add(creditedOfUnit(parts, over, currency), prepaymentsCredited(parts, prepaid, through, currency));
    // If deletions exceed usage, the price is negative, and no credit may raise it.
    const fromUse = min(max(sumAmounts(used, currency), nothing), credited);
    if (source === "CONSUMED") return { amount: subtract(sumAmounts(used, currency), fromUse) };
    const breakage = sumAmounts(lapsed, currency);
    return { amount: subtract(breakage, min(breakage, max(subtract(credited, fromUse), nothing))) };
  });
  return sumAmounts(ofUnits, currency);
}

/** Credits of one unit, prepayments excluded; a credit of metered usage only up to the present price of the usage of its days. */
function creditedOfUnit(parts: readonly ConsumedAmount[], credits: readonly BillingCredit[], currency: string): Money {
  const used = amountsFrom(parts, "CONSUMED");
  const ofUnit = credits.filter((credit) => parts.some(({ unit }) => isOfUnit(credit, unit)));
  const byDays = [...Map.groupBy(ofUnit, creditedDays).values()].map((ofDays) => {
    const credited = sumAmounts(ofDays, currency);
    const [first] = ofDays;
    if (first === undefined || !isOfUse(first)) return { amount: credited };
    const ofUsage = used.filter(({ days }) => isWithin(days, first.service));
    return { amount: min(credited, max(sumAmounts(ofUsage, currency), zero(currency))) };
  });
  return sumAmounts(byDays, currency);
}

/** Credits of the prepayments of one unit, each as far as it lowers revenue by a day. */
function prepaymentsCredited(
  parts: readonly ConsumedAmount[],
  credits: readonly BillingCredit[],
  through: Day,
  currency: string,
): Money {
  const byPeriod = Map.groupBy(parts, ({ unit }) => unit.period.start);
  return sumAmounts(
    [...byPeriod.values()].map((ofPeriod) => ({ amount: takenOfPrepaid(ofPeriod, credits, through, currency) })),
    currency,
  );
}

/**
 * The part of the credits of a commitment period's prepayment that lowers revenue by a day: what is drawn beyond the part of the prepayment
 * that is still paid for; all of it once the period is over.
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
  const credited = sumAmounts(
    credits.filter(({ service }) => service.start >= period.start && service.start < period.end),
    currency,
  );
  if (prepayment === null || period.end <= through) return credited;
  const used = sumAmounts(amountsFrom(parts, "CONSUMED"), currency);
  return min(credited, max(subtract(used, subtract(prepayment, credited)), zero(currency)));
}

function amountsFrom(parts: readonly ConsumedAmount[], source: ConsumedAmount["source"]): ConsumedAmount[] {
  return parts.filter((each) => each.source === source);
}

/** True for a credit memo of metered usage of certain days. True-ups, prepayments and write-offs cover the usage of the whole period. */
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
