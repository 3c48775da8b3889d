import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, rejection, unknownId } from "../support/client.ts";
import { digestOf } from "../support/digest.ts";
import { withPobs } from "../support/pobs.ts";

let api: TestApi;
let client: Client;
before(async () => {
  api = await startApi();
  client = clientOf(api, await withPobs(api));
});
after(() => api.close());

const year = {
  startDate: "2026-01-01",
  endDate: "2026-12-31",
  interval: "YEAR",
  invoiceDateStrategy: "FIRST_OF_PERIOD",
};
const flat = (amount: string, parts: object = {}) => ({
  name: "Platform",
  ...year,
  billingType: "FLAT",
  pricing: [{ amount, amountType: "TOTAL_INVOICE" }],
  ...parts,
});
const usage = (eventTypeId: string, parts: object = {}) => ({
  name: "Calls",
  ...year,
  interval: "MONTH",
  invoiceDateStrategy: "ARREARS",
  billingType: "UNIT",
  eventTypeId,
  pricing: [{ amount: "0.01", amountType: "PER_ITEM" }],
  ...parts,
});
const service = { serviceStartDate: "2026-01-01", serviceEndDate: "2026-12-31" };
const stated = (transactionPrice: string, parts: object = {}) => ({ ...service, transactionPrice, ...parts });

let names = 0;
const eventType = async (): Promise<string> =>
  (await client.ok("POST", "/v3/events/types", { name: `Calls ${names++}` })).id;
const addTerm = (id: string, body: object) => client.ok("POST", `/v3/contracts/${id}/billing-terms`, body);
const save = (id: string, body: object) => client.send("POST", `/v3/contracts/${id}/performance-obligations`, body);
const saved = (id: string, body: object) => client.ok("POST", `/v3/contracts/${id}/performance-obligations`, body);
const list = async (id: string, query = ""): Promise<Json[]> =>
  (await client.ok("GET", `/v3/contracts/${id}/performance-obligations${query}`)).data;
const reasons = async (id: string): Promise<string[]> =>
  (await client.ok("GET", `/v3/contracts/${id}`)).blockReasons.map(({ code }: Json) => code);
const months = (pob: Json) => pob.recognizedRevenue.map(({ timeframe, total }: Json) => `${timeframe} ${total}`);
const inMonthsFrom = (first: number) => (total: string, index: number) => `2026-0${first + index} ${total}`;
/** A contract with one term, and the group of it. */
async function contractWith(term: object, contract: object = {}) {
  const id = await client.contract(contract);
  const { billingTermGroupId: group, id: termId } = await addTerm(id, term);
  return { id, group, termId };
}

