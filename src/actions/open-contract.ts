import type { PerformanceObligation } from "../billing-terms/performance-obligations/performance-obligation.ts";
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
import { formatMoney, isNegative, isZero, type Money, negate, subtract, sum, zero } from "../kernel/money.ts";
import { type Books, lockedThrough } from "../ledger/books.ts";
import { shareBooks } from "../ledger/books-store.ts";
import { debit, type JournalLine, withoutZeros } from "../ledger/journal-entry.ts";
import { postEntries } from "../ledger/service.ts";
import { rejectionOf } from "../platform/http/error-codes.ts";
import { withLockedSettings } from "../platform/merchant/settings-service.ts";
import type { WriteContext } from "../platform/write.ts";
import { recordPaidBefore } from "../receivables/opening-payment-service.ts";
import { entryWithoutOpening, findOpening, hasBooks } from "../revenue/opening-store.ts";
import * as revenue from "../revenue/service.ts";
import { actOnContract } from "./act-on-contract.ts";
import { creditOpened, openingNumber, type PlacedCredit, placedCredits } from "./opened-credits.ts";
import { type OpenedRevenue, openRevenue } from "./opened-revenue.ts";
import { loadUsage } from "./opened-usage.ts";
import { amountsOf, type OpeningDraft } from "./opening-draft.ts";

/**
 * Loads the balances of a contract from other books as of the last day of a month, and approves it (ADR 0077). Their invoices become issued lines,
 * their revenue becomes posted revenue; both are posted against MIGRATION_CLEARING.
 *
 * @param monthsInUse rejects if open months up to the day have entries of contracts without an opening; a write that loads many contracts
 *   checks this once
 * @throws DomainError CONTRACT_NOT_FOUND, CONTRACT_DELETED, INVALID_CONTRACT_STATE, OPENING_EXISTS, CONTRACT_INVOICED,
 *   OPENING_MONTHS_IN_USE, INVOICE_NUMBER_TAKEN, VALIDATION_FAILED, AMOUNT_INVALID with every issue
 */
export async function openContract(
  write: WriteContext,
  contractId: string,
  draft: OpeningDraft,
  monthsInUse: MonthsInUse = rejectMonthsInUse,
): Promise<void> {
  const locked = await contracts.lockContract(write, contractId, "CONTRACT_DELETED");
  const books = await shareBooks(write.tx, write.merchant.id);
  const ctx = await withLockedSettings(write);
  const postedOn = postingDay(books, draft.asOf);
  const { amounts, billing, credits, pobs } = await checkedOpening(ctx, locked, draft, postedOn);
  await rejectBilledHere(ctx, contractId);
  await monthsInUse(ctx, books, draft.asOf);
  // In the audit log, the request comes before its parts.
  auditOpening(ctx, locked, draft, { amounts, postedOn });
  if (locked.status !== "APPROVED") await approveAsOf(ctx, contractId, draft.asOf, postedOn);
  const contract = await contracts.getContract(ctx, contractId, "CONTRACT_DELETED");

  const paid = await bill(ctx, books, contract, {
    ...{ draft, billing, credits, credit: amounts.customerCredit, postedOn },
  });
  const opened = await openRevenue(ctx, contract, { ...amounts, draft, pobs, postedOn });
  await postOpening(ctx, books, contract, { ...opened, lines: [...opened.lines, ...paid], postedOn });
  await revenue.insertPostings(ctx.tx, ctx.merchant.id, opened.postings);
  ctx.publish({ type: "contract.opened", contractId, data: { asOf: formatDay(draft.asOf) } });
}

/**
 * Parses an opening and checks it against the terms of the contract.
 *
 * @throws DomainError with all issues
 */
