import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { clientOf, close as closeMonth } from "../support/client.ts";
import { type ConsoleBrowser, openConsole } from "../support/console-browser.ts";

let console_: ConsoleBrowser;
let axe: string;

before(async () => {
  console_ = await openConsole();
  axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
});

after(async () => {
  await console_.close();
});

/** A book with something on every screen, and the addresses of its records. */
async function book() {
  const merchant = await console_.api.newMerchant("2026-03-10T09:00:00Z");
  const client = clientOf(console_.api, merchant);
  const contractId = await client.contract({ name: "Platform 2026" });
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

/** What axe finds serious or critical. */
async function serious(page: Page): Promise<string[]> {
  // Injected through the protocol of the browser: the policy of the page forbids scripts of others, and stays on.
  await page.evaluate(axe);
  return page.evaluate(async () => {
    type Found = { id: string; impact: string; nodes: { html: string }[] };
    type Axe = { run: (options: object) => Promise<{ violations: Found[] }> };
    const { violations } = await (window as unknown as { axe: Axe }).axe.run({ resultTypes: ["violations"] });
    return violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .flatMap(({ id, nodes }) => nodes.slice(0, 2).map(({ html }) => `${id}: ${html.slice(0, 160)}`));
  });
}

/** Whether the page is wider than its window, so that it would scroll sideways. */
function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

test("every screen can be used by everybody, wide and narrow, light and dark, and asks no other server", async () => {
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

test("on a phone a list shows what it is read for, without scrolling sideways", async () => {
  const { merchant } = await book();
  const page = await console_.signedIn(merchant, "OWNER", { width: 390, height: 844 });
  for (const [address, label, heads] of [
    ["/contracts", "Contracts", ["Contract", "Contract value"]],
    ["/invoices", "Invoices", ["Invoice", "Customer", "Open"]],
    ["/customers", "Customers", ["Customer", "Billing contact"]],
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
});

test("what cannot be undone is asked for in words that can be read, light and dark", async () => {
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
