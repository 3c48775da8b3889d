import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, priced, rejection, unknownId } from "../support/client.ts";
import { sumOf } from "../support/contract-view.ts";
import { digestOf } from "../support/digest.ts";
import { dryThenReal } from "../support/dry-run.ts";
import { linesOf, payloadOf, revenueOf, seatBody, termBody, termOn } from "../support/term-client.ts";

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => api.close());

const book = async (clock = "2026-01-15T12:00:00Z"): Promise<Client> => clientOf(api, await api.newMerchant(clock));
const monthly = (parts: object = {}) => termBody({ interval: "MONTH", ...priced("100"), ...parts });
const issuedOf = (schedule: readonly Json[]) => JSON.stringify(schedule.filter(({ invoiceId }) => invoiceId !== null));
const ninety = (amount: string) => ({ type: "PERCENTAGE", amount });

describe("before anything is issued", () => {
  test("every field may change, and a new price replaces the old one", async () => {
    const { patch, schedule } = await termOn(await book(), monthly(), { isApproved: false });
    const answer = await patch({
      ...{ name: "Other", startDate: "2026-02-01", endDate: "2026-07-31", interval: "QUARTER", billingType: "UNIT" },
      ...{ pricingType: "PACKAGE", packageSize: "10", quantity: "25", prorationPolicy: "NONE", netPaymentTerms: 7 },
      ...priced("50", "PER_ITEM"),
    });
    const { name, kind, quantity, pricing, netPaymentTerms } = payloadOf(answer);
    assert.deepEqual([name, kind, quantity, pricing[0].amount, netPaymentTerms], ["Other", "PER_UNIT", "25", "50", 7]);
    assert.deepEqual(linesOf(await schedule()), [
      "2026-02-01 | 2026-02-01 – 2026-04-30 | 150.00",
      "2026-05-01 | 2026-05-01 – 2026-07-31 | 150.00",
    ]);
  });

  test("a field left out keeps its value, null clears a field that may be empty", async () => {
    const { patch } = await termOn(
      await book(),
      monthly({ description: "Words", invoiceGroup: "a", escalator: { type: "FIXED", amount: "1" } }),
      { isApproved: false },
    );
    const kept = payloadOf(await patch({ name: "Other" }));
    assert.deepEqual([kept.description, kept.invoiceGroup, kept.escalator.amount], ["Words", "a", "1"]);
    const cleared = payloadOf(await patch({ description: null, invoiceGroup: null, escalator: null, endDate: null }));
    const { description, invoiceGroup, escalator, endDate } = cleared;
    assert.deepEqual([description, invoiceGroup, escalator, endDate], [null, null, null, null]);
  });

  test("a contract price larger than the books can hold is an issue of the field that was sent", async () => {
    const seats = monthly({ billingType: "UNIT", quantity: "1", ...priced("1000000000000", "PER_ITEM") });
    const { patch } = await termOn(await book(), seats, { isApproved: false });
    for (const [field, body] of [
      ["/quantity", { quantity: "900" }],
      ["/pricing/0/amount", priced("900000000000000", "PER_ITEM")],
    ] as const) {
      assert.deepEqual(rejection(await patch(body)), [400, "AMOUNT_INVALID", `${field} AMOUNT_INVALID`]);
    }
  });

  test("an end and a number of periods replace each other; a one-off keeps its length", async () => {
    const { patch } = await termOn(await book(), monthly(), { isApproved: false });
    assert.equal(payloadOf(await patch({ duration: 3 })).endDate, "2026-03-31");
    assert.equal(payloadOf(await patch({ endDate: "2026-05-10" })).endDate, "2026-05-10");
    const oneOff = await termOn(await book(), termBody({ interval: "NONE", endDate: null }), { isApproved: false });
    assert.equal(payloadOf(await oneOff.patch({ startDate: "2026-06-30" })).endDate, "2026-06-30");
  });
});

