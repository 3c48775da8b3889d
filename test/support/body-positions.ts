import type { Json } from "./api.ts";

/** A place for text in the body of an operation, and how to send another value there. */
export type Position = {
  readonly method: string;
  readonly path: string;
  /** JSON pointer of the place. */
  readonly pointer: string;
  readonly format: string | undefined;
  /** The operation's example with another value in this place. */
  readonly bodyWith: (value: unknown) => Json;
};

/**
 * Every place for a string in the JSON bodies of an OpenAPI document, found by walking the schemas. Operations that need a session
 * are left out, because the session is checked before the body.
 */
export function stringPositions(document: Json): Position[] {
  return Object.entries<Json>(document.paths).flatMap(([path, methods]) =>
    Object.entries<Json>(methods).flatMap(([method, operation]) => {
      const content = operation.requestBody?.content?.["application/json"];
      if (content === undefined || isOfSession(operation)) return [];
      return leaves(document, content.schema, []).map(({ keys, format }) => ({
        method: method.toUpperCase(),
        path,
        pointer: keys.map((key) => `/${key}`).join(""),
        format,
        bodyWith: (value: unknown) => replaced(structuredClone(content.example), keys, value),
      }));
    }),
  );
}

function isOfSession({ security }: Json): boolean {
  return security.length > 0 && security.every((each: Json) => each.session !== undefined);
}

type Leaf = { readonly keys: readonly string[]; readonly format: string | undefined };

function leaves(document: Json, schema: Json, keys: readonly string[]): Leaf[] {
  if (schema.$ref !== undefined) return leaves(document, resolved(document, schema.$ref), keys);
  const parts: Json[] = [...(schema.anyOf ?? []), ...(schema.allOf ?? [])];
  const types: string[] = [schema.type ?? []].flat();
  return [
    ...(types.includes("string") ? [{ keys, format: schema.format }] : []),
    ...parts.flatMap((part) => leaves(document, part, keys)),
    ...Object.entries<Json>(schema.properties ?? {}).flatMap(([name, part]) => leaves(document, part, [...keys, name])),
    ...(schema.items === undefined ? [] : leaves(document, schema.items, [...keys, "0"])),
  ];
}

function resolved(document: Json, reference: string): Json {
  const names = reference.split("/").slice(1);
  return names.reduce((node: Json, name) => node[name], document);
}

function replaced(node: Json, [key, ...rest]: readonly string[], value: unknown): Json {
  if (key === undefined) return value;
  const container = node ?? (key === "0" ? [] : {});
  container[key] = replaced(container[key], rest, value);
  return container;
}
