import { globSync, readFileSync } from "node:fs";
import { STATUS_CODES } from "node:http";
import type { FastifyInstance, FastifyReply } from "fastify";
import { codesByStatus } from "../error-codes.ts";
import { errorSections } from "./error-sections.ts";
import { addressOf, htmlOf } from "./markdown.ts";
import { guidePage, guideStyle } from "./page.ts";

const folder = new URL("../../../../docs/", import.meta.url);

const guidePolicy =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * The guide: the pages of `docs/` under `/docs/guide`, as HTML and, with `.md`, as Markdown; a page for each error code under
 * `/docs/errors/`; and `/llms.txt`, an index for programs. The pages are made on the first request of any of them.
 */
export function registerGuide(app: FastifyInstance): void {
  let opened: Guide | undefined;
  const guide = () => {
    opened ??= openGuide();
    return opened;
  };
  app.get("/docs/guide.css", (_request, reply) => send(reply, "text/css", guideStyle));
  app.get("/docs/guide", (_request, reply) => showPage(reply, guide(), "README.md"));
  app.get<{ Params: { "*": string } }>("/docs/guide/*", (request, reply) => {
    const name = request.params["*"];
    if (name === "" || name.endsWith("/")) return reply.redirect(`/docs/guide/${name}`.replace(/\/+$/, ""), 302);
    const text = guide().texts.get(name);
    if (text !== undefined) return send(reply, "text/markdown", text);
    return showPage(reply, guide(), `${name}.md`);
  });
  app.get("/docs/errors", (_request, reply) => reply.redirect(addressOf("errors.md"), 302));
  app.get<{ Params: { code: string } }>("/docs/errors/:code", (request, reply) => {
    const { code } = request.params;
    const html = errorHtml(guide(), code, app.openapi());
    if (html === undefined) return reply.callNotFound();
    return sendPage(reply, guide(), { title: code, html, address: addressOf("errors.md") });
  });
  app.get("/llms.txt", (_request, reply) => send(reply, "text/plain", indexForPrograms(guide())));
}

type Guide = {
  /** By path relative to `docs/`. */
  readonly texts: ReadonlyMap<string, string>;
  /** The pages that the first page lists, in its order. */
  readonly pages: readonly { readonly title: string; readonly address: string }[];
};

function openGuide(): Guide {
  const paths = globSync("**/*.md", { cwd: folder }).map((path) => path.replaceAll("\\", "/"));
  const texts = new Map(paths.map((path) => [path, readFileSync(new URL(path, folder), "utf8")]));
  const links = (texts.get("README.md") ?? "").matchAll(/^- \[(?<title>[^\]]+)\]\((?<path>[^)]+)\)/gm);
  const listed = [...links].map(({ groups }) => ({
    title: groups?.title ?? "",
    address: addressOf(groups?.path ?? ""),
  }));
  return { texts, pages: [{ title: "Guide", address: addressOf("README.md") }, ...listed] };
}

function showPage(reply: FastifyReply, guide: Guide, path: string): FastifyReply {
  const text = guide.texts.get(path);
  if (text === undefined) {
    reply.callNotFound();
    return reply;
  }
  const title = /^# (.+)$/m.exec(text)?.[1] ?? path;
  return sendPage(reply, guide, { title, html: htmlOf({ path, text }, isPageOf(guide)), address: addressOf(path) });
}

const isPageOf = (guide: Guide) => (path: string) => guide.texts.has(path);

function sendPage(reply: FastifyReply, { pages }: Guide, page: { title: string; html: string; address: string }) {
  return send(reply, "text/html", guidePage({ ...page, pages }));
}

function send(reply: FastifyReply, type: string, text: string): FastifyReply {
  return reply
    .type(`${type}; charset=utf-8`)
    .headers({ "content-security-policy": guidePolicy, "cache-control": "no-cache" })
    .serializer(String)
    .send(text);
}

type Operations = {
  readonly paths?: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
};
type Operation = {
  readonly summary?: string;
  readonly responses?: Readonly<Record<string, { readonly description?: string }>>;
};

/** The page of an error code, with its statuses and the operations that may answer it; undefined for an unknown code. */
function errorHtml(guide: Guide, code: string, document: unknown): string | undefined {
  const statuses = Object.entries(codesByStatus()).flatMap(([status, codes]) => (codes.includes(code) ? [status] : []));
  const page = guide.texts.get("errors.md") ?? "";
  const section = errorSections(page).find(({ codes }) => codes.includes(code));
  if (statuses.length === 0 || section === undefined) return undefined;
  const answered = statuses.map((status) => `${status} ${STATUS_CODES[status] ?? ""}`).join(" or ");
  const operations = operationsThatAnswer(code, statuses, document as Operations);
  const html = htmlOf({ path: "errors.md", text: section.text }, isPageOf(guide));
  const list = operations.map(({ method, path, summary }) => {
    return `<tr><td><code>${method} ${path}</code></td><td>${summary}</td></tr>`;
  });
  return [
    `<h1>${code}</h1>`,
    `<p class="status">Answered with ${answered}. <a href="${addressOf("errors.md")}">All errors</a></p>`,
    html,
    list.length === 0
      ? ""
      : `<h2>Operations that may answer it</h2>\n<div class="wide" tabindex="0"><table><tbody>${list.join("\n")}</tbody></table></div>`,
  ].join("\n");
}

function operationsThatAnswer(code: string, statuses: readonly string[], { paths = {} }: Operations) {
  const isNamed = new RegExp(`\\b${code}\\b`);
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { summary = "", responses = {} }]) =>
      statuses.some((status) => isNamed.test(responses[status]?.description ?? ""))
        ? [{ method: method.toUpperCase(), path, summary }]
        : [],
    ),
  );
}

/** The index of the guide in the form of the llms.txt convention: a title, a summary, and links to texts. */
function indexForPrograms({ texts }: Guide): string {
  const index = (texts.get("README.md") ?? "").replace(/^# .*\n/, "");
  const linked = index.replace(/\]\((?<path>[\w/.-]+\.md)\)/g, "](/docs/guide/$<path>)");
  const about =
    "> Contract billing and revenue recognition (ASC 606, IFRS 15), self-hosted, driven over HTTP and JSON. The OpenAPI document is /openapi.json.";
  return `# Accord\n\n${about}\n${linked}`;
}
