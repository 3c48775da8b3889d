import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { clientOf, close as closeMonth, obligationBody, priced } from "../support/client.ts";
import { type ConsoleBrowser, openConsole } from "../support/console-browser.ts";
import { cellOf, figuresOf, tableOf, visit } from "../support/console-numbers.ts";
import { usageBody } from "../support/usage-client.ts";

// Every number is a link, and behind it are the records that come to it.

let console_: ConsoleBrowser;

before(async () => {
  console_ = await openConsole();
});

after(async () => {
  assert.deepEqual(await console_.close(), []);
});

const clock = "2026-03-10T09:00:00Z";

/** A contract that earns 100.00 a month of a product and 30.00 of none; both are closed through February. */
async function book() {
  const merchant = await console_.api.newMerchant(clock);
  const client = clientOf(console_.api, merchant);
  const { id: productId } = await client.ok("POST", "/v3/products", { name: "Platform" });
  const contractId = await client.contract({ name: "Platform 2026" });
  const monthly = (amount: string) => ({ interval: "MONTH", ...priced(amount) });
  await client.add(contractId, obligationBody({}, { ...monthly("100.00"), productId }));
  await client.add(contractId, obligationBody({}, { ...monthly("30.00"), name: "Support" }));
  await client.approve(contractId);
  await client.drainOutbox();
  await closeMonth(client, "2026-02");
  const page = await console_.signedIn(merchant);
  return { client, page, contractId, url: console_.api.url };
}

/** Clicks an amount in a row of a table. */
async function open(page: Page, row: RegExp, amount: string): Promise<void> {
  await page.getByRole("row", { name: row }).getByRole("link", { name: amount }).first().click();
}

const query = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

test("a cell by product opens the entries of that product, and the way back is the same report", async () => {
  const { page, url } = await book();
  for (const [row, amount] of [
    [/Platform/, "100.00"],
    [/Without product/, "30.00"],
  ] as const) {
    await visit(page, `${url}/reports/revenue?from=2026-01&to=2026-02&group=product&basis=ALL&asOf=2026-03-10`);
    await open(page, row, amount);
    await page.getByRole("heading", { name: "Revenue of January 2026" }).waitFor();
    const entries = await tableOf(page, "Entries");
    assert.equal(entries.rows.length, 1);
    assert.equal(cellOf(entries, entries.sums, "Amount"), amount);
    await page.getByRole("link", { name: "Revenue by month" }).click();
    await page.getByRole("table", { name: "Revenue by month" }).waitFor();
    const { from, to, group, basis, asOf, currency } = query(page);
    assert.deepEqual(
      { from, to, group, basis, asOf, currency },
      { from: "2026-01", to: "2026-02", group: "product", basis: "ALL", asOf: "2026-03-10", currency: "USD" },
    );
  }
});

test("a row of the trial balance as of a day opens the lines of its account as of that day", async () => {
  const { client, page, url } = await book();
  const { currencies } = await client.ok("GET", "/v3/reports/trial-balance?month=2026-02&asOf=2026-03-10");
  const { account } = currencies[0].accounts.find(({ role }: { role: string }) => role === "RECEIVABLE");
  await visit(page, `${url}/reports/trial-balance?month=2026-02&asOf=2026-03-10`);
  await page.getByRole("link", { name: account, exact: true }).click();
  await page.getByRole("heading", { name: "Account activity" }).waitFor();
  await page.getByText("130.00").first().waitFor();
  const { month, asOf, currency } = query(page);
  assert.deepEqual({ month, asOf, currency }, { month: "2026-02", asOf: "2026-03-10", currency: "USD" });
});

