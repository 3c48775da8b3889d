import type { BillingTerm } from "../billing-terms/billing-term.ts";
import type { PricingContext } from "../billing-terms/price.ts";
import * as billingTerms from "../billing-terms/service.ts";
import type { Contract } from "../contracts/contract.ts";
import * as contracts from "../contracts/service.ts";
import { present } from "../kernel/assert.ts";
import { type Day, formatDay } from "../kernel/day.ts";
import { notFound } from "../kernel/errors.ts";
import { formatMoney, isZero } from "../kernel/money.ts";
import type { Books } from "../ledger/books.ts";
import { shareBooks } from "../ledger/books-store.ts";
import { postEntries } from "../ledger/service.ts";
import type { Tx } from "../platform/db/pool.ts";
import { withSettledSettings } from "../platform/merchant/settings-service.ts";
import type { WriteContext } from "../platform/write.ts";
import { difference, type Regeneration } from "./difference.ts";
import type { Invoice } from "./invoice.ts";
import { contentHash, contentOfLine, issueDates, issueEntry, liabilitiesOf, totalsOf } from "./issue.ts";
import { type PlannedInvoice, planInvoices } from "./plan.ts";
import * as store from "./store.ts";

/**
 * Brings the invoices of approved contracts in line with their plan: issues what is due by today and keeps drafts of
 * what comes next. Set-based and idempotent: running it twice changes nothing the second time.
 */
export async function settleInvoices(write: WriteContext, contractIds: readonly string[]): Promise<void> {
  const locked = await contracts.lockContracts(write, contractIds);
  const approved = locked.filter((contract) => contract.status === "APPROVED" && contract.deletedAt === null);
  if (approved.length === 0) return;

  const books = await shareBooks(write.tx, write.merchant.id);
  const ctx = await withSettledSettings(write);
  const settlements = await loadSettlements(ctx, approved);
  await saveDrafts(ctx, settlements);
  const due = settlements.flatMap(({ contract, regeneration }) =>
    regeneration.due.map(({ draftId, invoice }) => ({ contract, draftId, invoice })),
  );
  await issueInvoices(ctx, books, due);
  await reportCoverage(ctx, settlements);
}

type DueInvoice = { readonly contract: Contract; readonly draftId: string | null; readonly invoice: PlannedInvoice };

type Settlement = {
  readonly contract: Contract;
  readonly regeneration: Regeneration;
  /** The day after the last one that issued lines cover, by term, once what is due is issued. */
  readonly coveredThrough: ReadonlyMap<string, Day>;
};

async function loadSettlements(ctx: WriteContext, approved: readonly Contract[]): Promise<Settlement[]> {
  const merchantId = ctx.merchant.id;
  const ids = approved.map((contract) => contract.id);
  const terms = await billingTerms.termsOfContracts(ctx.tx, merchantId, ids);
  const issued = await store.issuedLineKeys(
    ctx.tx,
    merchantId,
    terms.map((term) => term.id),
  );
  const drafts = await store.draftsOfContracts(ctx.tx, merchantId, ids);
  const termsByContract = Map.groupBy(terms, (term) => term.contractId);
  return approved.map((contract) => {
    const contractTerms = termsByContract.get(contract.id) ?? [];
    const issuedLines = contractTerms.flatMap((term) => issued.get(term.id) ?? []);
    const plan = planInvoices(contractTerms, pricingContext(ctx, contract), {
      through: ctx.clock.today,
      andNext: true,
    });
    const issuedKeys = new Set(issuedLines.map((line) => line.key));
    // A draft that shows another PO number than the contract is out of date, whatever its lines say.
    const stored = (drafts.get(contract.id) ?? []).map((draft) =>
      draft.poNumber === contract.poNumber ? draft : { ...draft, content: "" },
    );
    const regeneration = difference(plan, issuedKeys, stored, ctx.clock.today);
    return { contract, regeneration, coveredThrough: coverage(contractTerms, issued, regeneration) };
  });
}

