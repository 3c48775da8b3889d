import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { after, before, test } from "node:test";
import { type Mapping, parseMapping } from "../../src/integrations/contract-import/mapping.ts";
import { importContracts } from "../../src/integrations/contract-import/service.ts";
import { startApi, type TestApi, type TestMerchant } from "../support/api.ts";
import { decimal, generateBook } from "./generated-book.ts";

const mappingFile = new URL("../../docs/examples/telco-mapping.json", import.meta.url);
const book = generateBook({ seed: 20_251_231, contracts: 40 });
const monthsToClose = Array.from({ length: 72 }, (_, index) => {
  return `${2020 + Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, "0")}`;
});

let api: TestApi;
let merchant: TestMerchant;
before(async () => {
  api = await startApi();
  merchant = await api.newMerchant("2026-01-01T00:00:00Z");
});
after(() => api.close());

test("a book imported, billed and closed month by month has the figures of independent arithmetic", async () => {
  const { merchantId } = merchant;
  const result = await importContracts(api.platform, {
    merchantId,
    csv: Readable.from([book.csv]),
    mapping: await exampleMapping(),
    actor: { kind: "SYSTEM", id: "test" },
  });
  assert.deepEqual(result, { rows: 40, imported: 40, skipped: 0, refused: 0, failed: [] });
  await api.drainOutbox(merchant);
  for (const month of monthsToClose) await close(month);

  assert.deepEqual(await figures(), book.figures);
});

test("closing again after a reopening posts nothing and changes no balance", async () => {
  const before = await call("GET", "/v3/reports/trial-balance?month=2025-12");
  const reopened = await call("POST", "/v3/month-end-close/reopen-period?month=2023-06&reason=check");
  assert.equal(reopened.status, 201, JSON.stringify(reopened.body));
  const closed = await close("2025-12");
  assert.equal(closed.closedMonths.length, 31);
  assert.equal(closed.entriesPosted, 0);
  const after = await call("GET", "/v3/reports/trial-balance?month=2025-12");
  assert.deepEqual(after.body.payload, before.body.payload);
});

async function exampleMapping(): Promise<Mapping> {
  const parsed = parseMapping(JSON.parse(await readFile(mappingFile, "utf8")));
  assert.ok("mapping" in parsed, JSON.stringify(parsed));
  return parsed.mapping;
}

function call(method: string, path: string) {
  return api.request(method, path, { key: merchant.writeKey });
}

async function close(month: string): Promise<{ closedMonths: string[]; entriesPosted: number }> {
  const { status, body } = await call("POST", `/v3/month-end-close/close-period?month=${month}`);
  assert.equal(status, 200, JSON.stringify(body));
  return body.payload;
}

/** The figures as an integrator can read them. */
async function figures() {
  const [customers, contracts] = [await allOf("/v3/customers"), await allOf("/v3/contracts")];
  const invoices = (await allOf("/v3/invoices")).filter(
    (invoice) => invoice.status !== "DRAFT" && String(invoice.issueDate) <= "2025-12-31",
  );
  const lengths = Map.groupBy(invoices, (invoice) => monthsBilled(invoice));
  const { body } = await call("GET", "/v3/reports/trial-balance?month=2025-12");
  const [books] = body.payload.currencies;
  const account = (role: string) => books.accounts.find((each: { role: string }) => each.role === role);
  const balance = (role: string) => cents(account(role)?.balance ?? "0.00");
  const billed = invoices.reduce((sum, invoice) => sum + cents(String(invoice.total)), 0);
  const [recognized, liability] = [-balance("REVENUE"), -balance("CONTRACT_LIABILITY")];
  const [asset, unbilled] = [balance("CONTRACT_ASSET"), balance("UNBILLED_RECEIVABLE")];
  const revenue = account("REVENUE");
  return {
    customers: customers.length,
    contracts: contracts.filter((contract) => contract.status === "APPROVED").length,
    invoices: invoices.length,
    "invoices MONTH": lengths.get(1)?.length ?? 0,
    "invoices YEAR": lengths.get(12)?.length ?? 0,
    "invoices QUARTER": lengths.get(3)?.length ?? 0,
    billed: decimal(billed),
    recognized: decimal(recognized),
    "recognized in December": decimal(cents(revenue.activityCredit) - cents(revenue.activityDebit)),
    "contract liability": decimal(liability),
    "contract asset": decimal(asset),
    "unbilled receivable": decimal(unbilled),
    "billed - recognized": decimal(billed - recognized),
    "liability - asset - unbilled": decimal(liability - asset - unbilled),
    "trial balance": decimal(cents(books.totalDebit) - cents(books.totalCredit)),
  };
}

type Item = Readonly<Record<string, unknown>>;

async function allOf(path: string): Promise<Item[]> {
  const items: Item[] = [];
  for (let page = 1; ; page++) {
    const { status, body } = await call("GET", `${path}?page=${page}&limit=100`);
    assert.equal(status, 200, JSON.stringify(body));
    items.push(...body.payload.data);
    if (items.length >= body.payload.totalItems) return items;
  }
}

/** From the days of its only line: 1, 3 or 12 months. */
function monthsBilled(invoice: Item): number {
  const [line] = invoice.lineItems as { serviceStartDate: string; serviceEndDate: string }[];
  const [start, end] = [line?.serviceStartDate ?? "", line?.serviceEndDate ?? ""].map((day) =>
    Temporal.PlainDate.from(day),
  );
  return Math.round((start?.until(end ?? start, { largestUnit: "day" }).days ?? 0) / 30.4);
}

/** An amount of the API in whole cents, digit by digit. */
function cents(amount: string): number {
  return Number(amount.replace(".", ""));
}
