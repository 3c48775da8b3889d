import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { addUser } from "../../src/platform/auth/users.ts";
import { clientOf, close as closeMonth } from "../support/client.ts";
import { serious } from "../support/console-axe.ts";
import { type ConsoleBrowser, openConsole } from "../support/console-browser.ts";

let console_: ConsoleBrowser;

before(async () => {
  console_ = await openConsole();
});

after(async () => {
  await console_.close();
});

/** A book with something on every screen, and the addresses of its records. */
async function book(name = "Platform 2026") {
  const merchant = await console_.api.newMerchant("2026-03-10T09:00:00Z");
  const client = clientOf(console_.api, merchant);
  const contractId = await client.contract({ name });
  await client.add(contractId, {
    serviceStartDate: "2026-01-01",
    serviceEndDate: "2026-12-31",
    billingSchedule: {
      name: "Seats",
      startDate: "2026-01-01",
      endDate: "2026-12-31",
      interval: "MONTH",
      invoiceDateStrategy: "FIRST_OF_PERIOD",
      billingType: "UNIT",
      quantity: "10",
      seatConfig: {},
      pricing: [{ amount: "50.00", amountType: "PER_ITEM" }],
    },
  });
  await client.approve(contractId);
  await closeMonth(client, "2026-01");
  const { data: invoices } = await client.ok("GET", "/v3/invoices?filter=status:eq:ISSUED");
  const { data: entries } = await client.ok("GET", "/v3/journal-entries?limit=1");
  const { data: packages } = await client.ok("GET", "/v3/month-end-close/packages");
  const contract = `/contracts/${contractId}`;
  const tabs = [
    "obligations",
    "schedule",
    "revenue",
    "journal",
    "amendments",
    "changes",
    "commitments",
    "file",
    "metadata",
    "history",
  ];
  const reports = ["waterfall", "revenue", "contract-liability-roll-forward", "contract-balances", "trial-balance"];
  const more = [
    "remaining-performance-obligations",
    "arr",
    "arr-by-customer",
    "receivables-ageing",
    "flux",
    "disclosures",
    "account-activity",
    "ledger-reconciliation",
  ];
  const addresses = [
    "/",
    "/approvals",
    "/contracts",
    "/contracts/new",
    contract,
    ...tabs.map((tab) => `${contract}?tab=${tab}`),
    ...["seats", "dates", "swap"].map((kind) => `${contract}/change?kind=${kind}`),
    ...["end", "terminate"].map((kind) => `${contract}/change?part=contract&kind=${kind}`),
    `${contract}/add`,
    "/invoices",
    `/invoices/${invoices[0].id}`,
    "/journal?month=2026-01",
    `/journal/${entries[0].id}`,
    "/close?month=2026-01",
    "/close?month=2026-02",
    `/close/packages/${packages[0].id}`,
    ...[...reports, ...more].map((name) => `/reports/${name}?month=2026-02`),
    "/reports/entries?timeframe=2026-01",
    ...["customers", "payments", "credit-memos", "usage", "usage?tab=events", "catalog", "import", "jobs"].map(
      (at) => `/${at}`,
    ),
    ...["audit-log", "sandbox", "developers"].map((at) => `/${at}`),
    ...["webhooks", "deliveries", "requests"].map((tab) => `/developers?tab=${tab}`),
    ...["company", "taxes", "accounts", "ledger", "rules", "people", "approvals"].map((tab) => `/settings?tab=${tab}`),
    "/nowhere",
  ];
  return { merchant, client, addresses };
}

/** A screen once all that it asked for has come. */
async function settled(page: Page, address: string): Promise<void> {
  await page.goto(console_.api.url + address, { waitUntil: "networkidle" });
  await page.locator("[aria-busy=true]").first().waitFor({ state: "detached" });
}

/** Whether the page is wider than its window, so that it would scroll sideways. */
function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