function coverage(
  terms: readonly BillingTerm[],
  issued: ReadonlyMap<string, readonly { end: Day }[]>,
  regeneration: Regeneration,
): Map<string, Day> {
  const through = new Map<string, Day>();
  const cover = (termId: string, end: Day) => through.set(termId, Math.max(end, through.get(termId) ?? end));
  for (const term of terms) for (const { end } of issued.get(term.id) ?? []) cover(term.id, end);
  for (const { invoice } of regeneration.due)
    for (const line of invoice.lines) cover(line.billingTermId, line.period.end);
  return through;
}

async function saveDrafts(ctx: WriteContext, settlements: readonly Settlement[]): Promise<void> {
  const at = ctx.clock.timestamp;
  await store.deleteDrafts(
    ctx.tx,
    ctx.merchant.id,
    settlements.flatMap(({ regeneration }) => regeneration.draftIdsToRemove),
  );
  for (const { contract, regeneration } of settlements) {
    for (const { id, invoice } of regeneration.draftsToChange) {
      await store.updateDraft(ctx.tx, ctx.merchant.id, draftRow(id, contract, invoice), at);
    }
  }
  const added = settlements.flatMap(({ contract, regeneration }) =>
    regeneration.draftsToAdd.map((invoice) => draftRow(ctx.newId(), contract, invoice)),
  );
  await store.insertDrafts(ctx.tx, ctx.merchant.id, added, at);
}

/** Issues in the order of planned date and contract: numbers follow the moment of issue (rules 4). */
async function issueInvoices(ctx: WriteContext, books: Books, due: readonly DueInvoice[]): Promise<void> {
  if (due.length === 0) return;
  const inOrder = due.toSorted(
    (a, b) => a.invoice.issueDate - b.invoice.issueDate || (a.contract.id < b.contract.id ? -1 : 1),
  );
  const firstNumber = await ctx.takeNumbers("INVOICE", inOrder.length);
  const issued = inOrder.map(({ contract, draftId, invoice }, index): store.IssuedRow => {
    const draft = draftRow(draftId ?? ctx.newId(), contract, invoice);
    const { issueDate, dueDate } = issueDates(invoice, ctx.clock.today, books, ctx.merchant.lateInvoiceDate);
    const number = firstNumber + BigInt(index);
    const invoiceNumber = `${ctx.merchant.invoicePrefix}${number.toString().padStart(6, "0")}`;
    const hash = contentHash({
      invoiceNumber,
      customerId: draft.customerId,
      contractId: contract.id,
      currency: contract.currency,
      issueDate: formatDay(issueDate),
      dueDate: formatDay(dueDate),
      total: formatMoney(draft.totals.total),
      lines: invoice.lines.map(contentOfLine),
    });
    return {
      ...draft,
      number,
      invoiceNumber,
      issueDate,
      dueDate,
      isPaid: isZero(draft.totals.total),
      contentHash: hash,
    };
  });

  await store.insertIssued(ctx.tx, ctx.merchant.id, issued, ctx.clock.timestamp);
  const accounts = await liabilityAccounts(ctx, issued);
  const entries = issued.flatMap(({ id: invoiceId, contractId, customerId, issueDate, totals, invoice }) => {
    const ids = { entryId: ctx.newId(), invoiceId, contractId, customerId };
    return issueEntry({ ...ids, issueDate, totals, categoryLiabilities: liabilitiesOf(invoice.lines, accounts) }) ?? [];
  });
  await postEntries(ctx, books, entries);
  tellIssued(ctx, issued);
}

/** Accounts of categories, by term, that hold what invoices bill; from now on they are those of its revenue as well. */
async function liabilityAccounts(ctx: WriteContext, issued: readonly store.IssuedRow[]): Promise<Map<string, string>> {
  const termIds = new Set(issued.flatMap(({ invoice }) => invoice.lines.map((line) => line.billingTermId)));
  const accounts = await billingTerms.liabilityAccounts(ctx.tx, ctx.merchant, [...termIds]);
  await billingTerms.keepLiabilityAccounts(ctx.tx, ctx.merchant.id, accounts);
  return new Map(
    accounts.flatMap(({ billingTermId, account }) => (account === null ? [] : [[billingTermId, account] as const])),
  );
}

