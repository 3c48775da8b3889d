import { type Static, Type } from "typebox";
import { Closed, Instant, Named, Nullable, OneOf, Uuid } from "../http/wire.ts";
import { type ChangeRequest, changeRequestStatuses } from "./change-request.ts";
import { approverRoles, policyKinds } from "./policy.ts";

const PersonView = Closed({
  keyId: Nullable(Uuid({ description: "Null for a person who was signed in." })),
  userId: Nullable(Uuid({ description: "Null for a key without a user." })),
});

const AnyFields = Type.Object({}, { additionalProperties: true });

const fields = {
  id: Uuid(),
  status: OneOf(changeRequestStatuses),
  kind: OneOf(policyKinds, { description: "Of the policy that asks for the highest role." }),
  kinds: Type.Array(OneOf(policyKinds)),
  role: OneOf(approverRoles, { description: "The role that may approve, or any above it." }),
  request: Closed({
    operationId: Type.String(),
    method: Type.String(),
    path: Type.String(),
    query: AnyFields,
    body: Type.Unknown(),
  }),
  planHash: Type.String(),
  dryRun: Closed({ summary: AnyFields, plan: AnyFields, result: Type.Unknown() }),
  requestedBy: PersonView,
  requestedAt: Instant(),
  decidedBy: Nullable(PersonView),
  decidedAt: Nullable(Instant()),
  reason: Nullable(Type.String()),
};

export const ChangeRequestView = Named("ChangeRequest", Closed(fields));

export const ApprovedChangeView = Named(
  "ApprovedChange",
  Closed({ ...fields, result: Type.Unknown({ description: "What the write answered." }) }),
);

/** A change request as the API returns it. */
export function viewOfChangeRequest(changeRequest: ChangeRequest): Static<typeof ChangeRequestView> {
  const { id, status, kinds, role, request, planHash, dryRun, requestedBy, requestedAt, decidedBy, decidedAt } =
    changeRequest;
  const { operationId, method, path, query, body } = request;
  const [kind = "APPROVALS"] = kinds;
  return {
    ...{ id, status, kind, kinds: [...kinds], role, planHash, requestedBy, requestedAt, decidedBy, decidedAt },
    request: { operationId, method, path, query, body: body ?? null },
    dryRun: { summary: dryRun.summary, plan: dryRun.plan, result: dryRun.result ?? null },
    reason: changeRequest.reason,
  };
}
