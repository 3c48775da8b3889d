import type { Issue } from "../kernel/errors.ts";

/** The eleven kinds of outside systems in which a record may have an id (spec "Enumerations"). */
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

function isSourceType(word: string): word is SourceType {
  return (sourceTypes as readonly string[]).includes(word);
}

/** The external ids after some were set: those of other source types stay (spec "Update item external IDs", rules 1, 2). */
export function withExternalIds(before: readonly ExternalId[], set: readonly ExternalId[]): ExternalId[] {
  const byType = new Map([...before, ...set].map((entry) => [entry.sourceType, entry]));
  return [...byType.values()].sort((a, b) => (a.sourceType < b.sourceType ? -1 : 1));
}

/** An external id in a request; its source type is not checked yet. */
export type SentExternalId = { readonly sourceType: string; readonly externalId: string };

/**
 * Checks the external ids of a request. An unknown source type, or one given twice, is an issue with its path (rule 4).
 *
 * @param owner the record, in words: "an item"
 */
export function checkExternalIds(
  sent: readonly SentExternalId[],
  owner: string,
): {
  readonly externalIds: readonly ExternalId[];
  readonly issues: readonly Issue[];
} {
  const issues: Issue[] = [];
  const seen = new Set<SourceType>();
  const externalIds = sent.flatMap(({ sourceType, externalId }, index): ExternalId[] => {
    const path = `/externalIds/${index}/sourceType`;
    if (!isSourceType(sourceType)) {
      const message = `externalIds[${index}].sourceType must be one of ${sourceTypes.join(", ")}.`;
      issues.push({ path, code: "UNSUPPORTED_SOURCE_TYPE", message });
      return [];
    }
    if (seen.has(sourceType)) {
      const message = `${sourceType} is given twice; ${owner} has one external id for each source type.`;
      issues.push({ path, code: "DUPLICATE_SOURCE_TYPE", message });
    }
    seen.add(sourceType);
    return [{ sourceType, externalId }];
  });
  return { externalIds, issues };
}
