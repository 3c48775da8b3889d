import type { PerformanceObligation } from "../billing-terms/performance-obligation.ts";
import * as billingTerms from "../billing-terms/service.ts";
import type { Contract } from "../contracts/contract.ts";
import * as contracts from "../contracts/service.ts";
import { type ImportedInvoice, issueImported } from "../invoicing/import-invoice-service.ts";
import { importedNumbers } from "../invoicing/import-invoice-store.ts";
import { issueOf, type OldBilling, oldBilling, oldInvoice, oldTax } from "../invoicing/old-invoices.ts";
import { pricingContext } from "../invoicing/service.ts";
import { required } from "../kernel/assert.ts";
import { type Day, firstDayOf, formatDay, formatMonth, lastDayOf, monthOf } from "../kernel/day.ts";
import { conflict, type Issue, invalid } from "../kernel/errors.ts";
import { add, formatMoney, isZero, type Money, negate, subtract, sum, zero } from "../kernel/money.ts";
import { type Books, lockedThrough } from "../ledger/books.ts";
import { shareBooks } from "../ledger/books-store.ts";
import { debit, type JournalLine, withoutZeros } from "../ledger/journal-entry.ts";
import { postEntries } from "../ledger/service.ts";
import { changesBetween } from "../platform/audit.ts";
import { rejectionOf } from "../platform/http/error-codes.ts";
import { withLockedSettings } from "../platform/merchant/settings-service.ts";
import type { WriteContext } from "../platform/write.ts";
import { recordPaidBefore } from "../receivables/opening-payment-service.ts";
import { asOfMonth } from "../revenue/as-of.ts";
import { type ContractRevenue, contractRevenue } from "../revenue/contract-revenue.ts";
import { canSpread, type PobOpening } from "../revenue/opening.ts";
import {
  entryWithoutOpening,
  findOpening,
  hasBooks,
  insertOpening,
  insertOpeningObligations,
  openingHash,
} from "../revenue/opening-store.ts";
import type { RevenuePosting } from "../revenue/posting.ts";
import { correctedMonth, earnedOf } from "../revenue/schedule.ts";
import * as revenue from "../revenue/service.ts";
import { actOnContract } from "./act-on-contract.ts";
import { loadUsage } from "./opened-usage.ts";
import { amountsOf, type OpeningDraft } from "./opening-draft.ts";

/**
 * Loads a contract that was billed and recognized in other books, as of the last day of a month, and approves it (ADR 0077). What
 * they billed are issued lines from then on, what they recognized is posted revenue; both against MIGRATION_CLEARING.
 *
 * @param monthsInUse looks whether open months up to the day have entries of contracts without an opening; a write that loads many
 *   contracts looks once
 * @throws DomainError CONTRACT_NOT_FOUND, CONTRACT_DELETED, INVALID_CONTRACT_STATE, OPENING_EXISTS, CONTRACT_INVOICED,
 *   OPENING_MONTHS_IN_USE, INVOICE_NUMBER_TAKEN, VALIDATION_FAILED, AMOUNT_INVALID with every issue
 */
