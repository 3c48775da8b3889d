import { required } from "../src/kernel/assert.ts";

/**
 * The types of all tables as a TypeScript file, from a dump of the schema (`schema-dump.ts`). A text column whose check lists its values
 * has their union as its type, and so has a generated column with a fixed set of values.
 *
 * @param dump the text of migrations/schema.sql
 */
export function tableTypes(dump: string): string {
  const tables = dump.split(/\n\n(?=\S)/).filter((block) => /^table (?!.* partition of )/.test(block));
  return `${head}
/** Every table of migrations/, by name. */
export type Database = {
${tables.map(typeOfTable).join("\n")}
};

/** A row of a table as it is read. */
export type RowOf<Name extends keyof Database> = Selectable<Database[Name]>;
`;
}

const head = `// Generated from migrations/schema.sql by scripts/dump-schema.ts: a change of the schema changes it.
import type { ColumnType, InsertType, Selectable, SelectType, UpdateType } from "kysely";

// How the driver hands rows over (pool.ts): dates, timestamps, int8 and numeric are strings, jsonb is parsed.
type Int8 = ColumnType<string, bigint | string | number, bigint | string | number>;
type Json = ColumnType<unknown, string, string>;
/** The database has a value where an insert names none. */
type Defaulted<T> = ColumnType<SelectType<T>, InsertType<T> | undefined, UpdateType<T>>;
/** The database derives it. */
type Derived<T> = ColumnType<SelectType<T>, never, never>;
`;

const typesByName: Readonly<Record<string, string>> = {
  uuid: "string",
  text: "string",
  date: "string",
  timestamp: "string",
  numeric: "string",
  bigint: "Int8",
  integer: "number",
  boolean: "boolean",
  bytea: "Buffer",
  jsonb: "Json",
};

function typeOfTable(block: string): string {
  const name = required(/^table public\.(\w+)/.exec(block)?.[1], "the name of a table");
  const [columns = "", ...rest] = block.split(/\n(?= {2}constraint )/);
  const words = new Map(rest.flatMap(allowedWords));
  // What is generated goes on in lines that are not indented.
  const definitions = columns.split(/\n {2}(?=\S)/).slice(1);
  return [`  ${name}: {`, ...definitions.map((definition) => memberOf(definition, words)), "  };"].join("\n");
}

/** Of a check that a column is one of some words, alone: the column and their union. */
function allowedWords(constraint: string): [string, string[]][] {
  const [line = ""] = constraint.split("\n");
  const [, column = "", , list = ""] = /CHECK \(\((\w+) = (ANY \(ARRAY\[)?('[^)\]]*'::text)\]?\)*$/.exec(line) ?? [];
  return column === "" ? [] : [[column, wordsIn(list)]];
}

function wordsIn(sql: string): string[] {
  return [...sql.matchAll(/'(\w+)'::text/g)].map(([, word]) => `"${word}"`);
}

function memberOf(definition: string, words: ReadonlyMap<string, string[]>): string {
  const [, name = "", sqlType = "", isArray] = /^"?(\w+)"? (\w+)[^[\s]*(\[\])?/.exec(definition) ?? [];
  const known = required(typesByName[sqlType], `a type for a column such as ${definition}`);
  const alternatives = words.get(name) ?? generatedWords(definition) ?? [isArray === undefined ? known : `${known}[]`];
  const isNullable = !/ not null\b/.test(definition);
  const all = isNullable ? [...alternatives, "null"] : alternatives;
  const wrapper = wrapperOf(definition);
  if (wrapper !== undefined) return `    ${name}: ${wrapper}<${all.join(" | ")}>;`;
  const line = `    ${name}: ${all.join(" | ")};`;
  return line.length <= lineWidth ? line : `    ${name}:\n${all.map((each) => `      | ${each}`).join("\n")};`;
}

const lineWidth = 120;

function wrapperOf(definition: string): string | undefined {
  if (/ generated always as /.test(definition)) return "Derived";
  return / default /.test(definition) ? "Defaulted" : undefined;
}

/** The words of a generated text column whose every case is one. */
function generatedWords(definition: string): string[] | undefined {
  const results = [...definition.matchAll(/\b(?:THEN|ELSE) (.+)/g)].map(([, result = ""]) => result);
  const isOfWords = results.length > 0 && results.every((result) => /^'\w+'::text$/.test(result));
  return isOfWords ? wordsIn(results.join(" ")) : undefined;
}
