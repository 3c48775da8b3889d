import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { codesByStatus } from "../../src/platform/http/error-codes.ts";
import type { Json } from "./api.ts";
import { expanded } from "./expanded-document.ts";

/** Compares an answer with the served OpenAPI document; returns the differences, none if it conforms. */
export type Conformance = (method: string, path: string, answer: Answer) => string[];

type Answer = { readonly status: number; readonly mediaType: string; readonly body: Json };

/** The content types of a list besides JSON, which its parameter `format` selects. */
export const listFileTypes: readonly string[] = [
  "text/csv",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
];

const answeredFormats = {
  date: /^\d{4}-\d{2}-\d{2}$/,
  "date-time": /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/,
} as const;

/** Compiles the documented answers of every operation, so that each answer in a test is checked against the document. */
export function conformanceTo(published: Json): Conformance {
  const document = closed(expanded(published));
  const ajv = new Ajv2020({ strict: false, formats: answeredFormats, logger: false, allErrors: true });
  ajv.addSchema(document, "openapi");
  const compiled = new Map<string, ValidateFunction>();
  const operations: { method: string; pattern: RegExp; pointer: string; isList: boolean; responses: Json }[] = [];
  // A path without ids matches first, even if an id could stand for its last word.
  const paths = Object.entries<Json>(document.paths).toSorted(
    ([a], [b]) => Number(/\{/.test(a)) - Number(/\{/.test(b)),
  );
  for (const [path, methods] of paths) {
    for (const [method, operation] of Object.entries<Json>(methods)) {
      operations.push({
        method: method.toUpperCase(),
        pattern: new RegExp(`^${path.replace(/\{[^}]+\}/g, "[^/]+")}$`),
        pointer: `openapi#/paths/${path.replaceAll("~", "~0").replaceAll("/", "~1")}/${method}/responses`,
        isList: operation.parameters.some(({ name }: Json) => name === "page"),
        responses: operation.responses,
      });
    }
  }
  return (method, path, { status, mediaType, body }) => {
    const plainPath = path.split("?")[0] ?? path;
    const operation = operations.find((each) => each.method === method && each.pattern.test(plainPath));
    if (operation === undefined) return [];
    const answered = isDryRun(path) && status === 200 ? "preview" : String(status);
    if (status >= 400) return rejectionProblems(`${method} ${plainPath}`, operation.responses, status, body);
    const { content } = operation.responses[answered] ?? {};
    if (content?.[mediaType] === undefined && !(operation.isList && listFileTypes.includes(mediaType)))
      return [`${method} ${plainPath} does not document ${status} as ${mediaType}`];
    if (mediaType !== "application/json") return [];
    const reference = encodeURI(`${operation.pointer}/${answered}/content/application~1json/schema`);
    const validate = compiled.get(reference) ?? ajv.compile({ $ref: reference });
    compiled.set(reference, validate);
    validate(body);
    return (validate.errors ?? []).map(
      (error) => `${method} ${plainPath} ${status}: ${error.instancePath} ${error.message}`,
    );
  };
}

const isDryRun = (path: string) => new URLSearchParams(path.split("?")[1]).get("dryRun") === "true";

/** The document leaves objects open, because answers may get more fields; here they are closed, so that undocumented fields are found. */
function closed(node: Json): Json {
  if (Array.isArray(node)) return node.map(closed);
  if (typeof node !== "object" || node === null) return node;
  const copy = Object.fromEntries(Object.entries<Json>(node).map(([key, value]) => [key, closed(value)]));
  const isOpen = Object.keys(copy.properties ?? {}).length === 0;
  return isOpen ? copy : { additionalProperties: false, ...copy };
}

/** Codes of rejections before the operation is known: URL, method, size of headers, time (behaviour 5.1, step 1). */
const transportCodes: readonly string[] = [
  "ROUTE_NOT_FOUND",
  "METHOD_NOT_ALLOWED",
  "REQUEST_TIMEOUT",
  "URI_TOO_LONG",
  "HEADERS_TOO_LARGE",
  "INVALID_ENCODING",
];

/** Checks that the code of a rejection is in the catalogue under its status, and that the operation documents it (behaviour 5.3 "Guards"). */
function rejectionProblems(name: string, responses: Json, status: number, body: Json): string[] {
  const code: string = body?.error?.errorCode ?? "none";
  const catalogue: Readonly<Record<string, readonly string[]>> = codesByStatus();
  if (!catalogue[status]?.includes(code)) return [`${name}: ${status} ${code} is not in the catalogue`];
  if (transportCodes.includes(code)) return [];
  const description: string = responses[status]?.description ?? "";
  const isDocumented = description.match(/[A-Z_]{4,}/g)?.includes(code) ?? false;
  return isDocumented ? [] : [`${name} does not document ${status} ${code}`];
}
