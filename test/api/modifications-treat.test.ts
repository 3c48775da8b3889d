import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { required } from "../../src/kernel/assert.ts";
import { add, formatMoney, type Money, parseMoney } from "../../src/kernel/money.ts";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, close, priced, rejection, unknownId } from "../support/client.ts";
import { dryThenReal } from "../support/dry-run.ts";
import { withPobs } from "../support/pobs.ts";
import { seatBody, termBody } from "../support/term-client.ts";
import { usd } from "../support/terms.ts";

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => api.close());

const book = async (clock = "2026-01-15T12:00:00Z"): Promise<Client> => clientOf(api, await withPobs(api, clock));

const year = {
  startDate: "2026-01-01",
  endDate: "2026-12-31",
  interval: "YEAR",
  invoiceDateStrategy: "FIRST_OF_PERIOD",
};
const service = { serviceStartDate: "2026-01-01", serviceEndDate: "2026-12-31" };

/** An approved contract of one flat term and one stated performance obligation of the same price. */
async function setup(client: Client, { price, term = {}, pob = {}, contract = {} }: Book) {
  const id = await client.contract(contract);
  const path = `/v3/contracts/${id}`;
  const body = { name: "Service", ...year, billingType: "FLAT", ...priced(price), ...term };
  const { id: termId, billingTermGroupId } = await client.ok("POST", `${path}/billing-terms`, body);
  const toCreate = [{ ...service, transactionPrice: price, ...pob }];
  const { created } = await client.ok("POST", `${path}/performance-obligations`, { billingTermGroupId, toCreate });
  await client.approve(id);
  const pobId: string = created[0].id;
  return { id, path, termId: termId as string, group: billingTermGroupId as string, pobId };
}
type Book = { price: string; term?: object; pob?: object; contract?: object };

/** More fixed billing for a stated performance obligation: a term of its group, and the new price. */
async function bill(
  client: Client,
  { path, group, pobId }: Awaited<ReturnType<typeof setup>>,
  term: object,
  to: object,
) {
  const body = { name: "More", ...year, billingType: "FLAT", billingTermGroupId: group, ...term };
  const added = await client.ok("POST", `${path}/billing-terms`, body);
  const batch = { billingTermGroupId: group, toUpdate: [{ id: pobId, ...to }] };
  await client.ok("POST", `${path}/performance-obligations`, batch);
  return added.id as string;
}

/** A contract's revenue by month, or by a part of it: four digits are a year. */
async function revenueOf(client: Client, contractId: string, digits = 7): Promise<Record<string, string>> {
  const { data } = await client.ok("GET", `/v3/revenue-schedules?filter=contractId:eq:${contractId}&limit=1000`);
  const byTime = new Map<string, Money>();
  for (const { timeframe, amount } of data) {
    const key = timeframe.slice(0, digits);
    byTime.set(key, add(byTime.get(key) ?? usd(0), required(parseMoney(amount, "USD"), amount)));
  }
  const shown = [...byTime].filter(([, { minor }]) => minor !== 0n).sort();
  return Object.fromEntries(shown.map(([key, amount]) => [key, formatMoney(amount)]));
}

const logOf = async (client: Client, contractId: string): Promise<Json[]> =>
  (await client.ok("GET", `/v3/contracts/${contractId}/modifications?limit=100`)).data;

