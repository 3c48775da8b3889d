import type { FilterField, FilterKind, FilterRule } from "../filter.ts";
import { monthPattern } from "../wire.ts";

// The document shows one spelling of each kind, which is enough to write requests; more spellings are accepted.
const valuePatterns: Readonly<Record<Exclude<FilterKind, "enum">, string>> = {
  string: "[\\w .-]*\\w",
  uuid: "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}",
  instant: "20\\d\\d-0[1-9]-[12]\\d",
  date: "20\\d\\d-0[1-9]-[12]\\d",
  amount: "-?\\d{1,9}(\\.\\d{1,4})?",
  month: monthPattern.slice(1, -1),
  boolean: "(true|false)",
};

/** A regular expression for a filter: one test of a field. Several filters are separated by commas. */
export function filterPattern(fields: Readonly<Record<string, FilterField>>): string {
  const byTest = Map.groupBy(Object.keys(fields), (name) => testsOf(fields[name] as FilterField));
  const tests = [...byTest].map(([test, names]) => `(${names.join("|").replaceAll(".", "\\.")}):${test}`);
  return `^(${tests.join("|")})$`;
}

function testsOf({ kind, rules, values = [] }: FilterField): string {
  const value = kind === "enum" ? `(${values.join("|")})` : valuePatterns[kind];
  const of = (wanted: readonly FilterRule[], rest: string) => {
    const allowed = rules.filter((rule) => wanted.includes(rule));
    return allowed.length === 0 ? [] : [`(${allowed.join("|")})${rest}`];
  };
  return `(${[...of(plainRules, `:${value}`), ...of(["isnull", "isnotnull"], "")].join("|")})`;
}

const plainRules: readonly FilterRule[] = ["eq", "neq", "gt", "gte", "lt", "lte", "like", "nlike", "in", "nin"];
