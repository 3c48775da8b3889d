import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { clientOf, obligationBody, priced } from "../support/client.ts";
import { serious } from "../support/console-axe.ts";
import { type ConsoleBrowser, openConsole } from "../support/console-browser.ts";
import { visit } from "../support/console-numbers.ts";
import { enablePobs } from "../support/pobs.ts";
import { termBody } from "../support/term-client.ts";

let console_: ConsoleBrowser;

before(async () => {
  console_ = await openConsole();
});

after(async () => {
  assert.deepEqual(await console_.close(), []);
});

/** An approved contract that bills 300.00 a month, which two performance obligations share. */
async function bundle() {
  const merchant = await console_.api.newMerchant("2026-02-10T12:00:00Z");
  await enablePobs(console_.api, merchant);
  const client = clientOf(console_.api, merchant);
  const contractId = await client.contract({ name: "Bundle" });
  const path = `/v3/contracts/${contractId}`;
  const term = termBody({ interval: "MONTH", ...priced("300.00") });
  const { billingTermGroupId } = await client.ok("POST", `${path}/billing-terms`, term);
  const toCreate = [
    ["Platform", "2400.00"],
    ["Support", "1200.00"],
  ].map(([name, transactionPrice]) => ({
    ...{ name, transactionPrice, recognitionPattern: "STRAIGHT_LINE" },
    ...{ serviceStartDate: "2026-01-01", serviceEndDate: "2026-12-31" },
  }));
  await client.ok("POST", `${path}/performance-obligations`, { billingTermGroupId, toCreate });
  await client.approve(contractId);
  return { client, contractId, path, page: await console_.signedIn(merchant), url: console_.api.url };
}

test("the price of an obligation is changed from its line, with the effects shown beside it", async () => {
  const { client, contractId, path, page, url } = await bundle();
  await visit(page, `${url}/contracts/${contractId}?tab=obligations`);
  const row = page.getByRole("table", { name: "Performance obligations" }).getByRole("row", { name: /^Support/ });
  await row.getByRole("link", { name: "Change" }).click();
  await page.getByRole("textbox", { name: "Transaction price" }).fill("1080.00");
  await page.getByRole("button", { name: "Change the obligation", disabled: false }).click();
  await page.waitForURL(/tab=changes/);
  const { data } = await client.ok("GET", `${path}/performance-obligations`);
  const prices = data.map(({ name, transactionPrice }: { name: string; transactionPrice: string }) => [
    name,
    transactionPrice,
  ]);
  assert.deepEqual(
    prices.filter(([name]: string[]) => name === "Support"),
    [["Support", "1080.00"]],
  );
});

test("one obligation of several is deleted", async () => {
  const { client, contractId, path, page, url } = await bundle();
  const obligations = async () =>
    (await client.ok("GET", `${path}/performance-obligations`)).data.map(({ name }: { name: string | null }) => name);
  await visit(page, `${url}/contracts/${contractId}?tab=obligations`);
  const row = page.getByRole("table", { name: "Performance obligations" }).getByRole("row", { name: /^Support/ });
  await row.getByRole("link", { name: "Change" }).click();
  await page.getByText("Delete", { exact: true }).click();
  await page.getByText(/^“Support” is taken out of the contract/).waitFor();
  await page.getByRole("button", { name: "Delete the obligation", disabled: false }).click();
  await page.waitForURL(/tab=changes/);
  assert.equal((await obligations()).includes("Support"), false);
});

