import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import pg from "pg";
import { clientOf } from "../support/client.ts";
import { type ConsoleBrowser, openConsole } from "../support/console-browser.ts";
import { visit } from "../support/console-numbers.ts";
import { termBody } from "../support/term-client.ts";

let console_: ConsoleBrowser;
let owner: pg.Client;

before(async () => {
  console_ = await openConsole();
  owner = new pg.Client({ connectionString: console_.api.connectionString });
  await owner.connect();
});

after(async () => {
  assert.deepEqual(console_.trouble(), []);
  await owner.end();
  await console_.close();
});

const terms = 102;

test("all drafts that keep a month open are issued, also those beyond the hundred that are named", async () => {
  const merchant = await console_.api.newMerchant("2026-01-15T12:00:00Z");
  const client = clientOf(console_.api, merchant);
  const contractId = await client.contract({ name: "An invoice each" });
  for (let at = 0; at < terms; at += 1) {
    const term = termBody({ name: `Site ${at}`, invoiceGroup: `site-${at}`, interval: "MONTH" });
    await client.ok("POST", `/v3/contracts/${contractId}/billing-terms`, term);
  }
  await client.approve(contractId);
  await client.drainOutbox();
  // The clock alone moves; what became due by it is not issued yet.
  await owner.query("update sandbox_clock set now = '2026-03-10' where merchant_id = $1", [merchant.merchantId]);
  const page = await console_.signedIn(merchant);
  await visit(page, `${console_.api.url}/close?month=2026-02`);
  await page.getByRole("button", { name: "Issue them …" }).click();
  const dialog = page.getByRole("dialog", { name: `Issue ${terms} drafts` });
  await dialog.getByText("and 2 more").waitFor();
  await dialog.getByRole("button", { name: "Issue them" }).click();
  // A worker that sees the first of them issued issues others too.
  await page.getByText(/^\d+ invoices issued\.$/).waitFor({ timeout: 120_000 });
  const { totalItems } = await client.ok("GET", "/v3/invoices?filter=status:eq:DRAFT,issueDate:lte:2026-02-28&limit=1");
  assert.equal(totalItems, 0);
});
