import { earnsUsageOf } from "../../actions/opened-usage.ts";
import type { BillingTerm } from "../../billing-terms/billing-term.ts";
import type { PricingContext } from "../../billing-terms/charges/price.ts";
import type { PerformanceObligation } from "../../billing-terms/performance-obligations/performance-obligation.ts";
import type { CommitmentRecord } from "../../commitments/commitment-record.ts";
import type { ContractUsage } from "../../commitments/contract-usage.ts";
import type { Contract } from "../../contracts/contract.ts";
import { type OldBilling, oldBilling } from "../../invoicing/old-invoices.ts";
import { type Day, dayFrom, formatDay, formatMonth, monthOf } from "../../kernel/day.ts";
import { equals, formatMoney, type Money, max, negate, subtract, sum, zero } from "../../kernel/money.ts";
import type { Merchant } from "../../platform/clock.ts";
import type { ContractFacts } from "../../revenue/contract-facts.ts";
import { hasKnownMonths } from "../../revenue/opening.ts";
import { pobFrom } from "../../revenue/pob.ts";
import type { ContractSchedule } from "../../revenue/schedule.ts";
import type { DayOfUsage } from "../../usage/daily-usage.ts";
import {
  type AsLoaded as AsLoadedRevenue,
  billsDiffer,
  revenueAsLoaded,
  revenueDiffers,
  revenueToCome,
  statedMonths,
} from "./future-revenue.ts";
import { type CommitmentBilled, type OpenedUsage, openedUsage, type UsageBilled } from "./opened-usage-service.ts";
import {
  type BilledOfTerm,
  type CreditOfLine,
  creditsAsLoaded,
  type OpenedCredits,
  openedCredits,
  rowsOfCredits,
} from "./stated-credits.ts";
import type * as store from "./store.ts";
import { pobAsLoaded, termAsLoaded } from "./term-as-loaded.ts";
import type { UsageCounted } from "./unbilled-usage.ts";

type Row = Readonly<Record<string, unknown>>;

/** The figures of one contract at the end of a day. */
export type ContractFigures = {
  readonly billed: readonly BilledOfTerm[];
  readonly credits: readonly CreditOfLine[];
  readonly committed: readonly CommitmentBilled[];
  readonly used: readonly UsageBilled[];
  readonly counted: readonly UsageCounted[];
  readonly open: readonly store.OpenInvoice[];
  readonly recognized: ReadonlyMap<string, Money>;
  readonly balances: Awaited<ReturnType<typeof store.balancesOfContracts>>;
  readonly facts: ContractFacts;
  readonly usage: ContractUsage | undefined;
  readonly schedule: ContractSchedule;
};

/** A contract with its current parts. */
export type WholeContract = {
  readonly contract: Contract;
  readonly terms: readonly BillingTerm[];
  readonly pobs: readonly PerformanceObligation[];
  readonly commitments: readonly CommitmentRecord[];
};

/** The number of months after the day for which revenue of obligations without an end is compared. */
export const monthsCompared = 24;
const daysCompared = 731;
/** The maximum number of credits in an opening. */
const maximumCredits = 200;
/** The maximum number of months that an opening states for an obligation. */
const maximumMonths = 600;

/** The opening of a contract, and the part of its credits that settled no invoice, which is credit of the customer. */
export type OpenedContract = { readonly opening: Row | undefined; readonly unsettled: Money };

/**
 * The opening of a contract as of a day (undefined if nothing of it has begun by then), or the reason why it has none. An opening is only
 * made if it reproduces the books: the amounts billed and recognized and the open invoices must explain the balances of the contract, and
 * later bills and the monthly revenue to come must stay the same.
 */
