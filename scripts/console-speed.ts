import assert from "node:assert/strict";
import pg from "pg";
import type { Page } from "playwright-core";
import { clientOf } from "../test/support/client.ts";
import { openConsole } from "../test/support/console-browser.ts";

// The speed of the console with a large book, in a browser on this machine:
//
//   npm run bench:console -- 7000
//
// The book is a contract with fourteen monthly invoices, made and issued through the API, and its rows again under other ids, names and
// amounts as often as is asked. Lists are filtered and sorted from the change of the address to the frame after the rows that answer it;
// screens that were seen already are gone to by their links.

await run(Number(process.argv[2] ?? 7_000));

async function run(contracts: number): Promise<void> {
  assert.ok(Number.isInteger(contracts) && contracts > 0, "the count of contracts is a whole number");
  const consoleBrowser = await openConsole();
  const owner = new pg.Client({ connectionString: consoleBrowser.api.connectionString });
  try {
    await owner.connect();
    const merchant = await consoleBrowser.api.newMerchant("2026-02-15T09:00:00Z");
    const client = clientOf(consoleBrowser.api, merchant);
    const contractId = await client.contract({ name: "Platform" });
    await client.add(contractId, {
      serviceStartDate: "2025-01-01",
      serviceEndDate: "2026-12-31",
      billingSchedule: {
        ...{ name: "Platform", startDate: "2025-01-01", endDate: "2026-12-31", interval: "MONTH" },
        ...{ invoiceDateStrategy: "FIRST_OF_PERIOD", billingType: "FLAT" },
        pricing: [{ amount: "100.00", amountType: "TOTAL_INVOICE" }],
      },
    });
    await client.approve(contractId);
    await multiplyBook(owner, merchant.merchantId, contracts - 1);
    const [invoices, shown] = await Promise.all([
      client.ok("GET", "/v3/invoices?limit=1"),
      client.ok("GET", "/v3/contracts?limit=1"),
    ]);
    console.log(`${shown.totalItems} contracts, ${invoices.totalItems} invoices`);
    const page = await consoleBrowser.signedIn(merchant);
    await observeShifts(page);
    const { url } = consoleBrowser.api;
    await page.goto(`${url}/invoices`);
    await rowsOf(page);
    told("invoices, sorted", await sortings(page, ["Invoice", "Invoice date", "Due", "Total", "Status"]));
    told("invoices, filtered by status", await times(20, (at) => filtered(page, at % 2 === 0 ? "Issued" : "Draft")));
    await page.goto(`${url}/contracts`);
    await rowsOf(page);
    told("contracts, sorted", await sortings(page, ["Contract", "Status"]));
    const places = ["Home", "Contracts", "Invoices", "Payments", "Customers"];
    for (const place of places) await gone(page, place);
    told("page to page, seen before", await times(100, (at) => gone(page, places[at % places.length] ?? "")));
    for (const at of ["/", "/contracts", `/contracts/${contractId}`, "/invoices", "/customers", "/close", "/journal"]) {
      await page.goto(url + at, { waitUntil: "networkidle" });
      const shift = await page.evaluate(() => (window as unknown as { shifts: number }).shifts);
      console.log(`layout shift of ${at === `/contracts/${contractId}` ? "a contract" : at}: ${shift.toFixed(4)}`);
    }
  } finally {
    await owner.end();
    await consoleBrowser.close();
  }
}

/** Copies customer, contract and invoices with their lines; numbers, names, amounts and days are others in each. */
async function multiplyBook(owner: pg.Client, merchantId: string, times: number): Promise<void> {
  const own: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    customer: { name: "'Customer ' || lpad((copy * 7919 % 10007)::text, 5, '0')" },
    contract: { name: "'Platform ' || lpad((copy * 7919 % 10007)::text, 5, '0')" },
    billing_term_group: {},
    billing_term: {},
    performance_obligation: {},
    obligation: {},
    invoice: {
      number: "number + copy * 100",
      invoice_number: "'INV-' || lpad((number + copy * 100)::text, 7, '0')",
      ...Object.fromEntries(
        ["subtotal", "total", "balance"].map((of) => [`${of}_minor`, `${of}_minor * (1 + copy % 97)`]),
      ),
      created_at: "created_at + copy * interval '1 second'",
    },
    invoice_line: Object.fromEntries(
      ["subtotal", "total"].map((of) => [`${of}_minor`, `${of}_minor * (1 + copy % 97)`]),
    ),
  };
  const ids = ["id", "contract_id", "customer_id", "billing_term_group_id", "billing_term_id"];
  const others = ["performance_obligation_id", "obligation_id", "invoice_id"];
  await owner.query("set session_replication_role = replica");
  for (const [table, changes] of Object.entries(own)) {
    const { rows } = await owner.query<{ name: string; type: string }>(
      "select column_name as name, data_type as type from information_schema.columns where table_name = $1 and is_generated = 'NEVER'",
      [table],
    );
    const values = rows.map(({ name, type }) => {
      if (changes[name] !== undefined) return changes[name];
      if ([...ids, ...others].includes(name))
        return `case when ${name} is null then null else md5(${name}::text || copy)::uuid end`;
      if (name === "billing_term_ids" && type === "ARRAY")
        return `(select array_agg(md5(id::text || copy)::uuid) from unnest(${name}) as id)`;
      return name;
    });
    const { rowCount } = await owner.query(
      `insert into ${table} (${rows.map(({ name }) => name).join(", ")}) select ${values.join(", ")}
       from ${table}, generate_series(1, $2::int) as copy where merchant_id = $1`,
      [merchantId, times],
    );
    const listed = ["customer", "contract", "billing_term", "invoice"].includes(table);
    if (listed)
      await owner.query("insert into list_growth (merchant_id, list, growth) values ($1, $2, $3)", [
        merchantId,
        table,
        rowCount,
      ]);
  }
  await owner.query("set session_replication_role = origin");
  await owner.query("vacuum analyze customer, contract, billing_term, invoice, invoice_line");
}

