import { type Static, Type } from "typebox";
import {
  type Category,
  type CategoryAccounts,
  type CategoryDraft,
  displayName,
  noAccounts,
} from "../../catalog/category.ts";
import { stringField } from "../../platform/http/filter.ts";
import type { ListDeclaration } from "../../platform/http/list-query.ts";
import { Closed, Instant, Named, Nullable, Text, Uuid } from "../../platform/http/wire.ts";

export const categoryList: ListDeclaration = { fields: { name: stringField() }, sorts: ["createdAt"] };

const accountFields = {
  revenueAccount: Type.Optional(
    Nullable(
      Text(1, 100, { description: "Account of its revenue, in entries posted from now on; null: the merchant's." }),
    ),
  ),
  contractLiabilityAccount: Type.Optional(
    Nullable(
      Text(1, 100, {
        description:
          "Contract liability account; null: the merchant's. An obligation keeps the account of its first entry.",
      }),
    ),
  ),
};

export const CreateCategoryBody = Named(
  "CreateCategoryV3Dto",
  Closed({
    name: Text(1, 255, {
      description: "Unique among your categories; case and outer white space are ignored.",
      examples: ["Subscriptions"],
    }),
    ...accountFields,
  }),
);

export const UpdateCategoryBody = Named("UpdateCategoryDto", Closed(accountFields));

export const CategoryView = Named(
  "Category",
  Closed({
    id: Uuid(),
    name: Type.String(),
    revenueAccount: Nullable(Type.String()),
    contractLiabilityAccount: Nullable(Type.String()),
    createdAt: Instant(),
    lastUpdatedAt: Instant(),
  }),
);

/** The draft of a new category. */
export function draftFromBody(body: Static<typeof CreateCategoryBody>): CategoryDraft {
  return {
    name: displayName(body.name),
    ...noAccounts,
    ...accountsFromBody(body),
  };
}

/** The accounts in a body: missing ones stay, null restores the merchant's. */
export function accountsFromBody(body: Static<typeof UpdateCategoryBody>): Partial<CategoryAccounts> {
  const { revenueAccount: revenue, contractLiabilityAccount: liability } = body;
  return {
    ...(revenue === undefined ? {} : { revenueAccount: revenue?.trim() ?? null }),
    ...(liability === undefined ? {} : { contractLiabilityAccount: liability?.trim() ?? null }),
  };
}

/** A category as integrators see it. */
export function viewOf(category: Category): Static<typeof CategoryView> {
  const { id, name, revenueAccount, contractLiabilityAccount, createdAt, lastUpdatedAt } = category;
  return { id, name, revenueAccount, contractLiabilityAccount, createdAt, lastUpdatedAt };
}
