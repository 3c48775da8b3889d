import { createHmac } from "node:crypto";
import { newId } from "../../kernel/ids.ts";
import { formatInstant, wallClock } from "../clock.ts";
import type { Db, Tx } from "../db/pool.ts";
import type { MemberRole } from "./roles.ts";
import { hashOfSecret, newSecret } from "./secret.ts";

/** The ways to sign in. */
export const signInMethods = ["PASSWORD", "LINK", "OIDC"] as const;
export type SignInMethod = (typeof signInMethods)[number];

/** A session: who is signed in, to which merchant, and in which role now. */
export type Session = {
  readonly id: string;
  readonly userId: string;
  readonly merchantId: string;
  readonly role: MemberRole;
  readonly method: SignInMethod;
  /** True if the session began with a link of one merchant; it can switch to no other. */
  readonly isBound: boolean;
};

/** A session ends after this time in any case, and after the shorter one without use. */
export const longestSession = { hours: 14 * 24 } as const;
const longestIdle = { hours: 12 } as const;

/**
 * Starts a session and makes its merchant the one that the person last signed in to.
 *
 * @returns the secret for the cookie; only its hash is stored
 */
export async function startSession(
  tx: Tx,
  session: Pick<Session, "userId" | "merchantId" | "method" | "isBound">,
): Promise<string> {
  const token = newSecret();
  const now = wallClock();
  await tx
    .insertInto("user_session")
    .values({
      id: newId(),
      token_hash: hashOfSecret(token),
      user_id: session.userId,
      merchant_id: session.merchantId,
      method: session.method,
      is_bound: session.isBound,
      created_at: formatInstant(now),
      last_seen_at: formatInstant(now),
      expires_at: formatInstant(now.add(longestSession)),
    })
    .execute();
  await noteLastMerchant(tx, session);
  return token;
}

/** The session of a token; undefined if it is unknown or has ended, or its person is no longer an active member of its merchant. */
export async function findSession(db: Db, token: string): Promise<Session | undefined> {
  return (await findLiveSession(db, "token_hash", hashOfSecret(token)))?.session;
}

/** As {@link findSession}, for a session known by its id, with the stored hash of its secret. */
export async function findSessionById(db: Db, id: string) {
  return findLiveSession(db, "user_session.id", id);
}

async function findLiveSession(
  db: Db,
  column: "token_hash" | "user_session.id",
  value: Buffer | string,
): Promise<{ readonly session: Session; readonly tokenHash: Buffer } | undefined> {
  const now = wallClock();
  const row = await db
    .selectFrom("user_session")
    .innerJoin("membership", (join) =>
      join
        .onRef("membership.merchant_id", "=", "user_session.merchant_id")
        .onRef("membership.user_id", "=", "user_session.user_id"),
    )
    .select(["user_session.id", "user_session.user_id", "user_session.merchant_id", "method", "is_bound", "role"])
    .select("token_hash")
    .where(column, "=", value)
    .where("membership.status", "=", "ACTIVE")
    .where("expires_at", ">", formatInstant(now))
    .where("last_seen_at", ">", formatInstant(now.subtract(longestIdle)))
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { id, user_id: userId, merchant_id: merchantId, role, method, is_bound: isBound } = row;
  return { session: { id, userId, merchantId, role, method, isBound }, tokenHash: row.token_hash };
}

/**
 * The CSRF token of a session: pages send it with each write to show that they are our own. It does not reveal the session's
 * secret. It depends on the merchant too, so that a page that still shows another merchant, after a switch in another window,
 * cannot write to this one.
 */
export function csrfTokenOf(token: string, merchantId: string): string {
  return createHmac("sha256", token).update(`accord csrf ${merchantId}`).digest("base64url");
}

/** Switches a session to another merchant of the same person. */
export async function turnSession(
  tx: Tx,
  sessionId: string,
  turned: Pick<Session, "userId" | "merchantId">,
): Promise<void> {
  await tx.updateTable("user_session").set({ merchant_id: turned.merchantId }).where("id", "=", sessionId).execute();
  await noteLastMerchant(tx, turned);
}

export async function endSession(tx: Tx, sessionId: string): Promise<void> {
  await tx.deleteFrom("user_session").where("id", "=", sessionId).execute();
}

/** Ends all sessions of a person, or all but one. */
export async function endSessionsOf(tx: Tx, userId: string, exceptId?: string): Promise<void> {
  let ending = tx.deleteFrom("user_session").where("user_id", "=", userId);
  if (exceptId !== undefined) ending = ending.where("id", "!=", exceptId);
  await ending.execute();
}

/** Deletes sessions that have expired. */
export async function deleteOldSessions(db: Db): Promise<void> {
  const now = wallClock();
  await db
    .deleteFrom("user_session")
    .where((row) =>
      row.or([
        row("expires_at", "<=", formatInstant(now)),
        row("last_seen_at", "<=", formatInstant(now.subtract(longestIdle))),
      ]),
    )
    .execute();
}

async function noteLastMerchant(tx: Tx, { userId, merchantId }: Pick<Session, "userId" | "merchantId">): Promise<void> {
  await tx.updateTable("app_user").set({ last_merchant_id: merchantId }).where("id", "=", userId).execute();
}
