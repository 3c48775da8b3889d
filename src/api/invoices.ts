import type { FastifyInstance } from "fastify";
import { Type } from "typebox";
import { actOnInvoice, type InvoiceAction } from "../actions/act-on-invoice.ts";
import { createInvoice } from "../actions/create-invoice.ts";
import { customerInvoice } from "../invoicing/customer-service.ts";
import type { PdfRenderer } from "../invoicing/document/pdf.ts";
import { currentInvoice } from "../invoicing/draft-tax-service.ts";
import { setExternalIds, updateInvoice } from "../invoicing/record-service.ts";
import { pageOf } from "../platform/http/list-query.ts";
import { route } from "../platform/http/route.ts";
import type { WritingPlatform } from "../platform/preview.ts";
import { answerWrite, runWrite } from "../platform/run-write.ts";
import { type Platform, read, readRows } from "../platform/write.ts";
import { contractsOfInvoices } from "../receivables/credit-memo-service.ts";
import { eInvoiceDocument, invoiceDocument, pdfOf, xmlOf } from "../receivables/document-service.ts";
import { listedInvoices } from "../receivables/owed-invoice-service.ts";
import { remindersOfInvoice } from "../receivables/reminder-service.ts";
import { runDocumentWrite, type Touches } from "./document-write.ts";
import { externalIdsFrom, viewOfExternalIds } from "./schemas/external-ids.ts";
import { actionFromBody, InvoiceActionBody, RemindersView, viewOfReminder } from "./schemas/invoice-actions.ts";
import { CreateInvoiceBody, invoiceDraftFrom } from "./schemas/invoice-bodies.ts";
import { InvoicePage, invoiceList } from "./schemas/invoice-list.ts";
import {
  InvoiceExternalIdsBody,
  InvoiceExternalIdsView,
  InvoiceView,
  patchFromBody,
  UpdateInvoiceBody,
  viewOfInvoice,
} from "./schemas/invoices.ts";

const tag = "Invoices";
const ids = { id: "INVOICE_NOT_FOUND" } as const;

const messages: Readonly<Record<InvoiceAction, string>> = {
  ISSUE: "Invoice issued.",
  MARK_AS_SENT: "Invoice marked as sent.",
  VOID: "Invoice voided.",
  MARK_UNCOLLECTIBLE: "Invoice written off.",
  REINSTATE: "Write-off reversed.",
};

export function registerInvoiceRoutes(app: FastifyInstance, platform: WritingPlatform, renderer: PdfRenderer): void {
  registerReads(app, platform);
  registerReadsOfCustomer(app, platform);
  registerDocuments(app, platform, renderer);
  registerWrites(app, platform);
}

function registerReads(app: FastifyInstance, platform: Platform): void {
  route(app, {
    method: "GET",
    url: "/v3/invoices",
    operationId: "listInvoices",
    summary: "List invoices",
    description:
      "Issued invoices and the drafts of the next ones, newest first. Drafts show the tax as of now; the filter `total` finds them by what it was when they were last rebuilt. `owedOn` finds those owed at the end of a day, each with amountOwed: the ageing report of that day.",
    tag,
    access: "read",
    list: invoiceList,
    payload: InvoicePage,
    successStatus: 200,
    errors: [400],
    handler: async (request) => {
      const { list } = request;
      const { invoices, extent } = await read(platform, request.principal.merchantId, (reader) =>
        listedInvoices(reader, list),
      );
      return { payload: pageOf(list, invoices.map(viewOfInvoice), extent), message: "Invoices." };
    },
  });

  route(app, {
    method: "GET",
    url: "/v3/invoices/:id",
    operationId: "getInvoice",
    summary: "Get an invoice",
    tag,
    access: "read",
    ids,
    payload: InvoiceView,
    successStatus: 200,
    errors: [404],
    handler: async ({ principal, params }) => {
      const invoice = await read(platform, principal.merchantId, (reader) => currentInvoice(reader, params.id));
      return { payload: viewOfInvoice(invoice), message: "Invoice." };
    },
  });

  route(app, {
    method: "GET",
    url: "/v3/invoices/:id/reminders",
    operationId: "listRemindersOfInvoice",
    summary: "List the reminders of an invoice",
    description:
      "Those that became due 3, 10 and 21 days after the due date while it was unpaid, the next 7 and 11 days after the one before at the earliest.",
    tag,
    access: "read",
    ids,
    payload: RemindersView,
    successStatus: 200,
    errors: [404],
    handler: async ({ principal, params }) => {
      const reminders = await readRows(platform, principal.merchantId, (tx, merchantId) =>
        remindersOfInvoice(tx, merchantId, params.id),
      );
      return { payload: { data: reminders.map(viewOfReminder) }, message: "Reminders." };
    },
  });
}

