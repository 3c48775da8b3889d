import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, close, obligationBody, priced } from "../support/client.ts";
import { withPobs } from "../support/pobs.ts";
import { closeWithSoundBooks } from "../support/sound-books.ts";
import { termBody } from "../support/term-client.ts";

// What is posted never changes (data model 15.5): revenue keeps the category that it was posted under.

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => closeWithSoundBooks(api));

test("after a change of category posted revenue stays in the old one, in every report", async () => {
  const client = clientOf(api, await api.newMerchant("2026-01-10T12:00:00Z"));
  const category = async (name: string) => (await client.ok("POST", "/v3/categories", { name })).id as string;
  const [software, support] = [await category("Software"), await category("Support")];
  const id = await client.contract();
  const obligation = await client.add(id, {
    ...{ serviceStartDate: "2026-01-01", serviceEndDate: "2026-12-31", categoryId: software },
    billingSchedule: {
      ...{ name: "Platform", startDate: "2026-01-01", endDate: "2026-12-31", interval: "YEAR", billingType: "FLAT" },
      ...{ invoiceDateStrategy: "FIRST_OF_PERIOD" },
      pricing: [{ tier: 0, amount: "1200.00", amountType: "TOTAL_INVOICE" }],
    },
  });
  await client.approve(id);
  await client.advance("2026-02-10T12:00:00Z");
  await client.ok("POST", "/v3/month-end-close/close-period?month=2026-01");
  await client.ok("PATCH", `/v3/contracts/${id}/obligation/${obligation.id}`, { categoryId: support });
  await client.drainOutbox();

  const { data } = await client.ok("GET", `/v3/revenue-schedules?filter=contractId:eq:${id}&limit=100`);
  const categories = data.map(({ timeframe, status, categoryId }: Json) => [timeframe, status, categoryId]);
  assert.deepEqual(categories.slice(0, 2), [
    ["2026-01", "POSTED", software],
    ["2026-02", "ACCRUED", support],
  ]);
  const month = "startMonth=2026-01&endMonth=2026-02&basis=ALL&groupBy=category";
  for (const path of [`revenue?${month}`, "waterfall?month=2026-01&groupBy=category"]) {
    const { rows } = await client.ok("GET", `/v3/reports/${path}`);
    const found = rows.map((row: Json) => JSON.stringify(row)).filter((text: string) => /Software|Support/.test(text));
    assert.equal(found.length, 2, path);
    const [ofSoftware] = found.filter((text: string) => text.includes("Software"));
    assert.match(ofSoftware ?? "", /"100.00"/, path);
    assert.doesNotMatch(ofSoftware ?? "", /1100.00|1200.00/, path);
  }
});

/** Two categories, and a group that bills with stated performance obligations that earn it. */
async function stating(client: Client, term: object, pobs: (categories: Json) => object[]) {
  const categories: Json = {};
  for (const name of ["Software", "Hardware"]) {
    categories[name] = (await client.ok("POST", "/v3/categories", { name })).id;
  }
  const id = await client.contract();
  const path = `/v3/contracts/${id}`;
  const { id: termId, billingTermGroupId } = await client.ok("POST", `${path}/billing-terms`, termBody(term));
  const service = { serviceStartDate: "2026-01-01", serviceEndDate: "2026-12-31" };
  const toCreate = pobs(categories).map((pob) => ({ ...service, ...pob }));
  const created: Json[] = [];
  // One a request: those of one request are in no order.
  for (const each of toCreate) {
    const batch = { billingTermGroupId, toCreate: [each] };
    created.push(...(await client.ok("POST", `${path}/performance-obligations`, batch)).created);
  }
  await client.approve(id);
  return {
    ...{ categories, path, billingTermGroupId, term: `${path}/billing-terms/${termId}` },
    pobs: created.map((each) => `${path}/performance-obligations/${each.id}`) as string[],
  };
}

/** Posted revenue by category. */
async function revenueOf(client: Client, months: string): Promise<Json> {
  const { rows } = await client.ok("GET", `/v3/reports/revenue?${months}&groupBy=category`);
  return Object.fromEntries(rows.map((row: Json) => [row.name, row.total]));
}

