import { invalid, invalidIssues } from "../../kernel/errors.ts";
import { formatMoney, type Money } from "../../kernel/money.ts";
import type { Filter, FilterField } from "./filter.ts";
import { isFilterRule, splitFilters, type WrittenFilter } from "./filter-syntax.ts";
import { testFrom } from "./filter-values.ts";
import { didYouMean } from "./nearest.ts";
import { type Cursor, cursorInvalid, cursorText, parseCursor, parseSort, type Sort } from "./page-order.ts";
import { type Problems, problems } from "./problems.ts";

export const defaultLimit = 50;
export const maximumLimit = 1000;
export const maximumPage = 1_000_000_000;
/** Maximal number of rows of a list in one file. */
export const mostRowsOfFile = 50_000;
const maximumFilters = 20;

/** The declaration of a list: its filter fields, and the fields that it can be sorted by. */
export type ListDeclaration = {
  readonly fields: Readonly<Record<string, FilterField>>;
  /** Sort fields in addition to the filter fields. */
  readonly sorts?: readonly string[];
  /** True if its rows are computed in a fixed order and cannot be sorted. */
  readonly isFixedOrder?: boolean;
  /** Rows per page if the request does not say; 50 unless stated. */
  readonly defaultLimit?: number;
  /** Whether a request can ask for the sums of all rows. */
  readonly hasTotals?: boolean;
};

/** One page of a list: its place and length, the order, and the filters that every row has to pass. */
export type ListQuery = {
  /** The path of the request, which its cursors are bound to; undefined if no client asked. */
  readonly path?: string;
  readonly page: number;
  readonly limit: number;
  readonly filters: readonly Filter[];
  /** Sort fields, which come before the list's own order. */
  readonly sort: readonly Sort[];
  /** Where the page before ended, in place of a page number. */
  readonly cursor: Cursor | undefined;
  /** The format if all rows are requested as a file and not as a page. */
  readonly format?: ListFormat;
  /** If set, the first line of a CSV file has words for people and not the names of the fields. */
  readonly headings?: "words";
  /** Whether the sums of all rows that pass the filters are requested with the page. */
  readonly withTotals?: boolean;
};

export const listFormats = ["csv", "xlsx"] as const;
export const headings = ["fields", "words"] as const;
export type ListFormat = (typeof listFormats)[number];

/** The number of rows on all pages, and the cursor of the next page, null on the last one. */
export type Extent = {
  readonly totalItems: number;
  readonly nextCursor: string | null;
  /** If requested: sums over all rows, one entry for each currency, ordered by currency. */
  readonly totals?: readonly CurrencyTotals[];
};

/** Sums over the rows in one currency, by field. */
export type CurrencyTotals = {
  readonly currency: string;
  readonly count: number;
  readonly sums: Readonly<Record<string, Money>>;
};

export type Page<Item> = {
  readonly data: readonly Item[];
  readonly currentPage: number;
  readonly limit: number;
  readonly totalItems: number;
  readonly nextCursor: string | null;
  readonly totals?: Readonly<Record<string, string | number>>[];
};

/** The payload of a list (spec README "List payload"). */
export function pageOf<Item>(
  list: ListQuery,
  data: readonly Item[],
  { totalItems, nextCursor, totals }: Extent,
): Page<Item> {
  const page = { data, currentPage: list.page, limit: list.limit, totalItems, nextCursor };
  return totals === undefined ? page : { ...page, totals: totals.map(viewOfTotals) };
}

function viewOfTotals({ currency, count, sums }: CurrencyTotals): Readonly<Record<string, string | number>> {
  const amounts = Object.entries(sums).map(([field, amount]) => [field, formatMoney(amount)]);
  return { currency, count, ...Object.fromEntries(amounts) };
}

/** The number of rows before this page. */
export function offsetOf(list: ListQuery): number {
  return (list.page - 1) * list.limit;
}

/** The cursor of the page after the row with these values. */
export function nextCursor({ path = "", sort, page }: ListQuery, values: Cursor["values"]): string {
  return cursorText(path, { sort, page: page + 1, values });
}

/** The fields that a list can be sorted by. */
export function sortFields({ fields, sorts = [], isFixedOrder = false }: ListDeclaration): string[] {
  if (isFixedOrder) return [];
  const filtered = Object.entries(fields).filter(([, { isSorted }]) => isSorted !== false);
  return [...new Set([...filtered.map(([name]) => name), ...sorts])];
}

type Query = ReadonlyMap<string, readonly string[]>;

/** The query parameters of a list; `filter` is rejected separately if it has no filters. */
export function listParameters({ hasTotals = false }: ListDeclaration): string[] {
  return ["page", "limit", "cursor", "sort", "filter", "format", "headings", ...(hasTotals ? ["totals"] : [])];
}

/**
 * Reads `page`, `limit`, `cursor`, `sort` and `filter` (behaviour PAG-1, PAG-2, FIL-1 to FIL-6). Default: page 1 of 50. A limit
 * above 1000 is rejected, never reduced silently; several `filter` parameters all apply.
 */
export function parseListQuery(declaration: ListDeclaration, query: Query, path = ""): ListQuery {
  const found = problems();
  const { part } = found;
  const format = part("/query/format", () => parseFormat(query), undefined);
  const withTotals = part("/query/totals", () => parseTotals(query), false);
  const headed = part("/query/headings", () => parseHeadings(query, format), "fields");
  const page = parsePage(declaration, query, path, part);
  found.throwAny();
  return {
    ...page,
    ...(path === "" ? {} : { path }),
    ...(format === undefined ? {} : { format }),
    ...(headed === "words" ? { headings: "words" } : {}),
    ...(withTotals ? { withTotals } : {}),
  };
}