function tellIssued(ctx: WriteContext, issued: readonly store.IssuedRow[]): void {
  for (const { id, contractId, invoiceNumber } of issued) {
    ctx.tell({ type: "invoice.issued", contractId, data: { invoiceId: id, invoiceNumber } });
  }
  for (const [contractId, invoices] of Map.groupBy(issued, (invoice) => invoice.contractId)) {
    const numbers = invoices.map((invoice) => invoice.invoiceNumber);
    const changes = [{ path: "/invoices", from: null, to: numbers }];
    ctx.audit({ action: "invoice.issue", entityType: "CONTRACT", entityId: contractId, changes });
  }
}

async function reportCoverage(ctx: WriteContext, settlements: readonly Settlement[]): Promise<void> {
  const byTerm = new Map(settlements.flatMap(({ coveredThrough }) => [...coveredThrough]));
  await billingTerms.updateInvoicedThrough(ctx.tx, ctx.merchant.id, byTerm);
  const byContract = settlements.flatMap(({ contract, coveredThrough }): [string, Day][] =>
    coveredThrough.size === 0 ? [] : [[contract.id, Math.max(...coveredThrough.values())]],
  );
  await contracts.reportInvoicedThrough(ctx, new Map(byContract));
}

function draftRow(id: string, contract: Contract, invoice: PlannedInvoice): store.DraftRow {
  return {
    id,
    contractId: contract.id,
    customerId: present(contract.customerId, "the customer of an approved contract"),
    currency: contract.currency,
    poNumber: contract.poNumber,
    invoice,
    totals: totalsOf(invoice.lines, contract.currency),
  };
}

export function pricingContext(
  ctx: Pick<WriteContext, "merchant">,
  contract: Pick<Contract, "currency">,
): PricingContext {
  return { currency: contract.currency, rounding: ctx.merchant.rounding };
}

/** @throws DomainError INVOICE_NOT_FOUND */
export async function getInvoice(tx: Tx, merchantId: string, invoiceId: string): Promise<Invoice> {
  const invoice = await store.findInvoice(tx, merchantId, invoiceId);
  if (invoice === undefined) throw notFound("INVOICE_NOT_FOUND", "Invoice not found.");
  return invoice;
}

/** An invoice of the schedule: made already, or only planned. */
export type ScheduledInvoice = { readonly made: Invoice } | { readonly planned: PlannedInvoice };

/**
 * The whole invoice schedule of a contract in any status: what was issued, and what is planned up to `until`, oldest
 * first (rules 12). A contract that ends has its plan to the end.
 */
export async function invoiceSchedule(
  reader: { readonly tx: Tx; readonly merchant: WriteContext["merchant"]; readonly today: Day },
  contract: Contract,
  until: Day | undefined,
): Promise<ScheduledInvoice[]> {
  const terms = await billingTerms.termsOfContracts(reader.tx, reader.merchant.id, [contract.id]);
  const lastDay = Math.max(reader.today + 366, ...terms.map((term) => (term.end === null ? 0 : term.end + 1)));
  const plan = planInvoices(terms, pricingContext(reader, contract), { through: until ?? lastDay, andNext: false });
  const invoices = await store.invoicesOfContract(reader.tx, reader.merchant.id, contract.id);
  const made = invoices.filter((invoice) => invoice.status !== "DRAFT");
  const issuedKeys = await store.issuedLineKeys(
    reader.tx,
    reader.merchant.id,
    terms.map((term) => term.id),
  );
  const issued = new Set([...issuedKeys.values()].flat().map((line) => line.key));
  const open = difference(plan, issued, [], until ?? lastDay).due;
  const schedule: ScheduledInvoice[] = [
    ...made.map((invoice) => ({ made: invoice })),
    ...open.map(({ invoice }) => ({ planned: invoice })),
  ];
  return schedule.sort((a, b) => (issueDateOf(a) < issueDateOf(b) ? -1 : issueDateOf(a) > issueDateOf(b) ? 1 : 0));
}

function issueDateOf(invoice: ScheduledInvoice): string {
  return "made" in invoice ? invoice.made.issueDate : formatDay(invoice.planned.issueDate);
}

export const { contractsWithDueDrafts, draftsOfContracts, invoicesOfContract, listInvoices, nextDueDate } = store;