export function openingOf(
  whole: WholeContract,
  figures: ContractFigures,
  asOf: Day,
  merchant: Pick<Merchant, "rounding" | "usageGraceDays">,
): OpenedContract | { readonly reason: string } {
  const { contract, pobs } = whole;
  const terms = whole.terms.map(termAsLoaded);
  const context = { currency: contract.currency, rounding: merchant.rounding };
  const carried = openedUsage({ ...whole, ...contract, ...figures }, asOf, merchant);
  if ("reason" in carried) return carried;
  const revenue = openedRevenue({ pobs, terms, carried }, figures, asOf, contract.currency);
  const ends = new Map(figures.billed.map(({ billingTermId, last }) => [billingTermId, dayFrom(last) + 1]));
  const credited = openedCredits(terms, figures, asOf, context);
  const billing = billingAsLoaded(terms, { ...figures, billed: credited.billed }, { asOf, carried }, context);
  const [unbilled] = billing.problems;
  const isTooMuch = credited.credits.length > maximumCredits;
  const reason =
    problemOf(figures, { earned: revenue.earned, carried, currency: contract.currency }) ??
    (isTooMuch ? `it has more than ${maximumCredits} credits, the most of an opening` : undefined) ??
    (unbilled && `what it billed does not match its terms: ${unbilled.finding}`) ??
    billsDiffer(whole.terms, terms, { ends, asOf, through: asOf + daysCompared }, context);
  if (reason !== undefined) return { reason };
  const asLoaded = { pobs, terms, carried, credits: credited.credits };
  const treatment = treatmentOf(asLoaded, figures, revenue, { asOf, currency: contract.currency });
  if ("reason" in treatment) return treatment;
  const hasBegun = revenue.begun.length + figures.billed.length + carried.commitments.length > 0;
  const unsettled = unsettledCredit(billing, credited, contract.currency);
  const opening = openingRow(contract, figures, { carried, revenue, credited, ...treatment }, asOf);
  return { opening: hasBegun ? opening : undefined, unsettled };
}

type AsLoaded = Pick<WholeContract, "pobs" | "terms"> & { readonly carried: OpenedUsage };

/** By how much credits exceed what was settled of all invoices; zero if they do not. */
function unsettledCredit({ open, settled }: OldBilling, { credits }: OpenedCredits, currency: string): Money {
  const credited = sum(
    credits.flatMap(({ amount, tax }) => [amount, tax]),
    currency,
  );
  const paid = [...settled.map(({ total }) => total), ...open.map(({ total, balance }) => subtract(total, balance))];
  return max(subtract(credited, sum(paid, currency)), zero(currency));
}

/** The revenue part of an opening: the obligations that have begun, and the amounts recognized by obligation, also for residual ones. */
type OpenedRevenue = {
  readonly begun: readonly PerformanceObligation[];
  readonly earned: ReadonlyMap<string, Money>;
};

/** Obligations that follow usage are included if their usage is carried over; amounts billed for earlier usage are subtracted. */
function openedRevenue(
  { pobs, terms, carried }: AsLoaded,
  { recognized }: ContractFigures,
  asOf: Day,
  currency: string,
): OpenedRevenue {
  const included = pobs.filter(
    (pob) => pob.recognitionPattern !== "RECOGNIZE_AS_CONSUMED" || earnsUsageOf(pob, terms, carried.loaded),
  );
  const begun = included.filter(
    (pob) => !pob.isResidual && Math.min(pob.service.start, pob.recognitionDate ?? pob.service.start) <= asOf,
  );
  const earned = new Map(
    included.map((pob) => {
      const before = carried.settled.filter(({ billingTermId }) => earnsUsageOf(pob, terms, new Set([billingTermId])));
      const all = recognized.get(pob.id) ?? zero(currency);
      const billedBefore = before.map(({ billed }) => billed);
      return [pob.id, subtract(all, sum(billedBefore, currency))] as const;
    }),
  );
  return { begun, earned };
}

/** The billed amounts and open invoices, matched with the terms as the import will do it. */
function billingAsLoaded(
  terms: readonly BillingTerm[],
  { billed, open }: Pick<ContractFigures, "billed" | "open">,
  { asOf, carried }: { readonly asOf: Day; readonly carried: OpenedUsage },
  context: PricingContext,
): OldBilling {
  const invoices = open.map(({ issueDate, dueDate, periods, ...invoice }) => ({
    ...{ ...invoice, issueDate: dayFrom(issueDate), dueDate: dayFrom(dueDate) },
    periods: periods.map(({ startDate, ...period }) => ({ ...period, start: dayFrom(startDate) })),
  }));
  const billedTerms = billed.map((term) => ({ ...term, end: dayFrom(term.last) + 1 }));
  return oldBilling(terms, { asOf, billed: billedTerms, invoices, ofUsage: carried.lines }, context);
}

