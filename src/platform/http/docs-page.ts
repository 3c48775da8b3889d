import apiReference from "@scalar/fastify-api-reference";
import type { FastifyInstance } from "fastify";

// The page needs its inline script and styles; everything it loads comes from this server.
const docsPolicy = [
  "default-src 'none'",
  "script-src 'self' 'unsafe-inline' 'unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** The API reference at `/docs`, from this server alone: no fonts, scripts or telemetry from elsewhere (operations). */
export async function registerDocsPage(app: FastifyInstance): Promise<void> {
  await app.register(apiReference, {
    routePrefix: "/docs",
    configuration: {
      url: "/openapi.json",
      title: "Accord API",
      pageTitle: "Accord API",
      favicon: "/favicon.svg",
      withDefaultFonts: false,
      telemetry: false,
      agent: { disabled: true },
    },
  });
  app.addHook("onSend", async (request, reply, payload) => {
    if (request.routeOptions.url?.startsWith("/docs") === true) reply.header("content-security-policy", docsPolicy);
    return payload;
  });
  for (const url of ["/favicon.svg", "/favicon.ico"]) {
    app.get(url, { schema: { hide: true } }, async (_request, reply) =>
      reply.type("image/svg+xml").header("cache-control", "public, max-age=86400").send(favicon),
    );
  }
}

/** Two columns that balance. */
const favicon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<rect width="32" height="32" rx="6" fill="#14532d"/>
<path d="M8 10h6v12H8zM18 10h6v12h-6z" fill="#fff"/></svg>`;
