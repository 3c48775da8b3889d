import * as contracts from "../contracts/service.ts";
import { getConsolidatedInvoice } from "../invoicing/consolidated-service.ts";
import { documentLine } from "../invoicing/document/document-line.ts";
import { brokenRules } from "../invoicing/document/e-invoice-rules.ts";
import type { InvoiceDocument, Party } from "../invoicing/document/invoice-document.ts";
import type { PdfRenderer } from "../invoicing/document/pdf.ts";
import { ublDocument } from "../invoicing/document/ubl.ts";
import { currentInvoice } from "../invoicing/draft-tax-service.ts";
import { loadTaxation } from "../invoicing/taxation-service.ts";
import { required } from "../kernel/assert.ts";
import { dayFrom } from "../kernel/day.ts";
import { conflict, invalid } from "../kernel/errors.ts";
import { readProfile } from "../platform/merchant/profile-store.ts";
import type { WriteContext } from "../platform/write.ts";
import { appliedToInvoices } from "./applied-store.ts";

type Reader = Pick<WriteContext, "tx" | "merchant">;

/**
 * The document of an invoice (for a section: of the whole consolidated invoice): lines, amounts and parties as at issue, and payments and credits
 * up to now. A draft has the present parties. The logo is always the present one.
 *
 * @throws DomainError INVOICE_NOT_FOUND
 */
export async function invoiceDocument(reader: Reader, invoiceId: string): Promise<InvoiceDocument> {
  const invoice = await currentInvoice(reader, invoiceId);
  if (invoice.consolidatedInvoiceId !== null) return consolidatedDocument(reader, invoice.consolidatedInvoiceId);
  const contract = await contracts.getContract(reader, invoice.contractId, "NOT_FOUND");
  const { logo } = await readProfile(reader.tx, reader.merchant.id);
  const parties = invoice.parties ?? (await loadTaxation(reader, [invoice])).partiesOf(invoice);
  return {
    kind: "INVOICE",
    credits: [],
    status: invoice.status === "DRAFT" || invoice.status === "VOID" ? invoice.status : "ISSUED",
    number: invoice.invoiceNumber,
    currency: invoice.currency,
    issueDate: dayFrom(invoice.issueDate),
    dueDate: dayFrom(invoice.dueDate),
    poNumber: invoice.poNumber,
    contract: contract.name,
    memo: invoice.memo,
    parties,
    logo,
    lines: invoice.lines.map((line) => documentLine(line)),
    subtotal: invoice.subtotal,
    discountTotal: invoice.discountTotal,
    taxLines: invoice.taxLines,
    taxTotal: invoice.taxTotal,
    total: invoice.total,
    applied: await appliedToInvoices(reader.tx, reader.merchant.id, [invoiceId]),
    balance: invoice.balance,
  };
}

/**
 * The document of a consolidated invoice: its sections, each under its contract.
 *
 * @throws DomainError INVOICE_NOT_FOUND
 */
export async function consolidatedDocument(reader: Reader, documentId: string): Promise<InvoiceDocument> {
  const { tx, merchant } = reader;
  const invoice = await getConsolidatedInvoice(tx, merchant.id, documentId);
  const { sections, currency, poNumber, memo, subtotal, discountTotal, taxLines, taxTotal, total, balance } = invoice;
  const billed = await contracts.findContracts(
    tx,
    merchant.id,
    sections.map(({ contractId }) => contractId),
  );
  const names = new Map(billed.map(({ id, name }) => [id, name]));
  const { logo } = await readProfile(tx, merchant.id);
  const ids = sections.map(({ id }) => id);
  return {
    ...{ kind: "INVOICE", credits: [] },
    ...{ status: invoice.status === "VOID" ? "VOID" : "ISSUED", number: invoice.invoiceNumber, currency },
    ...{
      issueDate: dayFrom(invoice.issueDate),
      dueDate: dayFrom(invoice.dueDate),
      poNumber,
      contract: null,
      memo,
      logo,
    },
    parties: required(invoice.parties, "the parties of a consolidated invoice"),
    lines: sections.flatMap(({ lines, section, contractId }) => {
      const heading = `${section}. ${names.get(contractId)}`;
      return lines.map((line) => documentLine(line, heading));
    }),
    ...{ subtotal, discountTotal, taxLines, taxTotal, total, balance },
    applied: await appliedToInvoices(tx, merchant.id, ids),
  };
}

/**
 * The document of an invoice for an e-invoice: party data that was missing at issue is completed from present data; recorded data stays as it
 * was (ADR 0065).
 *
 * @throws DomainError INVOICE_NOT_FOUND
 */
export async function eInvoiceDocument(reader: Reader, invoiceId: string): Promise<InvoiceDocument> {
  const document = await invoiceDocument(reader, invoiceId);
  return completed(reader, await currentInvoice(reader, invoiceId), document);
}

/** The same for a consolidated invoice. @throws DomainError INVOICE_NOT_FOUND */
export async function consolidatedEInvoice(reader: Reader, documentId: string): Promise<InvoiceDocument> {
  const document = await consolidatedDocument(reader, documentId);
  return completed(reader, await getConsolidatedInvoice(reader.tx, reader.merchant.id, documentId), document);
}

/** A document whose missing party data is completed from present data. */
export async function completed(
  reader: Reader,
  billed: { readonly customerId: string | null; readonly currency: string },
  document: InvoiceDocument,
): Promise<InvoiceDocument> {
  const { customerId, currency } = billed;
  const now = (await loadTaxation(reader, [{ customerId, currency, lines: [] }])).partiesOf({ customerId, currency });
  const { seller, buyer } = document.parties;
  return { ...document, parties: { seller: filled(seller, now.seller), buyer: filled(buyer, now.buyer) } };
}

function filled<Whose extends Party>(kept: Whose, now: Whose): Whose {
  const missing = Object.entries(now).filter(([field]) => kept[field as keyof Whose] === null);
  const whole = { ...kept, ...Object.fromEntries(missing) };
  const country = kept.address?.country ?? now.address?.country ?? null;
  return kept.address === null ? whole : { ...whole, address: { ...kept.address, country } };
}

/** The document as PDF; rendered outside of any transaction. */
export async function pdfOf(
  renderer: PdfRenderer,
  document: InvoiceDocument,
): Promise<{ file: Uint8Array; fileName: string }> {
  return { file: await renderer.render(document), fileName: `${document.number ?? "draft"}.pdf` };
}

/**
 * The document as UBL.
 *
 * @throws DomainError INVALID_ACTION for a draft; E_INVOICE_INCOMPLETE with the rules of EN 16931 that it would violate, each with the field
 *   to fill in
 */
export function xmlOf(document: InvoiceDocument): { file: Uint8Array; fileName: string } {
  if (document.number === null) {
    throw invalid("INVALID_ACTION", "The invoice is DRAFT; only an issued one has an e-invoice.");
  }
  const issues = brokenRules(document);
  const [first] = issues;
  if (first !== undefined) {
    const message = `The e-invoice would break ${first.code} of EN 16931. ${first.message}`;
    throw conflict("E_INVOICE_INCOMPLETE", message, { issues });
  }
  return { file: Buffer.from(ublDocument(document)), fileName: `${document.number}.xml` };
}
