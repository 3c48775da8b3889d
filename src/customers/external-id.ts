import type { Issue } from "../kernel/errors.ts";

/** The kinds of outside systems that may know a customer under an id of their own (spec "Enumerations"). */
export const sourceTypes = [
  "ERP_A",
  "ERP_B",
  "ERP_C",
  "ERP_D",
  "CRM_A",
  "CRM_B",
  "TAX_A",
  "TAX_B",
  "TAX_C",
  "PROCESSOR_A",
  "BILLING_A",
] as const;
export type SourceType = (typeof sourceTypes)[number];

export type ExternalId = { readonly sourceType: SourceType; readonly externalId: string };

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
