import type { FastifyInstance } from "fastify";

/** More than a proxy opens, and few enough for the memory that each may take. */
const mostConnections = 2_000;

/** Limits of connections, and what is answered to a client that asks before it sends a body. */
export function registerConnectionRules({ server, routing }: FastifyInstance): void {
  server.maxConnections = mostConnections;
  // Connections that are idle are closed first.
  server.on("drop", () => server.closeIdleConnections());
  // The endpoint decides whether a body is wanted, and the transport checks decide whether an expectation can be met.
  server.on("checkContinue", routing);
  server.on("checkExpectation", routing);
}
