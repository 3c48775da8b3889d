import { CompiledQuery, type RawBuilder, sql } from "kysely";
import { idArray } from "./columns.ts";
import type { Tx } from "./pool.ts";

/** The value of a parameter: a text, or ids any of which may match. */
type Value = string | readonly string[];
type Compilable<Row> = { readonly compile: () => CompiledQuery<Row> };
type Text = { readonly sql: string; readonly parameters: readonly unknown[] };

/**
 * A statement of which only the values change. Its text is built once, because building it takes the query builder longer than all
 * other work on the statement. There is one text for a single id and one for several, as in `oneOf`.
 *
 * @param make builds the statement. Its values are placeholders, to be compared with columns; the shape must not depend on them.
 */
export function cachedStatement<Name extends string, Row>(
  make: (tx: Tx, given: Readonly<Record<Name, RawBuilder<string>>>) => Compilable<Row>,
): (tx: Tx, values: Readonly<Record<Name, Value>>) => CompiledQuery<Row> {
  const texts = new Map<string, Text>();
  return (tx, values) => {
    const entries = Object.entries<Value>(values);
    const shape = entries.map(([, value]) => shapeOf(value)).join();
    const text = texts.get(shape) ?? textOf(make(tx, placesFor<Name>(entries)));
    texts.set(shape, text);
    const parameters = text.parameters.map((parameter) =>
      parameter instanceof Place ? parameterOf(values[parameter.name as Name]) : parameter,
    );
    return CompiledQuery.raw(text.sql, parameters) as CompiledQuery<Row>;
  };
}

/** The place of a value among the parameters. */
class Place {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

type Shape = "TEXT" | "ID" | "IDS";

function shapeOf(value: Value): Shape {
  if (typeof value === "string") return "TEXT";
  return value.length === 1 ? "ID" : "IDS";
}

const operands: Readonly<Record<Shape, (place: Place) => RawBuilder<string>>> = {
  TEXT: (place) => sql`${place}`,
  ID: (place) => sql`${place}::uuid`,
  IDS: (place) => sql`any(${place}::uuid[])`,
};

function placesFor<Name extends string>(entries: readonly (readonly [string, Value])[]) {
  const places = entries.map(([name, value]) => [name, operands[shapeOf(value)](new Place(name))]);
  return Object.fromEntries(places) as Record<Name, RawBuilder<string>>;
}

function textOf(statement: Compilable<unknown>): Text {
  const { sql: text, parameters } = statement.compile();
  return { sql: text, parameters };
}

function parameterOf(value: Value): unknown {
  if (typeof value === "string") return value;
  return value.length === 1 ? value[0] : idArray(value);
}
