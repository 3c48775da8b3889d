import type { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Principal } from "./endpoint.ts";
import { bringsMuch } from "./json-body.ts";
import { type ListQuery, offsetOf } from "./list-query.ts";
import { headerValues } from "./raw-headers.ts";

/** A request as another thread gets it: admitted, its body read and not yet parsed. */
export type RequestAside = {
  readonly principal: Principal;
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** With its query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: Uint8Array<ArrayBuffer> | undefined;
};

/** What it answers, to the byte. */
export type AnswerAside = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The whole of it; or what is made while it is sent, no faster than it is read, and no longer once it is destroyed. */
  readonly body: Uint8Array<ArrayBuffer> | Readable;
};

/**
 * Has a request carried out where its computing holds up nobody else (ADR 0060).
 *
 * @throws TransportError 503, where the thread ended before it had answered
 */
export type CarryOutAside = (request: RequestAside) => Promise<AnswerAside>;

/** Rows of a page that are mapped and written out in some milliseconds, and rows before it that are passed over in as few. */
const longestQuickPage = 100;
const deepestQuickPage = 10_000;

/** Does such a page, or such a body, take more than some milliseconds of a connection and of the thread that carries it out? */
export function takesLong(request: FastifyRequest, list: ListQuery | undefined): boolean {
  const isLongPage =
    list !== undefined &&
    (list.format !== undefined || list.limit > longestQuickPage || offsetOf(list) > deepestQuickPage);
  return isLongPage || bringsMuch(request.raw);
}

/** The request as it is handed on: whatever else its headers say was judged when it was admitted. */
export function requestAside(
  request: FastifyRequest,
  principal: Principal,
  body: Uint8Array<ArrayBuffer> | undefined,
): RequestAside {
  const headers: Record<string, string | string[]> = { "x-request-id": request.id };
  for (const name of ["content-type", "if-plan", "idempotency-key"]) {
    const [first, ...others] = headerValues(request.raw, name);
    if (first !== undefined) headers[name] = others.length === 0 ? first : [first, ...others];
  }
  const { keyId, userId, merchantId, access, role } = principal;
  return {
    principal: { keyId, userId, merchantId, access, role } as Principal,
    // What GET would answer: the length of that is said where it is sent, without it.
    method: (request.method === "HEAD" ? "GET" : request.method) as RequestAside["method"],
    url: request.raw.url ?? "",
    headers,
    body,
  };
}

/** Of one connection, or said by whoever sends the answer: one with both a length and chunks is rejected by many clients (RFC 9112, 6.2). */
const ownHeaders: ReadonlySet<string> = new Set([
  ...["connection", "keep-alive", "date"],
  ...["content-length", "transfer-encoding"],
]);

/** Says what an answer is, before its body. */
export function headAside(reply: FastifyReply, { status, headers }: AnswerAside): FastifyReply {
  for (const [name, value] of Object.entries(headers)) {
    if (!ownHeaders.has(name)) reply.header(name, value);
  }
  return reply.code(status);
}

/** Bodies that are looked at once more on their way out are texts. */
const longestText = 64 * 1024;

/** As it is sent. */
export function bodyAside({ headers }: AnswerAside, body: Uint8Array<ArrayBuffer>): string | Buffer {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const isText = headers["content-type"]?.startsWith("application/json") === true && bytes.length <= longestText;
  return isText ? bytes.toString("utf8") : bytes;
}
