import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, obligationBody, priced, rejection, unknownId } from "../support/client.ts";
import { dryThenReal } from "../support/dry-run.ts";
import { withPobs } from "../support/pobs.ts";

let api: TestApi;
let client: Client;
before(async () => {
  api = await startApi();
  client = clientOf(api, await withPobs(api, "2026-03-10T12:00:00Z"));
});
after(() => api.close());

const span = { serviceStartDate: "2026-04-01", serviceEndDate: "2027-03-31" };

/** A bundle for 100.00 of three products that sell for 140.00 on their own, by name. */
async function bundle(contract: object = { allocationMethod: "RELATIVE_SSP" }) {
  const id = await client.contract(contract);
  const path = `/v3/contracts/${id}`;
  const dates = {
    startDate: "2026-04-01",
    endDate: "2027-03-31",
    interval: "YEAR",
    billingType: "FLAT",
    name: "Bundle",
  };
  const term = { ...dates, invoiceDateStrategy: "FIRST_OF_PERIOD", ...priced("100.00") };
  const { billingTermGroupId } = await client.ok("POST", `${path}/billing-terms`, term);
  const pob = (name: string, transactionPrice: string, standaloneSellingPrice: string) => ({
    ...{ ...span, name, transactionPrice, standaloneSellingPrice },
  });
  const toCreate = [pob("A", "100.00", "40.00"), pob("B", "0.00", "55.00"), pob("C", "0.00", "45.00")];
  const { created } = await client.ok("POST", `${path}/performance-obligations`, { billingTermGroupId, toCreate });
  const ids = Object.fromEntries(created.map((each: Json) => [each.name, each.id])) as Record<"A" | "B" | "C", string>;
  return { id, path, ids };
}

const allocation = async (path: string): Promise<Record<string, string>> => {
  const { data } = await client.ok("GET", `${path}/performance-obligations`);
  return Object.fromEntries(data.map((each: Json) => [each.name, each.allocatedPrice]).sort());
};

const conditions = {
  regularlySoldSeparately: true,
  bundleRegularlySoldAtDiscount: true,
  discountSubstantiallySame: true,
};

