import { createServer, type Server } from "node:http";
import type { FastifyInstance } from "fastify";
import { errorBody } from "../platform/http/envelope.ts";
import { requestIdFrom } from "../platform/http/request-id.ts";

const answered: ReadonlySet<string> = new Set(["/health", "/ready", "/metrics", "/version"]);

const rejection = {
  status: 404,
  errorCode: "ROUTE_NOT_FOUND",
  message: `There is no such path: a worker answers ${[...answered].join(", ")}.`,
};

/**
 * The HTTP server of a worker: only the operational endpoints, without the API, its description and its pages. The application
 * behind it is closed by its owner.
 */
export function operationalServer(app: FastifyInstance): Server {
  return createServer((request, response) => {
    const [path = ""] = (request.url ?? "").split("?", 1);
    if (answered.has(path)) return app.routing(request, response);
    const requestId = requestIdFrom(request.headers["x-request-id"]);
    const headers = { "content-type": "application/json; charset=utf-8", "x-request-id": requestId };
    response.writeHead(rejection.status, headers).end(JSON.stringify(errorBody(rejection, requestId)));
  });
}
