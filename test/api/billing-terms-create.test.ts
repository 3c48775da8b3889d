import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, priced, rejection, unknownId } from "../support/client.ts";
import { digestOf } from "../support/digest.ts";
import { dryThenReal } from "../support/dry-run.ts";
import { withPobs } from "../support/pobs.ts";
import { linesOf, revenueOf, seatBody, termBody, termOn } from "../support/term-client.ts";

let api: TestApi;
let client: Client;
before(async () => {
  api = await startApi();
  client = clientOf(api, api.merchants.A);
});
after(() => api.close());

const planned = async (body: object) => linesOf(await (await termOn(client, body, { isApproved: false })).schedule());

/** A price for each unit, in tiers. */
const tiered = (pricingType: string, quantity: string, second: object = {}, rest: object = {}) => ({
  billingType: "UNIT",
  pricingType,
  quantity,
  pricing: [
    { tier: 0, amount: "10", amountType: "PER_ITEM" },
    { tier: 1, amount: "8", amountType: "PER_ITEM", tierMinimum: "1000", ...second },
  ],
  ...rest,
});
const packages = (quantity: string, rest: object = {}) => ({
  billingType: "UNIT",
  pricingType: "PACKAGE",
  packageSize: "1000",
  quantity,
  ...priced("50", "PER_ITEM"),
  ...rest,
});

