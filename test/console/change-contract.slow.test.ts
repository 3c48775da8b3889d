import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { importCustomFields } from "../../src/catalog/custom-field-service.ts";
import { write } from "../../src/platform/write.ts";
import type { Json } from "../support/api.ts";
import { type ChangingBook, changingBook } from "../support/changing-book.ts";
import { type ConsoleBrowser, openConsole } from "../support/console-browser.ts";

// A whole contract ended, extended and brought to one end in a browser: one form, one plan, one request.

let console_: ConsoleBrowser;

before(async () => {
  console_ = await openConsole();
});

after(async () => {
  assert.deepEqual(await console_.close(), []);
});

async function changing(book: ChangingBook, kind: string): Promise<Page> {
  const page = await console_.signedIn(book.merchant);
  await page.goto(`${console_.api.url}/contracts/${book.contractId}/change?part=contract&kind=${kind}`);
  return page;
}

const confirm = (page: Page, verb: string) => page.getByRole("button", { name: verb, disabled: false });

test("a whole contract is terminated: the preview lists credits and deleted terms, and the termination does the same", async () => {
  const book = await changingBook(console_);
  const page = await console_.signedIn(book.merchant);
  const sent: string[] = [];
  page.on("request", (request) => {
    const path = new URL(request.url()).pathname;
    if (request.method() !== "GET" && path.startsWith("/v3/") && !path.endsWith("/preview")) sent.push(path);
  });
  await page.goto(`${console_.api.url}/contracts/${book.contractId}`);
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Terminate all of it …" }).click();
  await page.getByLabel("Last day of service").fill("2026-06-20");
  const parts = page.getByRole("group", { name: "What ends" });
  await parts.getByText("not begun by then: taken out").waitFor();
  // A commitment ends with one of its periods: what cannot be is said by the name of the part.
  await page.getByRole("alert").filter({ hasText: "Committed calls: A commitment must end at the end" }).waitFor();
  assert(await page.getByRole("button", { name: "Terminate the contract" }).isDisabled());
  await page.getByLabel("Last day of service").fill("2026-06-30");
  await page.getByRole("textbox", { name: "Why" }).fill('Bought by "Alder", and closed');
  await confirm(page, "Terminate the contract").waitFor();
  const invoices = page.getByRole("table", { name: "Invoices before and after" });
  await invoices
    .getByRole("row", { name: /1 Dec 2026/ })
    .getByText("Dropped")
    .first()
    .waitFor();
  await page.getByRole("tab", { name: /Treatment/ }).click();
  await page
    .getByRole("tabpanel", { name: /Treatment/ })
    .getByText("Prospective")
    .first()
    .waitFor();
  await confirm(page, "Terminate the contract").click();
  await page.waitForURL(/tab=changes/);
  assert.deepEqual(sent, ["/v3/bulk-changes"]);
  const { data: terms } = await book.client.ok("GET", `/v3/contracts/${book.contractId}/billing-terms`);
  assert.deepEqual(
    terms.map(({ status, endDate }: Json) => `${status} ${endDate}`),
    Array.from({ length: 4 }, () => "TERMINATED 2026-06-30"),
  );
  const { data: commitments } = await book.client.ok("GET", `/v3/commitments?filter=contractId:eq:${book.contractId}`);
  assert.deepEqual([commitments[0].status, commitments[0].commitmentEndDate], ["TERMINATED", "2026-06-30"]);
});

test("a contract is extended to one end, with its commitment if chosen, and the treatment follows the reason", async () => {
  const book = await changingBook(console_);
  const page = await changing(book, "end");
  await page.getByText("Now 31 Dec 2026.").waitFor();
  await page.getByLabel("Last day of service").fill("2027-03-31");
  await page.getByRole("combobox", { name: "Why the days change" }).click();
  await page.getByRole("option", { name: "Days are sold: a renewal" }).click();
  await page.getByRole("checkbox", { name: "Committed calls" }).check();
  await confirm(page, "Move the end").waitFor();
  const invoices = page.getByRole("table", { name: "Invoices before and after" });
  await invoices
    .getByRole("row", { name: /1 Mar 2027/ })
    .getByText("240.00")
    .first()
    .waitFor();
  await confirm(page, "Move the end").click();
  await page.waitForURL(/tab=changes/);
  await page
    .getByRole("heading", { name: /Dates changed/ })
    .first()
    .waitFor();
  const { data: terms } = await book.client.ok("GET", `/v3/contracts/${book.contractId}/billing-terms`);
  assert.deepEqual([...new Set(terms.map(({ endDate }: Json) => endDate))], ["2027-03-31"]);
  const { data: commitments } = await book.client.ok("GET", `/v3/commitments?filter=contractId:eq:${book.contractId}`);
  assert.equal(commitments[0].commitmentEndDate, "2027-03-31");
});

test("terms with different ends are given one end, only the chosen ones", async () => {
  const book = await changingBook(console_);
  const support = await book.term("Support");
  const path = `/v3/contracts/${book.contractId}/billing-terms/${support.id}`;
  await book.client.ok("PATCH", path, { endDate: "2027-02-28" });
  await book.client.drainOutbox();
  const page = await changing(book, "end");
  await page.getByText("Now 28 Feb 2027.").waitFor();
  await page.getByLabel("Last day of service").fill("2027-02-28");
  await page.getByRole("checkbox", { name: "Platform fee" }).check();
  await page.getByText("1 Jan 2026 – 31 Dec 2026, then through 28 Feb 2027").waitFor();
  await confirm(page, "Move the end").click();
  await page.waitForURL(/tab=changes/);
  assert.equal((await book.term("Platform fee")).endDate, "2027-02-28");
  assert.equal((await book.term("Seats")).endDate, "2026-12-31");
});

