import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { clientOf, obligationBody, priced } from "../support/client.ts";
import { type ConsoleBrowser, openConsole } from "../support/console-browser.ts";
import { cellOf, tableOf, visit } from "../support/console-numbers.ts";

// A customer: what it owes, line by line, and what is recorded of it.

let console_: ConsoleBrowser;

before(async () => {
  console_ = await openConsole();
});

after(async () => {
  assert.deepEqual(await console_.close(), []);
});

test("the statement of account leads from opening to closing balance, and each line to its document", async () => {
  const merchant = await console_.api.newMerchant("2026-01-10T09:00:00Z");
  const client = clientOf(console_.api, merchant);
  const { id: customerId } = await client.ok("POST", "/v3/customers", { name: "Glasshouse" });
  const contractId = await client.contract({ name: "Platform", customerId });
  await client.add(contractId, obligationBody({}, { interval: "MONTH", ...priced("100.00") }));
  await client.approve(contractId);
  await client.drainOutbox();
  await client.advance("2026-02-10T09:00:00Z");
  await client.drainOutbox();
  await client.ok("POST", "/v3/payments", { customerId, amount: "130.00", reference: "TRF 1" });
  const page = await console_.signedIn(merchant);
  await visit(page, `${console_.api.url}/customers/${customerId}?tab=account&since=2026-02-01`);
  const statement = await tableOf(page, "Statement of account");
  assert.deepEqual(
    statement.rows.map((row) =>
      ["What", "Charged", "Paid or credited", "Balance"].map((head) => cellOf(statement, row, head)),
    ),
    [
      ["Opening balance", "", "", "100.00"],
      ["Invoice issued", "100.00", "", "200.00"],
      ["Payment received", "", "130.00", "70.00"],
      ["Closing balance", "", "", "70.00"],
    ],
  );
  await page.getByRole("link", { name: "TRF 1" }).click();
  await page.waitForURL(/\/payments\//);
  await page.goBack();
  await page.getByRole("table", { name: "Statement of account" }).waitFor();
  assert.equal(new URL(page.url()).searchParams.get("since"), "2026-02-01");
});

test("the list shows open and overdue amounts of each customer, which open their invoices", async () => {
  const merchant = await console_.api.newMerchant("2026-01-10T09:00:00Z");
  const client = clientOf(console_.api, merchant);
  const { id: customerId } = await client.ok("POST", "/v3/customers", { name: "Glasshouse" });
  await client.ok("POST", "/v3/customers", { name: "Harbour" });
  for (const [currency, amount] of [
    ["USD", "100.00"],
    ["EUR", "40.00"],
  ] as const) {
    const contractId = await client.contract({ name: "Platform", customerId, currency });
    await client.add(contractId, obligationBody({}, { interval: "MONTH", ...priced(amount) }));
    await client.approve(contractId);
  }
  await client.drainOutbox();
  await client.advance("2026-02-10T09:00:00Z");
  await client.drainOutbox();
  const page = await console_.signedIn(merchant);
  await visit(page, `${console_.api.url}/customers?sort=name:asc`);
  const shown = async () => {
    const table = await tableOf(page, "Customers");
    return table.rows.slice(0, 2).map((row) => ["Customer", "Open", "Overdue"].map((head) => cellOf(table, row, head)));
  };
  assert.deepEqual(await shown(), [
    ["Glasshouse", "€80.00 $200.00", "€40.00 $100.00"],
    ["Harbour", "–", "–"],
  ]);
  await page.getByRole("link", { name: "$100.00" }).click();
  await page.waitForURL(/\/invoices\?/);
  await page.getByRole("row", { name: /INV-/ }).first().waitFor();
  const invoices = await tableOf(page, "Invoices");
  assert.deepEqual(
    invoices.rows.map((row) => [cellOf(invoices, row, "Customer"), cellOf(invoices, row, "Open")]),
    [["Glasshouse", "$100.00"]],
  );
});

test("a customer's shipping address and parent stay when other fields are changed", async () => {
  const merchant = await console_.api.newMerchant("2026-01-10T09:00:00Z");
  const client = clientOf(console_.api, merchant);
  const { id: parentId } = await client.ok("POST", "/v3/customers", { name: "Holding" });
  const { id } = await client.ok("POST", "/v3/customers", { name: "Glasshouse" });
  const page = await console_.signedIn(merchant);
  await visit(page, `${console_.api.url}/customers/${id}`);
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Change" }).click();
  await dialog.getByLabel("Part of").fill("Hold");
  await page.getByRole("option", { name: "Holding" }).click();
  await dialog.getByLabel("Employer number").fill("12-3456789");
  await dialog.getByLabel("Ships to another address").check();
  assert.ok(await dialog.getByRole("button", { name: "Save" }).isDisabled(), "an address has a country");
  const shipping = dialog.getByRole("group", { name: "Shipping address" });
  await shipping.getByLabel("Street", { exact: true }).fill("1 Dock Road");
  await shipping.getByLabel("City").fill("Bristol");
  await shipping.getByLabel("Country").fill("United King");
  await page.getByRole("option", { name: "United Kingdom" }).click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "hidden" });
  const recorded = async () => {
    const { parentCustomerId, taxInfo, shippingAddress, billingAddress, autoCharge } = await client.ok(
      "GET",
      `/v3/customers/${id}`,
    );
    return [
      parentCustomerId,
      taxInfo.ein,
      shippingAddress?.line1,
      shippingAddress?.country,
      billingAddress,
      autoCharge,
    ];
  };
  assert.deepEqual(await recorded(), [parentId, "12-3456789", "1 Dock Road", "GB", null, false]);
  await page.getByRole("button", { name: "Change" }).click();
  await dialog.getByLabel("Charge the default payment method").check();
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "hidden" });
  assert.deepEqual(await recorded(), [parentId, "12-3456789", "1 Dock Road", "GB", null, true]);
});

test("pages whose figures depend on a month have a month field: reports and the usage of a customer, no records", async () => {
  const merchant = await console_.api.newMerchant("2026-02-10T09:00:00Z");
  const client = clientOf(console_.api, merchant);
  const contractId = await client.contract();
  const { customerId } = await client.ok("GET", `/v3/contracts/${contractId}`);
  const page = await console_.signedIn(merchant);
  const { url } = console_.api;
  const month = page.getByRole("group", { name: "Month", exact: true });
  for (const [at, pickers] of [
    ["/", 1],
    ["/reports/waterfall", 1],
    ["/journal", 1],
    ["/close", 1],
    ["/customers", 0],
    [`/customers/${customerId}`, 0],
    [`/contracts/${contractId}`, 0],
  ] as const) {
    await visit(page, url + at);
    assert.equal(await month.count(), pickers, at);
  }
  await visit(page, `${url}/customers/${customerId}?tab=usage`);
  await page.getByRole("heading", { name: "Usage in February 2026" }).waitFor();
  await month.getByRole("button", { name: "Month before" }).click();
  await page.getByRole("heading", { name: "Usage in January 2026" }).waitFor();
  await page.getByRole("link", { name: "Journal" }).click();
  await page.getByRole("heading", { name: "Journal" }).waitFor();
  await month.getByRole("button", { name: "Jan 2026, open" }).waitFor();
});
