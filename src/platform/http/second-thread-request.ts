import type { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Principal } from "./endpoint.ts";
import { bringsMuch } from "./json-body.ts";
import { type ListQuery, offsetOf } from "./list-query.ts";
import { headerValues } from "./raw-headers.ts";

/** A request for another thread: admitted, its body read and not yet parsed. */
export type SecondThreadRequest = {
  readonly principal: Principal;
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Path with query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: Uint8Array<ArrayBuffer> | undefined;
};

/** The answer of the other thread, which is sent unchanged. */
export type SecondThreadAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The whole body; or a stream that is made while it is sent, no faster than it is read, and stopped when it is destroyed. */
  readonly body: Uint8Array<ArrayBuffer> | Readable;
};

/**
 * Executes a request in another thread, so that its computing delays no other request (ADR 0060).
 *
 * @throws TransportError 503 if the thread ended before it answered
 */
export type CarryOutInSecondThread = (request: SecondThreadRequest) => Promise<SecondThreadAnswer>;

/** The longest page that is mapped and written in a few milliseconds, and the largest offset that the database skips as fast. */
const longestQuickPage = 100;
const deepestQuickPage = 10_000;

/** True for a page or a body that takes more than a few milliseconds of a connection and of the thread. */
export function takesLong(request: FastifyRequest, list: ListQuery | undefined): boolean {
  const isLongPage =
    list !== undefined &&
    (list.format !== undefined || list.limit > longestQuickPage || offsetOf(list) > deepestQuickPage);
  return isLongPage || bringsMuch(request.raw);
}

/** The request for the other thread. Other headers were checked when the request was admitted, and are not passed on. */
export function requestAside(
  request: FastifyRequest,
  principal: Principal,
  body: Uint8Array<ArrayBuffer> | undefined,
): SecondThreadRequest {
  const headers: Record<string, string | string[]> = { "x-request-id": request.id };
  for (const name of ["content-type", "if-plan", "idempotency-key"]) {
    const [first, ...others] = headerValues(request.raw, name);
    if (first !== undefined) headers[name] = others.length === 0 ? first : [first, ...others];
  }
  const { keyId, userId, merchantId, access, role } = principal;
  return {
    principal: { keyId, userId, merchantId, access, role } as Principal,
    // HEAD is executed as GET; the sending side sends its length without the body.
    method: (request.method === "HEAD" ? "GET" : request.method) as SecondThreadRequest["method"],
    url: request.raw.url ?? "",
    headers,
    body,
  };
}

/**
 * Headers of one connection, or set by the side that sends the answer. Many clients reject an answer with both a length and chunks
 * (RFC 9112, 6.2).
 */
const ownHeaders: ReadonlySet<string> = new Set([
  ...["connection", "keep-alive", "date"],
  ...["content-length", "transfer-encoding"],
]);

/** Sets status and headers of an answer, before its body. */
export function headAside(reply: FastifyReply, { status, headers }: SecondThreadAnswer): FastifyReply {
  for (const [name, value] of Object.entries(headers)) {
    if (!ownHeaders.has(name)) reply.header(name, value);
  }
  return reply.code(status);
}

/** JSON bodies up to this size are sent as text, because hooks look at them before they leave. */
const longestText = 64 * 1024;

/** The body in the form in which it is sent. */
export function bodyAside({ headers }: SecondThreadAnswer, body: Uint8Array<ArrayBuffer>): string | Buffer {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const isText = headers["content-type"]?.startsWith("application/json") === true && bytes.length <= longestText;
  return isText ? bytes.toString("utf8") : bytes;
}
