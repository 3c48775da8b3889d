import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { clientOf, obligationBody } from "../support/client.ts";
import { type ConsoleBrowser, openConsole } from "../support/console-browser.ts";

let console_: ConsoleBrowser;
before(async () => {
  console_ = await openConsole();
});
after(async () => {
  assert.deepEqual(await console_.close(), [], "no request leaves the machine, and no page breaks");
});

test("the journal of a month is exported after its dry run, and its file is downloaded", async () => {
  const { api } = console_;
  const merchant = await api.newMerchant("2026-01-10T09:00:00Z");
  const client = clientOf(api, merchant);
  const contractId = await client.contract();
  await client.add(contractId, obligationBody());
  await client.approve(contractId);
  const page = await console_.signedIn(merchant);
  await page.goto(`${api.url}/journal?month=2026-01`);
  await page.getByRole("button", { name: "Export to the ledger" }).click();
  const dialog = page.getByRole("dialog", { name: "Export the journal of January 2026" });
  await dialog.getByText("1 entry: 300.00 USD debit and credit.").waitFor();
  const coming = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Export", exact: true }).click();
  const file = await coming;
  assert.equal(file.suggestedFilename(), "JX-000001-2026-01.csv");
  assert.match(await readFile(await file.path(), "utf8"), /Receivable/);
  await page.getByRole("table", { name: "Journal exports" }).getByText("JX-000001").waitFor();
});

test("a ledger endpoint is connected, without a choice of events", async () => {
  const { api } = console_;
  const merchant = await api.newMerchant("2026-01-10T09:00:00Z");
  const client = clientOf(api, merchant);
  const page = await console_.signedIn(merchant);
  await page.goto(`${api.url}/developers?tab=webhooks`);
  await page.getByRole("button", { name: "New endpoint" }).first().click();
  const dialog = page.getByRole("dialog", { name: "New endpoint" });
  await dialog.getByLabel("Address").fill("https://8.8.8.8/ledger");
  await dialog.getByRole("combobox", { name: "Is sent" }).click();
  await page.getByRole("option", { name: "Records for the ledger" }).click();
  assert.equal(await dialog.getByLabel("Gets").count(), 0);
  await dialog.getByRole("button", { name: "Add" }).click();
  await page.getByText(/whsec_/).waitFor();
  const { data } = await client.ok("GET", "/v3/webhook-endpoints");
  assert.deepEqual([data[0].purpose, data[0].events], ["SYNC", []]);
  await page.reload();
  const row = page.getByRole("row").filter({ hasText: "https://8.8.8.8/ledger" });
  await row.getByText("Records for the ledger").waitFor();
});
