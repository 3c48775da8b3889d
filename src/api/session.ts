import type { FastifyInstance, FastifyRequest } from "fastify";
import { type Static, Type } from "typebox";
import { required } from "../kernel/assert.ts";
import { forbidden, type Issue } from "../kernel/errors.ts";
import { activeMemberships, userOf } from "../platform/auth/memberships.ts";
import { memberRoles } from "../platform/auth/roles.ts";
import { csrfTokenOf, findSession, longestSession, type Session, signInMethods } from "../platform/auth/sessions.ts";
import {
  changePassword,
  signInByLink,
  signInByPassword,
  signOut,
  signOutEverywhere,
  switchMerchant,
  type Visit,
} from "../platform/auth/sign-in.ts";
import { recordNotFound, rejectionOf } from "../platform/http/error-codes.ts";
import { openRoute, sessionRoute } from "../platform/http/open-route.ts";
import { clearedCookie, sessionCookie, sessionCookieOf } from "../platform/http/session-cookie.ts";
import {
  both,
  Closed,
  Email,
  MultilineText,
  Named,
  Nullable,
  neither,
  OneOf,
  Text,
  Uuid,
} from "../platform/http/wire.ts";
import type { Platform } from "../platform/write.ts";

const tag = "Session";

const SignInBody = Closed(
  {
    email: Type.Optional(Email()),
    password: Type.Optional(MultilineText(1, 1024, { description: "With email." })),
    token: Type.Optional(Text(1, 128, { description: "Of a one-time link, in place of email and password." })),
  },
  {
    never: [
      ...[both("token", "email"), both("token", "password")],
      ...[neither("token", "email"), neither("token", "password")],
    ],
  },
);

const SessionView = Named(
  "Session",
  Closed({
    user: Closed({ id: Uuid(), email: Type.String(), name: Nullable(Type.String()) }),
    role: OneOf(memberRoles, { description: "The person's current role in the merchant." }),
    merchant: Closed({
      id: Uuid(),
      name: Type.String(),
      isSandbox: Type.Boolean(),
      defaultCurrency: Type.String(),
      timeZone: Type.String(),
    }),
    merchants: Type.Array(
      Closed({ id: Uuid(), name: Type.String(), role: OneOf(memberRoles), isSandbox: Type.Boolean() }),
      { description: "Those that the session may switch to, with its own, by name." },
    ),
    csrfToken: Type.String({ description: "For the header X-CSRF-Token of every write with the cookie." }),
    hasPassword: Type.Boolean(),
    signInMethods: Type.Array(OneOf(signInMethods), { description: "The ways to sign in to this server." }),
  }),
);

/** Signing in and out, and what a page needs to know about who is signed in (ADR 0070). */
export function registerSessionRoutes(app: FastifyInstance, platform: Platform): void {
  registerSignIn(app, platform);
  registerOwnSession(app, platform);
  registerPassword(app, platform);
}

function registerSignIn(app: FastifyInstance, platform: Platform): void {
  openRoute(app, {
    method: "POST",
    url: "/v3/session",
    operationId: "signIn",
    summary: "Sign in with e-mail and password, or with a one-time link",
    description:
      "Sets the cookie accord_session. It ends after 14 days, or after 12 hours without a request. After repeated failures 429.",
    tag,
    body: SignInBody,
    payload: SessionView,
    successStatus: 201,
    errors: [400],
    errorCodes: ["SIGN_IN_FAILED", "SIGN_IN_LINK_INVALID", "CSRF_INVALID"],
    handler: async ({ body, transport }) => {
      const wanted = signInFrom(body);
      const visit = visitOf(transport);
      const token =
        "token" in wanted
          ? await signInByLink(platform, wanted.token, visit)
          : await signInByPassword(platform, wanted, visit);
      const session = required(await findSession(platform.db, token), "the session that was just started");
      return {
        payload: await sessionView(app, platform, { session, token }),
        message: "Signed in.",
        headers: { "set-cookie": sessionCookie(transport, token, longestSession.hours * 3_600) },
      };
    },
  });
}

