import type { WireCheck } from "./wire.ts";

type Json = Readonly<Record<string, unknown>>;

/**
 * The schema that Ajv checks, made from the documented one.
 *
 * A node with `x-accord` keeps only that keyword, so that a wrong value has exactly one issue; names (`$id`) and texts are left
 * out; everything else must be a keyword that Ajv knows, or its strict mode rejects the schema at start.
 */
export function validationSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(validationSchema);
  if (typeof schema !== "object" || schema === null) return schema;
  const node = schema as Json;
  const check = node["x-accord"];
  if (check !== undefined) {
    const nullable = Array.isArray(node.type) && node.type.includes("null");
    return { "x-accord": { ...(check as WireCheck), nullable } };
  }
  const alternatives = orNull(node);
  if (alternatives !== undefined) return validationSchema(alternatives);
  return Object.fromEntries(
    Object.entries(node)
      .filter(([keyword]) => !documentationOnly.has(keyword))
      .map(([keyword, value]) => [
        keyword,
        keyword === "properties" ? mapValues(value as Json) : nested(keyword, value),
      ]),
  );
}

const documentationOnly = new Set([
  "$id",
  "x-component",
  "x-never",
  "title",
  "description",
  "examples",
  "default",
  "deprecated",
  "format",
]);
const plainValues = new Set(["enum", "const", "required", "type"]);

function nested(keyword: string, value: unknown): unknown {
  return plainValues.has(keyword) ? value : validationSchema(value);
}

function mapValues(properties: Json): Json {
  return Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, validationSchema(value)]));
}

/**
 * `anyOf: [X, null]` of a named X as one schema of two types, so that a wrong value has one issue and not one per alternative (see
 * `Nullable`).
 */
function orNull(node: Json): Json | undefined {
  if (!Array.isArray(node.anyOf) || node.anyOf.length !== 2) return undefined;
  const [first, second] = node.anyOf as [Json, Json];
  if (second.type !== "null" || first.type === undefined) return undefined;
  const types = Array.isArray(first.type) ? first.type : [first.type];
  const values = Array.isArray(first.enum) ? { enum: [...first.enum, null] } : {};
  return { ...first, type: [...types, "null"], ...values };
}