describe("IFRS 15 Example 34: a discount of 40.00 on products that sell for 140.00", () => {
  test("is allocated to all, unless the request allocates it to two of them", async () => {
    const { id, path, ids } = await bundle();
    assert.deepEqual(await allocation(path), { A: "28.57", B: "39.29", C: "32.14" });
    const evidence = "B and C are sold together at 60.00 every month.";
    const body = { discount: "40.00", performanceObligationIds: [ids.B, ids.C], conditions, evidence };
    const { payload } = (await client.send("POST", `${path}/discount-allocations`, body)).body;
    assert.deepEqual(await allocation(path), { A: "40.00", B: "33.00", C: "27.00" });
    const { data } = await client.ok("GET", `${path}/discount-allocations`);
    assert.deepEqual(data, [payload]);
    assert.deepEqual([payload.evidence, payload.actor.kind, payload.discount], [evidence, "KEY", "40.00"]);

    const gone = `${path}/discount-allocations/${payload.id}`;
    await client.ok("DELETE", `${gone}?dryRun=true`);
    assert.equal((await allocation(path)).A, "40.00", "a dry run keeps nothing");
    await client.ok("DELETE", gone);
    assert.deepEqual(await allocation(path), { A: "28.57", B: "39.29", C: "32.14" });
    assert.deepEqual(rejection(await client.send("DELETE", gone)), [404, "DISCOUNT_ALLOCATION_NOT_FOUND"]);
    await client.ok("POST", `${path}/discount-allocations`, body);

    await client.approve(id);
    const again = await client.send("POST", `${path}/discount-allocations`, body);
    assert.deepEqual(rejection(again), [400, "DISCOUNT_NOT_ALLOCABLE"]);
    const revenue = await client.ok(
      "GET",
      `/v3/revenue-schedules?filter=performanceObligationId:eq:${ids.A}&limit=100`,
    );
    assert.equal(revenue.data.length, 12);
    assert.equal(revenue.data[0].amount, "3.33", "40.00 over twelve months");
  });

  test("can be allocated to two of them also where they follow their billing terms", async () => {
    const id = await client.contract({ allocationMethod: "RELATIVE_SSP" });
    const added = [];
    for (const [amount, standaloneSellingPrice] of [
      ["40.00", "40.00"],
      ["30.00", "55.00"],
      ["30.00", "45.00"],
    ]) {
      const once = { interval: "YEAR", ...priced(amount) };
      added.push(await client.add(id, obligationBody({ standaloneSellingPrice }, once)));
    }
    const path = `/v3/contracts/${id}`;
    const performanceObligationIds = added.slice(1).map((each) => each.performanceObligationId);
    const body = { discount: "40.00", performanceObligationIds, conditions, evidence: "Price list." };
    const more = await client.send("POST", `${path}/discount-allocations`, { ...body, discount: "40.01" });
    assert.deepEqual(rejection(more), [400, "VALIDATION_FAILED", "/discount RANGE"], "the contract gives 40.00");
    await client.ok("POST", `${path}/discount-allocations`, body);
    const { data } = await client.ok("GET", `${path}/performance-obligations`);
    const shares = added.map((each) => data.find(({ id }: Json) => id === each.performanceObligationId).allocatedPrice);
    assert.deepEqual(shares, ["40.00", "33.00", "27.00"]);
    await client.approve(id);
  });

  test("is rejected where a condition of ASC 606-10-32-37 is missing, or the amounts are impossible", async () => {
    const { path, ids } = await bundle();
    const evidence = "Price list.";
    const post = async (parts: object) =>
      rejection(
        await client.send("POST", `${path}/discount-allocations`, {
          ...{ discount: "40.00", performanceObligationIds: [ids.B, ids.C], conditions, evidence, ...parts },
        }),
      );
    for (const condition of Object.keys(conditions)) {
      const failing = { conditions: { ...conditions, [condition]: false } };
      assert.deepEqual(await post(failing), [400, "DISCOUNT_NOT_ALLOCABLE"], condition);
    }
    assert.deepEqual(await post({ evidence: "" }), [400, "VALIDATION_FAILED", "/evidence LENGTH"]);
    assert.deepEqual(await post({ discount: "40.01" }), [400, "VALIDATION_FAILED", "/discount RANGE"]);
    assert.deepEqual(await post({ discount: "1.001" }), [400, "AMOUNT_INVALID", "/discount AMOUNT_INVALID"]);
    assert.deepEqual(await post({ performanceObligationIds: [ids.A], discount: "40.00" }), [
      ...[400, "VALIDATION_FAILED", "/discount RANGE"],
    ]);
    const all = [ids.A, ids.B, ids.C];
    const ofAll = await post({ performanceObligationIds: all });
    assert.deepEqual(ofAll, [400, "VALIDATION_FAILED", "/performanceObligationIds CONFLICT"]);
    const unknown = await post({ performanceObligationIds: [unknownId] });
    assert.deepEqual(unknown, [400, "POB_NOT_FOUND", "/performanceObligationIds/0 POB_NOT_FOUND"]);
    const twice = await post({ performanceObligationIds: [ids.B, ids.B] });
    assert.deepEqual(twice, [400, "VALIDATION_FAILED", "/performanceObligationIds/1 DUPLICATE"]);

    const stated = await bundle({});
    const body = { discount: "40.00", performanceObligationIds: [stated.ids.B], conditions, evidence };
    const answer = await client.send("POST", `${stated.path}/discount-allocations`, body);
    assert.deepEqual(rejection(answer), [400, "DISCOUNT_NOT_ALLOCABLE"]);
    assert.deepEqual(await allocation(path), { A: "28.57", B: "39.29", C: "32.14" }, "nothing of it was kept");
  });
});

