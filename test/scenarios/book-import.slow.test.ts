import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { readBook } from "../../src/integrations/book-import/files-service.ts";
import { type BookOptions, importBook } from "../../src/integrations/book-import/service.ts";
import { type Json, startApi, type TestApi, type TestMerchant } from "../support/api.ts";
import { clientOf, close, rejection, unknownId } from "../support/client.ts";
import { closeWithSoundBooks } from "../support/sound-books.ts";

// A folder of files becomes a book in one transaction, or nothing of it is there.

let api: TestApi;
const folders: string[] = [];
before(async () => {
  api = await startApi();
});
after(async () => {
  for (const folder of folders) await rm(folder, { recursive: true });
  await closeWithSoundBooks(api);
});

const now = "2026-07-05T09:00:00Z";

const year = {
  ...{ interval: "YEAR", invoiceDateStrategy: "FIRST_OF_PERIOD", billingType: "FLAT" },
  pricing: [{ amount: "1200.00", amountType: "TOTAL_INVOICE" }],
};

/** Two customers, one of them a part of the other; a contract that runs, one that begins later, and one with usage. */
const files = {
  "book.json": JSON.stringify({ name: "acme" }),
  "classes.csv": "id,externalId,name\neast,C-1,East\n",
  "categories.csv": "id,name\nsubs,Subscriptions\n",
  "items.csv": "id,name\nplatform,Platform\n",
  "event-types.csv": "id,name,aggregation\ncalls,Call,SUM\n",
  "products.jsonl": lines([{ id: "support", name: "Support", categoryId: "subs", itemId: "platform" }]),
  "customers.csv": [
    "id,name,netPaymentTerms,billingAddress.line1,billingAddress.city,billingAddress.country,taxInfo.isTaxExempt,parentCustomerId",
    "sub,Acme Europe,14,,,,,acme",
    'acme,"Acme, Inc.",,1 Main Street,Springfield,US,true,',
    "",
  ].join("\n"),
  "contracts.csv": "id,name,customerId,approve\nruns,Runs,acme,\nlater,Later,sub,true\nmetered,Metered,acme,true\n",
  "obligations.jsonl": lines([
    {
      ...{ id: "runs-1", contract: "runs", serviceStartDate: "2026-01-01", serviceEndDate: "2026-12-31" },
      ...{ categoryId: "subs", recognitionPattern: "STRAIGHT_LINE" },
      billingSchedule: {
        ...year,
        name: "Platform",
        startDate: "2026-01-01",
        endDate: "2026-12-31",
        itemId: "platform",
      },
    },
  ]),
  "billing-terms.jsonl": lines([
    { ...year, id: "later-1", contract: "later", productId: "support", startDate: "2026-08-01", endDate: "2027-07-31" },
    {
      ...{ id: "metered-1", contract: "metered", name: "Calls", eventTypeId: "calls", startDate: "2026-07-01" },
      ...{ endDate: "2026-12-31", interval: "MONTH", invoiceDateStrategy: "ARREARS", billingType: "UNIT" },
      pricing: [{ amount: "0.01", amountType: "PER_ITEM" }],
    },
  ]),
  "openings.jsonl": lines([
    {
      ...{ contract: "runs", asOf: "2026-06-30", customerCredit: "10.00" },
      billingTerms: [{ billingTermId: "runs-1", invoicedThrough: "2026-12-31", billed: "1200.00" }],
      performanceObligations: [{ performanceObligationId: "runs-1", recognized: "600.00" }],
      openInvoices: [
        {
          ...{
            invoiceNumber: "R-1",
            issueDate: "2026-01-01",
            dueDate: "2026-01-31",
            total: "1200.00",
            balance: "400.00",
          },
        },
      ],
    },
  ]),
  "usage-totals.csv":
    "idempotencyKey,customerId,eventTypeId,datetime,value\njuly,acme,calls,2026-07-02T00:00:00Z,5000\n",
  "tie-out.csv":
    "contract,account,amount\nruns,RECEIVABLE,400.00\nruns,CONTRACT_LIABILITY,-600.00\nruns,CUSTOMER_CREDIT,-10.00\n",
} as const;

