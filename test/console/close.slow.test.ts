import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import pg from "pg";
import { clientOf, close as closeMonth, obligationBody, priced } from "../support/client.ts";
import { type ConsoleBrowser, openConsole } from "../support/console-browser.ts";
import { visit } from "../support/console-numbers.ts";
import { enablePobs } from "../support/pobs.ts";
import { termBody } from "../support/term-client.ts";

let console_: ConsoleBrowser;
let owner: pg.Client;

before(async () => {
  console_ = await openConsole();
  owner = new pg.Client({ connectionString: console_.api.connectionString });
  await owner.connect();
});

after(async () => {
  await owner.end();
  assert.deepEqual(await console_.close(), []);
});

test("the page of the close begins with the next month to close, and shows who closed or reopened each month", async () => {
  const merchant = await console_.api.newMerchant("2026-02-02T12:00:00Z");
  const client = clientOf(console_.api, merchant);
  const contractId = await client.contract({ name: "Platform 2026" });
  await client.add(contractId, obligationBody({}, { interval: "MONTH", ...priced("200.00") }));
  await client.approve(contractId);
  await client.drainOutbox();
  await closeMonth(client, "2025-12");
  const page = await console_.signedIn(merchant);
  await visit(page, `${console_.api.url}/close`);
  await page.getByRole("heading", { name: "Close of January 2026" }).waitFor();
  await page.getByRole("button", { name: "Close January 2026 …" }).click();
  await page.getByRole("button", { name: "Close the month" }).click();
  await page.getByText(/^Closed 2 Feb 2026, 12:00 by .+@example\.com\. Export its/).waitFor();
  await page.getByRole("button", { name: "Reopen …" }).click();
  const dialog = page.getByRole("dialog", { name: "Reopen January 2026" });
  await dialog.getByRole("textbox").fill("A credit came late");
  await dialog.getByRole("button", { name: "Reopen" }).click();
  await page.getByText(/^Reopened 2 Feb 2026, 12:00 by .+@example\.com$/).waitFor();
  // What differs stands before the checklist: it is why the month was opened.
  const headings = await page.getByRole("heading", { level: 2 }).allInnerTexts();
  assert.deepEqual(headings.slice(0, 2), ["Changed since it was first closed", "Checklist"]);
});

const terms = 102;

