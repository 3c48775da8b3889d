import type { Search } from "../router-search.ts";

/** A filter of a list. `name` is its word in the address, `field` the one of the API. */
export type Filter =
  | {
      readonly kind: "choice";
      readonly name: string;
      readonly field: string;
      readonly label: string;
      readonly options: readonly { readonly value: string; readonly label: string }[];
    }
  | { readonly kind: "text"; readonly name: string; readonly field: string; readonly label: string }
  | {
      readonly kind: "day";
      readonly name: string;
      readonly field: string;
      readonly label: string;
      readonly rule: string;
    }
  | { readonly kind: "customer"; readonly name: string; readonly field: string; readonly label: string }
  | {
      /** Shown where the address has it, and only to be taken away. */
      readonly kind: "exact";
      readonly name: string;
      readonly field: string;
      readonly label: string;
      /** "eq" unless stated. */
      readonly rule?: string;
    };

/** A value as the API reads it literally, whatever commas and colons are in it. */
export function quoted(value: string): string {
  return `"${value.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}

/** The `filter` of the API for what the address says; "" where it says nothing. */
export function filterText(filters: readonly Filter[], url: Search): string {
  return filters
    .flatMap((filter) => {
      const value = url[filter.name];
      if (!value) return [];
      switch (filter.kind) {
        case "choice":
          return [`${filter.field}:in:${value.replaceAll(",", "|")}`];
        case "text":
          return [`${filter.field}:like:${quoted(value)}`];
        case "day":
          return [`${filter.field}:${filter.rule}:${value}`];
        case "exact":
          return [`${filter.field}:${filter.rule ?? "eq"}:${value}`];
        default:
          return [`${filter.field}:eq:${value}`];
      }
    })
    .join(",");
}
