import { type Day, formatDay } from "../kernel/day.ts";
import type { Issue } from "../kernel/errors.ts";
import { formatMoney, type Money, parseMoney } from "../kernel/money.ts";
import { orUnchanged } from "../kernel/patch.ts";
import { defaultTaxCategory, type TaxCategory } from "../kernel/tax-category.ts";

export const productStatuses = ["ACTIVE", "INACTIVE"] as const;
export type ProductStatus = (typeof productStatuses)[number];

/** The recognition patterns that a product may give to its performance obligations as a default (data model 6.5). */
export const productPatterns = ["STRAIGHT_LINE", "STRAIGHT_LINE_DAILY", "POINT_IN_TIME"] as const;
export type ProductPattern = (typeof productPatterns)[number];

/** The price of one unit sold separately, from a day on (ASC 606-10-32-32). */
export type StandaloneSellingPrice = { readonly amount: Money; readonly validFrom: Day };

/** Maximal number of standalone selling prices of a product. */
export const maximumSellingPrices = 200;

/** Something that is sold: a set of defaults that terms take when they are created (data model 11.2). */
export type Product = {
  readonly id: string;
  readonly name: string;
  /** Null: the name is shown. */
  readonly displayName: string | null;
  readonly status: ProductStatus;
  readonly description: string | null;
  readonly itemId: string | null;
  readonly erpClassId: string | null;
  readonly categoryId: string | null;
  readonly recognitionPattern: ProductPattern | null;
  readonly taxCategory: TaxCategory;
  /** By currency, then oldest first; one for each currency and day. */
  readonly standaloneSellingPrices: readonly StandaloneSellingPrice[];
  readonly createdAt: string;
  readonly lastUpdatedAt: string;
};

type Stated = Omit<Product, "id" | "createdAt" | "lastUpdatedAt">;

/** Undefined keeps the field or, in a create, takes its default. */
export type ProductPatch = { readonly [Field in keyof Stated]: Stated[Field] | undefined };
export type ProductDraft = ProductPatch & Pick<Product, "name">;

/** @param at the moment of the creation */
export function newProduct(draft: ProductDraft, { id, at }: { id: string; at: string }): Product {
  const blank: Product = {
    id,
    name: draft.name,
    displayName: null,
    status: "ACTIVE",
    description: null,
    itemId: null,
    erpClassId: null,
    categoryId: null,
    recognitionPattern: null,
    taxCategory: defaultTaxCategory,
    standaloneSellingPrices: [],
    createdAt: at,
    lastUpdatedAt: at,
  };
  return patched(blank, draft);
}

export function patched(product: Product, patch: ProductPatch): Product {
  return {
    ...product,
    name: patch.name ?? product.name,
    displayName: orUnchanged(patch.displayName, product.displayName),
    status: patch.status ?? product.status,
    description: orUnchanged(patch.description, product.description),
    itemId: orUnchanged(patch.itemId, product.itemId),
    erpClassId: orUnchanged(patch.erpClassId, product.erpClassId),
    categoryId: orUnchanged(patch.categoryId, product.categoryId),
    recognitionPattern: orUnchanged(patch.recognitionPattern, product.recognitionPattern),
    taxCategory: patch.taxCategory ?? product.taxCategory,
    standaloneSellingPrices: (patch.standaloneSellingPrices ?? product.standaloneSellingPrices).toSorted(
      byCurrencyAndDay,
    ),
  };
}

function byCurrencyAndDay(left: StandaloneSellingPrice, right: StandaloneSellingPrice): number {
  const [a, b] = [left.amount.currency, right.amount.currency];
  return a === b ? left.validFrom - right.validFrom : a < b ? -1 : 1;
}

/** A price in a request; its amount is not checked against its currency yet. */
export type SentPrice = { readonly currency: string; readonly amount: string; readonly validFrom: Day };

// The largest value of a column of minor units.
const largestMinor = 2n ** 63n - 1n;

/** The prices of a request and all their issues: an amount with too many decimals or too large, or two prices of one currency and day. */
export function pricesFrom(sent: readonly SentPrice[]): {
  readonly prices: readonly StandaloneSellingPrice[];
  readonly issues: readonly Issue[];
} {
  const issues: Issue[] = [];
  const seen = new Set<string>();
  const prices = sent.flatMap(({ currency, amount: text, validFrom }, index): StandaloneSellingPrice[] => {
    const path = `/standaloneSellingPrices/${index}`;
    const key = `${currency} ${validFrom}`;
    if (seen.has(key)) {
      const message = `A price in ${currency} from ${formatDay(validFrom)} on is given twice.`;
      issues.push({ path: `${path}/validFrom`, code: "DUPLICATE", message });
    }
    seen.add(key);
    const amount = parseMoney(text, currency);
    if (amount !== undefined && amount.minor <= largestMinor) return [{ amount, validFrom }];
    const problem = amount === undefined ? `has more decimals than ${currency}` : "is too large";
    issues.push({ path: `${path}/amount`, code: "AMOUNT_INVALID", message: `The amount ${text} ${problem}.` });
    return [];
  });
  return { prices, issues };
}

/** A product as plain JSON values, for the audit log. */
export function auditedProduct({ standaloneSellingPrices, ...product }: Product): Readonly<Record<string, unknown>> {
  const prices = standaloneSellingPrices.map(({ amount, validFrom }) => ({
    currency: amount.currency,
    amount: formatMoney(amount),
    validFrom: formatDay(validFrom),
  }));
  return { ...product, standaloneSellingPrices: prices };
}
