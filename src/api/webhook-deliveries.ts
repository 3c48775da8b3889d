import type { FastifyInstance } from "fastify";
import { pageOf } from "../platform/http/list-query.ts";
import { route } from "../platform/http/route.ts";
import { PageOf } from "../platform/http/wire.ts";
import { answerWrite } from "../platform/run-write.ts";
import { type Platform, read } from "../platform/write.ts";
import * as service from "../webhooks/delivery-service.ts";
import { DeliveryView, deliveryList } from "./schemas/webhooks.ts";

const tag = "Events";
const ids = { id: "WEBHOOK_DELIVERY_NOT_FOUND" } as const;

/** Past and pending deliveries to webhook endpoints. */
export function registerWebhookDeliveryRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, {
    method: "GET",
    url: "/v3/webhook-deliveries",
    operationId: "listWebhookDeliveries",
    summary: "List webhook deliveries",
    description: "Newest first: one for each event and endpoint, with its tries and when the next one is.",
    tag,
    access: "read",
    list: deliveryList,
    payload: PageOf(DeliveryView),
    successStatus: 200,
    errors: [400],
    handler: async ({ principal, list }) => {
      const { deliveries, extent } = await read(platform, principal.merchantId, ({ tx, merchant }) =>
        service.listDeliveries(tx, merchant.id, list),
      );
      return { payload: pageOf(list, deliveries, extent), message: "Webhook deliveries." };
    },
  });

  route(app, {
    method: "GET",
    url: "/v3/webhook-deliveries/:id",
    operationId: "getWebhookDelivery",
    summary: "Get a webhook delivery",
    tag,
    access: "read",
    ids,
    payload: DeliveryView,
    successStatus: 200,
    errors: [404],
    handler: async ({ principal, params }) => {
      const payload = await read(platform, principal.merchantId, ({ tx, merchant }) =>
        service.getDelivery(tx, merchant.id, params.id),
      );
      return { payload, message: "Webhook delivery." };
    },
  });

  route(app, {
    method: "POST",
    url: "/v3/webhook-deliveries/:id/retry",
    operationId: "retryWebhookDelivery",
    summary: "Send an event to its endpoint again",
    description:
      "At once, whether it was delivered or not, under the id of its event; the schedule of tries starts over.",
    tag,
    access: "write",
    ids,
    payload: DeliveryView,
    successStatus: 200,
    errors: [404, 409],
    errorCodes: ["WEBHOOK_ENDPOINT_NOT_FOUND", "WEBHOOK_ENDPOINT_DISABLED"],
    handler: async (request) =>
      answerWrite(platform, request, async (ctx) => {
        const payload = await service.retryDelivery(ctx, request.params.id);
        return { payload, message: "The event will be sent again." };
      }),
  });
}