function registerReadsOfCustomer(app: FastifyInstance, platform: Platform): void {
  route(app, {
    method: "GET",
    url: "/v3/customers/:id/invoices",
    operationId: "listCustomerInvoices",
    summary: "List the invoices of a customer",
    description: "As the list of all invoices, of one customer.",
    tag,
    access: "read",
    ids: { id: "CUSTOMER_NOT_FOUND" },
    list: invoiceList,
    payload: InvoicePage,
    successStatus: 200,
    errors: [400, 404],
    handler: async ({ principal, params, list }) => {
      const { invoices, extent } = await read(platform, principal.merchantId, (reader) =>
        listedInvoices(reader, list, params.id),
      );
      return { payload: pageOf(list, invoices.map(viewOfInvoice), extent), message: "Invoices." };
    },
  });

  route(app, {
    method: "GET",
    url: "/v3/customers/:id/invoices/:invoiceId",
    operationId: "getCustomerInvoice",
    summary: "Get an invoice of a customer",
    tag,
    access: "read",
    ids: { id: "CUSTOMER_NOT_FOUND", invoiceId: "INVOICE_NOT_FOUND" },
    payload: InvoiceView,
    successStatus: 200,
    errors: [404],
    handler: async ({ principal, params }) => {
      const { id: customerId, invoiceId } = params;
      const invoice = await read(platform, principal.merchantId, (reader) =>
        customerInvoice(reader, { customerId, invoiceId }),
      );
      return { payload: viewOfInvoice(invoice), message: "Invoice." };
    },
  });
}

/** An invoice as PDF and as e-invoice, with the amounts that are applied to it now. */
function registerDocuments(app: FastifyInstance, platform: Platform, renderer: PdfRenderer): void {
  route(app, {
    method: "GET",
    url: "/v3/invoices/:id/pdf",
    operationId: "getInvoicePdf",
    summary: "Get an invoice as PDF",
    description: "A draft is a preview, marked as such on every page. Payments and credits are those of now.",
    tag,
    access: "read",
    ids,
    payload: Type.String(),
    answersFile: true,
    fileType: "application/pdf",
    successStatus: 200,
    errors: [404],
    handler: async ({ principal, params }) => {
      const document = await read(platform, principal.merchantId, (reader) => invoiceDocument(reader, params.id));
      return { ...(await pdfOf(renderer, document)), contentType: "application/pdf", isInline: true };
    },
  });

  route(app, {
    method: "GET",
    url: "/v3/invoices/:id/xml",
    operationId: "getInvoiceXml",
    summary: "Get an issued invoice as an e-invoice",
    description:
      "UBL 2.1 for EN 16931, in the form of Peppol BIS Billing 3.0. Drafts have none. An invoice that breaks rules of the standard " +
      "is rejected with all of them and the fields of the merchant or the customer to fill in; what was not recorded when it was issued " +
      "is taken as it is recorded now.",
    tag,
    access: "read",
    ids,
    payload: Type.String(),
    answersFile: true,
    fileType: "application/xml",
    successStatus: 200,
    errors: [400, 404, 409],
    errorCodes: ["INVALID_ACTION", "E_INVOICE_INCOMPLETE"],
    handler: async ({ principal, params }) => {
      const document = await read(platform, principal.merchantId, (reader) => eInvoiceDocument(reader, params.id));
      return { ...xmlOf(document), contentType: "application/xml", isInline: true };
    },
  });
}

