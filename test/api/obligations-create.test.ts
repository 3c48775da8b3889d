import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { inTransaction } from "../../src/platform/db/pool.ts";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import {
  obligationBody as bodyOf,
  type Client,
  clientOf,
  priced as price,
  rejection,
  unknownId,
  words,
} from "../support/client.ts";

let api: TestApi;
let client: Client;
before(async () => {
  api = await startApi();
  client = clientOf(api, api.merchants.A);
});
after(() => api.close());

const send: Client["send"] = (...call) => client.send(...call);
const ok: Client["ok"] = (...call) => client.ok(...call);
const contract: Client["contract"] = (body) => client.contract(body);
const added: Client["add"] = (id, body) => client.add(id, body);
const approve: Client["approve"] = (id) => client.approve(id);
const add = (id: string, body: unknown) => send("POST", `/v3/contracts/${id}/obligations`, body);

async function schedule(id: string, query = ""): Promise<Json[]> {
  return (await ok("GET", `/v3/contracts/${id}/invoice-schedule${query}`)).data;
}

describe("create, read, list, delete", () => {
  test("a created obligation is read back with its defaults", async () => {
    const id = await contract();
    const created = await added(id, bodyOf());
    const {
      id: obligationId,
      billingTermId,
      performanceObligationId,
      billingTermGroupId,
      createdAt,
      ...rest
    } = created;
    assert.equal(new Set([obligationId, billingTermId, performanceObligationId, billingTermGroupId]).size, 4);
    assert.deepEqual(rest, {
      contractId: id,
      serviceStartDate: "2026-01-01",
      serviceEndDate: "2026-12-31",
      categoryId: null,
      classId: null,
      recognitionPattern: "STRAIGHT_LINE",
      standaloneSellingPrice: null,
      status: "ACTIVE",
      billingSchedule: {
        name: "Platform",
        description: null,
        productId: null,
        itemId: null,
        classId: null,
        eventTypeId: null,
        kind: "FLAT",
        startDate: "2026-01-01",
        endDate: "2026-12-31",
        interval: "QUARTER",
        intervalFrequency: 1,
        isRecurring: true,
        invoiceDateStrategy: "FIRST_OF_PERIOD",
        isArrears: false,
        netPaymentTerms: 30,
        billingType: "FLAT",
        pricingType: "SIMPLE",
        pricing: [{ tier: 0, amount: "300", amountType: "TOTAL_INVOICE", tierMinimum: "0" }],
        tierBoundary: "UPPER",
        packageSize: null,
        minimumPackages: 0,
        quantity: "1",
        escalator: null,
        minimumAmount: null,
        maximumAmount: null,
        tierScope: "TERM",
        creditOnDecrease: "NONE",
        usageScope: "STANDALONE",
        prorationPolicy: "DAY",
        trigger: "DATE",
        reachedOn: null,
        invoiceGroup: null,
      },
      discounts: [],
      seatConfig: null,
      revenueSchedule: {
        categoryId: null,
        recognizedRevenue: Array.from({ length: 12 }, (_, month) => ({
          timeframe: `2026-${String(month + 1).padStart(2, "0")}`,
          total: "100.00",
          booksClosed: false,
          pinned: false,
        })),
      },
      lastUpdatedAt: createdAt,
    });
    assert.deepEqual(await ok("GET", `/v3/contracts/${id}/obligations/${obligationId}`), created);
    const header = await ok("GET", `/v3/contracts/${id}`);
    assert.deepEqual([header.status, header.totalContractValue], ["PROCESSED", "1200.00"]);
  });

  test("a list has the obligations of its contract alone, oldest first, in pages", async () => {
    const id = await contract();
    await added(await contract(), bodyOf());
    for (const name of ["A", "B", "C"]) await added(id, bodyOf({}, { name }));
    const names = (page: Json) => page.data.map((each: Json) => each.billingSchedule.name);
    const all = await ok("GET", `/v3/contracts/${id}/obligations`);
    assert.deepEqual([names(all), all.totalItems], [["A", "B", "C"], 3]);
    const second = await ok("GET", `/v3/contracts/${id}/obligations?limit=2&page=2`);
    assert.deepEqual([names(second), second.totalItems, second.currentPage, second.limit], [["C"], 3, 2, 2]);
  });

  test("delete returns the deleted obligation and restores the contract as it was", async () => {
    const id = await contract();
    const before = await ok("GET", `/v3/contracts/${id}`);
    const created = await added(id, bodyOf());
    const path = `/v3/contracts/${id}/obligations/${created.id}`;
    assert.deepEqual(await ok("DELETE", path), created);
    assert.deepEqual(rejection(await send("GET", path)), [404, "OBLIGATION_NOT_FOUND"]);
    assert.deepEqual(rejection(await send("DELETE", path)), [400, "OBLIGATION_NOT_FOUND"]);
    assert.deepEqual(await schedule(id), []);
    const { status, totalContractValue, blockReasons } = await ok("GET", `/v3/contracts/${id}`);
    assert.deepEqual([status, totalContractValue], ["BLOCKED", before.totalContractValue]);
    assert.deepEqual(
      blockReasons.map((each: Json) => each.code),
      ["MISSING_TERMS"],
    );
  });

  test("an obligation that is invoiced, or has revenue in a closed month, cannot be deleted", async () => {
    const book = clientOf(api, await api.newMerchant("2026-03-15T00:00:00Z"));
    const id = await book.contract();
    const invoiced = await book.add(id, bodyOf());
    const earned = await book.add(id, bodyOf({}, { invoiceDateStrategy: "ARREARS", name: "Arrears" }));
    await book.approve(id);
    const remove = (obligation: Json) => book.send("DELETE", `/v3/contracts/${id}/obligations/${obligation.id}`);
    const locked = await remove(invoiced);
    assert.deepEqual(rejection(locked), [400, "OBLIGATION_LOCKED"]);
    assert.equal(locked.body.error.details.invoicedThrough, "2026-03-31");

    await book.ok("POST", "/v3/month-end-close/close-period?month=2026-02");
    assert.deepEqual(rejection(await remove(earned)), [400, "OBLIGATION_LOCKED"], "its months are closed");
    await book.ok("POST", "/v3/month-end-close/reopen-period?month=2026-02");
    assert.deepEqual(rejection(await remove(earned)), [400, "OBLIGATION_LOCKED"], "January is closed still");
    await book.ok("POST", "/v3/month-end-close/reopen-period?month=2026-01");
    const agreed = await book.send("DELETE", `/v3/contracts/${id}/obligations/${earned.id}?agreedOn=2026-01-01`);
    assert.equal(agreed.status, 200);
    await book.ok("POST", "/v3/month-end-close/close-period?month=2026-02");
    for (const [month, revenue] of [
      ["2026-01", "-100.00"],
      ["2026-02", "-200.00"],
    ] as const) {
      const balance = await book.balances(month);
      assert.deepEqual([balance("REVENUE"), balance("UNBILLED_RECEIVABLE")], [revenue, "0.00"], month);
    }
  });
});

