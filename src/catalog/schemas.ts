import { type Static, Type } from "typebox";
import { stringField } from "../platform/http/filter.ts";
import type { ListDeclaration } from "../platform/http/list-query.ts";
import { Closed, Instant, Named, Text, Uuid } from "../platform/http/wire.ts";
import { type Category, displayName } from "./category.ts";

export const categoryList: ListDeclaration = { fields: { name: stringField() } };

export const CreateCategoryBody = Named(
  "CreateCategoryV3Dto",
  Closed({
    name: Text(1, 255, {
      description: "Unique among your categories; case and outer white space do not count.",
      examples: ["Subscriptions"],
    }),
  }),
);

export const CategoryView = Named(
  "Category",
  Closed({
    id: Uuid(),
    name: Type.String(),
    createdAt: Instant(),
    lastUpdatedAt: Instant(),
  }),
);

/** The name that a create asks for, as it will be shown. */
export function nameFromBody(body: Static<typeof CreateCategoryBody>): string {
  return displayName(body.name);
}

/** A category as integrators see it. */
export function viewOf(category: Category): Static<typeof CategoryView> {
  const { id, name, createdAt, lastUpdatedAt } = category;
  return { id, name, createdAt, lastUpdatedAt };
}