describe("create, read, list", () => {
  test("a created term is read back with its defaults", async () => {
    const { contractId, term, view } = await termOn(client, termBody(), { isApproved: false });
    const { id, billingTermGroupId, customerId, createdAt, ...rest } = term;
    const contract = await client.ok("GET", `/v3/contracts/${contractId}`);
    assert.equal(customerId, contract.customerId);
    assert.notEqual(billingTermGroupId, id);
    assert.deepEqual(rest, {
      billingTermId: id,
      contractId,
      commitmentId: null,
      status: "ACTIVE",
      name: "Platform",
      description: null,
      productId: null,
      itemId: null,
      classId: null,
      eventTypeId: null,
      kind: "FLAT",
      startDate: "2026-01-01",
      endDate: "2026-12-31",
      interval: "YEAR",
      intervalFrequency: 1,
      isRecurring: true,
      invoiceDateStrategy: "FIRST_OF_PERIOD",
      isArrears: false,
      netPaymentTerms: 30,
      billingType: "FLAT",
      pricingType: "SIMPLE",
      pricing: [{ tier: 0, amount: "1200", amountType: "TOTAL_INVOICE", tierMinimum: "0" }],
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
      discounts: [],
      seatConfig: null,
      currentQuantity: "1",
      invoicedThrough: null,
      terminatedAt: null,
      lastUpdatedAt: createdAt,
    });
    assert.deepEqual(await view(), term);
    const { status, totalContractValue } = contract;
    assert.deepEqual([status, totalContractValue], ["PROCESSED", "1200.00"]);
  });

  for (const [kind, body] of [
    ["FLAT", {}],
    ["PER_UNIT", { billingType: "UNIT", quantity: "2" }],
    ["SEAT", seatBody()],
    ["ONE_OFF", { interval: "NONE", endDate: "2026-01-01" }],
  ] as const) {
    test(`the kind of a term follows from its fields: ${kind}`, async () => {
      const { term } = await termOn(client, termBody(body), { isApproved: false });
      assert.equal(term.kind, kind);
    });
  }

  test("a usage term is billed by metered quantity, after each period", async () => {
    const { id: eventTypeId } = await client.ok("POST", "/v3/events/types", { name: "Calls" });
    const usage = { eventTypeId, billingType: "UNIT", interval: "MONTH", invoiceDateStrategy: "ARREARS" };
    const { term, schedule } = await termOn(client, termBody({ ...usage, ...priced("0.0025", "PER_ITEM") }), {
      isApproved: false,
    });
    assert.deepEqual([term.kind, term.quantity, term.isArrears], ["USAGE", "0", true]);
    assert.deepEqual(await schedule(), [], "nothing is metered yet");
  });

  test("a product fills the fields that the request leaves out", async () => {
    const item = await client.ok("POST", "/v3/items", { name: "Item" });
    const product = await client.ok("POST", "/v3/products", {
      name: "P",
      displayName: "Product on paper",
      description: "Words",
      itemId: item.id,
    });
    const { name: _name, ...body } = termBody({ productId: product.id });
    const { term } = await termOn(client, body, { isApproved: false });
    const { name, description, productId, itemId } = term;
    assert.deepEqual([name, description, productId, itemId], ["Product on paper", "Words", product.id, item.id]);
    const { term: other } = await termOn(client, termBody({ productId: product.id, description: null, itemId: null }), {
      isApproved: false,
    });
    assert.deepEqual([other.name, other.description, other.itemId], ["Platform", null, null]);
  });

  test("aliases of fields: billingStartDate, billingEndDate, discount, tier 1 of a single tier", async () => {
    const { startDate: _start, endDate: _end, ...rest } = termBody({ ...priced("1200") });
    const { term } = await termOn(
      client,
      {
        ...rest,
        billingStartDate: "2026-02-01",
        billingEndDate: "2026-12-31",
        discount: { type: "PERCENTAGE", amount: "0.10" },
        pricing: [{ tier: 1, amount: "1200", amountType: "TOTAL_INVOICE" }],
      },
      { isApproved: false },
    );
    const { startDate, endDate, discounts, pricing } = term;
    assert.deepEqual(
      [startDate, endDate, discounts[0].amount, pricing[0].tier],
      ["2026-02-01", "2026-12-31", "0.1", 0],
    );
  });

  test("lists terms of one group, of one contract, and of all contracts", async () => {
    const merchant = clientOf(api, await api.newMerchant());
    const { contractPath, term } = await termOn(merchant, termBody(), { isApproved: false });
    const groupId = term.billingTermGroupId;
    const inGroup = await merchant.ok("POST", `${contractPath}/billing-terms`, {
      ...termBody({ name: "Second" }),
      billingTermGroupId: groupId,
    });
    const alone = await merchant.ok("POST", `${contractPath}/billing-terms`, termBody({ name: "Third" }));
    await termOn(merchant, termBody({ name: "Elsewhere" }), { isApproved: false });
    assert.equal(inGroup.billingTermGroupId, groupId);
    assert.notEqual(alone.billingTermGroupId, groupId);
    const names = async (path: string) =>
      (await merchant.ok("GET", path)).data.map((each: Json) => each.name).toSorted();
    assert.deepEqual(await names(`${contractPath}/billing-terms`), ["Platform", "Second", "Third"]);
    const ofGroup = `${contractPath}/billing-terms?billingTermGroupId=${groupId}`;
    assert.deepEqual(await names(ofGroup), ["Platform", "Second"]);
    assert.deepEqual(await names("/v3/billing-terms"), ["Elsewhere", "Platform", "Second", "Third"]);
    assert.deepEqual(await names(`/v3/billing-terms?filter=billingTermGroupId:eq:${groupId}`), ["Platform", "Second"]);
    assert.deepEqual(await names(`${contractPath}/billing-terms?billingTermGroupId=${unknownId}`), []);
  });
});