describe("from billing to revenue", () => {
  test("a bundle is blocked until its stated prices equal its billing, then earns by their patterns", async () => {
    const { id, group } = await contractWith(flat("1200.00"));
    assert.deepEqual(await reasons(id), ["MISSING_POB"]);
    const first = await saved(id, {
      billingTermGroupId: group,
      toCreate: [stated("900.00", { name: "Licence" })],
    });
    assert.deepEqual(
      first.warnings.map(({ code }: Json) => code),
      ["GROUP_UNBALANCED"],
    );
    assert.deepEqual(await reasons(id), ["TRANSACTION_PRICE_UNALLOCATED"]);
    const setup = stated("300.00", {
      name: "Setup",
      recognitionPattern: "POINT_IN_TIME",
      recognitionDate: "2026-03-15",
    });
    const second = await saved(id, { billingTermGroupId: group, toCreate: [setup] });
    assert.deepEqual([second.warnings, await reasons(id)], [[], []]);
    await client.approve(id);

    const [shownSetup, licence] = await list(id, `?billingTermGroupId=${group}`);
    assert.deepEqual(months(shownSetup), ["2026-03 300.00"]);
    assert.deepEqual(months(licence).slice(0, 2), ["2026-01 75.00", "2026-02 75.00"]);
    assert.deepEqual(
      [licence.transactionPrice, licence.allocatedPrice, licence.remaining, licence.status, licence.hasSentInvoice],
      ["900.00", "900.00", "900.00", "ACTIVE", true],
    );
    assert.equal((await list(id, `?billingTermGroupId=${unknownId}`)).length, 0);
  });

  test("seats added after approval are recognized, though no stated price rises", async () => {
    const seats = { ...flat("100.00"), billingType: "UNIT", quantity: "10", seatConfig: {} };
    const { id, group, termId } = await contractWith({
      ...seats,
      pricing: [{ amount: "120.00", amountType: "PER_ITEM" }],
    });
    await saved(id, { billingTermGroupId: group, toCreate: [stated("1200.00")] });
    await client.approve(id);
    const path = `/v3/contracts/${id}/billing-terms/${termId}/seat-amendment`;
    await client.ok("POST", path, { effectiveDate: "2026-07-01", delta: "5" });
    await client.drainOutbox();
    const { data } = await client.ok("GET", `/v3/revenue-schedules?filter=contractId:eq:${id}&limit=1000`);
    const total = (from: string) =>
      data
        .filter(({ timeframe }: Json) => timeframe >= from)
        .reduce((sum: number, { amount }: Json) => sum + Math.round(Number(amount) * 100), 0);
    const { data: lines } = await client.ok("GET", `/v3/contracts/${id}/invoice-schedule`);
    const billed = lines.reduce((sum: number, { subtotal }: Json) => sum + Math.round(Number(subtotal) * 100), 0);
    assert.ok(billed > 120_000, "more is billed than was stated");
    assert.equal(total("2026-01"), billed);
    assert.equal(total("2026-07") - 60_000, billed - 120_000, "and it is earned from the day on which the seats came");
  });

  test("an obligation that ends early lowers the stated prices by its part", async () => {
    const monthly = flat("100.00", { interval: "MONTH" });
    const { id, group, termId } = await contractWith(monthly);
    await saved(id, { billingTermGroupId: group, toCreate: [stated("900.00"), stated("300.00")] });
    await client.approve(id);
    await client.ok("PATCH", `/v3/contracts/${id}/billing-terms/${termId}/terminate`, { endDate: "2026-06-30" });
    // Both were created at one moment, among which only their ids decide.
    const after = await list(id);
    assert.deepEqual(after.map((each) => [each.transactionPrice, each.serviceEndDate]).toSorted(), [
      ["150.00", "2026-06-30"],
      ["450.00", "2026-06-30"],
    ]);
  });

  test("manual months after an earlier end of service are removed, whoever ends it", async () => {
    const { id, group, termId } = await contractWith(flat("100.00", { interval: "MONTH" }));
    const toCreate = [stated("900.00"), stated("300.00")];
    const { created } = await saved(id, { billingTermGroupId: group, toCreate });
    await client.approve(id);
    for (const [index, total] of ["600.00", "120.00"].entries()) {
      const path = `/v3/performance-obligations/${created[index].id}/recognized`;
      await client.ok("POST", path, [{ timeframe: "2026-12", total }]);
    }
    const patched = await client.ok("PATCH", `/v3/contracts/${id}/performance-obligations/${created[0].id}`, {
      serviceEndDate: "2026-09-30",
    });
    assert.deepEqual(patched.performanceObligation.customRevenue, []);
    assert.deepEqual(months(patched.performanceObligation).at(-1), "2026-09 100.00");
    await client.ok("PATCH", `/v3/contracts/${id}/billing-terms/${termId}/terminate`, { endDate: "2026-06-30" });
    const after = await list(id);
    // The even share of nine months continues from that day; the manual months catch up.
    assert.deepEqual(after.map((each) => [each.transactionPrice, ...months(each)]).toSorted(), [
      ["150.00", ...[1, 2, 3, 4, 5, 6].map((month) => `2026-0${month} 25.00`)],
      ["450.00", "2026-01 85.17", ...["72.97", "72.96", "72.97", "72.96", "72.97"].map(inMonthsFrom(2))],
    ]);
  });

  test("prices are allocated by standalone selling price, in the contract or at once", async () => {
    const { id, group } = await contractWith(flat("1000.00"), { allocationMethod: "RELATIVE_SSP" });
    const toCreate = [stated("400.00"), stated("600.00", { standaloneSellingPrice: "300.00" })];
    const { created } = await saved(id, { billingTermGroupId: group, toCreate });
    assert.deepEqual(await reasons(id), ["SSP_MISSING"]);
    const path = `/v3/contracts/${id}/performance-obligations/${created[0].id}`;
    await client.ok("PATCH", path, { standaloneSellingPrice: "600.00" });
    const all = await list(id);
    assert.deepEqual(all.map((each) => [each.transactionPrice, each.allocatedPrice]).sort(), [
      ["400.00", "666.67"],
      ["600.00", "333.33"],
    ]);
    const answer = await saved(id, { billingTermGroupId: group, allocate: true });
    assert.deepEqual(answer.updated.map((each: Json) => each.transactionPrice).sort(), ["333.33", "666.67"]);
    assert.deepEqual(await reasons(id), []);
  });

  test("the implied performance obligation of an obligation is replaced by stated ones, and the obligation is gone", async () => {
    const id = await client.contract();
    const schedule = { ...flat("1200.00") };
    const added = await client.add(id, { ...service, billingSchedule: schedule });
    assert.deepEqual(await reasons(id), []);
    const answer = await saved(id, { billingTermGroupId: added.billingTermGroupId, toCreate: [stated("1200.00")] });
    assert.deepEqual(answer.deletedIds, [added.performanceObligationId]);
    assert.equal((await list(id)).length, 1);
    assert.deepEqual((await client.ok("GET", `/v3/contracts/${id}/obligations`)).data, []);
  });
});

