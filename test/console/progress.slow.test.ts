import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { clientOf } from "../support/client.ts";
import { type ConsoleBrowser, openConsole } from "../support/console-browser.ts";
import { linesOf, milestoneBody, revenueOf, termOn } from "../support/term-client.ts";

let console_: ConsoleBrowser;

before(async () => {
  console_ = await openConsole();
});

after(async () => {
  assert.deepEqual(console_.trouble(), []);
  await console_.close();
});

/** What a preview shows of revenue after the change, "Jan 2026 5,000.00". */
async function revenueShown(page: Page): Promise<string[]> {
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("tab", { name: /^Revenue by month/ }).click();
  const table = dialog.getByRole("table", { name: "Revenue before and after" });
  const rows = await table.locator("tbody tr").all();
  return Promise.all(
    rows.map(
      async (row) => `${await row.locator("td").nth(0).innerText()} ${await row.locator("td").nth(2).innerText()}`,
    ),
  );
}

/** Confirms what the dialog shows, once it shows what was typed. */
async function confirm(page: Page, verb: string): Promise<void> {
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: verb, disabled: false }).click();
  await dialog.waitFor({ state: "detached" });
}

test("a milestone is said to be reached: what it bills and recognizes is shown before, and then is so", async () => {
  const merchant = await console_.api.newMerchant("2026-01-15T12:00:00Z");
  const client = clientOf(console_.api, merchant);
  const { contractId, schedule, view } = await termOn(client, milestoneBody());
  const page = await console_.signedIn(merchant);
  await page.goto(`${console_.api.url}/contracts/${contractId}`);
  const term = page.getByRole("article", { name: "Go-live" });
  await term.getByText("not reached yet").waitFor();
  await term.getByRole("button", { name: "Reached …" }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Go-live is reached" });
  const day = dialog.getByLabel("Reached on");
  await day.waitFor();
  assert.equal(await day.inputValue(), "2026-01-15");
  await day.fill("2026-01-10");
  await dialog.getByLabel("Note").fill("Signed off");
  await dialog.getByRole("button", { name: "It is reached", disabled: false }).waitFor();
  const [invoice] = await dialog.getByRole("table", { name: "Invoices before and after" }).locator("tbody tr").all();
  assert.match((await invoice?.innerText()) ?? "", /^10 Jan 2026\s*Issued[\s\S]*5,000\.00/);
  assert.deepEqual(await revenueShown(page), ["Jan 2026 5,000.00"]);
  await confirm(page, "It is reached");
  await term.getByText("reached 10 Jan 2026").waitFor();
  await client.drainOutbox();
  assert.deepEqual(linesOf(await schedule()), ["2026-01-10 | 2026-01-10 – 2026-01-10 | 5000.00"]);
  assert.deepEqual(await revenueOf(client, contractId), ["2026-01 5000.00"]);
  assert.equal((await view()).reachedOn, "2026-01-10");
  const [entry] = (await client.ok("GET", "/v3/audit-log?filter=action:eq:billing-term.reach-milestone")).data;
  assert.equal(entry.reason, "Signed off");
  // It is invoiced: its day stays.
  await page.reload();
  await term.getByText("reached 10 Jan 2026").waitFor();
  assert.equal(await term.getByRole("button", { name: "Reached …" }).count(), 0);
});

test("a viewer sees that a milestone waits, and cannot say that it is reached", async () => {
  const merchant = await console_.api.newMerchant("2026-01-15T12:00:00Z");
  const { contractId } = await termOn(clientOf(console_.api, merchant), milestoneBody());
  const page = await console_.signedIn(merchant, "VIEWER");
  await page.goto(`${console_.api.url}/contracts/${contractId}`);
  const term = page.getByRole("article", { name: "Go-live" });
  await term.getByText("not reached yet").waitFor();
  assert.equal(await term.getByRole("button", { name: "Reached …" }).count(), 0);
});