test("all drafts that block a month are issued, also those beyond the hundred that are named", async () => {
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

/** A merchant whose one group earns 3,600.00, and bills 3,600.00 until it is told to earn more. */
async function statedGroup() {
  const merchant = await console_.api.newMerchant("2026-03-10T12:00:00Z");
  await enablePobs(console_.api, merchant);
  const client = clientOf(console_.api, merchant);
  const contractId = await client.contract({ name: "Stated prices" });
  const term = termBody({ interval: "MONTH", ...priced("300.00") });
  const { billingTermGroupId } = await client.ok("POST", `/v3/contracts/${contractId}/billing-terms`, term);
  const toCreate = [
    {
      ...{ name: "Platform", transactionPrice: "3600.00", standaloneSellingPrice: "4000.00" },
      ...{ recognitionPattern: "STRAIGHT_LINE", serviceStartDate: "2026-01-01", serviceEndDate: "2026-12-31" },
    },
  ];
  await client.ok("POST", `/v3/contracts/${contractId}/performance-obligations`, { billingTermGroupId, toCreate });
  await client.approve(contractId);
  await owner.query(
    `update performance_obligation set transaction_price_minor = transaction_price_minor + 100
     where contract_id = $1 and billing_term_id is null`,
    [contractId],
  );
  return { merchant, client, contractId };
}

test("a group that earns more than it bills is named by its contract, and its prices are allocated again from the checklist", async () => {
  const { merchant, client } = await statedGroup();
  const page = await console_.signedIn(merchant);
  await visit(page, `${console_.api.url}/close?month=2026-01`);
  const check = page.getByRole("listitem").filter({ hasText: "Groups bill what their performance obligations earn" });
  await check.getByRole("link", { name: "Stated prices" }).waitFor();
  await check.getByRole("button", { name: "Share the price anew …" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Share it", disabled: false }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await check.getByText("Every group earns what it bills.").waitFor();
  await closeMonth(client, "2026-01");
});

test("a contract with a failed check is held out of the close with a reason, and released from there", async () => {
  const { merchant, client } = await statedGroup();
  const page = await console_.signedIn(merchant);
  await visit(page, `${console_.api.url}/close?month=2026-01`);
  await page.getByRole("button", { name: "Leave it out …" }).click();
  await page.getByLabel("Why").fill("The order form is disputed");
  await page.getByRole("button", { name: "Leave it out", exact: true }).click();
  const left = page.getByRole("region", { name: "Left out" });
  await left.getByText("The order form is disputed").waitFor();
  await page.getByRole("button", { name: "Close January 2026 …", disabled: false }).waitFor();
  await left.getByRole("button", { name: "Release" }).click();
  await left.waitFor({ state: "detached" });
  const { data } = await client.ok("GET", "/v3/month-end-close/holds");
  assert.deepEqual(
    data.map(({ status, fromMonth }: { status: string; fromMonth: string }) => [status, fromMonth]),
    [["RELEASED", "2026-01"]],
  );
});

test("a hold that waits for a second person under a policy is shown as waiting, not as failed", async () => {
  const { merchant, client } = await statedGroup();
  await client.ok("PUT", "/v3/approval-policies", { kind: "CLOSE", role: "CONTROLLER" });
  const page = await console_.signedIn(merchant);
  await visit(page, `${console_.api.url}/close?month=2026-01`);
  await page.getByRole("button", { name: "Leave it out …" }).click();
  await page.getByLabel("Why").fill("The order form is disputed");
  await page.getByRole("button", { name: "Leave it out", exact: true }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.getByText("A second person has to approve this; nothing was changed.").waitFor();
  const { totalItems } = await client.ok("GET", "/v3/change-requests?filter=status:eq:PENDING");
  assert.equal(totalItems, 1);
});

test("a running close shows its progress, and any two packages can be compared", async () => {
  const merchant = await console_.api.newMerchant("2026-04-10T12:00:00Z");
  const client = clientOf(console_.api, merchant);
  const contractId = await client.contract({ name: "Platform 2026" });
  await client.add(contractId, obligationBody());
  await client.approve(contractId);
  await closeMonth(client, "2026-01");
  const reopen = () => client.ok("POST", "/v3/month-end-close/reopen-period?month=2026-01&reason=late");
  for (const amount of ["30.00", "12.00"]) {
    await reopen();
    const lines = [
      { role: "REVENUE", debit: amount, contractId },
      { role: "CONTRACT_LIABILITY", credit: amount, contractId },
    ];
    await client.ok("POST", "/v3/adjustments", { date: "2026-01-20", currency: "USD", reason: "Late", lines });
    await closeMonth(client, "2026-01");
  }
  const page = await console_.signedIn(merchant);
  await page.route("**/close-period?**", async (route) => {
    await new Promise((done) => setTimeout(done, 3000));
    await route.continue();
  });
  await visit(page, `${console_.api.url}/close?month=2026-02`);
  await page.getByRole("button", { name: "Close February 2026 …" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Close the month", disabled: false }).click();
  await page
    .getByRole("status")
    .filter({ hasText: /^Posting \d+ entr.*proving and sealing them … about \d+ %/ })
    .waitFor();
  await page.getByText("Packages", { exact: true }).waitFor();

  await visit(page, `${console_.api.url}/close?month=2026-01`);
  await page.getByRole("link", { name: /^Close 1 of/ }).click();
  const differences = page.getByRole("table", { name: "Differences" });
  const change = async () => (await differences.getByRole("row").nth(1).getByRole("cell").last().innerText()).trim();
  await differences.waitFor();
  assert.match(await change(), /42\.00/);
  await page.getByText(/^2 entries were posted in January 2026 since/).waitFor();
  // Two that are no neighbours, then one of another month: each chosen is in the address.
  for (const [name, expected, entries] of [
    ["Close 3 of Jan 2026", /42\.00/, /^2 entries were posted in January 2026 between them/],
    ["Close 2 of Jan 2026", /30\.00/, /^1 entry was posted in January 2026 between them/],
  ] as const) {
    await page.getByRole("combobox", { name: "Compared with" }).click();
    await page.getByRole("option", { name }).click();
    await page.getByText(entries).waitFor();
    assert.match(await change(), expected);
  }
  await page.reload();
  await page.getByText(/^1 entry was posted in January 2026 between them/).waitFor();
  await page.getByRole("combobox", { name: "Compared with" }).click();
  await page.getByRole("option", { name: "Close 1 of Feb 2026" }).click();
  await differences.getByRole("columnheader", { name: "Close 1 of Feb 2026" }).waitFor();

  // Nothing was in it when the months after it were closed, so it has no record.
  await visit(page, `${console_.api.url}/close?month=2025-12`);
  await page.getByText(/^Closed with a later month/).waitFor();
  await page.getByRole("button", { name: /^Dec 2025\s*, closed$/, pressed: true }).waitFor();
});

test("loaded balances that differ from the old ledger are accepted from the checklist, with a reason", async () => {
  const merchant = await console_.api.newMerchant("2026-03-10T12:00:00Z");
  const client = clientOf(console_.api, merchant);
  const contractId = await client.contract({ name: "Moved in" });
  await client.add(contractId, obligationBody());
  await client.approve(contractId);
  const book = [merchant.merchantId, crypto.randomUUID()];
  await owner.query(
    "insert into book_import (merchant_id, id, name, created_at) values ($1, $2, 'Old ledger', now())",
    book,
  );
  await owner.query(
    `insert into book_import_tie (merchant_id, import_id, contract_id, account, contract_key, currency, old_minor, loaded_minor)
      values ($1, $2, $3, 'RECEIVABLE', 'C-1', 'USD', 10000, 12500)`,
    [...book, contractId],
  );
  const page = await console_.signedIn(merchant);
  await visit(page, `${console_.api.url}/close?month=2026-01`);
  await page.getByRole("button", { name: "Accept them …" }).click();
  const dialog = page.getByRole("dialog", { name: "Differences of Old ledger" });
  const row = dialog.getByRole("row").filter({ hasText: "Moved in" });
  for (const amount of ["100.00", "125.00", "25.00"]) await row.getByText(amount, { exact: true }).waitFor();
  const accept = dialog.getByRole("button", { name: "Accept all of them" });
  assert(await accept.isDisabled(), "no difference is accepted without a reason");
  await dialog.getByRole("textbox", { name: "Why they are right" }).fill("The old ledger had a payment twice.");
  await accept.click();
  await page.getByText("The differences are accepted.").waitFor();
  await page.getByRole("button", { name: "Accept them …" }).waitFor({ state: "detached" });
  const { data } = await client.ok("GET", "/v3/book-imports");
  assert.notEqual(data[0].acceptedAt, null);
});
