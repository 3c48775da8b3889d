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

/** A billed line, what of it may still be credited, and what of it was written off and is not taken back. */
export type Creditable = BilledUsage & { readonly creditable: Money; readonly writtenOff: Money };

/** What is still to bill or to credit, and credits of what nobody paid: those reduce bad debt, and no invoice carries them. */
export type GivenAndLost<Line> = { readonly given: readonly Line[]; readonly lost: readonly Line[] };

/**
 * The owed lines, negative ones cut to what is billed and not credited yet (rules 12): what was credited manually or written
 * off is not credited again. A line that has nothing left to credit is left out. Of what is cut, as much as was written off is
 * lost no more.
 *
 * @param isFor true if the other line bills what this one credits
 * @param isBeside true if the other line, billed along with this one, can be credited as well
 */
export function withinCreditable<Line extends ExpectedUsageLine>(
  owed: readonly Line[],
  billed: readonly Creditable[],
  isFor: (line: Line, other: UsageLineKey) => boolean,
  isBeside = isFor,
): GivenAndLost<Line> {
  const given: Line[] = [];
  const lost: Line[] = [];
  for (const [index, line] of owed.entries()) {
    const { total } = line.price;
    if (!isNegative(total) || line.type === "PREPAID_APPLIED") {
      given.push(line);
      continue;
    }
    const nothing = zero(total.currency);
    const issued = billed.filter((other) => isFor(line, other));
    const amountOf = (amounts: readonly Money[]) => sum(amounts, total.currency);
    const creditable = issued.map((each) => each.creditable);
    const isUntouched = compare(amountOf(creditable), amountOf(issued.map((each) => each.total))) === 0;
    if (isUntouched) {
      given.push(line);
      continue;
    }
    // The amounts of other crediting lines cannot be credited.
    const along = owed.slice(index + 1).filter(({ price }) => !isNegative(price.total));
    const others = [...given, ...along].filter((other) => isBeside(line, other)).map(({ price }) => price.total);
    const open = max(amountOf([...creditable, ...others]), nothing);
    if (compare(negate(total), open) <= 0) {
      given.push(line);
      continue;
    }
    const of = (amount: Money): Line[] => {
      const price = { subtotal: negate(amount), discountTotal: nothing, total: negate(amount) };
      return isZero(amount) ? [] : [{ ...line, price }];
    };
    given.push(...of(open));
    const writtenOff = max(amountOf(issued.map((each) => each.writtenOff)), nothing);
    lost.push(...of(min(subtract(negate(total), open), writtenOff)));
  }
  return { given, lost };
}

/** Of a term without a commitment these are usage and its uplift to the minimum: what was credited of one is not billed with the other. */
export function billedForSameDays(
  line: UsageLineKey,
  { service, billingTermId, invoiceSplitKey }: UsageLineKey,
): boolean {
  const isSameSplit = billingTermId === line.billingTermId && invoiceSplitKey === line.invoiceSplitKey;
  return isSameSplit && service.start === line.service.start && service.end === line.service.end;
}

const paidForUse: readonly LineType[] = [...measuredTypes, "TRUE_UP"];

/**
 * Of a commitment these are the lines billed under the term for the days of the line. Overage that became cheaper, though no
 * line billed its own days, credits what other lines of the commitment period billed. Prepayments are for value, not for use.
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
