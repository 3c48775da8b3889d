import type { FastifyCorsOptions } from "@fastify/cors";

/**
 * What pages of other origins may do (ACCORD_CORS_ORIGINS): everything that a key may, which they send themselves. Cookies are
 * of our own pages alone, so nobody's session is used from elsewhere.
 */
export function corsRules(origins: readonly string[]): FastifyCorsOptions {
  return {
    origin: [...origins],
    credentials: false,
    methods: ["GET", "POST", "PUT", "PATCH", "DELETE"],
    allowedHeaders: ["Authorization", "Content-Type", "Idempotency-Key", "If-Plan", "X-Request-Id"],
    exposedHeaders: [
      ...[
        "Accord-As-Of",
        "Content-Disposition",
        "Deprecation",
        "ETag",
        "Idempotency-Replayed",
        "Link",
        "Retry-After",
        "X-Request-Id",
      ],
      ...["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"],
    ],
    maxAge: 600,
  };
}