test("an amount of usage opens the events of its customer, type and days", async () => {
  const merchant = await console_.api.newMerchant(clock);
  const client = clientOf(console_.api, merchant);
  const types: string[] = [];
  for (const name of ["API call", "Storage"]) types.push((await client.ok("POST", "/v3/events/types", { name })).id);
  for (const name of ["Glasshouse", "Harbour"]) {
    const { id: customerId } = await client.ok("POST", "/v3/customers", { name });
    const contractId = await client.contract({ name: `Metered by ${name}`, customerId });
    await client.ok("POST", `/v3/contracts/${contractId}/billing-terms`, usageBody(types[0] ?? "", "0.05"));
    await client.approve(contractId);
    for (const [eventTypeId, day, value] of [
      [types[0], "2026-01-11", "200"],
      [types[0], "2026-02-11", "640"],
      [types[1], "2026-02-12", "75"],
    ]) {
      const idempotencyKey = `${name} ${value}`;
      await client.ok("POST", "/v3/events", {
        idempotencyKey,
        customerId,
        eventTypeId,
        datetime: `${day}T10:00:00Z`,
        value,
      });
    }
  }
  await client.drainOutbox();
  await closeMonth(client, "2026-02");
  const page = await console_.signedIn(merchant);
  const { url } = console_.api;
  const onlyItsEvents = async () => {
    await page.waitForURL(/tab=events/);
    const events = await tableOf(page, "Usage events");
    assert.deepEqual(
      events.rows.map((row) => [cellOf(events, row, "Customer"), cellOf(events, row, "Value")]),
      [["Glasshouse", "640"]],
    );
  };
  await visit(page, `${url}/reports/waterfall?month=2026-02&group=customer`);
  await open(page, /Glasshouse/, "32.00");
  await page.getByRole("link", { name: "As used" }).click();
  await onlyItsEvents();
  const { data } = await client.ok("GET", "/v3/invoices?filter=status:eq:ISSUED");
  const invoice = data.find(
    (each: { total: string; customerName: string }) => each.total === "32.00" && each.customerName === "Glasshouse",
  );
  await visit(page, `${url}/invoices/${invoice.id}`);
  await page.getByRole("table", { name: "Lines" }).getByRole("button").first().click();
  await page.getByRole("link", { name: "The usage events" }).click();
  await onlyItsEvents();
});

test("a figure of a contract or customer opens rows of that contract or customer alone", async () => {
  const merchant = await console_.api.newMerchant(clock);
  const client = clientOf(console_.api, merchant);
  const contracts: { id: string; customerId: string }[] = [];
  for (const [name, amount] of [
    ["Glasshouse", "300.00"],
    ["Harbour", "750.00"],
  ] as const) {
    const { id: customerId } = await client.ok("POST", "/v3/customers", { name });
    const id = await client.contract({ name: `Platform of ${name}`, customerId });
    await client.add(id, obligationBody({}, { ...priced(amount), netPaymentTerms: 30 }));
    await client.approve(id);
    contracts.push({ id, customerId });
  }
  await client.drainOutbox();
  await closeMonth(client, "2026-02");
  // The first invoices are late by then, and those of the second quarter are not.
  await client.advance("2026-04-20T09:00:00Z");
  await client.drainOutbox();
  const [contract] = contracts;
  assert.ok(contract);
  const page = await console_.signedIn(merchant);
  const { url } = console_.api;
  const click = async (address: string, figures: string, title: string): Promise<string> => {
    await visit(page, `${url}${address}`);
    const shown = (await figuresOf(page, figures)).get(title) ?? "";
    await page.locator(`dl[aria-label="${figures}"] > div`).filter({ hasText: title }).getByRole("link").click();
    return shown;
  };
  const ofContract = `/contracts/${contract.id}`;
  const deferred = await click(ofContract, "Figures of the contract", "Deferred revenue");
  const balances = await tableOf(page, "Contract balances");
  assert.equal(deferred, "100.00");
  assert.equal(balances.rows.length, 1);
  assert.ok(balances.rows[0]?.includes(deferred), `${balances.rows[0]}`);
  await page.getByRole("button", { name: "Show all" }).click();
  await page.getByRole("row", { name: /Harbour/ }).waitFor();
  const recurring = await click(ofContract, "Figures of the contract", "ARR");
  await page.getByRole("button", { name: "Show all" }).waitFor();
  const arr = await tableOf(page, "Recurring revenue");
  assert.equal(recurring, "1,200.00");
  assert.equal(cellOf(arr, arr.rows.at(-1), "Closing ARR"), recurring);
  const late = await click(`/customers/${contract.customerId}`, "Figures of the customer", "Overdue");
  const invoices = await tableOf(page, "Invoices");
  assert.equal(late, "$300.00");
  assert.equal(`$${cellOf(invoices, invoices.sums, "Open")}`, late);
});

