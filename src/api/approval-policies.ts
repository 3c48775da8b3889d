import type { FastifyInstance } from "fastify";
import { type Static, Type } from "typebox";
import { invalidIssues } from "../kernel/errors.ts";
import {
  approverRoles,
  kindsWithAmounts,
  type Policy,
  type PolicyKind,
  policyFromRecord,
  policyKinds,
  recordOfPolicy,
} from "../platform/approvals/policy.ts";
import { deletePolicy, setPolicy } from "../platform/approvals/service.ts";
import { ChangeRequestView } from "../platform/approvals/view.ts";
import { denialBelow, updateUser } from "../platform/auth/people.ts";
import { memberRoles } from "../platform/auth/roles.ts";
import { route } from "../platform/http/route.ts";
import { Amount, Closed, CurrencyCode, Named, Nullable, OneOf, Uuid } from "../platform/http/wire.ts";
import { answerWrite } from "../platform/run-write.ts";
import { type Platform, read } from "../platform/write.ts";

const tag = "Approvals";

const Above = Nullable(Closed({ amount: Amount(), currency: CurrencyCode() }));
const PolicyBody = Closed({
  kind: OneOf(policyKinds),
  above: Type.Optional(Above),
  role: OneOf(approverRoles, { description: "The role that may approve, or any above it." }),
});
const PolicyView = Named(
  "ApprovalPolicy",
  Closed({ kind: OneOf(policyKinds), above: Above, role: OneOf(approverRoles) }),
);

/** Which writes need a second person, and the roles of members (ADR 0032). */
export function registerApprovalPolicyRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, {
    method: "GET",
    url: "/v3/approval-policies",
    operationId: "listApprovalPolicies",
    summary: "List approval policies",
    description: "None by default. Once there is one, changes of policies and roles need a second person as well.",
    tag,
    access: "read",
    payload: Closed({ data: Type.Array(PolicyView) }),
    successStatus: 200,
    errors: [],
    handler: async ({ principal }) => {
      const policies = await read(platform, principal.merchantId, async ({ merchant }) => merchant.approvalPolicies);
      return { payload: { data: policies.map(recordOfPolicy) }, message: "Approval policies." };
    },
  });
  registerPolicyWrites(app, platform);
  registerRoleWrite(app, platform);
}

function registerPolicyWrites(app: FastifyInstance, platform: Platform): void {
  route(app, {
    method: "PUT",
    url: "/v3/approval-policies",
    operationId: "setApprovalPolicy",
    summary: "Require a second person for writes of a kind",
    description:
      "Replaces the policy of that kind. Above an amount, or always; in another currency always. The first policy needs no approval.",
    tag,
    access: "write",
    body: PolicyBody,
    payload: PolicyView,
    successStatus: 200,
    errors: [400],
    handler: (request) => {
      const policy = policyFrom(request.body);
      return answerWrite(platform, request, async (ctx) => {
        await setPolicy(ctx, policy);
        return { payload: recordOfPolicy(policy), message: "Approval policy set." };
      });
    },
  });

  route(app, {
    method: "DELETE",
    url: "/v3/approval-policies",
    operationId: "deleteApprovalPolicy",
    summary: "Delete an approval policy",
    description: "A second person approves it, as every change of policies once there is one.",
    tag,
    access: "write",
    query: { kind: { description: "The kind of writes.", required: true, values: policyKinds } },
    payload: ChangeRequestView,
    successStatus: 202,
    errors: [400, 404],
    errorCodes: ["APPROVAL_POLICY_NOT_FOUND"],
    handler: (request) => {
      const kind = request.query.kind as PolicyKind;
      return answerWrite(platform, request, async (ctx) => {
        await deletePolicy(ctx, kind);
        return { payload: { success: true }, message: "Approval policy deleted." };
      });
    },
  });
}

function registerRoleWrite(app: FastifyInstance, platform: Platform): void {
  const MemberRole = Closed({ role: OneOf(memberRoles) });
  route(app, {
    method: "PUT",
    url: "/v3/members/:id/role",
    operationId: "setMemberRole",
    summary: "Give a member another role",
    description: "As an OWNER. PATCH /v3/users/{id} does the same and more.",
    tag,
    access: "write",
    ids: { id: "MEMBER_NOT_FOUND" },
    denial: (principal) => denialBelow("OWNER", principal),
    body: MemberRole,
    payload: Closed({ userId: Uuid(), role: OneOf(memberRoles) }),
    successStatus: 200,
    errors: [400, 404],
    errorCodes: ["LAST_OWNER"],
    handler: (request) => {
      const { id: userId } = request.params;
      const { role } = request.body;
      return answerWrite(platform, request, async (ctx) => {
        await updateUser(ctx, userId, { role });
        return { payload: { userId, role }, message: "Role changed." };
      });
    },
  });
}

function policyFrom({ kind, above = null, role }: Static<typeof PolicyBody>): Policy {
  if (above !== null && !kindsWithAmounts.includes(kind)) {
    const message = `${kind} has no amount; leave above out, and the policy always holds.`;
    throw invalidIssues([{ path: "/above", code: "NOT_SUPPORTED", message }]);
  }
  const policy = policyFromRecord({ kind, above, role });
  if (policy !== undefined) return policy;
  const message = `amount has more decimals than ${above?.currency ?? "its currency"} has.`;
  throw invalidIssues([{ path: "/above/amount", code: "AMOUNT_INVALID", message }], "AMOUNT_INVALID");
}
