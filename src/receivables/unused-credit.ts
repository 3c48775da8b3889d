import { type BillingCredit, isOfWriteOff } from "../billing-terms/billing-credit.ts";
import type { BillingTerm } from "../billing-terms/billing-term.ts";
import { billingPeriods, chargesOf } from "../billing-terms/charges/charges.ts";
import type { PricingContext } from "../billing-terms/charges/price.ts";
import { sharesBy } from "../billing-terms/performance-obligations/allocation.ts";
import type { Day } from "../kernel/day.ts";
import { add, isNegative, isZero, type Money, max, min, subtract, sum, sumAmounts, zero } from "../kernel/money.ts";
import type { Period } from "../kernel/periods.ts";
import { type AmendmentCredit, amendmentCreditsAfterEnd } from "./amendment-credit.ts";
import type { BilledLine } from "./billed-line.ts";
import type { CreditedPart } from "./credit-memo.ts";

/** A term with a new end, and its billed lines and credits before. */
export type EndedTerm = {
  readonly before: BillingTerm;
  readonly ended: BillingTerm & { readonly end: Day };
  readonly lines: readonly BilledLine[];
  /** Billing credits of the lines, including their voids. */
  readonly billingCredits: readonly BillingCredit[];
};

export type CreditedTwice = { readonly billingCredit: BillingCredit; readonly amount: Money };

export type AfterEnd = {
  /**
   * The unused part of each line beyond the end: billed less the price of the short period, at most the amount that is not credited yet
   * (rules 5, 12). Credits of fewer seats are deducted from billed, and are smaller for the short period.
   */
  readonly unused: readonly CreditedPart[];
  /**
   * The same for lines of written-off invoices, less undelivered service that the write-off credited. The unpaid part is no longer bad debt,
   * and the paid part is credited.
   */
  readonly unusedOfWrittenOff: readonly CreditedPart[];
  /**
   * Parts of billing credits, above zero, that exceed what the term still owes for their lines. The price of the term falls by this amount,
   * so revenue must not fall a second time (data model 15.4, "once").
   */
  readonly creditedTwice: readonly CreditedTwice[];
};

/** The effect of a new end of a term on its lines after that end. */
export function afterEnd({ before, ended, lines, billingCredits }: EndedTerm, context: PricingContext): AfterEnd {
  const prices = new Map<string, Money>();
  for (const charge of chargesOf(ended, context)) prices.set(keyOf(charge), charge.price.total);
  const priceOf = (line: BilledLine) => prices.get(keyOf(line)) ?? zero(context.currency);
  const amendmentCredits = amendmentCreditsAfterEnd({ before, ended }, billingCredits, context);
  const fewer = new Set(amendmentCredits.map(({ billingCredit }) => billingCredit));
  const others = billingCredits.filter(
    (billingCredit) => billingCredit.revenueEffect === "CREDITED_DAYS" && !fewer.has(billingCredit),
  );

  const beyond = lines.filter(({ period }) => period.end > ended.end);
  const periods = byBillingPeriod(before, beyond).map((ofPeriod) =>
    owedOf(ofPeriod, amendmentCredits, priceOf, context),
  );
  const owing = periods.flatMap(({ lines }) => lines);
  const unusedOf = ({ line, billed, owed }: OwingLine, writtenOff: Money): CreditedPart[] => {
    const service = { start: Math.max(line.period.start, ended.end), end: line.period.end };
    return partOf(line, subtract(billed, owed), writtenOff, service);
  };
  const writtenOff = owing
    .filter(({ line }) => line.isWrittenOff)
    .map((one) => ({ ...one, part: unusedOf(one, writtenOffOf(ofLine(others, one.line), context)) }));
  return {
    unused: owing.flatMap((one) => (one.line.isOpen ? unusedOf(one, zero(context.currency)) : [])),
    unusedOfWrittenOff: writtenOff.flatMap(({ part }) => part),
    creditedTwice: [
      ...periods.flatMap(({ twice }) => twice),
      ...owing.flatMap(({ line, owed }) => {
        return line.isWrittenOff ? [] : creditedBeyond(owed, ofLine(others, line), context);
      }),
      // Undelivered service at the write-off is not bad debt: the price decrease is deducted from it first.
      ...writtenOff.flatMap(({ line, billed, owed, part }) => {
        const fallen = subtract(subtract(billed, owed), sumAmounts(part, context.currency));
        return creditedOf(fallen, ofLine(others, line));
      }),
    ],
  };
}

/** A line with its billed and its still owed amount, both less credits of fewer seats. */
type OwingLine = { readonly line: BilledLine; readonly billed: Money; readonly owed: Money };

/**
 * The lines of one billing period after the end. If fewer seats were credited, the whole period owes its short price less that credit. If
 * the credits of a line exceed, or fall short of, its share of the days, the other lines take the difference.
 */
