import { type BillingTerm, priceOn } from "../billing-terms/billing-term.ts";
import { billingPeriods } from "../billing-terms/charges.ts";
import { priceLine } from "../billing-terms/line-price.ts";
import type { PricingContext } from "../billing-terms/price.ts";
import { restShare } from "../billing-terms/seat-proration.ts";
import { type SeatAmendment, type SeatConfig, seatTimeline } from "../billing-terms/seats.ts";
import { allocate } from "../kernel/allocate.ts";
import { isZero, type Money, min, subtract, sum } from "../kernel/money.ts";
import type { Period } from "../kernel/periods.ts";
import { compareRatios } from "../kernel/ratio.ts";
import type { CreditedPart } from "./credit-memo.ts";
import type { BilledLine } from "./unused-credit.ts";

type SeatTerm = BillingTerm & { readonly seatConfig: SeatConfig };

/** What fewer seats are worth in the invoiced part of a billing period, from the day on which they are fewer. */
type FewerSeats = { readonly invoiced: Period; readonly rest: Period; readonly amount: Money };

/**
 * What fewer seats give back of periods that are invoiced, where the term's seats are credited when they are given back
 * (rules 6, `creditOnDecrease`): in each such period what they are worth there, at most what its base line and true-ups
 * billed and is not credited yet, from each of them by that balance (rules 5, "Several lines").
 *
 * @param term with the amendment among its own
 */
export function unusedSeats(
  term: SeatTerm,
  amendment: SeatAmendment,
  lines: readonly BilledLine[],
  context: PricingContext,
): CreditedPart[] {
  return fewerSeats(term, amendment, context).flatMap(({ invoiced, rest, amount }): CreditedPart[] => {
    const open = lines.flatMap(({ id, period, total, credited }) => {
      const left = subtract(total, credited);
      const isOfPeriod = period.start >= invoiced.start && period.end <= invoiced.end && period.end > rest.start;
      return isOfPeriod && left.minor > 0n ? [{ id, left }] : [];
    });
    const lefts = open.map(({ left }) => left);
    const given = min(amount, sum(lefts, context.currency));
    if (given.minor <= 0n) return [];
    const amounts = allocate(
      given,
      lefts.map(({ minor }) => minor),
    );
    return open.flatMap(({ id }, index) => {
      const part = amounts[index];
      return part === undefined || isZero(part) ? [] : [{ invoiceLineId: id, amount: part, service: rest }];
    });
  });
}

/**
 * For each billing period that was invoiced when the amendment was made, the price of the old count less that of the new one
 * over the rest of it, by the amendment's own policy.
 */
function fewerSeats(term: SeatTerm, amendment: SeatAmendment, context: PricingContext): FewerSeats[] {
  const steps = seatTimeline({ ...term, quantity: term.price.quantity });
  const index = steps.findIndex(({ amendmentId }) => amendmentId === amendment.id);
  const [before, after] = [steps[index - 1], steps[index]];
  const through = amendment.invoicedThrough;
  if (through === null || before === undefined || after === undefined) return [];
  if (compareRatios(after.billed, before.billed) >= 0) return [];

  const fewer: FewerSeats[] = [];
  for (const billingPeriod of billingPeriods(term)) {
    const { covered } = billingPeriod;
    if (covered.start >= through) break;
    const invoiced = { start: covered.start, end: Math.min(covered.end, through) };
    const rest = { start: Math.max(amendment.effectiveDate, covered.start), end: invoiced.end };
    if (rest.start >= rest.end) continue;
    const share = restShare(amendment.prorationPolicy, term, billingPeriod, invoiced, rest.start);
    const price = priceOn(term, rest.start);
    const segment = { ...rest, price, quantity: before.billed, previous: after.billed, share };
    const given = priceLine([segment], { periodStart: covered.start, discounts: "PERCENTAGES" }, context);
    fewer.push({ invoiced, rest, amount: given.price.total });
  }
  return fewer;
}
