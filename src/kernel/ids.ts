import { randomUUIDv7 } from "node:crypto";

let last = "";

/**
 * A new record id: a UUIDv7 greater than all earlier ones of this process, so that ids order the records of one write by creation,
 * also within a millisecond and after the clock was set back (RFC 9562, 6.2).
 */
export function newId(): string {
  const id = randomUUIDv7();
  last = id > last ? id : successor(last);
  return last;
}

/** The id with its random part, of 62 bits, increased by one. */
function successor(id: string): string {
  const counted = (BigInt(`0x${id.slice(19, 23)}${id.slice(24)}`) + 1n).toString(16);
  return `${id.slice(0, 19)}${counted.slice(0, 4)}-${counted.slice(4)}`;
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The id in its canonical spelling (lower case), or undefined if it is no UUID. */
export function parseId(text: string): string | undefined {
  return uuidPattern.test(text) ? text.toLowerCase() : undefined;
}
