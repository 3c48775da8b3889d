import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { clientOf, obligationBody } from "../support/client.ts";
import { type ConsoleBrowser, openConsole } from "../support/console-browser.ts";
import { tableOf } from "../support/console-numbers.ts";

let console_: ConsoleBrowser;
before(async () => {
  console_ = await openConsole();
});
after(async () => {
  assert.deepEqual(await console_.close(), [], "no request leaves the machine, and no page breaks");
});

/** A book with an invoice of 300.00 in January, and accounts by number. */
async function book() {
  const merchant = await console_.api.newMerchant("2026-01-10T09:00:00Z");
  const client = clientOf(console_.api, merchant);
  const contractId = await client.contract();
  await client.add(contractId, obligationBody());
  await client.approve(contractId);
  const accounts = [
    { role: "RECEIVABLE", number: "1200" },
    { role: "CONTRACT_LIABILITY", number: "2400" },
  ];
  await client.ok("PUT", "/v3/chart-of-accounts", { accounts });
  return { merchant, client };
}

async function compare(page: Page, csv: string): Promise<void> {
  await page.getByLabel("Trial balance", { exact: true }).waitFor();
  await page.locator("input[type=file]").setInputFiles({
    name: "trial-balance.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(csv),
  });
  await page.getByRole("button", { name: "Compare" }).click();
}

test("a trial balance of the ledger is compared by account, and each difference is shown", async () => {
  const { merchant, client } = await book();
  const page = await console_.signedIn(merchant);
  await page.goto(`${console_.api.url}/reports/trial-balance?month=2026-01`);
  await page.getByRole("link", { name: "Ledger reconciliation" }).click();
  await compare(page, "account,debit,credit\n1200,300.00,\n2400,,299.00\n6000,,1.00\n");
  await page.getByText("1 account of ours differs").waitFor();
  const { rows } = await tableOf(page, "Ledger reconciliation in USD");
  assert.deepEqual(
    rows.map((cells) => [...cells]),
    [["2400 Contract liability", "(300.00)", "(299.00)", "1.00", "(300.00)", "Differs"]],
  );
  await page.getByText("Every account", { exact: true }).click();
  const all = await tableOf(page, "Ledger reconciliation in USD");
  assert.deepEqual(
    all.rows.map((cells) => cells.at(-1)),
    ["Agrees", "Differs", "Only in the ledger"],
  );
  const { data } = await client.ok("GET", "/v3/audit-log?filter=action:eq:journal-export.reconcile");
  assert.equal(data.length, 1, "the audit log keeps that it was done");
  await page.getByRole("link", { name: "1200 Receivable" }).click();
  await page.getByRole("heading", { level: 1, name: "Account activity" }).waitFor();
});

test("a ledger without differences is shown as agreed, and an unreadable file with its lines", async () => {
  const { merchant } = await book();
  const page = await console_.signedIn(merchant);
  await page.goto(`${console_.api.url}/reports/ledger-reconciliation?month=2026-01`);
  await compare(page, "account,amount\n1200,1\n");
  await page.getByText(/columns debit and credit are missing/).waitFor();
  await compare(page, "account,balance\n1200,300.00\n2400,-300.00\n");
  await page.getByText("The ledger agrees").waitFor();
  await page.getByRole("combobox", { name: "It has" }).click();
  await page.getByRole("option", { name: "Activity of the month" }).click();
  assert.equal(await page.getByText("The ledger agrees").count(), 0, "an answer stands under its own question alone");
});
