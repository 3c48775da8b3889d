type Schema = Readonly<Record<string, unknown>>;

/**
 * The body that a row of a CSV file says: each column is a path into it, such as `billingAddress.city` or `pricing.0.amount`, and an
 * empty cell says nothing. What the schema has as a number or as true and false is read as that; amounts stay texts.
 */
export function bodyOfCells(
  columns: readonly string[],
  cells: readonly string[],
  schema: Schema,
): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const [index, column] of columns.entries()) {
    const text = (cells[index] ?? "").trim();
    if (text === "") continue;
    const path = column.split(".");
    set(body, path, typed(text, schemaAt(schema, path)));
  }
  return compact(body, alternatives(schema)) as Record<string, unknown>;
}

type Tree = { [name: string]: unknown };

function set(body: Tree, path: readonly string[], value: unknown): void {
  let at = body;
  for (const [depth, name] of path.entries()) {
    // A name that reaches into the prototype is a field of its own, which the schema does not know.
    if (depth === path.length - 1) Object.defineProperty(at, name, { value, enumerable: true, configurable: true });
    else {
      if (!Object.hasOwn(at, name) || typeof at[name] !== "object")
        Object.defineProperty(at, name, { value: {}, enumerable: true, configurable: true, writable: true });
      at = at[name] as Tree;
    }
  }
}

/**
 * Objects whose names are all numbers are lists, in the order of those: an empty cell leaves no gap. Where the schema has an object, such
 * as metadata, they are its fields.
 *
 * @param open what the schema allows here; nothing where it says nothing
 */
function compact(value: unknown, open: readonly Schema[]): unknown {
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([name, field]) => [name, compact(field, next(open, name))] as const);
  const types = typesOf(open);
  const isList = types.has("array") || !types.has("object");
  if (isList && entries.length > 0 && entries.every(([name]) => /^\d+$/.test(name)))
    return entries.toSorted(([a], [b]) => Number(a) - Number(b)).map(([, field]) => field);
  return Object.fromEntries(entries);
}

function typed(text: string, types: ReadonlySet<unknown>): unknown {
  if (types.has("string")) return text;
  if (types.has("boolean") && (text === "true" || text === "false")) return text === "true";
  if ((types.has("integer") || types.has("number")) && /^-?\d{1,15}$/.test(text)) return Number(text);
  return text;
}

/** The types that a schema has for the leaf at a path. */
function schemaAt(schema: Schema, path: readonly string[]): ReadonlySet<unknown> {
  return typesOf(path.reduce<readonly Schema[]>(next, alternatives(schema)));
}

/** A schema and each of what it allows in place of another. */
function alternatives(schema: Schema): Schema[] {
  return [schema, ...((schema.anyOf as Schema[] | undefined) ?? [])];
}

/** What schemas allow at a name within them. */
function next(open: readonly Schema[], name: string): readonly Schema[] {
  return open.flatMap(({ properties, items }) => {
    const found = /^\d+$/.test(name) ? items : (properties as Readonly<Record<string, Schema>> | undefined)?.[name];
    return found === undefined ? [] : alternatives(found as Schema);
  });
}

function typesOf(open: readonly Schema[]): ReadonlySet<unknown> {
  return new Set(
    open.flatMap(({ type }) => (Array.isArray(type) ? type : [type])).filter((type) => type !== undefined),
  );
}
