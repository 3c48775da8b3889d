import { createHash, randomBytes } from "node:crypto";
import { invalid, notFound } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { formatInstant, instantOut, wallClock } from "../clock.ts";
import type { Db } from "../db/pool.ts";
import type { Principal } from "../http/endpoint.ts";
import { lesserRole, type MemberRole } from "./roles.ts";

export type Access = "READ_ONLY" | "WRITE";

// A key reads acc_<64 hex digits of secret>_<6 of checksum>: mistyped keys are recognized without asking the database.
const keyPattern = /^acc_([0-9a-f]{64})_([0-9a-f]{6})$/;

/**
 * Creates an API key: 256 random bits of which only the hash is kept. It works until `expiresAt`, in real time, or until
 * it is revoked.
 *
 * @returns the key itself, shown this one time
 * @throws DomainError VALIDATION_FAILED when the user is no active member of the merchant, or the key would have expired
 */
export async function createKey(
  db: Db,
  key: {
    merchantId: string;
    userId: string | null;
    access: Access;
    name: string;
    role?: MemberRole;
    expiresAt?: Temporal.Instant;
  },
): Promise<{ keyId: string; key: string }> {
  if (key.userId !== null && !(await isActiveMember(db, key.merchantId, key.userId))) {
    throw invalid("VALIDATION_FAILED", "The user is not an active member of this merchant; add the user first.");
  }
  const createdAt = wallClock();
  if (key.expiresAt !== undefined && Temporal.Instant.compare(key.expiresAt, createdAt) <= 0) {
    throw invalid("VALIDATION_FAILED", "The key would have expired before its first use; let it expire in the future.");
  }
  const text = newKeyText();
  const keyId = newId();
  await db
    .insertInto("api_key")
    .values({
      id: keyId,
      merchant_id: key.merchantId,
      name: key.name,
      ...storedKey(text),
      access: key.access,
      role: key.role ?? null,
      created_by_user_id: key.userId,
      created_at: formatInstant(createdAt),
      expires_at: key.expiresAt === undefined ? null : formatInstant(key.expiresAt),
      revoked_at: null,
    })
    .execute();
  return { keyId, key: text };
}

/** A new key: 256 random bits with their check sum. */
export function newKeyText(): string {
  const secret = randomBytes(32).toString("hex");
  return `acc_${secret}_${checksum(secret)}`;
}

/** What is kept of a key. */
export function storedKey(text: string) {
  return { secret_hash: hash(text), last_four: text.slice(-4) };
}

/**
 * The principal of a key, or undefined when it is malformed, unknown, revoked or expired; the four look alike. A key of a
 * VIEWER, or of that role itself, only reads.
 */
export async function authenticate(db: Db, key: string): Promise<(Principal & { readonly keyId: string }) | undefined> {
  const match = keyPattern.exec(key);
  if (match === null || checksum(match[1] ?? "") !== match[2]) return undefined;
  const row = await db
    .selectFrom("api_key")
    .leftJoin("membership", (join) =>
      join
        .onRef("membership.merchant_id", "=", "api_key.merchant_id")
        .onRef("membership.user_id", "=", "api_key.created_by_user_id"),
    )
    .select(["api_key.id", "api_key.merchant_id", "access", "created_by_user_id", "revoked_at", "expires_at"])
    .select(["api_key.role as key_role", "membership.role as user_role", "membership.status as user_status"])
    .where("secret_hash", "=", hash(key))
    .executeTakeFirst();
  if (row === undefined || row.revoked_at !== null || isExpired(row.expires_at)) return undefined;
  const access = row.key_role === "VIEWER" || row.user_role === "VIEWER" ? "READ_ONLY" : row.access;
  const member = row.user_status === "ACTIVE" ? row.user_role : null;
  const role = member === null ? null : lesserRole(member, row.key_role);
  return { keyId: row.id, merchantId: row.merchant_id, access, userId: row.created_by_user_id, role };
}

/** Ends a key at once. */
export async function revokeKey(db: Db, keyId: string): Promise<void> {
  const revoked = await db
    .updateTable("api_key")
    .set({ revoked_at: formatInstant(wallClock()) })
    .where("id", "=", keyId)
    .where("revoked_at", "is", null)
    .executeTakeFirst();
  if (revoked.numUpdatedRows === 0n) throw notFound("KEY_NOT_FOUND", "No active key has this id.");
}

export type KeySummary = {
  readonly keyId: string;
  readonly name: string;
  /** How a key is shown: the common prefix and its last four characters. */
  readonly prefix: string;
  readonly access: Access;
  readonly role: MemberRole | null;
  readonly status: "ACTIVE" | "REVOKED" | "EXPIRED";
  readonly createdByUserId: string | null;
  readonly createdByEmail: string | null;
  readonly createdAt: string;
  /** To the minute. */
  readonly lastUsedAt: string | null;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
};

/** The keys of a merchant, oldest first, without their secrets; revoked and expired ones stay in the list. */
export async function listKeys(db: Db, merchantId: string): Promise<KeySummary[]> {
  const rows = await db
    .selectFrom("api_key")
    .leftJoin("app_user", "app_user.id", "api_key.created_by_user_id")
    .selectAll("api_key")
    .select("app_user.email")
    .where("api_key.merchant_id", "=", merchantId)
    .orderBy("api_key.id")
    .execute();
  const instant = (text: string | null) => (text === null ? null : instantOut(text));
  return rows.map((row) => ({
    keyId: row.id,
    name: row.name,
    prefix: `acc_…${row.last_four}`,
    access: row.access,
    role: row.role,
    status: keyStatus(row),
    createdByUserId: row.created_by_user_id,
    createdByEmail: row.email,
    createdAt: instantOut(row.created_at),
    lastUsedAt: instant(row.last_used_at),
    expiresAt: instant(row.expires_at),
    revokedAt: instant(row.revoked_at),
  }));
}

export function keyStatus(row: {
  readonly revoked_at: string | null;
  readonly expires_at: string | null;
}): KeySummary["status"] {
  if (row.revoked_at !== null) return "REVOKED";
  return isExpired(row.expires_at) ? "EXPIRED" : "ACTIVE";
}

/** Real time rules the expiry of keys, also of those of a sandbox (rules 4). */
function isExpired(expiresAt: string | null): boolean {
  return expiresAt !== null && instantOut(expiresAt) <= formatInstant(wallClock());
}

/** Is the user a member of the merchant who has not left? */
export async function isActiveMember(db: Db, merchantId: string, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom("membership")
    .select("status")
    .where("merchant_id", "=", merchantId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row?.status === "ACTIVE";
}

function hash(key: string): Buffer {
  return createHash("sha256").update(key).digest();
}

function checksum(secret: string): string {
  return createHash("sha256").update(`accord:${secret}`).digest("hex").slice(0, 6);
}
