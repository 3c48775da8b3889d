import { createHash, randomBytes } from "node:crypto";
import { invalid, invalidIssues, notFound } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { type AuditDraft, changesBetween, recordAudit } from "../audit.ts";
import { formatInstant, instantOut, readClock, wallClock } from "../clock.ts";
import { type Db, inTransaction, type Tx } from "../db/pool.ts";
import type { Principal } from "../http/endpoint.ts";
import { merchantNotFound } from "../merchant/merchants.ts";
import { recordEvents } from "../outbox.ts";
import { operator } from "./person.ts";
import { lesserRole, type MemberRole } from "./roles.ts";

export type Access = "READ_ONLY" | "WRITE";

// A key reads acc_<64 hex digits of secret>_<6 of checksum>: mistyped keys are recognized without asking the database.
const keyPattern = /^acc_([0-9a-f]{64})_([0-9a-f]{6})$/;

/**
 * Creates an API key: 256 random bits, of which only the hash is stored. It works until `expiresAt`, in real time, or until it is
 * revoked. For the operator at the command line; recorded in the audit log.
 *
 * @returns the key itself, which is shown only here
 * @throws DomainError MERCHANT_NOT_FOUND; VALIDATION_FAILED if the user is no active member of the merchant, or `expiresAt` is not
 * in the future
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
  const { merchantId, userId, access, name, role = null, expiresAt = null } = key;
  if (userId !== null && !(await isActiveMember(db, merchantId, userId))) {
    throw invalid("VALIDATION_FAILED", "The user is not an active member of this merchant; add the user first.");
  }
  return inTransaction(db, merchantId, async (tx) => {
    const ruling = await rulingOf(tx, merchantId);
    const made = await insertKey(tx, { id: newId(), merchantId, userId, access, name, role, expiresAt });
    recordAudit(
      { tx, ...ruling, actor: operator },
      [creationOf(made.id, { name, access, role, userId, expiresAt, createdAt: made.createdAt })],
      undefined,
    );
    recordEvents({ tx, ...ruling }, [{ type: "api-key.created", data: { apiKeyId: made.id } }]);
    return { keyId: made.id, key: made.text };
  });
}

async function rulingOf(tx: Tx, merchantId: string) {
  const ruling = await readClock(tx, merchantId, "write");
  if (ruling === undefined) throw merchantNotFound();
  return ruling;
}

export type NewKey = {
  readonly id: string;
  readonly merchantId: string;
  readonly userId: string | null;
  readonly access: Access;
  readonly name: string;
  readonly role: MemberRole | null;
  readonly expiresAt: Temporal.Instant | null;
};

/**
 * Stores a new key. The caller records it in the audit log.
 *
 * @returns the key, which is stored nowhere, its id, and when it was made
 * @throws DomainError VALIDATION_FAILED if `expiresAt` is not in the future
 */
export async function insertKey(tx: Tx, key: NewKey): Promise<{ id: string; text: string; createdAt: string }> {
  const { id, merchantId, userId, access, name, role, expiresAt } = key;
  const now = wallClock();
  if (expiresAt !== null && Temporal.Instant.compare(expiresAt, now) <= 0) {
    const message = "The key would have expired before its first use; let it expire in the future.";
    throw invalidIssues([{ path: "/expiresAt", code: "RANGE", message }]);
  }
  const text = newKeyText();
  const createdAt = formatInstant(now);
  await tx
    .insertInto("api_key")
    .values({
      ...{ id, merchant_id: merchantId, name, access, role, created_by_user_id: userId, revoked_at: null },
      ...{ secret_hash: hash(text), last_four: text.slice(-4), created_at: createdAt },
      expires_at: expiresAt === null ? null : formatInstant(expiresAt),
    })
    .execute();
  return { id, text, createdAt };
}

/** The audit row of a new key. */
export function creationOf(
  id: string,
  key: Omit<NewKey, "id" | "merchantId"> & { readonly createdAt: string },
): AuditDraft {
  const { name, access, role, userId, expiresAt, createdAt } = key;
  const ends = expiresAt === null ? null : formatInstant(expiresAt);
  const changes = changesBetween({}, { name, access, role, userId, expiresAt: ends, createdAt });
  return { action: "api-key.create", entityType: "API_KEY", entityId: id, changes };
}

/** Ends a key now. Returns the moment and the audit row, which the caller records. */
export async function endKey(
  tx: Tx,
  merchantId: string,
  id: string,
): Promise<{ revokedAt: string; audit: AuditDraft }> {
  const revokedAt = formatInstant(wallClock());
  await tx
    .updateTable("api_key")
    .set({ revoked_at: revokedAt })
    .where("merchant_id", "=", merchantId)
    .where("id", "=", id)
    .execute();
  const changes = changesBetween({ revokedAt: null }, { revokedAt });
  return { revokedAt, audit: { action: "api-key.revoke", entityType: "API_KEY", entityId: id, changes } };
}

