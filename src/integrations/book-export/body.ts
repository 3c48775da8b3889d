type Schema = Readonly<Record<string, unknown>>;

/**
 * What a request would have sent for a record: of its view the fields that the request's schema has, without what is null or an
 * empty list. Fields mean the same in both.
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

/** A schema, or the one of its alternatives that is not null. */
function shapeOf(schema: Schema): Schema {
  const alternatives = schema.anyOf as readonly Schema[] | undefined;
  return alternatives?.find(({ type }) => type !== "null") ?? schema;
}
