import { sharesBy } from "../billing-terms/allocation.ts";
import {
  type BillingCredit,
  effectOfVoid,
  type NewBillingCredit,
  type RevenueEffect,
} from "../billing-terms/billing-credit.ts";
import type { LineType } from "../billing-terms/line-type.ts";
import { add, isNegative, isZero, type Money, max, min, money, negate, subtract, sum } from "../kernel/money.ts";
import { type Rounding, ratio, roundRatio } from "../kernel/ratio.ts";
import { taxOfBalance } from "./write-off.ts";

/** A write-off that stands: what it took out of the receivable, part by part. */
export type StandingWriteOff = {
  readonly id: string;
  readonly contractLiability: Money;
  readonly badDebt: Money;
  /** What came back of the tax payable; zero without tax relief. */
  readonly tax: Money;
  readonly createdAt: string;
};

/** What some money moves in place of the receivable, once its invoice is written off. Each part has the sign of the money. */
export type Recovery = {
  readonly contractLiability: Money;
  readonly badDebt: Money;
  readonly tax: Money;
};

/** A written-off invoice before money comes for it or goes back. */
export type WrittenOffInvoice = {
  readonly writeOff: StandingWriteOff;
  /** What nobody has paid yet, tax included. */
  readonly balance: Money;
  /** What was billed, and the tax in it. */
  readonly billed: { readonly total: Money; readonly tax: Money };
  /** What the write-off credited of the invoice's lines, and what was recovered of it since. */
  readonly billingCredits: readonly BillingCredit[];
  /** What credit memos credited of its lines since it was written off, voids of them included. */
  readonly creditedSince: readonly BillingCredit[];
  /** Ids of those of its lines that bill usage. */
  readonly usageLines: ReadonlyMap<string, LineType>;
};

/** Days of a line that are to be owed again, or no longer, and how much of them at most, above zero. */
type Place = { readonly first: BillingCredit; readonly room: Money };

/**
 * What is still written off of an invoice: tax by its share of the balance, what was not served as far as it was not
 * recovered, and a loss for the rest.
 */
export function stillWrittenOff(
  { writeOff, billed, balance, billingCredits }: WrittenOffInvoice,
  rounding: Rounding,
): Recovery {
  const tax = reliefOf({ writeOff, billed }, balance, rounding);
  const amounts = billingCredits.map(({ amount }) => amount);
  const contractLiability = sum(amounts, balance.currency);
  return { contractLiability, badDebt: subtract(subtract(balance, tax), contractLiability), tax };
}

/**
 * What a payment for a written-off invoice recovers (rules 8): tax by its share, the bad debt that was not recovered yet, and
 * with the rest service that is owed again.
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
 * What goes with a payment that is taken back: tax by its share, then service that was owed again and is not credited since, then what was
 * recovered of the bad debt.
 *
 * @param amount above zero
 */
export function recoveryLost(invoice: WrittenOffInvoice, amount: Money, rounding: Rounding): Recovery {
  const { balance } = invoice;
  const tax = negate(taxLost(invoice, amount, rounding));
  const net = subtract(negate(amount), tax);
  const owedAgain = sum(
    recoveredPlaces(invoice).map(({ room }) => room),
    balance.currency,
  );
  const contractLiability = max(net, negate(owedAgain));
  return { contractLiability, badDebt: subtract(net, contractLiability), tax };
}

/**
 * What comes back of the tax where some more of a written-off invoice is not paid after all.
 *
 * @param amount above zero
 */
export function taxLost(
  invoice: Pick<WrittenOffInvoice, "writeOff" | "billed" | "balance">,
  amount: Money,
  rounding: Rounding,
): Money {
  const relief = (left: Money) => reliefOf(invoice, left, rounding);
  return subtract(relief(add(invoice.balance, amount)), relief(invoice.balance));
}

/**
 * The billing credits that put service of a written-off invoice back, or take it out again: below zero where it is owed
 * again, by what each line has to give back. Usage that was billed too much has its price without any of them: what is paid for it is
 * credited like what is owed (ADR 0026).
 *
 * @param amount as `Recovery` says
 */
export function serviceRecovered(
  invoice: Omit<WrittenOffInvoice, "balance" | "billed">,
  amount: Money,
  { date, bookMonth }: Pick<BillingCredit, "date" | "bookMonth">,
): Omit<NewBillingCredit, "id">[] {
  if (isZero(amount)) return [];
  const places = isNegative(amount) ? recoveredPlaces(invoice) : placesOf(invoice, invoice.billingCredits);
  const open = places.filter(({ room }) => room.minor > 0n);
  const shares = sharesBy(
    negate(amount),
    open.map(({ room }) => room),
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

/** Service that money paid for again, as far as no credit memo credited it since: a credit takes what was not served first. */
function recoveredPlaces(invoice: Omit<WrittenOffInvoice, "balance" | "billed">): Place[] {
  const { billingCredits, creditedSince } = invoice;
  const credited = Map.groupBy(creditedSince, ({ invoiceLineId }) => invoiceLineId);
  const recovered = Map.groupBy(
    placesOf(invoice, billingCredits.filter(isRecovery)),
    ({ first }) => first.invoiceLineId,
  );
  return [...recovered].flatMap(([lineId, places]) => {
    let left = (credited.get(lineId) ?? []).reduce((total, { amount }) => total + amount.minor, 0n);
    return places.map(({ first, room: { minor, currency } }): Place => {
      const recoveredOf = -minor;
      const taken = left > recoveredOf ? recoveredOf : left > 0n ? left : 0n;
      left -= taken;
      return { first, room: money(recoveredOf - taken, currency) };
    });
  });
}

/** Billing credits of the same days and effect together. */
function placesOf(invoice: Pick<WrittenOffInvoice, "usageLines">, billingCredits: readonly BillingCredit[]): Place[] {
  const placeOf = (each: BillingCredit) =>
    [each.invoiceLineId, each.service.start, each.service.end, effectOf(each, invoice)].join("/");
  return [...Map.groupBy(billingCredits, placeOf).values()].flatMap((same) => {
    const [first] = same;
    if (first === undefined) return [];
    const amounts = same.map(({ amount }) => amount);
    return [{ first, room: sum(amounts, first.amount.currency) }];
  });
}

function effectOf(
  { revenueEffect, invoiceLineId }: BillingCredit,
  { usageLines }: Pick<WrittenOffInvoice, "usageLines">,
): RevenueEffect {
  return effectOfVoid(revenueEffect, { billsUsage: usageLines.has(invoiceLineId) });
}

/**
 * The tax that a write-off took back, by the share of it that is not paid (rules 8, `badDebtTaxRelief`); beyond that, where what was
 * paid before went back, tax × open balance ÷ total.
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
