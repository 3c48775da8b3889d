import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { withoutApiKeys } from "./api-key-text.ts";
import { errorBody, type Rejection } from "./envelope.ts";
import { codeOf, rejectionFrom, TransportError } from "./errors.ts";
import { pathOf } from "./url-query.ts";

type Route = {
  readonly url: string;
  readonly pattern: RegExp;
  readonly parameters: number;
  readonly methods: readonly string[];
};

/** To be called once all routes are registered; none can follow. */
export type RejectOtherMethods = () => void;

/**
 * Sends every error of a request in the envelope, including unknown paths and wrong methods (behaviour 5.1, 5.2). A path that takes
 * no method at all may be a page of the console. If a path is declared in words, it never counts as another path with an id in
 * place of a word: `GET /v3/contracts/preview` is 405, and does not look for a contract.
 */
export function registerErrorAnswers(
  app: FastifyInstance,
  pageOf: () => (request: FastifyRequest, reply: FastifyReply) => FastifyReply | undefined,
): RejectOtherMethods {
  const routes: Route[] = [];
  let isComplete = false;
  app.addHook("onRoute", ({ url, method }) => {
    if (!isComplete) routes.push(routeOf(url, String(method).split(",")));
  });

  app.setErrorHandler((error, request, reply) => {
    // Fastify checks the headers of a QUERY before it looks for a route, and no path takes a QUERY.
    if (codeOf(error) === "FST_ERR_ROUTE_MISSING_CONTENT_TYPE") return answerUnknown(request, reply);
    const rejection = rejectionFrom(error);
    // A TransportError is expected, whatever its status; any other 5xx is a crash and is logged with its stack.
    if (rejection.status >= 500 && !(error instanceof TransportError))
      request.log.error({ error: loggable(error) }, rejection.message);
    return sendRejection(request, reply, rejection);
  });

  app.setNotFoundHandler(answerUnknown);

  function answerUnknown(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const path = pathOf(request.raw.url ?? "");
    const allowed = methodsOf(path, routes);
    // If a route takes the method, its handler has decided that there is nothing at the path.
    const isTaken = allowed.includes(request.method);
    if (allowed.length > 0 && !isTaken) return sendRejection(request, reply, methodNotAllowed(allowed));
    return pageOf()(request, reply) ?? sendRejection(request, reply, routeNotFound);
  }

  return () => {
    isComplete = true;
    for (const [url, others] of otherMethods(routes)) {
      app.route({ method: [...others], url, handler: answerUnknown });
    }
  };
}

function routeOf(url: string, methods: readonly string[]): Route {
  const segments = url.split("/");
  const isParameter = (segment: string) => segment.startsWith(":");
  const pattern = segments.map((segment) => (isParameter(segment) ? "[^/]+" : RegExp.escape(segment)));
  return {
    url,
    pattern: new RegExp(`^${pattern.join("/")}$`),
    parameters: segments.filter(isParameter).length,
    methods,
  };
}

/** The methods of a path, by the matching routes with the fewest parameters. */
function methodsOf(path: string, routes: readonly Route[]): readonly string[] {
  const matching = routes.filter(({ pattern }) => pattern.test(path));
  const fewest = Math.min(...matching.map(({ parameters }) => parameters));
  return matching.filter(({ parameters }) => parameters === fewest).flatMap(({ methods }) => methods);
}

/** By declared path: the methods that it does not take, but a path with an id in place of a word would. */
function otherMethods(routes: readonly Route[]): Map<string, ReadonlySet<string>> {
  const byUrl = Map.groupBy(routes, ({ url }) => url);
  const withParameters = routes.filter(({ parameters }) => parameters > 0);
  const others = new Map<string, ReadonlySet<string>>();
  for (const [url, own] of byUrl) {
    const taken = own.flatMap(({ methods }) => methods);
    const wider = withParameters.filter((route) => route.url !== url && route.pattern.test(url));
    const methods = new Set(wider.flatMap((route) => route.methods).filter((method) => !taken.includes(method)));
    // HEAD is registered along with GET.
    if (methods.has("GET")) methods.delete("HEAD");
    if (methods.size > 0) others.set(url, methods);
  }
  return others;
}

export function sendRejection(request: FastifyRequest, reply: FastifyReply, rejection: Rejection): FastifyReply {
  return (
    reply
      .code(rejection.status)
      .headers({ ...rejection.headers })
      .type("application/json; charset=utf-8")
      // A rejection may repeat a part of the request that contains a key (behaviour AUT-6).
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

/** The fields of an error that are logged: never the request, a statement's values or a header. */
function loggable(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) };
  const code = "code" in error ? error.code : undefined;
  const cause = error.cause === undefined ? {} : { cause: loggable(error.cause) };
  return { type: error.name, message: error.message, code, stack: error.stack, ...cause };
}
