import type { IncomingMessage } from "node:http";
import { invalid } from "../../kernel/errors.ts";
import { TransportError, unsupportedContentType } from "./errors.ts";
import { readJson, readJsonInTurns } from "./json-guard.ts";

/** Maximal size of a JSON body: 1 MiB unless its endpoint says otherwise (rules 1). */
export const defaultBodyLimit = 1024 * 1024;

export type JsonBody = { readonly value: unknown; readonly lossyNumbers: readonly string[] };

/** True if the request says that it has a body. An empty one counts as none (behaviour H6). */
export function announcesBody(request: IncomingMessage): boolean {
  const length = request.headers["content-length"];
  return request.headers["transfer-encoding"] !== undefined || (length !== undefined && Number(length) !== 0);
}

const littleBody = 64 * 1024;

/** True if the request has a large body, or one of unknown size. */
export function bringsMuch(request: IncomingMessage): boolean {
  return announcesBody(request) && !(Number(request.headers["content-length"]) <= littleBody);
}

/**
 * Reads the body with the checks of behaviour 5.1 in order: content type, size, content encoding, JSON. At most the limit is held
 * in memory, and nothing is decompressed (behaviour BOD-2 to BOD-5).
 */
export async function readJsonBody(request: IncomingMessage, limit: number): Promise<JsonBody> {
  const bytes = await readBodyBytes(request, limit);
  if (bytes === undefined) return { value: undefined, lossyNumbers: [] };
  const read = bytes.length <= littleBody ? readJson(bytes) : await readJsonInTurns(bytes);
  if (read.ok) return read;
  const { code, path, message } = read.problem;
  throw invalid(code, message, { issues: [{ path, code, message }] });
}

/** The first steps of {@link readJsonBody}, up to the bytes; undefined if there is no body. */
export async function readBodyBytes(
  request: IncomingMessage,
  limit: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (!announcesBody(request)) return undefined;
  if (!isJson(request.headers["content-type"])) throw new TransportError(asRejection(unsupportedContentType));
  if (Number(request.headers["content-length"] ?? 0) > limit) throw tooLarge(limit);
  rejectContentEncoding(request);
  const bytes = await readBytes(request, limit);
  return bytes.length === 0 ? undefined : bytes;
}

/** The value of a body that is parsed elsewhere, for the request log; undefined if it is large or no JSON. */
export function readIfShort(bytes: Uint8Array | undefined): unknown {
  if (bytes === undefined || bytes.length > littleBody) return undefined;
  const read = readJson(bytes);
  return read.ok ? read.value : undefined;
}

/** Compressed bodies are rejected, so that a small body cannot become a large one (behaviour BOD-4). */
export function rejectContentEncoding(request: IncomingMessage): void {
  const encoding = request.headers["content-encoding"];
  if (encoding !== undefined && encoding.toLowerCase() !== "identity") {
    throw invalid("UNSUPPORTED_CONTENT_ENCODING", "Send the body without Content-Encoding.");
  }
}

function asRejection(rejection: typeof unsupportedContentType) {
  return { ...rejection, status: 400, errorCode: "UNSUPPORTED_CONTENT_TYPE" } as const;
}

/** `application/json`, alone or with `charset=UTF-8`; nothing else is accepted (behaviour BOD-3). */
function isJson(contentType: string | undefined): boolean {
  return /^application\/json(?:[ \t]*;[ \t]*charset="?utf-8"?)?[ \t]*;?[ \t]*$/i.test(contentType ?? "");
}

function readBytes(request: IncomingMessage, limit: number): Promise<Buffer<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    let isWhole = false;
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) {
        chunks.push(chunk);
        return;
      }
      request.removeAllListeners("data");
      request.pause();
      reject(tooLarge(limit));
    });
    request.once("end", () => {
      isWhole = true;
      resolve(Buffer.concat(chunks, size));
    });
    request.once("error", () => reject(cutOff()));
    // Every request is closed in the end; creating an error that nobody gets would cost its stack trace.
    request.once("close", () => !isWhole && reject(cutOff()));
  });
}

/** The client has left and does not read this answer, but the request must end. */
function cutOff(): TransportError {
  return new TransportError({
    status: 408,
    errorCode: "REQUEST_TIMEOUT",
    message: "The body did not arrive completely.",
  });
}

function tooLarge(limit: number): TransportError {
  return new TransportError({
    status: 413,
    errorCode: "BODY_TOO_LARGE",
    message: `The body may have at most ${limit} bytes.`,
    details: { maxBytes: limit },
  });
}
