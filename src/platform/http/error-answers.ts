import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { withoutApiKeys } from "./api-key-text.ts";
import { errorBody, type Rejection } from "./envelope.ts";
import { codeOf, rejectionFrom, TransportError } from "./errors.ts";
import { pathOf } from "./url-query.ts";

/**
 * Puts every error of a request into the envelope, unknown paths and wrong methods included (behaviour 5.1, 5.2). A path that takes
 * no method at all may be a page of the console.
 */
export function registerErrorAnswers(
  app: FastifyInstance,
  pageOf: () => (request: FastifyRequest, reply: FastifyReply) => FastifyReply | undefined,
): void {
  const routes: { readonly pattern: RegExp; readonly methods: string }[] = [];
  app.addHook("onRoute", ({ url, method }) => {
    const segments = url.split("/").map((segment) => (segment.startsWith(":") ? "[^/]+" : RegExp.escape(segment)));
    routes.push({ pattern: new RegExp(`^${segments.join("/")}$`), methods: String(method) });
  });

  app.setErrorHandler((error, request, reply) => {
    // Fastify judges the headers of a QUERY before it looks for a route, and no path takes one.
    if (codeOf(error) === "FST_ERR_ROUTE_MISSING_CONTENT_TYPE") return answerUnknown(request, reply);
    const rejection = rejectionFrom(error);
    // What is thrown as a rejection was expected, whatever its status; anything else is a crash and leaves its trace.
    if (rejection.status >= 500 && !(error instanceof TransportError))
      request.log.error({ error: loggable(error) }, rejection.message);
    return sendRejection(request, reply, rejection);
  });

  app.setNotFoundHandler(answerUnknown);

  function answerUnknown(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const path = pathOf(request.raw.url ?? "");
    const allowed = routes.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods.split(","));
    // A route that takes the method has said itself that there is nothing.
    const isTaken = allowed.includes(request.method);
    if (allowed.length > 0 && !isTaken) return sendRejection(request, reply, methodNotAllowed(allowed));
    return pageOf()(request, reply) ?? sendRejection(request, reply, routeNotFound);
  }
}

export function sendRejection(request: FastifyRequest, reply: FastifyReply, rejection: Rejection): FastifyReply {
  return (
    reply
      .code(rejection.status)
      .headers({ ...rejection.headers })
      .type("application/json; charset=utf-8")
      // What a rejection repeats of the request may be a key in the wrong place (behaviour AUT-6).
      .serializer((body) => withoutApiKeys(JSON.stringify(body)))
      .send(errorBody(rejection, request.id))
  );
}

const routeNotFound: Rejection = {
  status: 404,
  errorCode: "ROUTE_NOT_FOUND",
  message: "There is no such path. GET /docs lists them all.",
};

function methodNotAllowed(allowed: readonly string[]): Rejection {
  const methods = [...new Set(allowed)].sort().join(", ");
  return {
    status: 405,
    errorCode: "METHOD_NOT_ALLOWED",
    message: `This path takes ${methods}.`,
    headers: { allow: methods },
  };
}

/** What the log keeps of an error: never the request, a statement's values or a header. */
function loggable(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) };
  const code = "code" in error ? error.code : undefined;
  const cause = error.cause === undefined ? {} : { cause: loggable(error.cause) };
  return { type: error.name, message: error.message, code, stack: error.stack, ...cause };
}