describe("closed months", () => {
  test("tie out whatever a group with stated prices bills later, and closing again posts nothing", async () => {
    const closing = clientOf(api, await withPobs(api));
    const id = await closing.contract();
    const path = `/v3/contracts/${id}`;
    const term = await closing.ok("POST", `${path}/billing-terms`, flat("100.00", { interval: "MONTH" }));
    const batch = { billingTermGroupId: term.billingTermGroupId, toCreate: [stated("900.00"), stated("300.00")] };
    const { created } = await closing.ok("POST", `${path}/performance-obligations`, batch);
    await closing.approve(id);
    const revenue = async (month: string) => (await closing.balances(month))("REVENUE");
    const close = (month: string) => closing.ok("POST", `/v3/month-end-close/close-period?month=${month}`);
    await closing.advance("2026-02-01T12:00:00Z");
    await close("2026-01");
    assert.equal(await revenue("2026-01"), "-100.00");
    await closing.advance("2026-03-01T12:00:00Z");
    const dearer = { pricing: [{ amount: "130.00", amountType: "TOTAL_INVOICE" }], effectiveDate: "2026-04-01" };
    await closing.ok("PATCH", `${path}/billing-terms/${term.id}`, dearer);
    await close("2026-02");
    assert.equal(await revenue("2026-02"), "-200.00");
    await closing.advance("2026-05-01T12:00:00Z");
    await close("2026-04");
    assert.equal(await revenue("2026-04"), "-430.00", "April earns 130.00");
    await closing.ok("PATCH", `${path}/billing-terms/${term.id}/terminate`, { endDate: "2026-06-30" });
    await closing.advance("2026-07-01T12:00:00Z");
    await close("2026-06");
    assert.equal(await revenue("2026-05"), "-560.00", "what the term bills no more was not earned of these months");
    assert.equal(await revenue("2026-06"), "-690.00", "all that was billed is earned, to the cent");
    assert.equal((await closing.balances("2026-06"))("CONTRACT_LIABILITY"), "0.00");

    const rejected = await closing.send("POST", `${path}/performance-obligations`, {
      billingTermGroupId: term.billingTermGroupId,
      toDelete: [created[0].id],
    });
    assert.deepEqual(rejection(rejected).slice(0, 2), [400, "POB_HAS_RECOGNIZED_REVENUE"]);
    const { data } = await closing.ok("GET", `${path}/performance-obligations`);
    assert.ok(data.every(({ status, remaining }: Json) => status === "SATISFIED" && remaining === "0.00"));
    assert.equal(
      data.reduce((sum: number, { recognizedToDate }: Json) => sum + Number(recognizedToDate) * 100, 0),
      69_000,
      "what came beyond the stated prices is shown once it is posted",
    );
  });
});

