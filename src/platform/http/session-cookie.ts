import type { IncomingMessage } from "node:http";
import type { FastifyRequest } from "fastify";
import { headerValues } from "./raw-headers.ts";

const name = "accord_session";

/** The session that a request names; undefined for none, and for more than one. */
export function sessionCookieOf(request: IncomingMessage): string | undefined {
  const values = headerValues(request, "cookie")
    .flatMap((header) => header.split(";"))
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
  const [value] = values;
  return values.length === 1 && value !== undefined && /^[\w-]{1,128}$/.test(value) ? value : undefined;
}

/** Out of the reach of scripts, not sent along with writes of other sites, and by https alone where it was given by https. */
export function sessionCookie(request: FastifyRequest, token: string, seconds: number): string {
  return `${name}=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secureFor(request)}`;
}

export function clearedCookie(request: FastifyRequest): string {
  return `${name}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0${secureFor(request)}`;
}

function secureFor({ protocol }: FastifyRequest): string {
  return protocol === "https" ? "; Secure" : "";
}
