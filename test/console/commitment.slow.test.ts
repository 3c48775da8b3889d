import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { type Client, clientOf } from "../support/client.ts";
import { commitmentBody, commitmentsOn } from "../support/commitment-client.ts";
import { type ConsoleBrowser, openConsole } from "../support/console-browser.ts";
import { cellOf, tableOf } from "../support/console-numbers.ts";

let console_: ConsoleBrowser;

before(async () => {
  console_ = await openConsole();
});

after(async () => {
  assert.deepEqual(await console_.close(), []);
});

/** A contract that bills calls by use, and a page on which something is added to it. */
async function adding(): Promise<{ client: Client; page: Page; contractId: string }> {
  const merchant = await console_.api.newMerchant("2026-01-15T09:00:00Z");
  const client = clientOf(console_.api, merchant);
  const type = await client.ok("POST", "/v3/events/types", { name: "API calls", unitName: "call" });
  const contractId = await client.contract({ name: "Calls 2026" });
  await client.add(contractId, {
    serviceStartDate: "2026-01-01",
    serviceEndDate: "2026-12-31",
    recognitionPattern: "RECOGNIZE_AS_CONSUMED",
    billingSchedule: {
      ...{ name: "Calls", startDate: "2026-01-01", endDate: "2026-12-31", interval: "MONTH" },
      ...{ invoiceDateStrategy: "ARREARS", billingType: "UNIT", eventTypeId: type.id },
      pricing: [{ amount: "0.01", amountType: "PER_ITEM" }],
    },
  });
  const page = await console_.signedIn(merchant);
  await page.goto(`${console_.api.url}/contracts/${contractId}/add`);
  await page.getByText("Commitment to use", { exact: true }).click();
  return { client, page, contractId };
}

const amountAfter = (page: Page, date: RegExp) =>
  page
    .getByRole("table", { name: "Invoices before and after" })
    .getByRole("row", { name: date })
    .getByRole("cell")
    .nth(2);

test("a quarterly prepaid commitment with overage is recorded as its form showed it", async () => {
  const { client, page, contractId } = await adding();
  await page.getByRole("textbox", { name: "Name" }).fill("Committed calls");
  await page.getByText("Quarterly", { exact: true }).click();
  await page.getByLabel("Committed for each period, in USD").fill("3000");
  await page.getByLabel("Price of a unit beyond it, in USD").fill("0.013");
  await page.getByRole("combobox", { name: "Paid ahead" }).click();
  await page.getByRole("option", { name: "Each period on its first day" }).click();
  await amountAfter(page, /1 Apr 2026/)
    .getByText("3,000.00")
    .waitFor();
  assert.equal(
    await page.getByLabel("Paid ahead of each period, in USD").getAttribute("placeholder"),
    "All of it: $3,000.00",
  );
  await page.getByLabel("Paid ahead of each period, in USD").fill("1000");
  await amountAfter(page, /1 Apr 2026/)
    .getByText("1,000.00")
    .waitFor();
  await page.getByRole("button", { name: "Add it" }).click();
  await page.getByRole("list", { name: "Sold so far" }).getByText("12,000.00 committed in all").waitFor();
  const { data } = await client.ok("GET", `/v3/commitments?filter=contractId:eq:${contractId}`);
  const commitment = await client.ok("GET", `/v3/commitments/${data[0].id}`);
  const [schedule] = commitment.schedules;
  assert.equal(commitment.name, "Committed calls");
  assert.equal(schedule.commitmentInterval, "QUARTERLY");
  assert.equal(schedule.prepaidValue, "1000.00");
  assert.equal(schedule.overageConfigs[0].overagePrice, "0.013");
  assert.deepEqual(
    commitment.periods.map(({ periodStart }: { periodStart: string }) => periodStart),
    ["2026-01-01", "2026-04-01", "2026-07-01", "2026-10-01"],
  );
  // The usage has its commitment now; nothing is left to commit to.
  await page.getByText("Commitment to use", { exact: true }).click();
  await page.getByRole("heading", { name: "No usage to commit to" }).waitFor();
});

test("the form shows a true-up after each period, at the end, or breakage, before the commitment is added", async () => {
  const { page } = await adding();
  await page.getByLabel("Committed for each period, in USD").fill("6000");
  await amountAfter(page, /1 Jan 2027/)
    .getByText("6,000.00")
    .waitFor();
  await page.getByRole("combobox", { name: "What is not used" }).click();
  await page.getByRole("option", { name: "Lapses" }).click();
  await amountAfter(page, /1 Jan 2027/)
    .getByText("6,000.00")
    .waitFor({ state: "detached" });
  await page.getByRole("combobox", { name: "What is not used" }).click();
  await page.getByRole("option", { name: "Is billed at the end" }).click();
  await amountAfter(page, /1 Jan 2027/)
    .getByText("6,000.00")
    .waitFor();
});

