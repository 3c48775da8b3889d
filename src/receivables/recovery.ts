import {
  type BillingCredit,
  effectOfVoid,
  type NewBillingCredit,
  type RevenueEffect,
} from "../billing-terms/billing-credit.ts";
import type { LineType } from "../billing-terms/line-type.ts";
import { sharesBy } from "../billing-terms/performance-obligations/allocation.ts";
import {
  add,
  isNegative,
  isZero,
  type Money,
  max,
  min,
  money,
  negate,
  subtract,
  sum,
  sumAmounts,
} from "../kernel/money.ts";
import { type Rounding, ratio, roundRatio } from "../kernel/ratio.ts";
import { taxOfBalance } from "./write-off.ts";

/** A write-off that is not reversed: the parts by which it reduced the receivable. */
export type StandingWriteOff = {
  readonly id: string;
  readonly contractLiability: Money;
  readonly badDebt: Money;
  /** The reversed tax payable; zero without tax relief. */
  readonly tax: Money;
  readonly createdAt: string;
};

/** How money for a written-off invoice is posted in place of the receivable. Each part has the sign of the money. */
export type Recovery = {
  readonly contractLiability: Money;
  readonly badDebt: Money;
  readonly tax: Money;
};

/** A written-off invoice before a payment for it, or the return of one. */
export type WrittenOffInvoice = {
  readonly writeOff: StandingWriteOff;
  /** The open balance, tax included. */
  readonly balance: Money;
  /** The billed amount and its tax. */
  readonly billed: { readonly total: Money; readonly tax: Money };
  /** Billing credits of the write-off for the invoice's lines, and of recoveries since. */
  readonly billingCredits: readonly BillingCredit[];
  /** Billing credits of credit memos since the write-off, including their voids. */
  readonly creditedSince: readonly BillingCredit[];
  /** Ids of its usage lines. */
  readonly usageLines: ReadonlyMap<string, LineType>;
};

/** Service of a line on the days of `first` that becomes owed again, or no longer owed: at most `most`, above zero. */
type ServicePart = { readonly first: BillingCredit; readonly most: Money };

/**
 * The part of an invoice that is still written off: tax by its share of the balance, undelivered service that was not recovered, and
 * bad debt for the rest.
 */
export function stillWrittenOff(
  { writeOff, billed, balance, billingCredits }: WrittenOffInvoice,
  rounding: Rounding,
): Recovery {
  const tax = reliefOf({ writeOff, billed }, balance, rounding);
  const contractLiability = sumAmounts(billingCredits, balance.currency);
  return { contractLiability, badDebt: subtract(subtract(balance, tax), contractLiability), tax };
}

/**
 * What a payment for a written-off invoice recovers (rules 8): tax by its share, then bad debt that was not recovered yet, then service,
 * which is owed again.
 *
 * @param amount above zero, at most the balance
 */
export function recoveryOf(invoice: WrittenOffInvoice, amount: Money, rounding: Rounding): Recovery {
  const before = stillWrittenOff(invoice, rounding);
  const tax = subtract(before.tax, reliefOf(invoice, subtract(invoice.balance, amount), rounding));
  const net = subtract(amount, tax);
  const badDebt = min(net, before.badDebt);
  return { contractLiability: subtract(net, badDebt), badDebt, tax };
}

/**
 * The reversal of a recovery when a payment is returned: tax by its share, then service that was owed again and not credited since, then
 * recovered bad debt.
 *
 * @param amount above zero
 */
export function reversedRecovery(invoice: WrittenOffInvoice, amount: Money, rounding: Rounding): Recovery {
  const { balance } = invoice;
  const tax = negate(addedRelief(invoice, amount, rounding));
  const net = subtract(negate(amount), tax);
  const owedAgain = sum(
    recoveredParts(invoice).map(({ most }) => most),
    balance.currency,
  );
  const contractLiability = max(net, negate(owedAgain));
  return { contractLiability, badDebt: subtract(net, contractLiability), tax };
}

/**
 * The additional tax relief when a payment for a written-off invoice is returned.
 *
 * @param amount above zero
 */
export function addedRelief(
  invoice: Pick<WrittenOffInvoice, "writeOff" | "billed" | "balance">,
  amount: Money,
  rounding: Rounding,
): Money {
  const relief = (left: Money) => reliefOf(invoice, left, rounding);
  return subtract(relief(add(invoice.balance, amount)), relief(invoice.balance));
}

