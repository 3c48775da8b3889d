type Json = { readonly [name: string]: unknown };

type Parameter = { readonly name: string; readonly in: string; readonly required?: boolean };

/** An operation that only reads, or the preview of a write. */
export type Operation = {
  readonly operationId: string;
  readonly kind: "read" | "preview";
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly takesBody: boolean;
  /** From the document, with references to parameters replaced, and without answers. */
  readonly description: Json & { readonly summary: string };
};

/** The part of an OpenAPI document that is used here. */
export type ApiDocument = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Json>>>>;
  readonly components: Json;
};

/** A request to the API: the path with its query, and a body if the operation takes one. */
export type ApiRequest = { readonly method: string; readonly path: string; readonly body?: unknown };

/** A mistake of the caller, in a sentence. */
export class WrongCall extends Error {}

/** All operations under `/v3` that change nothing: every GET, and the preview of every write. */
export function harmlessOperations(document: ApiDocument): readonly Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { responses: _, ...description }]) => {
      const kind = path.endsWith("/preview") && method !== "get" ? "preview" : "read";
      if (!path.startsWith("/v3") || (kind === "read" && method !== "get")) return [];
      const parameters = ((description.parameters ?? []) as Json[]).map((each) => resolved(document, each));
      const operation: Operation = {
        ...{ kind, method: method.toUpperCase(), path },
        operationId: String(description.operationId),
        parameters: parameters as unknown as readonly Parameter[],
        takesBody: description.requestBody !== undefined,
        description: { ...description, summary: String(description.summary), parameters },
      };
      return [operation];
    }),
  );
}

/** Operations that have every word in their id, path, summary or tags, ignoring case; all of them if there are no words. */
export function findOperations(operations: readonly Operation[], about: string): readonly Operation[] {
  const words = about.toLowerCase().split(/\s+/).filter(Boolean);
  return operations.filter(({ operationId, path, description }) => {
    const text = [operationId, path, description.summary, description.tags].join(" ").toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** @throws WrongCall if there is no such operation, or it changes something */
export function operationNamed(operations: readonly Operation[], operationId: string): Operation {
  const operation = operations.find((each) => each.operationId === operationId);
  if (operation !== undefined) return operation;
  throw new WrongCall(
    `There is no operation "${operationId}" that reads or previews. find_operations lists those that there are; a write has a preview.`,
  );
}

/** The parameters and body of an operation, with every component that they refer to. */
export function explain(document: ApiDocument, operation: Operation): Json {
  const schemas: Record<string, unknown> = {};
  const collect = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    for (const [name, part] of Object.entries(value)) {
      if (name !== "$ref" || typeof part !== "string") collect(part);
      else if (!(part in schemas)) {
        schemas[part] = lookUp(document, part);
        collect(schemas[part]);
      }
    }
  };
  collect(operation.description);
  const { method, path, description } = operation;
  return { method, path, ...description, ...(Object.keys(schemas).length > 0 && { references: schemas }) };
}

/**
 * The request of an operation with its parameters filled in.
 *
 * @throws WrongCall naming each parameter that is missing or unknown, or a body that is missing or not accepted
 */
export function requestOf(operation: Operation, given: Readonly<Record<string, unknown>>, body?: unknown): ApiRequest {
  const { method, parameters, takesBody } = operation;
  const usable = parameters.filter((each) => each.in === "path" || each.in === "query");
  const names = usable.map(({ name }) => name);
  const missing = usable.filter(({ name, required }) => required === true && given[name] === undefined);
  const problems = [
    ...Object.keys(given).flatMap((name) => (names.includes(name) ? [] : [`there is no parameter "${name}"`])),
    ...missing.map(({ name }) => `"${name}" is required`),
    ...(takesBody || body === undefined ? [] : ["it takes no body"]),
  ];
  if (problems.length > 0) {
    const known = names.length === 0 ? "It takes no parameters." : `Its parameters: ${names.join(", ")}.`;
    throw new WrongCall(`${operation.operationId}: ${problems.join("; ")}. ${known}`);
  }
  const query = new URLSearchParams();
  let path = operation.path;
  for (const parameter of usable) {
    const value = given[parameter.name];
    if (value === undefined) continue;
    if (parameter.in === "path") path = path.replace(`{${parameter.name}}`, encodeURIComponent(String(value)));
    else query.set(parameter.name, String(value));
  }
  return { method, path: query.size > 0 ? `${path}?${query}` : path, ...(body !== undefined && { body }) };
}

function resolved(document: ApiDocument, value: Json): Json {
  return typeof value.$ref === "string" ? (lookUp(document, value.$ref) as Json) : value;
}

/** The component that `#/components/…` refers to. */
function lookUp(document: ApiDocument, reference: string): unknown {
  const names = reference.split("/").slice(1);
  return names.reduce<unknown>((value, name) => (value as Json)[name], document);
}
