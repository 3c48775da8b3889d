import type { Filter, FilterField } from "./filter.ts";

export const defaultLimit = 50;
export const maximumLimit = 1000;

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