describe("a new price on an approved contract", () => {
  for (const [name, sent, ...expected] of [
    ["from what is not invoiced on, without a day", {}, "100.00", "120.00", "120.00"],
    ["from a day on", { effectiveDate: "2026-03-01" }, "100.00", "100.00", "120.00"],
    // February has 28 days: 14 at 100.00 and 14 at 120.00.
    [
      "inside a period, by days: (100 × 14 + 120 × 14)/28",
      { effectiveDate: "2026-02-15" },
      "100.00",
      "110.00",
      "120.00",
    ],
  ] as const) {
    test(name, async () => {
      const client = await book();
      const { patch, schedule } = await termOn(client, monthly({ endDate: "2026-03-31" }));
      const before = issuedOf(await schedule());
      const { pricing, invoicedThrough } = payloadOf(await patch({ ...priced("120"), ...sent }));
      assert.deepEqual([pricing[0].amount, invoicedThrough], ["120", "2026-01-31"]);
      const after = await schedule();
      assert.deepEqual(
        after.map(({ total }) => total),
        expected,
      );
      assert.equal(issuedOf(after), before, "issued lines stay byte for byte");
    });
  }

  test("in the middle of a year in arrears bills 1200 × 181/365 + 1800 × 184/365, and revenue before the change stays", async () => {
    const client = await book();
    const { patch, schedule, contractId } = await termOn(client, termBody({ invoiceDateStrategy: "ARREARS" }));
    payloadOf(await patch({ ...priced("1800"), effectiveDate: "2026-07-01" }));
    const [row] = await schedule();
    assert.deepEqual(linesOf([row]), ["2027-01-01 | 2026-01-01 – 2026-12-31 | 1502.47"]);
    const [line] = row.lineItems;
    assert.deepEqual(
      line.explanation.segments.map((each: Json) => [each.from, each.to, each.share, each.tiers[0].amount]),
      [
        ["2026-01-01", "2026-06-30", "181/365", "1200"],
        ["2026-07-01", "2026-12-31", "184/365", "1800"],
      ],
    );
    assert.deepEqual([line.unitPrice, line.explanation.net], [null, "109680/73"]);
    const months = (await revenueOf(client, contractId)).map((each) => each.split(" ")[1] ?? "");
    assert.deepEqual(months.slice(0, 6), Array(6).fill("100.00"));
    assert.deepEqual([months.length, sumOf(months)], [12, "1502.47"]);
  });

  test("sent later wins over an earlier request, whatever the effective days", async () => {
    const { patch, schedule } = await termOn(await book(), monthly({ endDate: "2026-05-31" }));
    await patch({ ...priced("200"), effectiveDate: "2026-04-01" });
    await patch({ ...priced("150"), effectiveDate: "2026-03-01" });
    await patch({ ...priced("300"), effectiveDate: "2026-04-01" });
    const totals = (await schedule()).map(({ total }) => total);
    assert.deepEqual(totals, ["100.00", "100.00", "150.00", "300.00", "300.00"]);
  });

  test("and new discounts and escalators hold from their effective day", async () => {
    const { patch, schedule } = await termOn(await book(), monthly({ endDate: "2026-04-30" }));
    await patch({ discounts: [ninety("0.1")], effectiveDate: "2026-03-01" });
    await patch({
      escalator: { type: "FIXED", amount: "10", everyMonths: 1, firstDate: "2026-04-01" },
      effectiveDate: "2026-04-01",
    });
    const totals = (await schedule()).map(({ total }) => total);
    // April: (100 + 10) × 0.9.
    assert.deepEqual(totals, ["100.00", "100.00", "90.00", "99.00"]);
  });

  test("with effect in closed months leaves them as posted, and the first open month catches up", async () => {
    const client = await book("2026-04-10T00:00:00Z");
    const { patch, contractId } = await termOn(client, termBody({ invoiceDateStrategy: "ARREARS" }));
    await client.ok("POST", "/v3/month-end-close/close-period?month=2026-03");
    payloadOf(await patch({ ...priced("2400"), effectiveDate: "2026-01-01" }));
    const months = await revenueOf(client, contractId);
    assert.deepEqual(months, [
      ...["01", "02", "03"].map((month) => `2026-${month} 100.00`),
      "2026-04 500.00",
      ...["05", "06", "07", "08", "09", "10", "11", "12"].map((month) => `2026-${month} 200.00`),
    ]);
  });
});

