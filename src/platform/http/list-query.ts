import { invalid } from "../../kernel/errors.ts";
import type { Filter, FilterField } from "./filter.ts";
import { isFilterRule, splitFilters, type WrittenFilter } from "./filter-syntax.ts";
import { testFrom } from "./filter-values.ts";
import { didYouMean } from "./nearest.ts";

export const defaultLimit = 50;
export const maximumLimit = 1000;
const maximumPage = 1_000_000_000;
const maximumFilters = 20;

/** What every list takes in its query. */
export const listParameters = ["page", "limit", "filter"] as const;

/** What one list allows: its filter fields. A list without filters has no fields. */
export type ListDeclaration = { readonly fields: Readonly<Record<string, FilterField>> };

/** One page of a list: which one, how long, and the filters that every row has to pass. */
export type ListQuery = { readonly page: number; readonly limit: number; readonly filters: readonly Filter[] };

export type Page<Item> = {
  readonly data: readonly Item[];
  readonly currentPage: number;
  readonly limit: number;
  readonly totalItems: number;
};

/** The payload of a list (spec README "List payload"). */
export function pageOf<Item>(list: ListQuery, data: readonly Item[], totalItems: number): Page<Item> {
  return { data, currentPage: list.page, limit: list.limit, totalItems };
}

/** How many rows stand before this page. */
export function offsetOf(list: ListQuery): number {
  return (list.page - 1) * list.limit;
}

/** The rows of this page, where all of them are at hand. */
export function rowsOfPage<Row>(list: ListQuery, all: readonly Row[]): Row[] {
  return all.slice(offsetOf(list), offsetOf(list) + list.limit);
}

type Query = ReadonlyMap<string, readonly string[]>;

/**
 * Reads `page`, `limit` and `filter` (behaviour PAG-1, PAG-2, FIL-1 to FIL-6). Absent means page 1 of 50; a limit above
 * 1000 is rejected, never cut in silence; several `filter` parameters all apply.
 */
export function parseListQuery(declaration: ListDeclaration, query: Query): ListQuery {
  const page = positiveInteger(query.get("page"), 1);
  if (page === undefined) throw invalid("PAGE_INVALID", `page must be a whole number from 1 to ${maximumPage}.`);
  const limit = positiveInteger(query.get("limit"), defaultLimit);
  if (limit === undefined) throw invalid("LIMIT_INVALID", `limit must be a whole number from 1 to ${maximumLimit}.`);
  if (limit > maximumLimit) {
    throw invalid("LIMIT_TOO_LARGE", `limit may be at most ${maximumLimit}; fetch more pages instead.`, {
      max: maximumLimit,
    });
  }
  return { page, limit, filters: parseFilters(declaration, query.get("filter") ?? []) };
}

function positiveInteger(values: readonly string[] | undefined, absent: number): number | undefined {
  if (values === undefined) return absent;
  const [text = ""] = values;
  if (values.length !== 1 || !/^\d{1,10}$/.test(text)) return undefined;
  const value = Number(text);
  return value >= 1 && value <= maximumPage ? value : undefined;
}

function parseFilters(declaration: ListDeclaration, texts: readonly string[]): Filter[] {
  const written = texts.flatMap((text) => splitFilters(text, declaration.fields));
  if (written.length > maximumFilters) {
    throw invalid("FILTER_MALFORMED", `A list takes at most ${maximumFilters} filters; ${written.length} were sent.`, {
      max: maximumFilters,
    });
  }
  return written.map((filter) => checkedFilter(declaration, filter));
}

function checkedFilter(declaration: ListDeclaration, written: WrittenFilter): Filter {
  const { field: name, rule } = written;
  const names = Object.keys(declaration.fields);
  // Object.hasOwn, or `constructor` and `__proto__` would be found as fields (behaviour FIL-2).
  const field = Object.hasOwn(declaration.fields, name) ? declaration.fields[name] : undefined;
  if (field === undefined) {
    const allowed = names.length === 0 ? "This list has no filters." : `Filter by ${names.join(", ")}.`;
    throw invalid(
      "FILTER_FIELD_UNKNOWN",
      `${JSON.stringify(name.slice(0, 64))} is not a filter field here.${didYouMean(name, names)} ${allowed}`,
      { allowed: names },
    );
  }
  if (!isFilterRule(rule) || !field.rules.includes(rule)) {
    throw invalid("FILTER_RULE_NOT_ALLOWED", `${name} can be filtered with ${field.rules.join(", ")}.`, {
      field: name,
      allowed: field.rules,
    });
  }
  return { field: name, kind: field.kind, rule, test: testFrom(written, rule, field) };
}
