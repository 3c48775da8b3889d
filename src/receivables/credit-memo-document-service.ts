import * as contracts from "../contracts/service.ts";
import type { DocumentLine, InvoiceDocument } from "../invoicing/document/invoice-document.ts";
import type { Invoice, InvoiceLine } from "../invoicing/invoice.ts";
import { invoicesByIds } from "../invoicing/service.ts";
import { mergedTaxLines, type TaxLine } from "../invoicing/tax.ts";
import { loadTaxation } from "../invoicing/taxation-service.ts";
import { required } from "../kernel/assert.ts";
import { zero } from "../kernel/money.ts";
import { readProfile } from "../platform/merchant/profile-store.ts";
import type { WriteContext } from "../platform/write.ts";
import { balanceOfCreditMemo, type CreditMemo } from "./credit-memo.ts";
import { getCreditMemo } from "./credit-memo-record-service.ts";
import { creditedTreatment } from "./credited-tax.ts";
import { completed } from "./document-service.ts";

type Reader = Pick<WriteContext, "tx" | "merchant">;

/**
 * The document of a credit memo: its items, the credited invoices, and its present applications. The parties are those of the first credited
 * invoice at its issue; without one, the present parties.
 *
 * @throws DomainError CREDIT_MEMO_NOT_FOUND
 */
export async function creditMemoDocument(reader: Reader, creditMemoId: string): Promise<InvoiceDocument> {
  const { tx, merchant } = reader;
  const { memo, applications } = await getCreditMemo(tx, merchant.id, creditMemoId);
  const creditedIds = [...new Set(memo.items.flatMap(({ line }) => line?.invoiceId ?? []))];
  const appliedIds = applications.map(({ invoiceId }) => invoiceId);
  const invoices = await invoicesByIds(tx, merchant.id, [...new Set([...creditedIds, ...appliedIds])]);
  const byId = new Map(invoices.map((invoice) => [invoice.id, invoice]));
  const credited = creditedIds.flatMap((id) => byId.get(id) ?? []);
  const linesById = new Map(
    credited.flatMap(({ lines }) =>
      lines.map((line): [string, InvoiceLine] => [required(line.id, "an issued line"), line]),
    ),
  );
  const { logo } = await readProfile(tx, merchant.id);
  const { lines, taxLines } = linesOf(memo, linesById);
  const { currency, customerId } = memo;
  return {
    kind: "CREDIT_MEMO",
    status: memo.status === "VOID" ? "VOID" : "ISSUED",
    number: memo.creditMemoNumber,
    currency,
    ...{ issueDate: memo.issueDate, dueDate: memo.issueDate, poNumber: null, memo: memo.memo },
    credits: credited.flatMap(({ invoiceNumber }) => invoiceNumber ?? []),
    contract: await contractOf(reader, credited),
    parties:
      credited.find(({ parties }) => parties !== null)?.parties ??
      (await loadTaxation(reader, [{ customerId, currency, lines: [] }])).partiesOf({ customerId, currency }),
    logo,
    lines,
    ...{ subtotal: memo.subtotal, discountTotal: zero(currency), taxLines, taxTotal: memo.taxTotal, total: memo.total },
    applied: applications.map(({ invoiceId, appliedOn, amount }) => {
      return { kind: "INVOICE", date: appliedOn, reference: byId.get(invoiceId)?.invoiceNumber ?? null, amount };
    }),
    balance: balanceOfCreditMemo(memo),
  };
}

/** The document of a credit memo for an e-invoice, with missing party data completed from present data. @throws DomainError CREDIT_MEMO_NOT_FOUND */
export async function creditMemoEInvoice(reader: Reader, creditMemoId: string): Promise<InvoiceDocument> {
  const document = await creditMemoDocument(reader, creditMemoId);
  const { memo } = await getCreditMemo(reader.tx, reader.merchant.id, creditMemoId);
  return completed(reader, memo, document);
}

/** The name of the contract of all credited invoices; null if there are several or none. */
async function contractOf(reader: Reader, credited: readonly Invoice[]): Promise<string | null> {
  const ids = [...new Set(credited.map(({ contractId }) => contractId))];
  const [only, ...others] = ids;
  if (only === undefined || others.length > 0) return null;
  return (await contracts.getContract(reader, only, "NOT_FOUND")).name;
}

/** The items as lines. */
function linesOf(memo: CreditMemo, credited: ReadonlyMap<string, InvoiceLine>) {
  const taxed = memo.items.map((item) =>
    creditedTreatment(item, credited.get(item.line?.invoiceLineId ?? "")?.tax ?? null),
  );
  const isAllOut = taxed.every(({ category }) => category === "O");
  const lines = memo.items.map((item, index): DocumentLine => {
    const { category = "O", rate = "0" } = taxed[index] ?? {};
    const of = credited.get(item.line?.invoiceLineId ?? "");
    return {
      name: item.name ?? of?.name ?? memo.reason,
      description: item.note,
      period: item.line?.service ?? null,
      quantity: item.quantity ?? "1",
      unitPrice: null,
      ...{ tiers: [], notes: [], subtotal: item.amount, discountTotal: zero(memo.currency), total: item.amount },
      // Category O cannot be on a document with others (EN 16931 BR-O-11 to BR-O-14); such an item is then exempt.
      category: category === "O" && !isAllOut ? "E" : category,
      taxRate: rate,
      tax: item.tax,
      section: null,
    };
  });
  const rows = lines.map(
    ({ category, taxRate, total, tax }): TaxLine => ({ category, rate: taxRate, taxable: total, tax }),
  );
  return { lines, taxLines: mergedTaxLines(rows) };
}
