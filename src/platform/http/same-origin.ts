import type { FastifyRequest } from "fastify";

/**
 * Does a browser say that a page of ours asks? What is no browser says nothing of it, and is let pass: it has no cookie that somebody
 * else could make it send.
 */
export function isFromOwnPage(request: FastifyRequest): boolean {
  const site = request.headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin" || site === "none";
  const { origin } = request.headers;
  if (origin === undefined) return true;
  return URL.parse(origin)?.host === request.host;
}