test("every screen is accessible, wide and narrow, light and dark, and loads nothing from another server", async () => {
  const { merchant, addresses } = await book();
  const found: string[] = [];
  for (const screen of [
    { width: 1280, colorScheme: "light" },
    { width: 390, height: 844, colorScheme: "dark" },
  ] as const) {
    const page = await console_.signedIn(merchant, "OWNER", screen);
    for (const address of addresses) {
      await settled(page, address);
      const problems = await serious(page);
      const wide = await overflow(page);
      found.push(...problems.map((problem) => `${address} at ${screen.width}: ${problem}`));
      if (wide > 0) found.push(`${address} at ${screen.width}: scrolls sideways by ${wide} px`);
    }
  }
  assert.deepEqual([...new Set(found)], []);
  assert.deepEqual(console_.trouble(), []);
});

test("on a phone a list shows its main columns without scrolling sideways", async () => {
  const { merchant, client } = await book();
  const [customer] = (await client.ok("GET", "/v3/customers")).data;
  const page = await console_.signedIn(merchant, "OWNER", { width: 390, height: 844 });
  for (const [address, label, heads] of [
    ["/contracts", "Contracts", ["Contract", "Contract value"]],
    ["/invoices", "Invoices", ["Invoice", "Open"]],
    ["/customers", "Customers", ["Customer", "Open", "Overdue"]],
    [`/customers/${customer.id}`, "Contracts of the customer", ["Contract", "Contract value"]],
  ] as const) {
    await settled(page, address);
    const table = page.getByRole("table", { name: label });
    assert.deepEqual((await table.locator("th").allInnerTexts()).map((text) => text.trim()).filter(Boolean), heads);
    const [wide, inSight] = await table.evaluate(({ parentElement }) => [
      parentElement?.scrollWidth,
      parentElement?.clientWidth,
    ]);
    assert.equal(wide, inSight, address);
  }
  await settled(page, "/invoices");
  const invoice = page.getByRole("table", { name: "Invoices" }).getByRole("row").nth(1);
  assert.match(await invoice.innerText(), /Due \d/, "what has no column of its own stands beneath the number");
  await settled(page, "/reports/waterfall?month=2026-01");
  const frame = page.getByRole("table", { name: "Revenue waterfall" }).locator("xpath=../..");
  const signs = () => frame.evaluate((of) => [of.hasAttribute("data-slid"), of.hasAttribute("data-more")]);
  assert.deepEqual(await signs(), [false, true], "there is more to the right");
  await frame.locator("xpath=*").evaluate((area) => area.scrollTo({ left: area.scrollWidth }));
  await frame.and(page.locator("[data-slid]:not([data-more])")).waitFor();
  const [area, name] = await Promise.all([frame.boundingBox(), frame.locator("tbody td").first().boundingBox()]);
  assert(area && name && name.x >= area.x && name.width < area.width / 2, "names stay in sight, and leave room");
});

test("wide tables fit a small notebook, and a year of months keeps names and sums visible", async () => {
  const { merchant } = await book("Platform with every module, paid before each quarter");
  const page = await console_.signedIn(merchant);
  const report = (name: string) => `/reports/${name}?month=2026-01`;
  for (const address of [
    ...["account-activity", "flux", "contract-balances", "remaining-performance-obligations"].map(report),
    `${report("account-activity")}&role=REVENUE`,
    "/audit-log",
  ]) {
    await settled(page, address);
    for (const table of await page.locator("table").all()) {
      const [wide, inSight] = await table.evaluate(({ parentElement }) => [
        parentElement?.scrollWidth,
        parentElement?.clientWidth,
      ]);
      assert.equal(wide, inSight, address);
    }
  }
  // In whole units a year is seen at once, and a figure that is pointed at says all of itself.
  await settled(page, "/reports/waterfall?month=2026-01");
  await page.getByRole("checkbox", { name: "Whole amounts" }).check();
  await page.waitForURL((url) => url.searchParams.get("amounts") === "whole");
  const waterfall = page.getByRole("table", { name: "Revenue waterfall" });
  await waterfall.getByTitle("500.00").first().waitFor();
  assert.equal(await waterfall.getByTitle("500.00").first().innerText(), "500");
  const [across, seen] = await waterfall.evaluate(({ parentElement }) => [
    parentElement?.scrollWidth,
    parentElement?.clientWidth,
  ]);
  assert.equal(across, seen);
  await settled(page, "/reports/revenue?from=2024-01&to=2026-01");
  const area = page.getByRole("table", { name: "Revenue by month" }).locator("xpath=..");
  await area.evaluate((element) => element.scrollTo({ left: 300 }));
  const box = await area.boundingBox();
  const ends = await area.locator("tbody tr").first().locator("td").all();
  const [name, sum] = [await ends.at(0)?.boundingBox(), await ends.at(-1)?.boundingBox()];
  assert(box && name && sum);
  assert(name.x >= box.x && sum.x + sum.width <= box.x + box.width, `${name.x} to ${sum.x + sum.width} of ${box.x}`);
});

