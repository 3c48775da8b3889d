import { sql } from "kysely";
import { conflict, type DomainError, forbidden, invalid } from "../../kernel/errors.ts";
import { lockPolicies } from "../approvals/store.ts";
import { changesBetween } from "../audit.ts";
import { formatInstant, instantOut, wallClock } from "../clock.ts";
import type { Tx } from "../db/pool.ts";
import type { Principal } from "../http/endpoint.ts";
import { recordNotFound } from "../http/error-codes.ts";
import { column, type FilterTarget } from "../http/filter-sql.ts";
import type { Extent, ListQuery } from "../http/list-query.ts";
import { selectPage } from "../http/page-sql.ts";
import type { WriteContext } from "../write.ts";
import { type MemberRole, reaches } from "./roles.ts";
import { hashOfSecret } from "./secret.ts";
import { linkExpiry } from "./sign-in-links.ts";

export const personStatuses = ["ACTIVE", "DEACTIVATED"] as const;

/** A person as a member of one merchant. */
export type MerchantUser = {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  readonly role: MemberRole;
  readonly status: (typeof personStatuses)[number];
  /** When a live session of the person at this merchant was last used, exact to a minute; null without one. */
  readonly lastSeenAt: string | null;
  readonly createdAt: string;
};

const status = sql<MerchantUser["status"]>`case membership.status when 'ACTIVE' then 'ACTIVE' else 'DEACTIVATED' end`;

const filterTargets: Readonly<Record<string, FilterTarget>> = {
  email: column(sql.ref("app_user.email")),
  name: column(sql.ref("membership.name")),
  role: column(sql.ref("membership.role")),
  status: column(status),
};

/** The error for a principal below the role that an action needs; undefined if the role suffices. */
export async function denialBelow(needed: MemberRole, { role }: Principal): Promise<DomainError | undefined> {
  if (role !== null && reaches(role, needed)) return undefined;
  return forbidden(
    "ROLE_TOO_LOW",
    `This needs the role ${needed}; yours is ${role ?? "none, as the key has no member"}.`,
  );
}

/** One page of the members of a merchant, newest first, and their number. */
export async function listUsers(
  tx: Tx,
  merchantId: string,
  list: ListQuery,
): Promise<{ users: MerchantUser[]; extent: Extent }> {
  const order = [
    ["membership.created_at", "desc"],
    ["membership.user_id", "desc"],
  ] as const;
  const sorts = { createdAt: sql.ref("membership.created_at") };
  const { rows, extent } = await selectPage(userQuery(tx, merchantId), list, { targets: filterTargets, sorts, order });
  return { users: rows.map(userFromRow), extent };
}

/** @throws DomainError MEMBER_NOT_FOUND */
export async function getUser(tx: Tx, merchantId: string, userId: string): Promise<MerchantUser> {
  const row = await userQuery(tx, merchantId).where("membership.user_id", "=", userId).executeTakeFirst();
  if (row === undefined) throw recordNotFound("MEMBER_NOT_FOUND");
  return userFromRow(row);
}

/**
 * Makes a person a member. One email address is one user across merchants; the name that another merchant gives the person is not
 * visible here.
 *
 * @throws DomainError MEMBER_EXISTS for an active member
 */
export async function inviteUser(
  ctx: WriteContext,
  draft: { readonly email: string; readonly name: string | null; readonly role: MemberRole },
): Promise<MerchantUser> {
  const { tx, merchant } = ctx;
  const email = draft.email.trim();
  const createdAt = formatInstant(wallClock());
  const user = { id: ctx.newId(), email, created_at: createdAt };
  await tx
    .insertInto("app_user")
    .values(user)
    .onConflict((known) => known.doNothing())
    .execute();
  const { id: userId } = await tx
    .selectFrom("app_user")
    .select("id")
    .where((eb) => eb(eb.fn<string>("lower", ["email"]), "=", email.toLowerCase()))
    .executeTakeFirstOrThrow();
  const before = await lockMember(tx, merchant.id, userId);
  if (before?.status === "ACTIVE") throw conflict("MEMBER_EXISTS", "This address is a member already.");
  const member = { role: draft.role, name: draft.name, status: "ACTIVE" } as const;
  await tx
    .insertInto("membership")
    .values({ merchant_id: merchant.id, user_id: userId, created_at: createdAt, ...member })
    .onConflict((known) => known.columns(["merchant_id", "user_id"]).doUpdateSet(member))
    .execute();
  const changes = changesBetween({ ...before }, { ...member, createdAt: before?.createdAt ?? createdAt });
  ctx.audit({ action: "membership.add", entityType: "MEMBER", entityId: userId, changes });
  ctx.publish({ type: "member.added", data: { userId } });
  return getUser(tx, merchant.id, userId);
}

type MemberEvent = "member.renamed" | "member.role-changed" | "member.removed";

export type UserPatch = {
  readonly name?: string | null;
  readonly role?: MemberRole;
  readonly status?: MerchantUser["status"];
};

/**
 * Changes a member's name, role or status. A change of role may need approval (ADR 0032). A deactivated member loses access at once
 * and returns by an invitation.
 *
 * @throws DomainError MEMBER_NOT_FOUND, LAST_OWNER
 */