/** A new key: 256 random bits and their checksum. */
export function newKeyText(): string {
  const secret = randomBytes(32).toString("hex");
  return `acc_${secret}_${checksum(secret)}`;
}

/**
 * The principal of a key, or undefined if it is malformed, unknown, revoked or expired; callers cannot tell which. A key of a
 * VIEWER, or with that role itself, is read-only.
 */
export async function authenticate(db: Db, key: string): Promise<KeyPrincipal | undefined> {
  const match = keyPattern.exec(key);
  if (match === null || checksum(match[1] ?? "") !== match[2]) return undefined;
  return (await findLiveKey(db, "secret_hash", hash(key)))?.principal;
}

/** As {@link authenticate}, for a key known by its id, with the stored hash of its secret. */
export async function findKey(db: Db, keyId: string) {
  return findLiveKey(db, "api_key.id", keyId);
}

type KeyPrincipal = Principal & { readonly keyId: string };

async function findLiveKey(
  db: Db,
  column: "secret_hash" | "api_key.id",
  value: Buffer | string,
): Promise<{ readonly principal: KeyPrincipal; readonly secretHash: Buffer } | undefined> {
  const row = await db
    .selectFrom("api_key")
    .leftJoin("membership", (join) =>
      join
        .onRef("membership.merchant_id", "=", "api_key.merchant_id")
        .onRef("membership.user_id", "=", "api_key.created_by_user_id"),
    )
    .select(["api_key.id", "api_key.merchant_id", "access", "created_by_user_id", "revoked_at", "expires_at"])
    .select(["api_key.role as key_role", "membership.role as user_role", "membership.status as user_status"])
    .select("secret_hash")
    .where(column, "=", value)
    .executeTakeFirst();
  if (row === undefined || row.revoked_at !== null || isExpired(row.expires_at)) return undefined;
  const access = row.key_role === "VIEWER" || row.user_role === "VIEWER" ? "READ_ONLY" : row.access;
  const member = row.user_status === "ACTIVE" ? row.user_role : null;
  const role = member === null ? null : lesserRole(member, row.key_role);
  const principal = {
    keyId: row.id,
    merchantId: row.merchant_id,
    access,
    userId: row.created_by_user_id,
    role,
  } as const;
  return { principal, secretHash: row.secret_hash };
}

/** Ends a key at once, for the operator. @throws DomainError KEY_NOT_FOUND if it is unknown or has ended */
export async function revokeKey(db: Db, keyId: string): Promise<void> {
  const key = await db
    .selectFrom("api_key")
    .select(["merchant_id", "revoked_at"])
    .where("id", "=", keyId)
    .executeTakeFirst();
  if (key === undefined || key.revoked_at !== null) throw notFound("KEY_NOT_FOUND", "No active key has this id.");
  const { merchant_id: merchantId } = key;
  await inTransaction(db, merchantId, async (tx) => {
    const ruling = await rulingOf(tx, merchantId);
    const { audit } = await endKey(tx, merchantId, keyId);
    recordAudit({ tx, ...ruling, actor: operator }, [audit], undefined);
    recordEvents({ tx, ...ruling }, [{ type: "api-key.revoked", data: { apiKeyId: keyId } }]);
  });
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
  /** Written at most once a minute, so up to a minute old. */
  readonly lastUsedAt: string | null;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
};

/** The keys of a merchant, oldest first, without their secrets, including revoked and expired ones. */
export async function listKeys(db: Db, merchantId: string): Promise<KeySummary[]> {
  const rows = await keyQuery(db, merchantId).orderBy("api_key.id").execute();
  return rows.map(keyFromRow);
}

/** The keys of a merchant with the email address of the person who made each. */
export function keyQuery(db: Db, merchantId: string) {
  return db
    .selectFrom("api_key")
    .leftJoin("app_user", "app_user.id", "api_key.created_by_user_id")
    .selectAll("api_key")
    .select("app_user.email")
    .where("api_key.merchant_id", "=", merchantId);
}

type KeyRow = Awaited<ReturnType<ReturnType<typeof keyQuery>["executeTakeFirstOrThrow"]>>;

export function keyFromRow(row: KeyRow): KeySummary {
  const instant = (text: string | null) => (text === null ? null : instantOut(text));
  return {
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
  };
}

function keyStatus(row: {
  readonly revoked_at: string | null;
  readonly expires_at: string | null;
}): KeySummary["status"] {
  if (row.revoked_at !== null) return "REVOKED";
  return isExpired(row.expires_at) ? "EXPIRED" : "ACTIVE";
}

/** Keys expire in real time, also those of a sandbox (rules 4). */
function isExpired(expiresAt: string | null): boolean {
  return expiresAt !== null && instantOut(expiresAt) <= formatInstant(wallClock());
}

/** True if the user is an active member of the merchant. */
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
