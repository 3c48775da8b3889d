import type { FastifyInstance } from "fastify";
import { Type } from "typebox";
import { contractsOfDraft, issueCreditMemo } from "../actions/issue-credit-memo.ts";
import { unapplyCreditMemo } from "../actions/reverse-application.ts";
import { voidCreditMemo } from "../actions/void-credit-memo.ts";
import type { PdfRenderer } from "../invoicing/document/pdf.ts";
import { pageOf } from "../platform/http/list-query.ts";
import { route } from "../platform/http/route.ts";
import type { WritingPlatform } from "../platform/preview.ts";
import { read, readRows } from "../platform/write.ts";
import { creditMemoDocument, creditMemoEInvoice } from "../receivables/credit-memo-document-service.ts";
import * as records from "../receivables/credit-memo-record-service.ts";
import * as service from "../receivables/credit-memo-service.ts";
import { pdfOf, xmlOf } from "../receivables/document-service.ts";
import { runDocumentWrite, type Touches } from "./document-write.ts";
import {
  ApplyCreditMemoBody,
  applicationFromBody,
  CreateCreditMemoBody,
  CreditMemoApplicationView,
  CreditMemoPage,
  CreditMemoView,
  creditMemoList,
  draftFromBody,
  RefundBody,
  RefundView,
  refundFromBody,
  VoidCreditMemoBody,
  viewOfCreditMemo,
  viewOfCreditMemoApplication,
  viewOfRefund,
} from "./schemas/credit-memos.ts";
import { externalIdIssues } from "./schemas/external-ids.ts";

const tag = "Credit memos";
const ids = { id: "CREDIT_MEMO_NOT_FOUND" } as const;

export function registerCreditMemoRoutes(app: FastifyInstance, platform: WritingPlatform, renderer: PdfRenderer): void {
  registerReads(app, platform);
  registerFiles(app, platform, renderer);
  registerIssue(app, platform);
  registerApplications(app, platform);
  registerEnds(app, platform);
}

function registerReads(app: FastifyInstance, platform: WritingPlatform): void {
  route(app, {
    method: "GET",
    url: "/v3/credit-memos",
    operationId: "listCreditMemos",
    summary: "List credit memos",
    description: "Newest first.",
    tag,
    access: "read",
    list: creditMemoList,
    payload: CreditMemoPage,
    successStatus: 200,
    errors: [400],
    handler: async (request) => {
      const { list } = request;
      const { records: page, extent } = await readRows(platform, request.principal.merchantId, (tx, merchantId) =>
        records.listCreditMemos(tx, merchantId, list),
      );
      return { payload: pageOf(list, page.map(viewOfCreditMemo), extent), message: "Credit memos." };
    },
  });

  route(app, {
    method: "GET",
    url: "/v3/credit-memos/:id",
    operationId: "getCreditMemo",
    summary: "Get a credit memo",
    tag,
    access: "read",
    ids,
    payload: CreditMemoView,
    successStatus: 200,
    errors: [404],
    handler: async ({ principal, params }) => {
      const record = await readRows(platform, principal.merchantId, (tx, merchantId) =>
        records.getCreditMemo(tx, merchantId, params.id),
      );
      return { payload: viewOfCreditMemo(record), message: "Credit memo." };
    },
  });

  route(app, {
    method: "GET",
    url: "/v3/customers/:id/invoices/:invoiceId/credit-memos",
    operationId: "listCreditMemosOfInvoice",
    summary: "List the credit memos of an invoice",
    description: "Those that credit its lines and those applied to it, newest first.",
    tag,
    access: "read",
    ids: { id: "CUSTOMER_NOT_FOUND", invoiceId: "INVOICE_NOT_FOUND" },
    list: { fields: {}, sorts: ["issueDate", "createdAt"], hasTotals: true },
    payload: CreditMemoPage,
    successStatus: 200,
    errors: [400, 404],
    handler: async (request) => {
      const { list } = request;
      const { id: customerId, invoiceId } = request.params;
      const { records: page, extent } = await readRows(platform, request.principal.merchantId, (tx, merchantId) =>
        records.creditMemosOfInvoice(tx, merchantId, { customerId, invoiceId, list }),
      );
      return { payload: pageOf(list, page.map(viewOfCreditMemo), extent), message: "Credit memos." };
    },
  });
}

function registerFiles(app: FastifyInstance, platform: WritingPlatform, renderer: PdfRenderer): void {
  const common = {
    method: "GET",
    tag,
    access: "read",
    ids,
    payload: Type.String(),
    answersFile: true,
    successStatus: 200,
  } as const;
  route(app, {
    ...common,
    url: "/v3/credit-memos/:id/pdf",
    operationId: "getCreditMemoPdf",
    summary: "Get a credit memo as PDF",
    description: "In the layout of invoices, with the invoices that it is applied to now.",
    fileType: "application/pdf",
    errors: [404],
    handler: async ({ principal, params }) => {
      const document = await read(platform, principal.merchantId, (reader) => creditMemoDocument(reader, params.id));
      return { ...(await pdfOf(renderer, document)), contentType: "application/pdf", isInline: true };
    },
  });
  route(app, {
    ...common,
    url: "/v3/credit-memos/:id/xml",
    operationId: "getCreditMemoXml",
    summary: "Get a credit memo as an e-invoice",
    description:
      "A credit note (381) of UBL 2.1 for EN 16931; refused as that of an invoice is, where it breaks rules.",
    fileType: "application/xml",
    errors: [404, 409],
    errorCodes: ["E_INVOICE_INCOMPLETE"],
    handler: async ({ principal, params }) => {
      const document = await read(platform, principal.merchantId, (reader) => creditMemoEInvoice(reader, params.id));
      return { ...xmlOf(document), contentType: "application/xml", isInline: true };
    },
  });
}

