/** A schema of the OpenAPI document, or any other part of it. */
export type Json = ReturnType<typeof JSON.parse>;

/** Whether values of a type are sent or received: sent values may be read-only, and undefined fields are left out. */
export type Direction = "sent" | "received";

/** A JSON Schema as a TypeScript type, indented as a property of something at `depth`. */
export function typeOf(schema: Json, direction: Direction, depth: number): string {
  if (schema.$ref !== undefined) return schema.$ref.split("/").at(-1);
  if ("const" in schema) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value: Json) => JSON.stringify(value)).join(" | ");
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives !== undefined) return union(alternatives.map((each: Json) => typeOf(each, direction, depth)));
  if (schema.allOf !== undefined) return schema.allOf.map((each: Json) => typeOf(each, direction, depth)).join(" & ");
  const types: string[] = [schema.type ?? []].flat();
  return union(types.map((type) => typeOfOne(type, schema, direction, depth)));
}

function typeOfOne(type: string, schema: Json, direction: Direction, depth: number): string {
  switch (type) {
    case "string":
      return schema.format === "binary" ? "Blob" : "string";
    case "integer":
    case "number":
      return "number";
    case "array":
      return arrayOf(typeOf(schema.items ?? {}, direction, depth), direction);
    case "object":
      return objectOf(schema, direction, depth);
    default:
      return type;
  }
}

function arrayOf(item: string, direction: Direction): string {
  const element = /^[\w"]+$/.test(item) ? item : `(${item})`;
  return direction === "sent" ? `readonly ${element}[]` : `${element}[]`;
}

function objectOf(schema: Json, direction: Direction, depth: number): string {
  const properties = Object.entries<Json>(schema.properties ?? {});
  if (properties.length === 0) return "{ [name: string]: unknown }";
  return block(
    properties.map(([name, property]) => propertyOf(name, property, schema, direction, depth + 1)),
    depth,
  );
}

function propertyOf(name: string, property: Json, owner: Json, direction: Direction, depth: number): string {
  const isRequired = owner.required?.includes(name) ?? false;
  return member(name, typeOf(property, direction, depth), { isRequired, direction, about: property, depth });
}

type Member = { isRequired: boolean; direction: Direction; about: Json; depth: number };

/** A property with its description above it. */
export function member(name: string, type: string, { isRequired, direction, about, depth }: Member): string {
  const indent = "  ".repeat(depth);
  const undefinable = direction === "sent" && !isRequired ? " | undefined" : "";
  return `${comment(about, depth)}${indent}${key(name)}${isRequired ? "" : "?"}: ${type}${undefinable};`;
}

/** Members between braces, one per line. */
export function block(members: readonly string[], depth: number): string {
  return `{\n${members.join("\n")}\n${"  ".repeat(depth)}}`;
}

/** A name as the key of an object. */
export function key(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

/** The description in the document as a comment; empty without a description. */
export function comment({ description, deprecated = false }: Json, depth: number): string {
  const indent = "  ".repeat(depth);
  const sentences = description?.split("\n").filter((line: string) => line !== "") ?? [];
  const lines = [...sentences, ...(deprecated ? ["@deprecated"] : [])].map((line) => line.replaceAll("*/", "*\\/"));
  if (lines.length === 0) return "";
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}\n`).join("")}${indent} */\n`;
}

function union(types: readonly string[]): string {
  return types.length === 0 ? "unknown" : [...new Set(types)].join(" | ");
}
