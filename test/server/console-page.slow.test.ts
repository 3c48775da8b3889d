import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import type { ConsoleState } from "../../src/platform/http/console.ts";
import { openBrowser } from "../support/browser.ts";
import { type FakeApp, fakeApp } from "../support/fake-app.ts";

// The page of a starting server in a browser: it continues to the console by itself, and a sign-in link keeps its secret.

let folder: string;
let app: FakeApp["app"];
let origin: string;
let browser: Browser;
let close: () => Promise<void> = async () => undefined;
let state: ConsoleState = { status: "starting", steps: [{ name: "Demo", done: 3, total: 24 }] };

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "accord-page-"));
  await mkdir(join(folder, "assets"));
  await writeFile(
    join(folder, "index.html"),
    '<title>Console</title><script type="module" src="/assets/a.js"></script>',
  );
  await writeFile(
    join(folder, "assets/a.js"),
    'document.body.textContent = "console at " + location.pathname + location.hash;',
  );
  ({ app } = await fakeApp({ console: () => state }));
  origin = await app.listen({ host: "127.0.0.1", port: 0 });
  ({ browser, close } = await openBrowser());
});
after(async () => {
  await close();
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

test("a starting server shows its progress, and then the console with the part of the link after #", async () => {
  const page = await browser.newPage();
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  await page.goto(`${origin}/sign-in#token=abc`);
  await page.getByText("3 of 24").waitFor();
  state = { status: "starting", steps: [{ name: "Demo", done: 20, total: 24 }] };
  await page.getByText("20 of 24").waitFor();
  state = { status: "ready", folder };
  await page.getByText("console at /sign-in#token=abc").waitFor();
  assert.deepEqual(problems, [], "nothing was against the content security policy");
});
