import type { FastifyInstance } from "fastify";
import { required } from "../kernel/assert.ts";
import { parseDay } from "../kernel/day.ts";
import { changeRequestStatuses } from "../platform/approvals/change-request.ts";
import { policyKinds } from "../platform/approvals/policy.ts";
import { rejectOrWithdraw } from "../platform/approvals/service.ts";
import { findChangeRequest, listChangeRequests } from "../platform/approvals/store.ts";
import { ApprovedChangeView, ChangeRequestView, viewOfChangeRequest } from "../platform/approvals/view.ts";
import type { RouteAnswer } from "../platform/http/answer.ts";
import type { Principal } from "../platform/http/endpoint.ts";
import { recordNotFound } from "../platform/http/error-codes.ts";
import { enumField } from "../platform/http/filter.ts";
import { pageOf } from "../platform/http/list-query.ts";
import { route } from "../platform/http/route.ts";
import type { RouteRequest } from "../platform/http/route-declaration.ts";
import { Closed, MultilineText, PageOf } from "../platform/http/wire.ts";
import { answerWrite } from "../platform/run-write.ts";
import { type Platform, readRows } from "../platform/write.ts";

const tag = "Approvals";
const ids = { id: "CHANGE_REQUEST_NOT_FOUND" } as const;
const decisionCodes = [
  "CHANGE_REQUEST_DECIDED",
  "APPROVER_NOT_A_MEMBER",
  "APPROVAL_OF_OWN_REQUEST",
  "APPROVER_ROLE_TOO_LOW",
] as const;

/** Writes that wait for the approval of a second person (ADR 0032). */
export function registerChangeRequestRoutes(app: FastifyInstance, platform: Platform): void {
  registerReads(app, platform);
  registerDecisions(app, platform);
}

function registerReads(app: FastifyInstance, platform: Platform): void {
  route(app, {
    method: "GET",
    url: "/v3/change-requests",
    operationId: "listChangeRequests",
    summary: "List change requests: writes that wait, or waited, for a second person",
    tag,
    access: "read",
    list: { fields: { status: enumField(changeRequestStatuses), kind: enumField(policyKinds) } },
    payload: PageOf(ChangeRequestView),
    successStatus: 200,
    errors: [400],
    handler: async ({ principal, list }) => {
      const { changeRequests, extent } = await readRows(platform, principal.merchantId, (tx, merchantId) =>
        listChangeRequests(tx, merchantId, list),
      );
      return {
        payload: pageOf(list, changeRequests.map(viewOfChangeRequest), extent),
        message: "Change requests.",
      };
    },
  });

  route(app, {
    method: "GET",
    url: "/v3/change-requests/:id",
    operationId: "getChangeRequest",
    summary: "Get a change request with its dry run",
    tag,
    access: "read",
    ids,
    payload: ChangeRequestView,
    successStatus: 200,
    errors: [404],
    handler: async ({ principal, params }) => ({
      payload: viewOfChangeRequest(await changeRequestOf(platform, principal, params.id)),
      message: "Change request.",
    }),
  });
}

function registerDecisions(app: FastifyInstance, platform: Platform): void {
  route(app, {
    method: "POST",
    url: "/v3/change-requests/:id/approve",
    operationId: "approveChangeRequest",
    summary: "Approve a change request and carry it out",
    description:
      "Carries out the stored write if it still does what its dry run showed, and marks the request APPROVED, both or neither. " +
      "Otherwise 409 PLAN_CHANGED with both plans, and the request keeps waiting. Not by its requester.",
    tag,
    access: "write",
    ids,
    body: Closed({}),
    bodyMayMiss: true,
    payload: ApprovedChangeView,
    successStatus: 200,
    errors: [400, 404],
    errorCodes: ["PLAN_CHANGED", ...decisionCodes],
    handler: (request) => approve(app, platform, request),
  });

  route(app, {
    method: "POST",
    url: "/v3/change-requests/:id/reject",
    operationId: "rejectChangeRequest",
    summary: "Reject a change request, or withdraw your own",
    description: "Whoever may approve it may reject it; its requester withdraws it. Nothing else changes.",
    tag,
    access: "write",
    ids,
    body: Closed({ reason: MultilineText(1, 1000) }),
    payload: ChangeRequestView,
    successStatus: 200,
    errors: [400, 404],
    errorCodes: [...decisionCodes],
    handler: (request) => {
      const { principal, params, body } = request;
      const by = { keyId: principal.keyId, userId: principal.userId };
      return answerWrite(platform, request, async (ctx) => {
        const decided = await rejectOrWithdraw(ctx, params.id, { by, reason: body.reason });
        return { payload: viewOfChangeRequest(decided), message: "Change request closed." };
      });
    },
  });
}

/** Passes the stored request to its own handler again, in the name of the person who made it, together with the approver. */
async function approve(
  app: FastifyInstance,
  platform: Platform,
  request: RouteRequest<unknown, "id", undefined>,
): Promise<RouteAnswer> {
  const { principal, params, requestId } = request;
  const { request: stored, requestedBy } = await changeRequestOf(platform, principal, params.id);
  const replay = required(app.replays.get(stored.operationId), "the handler of a stored request");
  const { idempotencyKey, method, path, query, body } = request;
  const answer = await replay({
    ...stored,
    ...{ requestId, list: undefined, dryRun: false, ifPlan: undefined, idempotencyKey: undefined, lossyNumbers: [] },
    body: stored.body ?? undefined,
    agreedOn: stored.agreedOn === null ? undefined : required(parseDay(stored.agreedOn), "a day that was checked"),
    principal: { ...principal, ...requestedBy },
    approval: {
      changeRequestId: params.id,
      by: { keyId: principal.keyId, userId: principal.userId },
      keyed: { idempotencyKey, method, path, query, body },
    },
  });
  return required("payload" in answer ? answer : undefined, "a write that answers no file");
}

async function changeRequestOf(platform: Platform, { merchantId }: Principal, id: string) {
  const found = await readRows(platform, merchantId, (tx, merchantId) => findChangeRequest(tx, merchantId, id));
  if (found === undefined) throw recordNotFound("CHANGE_REQUEST_NOT_FOUND");
  return found;
}
