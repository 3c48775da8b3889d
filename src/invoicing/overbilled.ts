import type { LineType } from "../billing-terms/line-type.ts";
import { add, isNegative, isZero, type Money, max, min, negate, subtract, sum, zero } from "../kernel/money.ts";
import type { PlannedInvoice, PlannedLine } from "./plan.ts";

/** A plan whose invoices are all zero or more, and the lines that are credited by credit memos instead. */
export type CarriedPlan = { readonly invoices: readonly PlannedInvoice[]; readonly credits: readonly PlannedLine[] };

/** Negative lines that pay for other lines of the same invoice: applied prepaid value, and the credit of a replaced term. */
const paysForOthers: readonly LineType[] = ["PREPAID_APPLIED", "ADJUSTMENT"];

/**
 * Removes crediting usage lines from invoices that would be below zero, with or without tax (data model 8.4, 12.6); a credit memo credits them.
 * If possible, an invoice keeps the part of its credits that the corrections of the same period cover, so that the credit memo has only the
 * rest (rules 7). Applied prepaid value never credits more tax than the lines beside it have.
 *
 * @param taxOf the tax of an invoice; a credit with a higher rate than the lines beside it can make the total negative
 */
export function carriedPlan(plan: readonly PlannedInvoice[], taxOf: (invoice: PlannedInvoice) => Money): CarriedPlan {
  const credits: PlannedLine[] = [];
  const invoices = plan.flatMap((planned): PlannedInvoice[] => {
    credits.push(...planned.lines.filter(isPrepaidTooMuch));
    const lines = planned.lines.filter((line) => !isPrepaidTooMuch(line));
    const invoice = taxedWithin({ ...planned, lines }, taxOf);
    const [first] = invoice.lines;
    if (first === undefined) return [];
    if (!isBelowZero(invoice, first, taxOf)) return [invoice];
    const netted = nettedByPeriod(invoice.lines);
    const isCarried = netted.kept.length > 0 && !isBelowZero({ ...invoice, lines: netted.kept }, first, taxOf);
    const { kept, credited } = isCarried ? netted : withoutCredits(invoice.lines);
    credits.push(...credited);
    // Prepaid value beyond the usage on this invoice is applied to a later one.
    const together = sum(
      kept.map(({ total }) => total),
      first.total.currency,
    );
    const carried = together.minor < 0n ? kept.filter(({ total }) => total.minor >= 0n) : kept;
    return carried.length === 0 ? [] : [taxedWithin({ ...invoice, lines: carried }, taxOf)];
  });
  return { invoices: invoices.map(withoutPrepayments), credits };
}

/** True if the line bills a prepayment again with other tax, so that its first invoice line must be credited. */
export function billsPrepaymentAnew({ type, isCorrection, total }: PlannedLine): boolean {
  return type === "PREPAYMENT" && isCorrection && !isNegative(total);
}

/** The credit of a prepayment that was billed again with other tax. */
const isPrepaidTooMuch = ({ type, total }: PlannedLine) => type === "PREPAYMENT" && isNegative(total);

function withoutPrepayments(invoice: PlannedInvoice): PlannedInvoice {
  return { ...invoice, lines: invoice.lines.map(({ prepaidBy: _paid, ...line }) => line) };
}

type Split = { readonly kept: readonly PlannedLine[]; readonly credited: readonly PlannedLine[] };

const isCredit = ({ total, type }: PlannedLine) => isNegative(total) && !paysForOthers.includes(type);

function withoutCredits(lines: readonly PlannedLine[]): Split {
  return { kept: lines.filter((line) => !isCredit(line)), credited: lines.filter(isCredit) };
}

