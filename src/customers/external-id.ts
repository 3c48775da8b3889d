import type { ExternalId, SourceType } from "../catalog/external-id.ts";
import type { Issue } from "../kernel/errors.ts";

/** Issues of source types that are given twice: a customer has one external id per source type, and it is unclear which is meant. */
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

/** The external ids after some were set: those of other source types stay, and none is ever removed (as for items). */
export function withExternalIds(before: readonly ExternalId[], set: readonly ExternalId[]): ExternalId[] {
  const bySource = new Map(before.map((entry) => [entry.sourceType, entry.externalId]));
  for (const { sourceType, externalId } of set) bySource.set(sourceType, externalId);
  return [...bySource]
    .map(([sourceType, externalId]) => ({ sourceType, externalId }))
    .toSorted((a, b) => (a.sourceType < b.sourceType ? -1 : 1));
}
