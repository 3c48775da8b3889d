import type { BillingTerm } from "../billing-terms/billing-term.ts";
import { spanOf } from "../billing-terms/charges/explanation.ts";
import type { PricingContext } from "../billing-terms/charges/price.ts";
import { required } from "../kernel/assert.ts";
import { formatMoney, isNegative, isZero, type Money, max, negate, subtract, sum, zero } from "../kernel/money.ts";
import { type BilledOfUsage, carryCredit } from "../usage/carried-credit.ts";
import {
  type BilledUsage,
  type ExpectedUsageLine,
  keyOf,
  type UsageLineKey,
  unbilledLines,
} from "../usage/late-usage.ts";
import type { UsageCharge } from "../usage/usage-charges.ts";
import type { UsageExplanation } from "../usage/usage-explanation.ts";
import { billedForSameDays, type Creditable, type OutstandingUsage, withinCreditable } from "./credited-usage.ts";

/** A line of usage outside commitments. */
export type StandaloneLine = ExpectedUsageLine & { readonly explanation: UsageExplanation };

/** What is still to bill and to credit for the usage of one term outside commitments. */
export type OwedByTerm = OutstandingUsage<StandaloneLine> & {
  /** New − billed for each key, before it is limited to what may be credited. */
  readonly owed: readonly StandaloneLine[];
  /** Negative usage that no other line has deducted. */
  readonly left: readonly StandaloneLine[];
};

/**
 * What is still to bill and to credit for the usage of one term outside commitments (rules 7, 12, 13).
 *
 * @param periods lines by billing period, oldest first
 * @param billed  billed and credited usage of the term, oldest first
 */
export function owedByTerm(
  periods: readonly (readonly StandaloneLine[])[],
  billed: readonly Creditable[],
  context: PricingContext,
): OwedByTerm {
  const invoicedThrough = billed.length === 0 ? null : Math.max(...billed.map(({ service }) => service.end));
  const { lines, left } = carriedLines(periods, billed, context);
  const owed = unbilledLines(lines, billed, {
    // A period that was invoiced up to an earlier end of the term, which was extended later, is corrected as a whole.
    isInvoiced: ({ service }) => invoicedThrough !== null && service.start < invoicedThrough,
    nothingLeft: (line) => nothingLeft(line, context),
  });
  const isSame = (line: UsageLineKey, other: UsageLineKey) => keyOf(other) === keyOf(line);
  return { owed, ...withinCreditable(owed, billed, isSame, billedForSameDays), left };
}

/**
 * Lines with negative usage deducted from the lines after it (ADR 0046).
 *
 * @returns the lines, and negative usage that no line has deducted
 */
function carriedLines(
  periods: readonly (readonly StandaloneLine[])[],
  billed: readonly BilledUsage[],
  { currency }: PricingContext,
): { readonly lines: readonly StandaloneLine[]; readonly left: readonly StandaloneLine[] } {
  const lines = periods.flat();
  if (!lines.some(({ price }) => isNegative(price.total))) return { lines, left: [] };
  const billedByKey = Map.groupBy(billed, keyOf);
  const nothing = zero(currency);
  const creditedOf = (line: StandaloneLine): Money => {
    const totals = (billedByKey.get(keyOf(line)) ?? []).map(({ total }) => total);
    return max(negate(sum(totals, currency)), nothing);
  };
  const usageAmounts = periods.map((own) =>
    own.map((line) => ({ usageAmount: line.price.total, credited: creditedOf(line) })),
  );
  const carried = carryCredit(usageAmounts, currency).flat();
  const carriedOf = (index: number) => required(carried[index], "the line that was carried");
  return {
    lines: lines.map((line, index) => withCredit(line, carriedOf(index))),
    left: lines.flatMap((line, index) => {
      const { left } = carriedOf(index);
      const price = { subtotal: negate(left), discountTotal: nothing, total: negate(left) };
      return isZero(left) ? [] : [{ ...line, price, isCorrection: true }];
    }),
  };
}

function withCredit(line: StandaloneLine, { toBill, deducted, carriedForward }: BilledOfUsage): StandaloneLine {
  const { price, explanation } = line;
  if (isZero(deducted) && !isNegative(price.total)) return line;
  const subtotal = isNegative(price.total) ? toBill : subtract(price.subtotal, deducted);
  const [usageAmount, taken, left] = [price.total, deducted, carriedForward].map(formatMoney) as [
    string,
    string,
    string,
  ];
  return {
    ...line,
    // The amount is no longer quantity × price.
    unitPrice: null,
    price: { subtotal, discountTotal: subtract(subtotal, toBill), total: toBill },
    explanation: {
      ...explanation,
      total: formatMoney(toBill),
      usageCredit: { usageAmount, deducted: taken, carriedForward: left },
    },
  };
}

/** The line that bills a charge. */
export function lineOfCharge(term: BillingTerm, charge: UsageCharge): StandaloneLine {
  const { type, period, differentiator, invoiceSplitKey, quantity, unitPrice, tiers, price, explanation } = charge;
  const key = { type, service: period, billingTermId: term.id, differentiator, invoiceSplitKey };
  return { ...key, quantity, unitPrice, tiers, price, explanation, isCorrection: false };
}

/** The zero line of a key that was billed and is no longer owed. */
function nothingLeft(billed: BilledUsage, { currency, rounding }: PricingContext): StandaloneLine {
  const nothing = zero(currency);
  const { type, service, billingTermId, differentiator, invoiceSplitKey } = billed;
  const span = spanOf(service);
  return {
    type: type === "LATE_USAGE" ? "USAGE" : type,
    service,
    billingTermId,
    differentiator,
    invoiceSplitKey,
    quantity: "0",
    unitPrice: null,
    tiers: [],
    isCorrection: false,
    price: { subtotal: nothing, discountTotal: nothing, total: nothing },
    explanation: {
      period: span,
      fullPeriod: span,
      share: "1",
      pricedQuantity: "0",
      ownQuantity: "0",
      tiers: [],
      gross: "0",
      maximum: null,
      minimum: null,
      discounts: [],
      net: "0",
      rounding,
      total: formatMoney(nothing),
      billed: null,
    },
  };
}
