import { sql } from "kysely";
import { required } from "../../kernel/assert.ts";
import type { RowOf } from "../../schema/tables.ts";
import type { Person } from "../auth/person.ts";
import { lesserRole, type MemberRole } from "../auth/roles.ts";
import { instantOut } from "../clock.ts";
import type { Tx } from "../db/pool.ts";
import { column, type FilterTarget } from "../http/filter-sql.ts";
import type { Extent, ListQuery } from "../http/list-query.ts";
import { selectPage } from "../http/page-sql.ts";
import type { ChangeRequest, NewChangeRequest } from "./change-request.ts";
import { type Policy, policiesFromColumn, recordOfPolicy } from "./policy.ts";

/** The current policies, locked until the transaction ends. */
export async function lockPolicies(tx: Tx, merchantId: string): Promise<readonly Policy[]> {
  const row = await tx
    .selectFrom("merchant")
    .select("approval_policies")
    .where("id", "=", merchantId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return policiesFromColumn(row.approval_policies);
}

export async function writePolicies(tx: Tx, merchantId: string, policies: readonly Policy[]): Promise<void> {
  await tx
    .updateTable("merchant")
    .set({ approval_policies: JSON.stringify(policies.map(recordOfPolicy)) })
    .where("id", "=", merchantId)
    .execute();
}

/** SQL expression: SHA-256, hex, of the request and the dry run in a row of `change_request`. */
export const hashOfRequest = (row: string) =>
  `encode(sha256(convert_to(concat_ws(' ', ${row}.request, ${row}.dry_run), 'UTF8')), 'hex')`;

/** Stores a request and returns the hash of it and its dry run. */
export async function insertChangeRequest(
  tx: Tx,
  merchantId: string,
  changeRequest: NewChangeRequest,
): Promise<string> {
  const { hash } = await tx
    .with("stored", (query) =>
      query
        .insertInto("change_request")
        .values({
          merchant_id: merchantId,
          id: changeRequest.id,
          kind: required(changeRequest.kinds[0], "a kind"),
          kinds: JSON.stringify(changeRequest.kinds),
          role: changeRequest.role,
          request: JSON.stringify(changeRequest.request),
          dry_run: JSON.stringify(changeRequest.dryRun),
          plan_hash: changeRequest.planHash,
          requested_by_key_id: changeRequest.requestedBy.keyId,
          requested_by_user_id: changeRequest.requestedBy.userId,
          requested_at: changeRequest.requestedAt,
        })
        .returning(["request", "dry_run"]),
    )
    .selectFrom("stored")
    .select(sql<string>`${sql.raw(hashOfRequest("stored"))}`.as("hash"))
    .executeTakeFirstOrThrow();
  return hash;
}

/** Locks the request, so that of several decisions at once only one is made. */
export async function lockChangeRequest(tx: Tx, merchantId: string, id: string): Promise<ChangeRequest | undefined> {
  const row = await tx
    .selectFrom("change_request")
    .selectAll()
    .where("merchant_id", "=", merchantId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  return row === undefined ? undefined : fromRow(row);
}

export async function findChangeRequest(tx: Tx, merchantId: string, id: string): Promise<ChangeRequest | undefined> {
  const row = await tx
    .selectFrom("change_request")
    .selectAll()
    .where("merchant_id", "=", merchantId)
    .where("id", "=", id)
    .executeTakeFirst();
  return row === undefined ? undefined : fromRow(row);
}

const filterTargets: Readonly<Record<string, FilterTarget>> = {
  status: column(sql.ref("change_request.status")),
  kind: column(sql.ref("change_request.kind")),
};

/** One page of the change requests, newest first, and the number on all pages. */
export async function listChangeRequests(
  tx: Tx,
  merchantId: string,
  list: ListQuery,
): Promise<{ changeRequests: ChangeRequest[]; extent: Extent }> {
  const all = tx.selectFrom("change_request").selectAll().where("merchant_id", "=", merchantId);
  const order = [
    ["requested_at", "desc"],
    ["id", "desc"],
  ] as const;
  const { rows, extent } = await selectPage(all, list, { targets: filterTargets, order });
  return { changeRequests: rows.map(fromRow), extent };
}

/** Stores the decision about a pending request. */
export async function writeDecision(tx: Tx, merchantId: string, decided: ChangeRequest): Promise<void> {
  const { decidedBy } = decided;
  await tx
    .updateTable("change_request")
    .set({
      status: decided.status,
      decided_by_key_id: decidedBy?.keyId ?? null,
      decided_by_user_id: decidedBy?.userId ?? null,
      decided_at: decided.decidedAt,
      reason: decided.reason,
    })
    .where("merchant_id", "=", merchantId)
    .where("id", "=", decided.id)
    .execute();
}

/** The role that a person has now with the key in use; null without an active membership. */
export async function roleOfPerson(tx: Tx, merchantId: string, { keyId, userId }: Person): Promise<MemberRole | null> {
  if (userId === null) return null;
  const member = await tx
    .selectFrom("membership")
    .select("role")
    .where("merchant_id", "=", merchantId)
    .where("user_id", "=", userId)
    .where("status", "=", "ACTIVE")
    .executeTakeFirst();
  if (member === undefined || keyId === null) return member?.role ?? null;
  const key = await tx
    .selectFrom("api_key")
    .select("role")
    .where("id", "=", keyId)
    .where("merchant_id", "=", merchantId)
    .where("created_by_user_id", "=", userId)
    .executeTakeFirst();
  return key === undefined ? null : lesserRole(member.role, key.role);
}

function fromRow(row: RowOf<"change_request">): ChangeRequest {
  const decider = { keyId: row.decided_by_key_id, userId: row.decided_by_user_id };
  return {
    id: row.id,
    kinds: row.kinds as ChangeRequest["kinds"],
    role: row.role,
    status: row.status,
    request: row.request as ChangeRequest["request"],
    dryRun: row.dry_run as ChangeRequest["dryRun"],
    planHash: row.plan_hash,
    requestedBy: { keyId: row.requested_by_key_id, userId: row.requested_by_user_id },
    requestedAt: instantOut(row.requested_at),
    decidedBy: row.decided_at === null ? null : decider,
    decidedAt: row.decided_at === null ? null : instantOut(row.decided_at),
    reason: row.reason,
  };
}
