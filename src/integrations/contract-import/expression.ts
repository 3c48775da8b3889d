import { addMonths, formatDay, parseDay } from "../../kernel/day.ts";
import { canonicalDecimal, decimalFromWire } from "../../kernel/decimal.ts";
import type { Issue } from "../../kernel/errors.ts";

/** A literal value in a mapping. */
export type Literal = string | number | boolean | null;

/** How a value is made from a row. Operators other than `column` have parts, which are expressions themselves. */
export type Expression =
  | { readonly kind: "literal"; readonly value: Literal }
  | {
      readonly kind: "column";
      readonly column: string;
      /** Maps the text of a cell to a value; if undefined, the text is the value. */
      readonly map: ReadonlyMap<string, Literal> | undefined;
      /** The value of an empty cell; undefined leaves it absent. */
      readonly whenEmpty: Literal | undefined;
    }
  | { readonly kind: "multiply" | "addMonths" | "concat" | "number"; readonly parts: readonly Expression[] };

/** The cells of one row by column. */
export type Cells = ReadonlyMap<string, string>;

/** A problem of a row: its place in the body, and the columns from which that place is made. */
export type RowIssue = Issue & { readonly columns: readonly string[] };

/** Keys that mark an object in a mapping as an expression. */
const operators = ["column", "multiply", "addMonths", "concat", "number"] as const;
type Operator = (typeof operators)[number];

/** Called for every problem found when parsing a mapping. */
export type ParseProblems = (path: string, code: string, message: string) => void;

/** The operators of an object: an object with exactly one is an expression, one with none is a plain object. */
export function operatorsOf(value: object): Operator[] {
  return operators.filter((operator) => Object.hasOwn(value, operator));
}

/** Parses an expression and reports all of its problems; undefined if it cannot be used. */
export function parseExpression(value: unknown, path: string, problem: ParseProblems): Expression | undefined {
  if (isLiteral(value)) return parseLiteral(value, path, problem);
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    const found = operatorsOf(value);
    const [operator] = found;
    if (operator !== undefined && found.length === 1) {
      return parseOperator(value as Readonly<Record<string, unknown>>, operator, path, problem);
    }
  }
  problem(
    path,
    "EXPRESSION",
    `An expression is a text, a number, true, false, null, or one of ${operators.join(", ")}.`,
  );
  return undefined;
}

/** The columns that an expression reads, each once. */
export function columnsOf(expression: Expression): string[] {
  switch (expression.kind) {
    case "literal":
      return [];
    case "column":
      return [expression.column];
    default:
      return [...new Set(expression.parts.flatMap(columnsOf))];
  }
}

/**
 * The value of an expression for one row; undefined if it is absent. An empty cell is absent unless it has a default, and a value made
 * from an absent or null part is absent too: an unknown price times twelve is not zero.
 */
export function evaluate(expression: Expression, cells: Cells, path: string, issues: RowIssue[]): Literal | undefined {
  switch (expression.kind) {
    case "literal":
      return expression.value;
    case "column":
      return evaluateColumn(expression, cells, path, issues);
    default: {
      const before = issues.length;
      const parts = expression.parts.map((part) => evaluate(part, cells, path, issues));
      if (issues.length > before) return undefined;
      const values = parts.filter((part) => part !== undefined && part !== null);
      if (values.length < parts.length) return undefined;
      const result = operations[expression.kind](values);
      if ("value" in result) return result.value;
      issues.push({ path, columns: columnsOf(expression), ...result });
      return undefined;
    }
  }
}

function isLiteral(value: unknown): value is Literal {
  return value === null || ["string", "number", "boolean"].includes(typeof value);
}

function parseLiteral(value: Literal, path: string, problem: ParseProblems): Expression | undefined {
  if (typeof value === "number" && decimalFromWire(value) === undefined) {
    problem(path, "NUMBER_NOT_EXACT", "This number may have lost digits; write it as a text.");
    return undefined;
  }
  return { kind: "literal", value };
}

function parseOperator(
  value: Readonly<Record<string, unknown>>,
  operator: Operator,
  path: string,
  problem: ParseProblems,
): Expression | undefined {
  const known: readonly string[] = operator === "column" ? ["column", "map", "default"] : [operator];
  const unknown = Object.keys(value).filter((key) => !known.includes(key));
  for (const key of unknown) problem(`${path}/${key}`, "UNKNOWN_FIELD", `${key} is not a part of ${operator}.`);
  if (operator === "column") return parseColumn(value, path, problem);

  const place = `${path}/${operator}`;
  const given = value[operator];
  const parts = operator === "number" ? [given] : given;
  const [least, most] = partCounts[operator];
  if (!Array.isArray(parts) || parts.length < least || parts.length > most) {
    problem(place, "PARTS", partsInWords[operator]);
    return undefined;
  }
  const parsed = parts.map((part, index) =>
    parseExpression(part, operator === "number" ? place : `${place}/${index}`, problem),
  );
  const usable = parsed.filter((part) => part !== undefined);
  return usable.length === parsed.length ? { kind: operator, parts: usable } : undefined;
}

