import { allocate } from "../kernel/allocate.ts";
import type { Day } from "../kernel/day.ts";
import { isZero, type Money, max, min, money, subtract, sum, zero } from "../kernel/money.ts";
import type { Period } from "../kernel/periods.ts";
import { type Ratio, type Rounding, ratio, roundRatio, sumRatios, zeroRatio } from "../kernel/ratio.ts";

/** A line of an invoice that is written off, with what credit memos have credited of it. */
export type WrittenOffLine = {
  readonly invoiceLineId: string;
  readonly billingTermId: string;
  readonly service: Period;
  /** Without tax. */
  readonly total: Money;
  readonly billingCredits: readonly { readonly amount: Money; readonly service: Period }[];
};

export type WriteOffPart = {
  readonly invoiceLineId: string;
  readonly billingTermId: string;
  readonly amount: Money;
  readonly service: Period;
};

export type WriteOff = {
  /** Days billed and not served: their revenue stops. Each part above zero. */
  readonly parts: readonly WriteOffPart[];
  readonly contractLiability: Money;
  readonly badDebt: Money;
};

/**
 * Splits the balance of an uncollectible invoice (rules 8). A line's days from `date` on
 * are not served: by days, less what was credited of them. What was paid pays for the days served first, so this part is
 * at most the balance; everything else is a loss.
 */
export function writeOff(
  lines: readonly WrittenOffLine[],
  { balance, date, rounding }: { balance: Money; date: Day; rounding: Rounding },
): WriteOff {
  const { currency } = balance;
  const unserved = lines.map((line) => unservedOf(line, date, rounding));
  const total = sum(unserved, currency);
  const contractLiability = min(total, balance);
  const amounts = isZero(total)
    ? unserved
    : allocate(
        contractLiability,
        unserved.map((amount) => amount.minor),
      );
  const parts = lines.flatMap(({ invoiceLineId, billingTermId, service }, index): WriteOffPart[] => {
    const amount = amounts[index] ?? zero(currency);
    if (isZero(amount)) return [];
    return [
      { invoiceLineId, billingTermId, amount, service: { start: Math.max(service.start, date), end: service.end } },
    ];
  });
  return { parts, contractLiability, badDebt: subtract(balance, contractLiability) };
}

/**
 * The bad debt of a written-off invoice, without tax: what was not paid, by the share that is no tax, less what
 * was not owed for days that were not served. Never below zero.
 */
export function badDebtOf(
  { balance, total }: { readonly balance: Money; readonly total: Money },
  { net, notServed, rounding }: { readonly net: Money; readonly notServed: Money; readonly rounding: Rounding },
): Money {
  if (isZero(total)) return zero(total.currency);
  const unpaid = roundRatio(ratio(balance.minor * net.minor, total.minor), rounding);
  return max(zero(total.currency), subtract(money(unpaid, total.currency), notServed));
}

/** The part of a line that is billed for days from `date` on and not credited; never below zero. */
function unservedOf({ service, total, billingCredits }: WrittenOffLine, date: Day, rounding: Rounding): Money {
  const left: Period = { start: Math.max(service.start, date), end: service.end };
  const billed = partOf(total, service, left);
  const credited = billingCredits.map((billingCredit) => partOf(billingCredit.amount, billingCredit.service, left));
  const exact = sumRatios([billed, ...credited.map(opposite)]);
  const minor = roundRatio(exact, rounding);
  return money(minor > 0n ? minor : 0n, total.currency);
}

/** Minor units of an amount over `service` that fall on the days of `within`, exactly. */
function partOf(amount: Money, service: Period, within: Period): Ratio {
  const days = Math.min(service.end, within.end) - Math.max(service.start, within.start);
  return days <= 0 ? zeroRatio : ratio(amount.minor * BigInt(days), BigInt(service.end - service.start));
}

function opposite({ numerator, denominator }: Ratio): Ratio {
  return { numerator: -numerator, denominator };
}