describe("published examples, month by month", () => {
  test("IFRS 15 Example 7: blend and extend is 70,000 in each year that is left", async () => {
    const client = await book();
    const contract = await setup(client, {
      price: "300000.00",
      term: { endDate: "2028-12-31", invoiceDateStrategy: "ARREARS", ...priced("100000.00") },
      pob: { serviceEndDate: "2028-12-31" },
    });
    await client.advance("2028-01-01T12:00:00Z");
    await close(client, "2027-12");
    const before = await revenueOf(client, contract.id, 4);
    assert.deepEqual(before, { 2026: "100000.00", 2027: "100000.00", 2028: "100000.00" });

    const { path, termId } = contract;
    await client.ok("PATCH", `${path}/billing-terms/${termId}`, { ...priced("80000.00"), effectiveDate: "2028-01-01" });
    const extension = { startDate: "2029-01-01", endDate: "2031-12-31", interval: "YEAR" };
    await bill(
      client,
      contract,
      { ...extension, interval: "QUARTER", intervalFrequency: 12, ...priced("200000.00") },
      {
        transactionPrice: "480000.00",
        serviceEndDate: "2031-12-31",
        effectiveDate: "2028-01-01",
      },
    );
    assert.deepEqual(await revenueOf(client, contract.id, 4), {
      2026: "100000.00",
      2027: "100000.00",
      2028: "70000.00",
      2029: "70000.00",
      2030: "70000.00",
      2031: "70000.00",
    });
    const log = await logOf(client, contract.id);
    assert.deepEqual(
      log.map(({ kind, treatment }) => [kind, treatment]),
      [
        ["TERM_PRICE", "PROSPECTIVE"],
        ["TERM_ADDED", "PROSPECTIVE"],
        ["PERFORMANCE_OBLIGATION_PRICE", "PROSPECTIVE"],
      ],
    );
    await client.advance("2028-02-15T12:00:00Z");
    await close(client, "2028-01");
    assert.equal((await revenueOf(client, contract.id))["2028-01"], "5833.33");
  });

  test("IFRS 15 Example 8: one obligation in part satisfied catches up 91,463.41", async () => {
    const client = await book();
    const contract = await setup(client, {
      price: "1000000.00",
      pob: { recognitionPattern: "PERCENT_COMPLETE", serviceEndDate: "2027-12-31" },
    });
    const { path, pobId } = contract;
    await client.advance("2026-12-31T12:00:00Z");
    const report = (percentComplete: string) => ({ progress: [{ asOf: "2026-12-31", percentComplete }] });
    await client.ok("PATCH", `${path}/performance-obligations/${pobId}`, report("0.6"));
    await client.advance("2027-01-10T12:00:00Z");
    await close(client, "2026-12");
    assert.deepEqual(await revenueOf(client, contract.id), { "2026-12": "600000.00" });

    const progress = { progress: [...report("0.6").progress, { asOf: "2027-01-10", percentComplete: "0.51219512" }] };
    const more = {
      startDate: "2027-01-10",
      endDate: "2027-12-31",
      interval: "YEAR",
      ...priced("350000.00"),
      prorationPolicy: "NONE",
    };
    await bill(client, contract, more, { transactionPrice: "1350000.00", ...progress, correction: true });
    assert.deepEqual(await revenueOf(client, contract.id), { "2026-12": "600000.00", "2027-01": "91463.41" });
    const [, price] = await logOf(client, contract.id);
    assert.deepEqual([price?.kind, price?.treatment], ["PERFORMANCE_OBLIGATION_PRICE", "CUMULATIVE_CATCH_UP"]);
    assert.match(price?.paragraph, /25-13\(b\)/);
  });

  test("IFRS 15 Example 5, case A: goods added at their own price are a contract of their own", async () => {
    const client = await book();
    const prices = [{ currency: "USD", amount: "95.00", validFrom: "2026-01-01" }];
    const product = await client.ok("POST", "/v3/products", { name: "Goods", standaloneSellingPrices: prices });
    const contract = await setup(client, { price: "12000.00" });
    await client.advance("2026-07-01T12:00:00Z");
    await close(client, "2026-06");
    const before = await revenueOf(client, contract.id);
    const { path } = contract;
    const goods = {
      ...year,
      startDate: "2026-07-01",
      interval: "NONE",
      productId: product.id,
      billingType: "UNIT",
      quantity: "30",
    };
    await client.ok("POST", `${path}/billing-terms`, {
      name: "More",
      ...goods,
      ...priced("95.00", "PER_ITEM"),
      endDate: "2026-12-31",
    });
    const dearer = { ...goods, ...priced("80.00", "PER_ITEM"), endDate: "2026-12-31" };
    await client.ok("POST", `${path}/billing-terms`, { name: "Cheaper", ...dearer });
    const [separate, prospective, ...rest] = await logOf(client, contract.id);
    assert.deepEqual(rest, []);
    assert.deepEqual([separate?.treatment, separate?.effect.total], ["SEPARATE_CONTRACT", "2850.00"]);
    assert.deepEqual([prospective?.treatment, prospective?.effect.total], ["PROSPECTIVE", "2400.00"]);
    const after = await revenueOf(client, contract.id);
    assert.deepEqual([before["2026-06"], after["2026-06"]], ["1000.00", "1000.00"]);
    assert.equal(after["2026-12"], "1875.00", "1,000.00 as before, 2,850.00 ÷ 6 and 2,400.00 ÷ 6");
  });
});

