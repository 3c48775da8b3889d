import type { FastifyInstance } from "fastify";

/** More than a proxy opens, and few enough for the memory that each may take. */
const mostConnections = 2_000;

/** What holds for connections before there is a request on them, and for a body that a client offers before it sends it. */
export function registerConnectionRules({ server, routing }: FastifyInstance): void {
  server.maxConnections = mostConnections;
  // Those that only wait for a next request make room first.
  server.on("drop", () => server.closeIdleConnections());
  // Whether a body is wanted is decided by its endpoint, and whether an expectation can be met by the checks of the transport.
  server.on("checkContinue", routing);
  server.on("checkExpectation", routing);
}
