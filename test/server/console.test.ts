import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { gzipSync } from "node:zlib";
import { builtConsole, NoConsole } from "../../src/cli/console-build.ts";
import { beginStarting } from "../../src/cli/starting.ts";
import type { ConsoleState } from "../../src/platform/http/console.ts";
import { asWriter, type FakeApp, fakeApp } from "../support/fake-app.ts";

let folder: string;
let state: ConsoleState = { status: "absent" };
let app: FakeApp["app"];
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "accord-console-"));
  await mkdir(join(folder, "assets"));
  await writeFile(
    join(folder, "index.html"),
    '<title>Console</title><script type="module" src="/assets/a-1.js"></script>',
  );
  await writeFile(join(folder, "assets/a-1.js"), "plain");
  await writeFile(join(folder, "assets/a-1.js.gz"), gzipSync("plain"));
  await writeFile(join(folder, "assets/.hidden"), "hidden");
  ({ app } = await fakeApp({ console: () => state }));
});
after(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const asBrowser = { accept: "text/html,application/xhtml+xml" };
const get = (url: string, headers: Record<string, string> = asBrowser) => app.inject({ url, headers });

describe("a built console", () => {
  before(() => {
    state = { status: "ready", folder };
  });

  test("is served at every address that nothing else answers, and is revalidated each time", async () => {
    for (const url of ["/", "/contracts", "/contracts/1?tab=terms", "/sign-in", "/v3things"]) {
      const { statusCode, headers, body } = await get(url);
      assert.deepEqual([statusCode, headers["content-type"]], [200, "text/html; charset=utf-8"], url);
      assert.equal(headers["cache-control"], "no-cache");
      assert.match(body, /Console/);
      assert.equal((await app.inject({ method: "HEAD", url, headers: asBrowser })).statusCode, 200);
    }
  });

  test("may run only scripts of this server, and none inline", async () => {
    const policy = String((await get("/")).headers["content-security-policy"]);
    const rules = new Map(policy.split("; ").map((rule) => [rule.split(" ")[0], rule.split(" ").slice(1)]));
    assert.deepEqual(rules.get("script-src"), ["'self'"]);
    assert.deepEqual(rules.get("default-src"), ["'none'"]);
    assert.deepEqual(rules.get("connect-src"), ["'self'"]);
    assert.deepEqual(rules.get("frame-ancestors"), ["'none'"]);
  });

  test("has immutable files, compressed for clients that accept it", async () => {
    const plain = await get("/assets/a-1.js", {});
    assert.deepEqual([plain.statusCode, plain.body], [200, "plain"]);
    assert.equal(plain.headers["cache-control"], "public, max-age=31536000, immutable");
    const zipped = await get("/assets/a-1.js", { "accept-encoding": "gzip, br" });
    assert.equal(zipped.headers["content-encoding"], "gzip");
    assert.match(String(zipped.headers["content-type"]), /javascript/);
  });

  test("leaves the API, its reference and their 404 answers as they are", async () => {
    for (const url of ["/v3/unknown", "/v3", "/v3.1/x", "/assets/none.js", "/assets/", "/assets/.hidden"]) {
      const { statusCode, json } = await get(url);
      assert.deepEqual([statusCode, json().error.errorCode], [404, "ROUTE_NOT_FOUND"], url);
    }
    for (const url of ["/assets/../index.html", "/assets/%2e%2e/index.html", "/assets/a-1.js/..", "/assets//a-1.js"]) {
      assert.ok([200, 404].includes((await get(url, {})).statusCode), url);
      assert.doesNotMatch((await get(url, {})).body, /Console/);
    }
    assert.equal((await get("/unknown", { accept: "application/json" })).json().error.errorCode, "ROUTE_NOT_FOUND");
    const posted = await app.inject({ method: "POST", url: "/contracts", headers: asBrowser });
    assert.equal(posted.json().error.errorCode, "ROUTE_NOT_FOUND");
    const wrong = await app.inject({ method: "PUT", url: "/v3/things", headers: { ...asBrowser, ...asWriter } });
    assert.deepEqual([wrong.statusCode, wrong.json().error.errorCode], [405, "METHOD_NOT_ALLOWED"]);
    assert.equal((await get("/health")).json().status, "up");
    assert.match((await get("/openapi.json")).json().openapi, /^3\.1/);
    assert.equal((await get("/docs/unknown")).statusCode, 404);
  });
});

test("rebuilt by another process is served at once, and old files are not cached", async () => {
  const kept = await mkdtemp(join(tmpdir(), "accord-console-"));
  const builds = ["0123456789abcdef", "fedcba9876543210"].map((hash) => join(kept, hash));
  const built = async (path: string, script: string) => {
    await mkdir(join(path, "assets"), { recursive: true });
    await writeFile(join(path, "assets", script), "plain");
    await writeFile(join(path, "index.html"), `<title>Console</title><script type="module" src="/assets/${script}">`);
  };
  const [before = "", after = ""] = builds;
  await built(before, "old.js");
  const starting = beginStarting(true, new AbortController().signal, async () => before);
  const { app } = await fakeApp({ console: starting.source });
  const ask = (url: string) => app.inject({ url, headers: asBrowser });
  try {
    await starting.ended;
    assert.match((await ask("/")).body, /old\.js/);
    await built(after, "new.js");
    await mkdir(join(kept, "0000000000000000-new-00000000-0000-4000-8000-000000000000"));
    assert.match((await ask("/")).body, /old\.js/, "its own build for as long as it is there");
    await rm(before, { recursive: true });
    for (const url of ["/", "/contracts"]) {
      const { statusCode, headers, body } = await ask(url);
      assert.deepEqual([statusCode, headers["cache-control"]], [200, "no-cache"], url);
      assert.match(body, /new\.js/);
    }
    const gone = await ask("/assets/old.js");
    assert.deepEqual([gone.statusCode, gone.json().error.errorCode], [404, "ROUTE_NOT_FOUND"]);
    assert.equal(gone.headers["cache-control"], "no-store");
    const found = await ask("/assets/new.js");
    assert.deepEqual([found.statusCode, found.headers["cache-control"]], [200, "public, max-age=31536000, immutable"]);
    await rm(after, { recursive: true });
    assert.equal((await ask("/")).headers.location, "/docs");
  } finally {
    await app.close();
    await rm(kept, { recursive: true });
  }
});

describe("a console that is not built yet", () => {
  test("is replaced at every address by a page of the start's progress that reloads itself", async () => {
    state = {
      status: "starting",
      steps: [
        { name: "Console", done: 0, total: 1 },
        { name: "Demo", done: 3, total: 24 },
        { name: "Other", done: 2, total: 2 },
      ],
    };
    for (const url of ["/", "/sign-in"]) {
      const { statusCode, headers, body } = await get(url);
      assert.equal(statusCode, 200);
      assert.equal(headers["cache-control"], "no-store");
      for (const text of ["at work", "3 of 24", "done", 'value="3" max="24"', 'src="/starting.js"']) {
        assert.ok(body.includes(text), text);
      }
      assert.doesNotMatch(body, /<script>/);
    }
    assert.match((await get("/starting.js")).body, /location\.reload/);
    assert.equal((await get("/assets/a-1.js")).statusCode, 404);
  });

  test("is left out of a program without one: the address leads to the API reference", async () => {
    state = { status: "absent" };
    const { statusCode, headers } = await get("/");
    assert.deepEqual([statusCode, headers.location], [302, "/docs"]);
    assert.equal((await get("/contracts")).json().error.errorCode, "ROUTE_NOT_FOUND");
  });
});

describe("the build of the console", () => {
  const build = (root: string) =>
    builtConsole({ signal: new AbortController().signal, onBuild: () => undefined }, root).catch((error) => {
      assert.ok(error instanceof NoConsole, String(error));
      return error.message;
    });

  test("that fails has an error sentence with the reason", async () => {
    const root = await mkdtemp(join(tmpdir(), "accord-root-"));
    try {
      assert.equal(await build(root), "there is no console/index.html");
      for (const path of ["console", "packages/client"]) await mkdir(join(root, path), { recursive: true });
      for (const path of ["console/index.html", "console/package.json", "package-lock.json"]) {
        await writeFile(join(root, path), "{}");
      }
      assert.equal(await build(root), 'vite is not installed; run "npm ci"');
      await rm(join(root, "console/dist"), { recursive: true });
      await writeFile(join(root, "console/dist"), "a file in the way");
      assert.match(await build(root), /^console\/dist cannot be written \(E[A-Z]+\)$/);
    } finally {
      await rm(root, { recursive: true });
    }
  });
});