export async function openContract(
  write: WriteContext,
  contractId: string,
  draft: OpeningDraft,
  monthsInUse: MonthsInUse = rejectMonthsInUse,
): Promise<void> {
  const { tx } = write;
  const locked = await contracts.lockContract(write, contractId, "CONTRACT_DELETED");
  const books = await shareBooks(tx, write.merchant.id);
  const ctx = await withLockedSettings(write);
  const merchantId = ctx.merchant.id;
  const terms = await billingTerms.termsOfContracts(tx, merchantId, [contractId]);
  const records = await billingTerms.performanceObligationsOfContracts(tx, merchantId, [contractId]);
  const pobs = records.flatMap(({ pob, isDeleted }) => (isDeleted ? [] : [pob]));
  const amounts = amountsOf(draft, locked.currency);
  const { terms: billed, commitments } = amounts;
  const loaded = await loadUsage(ctx, locked, terms, { ...draft, terms: billed, commitments });
  const billing = oldBilling(
    terms,
    { asOf: draft.asOf, billed, invoices: amounts.openInvoices, ofUsage: loaded.lines },
    pricingContext(ctx, locked),
  );
  const postedOn = postingDay(books, draft.asOf);
  const issues = [
    ...amounts.issues,
    ...checkDay(draft.asOf, postedOn, ctx.clock.today),
    ...checkObligations(draft, pobs, loaded.isLoaded),
    ...loaded.issues,
    ...billing.problems.map(issueOf),
    ...(await checkNumbers(ctx, draft)),
  ];
  if (issues.length > 0) throw rejectionOf(issues);
  if ((await findOpening(tx, merchantId, contractId)) !== undefined)
    throw conflict("OPENING_EXISTS", "The contract has an opening; void its old invoices to correct what was billed.");
  if (await hasBooks(tx, merchantId, contractId))
    throw conflict(
      "CONTRACT_INVOICED",
      "The contract has invoices or entries of its own; load it before it is billed.",
    );
  await monthsInUse(ctx, books, draft.asOf);
  const worth = sum(
    [...amounts.recognized.values(), ...amounts.openInvoices.map(({ balance }) => balance)],
    locked.currency,
  );
  // What was asked for comes first in the audit log, then what it took.
  ctx.audit({
    ...{ action: "contract.open", entityType: "CONTRACT", entityId: contractId, worth },
    changes: [
      { path: "/openedAsOf", from: null, to: formatDay(draft.asOf) },
      { path: "/opening", from: null, to: { postedOn: formatDay(postedOn), difference: draft.difference } },
    ],
  });
  // No month before its entries earns anything of it, closed or not: where days are locked alone, such a month is still open.
  const isLate = monthOf(postedOn) > monthOf(draft.asOf);
  const counting = isLate ? { bookMonth: monthOf(postedOn) } : {};
  if (locked.status !== "APPROVED")
    await actOnContract(ctx, contractId, { action: "APPROVE", reason: undefined, ...counting });
  const contract = await contracts.getContract(ctx, contractId, "CONTRACT_DELETED");

  const paid = await bill(ctx, books, contract, { draft, billing, credit: amounts.customerCredit, postedOn });
  const recognized = await recognize(ctx, contract, { draft, pobs, recognized: amounts.recognized, postedOn });
  const lines = [...recognized.lines, ...paid];
  const net = sum(
    lines.map((line) => subtract(line.debit, line.credit)),
    contract.currency,
  );
  if (lines.length > 0) {
    await postEntries(ctx, books, [
      {
        ...{ id: recognized.entryId, date: postedOn, type: "OPENING", contractId, customerId: contract.customerId },
        source: { type: "CONTRACT", id: contractId },
        lines: withoutZeros([...lines, debit("MIGRATION_CLEARING", negate(net))]),
      },
    ]);
  }
  await revenue.insertPostings(tx, merchantId, recognized.postings);
  ctx.publish({ type: "contract.opened", contractId, data: { asOf: formatDay(draft.asOf) } });
}

/** The day of the opening, or the first one after it whose month is neither closed nor locked. */
function postingDay(books: Books, asOf: Day): Day {
  const month = Math.max(
    ...(["BILLING", "CASH"] as const).map((subLedger) => (lockedThrough(books, subLedger) ?? monthOf(asOf) - 1) + 1),
    monthOf(asOf),
  );
  return month === monthOf(asOf) ? asOf : firstDayOf(month);
}

function checkDay(asOf: Day, postedOn: Day, today: Day): Issue[] {
  const issue = (message: string): Issue[] => [{ path: "/asOf", code: "RANGE", message }];
  const last = lastDayOf(monthOf(asOf));
  if (asOf !== last) return issue(`Books are loaded as of the last day of a month, such as ${formatDay(last)}.`);
  if (asOf > today) return issue("Books are loaded as of a day that is over.");
  if (postedOn > today) return issue(`${formatDay(postedOn)} is the first open day, and has not come yet.`);
  return [];
}

/** Every obligation that may have earned by then is listed, and of those that follow usage only those whose usage is loaded. */
function checkObligations(
  { asOf, obligations }: OpeningDraft,
  pobs: readonly PerformanceObligation[],
  isLoaded: (pob: PerformanceObligation) => boolean,
): Issue[] {
  const issues: Issue[] = [];
  const seen = new Set<string>();
  const path = (index: number) => `/performanceObligations/${index}`;
  for (const [index, { performanceObligationId: id }] of obligations.entries()) {
    const pob = pobs.find((one) => one.id === id && !one.isResidual);
    const place = `${path(index)}/performanceObligationId`;
    if (pob === undefined)
      issues.push({ path: place, code: "NOT_FOUND", message: "The contract has no such performance obligation." });
    else if (seen.has(id))
      issues.push({ path: place, code: "DUPLICATE", message: "It is listed twice; list each once." });
    else if (pob.recognitionPattern === "RECOGNIZE_AS_CONSUMED" && !isLoaded(pob))
      issues.push({
        ...{ path: path(index), code: "CONFLICT" },
        message: "Usage up to asOf is recognized in the books that the contract comes from; leave the obligation out.",
      });
    seen.add(id);
  }
  const missing = pobs.filter(
    (pob) =>
      !seen.has(pob.id) &&
      !pob.isResidual &&
      (pob.recognitionPattern !== "RECOGNIZE_AS_CONSUMED" || isLoaded(pob)) &&
      Math.min(pob.service.start, pob.recognitionDate ?? pob.service.start) <= asOf,
  );
  for (const { id } of missing) {
    const message = `Performance obligation ${id} began by then; say what was recognized of it, 0.00 where nothing was.`;
    issues.push({ path: "/performanceObligations", code: "REQUIRED", message });
  }
  return issues;
}

