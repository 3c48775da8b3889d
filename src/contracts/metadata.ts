/** A JSON object that integrators store with a contract. It is null until it is set; null and `{}` are different. */
export type Metadata = Readonly<Record<string, unknown>>;

/** At most this many bytes of compact UTF-8 JSON, after the merge (spec rule 6; behaviour MET-1). */
export const maximumMetadataBytes = 16_384;

/**
 * Merges top-level keys (spec rules 1–5): a value sets or replaces its key, null removes it, absent keys stay. A nested object replaces the old value
 * as a whole, including nulls inside it. The result may be `{}`, but not null.
 */
export function mergeMetadata(stored: Metadata | null, patch: Metadata): Metadata {
  const kept = Object.entries(stored ?? {}).filter(([key]) => !Object.hasOwn(patch, key));
  const set = Object.entries(patch).filter(([, value]) => value !== null);
  return Object.fromEntries([...kept, ...set]);
}

/** True if the merged metadata is too large. A patch that only removes keys is always allowed (spec rule 6). */
export function isTooLarge(merged: Metadata, patch: Metadata): boolean {
  const onlyRemoves = Object.values(patch).every((value) => value === null);
  return !onlyRemoves && metadataBytes(merged) > maximumMetadataBytes;
}

/** The size that is limited: UTF-8 bytes of JSON without white space. */
export function metadataBytes(metadata: Metadata): number {
  return new TextEncoder().encode(JSON.stringify(metadata)).length;
}

/** Keys that cannot be stored, because they do not have 1 to 255 characters. Such a key may be removed like any missing key. */
export function keysOfWrongLength(patch: Metadata): string[] {
  return Object.entries(patch)
    .filter(([key, value]) => value !== null && (key === "" || [...key].length > 255))
    .map(([key]) => key);
}
