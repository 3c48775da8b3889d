import type { Discount, Price } from "../billing-terms/billing-term.ts";
import { activeDiscounts, applyDiscounts } from "../billing-terms/charges/discount.ts";
import { escalatedPrice, timesEscalated } from "../billing-terms/charges/escalator.ts";
import type { PeriodPrice, PricingContext } from "../billing-terms/charges/price.ts";
import { priceOfNetUse, type TierCharge } from "../billing-terms/charges/tier-price.ts";
import { allocate } from "../kernel/allocate.ts";
import { ratioFromDecimal } from "../kernel/decimal.ts";
import { isNegative, isZero, type Money, roundToMoney, subtract, zero } from "../kernel/money.ts";
import { addRatios, compareRatios, maxRatio, multiplyRatios, type Ratio, zeroRatio } from "../kernel/ratio.ts";
import { shownDecimal } from "../kernel/ratio-text.ts";
import { totalQuantity, type UsageQuantity } from "./aggregate.ts";
import {
  type Charged,
  chargedWith,
  limitsOfPart,
  nothingCharged,
  type PeriodLimits,
  shareOf,
} from "./period-limits.ts";
import { explainUsage, type UsageExplanation } from "./usage-explanation.ts";
import type { RatedGroup, UsageRule } from "./usage-rule.ts";

/** The charge for one differentiator and split key in a period (USAGE), or the uplift of a period to its minimum (MINIMUM). Tax excluded. */
export type UsageLine = {
  readonly type: "USAGE" | "MINIMUM";
  readonly differentiator: string | null;
  readonly invoiceSplitKey: string | null;
  /** Decimal texts of at most 12 places; `unitPrice` is null if the amount is not one unit price × quantity. */
  readonly quantity: string;
  readonly unitPrice: string | null;
  /** Tiers of all usage that is priced together with the line. */
  readonly tiers: readonly TierCharge[];
  readonly price: PeriodPrice;
  readonly explanation: UsageExplanation;
  /** True if quantity and amount are zero: then there is no line, but its period counts as covered (data model 13.2). */
  readonly isDropped: boolean;
};

/** Days of a billing period with one price, and their usage, in the order of the lines. */
export type UsagePart = { readonly rule: UsageRule; readonly quantities: readonly UsageQuantity[] };

/**
 * Prices the usage of one billing period (rules 6, data model 5.2 and 5.5), in parts if its price changes within it. There is a line for each
 * differentiator and split key, and a line of type MINIMUM for the uplift to a minimum.
 *
 * All usage of the term, or of a differentiator if `tierScope` says so, is priced together. The amount is capped by the maximum, then discounted,
 * then lifted to the minimum, so a period is billed at least its minimum and at most its maximum, however usage is spread over its parts
 * (`period-limits.ts`). Usage is not prorated. Minimum, maximum and flat tier amounts are, for short periods and for parts.
 *
 * If more usage is credited than used, the price is negative (rules 13), unless there is a minimum, which is due in any case.
 *
 * Amounts are rounded once for each group, and shared among its lines by quantity, by largest remainder (rules 5). Lines with a negative quantity get
 * no share of a positive amount, and lines with a positive quantity no share of a negative one. Without usage there is one line, with the price of
 * zero units.
 *
 * @param parts  the parts that have begun, in order
 * @param limits of all parts of the period
 * @returns the lines of each part
 */
export function rateUsage(
  parts: readonly UsagePart[],
  limits: PeriodLimits,
  context: PricingContext,
): readonly (readonly UsageLine[])[] {
  const used = new Set(parts.flatMap(({ rule, quantities }) => quantities.map((each) => scopeOf(rule, each))));
  const lifted = used.size > 0 ? [...used] : [null];
  const charged = new Map<string | null, Charged>();
  return parts.map(({ rule, quantities }, place) => {
    const before = (scope: string | null) => charged.get(scope) ?? nothingCharged(context.currency);
    const groups = Map.groupBy(quantities.length > 0 ? quantities : [nothingUsed], (each) => scopeOf(rule, each));
    const isLast = place === limits.lastWithMinimum;
    const lines = [...groups].flatMap(([differentiator, members]) => {
      const group = rateGroup(rule, totalQuantity(members), limitsOfPart(limits, place, before(differentiator)));
      const price = rounded(group, context);
      charged.set(differentiator, chargedWith(before(differentiator), group, price.total));
      const ofUse = share(price, members).map((part, index) =>
        usageLine(rule, group, { of: members[index] as UsageQuantity, price: part }, context),
      );
      if (!isLast || !lifted.includes(differentiator)) return ofUse;
      return [...ofUse, ...liftedTo(rule, group, { differentiator, charged: before(differentiator) }, context)];
    });
    // Differentiators with usage only in earlier parts get their uplift here as well.
    const others = isLast ? lifted.filter((scope) => !groups.has(scope)) : [];
    const lifts = others.flatMap((differentiator) => {
      const group = rateGroup(rule, zeroRatio, limitsOfPart(limits, place, before(differentiator)));
      return liftedTo(rule, group, { differentiator, charged: before(differentiator) }, context);
    });
    return [...lines, ...lifts];
  });
}