/** Old numbers are unique among those that were loaded, and none that the series gives or has given. */
async function checkNumbers(ctx: WriteContext, { openInvoices }: OpeningDraft): Promise<Issue[]> {
  const numbers = openInvoices.map(({ invoiceNumber }) => invoiceNumber);
  const taken = await importedNumbers(ctx.tx, ctx.merchant.id, numbers);
  const { invoicePrefix } = ctx.merchant;
  const isOfSeries = (number: string) =>
    number.startsWith(invoicePrefix) && /^\d+$/.test(number.slice(invoicePrefix.length));
  return numbers.flatMap((number, index): Issue[] => {
    const path = `/openInvoices/${index}/invoiceNumber`;
    if (taken.has(number))
      return [{ path, code: "INVOICE_NUMBER_TAKEN", message: `Another old invoice has the number ${number}.` }];
    if (!isOfSeries(number)) return [];
    const message = `${number} is a number of this merchant's own series; change its invoicePrefix before the first invoice.`;
    return [{ path, code: "INVOICE_NUMBER_TAKEN", message }];
  });
}

type MonthsInUse = (ctx: WriteContext, books: Books, asOf: Day) => Promise<void>;

/**
 * For a write that loads many contracts: each day is looked at once, before the first of them is posted. The look goes through all
 * entries of the months, so that one for each contract would cost the more the more are loaded.
 */
export function monthsLookedAtOnce(): MonthsInUse {
  const free = new Set<Day>();
  return async (ctx, books, asOf) => {
    if (free.has(asOf)) return;
    await rejectMonthsInUse(ctx, books, asOf);
    free.add(asOf);
  };
}

/** @throws DomainError OPENING_MONTHS_IN_USE */
async function rejectMonthsInUse({ tx, merchant }: WriteContext, books: Books, asOf: Day): Promise<void> {
  const start = books.closedThrough === null ? null : firstDayOf(books.closedThrough + 1);
  const found = await entryWithoutOpening(tx, merchant.id, { start, end: asOf + 1 });
  if (found === undefined) return;
  const message = `${formatMonth(monthOf(found.date))} is open and has entries of what was not loaded; close it first, or load as of a day before.`;
  throw invalid("OPENING_MONTHS_IN_USE", message, { contractId: found.contractId, date: formatDay(found.date) });
}

type Loading = { readonly draft: OpeningDraft; readonly postedOn: Day };

/** Issues what was billed, and settles what of it was paid. */
async function bill(
  ctx: WriteContext,
  books: Books,
  contract: Contract,
  { draft, billing, credit, postedOn }: Loading & { readonly billing: OldBilling; readonly credit: Money },
): Promise<JournalLine[]> {
  const { currency } = contract;
  const none = zero(currency);
  const settled: ImportedInvoice[] =
    billing.settled.length === 0
      ? []
      : [
          {
            invoiceNumber: `OPENING-${contract.id.slice(-12)}`,
            invoice: oldInvoice(billing.settled, { issueDate: postedOn, dueDate: postedOn }),
            tax: oldTax(billing.settled, none),
          },
        ];
  const open = billing.open.map(({ invoiceNumber, issueDate, dueDate, lines, tax }): ImportedInvoice => {
    return { invoiceNumber, invoice: oldInvoice(lines, { issueDate, dueDate }), tax: oldTax(lines, tax) };
  });
  const ids = await issueImported(ctx, books, contract, { imported: [...open, ...settled], postedOn });
  const paidOf = billing.open.map(({ total, balance }) => subtract(total, balance));
  const settledTotal = sum(
    billing.settled.map(({ total }) => total),
    currency,
  );
  const applications = [...paidOf, ...settled.map(() => settledTotal)].flatMap((amount, index) =>
    isZero(amount) ? [] : [{ invoiceId: required(ids[index], "an invoice just issued"), amount }],
  );
  billingTerms.updateInvoicedThrough(ctx.tx, ctx.merchant.id, billing.through);
  if (billing.through.size > 0)
    contracts.reportInvoicedThrough(ctx, new Map([[contract.id, Math.max(...billing.through.values())]]));
  const customerId = required(contract.customerId, "the customer of an approved contract");
  return recordPaidBefore(ctx, { customerId, asOf: draft.asOf, postedOn, applications, credit });
}

