import type { Contract } from "../contracts/contract.ts";
import { required } from "../kernel/assert.ts";
import { type Day, formatDay } from "../kernel/day.ts";
import { formatMoney, isZero } from "../kernel/money.ts";
import type { Books } from "../ledger/books.ts";
import { postEntries } from "../ledger/service.ts";
import type { WriteContext } from "../platform/write.ts";
import { contentHash, contentOfIssuedLine, contentOfTaxation, issueEntry, liabilitiesOf, totalsOf } from "./issue.ts";
import { auditIssued, liabilityAccounts } from "./issue-service.ts";
import type { PlannedInvoice, PlannedLine } from "./plan.ts";
import * as store from "./store.ts";
import type { InvoiceTax } from "./tax.ts";
import { loadTaxation } from "./taxation-service.ts";

/** An invoice of other books with its number there. Its issue date is kept as the original issue date. */
export type ImportedInvoice = {
  readonly invoiceNumber: string;
  readonly invoice: PlannedInvoice;
  readonly tax: InvoiceTax;
};

/** An imported invoice with the ids of its lines. */
export type IssuedImport = {
  readonly id: string;
  readonly lines: readonly { readonly lineId: string; readonly line: PlannedLine }[];
};

/**
 * Issues invoices of other books on the day on which a contract is loaded (ADR 0077), like every invoice, but with their own numbers. No domain
 * event is published, so that integrations do not send old invoices again. The caller holds the contract and the books.
 *
 * @returns their ids and those of their lines, in order
 */
export async function issueImported(
  ctx: WriteContext,
  books: Books,
  contract: Contract,
  { imported, postedOn }: { readonly imported: readonly ImportedInvoice[]; readonly postedOn: Day },
): Promise<IssuedImport[]> {
  if (imported.length === 0) return [];
  const { id: contractId, currency, poNumber } = contract;
  const customerId = required(contract.customerId, "the customer of an approved contract");
  const taxation = await loadTaxation(ctx, [{ customerId, currency, lines: [] }]);
  const parties = taxation.partiesOf(contract);
  const issued = imported.map(({ invoiceNumber, invoice, tax }): store.IssuedRow => {
    const taxes = tax.lines.map((line) => line.tax);
    const totals = totalsOf(invoice.lines, currency, taxes);
    const hash = contentHash({
      ...{ invoiceNumber, customerId, contractId, currency, total: formatMoney(totals.total) },
      issueDate: formatDay(postedOn),
      dueDate: formatDay(invoice.dueDate),
      lines: invoice.lines.map(contentOfIssuedLine),
      taxation: contentOfTaxation({ ...tax, parties }),
    });
    return {
      ...{ id: ctx.newId(), contractId, customerId, currency, poNumber, invoice, totals, tax, invoiceNumber, parties },
      ...{ isDrafted: false, lineIds: invoice.lines.map(() => ctx.newId()), number: null, place: null },
      ...{ issueDate: postedOn, dueDate: invoice.dueDate, isPaid: isZero(totals.total), contentHash: hash },
    };
  });
  const accounts = await liabilityAccounts(ctx, issued);
  await store.saveIssued(ctx.tx, ctx.merchant.id, issued, ctx.clock.timestamp);
  const entries = issued.flatMap(({ id: invoiceId, issueDate, totals, invoice }) => {
    const ids = { entryId: ctx.newId(), invoiceId, contractId, customerId };
    return issueEntry({ ...ids, issueDate, totals, categoryLiabilities: liabilitiesOf(invoice.lines, accounts) }) ?? [];
  });
  await postEntries(ctx, books, entries);
  auditIssued(ctx, contractId, issued);
  return issued.map(({ id, lineIds, invoice }) => ({
    id,
    lines: invoice.lines.map((line, index) => ({ line, lineId: required(lineIds[index], "the id of a line") })),
  }));
}