test("a performance obligation deleted after a price change keeps its open months before it, also in the list", async () => {
  const own = clientOf(api, await withPobs(api, "2026-01-08T12:00:00Z"));
  const id = await own.contract();
  const path = `/v3/contracts/${id}`;
  const { billingTermGroupId } = await own.ok("POST", `${path}/billing-terms`, flat("1200.00", { interval: "YEAR" }));
  const asBilled = { name: "As billed", recognitionPattern: "RECOGNIZE_AS_BILLED", standaloneSellingPrice: null };
  const toCreate = [stated("1200.00"), asBilled];
  const batch = await own.ok("POST", `${path}/performance-obligations`, { billingTermGroupId, toCreate });
  const setup = batch.created[0].id;
  await own.approve(id);
  await own.advance("2026-03-07T12:00:00Z");
  const cheaper = { transactionPrice: "600.00", effectiveDate: "2026-03-07" };
  await own.ok("PATCH", `${path}/performance-obligations/${setup}`, cheaper);
  await own.ok("POST", `${path}/performance-obligations`, { billingTermGroupId, toDelete: [setup] });
  const rows = async () => {
    const list = await own.ok("GET", `/v3/revenue-schedules?filter=contractId:eq:${id}&limit=100`);
    return list.data
      .map((row: Json) => {
        const name = row.performanceObligationId === setup ? "Setup" : "As billed";
        return `${row.timeframe} ${name} ${row.source} ${row.amount} ${row.status}`;
      })
      .toSorted();
  };
  const marches = (status: string) => [
    `2026-03 As billed CATCH_UP 1200.00 ${status}`,
    `2026-03 Setup CATCH_UP -200.00 ${status}`,
  ];
  const earlier = (status: string) => [
    `2026-01 Setup PATTERN 100.00 ${status}`,
    `2026-02 Setup PATTERN 100.00 ${status}`,
  ];
  assert.deepEqual(await rows(), [...earlier("ACCRUED"), ...marches("ACCRUED")]);
  await own.ok("POST", "/v3/month-end-close/close-period?month=2026-02");
  assert.deepEqual(await rows(), [...earlier("POSTED"), ...marches("ACCRUED")]);
  assert.equal((await own.balances("2026-02"))("REVENUE"), "-200.00");
  await own.advance("2026-05-01T12:00:00Z");
  await own.ok("POST", "/v3/month-end-close/close-period?month=2026-04");
  assert.deepEqual(await rows(), [...earlier("POSTED"), ...marches("POSTED")]);
  const flux = await own.ok("GET", "/v3/reports/flux?month=2026-03");
  const [{ before, ended, caughtUp, after: inMarch }] = flux.rows;
  assert.deepEqual([before, ended, caughtUp, inMarch], ["100.00", "-100.00", "1000.00", "1000.00"]);
  const waterfall = await own.ok("GET", "/v3/reports/waterfall?month=2026-01");
  const { values } = waterfall.rows[0];
  assert.deepEqual([values["2026-01"], values["2026-03"]], ["100.00", "1000.00"]);
  const remaining = await own.ok("GET", "/v3/reports/remaining-performance-obligations?month=2026-02");
  assert.equal(remaining.totals.total, "1000.00");
  const { data } = await own.ok("GET", `${path}/performance-obligations`);
  assert.deepEqual(
    data.map(({ name }: Json) => name),
    ["As billed"],
  );
});

test("listed months stay as they are once they are closed", async () => {
  const own = clientOf(api, await withPobs(api));
  const id = await own.contract();
  const path = `/v3/contracts/${id}`;
  const { billingTermGroupId } = await own.ok("POST", `${path}/billing-terms`, flat("100.00"));
  const listed = (january: string, february: string) => [
    { timeframe: "2026-01", total: january },
    { timeframe: "2026-02", total: february },
  ];
  const custom = stated("100.00", { recognitionPattern: "CUSTOM", customRevenue: listed("60.00", "40.00") });
  const batch = { billingTermGroupId, toCreate: [custom] };
  const { created } = await own.ok("POST", `${path}/performance-obligations`, batch);
  await own.approve(id);
  await own.advance("2026-02-10T12:00:00Z");
  await own.ok("POST", "/v3/month-end-close/close-period?month=2026-01");
  const one = `${path}/performance-obligations/${created[0].id}`;
  const patch = (customRevenue: object[]) => own.send("PATCH", one, { customRevenue });
  const digest = await digestOf(api.connectionString);
  const at = "/customRevenue/0/timeframe PERIOD_CLOSED";
  assert.deepEqual(rejection(await patch(listed("10.00", "90.00"))), [400, "PERIOD_CLOSED", at]);
  const february = [{ timeframe: "2026-02", total: "100.00" }];
  assert.deepEqual(rejection(await patch(february)), [400, "PERIOD_CLOSED", "/customRevenue PERIOD_CLOSED"]);
  const december = { timeframe: "2025-12", total: "10.00" };
  assert.deepEqual(rejection(await patch([...listed("60.00", "30.00"), december])), [
    ...[400, "PERIOD_CLOSED", "/customRevenue/2/timeframe PERIOD_CLOSED"],
  ]);
  const toUpdate = [{ id: created[0].id, customRevenue: listed("10.00", "90.00") }];
  const inBatch = await own.send("POST", `${path}/performance-obligations`, { billingTermGroupId, toUpdate });
  assert.deepEqual(rejection(inBatch), [400, "PERIOD_CLOSED", `/toUpdate/0${at}`]);
  assert.equal(await digestOf(api.connectionString), digest);
  const later = [...listed("60.00", "30.00"), { timeframe: "2026-03", total: "10.00" }];
  const { performanceObligation } = await own.ok("PATCH", one, { customRevenue: later });
  assert.deepEqual(months(performanceObligation), ["2026-01 60.00", "2026-02 30.00", "2026-03 10.00"]);
});

