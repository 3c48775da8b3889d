import { createHash, randomBytes } from "node:crypto";
import { invalid, notFound } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { formatInstant, instantOut, wallClock } from "../clock.ts";
import type { Db } from "../db/pool.ts";

export type Access = "READ_ONLY" | "WRITE";

/** Who a valid key stands for. */
export type KeyPrincipal = {
  readonly keyId: string;
  readonly merchantId: string;
  readonly access: Access;
  readonly createdByUserId: string | null;
};

// A key reads acc_<64 hex digits of secret>_<6 of checksum>: mistyped keys are told apart without asking the database.
const keyPattern = /^acc_([0-9a-f]{64})_([0-9a-f]{6})$/;

/**
 * Creates an API key: 256 random bits of which only the hash is kept.
 *
 * @returns the key itself, shown this one time
 * @throws DomainError MERCHANT_NOT_FOUND or VALIDATION_FAILED when the user is no active member of the merchant
 */
export async function createKey(
  db: Db,
  key: { merchantId: string; userId: string | null; access: Access; name: string; expiresAt?: Temporal.Instant },
): Promise<{ keyId: string; key: string }> {
  if (key.userId !== null && !(await isActiveMember(db, key.merchantId, key.userId))) {
    throw invalid("VALIDATION_FAILED", "The user is not an active member of this merchant; add the user first.");
  }
  const secret = randomBytes(32).toString("hex");
  const text = `acc_${secret}_${checksum(secret)}`;
  const keyId = newId();
  await db
    .insertInto("api_key")
    .values({
      id: keyId,
      merchant_id: key.merchantId,
      name: key.name,
      secret_hash: hash(text),
      last_four: text.slice(-4),
      access: key.access,
      created_by_user_id: key.userId,
      created_at: formatInstant(wallClock()),
      expires_at: key.expiresAt === undefined ? null : formatInstant(key.expiresAt),
      revoked_at: null,
    })
    .execute();
  return { keyId, key: text };
}

/** The principal of a key, or undefined when it is malformed, unknown, revoked or expired; the four look alike. */
export async function authenticate(db: Db, key: string): Promise<KeyPrincipal | undefined> {
  const match = keyPattern.exec(key);
  if (match === null || checksum(match[1] ?? "") !== match[2]) return undefined;
  const row = await db
    .selectFrom("api_key")
    .select(["id", "merchant_id", "access", "created_by_user_id", "revoked_at", "expires_at"])
    .where("secret_hash", "=", hash(key))
    .executeTakeFirst();
  if (row === undefined || row.revoked_at !== null || isExpired(row.expires_at)) return undefined;
  return { keyId: row.id, merchantId: row.merchant_id, access: row.access, createdByUserId: row.created_by_user_id };
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
  readonly access: Access;
  readonly hint: string;
  readonly status: "ACTIVE" | "REVOKED" | "EXPIRED";
  /** To the minute. */
  readonly lastUsedAt: string | null;
  readonly expiresAt: string | null;
};

/** The keys of a merchant, oldest first, without their secrets. */
export async function listKeys(db: Db, merchantId: string): Promise<KeySummary[]> {
  const rows = await db.selectFrom("api_key").selectAll().where("merchant_id", "=", merchantId).orderBy("id").execute();
  return rows.map((row) => ({
    keyId: row.id,
    name: row.name,
    access: row.access,
    hint: `acc_…${row.last_four}`,
    status: row.revoked_at !== null ? "REVOKED" : isExpired(row.expires_at) ? "EXPIRED" : "ACTIVE",
    lastUsedAt: row.last_used_at === null ? null : instantOut(row.last_used_at),
    expiresAt: row.expires_at === null ? null : instantOut(row.expires_at),
  }));
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