const nothingUsed: UsageQuantity = { differentiator: null, invoiceSplitKey: null, quantity: zeroRatio };

const scopeOf = ({ tierScope }: UsageRule, { differentiator }: UsageQuantity) =>
  tierScope === "TERM" ? null : differentiator;

function rateGroup(
  rule: UsageRule,
  quantity: Ratio,
  { maximum, minimum }: Pick<RatedGroup, "maximum" | "minimum">,
): RatedGroup {
  const { price, billingPeriod, termStart } = rule;
  const { covered } = billingPeriod;
  const share = shareOf(rule);
  const times = timesEscalated(price, { termStart, periodStart: covered.start });
  const isBelowZero = rule.aggregation === "SUM" && price.minimumAmount === null;
  const priced = isBelowZero ? quantity : maxRatio(quantity, zeroRatio);
  const tiers = priceOfNetUse(escalatedPrice(price, times), priced).tiers();
  const gross = tiers.reduce((sum, tier) => addRatios(sum, amountOf(tier, share)), zeroRatio);
  const capped = maximum !== null && compareRatios(gross, maximum) > 0 ? maximum : gross;
  const discounts: readonly Discount[] = activeDiscounts(price.discounts, covered.start);
  const { net, appliedDiscounts } = applyDiscounts([{ gross: capped, share, discounts }]);
  return { quantity, tiers, share, gross, capped, appliedDiscounts, net, minimum, maximum };
}

function amountOf({ unitPrice, amount }: TierCharge, share: Ratio): Ratio {
  const exact = ratioFromDecimal(amount);
  return unitPrice === null ? multiplyRatios(exact, share) : exact;
}

function rounded({ capped, net }: RatedGroup, { currency, rounding }: PricingContext): PeriodPrice {
  const [subtotal, total] = [roundToMoney(capped, currency, rounding), roundToMoney(net, currency, rounding)];
  return { subtotal, discountTotal: subtract(subtotal, total), total };
}

/** Shares a price among lines by the quantities that have its sign; if there are none, the first line gets all. */
function share({ subtotal, total }: PeriodPrice, members: readonly UsageQuantity[]): PeriodPrice[] {
  const common = members.reduce((product, { quantity }) => product * quantity.denominator, 1n);
  const sign = isNegative(total) ? -1n : 1n;
  const weights = members.map(({ quantity: { numerator, denominator } }) =>
    sign * numerator > 0n ? sign * numerator * (common / denominator) : 0n,
  );
  const shared = weights.some((weight) => weight > 0n) ? weights : weights.map((_, index) => (index === 0 ? 1n : 0n));
  const totals = allocate(total, shared);
  return allocate(subtotal, shared).map((part, index) => {
    const of = totals[index] as Money;
    return { subtotal: part, discountTotal: subtract(part, of), total: of };
  });
}

type LinePart = { readonly of: UsageQuantity; readonly price: PeriodPrice };

function usageLine(rule: UsageRule, group: RatedGroup, { of, price }: LinePart, context: PricingContext): UsageLine {
  return {
    type: "USAGE",
    differentiator: of.differentiator,
    invoiceSplitKey: of.invoiceSplitKey,
    quantity: shownDecimal(of.quantity),
    unitPrice: unitPriceOf(rule.price, group),
    tiers: rule.price.pricingType === "SIMPLE" ? [] : group.tiers,
    price,
    explanation: explainUsage(rule, group, { total: price.total, quantity: of.quantity }, context),
    isDropped: isZero(price.subtotal) && isZero(price.total) && of.quantity.numerator === 0n,
  };
}

/** The unit price, or null if there are several tiers, a flat or package price, or a capped amount. */
function unitPriceOf({ pricingType }: Price, { tiers, gross, capped }: RatedGroup): string | null {
  const [first, ...others] = tiers;
  if (first === undefined || first.unitPrice === null || others.length > 0 || pricingType === "PACKAGE") return null;
  return compareRatios(gross, capped) === 0 ? shownDecimal(ratioFromDecimal(first.unitPrice)) : null;
}

type Lift = { readonly differentiator: string | null; readonly charged: Charged };

/** The line for the uplift of the period's charges to its minimum; none if the minimum is reached. */
function liftedTo(
  rule: UsageRule,
  group: RatedGroup,
  { differentiator, charged }: Lift,
  context: PricingContext,
): readonly UsageLine[] {
  const { currency, rounding } = context;
  if (group.minimum === null) return [];
  const owed = roundToMoney(maxRatio(group.minimum, zeroRatio), currency, rounding);
  const uplift = subtract(owed, charged.towardsMinimum);
  if (isZero(uplift) || isNegative(uplift)) return [];
  return [
    {
      type: "MINIMUM",
      differentiator,
      invoiceSplitKey: null,
      quantity: "1",
      unitPrice: null,
      tiers: [],
      price: { subtotal: uplift, discountTotal: zero(currency), total: uplift },
      explanation: explainUsage(rule, group, { total: uplift, quantity: group.quantity }, context),
      isDropped: false,
    },
  ];
}
