import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Authenticate } from "./authorization.ts";
import { TransportError } from "./errors.ts";
import { type FairTurns, fairTurns } from "./fair-turns.ts";
import { networkOf } from "./network.ts";

const minutesRemembered = 10;
const secretsRemembered = 10_000;
/** For so long a key that was wrong keeps its turn where others of its address wait: who tries keys tries a hundred a second at most. */
const pauseMilliseconds = 20;

/**
 * Looks keys and sessions up that nobody has seen to be right of late, few at a time for each address and few in all: made-up ones wait for
 * each other, and take no connection from those who have a key (ADR 0058). What was right within ten minutes waits for nothing; whether it
 * still is, `authenticate` says each time.
 *
 * @throws TransportError 429 RATE_LIMITED where too many of an address wait
 */
export function strangerLookups(
  authenticate: Authenticate,
  now: () => number = Date.now,
  pause: () => Promise<unknown> = () => sleep(pauseMilliseconds),
): Authenticate {
  const turns = fairTurns({ perGroup: 2, inAll: 4, waiting: 30, longestWait: 5_000, rejection: tooManyStrangers });
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
    // Many first requests with one key, as when a program starts, are one look.
    const begun = underWay.get(id);
    if (begun !== undefined) return begun;
    const looking = lookUpInTurn(secret, id, address).finally(() => underWay.delete(id));
    underWay.set(id, looking);
    return looking;
  };
}

function tooManyStrangers(): TransportError {
  return new TransportError({
    status: 429,
    errorCode: "RATE_LIMITED",
    message: "Too many requests with unknown keys come from this address. Try again in a moment.",
    headers: { "retry-after": "1" },
  });
}