test("a commitment can have other amounts on later days, and each schedule can be deleted", async () => {
  const { client, page, contractId } = await adding();
  await page.getByLabel("Last day").fill("2026-06-30");
  await page.getByLabel("Committed for each period, in USD").fill("3000");
  await page.getByRole("button", { name: "Add a schedule" }).click();
  const second = page.getByRole("group", { name: /^Schedule 2/ });
  await second.waitFor();
  assert.equal(await second.getByLabel("First day").inputValue(), "1 Jul 2026");
  await second.getByLabel("Last day").fill("2026-12-31");
  await second.getByLabel("Committed for each period, in USD").fill("9000");
  await page.getByRole("button", { name: "Add a schedule" }).click();
  await page.getByRole("button", { name: "Remove schedule 3" }).click();
  await amountAfter(page, /1 Jan 2027/)
    .getByText("9,000.00")
    .waitFor();
  await page.getByRole("button", { name: "Add it" }).click();
  await page.getByRole("list", { name: "Sold so far" }).getByText("12,000.00 committed in all").waitFor();
  const { data } = await client.ok("GET", `/v3/commitments?filter=contractId:eq:${contractId}`);
  const { schedules } = await client.ok("GET", `/v3/commitments/${data[0].id}`);
  assert.deepEqual(
    schedules.map(({ startDate, endDate }: { startDate: string; endDate: string }) => [startDate, endDate]),
    [
      ["2026-01-01", "2026-06-30"],
      ["2026-07-01", "2026-12-31"],
    ],
  );
});

test("each drawdown shows its days, usage and remaining value, and opens its events", async () => {
  const merchant = await console_.api.newMerchant("2026-01-15T09:00:00Z");
  const client = clientOf(console_.api, merchant);
  const deal = await commitmentsOn(client);
  const { id } = await deal.create(commitmentBody(deal.first));
  await client.approve(deal.contractId);
  await deal.use("2026-01-05", "2000");
  await deal.use("2026-01-12", "1000");
  await client.drainOutbox();
  const page = await console_.signedIn(merchant);
  await page.goto(`${console_.api.url}/usage/commitments/${id}`);
  const drawdowns = await tableOf(page, "Drawdowns");
  const [first] = drawdowns.rows;
  assert.deepEqual(
    ["Days", "Usage", "Drawn down", "Left after it"].map((head) => cellOf(drawdowns, first, head)),
    ["1 Jan 2026 – 14 Jan 2026", "Used", "30.00", "970.00"],
  );
  assert.equal(cellOf(drawdowns, drawdowns.rows[1], "Usage"), "Expected");
  await page.getByRole("table", { name: "Drawdowns" }).getByRole("link", { name: "30.00" }).click();
  const events = await tableOf(page, "Usage events");
  assert.deepEqual(events.rows.map((row) => cellOf(events, row, "Value")).toSorted(), ["1,000", "2,000"]);
});

test("usage that no term bills is found from Home, and a mistaken event is deleted", async () => {
  const merchant = await console_.api.newMerchant("2026-01-15T09:00:00Z");
  const client = clientOf(console_.api, merchant);
  const type = await client.ok("POST", "/v3/events/types", { name: "API calls", unitName: "call" });
  const { id: customerId } = await client.ok("POST", "/v3/customers", { name: "Juniper Row" });
  await client.ok("POST", "/v3/events", {
    ...{ customerId, eventTypeId: type.id, value: "1250", datetime: "2026-01-14T10:00:00Z" },
    idempotencyKey: "late-1",
  });
  const page = await console_.signedIn(merchant);
  await page.goto(`${console_.api.url}/?month=2026-01`);
  await page.getByRole("link").filter({ hasText: "Usage events that nothing bills" }).click();
  const events = page.getByRole("table", { name: "Usage events" });
  const row = events.getByRole("row").filter({ hasText: "Juniper Row" });
  await row.getByText("Nothing bills it yet").waitFor();
  await row.getByText("1,250").waitFor();
  await row.getByRole("link").first().click();
  await page.getByText("No contract yet: no approved term bills this usage of this customer.").waitFor();
  await page.getByRole("button", { name: "Delete …" }).click();
  await page.getByRole("dialog", { name: "Delete the usage event" }).getByRole("button", { name: "Delete" }).click();
  await page.getByText("Usage event deleted.").waitFor();
  const { data } = await client.ok("GET", "/v3/events");
  assert.deepEqual(
    data.map(({ status }: { status: string }) => status),
    ["DELETED"],
  );
  await page.goBack();
  await page.getByText("Nothing: the event was deleted.").waitFor();
  assert.equal(await page.getByText("No contract yet").count(), 0);
  await page.goto(`${console_.api.url}/?month=2026-01`);
  await page.getByText("Nothing. Every contract is settled, every invoice that is due is issued.").waitFor();
});
