import { isSamePerson, type Person } from "../auth/person.ts";
import { endLinksOfMerchant } from "../auth/sign-in-links.ts";
import { recordNotFound } from "../http/error-codes.ts";
import type { WriteContext } from "../write.ts";
import { decidedEvents, lockedPending } from "./approval.ts";
import { type ChangeRequest, refusalOfDecider } from "./change-request.ts";
import { type Policy, type PolicyKind, recordOfPolicy } from "./policy.ts";
import { lockPolicies, roleOfPerson, writeDecision, writePolicies } from "./store.ts";

/**
 * Sets the policy of a kind, replacing an earlier one. The first policy ends the links that members made and the sessions begun by
 * them: under policies nobody may become a second person by such a link, and a session from before would be a way around that.
 */
export async function setPolicy(ctx: WriteContext, policy: Policy): Promise<void> {
  const before = await lockPolicies(ctx.tx, ctx.merchant.id);
  if (before.length === 0) await endLinksOfMerchant(ctx.tx, ctx.merchant.id);
  const replaced = before.find(({ kind }) => kind === policy.kind);
  await writePolicies(ctx.tx, ctx.merchant.id, [...before.filter((each) => each !== replaced), policy]);
  const from = replaced === undefined ? null : recordOfPolicy(replaced);
  const changes = [{ path: "/", from, to: recordOfPolicy(policy) }];
  ctx.audit({ action: "approval-policy.set", entityType: "APPROVAL_POLICY", entityId: policy.kind, changes });
  ctx.publish({ type: "approval-policy.set", data: { kind: policy.kind } });
}

/** @throws DomainError APPROVAL_POLICY_NOT_FOUND */
export async function deletePolicy(ctx: WriteContext, kind: PolicyKind): Promise<void> {
  const before = await lockPolicies(ctx.tx, ctx.merchant.id);
  const removed = before.find((policy) => policy.kind === kind);
  if (removed === undefined) throw recordNotFound("APPROVAL_POLICY_NOT_FOUND");
  await writePolicies(
    ctx.tx,
    ctx.merchant.id,
    before.filter((policy) => policy !== removed),
  );
  const changes = [{ path: "/", from: recordOfPolicy(removed), to: null }];
  ctx.audit({ action: "approval-policy.delete", entityType: "APPROVAL_POLICY", entityId: kind, changes });
  ctx.publish({ type: "approval-policy.deleted", data: { kind } });
}

/**
 * Ends a pending request without its effect: the person who made it withdraws it, a person who may approve it rejects it.
 *
 * @throws DomainError CHANGE_REQUEST_NOT_FOUND, CHANGE_REQUEST_DECIDED, and 403 for anybody else
 */
export async function rejectOrWithdraw(
  ctx: WriteContext,
  id: string,
  { by, reason }: { readonly by: Person; readonly reason: string },
): Promise<ChangeRequest> {
  const changeRequest = await lockedPending(ctx.tx, ctx.merchant.id, id);
  const { requestedBy } = changeRequest;
  const isOwn = isSamePerson(by, requestedBy);
  const refusal = isOwn
    ? undefined
    : refusalOfDecider(changeRequest, by, await roleOfPerson(ctx.tx, ctx.merchant.id, by));
  if (refusal !== undefined) throw refusal;
  const status = isOwn ? "WITHDRAWN" : "REJECTED";
  const decided: ChangeRequest = { ...changeRequest, status, decidedBy: by, decidedAt: ctx.clock.timestamp, reason };
  await writeDecision(ctx.tx, ctx.merchant.id, decided);
  const changes = [
    { path: "/status", from: "PENDING", to: status },
    { path: "/requestedBy", from: null, to: requestedBy },
  ];
  const action = isOwn ? "change-request.withdraw" : "change-request.reject";
  ctx.audit({ action, entityType: "CHANGE_REQUEST", entityId: id, changes, reason });
  ctx.publish({ type: decidedEvents[status], data: { changeRequestId: id } });
  return decided;
}
