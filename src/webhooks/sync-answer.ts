import { type SyncedType, type SyncStatus, syncedTypes } from "../ledger/sync-status.ts";

/** A receiver's result for one record. */
export type SyncResult = {
  readonly entityType: SyncedType;
  readonly entityId: string;
  readonly status: Exclude<SyncStatus, "NOT_SYNCED">;
  /** Null if the receiver gives none. */
  readonly externalId: string | null;
  readonly error: string | null;
};

const statuses = ["SYNCING", "SYNCED", "SYNC_FAILED"] as const;

/**
 * Reads the results from the body of a response, `{ "results": [{ entityType, id, status, externalId, error }] }`. Undefined if any part of it is
 * invalid, so that a truncated response is not used. Errors are cut to 1,000 characters.
 */
export function resultsOf(text: string): readonly SyncResult[] | undefined {
  const results = objectIn(text)?.results;
  if (!Array.isArray(results)) return undefined;
  const read = results.map(resultFrom);
  return read.every((each) => each !== undefined) ? read : undefined;
}

function objectIn(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

const longestExternalId = 255;
const longestError = 1_000;

function resultFrom(value: unknown): SyncResult | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { entityType, id, status, externalId, error } = value as Readonly<Record<string, unknown>>;
  const type = syncedTypes.find((each) => each === entityType);
  const known = statuses.find((each) => each === status);
  if (type === undefined || known === undefined || typeof id !== "string") return undefined;
  const external = textOr(externalId);
  const reason = textOr(error);
  if (external === undefined || reason === undefined) return undefined;
  if (external !== null && [...external].length > longestExternalId) return undefined;
  return {
    ...{ entityType: type, entityId: id, status: known, externalId: external },
    error: known === "SYNC_FAILED" && reason !== null ? [...reason].slice(0, longestError).join("") : null,
  };
}

/** A text without characters that the database cannot store; null if there is none; undefined if the value is no text. */
function textOr(value: unknown): string | null | undefined {
  if (value === undefined || value === null || value === "") return null;
  return typeof value === "string" ? value.replaceAll("\0", "").toWellFormed() || null : undefined;
}