describe("once a period is invoiced", () => {
  test("names, net terms, end, invoice date strategy and discounts may change", async () => {
    const { patch, schedule } = await termOn(await book(), monthly({ endDate: "2026-03-31" }));
    const before = issuedOf(await schedule());
    const changed = payloadOf(
      await patch({
        ...{ name: "Other", description: "New", netPaymentTerms: 10, endDate: "2026-04-30" },
        ...{ invoiceDateStrategy: "ARREARS", discounts: [ninety("0.2")] },
      }),
    );
    assert.deepEqual([changed.name, changed.isArrears, changed.netPaymentTerms], ["Other", true, 10]);
    const after = await schedule();
    assert.deepEqual(linesOf(after), [
      "2026-01-01 | 2026-01-01 – 2026-01-31 | 100.00",
      "2026-03-01 | 2026-02-01 – 2026-02-28 | 80.00",
      "2026-04-01 | 2026-03-01 – 2026-03-31 | 80.00",
      "2026-05-01 | 2026-04-01 – 2026-04-30 | 80.00",
    ]);
    assert.deepEqual([after[1].dueDate, after[1].lineItems[0].name], ["2026-03-11", "Other"]);
    assert.equal(issuedOf(after), before);
  });

  test("a strategy that would date an invoiced period later does not delay the next one", async () => {
    const client = await book();
    const { patch } = await termOn(client, monthly());
    const made = async () =>
      (await client.ok("GET", "/v3/invoices")).data
        .map(({ status, issueDate }: Json) => `${issueDate} ${status}`)
        .toSorted();
    payloadOf(await patch({ invoiceDateStrategy: "ARREARS" }));
    assert.deepEqual(await made(), ["2026-01-01 ISSUED", "2026-03-01 DRAFT"]);
    await client.advance("2026-03-10T00:00:00Z");
    await client.drainOutbox();
    assert.deepEqual(await made(), ["2026-01-01 ISSUED", "2026-03-01 ISSUED", "2026-04-01 DRAFT"]);
  });

  test("LCK-1: anchor, billing type and invoiced periods cannot change, and every locked field is named", async () => {
    const { patch } = await termOn(await book(), termBody());
    const digest = await digestOf(api.connectionString);
    const answer = await patch({
      ...{ startDate: "2026-02-01", endDate: "2026-06-30", interval: "MONTH", intervalFrequency: 2, quantity: "2" },
      ...{ billingType: "UNIT", pricingType: "PACKAGE", packageSize: "1", prorationPolicy: "NONE" },
      ...priced("1", "PER_ITEM"),
    });
    const [status, code, ...issues] = rejection(answer);
    assert.deepEqual(
      [status, code, answer.body.error.details.invoicedThrough],
      [400, "BILLING_TERM_LOCKED", "2026-12-31"],
    );
    const fields = [
      "billingType",
      "endDate",
      "interval",
      "intervalFrequency",
      "pricing",
      "pricingType",
      "prorationPolicy",
    ];
    assert.deepEqual(
      issues.toSorted(),
      [...fields, "quantity", "startDate"].map((field) => `/${field} BILLING_TERM_LOCKED`),
    );
    assert.equal(await digestOf(api.connectionString), digest);
  });

  for (const [name, body, sent] of [
    ["an earlier end", monthly(), { endDate: "2026-01-20" }],
    ["a price from a day that is invoiced", monthly(), { ...priced("5"), effectiveDate: "2026-01-20" }],
    ["a price of a term that is invoiced to its end", termBody(), priced("5")],
    ["a quantity from a day that is invoiced", monthly(), { quantity: "2", effectiveDate: "2026-01-20" }],
    ["a quantity of a term that is invoiced to its end", termBody(), { quantity: "2" }],
    ["the first count of seats", seatBody({ invoiceDateStrategy: "ARREARS" }), { quantity: "11" }],
  ] as [string, object, object][]) {
    test(`LCK-1: ${name} is rejected, and nothing changes`, async () => {
      const { patch } = await termOn(await book(), body);
      const digest = await digestOf(api.connectionString);
      assert.deepEqual(rejection(await patch(sent)).slice(0, 2), [400, "BILLING_TERM_LOCKED"]);
      assert.equal(await digestOf(api.connectionString), digest);
    });
  }

  test("a quantity holds from the first period after what is invoiced, or from a later day, and revenue follows", async () => {
    const client = await book("2026-02-10T00:00:00Z");
    const units = { billingType: "UNIT", quantity: "10", endDate: "2026-05-31", ...priced("10.00", "PER_ITEM") };
    const { contractId, contractPath, patch, schedule } = await termOn(client, monthly(units));
    payloadOf(await patch({ quantity: "12" }));
    payloadOf(await patch({ quantity: "15", effectiveDate: "2026-04-16" }));
    assert.deepEqual(linesOf(await schedule()), [
      "2026-01-01 | 2026-01-01 – 2026-01-31 | 100.00",
      "2026-02-01 | 2026-02-01 – 2026-02-28 | 100.00",
      "2026-03-01 | 2026-03-01 – 2026-03-31 | 120.00",
      "2026-04-01 | 2026-04-01 – 2026-04-30 | 135.00",
      "2026-05-01 | 2026-05-01 – 2026-05-31 | 150.00",
    ]);
    assert.deepEqual(await revenueOf(client, contractId), [
      ...["2026-01 100.00", "2026-02 100.00", "2026-03 120.00", "2026-04 135.00", "2026-05 150.00"],
    ]);
    const { data } = await client.ok("GET", `${contractPath}/modifications`);
    assert.deepEqual(data.map(({ effectiveDate }: Json) => effectiveDate).toSorted(), ["2026-03-01", "2026-04-16"]);
  });

  test("extending a term after its short last period was issued bills the rest of that period: 46/91 of 900.00", async () => {
    const client = await book("2026-04-15T00:00:00Z");
    const body = termBody({ interval: "QUARTER", endDate: "2026-05-15", ...priced("900") });
    const { patch, schedule, contractId } = await termOn(client, body);
    const before = issuedOf(await schedule());
    await patch({ endDate: "2026-06-30" });
    const after = await schedule();
    assert.deepEqual(linesOf(after), [
      "2026-01-01 | 2026-01-01 – 2026-03-31 | 900.00",
      "2026-04-01 | 2026-04-01 – 2026-05-15 | 445.05",
      "2026-05-16 | 2026-05-16 – 2026-06-30 | 454.95",
    ]);
    assert.equal(issuedOf(after), before);
    assert.equal(sumOf((await revenueOf(client, contractId)).map((each) => each.split(" ")[1] ?? "")), "1800.00");
  });

  test("a patch with the same values changes nothing", async () => {
    const client = await book();
    const { patch, view } = await termOn(client, monthly());
    const before = await view();
    const { jobId, ...after } = payloadOf(
      await patch({ name: "Platform", ...priced("100.00"), endDate: "2026-12-31" }),
    );
    assert.deepEqual(after, before);
    assert.match(jobId, /^[0-9a-f-]{36}$/);
  });
});