test("filters of payments and usage fit one line, and days are typed and shown in the format of the page", async () => {
  const merchant = await console_.api.newMerchant("2026-03-10T09:00:00Z");
  const page = await console_.signedIn(merchant);
  for (const address of ["/usage?tab=events", "/payments"]) {
    await settled(page, address);
    const tops = [page.getByRole("combobox", { name: "Customer" }), page.getByRole("button", { name: "Export" })];
    const [first, last] = await Promise.all(tops.map((each) => each.boundingBox()));
    assert(first && last && Math.abs(first.y - last.y) < 10, `${address}: ${first?.y} and ${last?.y}`);
  }
  const from = page.getByRole("textbox", { name: "From" });
  for (const [typed, kept] of [
    ["2026-02-01", "2026-02-01"],
    ["5 March 2026", "2026-03-05"],
    ["7.3.2026", "2026-03-07"],
  ] as const) {
    await from.fill(typed);
    await page.waitForURL((url) => url.searchParams.get("from") === kept);
  }
  await page.keyboard.press("Tab");
  assert.equal(await from.inputValue(), "7 Mar 2026");
  await from.focus();
  assert.equal(await from.inputValue(), "2026-03-07");
  // Half of a day is none yet: it is read when the field is left.
  await from.fill("2026-02-1");
  assert.notEqual(new URL(page.url()).searchParams.get("from"), "2026-02-01");
  await page.keyboard.press("Tab");
  await page.waitForURL((url) => url.searchParams.get("from") === "2026-02-01");
  // The fifth of March or the third of May: neither is guessed.
  await from.fill("05/03/2026");
  await page.keyboard.press("Tab");
  await page.getByText("A day, such as 2026-01-31").waitFor();
  assert.equal(new URL(page.url()).searchParams.has("from"), false);
});

test("a month of a report is typed or pasted in any format, shown in one, and chosen from a list without a month field", async () => {
  const merchant = await console_.api.newMerchant("2026-03-10T09:00:00Z");
  const page = await console_.signedIn(merchant);
  await settled(page, "/reports/revenue");
  const from = page.getByRole("textbox", { name: "From month" });
  assert.equal(await from.inputValue(), "Apr 2025");
  await from.focus();
  assert.equal(await from.inputValue(), "2025-04");
  for (const [typed, kept] of [
    ["2025-12", "2025-12"],
    ["Nov 2025", "2025-11"],
    ["10/2025", "2025-10"],
  ] as const) {
    await from.fill(typed);
    await page.waitForURL((url) => url.searchParams.get("from") === kept);
  }
  await from.fill("202509");
  await page.keyboard.press("Tab");
  await page.waitForURL((url) => url.searchParams.get("from") === "2025-09");
  assert.equal(await from.inputValue(), "Sept 2025");
  await from.fill("09");
  await page.keyboard.press("Tab");
  await page.getByText("A month, such as 2026-01").waitFor();
  assert.equal(new URL(page.url()).searchParams.get("from"), "2025-09");
  await from.focus();
  await page.keyboard.press("ArrowDown");
  await page.getByRole("dialog").getByRole("button", { name: "Jun 2025, open" }).click();
  await page.waitForURL((url) => url.searchParams.get("from") === "2025-06");
  // What is asked anew is paler until its answer is there.
  await page.locator("[aria-busy=true]").first().waitFor({ state: "detached" });
  assert.deepEqual(await serious(page), []);
});

