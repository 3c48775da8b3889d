import type { Issue } from "../../kernel/errors.ts";

/** The kinds of rows in loading order: a kind refers to rows of earlier kinds. */
export const kinds = [
  ...(["classes", "custom-fields", "categories", "items", "event-types", "products", "customers"] as const),
  ...(["contracts", "billing-terms", "obligations", "performance-obligations"] as const),
  ...(["commitments", "prices", "seat-amendments", "milestones", "custom-revenue", "discount-allocations"] as const),
  ...(["openings", "usage-totals"] as const),
] as const;
export type Kind = (typeof kinds)[number];

/** Kinds whose rows are part of the contract named in their field `contract`. */
export const partsOfContracts: ReadonlySet<Kind> = new Set([
  ...(["billing-terms", "obligations", "performance-obligations", "commitments"] as const),
  ...(["prices", "seat-amendments", "milestones", "custom-revenue", "discount-allocations", "openings"] as const),
]);

/** Kinds whose rows need no key. */
export const withoutKey: ReadonlySet<Kind> = new Set([
  "commitments",
  "prices",
  "seat-amendments",
  "milestones",
  "custom-revenue",
  "discount-allocations",
  "openings",
  "usage-totals",
]);

/** A row of a book: a request body, but with keys of other rows where a request has ids. */
export type BookRow = {
  readonly file: string;
  readonly line: number;
  readonly kind: Kind;
  /** Its `id`, by which other rows refer to it: any text that is unique among the rows of its kind. */
  readonly key: string | null;
  /** The key of the contract that the row is part of; null for kinds that are not part of one. */
  readonly contract: string | null;
  readonly body: Readonly<Record<string, unknown>>;
  readonly lossyNumbers: readonly string[];
};

/** A problem that prevents a book from being loaded: row, field, and what is wrong. */
export type RefusedRow = { readonly file: string; readonly line: number | null } & Issue;

/** What a field can refer to by key: a kind of row, or a group of terms of the same contract. */
export type Named = Kind | "group";

const fieldsOf: Readonly<Record<Named, readonly string[]>> = {
  classes: ["classId", "erpClassId"],
  "custom-fields": [],
  categories: ["categoryId"],
  items: [
    ...["itemId", "integrationItemId", "trueUpIntegrationItem", "prepaymentIntegrationItem"],
    "overageIntegrationItemId",
  ],
  "event-types": ["eventTypeId"],
  products: ["productId"],
  customers: ["customerId", "parentCustomerId"],
  contracts: [],
  "billing-terms": ["billingTermId", "billingTermIds"],
  obligations: [],
  "performance-obligations": ["performanceObligationId", "performanceObligationIds"],
  commitments: ["commitmentId"],
  prices: [],
  "seat-amendments": [],
  milestones: [],
  "custom-revenue": [],
  "discount-allocations": [],
  openings: [],
  "usage-totals": [],
  group: ["billingTermGroupId"],
};
const namedBy = new Map(Object.entries(fieldsOf).flatMap(([named, fields]) => fields.map((field) => [field, named])));

/**
 * Replaces the keys in a body by the ids that they stand for.
 *
 * @param idOf the id of a row by its key, or why it has none
 */
export function withIds(
  body: Readonly<Record<string, unknown>>,
  idOf: (named: Named, key: string) => string | { readonly problem: string },
): { readonly body: Record<string, unknown>; readonly issues: readonly Issue[] } {
  const issues: Issue[] = [];
  const replaced = (value: unknown, path: string, named: Named | undefined): unknown => {
    if (typeof value === "string" && named !== undefined) {
      const id = idOf(named, value);
      if (typeof id === "string") return id;
      issues.push({ path, code: "NOT_FOUND", message: id.problem });
      return value;
    }
    if (Array.isArray(value)) return value.map((item, index) => replaced(item, `${path}/${index}`, named));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, field]) => {
        const isFreeForm = name === "metadata";
        const owner = name === "id" && path.startsWith("/customFields/") ? "custom-fields" : namedBy.get(name);
        return [name, isFreeForm ? field : replaced(field, `${path}/${name}`, owner as Named | undefined)];
      }),
    );
  };
  const made = replaced(body, "", undefined) as Record<string, unknown>;
  return { body: made, issues };
}
