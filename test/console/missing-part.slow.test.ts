import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type ConsoleBrowser, openConsole } from "../support/console-browser.ts";

let console_: ConsoleBrowser;
before(async () => {
  console_ = await openConsole();
});
after(async () => {
  await console_.close();
});

test("after an update a missing script of the console is explained, and reloading the page loads the new one", async () => {
  const page = await console_.signedIn(await console_.api.newMerchant("2026-01-20T09:00:00Z"));
  const part = /\/assets\/[^/]*jobs?[^/]*\.js$/i;
  const gone: string[] = [];
  await page.route(part, (route) => {
    gone.push(route.request().url());
    return route.fulfill({ status: 404, contentType: "application/json", body: "{}" });
  });
  await page.getByRole("link", { name: "Jobs", exact: true }).click();
  await page.getByText("A part of this screen did not arrive. Perhaps Accord was updated meanwhile.").waitFor();
  assert.ok(gone.length > 0, "the screen has a part of its own");
  await page.getByRole("navigation", { name: "Main" }).waitFor();
  await page.unroute(part);
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("heading", { name: "Jobs", level: 1 }).waitFor();
});
