type Schema = Readonly<Record<string, unknown>>;

/**
 * Makes a request body from a row of a CSV file. Each column is a path in the body, such as `billingAddress.city` or `pricing.0.amount`;
 * empty cells are left out. Cells that the schema wants as number or boolean are converted; others, such as amounts, stay texts.
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
    // Defined as own properties, so that a name such as `__proto__` is just a field that the schema does not have.
    if (depth === path.length - 1) Object.defineProperty(at, name, { value, enumerable: true, configurable: true });
    else {
      if (!Object.hasOwn(at, name) || typeof at[name] !== "object")
        Object.defineProperty(at, name, { value: {}, enumerable: true, configurable: true, writable: true });
      at = at[name] as Tree;
    }
  }
}

/**
 * Turns objects whose names are all numbers into lists in the order of the numbers; missing numbers leave no gaps. If the schema has an
 * object in that place, such as metadata, it stays an object.
 *
 * @param open the schemas allowed in this place; empty if there are none
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

/** The types that a schema allows at a path. */
function schemaAt(schema: Schema, path: readonly string[]): ReadonlySet<unknown> {
  return typesOf(path.reduce<readonly Schema[]>(next, alternatives(schema)));
}

/** A schema together with its `anyOf` alternatives. */
function alternatives(schema: Schema): Schema[] {
  return [schema, ...((schema.anyOf as Schema[] | undefined) ?? [])];
}

/** The schemas of a property or list item of the given schemas. */
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
