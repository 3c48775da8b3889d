import type { DomainError } from "../../kernel/errors.ts";
import { conflict } from "../../kernel/errors.ts";
import { type AuditedWrite, recordAudit } from "../audit.ts";
import { actorOf, type Person } from "../auth/person.ts";
import type { Tx } from "../db/pool.ts";
import { recordNotFound } from "../http/error-codes.ts";
import { recordEvents } from "../outbox.ts";
import {
  type Approval,
  type ChangeRequest,
  type ChangeRequestStatus,
  refusalOfDecider,
  refusalOfSecond,
} from "./change-request.ts";
import { lockChangeRequest, roleOfPerson, writeDecision } from "./store.ts";

/** The error for a request whose plan has changed since it was made. Its details have both plans, and the request stays pending. */
export function planMoved(changeRequest: ChangeRequest, now: PlanNow): DomainError {
  const message = "The plan has changed since the request was made: reject it, or have it made again.";
  return conflict("PLAN_CHANGED", message, {
    planHash: now.planHash,
    before: { summary: changeRequest.dryRun.summary, plan: changeRequest.dryRun.plan },
    now: { summary: now.summary, plan: now.plan },
  });
}

type PlanNow = {
  readonly planHash: string;
  readonly summary: Readonly<Record<string, unknown>>;
  readonly plan: Readonly<Record<string, unknown>>;
};

/**
 * Locks a pending request, after checking that the approver may decide it now.
 *
 * @throws DomainError CHANGE_REQUEST_NOT_FOUND, CHANGE_REQUEST_DECIDED, and 403 for a person who may not approve it
 */
export async function heldForApproval(tx: Tx, merchantId: string, { changeRequestId, by }: Approval) {
  const changeRequest = await lockedPending(tx, merchantId, changeRequestId);
  const refusal = refusalOfDecider(changeRequest, by, await roleOfPerson(tx, merchantId, by));
  if (refusal !== undefined) throw refusal;
  return changeRequest;
}

/** @throws DomainError CHANGE_REQUEST_NOT_FOUND, CHANGE_REQUEST_DECIDED */
export async function lockedPending(tx: Tx, merchantId: string, id: string): Promise<ChangeRequest> {
  const changeRequest = await lockChangeRequest(tx, merchantId, id);
  if (changeRequest === undefined) throw recordNotFound("CHANGE_REQUEST_NOT_FOUND");
  const refusal = refusalOfSecond(changeRequest);
  if (refusal !== undefined) throw refusal;
  return changeRequest;
}

export type Decision = {
  readonly status: Exclude<ChangeRequestStatus, "PENDING">;
  readonly by: Person;
  readonly reason: string | null;
};

/** The type of the event that is published for each decision. */
export const decidedEvents = {
  APPROVED: "change-request.approved",
  REJECTED: "change-request.rejected",
  WITHDRAWN: "change-request.withdrawn",
} as const;

const verbs = { APPROVED: "approve", REJECTED: "reject", WITHDRAWN: "withdraw" } as const;

/** Stores a decision and who made it. The audit row has the decider as its actor and names the person who made the request. */
export async function decide(
  write: AuditedWrite & { readonly tx: Tx },
  changeRequest: ChangeRequest,
  { status, by, reason }: Decision,
  requestId: string | undefined,
): Promise<ChangeRequest> {
  const decided: ChangeRequest = { ...changeRequest, status, decidedBy: by, decidedAt: write.clock.timestamp, reason };
  await writeDecision(write.tx, write.merchant.id, decided);
  const { requestedBy } = changeRequest;
  const changes = [
    { path: "/status", from: "PENDING", to: status },
    { path: "/requestedBy", from: null, to: requestedBy },
    { path: "/decidedBy", from: null, to: by },
  ];
  const action = `change-request.${verbs[status]}`;
  const row = {
    action,
    entityType: "CHANGE_REQUEST",
    entityId: changeRequest.id,
    changes,
    reason: reason ?? undefined,
  };
  recordEvents(write, [{ type: decidedEvents[status], data: { changeRequestId: changeRequest.id } }]);
  recordAudit({ ...write, actor: actorOf(by) }, [row], requestId);
  return decided;
}