export async function updateUser(ctx: WriteContext, userId: string, patch: UserPatch): Promise<MerchantUser> {
  const { tx, merchant } = ctx;
  const before = await lockMember(tx, merchant.id, userId);
  if (before?.status !== "ACTIVE") throw recordNotFound("MEMBER_NOT_FOUND");
  const { name = before.name, role = before.role } = patch;
  const isRemoved = patch.status === "DEACTIVATED";
  if (before.role === "OWNER" && (role !== "OWNER" || isRemoved)) await keepAnOwner(tx, merchant.id, userId);
  await tx
    .updateTable("membership")
    .set({ name, role, ...(isRemoved ? { status: "REMOVED" } : {}) })
    .where("merchant_id", "=", merchant.id)
    .where("user_id", "=", userId)
    .execute();
  const note = (action: string, type: MemberEvent, from: unknown, to: unknown, path: string) => {
    if (from === to) return;
    ctx.audit({ action, entityType: "MEMBER", entityId: userId, changes: [{ path, from, to }] });
    ctx.publish({ type, data: { userId } });
  };
  note("membership.rename", "member.renamed", before.name, name, "/name");
  note("membership.set-role", "member.role-changed", before.role, role, "/role");
  if (isRemoved) note("membership.remove", "member.removed", "ACTIVE", "REMOVED", "/status");
  return getUser(tx, merchant.id, userId);
}

/**
 * Makes a link that signs an active member in once, to this merchant only. Earlier links of this merchant for the same person end.
 * Under approval policies no link is made for a person who has signed in before or has a key: the holder of the link acts as that
 * person, so the maker could approve a request of their own.
 *
 * @param secret behind `#token=`; only its hash is stored
 * @throws DomainError MEMBER_NOT_FOUND, SIGN_IN_LINK_GUARDED
 */
export async function makeSignInLink(
  ctx: WriteContext,
  userId: string,
  secret: string,
): Promise<{ expiresAt: string }> {
  const { tx, merchant } = ctx;
  // The lock makes a link and a first policy wait for each other: either the link is rejected, or the policy ends it.
  const policies = await lockPolicies(tx, merchant.id);
  const member = await lockMember(tx, merchant.id, userId);
  if (member?.status !== "ACTIVE") throw recordNotFound("MEMBER_NOT_FOUND");
  if (policies.length > 0 && (await hasActed(tx, merchant.id, userId))) {
    const message =
      "A policy requires a second person: only the operator of the server makes links for a person who has signed in before or has a key.";
    throw forbidden("SIGN_IN_LINK_GUARDED", message);
  }
  const { createdAt, expiresAt } = linkExpiry();
  await tx
    .updateTable("sign_in_link")
    .set({ used_at: createdAt })
    .where("user_id", "=", userId)
    .where("merchant_id", "=", merchant.id)
    .where("used_at", "is", null)
    .execute();
  await tx
    .insertInto("sign_in_link")
    .values({
      ...{ id: ctx.newId(), token_hash: hashOfSecret(secret), user_id: userId, merchant_id: merchant.id },
      ...{ created_at: createdAt, expires_at: expiresAt, used_at: null },
    })
    .execute();
  const changes = [{ path: "/expiresAt", from: null, to: expiresAt }];
  ctx.audit({ action: "sign-in-link.create", entityType: "MEMBER", entityId: userId, changes });
  return { expiresAt };
}

/** True if the person has ever signed in anywhere, or ever had a key of this merchant. */
async function hasActed(tx: Tx, merchantId: string, userId: string): Promise<boolean> {
  const { last_merchant_id: signedInTo, key_id: keyId } = await tx
    .selectFrom("app_user")
    .leftJoin("api_key", (join) =>
      join.onRef("api_key.created_by_user_id", "=", "app_user.id").on("api_key.merchant_id", "=", merchantId),
    )
    .select(["last_merchant_id", "api_key.id as key_id"])
    .where("app_user.id", "=", userId)
    .limit(1)
    .executeTakeFirstOrThrow();
  return signedInTo !== null || keyId !== null;
}

async function lockMember(tx: Tx, merchantId: string, userId: string) {
  const row = await tx
    .selectFrom("membership")
    .select(["name", "role", "status", "created_at"])
    .where("merchant_id", "=", merchantId)
    .where("user_id", "=", userId)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { created_at: createdAt, ...member } = row;
  return { ...member, createdAt: instantOut(createdAt) };
}

/** A merchant keeps one OWNER, who can let others in. */
async function keepAnOwner(tx: Tx, merchantId: string, leavingId: string): Promise<void> {
  const owners = await tx
    .selectFrom("membership")
    .select("user_id")
    .where("merchant_id", "=", merchantId)
    .where("role", "=", "OWNER")
    .where("status", "=", "ACTIVE")
    .orderBy("user_id")
    .forUpdate()
    .execute();
  if (owners.some(({ user_id: userId }) => userId !== leavingId)) return;
  throw invalid("LAST_OWNER", "The last OWNER cannot be changed: make somebody else an OWNER first.");
}

function userQuery(tx: Tx, merchantId: string) {
  return tx
    .selectFrom("membership")
    .innerJoin("app_user", "app_user.id", "membership.user_id")
    .select(["membership.user_id", "app_user.email", "membership.name", "membership.role", "membership.created_at"])
    .select([
      status.as("status"),
      sql<string | null>`(
        select max(last_seen_at) from user_session
        where user_session.user_id = membership.user_id and user_session.merchant_id = membership.merchant_id
      )`.as("last_seen_at"),
    ])
    .where("membership.merchant_id", "=", merchantId);
}

type UserRow = Awaited<ReturnType<ReturnType<typeof userQuery>["executeTakeFirstOrThrow"]>>;

function userFromRow(row: UserRow): MerchantUser {
  return {
    id: row.user_id,
    email: row.email,
    name: row.name,
    role: row.role,
    status: row.status,
    lastSeenAt: row.last_seen_at === null ? null : instantOut(row.last_seen_at),
    createdAt: instantOut(row.created_at),
  };
}
