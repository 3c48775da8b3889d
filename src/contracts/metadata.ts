/** Whatever integrators keep with a contract: a JSON object. Null, which is another thing than `{}`, until it is set. */
export type Metadata = Readonly<Record<string, unknown>>;

/** At most this many bytes of compact UTF-8 JSON, after the merge (spec rule 6; behaviour MET-1). */
export const maximumMetadataBytes = 16_384;

/**
 * Merges at top-level keys (spec rules 1–5): a value sets or replaces its key, null removes it, keys left out stay. A
 * nested object replaces the old value as a whole, with the nulls inside it. What is left may be `{}`, never null.
 */
export function mergeMetadata(stored: Metadata | null, patch: Metadata): Metadata {
  const kept = Object.entries(stored ?? {}).filter(([key]) => !Object.hasOwn(patch, key));
  const set = Object.entries(patch).filter(([, value]) => value !== null);
  return Object.fromEntries([...kept, ...set]);
}

/** Removals are always allowed, however large the object is that they leave (spec rule 6). */
export function isTooLarge(merged: Metadata, patch: Metadata): boolean {
  const onlyRemoves = Object.values(patch).every((value) => value === null);
  return !onlyRemoves && metadataBytes(merged) > maximumMetadataBytes;
}

/** Size as it is limited: UTF-8 bytes of JSON without white space. */
export function metadataBytes(metadata: Metadata): number {
  return new TextEncoder().encode(JSON.stringify(metadata)).length;
}

/** Keys that cannot be stored: they need 1 to 255 characters. Removing such a key is a removal of a missing one. */
export function keysOfWrongLength(patch: Metadata): string[] {
  return Object.entries(patch)
    .filter(([key, value]) => value !== null && (key === "" || [...key].length > 255))
    .map(([key]) => key);
}