/**
 * Billing credits for service of a written-off invoice that is owed again (negative) or no longer owed (positive), divided among the lines
 * by their open amounts. Overbilled usage gets none, because its revenue follows its price: payments for it are credited like open amounts
 * (ADR 0026).
 *
 * @param amount with the sign of {@link Recovery}
 */
export function serviceRecovered(
  invoice: Omit<WrittenOffInvoice, "balance" | "billed">,
  amount: Money,
  { date, bookMonth }: Pick<BillingCredit, "date" | "bookMonth">,
): Omit<NewBillingCredit, "id">[] {
  if (isZero(amount)) return [];
  const parts = isNegative(amount) ? recoveredParts(invoice) : servicePartsOf(invoice, invoice.billingCredits);
  const open = parts.filter(({ most }) => most.minor > 0n);
  const shares = sharesBy(
    negate(amount),
    open.map(({ most }) => most),
  );
  return open.flatMap(({ first }, index) => {
    const share = shares[index];
    if (share === undefined || isZero(share)) return [];
    const { contractId, billingTermId, invoiceLineId, service } = first;
    return [
      {
        ...{ contractId, billingTermId, invoiceLineId, service, amount: share, date, bookMonth },
        revenueEffect: effectOf(first, invoice),
        source: { type: "RECOVERY", id: invoice.writeOff.id },
      },
    ];
  });
}

/** Service that a recovery made owed again, less later credit memos: a credit applies to undelivered service first. */
function recoveredParts(invoice: Omit<WrittenOffInvoice, "balance" | "billed">): ServicePart[] {
  const { billingCredits, creditedSince } = invoice;
  const credited = Map.groupBy(creditedSince, ({ invoiceLineId }) => invoiceLineId);
  const recovered = Map.groupBy(
    servicePartsOf(invoice, billingCredits.filter(isRecovery)),
    ({ first }) => first.invoiceLineId,
  );
  return [...recovered].flatMap(([lineId, parts]) => {
    let left = (credited.get(lineId) ?? []).reduce((total, { amount }) => total + amount.minor, 0n);
    return parts.map(({ first, most: { minor, currency } }): ServicePart => {
      const recoveredOf = -minor;
      const taken = left > recoveredOf ? recoveredOf : left > 0n ? left : 0n;
      left -= taken;
      return { first, most: money(recoveredOf - taken, currency) };
    });
  });
}

/** Billing credits grouped by days and effect. */
function servicePartsOf(
  invoice: Pick<WrittenOffInvoice, "usageLines">,
  billingCredits: readonly BillingCredit[],
): ServicePart[] {
  const keyOf = (each: BillingCredit) =>
    [each.invoiceLineId, each.service.start, each.service.end, effectOf(each, invoice)].join("/");
  return [...Map.groupBy(billingCredits, keyOf).values()].flatMap((same) => {
    const [first] = same;
    if (first === undefined) return [];
    return [{ first, most: sumAmounts(same, first.amount.currency) }];
  });
}

function effectOf(
  { revenueEffect, invoiceLineId }: BillingCredit,
  { usageLines }: Pick<WrittenOffInvoice, "usageLines">,
): RevenueEffect {
  return effectOfVoid(revenueEffect, { billsUsage: usageLines.has(invoiceLineId) });
}

/**
 * The tax relief of an invoice: that of its write-off, by the unpaid share (rules 8, `badDebtTaxRelief`). If earlier payments were returned,
 * also tax × open balance ÷ total beyond that.
 */
function reliefOf(
  { writeOff: { contractLiability, badDebt, tax }, billed }: Pick<WrittenOffInvoice, "writeOff" | "billed">,
  balance: Money,
  rounding: Rounding,
): Money {
  const whole = contractLiability.minor + badDebt.minor + tax.minor;
  if (isZero(tax) || balance.minor === whole) return tax;
  if (balance.minor > whole) return taxOfBalance(billed, balance, rounding);
  return money(roundRatio(ratio(tax.minor * balance.minor, whole), rounding), tax.currency);
}

function isRecovery({ source }: BillingCredit): boolean {
  return source.type === "RECOVERY";
}
