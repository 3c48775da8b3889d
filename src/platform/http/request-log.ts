import type { FastifyInstance } from "fastify";
import { Histogram, type Registry } from "prom-client";
import { whenOver } from "./request-end.ts";

const metricName = "accord_http_request_duration_seconds";

/**
 * One log line and one measurement per request, also if its client left before it was answered. Both have the route's pattern and
 * never the URL as sent: a key pasted into a path or query by mistake must not be logged (behaviour AUT-6).
 */
export function registerRequestLog(app: FastifyInstance, metrics: Registry): void {
  const durations = durationsIn(metrics);
  whenOver(app, (request, reply, end) => {
    const route = request.is404 ? "unknown" : (request.routeOptions.url ?? "unknown");
    const { method } = request;
    const status = reply.statusCode;
    durations.observe({ method, route, status: String(status) }, reply.elapsedTime / 1000);
    const line = { method, route, status, milliseconds: Math.round(reply.elapsedTime * 10) / 10 };
    const { person } = request;
    const by = person?.keyId == null ? { userId: person?.userId } : { keyId: person.keyId };
    const gone = end === "CLIENT_GONE" ? { isClientGone: true } : {};
    request.log.info({ ...line, ...(person === null ? {} : by), ...gone }, "request");
  });
}

function durationsIn(metrics: Registry): Histogram<"method" | "route" | "status"> {
  const existing = metrics.getSingleMetric(metricName);
  if (existing !== undefined) return existing as Histogram<"method" | "route" | "status">;
  return new Histogram({
    name: metricName,
    help: "Time from the arrival of a request to its answer, by route pattern.",
    labelNames: ["method", "route", "status"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [metrics],
  });
}