/** How an opening treats differences to the pattern, and the obligations of which it states the months to come. */
type Treatment = Pick<AsLoadedRevenue, "treatedAs" | "remaining">;

/**
 * The treatment of differences to the pattern that keeps the monthly revenue to come the same: SPREAD or CATCH_UP of all obligations, or else the
 * months of those that would differ (ADR 0103). Otherwise the reason why nothing keeps it.
 */
function treatmentOf(
  { pobs, terms, carried, credits }: AsLoaded & Pick<OpenedCredits, "credits">,
  figures: ContractFigures,
  { begun, earned }: OpenedRevenue,
  { asOf, currency }: { readonly asOf: Day; readonly currency: string },
): Treatment | { readonly reason: string } {
  const toCome = revenueToCome(figures.schedule, asOf);
  const asLoaded = {
    pobs: pobs.map((pob) => pobAsLoaded(pob, terms)),
    usage: usageAsLoaded(figures.usage, carried, asOf),
    recognized: new Map(begun.map(({ id }) => [id, earned.get(id) ?? zero(currency)])),
    credits: creditsAsLoaded(figures.facts, credits, asOf),
  };
  const tried = (treatment: Treatment) => {
    const last = monthOf(asOf) + monthsCompared;
    const loaded = revenueAsLoaded(figures.facts, { ...asLoaded, ...treatment }, { asOf, last });
    return { loaded, differs: revenueDiffers(toCome, loaded, currency) };
  };
  const spread: Treatment = { treatedAs: "SPREAD", remaining: new Map() };
  const caughtUp: Treatment = { treatedAs: "CATCH_UP", remaining: new Map() };
  const { loaded, differs } = tried(spread);
  if (differs === undefined) return spread;
  if (tried(caughtUp).differs === undefined) return caughtUp;
  const remaining = statedMonths(toCome, loaded, currency);
  if (remaining === undefined || !canState(remaining, begun, asLoaded.pobs)) return { reason: differs };
  const inMonths: Treatment = { treatedAs: "SPREAD", remaining };
  return tried(inMonths).differs === undefined ? inMonths : { reason: differs };
}

/** True if an opening takes the months: they are of obligations that it lists and whose months are known, and not too many. */
function canState(
  remaining: Treatment["remaining"],
  begun: readonly PerformanceObligation[],
  loaded: readonly PerformanceObligation[],
): boolean {
  const listed = new Set(begun.map(({ id }) => id));
  const known = new Set(loaded.flatMap((pob) => (hasKnownMonths(pobFrom(pob)) ? [pob.id] : [])));
  return [...remaining].every(([id, { length }]) => listed.has(id) && known.has(id) && length <= maximumMonths);
}

/** The row of an opening, in the format of the request that loads it. */
function openingRow(
  { id, currency }: Contract,
  { open }: ContractFigures,
  {
    carried,
    revenue: { begun, earned },
    credited: { billed, credits },
    treatedAs,
    remaining,
  }: {
    readonly carried: OpenedUsage;
    readonly revenue: OpenedRevenue;
    readonly credited: OpenedCredits;
  } & Treatment,
  asOf: Day,
): Row {
  const isSplit = open.some(({ periods }) => periods.some(({ invoiceSplitKey }) => invoiceSplitKey !== null));
  const terms = [...billed.map((term) => ({ ...term, end: dayFrom(term.last) + 1 })), ...carried.terms];
  return {
    ...{ contract: id, asOf: formatDay(asOf) },
    ...(treatedAs === "SPREAD" ? {} : { difference: treatedAs }),
    billingTerms: terms.map(({ billingTermId, end, billed: amount }) => {
      return { billingTermId, invoicedThrough: formatDay(end - 1), billed: formatMoney(amount) };
    }),
    ...ofUsage(carried, asOf),
    performanceObligations: begun.map((pob) => {
      const performanceObligationId = pob.billingTerm?.id ?? pob.id;
      const months = remaining.get(pob.id);
      const remainingRevenue = months?.map(({ month, amount }) => {
        return { timeframe: formatMonth(month), total: formatMoney(amount) };
      });
      return {
        ...{ performanceObligationId, recognized: formatMoney(earned.get(pob.id) ?? zero(currency)) },
        ...(remainingRevenue === undefined ? {} : { remainingRevenue }),
      };
    }),
    openInvoices: open.map(({ invoiceNumber, issueDate, dueDate, total: whole, tax, balance, periods }) => ({
      ...{ invoiceNumber, issueDate, dueDate, total: formatMoney(whole), tax: formatMoney(tax) },
      balance: formatMoney(balance),
      periods: periods.map(({ invoiceSplitKey, ...period }) => ({
        ...period,
        ...(isSplit ? { invoiceSplitKey } : {}),
      })),
    })),
    ...rowsOfCredits(credits),
  };
}

