/** The filter rules, in the order in which the specification lists them. */
export const filterRules = [
  "eq",
  "neq",
  "gt",
  "gte",
  "lt",
  "lte",
  "like",
  "nlike",
  "in",
  "nin",
  "isnull",
  "isnotnull",
] as const;

export type FilterRule = (typeof filterRules)[number];

export type FilterKind = "string" | "uuid" | "instant" | "date" | "amount" | "enum" | "month" | "boolean";

/** A field that a list can be filtered by: the kind of its values and its rules. */
export type FilterField = {
  readonly kind: FilterKind;
  readonly rules: readonly FilterRule[];
  readonly values?: readonly string[];
  /** False if lists cannot be sorted by it. */
  readonly isSorted?: boolean;
};

/** A bound of a range; `value` is canonical text of the field's kind. */
export type Bound = { readonly value: string; readonly inclusive: boolean };

/**
 * The test of a filter, once the rule, the kind and the whole-day rule for dates have been applied. A negated test also passes rows
 * with null (behaviour FIL-5).
 */
export type FilterTest =
  | { readonly op: "null"; readonly negated: boolean }
  | { readonly op: "any-of"; readonly values: readonly string[]; readonly negated: boolean }
  | { readonly op: "range"; readonly from?: Bound; readonly to?: Bound; readonly negated: boolean }
  | {
      readonly op: "like";
      readonly text: string;
      readonly atStart: boolean;
      readonly atEnd: boolean;
      readonly negated: boolean;
    };

export type Filter = {
  readonly field: string;
  readonly kind: FilterKind;
  readonly rule: FilterRule;
  readonly test: FilterTest;
};

const equality: readonly FilterRule[] = ["eq", "neq"];
const order: readonly FilterRule[] = ["gt", "gte", "lt", "lte"];
const sets: readonly FilterRule[] = ["in", "nin"];
const nulls: readonly FilterRule[] = ["isnull", "isnotnull"];

function field(kind: FilterKind, rules: readonly FilterRule[], usual: readonly FilterRule[]): FilterField {
  return { kind, rules: rules.length > 0 ? rules : usual };
}

/** Text. Without rules: eq, neq, like, nlike, in, nin, isnull, isnotnull, as the spec's tables have it. */
export function stringField(...rules: FilterRule[]): FilterField {
  return field("string", rules, [...equality, "like", "nlike", ...sets, ...nulls]);
}

/** An id. Without rules: eq, neq, in, nin, isnull, isnotnull. */
export function uuidField(...rules: FilterRule[]): FilterField {
  return field("uuid", rules, [...equality, ...sets, ...nulls]);
}

/** A moment (`timestamptz`). Without rules: eq, neq, gt, gte, lt, lte. A date means its whole UTC day. */
export function instantField(...rules: FilterRule[]): FilterField {
  return field("instant", rules, [...equality, ...order]);
}

/** A civil date (`date`). Without rules: eq, neq, gt, gte, lt, lte. Moments are compared with the day's midnight UTC. */
export function dateField(...rules: FilterRule[]): FilterField {
  return field("date", rules, [...equality, ...order]);
}

/** A decimal. Without rules: eq, neq, gt, gte, lt, lte. */
export function amountField(...rules: FilterRule[]): FilterField {
  return field("amount", rules, [...equality, ...order]);
}

/** A month as the text `YYYY-MM`. Without rules: eq, neq, gt, gte, lt, lte, in, nin. */
export function monthField(...rules: FilterRule[]): FilterField {
  return field("month", rules, [...equality, ...order, ...sets]);
}

/** `true` or `false`. Without rules: eq. */
export function booleanField(...rules: FilterRule[]): FilterField {
  return field("boolean", rules, ["eq"]);
}

/** One of a closed list of words; any other value is rejected. Without rules: eq, neq, in, nin. */
export function enumField(values: readonly string[], ...rules: FilterRule[]): FilterField {
  return { ...field("enum", rules, [...equality, ...sets]), values };
}

/**
 * Marks a field that lists cannot be sorted by, because a row has several values of it, such as its external ids, or because it is
 * one end of a range.
 */
export function unsorted(declared: FilterField): FilterField {
  return { ...declared, isSorted: false };
}
