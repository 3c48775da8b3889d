import type { BillingCredit } from "../../billing-terms/billing-credit.ts";
import type { BillingTerm } from "../../billing-terms/billing-term.ts";
import type { PricingContext } from "../../billing-terms/charges/price.ts";
import { linesBefore } from "../../invoicing/plan.ts";
import { type Day, dayFrom, formatDay, monthOf } from "../../kernel/day.ts";
import { add, equals, formatMoney, type Money, sum } from "../../kernel/money.ts";
import type { Period } from "../../kernel/periods.ts";
import type { ContractFacts } from "../../revenue/contract-facts.ts";
import { loadedAt } from "./term-as-loaded.ts";

/** Credits of some days of an invoice line that lowered revenue by a day: credit memos and write-offs, less reversals. */
export type CreditOfLine = {
  readonly contractId: string;
  readonly billingTermId: string;
  readonly invoiceLineId: string;
  /** The first day of the line. */
  readonly lineStart: Day;
  readonly service: Period;
  readonly isWriteOff: boolean;
  /** Without tax. */
  readonly amount: Money;
  readonly tax: Money;
};

/** How much invoices billed of a term, less credits, and the last day that they billed. */
export type BilledOfTerm = { readonly billingTermId: string; readonly last: string; readonly billed: Money };

/** The credits that an opening states, and the amounts that it states as billed, which are those before these credits. */
export type OpenedCredits = {
  readonly billed: readonly BilledOfTerm[];
  readonly credits: readonly CreditOfLine[];
};

/**
 * The credits that an opening has to state. A term whose present state bills no more than what is left after its credits needs none: the
 * price or the days have fallen with them. Otherwise the loaded term bills as much as before the credits, which then lower its revenue there
 * as they do here (ADR 0100).
 *
 * @param billed what invoices billed of each term, less all credits
 */
export function openedCredits(
  terms: readonly BillingTerm[],
  { billed, credits }: { readonly billed: readonly BilledOfTerm[]; readonly credits: readonly CreditOfLine[] },
  asOf: Day,
  context: PricingContext,
): OpenedCredits {
  const stated: CreditOfLine[] = [];
  const totalOf = (amounts: readonly Money[]) => sum(amounts, context.currency);
  const before = billed.map((one) => {
    const term = terms.find(({ id }) => id === one.billingTermId);
    const own = credits.filter(({ billingTermId }) => billingTermId === one.billingTermId);
    if (term === undefined || own.some(({ amount }) => amount.minor < 0n)) return one;
    const { lines } = linesBefore(term, context, { end: dayFrom(one.last) + 1, asOf });
    const planned = totalOf(lines.map(({ total }) => total));
    const choices = [[], own, own.filter(({ isWriteOff }) => !isWriteOff), own.filter(({ isWriteOff }) => isWriteOff)];
    const chosen = choices.find((some) => equals(planned, add(one.billed, totalOf(some.map(({ amount }) => amount)))));
    if (chosen === undefined) return one;
    stated.push(...chosen);
    return { ...one, billed: planned };
  });
  return { billed: before, credits: stated };
}

/** The stated credits as the loaded books will have them, by obligation. */
export function creditsAsLoaded(
  { pobs }: Pick<ContractFacts, "pobs">,
  stated: readonly CreditOfLine[],
  asOf: Day,
): ReadonlyMap<string, readonly BillingCredit[]> {
  const places = new Map(stated.map((credit) => [placeOf(credit), credit]));
  return new Map(
    pobs.map(({ initial: { id }, credits }) => {
      const own = Map.groupBy(credits, placeOf);
      const loaded = [...own].flatMap(([place, [first]]): BillingCredit[] => {
        const credit = places.get(place);
        if (credit === undefined || first === undefined) return [];
        const ofOpening = { date: asOf, bookMonth: monthOf(asOf), createdAt: loadedAt };
        return [{ ...first, ...ofOpening, amount: credit.amount, source: { ...first.source, type: "CREDIT_MEMO" } }];
      });
      return [id, loaded];
    }),
  );
}

function placeOf({ invoiceLineId, service }: Pick<BillingCredit, "invoiceLineId" | "service">): string {
  return [invoiceLineId, service.start, service.end].join("/");
}

/** The field of an opening for its credits; empty without any. */
export function rowsOfCredits(credits: readonly CreditOfLine[]): { readonly credits?: readonly object[] } {
  if (credits.length === 0) return {};
  return {
    credits: credits.map(({ billingTermId, lineStart, amount, tax, service }) => ({
      ...{ billingTermId, startDate: formatDay(lineStart), amount: formatMoney(amount), tax: formatMoney(tax) },
      ...{ serviceStartDate: formatDay(service.start), serviceEndDate: formatDay(service.end - 1) },
    })),
  };
}
