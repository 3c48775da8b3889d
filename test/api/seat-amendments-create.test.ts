import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, priced, rejection, unknownId } from "../support/client.ts";
import { sumOf } from "../support/contract-view.ts";
import { digestOf } from "../support/digest.ts";
import { runDoctor } from "../support/doctor.ts";
import { dryThenReal } from "../support/dry-run.ts";
import { linesOf, payloadOf, revenueOf, seatBody, termBody, termOn } from "../support/term-client.ts";

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => api.close());

const book = async (clock = "2026-01-15T12:00:00Z"): Promise<Client> => clientOf(api, await api.newMerchant(clock));
/** Ten seats at 100.00 a month. */
const monthlySeats = (parts: object = {}, seatConfig: object = {}) =>
  seatBody({ interval: "MONTH", ...priced("100", "PER_ITEM"), ...parts }, seatConfig);
const more = (effectiveDate: string, rest: object = {}) => ({ effectiveDate, delta: "5", ...rest });
const creditMemosOf = async (client: Client): Promise<Json[]> => (await client.ok("GET", "/v3/credit-memos")).data;
const issuedOf = (schedule: readonly Json[]) =>
  schedule.filter(({ invoiceId }) => invoiceId !== null).map((each) => JSON.stringify(each));

describe("five more of ten seats at 1,200.00 a year (data model 7.2)", () => {
  const base = "2026-01-01 | 2026-01-01 – 2026-12-31 | 12000.00";
  for (const [prorationPolicy, effectiveDate, total] of [
    ["DAY", "2026-04-01", "4520.55"], // 5 × 1200 × 275/365
    ["MONTH", "2026-04-01", "4500.00"], // 9/12
    ["NONE", "2026-04-01", "6000.00"],
    ["STARTED_MONTH", "2026-04-01", "4500.00"], // 9 started months
    ["YEAR", "2026-04-01", "6000.00"],
    ["DAY", "2026-04-15", "4290.41"], // 261/365
    ["MONTH", "2026-04-15", "4274.19"], // eight months from the 15th on, and 17/31 of December
    ["STARTED_MONTH", "2026-04-15", "4500.00"],
    ["DAY", "2026-01-01", "6000.00"],
    ["DAY", "2026-12-31", "16.44"], // 1/365
  ] as const) {
    test(`from ${effectiveDate} on, by ${prorationPolicy}: ${total}`, async () => {
      const client = await book();
      const { amend, schedule, contractId } = await termOn(client, seatBody());
      const before = issuedOf(await schedule());
      const added = payloadOf(await amend(more(effectiveDate, { prorationPolicy, note: "Hired" })));
      assert.deepEqual(
        [added.previousQuantity, added.resultingQuantity, added.delta, added.quantity, added.trueUpTiming, added.note],
        ["10", "15", "5", null, "IMMEDIATE", "Hired"],
      );
      const after = await schedule();
      assert.deepEqual(linesOf(after), [base, `${effectiveDate} | ${effectiveDate} – 2026-12-31 | ${total}`]);
      const line = after[1].lineItems[0];
      assert.deepEqual([line.type, line.seatAmendmentId], ["SEAT_TRUE_UP", added.id]);
      assert.ok(issuedOf(after).includes(before[0] ?? ""), "the base line stays byte for byte");
      const earned = (await revenueOf(client, contractId)).map((each) => each.split(" ")[1] ?? "");
      assert.equal(sumOf(earned), sumOf(["12000.00", total]));
    });
  }

  test("CO_TERM: on the next regular invoice, which bills the new count", async () => {
    const { amend, schedule } = await termOn(await book(), seatBody({ endDate: "2027-12-31" }));
    payloadOf(await amend(more("2026-04-01", { trueUpTiming: "CO_TERM" })));
    const rows = await schedule("2028-01-31");
    assert.deepEqual(
      linesOf(rows),
      [
        base,
        "2027-01-01 | 2026-04-01 – 2026-12-31 | 4520.55",
        "2027-01-01 | 2027-01-01 – 2027-12-31 | 18000.00",
      ].toSorted(),
    );
    assert.equal(rows.length, 2);
  });

  test("CO_TERM in the last period: on an invoice of the day after the term", async () => {
    const { amend, schedule } = await termOn(await book(), seatBody());
    payloadOf(await amend(more("2026-04-01", { trueUpTiming: "CO_TERM" })));
    assert.deepEqual(linesOf(await schedule()), [base, "2027-01-01 | 2026-04-01 – 2026-12-31 | 4520.55"]);
  });

  test("tiers: the price of fifteen less that of ten", async () => {
    const pricing = [
      { tier: 0, amount: "1200", amountType: "PER_ITEM" },
      { tier: 1, amount: "1000", amountType: "PER_ITEM", tierMinimum: "12" },
    ];
    const { amend, schedule } = await termOn(await book(), seatBody({ pricingType: "TIERED", pricing }));
    payloadOf(await amend(more("2026-04-01", { prorationPolicy: "NONE" })));
    // 12 × 1200 + 3 × 1000 − 10 × 1200.
    assert.equal((await schedule())[1].total, "5400.00");
  });

  test("the explanation of the line has counts, days and price", async () => {
    const { amend, schedule } = await termOn(await book(), seatBody());
    payloadOf(await amend(more("2026-04-01")));
    const [line] = (await schedule())[1].lineItems;
    const [segment] = line.explanation.segments;
    assert.deepEqual(
      [segment.from, segment.to, segment.quantity, segment.previousQuantity, segment.share],
      ["2026-04-01", "2026-12-31", "15", "10", "275/365"],
    );
    assert.deepEqual([line.quantity, line.explanation.net, line.total], ["5", "330000/73", "4520.55"]);
  });
});

