import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { newId } from "../../kernel/ids.ts";
import { errorBody } from "./envelope.ts";
import { sendRejection } from "./error-answers.ts";
import { codeOf, rejectionFrom, socketRejection } from "./errors.ts";
import { securityHeaders } from "./security-headers.ts";

/** Errors of Fastify's router, which precede all hooks, such as a path with a broken escape. */
export function answerFrameworkError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(securityHeaders).header("x-request-id", request.id);
  sendRejection(request, reply, rejectionFrom(error));
}

/** Milliseconds from the answer to a broken request until its connection is closed in any case. */
const timeToReadAnswer = 500;

/** Errors of Node's HTTP parser: there is no request, so the answer is written to the socket (behaviour 5.1, step 1). */
export function answerSocketError(error: Error, socket: Socket): void {
  if (codeOf(error) === "ECONNRESET" || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const requestId = newId();
  const rejection = socketRejection(error);
  const body = JSON.stringify(errorBody(rejection, requestId));
  const head = [
    `HTTP/1.1 ${rejection.status} ${STATUS_CODES[rejection.status] ?? ""}`,
    "content-type: application/json; charset=utf-8",
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    "x-content-type-options: nosniff",
    "connection: close",
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
  // A client that never closes its side would keep the socket and the memory of its request.
  setTimeout(() => socket.destroy(), timeToReadAnswer).unref();
}
