import type { FastifyInstance } from "fastify";
import { externalIdsFrom, viewOfExternalIds } from "../catalog/external-id-schemas.ts";
import { present } from "../kernel/assert.ts";
import { pageOf } from "../platform/http/list-query.ts";
import { route } from "../platform/http/route.ts";
import { PageOf } from "../platform/http/wire.ts";
import { answerWrite } from "../platform/perform.ts";
import { type Platform, read } from "../platform/write.ts";
import { customerInvoice, customerInvoices } from "./customer-service.ts";
import { setExternalIds, updateInvoice } from "./record-service.ts";
import {
  InvoiceExternalIdsBody,
  InvoiceExternalIdsView,
  InvoiceView,
  invoiceList,
  patchFromBody,
  UpdateInvoiceBody,
  viewOfInvoice,
} from "./schemas.ts";

const tag = "Invoices";
const ids = { id: "INVOICE_NOT_FOUND" } as const;

/** What may change of an issued invoice, and the invoices of one customer. */
export function registerInvoiceRecordRoutes(app: FastifyInstance, platform: Platform): void {
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
      const [id, patch] = [present(request.params.id, "the id"), patchFromBody(request.body)];
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
      "they are; none is ever deleted. The same external id may stand on many invoices.",
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
      const invoiceId = present(request.params.id, "the id");
      return answerWrite(platform, request, async (ctx) => {
        const { externalIds } = await setExternalIds(ctx, invoiceId, entries);
        return { payload: { invoiceId, externalIds: viewOfExternalIds(externalIds) }, message: "External ids set." };
      });
    },
  });

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
    payload: PageOf(InvoiceView),
    successStatus: 200,
    errors: [400, 404],
    handler: async ({ principal, params, list: sent }) => {
      const list = present(sent, "the list query");
      const { invoices, totalItems } = await read(platform, principal.merchantId, (reader) =>
        customerInvoices(reader, present(params.id, "the id"), list),
      );
      return { payload: pageOf(list, invoices.map(viewOfInvoice), totalItems), message: "Invoices." };
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
      const [customerId, invoiceId] = [present(params.id, "the id"), present(params.invoiceId, "the id")];
      const invoice = await read(platform, principal.merchantId, (reader) =>
        customerInvoice(reader, { customerId, invoiceId }),
      );
      return { payload: viewOfInvoice(invoice), message: "Invoice." };
    },
  });
}
