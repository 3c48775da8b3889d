import type { FastifyInstance } from "fastify";
import { Type } from "typebox";
import { actOnConsolidatedInvoice, type DocumentAction } from "../actions/act-on-consolidated-invoice.ts";
import * as service from "../invoicing/consolidated-service.ts";
import type { PdfRenderer } from "../invoicing/document/pdf.ts";
import type { RouteAnswer } from "../platform/http/answer.ts";
import { pageOf } from "../platform/http/list-query.ts";
import { route } from "../platform/http/route.ts";
import type { RouteRequest } from "../platform/http/route-declaration.ts";
import { PageOf } from "../platform/http/wire.ts";
import type { WritingPlatform } from "../platform/preview.ts";
import { type Platform, read, readRows } from "../platform/write.ts";
import {
  applyToConsolidatedInvoice,
  type DocumentApplication,
  payConsolidatedInvoice,
} from "../receivables/consolidated-payment-service.ts";
import { contractsOfInvoices } from "../receivables/credit-memo-service.ts";
import { consolidatedDocument, consolidatedEInvoice, pdfOf, xmlOf } from "../receivables/document-service.ts";
import { runDocumentWrite, type Touches } from "./document-write.ts";
import {
  ApplyCreditMemoToDocumentBody,
  ApplyPaymentToDocumentBody,
  ConsolidatedInvoiceView,
  consolidatedInvoiceList,
  DocumentActionBody,
  DocumentApplicationsView,
  documentActionFromBody,
  viewOfConsolidatedInvoice,
  viewOfDocumentApplication,
} from "./schemas/consolidated-invoices.ts";
import { PayInvoiceBody, PaymentView, receiptFromBody, viewOfPayment } from "./schemas/payments.ts";

const tag = "Invoices";
const ids = { id: "INVOICE_NOT_FOUND" } as const;
const base = "/v3/consolidated-invoices";

/** Documents that bill several contracts of a customer (ADR 0040). */
export function registerConsolidatedInvoiceRoutes(
  app: FastifyInstance,
  platform: WritingPlatform,
  renderer: PdfRenderer,
): void {
  registerReads(app, platform);
  registerFiles(app, platform, renderer);
  registerActions(app, platform);
  registerPayments(app, platform);
  registerApplications(app, platform);
}

function registerReads(app: FastifyInstance, platform: Platform): void {
  route(app, {
    method: "GET",
    url: base,
    operationId: "listConsolidatedInvoices",
    summary: "List consolidated invoices",
    description:
      "Documents that bill several contracts of a customer with one consolidation key, newest first; `contractId` finds those with a section of it.",
    tag,
    access: "read",
    list: consolidatedInvoiceList,
    payload: PageOf(ConsolidatedInvoiceView),
    successStatus: 200,
    errors: [400],
    handler: async ({ principal, list }) => {
      const { invoices, extent } = await readRows(platform, principal.merchantId, (tx, merchantId) =>
        service.listConsolidatedInvoices(tx, merchantId, list),
      );
      const page = pageOf(list, invoices.map(viewOfConsolidatedInvoice), extent);
      return { payload: page, message: "Consolidated invoices." };
    },
  });

  route(app, {
    method: "GET",
    url: `${base}/:id`,
    operationId: "getConsolidatedInvoice",
    summary: "Get a consolidated invoice",
    tag,
    access: "read",
    ids,
    payload: ConsolidatedInvoiceView,
    successStatus: 200,
    errors: [404],
    handler: async ({ principal, params }) => {
      const invoice = await readRows(platform, principal.merchantId, (tx, merchantId) =>
        service.getConsolidatedInvoice(tx, merchantId, params.id),
      );
      return { payload: viewOfConsolidatedInvoice(invoice), message: "Consolidated invoice." };
    },
  });
}

function registerFiles(app: FastifyInstance, platform: Platform, renderer: PdfRenderer): void {
  const description = "A section for each contract, with current payments and credits. Its sections have the same PDF.";
  route(app, {
    method: "GET",
    url: `${base}/:id/pdf`,
    operationId: "getConsolidatedInvoicePdf",
    summary: "Get a consolidated invoice as PDF",
    description,
    tag,
    access: "read",
    ids,
    payload: Type.String(),
    answersFile: true,
    fileType: "application/pdf",
    successStatus: 200,
    errors: [404],
    handler: async ({ principal, params }) => {
      const document = await read(platform, principal.merchantId, (reader) => consolidatedDocument(reader, params.id));
      return { ...(await pdfOf(renderer, document)), contentType: "application/pdf", isInline: true };
    },
  });

  route(app, {
    method: "GET",
    url: `${base}/:id/xml`,
    operationId: "getConsolidatedInvoiceXml",
    summary: "Get a consolidated invoice as an e-invoice",
    description:
      "UBL 2.1 for EN 16931, in the form of Peppol BIS Billing 3.0; notes of its lines name the contract. Rejected, as that of an " +
      "invoice, where it breaks rules.",
    tag,
    access: "read",
    ids,
    payload: Type.String(),
    answersFile: true,
    fileType: "application/xml",
    successStatus: 200,
    errors: [404, 409],
    errorCodes: ["E_INVOICE_INCOMPLETE"],
    handler: async ({ principal, params }) => {
      const document = await read(platform, principal.merchantId, (reader) => consolidatedEInvoice(reader, params.id));
      return { ...xmlOf(document), contentType: "application/xml", isInline: true };
    },
  });
}

