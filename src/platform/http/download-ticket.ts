import { createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { parseQuery, pathOf } from "./url-query.ts";

/** What an address for a download says of itself, before anybody has looked whether it is right. */
export type Ticket = {
  /** Made by a key or in a session; the id of it. */
  readonly kind: "KEY" | "SESSION";
  readonly id: string;
  /** Seconds since 1970 in real time. */
  readonly expiresAt: number;
  readonly signature: string;
  /** The path and the query that it is good for: `/v3/invoices?format=csv`. */
  readonly target: string;
};

const prefix = "/v3/downloads/";
/** What most targets begin with, and an address leaves out; one of `/v3.1/` has its version. */
const usual = "/v3/";
const letters = { KEY: "k", SESSION: "s" } as const;
const pattern = /^([ks])([0-9a-f]{32})-([0-9a-z]{1,10})-([\w-]{43})\/(.+)$/;

/** What is signed, and for whom. */
export type Signed = Omit<Ticket, "signature"> & {
  readonly merchantId: string;
  /** The hash of the key's or the session's secret, as it is stored. */
  readonly secretHash: Uint8Array;
};

/** The path of a signed address: the ticket, and behind it the target as it is, so that the name of the file stays in sight. */
export function addressOf(signed: Signed): string {
  const { kind, id, expiresAt, target } = signed;
  const ticket = `${letters[kind]}${id.replaceAll("-", "")}-${expiresAt.toString(36)}-${signatureOf(signed)}`;
  return `${prefix}${ticket}/${target.startsWith(usual) ? target.slice(usual.length) : target.slice(1)}`;
}

/** The ticket of a URL; undefined for any other URL. */
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

/** The URL that a request is carried out as: what a signed address is about, and any other one as it is. */
export function withoutTicket({ method, url = "/" }: IncomingMessage): string {
  return method === "GET" || method === "HEAD" ? (ticketOf(url)?.target ?? url) : url;
}

export function isSignedFor(ticket: Ticket, of: Pick<Signed, "merchantId" | "secretHash">): boolean {
  return timingSafeEqual(Buffer.from(ticket.signature), Buffer.from(signatureOf({ ...ticket, ...of })));
}

function signatureOf({ kind, id, expiresAt, target, merchantId, secretHash }: Signed): string {
  // Decoded: programs that open addresses escape more or less of them than we do.
  const query = [...(parseQuery(target) ?? [])];
  const text = JSON.stringify(["accord download", kind, id, merchantId, expiresAt, pathOf(target), query]);
  return createHmac("sha256", secretHash).update(text).digest("base64url");
}
