import staticFiles from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type StartingStep, startingPage, startingScript } from "./starting-page.ts";
import { pathOf } from "./url-query.ts";

/** The state of the console: being built (with its remaining steps), built, or absent. */
export type ConsoleState =
  | { readonly status: "starting"; readonly steps: readonly StartingStep[] }
  | { readonly status: "ready"; readonly folder: string }
  | { readonly status: "absent" };

export type ConsoleSource = () => ConsoleState;

/**
 * Scripts come only from this server, and none is inline. Components set sizes and colours in style attributes, which no nonce
 * covers. PDFs are shown in frames.
 */
const consolePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self' blob:",
  "worker-src 'self' blob:",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");

const startingPolicy =
  "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; connect-src 'self'; img-src 'self'";

/** Paths of the API and of operators: an unknown one of these is answered with an envelope, also to a browser. */
const ofOthers = /^\/(?:v3|v3\.1|docs|assets|openapi\.json|health|ready|version|metrics|favicon\.\w+)(?:\/|$)/;

/** File names of a build: none that leaves the folder or is hidden. */
const assetPath = /^assets(?:\/[\w-][\w.-]*)+$/;

const yearMilliseconds = 365 * 24 * 60 * 60 * 1_000;

/**
 * Serves the console under `/`: its page for any path without a route that a browser opens as a page, so that every screen has a
 * URL, and from `/assets/` its files, whose names contain the hash of their contents.
 *
 * @returns the handler of unknown paths; it returns undefined if a path is no page of the console
 */
export async function registerConsole(
  app: FastifyInstance,
  source: ConsoleSource,
): Promise<(request: FastifyRequest, reply: FastifyReply) => FastifyReply | undefined> {
  await app.register(staticFiles, { serve: false, preCompressed: true, dotfiles: "deny" });
  // These are answered even under load: the first page must not depend on how busy a start is, and a page without one of its files
  // is broken.
  const always = { config: { pressureHandler: () => undefined } };
  const show = (reply: FastifyReply) => showConsole(reply, source());
  app.get("/", always, async (_request, reply) => show(reply) ?? reply.redirect("/docs", 302));
  app.get("/starting.js", always, async (_request, reply) =>
    reply.type("text/javascript; charset=utf-8").header("cache-control", "no-store").send(startingScript),
  );
  app.get("/assets/*", always, async ({ raw }, reply) => {
    const state = source();
    const path = pathOf(raw.url ?? "").slice(1);
    // A missing file may come with the next build, and an old one goes with its build.
    reply.header("cache-control", "no-store");
    if (state.status !== "ready" || !assetPath.test(path)) return reply.callNotFound();
    return reply.sendFile(path, state.folder, { maxAge: yearMilliseconds, immutable: true });
  });
  return ({ method, headers, raw }, reply) => {
    const isPage = (method === "GET" || method === "HEAD") && (headers.accept ?? "").includes("text/html");
    return isPage && !ofOthers.test(pathOf(raw.url ?? "")) ? show(reply) : undefined;
  };
}

function showConsole(reply: FastifyReply, state: ConsoleState): FastifyReply | undefined {
  switch (state.status) {
    case "absent":
      return undefined;
    case "starting":
      return reply
        .header("content-security-policy", startingPolicy)
        .header("cache-control", "no-store")
        .type("text/html; charset=utf-8")
        .send(startingPage(state.steps));
    case "ready":
      // Requested again each time, because it names the files of the current build.
      return reply
        .code(200)
        .header("content-security-policy", consolePolicy)
        .header("cache-control", "no-cache")
        .sendFile("index.html", state.folder, { cacheControl: false });
  }
}
