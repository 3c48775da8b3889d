import type { EmulatedAnswer } from "./answer.ts";

/** A record in the emulated ledger. */
export type AcceptedRecord = {
  readonly entityType: string;
  readonly id: string;
  readonly version: number;
  /** Its id in the ledger. */
  readonly externalId: string;
};

/** The records of the ledger after a message, and the response to the message. */
export type LedgerStep = { readonly taken: ReadonlyMap<string, AcceptedRecord>; readonly answer: EmulatedAnswer };

type Handed = Omit<AcceptedRecord, "externalId"> & {
  readonly externalId: string | null;
  readonly rejection: string | null;
};

/**
 * Handles a `sync.records` message record by record. A record with `[reject]` or `[reject: reason]` in one of its texts is answered with
 * `SYNC_FAILED`, every other one with `SYNCED` and its external id, which is a new one if it has none yet. A message without records
 * gets an empty list of results, one that cannot be read gets status 400.
 *
 * @param taken the records of the ledger so far, by id
 */
export function take(taken: ReadonlyMap<string, AcceptedRecord>, message: unknown): LedgerStep {
  const handed = handedIn(message);
  if (handed === undefined) {
    const error =
      "A message is { type, timestamp, data: { records: [{ entityType, id, version, externalId, record }] } }.";
    return { taken, answer: { status: 400, body: { error } } };
  }
  const now = new Map(taken);
  const results = handed.map((each) => {
    const { entityType, id, rejection } = each;
    if (rejection !== null) return { entityType, id, status: "SYNC_FAILED", error: rejection };
    const record = keptOf(now.get(id), each, `LEDGER-${now.size + 1}`);
    now.set(id, record);
    return { entityType, id, status: "SYNCED", externalId: record.externalId };
  });
  return { taken: now, answer: { status: 200, body: { results } } };
}

function keptOf(before: AcceptedRecord | undefined, handed: Handed, newId: string): AcceptedRecord {
  if (before !== undefined && before.version >= handed.version) return before;
  const { entityType, id, version } = handed;
  return { entityType, id, version, externalId: before?.externalId ?? handed.externalId ?? newId };
}

/** The records of a message: an empty list if it has none, undefined if the value is not a message. */
function handedIn(message: unknown): readonly Handed[] | undefined {
  if (!isObject(message) || typeof message.type !== "string" || !isObject(message.data)) return undefined;
  const { records = [] } = message.data;
  if (!Array.isArray(records)) return undefined;
  const handed = records.map(handedFrom);
  return handed.every((each) => each !== undefined) ? handed : undefined;
}

function handedFrom(value: unknown): Handed | undefined {
  if (!isObject(value)) return undefined;
  const { entityType, id, version, externalId, record } = value;
  if (typeof entityType !== "string" || typeof id !== "string" || typeof version !== "number") return undefined;
  const known = typeof externalId === "string" ? externalId : null;
  return { entityType, id, version, externalId: known, rejection: rejectionIn(record) };
}

/** The reason of the first `[reject]` or `[reject: reason]` in the texts of a record; null if there is none. */
function rejectionIn(value: unknown): string | null {
  if (typeof value === "string") {
    const found = /\[reject(?::\s*([^\]]+))?\]/.exec(value);
    return found === null ? null : (found[1] ?? "Rejected, as the record asks.");
  }
  if (!isObject(value) && !Array.isArray(value)) return null;
  for (const part of Object.values(value)) {
    const found = rejectionIn(part);
    if (found !== null) return found;
  }
  return null;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
