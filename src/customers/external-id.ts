import type { ExternalId, SourceType } from "../catalog/external-id.ts";
import type { Issue } from "../kernel/errors.ts";

/** A customer has one external id for each source type; a request that gives two leaves open which one is meant. */
export function repeatedSourceTypes(externalIds: readonly ExternalId[]): Issue[] {
  const seen = new Set<SourceType>();
  return externalIds.flatMap(({ sourceType }, index): Issue[] => {
    if (!seen.has(sourceType)) {
      seen.add(sourceType);
      return [];
    }
    const message = `${sourceType} is given twice; a customer has one external id for each source type.`;
    return [{ path: `/externalIds/${index}/sourceType`, code: "DUPLICATE_SOURCE_TYPE", message }];
  });
}

/** The ids after some were set: those of other source types stay, none is ever removed (as for items). */
export function withExternalIds(before: readonly ExternalId[], set: readonly ExternalId[]): ExternalId[] {
  const bySource = new Map(before.map((entry) => [entry.sourceType, entry.externalId]));
  for (const { sourceType, externalId } of set) bySource.set(sourceType, externalId);
  return [...bySource]
    .map(([sourceType, externalId]) => ({ sourceType, externalId }))
    .toSorted((a, b) => (a.sourceType < b.sourceType ? -1 : 1));
}
