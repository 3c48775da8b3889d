import type { FastifyInstance } from "fastify";
import { invalidIssues } from "../kernel/errors.ts";
import { pageOf } from "../platform/http/list-query.ts";
import { route } from "../platform/http/route.ts";
import { PageOf } from "../platform/http/wire.ts";
import { answerWrite } from "../platform/run-write.ts";
import { type Platform, read } from "../platform/write.ts";
import { type AddressRules, checkAddress } from "../webhooks/address-service.ts";
import * as service from "../webhooks/service.ts";
import {
  CreateEndpointBody,
  draftFromBody,
  EndpointView,
  EndpointWithSecretView,
  patchFromBody,
  ReplayBody,
  ReplayView,
  UpdateEndpointBody,
  viewOfEndpoint,
} from "./schemas/webhooks.ts";
import { shownOnce } from "./shown-once.ts";

const tag = "Events";
const ids = { id: "WEBHOOK_ENDPOINT_NOT_FOUND" } as const;
const at = "/v3/webhook-endpoints";

/** The URLs to which a merchant's events are sent (data model 19). */
export function registerWebhookEndpointRoutes(app: FastifyInstance, platform: Platform, rules: AddressRules): void {
  registerReads(app, platform);
  registerWrites(app, platform, rules);
  registerSending(app, platform);
}

function registerReads(app: FastifyInstance, platform: Platform): void {
  route(app, {
    method: "GET",
    url: at,
    operationId: "listWebhookEndpoints",
    summary: "List webhook endpoints",
    tag,
    access: "read",
    list: { fields: {}, sorts: ["createdAt"] },
    payload: PageOf(EndpointView),
    successStatus: 200,
    errors: [400],
    handler: async ({ principal, list }) => {
      const { endpoints, extent } = await read(platform, principal.merchantId, ({ tx, merchant }) =>
        service.listEndpoints(tx, merchant.id, list),
      );
      return { payload: pageOf(list, endpoints.map(viewOfEndpoint), extent), message: "Webhook endpoints." };
    },
  });

  route(app, {
    method: "GET",
    url: `${at}/:id`,
    operationId: "getWebhookEndpoint",
    summary: "Get a webhook endpoint",
    tag,
    access: "read",
    ids,
    payload: EndpointView,
    successStatus: 200,
    errors: [404],
    handler: async ({ principal, params }) => {
      const endpoint = await read(platform, principal.merchantId, ({ tx, merchant }) =>
        service.getEndpoint(tx, merchant.id, params.id),
      );
      return { payload: viewOfEndpoint(endpoint), message: "Webhook endpoint." };
    },
  });
}

