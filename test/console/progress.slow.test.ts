import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import type { Json } from "../support/api.ts";
import { clientOf, close, obligationBody, priced } from "../support/client.ts";
import { type ConsoleBrowser, openConsole } from "../support/console-browser.ts";
import { withPobs } from "../support/pobs.ts";
import { linesOf, milestoneBody, revenueOf, termBody, termOn } from "../support/term-client.ts";

let console_: ConsoleBrowser;

before(async () => {
  console_ = await openConsole();
});

after(async () => {
  assert.deepEqual(await console_.close(), []);
});

/** What a preview shows of revenue after the change, "Jan 2026 5,000.00". */
async function revenueShown(page: Page): Promise<string[]> {
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("tab", { name: /^Revenue by month/ }).click();
  const table = dialog.getByRole("table", { name: "Revenue before and after" });
  const rows = await table.locator("tbody tr").all();
  return Promise.all(
    rows.map(
      async (row) => `${await row.locator("td").nth(0).innerText()} ${await row.locator("td").nth(2).innerText()}`,
    ),
  );
}

/** Confirms what the dialog shows, once it shows what was typed. */
async function confirm(page: Page, verb: string): Promise<void> {
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: verb, disabled: false }).click();
  await dialog.waitFor({ state: "detached" });
}

test("a milestone is reached: its billing and revenue are previewed, and then are the same", async () => {
  const merchant = await console_.api.newMerchant("2026-01-15T12:00:00Z");
  const client = clientOf(console_.api, merchant);
  const { contractId, schedule, view } = await termOn(client, milestoneBody());
  const page = await console_.signedIn(merchant);
  await page.goto(`${console_.api.url}/contracts/${contractId}`);
  const term = page.getByRole("article", { name: "Go-live" });
  await term.getByText("not reached yet").waitFor();
  await term.getByRole("button", { name: "Reached …" }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Go-live is reached" });
  const day = dialog.getByLabel("Reached on");
  await day.waitFor();
  assert.equal(await day.inputValue(), "15 Jan 2026");
  await day.fill("2026-01-10");
  await dialog.getByLabel("Note").fill("Signed off");
  await dialog.getByRole("button", { name: "It is reached", disabled: false }).waitFor();
  const [invoice] = await dialog.getByRole("table", { name: "Invoices before and after" }).locator("tbody tr").all();
  assert.match((await invoice?.innerText()) ?? "", /^10 Jan 2026\s*Issued[\s\S]*5,000\.00/);
  assert.deepEqual(await revenueShown(page), ["Jan 2026 5,000.00"]);
  await confirm(page, "It is reached");
  await term.getByText("reached 10 Jan 2026").waitFor();
  await client.drainOutbox();
  assert.deepEqual(linesOf(await schedule()), ["2026-01-10 | 2026-01-10 – 2026-01-10 | 5000.00"]);
  assert.deepEqual(await revenueOf(client, contractId), ["2026-01 5000.00"]);
  assert.equal((await view()).reachedOn, "2026-01-10");
  const [entry] = (await client.ok("GET", "/v3/audit-log?filter=action:eq:billing-term.reach-milestone")).data;
  assert.equal(entry.reason, "Signed off");
  // It is invoiced: its day stays.
  await page.reload();
  await term.getByText("reached 10 Jan 2026").waitFor();
  assert.equal(await term.getByRole("button", { name: "Reached …" }).count(), 0);
});

test("a viewer sees an open milestone and cannot reach it", async () => {
  const merchant = await console_.api.newMerchant("2026-01-15T12:00:00Z");
  const { contractId } = await termOn(clientOf(console_.api, merchant), milestoneBody());
  const page = await console_.signedIn(merchant, "VIEWER");
  await page.goto(`${console_.api.url}/contracts/${contractId}`);
  const term = page.getByRole("article", { name: "Go-live" });
  await term.getByText("not reached yet").waitFor();
  assert.equal(await term.getByRole("button", { name: "Reached …" }).count(), 0);
});

/** A project of 1,000.00 with one obligation that is earned as it is reported, approved on 10 January. */
async function project(pob: object) {
  const merchant = await withPobs(console_.api, "2026-01-10T12:00:00Z");
  const client = clientOf(console_.api, merchant);
  const contractId = await client.contract({ name: "Migration 2026" });
  const path = `/v3/contracts/${contractId}`;
  const { billingTermGroupId } = await client.ok(
    "POST",
    `${path}/billing-terms`,
    termBody({ name: "Project", ...priced("1000.00") }),
  );
  const served = { serviceStartDate: "2026-01-01", serviceEndDate: "2026-12-31", transactionPrice: "1000.00" };
  const toCreate = [{ name: "Migration", ...served, ...pob }];
  const { created } = await client.ok("POST", `${path}/performance-obligations`, { billingTermGroupId, toCreate });
  await client.approve(contractId);
  const record = async () =>
    (await client.ok("GET", `${path}/performance-obligations`)).data.find(({ id }: Json) => id === created[0].id);
  return { merchant, client, contractId, record, url: `${console_.api.url}/contracts/${contractId}?tab=obligations` };
}

const row = (page: Page) =>
  page.getByRole("table", { name: "Performance obligations" }).getByRole("row", { name: /^Migration/ });

test("a controller reports progress at month ends, corrects it, and previews the revenue", async () => {
  const { merchant, client, contractId, record, url } = await project({ recognitionPattern: "PERCENT_COMPLETE" });
  await client.advance("2026-02-03T09:00:00Z");
  const page = await console_.signedIn(merchant, "CONTROLLER");
  const dialog = page.getByRole("dialog", { name: "Progress of Migration" });
  const open = async () => {
    await row(page).getByRole("button", { name: "Progress …" }).focus();
    await page.keyboard.press("Enter");
    await dialog.waitFor();
  };
  await page.goto(url);
  await row(page).getByText("No progress yet").waitFor();

  // The day is offered and the cursor stands in the percentage: it is typed, and done with the keyboard alone.
  await open();
  assert.equal(await dialog.getByLabel("Day of measurement 1").inputValue(), "31 Jan 2026");
  await page.keyboard.type("30");
  await dialog.getByRole("button", { name: "Report", disabled: false }).waitFor();
  assert.deepEqual(await revenueShown(page), ["Jan 2026 300.00"]);
  await dialog.getByRole("button", { name: "Report" }).focus();
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
  await row(page).getByText("30% by 31 Jan 2026").waitFor();
  assert.deepEqual((await record()).progress, [{ asOf: "2026-01-31", percentComplete: "0.3" }]);
  assert.deepEqual(await revenueOf(client, contractId), ["2026-01 300.00"]);

  // January is closed; what a spreadsheet has of February and March is pasted.
  await close(client, "2026-01");
  await client.advance("2026-04-02T09:00:00Z");
  await page.reload();
  await open();
  await dialog.getByLabel("Percent of measurement 2").evaluate((field) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text", "28.02.2026\t45%\n2026-03-31\t70%");
    field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  });
  assert.equal(await dialog.getByLabel("Percent of measurement 3").inputValue(), "70");
  await dialog.getByRole("button", { name: "Report", disabled: false }).waitFor();
  assert.deepEqual(await revenueShown(page), ["Feb 2026 150.00", "Mar 2026 250.00"]);
  await confirm(page, "Report");
  await row(page).getByText("70% by 31 Mar 2026").waitFor();
  assert.deepEqual(await revenueOf(client, contractId), ["2026-01 300.00", "2026-02 150.00", "2026-03 250.00"]);

  // It was less: nothing is shown or done before that is stated.
  await close(client, "2026-03");
  await page.reload();
  await open();
  await dialog.getByLabel("Percent of measurement 3").fill("60");
  await dialog.getByText("Less is complete than before.").waitFor();
  assert.ok(await dialog.getByRole("button", { name: "Report" }).isDisabled());
  await dialog.getByLabel("It was overstated before").check();
  await dialog.getByRole("button", { name: "Report", disabled: false }).waitFor();
  assert.deepEqual(await revenueShown(page), ["Apr 2026 (100.00)"]);
  await confirm(page, "Report");
  await row(page).getByText("60% by 31 Mar 2026").waitFor();
  assert.equal((await record()).progress.at(-1).percentComplete, "0.6");
  assert.deepEqual((await revenueOf(client, contractId)).at(-1), "2026-04 -100.00");
});

