type Json = Readonly<Record<string, unknown>>;

const byFormat: Json = {
  uuid: "0197f1a0-5c1e-7b9a-9a55-3f0d2c7e8b10",
  date: "2026-01-31",
  "date-time": "2026-01-31T09:30:00.000Z",
  email: "billing@example.com",
};

/** An example value of a schema for the documentation: its own example if it has one, else made from its type. */
export function exampleOf(schema: unknown): unknown {
  const node = schema as Json;
  if (Array.isArray(node.examples) && node.examples.length > 0) return node.examples[0];
  if ("const" in node) return node.const;
  if (Array.isArray(node.enum)) return node.enum[0];
  const [alternative] = (node.anyOf ?? node.oneOf ?? node.allOf ?? []) as unknown[];
  if (alternative !== undefined) return exampleOf(alternative);
  const type = Array.isArray(node.type) ? node.type[0] : node.type;
  switch (type) {
    case "object":
      return Object.fromEntries(
        Object.entries((node.properties ?? {}) as Json)
          .filter(([name]) => !isSecondOfTwo(node, name))
          .map(([name, property]) => [name, exampleOf(property)]),
      );
    case "array":
      return node.maxItems === 0 || node.items === undefined ? [] : [exampleOf(node.items)];
    case "string":
      return typeof node.format === "string" && node.format in byFormat ? byFormat[node.format] : "text";
    case "integer":
    case "number":
      return node.minimum ?? 1;
    case "boolean":
      return true;
    case "null":
      return null;
    default:
      return {};
  }
}

/** True if `name` is the second of two fields that are never sent together; examples leave it out. */
function isSecondOfTwo(node: Json, name: string): boolean {
  const rules = (node["x-never"] ?? []) as readonly Json[];
  return rules.some(({ required }) => Array.isArray(required) && required[1] === name);
}
