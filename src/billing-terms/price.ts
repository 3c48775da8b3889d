import { ratioFromDecimal } from "../kernel/decimal.ts";
import { type Money, roundToMoney, subtract } from "../kernel/money.ts";
import { type AnchoredPeriod, anchoredPeriods } from "../kernel/periods.ts";
import { proratedByDay } from "../kernel/proration.ts";
import {
  maxRatio,
  multiplyRatios,
  oneRatio,
  type Ratio,
  type Rounding,
  subtractRatios,
  zeroRatio,
} from "../kernel/ratio.ts";
import { type BillingTerm, type Discount, periodRule } from "./billing-term.ts";

/** What a term charges for one billing period, tax excluded. `total` = `subtotal` − `discountTotal`, never below zero. */
export type PeriodPrice = { readonly subtotal: Money; readonly discountTotal: Money; readonly total: Money };

export type PricedPeriod = AnchoredPeriod & { readonly price: PeriodPrice };

export type PricingContext = { readonly currency: string; readonly rounding: Rounding };

/**
 * The billing periods of a term in order, each with its price. Open-ended terms never stop: take only what is needed.
 *
 * A short period owes its days' share of the price (data model 5.5). Percentages reduce what the former discount left,
 * in array order, then fixed discounts, which are prorated with their period (5.4). Nothing is rounded on the way:
 * `total` is the exact net rounded once, `subtotal` the exact gross rounded once, and the discount their difference
 * (rules 5).
 */
export function* pricedPeriods(term: BillingTerm, context: PricingContext): Generator<PricedPeriod> {
  // Every full period costs the same, so it is priced once: closing years of months asks for it thousands of times.
  let fullPrice: PeriodPrice | undefined;
  for (const period of anchoredPeriods(periodRule(term))) {
    const share = proratedByDay(period.covered, period.full);
    if (share === oneRatio) {
      fullPrice ??= priceOf(term, oneRatio, context);
      yield { ...period, price: fullPrice };
    } else {
      yield { ...period, price: priceOf(term, share, context) };
    }
  }
}

function priceOf(term: BillingTerm, share: Ratio, { currency, rounding }: PricingContext): PeriodPrice {
  const gross = multiplyRatios(fullPeriodPrice(term), share);
  const net = maxRatio(applyDiscounts(gross, term.discounts, share), zeroRatio);
  const subtotal = roundToMoney(gross, currency, rounding);
  const total = roundToMoney(net, currency, rounding);
  return { subtotal, discountTotal: subtract(subtotal, total), total };
}

/** FLAT with `TOTAL_INVOICE` is the amount itself, the quantity only printed; everything else is amount × quantity. */
export function fullPeriodPrice(term: Pick<BillingTerm, "pricing" | "quantity">): Ratio {
  const [tier] = term.pricing;
  const amount = ratioFromDecimal(tier.amount);
  return tier.amountType === "TOTAL_INVOICE" ? amount : multiplyRatios(amount, ratioFromDecimal(term.quantity));
}

function applyDiscounts(gross: Ratio, discounts: readonly Discount[], share: Ratio): Ratio {
  let net = gross;
  for (const { type, amount } of discounts) {
    if (type === "PERCENTAGE") net = multiplyRatios(net, subtractRatios(oneRatio, ratioFromDecimal(amount)));
  }
  for (const { type, amount } of discounts) {
    if (type === "FIXED") net = subtractRatios(net, multiplyRatios(ratioFromDecimal(amount), share));
  }
  return net;
}
