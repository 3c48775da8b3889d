import type { BillingCredit } from "../billing-terms/billing-credit.ts";
import type { BillingTerm } from "../billing-terms/billing-term.ts";
import { billingPeriods } from "../billing-terms/charges.ts";
import type { PricingContext } from "../billing-terms/price.ts";
import { type ContractUsage, isCommitted, meteredTerm } from "../commitments/contract-usage.ts";
import type { Creditable } from "../invoicing/credited-usage.ts";
import { lineOfCharge, owedByTerm } from "../invoicing/standalone-usage.ts";
import type { Day, Month } from "../kernel/day.ts";
import { isZero, type Money, negate, subtract, sum, zero } from "../kernel/money.ts";
import type { UsageLineKey } from "../usage/late-usage.ts";
import { chargesOfPeriod } from "../usage/usage-charges.ts";

/**
 * What a document says of usage that a term bills by itself: an issued line that is not void, or what a credit memo credited of
 * one because less was used, below zero. Tax excluded.
 */
export type UsageDocument = UsageLineKey & {
  readonly lineId: string;
  readonly isCredit: boolean;
  readonly total: Money;
  /** The month from which it counts: of a line that of its invoice. */
  readonly bookMonth: Month;
};

/** What lowers the revenue of usage from the end of some days of service on. */
export type AgreedUsageCredit = { readonly end: Day; readonly amount: Money };

/**
 * What was agreed to credit of the usage that some terms bill by themselves, as far as it lowers revenue: each credit once the days
 * of its line are over.
 *
 * Such a credit is variable consideration (ASC 606-10-32-5 to 32-7): it lowers what the customer owes for the usage that there was.
 * Usage that is deleted later is credited by as much as documents still bill of it, so what an agreed credit has taken already is
 * not credited again, and not lost twice: the *overtaken* part of a credit lowers nothing. It is what the invoice plan cannot
 * credit any more (`invoicing/credited-usage.ts`), so what the usage is worth less these credits is what documents come to.
 *
 * ```
 * billed 100, credited by agreement 100, then the usage is deleted   overtaken 100: revenue 0
 * billed 100, credited by agreement  20, then 30 are deleted         nothing overtaken: 70 − 20 = 50, and 30 are credited
 * worth −50 and credited; billed 50 again after the term was extended, and credited once more; 20 of those 50 credited by
 * agreement                                                          nothing overtaken: −50 − 20 = −70
 * ```
 *
 * @param documents of the usage of the contract; without any there is no credit of it
 * @param credits   agreed ones, and what was written off of lines, of the performance obligation
 * @param before    days from here on are not looked at
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
    // A write-off is among the credits: what is credited of it is no other amount than of what is owed.
    writtenOff: zero(total.currency),
  };
}

/** What of the credits was for usage that is no more, below zero. */
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
  const { owed, given } = owedByTerm(periods, over, context);
  const amounts = (lines: typeof owed) =>
    lines.map(({ service, price }) => ({ end: service.end, amount: price.total }));
  return [...amounts(owed), ...amounts(given).map(({ end, amount }) => ({ end, amount: negate(amount) }))];
}
