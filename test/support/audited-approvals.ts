import { pendingChange, setPolicies } from "./approvals.ts";
import { memberOf } from "./audited-people.ts";
import type { Prepare } from "./audited-writes.ts";
import { unknownId } from "./client.ts";

/** Writes of policies, roles and change requests. */
export const approvalWrites: Readonly<Record<string, Prepare>> = {
  "PUT /v3/approval-policies": async () => ({
    request: { path: "/v3/approval-policies", body: { kind: "CLOSE", role: "CONTROLLER" } },
    rejected: { body: { kind: "CLOSE", role: "EDITOR" } },
    code: "VALIDATION_FAILED",
    action: "approval-policy.set",
    target: ["APPROVAL_POLICY", "CLOSE"],
    table: "merchant",
  }),
  "DELETE /v3/approval-policies": async (client, owner) => {
    await setPolicies(owner, client, [{ kind: "CLOSE", role: "CONTROLLER", above: null }]);
    return {
      request: { path: "/v3/approval-policies?kind=CLOSE" },
      rejected: { path: "/v3/approval-policies?kind=REOPEN" },
      code: "APPROVAL_POLICY_NOT_FOUND",
      action: "change-request.create",
      target: ["CHANGE_REQUEST"],
      table: "change_request",
    };
  },
  "PUT /v3/members/{id}/role": async (client) => {
    const id = await memberOf(client);
    return {
      request: { path: `/v3/members/${id}/role`, body: { role: "CONTROLLER" } },
      rejected: { path: `/v3/members/${unknownId}/role` },
      code: "MEMBER_NOT_FOUND",
      action: "membership.set-role",
      target: ["MEMBER", id],
      table: "membership",
    };
  },
  "POST /v3/change-requests/{id}/approve": async (client, owner) => {
    const { id, keyId } = await pendingChange(owner, client);
    return {
      request: { path: `/v3/change-requests/${id}/approve`, body: {} },
      rejected: { path: `/v3/change-requests/${unknownId}/approve` },
      code: "CHANGE_REQUEST_NOT_FOUND",
      action: "contract.create",
      target: ["CONTRACT"],
      actorId: keyId,
      table: "change_request",
      further: { actions: ["change-request.approve"], because: "what was asked for is done, and somebody approved it" },
    };
  },
  "POST /v3/change-requests/{id}/reject": async (client, owner) => {
    const { id } = await pendingChange(owner, client);
    return {
      request: { path: `/v3/change-requests/${id}/reject`, body: { reason: "Not signed" } },
      rejected: { path: `/v3/change-requests/${unknownId}/reject` },
      code: "CHANGE_REQUEST_NOT_FOUND",
      action: "change-request.reject",
      target: ["CHANGE_REQUEST", id],
      table: "change_request",
    };
  },
};