describe("the dates and periods of invoices (data model 5.3, 5.5)", () => {
  const monthEnd = { startDate: "2026-01-31", endDate: "2026-03-30", interval: "MONTH", ...priced("100") };
  for (const [name, body, ...expected] of [
    [
      "from the last day of January, FIRST_OF_PERIOD",
      monthEnd,
      "2026-01-31 | 2026-01-31 – 2026-02-27 | 100.00",
      "2026-02-28 | 2026-02-28 – 2026-03-30 | 100.00",
    ],
    [
      "ADVANCED_DUE_START: due on the first day",
      { ...monthEnd, invoiceDateStrategy: "ADVANCED_DUE_START" },
      "2026-01-01 | 2026-01-31 – 2026-02-27 | 100.00",
      "2026-01-29 | 2026-02-28 – 2026-03-30 | 100.00",
    ],
    [
      "LAST_OF_PERIOD",
      { ...monthEnd, invoiceDateStrategy: "LAST_OF_PERIOD" },
      "2026-02-27 | 2026-01-31 – 2026-02-27 | 100.00",
      "2026-03-30 | 2026-02-28 – 2026-03-30 | 100.00",
    ],
    [
      "ARREARS: the day after",
      { ...monthEnd, invoiceDateStrategy: "ARREARS" },
      "2026-02-28 | 2026-01-31 – 2026-02-27 | 100.00",
      "2026-03-31 | 2026-02-28 – 2026-03-30 | 100.00",
    ],
    [
      "half months, begun and ended inside one: 6/15 and 5/15 of 150.00",
      { startDate: "2026-01-10", endDate: "2026-03-05", interval: "SEMI_MONTH", ...priced("150") },
      "2026-01-10 | 2026-01-10 – 2026-01-15 | 60.00",
      "2026-01-16 | 2026-01-16 – 2026-01-31 | 150.00",
      "2026-02-01 | 2026-02-01 – 2026-02-15 | 150.00",
      "2026-02-16 | 2026-02-16 – 2026-02-28 | 150.00",
      "2026-03-01 | 2026-03-01 – 2026-03-05 | 50.00",
    ],
    [
      "quarters from the anchor, not of the calendar, counted by duration",
      { startDate: "2026-02-15", endDate: null, duration: 2, interval: "QUARTER", ...priced("300") },
      "2026-02-15 | 2026-02-15 – 2026-05-14 | 300.00",
      "2026-05-15 | 2026-05-15 – 2026-08-14 | 300.00",
    ],
    [
      "every second week",
      { startDate: "2026-01-05", endDate: "2026-02-01", interval: "WEEK", intervalFrequency: 2, ...priced("20") },
      "2026-01-05 | 2026-01-05 – 2026-01-18 | 20.00",
      "2026-01-19 | 2026-01-19 – 2026-02-01 | 20.00",
    ],
    [
      "by days: 45 of the 91 days from April on, 900 × 45/91",
      { endDate: "2026-05-15", interval: "QUARTER", ...priced("900") },
      "2026-01-01 | 2026-01-01 – 2026-03-31 | 900.00",
      "2026-04-01 | 2026-04-01 – 2026-05-15 | 445.05",
    ],
    [
      "by months: April and 15/31 of May, 900 × (1 + 15/31)/3",
      { endDate: "2026-05-15", interval: "QUARTER", prorationPolicy: "MONTH", ...priced("900") },
      "2026-01-01 | 2026-01-01 – 2026-03-31 | 900.00",
      "2026-04-01 | 2026-04-01 – 2026-05-15 | 445.16",
    ],
    [
      "not prorated",
      { endDate: "2026-05-15", interval: "QUARTER", prorationPolicy: "NONE", ...priced("900") },
      "2026-01-01 | 2026-01-01 – 2026-03-31 | 900.00",
      "2026-04-01 | 2026-04-01 – 2026-05-15 | 900.00",
    ],
    [
      "a one-off",
      { interval: "NONE", startDate: "2026-03-10", endDate: "2026-03-10", ...priced("77.77") },
      "2026-03-10 | 2026-03-10 – 2026-03-10 | 77.77",
    ],
  ] as const) {
    test(name, async () => assert.deepEqual(await planned(termBody(body)), expected));
  }

  test("an open-ended term is planned up to the day that is asked for", async () => {
    const { schedule, term } = await termOn(client, termBody({ endDate: null, interval: "MONTH", ...priced("10") }), {
      isApproved: false,
    });
    assert.equal(term.endDate, null);
    const until = await schedule("2028-03-31");
    assert.deepEqual([until.length, until.at(-1)?.issueDate], [27, "2028-03-01"]);
  });
});