function lines(rows: readonly object[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join("");
}

async function load(merchant: TestMerchant, changes: Json = {}, options: Partial<BookOptions> = {}) {
  const folder = await mkdtemp(join(tmpdir(), "accord-book-"));
  folders.push(folder);
  for (const [file, text] of Object.entries({ ...files, ...changes })) {
    if (typeof text === "string") await writeFile(join(folder, file), text);
  }
  const actor = { kind: "SYSTEM", id: "accord import" } as const;
  return importBook(api.platform, { merchantId: merchant.merchantId, book: await readBook(folder), actor, ...options });
}

async function contractsOf(merchant: TestMerchant): Promise<Json[]> {
  return (await clientOf(api, merchant).ok("GET", "/v3/contracts?limit=100")).data;
}

test("a book is loaded with all its records, ties out, and continues", async () => {
  const merchant = await api.newMerchant(now);
  const client = clientOf(api, merchant);
  const result = await load(merchant);
  assert.deepEqual(result.refused, []);
  assert.equal(result.isStored, true);
  assert.deepEqual(result.tieOut, [
    { contract: "runs", account: "RECEIVABLE", old: "400.00", loaded: "400.00", difference: "0.00" },
    { contract: "runs", account: "CONTRACT_LIABILITY", old: "-600.00", loaded: "-600.00", difference: "0.00" },
    { contract: "runs", account: "CUSTOMER_CREDIT", old: "-10.00", loaded: "-10.00", difference: "0.00" },
  ]);
  const customers = (await client.ok("GET", "/v3/customers")).data;
  const [acme, sub] = ["Acme, Inc.", "Acme Europe"].map((name) => customers.find((each: Json) => each.name === name));
  assert.equal(sub.parentCustomerId, acme.id);
  assert.equal(sub.netPaymentTerms, 14);
  assert.equal(acme.taxInfo.isTaxExempt, true);
  assert.equal(acme.billingAddress.city, "Springfield");
  const contracts = await contractsOf(merchant);
  assert.deepEqual(contracts.map(({ name, status }) => [name, status]).sort(), [
    ["Later", "APPROVED"],
    ["Metered", "APPROVED"],
    ["Runs", "APPROVED"],
  ]);
  await client.drainOutbox();
  await close(client, "2026-06");
  await client.advance("2026-08-05T09:00:00Z");
  await client.drainOutbox();
  await close(client, "2026-07");
  const invoices = (await client.ok("GET", "/v3/invoices?limit=100")).data.filter(
    ({ status }: Json) => status !== "DRAFT",
  );
  assert.deepEqual(invoices.map(({ total }: Json) => total).sort(), ["1200.00", "1200.00", "50.00"]);
  assert.equal(invoices.filter(({ invoiceNumber }: Json) => invoiceNumber === "R-1").length, 1);
});

test("a loaded book cannot be loaded again", async () => {
  const merchant = await api.newMerchant(now);
  await load(merchant);
  const again = await load(merchant);
  assert.deepEqual([again.wasLoaded, again.isStored, again.refused], [true, false, []]);
  assert.equal((await contractsOf(merchant)).length, 3);
  const client = clientOf(api, merchant);
  const imports = await client.ok("GET", "/v3/book-imports");
  assert.deepEqual(
    imports.data.map(({ name, balanceCount, differenceCount }: Json) => [name, balanceCount, differenceCount]),
    [["acme", 3, 0]],
  );
  const reason = { reason: "Nothing differs" };
  const nothing = await client.send("POST", `/v3/book-imports/${imports.data[0].id}/accept-differences`, reason);
  assert.deepEqual(rejection(nothing), [409, "NOTHING_TO_ACCEPT"]);
  const unknown = await client.send("GET", `/v3/book-imports/${unknownId}/tie-out`);
  assert.deepEqual(rejection(unknown), [404, "BOOK_IMPORT_NOT_FOUND"]);
});

test("two concurrent loads of one book load it once", async () => {
  const merchant = await api.newMerchant(now);
  const results = await Promise.all([load(merchant), load(merchant)]);
  assert.deepEqual(
    results.flatMap(({ refused }) => refused),
    [],
  );
  assert.deepEqual(results.map(({ isStored }) => isStored).sort(), [false, true]);
  assert.deepEqual(results.map(({ wasLoaded }) => wasLoaded).sort(), [false, true]);
  assert.equal((await contractsOf(merchant)).length, 3);
});

test("a dry run reports the same and keeps nothing", async () => {
  const merchant = await api.newMerchant(now);
  const tried = await load(merchant, {}, { isDryRun: true });
  const loaded = await load(merchant);
  assert.deepEqual({ ...tried, isStored: true }, loaded);
  assert.equal(tried.isStored, false);
});

test("every rejected row is listed with file, line and field, and nothing is loaded", async () => {
  const merchant = await api.newMerchant(now);
  const result = await load(merchant, {
    "items.csv": "id,name,taxCategory\nplatform,Platform,QQ\n",
    "customers.csv": "id,name,netPaymentTerms\nacme,Acme,400\nsub,Acme Europe,14\nsub,Twice,\n",
    "contracts.csv": "id,name,customerId,approve\nruns,Runs,nobody,\nlater,Later,sub,true\nmetered,Metered,sub,maybe\n",
    "openings.jsonl": `${files["openings.jsonl"]}{"contract":"gone","asOf":"2026-06-30"}\n{\n`,
    "usage-totals.csv": "idempotencyKey,customerId,eventTypeId,datetime\nu-1,sub,calls,2026-07-02T00:00:00Z\n",
    "custmers.csv": "id\n",
    "tie-out.csv": `${files["tie-out.csv"]}nobody,RECEIVABLE,1.00\n`,
  });
  assert.deepEqual(
    result.refused.map(({ file, line, path, code }) => [file, line, path, code]),
    [
      ["custmers.csv", null, "", "UNKNOWN_FIELD"],
      ["tie-out.csv", 5, "/contract", "NOT_FOUND"],
      ["items.csv", 2, "/taxCategory", "ENUM"],
      ["products.jsonl", 1, "/itemId", "NOT_FOUND"],
      ["customers.csv", 2, "/netPaymentTerms", "RANGE"],
      ["customers.csv", 4, "/id", "DUPLICATE"],
      ["contracts.csv", 2, "/customerId", "NOT_FOUND"],
      ["contracts.csv", 4, "/approve", "TYPE"],
      ["billing-terms.jsonl", 1, "/productId", "NOT_FOUND"],
      ["obligations.jsonl", 1, "/billingSchedule/itemId", "NOT_FOUND"],
      ["openings.jsonl", 2, "/contract", "NOT_FOUND"],
      ["openings.jsonl", 3, "", "MALFORMED_JSON"],
      ["usage-totals.csv", 2, "/value", "REQUIRED"],
    ],
  );
  assert.match(
    result.refused.find(({ file }) => file === "products.jsonl")?.message ?? "",
    /Line 2 of items.csv.*was refused/,
  );
  assert.match(
    result.refused.find(({ path }) => path === "/customerId")?.message ?? "",
    /customers has no row with the id nobody/,
  );
  assert.equal(result.isStored, false);
  const client = clientOf(api, merchant);
  for (const list of ["customers", "contracts", "products", "items", "categories"])
    assert.equal((await client.ok("GET", `/v3/${list}`)).totalItems, 0, list);
});

test("a row whose contract is unknown or rejected has its other issues listed as well", async () => {
  const result = await load(await api.newMerchant(now), {
    "contracts.csv":
      "id,name,customerId,approve\nruns,Runs,acme,maybe\nlater,Later,sub,true\nmetered,Metered,sub,true\n",
    "milestones.jsonl": lines([{ contract: "gone", billingTermId: "gone-1", reachedOn: "2026-06-31" }]),
    "custom-revenue.jsonl": lines([
      { contract: "gone", performanceObligationId: "gone-1", customRevenue: [{ timeframe: "2026-13", total: "1.00" }] },
    ]),
    "openings.jsonl": lines([
      { contract: "gone", asOf: "2026-06-31" },
      { contract: "runs", asOf: "2026-06-31", performanceObligations: [{ performanceObligationId: "runs-1" }] },
    ]),
    "tie-out.csv": undefined,
  });
  assert.deepEqual(
    result.refused.map(({ file, line, path, code }) => `${file} ${line} ${path} ${code}`),
    [
      "contracts.csv 2 /approve TYPE",
      "milestones.jsonl 1 /contract NOT_FOUND",
      "milestones.jsonl 1 /billingTermId NOT_FOUND",
      "milestones.jsonl 1 /reachedOn INVALID_DATE",
      "custom-revenue.jsonl 1 /contract NOT_FOUND",
      "custom-revenue.jsonl 1 /performanceObligationId NOT_FOUND",
      "custom-revenue.jsonl 1 /customRevenue/0/timeframe INVALID_MONTH",
      "openings.jsonl 1 /contract NOT_FOUND",
      "openings.jsonl 1 /asOf INVALID_DATE",
      "openings.jsonl 2 /asOf INVALID_DATE",
      "openings.jsonl 2 /performanceObligations/0/recognized REQUIRED",
    ],
  );
});

test("a rejection by a use case is listed at its row, and later rows are tried as well", async () => {
  const merchant = await api.newMerchant(now);
  const opening = JSON.parse(files["openings.jsonl"]);
  const result = await load(merchant, {
    "categories.csv": "id,name\nsubs,Subscriptions\nagain,subscriptions\n",
    "openings.jsonl": lines([
      { ...opening, billingTerms: [{ billingTermId: "runs-1", invoicedThrough: "2026-11-30", billed: "1200.00" }] },
    ]),
    "billing-terms.jsonl": files["billing-terms.jsonl"].replace('"endDate":"2026-12-31"', '"endDate":"2026-06-30"'),
    "tie-out.csv": undefined,
  });
  assert.deepEqual(
    result.refused.map(({ file, line, path }) => [file, line, path]),
    [
      ["categories.csv", 3, ""],
      ["billing-terms.jsonl", 2, "/endDate"],
      ["openings.jsonl", 1, "/billingTerms/0/invoicedThrough"],
      ["openings.jsonl", 1, "/openInvoices/0/total"],
    ],
  );
});

test("later prices and seats need a term of the contract, and a day within it", async () => {
  const later = (billingTermId: string, effectiveDate: string) => ({
    ...{ contract: "later", billingTermId, effectiveDate },
    pricing: [{ amount: "1500.00", amountType: "TOTAL_INVOICE" }],
  });
  const refusedOf = async (changes: Json) => {
    const { refused } = await load(await api.newMerchant(now), changes);
    return refused.map(({ file, line, path }) => `${file} ${line} ${path}`);
  };
  const seats = lines([{ contract: "later", billingTermId: "later-1", effectiveDate: "2026-09-01", delta: "2" }]);
  assert.deepEqual(await refusedOf({ "prices.jsonl": lines([later("later-1", "2026-07-31")]) }), [
    "prices.jsonl 1 /effectiveDate",
  ]);
  assert.deepEqual(await refusedOf({ "prices.jsonl": lines([later("runs-1", "2026-09-01")]) }), [
    "prices.jsonl 1 /billingTermId",
  ]);
  assert.deepEqual(await refusedOf({ "seat-amendments.jsonl": seats }), ["seat-amendments.jsonl 1 "]);

  const merchant = await api.newMerchant(now);
  const result = await load(merchant, { "prices.jsonl": lines([later("later-1", "2027-02-01")]) });
  assert.deepEqual(result.refused, []);
  const client = clientOf(api, merchant);
  const [contract] = (await contractsOf(merchant)).filter(({ name }) => name === "Later");
  assert.equal(contract?.status, "APPROVED", "it is approved with all of its prices");
  await client.drainOutbox();
  const schedule = await client.ok("GET", `/v3/contracts/${contract?.id}/invoice-schedule`);
  // Half of the year from August on at each price, by its days: 184 × 1,200.00 and 181 × 1,500.00 of 365.
  assert.deepEqual(
    schedule.data.map(({ total }: Json) => total),
    ["1348.77"],
  );
});

test("manual months need an obligation with a price, lie in its service, and come to its price at most", async () => {
  const refusedOf = async (performanceObligationId: string, timeframe: string, total: string) => {
    const row = { contract: "runs", performanceObligationId, customRevenue: [{ timeframe, total }] };
    const { refused, isStored } = await load(await api.newMerchant(now), { "custom-revenue.jsonl": lines([row]) });
    assert.equal(isStored, false);
    return refused.map(({ file, line, path, code }) => `${file} ${line} ${path} ${code}`);
  };
  const at = "custom-revenue.jsonl 1";
  assert.deepEqual(await refusedOf("nowhere", "2026-09", "10.00"), [`${at} /performanceObligationId NOT_FOUND`]);
  assert.deepEqual(await refusedOf("runs-1", "2027-01", "10.00"), [`${at} /customRevenue/0/timeframe RANGE`]);
  assert.deepEqual(await refusedOf("runs-1", "2026-09", "10.001"), [`${at} /customRevenue/0/total AMOUNT_INVALID`]);
  assert.deepEqual(await refusedOf("runs-1", "2026-09", "1200.01"), [`${at}  CUSTOM_REVENUE_EXCEEDS_PRICE`]);
});

test("a book with differing balances is loaded only if the differences are accepted", async () => {
  const merchant = await api.newMerchant(now);
  const differing = { "tie-out.csv": files["tie-out.csv"].replace("-600.00", "-599.99") };
  const result = await load(merchant, differing);
  assert.equal(result.isStored, false);
  assert.deepEqual(result.refused, []);
  assert.deepEqual(
    result.tieOut?.filter(({ difference }) => difference !== "0.00"),
    [{ contract: "runs", account: "CONTRACT_LIABILITY", old: "-599.99", loaded: "-600.00", difference: "-0.01" }],
  );
  assert.equal((await contractsOf(merchant)).length, 0);
  assert.equal((await load(merchant, differing, { acceptsDifferences: true })).isStored, true);
  const client = clientOf(api, merchant);
  await client.drainOutbox();
  const [kept] = (await client.ok("GET", "/v3/book-imports")).data;
  assert.deepEqual([kept.name, kept.balanceCount, kept.differenceCount, kept.acceptedAt], ["acme", 3, 1, null]);
  const [runs] = (await contractsOf(merchant)).filter(({ name }) => name === "Runs");
  const tieOut = `/v3/book-imports/${kept.id}/tie-out`;
  assert.deepEqual((await client.ok("GET", `${tieOut}?filter=status:eq:DIFFERENT`)).data, [
    {
      ...{ contractKey: "runs", contractId: runs.id, account: "CONTRACT_LIABILITY", currency: "USD" },
      ...{ old: "-599.99", loaded: "-600.00", difference: "-0.01", status: "DIFFERENT" },
    },
  ]);
  assert.equal((await client.ok("GET", `${tieOut}?filter=account:eq:RECEIVABLE`)).data[0].status, "TIED");
  const rejected = await client.send("POST", "/v3/month-end-close/close-period?month=2026-06");
  const [check] = rejected.body.error.details.checks;
  assert.deepEqual([check.code, check.status, check.ids], ["TIE_OUT", "FAILED", [runs.id]]);
  const accept = `/v3/book-imports/${kept.id}/accept-differences`;
  const accepted = await client.ok("POST", accept, { reason: "Rounded in the old ledger" });
  assert.deepEqual([accepted.acceptedReason, accepted.differenceCount], ["Rounded in the old ledger", 1]);
  const again = await client.send("POST", accept, { reason: "Again" });
  assert.deepEqual(rejection(again), [409, "NOTHING_TO_ACCEPT"]);
  await close(client, "2026-06");
});

test("a difference of a contract that was deleted since does not block a close", async () => {
  const merchant = await api.newMerchant(now);
  const differing = { "tie-out.csv": files["tie-out.csv"].replace("-600.00", "-599.99") };
  await load(merchant, differing, { acceptsDifferences: true });
  const client = clientOf(api, merchant);
  await client.drainOutbox();
  const [runs] = (await contractsOf(merchant)).filter(({ name }) => name === "Runs");
  await client.ok("DELETE", `/v3/contracts/${runs?.id}`);
  await client.drainOutbox();
  await close(client, "2026-06");
  const { currencies } = await client.ok("GET", "/v3/reports/trial-balance?month=2026-06");
  const clearing = currencies[0].accounts.find(({ role }: Json) => role === "MIGRATION_CLEARING");
  assert.equal(clearing.balance, "0.00");
});

test("a contract without balances in the old books is a difference as well", async () => {
  const merchant = await api.newMerchant(now);
  const result = await load(merchant, { "tie-out.csv": "contract,account,amount\nlater,RECEIVABLE,1.00\n" });
  assert.deepEqual(
    result.tieOut?.map(({ contract, difference }) => [contract, difference]),
    [
      ["runs", "400.00"],
      ["later", "-1.00"],
    ],
  );
});

test("a load that would need a second person is rejected", async () => {
  const merchant = await api.newMerchant(now);
  await clientOf(api, merchant).ok("PUT", "/v3/approval-policies", { kind: "APPROVE_CONTRACT", role: "CONTROLLER" });
  const result = await load(merchant);
  assert.deepEqual(
    result.refused.map(({ code }) => code),
    ["APPROVAL_REQUIRED"],
  );
  assert.equal((await contractsOf(merchant)).length, 0);
});

test("a missing folder name is rejected", async () => {
  const merchant = await api.newMerchant(now);
  const result = await load(merchant, { "book.json": undefined });
  assert.deepEqual(
    result.refused.map(({ file, code }) => [file, code]),
    [["book.json", "REQUIRED"]],
  );
});
