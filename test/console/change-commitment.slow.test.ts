import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import type { Json } from "../support/api.ts";
import { type ChangingBook, changingBook } from "../support/changing-book.ts";
import { type ConsoleBrowser, openConsole } from "../support/console-browser.ts";

// A commitment of a signed contract changed in a browser: its amounts, its days and rules, more days, and its end.

let console_: ConsoleBrowser;

before(async () => {
  console_ = await openConsole();
});

after(async () => {
  assert.deepEqual(await console_.close(), []);
});

async function changing(book: ChangingBook, kind: string): Promise<Page> {
  const page = await console_.signedIn(book.merchant);
  await page.goto(`${console_.api.url}/contracts/${book.contractId}/change?part=${book.commitment.id}&kind=${kind}`);
  return page;
}

const confirm = (page: Page, verb: string) => page.getByRole("button", { name: verb, disabled: false });
const committed = ({ client, commitment }: ChangingBook): Promise<Json> =>
  client.ok("GET", `/v3/commitments/${commitment.id}`);

const choose = async (page: Page, box: string, option: string) => {
  await page.getByRole("combobox", { name: box, exact: true }).click();
  await page.getByRole("option", { name: option, exact: true }).click();
};

test("a commitment is extended with another amount, once its terms are extended", async () => {
  const book = await changingBook(console_);
  for (const name of ["Calls at 0.010", "Calls at 0.008"]) {
    const { id } = await book.term(name);
    await book.client.ok("PATCH", `/v3/contracts/${book.contractId}/billing-terms/${id}`, { endDate: "2027-12-31" });
    await book.client.drainOutbox();
  }
  const page = await console_.signedIn(book.merchant);
  await page.goto(`${console_.api.url}/usage/commitments/${book.commitment.id}`);
  await page.getByRole("link", { name: "Change" }).click();
  await page.getByText("Go on", { exact: true }).click();
  assert.equal(await page.getByLabel("First day").inputValue(), "1 Jan 2027");
  await page.getByLabel("Last day").fill("2027-06-30");
  await page.getByLabel("Committed for each period, in USD").fill("1500");
  await confirm(page, "Commit to more days").waitFor();
  await page
    .getByRole("table", { name: "Invoices before and after" })
    .getByRole("row", { name: /1 Jul 2027/ })
    .getByText("1,500.00", { exact: true })
    .first()
    .waitFor();
  await confirm(page, "Commit to more days").click();
  await page.waitForURL(/tab=changes/);
  const { schedules } = await committed(book);
  assert.deepEqual(
    schedules.map(({ startDate, endDate, commitmentValue, commitmentInterval }: Json) => [
      ...[startDate, endDate, commitmentValue, commitmentInterval],
    ]),
    [
      ["2026-01-01", "2026-12-31", "1000.00", "MONTHLY"],
      ["2027-01-01", "2027-06-30", "1500.00", "MONTHLY"],
    ],
  );
  // The last of several can be taken away again.
  await page.goto(`${console_.api.url}/contracts/${book.contractId}/change?part=${book.commitment.id}&kind=schedule`);
  await page.getByRole("checkbox", { name: "Remove this schedule" }).check();
  await confirm(page, "Change the schedule").click();
  await page.waitForURL(/tab=changes/);
  assert.equal((await committed(book)).schedules.length, 1);
});

test("locked rules of invoiced periods are explained, and an earlier end is previewed and carried out", async () => {
  const book = await changingBook(console_);
  const page = await changing(book, "schedule");
  await page.getByText("Invoiced through").waitFor();
  await choose(page, "What is not used", "Lapses");
  await page.getByRole("alert").filter({ hasText: "Periods of the schedule are invoiced" }).waitFor();
  await choose(page, "What is not used", "Is billed after each period");
  await page.getByLabel("Last day").fill("2026-09-30");
  await confirm(page, "Change the schedule").waitFor();
  await page
    .getByRole("table", { name: "Invoices before and after" })
    .getByRole("row", { name: /1 Jan 2027/ })
    .getByText("Dropped")
    .waitFor();
  await confirm(page, "Change the schedule").click();
  await page.waitForURL(/tab=changes/);
  assert.equal((await committed(book)).commitmentEndDate, "2026-09-30");
});

