import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { acmeCloudOn } from "../support/acme-cloud.ts";
import type { Json } from "../support/api.ts";
import { type Client, clientOf } from "../support/client.ts";
import { type ConsoleBrowser, openConsole } from "../support/console-browser.ts";
import type { Comparison } from "../support/console-numbers.ts";
import {
  walkContract,
  walkCustomer,
  walkHome,
  walkInvoice,
  walkLists,
  walkReport,
  walkTrialBalance,
} from "../support/console-walks.ts";

let console_: ConsoleBrowser;
let client: Client;
let page: Page;

before(async () => {
  console_ = await openConsole();
  const demo = await acmeCloudOn(console_.api);
  client = clientOf(console_.api, demo);
  page = await console_.signedIn(demo);
});

after(async () => {
  assert.deepEqual(await console_.close(), []);
});

const month = "2025-12";

/** Walks, and says what differs. So many numbers at least have to be seen. */
async function agrees(atLeast: number, walk: (of: Comparison) => Promise<void>): Promise<void> {
  const of: Comparison = { differences: [], compared: 0 };
  await walk(of);
  assert.deepEqual(of.differences, []);
  assert(of.compared >= atLeast, `${of.compared} numbers were compared`);
}

const screen = () => ({ page, ask: (path: string): Promise<Json> => client.ok("GET", path), url: console_.api.url });

test("Home: the figures of the month and the counts of waiting work equal the API's", async () => {
  await agrees(20, async (of) => {
    await walkHome(of, screen(), month);
    await walkHome(of, screen(), "2026-01");
  });
});

test("every report, by every grouping and in every currency, shows the API's numbers", async () => {
  await agrees(4000, async (of) => {
    for (const groupBy of ["contract", "customer", "category", "product"]) {
      await walkReport(of, screen(), "waterfall", { month, groupBy });
      await walkReport(of, screen(), "revenue", { startMonth: "2025-01", endMonth: month, groupBy });
      await walkReport(of, screen(), "remaining-performance-obligations", { month, groupBy });
      if (groupBy === "product") continue;
      const months = { startMonth: "2025-11", endMonth: month };
      await walkReport(of, screen(), "contract-liability-roll-forward", { ...months, groupBy });
    }
    for (const currency of ["EUR", "JPY"]) {
      await walkReport(of, screen(), "waterfall", { month, groupBy: "contract", currency });
      await walkReport(of, screen(), "contract-balances", { month, currency });
      await walkReport(of, screen(), "arr", { startMonth: "2025-01", endMonth: month, currency });
    }
    await walkReport(of, screen(), "contract-balances", { month });
    await walkReport(of, screen(), "arr", { startMonth: "2025-01", endMonth: month });
    await walkReport(of, screen(), "arr-by-customer", { startMonth: "2025-01", endMonth: month });
    await walkReport(of, screen(), "receivables-ageing", { month });
    await walkReport(of, screen(), "flux", { month });
    await walkReport(of, screen(), "disclosures", { startMonth: "2025-01", endMonth: month, groupBy: "category" });
    await walkReport(of, screen(), "account-activity", { month, role: "RECEIVABLE" });
    await walkTrialBalance(of, screen(), month);
  });
});

test("lists: rows and totals of all filtered rows equal the API's", async () => {
  await agrees(500, (of) => walkLists(of, screen()));
});

test("contracts: figures, payment terms, revenue by month and obligations equal the API's", async () => {
  const { data } = await client.ok("GET", "/v3/contracts?limit=100");
  await agrees(1500, async (of) => {
    for (const contract of data) await walkContract(of, screen(), contract.id, month);
  });
});

test("invoices and customers: amounts, lines, taxes and open amounts equal the API's", async () => {
  const kinds = ["DRAFT", "ISSUED", "PARTIALLY_PAID", "PAID", "UNCOLLECTIBLE", "VOID"];
  const found = await Promise.all(
    kinds.map(async (kind) => (await client.ok("GET", `/v3/invoices?filter=status:eq:${kind}&limit=3`)).data),
  );
  const { data: customers } = await client.ok("GET", "/v3/customers?limit=100");
  await agrees(150, async (of) => {
    for (const { id } of found.flat()) await walkInvoice(of, screen(), id);
    for (const { id } of customers) await walkCustomer(of, screen(), id);
  });
});
