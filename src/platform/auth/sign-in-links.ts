import { newId } from "../../kernel/ids.ts";
import { formatInstant, wallClock } from "../clock.ts";
import type { Db, Tx } from "../db/pool.ts";
import { hashOfSecret, newSecret } from "./secret.ts";

/** The person whom a link signs in, and the only merchant that it opens; null: all merchants of the person. */
export type SignInLink = { readonly userId: string; readonly merchantId: string | null };

/** Long enough for an invitation that is sent before a weekend. */
const validity = { hours: 72 } as const;

/**
 * Makes a link that signs a person in once: to one merchant only, or, from the operator, to all merchants of the person.
 *
 * @param merchantId null for a link of the operator
 * @returns the secret behind `#token=`, which is shown only here, and when it expires
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

/** When a link made now expires, in real time. */
export function linkExpiry(): { createdAt: string; expiresAt: string } {
  const now = wallClock();
  return { createdAt: formatInstant(now), expiresAt: formatInstant(now.add(validity)) };
}

/** The link of a token; undefined if it is unknown, expired or used. */
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

/** Uses a link up. False if it was not there: of two people who use it at once, one gets in. */
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
 * Ends the links that members of a merchant made, and the sessions begun by them, because the maker of a link may use it. Links of
 * the operator, and sessions begun in other ways, stay.
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

/** The path that a link opens. The token is in the fragment, behind `#`, which browsers do not send to a server, so no log has it. */
export function signInPath(token: string): string {
  return `/sign-in#token=${token}`;
}

export async function deleteOldLinks(db: Db): Promise<void> {
  await db.deleteFrom("sign_in_link").where("expires_at", "<", formatInstant(wallClock())).execute();
}