describe("amendments over several periods", () => {
  test("back-dated over invoiced periods: one true-up for each period, on one invoice", async () => {
    const client = await book("2026-04-10T00:00:00Z");
    const { amend, schedule } = await termOn(client, monthlySeats({ endDate: "2026-06-30" }));
    const before = issuedOf(await schedule());
    payloadOf(await amend(more("2026-02-15")));
    const after = await schedule();
    assert.deepEqual(
      linesOf(after).filter((line) => line.startsWith("2026-02-15") || line > "2026-05"),
      [
        "2026-02-15 | 2026-02-15 – 2026-02-28 | 250.00",
        "2026-02-15 | 2026-03-01 – 2026-03-31 | 500.00",
        "2026-02-15 | 2026-04-01 – 2026-04-30 | 500.00",
        "2026-05-01 | 2026-05-01 – 2026-05-31 | 1500.00",
        "2026-06-01 | 2026-06-01 – 2026-06-30 | 1500.00",
      ],
    );
    for (const invoice of before) assert.ok(issuedOf(after).includes(invoice), "issued ones stay byte for byte");
    assert.equal(after.filter(({ issueDate }) => issueDate === "2026-02-15").length, 1);
  });

  test("back-dated into a closed month: the invoice is dated today, and revenue of those days catches up", async () => {
    const client = await book("2026-04-10T00:00:00Z");
    const { amend, schedule, contractId } = await termOn(client, monthlySeats({ endDate: "2026-04-30" }));
    await client.ok("POST", "/v3/month-end-close/close-period?month=2026-03");
    payloadOf(await amend(more("2026-03-01")));
    assert.deepEqual(linesOf(await schedule()).slice(-2), [
      "2026-04-10 | 2026-03-01 – 2026-03-31 | 500.00",
      "2026-04-10 | 2026-04-01 – 2026-04-30 | 500.00",
    ]);
    assert.deepEqual(await revenueOf(client, contractId), [
      ...["01", "02", "03"].map((month) => `2026-${month} 1000.00`),
      "2026-04 2000.00",
    ]);
  });

  test("fewer seats: nothing is credited, and the first period that is not invoiced has the lower count", async () => {
    const client = await book();
    const { amend, schedule } = await termOn(client, monthlySeats({ endDate: "2026-03-31" }));
    payloadOf(await amend({ effectiveDate: "2026-01-20", quantity: "7" }));
    assert.deepEqual(
      (await schedule()).map(({ total }) => total),
      ["1000.00", "700.00", "700.00"],
    );
    assert.deepEqual(await creditMemosOf(client), []);
  });

  test("fewer seats with creditOnDecrease PRORATED: 3 × 100 × 15/30 are a credit memo", async () => {
    const client = await book("2026-04-10T00:00:00Z");
    const config = { creditOnDecrease: "PRORATED" };
    const { amend, schedule, contractId } = await termOn(client, monthlySeats({ endDate: "2026-05-31" }, config));
    payloadOf(await amend({ effectiveDate: "2026-04-16", delta: "-3" }));
    const [memo] = await creditMemosOf(client);
    assert.deepEqual([memo.total, memo.status, memo.items.length], ["150.00", "OPEN", 1]);
    const [{ serviceStartDate, serviceEndDate }] = memo.items;
    assert.deepEqual([serviceStartDate, serviceEndDate], ["2026-04-16", "2026-04-30"]);
    assert.equal((await schedule()).at(-1)?.total, "700.00");
    const earned = (await revenueOf(client, contractId)).map((each) => each.split(" ")[1] ?? "");
    assert.equal(sumOf(earned), "4550.00", "what is billed less what is credited");
    // January to March 1,000.00 each; half of April and all of May with seven seats.
    assert.deepEqual(earned.slice(-2), ["850.00", "700.00"]);
  });

  for (const [name, config, ...totals] of [
    ["billed seats never fall below the minimum", { minQuantity: "8" }, "1000.00", "800.00"],
    ["a moving minimum stays at the highest count", { isMovingMinimum: true }, "1000.00", "1000.00"],
  ] as const) {
    test(name, async () => {
      const { amend, schedule } = await termOn(await book(), monthlySeats({ endDate: "2026-02-28" }, config));
      if ("isMovingMinimum" in config) payloadOf(await amend({ effectiveDate: "2026-02-01", quantity: "10" }));
      payloadOf(await amend({ effectiveDate: "2026-02-01", quantity: "5" }));
      const expected = "isMovingMinimum" in config ? ["1000.00", "500.00"] : totals;
      assert.deepEqual(
        (await schedule()).map(({ total }) => total),
        expected,
      );
    });
  }

  test("a minimum that follows increases: five more are added, and after five fewer they are still billed", async () => {
    const { amend, schedule } = await termOn(
      await book(),
      monthlySeats({ endDate: "2026-03-31" }, { isMovingMinimum: true }),
    );
    payloadOf(await amend(more("2026-02-01")));
    payloadOf(await amend({ effectiveDate: "2026-03-01", delta: "-5" }));
    assert.deepEqual(
      (await schedule()).map(({ total }) => total),
      ["1000.00", "1500.00", "1500.00"],
    );
  });

  test("two true-ups of the same days are two additions, and no day is billed twice", async () => {
    const client = await book();
    const { amend, schedule } = await termOn(client, seatBody());
    payloadOf(await amend(more("2026-01-05", { prorationPolicy: "NONE" })));
    payloadOf(await amend(more("2026-01-10", { prorationPolicy: "NONE" })));
    assert.deepEqual(
      (await schedule()).map(({ total, status }) => `${status} ${total}`),
      ["ISSUED 12000.00", "ISSUED 6000.00", "ISSUED 6000.00"],
    );
    assert.deepEqual(await runDoctor(api.platform.db, { merchantId: client.merchant.merchantId, full: true }), []);
  });

  test("in arrears there is no true-up: the line is the day-weighted count", async () => {
    const arrears = { invoiceDateStrategy: "ARREARS", endDate: "2026-02-28" };
    const { amend, schedule } = await termOn(await book(), monthlySeats(arrears));
    payloadOf(await amend(more("2026-02-15")));
    const rows = await schedule();
    assert.deepEqual(linesOf(rows), [
      "2026-02-01 | 2026-01-01 – 2026-01-31 | 1000.00",
      "2026-03-01 | 2026-02-01 – 2026-02-28 | 1250.00",
    ]);
  });

  test("a back-dated amendment counts in the order of effective days: quantity sets, delta adds", async () => {
    const client = await book();
    const { amend, path, view } = await termOn(client, monthlySeats({ invoiceDateStrategy: "ARREARS" }));
    for (const sent of [
      { effectiveDate: "2026-01-10", delta: "2" },
      { effectiveDate: "2026-03-01", quantity: "20" },
      { effectiveDate: "2026-01-05", delta: "3" },
      { effectiveDate: "2026-04-01", delta: "-1.5" },
    ]) {
      payloadOf(await amend(sent));
    }
    const { data, totalItems } = await client.ok("GET", `${path}/seat-amendments`);
    assert.equal(totalItems, 4);
    assert.deepEqual(
      data.map((each: Json) => [each.effectiveDate, each.previousQuantity, each.resultingQuantity]),
      [
        ["2026-01-05", "10", "13"],
        ["2026-01-10", "13", "15"],
        ["2026-03-01", "15", "20"],
        ["2026-04-01", "20", "18.5"],
      ],
    );
    assert.equal((await view()).currentQuantity, "15", "the count of today");
    const second = await client.ok("GET", `${path}/seat-amendments?limit=1&page=2`);
    assert.deepEqual([second.data, second.totalItems], [[data[1]], 4]);
    const one = await client.ok("GET", `${path}/seat-amendments?seatAmendmentId=${data[2].id}`);
    assert.deepEqual([one.data, one.totalItems], [[data[2]], 1]);
    assert.deepEqual((await client.ok("GET", `${path}/seat-amendments?seatAmendmentId=${unknownId}`)).data, []);
  });
});

