import { wallClock } from "../clock.ts";
import type { Db } from "../db/pool.ts";
import { addressOf, isSignedFor, type Ticket } from "../http/download-ticket.ts";
import type { Principal } from "../http/endpoint.ts";
import { findKey } from "./keys.ts";
import { findSessionById } from "./sessions.ts";

/** Short, because an address is made to be opened at once. */
const validity = { minutes: 15 } as const;

/**
 * Makes an address that downloads one path without an Authorization header. It is valid for 15 minutes, and only while the key or
 * session that made it is valid, with the rights that this has at the time of the download (ADR 0081). Nothing is stored.
 *
 * @param sessionId of a person who is signed in; null with a key
 */
export async function downloadAddress(
  db: Db,
  { keyId, merchantId }: Principal,
  { sessionId, target }: { readonly sessionId: string | null; readonly target: string },
): Promise<{ address: string; expiresAt: Temporal.Instant } | undefined> {
  const who =
    keyId === null ? ({ kind: "SESSION", id: sessionId ?? "" } as const) : ({ kind: "KEY", id: keyId } as const);
  const holder = await holderOf(db, who);
  if (holder === undefined) return undefined;
  const { epochMilliseconds } = wallClock().add(validity);
  const seconds = Math.floor(epochMilliseconds / 1_000);
  const address = addressOf({ ...who, expiresAt: seconds, target, merchantId, secretHash: holder.secretHash });
  return { address, expiresAt: Temporal.Instant.fromEpochMilliseconds(seconds * 1_000) };
}

/**
 * The principal that made an address, with its present rights; undefined if the address has expired or was changed, or its key or
 * session has ended.
 */
export async function principalOfTicket(db: Db, ticket: Ticket): Promise<Principal | undefined> {
  if (ticket.expiresAt * 1_000 <= wallClock().epochMilliseconds) return undefined;
  const holder = await holderOf(db, ticket);
  if (holder === undefined) return undefined;
  const { principal, secretHash } = holder;
  return isSignedFor(ticket, { merchantId: principal.merchantId, secretHash }) ? principal : undefined;
}

async function holderOf(
  db: Db,
  { kind, id }: Pick<Ticket, "kind" | "id">,
): Promise<{ readonly principal: Principal; readonly secretHash: Buffer } | undefined> {
  if (kind === "KEY") return findKey(db, id);
  const found = await findSessionById(db, id);
  if (found === undefined) return undefined;
  const { userId, merchantId, role } = found.session;
  const access = role === "VIEWER" ? "READ_ONLY" : "WRITE";
  return { principal: { keyId: null, userId, merchantId, access, role }, secretHash: found.tokenHash };
}
