import type { FastifyRequest } from "fastify";
import { forbidden } from "../../kernel/errors.ts";
import type { Session, SignInMethod } from "../auth/sessions.ts";
import type { Principal } from "./endpoint.ts";
import { TransportError } from "./errors.ts";
import { headerValues } from "./raw-headers.ts";
import { isFromOwnPage } from "./same-origin.ts";
import { sessionCookieOf } from "./session-cookie.ts";

/** A person who is signed in, identified by the session cookie. */
export type SessionPrincipal = Principal & {
  readonly keyId: null;
  readonly session: Session;
  /** The CSRF token that the session's own pages send with a write. */
  readonly csrfToken: string;
};

/**
 * Finds the principal of a key or session sent from a network address; undefined for anything else: unknown, revoked, expired,
 * wrong checksum.
 */
export type Authenticate = {
  /** The ways to sign in, shown to people who are not signed in. */
  readonly signInMethods: readonly SignInMethod[];
  readonly key: (key: string, address: string) => Promise<Principal | undefined>;
  readonly session: (token: string, address: string) => Promise<SessionPrincipal | undefined>;
  /** The principal of a signed address, by the URL as requested. */
  readonly download: (url: string, address: string) => Promise<Principal | undefined>;
};

const longestKey = 512;

/**
 * The principal of a request: that of a signed address, if the request has one (ADR 0081); else that of the key in the
 * `Authorization` header, `Bearer <key>` or the bare key (behaviour AUT-1); without the header, the person of the session cookie.
 * Every key that is not valid gets the same 401, so that nothing can be learned about keys by trying.
 */
export async function principalOf(request: FastifyRequest, authenticate: Authenticate): Promise<Principal> {
  if (request.originalUrl !== request.raw.url) {
    const holder = await authenticate.download(request.originalUrl, request.ip);
    if (holder === undefined) throw downloadInvalid();
    return holder;
  }
  const headers = headerValues(request.raw, "authorization");
  if (headers.every((header) => header.trim() === "")) {
    const session = await sessionOrNone(request, authenticate);
    if (session !== undefined) return session;
    throw unauthorized(
      "API_KEY_MISSING",
      "Send your API key in the Authorization header: Authorization: Bearer <key>.",
    );
  }
  const key = headers.length === 1 ? keyFrom(headers[0] ?? "") : undefined;
  const principal = key === undefined ? undefined : await authenticate.key(key, request.ip);
  if (principal === undefined) throw unauthorized("API_KEY_INVALID", "The API key is not valid.");
  return principal;
}

/** The person of the session cookie. Keys are not accepted. */
export async function sessionPrincipalOf(
  request: FastifyRequest,
  authenticate: Authenticate,
): Promise<SessionPrincipal> {
  const session = await sessionOrNone(request, authenticate);
  if (session === undefined) throw sessionInvalid(authenticate);
  return session;
}

/**
 * The session of the cookie; undefined without a cookie. Browsers send cookies also with requests that pages of other sites cause,
 * so a write must come from our own pages and carry the session's CSRF token, which other sites cannot read.
 */
async function sessionOrNone(
  request: FastifyRequest,
  authenticate: Authenticate,
): Promise<SessionPrincipal | undefined> {
  const token = sessionCookieOf(request.raw);
  if (token === undefined) return undefined;
  const session = await authenticate.session(token, request.ip);
  if (session === undefined) throw sessionInvalid(authenticate);
  const isWrite = request.method !== "GET" && request.method !== "HEAD";
  if (isWrite && !(isFromOwnPage(request) && request.headers["x-csrf-token"] === session.csrfToken)) {
    const message =
      "Send the csrfToken of GET /v3/session in the header X-CSRF-Token, from a page of this server; after a switch to another merchant, that of the answer.";
    throw forbidden("CSRF_INVALID", message);
  }
  return session;
}

function keyFrom(header: string): string | undefined {
  const key = /^(?:bearer +)?([!-~]+)$/i.exec(header)?.[1];
  return key === undefined || key.length > longestKey ? undefined : key;
}

function unauthorized(errorCode: "API_KEY_MISSING" | "API_KEY_INVALID", message: string): TransportError {
  return new TransportError({ status: 401, errorCode, message, headers: { "www-authenticate": "Bearer" } });
}

function downloadInvalid(): TransportError {
  const message = "The link has expired or was changed, or its key or session has ended; make another one.";
  return new TransportError({ status: 401, errorCode: "DOWNLOAD_INVALID", message });
}

/** It leaves the cookie alone: a late answer to a request from before a sign-in would delete the cookie of the new session. */
function sessionInvalid({ signInMethods }: Authenticate): TransportError {
  return new TransportError({
    status: 401,
    errorCode: "SESSION_INVALID",
    message: "You are not signed in, or your session has ended: sign in again.",
    details: { signInMethods },
    headers: { "www-authenticate": "Bearer" },
  });
}
