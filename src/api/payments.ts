import type { FastifyInstance } from "fastify";
import { returnPayment, unapplyPayment } from "../actions/reverse-application.ts";
import { pageOf } from "../platform/http/list-query.ts";
import { route } from "../platform/http/route.ts";
import type { WritingPlatform } from "../platform/preview.ts";
import { readRows } from "../platform/write.ts";
import { contractsOfInvoices } from "../receivables/credit-memo-service.ts";
import * as records from "../receivables/payment-record-service.ts";
import * as service from "../receivables/payment-service.ts";
import { runDocumentWrite, type Touches } from "./document-write.ts";
import {
  PaymentApplicationView,
  RefundBody,
  RefundView,
  refundFromBody,
  viewOfPaymentApplication,
  viewOfRefund,
} from "./schemas/credit-memos.ts";
import { externalIdIssues } from "./schemas/external-ids.ts";
import {
  ApplyPaymentBody,
  CreatePaymentBody,
  PayInvoiceBody,
  PaymentPage,
  PaymentView,
  paymentFromBody,
  paymentList,
  ReturnPaymentBody,
  receiptFromBody,
  returnFromBody,
  viewOfPayment,
} from "./schemas/payments.ts";

const tag = "Payments";
const ids = { id: "PAYMENT_NOT_FOUND" } as const;

export function registerPaymentRoutes(app: FastifyInstance, platform: WritingPlatform): void {
  registerReads(app, platform);
  registerReceipts(app, platform);
  registerApplications(app, platform);
  registerEnds(app, platform);
}

function registerReads(app: FastifyInstance, platform: WritingPlatform): void {
  route(app, {
    method: "GET",
    url: "/v3/payments",
    operationId: "listPayments",
    summary: "List payments",
    description: "Newest first.",
    tag,
    access: "read",
    list: paymentList,
    payload: PaymentPage,
    successStatus: 200,
    errors: [400],
    handler: async (request) => {
      const { list } = request;
      const { records: page, extent } = await readRows(platform, request.principal.merchantId, (tx, merchantId) =>
        records.listPayments(tx, merchantId, list),
      );
      return { payload: pageOf(list, page.map(viewOfPayment), extent), message: "Payments." };
    },
  });

  route(app, {
    method: "GET",
    url: "/v3/payments/:id",
    operationId: "getPayment",
    summary: "Get a payment",
    tag,
    access: "read",
    ids,
    payload: PaymentView,
    successStatus: 200,
    errors: [404],
    handler: async ({ principal, params }) => {
      const record = await readRows(platform, principal.merchantId, (tx, merchantId) =>
        records.getPayment(tx, merchantId, params.id),
      );
      return { payload: viewOfPayment(record), message: "Payment." };
    },
  });
}

function registerReceipts(app: FastifyInstance, platform: WritingPlatform): void {
  route(app, {
    method: "POST",
    url: "/v3/payments",
    operationId: "createPayment",
    summary: "Record a payment",
    description: "Settles the invoices it names; the rest stays the customer's credit.",
    tag,
    access: "write",
    dryRun: true,
    body: CreatePaymentBody,
    alsoWrong: externalIdIssues("a payment"),
    payload: PaymentView,
    successStatus: 201,
    errors: [400],
    errorCodes: [
      ...(["CUSTOMER_NOT_FOUND", "INVOICE_NOT_FOUND", "INVOICE_NOT_OPEN"] as const),
      ...(["INVOICE_OVERAPPLIED", "PAYMENT_INSUFFICIENT"] as const),
    ],
    handler: (request) => {
      const draft = paymentFromBody(request.body);
      const invoiceIds = draft.applications.map(({ invoiceId }) => invoiceId);
      const touches: Touches = (tx, merchantId) => contractsOfInvoices(tx, merchantId, invoiceIds);
      return runDocumentWrite(platform, request, { touches, message: "Payment recorded." }, async (ctx) =>
        viewOfPayment(await service.receivePayment(ctx, draft)),
      );
    },
  });

  route(app, {
    method: "POST",
    url: "/v3/invoices/:id/payments",
    operationId: "payInvoice",
    summary: "Record the payment of an invoice",
    description: "The balance due unless an amount is sent; any excess stays the customer's credit.",
    tag,
    access: "write",
    ids: { id: "INVOICE_NOT_FOUND" },
    dryRun: true,
    body: PayInvoiceBody,
    payload: PaymentView,
    successStatus: 201,
    errors: [400, 404],
    errorCodes: ["INVOICE_NOT_OPEN"],
    handler: (request) => {
      const { id } = request.params;
      const draft = receiptFromBody(request.body);
      const touches: Touches = (tx, merchantId) => contractsOfInvoices(tx, merchantId, [id]);
      return runDocumentWrite(platform, request, { touches, message: "Payment recorded." }, async (ctx) =>
        viewOfPayment(await service.payInvoice(ctx, id, draft)),
      );
    },
  });
}