describe("a price raised by 600.00 after five months of twelve", () => {
  async function raised() {
    const client = await book();
    const contract = await setup(client, { price: "1200.00" });
    await client.advance("2026-06-01T12:00:00Z");
    await close(client, "2026-05");
    const rest = { startDate: "2026-06-01", endDate: "2026-12-31", prorationPolicy: "NONE", ...priced("600.00") };
    await bill(client, contract, rest, { transactionPrice: "1800.00" });
    await client.drainOutbox();
    const log = await logOf(client, contract.id);
    const [added, modification] = ["TERM_ADDED", "PERFORMANCE_OBLIGATION_PRICE"].map((kind) =>
      log.find((each) => each.kind === kind),
    );
    const treat = (body: object, query = "") =>
      client.send("PATCH", `${contract.path}/modifications/${modification?.id}${query}`, body);
    return { client, ...contract, added, modification, treat };
  }

  test("is spread over the seven remaining months, and the decision log says why", async () => {
    const { client, id, added, modification, pobId } = await raised();
    const revenue = await revenueOf(client, id);
    assert.deepEqual([revenue["2026-05"], revenue["2026-06"], revenue["2026-12"]], ["100.00", "185.71", "185.71"]);
    const { effect, changes, ...rest } = modification ?? {};
    assert.deepEqual(
      [
        rest.performanceObligationId,
        rest.effectiveDate,
        rest.bookMonth,
        rest.proposedTreatment,
        rest.paragraph,
        rest.choices,
      ],
      [pobId, "2026-06-01", "2026-06", "PROSPECTIVE", "ASC 606-10-25-13(a); IFRS 15.21(a)", []],
    );
    assert.deepEqual(changes, [{ path: "transactionPrice", from: "1200.00", to: "1800.00" }]);
    // The term brought 600.00 more, over the days it is billed for; the price has them earned by the obligation instead.
    assert.deepEqual(
      [added?.effect.catchUp, added?.effect.months[0], added?.effect.total],
      ["0.00", { timeframe: "2026-06", amount: "85.71" }, "600.00"],
    );
    assert.deepEqual([effect.catchUp, effect.months, effect.total], ["0.00", [], "0.00"]);
  });

  test("catches up 250.00 where the request states that the rest is not distinct", async () => {
    const { client, id, path, treat, pobId, modification } = await raised();
    const body = { treatment: "CUMULATIVE_CATCH_UP", reason: "One project, not twelve months of it." };
    const dry = await treat(body, "?dryRun=true");
    const june = dry.body.payload.plan.revenue.find(({ timeframe }: Json) => timeframe === "2026-06");
    assert.deepEqual([june?.performanceObligationId, june?.before, june?.after], [pobId, "185.71", "400.00"]);
    assert.equal((await revenueOf(client, id))["2026-06"], "185.71", "a dry run keeps nothing");
    const write = { method: "PATCH", path: `${path}/modifications/${modification?.id}`, body, contractId: id };
    const payload = await dryThenReal(api, client, write);
    assert.equal(payload.result.treatment, body.treatment);
    assert.deepEqual(
      payload.plan.modifications.map(({ treatment, paragraph, reason }: Json) => [treatment, paragraph, reason]),
      [[body.treatment, "ASC 606-10-25-13(b); IFRS 15.21(b)", body.reason]],
    );

    const answer = await treat(body);
    assert.equal(answer.status, 200);
    assert.equal(answer.body.payload.treatment, "CUMULATIVE_CATCH_UP");
    assert.equal(answer.body.payload.effect.catchUp, "250.00");
    const [choice, ...others] = answer.body.payload.choices;
    assert.deepEqual([others, choice.reason, choice.actor.kind, choice.bookMonth], [[], body.reason, "KEY", "2026-06"]);
    const revenue = await revenueOf(client, id);
    assert.deepEqual([revenue["2026-05"], revenue["2026-06"], revenue["2026-07"]], ["100.00", "400.00", "150.00"]);
    const told = ["entityType:eq:CONTRACT_MODIFICATION", `entityId:eq:${modification?.id}`];
    const audit = await client.ok("GET", `/v3/audit-log?${told.map((each) => `filter=${each}`).join("&")}`);
    const noted = audit.data.pop();
    assert.deepEqual([noted.action, noted.reason], ["contract-modification.record", null]);
    assert.deepEqual(
      audit.data.map(({ action, reason, changes }: Json) => [action, reason, changes]),
      [
        ["contract-modification.treat", body.reason, []],
        [
          "contract-modification.treat",
          body.reason,
          [{ path: "treatment", from: "PROSPECTIVE", to: "CUMULATIVE_CATCH_UP" }],
        ],
      ],
    );

    await client.advance("2026-07-10T12:00:00Z");
    await close(client, "2026-06");
    assert.equal((await treat({ treatment: "PROSPECTIVE", reason: "It is a service by the month." })).status, 200);
    const back = await revenueOf(client, id);
    assert.deepEqual([back["2026-06"], back["2026-07"], back["2026-08"]], ["400.00", "-28.57", "185.71"]);
    await client.advance("2026-08-05T12:00:00Z");
    await close(client, "2026-07");
    assert.equal((await revenueOf(client, id))["2026-07"], "-28.57", "posted as it was planned");
  });

  test("or lowered without lower billing gives the rest to the residual, from the same day", async () => {
    const client = await book();
    const { id, path, pobId } = await setup(client, { price: "1200.00" });
    await client.advance("2026-06-01T12:00:00Z");
    await close(client, "2026-05");
    await client.ok("PATCH", `${path}/performance-obligations/${pobId}`, { transactionPrice: "600.00" });
    assert.deepEqual(new Set(Object.values(await revenueOf(client, id))), new Set(["100.00"]));
    const [change] = await logOf(client, id);
    assert.deepEqual([change?.effect.total, change?.effect.catchUp], ["0.00", "0.00"]);
    const choice = { treatment: "CUMULATIVE_CATCH_UP", reason: "It was never worth more." };
    await client.ok("PATCH", `${path}/modifications/${change?.id}`, choice);
    assert.deepEqual(new Set(Object.values(await revenueOf(client, id))), new Set(["100.00"]));
  });

  test("rejects a treatment that its pattern cannot carry out", async () => {
    const { client, id, path, treat, termId } = await raised();
    const reason = "Because.";
    assert.deepEqual(rejection(await treat({ treatment: "SEPARATE_CONTRACT", reason })), [
      400,
      "TREATMENT_NOT_POSSIBLE",
    ]);
    assert.deepEqual(rejection(await treat({ treatment: "MIXED", reason })), [400, "TREATMENT_NOT_POSSIBLE"]);
    assert.equal((await treat({ treatment: "PROSPECTIVE" })).status, 400);
    const unknown = await client.send("PATCH", `${path}/modifications/${unknownId}`, {
      treatment: "PROSPECTIVE",
      reason,
    });
    assert.deepEqual(rejection(unknown), [404, "MODIFICATION_NOT_FOUND"]);
    const added = (await logOf(client, id)).find(({ kind }) => kind === "TERM_ADDED");
    const catchUp = { treatment: "CUMULATIVE_CATCH_UP", reason };
    const ofTerm = await client.send("PATCH", `${path}/modifications/${added?.id}`, catchUp);
    assert.deepEqual(rejection(ofTerm), [400, "TREATMENT_NOT_POSSIBLE"]);
    assert.notEqual(added?.billingTermId, termId);
  });
});