/** Two customers whose contracts are of a category each; the books are closed through February. */
async function twoCustomers() {
  const merchant = await console_.api.newMerchant(clock);
  const client = clientOf(console_.api, merchant);
  const { id: productId } = await client.ok("POST", "/v3/products", { name: "Platform" });
  for (const [name, amount, category] of [
    ["Glasshouse", "100.00", "Software"],
    ["Harbour", "250.00", "Services"],
  ] as const) {
    const { id: customerId } = await client.ok("POST", "/v3/customers", { name });
    const { id: categoryId } = await client.ok("POST", "/v3/categories", { name: category });
    const id = await client.contract({ name: `Platform of ${name}`, customerId });
    await client.add(id, obligationBody({ categoryId }, { interval: "MONTH", ...priced(amount), productId }));
    await client.approve(id);
  }
  await client.drainOutbox();
  await closeMonth(client, "2026-02");
  return { client, page: await console_.signedIn(merchant), url: console_.api.url };
}

test("remaining obligations of a customer open its contracts, and the way back keeps the as-of day", async () => {
  const { page, url } = await twoCustomers();
  await visit(page, `${url}/reports/remaining-performance-obligations?month=2026-02&group=customer&asOf=2026-03-10`);
  await open(page, /Harbour/, "2,500.00");
  await page.getByText("Of the contracts of").waitFor();
  const contracts = await tableOf(page, "Remaining performance obligations");
  assert.deepEqual(
    contracts.rows.map((row) => [cellOf(contracts, row, "Name"), cellOf(contracts, row, "Remaining")]),
    [["Platform of Harbour", "2,500.00"]],
  );
  assert.equal(query(page).asOf, "2026-03-10");
  await page.goBack();
  await page.getByRole("row", { name: /Glasshouse/ }).waitFor();
  assert.equal(query(page).group, "customer");
});

test("a movement of recurring revenue opens its customers, and each customer its contracts", async () => {
  const { page, url } = await twoCustomers();
  await visit(page, `${url}/reports/arr?from=2025-12&to=2026-02`);
  await open(page, /Jan 2026/, "4,200.00");
  await page.getByRole("heading", { name: "Recurring revenue by customer" }).waitFor();
  const customers = await tableOf(page, "Recurring revenue by customer");
  assert.deepEqual(
    customers.rows.map((row) => [cellOf(customers, row, "Customer"), cellOf(customers, row, "New")]),
    [
      ["Glasshouse", "1,200.00"],
      ["Harbour", "3,000.00"],
    ],
  );
  assert.equal(cellOf(customers, customers.sums, "Closing ARR"), "4,200.00");
  await open(page, /Harbour/, "3,000.00");
  const contracts = await tableOf(page, "Contracts");
  assert.equal(contracts.rows.length, 1);
});

test("the roll-forward by category opens revenue, that the journal, and that the obligation", async () => {
  const { page, url } = await twoCustomers();
  await visit(page, `${url}/reports/contract-liability-roll-forward?from=2026-01&to=2026-02&group=category`);
  await open(page, /Services/, "500.00");
  await page.getByRole("heading", { name: "Revenue of January 2026 to February 2026" }).waitFor();
  const entries = await tableOf(page, "Entries");
  assert.deepEqual(
    entries.rows.map((row) => [cellOf(entries, row, "Month"), cellOf(entries, row, "Amount")]),
    [
      ["Jan 2026", "250.00"],
      ["Feb 2026", "250.00"],
    ],
  );
  await page.getByRole("link", { name: "its journal" }).last().click();
  await page.getByRole("link", { name: "Revenue recognized" }).first().click();
  const earned = await tableOf(page, "What was earned");
  assert.deepEqual(
    earned.rows.map((row) => [cellOf(earned, row, "Performance obligation"), cellOf(earned, row, "Amount")]),
    [["Platform", "250.00"]],
  );
  await page.getByRole("link", { name: "Platform", exact: true }).click();
  await page.waitForURL(/tab=obligations/);
  for (let steps = 0; steps < 4; steps += 1) await page.goBack();
  await page.getByRole("table", { name: "Roll-forward of deferred revenue" }).waitFor();
  const { from, to, group } = query(page);
  assert.deepEqual({ from, to, group }, { from: "2026-01", to: "2026-02", group: "category" });
});