async function observeShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = window as unknown as { shifts: number };
    seen.shifts = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
        if (!entry.hadRecentInput) seen.shifts += entry.value;
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

/** Waits until a list shows the rows that were asked for, and the frame after them is drawn. */
async function rowsOf(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const table = document.querySelector("main table");
    return table !== null && table.closest("[aria-busy=true]") === null && table.querySelector("tbody tr a") !== null;
  });
}

/** Clicks a head of the list, and measures in the page until the rows in the new order are drawn. */
function sorted(page: Page, head: string): Promise<number> {
  return page.evaluate((title) => {
    const cell = [...document.querySelectorAll("main th")].find((each) => each.textContent?.trim() === title);
    const before = cell?.getAttribute("aria-sort");
    const begun = performance.now();
    cell?.querySelector("button")?.click();
    return new Promise<number>((resolve) => {
      const look = () => {
        const isNew = cell?.getAttribute("aria-sort") !== before;
        const isBusy = cell?.closest("[aria-busy=true]") !== null;
        requestAnimationFrame(isNew && !isBusy ? () => resolve(performance.now() - begun) : look);
      };
      requestAnimationFrame(look);
    });
  }, head);
}

/** Chooses a status, and measures in the page until the rows that have it are drawn; then the choice is taken back. */
async function filtered(page: Page, status: string): Promise<number> {
  await page.getByRole("combobox", { name: "Status" }).click();
  await page.getByRole("option", { name: status, exact: true }).waitFor();
  const took = await page.evaluate((name) => {
    const option = [...document.querySelectorAll<HTMLElement>("[role=option]")].find(
      (each) => each.textContent?.trim() === name,
    );
    const begun = performance.now();
    option?.click();
    return new Promise<number>((resolve) => {
      const look = () => {
        const isNew = location.search.includes("status=") && option?.getAttribute("aria-selected") === "true";
        const isBusy = document.querySelector("main [aria-busy=true]") !== null;
        requestAnimationFrame(isNew && !isBusy ? () => resolve(performance.now() - begun) : look);
      };
      requestAnimationFrame(look);
    });
  }, status);
  await page.goto(page.url().replace(/\?.*/, ""));
  await rowsOf(page);
  return took;
}

/** Follows a link of the sidebar to a screen, and measures until its heading and what it shows are drawn. */
function gone(page: Page, place: string): Promise<number> {
  return page.evaluate((title) => {
    const link = [...document.querySelectorAll<HTMLElement>("nav[aria-label=Main] a")].find(
      (each) => each.textContent?.trim() === title,
    );
    const before = document.querySelector("main h1")?.textContent;
    const begun = performance.now();
    link?.click();
    return new Promise<number>((resolve) => {
      const look = () => {
        const heading = document.querySelector("main h1")?.textContent;
        const isThere = heading !== before && document.querySelector("main [aria-busy=true]") === null;
        requestAnimationFrame(isThere ? () => resolve(performance.now() - begun) : look);
      };
      requestAnimationFrame(look);
    });
  }, place);
}

/** Each head up and down, three times; between the times the page is loaded anew, so that nothing comes from its memory. */
async function sortings(page: Page, heads: readonly string[]): Promise<number[]> {
  const taken: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    taken.push(...(await times(heads.length * 2, (at) => sorted(page, heads[Math.floor(at / 2)] ?? ""))));
    await page.goto(page.url().replace(/\?.*/, ""));
    await rowsOf(page);
  }
  return taken.sort((a, b) => a - b);
}

async function times(count: number, measure: (at: number) => Promise<number>): Promise<number[]> {
  const taken: number[] = [];
  for (let at = 0; at < count; at += 1) taken.push(await measure(at));
  return taken.sort((a, b) => a - b);
}

function told(what: string, taken: readonly number[]): void {
  const at = (share: number) => Math.round(taken[Math.min(taken.length - 1, Math.floor(taken.length * share))] ?? 0);
  console.log(`${what}: ${taken.length} times, half within ${at(0.5)} ms, 95 % within ${at(0.95)} ms`);
}
