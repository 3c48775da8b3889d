import { type BillingCredit, creditsOfAmendment } from "../billing-terms/billing-credit.ts";
import type { BillingTerm } from "../billing-terms/billing-term.ts";
import { amendedLayers } from "../billing-terms/charges/amended-prices.ts";
import type { PricingContext } from "../billing-terms/charges/price.ts";
import { type Reduction, reductionsOf } from "../billing-terms/charges/reductions.ts";
import { sharesBy } from "../billing-terms/performance-obligations/allocation.ts";
import type { Day } from "../kernel/day.ts";
import { isZero, type Money, min, money, subtract, sum, sumAmounts, zero } from "../kernel/money.ts";
import { roundRatio } from "../kernel/ratio.ts";
import type { BilledLine } from "./billed-line.ts";
import type { CreditedPart } from "./credit-memo.ts";

/**
 * The credit of an amendment that removes seats from invoiced days, or lowers their price, if the term credits decreases (rules 6,
 * `creditOnDecrease`). In each period, at most the balance that its base line and true-ups have left, divided among them by that balance
 * (rules 5, "Several lines").
 *
 * @param term with the amendment among its own
 */
export function creditOfAmendment(
  term: BillingTerm,
  amendmentId: string,
  lines: readonly BilledLine[],
  context: PricingContext,
): CreditedPart[] {
  // A written-off invoice owes nothing.
  const lefts = new Map(
    lines.filter(({ isOpen }) => isOpen).map((line) => [line, subtract(line.total, line.credited)]),
  );
  const leftOf = (line: BilledLine) => lefts.get(line) ?? zero(context.currency);
  const reductions = reductionsOf(term, context).get(amendmentId) ?? [];
  return reductions.flatMap(({ invoiced, rest, amount }): CreditedPart[] => {
    const open = lines.filter((line) => {
      const { period } = line;
      const isOfPeriod = period.start >= invoiced.start && period.end <= invoiced.end && period.end > rest.start;
      return isOfPeriod && leftOf(line).minor > 0n;
    });
    const given = min(amount, sum(open.map(leftOf), context.currency));
    if (given.minor <= 0n) return [];
    const amounts = sharesBy(given, open.map(leftOf));
    return open.flatMap((line, index) => {
      const part = amounts[index];
      if (part === undefined || isZero(part)) return [];
      // A decrease across several prices has several steps, which share the balance.
      lefts.set(line, subtract(leftOf(line), part));
      return [{ invoiceLineId: line.id, amount: part, service: rest }];
    });
  });
}

/** A non-void credit of an amendment; `kept` is the part for days before the new end of the term. */
export type AmendmentCredit = { readonly billingCredit: BillingCredit; readonly kept: Money };

/**
 * The credits of fewer seats or lower prices of a term with a new end (rules 6; data model 7.2): only the part for days before the end remains.
 * A credit that was limited by the billed amount is kept in proportion.
 *
 * @param terms with the same amendments
 * @param billingCredits of the term's lines, voids of them included
 */
export function amendmentCreditsAfterEnd(
  { before, ended }: { readonly before: BillingTerm; readonly ended: BillingTerm },
  billingCredits: readonly BillingCredit[],
  context: PricingContext,
): AmendmentCredit[] {
  const amended = [...before.amendments, ...amendedLayers(before)];
  const credited = amended.flatMap((amendment) => {
    const given = creditsOfAmendment(amendment, billingCredits);
    return given.length > 0 ? [{ amendment, given }] : [];
  });
  if (credited.length === 0) return [];
  const takenBefore = reductionsOf(before, context);
  const takenEnded = reductionsOf(ended, context);
  const counted = new Set<BillingCredit>();
  return credited.flatMap(({ amendment: { id }, given }) => {
    const short = amountsByFirstDay(takenEnded.get(id) ?? [], context);
    const long = amountsByFirstDay(takenBefore.get(id) ?? [], context);
    return [...long].flatMap(([firstDay, whole]) => {
      // Writes at the same moment must count each credit once.
      const own = given.filter(
        (billingCredit) => billingCredit.service.start === firstDay && !counted.has(billingCredit),
      );
      for (const billingCredit of own) counted.add(billingCredit);
      const left = short.get(firstDay) ?? zero(context.currency);
      return keptOf(own, { left, whole }, context);
    });
  });
}

/** A decrease across several charged prices has several steps from the same day on; their credits are summed. */
function amountsByFirstDay(reductions: readonly Reduction[], { currency }: PricingContext): Map<Day, Money> {
  const byFirstDay = Map.groupBy(reductions, ({ rest }) => rest.start);
  return new Map(
    [...byFirstDay].map(([firstDay, steps]) => {
      return [firstDay, sumAmounts(steps, currency)];
    }),
  );
}

function keptOf(
  given: readonly BillingCredit[],
  { left, whole }: { readonly left: Money; readonly whole: Money },
  { currency, rounding }: PricingContext,
): AmendmentCredit[] {
  if (given.length === 0 || whole.minor <= 0n) return [];
  const amounts = given.map(({ amount }) => amount);
  const total = sum(amounts, currency);
  const part = roundRatio({ numerator: total.minor * left.minor, denominator: whole.minor }, rounding);
  const kept = sharesBy(min(money(part, currency), total), amounts);
  return given.map((billingCredit, index) => ({ billingCredit, kept: kept[index] ?? zero(currency) }));
}
