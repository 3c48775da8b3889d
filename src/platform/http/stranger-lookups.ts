import { createHash } from "node:crypto";
import type { Authenticate } from "./authorization.ts";
import type { Principal } from "./endpoint.ts";
import { TransportError } from "./errors.ts";
import { fairTurns } from "./fair-turns.ts";

/** As {@link Authenticate}, of a request from an address. */
export type AuthenticateFrom = (key: string, address: string) => Promise<Principal | undefined>;

const minutesRemembered = 10;
const keysRemembered = 10_000;

/**
 * Looks keys up that nobody has seen to be right of late, few at a time for each address and few in all: made-up keys wait for each
 * other, and take no connection from those who have one (ADR 0058). A key that was right within ten minutes waits for nothing; whether
 * it still is, `authenticate` says each time.
 *
 * @throws TransportError 429 RATE_LIMITED where too many of an address wait
 */
export function strangerLookups(authenticate: Authenticate, now: () => number = Date.now): AuthenticateFrom {
  const seenAt = new Map<string, number>();
  const underWay = new Map<string, Promise<Principal | undefined>>();
  const turns = fairTurns({ perGroup: 2, inAll: 4, waiting: 30, longestWait: 5_000, rejection: tooManyStrangers });

  const lookedUp = async (key: string, id: string, address: string): Promise<Principal | undefined> => {
    using _turn = await turns.take(groupOf(address));
    const principal = await authenticate(key);
    if (principal !== undefined) {
      if (seenAt.size >= keysRemembered) seenAt.clear();
      seenAt.set(id, now());
    }
    return principal;
  };
  return (key, address) => {
    const id = createHash("sha256").update(key).digest("base64");
    const seen = seenAt.get(id);
    if (seen !== undefined && now() - seen < minutesRemembered * 60_000) return authenticate(key);
    // Many first requests with one key, as when a program starts, are one look.
    const begun = underWay.get(id);
    if (begun !== undefined) return begun;
    const looking = lookedUp(key, id, address).finally(() => underWay.delete(id));
    underWay.set(id, looking);
    return looking;
  };
}

/** What counts as one address: of IPv6 a network of 64 bits, all of which one machine may have. */
export function groupOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!address.includes(":")) return address;
  const [front = "", back] = address.split("::");
  const before = front === "" ? [] : front.split(":");
  const after = back === undefined || back === "" ? [] : back.split(":");
  const zeros = back === undefined ? 0 : 8 - before.length - after.length;
  return [...before, ...Array<string>(Math.max(0, zeros)).fill("0"), ...after].slice(0, 4).join(":");
}

function tooManyStrangers(): TransportError {
  return new TransportError({
    status: 429,
    errorCode: "RATE_LIMITED",
    message: "Too many requests with unknown keys come from this address. Try again in a moment.",
    headers: { "retry-after": "1" },
  });
}
