import { fromJsonSchema, McpServer } from "@modelcontextprotocol/server";
import { version } from "../platform/version.ts";
import {
  type ApiDocument,
  type ApiRequest,
  explain,
  findOperations,
  harmlessOperations,
  type Operation,
  operationNamed,
  requestOf,
  WrongCall,
} from "./mcp-operations.ts";

/** Sends a request to the API and returns the status and the body, parsed if it is JSON. */
export type Ask = (request: ApiRequest) => Promise<{ readonly status: number; readonly body: unknown }>;

type Result = { content: { type: "text"; text: string }[]; isError?: boolean };

/** Longer answers would fill the context of a model without being useful. */
const mostCharacters = 100_000;

const mostFound = 50;

const instructions = `Accord bills contracts and recognizes their revenue. Nothing here changes anything: operations read, or preview what a write would do.
Find an operation by words, read what it takes, then call it. Amounts are decimal strings, days YYYY-MM-DD, months YYYY-MM. Lists take page, limit, filter and sort.`;

const operationId = { type: "string", description: "as find_operations lists it" } as const;
const parameters = {
  type: "object",
  description: "of the path and of the query, by name",
  additionalProperties: { type: ["string", "number", "boolean"] },
} as const;

type Call = { readonly operationId: string; readonly parameters?: Readonly<Record<string, unknown>> };

/** A server of the Model Context Protocol over the API. It can only read and preview, with the rights of the key. */
export function mcpServer(document: ApiDocument, ask: Ask): McpServer {
  const server = new McpServer({ name: "accord", version }, { capabilities: { tools: {} }, instructions });
  const operations = harmlessOperations(document);
  const annotations = { readOnlyHint: true, openWorldHint: false };

  server.registerTool(
    "find_operations",
    {
      description: "Operations whose id, path, summary or tag has all of the words",
      inputSchema: schemaOf<{ about: string }>({ about: { type: "string" } }, ["about"]),
      annotations,
    },
    ({ about }) => {
      const found = findOperations(operations, about);
      const lines = found.slice(0, mostFound).map(lineOf);
      if (found.length > mostFound) lines.push(`and ${found.length - mostFound} more: add a word`);
      return text(lines.length > 0 ? lines.join("\n") : "No operation has all of these words.");
    },
  );
  server.registerTool(
    "describe_operation",
    {
      description: "The parameters and the body that an operation takes, with the schemas that they refer to",
      inputSchema: schemaOf<Call>({ operationId }, ["operationId"]),
      annotations,
    },
    (call) => answered(() => text(JSON.stringify(explain(document, operationNamed(operations, call.operationId))))),
  );
  const called = (kind: Operation["kind"], call: Call, body?: unknown) =>
    answered(async () => {
      const operation = operationNamed(operations, call.operationId);
      if (operation.kind !== kind)
        throw new WrongCall(`${call.operationId} is called with the tool ${operation.kind}.`);
      return answerOf(await ask(requestOf(operation, call.parameters ?? {}, body)));
    });
  server.registerTool(
    "read",
    {
      description: "Reads a record, a list or a report",
      inputSchema: schemaOf<Call>({ operationId, parameters }, ["operationId"]),
      annotations,
    },
    (call) => called("read", call),
  );
  server.registerTool(
    "preview",
    {
      description: "Shows what a write would do (invoices, revenue, journal), and does nothing",
      inputSchema: schemaOf<Call & { body?: unknown }>({ operationId, parameters, body: { type: "object" } }, [
        "operationId",
      ]),
      annotations,
    },
    ({ body, ...call }) => called("preview", call, body),
  );
  return server;
}

const schemaOf = <Input>(properties: Readonly<Record<string, object>>, required: readonly string[]) =>
  fromJsonSchema<Input>({ type: "object", properties, required: [...required], additionalProperties: false });

const lineOf = ({ operationId: id, kind, method, path, description }: Operation): string =>
  `${id} (${kind}): ${description.summary}; ${method} ${path}`;

const text = (words: string): Result => ({ content: [{ type: "text", text: words }] });

/** Mistakes of the caller and rejections of the API are both returned to the model, which can correct them. */
async function answered(carryOut: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await carryOut();
  } catch (error) {
    if (!(error instanceof WrongCall)) throw error;
    return { ...text(error.message), isError: true };
  }
}

function answerOf({ status, body }: Awaited<ReturnType<Ask>>): Result {
  const words = JSON.stringify(body);
  if (status >= 400) return { ...text(words), isError: true };
  if (words.length <= mostCharacters) return text(words);
  throw new WrongCall(`The answer has ${words.length} characters: ask for less, with limit, page, filter or a month.`);
}
