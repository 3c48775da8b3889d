import { orUnchanged } from "../kernel/patch.ts";
import { defaultTaxCategory, type TaxCategory } from "../kernel/tax-category.ts";
import { type ExternalId, withExternalIds } from "./external-id.ts";

/** What an invoice line is called in outside systems, such as an ERP or a tax provider (data model 9). */
export type Item = {
  readonly id: string;
  readonly name: string;
  readonly displayName: string | null;
  readonly taxCategory: TaxCategory;
  /** One per source type, ordered by source type. */
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
    displayName: orUnchanged(patch.displayName, item.displayName),
    taxCategory: patch.taxCategory ?? item.taxCategory,
  };
}