describe("a changed price of a term", () => {
  test("applies from its effective day, or from the first day where catch-up is chosen", async () => {
    const client = clientOf(api, await api.newMerchant("2026-01-15T12:00:00Z"));
    const contract = await client.contract();
    const path = `/v3/contracts/${contract}`;
    const term = { ...year, interval: "MONTH", invoiceDateStrategy: "ARREARS", billingType: "FLAT", name: "Service" };
    const { id } = await client.ok("POST", `${path}/billing-terms`, { ...term, ...priced("100.00") });
    await client.approve(contract);
    assert.deepEqual(await logOf(client, contract), []);
    await client.advance("2026-06-01T12:00:00Z");
    await close(client, "2026-05");
    await client.ok("PATCH", `${path}/billing-terms/${id}`, priced("220.00"));
    const [price] = await logOf(client, contract);
    assert.deepEqual([price?.kind, price?.treatment, price?.effect.total], ["TERM_PRICE", "PROSPECTIVE", "840.00"]);
    const before = await revenueOf(client, contract);
    assert.deepEqual([before["2026-05"], before["2026-06"], before["2026-12"]], ["100.00", "220.00", "220.00"]);

    const choice = { treatment: "CUMULATIVE_CATCH_UP", reason: "The price is for the year." };
    const treated = await client.ok("PATCH", `${path}/modifications/${price?.id}`, choice);
    assert.equal(treated.effect.catchUp, "350.00");
    const after = await revenueOf(client, contract);
    assert.deepEqual([after["2026-05"], after["2026-06"], after["2026-12"]], ["100.00", "520.00", "170.00"]);
    await client.ok("PATCH", `${path}/billing-terms/${id}/terminate`, { endDate: "2026-09-30" });
    const [, end] = await logOf(client, contract);
    assert.deepEqual([end?.kind, end?.treatment, end?.effect.catchUp], ["TERM_TERMINATED", "PROSPECTIVE", "0.00"]);
    const terminatedAt = end?.changes.find(({ path }: Json) => path === "terminatedAt")?.to;
    const { data: terms } = await client.ok("GET", `${path}/billing-terms`);
    assert.equal(
      terminatedAt,
      terms.find((term: Json) => term.id === id).terminatedAt,
      "an instant as the term has it",
    );
  });

  test("keeps the amount that it moves between performance obligations with and without progress, in no month yet", async () => {
    const client = await book("2026-01-10T12:00:00Z");
    const contract = await client.contract({ allocationMethod: "RELATIVE_SSP" });
    const path = `/v3/contracts/${contract}`;
    const body = { name: "Project", ...year, interval: "NONE", billingType: "FLAT", ...priced("2000.00") };
    const { id, billingTermGroupId } = await client.ok("POST", `${path}/billing-terms`, body);
    const half = { ...service, transactionPrice: "1000.00", standaloneSellingPrice: "1000.00" };
    const { created } = await client.ok("POST", `${path}/performance-obligations`, {
      billingTermGroupId,
      toCreate: [half, { ...half, recognitionPattern: "PERCENT_COMPLETE" }],
    });
    await client.approve(contract);
    await client.ok("PATCH", `${path}/billing-terms/${id}/terminate`, { endDate: "2026-01-05", creditUnused: true });
    await client.drainOutbox();
    const effect = async () => (await logOf(client, contract)).at(-1)?.effect;
    // The price stays; what the days removed have no part in is for the performance obligation that is still to be
    // done.
    assert.deepEqual([(await effect()).total, (await effect()).undated], ["-986.56", "986.56"]);
    const progress = [{ asOf: "2026-01-10", percentComplete: "0.5" }];
    await client.ok("PATCH", `${path}/performance-obligations/${created[1].id}`, { progress });
    assert.deepEqual([(await effect()).total, (await effect()).undated], ["-493.28", "493.28"]);
  });

  test("for seats: seats added at their selling price are a separate contract, open-ended ones cannot catch up", async () => {
    const client = clientOf(api, await api.newMerchant("2026-01-15T12:00:00Z"));
    const prices = [{ currency: "USD", amount: "10.00", validFrom: "2026-01-01" }];
    const product = await client.ok("POST", "/v3/products", { name: "Seat", standaloneSellingPrices: prices });
    const contract = await client.contract();
    const path = `/v3/contracts/${contract}`;
    const seats = {
      ...year,
      endDate: null,
      interval: "MONTH",
      billingType: "UNIT",
      quantity: "5",
      seatConfig: {},
      name: "Seats",
    };
    const term = { ...seats, productId: product.id, ...priced("10.00", "PER_ITEM") };
    const { id } = await client.ok("POST", `${path}/billing-terms`, term);
    await client.approve(contract);
    for (const delta of ["2", "-1"]) {
      await client.ok("POST", `${path}/billing-terms/${id}/seat-amendment`, { effectiveDate: "2026-02-01", delta });
    }
    const log = await logOf(client, contract);
    assert.deepEqual(
      log.map(({ kind, treatment, changes }) => [kind, treatment, changes]),
      [
        ["SEATS", "SEPARATE_CONTRACT", [{ path: "quantity", from: "5", to: "7" }]],
        ["SEATS", "PROSPECTIVE", [{ path: "quantity", from: "7", to: "6" }]],
      ],
    );
    const choice = { treatment: "CUMULATIVE_CATCH_UP", reason: "The price is for the year." };
    const rejected = await client.send("PATCH", `${path}/modifications/${log[0]?.id}`, choice);
    assert.deepEqual(rejection(rejected), [400, "TREATMENT_NOT_POSSIBLE"]);
  });
});