test("a month of a chart opens the rows behind it, and a report is saved as a view", async () => {
  const { page, url } = await twoCustomers();
  await visit(page, `${url}/reports/revenue?from=2026-01&to=2026-02&group=customer`);
  const bars = page.getByRole("figure", { name: "Revenue by month, by month" }).locator(".recharts-bar-rectangle");
  await bars.first().click();
  await page.getByRole("heading", { name: "Revenue of January 2026" }).waitFor();
  const entries = await tableOf(page, "Entries");
  assert.equal(cellOf(entries, entries.sums, "Amount"), "350.00");
  await page.getByRole("link", { name: "Revenue by month" }).click();
  await page.getByRole("button", { name: "Views" }).click();
  await page.getByRole("menuitem", { name: "Save this view …" }).click();
  await page.getByLabel("Name").fill("Of customers");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  await visit(page, `${url}/reports/revenue`);
  await page.getByRole("button", { name: "Views" }).click();
  await page.getByRole("menuitem", { name: "Of customers" }).click();
  await page.waitForURL(/from=2026-01/);
  assert.equal(query(page).group, "customer");
});

test("a cell of the ageing report opens its invoices, and the way back is the same report", async () => {
  const merchant = await console_.api.newMerchant("2026-01-05T09:00:00Z");
  const client = clientOf(console_.api, merchant);
  const contracts = [
    await client.contract({ name: "Euros", currency: "EUR" }),
    await client.contract(),
    await client.contract(),
  ];
  for (const contractId of contracts) {
    await client.add(contractId, obligationBody({}, { interval: "MONTH", ...priced("100.00") }));
    await client.approve(contractId);
  }
  await client.advance("2026-05-20T00:00:00Z");
  await client.drainOutbox();
  const { customerId } = await client.ok("GET", `/v3/contracts/${contracts[1]}`);
  await client.ok("PATCH", `/v3/customers/${customerId}`, { name: "Zephyr" });
  const { data } = await client.ok("GET", `/v3/invoices?filter=customerId:eq:${customerId}&sort=issueDate`);
  const applications = [{ invoiceId: data[0].id, amount: "40.00" }];
  await client.ok("POST", "/v3/payments", { customerId, amount: "40.00", receivedAt: "2026-05-10", applications });

  const page = await console_.signedIn(merchant);
  await visit(page, `${console_.api.url}/reports/receivables-ageing?month=2026-04&currency=USD`);
  const report = await tableOf(page, "Receivables ageing");
  const shown = (column: string) => cellOf(report, report.rows.find((row) => row[0] === "Zephyr") ?? [], column);
  const late = shown("61–90 days");
  assert.match(late ?? "", /[1-9]/);
  const row = page.getByRole("table", { name: "Receivables ageing" }).getByRole("row").filter({ hasText: "Zephyr" });
  await row
    .getByRole("link", { name: late ?? "", exact: true })
    .last()
    .click();
  await page.getByText("Owed on 30 Apr 2026").waitFor();
  const invoices = await tableOf(page, "Invoices");
  assert.equal(cellOf(invoices, invoices.sums, "Owed that day"), late, "what was paid later was still owed");
  await page.getByRole("link", { name: "Receivables ageing" }).click();
  await page.getByRole("table", { name: "Receivables ageing" }).waitFor();
  assert.deepEqual([query(page).month, query(page).currency], ["2026-04", "USD"]);

  const total = cellOf(report, report.sums, "Total");
  const sums = page.getByRole("table", { name: "Receivables ageing" }).locator("tfoot");
  await sums
    .getByRole("link", { name: total ?? "", exact: true })
    .last()
    .click();
  await page.getByText("Owed on 30 Apr 2026").waitFor();
  await page.getByText("8 rows").waitFor();
  const all = await tableOf(page, "Invoices");
  assert.equal(cellOf(all, all.sums, "Owed that day"), total, "of both customers, and of dollars alone");
});
