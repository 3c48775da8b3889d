import { InvalidArgumentError } from "commander";
import { type Day, parseDay } from "../kernel/day.ts";
import { parseId } from "../kernel/ids.ts";
import { secretText } from "../webhooks/endpoint.ts";

/** Help text of the option that every command has. */
export const jsonHelp = "print exactly one JSON document";

/** Reads an id of the command line. */
export function idArgument(text: string): string {
  const id = parseId(text);
  if (id === undefined)
    throw new InvalidArgumentError("It must be an id such as 01890a5d-ac96-774b-bcce-b302099a8057.");
  return id;
}

/** Reads a day of the command line. */
export function dayArgument(text: string): Day {
  const day = parseDay(text);
  if (day === undefined) throw new InvalidArgumentError("It must be a date such as 2026-06-30.");
  return day;
}

/** Reads a time zone of the command line. */
export function timeZoneArgument(text: string): string {
  try {
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(text).timeZoneId;
  } catch {
    throw new InvalidArgumentError("It must be a time zone such as UTC or Europe/Zurich.");
  }
}

/** Reads a moment of the command line: RFC 3339 with its offset. */
export function instantArgument(text: string): Temporal.Instant {
  try {
    return Temporal.Instant.from(text);
  } catch {
    throw new InvalidArgumentError("It must be a moment such as 2026-01-01T00:00:00Z.");
  }
}

/** Reads the end of a validity: a moment, or a date, which is the last day (UTC). */
export function untilArgument(text: string): Temporal.Instant {
  try {
    if (!/^\d{4}-\d\d-\d\d$/.test(text)) return Temporal.Instant.from(text);
    return Temporal.PlainDate.from(text).add({ days: 1 }).toZonedDateTime("UTC").toInstant();
  } catch {
    throw new InvalidArgumentError("It must be a date such as 2027-12-31 or a moment such as 2027-12-31T12:00:00Z.");
  }
}

/** Reads a number of seconds of the command line. */
export function secondsArgument(text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new InvalidArgumentError("It must be a whole number of seconds.");
  return Number(text);
}

/** Reads a number of days of the command line. */
export function daysArgument(text: string): number {
  if (!/^\d{1,4}$/.test(text)) throw new InvalidArgumentError("It must be a whole number of days.");
  return Number(text);
}

/** Reads a count of the command line. */
export function countArgument(text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new InvalidArgumentError("It must be a whole number.");
  return Number(text);
}

/** Reads the secret of an existing receiver, so that the receiver need not be restarted. */
export function webhookSecretArgument(text: string): Uint8Array {
  const secret = Buffer.from(text.replace(/^whsec_/, ""), "base64");
  if (secret.length >= 24 && secret.length <= 64 && secretText(secret) === text) return secret;
  throw new InvalidArgumentError("It must be a secret as endpoints have it: whsec_ and 24 to 64 bytes in base64.");
}