describe("the price of a period (data model 5.2, 5.4, 5.6; rules 6)", () => {
  for (const [name, body, ...totals] of [
    ["FLAT, the whole of five", { quantity: "5" }, "1200.00"],
    ["FLAT, each of five", { quantity: "5", ...priced("1200", "PER_ITEM") }, "6000.00"],
    ["TIERED, 1000 at the boundary", tiered("TIERED", "1000"), "10000.00"],
    ["TIERED, one above: 10,000 + 8", tiered("TIERED", "1001"), "10008.00"],
    [
      "TIERED, a flat fee is not due at its boundary",
      tiered("TIERED", "1000", { amountType: "TOTAL_INVOICE" }),
      "10000.00",
    ],
    ["TIERED, a flat fee is due once above it", tiered("TIERED", "1500", { amountType: "TOTAL_INVOICE" }), "10008.00"],
    ["VOLUME, one below", tiered("VOLUME", "999"), "9990.00"],
    ["VOLUME, at the boundary the upper tier", tiered("VOLUME", "1000"), "8000.00"],
    ["VOLUME, LOWER: at the boundary the lower", tiered("VOLUME", "1000", {}, { tierBoundary: "LOWER" }), "10000.00"],
    ["VOLUME, LOWER: one above", tiered("VOLUME", "1001", {}, { tierBoundary: "LOWER" }), "8008.00"],
    ["VOLUME, from 1001", tiered("VOLUME", "1000", { tierMinimum: "1001" }), "10000.00"],
    ["PACKAGE, one unit is one package", packages("1"), "50.00"],
    ["PACKAGE, a thousand are one", packages("1000"), "50.00"],
    ["PACKAGE, one more is two", packages("1001"), "100.00"],
    [
      "5 % more each year",
      { ...years(3), escalator: { type: "PERCENTAGE", amount: "0.05" }, ...priced("1000") },
      "1000.00",
      "1050.00",
      "1102.50",
    ],
    [
      "100 more each year",
      { ...years(3), escalator: { type: "FIXED", amount: "100" }, ...priced("1000") },
      "1000.00",
      "1100.00",
      "1200.00",
    ],
    [
      "3 % of 99.99 compounds unrounded",
      { ...years(3), escalator: { type: "PERCENTAGE", amount: "0.03" }, ...priced("99.99") },
      "99.99",
      "102.99",
      "106.08",
    ],
    [
      "from 20 March on, by the first day of a period",
      {
        startDate: "2026-01-15",
        endDate: "2026-05-14",
        interval: "MONTH",
        escalator: { type: "PERCENTAGE", amount: "0.1", firstDate: "2026-03-20" },
        ...priced("100"),
      },
      "100.00",
      "100.00",
      "100.00",
      "110.00",
    ],
    ["10 % and then 5.00", { discounts: [percent("0.10"), fixed("5")], ...priced("100") }, "85.00"],
    ["10 % on what 50 % left", { discounts: [percent("0.5"), percent("0.1")], ...priced("100") }, "45.00"],
    ["a line is never below zero", { discounts: [fixed("500")], ...priced("100") }, "0.00"],
    [
      "half price until March",
      {
        endDate: "2026-05-31",
        interval: "MONTH",
        discounts: [{ ...percent("0.5"), startDate: "2026-01-01", endDate: "2026-03-31" }],
        ...priced("100"),
      },
      "50.00",
      "50.00",
      "50.00",
      "100.00",
      "100.00",
    ],
    [
      "a fixed discount is prorated with its period: (310 − 10) × 14/28",
      { endDate: "2026-02-14", interval: "MONTH", discounts: [fixed("10")], ...priced("310") },
      "300.00",
      "150.00",
    ],
    ["ten seats", seatBody(), "12000.00"],
    ["ten seats, of twelve at least", seatBody({}, { minQuantity: "12" }), "14400.00"],
  ] as [string, object, ...string[]][]) {
    test(name, async () => {
      const lines = await planned(termBody(body));
      assert.deepEqual(
        lines.map((line) => line.split(" | ")[2]),
        totals,
      );
    });
  }

  function years(count: number) {
    return { endDate: `${2025 + count}-12-31` };
  }
  function percent(amount: string) {
    return { type: "PERCENTAGE", amount };
  }
  function fixed(amount: string) {
    return { type: "FIXED", amount };
  }
});

