import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { clientOf, obligationBody } from "../support/client.ts";
import { type ConsoleBrowser, openConsole } from "../support/console-browser.ts";
import { consolidatedOf } from "../support/consolidation.ts";

let console_: ConsoleBrowser;

before(async () => {
  console_ = await openConsole();
});

after(async () => {
  assert.deepEqual(await console_.close(), []);
});

/** A contract whose first invoice of 300.00 is issued, and whose second one is a draft. */
async function billed() {
  const merchant = await console_.api.newMerchant("2026-01-20T09:00:00Z");
  const client = clientOf(console_.api, merchant);
  const contractId = await client.contract({ name: "Platform 2026" });
  await client.add(contractId, obligationBody());
  await client.approve(contractId);
  const { data } = await client.ok("GET", "/v3/invoices?filter=status:eq:ISSUED");
  const page = await console_.signedIn(merchant);
  return { client, page, invoice: data[0], url: console_.api.url };
}

test("a part of an invoice is credited from its page, and lowers its open amount", async () => {
  const { client, page, invoice, url } = await billed();
  await page.goto(`${url}/invoices/${invoice.id}`);
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Credit some of it …" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("checkbox", { name: "Platform" }).check();
  await dialog.getByLabel("Credited of Platform").fill("50.00");
  await dialog.getByLabel("Why").fill("Two days without service");
  await dialog.getByRole("button", { name: "Issue the credit memo" }).click();
  await page.getByRole("heading", { name: /^CM-/ }).waitFor();
  const { data } = await client.ok("GET", "/v3/credit-memos");
  assert.equal(data[0].total, "50.00");
  assert.equal(data[0].reason, "Two days without service");
  assert.equal((await client.ok("GET", `/v3/invoices/${invoice.id}`)).balanceRemaining, "250.00");
});

test("the list opens with invoices issued by today; later ones are one filter away, and a draft has no further actions", async () => {
  const { page, url } = await billed();
  await page.goto(`${url}/invoices`);
  const rows = page.getByRole("table", { name: "Invoices" }).getByRole("row");
  await rows.filter({ hasText: "INV-" }).first().waitFor();
  assert.equal(await rows.filter({ hasText: "Draft" }).count(), 0);
  await page.getByText("Upcoming", { exact: true }).click();
  await page.getByRole("link", { name: "Draft" }).first().click();
  await page.getByRole("button", { name: "Issue …" }).waitFor();
  assert.equal(await page.getByRole("button", { name: "More" }).count(), 0);
});

test("lists use the day of the sandbox clock, not of the browser", async () => {
  const { page, url } = await billed();
  await page.route("**/v3/test-clock", async (route) => {
    await new Promise((done) => setTimeout(done, 500));
    await route.continue();
  });
  const filters: (string | null)[] = [];
  page.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === "/v3/invoices") filters.push(searchParams.get("filter"));
  });
  await page.goto(`${url}/invoices`);
  await page.getByRole("table", { name: "Invoices" }).getByRole("row").filter({ hasText: "INV-" }).first().waitFor();
  assert.deepEqual([...new Set(filters)], ["issueDate:lte:2026-01-20"]);
});

test("a filter typed letter by letter keeps the focus and every letter", async () => {
  const { page, url } = await billed();
  await page.goto(`${url}/contracts`);
  const field = page.getByRole("textbox", { name: "Name" });
  // Slower than a filter waits for the next letter, so that each of them changes the address.
  await field.pressSequentially("Plat", { delay: 400 });
  assert.equal(await field.inputValue(), "Plat");
  await page.waitForURL(/name=Plat$/);
  await field.fill("Nothing is called so");
  await page.getByRole("button", { name: "Clear the filters" }).click();
  await page.getByRole("link", { name: "Platform 2026" }).waitFor();
  assert.equal(await field.inputValue(), "");
});

