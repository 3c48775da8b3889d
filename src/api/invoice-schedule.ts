import type { FastifyInstance } from "fastify";
import * as contracts from "../contracts/service.ts";
import { invoiceSchedule } from "../invoicing/schedule-service.ts";
import { parseDay } from "../kernel/day.ts";
import { pageOf } from "../platform/http/list-query.ts";
import { route } from "../platform/http/route.ts";
import { type Platform, read } from "../platform/write.ts";
import { InvoiceScheduleView, pageOfSchedule, scheduleList, viewOfScheduled } from "./schemas/invoice-schedule.ts";

export function registerInvoiceScheduleRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, {
    method: "GET",
    url: "/v3/contracts/:id/invoice-schedule",
    operationId: "getInvoiceSchedule",
    summary: "Get the invoice schedule of a contract",
    description:
      "Every invoice of the contract, made or planned, oldest first unless it is sorted; works in any status of the contract. Planned invoices have the tax as of now. A page has 1,000 unless `limit` says otherwise.",
    tag: "Invoices",
    access: "read",
    isHeavy: true,
    ids: { id: "CONTRACT_NOT_FOUND" },
    query: {
      until: { format: "date", description: "Last planned issue date; default 12 months on for open-ended terms." },
    },
    list: scheduleList,
    payload: InvoiceScheduleView,
    successStatus: 200,
    errors: [400, 404],
    errorCodes: ["CONTRACT_DELETED"],
    handler: ({ principal, params, query, list }) =>
      read(platform, principal.merchantId, async (reader) => {
        const contract = await contracts.getContract(reader, params.id, "CONTRACT_DELETED");
        const until = query.until === undefined ? undefined : parseDay(query.until);
        const schedule = await invoiceSchedule({ ...reader, today: reader.clock.today }, contract, until);
        const { invoices, extent } = pageOfSchedule(list, schedule);
        const data = invoices.map((invoice) => viewOfScheduled(invoice, contract.currency));
        return { payload: pageOf(list, data, extent), message: "Invoice schedule." };
      }),
  });
}
