import * as billingTerms from "../billing-terms/service.ts";
import type { Contract } from "../contracts/contract.ts";
import { required } from "../kernel/assert.ts";
import { type Day, firstDayOf, formatDay, monthOf } from "../kernel/day.ts";
import { add, formatMoney, isZero } from "../kernel/money.ts";
import type { Books } from "../ledger/books.ts";
import { postAhead } from "../ledger/service.ts";
import type { WriteContext } from "../platform/write.ts";
import { documentsOf } from "./consolidation.ts";
import { firstMonthsHere } from "./import-invoice-store.ts";
import {
  contentHash,
  contentOfIssuedLine,
  contentOfPlace,
  contentOfTaxation,
  type InvoiceDates,
  issueDates,
  issueEntry,
  liabilitiesOf,
  totalsOf,
} from "./issue.ts";
import type { PlannedInvoice } from "./plan.ts";
import * as store from "./store.ts";
import type { Taxation } from "./taxation-service.ts";

/** A due planned invoice, with the id of its draft, if there is one. */
export type DueInvoice = {
  readonly contract: Contract;
  readonly draftId: string | null;
  readonly invoice: PlannedInvoice;
};

/** A due invoice with its final dates and the tax of its issue date. */
type DatedInvoice = Pick<DueInvoice, "contract"> &
  InvoiceDates & { readonly draft: store.DraftRow; readonly isDrafted: boolean };

/**
 * Issues invoices in the order of planned date and contract; numbers follow the time of issue (rules 4). Due invoices of contracts with one
 * consolidation key become one document (ADR 0040).
 */
export async function issueInvoices(
  ctx: WriteContext,
  books: Books,
  due: readonly DueInvoice[],
  taxation: Taxation,
  keepsDate: string | undefined,
): Promise<void> {
  if (due.length === 0) return;
  const booksOf = await booksByContract(ctx, books, due);
  const dated = due.map((each): DatedInvoice => {
    const { contract, draftId, invoice } = each;
    const isDated = keepsDate !== undefined && invoice.invoiceGroup === keepsDate;
    const late = isDated ? "PLANNED" : ctx.merchant.lateInvoiceDate;
    const dates = issueDates(invoice, ctx.clock.today, booksOf(contract), late);
    return {
      contract,
      ...dates,
      isDrafted: draftId !== null,
      draft: draftRow(draftId ?? ctx.newId(), contract, invoice, taxation, dates.issueDate),
    };
  });
  const inOrder = dated.toSorted(
    (a, b) => a.draft.invoice.issueDate - b.draft.invoice.issueDate || (a.contract.id < b.contract.id ? -1 : 1),
  );
  const documents = documentsOf(inOrder);
  const firstNumber = await ctx.takeNumbers("INVOICE", documents.length);
  const issued = documents.flatMap((document, index) =>
    issuedRows(ctx, document, { number: firstNumber + BigInt(index), taxation }),
  );

  const accounts = await liabilityAccounts(ctx, issued);
  await store.saveIssued(ctx.tx, ctx.merchant.id, issued, ctx.clock.timestamp);
  const entries = issued.flatMap(({ id: invoiceId, contractId, customerId, issueDate, totals, invoice }) => {
    const ids = { entryId: ctx.newId(), invoiceId, contractId, customerId };
    return issueEntry({ ...ids, issueDate, totals, categoryLiabilities: liabilitiesOf(invoice.lines, accounts) }) ?? [];
  });
  postAhead(ctx, books, entries);
  publishIssued(ctx, issued);
}

/** The books for dating invoices of a contract: for one that was loaded from other books, months before its opening count as closed. */
async function booksByContract(
  ctx: WriteContext,
  books: Books,
  due: readonly DueInvoice[],
): Promise<(contract: Contract) => Books> {
  const thisMonth = firstDayOf(monthOf(ctx.clock.today));
  const late = due.filter(({ invoice }) => invoice.issueDate < thisMonth);
  const ids = new Set(late.map(({ contract }) => contract.id));
  const firstMonths = await firstMonthsHere(ctx.tx, ctx.merchant.id, [...ids]);
  return ({ id }) => {
    const firstMonth = firstMonths.get(id);
    if (firstMonth === undefined) return books;
    const before = firstMonth - 1;
    return { ...books, closedThrough: Math.max(books.closedThrough ?? before, before) };
  };
}

