import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { readSheet } from "read-excel-file/node";
import { clientOf, close as closeMonth } from "../support/client.ts";
import { type ConsoleBrowser, openConsole } from "../support/console-browser.ts";
import { untilPatient } from "../support/console-waits.ts";
import { usageBody } from "../support/usage-client.ts";

let console_: ConsoleBrowser;

before(async () => {
  console_ = await openConsole();
});

after(async () => {
  assert.deepEqual(await console_.close(), [], "no request leaves the machine, and no page breaks");
});

const obligation = (schedule: object = {}) => ({
  serviceStartDate: "2026-01-01",
  serviceEndDate: "2026-12-31",
  billingSchedule: {
    name: "Platform",
    startDate: "2026-01-01",
    endDate: "2026-12-31",
    interval: "MONTH",
    invoiceDateStrategy: "FIRST_OF_PERIOD",
    billingType: "FLAT",
    pricing: [{ amount: "1000.00", amountType: "TOTAL_INVOICE" }],
    ...schedule,
  },
});

const seats = {
  billingType: "UNIT",
  quantity: "10",
  seatConfig: {},
  pricing: [{ amount: "50.00", amountType: "PER_ITEM" }],
};

/** A merchant with an approved contract, whose invoices of the past are issued. */
async function book(schedule: object = {}, clock = "2026-03-10T09:00:00Z") {
  const { api } = console_;
  const merchant = await api.newMerchant(clock);
  const client = clientOf(api, merchant);
  const contractId = await client.contract({ name: "Platform 2026" });
  await client.add(contractId, obligation(schedule));
  await client.approve(contractId);
  return { client, merchant, contractId };
}

/** The preview is of what was typed once the button of its write can be clicked. */
const isUpToDate = (page: Page, verb: string) => page.getByRole("button", { name: verb, disabled: false }).waitFor();

const cell = async (page: Page, label: string, row: string | RegExp, at: number) =>
  (
    await page
      .getByRole("table", { name: label })
      .getByRole("row", { name: row })
      .first()
      .getByRole("cell")
      .nth(at)
      .innerText()
  ).trim();

test("a new contract with seats is billed as its form showed, from approval to the invoice", async () => {
  const merchant = await console_.api.newMerchant("2026-01-15T09:00:00Z");
  const client = clientOf(console_.api, merchant);
  await client.ok("POST", "/v3/customers", { name: "Juniper Row" });
  const page = await console_.signedIn(merchant);
  await page.getByRole("link", { name: "Contracts" }).click();
  await page.getByRole("link", { name: "New contract" }).first().click();
  // The list that is left has a filter of the same name.
  await page.getByRole("heading", { name: "New contract" }).waitFor();
  const customer = page.getByRole("combobox", { name: "Customer" });
  await customer.fill("Juniper");
  await page.getByRole("option", { name: "Juniper Row" }).waitFor();
  await customer.press("ArrowDown");
  await customer.press("Enter");
  await page.getByRole("textbox", { name: "Name of the contract" }).fill("Juniper seats");
  await page.getByRole("textbox", { name: "What is sold" }).fill("Seats");
  await page.getByRole("radiogroup", { name: "How it is priced" }).getByText("Seats").click();
  await page.getByLabel("Seats at the start").fill("25");
  await page.getByLabel("Price of a seat a month, in USD").fill("40");
  await page.getByLabel("First day").fill("2026-01-01");
  await page.getByLabel("Last day").fill("2026-06-30");
  await isUpToDate(page, "Create the contract");
  assert.equal(await cell(page, "Invoices before and after", /1 Jan 2026/, 2), "1,000.00");
  // A ramp: the same seats for more from July on.
  await page.getByRole("button", { name: "Another price after it" }).click();
  await page.getByLabel("Price of a seat a month, in USD").fill("44");
  await page.getByLabel("Last day").fill("2026-12-31");
  await page.getByRole("checkbox", { name: "Approve it at once" }).check();
  await isUpToDate(page, "Create and approve");
  assert.equal(await cell(page, "Invoices before and after", /1 Jul 2026/, 2), "1,100.00");
  await page.getByRole("button", { name: "Create and approve" }).click();
  // Nothing more is to be typed: the contract opens, its ramp in the order of its days.
  await page.getByRole("tab", { name: "Billing terms" }).waitFor();
  const prices = page.getByRole("article", { name: "Seats" });
  await prices.nth(1).waitFor();
  assert.match(await prices.nth(0).innerText(), /40\.00/);
  assert.match(await prices.nth(1).innerText(), /44\.00/);
  await page.getByRole("tab", { name: "Obligations" }).click();
  assert.equal(await cell(page, "Performance obligations", /Seats.*30 Jun/, 0), "Seats");
  await page.getByRole("tab", { name: "Invoices" }).click();
  await untilPatient(async () => {
    await page.reload();
    return (await cell(page, "Invoices and planned invoices", /1 Jan 2026/, 3)) === "Issued";
  });
  await page.getByRole("table", { name: "Invoices and planned invoices" }).getByRole("link", { name: /^INV-/ }).click();
  await page.getByRole("heading", { name: /^INV-/ }).waitFor();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download" }).click(),
  ]);
  assert.match(download.suggestedFilename(), /\.pdf$/);
  const { data } = await client.ok("GET", "/v3/invoices?filter=status:eq:ISSUED");
  assert.equal(data[0].total, "1000.00");
});

