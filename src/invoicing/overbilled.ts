import type { LineType } from "../billing-terms/line-type.ts";
import { add, isNegative, isZero, type Money, max, min, negate, subtract, sum, zero } from "../kernel/money.ts";
import type { PlannedInvoice, PlannedLine } from "./plan.ts";

/** A plan whose invoices all come to zero or more, and the lines that are credited instead. */
export type CarriedPlan = { readonly invoices: readonly PlannedInvoice[]; readonly credits: readonly PlannedLine[] };

/** What pays for lines beside it stays with them: prepaid value for usage, and what a replaced term was billed for the new one. */
const paysForOthers: readonly LineType[] = ["PREPAID_APPLIED", "ADJUSTMENT"];

/**
 * Takes crediting lines of usage out of invoices that would be below zero, without tax or with it (data model 8.4, 12.6): they are
 * credited by a credit memo. What an invoice can carry it keeps: of what one period has new − billed, the credits stay as far as its
 * own charges go, so that a credit memo has the rest alone (rules 7). Prepaid value takes no more tax back than there is beside it.
 *
 * @param taxOf the tax of an invoice: a credit at a higher rate than the lines beside it may take back more than they come to
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
    // More of a prepayment than there is usage beside it is applied once there is some.
    const together = sum(
      kept.map(({ total }) => total),
      first.total.currency,
    );
    const carried = together.minor < 0n ? kept.filter(({ total }) => total.minor >= 0n) : kept;
    return carried.length === 0 ? [] : [taxedWithin({ ...invoice, lines: carried }, taxOf)];
  });
  return { invoices: invoices.map(withoutPrepayments), credits };
}

/** Does it bill a prepayment once more, so that the first bill of it is to be credited? */
export function billsPrepaymentAnew({ type, isCorrection, total }: PlannedLine): boolean {
  return type === "PREPAYMENT" && isCorrection && !isNegative(total);
}

/** A prepayment that was billed anew as the usage that it pays for, so that the first bill of it goes back at once, with its tax. */
const isPrepaidTooMuch = ({ type, total }: PlannedLine) => type === "PREPAYMENT" && isNegative(total);

function withoutPrepayments(invoice: PlannedInvoice): PlannedInvoice {
  return { ...invoice, lines: invoice.lines.map(({ prepaidBy: _paid, ...line }) => line) };
}

type Split = { readonly kept: readonly PlannedLine[]; readonly credited: readonly PlannedLine[] };

const isCredit = ({ total, type }: PlannedLine) => isNegative(total) && !paysForOthers.includes(type);

function withoutCredits(lines: readonly PlannedLine[]): Split {
  return { kept: lines.filter((line) => !isCredit(line)), credited: lines.filter(isCredit) };
}

/** Credits stay as far as what the same period charges by new − billed goes: less usage, and the true-up that it leaves. */
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

/** What is recomputed as a whole: a commitment period, or the days of a term's own usage. */
function periodOf({ billingTermId, period, commitment }: PlannedLine): string {
  if (commitment !== null) return `${commitment.id} ${commitment.periodStart}`;
  return `${billingTermId} ${period.start} ${period.end}`;
}

/**
 * The invoice with its applied prepayments sold and taxed as the usage that they pay for, where at their own higher rate they would
 * take it below zero: that usage has less tax than was paid ahead, and no invoice has less than nothing. As much of the prepayment is
 * billed anew beside them, taxed as that usage; what was billed of it before is one too many then, and is credited with its tax.
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

/** What bills a prepayment anew, as far as a line applies it. */
function prepaidAnew(applied: PlannedLine, prepaidBy: Required<PlannedLine>["prepaidBy"]): PlannedLine {
  const total = negate(applied.total);
  const sum = { subtotal: total, discountTotal: zero(total.currency), total, quantity: "1", explanation: null };
  const key = { differentiator: null, invoiceSplitKey: null, isCorrection: true };
  return { ...applied, ...prepaidBy, ...sum, ...key, type: "PREPAYMENT", name: applied.name.replace(/ applied$/, "") };
}

/** Is this what prepaid value is applied to? */
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
  // Without a line below zero no tax is.
  return invoice.lines.some(({ total }) => total.minor < 0n) && add(net, taxOf(invoice)).minor < 0n;
}