describe("what blocks an allocation", () => {
  test("a discount that the contract no longer gives, until it is removed or its performance obligation is deleted", async () => {
    const { id, path, ids } = await bundle();
    const body = { discount: "40.00", performanceObligationIds: [ids.B, ids.C], conditions, evidence: "Price list." };
    const { id: discountId } = await client.ok("POST", `${path}/discount-allocations`, body);
    const [term] = (await client.ok("GET", `${path}/billing-terms`)).data;
    await client.ok("PATCH", `${path}/billing-terms/${term.id}`, priced("125.00"));
    await client.ok("PATCH", `${path}/performance-obligations/${ids.A}`, { transactionPrice: "125.00" });
    const reasons = async () =>
      (await client.ok("GET", path)).blockReasons.map(({ code, path: place }: Json) => `${code} ${place}`);
    assert.deepEqual(await reasons(), ["TRANSACTION_PRICE_UNALLOCATED /discount-allocations"]);
    await client.ok("DELETE", `${path}/discount-allocations/${discountId}`);
    assert.deepEqual(await reasons(), []);

    const given = { ...body, discount: "15.00" };
    await client.ok("POST", `${path}/discount-allocations`, given);
    const { billingTermGroupId } = term;
    const instead = { ...span, name: "D", transactionPrice: "0.00", standaloneSellingPrice: "55.00" };
    const batch = { billingTermGroupId, toDelete: [ids.B], toCreate: [instead] };
    const { created } = await client.ok("POST", `${path}/performance-obligations`, batch);
    const anew = { ...given, performanceObligationIds: [created[0].id] };
    await client.ok("POST", `${path}/discount-allocations`, anew);
    await client.approve(id);
  });

  test("a performance obligation without a standalone selling price, added to an approved contract", async () => {
    const { id, path, ids } = await bundle();
    await client.approve(id);
    const [{ billingTermGroupId }] = (await client.ok("GET", `${path}/billing-terms`)).data;
    const before = await allocation(path);
    const toCreate = [{ ...span, name: "D", transactionPrice: "10.00" }];
    const added = await client.send("POST", `${path}/performance-obligations`, { billingTermGroupId, toCreate });
    assert.deepEqual(rejection(added), [400, "VALIDATION_FAILED", "/toCreate/0/standaloneSellingPrice SSP_MISSING"]);
    const cleared = await client.send("PATCH", `${path}/performance-obligations/${ids.A}`, {
      standaloneSellingPrice: null,
    });
    assert.deepEqual(rejection(cleared), [400, "VALIDATION_FAILED", "/standaloneSellingPrice SSP_MISSING"]);
    assert.deepEqual(await allocation(path), before);
  });

  test("performance obligations of one request keep the order of the request, in the dry run and in the write", async () => {
    const { id, path } = await bundle();
    await client.approve(id);
    const [{ billingTermGroupId }] = (await client.ok("GET", `${path}/billing-terms`)).data;
    const same = { ...span, transactionPrice: "0.00", standaloneSellingPrice: "23.00" };
    const toCreate = ["D", "E", "F"].map((name) => ({ ...same, name }));
    const body = { billingTermGroupId, toCreate };
    await dryThenReal(api, client, {
      ...{ method: "POST", path: `${path}/performance-obligations`, contractId: id, body },
    });
    const { D, E, F } = await allocation(path);
    assert.deepEqual([D, E, F], ["11.01", "11.00", "11.00"], "23.00 of 209.00 each, the cent to the first");
  });

  test("a performance obligation added at its standalone selling price is no separate contract unless more is billed", async () => {
    const { id, path } = await bundle();
    await client.approve(id);
    const [{ billingTermGroupId, ...term }] = (await client.ok("GET", `${path}/billing-terms`)).data;
    const toCreate = [{ ...span, name: "D", transactionPrice: "30.00", standaloneSellingPrice: "30.00" }];
    const add = () => client.ok("POST", `${path}/performance-obligations`, { billingTermGroupId, toCreate });
    await add();
    await client.ok("PATCH", `${path}/billing-terms/${term.id}`, { ...priced("160.00"), effectiveDate: "2026-04-01" });
    await add();
    const { data: log } = await client.ok("GET", `${path}/modifications`);
    const additions = log.filter(({ kind }: Json) => kind === "PERFORMANCE_OBLIGATION_ADDED");
    assert.deepEqual(
      additions.map(({ treatment }: Json) => treatment),
      ["PROSPECTIVE", "SEPARATE_CONTRACT"],
    );
  });
});