test("seats added in the middle of a month are billed as the preview showed", async () => {
  const { client, merchant, contractId } = await book(seats);
  const page = await console_.signedIn(merchant);
  await page.goto(`${console_.api.url}/contracts/${contractId}/change?kind=seats`);
  await page.getByLabel("Seats from then on").fill("16");
  await page.getByRole("textbox", { name: /^From/ }).fill("2026-03-16");
  await isUpToDate(page, "Change the seats");
  const shown = await page
    .getByRole("table", { name: "Invoices before and after" })
    .getByRole("row")
    .last()
    .getByRole("cell")
    .nth(3)
    .innerText();
  await page.getByRole("button", { name: "Change the seats" }).click();
  await page.waitForURL(/tab=changes/);
  await client.drainOutbox();
  const { data } = await client.ok("GET", `/v3/contracts/${contractId}/invoice-schedule`);
  const total = data.reduce(
    (minor: bigint, { total }: { total: string }) => minor + BigInt(total.replace(".", "")),
    0n,
  );
  // 10 seats of 50.00 in twelve months came to 6,000.00 before.
  assert.equal(BigInt(shown.replaceAll(/\D/g, "")), total - 600_000n);
});

test("a month is closed once its task is done, its package verified, and reopened with a list of later changes", async () => {
  const { client, merchant, contractId } = await book();
  await client.ok("POST", "/v3/month-end-close/task-templates", {
    title: "Bank reconciliation",
    ownerEmail: `owner-${merchant.merchantId}@example.com`,
    dueDays: 3,
    fromMonth: "2026-02",
  });
  await closeMonth(client, "2026-01");
  const page = await console_.signedIn(merchant);
  await page.goto(`${console_.api.url}/close?month=2026-02`);
  assert.equal(await page.getByRole("button", { name: "Close February 2026 …" }).isDisabled(), true);
  await page.getByRole("checkbox", { name: "Bank reconciliation: open" }).click();
  await page.getByLabel("What shows that it is done?").fill("Statement 2 agrees.");
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("checkbox", { name: "Bank reconciliation: done" }).waitFor();
  await page.getByRole("button", { name: "Close February 2026 …" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("table", { name: "What is posted, by account" }).waitFor();
  await dialog.getByRole("button", { name: "Close the month" }).click();
  await page.getByRole("button", { name: "Verify" }).click();
  await page.getByText("Hash and chain are right").waitFor();
  assert.equal((await client.ok("GET", "/v3/merchant/book-close-date")).bookCloseDate, "2026-02-28");

  await page.getByRole("button", { name: "Reopen …" }).click();
  await page.getByLabel("Why").fill("A late credit");
  await dialog.getByText("One month is reopened").waitFor();
  await dialog.getByRole("button", { name: "Reopen" }).click();
  // The text is in the dialog as well, while the month is being reopened.
  await dialog.waitFor({ state: "detached" });
  await page.getByText("A late credit").waitFor();
  await client.ok("POST", "/v3/adjustments", {
    date: "2026-02-20",
    currency: "USD",
    reason: "Late credit",
    lines: [
      { role: "REVENUE", debit: "30.00", contractId },
      { role: "CONTRACT_LIABILITY", credit: "30.00", contractId },
    ],
  });
  await closeMonth(client, "2026-02");
  await page.goto(`${console_.api.url}/close?month=2026-02`);
  const changes = page.getByRole("table", { name: "Changes of the month" });
  await changes.getByText("30.00").first().waitFor();
});

test("a cell of the waterfall opens its journal entries, and the way back keeps the grouping", async () => {
  const { client, merchant } = await book();
  await closeMonth(client, "2026-02");
  const page = await console_.signedIn(merchant);
  await page.goto(`${console_.api.url}/reports/waterfall?month=2026-01&group=customer`);
  const { rows, totals } = await client.ok("GET", "/v3/reports/waterfall?month=2026-01&groupBy=customer");
  assert.equal(await cell(page, "Revenue waterfall", /Northwind/, 2), "1,000.00");
  assert.equal(rows[0].values["2026-01"], "1000.00");
  assert.equal(totals.values["2026-02"], "1000.00");
  await page
    .getByRole("row", { name: /Northwind/ })
    .getByRole("link", { name: "1,000.00" })
    .first()
    .click();
  await page.getByRole("heading", { name: "Revenue of January 2026" }).waitFor();
  await page.getByRole("link", { name: "its journal" }).click();
  await page.getByRole("table", { name: "Journal entries" }).getByText("Revenue recognized").waitFor();
  await page.goBack();
  await page.goBack();
  await page.getByRole("table", { name: "Revenue waterfall" }).waitFor();
  assert.match(page.url(), /group=customer/);
});

test("a payment is recorded on its invoice, and a treatment is changed with a reason", async () => {
  const { client, merchant, contractId } = await book(seats);
  await client.ok(
    "POST",
    `/v3/contracts/${contractId}/billing-terms/${await termOf(client, contractId)}/seat-amendment`,
    {
      effectiveDate: "2026-03-01",
      quantity: "12",
    },
  );
  await client.drainOutbox();
  const page = await console_.signedIn(merchant);
  await page.goto(`${console_.api.url}/invoices?sort=issueDate:asc`);
  await page.getByRole("table", { name: "Invoices" }).getByRole("link", { name: /^INV-/ }).first().click();
  await page.getByRole("button", { name: "Record payment" }).click();
  await page.getByLabel("Reference").fill("Statement 4711");
  const dialog = page.getByRole("dialog");
  await dialog
    .getByRole("tab", { name: /Journal/ })
    .or(dialog.getByText("No invoice"))
    .first()
    .waitFor();
  await dialog.getByRole("button", { name: "Record" }).click();
  await page.getByText("Statement 4711").waitFor();
  await page.getByText("Paid", { exact: true }).first().waitFor();

  await page.goto(`${console_.api.url}/contracts/${contractId}?tab=changes`);
  await page.getByRole("button", { name: "Change treatment …" }).click();
  await dialog.getByRole("combobox", { name: "Treatment" }).click();
  await page.getByRole("option", { name: "Cumulative catch-up" }).click();
  await dialog.getByLabel("Why").fill("The seats are not distinct.");
  await dialog.getByRole("button", { name: "Change it" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByText("The seats are not distinct.").waitFor();
  const { data } = await client.ok("GET", `/v3/contracts/${contractId}/modifications`);
  assert.equal(data[0].treatment, "CUMULATIVE_CATCH_UP");
});

test("a filtered list is downloaded as a spreadsheet with the same rows", async () => {
  const { client, merchant } = await book();
  const page = await console_.signedIn(merchant);
  await page.goto(`${console_.api.url}/invoices?status=ISSUED`);
  await page.getByRole("table", { name: "Invoices" }).getByRole("link", { name: /^INV-/ }).first().waitFor();
  await page.getByRole("button", { name: "Export" }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: "Spreadsheet (XLSX)" }).click(),
  ]);
  const lines = await readSheet(await readFile(await download.path()));
  const head = lines.findIndex((line) => line.includes("Total"));
  const [heads = [], ...rows] = lines.slice(head);
  const { data } = await client.ok("GET", "/v3/invoices?filter=status:eq:ISSUED");
  const column = (title: string) => rows.map((row) => row[heads.indexOf(title)]);
  assert.deepEqual(
    column("Total"),
    data.map(({ total }: { total: string }) => Number(total)),
  );
  assert.deepEqual(
    column("Customer name"),
    data.map(() => "Northwind"),
  );
});

test("a viewer sees every page and no button that changes anything", async () => {
  const { merchant, contractId } = await book();
  const page = await console_.signedIn(merchant, "VIEWER");
  await page.getByText("You can look at everything and change nothing").waitFor();
  await page.goto(`${console_.api.url}/contracts/${contractId}`);
  await page.getByRole("heading", { name: "Platform 2026" }).waitFor();
  await page.getByRole("tab", { name: "Journal" }).waitFor();
  for (const name of ["Approve …", "More", "Price", "Terminate"]) {
    assert.equal(await page.getByRole("button", { name, exact: true }).count(), 0, name);
    assert.equal(await page.getByRole("link", { name, exact: true }).count(), 0, name);
  }
  await page.goto(`${console_.api.url}/close?month=2026-01`);
  await page.getByRole("heading", { name: "Checklist" }).waitFor();
  assert.equal(await page.getByRole("button", { name: /^Close January/ }).count(), 0);
});

test("a change made in another tab is explained, and the action is done after a second look", async () => {
  const { client, merchant, contractId } = await book(seats);
  const page = await console_.signedIn(merchant);
  await page.goto(`${console_.api.url}/contracts/${contractId}/change?kind=seats`);
  await page.getByLabel("Seats from then on").fill("20");
  await page.getByRole("textbox", { name: /^From/ }).fill("2026-04-01");
  await isUpToDate(page, "Change the seats");
  await client.ok(
    "POST",
    `/v3/contracts/${contractId}/billing-terms/${await termOf(client, contractId)}/seat-amendment`,
    {
      effectiveDate: "2026-03-20",
      quantity: "15",
    },
  );
  await client.drainOutbox();
  await page.getByRole("button", { name: "Change the seats" }).click();
  await page.getByText("The plan has changed since you looked").waitFor();
  await page.getByRole("button", { name: "Change the seats" }).click();
  await page.waitForURL(/tab=changes/);
  const { data } = await client.ok("GET", `/v3/contracts/${contractId}/billing-terms`);
  assert.equal(data[0].quantity, "10");
});

test("a cell of the waterfall opens its usage event, and the way back keeps the filters", async () => {
  const merchant = await console_.api.newMerchant("2026-03-10T09:00:00Z");
  const client = clientOf(console_.api, merchant);
  const { id: customerId } = await client.ok("POST", "/v3/customers", { name: "Glasshouse Labs" });
  const { id: eventTypeId } = await client.ok("POST", "/v3/events/types", { name: "API call", unitName: "calls" });
  const contractId = await client.contract({ name: "Metered calls", customerId });
  await client.ok("POST", `/v3/contracts/${contractId}/billing-terms`, usageBody(eventTypeId, "0.05"));
  await client.approve(contractId);
  const event = { idempotencyKey: "february", customerId, eventTypeId, datetime: "2026-02-11T10:00:00Z", value: "640" };
  await client.ok("POST", "/v3/events", event);
  await client.drainOutbox();
  await closeMonth(client, "2026-02");
  const page = await console_.signedIn(merchant);
  await page.goto(`${console_.api.url}/reports/waterfall?month=2026-02&group=customer`);
  await page
    .getByRole("row", { name: /Glasshouse Labs/ })
    .getByRole("link", { name: "32.00" })
    .first()
    .click();
  await page.getByRole("heading", { name: "Revenue of February 2026" }).waitFor();
  const entries = page.url();
  await page.getByRole("link", { name: "As used" }).click();
  await page.waitForURL(/tab=events/);
  await page.getByRole("row", { name: /640/ }).getByRole("link").first().click();
  await page.getByRole("heading", { name: "640 calls" }).waitFor();
  await page.goBack();
  await page.getByRole("row", { name: /640/ }).waitFor();
  await page.goBack();
  await page.getByRole("heading", { name: "Revenue of February 2026" }).waitFor();
  assert.equal(page.url(), entries);
  await page.getByRole("link", { name: "Revenue waterfall" }).click();
  await page
    .getByRole("row", { name: /Glasshouse Labs/ })
    .first()
    .waitFor();
  assert.match(page.url(), /month=2026-02/);
  assert.match(page.url(), /group=customer/);
});

test("a payment is recorded and applied to two invoices by clicking them", async () => {
  const { client, merchant, contractId } = await book();
  const page = await console_.signedIn(merchant);
  await page.goto(`${console_.api.url}/payments`);
  await page.getByRole("button", { name: "Record a payment" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Record a payment" });
  await dialog.getByRole("combobox", { name: "From" }).click();
  await dialog.getByRole("combobox", { name: "From" }).fill("Northwind");
  await page.getByRole("option", { name: "Northwind" }).click();
  await dialog.getByLabel("Amount in USD").fill("1500");
  await dialog.getByRole("checkbox", { name: "INV-000001" }).check();
  await dialog.getByRole("checkbox", { name: "INV-000002" }).check();
  assert.equal(await dialog.getByLabel("Applied to INV-000002").inputValue(), "500.00");
  assert.equal(await dialog.getByRole("checkbox", { name: "INV-000003" }).isDisabled(), true, "all of it is applied");
  await dialog.getByRole("button", { name: "Record" }).click();
  await page.waitForURL(/\/payments\/[0-9a-f-]{36}/);
  const { data } = await client.ok("GET", `/v3/invoices?filter=contractId:eq:${contractId},status:neq:DRAFT`);
  const open = data.map((each: { invoiceNumber: string; balanceRemaining: string }) =>
    [each.invoiceNumber, each.balanceRemaining].join(" "),
  );
  assert.deepEqual(open.toSorted(), ["INV-000001 0.00", "INV-000002 500.00", "INV-000003 1000.00"]);
});

test("a payment is in a currency of the customer's open invoices, with the decimals of that currency", async () => {
  const { client, merchant, contractId } = await book();
  const { customerId } = await client.ok("GET", `/v3/contracts/${contractId}`);
  const { id: inYen } = await client.ok("POST", "/v3/contracts", { name: "Tokyo 2026", customerId, currency: "JPY" });
  await client.add(inYen, obligation({ pricing: [{ amount: "90000", amountType: "TOTAL_INVOICE" }] }));
  await client.approve(inYen);
  const page = await console_.signedIn(merchant);
  await page.goto(`${console_.api.url}/payments?record=${customerId}`);
  const dialog = page.getByRole("dialog", { name: "Record a payment" });
  await dialog.getByRole("checkbox").first().check();
  await dialog.getByRole("combobox", { name: "Currency" }).click();
  await page.getByRole("option", { name: "JPY" }).click();
  await dialog.getByLabel("Amount in JPY").fill("90000.50");
  await dialog.getByText("A number, such as 1250").waitFor();
  await dialog.getByLabel("Amount in JPY").fill("100000");
  assert.equal(await dialog.getByRole("checkbox", { checked: true }).count(), 0, "what was chosen in dollars is not");
  await dialog.getByRole("checkbox").first().check();
  assert.equal(await dialog.getByRole("textbox", { name: "Applied to" }).inputValue(), "90000");
  await dialog.getByText("¥10,000 stays credit of the customer").waitFor();
  await dialog.getByRole("button", { name: "Record" }).click();
  await page.waitForURL(/\/payments\/[0-9a-f-]{36}/);
  const { data } = await client.ok("GET", "/v3/payments");
  const [{ currency, total, appliedTotal }] = data;
  assert.deepEqual([currency, total, appliedTotal], ["JPY", "100000", "90000"]);
});

test("a file with two invalid rows: issues are shown before, the rest is imported, and the corrected file adds the two", async () => {
  const merchant = await console_.api.newMerchant("2026-03-10T09:00:00Z");
  const client = clientOf(console_.api, merchant);
  await client.ok("POST", "/v3/customers", { name: "Halvorn" });
  const page = await console_.signedIn(merchant);
  await page.getByRole("link", { name: "Import" }).click();
  await page.getByRole("heading", { name: "Import" }).waitFor();
  await page.getByText("Contracts", { exact: true }).last().click();
  const heads = "Deal,Account,Plan,Amount,Interval,Start date,End date";
  const file = (...rows: readonly string[]) => ({
    ...{ name: "deals.csv", mimeType: "text/csv" },
    buffer: Buffer.from([heads, ...rows].join("\n")),
  });
  const good = "Platform,Halvorn,Platform,1200.00,monthly,2026-04-01,2027-03-31";
  const input = page.locator('input[type="file"]');
  await input.setInputFiles(
    file(good, "Support,Halvorn,Support,much,monthly,2026-04-01,", "Set-up,Nobody,Set-up,900.00,once,2026-04-01,"),
  );
  await page.getByRole("table", { name: "First rows" }).getByRole("cell", { name: "1200.00" }).waitFor();
  await page.getByText("“much” is no number").waitFor();
  await page.getByRole("button", { name: "Import 2 rows" }).click();
  await page.getByText("There is no customer “Nobody”.").waitFor();
  const names = async () => {
    const { data } = await client.ok("GET", "/v3/contracts");
    return data.map((each: { name: string; status: string }) => `${each.name} ${each.status}`).toSorted();
  };
  assert.deepEqual(await names(), ["Platform PROCESSED"]);
  const mended = ["Support,Halvorn,Support,80.00,monthly,2026-04-01,", "Set-up,Halvorn,Set-up,900.00,once,2026-04-01,"];
  await input.setInputFiles(file(good, ...mended));
  await page.getByRole("button", { name: "Import 3 rows" }).click();
  await page.getByText("3 rows imported; the contracts wait for their approval.").waitFor();
  assert.deepEqual(await names(), ["Platform PROCESSED", "Set-up PROCESSED", "Support PROCESSED"]);
});

test("a contract blocked for its missing customer is given one from the block reason", async () => {
  const merchant = await console_.api.newMerchant("2026-03-10T09:00:00Z");
  const client = clientOf(console_.api, merchant);
  await client.ok("POST", "/v3/customers", { name: "Juniper Row" });
  const contractId = await client.contract({ name: "Workshop", customerId: null });
  await client.add(contractId, obligation());
  const page = await console_.signedIn(merchant);
  await page.goto(`${console_.api.url}/contracts/${contractId}`);
  await page.getByText("It has no customer yet.").waitFor();
  await page.getByRole("combobox", { name: "Who pays" }).fill("Juniper");
  await page.getByRole("option", { name: "Juniper Row" }).click();
  await page.getByRole("button", { name: "Set the customer" }).click();
  await page.getByRole("link", { name: "Juniper Row" }).waitFor();
});

test("keyboard shortcuts open every page, and the palette every record", async () => {
  const { merchant } = await book();
  const page = await console_.signedIn(merchant);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.keyboard.press("g");
  await page.keyboard.press("i");
  await page.getByRole("heading", { name: "Invoices", level: 1 }).waitFor();
  await page.getByRole("table", { name: "Invoices" }).getByRole("link", { name: /^INV-/ }).first().waitFor();
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/invoices\/[0-9a-f-]{36}/);
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search" }).fill("Platform");
  await page.getByRole("option", { name: /Platform 2026/ }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Platform 2026" }).waitFor();
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keys" }).waitFor();
});

async function termOf(client: ReturnType<typeof clientOf>, contractId: string): Promise<string> {
  const { data } = await client.ok("GET", `/v3/contracts/${contractId}/billing-terms`);
  return data[0].id;
}