test("a term that ends early loses the price of its later days; revenue of the days before stays", async () => {
  const own = clientOf(api, await withPobs(api));
  const id = await own.contract();
  const path = `/v3/contracts/${id}`;
  const monthly = flat("100.00", { interval: "MONTH" });
  const { id: ending, billingTermGroupId } = await own.ok("POST", `${path}/billing-terms`, monthly);
  await own.ok("POST", `${path}/billing-terms`, { ...monthly, billingTermGroupId });
  await own.ok("POST", `${path}/performance-obligations`, { billingTermGroupId, toCreate: [stated("2400.00")] });
  await own.approve(id);
  await own.advance("2026-02-10T12:00:00Z");
  await own.ok("POST", "/v3/month-end-close/close-period?month=2026-01");
  await own.ok("PATCH", `${path}/billing-terms/${ending}/terminate`, { endDate: "2026-06-30" });
  await own.drainOutbox();
  const { data } = await own.ok("GET", `/v3/revenue-schedules?filter=contractId:eq:${id}&limit=1000`);
  const byMonth = Map.groupBy(data as Json[], ({ timeframe }) => timeframe);
  const months = [...byMonth].map(([month, entries]) => [
    month,
    entries.reduce((sum, { amount }) => sum + Number(amount), 0),
  ]);
  assert.deepEqual(
    months.toSorted().map(([, amount]) => amount),
    [200, 200, 200, 200, 200, 200, 100, 100, 100, 100, 100, 100],
  );
});