/** Why the opening would not explain the balances of the contract's accounts; undefined if it does. */
function problemOf(
  { billed, committed, open, balances }: ContractFigures,
  {
    earned,
    carried,
    currency,
  }: { readonly earned: ReadonlyMap<string, Money>; readonly carried: OpenedUsage; readonly currency: string },
): string | undefined {
  const total = (amounts: readonly Money[]) => sum(amounts, currency);
  const position = total(balances.flatMap(({ role, balance }) => (role === "RECEIVABLE" ? [] : [balance])));
  const owed = total([...billed, ...committed, ...carried.terms].map((each) => each.billed));
  const expected = subtract(total([...earned.values()]), owed);
  if (!equals(position, expected))
    return `its net position is ${formatMoney(negate(position))}, and terms and commitments leave ${formatMoney(negate(expected))}: usage of days that were billed was not billed in full, or an obligation was deleted`;
  const receivable = total(balances.flatMap(({ role, balance }) => (role === "RECEIVABLE" ? [balance] : [])));
  if (!equals(receivable, total(open.map(({ balance }) => balance))))
    return "its receivable is not that of its open invoices";
  const dropped = carried.commitments.length < committed.length;
  return dropped ? "a commitment that has not begun has billed" : undefined;
}

/** The fields of an opening about usage; empty if no usage is carried over. */
function ofUsage({ usageFrom, commitments, usage, late }: OpenedUsage, asOf: Day): Row {
  const rowOf = ({ eventTypeId, day, quantity, differentiator, invoiceSplitKey }: DayOfUsage) => ({
    ...{ eventTypeId, date: formatDay(day), quantity },
    ...(differentiator === null ? {} : { differentiator }),
    ...(invoiceSplitKey === null ? {} : { invoiceSplitKey }),
  });
  const rows = [...usage.map(rowOf), ...late.map((day) => ({ ...rowOf(day), isUnbilled: true }))];
  return {
    ...(usageFrom > asOf ? {} : { usageFrom: formatDay(usageFrom) }),
    ...(commitments.length === 0
      ? {}
      : {
          commitments: commitments.map(({ commitmentId, end, billed }) => {
            return { commitmentId, invoicedThrough: formatDay(end - 1), billed: formatMoney(billed) };
          }),
        }),
    ...(rows.length === 0 ? {} : { usage: rows }),
  };
}

/** The usage of a contract in the loaded books: the usage of its opening, and all usage of later days. */
function usageAsLoaded(
  usage: ContractUsage | undefined,
  { usage: opened, late, usageFrom }: OpenedUsage,
  asOf: Day,
): ContractUsage | undefined {
  if (usage === undefined) return undefined;
  const later = usage.days.filter(({ day, effectiveUntilMonth }) => day > asOf && effectiveUntilMonth === null);
  const days: DayOfUsage[] = [...opened, ...late, ...later.map((day) => ({ ...day, effectiveFromMonth: null }))];
  return { ...usage, days, changes: [], corrections: [], formerTerms: [], openedOn: usageFrom };
}

/** Adds a credit of the customer to an opening, as customer credit belongs to no contract. */
export function withCredit(opening: Row, credit: Money): Row {
  return { ...opening, customerCredit: formatMoney(credit) };
}