function registerOwnSession(app: FastifyInstance, platform: Platform): void {
  sessionRoute(app, {
    method: "GET",
    url: "/v3/session",
    operationId: "getSession",
    summary: "Get who is signed in, and to which merchant",
    tag,
    payload: SessionView,
    successStatus: 200,
    errors: [],
    handler: async ({ transport }, { session }) => ({
      payload: await sessionView(app, platform, { session, token: tokenOf(transport) }),
      message: "Session.",
    }),
  });

  sessionRoute(app, {
    method: "PATCH",
    url: "/v3/session",
    operationId: "switchMerchant",
    summary: "Switch to another merchant of the same person",
    tag,
    body: Closed({ merchantId: Uuid() }),
    payload: SessionView,
    successStatus: 200,
    errors: [400, 404],
    errorCodes: ["SESSION_BOUND", "MERCHANT_NOT_FOUND"],
    handler: async ({ body: { merchantId }, transport }, { session }) => {
      const memberships = await activeMemberships(platform.db, session.userId);
      const membership = memberships.find((each) => each.merchantId === merchantId);
      if (membership === undefined) throw recordNotFound("MERCHANT_NOT_FOUND");
      if (session.isBound && merchantId !== session.merchantId) {
        throw forbidden(
          "SESSION_BOUND",
          "The link that you signed in with opens one merchant only: sign in with your password.",
        );
      }
      if (merchantId !== session.merchantId) await switchMerchant(platform, session, merchantId, transport.id);
      const switched = { ...session, merchantId, role: membership.role };
      return {
        payload: await sessionView(app, platform, { session: switched, token: tokenOf(transport) }),
        message: "Switched.",
      };
    },
  });

  sessionRoute(app, {
    method: "DELETE",
    url: "/v3/session",
    operationId: "signOut",
    summary: "Sign out",
    tag,
    query: { everywhere: { description: "On every device.", format: "boolean" } },
    payload: Closed({ success: Type.Boolean() }),
    successStatus: 200,
    errors: [400],
    handler: async ({ query, transport }, { session }) => {
      const end = query.everywhere === "true" ? signOutEverywhere : signOut;
      await end(platform, session, transport.id);
      return {
        payload: { success: true },
        message: "Signed out.",
        headers: { "set-cookie": clearedCookie(transport) },
      };
    },
  });
}

function registerPassword(app: FastifyInstance, platform: Platform): void {
  sessionRoute(app, {
    method: "POST",
    url: "/v3/session/password",
    operationId: "changePassword",
    summary: "Set or change your password",
    description:
      "Ends all other sessions of the person. Needs the current password, unless there is none or you signed in by a one-time link.",
    tag,
    body: Closed({ currentPassword: Type.Optional(MultilineText(1, 1024)), newPassword: MultilineText(1, 1024) }),
    payload: Closed({ success: Type.Boolean() }),
    successStatus: 200,
    errors: [400],
    errorCodes: ["PASSWORD_WRONG", "SESSION_BOUND"],
    handler: async ({ body, transport }, { session }) => {
      await changePassword(platform, session, body, visitOf(transport));
      return { payload: { success: true }, message: "Password changed." };
    },
  });
}

type Wanted = { readonly token: string } | { readonly email: string; readonly password: string };

function signInFrom({ email, password, token }: Static<typeof SignInBody>): Wanted {
  const others = { email, password };
  const missing = (name: string): Issue => ({ path: `/${name}`, code: "REQUIRED", message: `${name} is missing.` });
  if (token !== undefined) {
    const extra = Object.entries(others).filter(([, value]) => value !== undefined);
    if (extra.length === 0) return { token };
    const message = "Send a token alone, or email and password.";
    throw rejectionOf(extra.map(([name]) => ({ path: `/${name}`, code: "NOT_SUPPORTED", message })));
  }
  if (email !== undefined && password !== undefined) return { email, password };
  throw rejectionOf(Object.entries(others).flatMap(([name, value]) => (value === undefined ? [missing(name)] : [])));
}

function visitOf({ ip, id }: FastifyRequest): Visit {
  return { address: ip, requestId: id };
}

function tokenOf({ raw }: FastifyRequest): string {
  return required(sessionCookieOf(raw), "the cookie of a session that was found");
}

async function sessionView(
  app: FastifyInstance,
  { db }: Platform,
  { session, token }: { readonly session: Session; readonly token: string },
): Promise<Static<typeof SessionView>> {
  const memberships = await activeMemberships(db, session.userId);
  const own = required(
    memberships.find(({ merchantId }) => merchantId === session.merchantId),
    "the merchant of a live session",
  );
  const { email, hasPassword } = await userOf(db, session.userId);
  const { merchantId, merchantName, isSandbox, defaultCurrency, timeZone } = own;
  return {
    user: { id: session.userId, email, name: own.name },
    role: session.role,
    merchant: { id: merchantId, name: merchantName, isSandbox, defaultCurrency, timeZone },
    merchants: memberships
      .filter((each) => each === own || !session.isBound)
      .map((each) => ({ id: each.merchantId, name: each.merchantName, role: each.role, isSandbox: each.isSandbox })),
    csrfToken: csrfTokenOf(token, merchantId),
    hasPassword,
    signInMethods: [...app.http.authenticate.signInMethods],
  };
}
