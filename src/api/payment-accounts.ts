import type { FastifyInstance } from "fastify";
import { linkAccounts } from "../customers/payment-account-service.ts";
import { route } from "../platform/http/route.ts";
import type { PaymentMethodQueue } from "../platform/jobs/payment-method-queue.ts";
import type { WritingPlatform } from "../platform/preview.ts";
import { answerWrite } from "../platform/run-write.ts";
import { BulkLinkBody, BulkLinkView, entriesFromBody, resultsView } from "./schemas/payment-accounts.ts";

const bulkBodyLimit = 8 * 1024 * 1024;

export function registerPaymentAccountRoutes(
  app: FastifyInstance,
  platform: WritingPlatform,
  queue: PaymentMethodQueue,
): void {
  route(app, {
    method: "POST",
    url: "/v3/payment-accounts/bulk-link",
    operationId: "bulkLinkPaymentAccounts",
    summary: "Link customers to accounts at a payment processor",
    description:
      "Each entry is checked and applied separately, in the order sent: see its status. Only the link is recorded; a default payment method that is not sent is read from the processor after the call.",
    tag: "Payment accounts",
    access: "write",
    body: BulkLinkBody,
    bodyLimit: bulkBodyLimit,
    payload: BulkLinkView,
    successStatus: 202,
    errors: [400],
    errorCodes: ["TOO_MANY_ITEMS"],
    handler: (request) => {
      const entries = entriesFromBody(request.body);
      return answerWrite(platform, request, async (ctx) => {
        const { results, defaultProcessor } = await linkAccounts(ctx, entries, queue);
        return { payload: resultsView(results, defaultProcessor), message: "Payment accounts: see each entry." };
      });
    },
  });
}
