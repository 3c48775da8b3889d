import { forbidden, invalidIssues } from "../../kernel/errors.ts";
import type { Change } from "../audit.ts";
import type { Db, Tx } from "../db/pool.ts";
import { TransportError } from "../http/errors.ts";
import { type Platform, write } from "../write.ts";
import { activeMemberships, landingOf } from "./memberships.ts";
import { hashPassword, longestPassword, passwordMatches, shortestPassword } from "./password.ts";
import { endSession, endSessionsOf, type Session, startSession, turnSession } from "./sessions.ts";
import { type Braked, holdBrake, releaseBrake } from "./sign-in-brake.ts";
import { findSignInLink, spendSignInLink } from "./sign-in-links.ts";

/** The network address and the id of a sign-in request. */
export type Visit = { readonly address: string; readonly requestId: string };

/**
 * Signs a person in by password.
 *
 * @returns the secret of the new session
 * @throws TransportError 401 SIGN_IN_FAILED, the same and after the same time for a wrong email address and a wrong password; 429
 * after too many failures
 */
export async function signInByPassword(
  platform: Platform,
  { email, password }: { readonly email: string; readonly password: string },
  visit: Visit,
): Promise<string> {
  const { db } = platform;
  const braked = { email, address: visit.address };
  await rejectBraked(db, braked);
  const user = await userByEmail(db, email);
  const isRight = await passwordMatches(password, user?.password_hash ?? null);
  const landing = isRight && user !== undefined ? await landingOf(db, user.id) : undefined;
  if (user === undefined || landing === undefined) {
    throw new TransportError({
      ...{ status: 401, errorCode: "SIGN_IN_FAILED" },
      message: "The e-mail address or the password is wrong.",
    });
  }
  await releaseBrake(db, braked);
  return start(platform, { userId: user.id, merchantId: landing, method: "PASSWORD", isBound: false }, visit);
}

/**
 * Signs a person in by a link, which is used up.
 *
 * @throws TransportError 401 SIGN_IN_LINK_INVALID if it is unknown, expired or used, or its person is no longer a member
 */
export async function signInByLink(platform: Platform, token: string, visit: Visit): Promise<string> {
  const link = await findSignInLink(platform.db, token);
  const landing = link === undefined ? undefined : await landingOf(platform.db, link.userId, link.merchantId);
  if (link === undefined || landing === undefined) throw linkInvalid();
  const isBound = link.merchantId !== null;
  return start(platform, { userId: link.userId, merchantId: landing, method: "LINK", isBound }, visit, async (tx) => {
    if (!(await spendSignInLink(tx, token))) throw linkInvalid();
  });
}

/** Signs in the member whose email address an identity provider has verified; undefined if there is no such member. */
export async function signInByEmail(platform: Platform, email: string, visit: Visit): Promise<string | undefined> {
  const user = await userByEmail(platform.db, email);
  const landing = user === undefined ? undefined : await landingOf(platform.db, user.id);
  if (user === undefined || landing === undefined) return undefined;
  return start(platform, { userId: user.id, merchantId: landing, method: "OIDC", isBound: false }, visit);
}

/** Ends a session. */
export async function signOut(platform: Platform, session: Session, requestId: string) {
  await noted(platform, { ...session, action: "session.end" }, requestId, (tx) => endSession(tx, session.id));
}

/** Ends all sessions of the person of a session. */
export async function signOutEverywhere(platform: Platform, session: Session, requestId: string) {
  const note = { ...session, action: "session.end-all" };
  await noted(platform, note, requestId, (tx) => endSessionsOf(tx, session.userId));
}

/** Switches a session to another merchant of the same person, and records it in that merchant's audit log. */
export async function switchMerchant(platform: Platform, session: Session, merchantId: string, requestId: string) {
  const turned = { userId: session.userId, merchantId };
  await noted(platform, { ...turned, action: "session.switch" }, requestId, (tx) =>
    turnSession(tx, session.id, turned),
  );
}

/**
 * Sets or changes the password of the person of a session, and ends all other sessions of the person.
 *
 * @throws DomainError VALIDATION_FAILED, PASSWORD_WRONG, SESSION_BOUND; TransportError 429
 */
