import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { after, before, test } from "node:test";
import { startApi, type TestApi } from "../support/api.ts";

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => api.close());

const get = (path: string) => fetch(`${api.url}${path}`);

async function pageAt(path: string): Promise<string> {
  const answer = await get(path);
  assert.equal(answer.status, 200, path);
  assert.match(answer.headers.get("content-type") ?? "", /^text\/html/, path);
  assert.match(answer.headers.get("content-security-policy") ?? "", /default-src 'none'; style-src 'self'/);
  return answer.text();
}

test("every page of the guide is listed, and every link on it leads to a page and anchor that exist", async () => {
  const first = await pageAt("/docs/guide");
  for (const name of readdirSync(new URL("../../docs/", import.meta.url))) {
    if (!name.endsWith(".md") || name === "README.md") continue;
    assert.ok(first.includes(`href="/docs/guide/${name.replace(/\.md$/, "")}"`), `${name} is on the first page`);
  }
  const seen = new Map<string, string>();
  const toRead = ["/docs/guide"];
  for (let path = toRead.pop(); path !== undefined; path = toRead.pop()) {
    if (seen.has(path)) continue;
    const html = await pageAt(path);
    seen.set(path, html);
    for (const [, link = ""] of html.matchAll(/href="(\/docs\/(?:guide|errors)[^"#]*)/g)) {
      if (link !== "/docs/guide.css") toRead.push(link);
    }
  }
  assert.ok(seen.size > 60, `${seen.size} pages`);
  for (const [path, html] of seen) {
    for (const [, to = "", anchor = ""] of html.matchAll(/href="(\/docs\/guide[^"#]*|)#([^"]+)"/g)) {
      const target = to === "" ? html : (seen.get(to) ?? "");
      assert.ok(target.includes(`id="${decodeURIComponent(anchor)}"`), `${path}: ${to}#${anchor}`);
    }
  }
});

test("a path with a trailing slash redirects to the page, and never to another server", async () => {
  for (const [path, page] of [
    ["/docs/guide/", "/docs/guide"],
    ["/docs/guide/first-hour/", "/docs/guide/first-hour"],
    ["/docs/guide//evil.example//", "/docs/guide//evil.example"],
  ] as const) {
    const answer = await fetch(`${api.url}${path}`, { redirect: "manual" });
    assert.deepEqual([answer.status, answer.headers.get("location")], [302, page], path);
  }
  assert.match(await pageAt("/docs/guide/first-hour/"), /<h1[^>]*>First hour</);
});

test("a rejection links to the page of its code, with what to do and the operations that answer it", async () => {
  const { status, body } = await api.request("GET", `/v3/contracts/${crypto.randomUUID()}`);
  assert.equal(status, 404);
  assert.equal(body.error.details.docUrl, "/docs/errors/CONTRACT_NOT_FOUND");
  const html = await pageAt(body.error.details.docUrl);
  assert.match(html, /<h1>CONTRACT_NOT_FOUND<\/h1>/);
  assert.match(html, /Answered with 400 Bad Request or 404 Not Found/);
  assert.match(html, /no such contract of this merchant/);
  assert.match(html, /GET \/v3\/contracts\/\{id\}</);
});

test("an unknown page of the guide is a 404 envelope, whatever the path", async () => {
  for (const path of [
    "/docs/errors/NO_SUCH_CODE",
    "/docs/guide/absent",
    "/docs/guide/..%2fpackage",
    "/docs/guide/%2e%2e%2fREADME.md",
  ] as const) {
    const answer = await get(path);
    assert.equal(answer.status, 404, path);
    assert.equal(((await answer.json()) as { error: { errorCode: string } }).error.errorCode, "ROUTE_NOT_FOUND", path);
  }
});

test("llms.txt lists the pages of the guide, which are served as Markdown under .md", async () => {
  const index = await (await get("/llms.txt")).text();
  assert.match(index, /^# Accord\n\n> /);
  const links = [...index.matchAll(/\]\((\/docs\/guide\/[^)]+\.md)\)/g)].map(([, link = ""]) => link);
  assert.ok(links.length > 10, `${links.length} links`);
  for (const link of links) {
    const answer = await get(link);
    assert.match(answer.headers.get("content-type") ?? "", /^text\/markdown/, link);
    assert.match(await answer.text(), /^# /, link);
  }
});
