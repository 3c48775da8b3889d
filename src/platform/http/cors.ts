import type { FastifyCorsOptions } from "@fastify/cors";

/**
 * The rights of pages of other origins (ACCORD_CORS_ORIGINS): all that a key may do, which they must send themselves. Cookies are
 * accepted from our own pages only, so no session can be used from elsewhere.
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
