import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { clientOf, obligationBody, priced } from "../support/client.ts";
import { type ConsoleBrowser, openConsole } from "../support/console-browser.ts";
import { visit } from "../support/console-numbers.ts";
import { untilPatient } from "../support/console-waits.ts";

let console_: ConsoleBrowser;

before(async () => {
  console_ = await openConsole();
});

after(async () => {
  assert.deepEqual(await console_.close(), []);
});

/** An approved contract whose invoices have amounts of four digits and more. */
async function book() {
  const merchant = await console_.api.newMerchant("2026-01-20T09:00:00Z");
  const client = clientOf(console_.api, merchant);
  const contractId = await client.contract({ name: "Platform 2026" });
  await client.add(contractId, obligationBody({}, { interval: "MONTH", ...priced("24500.00") }));
  await client.approve(contractId);
  return { merchant, client, contractId };
}

async function openPalette(page: Page) {
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Search" });
  // Nobody types before the caret is in the field.
  await palette.getByRole("combobox", { name: "Search" }).and(page.locator(":focus")).waitFor();
  return palette;
}

test("the palette is used by keys, its selection stays visible, and reports are found by name", async () => {
  const { merchant } = await book();
  const page = await console_.signedIn(merchant);
  await visit(page, `${console_.api.url}/contracts`);
  const palette = await openPalette(page);
  await page.keyboard.press("ArrowUp");
  const chosen = palette.getByRole("option", { selected: true });
  assert.match(await chosen.innerText(), /Import a file/);
  const isInSight = () =>
    chosen.evaluate((option) => {
      const [own, list] = [option.getBoundingClientRect(), option.closest("[role=listbox]")?.getBoundingClientRect()];
      return list !== undefined && own.top >= list.top - 1 && own.bottom <= list.bottom + 1;
    });
  await untilPatient(isInSight);
  await page.keyboard.type("roll");
  await palette.getByRole("option", { name: "Roll-forward of deferred revenue" }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Roll-forward of deferred revenue", level: 1 }).waitFor();

  await openPalette(page);
  await page.keyboard.type("Platform 2026");
  await palette.getByText("Contracts", { exact: true }).waitFor();
  await palette.getByRole("option", { name: /^Platform 2026/ }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Platform 2026" }).waitFor();
});

test("on a phone the palette fits the screen, with full names", async () => {
  const { merchant } = await book();
  const page = await console_.signedIn(merchant, "OWNER", { width: 390, height: 844 });
  await visit(page, `${console_.api.url}/contracts`);
  const palette = await openPalette(page);
  await page.keyboard.type("Platform 2026");
  const option = palette.getByRole("option", { name: /^Platform 2026/ });
  await option.waitFor();
  const box = await option.boundingBox();
  assert(box && box.x >= 0 && box.x + box.width <= 390);
  const isCut = await option
    .locator("span")
    .first()
    .evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
  assert.equal(isCut, false);
});

test("lists are walked by J and K, opened by Enter and left by Escape; ? lists these keys", async () => {
  const { merchant } = await book();
  const page = await console_.signedIn(merchant);
  await visit(page, `${console_.api.url}/contracts`);
  await page.getByRole("link", { name: "Platform 2026" }).waitFor();
  await page.keyboard.press("g");
  await page.keyboard.press("i");
  await page.getByRole("heading", { name: "Invoices", level: 1 }).waitFor();
  await page.getByRole("link", { name: /^INV-/ }).first().waitFor();
  const active = page.locator("tr[data-active]");
  await page.keyboard.press("j");
  await active.waitFor();
  await page.keyboard.press("Escape");
  await active.waitFor({ state: "detached" });
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: /^INV-/ }).waitFor();
  await page.keyboard.press("?");
  const keys = page.getByRole("dialog", { name: "Keys" });
  await keys.getByText("Search everything").waitFor();
  await keys.getByText("G then I").waitFor();
  await page.keyboard.press("Escape");
  await keys.waitFor({ state: "detached" });
});

test("an entry of the audit log has an address: opened by keys, sent as a link, closed to the list", async () => {
  const { merchant, client } = await book();
  const page = await console_.signedIn(merchant);
  await visit(page, `${console_.api.url}/audit-log?action=contract.create`);
  const table = page.getByRole("table", { name: "Audit log" });
  await table.getByRole("link").first().waitFor();
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("link", { name: "Platform 2026" }).waitFor();
  const { searchParams } = new URL(page.url());
  const { data } = await client.ok("GET", `/v3/audit-log?filter=id:eq:${searchParams.get("entry")}`);
  assert.deepEqual(
    data.map(({ action }: { action: string }) => action),
    ["contract.create"],
  );
  await visit(page, `${console_.api.url}/audit-log?entry=${searchParams.get("entry")}`);
  await dialog.getByRole("link", { name: "Platform 2026" }).waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  assert.equal(new URL(page.url()).search, "");
});

test("before and after of five-digit amounts fit on a phone", async () => {
  const { merchant, contractId } = await book();
  const page = await console_.signedIn(merchant, "OWNER", { width: 390, height: 844 });
  await visit(page, `${console_.api.url}/contracts/${contractId}/change?kind=price`);
  await page.getByRole("textbox", { name: "Price" }).fill("31250.00");
  await page.getByRole("button", { name: "Change the price", disabled: false }).waitFor();
  const table = page.getByRole("table", { name: "Invoices before and after" });
  await table.waitFor();
  const [wide, inSight] = await table.evaluate(({ parentElement }) => [
    parentElement?.scrollWidth,
    parentElement?.clientWidth,
  ]);
  assert.equal(wide, inSight);
  // What was before stands beneath what comes after.
  assert.match(await table.getByRole("row").last().innerText(), /was\s[\d,.]+/);
});

test("a key hides the sidebar, a year of amounts with cents fits then, and it stays hidden", async () => {
  const { merchant, client } = await book();
  await client.ok("POST", "/v3/test-clock/advance", { to: "2026-02-02T09:00:00Z" });
  const page = await console_.signedIn(merchant);
  await visit(page, `${console_.api.url}/reports/waterfall?month=2026-01`);
  const table = page.getByRole("table", { name: "Revenue waterfall" });
  await table.waitFor();
  await page.keyboard.press("[");
  const sidebar = page.getByRole("navigation", { name: "Main" });
  await sidebar.waitFor({ state: "hidden" });
  const beyond = await table.evaluate(
    ({ scrollWidth, parentElement }) => scrollWidth - (parentElement?.clientWidth ?? 0),
  );
  assert.ok(beyond <= 0, `${beyond} px are out of sight`);
  await page.reload();
  await page.getByRole("button", { name: "Show the sidebar" }).click();
  await sidebar.waitFor();
});
