import assert from "node:assert/strict";
import { once } from "node:events";
import { createConnection } from "node:net";
import type { Json } from "./api.ts";

export type RawAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The received bytes, and their value if they are JSON. */
  readonly text: string;
  readonly body: Json;
};

/**
 * Sends an HTTP/1.1 request exactly line by line, over its own socket: for requests that an HTTP client would correct or refuse to
 * send. The answer is complete when the server closes the connection.
 *
 * @param lines request line and headers; `host` and `connection: close` are added
 * @param body sent after the headers; may be shorter than they announce
 */
export async function sendRaw(url: string, lines: readonly string[], body = ""): Promise<RawAnswer> {
  const { hostname, port, host } = new URL(url);
  const socket = createConnection({ host: hostname, port: Number(port) });
  const chunks: Buffer[] = [];
  socket.on("data", (chunk: Buffer) => chunks.push(chunk));
  // A server that rejects an upload may reset the connection after its answer.
  socket.on("error", () => undefined);
  socket.setTimeout(10_000, () => socket.destroy());
  socket.write(`${[...lines, `host: ${host}`, "connection: close"].join("\r\n")}\r\n\r\n${body}`);
  await once(socket, "close");
  const answer = Buffer.concat(chunks).toString();
  const end = answer.indexOf("\r\n\r\n");
  assert.ok(end > 0, `no answer to ${lines[0]}: ${answer}`);
  const [statusLine = "", ...headerLines] = answer.slice(0, end).split("\r\n");
  const text = answer.slice(end + 4);
  const headers = headerLines.map((line) => [
    line.slice(0, line.indexOf(":")).toLowerCase(),
    line.slice(line.indexOf(":") + 1).trim(),
  ]);
  const isJson = text.startsWith("{");
  return {
    status: Number(statusLine.split(" ")[1]),
    headers: Object.fromEntries(headers),
    text,
    body: isJson ? JSON.parse(text) : undefined,
  };
}