test("milestones of an obligation are reached one by one, each with its weight of the price", async () => {
  const milestones = [
    { name: "Design", weight: "1", reachedDate: "2026-01-05" },
    { name: "Build", weight: "3" },
  ];
  const { merchant, client, contractId, record, url } = await project({ recognitionPattern: "MILESTONE", milestones });
  await client.advance("2026-02-20T09:00:00Z");
  const page = await console_.signedIn(merchant, "CONTROLLER");
  await page.goto(url);
  await row(page).getByText("1 of 2 milestones reached").waitFor();
  await row(page).getByRole("button", { name: "Milestones …" }).click();
  const dialog = page.getByRole("dialog", { name: "Milestones of Migration" });
  assert.equal(await dialog.getByLabel("Design reached on").inputValue(), "5 Jan 2026");
  await dialog.getByLabel("Build reached on").fill("2026-02-18");
  await dialog.getByRole("button", { name: "Report", disabled: false }).waitFor();
  assert.deepEqual(await revenueShown(page), ["Feb 2026 750.00"]);
  await confirm(page, "Report");
  await row(page).getByText("2 of 2 milestones reached").waitFor();
  assert.deepEqual(
    (await record()).milestones.map(({ reachedDate }: Json) => reachedDate),
    ["2026-01-05", "2026-02-18"],
  );
  assert.deepEqual(await revenueOf(client, contractId), ["2026-01 250.00", "2026-02 750.00"]);
});

