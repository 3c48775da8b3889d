import type { TSchema } from "typebox";
import type { RouteDescription } from "../endpoint.ts";
import { Named } from "../wire.ts";
import { type Components, type Json, published } from "./components.ts";
import { exampleOf } from "./example.ts";
import { parametersOf } from "./parameter-document.ts";
import { previewResponsesOf, responsesOf } from "./response-document.ts";

/** A declaration as an operation of the document. */
export function operationOf(components: Components, route: RouteDescription): Json {
  const { operationId, summary, description, deprecated = false, tag } = route;
  return {
    operationId,
    summary,
    description: description ?? `${summary}.`,
    tags: [tag],
    ...(deprecated ? { deprecated } : {}),
    ...securityOf(route),
    ...parametersPart(parametersOf(components, route, false)),
    ...bodyOf(components, route),
    responses: responsesOf(components, route),
  };
}

/** The dry run of an operation, as an operation of its own, so that no write has two kinds of answer. */
export function previewOf(components: Components, route: RouteDescription, preview: TSchema): Json {
  const { operationId, summary, deprecated = false, tag } = route;
  return {
    operationId: previewId(operationId),
    summary: `Preview: ${summary.charAt(0).toLowerCase()}${summary.slice(1)}`,
    description: `What \`${operationId}\` would do.`,
    tags: [tag],
    ...(deprecated ? { deprecated } : {}),
    ...parametersPart(parametersOf(components, route, true)),
    ...bodyOf(components, route),
    responses: previewResponsesOf(components, preview),
  };
}

/** `previewCreateContract` of `createContract`. */
function previewId(operationId: string): string {
  return `preview${upperFirst(operationId)}`;
}

/** The security of operations that not every key or session may use; empty for an open operation. */
function securityOf({ access }: RouteDescription): Json {
  if (access === "open") return { security: [] };
  return access === "session" ? { security: [{ session: [] }] } : {};
}

const parametersPart = (parameters: readonly Json[]) => (parameters.length === 0 ? {} : { parameters });

function bodyOf(components: Components, { body, file, operationId, bodyMayMiss = false }: RouteDescription): Json {
  if (file !== undefined) return { requestBody: { required: true, content: formOf(file.part, file.maximumBytes) } };
  if (body === undefined) return {};
  const named = "$id" in body ? body : Named(`${upperFirst(operationId)}Dto`, body);
  const schema = published(components, named as TSchema, "Input");
  const name = String(schema.$ref).split("/").at(-1) ?? "";
  components.examples.set(name, exampleOf(body));
  return { requestBody: { required: !bodyMayMiss, content: { "application/json": { schema } } } };
}

/** The body of an upload. */
function formOf(part: string, maximumBytes: number): Json {
  const description =
    `The file, with its name, as application/pdf; at most ${maximumBytes.toLocaleString("en")} bytes. ` +
    `With curl: \`-F '${part}=@contract.pdf'\`. It is the only part.`;
  const properties = { [part]: { type: "string", format: "binary", description } };
  const schema = { type: "object", required: [part], properties };
  return { "multipart/form-data": { schema, encoding: { [part]: { contentType: "application/pdf" } } } };
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