async function checkedOpening(ctx: WriteContext, contract: Contract, draft: OpeningDraft, postedOn: Day) {
  const { tx, merchant } = ctx;
  const terms = await billingTerms.termsOfContracts(tx, merchant.id, [contract.id]);
  const records = await billingTerms.performanceObligationsOfContracts(tx, merchant.id, [contract.id]);
  const pobs = records.flatMap(({ pob, isDeleted }) => (isDeleted ? [] : [pob]));
  const amounts = amountsOf(draft, contract.currency);
  const { terms: billed, commitments } = amounts;
  const loaded = await loadUsage(ctx, contract, terms, { ...draft, terms: billed, commitments });
  const billing = oldBilling(
    terms,
    { asOf: draft.asOf, billed, invoices: amounts.openInvoices, ofUsage: loaded.lines },
    pricingContext(ctx, contract),
  );
  const credited = placedCredits(amounts.credits, [...billing.open.flatMap(({ lines }) => lines), ...billing.settled]);
  const issues = [
    ...amounts.issues,
    ...credited.issues,
    ...checkDay(draft.asOf, postedOn, ctx.clock.today),
    ...checkObligations(draft, pobs, loaded.isLoaded),
    ...loaded.issues,
    ...billing.problems.map(issueOf),
    ...(await checkNumbers(ctx, draft)),
  ];
  if (issues.length > 0) throw rejectionOf(issues);
  return { amounts, billing, credits: credited.placed, pobs };
}

/** @throws DomainError OPENING_EXISTS, CONTRACT_INVOICED */
async function rejectBilledHere({ tx, merchant }: WriteContext, contractId: string): Promise<void> {
  if ((await findOpening(tx, merchant.id, contractId)) !== undefined)
    throw conflict(
      "OPENING_EXISTS",
      "The contract has an opening; delete it and load another, or void its old invoices.",
    );
  if (await hasBooks(tx, merchant.id, contractId))
    throw conflict("CONTRACT_INVOICED", "The contract already has invoices or entries; load it before it is billed.");
}

function auditOpening(
  ctx: WriteContext,
  { id: contractId, currency }: Contract,
  draft: OpeningDraft,
  { amounts, postedOn }: { readonly amounts: ReturnType<typeof amountsOf>; readonly postedOn: Day },
): void {
  const amount = sum([...amounts.recognized.values(), ...amounts.openInvoices.map(({ balance }) => balance)], currency);
  ctx.audit({
    ...{ action: "contract.open", entityType: "CONTRACT", entityId: contractId, amount },
    changes: [
      { path: "/openedAsOf", from: null, to: formatDay(draft.asOf) },
      { path: "/opening", from: null, to: { postedOn: formatDay(postedOn), difference: draft.difference } },
    ],
  });
}

/** Approves the contract with its entries' month as book month, so that no earlier month earns anything, even if it is still open. */
async function approveAsOf(ctx: WriteContext, contractId: string, asOf: Day, postedOn: Day): Promise<void> {
  const isLate = monthOf(postedOn) > monthOf(asOf);
  const counting = isLate ? { bookMonth: monthOf(postedOn) } : {};
  await actOnContract(ctx, contractId, { action: "APPROVE", reason: undefined, ...counting });
}

/** Posts one entry of everything billed, paid and recognized before, against MIGRATION_CLEARING. */
async function postOpening(
  ctx: WriteContext,
  books: Books,
  { id: contractId, customerId, currency }: Contract,
  { entryId, lines, postedOn }: Pick<OpenedRevenue, "entryId" | "lines"> & { readonly postedOn: Day },
): Promise<void> {
  if (lines.length === 0) return;
  const net = sum(
    lines.map((line) => subtract(line.debit, line.credit)),
    currency,
  );
  await postEntries(ctx, books, [
    {
      ...{ id: entryId, date: postedOn, type: "OPENING", contractId, customerId },
      source: { type: "CONTRACT", id: contractId },
      lines: withoutZeros([...lines, debit("MIGRATION_CLEARING", negate(net))]),
    },
  ]);
}

/** The day of the opening, or the first day after it in a month that is neither closed nor locked. */
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
  if (asOf > today) return issue("Books are loaded as of a past day.");
  if (postedOn > today) return issue(`${formatDay(postedOn)} is the first open day, and has not come yet.`);
  return [];
}

/** Checks that every obligation that may have earned by then is listed; of usage obligations, those with loaded usage. */
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
        message: "Usage up to asOf is recognized in the old books; leave the obligation out.",
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
    const message = `Performance obligation ${id} had begun by then; send what was recognized of it, 0.00 if nothing.`;
    issues.push({ path: "/performanceObligations", code: "REQUIRED", message });
  }
  return issues;
}

