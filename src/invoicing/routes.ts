import type { FastifyInstance } from "fastify";
import * as contracts from "../contracts/service.ts";
import { present } from "../kernel/assert.ts";
import { parseDay } from "../kernel/day.ts";
import { pageOf } from "../platform/http/list-query.ts";
import { route } from "../platform/http/route.ts";
import { PageOf } from "../platform/http/wire.ts";
import { type Platform, read } from "../platform/write.ts";
import { currentInvoice, currentInvoices } from "./draft-tax-service.ts";
import { invoiceSchedule } from "./schedule-service.ts";
import { InvoiceScheduleView, InvoiceView, invoiceList, viewOfInvoice, viewOfScheduled } from "./schemas.ts";

export function registerInvoiceRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, {
    method: "GET",
    url: "/v3/invoices",
    operationId: "listInvoices",
    summary: "List invoices",
    description:
      "Issued invoices and the drafts of the next ones, newest first. Drafts show the tax as of now; the filter `total` finds them by what it was when they were last rebuilt.",
    tag: "Invoices",
    access: "read",
    list: invoiceList,
    payload: PageOf(InvoiceView),
    successStatus: 200,
    errors: [400],
    handler: async (request) => {
      const list = present(request.list, "the list query");
      const { invoices, totalItems } = await read(platform, request.principal.merchantId, (reader) =>
        currentInvoices(reader, list),
      );
      return { payload: pageOf(list, invoices.map(viewOfInvoice), totalItems), message: "Invoices." };
    },
  });

  route(app, {
    method: "GET",
    url: "/v3/invoices/:id",
    operationId: "getInvoice",
    summary: "Get an invoice",
    tag: "Invoices",
    access: "read",
    ids: { id: "INVOICE_NOT_FOUND" },
    payload: InvoiceView,
    successStatus: 200,
    errors: [404],
    handler: async ({ principal, params }) => {
      const invoice = await read(platform, principal.merchantId, (reader) =>
        currentInvoice(reader, present(params.id, "the id")),
      );
      return { payload: viewOfInvoice(invoice), message: "Invoice." };
    },
  });

  route(app, {
    method: "GET",
    url: "/v3/contracts/:id/invoice-schedule",
    operationId: "getInvoiceSchedule",
    summary: "Get the invoice schedule of a contract",
    description:
      "Every invoice of the contract, made or planned, oldest first; works in any status of the contract. The tax of what is planned is that of now.",
    tag: "Invoices",
    access: "read",
    ids: { id: "CONTRACT_NOT_FOUND" },
    query: {
      until: { format: "date", description: "Last planned issue date; default 12 months on for open-ended terms." },
    },
    payload: InvoiceScheduleView,
    successStatus: 200,
    errors: [400, 404],
    errorCodes: ["CONTRACT_DELETED"],
    handler: ({ principal, params, query }) =>
      read(platform, principal.merchantId, async (reader) => {
        const contract = await contracts.getContract(reader, present(params.id, "the id"), "CONTRACT_DELETED");
        const until = query.until === undefined ? undefined : parseDay(query.until);
        const schedule = await invoiceSchedule({ ...reader, today: reader.clock.today }, contract, until);
        const data = schedule.map((invoice) => viewOfScheduled(invoice, contract.currency));
        return { payload: { data }, message: "Invoice schedule." };
      }),
  });
}
