import { TransportError } from "../errors.ts";
import { type FairTurns, fairTurns } from "./fair-turns.ts";

/** How many requests of one merchant, or of unknown senders, may run at once, so that they do not delay others (ADR 0058). */
export type MerchantShares = {
  /** Large bodies being read and parsed. */
  readonly reading: FairTurns;
  /** Requests that compute or read for long. */
  readonly heavy: FairTurns;
  /** Requests that wait for something to happen and use little meanwhile. */
  readonly patient: FairTurns;
  /** All other requests, while they are executed. */
  readonly any: FairTurns;
  /** Sign-ins, by network. */
  readonly strangers: FairTurns;
};

const longestWait = 10_000;
const waiting = 100;
const mostPatient = 50;

/**
 * @param connections to the database for requests; one is kept for looking up keys
 * @param perMerchant simultaneous requests of one merchant; two fifths of the connections unless stated
 */
export function merchantShares(
  connections: number,
  perMerchant = Math.max(2, Math.floor(connections * 0.4)),
): MerchantShares {
  const limits = { waiting, longestWait, rejection: tooManyAtOnce };
  return {
    reading: fairTurns({ perGroup: perMerchant, ...limits }),
    heavy: fairTurns({ perGroup: Math.max(1, Math.floor(perMerchant / 2)), ...limits }),
    patient: fairTurns({ ...limits, perGroup: mostPatient, waiting: 0 }),
    any: fairTurns({ perGroup: perMerchant, inAll: Math.max(perMerchant, connections - 1), ...limits }),
    strangers: fairTurns({ perGroup: 2, inAll: 4, waiting: 30, longestWait: 5_000, rejection: tooManySignIns }),
  };
}

function tooManyAtOnce(): TransportError {
  return new TransportError({
    status: 429,
    errorCode: "RATE_LIMITED",
    message:
      "Too many requests of this merchant wait for each other. Send fewer at once, and this one again in a moment.",
    headers: { "retry-after": "1" },
  });
}

function tooManySignIns(): TransportError {
  return new TransportError({
    status: 429,
    errorCode: "RATE_LIMITED",
    message: "Too many sign-ins come from this address at once. Try again in a moment.",
    headers: { "retry-after": "1" },
  });
}