/** Checks that loaded invoice numbers are unique, and are not numbers of the own series. */
async function checkNumbers(ctx: WriteContext, { openInvoices }: OpeningDraft): Promise<Issue[]> {
  const numbers = openInvoices.map(({ invoiceNumber }) => invoiceNumber);
  const used = await importedNumbers(ctx.tx, ctx.merchant.id, numbers);
  const { invoicePrefix } = ctx.merchant;
  const isOfSeries = (number: string) =>
    number.startsWith(invoicePrefix) && /^\d+$/.test(number.slice(invoicePrefix.length));
  return numbers.flatMap((number, index): Issue[] => {
    const path = `/openInvoices/${index}/invoiceNumber`;
    if (used.has(number))
      return [{ path, code: "INVOICE_NUMBER_TAKEN", message: `Another old invoice has the number ${number}.` }];
    if (!isOfSeries(number)) return [];
    const message = `${number} is a number of this merchant's own series; change its invoicePrefix before the first invoice.`;
    return [{ path, code: "INVOICE_NUMBER_TAKEN", message }];
  });
}

type MonthsInUse = (ctx: WriteContext, books: Books, asOf: Day) => Promise<void>;

/**
 * For a write that loads many contracts: checks each day once, before anything is posted. The check reads all entries of the months, so checking
 * per contract would be slow.
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
  const message = `${formatMonth(monthOf(found.date))} is open and has entries of contracts that were not loaded; close it first, or load as of an earlier day.`;
  throw invalid("OPENING_MONTHS_IN_USE", message, { contractId: found.contractId, date: formatDay(found.date) });
}

/** Issues the loaded invoices, and applies what was paid of them. */
async function bill(
  ctx: WriteContext,
  books: Books,
  contract: Contract,
  {
    draft,
    billing,
    credits,
    credit,
    postedOn,
  }: {
    readonly draft: OpeningDraft;
    readonly billing: OldBilling;
    readonly credits: readonly PlacedCredit[];
    readonly credit: Money;
    readonly postedOn: Day;
  },
): Promise<JournalLine[]> {
  const { currency } = contract;
  const none = zero(currency);
  const settled: ImportedInvoice[] =
    billing.settled.length === 0
      ? []
      : [
          {
            invoiceNumber: openingNumber(contract.id),
            invoice: oldInvoice(billing.settled, { issueDate: postedOn, dueDate: postedOn }),
            tax: oldTax(billing.settled, none),
          },
        ];
  const open = billing.open.map(({ invoiceNumber, issueDate, dueDate, lines, tax }): ImportedInvoice => {
    return { invoiceNumber, invoice: oldInvoice(lines, { issueDate, dueDate }), tax: oldTax(lines, tax) };
  });
  const imported = await issueImported(ctx, books, contract, { imported: [...open, ...settled], postedOn });
  const settledTotal = sum(
    billing.settled.map(({ total }) => total),
    currency,
  );
  const settledOf = [
    ...billing.open.map(({ total, balance }) => subtract(total, balance)),
    ...settled.map(() => settledTotal),
  ];
  const parts = imported.map(({ id }, index) => ({ invoiceId: id, settled: settledOf[index] ?? none }));
  const credited = await creditOpened(ctx, contract, { credits, imported, parts, postedOn });
  const paid = subtract(credit, credited.left);
  if (isNegative(paid)) throw rejectionOf([unsettledCredit(credited.left)]);
  const applications = parts.flatMap((part) => {
    const amount = subtract(part.settled, credited.applied.get(part.invoiceId) ?? none);
    return isZero(amount) ? [] : [{ invoiceId: part.invoiceId, amount }];
  });
  billingTerms.updateInvoicedThrough(ctx.tx, ctx.merchant.id, billing.through);
  if (billing.through.size > 0)
    contracts.reportInvoicedThrough(ctx, new Map([[contract.id, Math.max(...billing.through.values())]]));
  const customerId = required(contract.customerId, "the customer of an approved contract");
  return recordPaidBefore(ctx, { customerId, asOf: draft.asOf, postedOn, applications, credit: paid });
}

/** Credits that settled no invoice are credit of the customer, so they are a part of what is stated as such. */
function unsettledCredit(left: Money): Issue {
  const message = `Its credits exceed what was settled of its invoices by ${formatMoney(left)}, which is credit of the customer; send at least that.`;
  return { path: "/customerCredit", code: "CONFLICT", message };
}
