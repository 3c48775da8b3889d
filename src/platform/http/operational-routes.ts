import type { FastifyInstance, FastifyReply } from "fastify";
import type { Registry } from "prom-client";
import type { ServerState } from "./transport-checks.ts";

export type Readiness = {
  readonly ready: boolean;
  readonly reasons: readonly string[];
  /** Problems that do not prevent its use but should be mended. */
  readonly warnings?: readonly string[];
};

type Options = {
  readonly version: string;
  readonly metrics: Registry;
  readonly readiness: () => Promise<Readiness>;
};

/** An overloaded process is still alive and is still measured, so these answer when others get 503. */
const always = { config: { pressureHandler: () => undefined } };

/** Endpoints for operators and load balancers, without a key (operations "HTTP outside /v3"). */
export function registerOperationalRoutes(app: FastifyInstance, options: Options, state: ServerState): void {
  app.get("/health", always, async (_request, reply) => send(reply, 200, { status: "up" }));
  app.get("/version", always, async (_request, reply) => send(reply, 200, { version: options.version }));

  app.get("/ready", async (_request, reply) => {
    if (state.phase !== "serving") return send(reply, 503, { ready: false, reasons: ["The server is shutting down."] });
    const readiness = await readinessOrReason(options);
    return send(reply, readiness.ready ? 200 : 503, readiness);
  });

  app.get("/metrics", always, async (_request, reply) =>
    reply.type(options.metrics.contentType).send(await options.metrics.metrics()),
  );
}

function send(reply: FastifyReply, status: number, body: unknown): FastifyReply {
  return reply.code(status).type("application/json; charset=utf-8").header("cache-control", "no-store").send(body);
}

async function readinessOrReason({ readiness }: Options): Promise<Readiness> {
  try {
    return await readiness();
  } catch {
    return { ready: false, reasons: ["Readiness could not be determined."] };
  }
}