test("the amount of periods not invoiced is changed, and a step is added and deleted", async () => {
  const book = await changingBook(console_);
  const { client, contractId, commitment } = book;
  for (const name of ["Calls at 0.010", "Calls at 0.008"]) {
    const { id } = await book.term(name);
    await client.ok("PATCH", `/v3/contracts/${contractId}/billing-terms/${id}`, { endDate: "2027-12-31" });
    await client.drainOutbox();
  }
  await client.ok("POST", `/v3/contracts/${contractId}/commitments/${commitment.id}/schedules`, {
    ...{ endDate: "2027-12-31", commitmentInterval: "MONTHLY" },
    steps: [{ commitmentValue: "500", billingTermIds: commitment.billingTermIds }],
  });
  await client.drainOutbox();
  const stepsOf = async () => (await committed(book)).schedules[1].steps.map((step: Json) => step.commitmentValue);
  const page = await changing(book, "amounts");
  await page.getByLabel("Committed for each period, in USD").fill("750");
  await confirm(page, "Change the amount").click();
  await page.waitForURL(/tab=changes/);
  assert.deepEqual(await stepsOf(), ["750.00"]);

  const address = `${console_.api.url}/contracts/${contractId}/change?part=${commitment.id}&kind=amounts`;
  await page.goto(address);
  await page.getByRole("combobox", { name: "Step" }).click();
  await page.getByRole("option", { name: "A new step" }).last().click();
  await page.getByLabel("Committed for each period, in USD").fill("250");
  await page.getByRole("combobox", { name: "Drawn down by" }).press("ArrowDown");
  await page.getByRole("option", { name: "Calls at 0.008" }).click();
  await confirm(page, "Change the amount").click();
  await page.waitForURL(/tab=changes/);
  assert.deepEqual(await stepsOf(), ["750.00", "250.00"]);

  await page.goto(address);
  await page.getByRole("combobox", { name: "Step" }).click();
  await page.getByRole("option", { name: "Step 2: 250.00" }).click();
  await page.getByRole("checkbox", { name: "Remove this step" }).check();
  await confirm(page, "Change the amount").click();
  await page.waitForURL(/tab=changes/);
  assert.deepEqual(await stepsOf(), ["750.00"]);
});

test("a commitment is terminated with a period, after its changed plan was shown again", async () => {
  const book = await changingBook(console_);
  const page = await changing(book, "terminate");
  await choose(page, "Last day", "31 Jul 2026");
  await page.getByRole("textbox", { name: "Why" }).fill("Bought out");
  await confirm(page, "Terminate the commitment").waitFor();
  // Somebody else shortens it, so that this plan is another one.
  const path = `/v3/contracts/${book.contractId}/commitments/${book.commitment.id}/schedules`;
  await book.client.ok("PATCH", `${path}/${book.commitment.schedules[0].id}`, { endDate: "2026-10-31" });
  await book.client.drainOutbox();
  await confirm(page, "Terminate the commitment").click();
  await page.getByText("The plan has changed since you looked").waitFor();
  assert.equal((await committed(book)).status, "ACTIVE");
  await confirm(page, "Terminate the commitment").click();
  await page.waitForURL(/tab=changes/);
  const { status, commitmentEndDate } = await committed(book);
  assert.deepEqual([status, commitmentEndDate], ["TERMINATED", "2026-07-31"]);
});

test("a viewer sees a commitment without any button to change it", async () => {
  const book = await changingBook(console_);
  const page = await console_.signedIn(book.merchant, "VIEWER");
  await page.goto(`${console_.api.url}/usage/commitments/${book.commitment.id}`);
  await page.getByRole("heading", { name: "Committed calls" }).waitFor();
  assert.equal(await page.getByRole("link", { name: "Change", exact: true }).count(), 0);
});