test("records that failed to sync are one click from Home, of any month", async () => {
  const { client, page, url } = await billed();
  const { data } = await client.ok("GET", "/v3/journal-entries?limit=1");
  await client.ok("PUT", `/v3/sync/JOURNAL_ENTRY/${data[0].id}`, { status: "SYNC_FAILED", error: "Account is closed" });
  await page.goto(`${url}/?month=2025-11`);
  await page.getByRole("link", { name: /Records did not reach the ledger/ }).click();
  await page.getByRole("link", { name: "Invoice issued" }).waitFor();
  await page.getByText("Sending to the ledger failed").waitFor();

  const [invoice] = (await client.ok("GET", "/v3/invoices?filter=status:eq:ISSUED&limit=1")).data;
  await client.ok("PUT", `/v3/sync/INVOICE/${invoice.id}`, { status: "SYNC_FAILED", error: "No such customer" });
  await page.getByRole("link", { name: "invoices", exact: true }).click();
  await page.getByRole("link", { name: invoice.invoiceNumber }).click();
  await page.getByText("The accounting system did not accept this invoice").waitFor();
  await page.getByRole("button", { name: "Send it again" }).click();
  await page.getByText("The accounting system did not accept this invoice").waitFor({ state: "detached" });
  assert.equal((await client.ok("GET", `/v3/invoices/${invoice.id}`)).syncStatus, "NOT_SYNCED");
});

test("where a browser cannot show a PDF in a page, the document can be opened and downloaded", async () => {
  const { page, invoice, url } = await billed();
  for (const isShown of [true, false]) {
    await page.addInitScript(
      (is) => Object.defineProperty(navigator, "pdfViewerEnabled", { get: () => is, configurable: true }),
      isShown,
    );
    await page.goto(`${url}/invoices/${invoice.id}`);
    const document_ = page.getByRole("region", { name: invoice.invoiceNumber });
    await document_.getByRole("button", { name: "Download" }).waitFor();
    assert.equal(await document_.locator("iframe").count(), isShown ? 1 : 0);
    assert.equal(await document_.getByRole("link", { name: "Open the PDF" }).count(), isShown ? 0 : 1);
  }
});

test("a manual invoice is created, with its recognition shown first", async () => {
  const { client, page, url } = await billed();
  await page.goto(`${url}/invoices`);
  await page.getByRole("button", { name: "New invoice" }).click();
  const dialog = page.getByRole("dialog");
  const customer = dialog.getByRole("combobox", { name: "Customer" });
  await customer.fill("Northwind");
  await page.getByRole("option", { name: "Northwind" }).click();
  await dialog.getByRole("textbox", { name: "What is billed" }).fill("Workshop");
  await dialog.getByRole("textbox", { name: "Quantity" }).fill("2");
  await dialog.getByRole("textbox", { name: "Price of each, in USD" }).fill("750.00");
  await dialog.getByRole("button", { name: "Line" }).click();
  const second = dialog.getByRole("group", { name: "Line 2" });
  await second.getByRole("textbox", { name: "What is billed" }).fill("Extended support");
  await second.getByRole("textbox", { name: "Price of each, in USD" }).fill("300.00");
  await second.getByText("Over days of service").click();
  await second.getByLabel("From").fill("2026-01-01");
  await second.getByLabel("To").fill("2026-03-31");
  await dialog.getByRole("button", { name: "Make the invoice", disabled: false }).click();
  await page.getByRole("heading", { name: /^INV-/ }).waitFor();
  const { data } = await client.ok("GET", "/v3/invoices?filter=total:eq:1800.00");
  assert.deepEqual(
    data.map(({ source, status }: { source: string; status: string }) => [source, status]),
    [["MANUAL", "ISSUED"]],
  );
});

test("a consolidated invoice has a page with its sections, and is paid as a whole; a contract has its pro forma", async () => {
  const merchant = await console_.api.newMerchant("2026-01-20T09:00:00Z");
  const client = clientOf(console_.api, merchant);
  const { id, invoiceNumber, sections } = await consolidatedOf(client, "Northwind");
  const page = await console_.signedIn(merchant);
  const { url } = console_.api;
  await page.goto(`${url}/invoices/${sections[1].id}`);
  await page.getByRole("link", { name: "Section 2 of one invoice" }).click();
  await page.waitForURL(`${url}/invoices/consolidated/${id}`);
  await page.getByRole("heading", { name: invoiceNumber }).waitFor();
  const rows = page.getByRole("table", { name: "Sections" }).getByRole("row");
  await rows.nth(2).waitFor();
  assert.match(await rows.last().innerText(), /600\.00/);
  await page.getByRole("button", { name: "Record payment" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Record", exact: true, disabled: false }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  assert.equal((await client.ok("GET", `/v3/consolidated-invoices/${id}`)).status, "PAID");

  await page.goto(`${url}/contracts/${sections[0].contractId}`);
  await page.getByRole("button", { name: "More" }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: "Pro forma (PDF)" }).click(),
  ]);
  assert.match(download.suggestedFilename(), /\.pdf$/);
});
