import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import chromium from "@sparticuz/chromium";
import { type Browser, chromium as playwright } from "playwright-core";
import { fakeApp } from "../support/fake-app.ts";

const { app } = await fakeApp();
let browser: Browser;
let origin: string;
let folder: string;

before(async () => {
  origin = await app.listen({ port: 0, host: "127.0.0.1" });
  // The browser unpacks itself under fixed names into the folder of temporary files, where another user of the machine may
  // have been before: it gets one of its own.
  folder = await mkdtemp(join(tmpdir(), "accord-browser-"));
  process.env.TMPDIR = folder;
  browser = await playwright.launch({
    executablePath: await chromium.executablePath(),
    // A container's root cannot use Chromium's sandbox; the page is our own.
    args: [...chromium.args, "--no-sandbox"],
    headless: true,
  });
});

after(async () => {
  await browser?.close();
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

test("the API reference shows the operations and asks no other server for anything", async () => {
  const page = await browser.newPage();
  const requested: string[] = [];
  const problems: string[] = [];
  page.on("request", (request) => requested.push(request.url()));
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  page.on("response", (response) => {
    if (response.status() >= 400) problems.push(`${response.status()} ${response.url()}`);
  });

  await page.goto(`${origin}/`, { waitUntil: "load" });
  await page.getByText("Create a thing").first().waitFor({ timeout: 20_000 });
  await page.waitForLoadState("networkidle");

  const foreign = requested.filter((url) => !url.startsWith(origin) && !/^(?:data|blob):/.test(url));
  assert.deepEqual(foreign, []);
  assert.deepEqual(problems, []);
  assert(requested.some((url) => url === `${origin}/openapi.json`));
  assert.match(await page.title(), /Accord/);
});
