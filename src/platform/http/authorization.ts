import type { IncomingMessage } from "node:http";
import type { Principal } from "./endpoint.ts";
import { TransportError } from "./errors.ts";
import { headerValues } from "./raw-headers.ts";

/** Finds the live key; undefined for everything else: unknown, revoked, expired, wrong check sum. */
export type Authenticate = (key: string) => Promise<Principal | undefined>;

const longestKey = 512;

/**
 * The principal of the request's `Authorization` header: `Bearer <key>` or the bare key (behaviour AUT-1). Everything
 * that is not a live key answers one and the same 401, so nothing is learned about keys by trying.
 */
export async function principalOf(request: IncomingMessage, authenticate: Authenticate): Promise<Principal> {
  const headers = headerValues(request, "authorization");
  if (headers.every((header) => header.trim() === "")) {
    throw unauthorized(
      "API_KEY_MISSING",
      "Send your API key in the Authorization header: Authorization: Bearer <key>.",
    );
  }
  const key = headers.length === 1 ? keyFrom(headers[0] ?? "") : undefined;
  const principal = key === undefined ? undefined : await authenticate(key);
  if (principal === undefined) throw unauthorized("API_KEY_INVALID", "The API key is not valid.");
  return principal;
}

function keyFrom(header: string): string | undefined {
  const key = /^(?:bearer +)?([!-~]+)$/i.exec(header)?.[1];
  return key === undefined || key.length > longestKey ? undefined : key;
}

function unauthorized(errorCode: "API_KEY_MISSING" | "API_KEY_INVALID", message: string): TransportError {
  return new TransportError({ status: 401, errorCode, message, headers: { "www-authenticate": "Bearer" } });
}
