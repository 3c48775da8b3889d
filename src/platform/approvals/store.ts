import { sql } from "kysely";
import { required } from "../../kernel/assert.ts";
import type { RowOf } from "../../schema/tables.ts";
import { lesserRole, type MemberRole } from "../auth/roles.ts";
import { instantOut } from "../clock.ts";
import type { Tx } from "../db/pool.ts";
import { column, type FilterTarget } from "../http/filter-sql.ts";
import type { Extent, ListQuery } from "../http/list-query.ts";
import { selectPage } from "../http/page-sql.ts";
import type { ChangeRequest, NewChangeRequest } from "./change-request.ts";
import { type Policy, policiesFromColumn, recordOfPolicy } from "./policy.ts";

/** The policies as they are by now, held until the transaction ends. */
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

export async function insertChangeRequest(tx: Tx, merchantId: string, asked: NewChangeRequest): Promise<void> {
  await tx
    .insertInto("change_request")
    .values({
      merchant_id: merchantId,
      id: asked.id,
      kind: required(asked.kinds[0], "a kind"),
      kinds: JSON.stringify(asked.kinds),
      role: asked.role,
      request: JSON.stringify(asked.request),
      dry_run: JSON.stringify(asked.dryRun),
      plan_hash: asked.planHash,
      requested_by_key_id: asked.requestedBy.keyId,
      requested_by_user_id: asked.requestedBy.userId,
      requested_at: asked.requestedAt,
    })
    .execute();
}

/** Locks it for the decision, so that one of several decides. */
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

/** One page of the change requests, newest first, and how many there are on all pages. */
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

/** Keeps the decision about a pending request. */
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

/** What the person behind a key may do by now; null for a key without a user, and for a user who is no member any more. */
export async function roleOfKey(tx: Tx, merchantId: string, keyId: string): Promise<MemberRole | null> {
  const row = await tx
    .selectFrom("api_key")
    .innerJoin("membership", "membership.user_id", "api_key.created_by_user_id")
    .select(["api_key.role as key_role", "membership.role as user_role"])
    .where("api_key.id", "=", keyId)
    .where("api_key.merchant_id", "=", merchantId)
    .where("membership.merchant_id", "=", merchantId)
    .where("membership.status", "=", "ACTIVE")
    .executeTakeFirst();
  return row === undefined ? null : lesserRole(row.user_role, row.key_role);
}

function fromRow(row: RowOf<"change_request">): ChangeRequest {
  const decidedBy =
    row.decided_by_key_id === null ? null : { keyId: row.decided_by_key_id, userId: row.decided_by_user_id };
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
    decidedBy,
    decidedAt: row.decided_at === null ? null : instantOut(row.decided_at),
    reason: row.reason,
  };
}