const messages: Readonly<Record<DocumentAction, string>> = {
  MARK_AS_SENT: "Invoice marked as sent.",
  VOID: "Invoice voided.",
  MARK_UNCOLLECTIBLE: "Invoice written off.",
  REINSTATE: "Write-off reversed.",
};

/** The contracts of the sections of a document; none for an unknown document. */
function touchesOf(documentId: string): Touches {
  return async (tx, merchantId) =>
    contractsOfInvoices(tx, merchantId, await service.sectionIdsOf(tx, merchantId, documentId));
}

function registerActions(app: FastifyInstance, platform: WritingPlatform): void {
  route(app, {
    method: "POST",
    url: `${base}/:id/actions`,
    operationId: "actOnConsolidatedInvoice",
    summary: "Send, void, write off or reinstate a consolidated invoice",
    description:
      "As the actions on an invoice, on every section: all are sent or voided, what is owed is written off, what is written off is reinstated.",
    tag,
    access: "write",
    ids,
    dryRun: true,
    body: DocumentActionBody,
    payload: ConsolidatedInvoiceView,
    successStatus: 200,
    errors: [400, 404],
    errorCodes: ["INVOICE_NOT_OPEN", "INVOICE_HAS_APPLICATIONS", "PERIOD_CLOSED"],
    handler: (request) => {
      const { id } = request.params;
      const act = documentActionFromBody(request.body);
      return runDocumentWrite(
        platform,
        request,
        { touches: touchesOf(id), message: messages[act.action] },
        async (ctx) => viewOfConsolidatedInvoice(await actOnConsolidatedInvoice(ctx, id, act)),
      );
    },
  });
}

function registerPayments(app: FastifyInstance, platform: WritingPlatform): void {
  route(app, {
    method: "POST",
    url: `${base}/:id/payments`,
    operationId: "payConsolidatedInvoice",
    summary: "Record the payment of a consolidated invoice",
    description:
      "The balance due unless an amount is sent; it settles the sections pro rata to their balances. Any excess stays the customer's credit.",
    tag,
    access: "write",
    ids,
    dryRun: true,
    body: PayInvoiceBody,
    payload: PaymentView,
    successStatus: 201,
    errors: [400, 404],
    errorCodes: ["INVOICE_NOT_OPEN"],
    handler: (request) => {
      const { id } = request.params;
      const draft = receiptFromBody(request.body);
      return runDocumentWrite(
        platform,
        request,
        { touches: touchesOf(id), message: "Payment recorded." },
        async (ctx) => viewOfPayment(await payConsolidatedInvoice(ctx, id, draft)),
      );
    },
  });
}

const summaryOfApplication = "It settles the sections pro rata to their balances; to choose, apply it to a section.";

function registerApplications(app: FastifyInstance, platform: WritingPlatform): void {
  route(app, {
    method: "POST",
    url: `${base}/:id/payment-applications`,
    operationId: "applyPaymentToConsolidatedInvoice",
    summary: "Apply the unapplied part of a payment to a consolidated invoice",
    description: summaryOfApplication,
    tag,
    access: "write",
    ids,
    dryRun: true,
    body: ApplyPaymentToDocumentBody,
    payload: DocumentApplicationsView,
    successStatus: 201,
    errors: [400, 404],
    errorCodes: [
      ...(["PAYMENT_NOT_FOUND", "INVOICE_NOT_OPEN", "INVOICE_OVERAPPLIED"] as const),
      ...(["PAYMENT_INSUFFICIENT", "PAYMENT_NOT_COMPLETED"] as const),
    ],
    handler: (request) => {
      const { paymentId, amount } = request.body;
      return apply(platform, request, { credit: { kind: "PAYMENT", id: paymentId }, amount });
    },
  });

  route(app, {
    method: "POST",
    url: `${base}/:id/credit-memo-applications`,
    operationId: "applyCreditMemoToConsolidatedInvoice",
    summary: "Apply a credit memo to a consolidated invoice",
    description: summaryOfApplication,
    tag,
    access: "write",
    ids,
    dryRun: true,
    body: ApplyCreditMemoToDocumentBody,
    payload: DocumentApplicationsView,
    successStatus: 201,
    errors: [400, 404],
    errorCodes: [
      ...(["CREDIT_MEMO_NOT_FOUND", "INVOICE_NOT_OPEN", "INVOICE_OVERAPPLIED", "CREDIT_MEMO_INSUFFICIENT"] as const),
      ...(["CREDIT_MEMO_VOID", "CREDIT_MEMO_CUSTOMER_MISMATCH", "CREDIT_MEMO_CURRENCY_MISMATCH"] as const),
    ],
    handler: (request) => {
      const { creditMemoId, amount } = request.body;
      return apply(platform, request, { credit: { kind: "CREDIT_MEMO", id: creditMemoId }, amount });
    },
  });
}

function apply(
  platform: WritingPlatform,
  request: RouteRequest<unknown, "id">,
  wanted: DocumentApplication,
): Promise<RouteAnswer> {
  const { id } = request.params;
  return runDocumentWrite(platform, request, { touches: touchesOf(id), message: "Applied." }, async (ctx) => {
    const applications = await applyToConsolidatedInvoice(ctx, id, wanted);
    return { data: applications.map(viewOfDocumentApplication) };
  });
}
