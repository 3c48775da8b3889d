/** The kind of a field's values, for comparisons. */
export type FieldKind = "text" | "word" | "id" | "moment" | "day" | "days" | "decimal" | "month";

/**
 * Whether a row passes a filter, implemented independently and without SQL.
 *
 * @param held the row's values of the field: none for null or an empty list, several for one-to-many relations
 * @param operands of the rule; several for `in` and `nin`, none for the null rules
 */
export function passes(kind: FieldKind, rule: string, held: readonly string[], operands: readonly string[]): boolean {
  switch (rule) {
    case "isnull":
      return held.length === 0;
    case "isnotnull":
      return held.length > 0;
    // Negative rules mean that no entry matches, so rows without a value pass (behaviour FIL-5).
    case "neq":
      return !passes(kind, "eq", held, operands);
    case "nin":
      return !passes(kind, "in", held, operands);
    case "nlike":
      return !passes(kind, "like", held, operands);
    case "eq":
      // For spans of days the row has the first day and, if it ends, the day after the last.
      if (kind === "days") return isWithin(held, operands[0] ?? "");
      return held.some((value) => compares(kind, rule, value, operands[0] ?? ""));
    case "in":
      return operands.some((operand) => passes(kind, "eq", held, [operand]));
    case "like":
      return held.some((value) => isLike(value.toLowerCase(), (operands[0] ?? "").toLowerCase()));
    default:
      return held.some((value) => compares(kind, rule, value, operands[0] ?? ""));
  }
}

function isWithin([first, end]: readonly string[], operand: string): boolean {
  const { from } = spanOf("day", operand);
  const isDay = (from as bigint) % 86_400_000_000n === 0n;
  if (first === undefined || !isDay || from < keyOf("day", first)) return false;
  return end === undefined || from < keyOf("day", end);
}

/** Contains; one `%` at an end anchors the other end, `\%` there is a literal percent sign (behaviour FIL-3). */
function isLike(value: string, pattern: string): boolean {
  if (pattern === "%") return true;
  const opensAtStart = pattern.startsWith("%");
  const opensAtEnd = /(^|[^\\])%$/.test(pattern);
  const text = pattern
    .slice(opensAtStart ? 1 : 0, opensAtEnd ? -1 : undefined)
    .replace(/^\\%/, "%")
    .replace(/\\%$/, "%");
  if (opensAtEnd && !opensAtStart) return value.startsWith(text);
  return opensAtStart && !opensAtEnd ? value.endsWith(text) : value.includes(text);
}

function compares(kind: FieldKind, rule: string, value: string, operand: string): boolean {
  const row = keyOf(kind, value);
  const { from, to } = spanOf(kind, operand);
  switch (rule) {
    case "eq":
      return row >= from && row <= to;
    case "gt":
      return row > to;
    case "gte":
      return row >= from;
    case "lt":
      return row < from;
    case "lte":
      return row <= to;
  }
  throw new Error(`no such rule: ${rule}`);
}

type Key = bigint | string;

/** The sort key of a value: microseconds, units of 10⁻¹², or the text itself. */
function keyOf(kind: FieldKind, value: string): Key {
  if (kind === "moment") return microseconds(value);
  if (kind === "day") return microseconds(`${value}T00:00:00Z`);
  if (kind !== "decimal") return value;
  const [whole = "", fraction = ""] = value.split(".");
  return BigInt(whole + fraction.padEnd(12, "0"));
}

/** The first and last value that an operand covers: a date compared with moments is its whole UTC day (data-model 1.1). */
function spanOf(kind: FieldKind, operand: string): { from: Key; to: Key } {
  if (kind === "moment" && operand.length === 10) {
    const from = microseconds(`${operand}T00:00:00Z`);
    return { from, to: from + 86_400_000_000n - 1n };
  }
  if (kind === "id") return single(operand.toLowerCase());
  return single(kind === "day" && operand.length > 10 ? microseconds(operand) : keyOf(kind, operand));
}

const single = (key: Key) => ({ from: key, to: key });

function microseconds(text: string): bigint {
  return Temporal.Instant.from(text).epochNanoseconds / 1_000n;
}
