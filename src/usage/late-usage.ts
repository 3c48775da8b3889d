import type { PeriodPrice } from "../billing-terms/charges/price.ts";
import type { TierCharge } from "../billing-terms/charges/tier-price.ts";
import type { LineType } from "../billing-terms/line-type.ts";
import type { Day } from "../kernel/day.ts";
import { ratioFromDecimal } from "../kernel/decimal.ts";
import { formatMoney, isZero, type Money, subtract, sum } from "../kernel/money.ts";
import type { Period } from "../kernel/periods.ts";
import { type Ratio, subtractRatios, sumRatios, zeroRatio } from "../kernel/ratio.ts";
import { shownDecimal } from "../kernel/ratio-text.ts";
import type { UsageSplit } from "./usage-split.ts";

/** The key of a line of usage; corrections carry the key of the line that they correct. */
export type UsageLineKey = UsageSplit & {
  readonly type: LineType;
  /** The days of service, half-open. */
  readonly service: Period;
  readonly billingTermId: string;
  /** Schedule, and first day of the commitment period; only for lines of commitments. */
  readonly scheduleId?: string | undefined;
  readonly periodStart?: Day | undefined;
};

/** A line of usage as if nothing were billed yet. */
export type ExpectedUsageLine = UsageLineKey & {
  /** Decimal texts of at most 12 places. */
  readonly quantity: string;
  readonly unitPrice: string | null;
  readonly tiers: readonly TierCharge[];
  readonly price: PeriodPrice;
  /** `billed` is the part of `total` that was billed before, for a correction; else null. */
  readonly explanation: { readonly total: string; readonly billed: string | null };
  /** True for a correction of issued lines: new − billed. */
  readonly isCorrection: boolean;
};

/** A line of an issued document by its key; a credit of money only has no quantity. */
export type BilledUsage = UsageLineKey &
  Pick<ExpectedUsageLine, "tiers"> & {
    readonly quantity: string | null;
    readonly subtotal: Money;
    readonly total: Money;
  };

/** Prepayments are billed before usage, so they are never late. */
const neverLate: readonly LineType[] = ["PREPAYMENT"];

/** Types of lines whose quantity is units of usage. */
export const measuredTypes: readonly LineType[] = ["USAGE", "LATE_USAGE", "OVERAGE"];

/**
 * The lines that are still to be billed: new − billed for every key (data model 12.6, rules 7). A line of which nothing was billed is unchanged,
 * unless its period is invoiced: then it is a correction. Corrections of usage are LATE_USAGE, with the original days of service and the difference
 * for each tier. A billed line that no longer exists is credited by its negative.
 *
 * Invariant: billed + result = lines, for every key. So after the result is billed, nothing is left to bill.
 *
 * @param isInvoiced  true if the period of a line is invoiced, though nothing of the line was billed
 * @param nothingLeft makes the line of zero for a billed line that no longer exists, with its explanation
 */
export function unbilledLines<Line extends ExpectedUsageLine>(
  lines: readonly Line[],
  billed: readonly BilledUsage[],
  { isInvoiced, nothingLeft }: { isInvoiced: (line: Line) => boolean; nothingLeft: (billed: BilledUsage) => Line },
): Line[] {
  const before = Map.groupBy(billed, keyOf);
  const wanted = new Set(lines.map(keyOf));
  const owed = lines.flatMap((line): Line[] => {
    const same = before.get(keyOf(line));
    if (same !== undefined) return changed(line, same);
    // So are its applied prepaid value and overage, and a changed minimum or true-up.
    if (neverLate.includes(line.type) || !isInvoiced(line)) return [line];
    return [{ ...line, type: line.type === "USAGE" ? "LATE_USAGE" : line.type, isCorrection: true }];
  });
  const owedNoMore = [...before].flatMap(([key, same]) => {
    const [first] = same;
    return first === undefined || wanted.has(key) ? [] : changed(nothingLeft(first), same);
  });
  return [...owed, ...owedNoMore];
}

function changed<Line extends ExpectedUsageLine>(now: Line, billed: readonly BilledUsage[]): Line[] {
  const { currency } = now.price.total;
  const billedTotal = totalOf(billed, currency);
  const total = subtract(now.price.total, billedTotal);
  const subtotal = subtract(
    now.price.subtotal,
    sum(
      billed.map((line) => line.subtotal),
      currency,
    ),
  );
  // A credit memo credited money without a quantity, so quantities no longer match the amounts.
  const isMeasured = measuredTypes.includes(now.type) && billed.every(({ quantity }) => quantity !== null);
  const quantity = difference(
    now.quantity,
    billed.map((line) => line.quantity ?? "0"),
  );
  if (isZero(total) && isZero(subtotal) && (!isMeasured || quantity.numerator === 0n)) return [];
  const billedTiers = billed.flatMap(({ tiers }) => tiers);
  return [
    {
      ...now,
      type: now.type === "USAGE" ? "LATE_USAGE" : now.type,
      quantity: isMeasured ? shownDecimal(quantity) : "1",
      unitPrice: null,
      tiers: isMeasured ? tierDifferences(now.tiers, billedTiers) : [],
      price: { subtotal, discountTotal: subtract(subtotal, total), total },
      explanation: { ...now.explanation, billed: formatMoney(billedTotal) },
      isCorrection: true,
    },
  ];
}

/** The total of billed lines, without tax. */
function totalOf(billed: readonly BilledUsage[], currency: string): Money {
  return sum(
    billed.map((line) => line.total),
    currency,
  );
}

function tierDifferences(now: readonly TierCharge[], billed: readonly TierCharge[]): TierCharge[] {
  const keyOfTier = ({ tier, unitPrice }: TierCharge) => `${tier} ${unitPrice}`;
  const current = Map.groupBy(now, keyOfTier);
  const before = Map.groupBy(billed, keyOfTier);
  return [...new Set([...current.keys(), ...before.keys()])].flatMap((key): TierCharge[] => {
    const [ours, theirs] = [current.get(key) ?? [], before.get(key) ?? []];
    const place = ours[0] ?? theirs[0];
    const quantity = difference(
      ours[0]?.quantity,
      theirs.map((each) => each.quantity),
    );
    const amount = difference(
      ours[0]?.amount,
      theirs.map((each) => each.amount),
    );
    if (place === undefined || (quantity.numerator === 0n && amount.numerator === 0n)) return [];
    return [{ ...place, quantity: shownDecimal(quantity), amount: shownDecimal(amount) }];
  });
}

function difference(now: string | undefined, billed: readonly string[]): Ratio {
  const before = sumRatios(billed.map(ratioFromDecimal));
  return subtractRatios(now === undefined ? zeroRatio : ratioFromDecimal(now), before);
}

// A cache, because many lines are compared with many others. Lines never change.
const keys = new WeakMap<UsageLineKey, string>();

/** The key as text. LATE_USAGE has the key of the USAGE that it corrects. */
export function keyOf(line: UsageLineKey): string {
  const known = keys.get(line);
  if (known !== undefined) return known;
  const key = JSON.stringify([
    line.type === "LATE_USAGE" ? "USAGE" : line.type,
    line.service.start,
    line.service.end,
    line.billingTermId,
    line.differentiator,
    line.invoiceSplitKey,
    line.scheduleId ?? null,
    line.periodStart ?? null,
  ]);
  keys.set(line, key);
  return key;
}