describe("what is rejected", () => {
  test("every issue of the resulting term at once", async () => {
    const { patch } = await termOn(await book(), monthly(), { isApproved: false });
    for (const [sent, ...expected] of [
      [
        { eventTypeId: unknownId, seatConfig: {}, billingTermGroupId: unknownId, colour: 1 },
        "/billingTermGroupId UNKNOWN_FIELD",
        "/colour UNKNOWN_FIELD",
        "/eventTypeId UNKNOWN_FIELD",
        "/seatConfig UNKNOWN_FIELD",
      ],
      [{ name: null, startDate: null, duration: null }, "/duration TYPE", "/name TYPE", "/startDate TYPE"],
      [
        { trigger: "MILESTONE", isRecurring: false, billingType: "UNIT", quantity: "0", discounts: [ninety("2")] },
        "/discounts/0/amount RANGE",
        "/isRecurring CONFLICT",
        "/quantity REQUIRED",
        "/trigger CONFLICT",
      ],
      [{ endDate: "2025-12-31" }, "/endDate RANGE"],
      [{ departmentId: "1" }, "/departmentId NOT_SUPPORTED"],
    ] as [object, ...string[]][]) {
      const [status, code, ...issues] = rejection(await patch(sent));
      assert.deepEqual([status, code, issues.toSorted()], [400, "VALIDATION_FAILED", expected]);
    }
  });

  test("an effective day outside the term", async () => {
    const { patch } = await termOn(await book(), monthly());
    for (const effectiveDate of ["2025-12-31", "2027-01-01"]) {
      const expected = [400, "VALIDATION_FAILED", "/effectiveDate RANGE"];
      assert.deepEqual(rejection(await patch({ ...priced("5"), effectiveDate })), expected);
    }
  });

  test("unknown records are 404, also beside a locked term", async () => {
    const client = await book();
    const { patch, terminate } = await termOn(client, monthly());
    const missing: readonly [string, string][] = [
      ["productId", "PRODUCT_NOT_FOUND"],
      ["itemId", "ITEM_NOT_FOUND"],
      ["classId", "CLASS_NOT_FOUND"],
    ];
    for (const [field, code] of missing) assert.deepEqual(rejection(await patch({ [field]: unknownId })), [404, code]);
    payloadOf(await terminate({ endDate: "2026-06-30" }));
    for (const [field, code] of missing) assert.deepEqual(rejection(await patch({ [field]: unknownId })), [404, code]);
    assert.deepEqual(rejection(await patch({ name: "Other" })), [400, "BILLING_TERM_TERMINATED"]);
  });
});

describe("a dry run shows exactly what the change then does", () => {
  for (const [name, body] of [
    ["another price", priced("120")],
    ["another price inside a period", { ...priced("120"), effectiveDate: "2026-02-10" }],
    ["an earlier end", { endDate: "2026-06-15" }],
    ["no end", { endDate: null }],
    ["another strategy", { invoiceDateStrategy: "ARREARS" }],
    ["other words", { name: "Other", description: "New" }],
    ["a discount", { discount: ninety("0.25") }],
    ["nothing", {}],
  ] as const) {
    test(name, async () => {
      const client = await book();
      const { path, contractId } = await termOn(client, monthly());
      await dryThenReal(api, client, { method: "PATCH", path, body, contractId });
    });
  }

  test("also after months were closed", async () => {
    const client = await book("2026-04-10T00:00:00Z");
    const { path, contractId } = await termOn(client, termBody({ invoiceDateStrategy: "ARREARS" }));
    await client.ok("POST", "/v3/month-end-close/close-period?month=2026-03");
    const body = { ...priced("2400"), effectiveDate: "2026-02-01" };
    await dryThenReal(api, client, { method: "PATCH", path, body, contractId });
  });
});
