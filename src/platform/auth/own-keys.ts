import { sql } from "kysely";
import { forbidden } from "../../kernel/errors.ts";
import type { Tx } from "../db/pool.ts";
import type { Principal } from "../http/endpoint.ts";
import { recordNotFound } from "../http/error-codes.ts";
import { column, type FilterTarget } from "../http/filter-sql.ts";
import type { Extent, ListQuery } from "../http/list-query.ts";
import { selectPage } from "../http/page-sql.ts";
import type { WriteContext } from "../write.ts";
import { type Access, creationOf, endKey, insertKey, type KeySummary, keyFromRow, keyQuery } from "./keys.ts";
import { isSamePerson } from "./person.ts";
import { type MemberRole, reaches } from "./roles.ts";

/** A key as the members of its merchant see it, without its secret. */
export type MerchantKey = Omit<KeySummary, "keyId"> & { readonly id: string };

const filterTargets: Readonly<Record<string, FilterTarget>> = {
  name: column(sql.ref("api_key.name")),
  access: column(sql.ref("api_key.access")),
  createdByUserId: column(sql.ref("api_key.created_by_user_id")),
};

/** One page of the keys of a merchant, newest first, including revoked and expired ones. */
export async function listMerchantKeys(
  tx: Tx,
  merchantId: string,
  list: ListQuery,
): Promise<{ keys: MerchantKey[]; extent: Extent }> {
  const order = [
    ["api_key.created_at", "desc"],
    ["api_key.id", "desc"],
  ] as const;
  const sorts = { createdAt: sql.ref("api_key.created_at") };
  const { rows, extent } = await selectPage(keyQuery(tx, merchantId), list, { targets: filterTargets, sorts, order });
  return { keys: rows.map((row) => merchantKey(keyFromRow(row))), extent };
}

export type KeyDraft = {
  readonly name: string;
  readonly access: Access;
  /** The highest role that the key may act in; null: no limit but that of its maker. */
  readonly role: MemberRole | null;
  readonly expiresAt: Temporal.Instant | null;
};

/**
 * Makes a key in the name of the person behind the principal, with at most the principal's own role.
 *
 * @returns the key, which is shown only here, and its record
 * @throws DomainError ROLE_TOO_LOW, VALIDATION_FAILED
 */
export async function makeOwnKey(
  ctx: WriteContext,
  { userId, role, keyId }: Principal,
  draft: KeyDraft,
): Promise<{ key: MerchantKey; text: string }> {
  if (draft.role !== null && role !== null && !reaches(role, draft.role)) {
    throw forbidden("ROLE_TOO_LOW", `A key may do no more than you; your role is ${role}.`);
  }
  // A key without a role may do what its user may, which can be more than the key that makes it may.
  const most = draft.role ?? (keyId === null ? null : role);
  const key = { ...draft, id: ctx.newId(), merchantId: ctx.merchant.id, userId, role: most };
  const { id, text, createdAt } = await insertKey(ctx.tx, key);
  ctx.audit(creationOf(id, { ...key, createdAt }));
  ctx.publish({ type: "api-key.created", data: { apiKeyId: id } });
  return { key: await getKey(ctx.tx, ctx.merchant.id, id), text };
}

/**
 * Ends a key at once: one of one's own, or any if the principal is an OWNER. A key that has ended stays as it is.
 *
 * @throws DomainError KEY_NOT_FOUND, ROLE_TOO_LOW
 */
export async function revokeMerchantKey(ctx: WriteContext, principal: Principal, id: string): Promise<MerchantKey> {
  const key = await getKey(ctx.tx, ctx.merchant.id, id);
  const isOwn = isSamePerson(principal, { keyId: id, userId: key.createdByUserId });
  if (!isOwn && principal.role !== "OWNER") {
    throw forbidden("ROLE_TOO_LOW", "An OWNER revokes keys of others; this one is not yours.");
  }
  if (key.revokedAt !== null) return key;
  const { revokedAt, audit } = await endKey(ctx.tx, ctx.merchant.id, id);
  ctx.audit(audit);
  ctx.publish({ type: "api-key.revoked", data: { apiKeyId: id } });
  return { ...key, status: "REVOKED", revokedAt };
}

async function getKey(tx: Tx, merchantId: string, id: string): Promise<MerchantKey> {
  const row = await keyQuery(tx, merchantId).where("api_key.id", "=", id).executeTakeFirst();
  if (row === undefined) throw recordNotFound("KEY_NOT_FOUND");
  return merchantKey(keyFromRow(row));
}

function merchantKey({ keyId, ...key }: KeySummary): MerchantKey {
  return { id: keyId, ...key };
}