describe("patterns", () => {
  test("milestones, progress and manual months recognize the stated amounts", async () => {
    const { id, group } = await contractWith(flat("1200.00"));
    const milestones = [
      { name: "Design", weight: "1", reachedDate: "2026-01-10" },
      { name: "Build", weight: "2" },
    ];
    const { created } = await saved(id, {
      billingTermGroupId: group,
      toCreate: [
        stated("300.00", { recognitionPattern: "MILESTONE", milestones }),
        stated("500.00", {
          recognitionPattern: "PERCENT_COMPLETE",
          progress: [{ asOf: "2026-01-12", percentComplete: "0.35" }],
        }),
        stated("400.00", {
          recognitionPattern: "CUSTOM",
          customRevenue: [
            { timeframe: "2026-02", total: "150.00" },
            { timeframe: "2026-05", total: "250.00" },
          ],
        }),
      ],
    });
    assert.deepEqual(created.map(months), [
      ["2026-01 100.00"],
      ["2026-01 175.00"],
      ["2026-02 150.00", "2026-05 250.00"],
    ]);
    const behind = { progress: [{ asOf: "2026-01-12", percentComplete: "0.2" }] };
    const path = `/v3/contracts/${id}/performance-obligations/${created[1].id}`;
    assert.deepEqual(rejection(await client.send("PATCH", path, behind)), [
      400,
      "VALIDATION_FAILED",
      "/progress RANGE",
    ]);
    const { performanceObligation } = await client.ok("PATCH", path, { ...behind, correction: true });
    assert.deepEqual(months(performanceObligation), ["2026-01 100.00"]);
  });

  test("a milestone with the name of a term is reached with the term, one with its own day is not", async () => {
    const goLive = { name: "Go-live", interval: "NONE", trigger: "MILESTONE", endDate: "2026-01-01" };
    const { id, group, termId } = await contractWith(flat("900.00", goLive));
    const { created } = await saved(id, {
      billingTermGroupId: group,
      toCreate: [
        stated("600.00", {
          recognitionPattern: "MILESTONE",
          milestones: [
            { name: "Go-live", weight: "1" },
            { name: "Acceptance", weight: "2" },
          ],
        }),
        stated("300.00", {
          recognitionPattern: "MILESTONE",
          milestones: [{ name: "Go-live", weight: "1", reachedDate: "2026-01-05" }],
        }),
      ],
    });
    await client.approve(id);
    const reach = (reachedOn: string) =>
      client.ok("POST", `/v3/contracts/${id}/billing-terms/${termId}/milestone`, { reachedOn });
    const listed = async () => {
      const pobs = await list(id);
      return created.map((each: Json) => pobs.find((pob) => pob.id === each.id));
    };
    const reachedDates = ({ milestones }: Json) => milestones.map((each: Json) => each.reachedDate ?? null);
    assert.deepEqual(created.map(months), [[], ["2026-01 300.00"]]);
    await reach("2026-01-12");
    assert.deepEqual((await listed()).map(reachedDates), [["2026-01-12", null], ["2026-01-05"]]);
    await client.drainOutbox();
    assert.deepEqual((await listed()).map(months), [["2026-01 200.00"], ["2026-01 300.00"]]);
  });

  test("a changed pattern adapts fields that were not sent, with a warning", async () => {
    const { id, group } = await contractWith(flat("1200.00"));
    const { created } = await saved(id, {
      billingTermGroupId: group,
      toCreate: [stated("1200.00", { serviceEndDate: "2027-06-30" })],
    });
    const path = `/v3/contracts/${id}/performance-obligations/${created[0].id}`;
    const asBilled = await client.send("PATCH", path, { recognitionPattern: "RECOGNIZE_AS_BILLED" });
    const { performanceObligation, warnings } = asBilled.body.payload;
    assert.deepEqual(asBilled.body.error.details.warnings, warnings);
    assert.deepEqual(
      warnings.map((each: Json) => [each.field, each.previousValue, each.newValue]),
      [
        ["serviceEndDate", "2027-06-30", "2026-12-31"],
        ["transactionPrice", "1200.00", null],
        ["considerationType", "FIXED", "VARIABLE"],
      ],
    );
    assert.deepEqual(
      [performanceObligation.transactionPrice, performanceObligation.considerationType],
      ["0.00", "VARIABLE"],
    );
    assert.deepEqual(await reasons(id), []);
    await client.approve(id);
    assert.deepEqual(months((await list(id))[0]), ["2026-01 1200.00"]);
    const back = { recognitionPattern: "POINT_IN_TIME" };
    assert.deepEqual(rejection(await client.send("PATCH", path, back)), [
      400,
      "VALIDATION_FAILED",
      "/transactionPrice REQUIRED",
    ]);
    const point = await client.ok("PATCH", path, { ...back, transactionPrice: "1200.00" });
    assert.deepEqual(
      point.warnings.map((each: Json) => [each.field, each.newValue]),
      [
        ["considerationType", "FIXED"],
        ["recognitionDate", "2026-12-31"],
      ],
    );
  });
});

describe("event types of a group", () => {
  test("a term and its performance obligation change their event type together or not at all", async () => {
    const [from, to] = [await eventType(), await eventType()];
    const { id, group, termId } = await contractWith(usage(from));
    const consumed = { recognitionPattern: "RECOGNIZE_AS_CONSUMED", eventTypeId: from };
    const { created } = await saved(id, { billingTermGroupId: group, toCreate: [consumed] });
    const pobId = created[0].id;
    const path = `/v3/contracts/${id}/billing-term-groups/${group}/event-type`;
    const change = (body: object) => client.send("PATCH", path, body);
    assert.deepEqual(rejection(await change({ toEventTypeId: unknownId })).slice(0, 2), [404, "EVENT_TYPE_NOT_FOUND"]);
    assert.deepEqual(rejection(await change({ toEventTypeId: to })), [
      400,
      "VALIDATION_FAILED",
      "/billingTermIds REQUIRED",
    ]);
    const foreign = { billingTermIds: [unknownId], performanceObligationIds: [pobId, pobId], toEventTypeId: to };
    assert.deepEqual(rejection(await change(foreign)), [
      400,
      "VALIDATION_FAILED",
      "/billingTermIds/0 BILLING_TERM_NOT_IN_GROUP",
      "/performanceObligationIds/1 DUPLICATE",
    ]);
    assert.deepEqual(rejection(await change({ billingTermIds: [termId], toEventTypeId: to })).slice(0, 2), [
      409,
      "EVENT_TYPE_INVARIANT",
    ]);
    const both = { billingTermIds: [termId], performanceObligationIds: [pobId], toEventTypeId: to };
    const dry = await client.ok("PATCH", `${path}?dryRun=true`, both);
    assert.deepEqual(dry.result.updatedBillingTermIds, [termId]);
    const { message: _message, ...moved } = (await change(both)).body.payload;
    assert.deepEqual(moved, { updatedBillingTermIds: [termId], updatedPerformanceObligationIds: [pobId] });
    const again = (await change(both)).body.payload;
    assert.deepEqual([again.updatedBillingTermIds, again.updatedPerformanceObligationIds], [[], []]);
    assert.equal((await list(id))[0].eventTypeId, to);
  });

  test("an event type without a usage term and a second performance obligation for one are rejected, a missing one is a block reason", async () => {
    const [billed, other, stranger] = [await eventType(), await eventType(), await eventType()];
    const { id, group } = await contractWith(usage(billed));
    await addTerm(id, usage(other, { billingTermGroupId: group }));
    const consumed = (eventTypeId: string) => ({ recognitionPattern: "RECOGNIZE_AS_CONSUMED", eventTypeId });
    const toCreate = [consumed(stranger), consumed(billed), consumed(billed)];
    assert.deepEqual(rejection(await save(id, { billingTermGroupId: group, toCreate })), [
      400,
      "EVENT_TYPE_INVARIANT",
      "/toCreate/0/eventTypeId EVENT_TYPE_INVARIANT",
      "/toCreate/2/eventTypeId EVENT_TYPE_INVARIANT",
    ]);
    const { warnings } = await saved(id, { billingTermGroupId: group, toCreate: [consumed(billed)] });
    assert.deepEqual(
      warnings.map(({ code }: Json) => code),
      ["EVENT_TYPE_UNCOVERED"],
    );
    assert.deepEqual(await reasons(id), ["EVENT_TYPE_UNCOVERED"]);
  });
});