describe("the explanation of an invoice line", () => {
  const explanations = async (body: object) => {
    const { schedule } = await termOn(client, termBody(body), { isApproved: false });
    return (await schedule()).flatMap(({ lineItems }) => lineItems);
  };

  test("of a full period is quantity × unit price", async () => {
    const [line] = await explanations({ quantity: "5", ...priced("1200", "PER_ITEM") });
    const { quantity, unitPrice, tiers, explanation, subtotal } = line;
    assert.deepEqual([quantity, unitPrice, tiers, explanation, subtotal], ["5", "1200", [], null, "6000.00"]);
  });

  test("of a short period has its days, escalation and discount, exactly", async () => {
    const [, , line] = await explanations({
      ...{ startDate: "2026-01-01", endDate: "2028-03-31", ...priced("1000") },
      escalator: { type: "PERCENTAGE", amount: "0.05" },
      discounts: [{ type: "PERCENTAGE", amount: "0.1", note: "Loyal" }],
    });
    // 1000 × 1.05² = 1102.5; 91 of the 366 days of 2028 make 66885/244, that is 274.118…; 10 % of it is 27.411….
    assert.deepEqual(line.explanation, {
      period: { from: "2028-01-01", to: "2028-03-31" },
      fullPeriod: { from: "2028-01-01", to: "2028-12-31" },
      segments: [
        {
          ...{ from: "2028-01-01", to: "2028-03-31", quantity: "1", previousQuantity: null, share: "91/366" },
          escalation: { times: 2, factor: "1.1025" },
          tiers: [{ tier: 0, quantity: "1", unitPrice: null, amount: "1102.5" }],
          gross: "66885/244",
        },
      ],
      discounts: [{ type: "PERCENTAGE", amount: "0.1", note: "Loyal", reduced: "13377/488" }],
      net: "120393/488",
      rounding: "HALF_UP",
      total: "246.71",
    });
    assert.deepEqual([line.subtotal, line.discountTotal, line.total], ["274.12", "27.41", "246.71"]);
  });

  test("of a price in tiers has each tier with its amount", async () => {
    const [line] = await explanations(tiered("TIERED", "1500"));
    assert.deepEqual(line.tiers, [
      { tier: 0, quantity: "1000", unitPrice: "10", amount: "10000" },
      { tier: 1, quantity: "500", unitPrice: "8", amount: "4000" },
    ]);
    assert.deepEqual([line.unitPrice, line.total], [null, "14000.00"]);
  });
});

