import { CreateBillingTermBody } from "../../api/schemas/billing-term-bodies.ts";
import { viewOfDiscounts, viewOfSchedule } from "../../api/schemas/billing-terms.ts";
import { CreateObligationBody } from "../../api/schemas/obligation-bodies.ts";
import { PobBody } from "../../api/schemas/performance-obligation-bodies.ts";
import { viewOfPobFacts } from "../../api/schemas/performance-obligations.ts";
import { type BillingTerm, latestPrice } from "../../billing-terms/billing-term.ts";
import { lastDay } from "../../billing-terms/civil-date.ts";
import type { PerformanceObligation } from "../../billing-terms/performance-obligation.ts";
import type { Contract } from "../../contracts/contract.ts";
import { type Day, formatDay } from "../../kernel/day.ts";
import { equals, formatMoney, type Money, negate, subtract, sum, zero } from "../../kernel/money.ts";
import { bodyOf } from "./body.ts";
import type * as store from "./store.ts";

type Row = Readonly<Record<string, unknown>>;

/** What the books have of one contract at the end of a day. */
export type ContractFigures = {
  readonly billed: Awaited<ReturnType<typeof store.billedOfTerms>>;
  readonly open: readonly store.OpenInvoice[];
  readonly recognized: ReadonlyMap<string, Money>;
  readonly balances: Awaited<ReturnType<typeof store.balancesOfContracts>>;
};

/** The terms and obligations of a contract as rows; a term with its own obligation is one row, named by the term's id. */
export function partsOf(
  contract: Contract,
  terms: readonly BillingTerm[],
  pobs: readonly PerformanceObligation[],
  isObligation: (termId: string) => boolean,
): Readonly<Record<"billing-terms" | "obligations" | "performance-obligations", readonly Row[]>> {
  const implied = new Map(
    pobs.flatMap((pob) => (pob.billingTerm === null ? [] : [[pob.billingTerm.id, pob] as const])),
  );
  const at = (id: string) => ({ id, contract: contract.id });
  const scheduleOf = (term: BillingTerm) => {
    const { isArrears: _flag, isRecurring: _recurs, usageScope, quantity, ...schedule } = viewOfSchedule(term);
    // The one is of usage terms alone, the other of all but those.
    const own = term.eventTypeId === null ? { quantity } : { usageScope };
    const { discounts, escalator } = latestPrice(term);
    // A first uplift that nobody named goes on with the term's first day in other books, too.
    const uplift = escalator?.firstDate === null ? { escalator } : {};
    const price = { ...uplift, discounts: viewOfDiscounts({ discounts }) };
    return { ...schedule, ...own, ...price, seatConfig: term.seatConfig };
  };
  const selling = (pob: PerformanceObligation | undefined) =>
    pob?.standaloneSellingPrice === null || pob === undefined ? null : formatMoney(pob.standaloneSellingPrice);
  return {
    obligations: terms.flatMap((term) => {
      const pob = implied.get(term.id);
      if (pob === undefined || !isObligation(term.id)) return [];
      const { discounts, seatConfig, ...billingSchedule } = scheduleOf(term);
      const view = {
        ...{ serviceStartDate: formatDay(pob.service.start), serviceEndDate: lastDay(pob.service.end) },
        ...{ categoryId: pob.categoryId, classId: pob.classId, recognitionPattern: pob.recognitionPattern },
        ...{ standaloneSellingPrice: selling(pob), billingSchedule, discounts, seatConfig },
      };
      return [{ ...at(term.id), ...bodyOf({ ...CreateObligationBody }, view) }];
    }),
    "billing-terms": terms.flatMap((term) => {
      if (isObligation(term.id)) return [];
      const view = {
        ...scheduleOf(term),
        ...{ billingTermGroupId: term.billingTermGroupId, standaloneSellingPrice: selling(implied.get(term.id)) },
      };
      return [{ ...at(term.id), ...bodyOf({ ...CreateBillingTermBody }, view) }];
    }),
    "performance-obligations": pobs.flatMap((pob) => {
      if (pob.billingTerm !== null) return [];
      const price = pob.transactionPrice === null ? null : formatMoney(pob.transactionPrice);
      const body = bodyOf({ ...PobBody }, { ...viewOfPobFacts(pob), transactionPrice: price });
      return [{ ...at(pob.id), billingTermGroupId: pob.billingTermGroupId, ...body }];
    }),
  };
}

/**
 * The opening of a contract as of a day, undefined where nothing of it has begun by then; or why one would not give its balances:
 * what was billed and recognized of fixed terms, and what is open, has to be all that its accounts have.
 */
export function openingOf(
  contract: Contract,
  pobs: readonly PerformanceObligation[],
  { billed, open, recognized, balances }: ContractFigures,
  asOf: Day,
): { readonly opening: Row | undefined } | { readonly reason: string } {
  const { currency } = contract;
  const begun = pobs.filter(
    ({ isResidual, recognitionPattern, service, recognitionDate }) =>
      !isResidual &&
      recognitionPattern !== "RECOGNIZE_AS_CONSUMED" &&
      Math.min(service.start, recognitionDate ?? service.start) <= asOf,
  );
  const fixed = pobs.filter(({ recognitionPattern }) => recognitionPattern !== "RECOGNIZE_AS_CONSUMED");
  const total = (amounts: readonly Money[]) => sum(amounts, currency);
  const earned = total(fixed.map(({ id }) => recognized.get(id) ?? zero(currency)));
  const position = total(balances.flatMap(({ role, balance }) => (role === "RECEIVABLE" ? [] : [balance])));
  const expected = subtract(earned, total(billed.map((term) => term.billed)));
  if (!equals(position, expected))
    return {
      reason: `its net position is ${formatMoney(negate(position))}, and fixed terms leave ${formatMoney(negate(expected))}: usage waits to be billed`,
    };
  const receivable = total(balances.flatMap(({ role, balance }) => (role === "RECEIVABLE" ? [balance] : [])));
  if (open.some(({ hasUsage }) => hasUsage)) return { reason: "an open invoice bills usage" };
  if (!equals(receivable, total(open.map(({ balance }) => balance))))
    return { reason: "its receivable is not that of its open invoices" };
  if (begun.length === 0 && billed.length === 0) return { opening: undefined };
  const keyOf = (pob: PerformanceObligation) => pob.billingTerm?.id ?? pob.id;
  const opening = {
    ...{ contract: contract.id, asOf: formatDay(asOf) },
    billingTerms: billed.map(({ billingTermId, last, billed: amount }) => {
      return { billingTermId, invoicedThrough: last, billed: formatMoney(amount) };
    }),
    performanceObligations: begun.map((pob) => {
      return { performanceObligationId: keyOf(pob), recognized: formatMoney(recognized.get(pob.id) ?? zero(currency)) };
    }),
    openInvoices: open.map(({ invoiceNumber, issueDate, dueDate, total: whole, tax, balance, periods }) => ({
      ...{ invoiceNumber, issueDate, dueDate, total: formatMoney(whole), tax: formatMoney(tax) },
      ...{ balance: formatMoney(balance), periods },
    })),
  };
  return { opening };
}

/** An opening with a credit of its customer, which no contract of its own has. */
export function withCredit(opening: Row, credit: Money): Row {
  return { ...opening, customerCredit: formatMoney(credit) };
}