test("a term without an invoice is deleted; an invoiced one is terminated", async () => {
  const merchant = await console_.api.newMerchant("2026-02-10T12:00:00Z");
  const client = clientOf(console_.api, merchant);
  const contractId = await client.contract({ name: "Two terms" });
  await client.add(contractId, obligationBody());
  const june = { serviceStartDate: "2026-06-01" };
  await client.add(contractId, obligationBody(june, { name: "Training", startDate: "2026-06-01", interval: "MONTH" }));
  await client.approve(contractId);
  const page = await console_.signedIn(merchant);
  const url = console_.api.url;
  await visit(page, `${url}/contracts/${contractId}?tab=terms`);
  await page.getByRole("article", { name: "Training" }).getByRole("link", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Delete the term", disabled: false }).click();
  await page.waitForURL(/tab=changes/);
  const { data } = await client.ok("GET", `/v3/contracts/${contractId}/billing-terms`);
  assert.equal(data.length, 1);
  await visit(page, `${url}/contracts/${contractId}?tab=terms`);
  await page.getByRole("link", { name: "Terminate" }).waitFor();
  assert.equal(await page.getByRole("link", { name: "Delete" }).count(), 0);
});

/** A contract that is not approved: a bundle for 100.00 whose price is shared by standalone selling price. */
async function sharedBundle() {
  const merchant = await console_.api.newMerchant("2026-03-10T12:00:00Z");
  await enablePobs(console_.api, merchant);
  const client = clientOf(console_.api, merchant);
  const contractId = await client.contract({ name: "Bundle", allocationMethod: "RELATIVE_SSP" });
  const path = `/v3/contracts/${contractId}`;
  const term = termBody({ interval: "YEAR", ...priced("100.00") });
  const { billingTermGroupId } = await client.ok("POST", `${path}/billing-terms`, term);
  const toCreate = [
    ["Platform", "100.00", "40.00"],
    ["Support", "0.00", "55.00"],
    ["Training", "0.00", "45.00"],
  ].map(([name, transactionPrice, standaloneSellingPrice]) => ({
    ...{ name, transactionPrice, standaloneSellingPrice },
    ...{ serviceStartDate: "2026-01-01", serviceEndDate: "2026-12-31" },
  }));
  await client.ok("POST", `${path}/performance-obligations`, { billingTermGroupId, toCreate });
  const page = await console_.signedIn(merchant);
  await visit(page, `${console_.api.url}/contracts/${contractId}?tab=obligations`);
  return { client, path, page };
}

test("at 1280 pixels all figures of a bundle's obligations are visible beside their buttons", async () => {
  const merchant = await console_.api.newMerchant("2026-03-10T12:00:00Z");
  await enablePobs(console_.api, merchant);
  const client = clientOf(console_.api, merchant);
  const contractId = await client.contract({ name: "Bundle", allocationMethod: "RELATIVE_SSP" });
  const path = `/v3/contracts/${contractId}`;
  const term = termBody({ interval: "YEAR", ...priced("36000.00") });
  const { billingTermGroupId } = await client.ok("POST", `${path}/billing-terms`, term);
  const { id: categoryId } = await client.ok("POST", "/v3/categories", { name: "Onboarding services" });
  const toCreate = ["Premium support", "On-premises licence", "Onboarding"].map((name) => ({
    ...{ name, transactionPrice: "0.00", standaloneSellingPrice: "30000.00", categoryId },
    ...{ serviceStartDate: "2026-01-14", serviceEndDate: "2026-12-31" },
  }));
  await client.ok("POST", `${path}/performance-obligations`, { billingTermGroupId, toCreate });
  const page = await console_.signedIn(merchant);
  await visit(page, `${console_.api.url}/contracts/${contractId}?tab=obligations`);
  const table = page.getByRole("table", { name: "Performance obligations" });
  await table.getByText("Onboarding services").first().waitFor();
  await table.getByRole("link", { name: "Change" }).first().waitFor();
  const [wide, inSight] = await table.evaluate(({ parentElement }) => [
    parentElement?.scrollWidth,
    parentElement?.clientWidth,
  ]);
  assert.equal(wide, inSight);
});

/** Asserts that axe finds nothing serious in what is shown, light and dark. */
async function readable(page: Page, what: string): Promise<void> {
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme });
    assert.deepEqual(await serious(page), [], `${what}, ${colorScheme}`);
  }
}

test("a discount is allocated to two of three obligations with its evidence, and allocated to all again", async () => {
  const { client, path, page } = await sharedBundle();
  const prices = async () => {
    const { data } = await client.ok("GET", `${path}/performance-obligations`);
    return Object.fromEntries(
      data.map(({ name, allocatedPrice }: { name: string; allocatedPrice: string }) => [name, allocatedPrice]),
    );
  };
  assert.deepEqual(await prices(), { Platform: "28.57", Support: "39.29", Training: "32.14" });
  await page.getByRole("button", { name: "Allocate a discount" }).click();
  const dialog = page.getByRole("dialog", { name: "Allocate a discount" });
  await dialog.getByRole("checkbox", { name: "Support" }).check();
  await dialog.getByRole("checkbox", { name: "Training" }).check();
  await dialog.getByRole("textbox", { name: "Discount" }).fill("40.00");
  await dialog.getByRole("textbox", { name: "What shows it" }).fill("Sold together at 60.00 every month.");
  assert(await dialog.getByRole("button", { name: "Allocate it" }).isDisabled(), "all three conditions have to hold");
  for (const name of [/regularly sold by itself/, /regularly sold together/, /substantially this one/]) {
    await dialog.getByRole("checkbox", { name }).check();
  }
  await dialog.getByRole("button", { name: "Allocate it", disabled: false }).waitFor();
  await readable(page, "the dialog");
  await dialog.getByRole("button", { name: "Allocate it", disabled: false }).click();
  const table = page.getByRole("table", { name: "Discounts of some obligations" });
  await table.getByText("Support, Training").waitFor();
  await dialog.waitFor({ state: "detached" });
  await readable(page, "the section");
  assert.deepEqual(await prices(), { Platform: "40.00", Support: "33.00", Training: "27.00" });
  await table.getByRole("button", { name: "Share it again" }).click();
  const again = page.getByRole("dialog", { name: "Share the discount again" });
  await again.getByRole("button", { name: "Share it", disabled: false }).click();
  await page.getByText("Every obligation shares the discount").waitFor();
  assert.deepEqual(await prices(), { Platform: "28.57", Support: "39.29", Training: "32.14" });
});
