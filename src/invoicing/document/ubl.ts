import { assert } from "../../kernel/assert.ts";
import { formatDay } from "../../kernel/day.ts";
import { type InvoiceDocument, sectionsOf, servicePeriod } from "./invoice-document.ts";
import { monetaryTotal, taxTotal } from "./ubl-amounts.ts";
import { invoiceLine } from "./ubl-line.ts";
import { partyElement } from "./ubl-party.ts";
import { invoicePeriod } from "./ubl-period.ts";
import { element, group, type MaybeElement, optional, serialize } from "./xml.ts";

/**
 * The invoice or credit memo as UBL 2.1 XML for EN 16931, in the form of Peppol BIS Billing 3.0: elements in the order of the
 * schema, amounts with the decimals of the currency, and sums as business rules BR-CO-10 to BR-CO-17 have them.
 *
 * Data that the standard requires but that is not recorded is left out; `e-invoice-rules.ts` returns the rules that this breaks. An invoice
 * that is outside the scope of tax has no VAT id (BR-O-02).
 *
 * @param document an issued one; it has a number
 */
export function ublDocument(document: InvoiceDocument): string {
  const { kind, number, currency, parties, poNumber, contract } = document;
  assert(number !== null, "an e-invoice has a number");
  const withTaxIds = document.taxLines.every(({ category }) => category !== "O");
  const isInvoice = kind === "INVOICE";
  return serialize(
    element(
      isInvoice ? "Invoice" : "CreditNote",
      [
        element("cbc:CustomizationID", "urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0"),
        element("cbc:ProfileID", "urn:fdc:peppol.eu:2017:poacc:billing:01:1.0"),
        element("cbc:ID", number),
        element("cbc:IssueDate", formatDay(document.issueDate)),
        isInvoice ? element("cbc:DueDate", formatDay(document.dueDate)) : undefined,
        // UNTDID 1001: commercial invoice, credit note.
        isInvoice ? element("cbc:InvoiceTypeCode", "380") : element("cbc:CreditNoteTypeCode", "381"),
        optional("cbc:Note", document.memo),
        element("cbc:DocumentCurrencyCode", currency),
        // One of the two is wanted (PEPPOL-EN16931-R003).
        poNumber === null ? optional("cbc:BuyerReference", referenceOf(document)) : undefined,
        invoicePeriod(servicePeriod(document.lines)),
        group("cac:OrderReference", [optional("cbc:ID", poNumber)]),
        ...document.credits.map((invoice) =>
          element("cac:BillingReference", [element("cac:InvoiceDocumentReference", [element("cbc:ID", invoice)])]),
        ),
        group("cac:ContractDocumentReference", [optional("cbc:ID", contract)]),
        element("cac:AccountingSupplierParty", [partyElement(parties.seller, { side: "SELLER", withTaxIds })]),
        element("cac:AccountingCustomerParty", [partyElement(parties.buyer, { side: "BUYER", withTaxIds })]),
        delivery(document),
        isInvoice ? paymentMeans(document) : undefined,
        // A credit note has no due date, so it has payment terms (BR-CO-25).
        isInvoice ? undefined : element("cac:PaymentTerms", [element("cbc:Note", creditTerms)]),
        taxTotal(document),
        monetaryTotal(document),
        ...document.lines.map((line, index) => invoiceLine(kind, line, index + 1)),
      ],
      {
        xmlns: `urn:oasis:names:specification:ubl:schema:xsd:${isInvoice ? "Invoice" : "CreditNote"}-2`,
        ...namespaces,
      },
    ),
  );
}

const creditTerms = "Applied to invoices, or refunded.";

/** The reference of the buyer (BT-10): the contracts, or for a credit memo without a contract its own number. */
function referenceOf(document: InvoiceDocument): string | null {
  const { kind, contract, number } = document;
  return contract ?? (kind === "INVOICE" ? contractsOf(document) : number);
}

/** The contracts of all sections; the standard has a place for one contract only (BT-12). */
function contractsOf(document: InvoiceDocument): string {
  return sectionsOf(document)
    .flatMap(({ heading }) => heading ?? [])
    .join(", ");
}

const namespaces = {
  "xmlns:cac": "urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2",
  "xmlns:cbc": "urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2",
};

/** Day and country of an intra-community supply (BR-IC-11, BR-IC-12); absent from other documents. */
function delivery({ taxLines, issueDate, parties }: InvoiceDocument): MaybeElement {
  if (taxLines.every(({ category }) => category !== "K")) return undefined;
  return element("cac:Delivery", [
    element("cbc:ActualDeliveryDate", formatDay(issueDate)),
    group("cac:DeliveryLocation", [
      group("cac:Address", [
        group("cac:Country", [optional("cbc:IdentificationCode", parties.buyer.address?.country)]),
      ]),
    ]),
  ]);
}

/** The bank account of the seller (BG-16, BG-17): a SEPA credit transfer in euro, else a credit transfer (UNTDID 4461). */
function paymentMeans({ parties, currency, number }: InvoiceDocument): MaybeElement {
  const account = parties.seller.bankAccount;
  if (account === null) return undefined;
  return element("cac:PaymentMeans", [
    element("cbc:PaymentMeansCode", currency === "EUR" ? "58" : "30"),
    optional("cbc:PaymentID", number),
    element("cac:PayeeFinancialAccount", [
      element("cbc:ID", account.iban),
      element("cbc:Name", account.name ?? parties.seller.legalName ?? parties.seller.name),
      group("cac:FinancialInstitutionBranch", [optional("cbc:ID", account.bic)]),
    ]),
  ]);
}
