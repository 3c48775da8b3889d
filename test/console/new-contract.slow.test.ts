import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { clientOf } from "../support/client.ts";
import { type ConsoleBrowser, openConsole } from "../support/console-browser.ts";
import { untilPatient } from "../support/console-waits.ts";
import { withPobs } from "../support/pobs.ts";

let console_: ConsoleBrowser;

before(async () => {
  console_ = await openConsole();
});

after(async () => {
  assert.deepEqual(await console_.close(), []);
});

const choose = async (page: Page, box: string, option: string) => {
  await page.getByRole("combobox", { name: box, exact: true }).last().click();
  await page.getByRole("option", { name: option, exact: true }).click();
};

/** Pastes what a spreadsheet copies into the field of a label. */
async function paste(page: Page, label: string, text: string): Promise<void> {
  await page.getByLabel(label).evaluate((field, copied) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text", copied);
    field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

const addPart = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

test("a whole contract is one request: a product with a ramp from a spreadsheet, milestones, usage and a commitment", async () => {
  const merchant = await withPobs(console_.api, "2026-01-15T09:00:00Z");
  const client = clientOf(console_.api, merchant);
  await client.ok("POST", "/v3/customers", { name: "Juniper Row" });
  const type = await client.ok("POST", "/v3/events/types", { name: "API calls", unitName: "call" });
  await client.ok("POST", "/v3/products", {
    name: "Seats",
    displayName: "Platform seats",
    standaloneSellingPrices: [{ currency: "USD", amount: "40.00", validFrom: "2026-01-01" }],
  });
  const page = await console_.signedIn(merchant);
  const sent: { path: string; body: unknown }[] = [];
  page.on("request", (request) => {
    const path = new URL(request.url()).pathname;
    if (request.method() === "POST" && path.startsWith("/v3/") && !path.endsWith("/preview")) {
      sent.push({ path, body: request.postDataJSON() });
    }
  });
  await page.goto(`${console_.api.url}/contracts/new`);
  await page.getByRole("combobox", { name: "Customer" }).fill("Juniper");
  await page.getByRole("option", { name: "Juniper Row" }).click();

  await choose(page, "Product", "Seats");
  assert.equal(await page.getByRole("textbox", { name: "What is sold" }).inputValue(), "Platform seats");
  await page.getByText("Seats", { exact: true }).first().click();
  assert.equal(await page.getByLabel("Price of a seat a month, in USD").inputValue(), "40.00");
  await paste(
    page,
    "Price of a seat a month, in USD",
    "From\tSeats\tPrice\n1 Jan 2026\t10\t$40.00\n1 Jul 2026\t25\t38,00\n",
  );
  assert.equal(await page.getByLabel("Step 2, from").inputValue(), "1 Jul 2026");
  assert.equal(await page.getByLabel("Step 2, seats").inputValue(), "25");

  await addPart(page, "Product or service");
  await page.getByRole("textbox", { name: "What is sold" }).fill("Migration");
  await page.getByText("One-off", { exact: true }).click();
  await page.getByLabel("Price in USD").fill("9000");
  await choose(page, "Its revenue is earned by", "Performance obligations of its own");
  await page.getByRole("textbox", { name: "Performance obligation" }).fill("Migration project");
  await page.getByRole("group", { name: "Obligation 1" }).getByRole("combobox", { name: "Recognized" }).click();
  await page.getByRole("option", { name: "By milestones" }).click();
  await page.getByLabel("Stated price").fill("9000");
  await paste(page, "Milestone 1, milestone", "Design\t1\nGo-live\t2\n");
  assert.equal(await page.getByLabel("Milestone 2, weight").inputValue(), "2");

  await addPart(page, "Product or service");
  await page.getByRole("textbox", { name: "What is sold" }).fill("Calls");
  await page.getByText("Usage", { exact: true }).last().click();
  await choose(page, "What is counted", "API calls");
  await paste(page, "Price of a unit used, in USD", "0\t0.010\n1,000\t0.008");
  assert.equal(await page.getByLabel("Tier 2, from quantity").inputValue(), "1000");

  await addPart(page, "Product or service");
  await page.getByRole("textbox", { name: "What is sold" }).fill("Acceptance");
  await page.getByText("Milestone", { exact: true }).last().click();
  await page.getByLabel("Price in USD").fill("1500");
  await page.getByLabel("Expected on").fill("2026-04-30");

  await addPart(page, "Commitment to use");
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Committed calls");
  await page.getByLabel("Committed for each period, in USD").fill("2000");

  await page.getByRole("checkbox", { name: "Approve it at once" }).check();
  // What is missing is told, and what is there is shown all the same.
  await page.getByRole("list", { name: "Still missing" }).getByText("The contract has no name yet.").waitFor();
  await page
    .getByRole("row", { name: /1 Jul 2026.*Platform seats/ })
    .getByText("950.00", { exact: true })
    .first()
    .waitFor();
  assert(await page.getByRole("button", { name: "Create and approve" }).isDisabled());
  await page.getByRole("textbox", { name: "Name of the contract" }).fill("Juniper 2026");
  await page.getByRole("button", { name: "Create and approve", disabled: false }).click();
  await page.getByRole("heading", { name: "Juniper 2026" }).waitFor();

  assert.deepEqual(
    sent.map(({ path }) => path),
    ["/v3/contracts"],
  );
  const { data: contracts } = await client.ok("GET", "/v3/contracts");
  assert.deepEqual(
    contracts.map(({ name, status }: { name: string; status: string }) => [name, status]),
    [["Juniper 2026", "APPROVED"]],
  );
  const [{ id }] = contracts;
  type Term = {
    name: string;
    startDate: string;
    kind: string;
    quantity: string;
    trigger: string;
  };
  const { data: terms } = await client.ok("GET", `/v3/contracts/${id}/billing-terms?sort=startDate:asc`);
  const named = (name: string): Term[] => terms.filter((term: Term) => term.name === name);
  assert.deepEqual(
    named("Platform seats").map(({ startDate, quantity }) => [startDate, quantity]),
    [
      ["2026-01-01", "10"],
      ["2026-07-01", "25"],
    ],
  );
  assert.equal(named("Acceptance")[0]?.trigger, "MILESTONE");
  const { data: pobs } = await client.ok("GET", `/v3/contracts/${id}/performance-obligations`);
  const project = pobs.find(({ name }: { name: string }) => name === "Migration project");
  assert.deepEqual(
    project.milestones.map(({ name, weight }: { name: string; weight: string }) => [name, weight]),
    [
      ["Design", "1"],
      ["Go-live", "2"],
    ],
  );
  const { data: commitments } = await client.ok("GET", `/v3/commitments?filter=contractId:eq:${id}`);
  assert.equal(commitments[0].name, "Committed calls");
  assert.equal(type.name, "API calls");
});

test("one price is allocated by standalone selling prices, and the allocation is previewed", async () => {
  const merchant = await console_.api.newMerchant("2026-01-15T09:00:00Z");
  const client = clientOf(console_.api, merchant);
  const page = await console_.signedIn(merchant);
  await page.goto(`${console_.api.url}/contracts/new`);
  await page.getByRole("textbox", { name: "Name of the contract" }).fill("Bundle 2026");
  await page.getByText("One price for all", { exact: true }).click();
  for (const [name, price, standalone] of [
    ["Platform", "12000", "12000"],
    ["Support", "4000", "8000"],
  ] as const) {
    if (name === "Support") await addPart(page, "Product or service");
    await page.getByRole("textbox", { name: "What is sold" }).fill(name);
    await page.getByText("Yearly", { exact: true }).last().click();
    await page.getByLabel("Price a year, in USD").fill(price);
    await page.getByLabel("Standalone selling price, in USD").fill(standalone);
  }
  await page.getByRole("tab", { name: /Revenue by month/ }).click();
  await page
    .getByRole("row", { name: /Jan 2026/ })
    .getByText("1,333.33", { exact: true })
    .first()
    .waitFor();
  await page.getByRole("button", { name: "Create the contract", disabled: false }).click();
  await page.getByRole("heading", { name: "Bundle 2026" }).waitFor();
  const { data } = await client.ok("GET", "/v3/contracts");
  assert.equal(data[0].allocationMethod, "RELATIVE_SSP");
});

/** The form with one thing that is sold for 100.00 a month, in a contract that has a name. */
async function filledForm(page: Page): Promise<void> {
  await page.goto(`${console_.api.url}/contracts/new`);
  await page.getByRole("combobox", { name: "Customer" }).fill("Juniper");
  await page.getByRole("option", { name: "Juniper Row" }).click();
  await page.getByRole("textbox", { name: "Name of the contract" }).fill("Juniper 2026");
  await page.getByRole("textbox", { name: "What is sold" }).fill("Platform");
}

test("a viewer sees contracts, and no form for a new one", async () => {
  const merchant = await console_.api.newMerchant("2026-01-15T09:00:00Z");
  const page = await console_.signedIn(merchant, "VIEWER");
  await page.goto(`${console_.api.url}/contracts/new`);
  await page.getByText("You can look at contracts, and not make one").waitFor();
  assert.equal(await page.getByRole("textbox", { name: "Name of the contract" }).count(), 0);
  assert.equal(await page.getByRole("button", { name: "Create the contract" }).count(), 0);
  await page.goto(`${console_.api.url}/contracts`);
  await page.getByRole("heading", { name: "Contracts", exact: true }).waitFor();
  assert.equal(await page.getByRole("link", { name: "New contract" }).count(), 0);
});

test("a plan that changed with the month is explained, and the contract is created after a second look", async () => {
  const merchant = await console_.api.newMerchant("2026-01-15T09:00:00Z");
  const client = clientOf(console_.api, merchant);
  await client.ok("POST", "/v3/customers", { name: "Juniper Row" });
  const page = await console_.signedIn(merchant);
  await filledForm(page);
  await page.getByLabel("Price a month, in USD").fill("100");
  await page.getByRole("checkbox", { name: "Approve it at once" }).check();
  const create = page.getByRole("button", { name: "Create and approve", disabled: false });
  await create.waitFor();
  // Another invoice is due by then, so that what was shown is not what would happen.
  await client.advance("2026-02-02T09:00:00Z");
  await create.click();
  await page.getByText("The plan has changed since you looked").waitFor();
  assert.deepEqual((await client.ok("GET", "/v3/contracts")).data, []);
  await page.getByText("200.00 USD").waitFor();
  assert.equal(await page.getByRole("textbox", { name: "Name of the contract" }).inputValue(), "Juniper 2026");
  await create.click();
  await page.getByRole("heading", { name: "Juniper 2026" }).waitFor();
  assert.equal((await client.ok("GET", "/v3/contracts")).data.length, 1);
});

test("usage with a minimum and a maximum is billed within them, and a minimum above the maximum is explained", async () => {
  const merchant = await console_.api.newMerchant("2026-01-15T09:00:00Z");
  const client = clientOf(console_.api, merchant);
  const { id: customerId } = await client.ok("POST", "/v3/customers", { name: "Juniper Row" });
  const { id: eventTypeId } = await client.ok("POST", "/v3/events/types", { name: "API calls", unitName: "call" });
  const page = await console_.signedIn(merchant);
  await filledForm(page);
  await page.getByText("Usage", { exact: true }).last().click();
  await choose(page, "What is counted", "API calls");
  await page.getByLabel("Price of a unit used, in USD").fill("0.10");
  await page.getByLabel("At least, each period").fill("80");
  await page.getByLabel("At most, each period").fill("50");
  await page
    .getByRole("alert")
    .filter({ hasText: /at most|maximum|minimum/i })
    .waitFor();
  assert(await page.getByRole("button", { name: "Create the contract" }).isDisabled());
  await page.getByLabel("At most, each period").fill("120");
  await page.getByRole("checkbox", { name: "Approve it at once" }).check();
  await page
    .getByRole("row", { name: /1 Feb 2026.*Platform/ })
    .getByText("80.00", { exact: true })
    .first()
    .waitFor();
  await page.getByRole("button", { name: "Create and approve", disabled: false }).click();
  await page.getByRole("heading", { name: "Juniper 2026" }).waitFor();
  const { data } = await client.ok("GET", "/v3/contracts");
  const [term] = (await client.ok("GET", `/v3/contracts/${data[0].id}/billing-terms`)).data;
  assert.deepEqual([Number(term.minimumAmount), Number(term.maximumAmount)], [80, 120]);
  // What was asked for holds: 5,000 calls would be 500.00.
  await client.ok("POST", "/v3/events", {
    ...{ idempotencyKey: "a", customerId, eventTypeId, datetime: "2026-01-10T12:00:00Z", value: "5000" },
  });
  // Usage may come late for some days, and is billed after them.
  await client.advance("2026-03-10T09:00:00Z");
  await client.drainOutbox();
  const totals = async () =>
    (await client.ok("GET", "/v3/invoices?filter=status:eq:ISSUED&sort=issueDate:asc")).data.map(
      ({ total }: { total: string }) => total,
    );
  await untilPatient(async () => (await totals()).length === 2);
  assert.deepEqual(await totals(), ["120.00", "80.00"]);
});