/** The roll-forward by category: opening, billed, recognized, reclassified, closing. What is recognized is the revenue. */
async function rolled(client: Client, months: string, asOf = ""): Promise<Json> {
  const path = "/v3/reports/contract-liability-roll-forward";
  const { rows, totals } = await client.ok("GET", `${path}?${months}&groupBy=category${asOf}`);
  assert.deepEqual(totals, (await client.ok("GET", `${path}?${months}${asOf}`)).totals);
  if (asOf === "") {
    const recognized = rows.filter((row: Json) => row.recognized !== "0.00");
    assert.deepEqual(
      Object.fromEntries(recognized.map((row: Json) => [row.name, row.recognized])),
      await revenueOf(client, months),
    );
  }
  return Object.fromEntries(
    rows.map((row: Json) => [row.name, [row.opening, row.billed, row.recognized, row.reclassified, row.closing]]),
  );
}

const january = "startMonth=2026-01&endMonth=2026-01";
const february = "startMonth=2026-02&endMonth=2026-02";

test("billing beyond the stated prices is revenue of the obligation's current category", async () => {
  const client = clientOf(api, await withPobs(api, "2026-01-10T12:00:00Z"));
  const book = await stating(client, { interval: "MONTH", ...priced("100.00") }, ({ Software }) => [
    { transactionPrice: "1200.00", categoryId: Software },
  ]);
  await client.advance("2026-02-03T12:00:00Z");
  await close(client, "2026-01");
  await client.ok("PATCH", book.pobs[0] ?? "", { categoryId: book.categories.Hardware });
  await client.ok("PATCH", book.term, { ...priced("130.00"), effectiveDate: "2026-03-01" });
  await client.advance("2026-04-03T12:00:00Z");
  await close(client, "2026-03");
  assert.deepEqual(await revenueOf(client, "startMonth=2026-03&endMonth=2026-03"), { Hardware: "130.00" });
  await client.ok("PATCH", book.pobs[0] ?? "", { categoryId: book.categories.Software });
  await client.advance("2026-05-03T12:00:00Z");
  await close(client, "2026-04");
  assert.deepEqual(await revenueOf(client, "startMonth=2026-04&endMonth=2026-04"), { Software: "130.00" });
  const before = await revenueOf(client, "startMonth=2026-01&endMonth=2026-03");
  assert.deepEqual(before, { Hardware: "230.00", Software: "100.00" }, "closed months stay");
});

test("the residual of a group with several obligations has the category of the first one", async () => {
  const client = clientOf(api, await withPobs(api, "2026-01-10T12:00:00Z"));
  const book = await stating(client, { interval: "MONTH", ...priced("100.00") }, ({ Software, Hardware }) => [
    { transactionPrice: "900.00", categoryId: Software },
    { transactionPrice: "300.00", categoryId: Hardware },
  ]);
  const [first = "", second = ""] = book.pobs;
  await client.ok("PATCH", second, { categoryId: null });
  await client.ok("PATCH", book.term, { ...priced("130.00"), effectiveDate: "2026-02-01" });
  const expected = async () => {
    const { rows } = await client.ok("GET", `/v3/reports/revenue?${february}&groupBy=category&basis=ALL`);
    return Object.fromEntries(rows.map((row: Json) => [row.name, row.total]));
  };
  assert.deepEqual(await expected(), { Software: "105.00", "Without category": "25.00" });
  await client.ok("PATCH", first, { categoryId: null });
  assert.deepEqual(await expected(), { "Without category": "130.00" });
});

test("the roll-forward keeps revenue in its posted category, and moves the remaining liability to the new one", async () => {
  const client = clientOf(api, await withPobs(api, "2026-01-10T12:00:00Z"));
  const book = await stating(client, {}, ({ Software }) => [{ transactionPrice: "1200.00", categoryId: Software }]);
  await client.advance("2026-02-03T12:00:00Z");
  await close(client, "2026-01");
  assert.deepEqual(await rolled(client, january), { Software: ["0.00", "1200.00", "100.00", "0.00", "1100.00"] });
  await client.ok("PATCH", book.pobs[0] ?? "", { categoryId: book.categories.Hardware });
  await client.advance("2026-03-03T12:00:00Z");
  await close(client, "2026-02");
  assert.deepEqual(await rolled(client, january), {
    Hardware: ["0.00", "1200.00", "0.00", "-100.00", "1100.00"],
    Software: ["0.00", "0.00", "100.00", "100.00", "0.00"],
  });
  assert.deepEqual(await rolled(client, february), { Hardware: ["1100.00", "0.00", "100.00", "0.00", "1000.00"] });
  assert.deepEqual(await rolled(client, "startMonth=2026-01&endMonth=2026-02"), {
    Hardware: ["0.00", "1200.00", "100.00", "-100.00", "1000.00"],
    Software: ["0.00", "0.00", "100.00", "100.00", "0.00"],
  });
});

