import type { FastifyInstance } from "fastify";
import { InvoiceView, viewOfInvoice } from "../invoicing/schemas.ts";
import { present } from "../kernel/assert.ts";
import { route } from "../platform/http/route.ts";
import type { PerformingPlatform } from "../platform/perform.ts";
import { read } from "../platform/write.ts";
import { actOnInvoice, type InvoiceAction } from "./invoice-service.ts";
import { registerMemoRoutes } from "./memo-routes.ts";
import { contractsOfInvoices } from "./memo-service.ts";
import { registerPaymentRoutes } from "./payment-routes.ts";
import { actionFromBody, InvoiceActionBody, RemindersView, viewOfReminder } from "./payment-schemas.ts";
import { remindersOfInvoice } from "./reminder-service.ts";
import { registerCreditedTermRoutes } from "./term-routes.ts";
import { performOnDocument, type Touches } from "./write-service.ts";

const messages: Readonly<Record<InvoiceAction, string>> = {
  ISSUE: "Invoice issued.",
  MARK_AS_SENT: "Invoice marked as sent.",
  VOID: "Invoice voided.",
  MARK_UNCOLLECTIBLE: "Invoice given up.",
};

export function registerReceivableRoutes(app: FastifyInstance, platform: PerformingPlatform): void {
  registerMemoRoutes(app, platform);
  registerPaymentRoutes(app, platform);
  registerCreditedTermRoutes(app, platform);

  route(app, {
    method: "POST",
    url: "/v3/invoices/:id/actions",
    operationId: "actOnInvoice",
    summary: "Issue, send, void or give up an invoice",
    description:
      "ISSUE: a draft whose day has come. VOID: one with nothing applied whose month is open; its periods can be billed again. " +
      "MARK_UNCOLLECTIBLE: what is owed becomes bad debt, except for service that was not delivered yet.",
    tag: "Invoices",
    access: "write",
    ids: { id: "INVOICE_NOT_FOUND" },
    dryRun: true,
    body: InvoiceActionBody,
    payload: InvoiceView,
    successStatus: 200,
    errors: [400, 404],
    errorCodes: ["INVALID_ACTION", "INVOICE_NOT_OPEN", "INVOICE_HAS_APPLICATIONS", "PERIOD_CLOSED"],
    handler: (request) => {
      const [id, act] = [present(request.params.id, "the id"), actionFromBody(request.body)];
      const touches: Touches = (tx, merchantId) => contractsOfInvoices(tx, merchantId, [id]);
      return performOnDocument(platform, request, { touches, message: messages[act.action] }, async (ctx) =>
        viewOfInvoice(await actOnInvoice(ctx, id, act)),
      );
    },
  });

  route(app, {
    method: "GET",
    url: "/v3/invoices/:id/reminders",
    operationId: "listRemindersOfInvoice",
    summary: "List the reminders of an invoice",
    description: "Those that became due 3, 10 and 21 days after the due date while it was unpaid.",
    tag: "Invoices",
    access: "read",
    ids: { id: "INVOICE_NOT_FOUND" },
    payload: RemindersView,
    successStatus: 200,
    errors: [404],
    handler: async ({ principal, params }) => {
      const reminders = await read(platform, principal.merchantId, ({ tx, merchant }) =>
        remindersOfInvoice(tx, merchant.id, present(params.id, "the id")),
      );
      return { payload: { data: reminders.map(viewOfReminder) }, message: "Reminders." };
    },
  });
}