test("a plan that has changed since its preview is explained, and the contract is terminated after a second look", async () => {
  const book = await changingBook(console_);
  const page = await changing(book, "terminate");
  await page.getByLabel("Last day of service").fill("2026-06-30");
  await confirm(page, "Terminate the contract").waitFor();
  const seats = await book.term("Seats");
  await book.client.ok("POST", `/v3/contracts/${book.contractId}/billing-terms/${seats.id}/seat-amendment`, {
    ...{ effectiveDate: "2026-06-16", quantity: "30" },
  });
  await book.client.drainOutbox();
  await confirm(page, "Terminate the contract").click();
  await page.getByText("The plan has changed since you looked").waitFor();
  assert.equal((await book.term("Seats")).status, "ACTIVE");
  await confirm(page, "Terminate the contract").click();
  await page.waitForURL(/tab=changes/);
  assert.equal((await book.term("Seats")).status, "TERMINATED");
});

test("the start of a term is moved: the preview shows the effects by the chosen reason", async () => {
  const book = await changingBook(console_);
  const page = await console_.signedIn(book.merchant);
  const { id } = await book.term("Support");
  await page.goto(`${console_.api.url}/contracts/${book.contractId}/change?part=${id}&kind=dates`);
  await page.getByLabel("First day of service").fill("2026-10-01");
  await confirm(page, "Change the dates").waitFor();
  await page
    .getByRole("table", { name: "Invoices before and after" })
    .getByRole("row", { name: /1 Sept? 2026/ })
    .getByText("−40.00")
    .or(page.getByRole("row", { name: /1 Sept? 2026/ }).getByText("(40.00)"))
    .first()
    .waitFor();
  await confirm(page, "Change the dates").click();
  await page.waitForURL(/tab=changes/);
  assert.equal((await book.term("Support")).startDate, "2026-10-01");
});

test("a product is swapped: billing ahead of the old one is netted on the first invoice of the new one", async () => {
  const book = await changingBook(console_);
  await book.client.ok("POST", "/v3/products", {
    ...{ name: "Enterprise", displayName: "Enterprise plan" },
    standaloneSellingPrices: [{ currency: "USD", amount: "160.00", validFrom: "2026-01-01" }],
  });
  const { id } = await book.term("Platform fee");
  const page = await console_.signedIn(book.merchant);
  await page.goto(`${console_.api.url}/contracts/${book.contractId}/change?part=${id}&kind=swap`);
  await page.getByRole("combobox", { name: "Product" }).click();
  await page.getByRole("option", { name: "Enterprise" }).click();
  assert.equal(await page.getByLabel("Price a month, in USD").inputValue(), "160.00");
  assert.equal(await page.getByLabel("First day").inputValue(), "16 Jun 2026");
  assert.equal(await page.getByLabel("Last day").inputValue(), "31 Dec 2026");
  await page.getByRole("textbox", { name: "Why" }).fill("Upgrade");
  await confirm(page, "Replace it").waitFor();
  const invoices = page.getByRole("table", { name: "Invoices before and after" });
  // 160.00 from 16 June on, less half of June's 100.00.
  await invoices
    .getByRole("row", { name: /16 Jun 2026/ })
    .getByText("110.00", { exact: true })
    .first()
    .waitFor();
  await page.getByRole("tab", { name: /Treatment/ }).click();
  await page
    .getByRole("tabpanel", { name: /Treatment/ })
    .getByText("606-10-25")
    .first()
    .waitFor();
  await confirm(page, "Replace it").click();
  await page.waitForURL(/tab=changes/);
  await page.getByRole("heading", { name: /Term replaced/ }).waitFor();
  assert.equal((await book.term("Platform fee")).endDate, "2026-06-15");
  const added = await book.term("Enterprise plan");
  assert.deepEqual([added.startDate, added.endDate], ["2026-06-16", "2026-12-31"]);
});

test("a viewer is offered no change on the page of a contract", async () => {
  const book = await changingBook(console_);
  const page = await console_.signedIn(book.merchant, "VIEWER");
  for (const kind of ["end", "terminate"]) {
    await page.goto(`${console_.api.url}/contracts/${book.contractId}/change?part=contract&kind=${kind}`);
    await page.getByText("You can look at this contract, and not change it").waitFor();
    assert.equal(await page.getByLabel("Last day of service").count(), 0);
  }
  await page.goto(`${console_.api.url}/contracts/${book.contractId}`);
  await page.getByRole("heading", { name: "Juniper 2026" }).waitFor();
  assert.equal(await page.getByRole("button", { name: "More" }).count(), 0);
});

test("the PO number and a custom field of a contract are changed, and shown", async () => {
  const book = await changingBook(console_);
  const { merchantId } = book.merchant;
  await write(console_.api.platform, { merchantId, actor: { kind: "SYSTEM", id: "test" } }, (ctx) =>
    importCustomFields(ctx, [{ externalId: "1", name: "Region", appliesTo: "CONTRACT" }]),
  );
  const page = await console_.signedIn(book.merchant);
  await page.goto(`${console_.api.url}/contracts/${book.contractId}?tab=metadata`);
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Name, PO number and other details …" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Change something, and what follows is shown here.").waitFor();
  await dialog.getByLabel("PO number").fill("PO-4711");
  await dialog.getByLabel("Region").fill("EMEA");
  await dialog.getByRole("button", { name: "Save", disabled: false }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByText("PO-4711").waitFor();
  await page.getByText("EMEA").waitFor();
});
