import { type Static, Type } from "typebox";
import {
  maximumSellingPrices,
  type Product,
  type ProductDraft,
  type ProductPatch,
  pricesFrom,
  productPatterns,
  productStatuses,
} from "../../catalog/product.ts";
import { required } from "../../kernel/assert.ts";
import { formatDay, parseDay } from "../../kernel/day.ts";
import type { Issue } from "../../kernel/errors.ts";
import { formatMoney } from "../../kernel/money.ts";
import { defaultTaxCategory, taxCategories } from "../../kernel/tax-category.ts";
import { rejectionOf } from "../../platform/http/error-codes.ts";
import { enumField, stringField, uuidField } from "../../platform/http/filter.ts";
import type { ListDeclaration } from "../../platform/http/list-query.ts";
import {
  Amount,
  both,
  CivilDate,
  Closed,
  CurrencyCode,
  Instant,
  List,
  MultilineText,
  Named,
  Nullable,
  OneOf,
  Text,
  Uuid,
} from "../../platform/http/wire.ts";

export const productList: ListDeclaration = {
  fields: {
    name: stringField(),
    status: enumField(productStatuses),
    itemId: uuidField(),
    erpClassId: uuidField(),
    categoryId: uuidField(),
  },
  sorts: ["createdAt"],
};

const name = Text(1, 255, { examples: ["Platform licence"] });

const optionalFields = {
  displayName: Type.Optional(Nullable(Text(1, 255, { description: "Line name on invoices; null takes the name." }))),
  status: Type.Optional(OneOf(productStatuses, { description: "Only an active product can be sold." })),
  description: Type.Optional(Nullable(MultilineText(1, 2000))),
  itemId: Type.Optional(Nullable(Uuid({ description: "ERP item of the lines." }))),
  integrationItemId: Type.Optional(Nullable(Uuid({ description: "Another name of itemId." }))),
  erpClassId: Type.Optional(Nullable(Uuid({ description: "Accounting class; not for merchants of the ERP kind." }))),
  categoryId: Type.Optional(Nullable(Uuid({ description: "Revenue category." }))),
  recognitionPattern: Type.Optional(
    Nullable(OneOf(productPatterns, { description: "The default pattern of its performance obligations." })),
  ),
  taxCategory: Type.Optional(
    OneOf(taxCategories, {
      description: `VAT category of EN 16931 (UNTDID 5305), for lines whose item has none. ${defaultTaxCategory} unless sent.`,
    }),
  ),
  standaloneSellingPrices: Type.Optional(
    List(
      Closed({
        currency: CurrencyCode(),
        amount: Amount({ sign: "positive" }),
        validFrom: CivilDate({ description: "The first day it holds, until the next one of its currency." }),
      }),
      { max: maximumSellingPrices, description: "All of its prices; a list that is sent replaces the one before." },
    ),
  ),
};

const twoNames = [both("itemId", "integrationItemId")];

export const CreateProductBody = Named("CreateProductDto", Closed({ name, ...optionalFields }, { never: twoNames }));
export const UpdateProductBody = Named(
  "UpdateProductDto",
  Closed({ name: Type.Optional(name), ...optionalFields }, { never: twoNames }),
);

export const ProductView = Named(
  "Product",
  Closed({
    id: Uuid(),
    name: Type.String(),
    displayName: Type.String(),
    status: OneOf(productStatuses),
    description: Nullable(Type.String()),
    itemId: Nullable(Uuid()),
    erpClassId: Nullable(Uuid()),
    categoryId: Nullable(Uuid()),
    recognitionPattern: Nullable(OneOf(productPatterns)),
    taxCategory: OneOf(taxCategories),
    standaloneSellingPrices: Type.Array(Closed({ currency: CurrencyCode(), amount: Amount(), validFrom: CivilDate() })),
    createdAt: Instant(),
    lastUpdatedAt: Instant(),
  }),
);

/** @throws DomainError VALIDATION_FAILED, or AMOUNT_INVALID for amounts with more decimals than their currency */
export function draftFromBody(body: Static<typeof CreateProductBody>): ProductDraft {
  return { ...patchFromBody(body), name: body.name.trim() };
}

/** @throws DomainError as {@link draftFromBody} */
export function patchFromBody(body: Static<typeof UpdateProductBody>): ProductPatch {
  const sent = body.standaloneSellingPrices?.map(({ validFrom, ...price }) => ({
    ...price,
    validFrom: required(parseDay(validFrom), "the checked day"),
  }));
  const { prices, issues } = pricesFrom(sent ?? []);
  const problems = [...itemIssues(body), ...issues];
  if (problems.length > 0) throw rejectionOf(problems);
  return {
    name: body.name?.trim(),
    displayName: body.displayName === null ? null : body.displayName?.trim(),
    status: body.status,
    description: body.description,
    itemId: body.itemId === undefined ? body.integrationItemId : body.itemId,
    erpClassId: body.erpClassId,
    categoryId: body.categoryId,
    recognitionPattern: body.recognitionPattern,
    taxCategory: body.taxCategory,
    standaloneSellingPrices: sent === undefined ? undefined : prices,
  };
}

/** If both names of a field are sent, they must have the same value. */
function itemIssues({ itemId, integrationItemId }: Static<typeof UpdateProductBody>): Issue[] {
  if (itemId === undefined || integrationItemId === undefined || itemId === integrationItemId) return [];
  const message = "integrationItemId is another name of itemId; send one of them.";
  return [{ path: "/integrationItemId", code: "CONFLICT", message }];
}

/** A product as integrators see it. */
export function viewOf(product: Product): Static<typeof ProductView> {
  const { id, name, status, description, itemId, erpClassId, categoryId } = product;
  const { recognitionPattern, taxCategory, createdAt, lastUpdatedAt } = product;
  return {
    id,
    name,
    displayName: product.displayName ?? name,
    status,
    description,
    itemId,
    erpClassId,
    categoryId,
    recognitionPattern,
    taxCategory,
    standaloneSellingPrices: product.standaloneSellingPrices.map(({ amount, validFrom }) => ({
      currency: amount.currency,
      amount: formatMoney(amount),
      validFrom: formatDay(validFrom),
    })),
    createdAt,
    lastUpdatedAt,
  };
}
