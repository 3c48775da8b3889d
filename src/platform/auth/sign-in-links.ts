import { newId } from "../../kernel/ids.ts";
import { formatInstant, wallClock } from "../clock.ts";
import type { Db, Tx } from "../db/pool.ts";
import { hashOfSecret, newSecret } from "./secret.ts";

/** Whom a link signs in, and to which merchant alone; null to all of the person's. */
export type SignInLink = { readonly userId: string; readonly merchantId: string | null };

/** An invitation outlives a weekend. */
const validity = { hours: 72 } as const;

/**
 * Makes a link that signs a person in once. One made for a merchant opens that merchant alone; the operator's opens all of the
 * person's.
 *
 * @param merchantId null for the operator's
 * @returns the secret behind `#token=`, shown this one time, and when it expires
 */
export async function createSignInLink(
  db: Db,
  { userId, merchantId }: SignInLink,
): Promise<{ token: string; expiresAt: string }> {
  const token = newSecret();
  const { createdAt, expiresAt } = linkExpiry();
  const row = { id: newId(), token_hash: hashOfSecret(token), user_id: userId, merchant_id: merchantId };
  await db
    .insertInto("sign_in_link")
    .values({ ...row, created_at: createdAt, expires_at: expiresAt, used_at: null })
    .execute();
  return { token, expiresAt };
}

/** When a link that is made now expires, in real time. */
export function linkExpiry(): { createdAt: string; expiresAt: string } {
  const now = wallClock();
  return { createdAt: formatInstant(now), expiresAt: formatInstant(now.add(validity)) };
}

/** Whose link it is; undefined where it is unknown, expired or used. */
export function findSignInLink(db: Db, token: string): Promise<SignInLink | undefined> {
  const { hash, now } = lookupOf(token);
  return db
    .selectFrom("sign_in_link")
    .select(["user_id as userId", "merchant_id as merchantId"])
    .where("token_hash", "=", hash)
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .executeTakeFirst();
}

/** Uses a link up, and says whether it was there to be used: of two who come at once one gets in. */
export async function spendSignInLink(tx: Tx, token: string): Promise<boolean> {
  const { hash, now } = lookupOf(token);
  const used = await tx
    .updateTable("sign_in_link")
    .set({ used_at: now })
    .where("token_hash", "=", hash)
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .returning("id")
    .executeTakeFirst();
  return used !== undefined;
}

function lookupOf(token: string): { hash: Buffer; now: string } {
  return { hash: hashOfSecret(token), now: formatInstant(wallClock()) };
}

/**
 * Ends the links that members made to a merchant, and the sessions that such links began: who made one may hold it, or be behind it.
 * The operator's links, and sessions that began otherwise, stay.
 */
export async function endLinksOfMerchant(tx: Tx, merchantId: string): Promise<void> {
  await tx
    .updateTable("sign_in_link")
    .set({ used_at: formatInstant(wallClock()) })
    .where("merchant_id", "=", merchantId)
    .where("used_at", "is", null)
    .execute();
  await tx.deleteFrom("user_session").where("merchant_id", "=", merchantId).where("is_bound", "=", true).execute();
}

/** Where a link leads on the server; what is behind `#` never reaches one or its log. */
export function signInPath(token: string): string {
  return `/sign-in#token=${token}`;
}

export async function forgetOldLinks(db: Db): Promise<void> {
  await db.deleteFrom("sign_in_link").where("expires_at", "<", formatInstant(wallClock())).execute();
}
