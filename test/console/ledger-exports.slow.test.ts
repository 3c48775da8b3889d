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
  assert.deepEqual(console_.trouble(), [], "no request leaves the machine, and no page breaks");
  await console_.close();
});

test("the journal of a month is exported after its dry run, and the file comes with it", async () => {
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
  await dialog.getByText("1 entries: 300.00 USD debit and credit.").waitFor();
  const coming = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Export", exact: true }).click();
  const file = await coming;
  assert.equal(file.suggestedFilename(), "JX-000001-2026-01.csv");
  assert.match(await readFile(await file.path(), "utf8"), /Receivable/);
  await page.getByRole("table", { name: "Journal exports" }).getByText("JX-000001").waitFor();
});
