import type { FastifyRequest } from "fastify";

/**
 * True if a browser says that the request comes from a page of ours. A client that is no browser says nothing about it and is
 * accepted: no other site can make it send a cookie.
 */
export function isFromOwnPage(request: FastifyRequest): boolean {
  const site = request.headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin" || site === "none";
  const { origin } = request.headers;
  if (origin === undefined) return true;
  return URL.parse(origin)?.host === request.host;
}
