import { conflict, type DomainError, forbidden } from "../../kernel/errors.ts";
import { isSamePerson, type Person } from "../auth/person.ts";
import { type MemberRole, reaches } from "../auth/roles.ts";
import type { ApproverRole, PolicyKind } from "./policy.ts";

export const changeRequestStatuses = ["PENDING", "APPROVED", "REJECTED", "WITHDRAWN"] as const;
export type ChangeRequestStatus = (typeof changeRequestStatuses)[number];

/** A validated request as its handler received it, so that the same handler can carry it out later. */
export type StoredRequest = {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** YYYY-MM-DD; null if the request did not state it. */
  readonly agreedOn: string | null;
};

/** Makes a replayed write an approved one: which change request it carries out, who approves it, and the request that approved it. */
export type Approval = {
  readonly changeRequestId: string;
  readonly by: Person;
  /** The approver's request; its Idempotency-Key stores the answer. */
  readonly keyed: Pick<StoredRequest, "method" | "path" | "query" | "body"> & {
    readonly idempotencyKey: string | undefined;
  };
};

export type DryRunRecord = {
  readonly summary: Readonly<Record<string, unknown>>;
  readonly plan: Readonly<Record<string, unknown>>;
  readonly result: unknown;
};

/** A write that waits for the approval of a second person, or has been decided. */
export type ChangeRequest = {
  readonly id: string;
  /** The kind whose policy needs the highest role comes first. */
  readonly kinds: readonly PolicyKind[];
  readonly role: ApproverRole;
  readonly status: ChangeRequestStatus;
  readonly request: StoredRequest;
  readonly dryRun: DryRunRecord;
  readonly planHash: string;
  readonly requestedBy: Person;
  readonly requestedAt: string;
  readonly decidedBy: Person | null;
  readonly decidedAt: string | null;
  readonly reason: string | null;
};

export type NewChangeRequest = Omit<ChangeRequest, "status" | "decidedBy" | "decidedAt" | "reason">;

/** The error for a second decision about a request; undefined while it is pending. */
export function refusalOfSecond({ status }: ChangeRequest): DomainError | undefined {
  if (status === "PENDING") return undefined;
  return conflict("CHANGE_REQUEST_DECIDED", `The change request is ${status.toLowerCase()}; request the change again.`);
}

/**
 * Why a person may not approve or reject a request; undefined if they may.
 *
 * @param role of the person who decides; null without an active membership
 */
export function refusalOfDecider(
  { requestedBy, role: needed }: ChangeRequest,
  decider: Person,
  role: MemberRole | null,
): DomainError | undefined {
  if (decider.userId === null || role === null) {
    return forbidden("APPROVER_NOT_A_MEMBER", "Only an active member decides; use a key that was made for a user.");
  }
  if (isSamePerson(decider, requestedBy)) {
    return forbidden("APPROVAL_OF_OWN_REQUEST", "Another person has to approve your request.");
  }
  if (!reaches(role, needed)) {
    return forbidden("APPROVER_ROLE_TOO_LOW", `This needs the role ${needed}; yours is ${role}.`);
  }
  return undefined;
}
