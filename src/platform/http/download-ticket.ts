import { createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { parseQuery, pathOf } from "./url-query.ts";

/** The contents of a signed address, before its signature is checked. */
export type Ticket = {
  /** The kind and id of the key or session that made it. */
  readonly kind: "KEY" | "SESSION";
  readonly id: string;
  /** Seconds since 1970, in real time. */
  readonly expiresAt: number;
  readonly signature: string;
  /** The path and query that it is valid for: `/v3/invoices?format=csv`. */
  readonly target: string;
};

const prefix = "/v3/downloads/";
/** The usual beginning of a target, which the address leaves out; a target in `/v3.1/` keeps its version. */
const usual = "/v3/";
const letters = { KEY: "k", SESSION: "s" } as const;
const pattern = /^([ks])([0-9a-f]{32})-([0-9a-z]{1,10})-([\w-]{43})\/(.+)$/;

/** What is signed, with the secret to sign it with. */
export type Signed = Omit<Ticket, "signature"> & {
  readonly merchantId: string;
  /** The stored hash of the key's or session's secret. */
  readonly secretHash: Uint8Array;
};

/** The path of a signed address: the ticket followed by the target, so that the name of the file stays visible. */
export function addressOf(signed: Signed): string {
  const { kind, id, expiresAt, target } = signed;
  const ticket = `${letters[kind]}${id.replaceAll("-", "")}-${expiresAt.toString(36)}-${signatureOf(signed)}`;
  return `${prefix}${ticket}/${target.startsWith(usual) ? target.slice(usual.length) : target.slice(1)}`;
}

/** The ticket of a URL; undefined if it is no signed address. */
export function ticketOf(url: string): Ticket | undefined {
  if (!url.startsWith(prefix)) return undefined;
  const match = pattern.exec(url.slice(prefix.length));
  if (match === null) return undefined;
  const [, letter, hex = "", expiry = "", signature = "", rest = ""] = match;
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  const kind = letter === letters.KEY ? "KEY" : "SESSION";
  const target = rest.startsWith("v3.1/") ? `/${rest}` : `${usual}${rest}`;
  return { kind, id, expiresAt: Number.parseInt(expiry, 36), signature, target };
}

/** The URL that a request is routed by: the target of a signed address, or else the URL itself. */
export function withoutTicket({ method, url = "/" }: IncomingMessage): string {
  return method === "GET" || method === "HEAD" ? (ticketOf(url)?.target ?? url) : url;
}

export function isSignedFor(ticket: Ticket, of: Pick<Signed, "merchantId" | "secretHash">): boolean {
  return timingSafeEqual(Buffer.from(ticket.signature), Buffer.from(signatureOf({ ...ticket, ...of })));
}

function signatureOf({ kind, id, expiresAt, target, merchantId, secretHash }: Signed): string {
  // Decoded, because programs that open addresses escape more or less of them than we do.
  const query = [...(parseQuery(target) ?? [])];
  const text = JSON.stringify(["accord download", kind, id, merchantId, expiresAt, pathOf(target), query]);
  return createHmac("sha256", secretHash).update(text).digest("base64url");
}