test("PRE-4: the same seats in any order, at once or in parts, come to the same totals", async () => {
  const ways = [
    [more("2026-02-10"), more("2026-03-05", { delta: "2" })],
    [more("2026-03-05", { delta: "2" }), more("2026-02-10")],
    [more("2026-02-10", { delta: "4" }), more("2026-03-05", { delta: "2" }), more("2026-02-10", { delta: "1" })],
  ];
  const totals = [];
  for (const way of ways) {
    const { amend, schedule } = await termOn(await book(), monthlySeats({ endDate: "2026-04-30" }));
    for (const sent of way) payloadOf(await amend(sent));
    totals.push(sumOf((await schedule()).map(({ total }) => total)));
  }
  // 1000 + 1000 + 339.29 + 1500 + 174.19 + 1700: 500 × 19/28 and 200 × 27/31.
  assert.deepEqual([...new Set(totals)], ["5713.48"]);
});

describe("deleting an amendment", () => {
  test("restores exactly the earlier schedule, and the others count as if it had never been made", async () => {
    const client = await book();
    const { amend, schedule, path, contractId } = await termOn(client, monthlySeats());
    const seen = async () => JSON.stringify([await schedule(), await revenueOf(client, contractId)]);
    const before = await seen();
    const added = payloadOf(await amend(more("2026-03-10")));
    assert.notEqual(await seen(), before);
    const removed = await client.ok("DELETE", `${path}/seat-amendments/${added.id}`);
    await client.drainOutbox();
    assert.deepEqual(removed, added);
    assert.equal(await seen(), before);
    assert.deepEqual((await client.ok("GET", `${path}/seat-amendments`)).data, []);
    const again = await client.send("DELETE", `${path}/seat-amendments/${added.id}`);
    assert.deepEqual(rejection(again), [404, "SEAT_AMENDMENT_NOT_FOUND"]);
  });

  for (const [name, clock, effectiveDate, body] of [
    ["by a true-up", "2026-04-10T00:00:00Z", "2026-04-05", monthlySeats()],
    [
      "in the count of a period",
      "2026-03-10T00:00:00Z",
      "2026-02-01",
      monthlySeats({ invoiceDateStrategy: "ARREARS" }),
    ],
  ] as const) {
    test(`LCK-1: is rejected once it is invoiced ${name}`, async () => {
      const client = await book("2026-01-15T12:00:00Z");
      const { amend, path } = await termOn(client, body);
      const added = payloadOf(await amend(more(effectiveDate)));
      await client.advance(clock);
      await client.drainOutbox();
      const [seen] = (await client.ok("GET", `${path}/seat-amendments`)).data;
      assert.equal(seen.billedInvoiceId === null, name !== "by a true-up");
      const digest = await digestOf(api.connectionString);
      const answer = await client.send("DELETE", `${path}/seat-amendments/${added.id}`);
      assert.deepEqual(rejection(answer), [400, "SEAT_AMENDMENT_INVOICED"]);
      assert.equal(await digestOf(api.connectionString), digest);
    });
  }

  test("is rejected when a later amendment would make the count negative without it", async () => {
    const client = await book();
    const { amend, path } = await termOn(client, monthlySeats({ invoiceDateStrategy: "ARREARS" }));
    const first = payloadOf(await amend(more("2026-02-01")));
    payloadOf(await amend({ effectiveDate: "2026-03-01", delta: "-12" }));
    const [status, code] = rejection(await client.send("DELETE", `${path}/seat-amendments/${first.id}`));
    assert.deepEqual([status, code], [400, "VALIDATION_FAILED"]);
  });
});

