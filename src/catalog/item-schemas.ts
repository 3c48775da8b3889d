import { type Static, type TUnsafe, Type } from "typebox";
import { invalidIssues } from "../kernel/errors.ts";
import { defaultTaxCategory, taxCategories } from "../kernel/tax-category.ts";
import { stringField } from "../platform/http/filter.ts";
import type { ListDeclaration } from "../platform/http/list-query.ts";
import { Closed, Instant, List, Named, Nullable, OneOf, Text, Uuid } from "../platform/http/wire.ts";
import { type ExternalId, sourceTypes } from "./external-id.ts";
import { checkExternalIds, type Item, type ItemDraft, type ItemPatch, type SentExternalId } from "./item.ts";

export const itemList: ListDeclaration = {
  fields: {
    name: stringField(),
    "externalIds.externalId": stringField(),
    "externalIds.sourceType": stringField(),
  },
};

const name = Text(1, 255, { examples: ["Platform licence"] });
const displayName = Nullable(Text(1, 255, { description: "Shown to customers in place of the name." }));
const taxCategory = OneOf(taxCategories, {
  description: `VAT category of EN 16931 (UNTDID 5305). ${defaultTaxCategory} unless sent.`,
});

// Any text passes the schema: what is none of the words is refused with a code of its own, not as a wrong field.
const sourceType: TUnsafe<string> = Type.Unsafe<string>({ ...Text(0, 255), enum: [...sourceTypes] });

// More entries than there are source types are let in, to be told which type is repeated.
const maximumEntries = 100;
const ExternalIdBody = Closed({ sourceType, externalId: Text(1, 255, { examples: ["4711"] }) });

export const CreateItemBody = Named(
  "CreateItemDto",
  Closed({
    name,
    displayName: Type.Optional(displayName),
    taxCategory: Type.Optional(taxCategory),
    externalIds: Type.Optional(List(ExternalIdBody, { max: maximumEntries })),
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

export const UpdateItemExternalIdsBody = Named(
  "UpdateItemExternalIdsDto",
  Closed({ externalIds: List(ExternalIdBody, { min: 1, max: maximumEntries }) }),
);

const ExternalIdView = Closed({ sourceType: OneOf(sourceTypes), externalId: Nullable(Type.String()) });

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
    externalIds: checkedExternalIds(body.externalIds ?? []),
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
  return checkedExternalIds(body.externalIds);
}

function checkedExternalIds(sent: readonly SentExternalId[]): readonly ExternalId[] {
  const { externalIds, issues } = checkExternalIds(sent);
  const [first] = issues;
  if (first !== undefined) throw invalidIssues(issues, first.code);
  return externalIds;
}

/** An item as integrators see it. */
export function viewOf(item: Item): Static<typeof ItemView> {
  const { id, name, displayName, taxCategory, createdAt, lastUpdatedAt } = item;
  return { id, name, displayName, taxCategory, externalIds: externalIdViews(item), createdAt, lastUpdatedAt };
}

/** The answer to setting external ids. */
export function externalIdsViewOf(item: Item): Static<typeof ItemExternalIdsView> {
  return { itemId: item.id, externalIds: externalIdViews(item) };
}

function externalIdViews({ externalIds }: Item): Static<typeof ExternalIdView>[] {
  return externalIds.map(({ sourceType, externalId }) => ({ sourceType, externalId }));
}