function registerWrites(app: FastifyInstance, platform: Platform, rules: AddressRules): void {
  route(app, {
    method: "POST",
    url: at,
    operationId: "createWebhookEndpoint",
    summary: "Create a webhook endpoint",
    description:
      "It gets the events from now on, each at least once and signed by Standard Webhooks: eight tries in three days, under the " +
      "same webhook-id. 410 disables it, and so do five days without a success. The secret is shown only now.",
    tag,
    access: "write",
    body: CreateEndpointBody,
    payload: EndpointWithSecretView,
    successStatus: 201,
    errors: [400, 409],
    errorCodes: ["WEBHOOK_URL_FORBIDDEN", "WEBHOOK_ENDPOINT_LIMIT"],
    handler: async (request) => {
      const draft = draftFromBody(request.body);
      await checkAddress(draft.url, rules);
      let secret = "";
      const made = answerWrite(platform, request, async (ctx) => {
        const created = await service.createEndpoint(ctx, draft);
        secret = created.secret;
        return { payload: { ...viewOfEndpoint(created.endpoint), secret: null }, message: "Webhook endpoint created." };
      });
      await made;
      return shownOnce(made, { secret });
    },
  });

  route(app, {
    method: "PATCH",
    url: `${at}/:id`,
    operationId: "updateWebhookEndpoint",
    summary: "Change, disable or enable a webhook endpoint",
    description: "Once enabled again it continues with what waited. A replay sends the events from the time between.",
    tag,
    access: "write",
    ids,
    body: UpdateEndpointBody,
    payload: EndpointView,
    successStatus: 200,
    errors: [400, 404],
    errorCodes: ["WEBHOOK_URL_FORBIDDEN"],
    handler: async (request) => {
      const patch = patchFromBody(request.body);
      if (patch.url !== undefined) await checkAddress(patch.url, rules);
      return answerWrite(platform, request, async (ctx) => {
        const endpoint = await service.updateEndpoint(ctx, request.params.id, patch);
        return { payload: viewOfEndpoint(endpoint), message: "Webhook endpoint updated." };
      });
    },
  });

  route(app, {
    method: "DELETE",
    url: `${at}/:id`,
    operationId: "deleteWebhookEndpoint",
    summary: "Delete a webhook endpoint",
    description: "Nothing more is sent to it; what was sent can still be read.",
    tag,
    access: "write",
    ids,
    payload: EndpointView,
    successStatus: 200,
    errors: [404],
    handler: async (request) =>
      answerWrite(platform, request, async (ctx) => {
        const endpoint = await service.deleteEndpoint(ctx, request.params.id);
        return { payload: viewOfEndpoint(endpoint), message: "Webhook endpoint deleted." };
      }),
  });

  route(app, {
    method: "POST",
    url: `${at}/:id/rotate-secret`,
    operationId: "rotateWebhookSecret",
    summary: "Give a webhook endpoint a new secret",
    description: "For 24 hours both secrets sign, so that receivers can change over without a loss. Shown only now.",
    tag,
    access: "write",
    ids,
    payload: EndpointWithSecretView,
    successStatus: 200,
    errors: [404],
    handler: async (request) => {
      let secret = "";
      const made = answerWrite(platform, request, async (ctx) => {
        const rotated = await service.rotateSecret(ctx, request.params.id);
        secret = rotated.secret;
        return { payload: { ...viewOfEndpoint(rotated.endpoint), secret: null }, message: "Secret rotated." };
      });
      await made;
      return shownOnce(made, { secret });
    },
  });
}

function registerSending(app: FastifyInstance, platform: Platform): void {
  route(app, {
    method: "POST",
    url: `${at}/:id/test`,
    operationId: "testWebhookEndpoint",
    summary: "Send a test event to a webhook endpoint",
    description: "An event `webhook-endpoint.tested`, to this endpoint alone, whatever types it gets.",
    tag,
    access: "write",
    ids,
    payload: EndpointView,
    successStatus: 200,
    errors: [404, 409],
    errorCodes: ["WEBHOOK_ENDPOINT_DISABLED"],
    handler: async (request) =>
      answerWrite(platform, request, async (ctx) => {
        const endpoint = await service.testEndpoint(ctx, request.params.id);
        return { payload: viewOfEndpoint(endpoint), message: "A test event will be sent." };
      }),
  });

  route(app, {
    method: "POST",
    url: `${at}/:id/replay`,
    operationId: "replayWebhooks",
    summary: "Send a range of events to a webhook endpoint again",
    description: "Including those that it never got, of the types that it gets; each under the id of its event.",
    tag,
    access: "write",
    ids,
    body: ReplayBody,
    payload: ReplayView,
    successStatus: 200,
    errors: [400, 404, 409],
    errorCodes: ["WEBHOOK_ENDPOINT_DISABLED"],
    handler: async (request) => {
      const { afterSequence, throughSequence } = request.body;
      const length = throughSequence - afterSequence;
      if (length < 1 || length > service.mostReplayed) {
        const message = `throughSequence must be 1 to ${service.mostReplayed} above afterSequence.`;
        throw invalidIssues([{ path: "/throughSequence", code: "RANGE", message }]);
      }
      return answerWrite(platform, request, async (ctx) => {
        const count = await service.replay(ctx, request.params.id, { afterSequence, throughSequence });
        return { payload: { count }, message: "The events will be sent again." };
      });
    },
  });
}