describe("a rejected request changes nothing", () => {
  for (const [name, sent, ...expected] of [
    ["no day", { delta: "1" }, "/effectiveDate REQUIRED"],
    ["neither a total nor a change", { effectiveDate: "2026-03-01" }, "/quantity CONFLICT"],
    ["both", { effectiveDate: "2026-03-01", quantity: "1", delta: "1" }, "/quantity CONFLICT"],
    [
      "no change, on a day before the term",
      { effectiveDate: "2025-12-31", delta: "0" },
      "/delta RANGE",
      "/effectiveDate RANGE",
    ],
    ["a day after the term", { effectiveDate: "2027-01-01", delta: "1" }, "/effectiveDate RANGE"],
    ["a count below zero", { effectiveDate: "2026-03-01", delta: "-11" }, "/delta RANGE"],
    [
      "everything of the wrong kind",
      { effectiveDate: "soon", quantity: "-1", prorationPolicy: "WEEK", trueUpTiming: "LATER", colour: 1 },
      "/colour UNKNOWN_FIELD",
      "/effectiveDate INVALID_DATE",
      "/prorationPolicy ENUM",
      "/quantity AMOUNT_INVALID",
      "/trueUpTiming ENUM",
    ],
  ] as [string, object, ...string[]][]) {
    test(name, async () => {
      const { amend } = await termOn(await book(), monthlySeats());
      const digest = await digestOf(api.connectionString);
      const [status, code, ...issues] = rejection(await amend(sent));
      assert.deepEqual([status, code, issues.toSorted()], [400, "VALIDATION_FAILED", expected]);
      assert.equal(await digestOf(api.connectionString), digest);
    });
  }

  test("more seats than have a price that the books can hold, in one or several amendments", async () => {
    const { amend } = await termOn(await book(), monthlySeats());
    const many = { effectiveDate: "2026-03-01", quantity: "999999999999999" };
    const tooLarge = (field: string) => [400, "AMOUNT_INVALID", `/${field} AMOUNT_INVALID`];
    assert.deepEqual(rejection(await amend(many)), tooLarge("quantity"));
    assert.deepEqual(rejection(await amend({ effectiveDate: "2026-03-01", delta: many.quantity })), tooLarge("delta"));
    let answer = await amend(more("2026-03-01"));
    assert.equal(answer.status, 201);
    for (let count = 0; count < 20 && answer.status === 201; count++) {
      answer = await amend({ effectiveDate: "2026-04-01", delta: "5000000000000" });
    }
    assert.deepEqual(rejection(answer), tooLarge("delta"));
  });

  test("a term without seats, and an unknown term", async () => {
    const { amend, contractPath } = await termOn(await book(), termBody());
    assert.deepEqual(rejection(await amend(more("2026-03-01"))), [400, "BILLING_TERM_INELIGIBLE"]);
    const other = await termOn(await book(), monthlySeats());
    for (const path of [`${contractPath}/billing-terms/${unknownId}`, other.path]) {
      const client = await book();
      const answer = await client.send("POST", `${path}/seat-amendment`, more("2026-03-01"));
      assert.equal(answer.status, 404);
    }
  });
});

