import type { TSchema } from "typebox";
import { assert } from "../../../kernel/assert.ts";
import type { RouteDescription } from "../endpoint.ts";
import { codesByStatus } from "../error-codes.ts";
import { type Components, type Json, noComponents, referTo } from "./components.ts";
import { operationOf, previewOf } from "./operation-document.ts";

/** The parts of the document besides its operations. */
export type ApiDescription = {
  /** In reading order, each with its description. */
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  /** The schema of a dry run's answer. */
  readonly preview: TSchema;
  /** Examples of records in answers, by the names of their schemas. */
  readonly examples: Readonly<Record<string, unknown>>;
  /** The bodies of webhooks. */
  readonly webhooks?: Readonly<Record<string, object>>;
};

/** The OpenAPI document of all declared endpoints, in the order of their tags. */
export function openApiDocument(
  declared: readonly RouteDescription[],
  { tags, preview, examples, webhooks }: ApiDescription,
  version: string,
): Json {
  const components = noComponents();
  referTo(components, "schemas", "Rejection", rejection());
  const paths: Record<string, Json> = {};
  const byTag = Map.groupBy(declared, ({ tag }) => tag);
  const ordered = tags.flatMap(({ name }) => byTag.get(name) ?? []);
  const unlisted = declared.filter(({ tag }) => !ordered.some((route) => route.tag === tag)).map(({ tag }) => tag);
  assert(unlisted.length === 0, `these tags have no description: ${unlisted.join(", ")}`);
  for (const route of ordered) {
    const path = route.url.replaceAll(/:([A-Za-z]+)/g, "{$1}");
    const method = route.method.toLowerCase();
    paths[path] = { ...paths[path], [method]: operationOf(components, route) };
    if (route.dryRun !== true) continue;
    const beside = `${path}/preview`;
    paths[beside] = { ...paths[beside], [method]: previewOf(components, route, preview) };
  }
  shareParameters(components, paths as Record<string, Record<string, Operation>>);
  return {
    openapi: "3.1.1",
    info: {
      title: "Accord",
      version,
      summary: "Contract billing and revenue recognition",
      description: `${introduction}\n\n${errorTable()}`,
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [
      {
        url: "{baseUrl}",
        description: "Your own server.",
        variables: { baseUrl: { default: "http://127.0.0.1:8080", description: "Where it listens, without /v3." } },
      },
    ],
    security: [{ apiKey: [] }, { session: [] }],
    tags: tags.filter(({ name }) => byTag.has(name)),
    paths,
    ...(webhooks === undefined ? {} : { webhooks }),
    components: {
      securitySchemes: {
        apiKey: { type: "http", scheme: "bearer", description: "An API key: read-only or with write access." },
        session: { type: "apiKey", in: "cookie", name: "accord_session", description: sessionDescription },
      },
      ...componentsOf(components, examples),
    },
  };
}

type Operation = { readonly operationId: string; parameters?: readonly Json[] };

/** Parameters that several operations have become components, named like the parameter or, if that name is taken, after the first operation. */
function shareParameters(components: Components, paths: Readonly<Record<string, Record<string, Operation>>>): void {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const own = operations.flatMap(({ parameters = [] }) => parameters.filter(({ $ref }) => $ref === undefined));
  const alike = Map.groupBy(own, (parameter) => JSON.stringify(parameter));
  const references = new Map<string, Json>();
  const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
  const shared = (parameter: Json, operationId: string): Json => {
    const text = JSON.stringify(parameter);
    if ((alike.get(text)?.length ?? 0) < 2) return parameter;
    const name = upperFirst(String(parameter.name));
    const free = components.parameters.has(name) ? `${name}Of${upperFirst(operationId)}` : name;
    const reference = references.get(text) ?? referTo(components, "parameters", free, parameter);
    references.set(text, reference);
    return reference;
  };
  for (const operation of operations) {
    if (operation.parameters === undefined) continue;
    operation.parameters = operation.parameters.map((each) => shared(each, operation.operationId));
  }
}

/** Schemas by name, with their examples: of bodies from the declaration, of records from real answers. */
function componentsOf(
  { schemas, parameters, responses, examples }: Components,
  records: ApiDescription["examples"],
): Json {
  const byName = (kind: ReadonlyMap<string, Json>) =>
    Object.fromEntries([...kind].toSorted(([a], [b]) => (a < b ? -1 : 1)));
  const shown = [...schemas].map(([name, schema]) => {
    const example = records[name] ?? examples.get(name);
    return [name, example === undefined ? schema : { ...schema, examples: [example] }] as const;
  });
  return { schemas: byName(new Map(shown)), parameters: byName(parameters), responses: byName(responses) };
}

const introduction = `Contract billing and revenue recognition.

Send your API key as \`Authorization: Bearer <key>\`. Every answer is an envelope: \`{ payload, success, message, error? }\`. Test
\`success\`; a success may carry warnings in \`error\`. Amounts are decimal strings; a number is accepted where a body has one. Dates
are \`YYYY-MM-DD\`, end dates inclusive; moments are RFC 3339. Unknown query parameters are rejected.

## Lists

Lists take \`page\` (from 1), \`limit\` (50, at most 1000) and \`sort\` (\`field:desc\`, several separated by commas). Every list has a
total order, and \`sort\` comes before it. Where none may be missed, pass the \`nextCursor\` of a page on as \`cursor\`: rows that
others add or remove meanwhile move nothing. Pages with a number are counted anew with each call, so they may repeat or miss a row
while others write.

## Filters

\`field:rule:value\`, several separated by commas; all must hold. Lists: \`in:a|b\`. \`isnull\` and \`isnotnull\` take no value. Words
are matched as written, capitals too; \`like\` is in any case and finds a part. A date is a whole UTC day. A value in double quotes is
taken literally: \`name:eq:"Acme, Inc."\`.

## Writes

The preview of a write, \`…/preview\` behind its path, takes the same request, shows what it would do and keeps nothing
(\`?dryRun=true\` on the write answers the same). Its \`planHash\` may be sent as \`If-Plan\` with the write. An
\`Idempotency-Key\` makes a retry safe: a stored answer has \`Idempotency-Replayed: true\`. A write that a policy holds for a second
person is answered 202 with its change request.

Every answer has \`X-Request-Id\`, which is \`error.details.requestId\` of a rejection, and \`X-RateLimit-Limit\`, \`-Remaining\` and
\`-Reset\` (seconds) of the key; 429 and 503 say in \`Retry-After\` after how many seconds to try again.`;

const sessionDescription =
  "A person who is signed in, with the role in the session's merchant. Every method but GET also needs the header " +
  "`X-CSRF-Token` with the `csrfToken` of `GET /v3/session`.";

function errorTable(): string {
  const rows = Object.entries(codesByStatus()).map(
    ([status, codes]) => `| ${status} | ${codes.map((code) => `\`${code}\``).join(" ")} |`,
  );
  const pages =
    "`error.details.docUrl` leads to a page that says what each means and what to do; the guide is at [/docs/guide](/docs/guide).";
  return ["## Error codes", "", pages, "", "| Status | errorCode |", "|---|---|", ...rows].join("\n");
}

/** The one error body (behaviour 5.2), with every code of the catalogue. */
function rejection(): Json {
  const issue = {
    type: "object",
    required: ["path", "code", "message"],
    properties: {
      path: { type: "string", description: "JSON pointer into the body, or /path/<name>, /query/<name>" },
      code: { type: "string" },
      message: { type: "string" },
    },
  };
  return {
    type: "object",
    description: "The answer of a request that was not carried out",
    required: ["payload", "success", "message", "error"],
    properties: {
      payload: { type: "object", maxProperties: 0 },
      success: { type: "boolean", const: false },
      message: { type: "string", description: "What to do about it. Texts may change, errorCode may not." },
      error: {
        type: "object",
        required: ["code", "message", "errorCode", "details"],
        properties: {
          code: { type: "integer", description: "The HTTP status" },
          message: { type: "string" },
          errorCode: { type: "string", enum: [...new Set(Object.values(codesByStatus()).flat())] },
          details: {
            type: "object",
            required: ["requestId"],
            properties: {
              requestId: { type: "string" },
              docUrl: { type: "string", description: "The page of the code, on this server" },
              issues: { type: "array", items: issue },
            },
          },
        },
      },
    },
  };
}