test("a viewer sees progress and cannot report it", async () => {
  const progress = [{ asOf: "2026-01-09", percentComplete: "0.125" }];
  const { merchant, url } = await project({ recognitionPattern: "PERCENT_COMPLETE", progress });
  const page = await console_.signedIn(merchant, "VIEWER");
  await page.goto(url);
  await row(page).getByText("12.5% by 9 Jan 2026").waitFor();
  assert.equal(await row(page).getByRole("button").count(), 0);
});

test("a manual month replaces the pattern, the other months share the rest, and it can be removed", async () => {
  const { merchant, client, contractId, url } = await project({ serviceEndDate: "2026-05-31" });
  await client.advance("2026-02-03T09:00:00Z");
  await close(client, "2026-01");
  const page = await console_.signedIn(merchant, "CONTROLLER");
  await page.goto(url);
  const dialog = page.getByRole("dialog", { name: "Months of Migration" });
  const march = dialog.getByLabel("Revenue of Mar 2026");
  await row(page).getByRole("button", { name: "Months …" }).click();
  await march.waitFor();
  assert.equal(await dialog.getByLabel("Revenue of Jan 2026").count(), 0);
  await march.fill("500");
  await dialog.getByRole("button", { name: "Set", disabled: false }).waitFor();
  assert.deepEqual(await revenueShown(page), [
    "Feb 2026 100.00",
    "Mar 2026 500.00",
    "Apr 2026 100.00",
    "May 2026 100.00",
  ]);
  await confirm(page, "Set");
  await row(page).getByText("Straight line, 1 manual month").waitFor();
  assert.deepEqual(await revenueOf(client, contractId), [
    "2026-01 200.00",
    "2026-02 100.00",
    "2026-03 500.00",
    "2026-04 100.00",
    "2026-05 100.00",
  ]);

  // An empty month follows the pattern again.
  await row(page).getByRole("button", { name: "Months …" }).click();
  assert.equal(await march.inputValue(), "500.00");
  await march.fill("");
  await confirm(page, "Set");
  await row(page).getByText("Straight line", { exact: true }).waitFor();
  assert.deepEqual(new Set((await revenueOf(client, contractId)).map((text) => text.slice(8))), new Set(["200.00"]));
});

test("months can be set without the feature of performance obligations too", async () => {
  const merchant = await console_.api.newMerchant("2026-01-15T12:00:00Z");
  const client = clientOf(console_.api, merchant);
  const contractId = await client.contract({ name: "Platform 2026" });
  await client.add(contractId, obligationBody());
  await client.approve(contractId);
  const page = await console_.signedIn(merchant);
  await page.goto(`${console_.api.url}/contracts/${contractId}?tab=obligations`);
  await page.getByRole("button", { name: "Months …" }).click();
  await page.getByLabel("Revenue of Jan 2026").fill("650.00");
  await page.getByRole("dialog").getByRole("button", { name: "Set", disabled: false }).waitFor();
  assert.deepEqual((await revenueShown(page)).slice(0, 2), ["Jan 2026 650.00", "Feb 2026 50.00"]);
  await confirm(page, "Set");
  await page.getByText("Straight line, 1 manual month").waitFor();
  assert.deepEqual((await revenueOf(client, contractId)).slice(0, 2), ["2026-01 650.00", "2026-02 50.00"]);
});
