import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { Command } from "commander";
import { errorText } from "../platform/db/embedded-error.ts";
import { cannotRun } from "./failure.ts";
import type { ApiDocument } from "./mcp-operations.ts";
import { type Ask, mcpServer } from "./mcp-server.ts";

const keyVariable = "ACCORD_API_KEY";

/** `accord mcp`: the Model Context Protocol on standard input and output, for assistants that start it. */
export function mcpCommand(): Command {
  return new Command("mcp")
    .description("let an assistant read the books and preview writes, by MCP")
    .option("--url <address>", "where the API is", "http://127.0.0.1:8080")
    .addHelpText(
      "after",
      `\nThe API key is taken from ${keyVariable}. Reading takes any key, previews one that may write; nothing is written.`,
    )
    .action(async ({ url }: { url: string }) => {
      const key = process.env[keyVariable]?.trim();
      if (!key)
        throw cannotRun(
          `${keyVariable} is not set; make a key with: ./accord key create --merchant ID --access read`,
          "KEY_MISSING",
        );
      const document = await documentOf(url);
      serveStdio(() => mcpServer(document, asking(url, key)));
    });
}

async function documentOf(url: string): Promise<ApiDocument> {
  const address = URL.parse("/openapi.json", url);
  if (address === null) throw cannotRun(`"${url}" is no address; one looks like http://127.0.0.1:8080.`, "URL_INVALID");
  try {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(`it answers ${answer.status}`);
    return (await answer.json()) as ApiDocument;
  } catch (error) {
    throw cannotRun(
      `There is no Accord at ${url} (${errorText(error)}); start it, or name another with --url.`,
      "NO_API",
    );
  }
}

function asking(url: string, key: string): Ask {
  return async ({ method, path, body }) => {
    const headers = { accept: "application/json", authorization: `Bearer ${key}` };
    const answer = await fetch(new URL(path, url), {
      method,
      headers: body === undefined ? headers : { ...headers, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const isJson = answer.headers.get("content-type")?.startsWith("application/json") === true;
    const type = answer.headers.get("content-type");
    if (isJson) return { status: answer.status, body: await answer.json() };
    await answer.body?.cancel();
    return { status: answer.status, body: { file: `The answer is a file (${type}); open it in the console.` } };
  };
}