/** Keeps credits as far as corrections of the same period charge (such as the true-up that lower usage causes). */
function nettedByPeriod(lines: readonly PlannedLine[]): Split {
  const room = new Map<string, Money>();
  for (const line of lines.filter((each) => each.isCorrection && !isCredit(each))) {
    room.set(periodOf(line), add(room.get(periodOf(line)) ?? zero(line.total.currency), line.total));
  }
  const credited: PlannedLine[] = [];
  const kept = lines.flatMap((line): PlannedLine[] => {
    if (!isCredit(line)) return [line];
    const nothing = zero(line.total.currency);
    const stays = min(negate(line.total), max(room.get(periodOf(line)) ?? nothing, nothing));
    room.set(periodOf(line), subtract(room.get(periodOf(line)) ?? nothing, stays));
    const of = (amount: Money): PlannedLine[] => {
      const price = { subtotal: negate(amount), discountTotal: nothing, total: negate(amount) };
      if (isZero(amount)) return [];
      return [isZero(add(line.total, amount)) ? line : { ...line, ...price }];
    };
    credited.push(...of(subtract(negate(line.total), stays)));
    return of(stays);
  });
  return { kept, credited };
}

/**
 * What is recalculated as a whole: a commitment period, or the days of usage outside commitments, also where they end earlier or later than
 * they were billed.
 */
function periodOf({ billingTermId, period, commitment }: PlannedLine): string {
  if (commitment !== null) return `${commitment.id} ${commitment.periodStart}`;
  return `${billingTermId} ${period.start}`;
}

/**
 * If applied prepaid value has a higher tax rate than the usage that it pays for, the invoice could be below zero. Then that value is taxed
 * like the usage, and the same amount of the prepayment is billed again beside it, taxed like the usage too. The prepayment is then billed
 * twice, and its first invoice line is credited with its tax.
 */
function taxedWithin(invoice: PlannedInvoice, taxOf: (invoice: PlannedInvoice) => Money): PlannedInvoice {
  const [first] = invoice.lines;
  const isApplied = ({ type }: PlannedLine) => type === "PREPAID_APPLIED";
  if (first === undefined || !invoice.lines.some(isApplied) || !isBelowZero(invoice, first, taxOf)) return invoice;
  const asUsed = invoice.lines.flatMap((line): PlannedLine[] => {
    const usage = invoice.lines.find((other) => isApplied(line) && paysFor(line, other));
    if (usage === undefined) return [line];
    const { taxedAs: _paid, prepaidBy, ...applied } = line;
    const { itemId, productId, taxedAs } = usage;
    const sold = { itemId, productId, ...(taxedAs === undefined ? {} : { taxedAs }) };
    const anew = prepaidBy === undefined ? [] : [prepaidAnew({ ...applied, ...sold }, prepaidBy)];
    return [{ ...applied, ...sold }, ...anew];
  });
  const taxed = { ...invoice, lines: asUsed };
  return isBelowZero(taxed, first, taxOf) ? invoice : taxed;
}

/** The line that bills a prepayment again, for the amount that a line applies. */
function prepaidAnew(applied: PlannedLine, prepaidBy: Required<PlannedLine>["prepaidBy"]): PlannedLine {
  const total = negate(applied.total);
  const sum = { subtotal: total, discountTotal: zero(total.currency), total, quantity: "1", explanation: null };
  const key = { differentiator: null, invoiceSplitKey: null, isCorrection: true };
  return { ...applied, ...prepaidBy, ...sum, ...key, type: "PREPAYMENT", name: applied.name.replace(/ applied$/, "") };
}

/** True if the prepaid value is applied to the other line. */
function paysFor({ billingTermId, period, differentiator }: PlannedLine, other: PlannedLine): boolean {
  const isSameUse = other.billingTermId === billingTermId && other.differentiator === differentiator;
  return other.type === "USAGE" && isSameUse && other.period.start === period.start && other.period.end === period.end;
}

function isBelowZero(
  invoice: PlannedInvoice,
  { total: { currency } }: PlannedLine,
  taxOf: (invoice: PlannedInvoice) => Money,
): boolean {
  const net = sum(
    invoice.lines.map(({ total }) => total),
    currency,
  );
  if (net.minor < 0n) return true;
  // Without a negative line, no tax is negative.
  return invoice.lines.some(({ total }) => total.minor < 0n) && add(net, taxOf(invoice)).minor < 0n;
}
