import { randomUUIDv7 } from "node:crypto";

let last = "";

/**
 * A new record id: a UUIDv7 above all that this process made before, so that ids order the records of one write as they were made,
 * also within a millisecond and when the clock is set back (RFC 9562, 6.2).
 */
export function newId(): string {
  const id = randomUUIDv7();
  last = id > last ? id : successor(last);
  return last;
}

/** Counts up the random part, of 62 bits. */
function successor(id: string): string {
  const counted = (BigInt(`0x${id.slice(19, 23)}${id.slice(24)}`) + 1n).toString(16);
  return `${id.slice(0, 19)}${counted.slice(0, 4)}-${counted.slice(4)}`;
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The id in its one canonical spelling (lower case), or undefined when it is not a UUID. */
export function parseId(text: string): string | undefined {
  return uuidPattern.test(text) ? text.toLowerCase() : undefined;
}