export async function changePassword(
  platform: Platform,
  session: Session,
  wanted: { readonly currentPassword?: string | undefined; readonly newPassword: string },
  visit: Visit,
): Promise<void> {
  const { db } = platform;
  const user = await db.selectFrom("app_user").selectAll().where("id", "=", session.userId).executeTakeFirstOrThrow();
  rejectWeak(wanted.newPassword, user.email);
  // A person who came by a link need not know the old password: they forgot it, or never had one.
  if (session.method !== "LINK" && user.password_hash !== null) {
    const braked = { email: user.email, address: visit.address };
    await requirePassword(db, braked, { sent: wanted.currentPassword, stored: user.password_hash });
  }
  // A link that one merchant made must not lead to a password that opens other merchants of the same person.
  if (session.isBound && (await activeMemberships(db, session.userId)).length > 1) {
    throw forbidden(
      "SESSION_BOUND",
      "You are a member of several merchants: sign in without the link to change your password.",
    );
  }
  const hash = await hashPassword(wanted.newPassword);
  await noted(platform, { ...session, action: "user.change-password" }, visit.requestId, async (tx) => {
    await tx.updateTable("app_user").set({ password_hash: hash }).where("id", "=", session.userId).execute();
    await endSessionsOf(tx, session.userId, session.id);
  });
}

/** @param spend uses up a link or the like, in the same transaction; the sign-in fails if it does */
function start(
  platform: Platform,
  session: Omit<Session, "id" | "role">,
  { requestId }: Visit,
  spend?: (tx: Tx) => Promise<void>,
): Promise<string> {
  const changes = [{ path: "/method", from: null, to: session.method }];
  return noted(platform, { ...session, action: "session.start", changes }, requestId, async (tx) => {
    await spend?.(tx);
    return startSession(tx, session);
  });
}

type Note = Pick<Session, "userId" | "merchantId"> & { readonly action: string; readonly changes?: readonly Change[] };

/** Changes something about a person, and records it in the audit log of the session's merchant, in one transaction. */
function noted<T>(
  platform: Platform,
  { userId, merchantId, action, changes = [] }: Note,
  requestId: string,
  change: (tx: Tx) => Promise<T>,
): Promise<T> {
  return write(platform, { merchantId, actor: { kind: "USER", id: userId }, requestId }, async (ctx) => {
    ctx.audit({ action, entityType: "MEMBER", entityId: userId, changes });
    return change(ctx.tx);
  });
}

function linkInvalid(): TransportError {
  return new TransportError({
    ...{ status: 401, errorCode: "SIGN_IN_LINK_INVALID" },
    message: "The link was used, has expired or is incomplete: ask for a new one.",
  });
}

async function requirePassword(
  db: Db,
  braked: Braked,
  { sent, stored }: { readonly sent: string | undefined; readonly stored: string },
): Promise<void> {
  if (sent !== undefined) await rejectBraked(db, braked);
  if (sent === undefined || !(await passwordMatches(sent, stored))) {
    const message = "currentPassword is not your password.";
    throw invalidIssues([{ path: "/currentPassword", code: "PASSWORD_WRONG", message }], "PASSWORD_WRONG");
  }
  await releaseBrake(db, braked);
}

async function rejectBraked(db: Db, braked: Braked): Promise<void> {
  const seconds = await holdBrake(db, braked);
  if (seconds === undefined) return;
  throw new TransportError({
    ...{ status: 429, errorCode: "RATE_LIMITED" },
    message: `Too many sign-ins have failed. Try again in ${seconds} s.`,
    headers: { "retry-after": String(seconds) },
  });
}

function userByEmail(db: Db, email: string) {
  return db
    .selectFrom("app_user")
    .select(["id", "password_hash"])
    .where((eb) => eb(eb.fn<string>("lower", ["email"]), "=", email.trim().toLowerCase()))
    .executeTakeFirst();
}

function rejectWeak(password: string, email: string): void {
  const length = [...password].length;
  const problems = [
    ...(length < shortestPassword || length > longestPassword
      ? [`newPassword must have ${shortestPassword} to ${longestPassword} characters.`]
      : []),
    ...(password.toLowerCase().includes(email.toLowerCase()) ? ["newPassword must not be your e-mail address."] : []),
  ];
  if (problems.length === 0) return;
  throw invalidIssues(problems.map((message) => ({ path: "/newPassword", code: "LENGTH", message })));
}
