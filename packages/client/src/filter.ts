type Value = string | number | boolean;

type ValueOf<Rule extends string> = Rule extends "in" | "nin"
  ? readonly Value[]
  : Rule extends "isnull" | "isnotnull"
    ? true
    : Value;

/** One field of a filter: its rules by name, or in short a value (`eq`), a list (`in`) or null (`isnull`). */
export type FilterField<Rule extends string> =
  | ("eq" extends Rule ? Value : never)
  | ("in" extends Rule ? readonly Value[] : never)
  | ("isnull" extends Rule ? null : never)
  | { readonly [Name in Rule]?: ValueOf<Name> | undefined };

/** The filter of a list: its fields, each with its rules. All conditions must hold. */
export type FilterOf<Fields extends Readonly<Record<string, string>>> = {
  readonly [Field in keyof Fields]?: FilterField<Fields[Field]> | undefined;
};

/** A filter as text: `field:rule:value`, separated by commas, with values quoted where necessary. */
export function filterText(filter: Readonly<Record<string, unknown>>): string {
  return Object.entries(filter)
    .flatMap(([field, tests]) => rulesOf(tests).map(([rule, value]) => ruleText(field, rule, value)))
    .join(",");
}

function rulesOf(tests: unknown): (readonly [string, unknown])[] {
  if (tests === undefined) return [];
  if (tests === null) return [["isnull", true]];
  if (Array.isArray(tests)) return [["in", tests]];
  if (typeof tests !== "object") return [["eq", tests]];
  return Object.entries(tests).filter(([, value]) => value !== undefined);
}

function ruleText(field: string, rule: string, value: unknown): string {
  if (rule === "isnull" || rule === "isnotnull") return `${field}:${rule}`;
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return `${field}:${rule}:${values.map(quoted).join("|")}`;
}

function quoted(value: unknown): string {
  const text = String(value);
  return /^[A-Za-z0-9][\w.:+-]*$/.test(text) ? text : `"${text.replace(/["\\]/g, "\\$&")}"`;
}
