import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { readPdf } from "../../src/platform/pdf/pdf-text.ts";
import { type ConsoleBrowser, openConsole } from "../support/console-browser.ts";

let console_: ConsoleBrowser;

before(async () => {
  console_ = await openConsole();
});

after(async () => {
  assert.deepEqual(console_.trouble(), []);
  await console_.close();
});

test("the sample invoice follows what is typed of the company, before it is saved", async () => {
  const { api } = console_;
  const merchant = await api.newMerchant();
  const page = await console_.signedIn(merchant);
  const drawn = () => page.waitForResponse((answer) => answer.url().endsWith("/v3/merchant/sample-invoice"));
  const first = drawn();
  await page.goto(`${api.url}/settings`);
  assert.equal((await first).status(), 200);
  const next = drawn();
  await page.getByLabel("Legal name").fill("Harbour Books Limited");
  assert.equal((await next).status(), 200);
  await page.waitForLoadState("networkidle");
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download" }).click();
  const reading = await readPdf(new Uint8Array(await readFile(await (await saved).path())));
  assert.match(reading.readable ? reading.text : reading.problem, /Harbour Books Limited/);
  const recorded = await api.request("GET", "/v3/merchant", { key: merchant.writeKey });
  assert.equal(recorded.body.payload.legalName, null);
});