describe("what is rejected", () => {
  for (const [name, body, ...expected] of [
    [
      "an empty body",
      {},
      "/billingType REQUIRED",
      "/interval REQUIRED",
      "/invoiceDateStrategy REQUIRED",
      "/name REQUIRED",
      "/pricing REQUIRED",
      "/startDate REQUIRED",
    ],
    [
      "everything of the wrong kind",
      {
        ...termBody({ startDate: "2026-02-30", interval: "HOUR", intervalFrequency: 0, colour: "red", pricing: [] }),
        ...{ prorationPolicy: "WEEK", duration: -1, netPaymentTerms: 366, productId: "x", trigger: "LATER" },
      },
      "/colour UNKNOWN_FIELD",
      "/duration RANGE",
      "/interval ENUM",
      "/intervalFrequency RANGE",
      "/netPaymentTerms RANGE",
      "/pricing TOO_FEW_ITEMS",
      "/productId INVALID_ID",
      "/prorationPolicy ENUM",
      "/startDate INVALID_DATE",
      "/trigger ENUM",
    ],
    ["no first day", termBody({ startDate: undefined }), "/startDate REQUIRED"],
    ["two first days", termBody({ billingStartDate: "2026-01-01" }), "/startDate CONFLICT"],
    ["two last days", termBody({ billingEndDate: "2026-12-31" }), "/endDate CONFLICT"],
    ["no name and no product", termBody({ name: undefined }), "/name REQUIRED"],
    ["an end before the start", termBody({ endDate: "2025-12-31" }), "/endDate RANGE"],
    ["a duration that ends on another day", termBody({ duration: 2 }), "/duration CONFLICT"],
    ["a one-off that is counted", termBody({ interval: "NONE", duration: 1 }), "/duration CONFLICT"],
    ["every second half month", termBody({ interval: "SEMI_MONTH", intervalFrequency: 2 }), "/intervalFrequency RANGE"],
    ["a recurring one-off", termBody({ interval: "NONE", isRecurring: true }), "/isRecurring CONFLICT"],
    [
      "a department",
      termBody({ departmentId: "1", projectId: "2" }),
      "/departmentId NOT_SUPPORTED",
      "/projectId NOT_SUPPORTED",
    ],
    [
      "a recurring milestone, units without a count, tiers of a flat price",
      termBody({ trigger: "MILESTONE", billingType: "UNIT", pricingType: "TIERED" }),
      "/pricing TIER_INVALID",
      "/quantity REQUIRED",
      "/trigger CONFLICT",
    ],
    [
      "a flat price in tiers, seats of it, packages and bounds that it has not",
      termBody({
        ...{ pricingType: "SIMPLE", packageSize: "10", minimumPackages: 1, minimumAmount: "5", maximumAmount: "1" },
        ...{ seatConfig: {}, usageScope: "COMMITMENT" },
      }),
      "/billingType CONFLICT",
      "/maximumAmount CONFLICT",
      "/maximumAmount RANGE",
      "/minimumAmount CONFLICT",
      "/minimumPackages CONFLICT",
      "/packageSize CONFLICT",
      "/usageScope CONFLICT",
    ],
    [
      "a percentage of 10, a discount beyond the term, an uplift on the first day",
      termBody({
        discounts: [{ type: "PERCENTAGE", amount: "10", startDate: "2025-12-31", endDate: "2027-01-01" }],
        escalator: { type: "PERCENTAGE", amount: "5", firstDate: "2026-01-01" },
      }),
      "/discounts/0/amount RANGE",
      "/discounts/0/endDate RANGE",
      "/discounts/0/startDate RANGE",
      "/escalator/amount RANGE",
      "/escalator/firstDate RANGE",
    ],
    [
      "six discounts",
      termBody({ discounts: Array(6).fill({ type: "FIXED", amount: "1" }) }),
      "/discounts TOO_MANY_ITEMS",
    ],
    [
      "a sixth discount by its other name",
      termBody({ discounts: Array(5).fill({ type: "FIXED", amount: "1" }), discount: { type: "FIXED", amount: "1" } }),
      "/discounts TOO_MANY_ITEMS",
    ],
  ] as [string, object, ...string[]][]) {
    test(`${name}: every issue at once`, async () => {
      const id = await client.contract();
      const [status, code, ...issues] = rejection(await client.send("POST", `/v3/contracts/${id}/billing-terms`, body));
      assert.deepEqual([status, code, issues.toSorted()], [400, sharedCode(expected), expected]);
      assert.equal((await client.ok("GET", `/v3/contracts/${id}/billing-terms`)).totalItems, 0);
    });
  }

  /** The code of a rejection is its issues' where they share one that has a meaning of its own. */
  function sharedCode(issues: readonly string[]): string {
    const codes = new Set(issues.map((issue) => issue.split(" ")[1]));
    const [only = ""] = codes;
    return codes.size === 1 && ["TIER_INVALID", "AMOUNT_INVALID", "TOO_MANY_ITEMS"].includes(only)
      ? only
      : "VALIDATION_FAILED";
  }

  test("tiers that do not begin at 0 and rise in order", async () => {
    const id = await client.contract();
    const bad = tiered("VOLUME", "1");
    const [first, second] = bad.pricing;
    for (const [pricing, ...expected] of [
      [[first, { ...second, tierMinimum: "0" }], "/pricing/1/tierMinimum TIER_INVALID"],
      [[{ ...first, tierMinimum: "1" }, second], "/pricing/0/tierMinimum TIER_INVALID"],
      [[first, { ...second, tier: 2 }], "/pricing/1/tier TIER_INVALID"],
      [[first], "/pricing TIER_INVALID"],
    ] as [Json[], ...string[]][]) {
      const answer = await client.send("POST", `/v3/contracts/${id}/billing-terms`, termBody({ ...bad, pricing }));
      assert.deepEqual(rejection(answer), [400, "TIER_INVALID", ...expected]);
    }
  });

  test("usage billed in advance, with a quantity, once, or as a flat price", async () => {
    const id = await client.contract();
    const { id: eventTypeId } = await client.ok("POST", "/v3/events/types", { name: "Flights" });
    const [status, code, ...issues] = rejection(
      await client.send(
        "POST",
        `/v3/contracts/${id}/billing-terms`,
        termBody({ eventTypeId, interval: "NONE", quantity: "5", seatConfig: {} }),
      ),
    );
    assert.deepEqual([status, code], [400, "VALIDATION_FAILED"]);
    assert.deepEqual([...new Set(issues)].toSorted(), [
      "/billingType CONFLICT",
      "/interval CONFLICT",
      "/invoiceDateStrategy CONFLICT",
      "/quantity CONFLICT",
      "/seatConfig CONFLICT",
    ]);
  });

  test("unknown records are 404, and so is a group of another contract", async () => {
    const { contractPath } = await termOn(client, termBody(), { isApproved: false });
    const { term: other } = await termOn(client, termBody(), { isApproved: false });
    for (const [field, id, code] of [
      ["productId", unknownId, "PRODUCT_NOT_FOUND"],
      ["itemId", unknownId, "ITEM_NOT_FOUND"],
      ["eventTypeId", unknownId, "EVENT_TYPE_NOT_FOUND"],
      ["classId", unknownId, "CLASS_NOT_FOUND"],
      ["billingTermGroupId", unknownId, "BILLING_TERM_GROUP_NOT_FOUND"],
      ["billingTermGroupId", other.billingTermGroupId, "BILLING_TERM_GROUP_NOT_FOUND"],
    ]) {
      const answer = await client.send("POST", `${contractPath}/billing-terms`, termBody({ [field ?? ""]: id }));
      assert.deepEqual(rejection(answer), [404, code]);
    }
    assert.equal((await client.ok("GET", `${contractPath}/billing-terms`)).totalItems, 1);
  });

  test("DAT-3: a term with 200 years of daily invoices", async () => {
    const id = await client.contract();
    const body = termBody({ interval: "DAY", endDate: "2190-12-31" });
    assert.deepEqual(rejection(await client.send("POST", `/v3/contracts/${id}/billing-terms`, body)), [
      400,
      "TERM_TOO_LONG",
    ]);
  });
});