function registerIssue(app: FastifyInstance, platform: WritingPlatform): void {
  route(app, {
    method: "POST",
    url: "/v3/credit-memos",
    operationId: "createCreditMemo",
    summary: "Issue a credit memo",
    description:
      "Items linked to an invoice's line credit what it billed and reverse its revenue; others are contra revenue at once.",
    tag,
    access: "write",
    dryRun: true,
    body: CreateCreditMemoBody,
    alsoWrong: externalIdIssues("a credit memo"),
    payload: CreditMemoView,
    successStatus: 201,
    errors: [400],
    errorCodes: [
      "CUSTOMER_NOT_FOUND",
      "INVOICE_NOT_FOUND",
      "ITEM_NOT_FOUND",
      "CLASS_NOT_FOUND",
      "PERIOD_CLOSED",
      "EXCEEDS_INVOICE_LINE",
      "CREDIT_MEMO_INSUFFICIENT",
      "INVOICE_OVERAPPLIED",
      "INVOICE_NOT_OPEN",
      "CREDIT_MEMO_CUSTOMER_MISMATCH",
      "CREDIT_MEMO_CURRENCY_MISMATCH",
    ],
    handler: (request) => {
      const draft = draftFromBody(request.body);
      const touches: Touches = (tx, merchantId) => contractsOfDraft(tx, merchantId, draft);
      return runDocumentWrite(platform, request, { touches, message: "Credit memo issued." }, async (ctx) =>
        viewOfCreditMemo(await issueCreditMemo(ctx, draft)),
      );
    },
  });
}

function registerApplications(app: FastifyInstance, platform: WritingPlatform): void {
  route(app, {
    method: "POST",
    url: "/v3/credit-memos/:id/applications",
    operationId: "applyCreditMemo",
    summary: "Apply a credit memo to an invoice",
    description: "Never more than either balance: a larger amount is rejected.",
    tag,
    access: "write",
    ids,
    malformedId: "INVALID_ID",
    dryRun: true,
    body: ApplyCreditMemoBody,
    payload: CreditMemoApplicationView,
    successStatus: 201,
    errors: [400, 404],
    errorCodes: [
      "INVOICE_NOT_FOUND",
      "CREDIT_MEMO_INSUFFICIENT",
      "INVOICE_OVERAPPLIED",
      "CREDIT_MEMO_VOID",
      "INVOICE_NOT_OPEN",
      "CREDIT_MEMO_CUSTOMER_MISMATCH",
      "CREDIT_MEMO_CURRENCY_MISMATCH",
    ],
    handler: (request) => {
      const { id } = request.params;
      const wanted = applicationFromBody(request.body);
      const touches: Touches = (tx, merchantId) => service.contractsOfInvoices(tx, merchantId, [wanted.invoiceId]);
      return runDocumentWrite(platform, request, { touches, message: "Credit memo applied." }, async (ctx) =>
        viewOfCreditMemoApplication(await service.applyCreditMemo(ctx, id, wanted)),
      );
    },
  });

  route(app, {
    method: "DELETE",
    url: "/v3/credit-memos/:id/applications/:applicationId",
    operationId: "unapplyCreditMemo",
    summary: "Reverse an application of a credit memo",
    tag,
    access: "write",
    ids: { ...ids, applicationId: "APPLICATION_NOT_FOUND" },
    dryRun: true,
    payload: CreditMemoView,
    successStatus: 200,
    errors: [404],
    handler: (request) => {
      const { id, applicationId: application } = request.params;
      const touches: Touches = (tx, merchantId) => service.contractsOfApplication(tx, merchantId, id, application);
      return runDocumentWrite(platform, request, { touches, message: "Application reversed." }, async (ctx) =>
        viewOfCreditMemo(await unapplyCreditMemo(ctx, id, application)),
      );
    },
  });
}

function registerEnds(app: FastifyInstance, platform: WritingPlatform): void {
  route(app, {
    method: "POST",
    url: "/v3/credit-memos/:id/void",
    operationId: "voidCreditMemo",
    summary: "Void a credit memo",
    description: "Only while no part is applied or refunded, and its month is open. The credit memo keeps its number.",
    tag,
    access: "write",
    ids,
    dryRun: true,
    body: VoidCreditMemoBody,
    payload: CreditMemoView,
    successStatus: 200,
    errors: [400, 404],
    errorCodes: ["CREDIT_MEMO_VOID", "CREDIT_MEMO_INSUFFICIENT", "PERIOD_CLOSED"],
    handler: (request) => {
      const { id } = request.params;
      const { reason } = request.body;
      const touches: Touches = (tx, merchantId) => service.contractsOfCreditMemo(tx, merchantId, id);
      return runDocumentWrite(platform, request, { touches, message: "Credit memo voided." }, async (ctx) =>
        viewOfCreditMemo(await voidCreditMemo(ctx, id, reason)),
      );
    },
  });

  route(app, {
    method: "POST",
    url: "/v3/credit-memos/:id/refunds",
    operationId: "refundCreditMemo",
    summary: "Refund a credit memo",
    description: "Records that its unapplied part was refunded as money.",
    tag,
    access: "write",
    ids,
    dryRun: true,
    body: RefundBody,
    payload: RefundView,
    successStatus: 201,
    errors: [400, 404],
    errorCodes: ["CREDIT_MEMO_INSUFFICIENT", "CREDIT_MEMO_VOID"],
    handler: (request) => {
      const { id } = request.params;
      const refund = refundFromBody(request.body);
      const touches: Touches = async () => [];
      return runDocumentWrite(platform, request, { touches, message: "Refund recorded." }, async (ctx) =>
        viewOfRefund(await service.refundCreditMemo(ctx, id, refund)),
      );
    },
  });
}
