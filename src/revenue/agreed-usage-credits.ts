import type { BillingCredit } from "../billing-terms/billing-credit.ts";
import type { BillingTerm } from "../billing-terms/billing-term.ts";
import { billingPeriods } from "../billing-terms/charges/charges.ts";
import type { PricingContext } from "../billing-terms/charges/price.ts";
import { type ContractUsage, isCommitted, meteredTerm } from "../commitments/contract-usage.ts";
import type { Creditable } from "../invoicing/credited-usage.ts";
import { lineOfCharge, owedByTerm } from "../invoicing/standalone-usage.ts";
import type { Day, Month } from "../kernel/day.ts";
import { isZero, type Money, negate, subtract, sum, zero } from "../kernel/money.ts";
import type { UsageLineKey } from "../usage/late-usage.ts";
import { chargesOfPeriod } from "../usage/usage-charges.ts";

/**
 * A document line of usage outside commitments, tax excluded: an issued invoice line that is not void, or (negative) what a credit memo
 * credited of one because usage was corrected downwards.
 */
export type UsageDocument = UsageLineKey & {
  readonly lineId: string;
  readonly isCredit: boolean;
  readonly total: Money;
  /** The month from which it counts; for an invoice line the month of its invoice. */
  readonly bookMonth: Month;
};

/** An amount that lowers usage revenue from the day `end` (exclusive end of its service days). */
export type AgreedUsageCredit = { readonly end: Day; readonly amount: Money };

/**
 * By how much agreed credits lower the revenue of usage outside commitments (ADR 0078). Each credit counts once the service days of its
 * line are over.
 *
 * Such a credit is variable consideration (ASC 606-10-32-5 to 32-7): it lowers the price of usage that did take place. If that usage is
 * deleted later, it is credited only as far as documents still bill it. The part that the agreed credit had already taken, the *overtaken*
 * part, must not lower revenue a second time. It equals what the invoice plan can no longer credit (`invoicing/credited-usage.ts`), so
 * the price of the usage less these credits is always the sum of the documents.
 *
 * ```
 * billed 100, credited by agreement 100, then the usage is deleted   overtaken 100: revenue 0
 * billed 100, credited by agreement  20, then 30 are deleted         nothing overtaken: 70 − 20 = 50, and 30 are credited
 * usage of −50, credited; 50 billed again after the term was extended, and credited again; 20 of those 50 credited by agreement
 *                                                                    nothing overtaken: −50 − 20 = −70
 * ```
 *
 * @param documents of the usage of the contract; may be empty if nothing was credited
 * @param credits   agreed credits and write-offs of the performance obligation
 * @param before    only service days that end by this day are considered
 */
export function agreedUsageCredits(
  { usage, terms }: { readonly usage: ContractUsage; readonly terms: readonly BillingTerm[] },
  { documents, credits }: { readonly documents: readonly UsageDocument[]; readonly credits: readonly BillingCredit[] },
  before: Day,
  context: PricingContext,
): AgreedUsageCredit[] {
  if (credits.length === 0) return [];
  const byLine = Map.groupBy(credits, ({ invoiceLineId }) => invoiceLineId);
  return terms.flatMap((term) => {
    const billed = documents
      .filter(({ billingTermId }) => billingTermId === term.id)
      .map((document) => ({ ...asBilled(document, byLine.get(document.lineId) ?? []), isCredit: document.isCredit }));
    const agreed = billed
      .filter(({ isCredit }) => !isCredit)
      .map(({ service, total, creditable }) => ({ end: service.end, amount: subtract(total, creditable) }));
    if (agreed.every(({ amount }) => isZero(amount))) return [];
    return [...agreed, ...overtaken(usage, term, billed, before, context)].filter(({ amount }) => !isZero(amount));
  });
}

function asBilled(document: UsageDocument, credits: readonly BillingCredit[]): Creditable {
  const { total, isCredit } = document;
  const amounts = isCredit ? [] : credits.map(({ amount }) => amount);
  return {
    ...document,
    quantity: null,
    tiers: [],
    subtotal: total,
    creditable: subtract(total, sum(amounts, total.currency)),
    // Write-offs are already among the credits.
    writtenOff: zero(total.currency),
  };
}

/** The part of the credits for usage that was deleted since, negative. */
function overtaken(
  usage: ContractUsage,
  term: BillingTerm,
  billed: readonly Creditable[],
  before: Day,
  context: PricingContext,
): AgreedUsageCredit[] {
  const metered = meteredTerm(usage, term);
  const periods = [];
  for (const billingPeriod of billingPeriods(term)) {
    const { covered } = billingPeriod;
    if (covered.end > before) break;
    if (isCommitted(usage, term, covered)) continue;
    const charges = chargesOfPeriod(metered, billingPeriod, covered.end, context);
    periods.push(charges.filter(({ isDropped }) => !isDropped).map((charge) => lineOfCharge(term, charge)));
  }
  const over = billed.filter(({ service }) => service.end <= before);
  const { owed, outstanding } = owedByTerm(periods, over, context);
  const amounts = (lines: typeof owed) =>
    lines.map(({ service, price }) => ({ end: service.end, amount: price.total }));
  return [...amounts(owed), ...amounts(outstanding).map(({ end, amount }) => ({ end, amount: negate(amount) }))];
}