/** The rows of one document: an invoice, or the sections of a consolidated one with the same number. */
function issuedRows(
  ctx: WriteContext,
  document: readonly DatedInvoice[],
  { number, taxation }: { readonly number: bigint; readonly taxation: Taxation },
): store.IssuedRow[] {
  const invoiceNumber = `${ctx.merchant.invoicePrefix}${number.toString().padStart(6, "0")}`;
  const consolidatedInvoiceId = document.length === 1 ? null : ctx.newId();
  const totals = document.map(({ draft }) => draft.totals.total);
  const documentTotal = totals.reduce(add);
  return document.map(({ contract, draft, isDrafted, issueDate, dueDate }, index): store.IssuedRow => {
    const { lines } = draft.invoice;
    const parties = taxation.partiesOf(contract);
    const place =
      consolidatedInvoiceId === null
        ? null
        : { consolidatedInvoiceId, section: index + 1, sections: document.length, documentTotal };
    const hash = contentHash({
      invoiceNumber,
      customerId: draft.customerId,
      contractId: contract.id,
      currency: contract.currency,
      issueDate: formatDay(issueDate),
      dueDate: formatDay(dueDate),
      total: formatMoney(draft.totals.total),
      lines: lines.map(contentOfIssuedLine),
      taxation: contentOfTaxation({ ...draft.tax, parties }),
      ...(place === null ? {} : { place: contentOfPlace(place) }),
    });
    return {
      ...draft,
      ...{ isDrafted, lineIds: lines.map(() => ctx.newId()), number, invoiceNumber, issueDate, dueDate, parties },
      ...{ isPaid: isZero(draft.totals.total), contentHash: hash, place },
    };
  });
}

/** Liability accounts of categories for the billed terms, by term; they are kept, so that revenue will use them too. */
export async function liabilityAccounts(
  ctx: WriteContext,
  issued: readonly store.IssuedRow[],
): Promise<Map<string, string>> {
  const termIds = new Set(issued.flatMap(({ invoice }) => invoice.lines.map((line) => line.billingTermId)));
  const accounts = await billingTerms.liabilityAccounts(ctx.tx, ctx.merchant, [...termIds]);
  await billingTerms.storeLiabilityAccounts(ctx.tx, ctx.merchant.id, accounts);
  return new Map(accounts.map(({ billingTermId, account }) => [billingTermId, account]));
}

function publishIssued(ctx: WriteContext, issued: readonly store.IssuedRow[]): void {
  for (const { id, contractId, invoiceNumber, isPaid } of issued) {
    const status = isPaid ? "PAID" : "ISSUED";
    ctx.publish({ type: "invoice.issued", contractId, data: { invoiceId: id, invoiceNumber, status } });
  }
  const byContract = Map.groupBy(issued, (invoice) => invoice.contractId);
  billingTerms.markContractsEarningByBilling(ctx.tx, ctx.merchant.id, [...byContract.keys()]);
  for (const [contractId, invoices] of byContract) auditIssued(ctx, contractId, invoices);
}

/** Writes an audit row with the numbers and content hashes of the issued invoices of a contract. */
export function auditIssued(
  ctx: WriteContext,
  contractId: string,
  invoices: readonly Pick<store.IssuedRow, "invoiceNumber" | "contentHash">[],
): void {
  const changes = [
    { path: "/invoices", from: null, to: invoices.map(({ invoiceNumber }) => invoiceNumber) },
    { path: "/contentHashes", from: null, to: invoices.map(({ contentHash: hash }) => hash.toString("hex")) },
  ];
  ctx.audit({ action: "invoice.issue", entityType: "CONTRACT", entityId: contractId, changes });
}

/** A planned invoice as a row to store, with the tax of its issue date. */
export function draftRow(
  id: string,
  contract: Contract,
  invoice: PlannedInvoice,
  taxation: Taxation,
  issueDate: Day = invoice.issueDate,
): store.DraftRow {
  const tax = taxation.taxOf(contract, invoice.lines, issueDate);
  const taxes = tax.lines.map((line) => line.tax);
  return {
    id,
    contractId: contract.id,
    customerId: required(contract.customerId, "the customer of an approved contract"),
    currency: contract.currency,
    poNumber: contract.poNumber,
    invoice,
    totals: totalsOf(invoice.lines, contract.currency, taxes),
    tax,
  };
}