describe("what is rejected", () => {
  for (const [name, body, ...expected] of [
    ["no body at all", {}, "/billingSchedule REQUIRED", "/serviceStartDate REQUIRED"],
    [
      "an empty schedule",
      { billingSchedule: {} },
      ...["/billingSchedule/billingType REQUIRED", "/billingSchedule/interval REQUIRED"],
      ...["/billingSchedule/invoiceDateStrategy CONFLICT", "/billingSchedule/name REQUIRED"],
      ...["/billingSchedule/pricing REQUIRED", "/billingSchedule/startDate REQUIRED", "/serviceStartDate REQUIRED"],
    ],
    [
      "everything of the wrong kind",
      {
        ...bodyOf({ serviceStartDate: "2026-02-30", categoryId: "x", colour: 1, recognitionPattern: "GUESS" }),
        billingSchedule: {
          ...bodyOf().billingSchedule,
          interval: "FORTNIGHT",
          intervalFrequency: 0,
          invoiceType: "BILL",
          pricing: [],
        },
        discounts: [{ type: "PERCENTAGE", amount: "ten" }],
      },
      "/billingSchedule/interval ENUM",
      "/billingSchedule/intervalFrequency RANGE",
      "/billingSchedule/invoiceType ENUM",
      "/billingSchedule/pricing TOO_FEW_ITEMS",
      "/categoryId INVALID_ID",
      "/colour UNKNOWN_FIELD",
      "/discounts/0/amount AMOUNT_INVALID",
      "/recognitionPattern ENUM",
      "/serviceStartDate INVALID_DATE",
    ],
    [
      "dates and choices that contradict each other",
      bodyOf(
        { serviceEndDate: "2025-12-31", discounts: [{ type: "PERCENTAGE", amount: "10" }] },
        { isArrears: true, isRecurring: false, billingType: "UNIT" },
      ),
      "/billingSchedule/invoiceDateStrategy CONFLICT",
      "/billingSchedule/isRecurring CONFLICT",
      "/billingSchedule/quantity REQUIRED",
      "/discounts/0/amount RANGE",
      "/serviceEndDate RANGE",
    ],
    [
      "a 200-year term by the year of 3226",
      bodyOf({}, { interval: "YEAR", endDate: null, duration: 1200 }),
      "/billingSchedule/duration RANGE",
    ],
    [
      "discounts in the schedule, named where they are",
      bodyOf({}, { discounts: [{ type: "PERCENTAGE", amount: "10" }], discount: { type: "FIXED", amount: "1.001" } }),
      "/billingSchedule/discount/amount AMOUNT_INVALID",
      "/billingSchedule/discounts/0/amount RANGE",
    ],
    ["one discount beside it", bodyOf({ discount: { type: "PERCENTAGE", amount: "10" } }), "/discount/amount RANGE"],
    ["service to the end of days", bodyOf({ serviceEndDate: "2200-12-31" }), "/serviceEndDate RANGE"],
    [
      "a price beyond the books",
      bodyOf({}, { billingType: "UNIT", quantity: 1e9, ...price("1000000000", "PER_ITEM") }),
      "/billingSchedule/pricing/0/amount AMOUNT_INVALID",
    ],
  ] as const) {
    test(`${name}: every issue at once`, async () => {
      const id = await contract();
      const [status, code, ...issues] = rejection(await add(id, body));
      const isMoney = expected.length === 1 && expected[0].endsWith("AMOUNT_INVALID");
      assert.deepEqual([status, code], [400, isMoney ? "AMOUNT_INVALID" : "VALIDATION_FAILED"]);
      assert.deepEqual(issues.toSorted(), expected);
      assert.equal((await ok("GET", `/v3/contracts/${id}/obligations`)).totalItems, 0);
    });
  }

  test("200 years of daily invoices", async () => {
    const answer = await add(await contract(), bodyOf({}, { interval: "DAY", endDate: "2190-12-31" }));
    assert.deepEqual(rejection(answer), [400, "TERM_TOO_LONG"]);
  });

  test("obligations whose prices together are more than the books can hold", async () => {
    const id = await contract();
    const dear = bodyOf({}, { interval: "YEAR", ...price("999999999999999") });
    let answer = await add(id, dear);
    for (let count = 1; count < 12 && answer.status === 201; count++) answer = await add(id, dear);
    assert.deepEqual(rejection(answer), [400, "AMOUNT_INVALID", "/billingSchedule/pricing/0/amount AMOUNT_INVALID"]);
    await approve(id);
    const [first] = await schedule(id);
    assert.deepEqual([first.status, first.total], ["ISSUED", "9999999999999990.00"]);
  });

  test("an unknown category and one of another merchant get the same answer", async () => {
    const id = await contract();
    const foreign = await api.request("POST", "/v3/categories", {
      key: api.merchants.B.writeKey,
      body: { name: "Theirs" },
    });
    const answers = await Promise.all(
      [unknownId, foreign.body.payload.id].map((categoryId) => add(id, bodyOf({ categoryId }))),
    );
    assert.deepEqual(answers.map(rejection), [
      [400, "CATEGORY_NOT_FOUND", "/categoryId CATEGORY_NOT_FOUND"],
      [400, "CATEGORY_NOT_FOUND", "/categoryId CATEGORY_NOT_FOUND"],
    ]);
    assert.equal(new Set(answers.map(words)).size, 1);
    const own = await ok("POST", "/v3/categories", { name: "Services" });
    assert.equal((await added(id, bodyOf({ categoryId: own.id.toUpperCase() }))).categoryId, own.id);
  });

  test("malformed, unknown and foreign ids, and ids of another contract", async () => {
    const [id, other] = [await contract(), await contract()];
    const { id: obligationId } = await added(id, bodyOf());
    const foreign = await api.request("POST", "/v3/contracts", {
      key: api.merchants.B.writeKey,
      body: { name: "Theirs" },
    });
    const theirs = foreign.body.payload.id;
    const at = (contractId: string, obligation = "") =>
      `/v3/contracts/${contractId}/obligations${obligation && `/${obligation}`}`;
    for (const [method, path, status, code] of [
      ["POST", at("x"), 400, "INVALID_ID"],
      ["DELETE", at("x", obligationId), 400, "INVALID_ID"],
      ["DELETE", at(id, "x"), 400, "INVALID_ID"],
      ["GET", at("x"), 404, "CONTRACT_NOT_FOUND"],
      ["GET", at("x", obligationId), 404, "CONTRACT_NOT_FOUND"],
      ["GET", at(id, "x"), 404, "OBLIGATION_NOT_FOUND"],
      ["GET", at(id, unknownId), 404, "OBLIGATION_NOT_FOUND"],
      ["GET", at(other, obligationId), 404, "OBLIGATION_NOT_FOUND"],
      ["DELETE", at(id, unknownId), 400, "OBLIGATION_NOT_FOUND"],
      ["DELETE", at(other, obligationId), 400, "OBLIGATION_NOT_FOUND"],
      ["GET", `/v3/contracts/x/invoice-schedule`, 404, "CONTRACT_NOT_FOUND"],
    ] as const) {
      const answer = await send(method, path, method === "POST" ? bodyOf() : undefined);
      assert.deepEqual(rejection(answer).slice(0, 2), [status, code], `${method} ${path}`);
    }
    for (const [method, path] of [
      ["POST", ""],
      ["GET", ""],
      ["GET", `/${obligationId}`],
      ["DELETE", `/${obligationId}`],
    ] as const) {
      const answers = await Promise.all(
        [unknownId, theirs].map((each) => send(method, `${at(each)}${path}`, method === "POST" ? bodyOf() : undefined)),
      );
      for (const answer of answers) assert.deepEqual(rejection(answer), [404, "CONTRACT_NOT_FOUND"], method);
      assert.equal(new Set(answers.map(words)).size, 1);
    }
    assert.equal((await ok("GET", at(id))).totalItems, 1);
  });

  test("a deleted contract: 400 where the endpoint lists 400, else 404", async () => {
    const id = await contract();
    const { id: obligationId } = await added(id, bodyOf());
    await inTransaction(api.platform.db, client.merchant.merchantId, (tx) =>
      tx
        .updateTable("contract")
        .set({ deleted_at: "2026-01-15T12:00:00Z" })
        .where("merchant_id", "=", client.merchant.merchantId)
        .where("id", "=", id)
        .execute(),
    );
    for (const [method, path, status, code] of [
      ["POST", "obligations", 400, "CONTRACT_DELETED"],
      ["GET", "obligations", 400, "CONTRACT_DELETED"],
      ["GET", `obligations/${obligationId}`, 404, "CONTRACT_NOT_FOUND"],
      ["DELETE", `obligations/${obligationId}`, 400, "CONTRACT_DELETED"],
      ["GET", "invoice-schedule", 400, "CONTRACT_DELETED"],
    ] as const) {
      const answer = await send(method, `/v3/contracts/${id}/${path}`, method === "POST" ? bodyOf() : undefined);
      assert.deepEqual(rejection(answer), [status, code], `${method} ${path}`);
    }
  });
});