function registerWrites(app: FastifyInstance, platform: WritingPlatform): void {
  route(app, {
    method: "POST",
    url: "/v3/invoices",
    operationId: "createInvoice",
    summary: "Create a manual invoice, for what no billing term bills",
    description:
      "For an approved contract, or for a customer without one. Each line states what it earns: a stated obligation, one day, or days of service.",
    tag,
    access: "write",
    dryRun: true,
    isModification: true,
    body: CreateInvoiceBody,
    payload: InvoiceView,
    successStatus: 201,
    errors: [400],
    errorCodes: [
      ...([
        "CUSTOMER_NOT_FOUND",
        "CONTRACT_NOT_FOUND",
        "CATEGORY_NOT_FOUND",
        "ITEM_NOT_FOUND",
        "CLASS_NOT_FOUND",
      ] as const),
      ...([
        "POB_NOT_FOUND",
        "CLASS_NOT_SUPPORTED",
        "FEATURE_NOT_ENABLED",
        "INVALID_CONTRACT_STATE",
        "PERIOD_CLOSED",
      ] as const),
    ],
    handler: (request) => {
      const draft = invoiceDraftFrom(request.body);
      const { contractId } = draft;
      return runWrite(platform, request, { contractId, message: "Invoice created." }, async (ctx) => {
        const invoice = await createInvoice(ctx, draft);
        return { payload: viewOfInvoice(invoice), contractId: invoice.contractId };
      });
    },
  });

  route(app, {
    method: "POST",
    url: "/v3/invoices/:id/actions",
    operationId: "actOnInvoice",
    summary: "Issue, send, void, write off or reinstate an invoice",
    description:
      "ISSUE: a draft whose day has come. VOID: one with nothing applied whose month is open; its periods can be billed again. " +
      "MARK_UNCOLLECTIBLE: what is owed becomes bad debt, except for service that was not delivered yet. " +
      "REINSTATE: reverses a write-off as far as it was not recovered; service that was not delivered then is earned again.",
    tag,
    access: "write",
    ids,
    dryRun: true,
    body: InvoiceActionBody,
    payload: InvoiceView,
    successStatus: 200,
    errors: [400, 404],
    errorCodes: ["INVALID_ACTION", "INVOICE_NOT_OPEN", "INVOICE_HAS_APPLICATIONS", "PERIOD_CLOSED"],
    handler: (request) => {
      const { id } = request.params;
      const act = actionFromBody(request.body);
      const touches: Touches = (tx, merchantId) => contractsOfInvoices(tx, merchantId, [id]);
      return runDocumentWrite(platform, request, { touches, message: messages[act.action] }, async (ctx) =>
        viewOfInvoice(await actOnInvoice(ctx, id, act)),
      );
    },
  });

  route(app, {
    method: "PATCH",
    url: "/v3/invoices/:id",
    operationId: "updateInvoice",
    summary: "Change the memo, PO number or custom fields of an issued invoice",
    description:
      "Only fields that are sent change; null clears one. Custom fields that are not sent stay. Everything else of an issued invoice is final, and so is the PO number once it is paid or void. A draft follows its contract.",
    tag,
    access: "write",
    ids,
    body: UpdateInvoiceBody,
    payload: InvoiceView,
    successStatus: 200,
    errors: [400, 404],
    errorCodes: ["INVALID_ACTION"],
    handler: (request) => {
      const { id } = request.params;
      const patch = patchFromBody(request.body);
      return answerWrite(platform, request, async (ctx) => {
        const invoice = await updateInvoice(ctx, id, patch);
        return { payload: viewOfInvoice(invoice), message: "Invoice updated." };
      });
    },
  });

  route(app, {
    method: "PATCH",
    url: "/v3/invoices/:id/external-ids",
    operationId: "updateInvoiceExternalIds",
    summary: "Set external ids of an issued invoice",
    description:
      "Each entry creates or replaces the id of its source type, all together or none. Source types left out stay as " +
      "they are; none is ever deleted. Several invoices may have the same external id.",
    tag,
    access: "write",
    ids,
    body: InvoiceExternalIdsBody,
    payload: InvoiceExternalIdsView,
    successStatus: 200,
    errors: [400, 404],
    errorCodes: ["DUPLICATE_SOURCE_TYPE", "UNSUPPORTED_SOURCE_TYPE", "INVALID_ACTION"],
    handler: (request) => {
      const entries = externalIdsFrom(request.body.externalIds, "an invoice");
      const invoiceId = request.params.id;
      return answerWrite(platform, request, async (ctx) => {
        const { externalIds } = await setExternalIds(ctx, invoiceId, entries);
        return { payload: { invoiceId, externalIds: viewOfExternalIds(externalIds) }, message: "External ids set." };
      });
    },
  });
}