function registerApplications(app: FastifyInstance, platform: WritingPlatform): void {
  route(app, {
    method: "POST",
    url: "/v3/payments/:id/applications",
    operationId: "applyPayment",
    summary: "Apply the unapplied part of a payment to an invoice",
    tag,
    access: "write",
    ids,
    dryRun: true,
    body: ApplyPaymentBody,
    payload: PaymentApplicationView,
    successStatus: 201,
    errors: [400, 404],
    errorCodes: [
      ...(["INVOICE_NOT_FOUND", "INVOICE_NOT_OPEN", "INVOICE_OVERAPPLIED"] as const),
      ...(["PAYMENT_INSUFFICIENT", "PAYMENT_NOT_COMPLETED"] as const),
    ],
    handler: (request) => {
      const { invoiceId, amount } = request.body;
      const { id } = request.params;
      const touches: Touches = (tx, merchantId) => contractsOfInvoices(tx, merchantId, [invoiceId]);
      return runDocumentWrite(platform, request, { touches, message: "Payment applied." }, async (ctx) =>
        viewOfPaymentApplication(await service.applyPayment(ctx, id, { invoiceId, amount })),
      );
    },
  });

  route(app, {
    method: "DELETE",
    url: "/v3/payments/:id/applications/:applicationId",
    operationId: "unapplyPayment",
    summary: "Reverse an application of a payment",
    description: "The amount becomes the customer's credit.",
    tag,
    access: "write",
    ids: { ...ids, applicationId: "APPLICATION_NOT_FOUND" },
    dryRun: true,
    payload: PaymentView,
    successStatus: 200,
    errors: [404],
    handler: (request) => {
      const { id, applicationId: application } = request.params;
      const touches: Touches = (tx, merchantId) => records.contractsOfPayment(tx, merchantId, id, application);
      return runDocumentWrite(platform, request, { touches, message: "Application reversed." }, async (ctx) =>
        viewOfPayment(await unapplyPayment(ctx, id, application)),
      );
    },
  });
}

function registerEnds(app: FastifyInstance, platform: WritingPlatform): void {
  route(app, {
    method: "POST",
    url: "/v3/payments/:id/refunds",
    operationId: "refundPayment",
    summary: "Refund the unapplied part of a payment",
    tag,
    access: "write",
    ids,
    dryRun: true,
    body: RefundBody,
    payload: RefundView,
    successStatus: 201,
    errors: [400, 404],
    errorCodes: ["PAYMENT_INSUFFICIENT"],
    handler: (request) => {
      const { id } = request.params;
      const refund = refundFromBody(request.body);
      const touches: Touches = async () => [];
      return runDocumentWrite(platform, request, { touches, message: "Refund recorded." }, async (ctx) =>
        viewOfRefund(await service.refundPayment(ctx, id, refund)),
      );
    },
  });

  route(app, {
    method: "POST",
    url: "/v3/payments/:id/return",
    operationId: "returnPayment",
    summary: "Record that a payment was returned or charged back",
    description: "What it settled is owed again.",
    tag,
    access: "write",
    ids,
    dryRun: true,
    body: ReturnPaymentBody,
    payload: PaymentView,
    successStatus: 200,
    errors: [400, 404],
    errorCodes: ["PAYMENT_NOT_COMPLETED"],
    handler: (request) => {
      const { id } = request.params;
      const sent = returnFromBody(request.body);
      const touches: Touches = (tx, merchantId) => records.contractsOfPayment(tx, merchantId, id);
      return runDocumentWrite(platform, request, { touches, message: "Payment returned." }, async (ctx) =>
        viewOfPayment(await returnPayment(ctx, id, sent)),
      );
    },
  });
}
