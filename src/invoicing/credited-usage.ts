import type { LineType } from "../billing-terms/line-type.ts";
import type { CommitmentLine } from "../commitments/commitment-lines.ts";
import { compare, isNegative, isZero, type Money, max, min, negate, subtract, sum, zero } from "../kernel/money.ts";
import {
  type BilledUsage,
  type ExpectedUsageLine,
  keyOf,
  measuredTypes,
  type UsageLineKey,
} from "../usage/late-usage.ts";

/** A billed line with the amounts that may still be credited, and that were written off and not reversed. */
export type Creditable = BilledUsage & { readonly creditable: Money; readonly writtenOff: Money };

/** Lines still to bill or to credit, and credits of lines that were written off: those reduce bad debt and are on no invoice. */
export type OutstandingUsage<Line> = { readonly outstanding: readonly Line[]; readonly writtenOff: readonly Line[] };

/**
 * Limits negative lines to what is billed and not credited yet (rules 12): amounts that were credited manually or written off are not credited
 * again. A line with nothing left to credit is left out. Of the excess, the part that was written off is returned as `writtenOff`.
 *
 * @param isFor true if the other line bills what this one credits
 * @param isBeside true if this line can also credit the other one, which is billed with it
 */
export function withinCreditable<Line extends ExpectedUsageLine>(
  owed: readonly Line[],
  billed: readonly Creditable[],
  isFor: (line: Line, other: UsageLineKey) => boolean,
  isBeside = isFor,
): OutstandingUsage<Line> {
  const outstanding: Line[] = [];
  const writtenOff: Line[] = [];
  for (const [index, line] of owed.entries()) {
    const { total } = line.price;
    if (!isNegative(total) || line.type === "PREPAID_APPLIED") {
      outstanding.push(line);
      continue;
    }
    const nothing = zero(total.currency);
    const issued = billed.filter((other) => isFor(line, other));
    const amountOf = (amounts: readonly Money[]) => sum(amounts, total.currency);
    const creditable = issued.map((each) => each.creditable);
    const isUntouched = compare(amountOf(creditable), amountOf(issued.map((each) => each.total))) === 0;
    if (isUntouched) {
      outstanding.push(line);
      continue;
    }
    // Other negative lines cannot be credited.
    const along = owed.slice(index + 1).filter(({ price }) => !isNegative(price.total));
    const others = [...outstanding, ...along].filter((other) => isBeside(line, other)).map(({ price }) => price.total);
    const open = max(amountOf([...creditable, ...others]), nothing);
    if (compare(negate(total), open) <= 0) {
      outstanding.push(line);
      continue;
    }
    const of = (amount: Money): Line[] => {
      const price = { subtotal: negate(amount), discountTotal: nothing, total: negate(amount) };
      return isZero(amount) ? [] : [{ ...line, price }];
    };
    outstanding.push(...of(open));
    const badDebt = max(amountOf(issued.map((each) => each.writtenOff)), nothing);
    writtenOff.push(...of(min(subtract(negate(total), open), badDebt)));
  }
  return { outstanding, writtenOff };
}

/** Outside commitments: usage and its uplift to the minimum for the same days. */
export function billedForSameDays(
  line: UsageLineKey,
  { service, billingTermId, invoiceSplitKey }: UsageLineKey,
): boolean {
  const isSameSplit = billingTermId === line.billingTermId && invoiceSplitKey === line.invoiceSplitKey;
  return isSameSplit && service.start === line.service.start && service.end === line.service.end;
}

const paidForUse: readonly LineType[] = [...measuredTypes, "TRUE_UP"];

/**
 * Within a commitment: the lines billed under the term for the days of the line. Overage that became cheaper and whose own days were not billed
 * credits other lines of the commitment period. Prepayments are not included.
 */
export function billedForSameUse(
  billed: readonly Creditable[],
): (line: CommitmentLine, other: UsageLineKey) => boolean {
  const taken = new Set(billed.filter(({ total }) => total.minor > 0n).map(keyOf));
  return (line, other) => {
    const isOfTerm = other.scheduleId === line.scheduleId && other.billingTermId === line.billingTermId;
    const isRepriced = line.type === "OVERAGE" && !taken.has(keyOf(line));
    const isInside = other.service.start >= line.service.start && other.service.end <= line.service.end;
    const isOfUse = isRepriced ? other.periodStart === line.periodStart : isInside;
    return isOfTerm && isOfUse && paidForUse.includes(other.type);
  };
}