describe("changed days of a term", () => {
  /** 1,200.00 for 2026, closed through May, and the only change of its log once `change` was sent. */
  async function changed(change: (client: Client, term: string) => Promise<unknown>, term: object = {}) {
    const client = clientOf(api, await api.newMerchant("2026-01-15T12:00:00Z"));
    const contract = await client.contract();
    const path = `/v3/contracts/${contract}`;
    const body = { ...year, name: "Service", billingType: "FLAT", ...priced("1200.00"), ...term };
    const { id } = await client.ok("POST", `${path}/billing-terms`, body);
    await client.approve(contract);
    await client.advance("2026-06-01T12:00:00Z");
    await close(client, "2026-05");
    await change(client, `${path}/billing-terms/${id}`);
    await client.drainOutbox();
    const [modification, ...others] = await logOf(client, contract);
    assert.deepEqual(others, []);
    const treat = (body: object, query = "") =>
      client.send("PATCH", `${path}/modifications/${modification?.id}${query}`, body);
    const shown = async () => {
      const revenue = await revenueOf(client, contract);
      return ["2026-05", "2026-06", "2026-07"].map((timeframe) => revenue[timeframe]);
    };
    return { client, contract, path, modification, treat, shown };
  }

  const extended = () =>
    changed((client, term) => client.ok("PATCH", term, { endDate: "2027-06-30", reasonCode: "CORRECTION" }), {
      prorationPolicy: "NONE",
    });
  const judgement = "The year that follows is a new service.";

  test("when added catch up, or are recognized with the rest where prospective is chosen", async () => {
    const { client, contract, path, modification, treat, shown } = await extended();
    assert.deepEqual([modification?.kind, modification?.treatment], ["TERM_DATES", "CUMULATIVE_CATCH_UP"]);
    // 2,400.00 over eighteen months are 133.33; by June 800.00 less the 500.00 that are posted.
    assert.deepEqual(await shown(), ["100.00", "300.00", "133.33"]);

    const body = { treatment: "PROSPECTIVE", reason: judgement };
    const write = { method: "PATCH", path: `${path}/modifications/${modification?.id}`, body, contractId: contract };
    const dry = (await treat(body, "?dryRun=true")).body.payload;
    assert.deepEqual([dry.result.treatment, dry.result.effect.catchUp], ["PROSPECTIVE", "0.00"]);
    assert.deepEqual(await shown(), ["100.00", "300.00", "133.33"], "a dry run keeps nothing");
    await dryThenReal(api, client, write);
    const [treated] = await logOf(client, contract);
    assert.deepEqual(
      treated?.choices.map(({ treatment, reason, actor }: Json) => [treatment, reason, actor.kind]),
      [["PROSPECTIVE", judgement, "KEY"]],
    );
    // 1,900.00 are left for thirteen months.
    assert.deepEqual(await shown(), ["100.00", "146.15", "146.16"]);
    assert.equal((await revenueOf(client, contract, 1))["2"], "2400.00");

    await client.advance("2026-07-10T12:00:00Z");
    await close(client, "2026-06");
    await treat({ treatment: "CUMULATIVE_CATCH_UP", reason: "One service of eighteen months." });
    assert.deepEqual(await shown(), ["100.00", "146.15", "287.18"], "933.33 less 646.15");
    await client.ok("POST", "/v3/month-end-close/reopen-period?month=2026-01");
    assert.equal((await close(client, "2026-06")).entriesPosted, 0);
  });

  test("when removed leave the revenue of served days, unless cumulative catch-up is chosen", async () => {
    const { modification, treat, shown } = await changed(
      (client, term) => client.ok("PATCH", `${term}/terminate`, { endDate: "2026-09-30" }),
      { invoiceDateStrategy: "ARREARS" },
    );
    assert.deepEqual([modification?.kind, modification?.treatment], ["TERM_TERMINATED", "PROSPECTIVE"]);
    // 897.53 for 273 of 365 days: 397.53 are left for four months.
    assert.deepEqual(await shown(), ["100.00", "99.38", "99.39"]);
    assert.equal((await treat({ treatment: "CUMULATIVE_CATCH_UP", reason: "It was never a year." })).status, 200);
    // By June two thirds of 897.53, 598.35, less 500.00.
    assert.deepEqual(await shown(), ["100.00", "98.35", "99.73"]);
  });

  test("reject a treatment that cannot be carried out", async () => {
    const { treat, shown } = await extended();
    for (const treatment of ["SEPARATE_CONTRACT", "MIXED"]) {
      assert.deepEqual(rejection(await treat({ treatment, reason: judgement })), [400, "TREATMENT_NOT_POSSIBLE"]);
    }
    assert.deepEqual(rejection(await treat({ treatment: "PROSPECTIVE", reason: "" })), [
      ...[400, "VALIDATION_FAILED", "/reason LENGTH"],
    ]);
    const before = await shown();
    const evergreen = await changed((client, term) => client.ok("PATCH", term, { endDate: null }));
    const choice = { treatment: "PROSPECTIVE", reason: judgement };
    assert.deepEqual(rejection(await evergreen.treat(choice)), [400, "TREATMENT_NOT_POSSIBLE"]);
    assert.deepEqual(await shown(), before);
  });
});