function owedOf(
  lines: readonly BilledLine[],
  amendmentCredits: readonly AmendmentCredit[],
  priceOf: (line: BilledLine) => Money,
  { currency }: PricingContext,
): { readonly lines: readonly OwingLine[]; readonly twice: readonly CreditedTwice[] } {
  const ids = new Set(lines.map(({ id }) => id));
  const credits = amendmentCredits.filter(({ billingCredit }) => ids.has(billingCredit.invoiceLineId));
  if (credits.length === 0) {
    return { lines: lines.map((line) => ({ line, billed: line.total, owed: priceOf(line) })), twice: [] };
  }

  const none = zero(currency);
  const total = (amounts: readonly Money[]) => sum(amounts, currency);
  const within = (amount: Money, most: Money) => max(none, min(amount, most));
  const creditedByAmendments = (some: readonly AmendmentCredit[]) =>
    total(some.map(({ billingCredit }) => billingCredit.amount));
  const own = lines.map((line) => {
    const ofThis = credits.filter(({ billingCredit }) => billingCredit.invoiceLineId === line.id);
    const billed = subtract(line.total, creditedByAmendments(ofThis));
    const owed = subtract(priceOf(line), total(ofThis.map(({ kept }) => kept)));
    return { line, billed, owed, share: within(owed, billed) };
  });
  const billed = total(own.map((one) => one.billed));
  const owed = within(total(own.map((one) => one.owed)), billed);
  const difference = subtract(owed, total(own.map(({ share }) => share)));
  const rooms = own.map((one) => (isNegative(difference) ? one.share : subtract(one.billed, one.share)));
  const moved = sharesBy(difference, rooms);

  // The price falls by all days after the end, including credited ones.
  const given = creditedByAmendments(credits);
  const twice = within(add(subtract(owed, total(lines.map(priceOf))), given), given);
  const beyond = credits.map(({ billingCredit, kept }) => subtract(billingCredit.amount, kept));
  const amounts = credits.map(({ billingCredit }) => billingCredit.amount);
  const parts = sharesBy(twice, total(beyond).minor < twice.minor ? amounts : beyond);
  return {
    lines: own.map(({ line, billed, share }, index) => ({ line, billed, owed: add(share, moved[index] ?? none) })),
    twice: credits.flatMap(({ billingCredit }, index) => {
      const amount = parts[index] ?? none;
      return isZero(amount) ? [] : [{ billingCredit, amount }];
    }),
  };
}

/** The amount of a line that was written off. */
function writtenOffOf(billingCredits: readonly BillingCredit[], { currency }: PricingContext): Money {
  const ofWriteOff = billingCredits.filter(isOfWriteOff);
  return sumAmounts(ofWriteOff, currency);
}

/** The credits of a line that exceed what it owes, from the latest billing credits first. */
function creditedBeyond(
  owed: Money,
  billingCredits: readonly BillingCredit[],
  { currency }: PricingContext,
): readonly CreditedTwice[] {
  const taken = sumAmounts(billingCredits, currency);
  return creditedOf(subtract(taken, owed), billingCredits);
}

/** Takes an amount from billing credits: from those of write-offs first, then the latest first. Empty if the amount is not above zero. */
function creditedOf(amount: Money, billingCredits: readonly BillingCredit[]): readonly CreditedTwice[] {
  let left = amount;
  const latestFirst = billingCredits.toReversed();
  const inOrder = [...latestFirst.filter(isOfWriteOff), ...latestFirst.filter((one) => !isOfWriteOff(one))];
  return inOrder.flatMap((billingCredit) => {
    const part = min(left, billingCredit.amount);
    if (part.minor <= 0n) return [];
    left = subtract(left, part);
    return [{ billingCredit, amount: part }];
  });
}

/** Lines grouped by billing period, in the order of the periods. */
function byBillingPeriod(term: BillingTerm, lines: readonly BilledLine[]): BilledLine[][] {
  const last = Math.max(...lines.map(({ period }) => period.start));
  const starts: Day[] = [];
  for (const { covered } of billingPeriods(term)) {
    if (covered.start > last) break;
    starts.push(covered.start);
  }
  return [...Map.groupBy(lines, ({ period }) => starts.findLast((start) => start <= period.start)).values()];
}

function ofLine(billingCredits: readonly BillingCredit[], { id }: BilledLine): BillingCredit[] {
  return billingCredits.filter(({ invoiceLineId }) => invoiceLineId === id);
}

/** The unused part of a line that is neither credited nor written off yet. */
function partOf(line: BilledLine, unused: Money, writtenOff: Money, service: Period): CreditedPart[] {
  const left = subtract(line.total, line.credited);
  const amount = subtract(min(unused, left), writtenOff);
  return amount.minor === 0n || isNegative(amount) ? [] : [{ invoiceLineId: line.id, amount, service }];
}

function keyOf({ type, amendmentId, period }: Pick<BilledLine, "type" | "amendmentId" | "period">): string {
  return `${type}/${amendmentId ?? ""}/${period.start}`;
}