describe("the price list of a product", () => {
  const pricesOf = async (product: string): Promise<string[]> =>
    (await client.ok("GET", `/v3/products/${product}/standalone-selling-prices`)).data.map(
      ({ currency, price, validFrom }: Json) => `${currency} ${price} ${validFrom}`,
    );

  test("grows and shrinks one price at a time", async () => {
    const { id } = await client.ok("POST", "/v3/products", { name: "Platform" });
    const path = `/v3/products/${id}/standalone-selling-prices`;
    const price = { currency: "USD", price: "95.00", validFrom: "2026-01-01" };
    assert.deepEqual(await client.ok("POST", path, price), price);
    await client.ok("POST", path, { currency: "EUR", price: "90.00", validFrom: "2026-01-01" });
    await client.ok("POST", path, { ...price, price: "110.00", validFrom: "2025-01-01" });
    const all = ["EUR 90.00 2026-01-01", "USD 110.00 2025-01-01", "USD 95.00 2026-01-01"];
    assert.deepEqual(await pricesOf(id), all);
    assert.deepEqual(rejection(await client.send("POST", path, price)), [
      400,
      "VALIDATION_FAILED",
      "/validFrom DUPLICATE",
    ]);
    const cents = await client.send("POST", path, { ...price, price: "1.001", validFrom: "2027-01-01" });
    assert.deepEqual(rejection(cents), [400, "AMOUNT_INVALID", "/price AMOUNT_INVALID"]);

    const named = `${path}?currency=USD&validFrom=2026-01-01`;
    assert.deepEqual(await client.ok("DELETE", named), price);
    assert.deepEqual(rejection(await client.send("DELETE", named)), [404, "STANDALONE_SELLING_PRICE_NOT_FOUND"]);
    assert.deepEqual(await pricesOf(id), all.slice(0, 2));
    const product = await client.ok("GET", `/v3/products/${id}`);
    assert.equal(product.standaloneSellingPrices.length, 2, "the product shows the same prices");
  });

  test("gives a performance obligation the price in the contract's currency on the day of inception", async () => {
    const prices = [
      ["USD", "100.00", "2025-01-01"],
      ["USD", "120.00", "2026-03-01"],
      ["USD", "150.00", "2026-05-01"],
      ["EUR", "90.00", "2026-01-01"],
    ].map(([currency, amount, validFrom]) => ({ currency, amount, validFrom }));
    const { id: productId } = await client.ok("POST", "/v3/products", {
      name: "Priced",
      standaloneSellingPrices: prices,
    });
    const sold = async (contract: object) => {
      const id = await client.contract(contract);
      const path = `/v3/contracts/${id}`;
      const dates = {
        startDate: "2026-05-10",
        endDate: "2027-05-09",
        interval: "YEAR",
        billingType: "FLAT",
        name: "Year",
      };
      const term = { ...dates, invoiceDateStrategy: "FIRST_OF_PERIOD", ...priced("100.00") };
      const { billingTermGroupId } = await client.ok("POST", `${path}/billing-terms`, term);
      const toCreate = [{ ...span, transactionPrice: "100.00", productId }];
      const { created } = await client.ok("POST", `${path}/performance-obligations`, { billingTermGroupId, toCreate });
      return created[0].standaloneSellingPrice;
    };
    assert.equal(await sold({ closeDate: "2026-02-20" }), "100.00", "the day on which the contract was closed");
    assert.equal(await sold({}), "150.00", "else the first day of the contract");
    assert.equal(await sold({ currency: "EUR" }), "90.00", "in its own currency");
    assert.equal(await sold({ currency: "GBP" }), null, "nobody guesses one of another currency");
  });
});