for (const order of ["performance obligation first", "term first"] as const) {
  test(`a price change of a term and of its stated price have one effect together: ${order}`, async () => {
    const client = await book();
    const term = { interval: "MONTH", invoiceDateStrategy: "ARREARS", ...priced("100.00") };
    const { id, path, termId, pobId } = await setup(client, { price: "1200.00", term });
    const before = await revenueOf(client, id, 4);
    const changes = [
      () => client.ok("PATCH", `${path}/performance-obligations/${pobId}`, { transactionPrice: "1530.00" }),
      () => client.ok("PATCH", `${path}/billing-terms/${termId}`, { ...priced("130.00"), effectiveDate: "2026-02-01" }),
    ];
    for (const change of order === "term first" ? changes.toReversed() : changes) {
      await change();
      await client.drainOutbox();
    }
    assert.deepEqual([before, await revenueOf(client, id, 4)], [{ 2026: "1200.00" }, { 2026: "1530.00" }]);
    const effects = (await logOf(client, id)).map(({ effect }) => required(parseMoney(effect.total, "USD"), "effect"));
    assert.equal(formatMoney(effects.reduce(add, usd(0))), "330.00");
  });
}

for (const change of ["price", "seats"] as const) {
  test(`a change of ${change} inside an open-ended quarter leaves the revenue of closed days before it`, async () => {
    const client = clientOf(api, await api.newMerchant("2026-01-10T12:00:00Z"));
    const id = await client.contract();
    const terms = `/v3/contracts/${id}/billing-terms`;
    const quarter = { interval: "QUARTER", invoiceDateStrategy: "ARREARS", startDate: "2026-01-15", endDate: null };
    const term = await client.ok(
      "POST",
      terms,
      change === "price"
        ? termBody({ ...quarter, ...priced("9000") })
        : seatBody({ ...quarter, ...priced("900", "PER_ITEM") }),
    );
    await client.approve(id);
    await client.advance("2026-02-10T12:00:00Z");
    await client.ok("POST", "/v3/month-end-close/close-period?month=2026-01");
    if (change === "price") {
      await client.ok("PATCH", `${terms}/${term.id}`, { ...priced("18000"), effectiveDate: "2026-03-01" });
    } else {
      await client.ok("POST", `${terms}/${term.id}/seat-amendment`, { effectiveDate: "2026-03-01", delta: "10" });
    }
    await client.drainOutbox();
    const { data } = await client.ok("GET", `/v3/revenue-schedules?filter=contractId:eq:${id}&limit=3`);
    // 17 of January's 31 days, February, March and 14 of April's 30 share 9,000.00; from March on 9,000.00 × 45/90 more.
    assert.deepEqual(
      data.map(({ timeframe, amount, source }: Json) => `${timeframe} ${amount} ${source}`),
      ["2026-01 1636.95 PATTERN", "2026-02 2985.02 PATTERN", "2026-03 6053.20 PATTERN"],
    );
  });
}