describe("a dry run shows exactly what the amendment then does", () => {
  for (const [name, body, sent] of [
    ["more at once", seatBody(), more("2026-01-10")],
    ["more later", seatBody(), more("2026-04-01")],
    ["more with the next invoice", monthlySeats(), more("2026-01-20", { trueUpTiming: "CO_TERM" })],
    ["fewer", monthlySeats(), { effectiveDate: "2026-01-20", quantity: "1" }],
    [
      "fewer, with credit",
      seatBody({}, { creditOnDecrease: "PRORATED" }),
      { effectiveDate: "2026-01-20", delta: "-4" },
    ],
  ] as const) {
    test(name, async () => {
      const client = await book();
      const { path, contractId } = await termOn(client, body);
      await dryThenReal(api, client, { method: "POST", path: `${path}/seat-amendment`, body: sent, contractId });
    });
  }

  test("also of deleting an amendment", async () => {
    const client = await book();
    const { path, contractId, amend } = await termOn(client, monthlySeats());
    const { id } = payloadOf(await amend(more("2026-02-10")));
    await dryThenReal(api, client, { method: "DELETE", path: `${path}/seat-amendments/${id}`, contractId });
  });
});

for (const endDate of [null, "2026-12-31", "2027-12-31"]) {
  const untilWhen = endDate === null ? "without an end" : `until ${endDate}`;
  test(`a true-up of a term ${untilWhen} that is billed later becomes due by time alone, whatever was billed in advance`, async () => {
    const client = await book("2026-01-01T12:00:00Z");
    const seatConfig = { defaultTrueUpTiming: "CO_TERM", defaultProrationPolicy: "MONTH" };
    const { amend } = await termOn(client, seatBody({ endDate }, seatConfig));
    payloadOf(await amend(more("2026-04-01")));
    await client.advance("2026-07-05T12:00:00Z");
    await client.ok("POST", "/v3/month-end-close/close-period?month=2026-06");
    const balance = await client.balances("2026-06");
    // Five seats for three months of 100.00; ten seats for six months are billed and not served.
    assert.deepEqual([balance("UNBILLED_RECEIVABLE"), balance("CONTRACT_LIABILITY")], ["1500.00", "-6000.00"]);
  });
}