test("a performance obligation added to an allocated contract leaves satisfied ones alone, or all others, by its treatment", async () => {
  const own = clientOf(api, await withPobs(api, "2026-03-10T12:00:00Z"));
  const id = await own.contract({ allocationMethod: "RELATIVE_SSP" });
  const path = `/v3/contracts/${id}`;
  const year = { startDate: "2026-01-01", endDate: "2026-12-31", interval: "YEAR", billingType: "FLAT", name: "Book" };
  const term = { ...year, invoiceDateStrategy: "FIRST_OF_PERIOD" };
  const { billingTermGroupId: group } = await own.ok("POST", `${path}/billing-terms`, {
    ...term,
    ...priced("1200.00"),
  });
  const pob = (name: string, transactionPrice: string, standaloneSellingPrice: string, last = "2026-12-31") => ({
    ...{ name, transactionPrice, standaloneSellingPrice, serviceStartDate: "2026-01-01", serviceEndDate: last },
  });
  const save = (body: object) =>
    own.ok("POST", `${path}/performance-obligations`, { billingTermGroupId: group, ...body });
  const toCreate = [pob("Setup", "0.00", "500.00", "2026-02-28"), pob("Service", "1200.00", "1000.00")];
  await save({ toCreate });
  await own.approve(id);
  await own.advance("2026-04-01T12:00:00Z");
  await own.ok("POST", "/v3/month-end-close/close-period?month=2026-03");

  const body = {
    ...term,
    startDate: "2026-04-01",
    billingTermGroupId: group,
    prorationPolicy: "NONE",
    ...priced("300.00"),
  };
  await own.ok("POST", `${path}/billing-terms`, body);
  const follows = (await own.ok("GET", `${path}/performance-obligations`)).data.find(
    ({ name }: Json) => name === null || name === "Book",
  );
  const added = { ...pob("Extra", "300.00", "400.00"), serviceStartDate: "2026-04-01" };
  await save({ toCreate: [added], toDelete: follows === undefined ? [] : [follows.id] });
  const shown = async (): Promise<Record<string, string>> => {
    const { data } = await own.ok("GET", `${path}/performance-obligations`);
    return Object.fromEntries(data.map((each: Json) => [each.name, each.allocatedPrice]).sort());
  };
  // Setup keeps its 400.00 of 1,200.00, Service has earned 200.00 of its 800.00. The 900.00 that are left are shared by nine
  // twelfths of 1,000.00 and by 400.00.
  assert.deepEqual(await shown(), { Extra: "313.04", Service: "786.96", Setup: "400.00" });
  const { data: log } = await own.ok("GET", `${path}/modifications`);
  const addition = log.find(({ kind }: Json) => kind === "PERFORMANCE_OBLIGATION_ADDED");
  assert.equal(addition.treatment, "PROSPECTIVE");
  const revenue = async (timeframe: string) => {
    const { data } = await own.ok(
      "GET",
      `/v3/revenue-schedules?filter=contractId:eq:${id}&filter=timeframe:eq:${timeframe}`,
    );
    return data.map(({ amount }: Json) => amount).sort();
  };
  assert.deepEqual(await revenue("2026-03"), ["66.67"]);
  assert.deepEqual(await revenue("2026-04"), ["34.78", "65.22"], "313.04 ÷ 9, and 586.96 ÷ 9");

  const choice = { treatment: "SEPARATE_CONTRACT", reason: "Sold at its list price of the day." };
  await own.ok("PATCH", `${path}/modifications/${addition.id}`, choice);
  assert.deepEqual(await shown(), { Extra: "300.00", Service: "800.00", Setup: "400.00" });
  assert.deepEqual(await revenue("2026-04"), ["33.33", "66.67"]);
  await own.ok("PATCH", `${path}/modifications/${addition.id}`, { ...choice, treatment: "CUMULATIVE_CATCH_UP" });
  assert.deepEqual(await shown(), { Extra: "315.79", Service: "789.47", Setup: "394.74" });
});

