import type { IncomingMessage } from "node:http";
import type { FastifyRequest } from "fastify";
import { headerValues } from "./raw-headers.ts";

const name = "accord_session";
const flowName = "accord_oidc";
const flowSeconds = 10 * 60;

/** The session token of a request; undefined if it has none, or more than one. */
export function sessionCookieOf(request: IncomingMessage): string | undefined {
  return cookieOf(request, name);
}

/** The cookie that a browser brought back from an identity provider. */
export function flowCookieOf(request: IncomingMessage): string | undefined {
  return cookieOf(request, flowName);
}

/** The cookie for a sign-in at an identity provider; an empty value deletes it. */
export function flowCookie(request: FastifyRequest, value: string): string {
  const seconds = value === "" ? 0 : flowSeconds;
  return `${flowName}=${value}; Path=/v3/session/oidc; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secureFor(request)}`;
}

function cookieOf(request: IncomingMessage, wanted: string): string | undefined {
  const values = headerValues(request, "cookie")
    .flatMap((header) => header.split(";"))
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${wanted}=`))
    .map((pair) => pair.slice(wanted.length + 1));
  const [value] = values;
  return values.length === 1 && value !== undefined && /^[\w-]{1,1024}$/.test(value) ? value : undefined;
}

/** Not readable by scripts, not sent with writes of other sites, and only by https if it was set by https. */
export function sessionCookie(request: FastifyRequest, token: string, seconds: number): string {
  return `${name}=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secureFor(request)}`;
}

export function clearedCookie(request: FastifyRequest): string {
  return `${name}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0${secureFor(request)}`;
}

function secureFor({ protocol }: FastifyRequest): string {
  return protocol === "https" ? "; Secure" : "";
}
