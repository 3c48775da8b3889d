import { randomUUIDv7 } from "node:crypto";

/** A new record id: UUIDv7, so inserts stay in index order and the random part has 74 bits. */
export function newId(): string {
  return randomUUIDv7();
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The id in its one canonical spelling (lower case), or undefined when it is not a UUID. */
export function parseId(text: string): string | undefined {
  return uuidPattern.test(text) ? text.toLowerCase() : undefined;
}