test("an unknown record shows that it does not exist, without an error alarm", async () => {
  const merchant = await console_.api.newMerchant("2026-03-10T09:00:00Z");
  const page = await console_.signedIn(merchant);
  const kinds = [
    ...["approvals", "contracts", "customers", "invoices", "invoices/consolidated", "payments", "credit-memos"],
    ...["journal", "catalog/products", "usage/commitments", "usage/events", "close/packages", "developers/requests"],
  ];
  const nobody = "00000000-0000-7000-8000-000000000000";
  for (const address of [...kinds.map((kind) => `/${kind}/${nobody}`), "/customers/nobody"]) {
    await settled(page, address);
    await page.getByRole("heading", { name: "There is nothing at this address" }).waitFor();
    assert.equal(await page.getByRole("alert").count(), 0, address);
    assert.equal(await page.getByRole("button", { name: "Try again" }).count(), 0, address);
  }
});

test("the buttons of a row stay visible beside long texts", async () => {
  const merchant = await console_.api.newMerchant("2026-03-10T09:00:00Z");
  const { merchantId } = merchant;
  await addUser(console_.api.platform.db, merchantId, `${"long".repeat(15)}@${"domain".repeat(9)}.example`, "EDITOR");
  const page = await console_.signedIn(merchant, "OWNER", { width: 1100 });
  await settled(page, "/settings?tab=people");
  const table = page.getByRole("table", { name: "People" });
  const area = await table.locator("xpath=..").boundingBox();
  assert(area !== null);
  const wide = await table.evaluate(({ scrollWidth }) => scrollWidth);
  assert(wide > area.width, `the table has to be wider than its place, and is ${wide} px`);
  for (const button of await table.getByRole("button", { name: "Deactivate" }).all()) {
    const box = await button.boundingBox();
    assert(box !== null && box.x + box.width <= area.x + area.width, `Deactivate ends at ${box && box.x + box.width}`);
  }
});

test("a confirmation of an irreversible action is readable, light and dark", async () => {
  const { merchant, addresses } = await book();
  const invoice = addresses.find((address) => /^\/invoices\/./.test(address)) ?? "";
  for (const colorScheme of ["light", "dark"] as const) {
    const page = await console_.signedIn(merchant, "OWNER", { colorScheme });
    await settled(page, invoice);
    for (const action of ["Void", "Write off"]) {
      await page.getByRole("button", { name: "More" }).click();
      await page.getByRole("menuitem", { name: `${action} …` }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("button", { name: action, disabled: false }).waitFor();
      assert.deepEqual(await serious(page), [], `${action}, ${colorScheme}`);
      await dialog.getByRole("button", { name: "Cancel" }).click();
      await dialog.waitFor({ state: "detached" });
    }
  }
});

test("the first load needs at most 200 kB of script", async () => {
  const { merchant } = await book();
  const page = await console_.signedIn(merchant);
  const html = await (
    await page.request.get(`${console_.api.url}/contracts`, { headers: { accept: "text/html" } })
  ).text();
  const scripts = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].flatMap(([, path]) => path ?? []);
  assert(scripts.length > 0);
  const sizes = scripts.map(
    async (path) => gzipSync(await (await page.request.get(console_.api.url + path)).body()).length,
  );
  const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  assert(total <= 200_000, `${total} bytes gzipped`);
});

test("the numbers that screens show are the API's", async () => {
  const { merchant, client } = await book();
  const page = await console_.signedIn(merchant);
  const shown = (text: string) =>
    /[1-9]/.test(text) ? new Intl.NumberFormat("en-GB", { minimumFractionDigits: 2 }).format(text as never) : "–";
  const inParentheses = (text: string) => (text.startsWith("-") ? `(${shown(text.slice(1))})` : shown(text));
  for (const name of ["contract-liability-roll-forward", "contract-balances", "remaining-performance-obligations"]) {
    const query = name === "contract-liability-roll-forward" ? "startMonth=2026-01&endMonth=2026-02" : "month=2026-02";
    const report = await client.ok("GET", `/v3/reports/${name}?${query}`);
    await settled(page, `/reports/${name}?month=2026-02&from=2026-01&to=2026-02`);
    await page.locator("tfoot td").first().waitFor();
    const cells = await page.locator("tfoot td").allInnerTexts();
    for (const { key, kind } of report.columns) {
      if (kind !== "money") continue;
      assert(cells.includes(inParentheses(report.totals[key])), `${name}: ${key} ${report.totals[key]} is in ${cells}`);
    }
  }
});
