import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { badUrl, shuttingDown, TransportError, uriTooLong } from "./errors.ts";
import { announcesBody } from "./json-body.ts";
import { securityHeaders } from "./security-headers.ts";
import { parseQuery } from "./url-query.ts";

/** The phase of the server: while draining it still answers, but is not ready; while closing it rejects new requests. */
export type ServerState = { phase: "serving" | "draining" | "closing" };

declare module "fastify" {
  interface FastifyInstance {
    /** Makes `/ready` answer 503 at once, before `close()`, so that a load balancer stops sending requests. */
    beginShutdown: () => void;
  }
}

const longestUrl = 32 * 1024;

/** An unread body up to this size is read and dropped, so that the connection can be reused. */
const bodyWorthDraining = 1024 * 1024;

/** Step 1 of behaviour 5.1, for every request and before any route: request id, shutdown, length and escapes of the URL. */
export function registerTransportChecks(app: FastifyInstance): ServerState {
  const state: ServerState = { phase: "serving" };
  app.decorate("beginShutdown", () => {
    if (state.phase === "serving") state.phase = "draining";
  });
  app.addHook("preClose", async () => {
    state.phase = "closing";
  });
  app.addHook("onRequest", async (request, reply) => {
    reply.headers(securityHeaders).header("x-request-id", request.id);
    if (state.phase === "closing") {
      reply.header("connection", "close");
      throw new TransportError({ ...shuttingDown, status: 503, errorCode: "SERVICE_UNAVAILABLE" });
    }
    checkHost(request);
    checkUrl(request.raw.url ?? "");
    checkExpectation(request.headers.expect);
  });
  app.addHook("onSend", async (request, reply, payload) => {
    closeOverUnreadBody(request, reply);
    return payload;
  });
  return state;
}

/** HTTP/1.1 requires exactly one Host header (RFC 9112, 3.2). */
function checkHost({ raw, headers }: FastifyRequest): void {
  if (raw.httpVersion !== "1.1" || headers.host !== undefined) return;
  throw new TransportError({ status: 400, errorCode: "VALIDATION_FAILED", message: "Send a Host header." });
}

function checkUrl(url: string): void {
  if (url.length > longestUrl) throw new TransportError({ ...uriTooLong, status: 414, errorCode: "URI_TOO_LONG" });
  if (parseQuery(url) === undefined)
    throw new TransportError({ ...badUrl, status: 400, errorCode: "INVALID_ENCODING" });
}

/** Node would answer any other expectation by itself, without an envelope. */
function checkExpectation(expected: string | undefined): void {
  if (expected === undefined || /^100-continue$/i.test(expected)) return;
  throw new TransportError({
    status: 400,
    errorCode: "VALIDATION_FAILED",
    message: "Leave the Expect header out, or send 100-continue; nothing else is supported.",
  });
}

/** A rejected upload is not read to its end: the answer is sent and the connection closed (behaviour AUT-2, BOD-5). */
function closeOverUnreadBody(request: FastifyRequest, reply: FastifyReply): void {
  if (request.raw.complete || !announcesBody(request.raw)) return;
  const length = Number(request.headers["content-length"] ?? Number.POSITIVE_INFINITY);
  if (length > bodyWorthDraining) reply.header("connection", "close");
}