type Recognized = {
  readonly entryId: string;
  readonly lines: readonly JournalLine[];
  readonly postings: readonly RevenuePosting[];
};

/** Keeps what was recognized, with its difference to the pattern, and says what is posted of it. */
async function recognize(
  ctx: WriteContext,
  contract: Contract,
  {
    draft,
    pobs,
    recognized,
    postedOn,
  }: Loading & {
    readonly pobs: readonly PerformanceObligation[];
    readonly recognized: ReadonlyMap<string, Money>;
  },
): Promise<Recognized> {
  const { id: contractId, currency } = contract;
  const { asOf, usageFrom, difference: treatedAs } = draft;
  const month = monthOf(postedOn);
  const createdAt = ctx.clock.timestamp;
  // What earns usage depends on the day from which on it is billed here.
  await insertOpening(ctx.tx, ctx.merchant.id, {
    ...{ contractId, asOf, postedOn, usageFrom, difference: treatedAs, createdAt },
  });
  const before = await revenueBy(ctx, contract, month);
  const context = { currency, rounding: ctx.merchant.rounding };
  const openings = new Map(
    pobs.flatMap(({ id, isResidual }): [string, PobOpening][] => {
      const [used, lapsed] = (["segments", "breakage"] as const).map((side) =>
        earnedOf(before.get(id), side, asOf + 1, context),
      );
      const earned = sum([used ?? zero(currency), lapsed ?? zero(currency)], currency);
      // Nobody sees a residual; it earns what the stated prices leave.
      const amount = isResidual ? earned : recognized.get(id);
      return amount === undefined
        ? []
        : [[id, { asOf, treatedAs, recognized: amount, difference: subtract(earned, amount) }]];
    }),
  );
  const issues = [...recognized].flatMap(([id, amount], index): Issue[] => {
    const pob = before.get(id)?.pob;
    const difference = openings.get(id)?.difference ?? zero(currency);
    if (isZero(difference) || treatedAs === "CATCH_UP" || (pob !== undefined && canSpread(pob, asOf))) return [];
    const message = `The pattern had earned ${formatMoney(add(amount, difference))}, and nothing is left that the difference can be spread over; send difference CATCH_UP.`;
    return [{ path: `/performanceObligations/${index}/recognized`, code: "CONFLICT", message }];
  });
  if (issues.length > 0) throw rejectionOf(issues);
  await insertOpeningObligations(ctx.tx, ctx.merchant.id, contractId, openings);
  const obligationsHash = await openingHash(ctx.tx, ctx.merchant.id, contractId);
  ctx.audit({
    ...{ action: "contract.open-obligations", entityType: "CONTRACT_OPENING", entityId: contractId },
    changes: changesBetween({}, { openedAsOf: formatDay(asOf), obligationsHash }),
  });
  const now = await revenueBy(ctx, contract, month);
  const entryId = ctx.newId();
  const isLate = month > monthOf(asOf);
  const postings = pobs.flatMap((pob): RevenuePosting[] => {
    const amount = openings.get(pob.id)?.recognized ?? zero(currency);
    if (isZero(amount)) return [];
    const { id: performanceObligationId, categoryId, itemId, classId } = pob;
    const earnedMonth = isLate
      ? correctedMonth({ now: now.get(pob.id), before: undefined }, month, "segments", context)
      : month;
    const source = isLate ? "CATCH_UP" : "PATTERN";
    return [
      {
        ...{ performanceObligationId, contractId, categoryId, itemId, classId, month, source, earnedMonth, amount },
        ...{ customerId: required(contract.customerId, "its customer"), closeCount: 0, journalEntryId: entryId },
      },
    ];
  });
  const termIds = pobs.flatMap(({ billingTerm }) => billingTerm?.id ?? []);
  const accounts = await billingTerms.liabilityAccounts(ctx.tx, ctx.merchant, termIds);
  await billingTerms.keepLiabilityAccounts(ctx.tx, ctx.merchant.id, accounts);
  const accountOf = new Map(accounts.map((each) => [each.performanceObligationId, each.account]));
  const lines = postings.map(({ performanceObligationId, amount }) =>
    debit("CONTRACT_LIABILITY", amount, { account: accountOf.get(performanceObligationId) ?? null }),
  );
  return { entryId, lines, postings };
}

async function revenueBy({ tx, merchant }: WriteContext, contract: Contract, month: number): Promise<ContractRevenue> {
  const loaded = await revenue.factsOfContracts({ tx, merchant }, [contract]);
  const facts = required(loaded.get(contract.id), "the facts of the contract").facts;
  return contractRevenue(asOfMonth(facts, month), { through: month });
}
