import { type Static, Type } from "typebox";
import type { ExternalId } from "../../catalog/external-id.ts";
import type { Item, ItemDraft, ItemPatch } from "../../catalog/item.ts";
import { defaultTaxCategory, taxCategories } from "../../kernel/tax-category.ts";
import { stringField, unsorted } from "../../platform/http/filter.ts";
import type { ListDeclaration } from "../../platform/http/list-query.ts";
import { Closed, Instant, List, Named, Nullable, OneOf, Text, Uuid } from "../../platform/http/wire.ts";
import {
  ExternalIdBody,
  ExternalIdView,
  externalIdsFrom,
  externalIdsToSet,
  maximumExternalIds,
  viewOfExternalIds,
} from "./external-ids.ts";

export const itemList: ListDeclaration = {
  fields: {
    name: stringField(),
    "externalIds.externalId": unsorted(stringField()),
    "externalIds.sourceType": unsorted(stringField()),
  },
  sorts: ["createdAt"],
};

const name = Text(1, 255, { examples: ["Platform licence"] });
const displayName = Nullable(Text(1, 255, { description: "Shown to customers in place of the name." }));
const taxCategory = OneOf(taxCategories, {
  description: `VAT category of EN 16931 (UNTDID 5305). ${defaultTaxCategory} unless sent.`,
});

export const CreateItemBody = Named(
  "CreateItemDto",
  Closed({
    name,
    displayName: Type.Optional(displayName),
    taxCategory: Type.Optional(taxCategory),
    externalIds: Type.Optional(List(ExternalIdBody, { max: maximumExternalIds })),
  }),
);

export const UpdateItemBody = Named(
  "UpdateItemDto",
  Closed({
    name: Type.Optional(name),
    displayName: Type.Optional(displayName),
    taxCategory: Type.Optional(taxCategory),
  }),
);

export const UpdateItemExternalIdsBody = Named("UpdateItemExternalIdsDto", Closed(externalIdsToSet));

export const ItemView = Named(
  "Item",
  Closed({
    id: Uuid(),
    name: Type.String(),
    displayName: Nullable(Type.String()),
    taxCategory: OneOf(taxCategories),
    externalIds: Type.Array(ExternalIdView),
    createdAt: Instant(),
    lastUpdatedAt: Instant(),
  }),
);

export const ItemExternalIdsView = Named(
  "ItemExternalIds",
  Closed({
    itemId: Uuid(),
    externalIds: Type.Array(ExternalIdView, {
      description: "Every external id the item has now, also those not sent.",
    }),
  }),
);

/** @throws DomainError as {@link externalIdsFromBody} */
export function draftFromBody(body: Static<typeof CreateItemBody>): ItemDraft {
  return {
    name: body.name.trim(),
    displayName: body.displayName?.trim() ?? null,
    taxCategory: body.taxCategory,
    externalIds: externalIdsFrom(body.externalIds ?? [], "an item"),
  };
}

export function patchFromBody(body: Static<typeof UpdateItemBody>): ItemPatch {
  return {
    name: body.name?.trim(),
    displayName: body.displayName === null ? null : body.displayName?.trim(),
    taxCategory: body.taxCategory,
  };
}

/** @throws DomainError UNSUPPORTED_SOURCE_TYPE or DUPLICATE_SOURCE_TYPE, whichever comes first, with all issues */
export function externalIdsFromBody(body: Static<typeof UpdateItemExternalIdsBody>): readonly ExternalId[] {
  return externalIdsFrom(body.externalIds, "an item");
}

/** An item as integrators see it. */
export function viewOf(item: Item): Static<typeof ItemView> {
  const { id, name, displayName, taxCategory, createdAt, lastUpdatedAt } = item;
  return {
    id,
    name,
    displayName,
    taxCategory,
    externalIds: viewOfExternalIds(item.externalIds),
    createdAt,
    lastUpdatedAt,
  };
}

/** The answer to setting external ids. */
export function externalIdsViewOf(item: Item): Static<typeof ItemExternalIdsView> {
  return { itemId: item.id, externalIds: viewOfExternalIds(item.externalIds) };
}
