import type { Json } from "./api.ts";

/**
 * An OpenAPI document in a form for tests: every operation with all its parameters, its example and each of its answers, and
 * references only to schemas. Previews are merged into their writes: as the parameter `dryRun`, and as the answer `preview`.
 */
export function expanded(published: Json): Json {
  const document = structuredClone(published);
  for (const schema of Object.values<Json>(document.components.schemas)) {
    // A body may have a number where the document only shows the preferred form.
    if (schema.format === "decimal") schema.type = [schema.type, "number"];
  }
  for (const [path, methods] of Object.entries<Json>(document.paths)) {
    for (const [method, operation] of Object.entries<Json>(methods)) {
      const written = document.paths[path.replace(/\/preview$/, "")]?.[method];
      if (path.endsWith("/preview") && written !== undefined) delete methods[method];
      else expand(document, operation, document.paths[`${path}/preview`]?.[method]);
    }
    if (Object.keys(methods).length === 0) delete document.paths[path];
  }
  return document;
}

function expand(document: Json, operation: Json, preview: Json | undefined): void {
  operation.security ??= document.security;
  operation.parameters = (operation.parameters ?? []).map((each: Json) => resolved(document, each));
  const body = operation.requestBody?.content["application/json"];
  if (body !== undefined) body.example = resolved(document, body.schema).examples[0];
  for (const [status, answer] of Object.entries<Json>(operation.responses)) {
    operation.responses[status] = answerOf(document, answer);
  }
  for (const status of [401, 403, 413, 422, 429, 500, 503]) {
    operation.responses[status] ??= operation.responses.default;
  }
  if (preview === undefined) return;
  operation.parameters.unshift({ name: "dryRun", in: "query", schema: { type: "boolean" } });
  operation.responses.preview = answerOf(document, preview.responses["200"]);
}

/** An answer, merged with what stands beside its reference. */
function answerOf(document: Json, answer: Json): Json {
  const { description = "" } = answer;
  const whole = resolved(document, answer);
  return answer.$ref === undefined ? answer : { ...whole, description: `${description} ${whole.description}` };
}

/** The target of a reference; anything else unchanged. */
export function resolved(document: Json, node: Json): Json {
  if (node.$ref === undefined) return node;
  const names = String(node.$ref).split("/").slice(1);
  return names.reduce((parent: Json, name) => parent[name], document);
}
