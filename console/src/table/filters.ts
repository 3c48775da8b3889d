import type { Search } from "../router-search.ts";

/** A filter of a list. `name` is its word in the address, `field` the one of the API. */
export type Filter =
  | {
      readonly kind: "choice";
      readonly name: string;
      readonly field: string;
      readonly label: string;
      readonly options: readonly { readonly value: string; readonly label: string }[];
      readonly under?: string;
    }
  | { readonly kind: "text"; readonly name: string; readonly field: string; readonly label: string }
  | {
      readonly kind: "day";
      readonly name: string;
      readonly field: string;
      readonly label: string;
      readonly rule: string;
      /** What it stands below among the filters that are out of sight until they are asked for. */
      readonly under?: string;
    }
  | {
      readonly kind: "typed";
      readonly name: string;
      readonly field: string;
      readonly label: string;
      /** "eq" unless stated. */
      readonly rule?: string;
      /** What was typed as the API takes it; empty where it is no such thing yet. */
      readonly read: (text: string) => string;
      readonly under: string;
    }
  | { readonly kind: "customer"; readonly name: string; readonly field: string; readonly label: string }
  | {
      /** Shown where the address has it, and only to be taken away. */
      readonly kind: "exact";
      readonly name: string;
      readonly field: string;
      readonly label: string;
      /** "eq" unless stated; "isnull" takes no value. */
      readonly rule?: string;
    };

/** What a filter stands below when it is out of sight; nothing where it is in sight. */
export function underOf(filter: Filter): string | undefined {
  return "under" in filter ? filter.under : undefined;
}

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
          if (filter.rule === "isnull") return [`${filter.field}:isnull`];
          return [`${filter.field}:${filter.rule ?? "eq"}:${value}`];
        case "typed":
          return [`${filter.field}:${filter.rule ?? "eq"}:${value}`];
        default:
          return [`${filter.field}:eq:${value}`];
      }
    })
    .join(",");
}