describe("a billing schedule takes every field of a billing term", () => {
  const discount = { type: "PERCENTAGE", amount: "0.1" };
  const seats = { billingType: "UNIT", quantity: "4", pricing: [{ amount: "25.00", amountType: "PER_ITEM" }] };
  const seatConfig = { minQuantity: "2" };
  const addTo = async (parts: object, terms: object) => add(await contract(), bodyOf(parts, terms));

  test("discounts and seats have the same meaning inside it and beside it", async () => {
    for (const [parts, terms] of [
      [{ discount }, {}],
      [{}, { discount }],
      [{}, { discounts: [discount] }],
      [{ discounts: [discount] }, { discount }],
    ]) {
      const { status, body } = await addTo(parts as object, terms as object);
      assert.deepEqual([status, body.payload.discounts.map(({ amount }: Json) => amount)], [201, ["0.1"]]);
    }
    for (const [parts, terms] of [
      [{ seatConfig }, seats],
      [{}, { ...seats, seatConfig }],
      [{ seatConfig }, { ...seats, seatConfig }],
    ]) {
      const { status, body } = await addTo(parts as object, terms as object);
      assert.deepEqual([status, body.payload.seatConfig.minQuantity], [201, "2"]);
    }
  });

  test("two different values inside it and beside it are rejected", async () => {
    const discounts = await addTo({ discount }, { discount: { ...discount, amount: "0.2" } });
    assert.deepEqual(rejection(discounts), [400, "VALIDATION_FAILED", "/discounts CONFLICT"]);
    const config = await addTo({ seatConfig }, { ...seats, seatConfig: { minQuantity: "3" } });
    assert.deepEqual(rejection(config), [400, "VALIDATION_FAILED", "/seatConfig CONFLICT"]);
  });
});