test("the roll-forward does the same for an obligation with its own billing", async () => {
  const client = clientOf(api, await api.newMerchant("2026-01-10T12:00:00Z"));
  const category = async (name: string) => (await client.ok("POST", "/v3/categories", { name })).id as string;
  const [software, hardware] = [await category("Software"), await category("Hardware")];
  const id = await client.contract();
  const obligation = await client.add(id, obligationBody({ categoryId: software }));
  await client.approve(id);
  await client.advance("2026-02-03T12:00:00Z");
  await close(client, "2026-01");
  await client.ok("PATCH", `/v3/contracts/${id}/obligation/${obligation.id}`, { categoryId: hardware });
  assert.deepEqual(await rolled(client, january), {
    Hardware: ["0.00", "300.00", "0.00", "-100.00", "200.00"],
    Software: ["0.00", "0.00", "100.00", "100.00", "0.00"],
  });
});

test("the roll-forward shows the liability of a group with several categories without category, and revenue in each", async () => {
  const client = clientOf(api, await withPobs(api, "2026-01-10T12:00:00Z"));
  await stating(client, {}, ({ Software, Hardware }) => [
    { transactionPrice: "900.00", categoryId: Software },
    { transactionPrice: "300.00", categoryId: Hardware },
  ]);
  await client.advance("2026-02-03T12:00:00Z");
  await close(client, "2026-01");
  assert.deepEqual(await rolled(client, january), {
    Hardware: ["0.00", "0.00", "25.00", "25.00", "0.00"],
    Software: ["0.00", "0.00", "75.00", "75.00", "0.00"],
    "Without category": ["0.00", "1200.00", "0.00", "-100.00", "1100.00"],
  });
});

test("the roll-forward as of an earlier day has no obligation added since, and has those deleted since", async () => {
  const client = clientOf(api, await withPobs(api, "2026-01-10T12:00:00Z"));
  const book = await stating(client, {}, ({ Software }) => [{ transactionPrice: "1200.00", categoryId: Software }]);
  await client.advance("2026-02-03T12:00:00Z");
  await close(client, "2026-01");
  const then = await rolled(client, january);
  await client.advance("2026-02-04T12:00:00Z");
  const { billingTermGroupId } = book;
  const save = (batch: object) =>
    client.ok("POST", `${book.path}/performance-obligations`, { billingTermGroupId, ...batch });
  const { created } = await save({ toCreate: [{ name: "More", recognitionPattern: "RECOGNIZE_AS_BILLED" }] });
  await client.drainOutbox();
  const later = await rolled(client, january);
  assert.deepEqual(later["Without category"], ["0.00", "1200.00", "0.00", "-100.00", "1100.00"]);
  assert.deepEqual(await rolled(client, january, "&asOf=2026-02-03"), then);
  await client.advance("2026-02-05T12:00:00Z");
  await save({ toDelete: [created[0].id] });
  await client.drainOutbox();
  assert.deepEqual(await rolled(client, january), then);
  assert.deepEqual(await rolled(client, january, "&asOf=2026-02-04"), later);
});

test("the roll-forward keeps the category of a deleted obligation", async () => {
  const client = clientOf(api, await api.newMerchant("2026-01-10T12:00:00Z"));
  const { id: categoryId } = await client.ok("POST", "/v3/categories", { name: "Software" });
  const id = await client.contract();
  await client.add(id, obligationBody({ categoryId }, { invoiceDateStrategy: "ARREARS" }));
  const deleted = await client.add(id, obligationBody({ categoryId }, { invoiceDateStrategy: "ARREARS" }));
  await client.approve(id);
  await client.advance("2026-02-03T12:00:00Z");
  await close(client, "2026-01");
  const then = { Software: ["0.00", "0.00", "200.00", "0.00", "-200.00"] };
  assert.deepEqual(await rolled(client, january), then);
  await client.ok("POST", "/v3/month-end-close/reopen-period?month=2026-01&reason=Mistake");
  await client.ok("DELETE", `/v3/contracts/${id}/obligations/${deleted.id}?agreedOn=2026-01-20`);
  await client.drainOutbox();
  assert.deepEqual(await rolled(client, january), then);
  await close(client, "2026-01");
  assert.deepEqual(await rolled(client, january), { Software: ["0.00", "0.00", "100.00", "0.00", "-100.00"] });
});