test("prices changed after all service are allocated as at inception, for nothing is left to serve at the new ones", async () => {
  const { id, path, ids } = await bundle();
  await client.approve(id);
  const { data: before } = await client.ok("GET", `${path}/performance-obligations`);
  const [{ billingTermGroupId }] = before;
  const restated = [
    { id: ids.A, transactionPrice: "40.00", effectiveDate: "2027-04-01" },
    { id: ids.B, transactionPrice: "60.00", effectiveDate: "2027-04-01" },
  ];
  await client.ok("POST", `${path}/performance-obligations`, { billingTermGroupId, toUpdate: restated });
  assert.deepEqual(await allocation(path), { A: "28.57", B: "39.29", C: "32.14" });
  const { data: log } = await client.ok("GET", `${path}/modifications`);
  assert.deepEqual(
    log.map(({ kind, treatment, paragraph }: Json) => [kind, treatment, paragraph]),
    restated.map(() => ["PERFORMANCE_OBLIGATION_PRICE", "CUMULATIVE_CATCH_UP", "ASC 606-10-32-43; IFRS 15.88"]),
  );
  const choice = { treatment: "PROSPECTIVE", reason: "As agreed." };
  const rejected = await client.send("PATCH", `${path}/modifications/${log[0].id}`, choice);
  assert.deepEqual(rejection(rejected), [400, "TREATMENT_NOT_POSSIBLE"]);
});

test("a separate contract that is still served does not change the allocation of the served part", async () => {
  const { id, path, ids } = await bundle();
  await client.approve(id);
  const { data: before } = await client.ok("GET", `${path}/performance-obligations`);
  const term = {
    ...{ startDate: "2027-04-01", endDate: "2028-03-31", interval: "YEAR", billingType: "FLAT", name: "Support" },
    ...{ invoiceDateStrategy: "FIRST_OF_PERIOD", ...priced("50.00") },
  };
  const missing = [400, "VALIDATION_FAILED", "/standaloneSellingPrice SSP_MISSING"];
  assert.deepEqual(rejection(await client.send("POST", `${path}/billing-terms`, term)), missing);
  const selling = { ...term, standaloneSellingPrice: "50.00" };
  const { billingTermGroupId } = await client.ok("POST", `${path}/billing-terms`, selling);
  const support = { ...span, serviceStartDate: "2027-04-01", serviceEndDate: "2028-03-31", name: "D" };
  await client.ok("POST", `${path}/performance-obligations`, {
    billingTermGroupId,
    toCreate: [{ ...support, transactionPrice: "50.00", standaloneSellingPrice: "50.00" }],
  });
  await client.ok("POST", `${path}/performance-obligations`, {
    billingTermGroupId: before[0].billingTermGroupId,
    toUpdate: [{ id: ids.A, transactionPrice: "114.00", effectiveDate: "2027-05-01" }],
  });
  const { data: log } = await client.ok("GET", `${path}/modifications`);
  const treatments = log.map(({ kind, treatment }: Json) => `${kind} ${treatment}`);
  assert.deepEqual(treatments, [
    "TERM_ADDED PROSPECTIVE",
    "PERFORMANCE_OBLIGATION_ADDED SEPARATE_CONTRACT",
    "PERFORMANCE_OBLIGATION_PRICE CUMULATIVE_CATCH_UP",
  ]);
  assert.deepEqual(await allocation(path), { A: "32.57", B: "44.79", C: "36.64", D: "50.00" });
  const choice = { treatment: "PROSPECTIVE", reason: "As agreed." };
  const rejected = await client.send("PATCH", `${path}/modifications/${log[2].id}`, choice);
  assert.deepEqual(rejection(rejected), [400, "TREATMENT_NOT_POSSIBLE"]);
});