/** `true` requests the sums of all rows with the page; not possible with a file, whose rows the reader can sum. */
function parseTotals(query: Query): boolean {
  const [text = "false", ...others] = query.get("totals") ?? [];
  if ((text !== "true" && text !== "false") || others.length > 0) {
    throw invalidIssues([{ path: "/query/totals", code: "ENUM", message: "totals is true or false, once." }]);
  }
  const [format = "json"] = query.get("format") ?? [];
  if (text === "false" || format === "json") return text === "true";
  const message = `A file has no totals: leave totals out, or format=${format.slice(0, 64)}.`;
  throw invalidIssues([{ path: "/query/totals", code: "CONFLICT", message }]);
}

/** `csv` or `xlsx` for all rows as a file (ADR 0068); `json`, the default, for a page. */
function parseFormat(query: Query): ListFormat | undefined {
  const [text = "json", ...others] = query.get("format") ?? [];
  if (text === "json" && others.length === 0) return undefined;
  const format = listFormats.find((known) => known === text);
  if (format === undefined || others.length > 0) {
    throw invalidIssues([{ path: "/query/format", code: "ENUM", message: "format is json, csv or xlsx, once." }]);
  }
  const beside = ["page", "limit", "cursor"].filter((name) => query.has(name));
  if (beside.length === 0) return format;
  const message = `A file has all rows: leave format=${format} out, or ${beside.join(" and ")}; filter for fewer.`;
  throw invalidIssues([{ path: "/query/format", code: "CONFLICT", message }]);
}

/** `words` for the first line of a CSV file as people read it (ADR 0079). A spreadsheet has words anyway, and a page has field names. */
function parseHeadings(query: Query, format: ListFormat | undefined): (typeof headings)[number] {
  const [text = "fields", ...others] = query.get("headings") ?? [];
  const known = headings.find((each) => each === text);
  if (known === undefined || others.length > 0) {
    const message = "headings is fields or words, once.";
    throw invalidIssues([{ path: "/query/headings", code: "ENUM", message }]);
  }
  if (known === "fields" || format === "csv") return known;
  const message = "Headings are for the first line of a CSV file: leave headings out, or send format=csv.";
  throw invalidIssues([{ path: "/query/headings", code: "CONFLICT", message }]);
}

function parsePage(declaration: ListDeclaration, query: Query, path: string, part: Problems["part"]): ListQuery {
  const page = part("/query/page", () => pageFrom(query), 1);
  const limit = part("/query/limit", () => limitFrom(query, declaration.defaultLimit ?? defaultLimit), defaultLimit);
  const filters = parseFilters(declaration, query.get("filter") ?? [], part);
  const fields = sortFields(declaration);
  const sort = part("/query/sort", () => sortFrom(query, fields), undefined);
  const [at, ...others] = query.get("cursor") ?? [];
  const first = { page, limit, filters, sort: sort ?? [], cursor: undefined };
  if (at === undefined) return first;
  const after = (): ListQuery => {
    // A client that sends every default sends page 1 with each cursor.
    if (others.length > 0 || page > 1) throw cursorInvalid("Send one cursor, and no page beyond 1 beside it.");
    return { limit, filters, ...parseCursor(at, path, fields, sort) };
  };
  return part("/query/cursor", after, first);
}

function pageFrom(query: Query): number {
  const page = positiveInteger(query.get("page"), 1);
  if (page === undefined) throw invalid("PAGE_INVALID", `page must be a whole number from 1 to ${maximumPage}, once.`);
  return page;
}

function limitFrom(query: Query, absent: number): number {
  const limit = positiveInteger(query.get("limit"), absent);
  if (limit === undefined)
    throw invalid("LIMIT_INVALID", `limit must be a whole number from 1 to ${maximumLimit}, once.`);
  if (limit <= maximumLimit) return limit;
  const message = `limit may be at most ${maximumLimit}; fetch more pages instead.`;
  throw invalid("LIMIT_TOO_LARGE", message, { max: maximumLimit });
}

function sortFrom(query: Query, fields: readonly string[]): readonly Sort[] | undefined {
  const [order, ...orders] = query.get("sort") ?? [];
  if (orders.length > 0) throw invalid("SORT_INVALID", "sort may be given once: sort=field:asc,other:desc.");
  return order === undefined ? undefined : parseSort(order, fields);
}

function positiveInteger(values: readonly string[] | undefined, absent: number): number | undefined {
  if (values === undefined) return absent;
  const [text = ""] = values;
  if (values.length !== 1 || !/^\d{1,10}$/.test(text)) return undefined;
  const value = Number(text);
  return value >= 1 && value <= maximumPage ? value : undefined;
}

function parseFilters(declaration: ListDeclaration, texts: readonly string[], part: Problems["part"]): Filter[] {
  const path = "/query/filter";
  const written = texts.flatMap((text) => part(path, () => splitFilters(text, declaration.fields), []));
  if (written.length > maximumFilters) {
    const message = `A list takes at most ${maximumFilters} filters; ${written.length} were sent.`;
    const tooMany = () => {
      throw invalid("FILTER_MALFORMED", message, { max: maximumFilters });
    };
    return part(path, tooMany, []);
  }
  return written.flatMap((filter) => part(path, () => [checkedFilter(declaration, filter)], []));
}

function checkedFilter(declaration: ListDeclaration, written: WrittenFilter): Filter {
  const { field: name, rule } = written;
  const names = Object.keys(declaration.fields);
  // Object.hasOwn, because otherwise `constructor` and `__proto__` would be found as fields (behaviour FIL-2).
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
