import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Authenticate } from "../authorization.ts";
import { TransportError } from "../errors.ts";
import { type FairTurns, fairTurns } from "./fair-turns.ts";
import { networkOf } from "./network.ts";

const minutesRemembered = 10;
const secretsRemembered = 10_000;
/** A wrong key keeps its turn this long while others from its address wait: somebody who tries keys can try a hundred a second at most. */
const pauseMilliseconds = 20;

/**
 * Limits lookups of keys and sessions that have not been found valid recently, for each address and in all: made-up ones wait for
 * each other, and take no connection from those who have a key (ADR 0058). A secret found valid in the last ten minutes does not
 * wait; `authenticate` still checks it each time.
 *
 * @throws TransportError 429 RATE_LIMITED if too many from one address wait
 */
export function unknownKeyLookups(
  authenticate: Authenticate,
  now: () => number = Date.now,
  pause: () => Promise<unknown> = () => sleep(pauseMilliseconds),
): Authenticate {
  const turns = fairTurns({ perGroup: 2, inAll: 4, waiting: 30, longestWait: 5_000, rejection: tooManyUnknownKeys });
  return {
    ...authenticate,
    key: inTurns(authenticate.key, turns, { now, pause }),
    session: inTurns(authenticate.session, turns, { now, pause }),
    download: inTurns(authenticate.download, turns, { now, pause }),
  };
}

type LookUp<Found> = (secret: string, address: string) => Promise<Found | undefined>;

type Timing = { readonly now: () => number; readonly pause: () => Promise<unknown> };

function inTurns<Found>(lookUp: LookUp<Found>, turns: FairTurns, { now, pause }: Timing): LookUp<Found> {
  const seenAt = new Map<string, number>();
  const underWay = new Map<string, Promise<Found | undefined>>();

  const asking = new Map<string, number>();
  const count = (network: string, change: 1 | -1): void => {
    const many = (asking.get(network) ?? 0) + change;
    if (many === 0) asking.delete(network);
    else asking.set(network, many);
  };

  const lookUpInTurn = async (secret: string, id: string, address: string): Promise<Found | undefined> => {
    const network = networkOf(address);
    count(network, 1);
    try {
      using _turn = await turns.take(network);
      const found = await lookUp(secret, address);
      if (found !== undefined) {
        if (seenAt.size >= secretsRemembered) seenAt.clear();
        seenAt.set(id, now());
      } else if ((asking.get(network) ?? 0) > 1) await pause();
      return found;
    } finally {
      count(network, -1);
    }
  };
  return (secret, address) => {
    const id = createHash("sha256").update(secret).digest("base64");
    const seen = seenAt.get(id);
    if (seen !== undefined && now() - seen < minutesRemembered * 60_000) return lookUp(secret, address);
    // Simultaneous first requests with one key, as when a program starts, share one lookup.
    const begun = underWay.get(id);
    if (begun !== undefined) return begun;
    const looking = lookUpInTurn(secret, id, address).finally(() => underWay.delete(id));
    underWay.set(id, looking);
    return looking;
  };
}

function tooManyUnknownKeys(): TransportError {
  return new TransportError({
    status: 429,
    errorCode: "RATE_LIMITED",
    message: "Too many requests with unknown keys come from this address. Try again in a moment.",
    headers: { "retry-after": "1" },
  });
}
