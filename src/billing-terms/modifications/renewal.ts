import type { Day } from "../../kernel/day.ts";
import { ratioFromDecimal } from "../../kernel/decimal.ts";
import { type Money, ratioFromMoney, roundToMoney, subtract } from "../../kernel/money.ts";
import { multiplyRatios } from "../../kernel/ratio.ts";
import { type BillingTerm, kindOf } from "../billing-term.ts";
import { type Charge, chargesOf } from "../charges/charges.ts";
import type { PricingContext } from "../charges/price.ts";
import type { PerformanceObligation } from "../performance-obligations/performance-obligation.ts";

// An extension at the standalone selling price is a separate contract (ASC 606-10-25-12; rules 7).

/** The first day that an extension adds; null if anything else about the days changes. */
export function extendedFrom(
  before: Pick<PerformanceObligation, "service">,
  after: Pick<PerformanceObligation, "service">,
): Day | null {
  const [from, to] = [before.service, after.service];
  return from.end !== null && to.end !== null && from.start === to.start && from.end < to.end ? from.end : null;
}

/**
 * True if every billing period that an extension adds to a term is billed at the standalone selling price of its units. Not if the former or the
 * new end is inside a period, which is then not a full one.
 *
 * @param selling standalone selling price of one unit, or of the flat amount of a period
 */
export function isExtendedAtPrice(
  before: BillingTerm,
  after: BillingTerm,
  selling: Money,
  context: PricingContext,
): boolean {
  if (before.end === null || after.end === null || before.start !== after.start) return false;
  const until = before.end;
  const added = [...chargesOf(after, context)].filter(
    ({ amendmentId, period }) => amendmentId === null && period.end > until,
  );
  const isFlat = kindOf(after) === "FLAT";
  const isAtPrice = ({ price, quantity }: Charge) => {
    const alone = multiplyRatios(ratioFromMoney(selling), ratioFromDecimal(isFlat ? "1" : quantity));
    return price.total.minor === roundToMoney(alone, context.currency, context.rounding).minor;
  };
  return added[0]?.period.start === until && added.every(isAtPrice);
}

/** True if the price of a performance obligation rises by the standalone selling price of the added days. */
export function growsBySellingPrice(before: PerformanceObligation, after: PerformanceObligation): boolean {
  const [from, to] = [before, after].map(({ transactionPrice: price, standaloneSellingPrice: selling }) =>
    price === null || selling === null ? null : { price, selling },
  );
  if (from === null || from === undefined || to === null || to === undefined) return false;
  const [price, selling] = [subtract(to.price, from.price), subtract(to.selling, from.selling)];
  return price.minor > 0n && price.minor === selling.minor;
}
