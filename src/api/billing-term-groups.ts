import type { FastifyInstance } from "fastify";
import { changeGroupEventType } from "../actions/change-group-event-type.ts";
import { deleteBillingTermGroup } from "../actions/delete-billing-term-group.ts";
import { pageOf } from "../platform/http/list-query.ts";
import { route } from "../platform/http/route.ts";
import { PageOf } from "../platform/http/wire.ts";
import type { WritingPlatform } from "../platform/preview.ts";
import { runWrite } from "../platform/run-write.ts";
import { read } from "../platform/write.ts";
import { listGroups } from "../revenue/pob-service.ts";
import {
  BillingTermGroupView,
  ChangeEventTypeBody,
  EventTypeChangedView,
  groupList,
  viewOfGroup,
} from "./schemas/billing-term-groups.ts";

const groupIds = { id: "CONTRACT_NOT_FOUND", groupId: "BILLING_TERM_GROUP_NOT_FOUND" } as const;
const tag = "Billing term groups";

export function registerBillingTermGroupRoutes(app: FastifyInstance, platform: WritingPlatform): void {
  registerReads(app, platform);
  registerWrites(app, platform);
}

function registerReads(app: FastifyInstance, platform: WritingPlatform): void {
  route(app, {
    method: "GET",
    url: "/v3/contracts/:id/billing-term-groups",
    operationId: "listBillingTermGroups",
    summary: "List the billing term groups of a contract",
    description: "A group is the set of terms and performance obligations inside which billing and revenue add up.",
    tag,
    access: "read",
    ids: { id: "CONTRACT_NOT_FOUND" },
    malformedId: "INVALID_ID",
    list: groupList,
    payload: PageOf(BillingTermGroupView),
    successStatus: 200,
    errors: [400, 404],
    errorCodes: ["FEATURE_NOT_ENABLED", "CONTRACT_DELETED"],
    handler: (request) =>
      read(platform, request.principal.merchantId, async (reader) => {
        const { list } = request;
        const { groups, extent } = await listGroups(reader, request.params.id, list);
        const payload = pageOf(
          list,
          groups.map((listed) => viewOfGroup(listed.group, listed)),
          extent,
        );
        return { payload, message: "Billing term groups." };
      }),
  });
}

function registerWrites(app: FastifyInstance, platform: WritingPlatform): void {
  route(app, {
    method: "DELETE",
    url: "/v3/contracts/:id/billing-term-groups/:groupId",
    operationId: "deleteBillingTermGroup",
    summary: "Delete a billing term group",
    description:
      "With its terms and performance obligations. Rejected once one is invoiced or recognized in a closed month.",
    tag,
    access: "write",
    ids: groupIds,
    malformedId: "INVALID_ID",
    dryRun: true,
    isModification: true,
    payload: BillingTermGroupView,
    successStatus: 200,
    errors: [400, 404],
    errorCodes: ["FEATURE_NOT_ENABLED", "GROUP_NOT_DELETABLE", "CONTRACT_DELETED"],
    handler: (request) => {
      const { id: contractId, groupId } = request.params;
      return runWrite(platform, request, { contractId, message: "Billing term group deleted." }, async (ctx) => {
        const deleted = await deleteBillingTermGroup(ctx, contractId, groupId);
        return { payload: viewOfGroup(deleted.group, deleted), contractId };
      });
    },
  });

  route(app, {
    method: "PATCH",
    url: "/v3/contracts/:id/billing-term-groups/:groupId/event-type",
    operationId: "changeBillingTermGroupEventType",
    summary: "Move terms and performance obligations of a group to another event type",
    description:
      "All or none, and only if every event type of the group is billed and earned in step afterwards. Usage of the former " +
      "event type is no longer billed; what it earned in closed months is reversed in the first open one.",
    tag,
    access: "write",
    ids: groupIds,
    malformedId: "INVALID_ID",
    dryRun: true,
    body: ChangeEventTypeBody,
    payload: EventTypeChangedView,
    successStatus: 200,
    errors: [400, 404, 409],
    errorCodes: [
      "FEATURE_NOT_ENABLED",
      "EVENT_TYPE_NOT_FOUND",
      "BILLING_TERM_NOT_IN_GROUP",
      "POB_NOT_IN_GROUP",
      "BILLING_TERM_INELIGIBLE",
      "BILLING_TERM_LOCKED",
      "BILLING_TERM_TERMINATED",
      "CONTRACT_DELETED",
      "EVENT_TYPE_INVARIANT",
    ],
    handler: (request) => {
      const { id: contractId, groupId } = request.params;
      const { billingTermIds = [], performanceObligationIds = [], toEventTypeId } = request.body;
      return runWrite(platform, request, { contractId, message: "Event type changed." }, async (ctx) => {
        const change = { billingTermIds, performanceObligationIds, toEventTypeId };
        const changed = await changeGroupEventType(ctx, contractId, groupId, change);
        const payload = {
          message: "Event type changed.",
          updatedBillingTermIds: changed.billingTermIds,
          updatedPerformanceObligationIds: changed.performanceObligationIds,
        };
        return { payload, contractId };
      });
    },
  });
}