describe("a term added to an approved contract", () => {
  test("with an earlier start is billed at once and earned by its own performance obligation", async () => {
    const book = clientOf(api, await api.newMerchant("2026-03-15T00:00:00Z"));
    const { contractId, contractPath, schedule } = await termOn(book, termBody());
    const quarterly = termBody({ name: "Support", interval: "QUARTER", ...priced("300") });
    await book.ok("POST", `${contractPath}/billing-terms`, quarterly);
    await book.drainOutbox();
    const rows = await schedule();
    assert.deepEqual(
      rows.map(({ issueDate, status, total }) => `${issueDate} ${status} ${total}`),
      [
        "2026-01-01 ISSUED 1200.00",
        "2026-01-01 ISSUED 300.00",
        "2026-04-01 PLANNED 300.00",
        "2026-07-01 PLANNED 300.00",
        "2026-10-01 PLANNED 300.00",
      ],
    );
    // 1,200.00 and 4 × 300.00 for 2026: 100.00 a month each.
    const months = Array.from({ length: 12 }, (_, month) => `2026-${String(month + 1).padStart(2, "0")} 200.00`);
    assert.deepEqual(await revenueOf(book, contractId), months);
  });

  for (const [name, body] of [
    ["a yearly term", termBody({ name: "Second" })],
    ["a term without an end", termBody({ name: "Second", endDate: null, interval: "MONTH", ...priced("10") })],
    ["seats", seatBody()],
    ["tiers", termBody({ name: "Second", ...tiered("TIERED", "1500") })],
  ] as const) {
    test(`dry run: adding ${name} has the effects that the dry run showed`, async () => {
      const book = clientOf(api, await api.newMerchant());
      const { contractId, contractPath } = await termOn(book, termBody());
      await dryThenReal(api, book, { method: "POST", path: `${contractPath}/billing-terms`, body, contractId });
    });
  }
});

