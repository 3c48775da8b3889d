type Schema = Readonly<Record<string, unknown>>;

/**
 * Derives a request body from the view of a record: takes the fields that the request's schema has, and leaves out nulls and empty
 * lists. Fields have the same meaning in both.
 */
export function bodyOf(schema: Schema, view: unknown): Record<string, unknown> {
  return (reduced(schema, view) ?? {}) as Record<string, unknown>;
}

function reduced(schema: Schema, value: unknown): unknown {
  if (value === null || value === undefined) return undefined;
  const own = shapeOf(schema);
  if (Array.isArray(value)) {
    const items = value.map((item) => reduced(own.items as Schema, item));
    return items.length === 0 ? undefined : items;
  }
  const properties = own.properties as Readonly<Record<string, Schema>> | undefined;
  if (typeof value !== "object" || properties === undefined) return value;
  const fields = Object.entries(properties).flatMap(([name, field]) => {
    const part = reduced(field, (value as Readonly<Record<string, unknown>>)[name]);
    return part === undefined ? [] : [[name, part] as const];
  });
  return fields.length === 0 ? undefined : Object.fromEntries(fields);
}

/** The first alternative of a schema that is not null; the schema itself if it has none. */
function shapeOf(schema: Schema): Schema {
  const alternatives = schema.anyOf as readonly Schema[] | undefined;
  return alternatives?.find(({ type }) => type !== "null") ?? schema;
}
