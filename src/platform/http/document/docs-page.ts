import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";

// The page needs its inline script and styles; everything that it loads comes from this server.
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

/**
 * The API reference at `/docs`, which loads no fonts, scripts or telemetry from elsewhere (operations). It is loaded on the first
 * request, because it has four megabytes and a start should not wait for it.
 */
export function registerDocsPage(app: FastifyInstance): void {
  let page: Promise<FastifyInstance> | undefined;
  const show = async ({ url }: FastifyRequest, reply: FastifyReply) => {
    page ??= openPage();
    const { statusCode, headers, rawPayload } = await (await page).inject(url);
    if (statusCode === 404) return reply.callNotFound();
    reply.header("content-security-policy", docsPolicy);
    if (headers.location !== undefined) return reply.redirect(headers.location, statusCode);
    return reply.code(statusCode).header("content-type", headers["content-type"]).send(rawPayload);
  };
  for (const url of ["/docs", "/docs/*"]) app.get(url, show);
  for (const url of ["/favicon.svg", "/favicon.ico"]) {
    app.get(url, async (_request, reply) =>
      reply.type("image/svg+xml").header("cache-control", "public, max-age=86400").send(favicon),
    );
  }
}

async function openPage(): Promise<FastifyInstance> {
  const { default: apiReference } = await import("@scalar/fastify-api-reference");
  const page = Fastify();
  await page.register(apiReference, {
    routePrefix: "/docs",
    configuration: {
      url: "/openapi.json",
      title: "Accord API",
      pageTitle: "Accord API",
      favicon: "/favicon.svg",
      withDefaultFonts: false,
      telemetry: false,
      agent: { disabled: true },
      // The page is for readers: tools and services of its maker are off, and requests go to the server that it came from.
      servers: [{ url: "/" }],
      showDeveloperTools: "never",
      hideClientButton: true,
      mcp: { disabled: true },
      searchHotKey: "k",
    },
  });
  return page;
}

/** The icon shows two columns that balance. */
const favicon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<rect width="32" height="32" rx="6" fill="#14532d"/>
<path d="M8 10h6v12H8zM18 10h6v12h-6z" fill="#fff"/></svg>`;
