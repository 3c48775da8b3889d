import type { FastifyInstance } from "fastify";
import { Type } from "typebox";
import type { PdfRenderer } from "../invoicing/document/pdf.ts";
import { present } from "../kernel/assert.ts";
import { route } from "../platform/http/route.ts";
import { type Platform, read } from "../platform/write.ts";
import { invoiceDocument, pdfOf, xmlOf } from "./document-service.ts";

const tag = "Invoices";
const ids = { id: "INVOICE_NOT_FOUND" } as const;

/** An invoice as people and as programs read it, with what settled it up to now. */
export function registerDocumentRoutes(app: FastifyInstance, platform: Platform, renderer: PdfRenderer): void {
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
      const document = await read(platform, principal.merchantId, (reader) =>
        invoiceDocument(reader, present(params.id, "the id")),
      );
      return { ...(await pdfOf(renderer, document)), contentType: "application/pdf", isInline: true };
    },
  });

  route(app, {
    method: "GET",
    url: "/v3/invoices/:id/xml",
    operationId: "getInvoiceXml",
    summary: "Get an issued invoice as an e-invoice",
    description: "UBL 2.1 for EN 16931, in the form of Peppol BIS Billing 3.0. Drafts have none.",
    tag,
    access: "read",
    ids,
    payload: Type.String(),
    answersFile: true,
    fileType: "application/xml",
    successStatus: 200,
    errors: [400, 404],
    errorCodes: ["INVALID_ACTION"],
    handler: async ({ principal, params }) => {
      const document = await read(platform, principal.merchantId, (reader) =>
        invoiceDocument(reader, present(params.id, "the id")),
      );
      return { ...xmlOf(document), contentType: "application/xml", isInline: true };
    },
  });
}
