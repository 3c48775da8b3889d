import type { Issue } from "../kernel/errors.ts";
import { defaultTaxCategory, type TaxCategory } from "../kernel/tax-category.ts";
import { type ExternalId, isSourceType, type SourceType, sourceTypes } from "./external-id.ts";

/** What a line of an invoice is in outside systems: the item of an ERP, of a tax provider (data model 9). */
export type Item = {
  readonly id: string;
  readonly name: string;
  readonly displayName: string | null;
  readonly taxCategory: TaxCategory;
  /** One for each source type, ordered by it. */
  readonly externalIds: readonly ExternalId[];
  readonly createdAt: string;
  readonly lastUpdatedAt: string;
};

export type ItemDraft = Pick<Item, "name" | "displayName" | "externalIds"> & {
  readonly taxCategory: TaxCategory | undefined;
};

/** Undefined keeps the field. */
export type ItemPatch = {
  readonly name: string | undefined;
  readonly displayName: string | null | undefined;
  readonly taxCategory: TaxCategory | undefined;
};

/** @param at the moment of the creation */
export function newItem(draft: ItemDraft, { id, at }: { id: string; at: string }): Item {
  return {
    id,
    name: draft.name,
    displayName: draft.displayName,
    taxCategory: draft.taxCategory ?? defaultTaxCategory,
    externalIds: withExternalIds([], draft.externalIds),
    createdAt: at,
    lastUpdatedAt: at,
  };
}

export function patched(item: Item, patch: ItemPatch): Item {
  return {
    ...item,
    name: patch.name ?? item.name,
    displayName: patch.displayName === undefined ? item.displayName : patch.displayName,
    taxCategory: patch.taxCategory ?? item.taxCategory,
  };
}

/** External ids after some were set: those of other source types stay (spec "Update item external IDs", rules 1, 2). */
export function withExternalIds(before: readonly ExternalId[], set: readonly ExternalId[]): ExternalId[] {
  const byType = new Map([...before, ...set].map((entry) => [entry.sourceType, entry]));
  return [...byType.values()].sort((a, b) => (a.sourceType < b.sourceType ? -1 : 1));
}

/** An external id as it was sent, its source type not known to be one. */
export type SentExternalId = { readonly sourceType: string; readonly externalId: string };

/**
 * Takes entries as they were sent. A source type that is none of the eleven, or is there twice, is an issue, each with
 * its place (rule 4).
 */
export function checkExternalIds(sent: readonly SentExternalId[]): {
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
      const message = `${sourceType} is given twice; an item has one external id for each source type.`;
      issues.push({ path, code: "DUPLICATE_SOURCE_TYPE", message });
    }
    seen.add(sourceType);
    return [{ sourceType, externalId }];
  });
  return { externalIds, issues };
}