const partCounts = { multiply: [1, 10], addMonths: [2, 2], concat: [1, 10], number: [1, 1] } as const;

const partsInWords = {
  multiply: "multiply takes a list of 1 to 10 factors.",
  addMonths: "addMonths takes a list of two: a day, and how many months to add to it.",
  concat: "concat takes a list of 1 to 10 texts.",
  number: "number takes one expression.",
} as const;

function parseColumn(
  value: Readonly<Record<string, unknown>>,
  path: string,
  problem: ParseProblems,
): Expression | undefined {
  const { column, map, default: whenEmpty } = value;
  let isUsable = true;
  const wrong = (field: string, message: string) => {
    isUsable = false;
    problem(`${path}/${field}`, "COLUMN", message);
  };
  if (typeof column !== "string" || column.trim() === "") wrong("column", "column is the name of a column.");
  if (whenEmpty !== undefined && !isLiteral(whenEmpty))
    wrong("default", "default is a text, number, true, false or null.");
  if (map !== undefined && !isMap(map)) {
    wrong("map", "map is an object from texts of cells to texts, numbers, true, false or null.");
  }
  if (!isUsable) return undefined;
  return {
    kind: "column",
    column: String(column).trim(),
    map: map === undefined ? undefined : new Map(Object.entries(map as Readonly<Record<string, Literal>>)),
    whenEmpty: whenEmpty as Literal | undefined,
  };
}

function isMap(map: unknown): boolean {
  return typeof map === "object" && map !== null && !Array.isArray(map) && Object.values(map).every(isLiteral);
}

function evaluateColumn(
  { column, map, whenEmpty }: Extract<Expression, { kind: "column" }>,
  cells: Cells,
  path: string,
  issues: RowIssue[],
): Literal | undefined {
  const text = (cells.get(column) ?? "").trim();
  if (text === "") return whenEmpty;
  if (text.includes("\uFFFD")) {
    const message = `The cell of ${column} is not UTF-8; save the file as UTF-8.`;
    issues.push({ path, columns: [column], code: "INVALID_ENCODING", message });
    return undefined;
  }
  if (map === undefined) return text;
  const mapped = map.get(text);
  if (mapped !== undefined) return mapped;
  const known = [...map.keys()].map((key) => JSON.stringify(key)).join(", ");
  const message = `The mapping has no value for ${JSON.stringify(text)} in ${column}; it has ${known}.`;
  issues.push({ path, columns: [column], code: "VALUE_NOT_MAPPED", message });
  return undefined;
}

type Present = Exclude<Literal, null>;
type Outcome = { readonly value: Present } | { readonly code: string; readonly message: string };

const operations: Readonly<Record<Exclude<Operator, "column">, (parts: readonly Present[]) => Outcome>> = {
  multiply: (parts) => {
    let [digits, places] = [1n, 0];
    for (const part of parts) {
      const decimal = decimalOf(part);
      if (decimal === undefined) return { code: "AMOUNT_INVALID", message: `${shown(part)} is not a decimal number.` };
      const [whole = "", fraction = ""] = decimal.split(".");
      digits *= BigInt(whole + fraction);
      places += fraction.length;
    }
    return { value: decimalText(digits, places) };
  },
  addMonths: ([date, months]) => {
    const day = typeof date === "string" ? parseDay(date) : undefined;
    const count = decimalOf(months);
    if (day === undefined) {
      return { code: "INVALID_DATE", message: `${shown(date)} is not an existing day as YYYY-MM-DD.` };
    }
    if (count === undefined || !/^-?\d{1,4}$/.test(count)) {
      return { code: "RANGE", message: `${shown(months)} is not a whole number of months.` };
    }
    const moved = formatDay(addMonths(day, Number(count)));
    if (parseDay(moved) === undefined) return { code: "INVALID_DATE", message: "Days are in the years 1900 to 2200." };
    return { value: moved };
  },
  concat: (parts) => ({ value: parts.map(String).join("") }),
  number: ([part]) => {
    const decimal = decimalOf(part);
    const value = Number(decimal);
    return decimal !== undefined && decimalFromWire(value) === decimal
      ? { value }
      : { code: "NUMBER_NOT_EXACT", message: `${shown(part)} is not a number of at most 15 digits.` };
  },
};

function decimalOf(value: Present | undefined): string | undefined {
  return typeof value === "string" || typeof value === "number" ? decimalFromWire(value) : undefined;
}

/** `digits` ÷ 10^`places` as decimal text. */
function decimalText(digits: bigint, places: number): string {
  const sign = digits < 0n ? "-" : "";
  const text = String(digits < 0n ? -digits : digits).padStart(places + 1, "0");
  const point = text.length - places;
  return canonicalDecimal(places === 0 ? `${sign}${text}` : `${sign}${text.slice(0, point)}.${text.slice(point)}`);
}

function shown(value: Present | undefined): string {
  return JSON.stringify(value) ?? "nothing";
}