describe("deleting a term", () => {
  test("returns the deleted term and restores the contract as it was", async () => {
    const book = clientOf(api, await api.newMerchant());
    const { contractId, contractPath, path, term, schedule } = await termOn(book, termBody(), { isApproved: false });
    assert.deepEqual(await book.ok("DELETE", path), term);
    assert.deepEqual(await schedule(), []);
    assert.equal((await book.ok("GET", `${contractPath}/billing-terms`)).totalItems, 0);
    const { status, totalContractValue } = await book.ok("GET", `/v3/contracts/${contractId}`);
    assert.deepEqual([status, totalContractValue], ["BLOCKED", null]);
    assert.deepEqual(rejection(await book.send("DELETE", path)), [404, "BILLING_TERM_NOT_FOUND"]);
  });

  test("that is invoiced is a 409 with the reason, and nothing changes", async () => {
    const book = clientOf(api, await api.newMerchant());
    const { path } = await termOn(book, termBody());
    const digest = await digestOf(api.connectionString);
    const answer = await book.send("DELETE", path);
    assert.deepEqual(rejection(answer), [409, "BILLING_TERM_DELETE_BLOCKED"]);
    assert.equal(answer.body.error.details.reason, "INVOICED");
    assert.equal(await digestOf(api.connectionString), digest);
  });

  test("with revenue in a closed month is rejected until the month is reopened", async () => {
    const book = clientOf(api, await api.newMerchant("2026-03-15T00:00:00Z"));
    const { path, contractId } = await termOn(book, termBody({ invoiceDateStrategy: "ARREARS" }));
    await book.ok("POST", "/v3/month-end-close/close-period?month=2026-01");
    const answer = await book.send("DELETE", path);
    assert.deepEqual(
      [...rejection(answer), answer.body.error.details.reason],
      [409, "BILLING_TERM_DELETE_BLOCKED", "RECOGNIZED"],
    );
    await book.ok("POST", "/v3/month-end-close/reopen-period?month=2026-01");
    await dryThenReal(api, book, { method: "DELETE", path, contractId });
    const taken = ["2026-01 100.00", "2026-02 100.00", "2026-03 -200.00"];
    assert.deepEqual(await revenueOf(book, contractId), taken, "what is deleted in March counts until then");
    await book.ok("POST", "/v3/month-end-close/close-period?month=2026-02");
    assert.equal((await book.balances("2026-02"))("REVENUE"), "-200.00", "and is posted so");
  });

  test("of a group keeps the others, unless a performance obligation needs its event type", async () => {
    const book = clientOf(api, await withPobs(api));
    const { id: eventTypeId } = await book.ok("POST", "/v3/events/types", { name: "Calls" });
    const { contractPath, term, path } = await termOn(book, termBody(), { isApproved: false });
    const metered = { eventTypeId, billingType: "UNIT", interval: "MONTH", invoiceDateStrategy: "ARREARS" };
    const usage = await book.ok("POST", `${contractPath}/billing-terms`, {
      ...termBody({ ...metered, ...priced("1", "PER_ITEM") }),
      billingTermGroupId: term.billingTermGroupId,
    });
    // The performance obligation that only follows the term would go with it; one that is stated does not.
    await book.ok("DELETE", `${contractPath}/billing-terms/${usage.id}?dryRun=true`);
    await book.ok("POST", `${contractPath}/performance-obligations`, {
      billingTermGroupId: term.billingTermGroupId,
      toCreate: [{ recognitionPattern: "RECOGNIZE_AS_CONSUMED", eventTypeId }],
    });
    const answer = await book.send("DELETE", `${contractPath}/billing-terms/${usage.id}`);
    assert.deepEqual(
      [...rejection(answer), answer.body.error.details.reason],
      [409, "BILLING_TERM_DELETE_BLOCKED", "POB_NEEDS_IT"],
    );
    await book.ok("DELETE", path);
    await book.ok("DELETE", `${contractPath}/billing-terms/${usage.id}`);
    assert.equal((await book.ok("GET", `${contractPath}/billing-terms`)).totalItems, 0);
  });
});
