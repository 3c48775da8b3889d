import type { FastifyInstance } from "fastify";
import { Type } from "typebox";
import { enumField, instantField, stringField, uuidField } from "../platform/http/filter.ts";
import { pageOf } from "../platform/http/list-query.ts";
import { route } from "../platform/http/route.ts";
import { Closed, Instant, Named, Nullable, OneOf, PageOf, Uuid } from "../platform/http/wire.ts";
import { getLoggedRequest, listLoggedRequests, requestOutcomes, retentionDays } from "../platform/request-log-store.ts";
import { type Platform, read } from "../platform/write.ts";

const tag = "Request log";
const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

const fields = {
  id: Uuid(),
  at: Instant({ description: "Real time." }),
  method: Type.String(),
  path: Type.String({ description: "With its query." }),
  status: Type.Integer(),
  outcome: OneOf(requestOutcomes),
  errorCode: Nullable(Type.String()),
  milliseconds: Type.Integer(),
  requestId: Type.String(),
  keyId: Nullable(Uuid()),
  userId: Nullable(Uuid()),
};
const LoggedRequestView = Named("LoggedRequest", Closed(fields));
const Body = (of: string) =>
  Nullable(
    Type.String({
      description: `${of} as JSON, without secrets, cut after 4,000 characters. Null: none, or too long.`,
    }),
  );
const WholeRequestView = Named(
  "LoggedRequestWithBodies",
  Closed({ ...fields, requestBody: Body("What was sent"), answerBody: Body("What was answered") }),
);

/** The stored requests of programs and people (ADR 0072). */
export function registerRequestLogRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, {
    method: "GET",
    url: "/v3/request-log",
    operationId: "listRequestLog",
    summary: "List writes and rejected requests",
    description: `Newest first, of the last ${retentionDays} days, a second or two behind. Reads that succeed and recorded usage events are not logged.`,
    tag,
    access: "read",
    list: {
      fields: {
        method: enumField(methods),
        path: stringField(),
        outcome: enumField(requestOutcomes),
        errorCode: stringField(),
        requestId: stringField(),
        keyId: uuidField(),
        userId: uuidField(),
        at: instantField(),
      },
    },
    payload: PageOf(LoggedRequestView),
    successStatus: 200,
    errors: [400],
    handler: async ({ principal, list }) => {
      const { requests, extent } = await read(platform, principal.merchantId, ({ tx, merchant }) =>
        listLoggedRequests(tx, merchant.id, list),
      );
      return { payload: pageOf(list, requests, extent), message: "Requests." };
    },
  });

  route(app, {
    method: "GET",
    url: "/v3/request-log/:id",
    operationId: "getLoggedRequest",
    summary: "Get a request with what was sent and answered",
    tag,
    access: "read",
    ids: { id: "REQUEST_NOT_FOUND" },
    payload: WholeRequestView,
    successStatus: 200,
    errors: [404],
    handler: async ({ principal, params }) => ({
      payload: await read(platform, principal.merchantId, ({ tx, merchant }) =>
        getLoggedRequest(tx, merchant.id, params.id),
      ),
      message: "Request.",
    }),
  });
}
