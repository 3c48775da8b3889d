import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { openBrowser } from "../support/browser.ts";
import { fakeApp } from "../support/fake-app.ts";

const { app } = await fakeApp();
let browser: Browser;
let close: () => Promise<void> = async () => undefined;
let origin: string;

before(async () => {
  origin = await app.listen({ port: 0, host: "127.0.0.1" });
  ({ browser, close } = await openBrowser());
});

after(async () => {
  await close();
  await app.close();
});

test("the API reference shows the operations and loads nothing from another server", async () => {
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