describe("what is rejected", () => {
  test("every issue of a batch is listed at once, and nothing is saved", async () => {
    const { id, group } = await contractWith(flat("1200.00"));
    const { created } = await saved(id, { billingTermGroupId: group, toCreate: [stated("1200.00")] });
    const [{ id: pobId }] = created;
    const answer = await save(id, {
      billingTermGroupId: group,
      toDelete: [pobId, unknownId],
      toUpdate: [{ id: pobId, transactionPrice: "1.001" }],
      toCreate: [
        { recognitionPattern: "POINT_IN_TIME", productId: unknownId, milestones: [{ name: "a", weight: "1" }] },
        { ...stated("1.00"), recognitionPattern: "RECOGNIZE_AS_CONSUMED" },
        stated("5.00", { recognitionPattern: "CUSTOM", customRevenue: [{ timeframe: "2026-01", total: "4.00" }] }),
      ],
    });
    assert.deepEqual(rejection(answer), [
      400,
      "VALIDATION_FAILED",
      "/toDelete/0 DUPLICATE",
      "/toDelete/1 POB_NOT_FOUND",
      "/toUpdate/0/transactionPrice AMOUNT_INVALID",
      "/toCreate/0/productId PRODUCT_NOT_FOUND",
      "/toCreate/0/serviceStartDate REQUIRED",
      "/toCreate/0/serviceEndDate REQUIRED",
      "/toCreate/0/transactionPrice REQUIRED",
      "/toCreate/0/milestones CONFLICT",
      "/toCreate/0/recognitionDate REQUIRED",
      "/toCreate/1/serviceStartDate CONFLICT",
      "/toCreate/1/serviceEndDate CONFLICT",
      "/toCreate/1/transactionPrice CONFLICT",
      "/toCreate/1/eventTypeId REQUIRED",
      "/toCreate/2/customRevenue CUSTOM_REVENUE_UNBALANCED",
    ]);
    assert.equal((await list(id)).length, 1);
    const unknown = async (part: object) => rejection(await save(id, { billingTermGroupId: group, ...part }));
    assert.deepEqual((await unknown({ toDelete: [unknownId] })).slice(0, 2), [404, "POB_NOT_FOUND"]);
    assert.deepEqual((await unknown({ toUpdate: [{ id: unknownId }] })).slice(0, 2), [404, "POB_NOT_FOUND"]);
    for (const [field, code] of [
      ["productId", "PRODUCT_NOT_FOUND"],
      ["categoryId", "CATEGORY_NOT_FOUND"],
    ] as const) {
      const toCreate = [stated("5.00", { [field]: unknownId })];
      assert.deepEqual((await unknown({ toCreate })).slice(0, 2), [404, code]);
    }
    const { billingTermGroupId: other } = await client.ok("POST", `/v3/contracts/${id}/billing-terms`, flat("10.00"));
    const elsewhere = await save(id, { billingTermGroupId: other, toDelete: [pobId] });
    assert.deepEqual(rejection(elsewhere).slice(0, 2), [400, "POB_NOT_IN_GROUP"]);
    const missing = await save(id, { billingTermGroupId: unknownId, toDelete: [pobId] });
    assert.deepEqual(rejection(missing).slice(0, 2), [404, "BILLING_TERM_GROUP_NOT_FOUND"]);
    const path = `/v3/contracts/${id}/performance-obligations/${unknownId}`;
    assert.deepEqual(rejection(await client.send("PATCH", path, { name: "Other" })), [404, "POB_NOT_FOUND"]);
  });

  test("an invalid month", async () => {
    const { id, group } = await contractWith(flat("1200.00"));
    const custom = stated("1200.00", {
      recognitionPattern: "CUSTOM",
      customRevenue: [{ timeframe: "2026-01", total: "1200.00" }],
    });
    const { created } = await saved(id, { billingTermGroupId: group, toCreate: [custom] });
    const [{ id: pobId }] = created;
    const customRevenue = [{ timeframe: "2026-13", total: "1200.00" }];
    const inBatch = await save(id, { billingTermGroupId: group, toUpdate: [{ id: pobId, customRevenue }] });
    const at = "/customRevenue/0/timeframe INVALID_MONTH";
    assert.deepEqual(rejection(inBatch), [400, "INVALID_MONTH", `/toUpdate/0${at}`]);
    const alone = await client.send("PATCH", `/v3/contracts/${id}/performance-obligations/${pobId}`, { customRevenue });
    assert.deepEqual(rejection(alone), [400, "INVALID_MONTH", at]);
    const recognized = await client.send("POST", `/v3/performance-obligations/${pobId}/recognized`, customRevenue);
    assert.deepEqual(rejection(recognized).slice(0, 2), [400, "CUSTOM_REVENUE_TIMEFRAME_MISSING"]);
  });

  test("without the feature every endpoint of groups and performance obligations gives one answer, for any id", async () => {
    const off = clientOf(api, api.merchants.A);
    const contract = `/v3/contracts/${unknownId}`;
    const calls: [string, string, object?][] = [
      ["GET", "/v3/performance-obligations"],
      ["GET", `${contract}/performance-obligations`],
      ["GET", `${contract}/billing-term-groups`],
      ["DELETE", `${contract}/billing-term-groups/${unknownId}`],
      ["PATCH", `${contract}/billing-term-groups/${unknownId}/event-type`, { toEventTypeId: unknownId }],
      ["POST", `${contract}/performance-obligations`, { billingTermGroupId: unknownId }],
      ["PATCH", `${contract}/performance-obligations/${unknownId}`, {}],
      ["POST", `/v3/performance-obligations/${unknownId}/recognized`, [{ timeframe: "2026-01", total: "1.00" }]],
    ];
    for (const [method, path, body] of calls) {
      const answer = await off.send(method, path, body);
      assert.deepEqual([path, ...rejection(answer)], [path, 400, "FEATURE_NOT_ENABLED"]);
    }
  });

  test("deleting a group deletes all that is in it, unless something is invoiced or recognized", async () => {
    const { id, group, termId } = await contractWith(flat("1200.00"));
    const { created } = await saved(id, { billingTermGroupId: group, toCreate: [stated("1200.00")] });
    const groups = async () => (await client.ok("GET", `/v3/contracts/${id}/billing-term-groups`)).data;
    const [shown] = await groups();
    assert.deepEqual([shown.billingTermIds, shown.performanceObligationIds], [[termId], [created[0].id]]);
    const second = await addTerm(id, flat("10.00"));
    const path = (groupId: string) => `/v3/contracts/${id}/billing-term-groups/${groupId}`;
    await client.ok("DELETE", path(second.billingTermGroupId));
    assert.equal((await groups()).length, 1);
    const third = await addTerm(id, flat("0.00"));
    const newestFirst = [third.billingTermGroupId, group];
    assert.deepEqual(
      (await groups()).map((each: Json) => each.id),
      newestFirst,
    );
    await client.ok("DELETE", path(third.billingTermGroupId));
    await client.approve(id);
    assert.deepEqual(rejection(await client.send("DELETE", path(group))).slice(0, 2), [400, "GROUP_NOT_DELETABLE"]);
    assert.deepEqual(rejection(await client.send("DELETE", path(unknownId))).slice(0, 2), [
      404,
      "BILLING_TERM_GROUP_NOT_FOUND",
    ]);
  });
});
