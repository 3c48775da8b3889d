import type { FastifyDynamicSwaggerOptions } from "@fastify/swagger";
import { webhooksDocument } from "../events/event-view.ts";
import { codesByStatus } from "./error-codes.ts";

const introduction = `Contract billing and revenue recognition.

Every answer is an envelope: \`{ payload, success, message, error? }\`. Test \`success\`; a success may carry warnings in
\`error\`. Money is a decimal string. Dates are \`YYYY-MM-DD\`, end dates inclusive; moments are RFC 3339. Lists take
\`page\` (from 1), \`limit\` (50, at most 1000) and \`filter\` (\`field:rule:value\`). A query parameter that an operation
does not have is rejected.

Every list has a total order, and \`sort\` (\`field:desc\`) comes before it. Where none may be missed, pass the \`nextCursor\`
of a page on as \`cursor\`: rows that others add or remove meanwhile move nothing. Pages with a number are counted anew with each
call, so they may show a row twice, or pass one over, while others write.

Send your API key as \`Authorization: Bearer <key>\`. Every answer has \`X-Request-Id\`, which is \`error.details.requestId\` of a
rejection; 429 and 503 say in \`Retry-After\` after how many seconds to try again, and a stored answer of an
\`Idempotency-Key\` has \`Idempotency-Replayed: true\`.`;

const sessionDescription =
  "A person who is signed in, with the role in the session's merchant. Every method but GET also needs the header " +
  "`X-CSRF-Token` with the `csrfToken` of `GET /v3/session`.";

/** OpenAPI 3.1 from the declarations, with components under their own names (ecosystem F11). */
export function openApiOptions(version: string): FastifyDynamicSwaggerOptions {
  return {
    openapi: {
      openapi: "3.1.1",
      info: {
        title: "Accord",
        version,
        description: `${introduction}\n\n${errorTable()}`,
        license: { name: "Apache-2.0", identifier: "Apache-2.0" },
      },
      servers: [{ url: "/" }],
      webhooks: webhooksDocument(),
      components: {
        securitySchemes: {
          apiKey: { type: "http", scheme: "bearer", description: "An API key: read-only or with write access." },
          session: { type: "apiKey", in: "cookie", name: "accord_session", description: sessionDescription },
        },
      },
    },
    refResolver: {
      buildLocalReference: (json, _baseUri, _fragment, index) =>
        typeof json.$id === "string" ? json.$id : `def-${index}`,
    },
  };
}

function errorTable(): string {
  const rows = Object.entries(codesByStatus()).map(
    ([status, codes]) => `| ${status} | ${codes.map((code) => `\`${code}\``).join(" ")} |`,
  );
  return ["## Error codes", "", "| Status | errorCode |", "|---|---|", ...rows].join("\n");
}

const issue = {
  type: "object",
  required: ["path", "code", "message"],
  properties: {
    path: { type: "string", description: "JSON pointer into the body, or /path/<name>, /query/<name>" },
    code: { type: "string" },
    message: { type: "string" },
  },
};

/** The one error body (behaviour 5.2), with every code of the catalogue. */
export const sharedErrorSchema = () => ({
  $id: "Rejection",
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
          properties: { requestId: { type: "string" }, issues: { type: "array", items: issue } },
        },
      },
    },
  },
});
