import { sharesBy } from "../billing-terms/performance-obligations/allocation.ts";
import type { Day } from "../kernel/day.ts";
import { isZero, type Money, max, min, money, subtract, sum, zero } from "../kernel/money.ts";
import type { Period } from "../kernel/periods.ts";
import { type Rounding, ratio, roundRatio } from "../kernel/ratio.ts";

/** A line of an invoice that is written off. */
export type WrittenOffLine = {
  readonly invoiceLineId: string;
  readonly billingTermId: string;
  readonly service: Period;
  /** Billed and not earned by the end of the day, without tax, less credits; never below zero. */
  readonly unearned: Money;
};

export type WriteOffPart = {
  readonly invoiceLineId: string;
  readonly billingTermId: string;
  readonly amount: Money;
  readonly service: Period;
};

export type WriteOff = {
  /** Billed days that are not delivered: their revenue stops. Each part is above zero. */
  readonly parts: readonly WriteOffPart[];
  readonly contractLiability: Money;
  /** Tax that the tax office refunds. */
  readonly tax: Money;
  readonly badDebt: Money;
};

/**
 * Splits the balance of an uncollectible invoice (rules 8). Payments cover earned amounts first, so the unearned part is at most the balance;
 * the rest is bad debt.
 *
 * @param tax the tax of the balance if the tax office refunds it; deducted first
 * @param date the last delivered day: revenue stops after it
 */
export function writeOff(
  lines: readonly WrittenOffLine[],
  { balance, tax, date }: { balance: Money; tax: Money; date: Day },
): WriteOff {
  const { currency } = balance;
  const amounts = lines.map(({ unearned }) => unearned);
  const withoutTax = subtract(balance, tax);
  const contractLiability = min(sum(amounts, currency), withoutTax);
  const shares = sharesBy(contractLiability, amounts);
  const parts = lines.flatMap(({ invoiceLineId, billingTermId, service }, index): WriteOffPart[] => {
    const amount = shares[index] ?? zero(currency);
    if (isZero(amount)) return [];
    const start = Math.max(service.start, date + 1);
    return [{ invoiceLineId, billingTermId, amount, service: { start, end: Math.max(service.end, start + 1) } }];
  });
  return { parts, contractLiability, tax, badDebt: subtract(withoutTax, contractLiability) };
}

/** The tax of what is owed of an invoice (rules 8, `badDebtTaxRelief`): tax × open balance ÷ total. */
export function taxOfBalance(
  { tax, total }: { readonly tax: Money; readonly total: Money },
  balance: Money,
  rounding: Rounding,
): Money {
  if (isZero(total)) return zero(total.currency);
  return money(roundRatio(ratio(tax.minor * balance.minor, total.minor), rounding), total.currency);
}

/**
 * The bad debt of a written-off invoice, without tax: the unpaid amount without its share of tax, less amounts for undelivered days that
 * were not owed. Never below zero.
 */
export function badDebtOf(
  { balance, total }: { readonly balance: Money; readonly total: Money },
  { net, notServed, rounding }: { readonly net: Money; readonly notServed: Money; readonly rounding: Rounding },
): Money {
  if (isZero(total)) return zero(total.currency);
  const unpaid = roundRatio(ratio(balance.minor * net.minor, total.minor), rounding);
  return max(zero(total.currency), subtract(money(unpaid, total.currency), notServed));
}
