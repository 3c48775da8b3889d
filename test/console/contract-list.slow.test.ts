import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { clientOf, priced } from "../support/client.ts";
import { type ConsoleBrowser, openConsole } from "../support/console-browser.ts";
import { termBody } from "../support/term-client.ts";

let console_: ConsoleBrowser;

before(async () => {
  console_ = await openConsole();
});

after(async () => {
  assert.deepEqual(await console_.close(), []);
});

/** Three contracts that end in different months, one of them in yen. */
async function book() {
  const merchant = await console_.api.newMerchant("2026-01-20T09:00:00Z");
  const client = clientOf(console_.api, merchant);
  for (const [name, currency, amount, endDate] of [
    ["Small", "USD", "900.00", "2026-03-31"],
    ["Large", "USD", "25000.00", "2026-06-30"],
    ["Yen", "JPY", "20000", "2027-12-31"],
  ] as const) {
    const contractId = await client.contract({ name, currency });
    const term = termBody({ interval: "NONE", endDate, ...priced(amount) });
    await client.ok("POST", `/v3/contracts/${contractId}/billing-terms`, term);
  }
  const page = await console_.signedIn(merchant);
  return { client, page, url: console_.api.url };
}

const table = (page: Page) => page.getByRole("table", { name: "Contracts" });

/** Waits until the list shows these contracts in this order. */
async function shows(page: Page, names: readonly string[]): Promise<void> {
  await page.waitForFunction(
    (expected) =>
      [...document.querySelectorAll('table[aria-label="Contracts"] tbody tr')]
        .map((row) => row.querySelector("a")?.textContent ?? "")
        .filter((name) => name !== "")
        .join() === expected,
    names.join(),
  );
}

test("contracts are sorted and filtered by dates and value, and a saved view keeps both", async () => {
  const { page, url } = await book();
  await page.goto(`${url}/contracts`);
  await shows(page, ["Yen", "Large", "Small"]);
  await table(page).getByRole("button", { name: "Ends" }).click();
  await shows(page, ["Small", "Large", "Yen"]);
  await table(page).getByRole("button", { name: "Contract value" }).click();
  await shows(page, ["Large", "Yen", "Small"]);

  await page.getByRole("button", { name: "More filters" }).click();
  await page.getByLabel("Ends from").fill("2026-06-30");
  await shows(page, ["Large", "Yen"]);
  await page.getByLabel("Contract value from").fill("10,000");
  await page.getByLabel("Currency such as USD").fill("usd");
  await shows(page, ["Large"]);
  await page.getByLabel("Contract value to").fill("much");
  await page.waitForTimeout(400);
  await shows(page, ["Large"]);
  const query = () => new URL(page.url()).searchParams;
  assert.deepEqual(
    ["sort", "endFrom", "valueFrom", "valueTo", "currency"].map((name) => query().get(name)),
    ["totalContractValue:desc", "2026-06-30", "10000", null, "USD"],
  );
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Views" }).click();
  await page.getByRole("menuitem", { name: "Save this view …" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Large in dollars");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "More filters: 3" }).click();
  await page.getByRole("button", { name: "Clear these" }).click();
  await shows(page, ["Large", "Yen", "Small"]);
  await page.goto(`${url}/contracts`);
  await shows(page, ["Yen", "Large", "Small"]);
  await page.getByRole("button", { name: "Views" }).click();
  await page.getByRole("menuitem", { name: "Large in dollars" }).click();
  await shows(page, ["Large"]);
  assert.equal(query().get("sort"), "totalContractValue:desc");
});

test("all filtered contracts are approved: those that cannot be are listed with reasons before anything is done", async () => {
  const { client, page, url } = await book();
  for (let at = 0; at < 120; at += 1) {
    const { id } = await client.ok("POST", "/v3/contracts", { name: `Header ${at}` });
    if (at < 3) await client.ok("DELETE", `/v3/contracts/${id}`);
  }
  await page.goto(`${url}/contracts?sort=name:desc`);
  await page.getByText("1 – 100 of 120").waitFor();
  await table(page).getByRole("row").nth(1).getByRole("checkbox").check();
  await page.getByText("1 contract", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Choose all 120 that the filters show" }).click();
  await page.getByText("All 120 contracts").waitFor();
  await page.getByRole("button", { name: "Approve …" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Try" }).click();
  await dialog.getByText("3 contracts can.").waitFor({ timeout: 120_000 });
  await dialog.getByText("117 contracts cannot:").waitFor();
  await dialog.getByText(/and 97 more/).waitFor();
  const approved = async () => (await client.ok("GET", "/v3/contracts?filter=status:eq:APPROVED")).totalItems;
  assert.equal(await approved(), 0, "nothing was done");
  await dialog.getByRole("button", { name: "Approve 3" }).click();
  await dialog.waitFor({ state: "hidden", timeout: 60_000 });
  assert.equal(await approved(), 3);
});

test("selected contracts are put on hold with a reason, and deleted where nothing is invoiced", async () => {
  const { client, page, url } = await book();
  const [{ id: billed }] = (await client.ok("GET", "/v3/contracts?filter=name:eq:Small")).data;
  await client.approve(billed);
  await page.goto(`${url}/contracts?sort=name:asc`);
  await shows(page, ["Large", "Small", "Yen"]);
  const tick = (at: number) => table(page).getByRole("row").nth(at).getByRole("checkbox").check();
  const dialog = page.getByRole("dialog");
  await tick(1);
  await page.getByRole("button", { name: "Hold back …" }).click();
  assert.ok(await dialog.getByRole("button", { name: "Try" }).isDisabled(), "a hold needs its reason");
  await dialog.getByLabel("Why").fill("Waits for the order");
  await dialog.getByRole("button", { name: "Try" }).click();
  await dialog.getByRole("button", { name: "Hold back 1" }).click();
  await dialog.waitFor({ state: "hidden" });
  const [{ blockReasons }] = (await client.ok("GET", "/v3/contracts?filter=name:eq:Large")).data;
  assert.deepEqual(blockReasons, [{ code: "MANUAL_HOLD", message: "Waits for the order" }]);

  await page.getByRole("checkbox", { name: "Choose every row" }).check();
  await page.getByRole("button", { name: "Delete …" }).click();
  await dialog.getByRole("button", { name: "Try" }).click();
  await dialog.getByText("1 contract cannot:").waitFor();
  await dialog.getByText(/has issued invoices/).waitFor();
  await dialog.getByRole("button", { name: "Delete 2" }).click();
  await dialog.waitFor({ state: "hidden" });
  await shows(page, ["Small"]);
  assert.equal((await client.ok("GET", "/v3/contracts/deleted")).totalItems, 2);
});

test("a hold from the page of a contract needs a reason", async () => {
  const { client, page, url } = await book();
  const [{ id }] = (await client.ok("GET", "/v3/contracts?filter=name:eq:Large")).data;
  await page.goto(`${url}/contracts/${id}`);
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Hold back …" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Say why.").waitFor();
  assert.ok(await dialog.getByRole("button", { name: "Hold back" }).isDisabled(), "a hold needs its reason");
  await dialog.getByLabel("Why").fill("Waits for the order");
  await dialog.getByRole("button", { name: "Hold back" }).click();
  await dialog.waitFor({ state: "hidden" });
  const { blockReasons } = await client.ok("GET", `/v3/contracts/${id}`);
  assert.deepEqual(blockReasons, [{ code: "MANUAL_HOLD", message: "Waits for the order" }]);
});
