import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, priced, rejection } from "../support/client.ts";
import { closeWithSoundBooks } from "../support/sound-books.ts";
import { termBody } from "../support/term-client.ts";
import { type Metering, meteringOn, tiered, usageBody } from "../support/usage-client.ts";

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => closeWithSoundBooks(api));

/** The clock stands in January, before anything of it is billed. */
const book = async (clock = "2026-01-31T12:00:00Z"): Promise<Client> => clientOf(api, await api.newMerchant(clock));
const withGrace = async (usageGraceDays: number): Promise<Client> => {
  const client = await book();
  await client.ok("PATCH", "/v3/merchant", { usageGraceDays });
  return client;
};

/** A term of its own in a book of its own, approved. */
async function metered(price: string | object, parts: object = {}, client?: Client): Promise<[Metering, Client]> {
  const own = client ?? (await withGrace(0));
  const metering = await meteringOn(own);
  await metering.addTerm(price, parts);
  await metering.approve();
  return [metering, own];
}

const creditMemosOf = async (client: Client): Promise<string[]> =>
  (await client.ok("GET", "/v3/credit-memos")).data.map(
    ({ status, total, reason }: Json) => `${status} ${total} ${reason}`,
  );

describe("a month of usage is invoiced when it is over and its days of grace have passed", () => {
  test("in arrears: dated the day after its period, issued three days later, due from then on", async () => {
    const [metering, client] = await metered("0.05", {}, await book());
    await metering.use(["2026-01-01", "10"]);
    await client.advance("2026-02-03T00:00:00Z");
    await metering.use(["2026-01-31T23:59:59.999Z", "20"], ["2026-02-01T00:00:00Z", "7"]);
    assert.deepEqual(await metering.invoices(), []);
    await client.advance("2026-02-04T00:00:00Z");
    assert.deepEqual(await metering.invoices(), ["2026-02-01 | USAGE 01-01–01-31 30 = 1.50"]);
    assert.equal((await metering.schedule())[0]?.dueDate, "2026-03-06");
    await client.advance("2026-03-04T00:00:00Z");
    assert.deepEqual((await metering.invoices()).slice(1), ["2026-03-01 | USAGE 02-01–02-28 7 = 0.35"]);
  });

  test("LAST_OF_PERIOD is dated the last day, and issued after the grace like any other", async () => {
    const [metering, client] = await metered("2", { invoiceDateStrategy: "LAST_OF_PERIOD" }, await withGrace(1));
    await metering.use(["2026-01-10", "3"]);
    await client.advance("2026-02-01T00:00:00Z");
    assert.deepEqual(await metering.invoices(), []);
    await client.advance("2026-02-02T00:00:00Z");
    assert.deepEqual(await metering.invoices(), ["2026-01-31 | USAGE 01-01–01-31 3 = 6.00"]);
  });

  test("without days of grace usage shares the invoice of fixed terms; with them fixed terms do not wait", async () => {
    for (const [grace, expected] of [
      [0, ["2026-02-01 | FLAT 01-01–01-31 1 = 9.00, USAGE 01-01–01-31 4 = 4.00"]],
      [2, ["2026-02-01 | FLAT 01-01–01-31 1 = 9.00", "2026-02-01 | USAGE 01-01–01-31 4 = 4.00"]],
    ] as const) {
      const client = await withGrace(grace);
      const metering = await meteringOn(client);
      const fixed = termBody({ ...priced("9.00"), interval: "MONTH", invoiceDateStrategy: "ARREARS" });
      await client.ok("POST", `/v3/contracts/${metering.contractId}/billing-terms`, fixed);
      await metering.addTerm("1");
      await metering.approve();
      await metering.use(["2026-01-15", "4"]);
      await client.advance("2026-02-01T00:00:00Z");
      assert.equal((await metering.invoices()).length, 1);
      await client.advance("2026-02-03T00:00:00Z");
      assert.deepEqual(await metering.invoices(), expected);
    }
  });

  test("a credit of the uplift to a minimum stays when late usage takes the place of the uplift", async () => {
    const [metering, client] = await metered("1", { minimumAmount: "184.00" });
    await client.advance("2026-02-10T00:00:00Z");
    const [first] = await metering.schedule();
    const { customerId, lineItems } = await client.ok("GET", `/v3/invoices/${first?.invoiceId}`);
    await client.ok("POST", "/v3/credit-memos", {
      ...{ customerId, issueDate: "2026-02-10", reason: "Service was down" },
      items: [{ invoiceLineItemId: lineItems[0].id, amount: "9.00" }],
    });
    await metering.use(["2026-01-30", "200"]);
    await client.advance("2026-03-01T00:00:00Z");
    assert.deepEqual(await metering.invoices(), [
      "2026-02-01 | MINIMUM 01-01–01-31 1 = 184.00",
      "2026-03-01 | LATE_USAGE 01-01–01-31 200 = 200.00, MINIMUM 02-01–02-28 1 = 184.00, MINIMUM 01-01–01-31 1 = -184.00",
    ]);
    assert.deepEqual((await metering.revenue()).slice(0, 3), [
      ...["2026-01 CONSUMED 200.00 ACCRUED", "2026-02 CONSUMED 184.00 ACCRUED", "2026-02 CREDIT_MEMO -9.00 ACCRUED"],
    ]);
  });

  test("a term extended after its short last period was invoiced bills the whole period less what was billed", async () => {
    const [metering, client] = await metered("1", { endDate: "2026-02-10" });
    await client.advance("2026-02-08T00:00:00Z");
    await metering.use(["2026-02-05", "4"]);
    await client.advance("2026-02-15T00:00:00Z");
    const short = "2026-02-11 | USAGE 02-01–02-10 4 = 4.00";
    assert.deepEqual(await metering.invoices(), [short]);
    const [term] = (await client.ok("GET", `/v3/contracts/${metering.contractId}/billing-terms`)).data;
    const path = `/v3/contracts/${metering.contractId}/billing-terms/${term.id}`;
    await client.ok("PATCH", path, { endDate: "2026-03-31" });
    await client.advance("2026-02-25T00:00:00Z");
    await metering.use(["2026-02-20", "3"]);
    await client.advance("2026-03-15T00:00:00Z");
    await metering.use(["2026-03-10", "2"]);
    await client.advance("2026-04-01T00:00:00Z");
    assert.deepEqual(await metering.invoices(), [
      short,
      "2026-03-01 | LATE_USAGE 02-01–02-28 7 = 7.00, LATE_USAGE 02-01–02-10 -4 = -4.00",
      "2026-04-01 | USAGE 03-01–03-31 2 = 2.00",
    ]);
  });

  test("changed days of grace apply to usage that is not billed yet", async () => {
    const [metering, client] = await metered("1", {}, await withGrace(10));
    await metering.use(["2026-01-05", "4"]);
    await client.advance("2026-02-03T00:00:00Z");
    assert.deepEqual(await metering.invoices(), []);
    await client.ok("PATCH", "/v3/merchant", { usageGraceDays: 1 });
    await client.drainOutbox();
    assert.deepEqual(await metering.invoices(), ["2026-02-01 | USAGE 01-01–01-31 4 = 4.00"]);
  });

  test("changed days of grace apply to the current month, which then shares the next invoice of a fixed term", async () => {
    const client = await book("2026-01-15T12:00:00Z");
    const metering = await meteringOn(client);
    const fixed = termBody({ ...priced("9.00"), interval: "MONTH", invoiceDateStrategy: "FIRST_OF_PERIOD" });
    await client.ok("POST", `/v3/contracts/${metering.contractId}/billing-terms`, fixed);
    await metering.addTerm("1");
    await metering.approve();
    await metering.use(["2026-01-05", "4"]);
    await client.drainOutbox();
    const draft = async () => {
      const { data } = await client.ok("GET", "/v3/invoices?filter=status:eq:DRAFT");
      return data.map(({ issueDate, lineItems }: Json) => [issueDate, ...lineItems.map(({ type }: Json) => type)]);
    };
    assert.deepEqual(await draft(), [["2026-02-01", "FLAT"]]);
    await client.ok("PATCH", "/v3/merchant", { usageGraceDays: 0 });
    await client.drainOutbox();
    assert.deepEqual(await draft(), [["2026-02-01", "FLAT", "USAGE"]]);
  });

  test("a month without usage has no invoice, and fixed terms do not wait for it", async () => {
    const [metering, client] = await metered("1");
    await client.advance("2026-03-01T00:00:00Z");
    assert.deepEqual(await metering.invoices(), []);
    await client.ok("POST", "/v3/month-end-close/close-period?month=2026-02");
  });
});

describe("prices", () => {
  const used: readonly (readonly [string, string, object?])[] = [
    ["2026-01-05", "900", { differentiator: "eu" }],
    ["2026-01-06", "300", { differentiator: "us" }],
  ];
  const graduated: readonly (readonly [string, string])[] = [
    ["0", "0.10"],
    ["1000", "0.05"],
  ];
  for (const [name, price, parts, expected] of [
    ["SIMPLE, a line for each differentiator", "0.10", {}, "USAGE eu 900 = 90.00, USAGE us 300 = 30.00"],
    ["TIERED over all differentiators", tiered("TIERED", graduated), {}, "USAGE eu 900 = 82.50, USAGE us 300 = 27.50"],
    ["VOLUME", tiered("VOLUME", graduated), {}, "USAGE eu 900 = 45.00, USAGE us 300 = 15.00"],
    [
      "TIERED by differentiator",
      tiered("TIERED", [
        ["0", "0.10"],
        ["500", "0.05"],
      ]),
      { tierScope: "DIFFERENTIATOR" },
      "USAGE eu 900 = 70.00, USAGE us 300 = 30.00",
    ],
    [
      "lifted to a minimum",
      "0.10",
      { minimumAmount: "150.00" },
      "USAGE eu 900 = 90.00, USAGE us 300 = 30.00, MINIMUM 1 = 30.00",
    ],
    ["capped by a maximum", "0.10", { maximumAmount: "100.00" }, "USAGE eu 900 = 75.00, USAGE us 300 = 25.00"],
    [
      "by package",
      {
        pricingType: "PACKAGE",
        packageSize: "500",
        pricing: [{ tier: 0, amount: "7", amountType: "PER_ITEM", tierMinimum: "0" }],
      },
      {},
      "USAGE eu 900 = 15.75, USAGE us 300 = 5.25",
    ],
  ] as const) {
    test(name, async () => {
      const [metering, client] = await metered(price, parts);
      await metering.use(...used);
      await client.advance("2026-02-01T00:00:00Z");
      const [invoice] = await metering.invoices();
      assert.equal(invoice, `2026-02-01 | ${expected.replaceAll(/(USAGE \w+|MINIMUM)/g, "$1 01-01–01-31")}`);
    });
  }

  test("each split key has an invoice of its own", async () => {
    const [metering, client] = await metered("1");
    await metering.use(["2026-01-05", "1"], ["2026-01-05", "2", { invoiceSplitKey: "research" }]);
    await client.advance("2026-02-01T00:00:00Z");
    assert.deepEqual((await metering.invoices()).toSorted(), [
      "2026-02-01 | USAGE 01-01–01-31 1 = 1.00",
      "2026-02-01 | USAGE 01-01–01-31 2 = 2.00",
    ]);
  });

  test("the billed quantity may be the count, the largest or the last event of a month", async () => {
    for (const [aggregation, expected] of [
      ["COUNT", "3 = 3.00"],
      ["MAX", "9 = 9.00"],
      ["LAST", "4 = 4.00"],
    ] as const) {
      const client = await withGrace(0);
      const metering = await meteringOn(client, { aggregation });
      await metering.addTerm("1");
      await metering.approve();
      const values = aggregation === "COUNT" ? ["1", "1", "1"] : ["2", "9", "4"];
      await metering.use(
        ["2026-01-20T10:00:00Z", values[2] ?? ""],
        ["2026-01-03", values[1] ?? ""],
        ["2026-01-20T09:00:00Z", values[0] ?? ""],
      );
      await client.advance("2026-02-01T00:00:00Z");
      assert.deepEqual(await metering.invoices(), [`2026-02-01 | USAGE 01-01–01-31 ${expected}`]);
    }
  });

  test("a price change divides its period: each part is priced by itself", async () => {
    const [metering, client] = await metered("1");
    await metering.use(["2026-01-10", "10"], ["2026-01-20", "10"]);
    const term = (await client.ok("GET", `/v3/contracts/${metering.contractId}/billing-terms`)).data[0];
    const pricing = [{ tier: 0, amount: "2", amountType: "PER_ITEM", tierMinimum: "0" }];
    const path = `/v3/contracts/${metering.contractId}/billing-terms/${term.id}`;
    await client.ok("PATCH", path, { pricing, effectiveDate: "2026-01-15" });
    await client.advance("2026-02-01T00:00:00Z");
    assert.deepEqual(await metering.invoices(), [
      "2026-02-01 | USAGE 01-01–01-14 10 = 10.00, USAGE 01-15–01-31 10 = 20.00",
    ]);
  });
});

describe("late and deleted usage", () => {
  test("late usage is on the next invoice, with its own days and the price difference of its tiers", async () => {
    const tiers = tiered("TIERED", [
      ["0", "1"],
      ["10", "0.5"],
    ]);
    const [metering, client] = await metered(tiers);
    await metering.use(["2026-01-10", "8"]);
    await client.advance("2026-02-10T00:00:00Z");
    await metering.use(["2026-01-31", "6"], ["2026-02-05", "1"]);
    await client.advance("2026-03-01T00:00:00Z");
    assert.deepEqual(await metering.invoices(), [
      "2026-02-01 | USAGE 01-01–01-31 8 = 8.00",
      "2026-03-01 | LATE_USAGE 01-01–01-31 6 = 4.00, USAGE 02-01–02-28 1 = 1.00",
    ]);
    const [, march] = await metering.schedule();
    const [late] = march?.lineItems ?? [];
    assert.deepEqual(late.tiers, [
      { tier: 0, quantity: "2", unitPrice: "1", amount: "2" },
      { tier: 1, quantity: "4", unitPrice: "0.5", amount: "2" },
    ]);
    assert.deepEqual([late.isCorrection, late.explanation.total, late.explanation.billed], [true, "12.00", "8.00"]);
  });

  test("late usage of an ended term has an invoice of its own", async () => {
    const [metering, client] = await metered("1", { endDate: "2026-01-31" });
    await metering.use(["2026-01-10", "5"]);
    await client.advance("2026-02-10T00:00:00Z");
    await metering.use(["2026-01-11", "2"]);
    assert.deepEqual(await metering.invoices(), [
      "2026-02-01 | USAGE 01-01–01-31 5 = 5.00",
      "2026-02-10 | LATE_USAGE 01-01–01-31 2 = 2.00",
    ]);
  });

  test("deleted usage is netted on the next invoice where that has enough to net", async () => {
    const [metering, client] = await metered("1");
    const [first] = await metering.use(["2026-01-10", "5"], ["2026-01-11", "3"]);
    await client.advance("2026-02-10T00:00:00Z");
    await metering.use(["2026-02-09", "20"]);
    assert.equal((await metering.forget(first?.id)).status, 200);
    await client.advance("2026-03-01T00:00:00Z");
    assert.deepEqual((await metering.invoices()).slice(1), [
      "2026-03-01 | LATE_USAGE 01-01–01-31 -5 = -5.00, USAGE 02-01–02-28 20 = 20.00",
    ]);
    assert.deepEqual(await creditMemosOf(client), []);
  });

  test("deleted usage without such an invoice is credited at once, linked to its line, and the next invoice leaves it out", async () => {
    const [metering, client] = await metered("1");
    const [first] = await metering.use(["2026-01-10", "5"], ["2026-01-11", "3"]);
    await client.advance("2026-02-10T00:00:00Z");
    await metering.forget(first?.id);
    assert.deepEqual(await creditMemosOf(client), ["OPEN 5.00 Less was used than was invoiced."]);
    await metering.use(["2026-02-09", "1"]);
    await client.advance("2026-03-01T00:00:00Z");
    assert.deepEqual((await metering.invoices()).slice(1), ["2026-03-01 | USAGE 02-01–02-28 1 = 1.00"]);
    assert.deepEqual((await creditMemosOf(client)).length, 1);
    await client.ok("POST", "/v3/month-end-close/close-period?month=2026-02");
    const balance = await client.balances("2026-02");
    assert.deepEqual(["REVENUE", "RECEIVABLE", "CUSTOMER_CREDIT"].map(balance), ["-4.00", "8.00", "-5.00"]);
  });

  test("the order and batches of events do not change the invoices (USE-1)", async () => {
    const events = Array.from({ length: 24 }, (_, index) => ({
      at: `2026-01-${String(1 + ((index * 7) % 28)).padStart(2, "0")}`,
      value: String((index * 37) % 11),
      parts: { differentiator: index % 3 === 0 ? null : `d${index % 3}` },
    }));
    const seen = new Set<string>();
    for (const [order, size] of [
      [events, 24],
      [events.toReversed(), 1],
      [events.toSorted((a, b) => Number(a.value) - Number(b.value)), 5],
    ] as const) {
      const [metering, client] = await metered(
        tiered("VOLUME", [
          ["0", "0.37"],
          ["50", "0.29"],
        ]),
      );
      for (let from = 0; from < order.length; from += size) {
        const batch = order.slice(from, from + size).map(({ at, value, parts }, index) => ({
          ...{ idempotencyKey: `${seen.size}-${from + index}-${metering.contractId}`, customerId: metering.customerId },
          ...{ eventTypeId: metering.eventTypeId, datetime: `${at}T12:00:00Z`, value, ...parts },
        }));
        assert.equal((await client.ok("POST", "/v3/events/bulk", { events: batch })).created, batch.length);
      }
      await client.drainOutbox();
      await client.advance("2026-02-01T00:00:00Z");
      seen.add(JSON.stringify(await metering.invoices()));
    }
    assert.equal(seen.size, 1, [...seen].join("\n"));
  });
});

describe("a period whose usage is negative", () => {
  const endsInMarch = { endDate: "2026-03-31" };

  test("bills 0.00, its value is netted on the next line, and the explanations of both lines have it", async () => {
    const [metering, client] = await metered("2", endsInMarch);
    await metering.use(["2026-01-10", "3"], ["2026-01-20", "-8"]);
    await client.advance("2026-02-15T00:00:00Z");
    await metering.use(["2026-02-14", "9"]);
    await client.advance("2026-03-01T00:00:00Z");
    assert.deepEqual(await metering.invoices(), [
      "2026-02-01 | USAGE 01-01–01-31 -5 = 0.00",
      "2026-03-01 | USAGE 02-01–02-28 9 = 8.00",
    ]);
    const explained = (await metering.schedule()).slice(0, 2).map(({ lineItems: [line] }) => {
      const { unitPrice, explanation } = line ?? {};
      return [unitPrice, explanation.total, explanation.usageCredit];
    });
    assert.deepEqual(explained, [
      [null, "0.00", { usageAmount: "-10.00", deducted: "0.00", carriedForward: "10.00" }],
      [null, "8.00", { usageAmount: "18.00", deducted: "10.00", carriedForward: "0.00" }],
    ]);
    await client.advance("2026-04-15T00:00:00Z");
    await client.drainOutbox();
    assert.deepEqual(await creditMemosOf(client), [], "nothing was left");
  });

  test("at the end of the term is credited, linked to the line, with its tax, also beside other lines", async () => {
    const client = await withGrace(0);
    const address = { line1: "1 Hill", city: "Bonn", postalCode: "53111", country: "DE" };
    const taxRates = [{ country: "DE", category: "S", rate: "0.19", validFrom: "2020-01-01" }];
    await client.ok("PATCH", "/v3/merchant", { address, taxRates });
    const metering = await meteringOn(client);
    await client.ok("PATCH", `/v3/customers/${metering.customerId}`, { billingAddress: address });
    const fixed = termBody({ ...priced("9.00"), interval: "MONTH", invoiceDateStrategy: "ARREARS", ...endsInMarch });
    await client.ok("POST", `/v3/contracts/${metering.contractId}/billing-terms`, fixed);
    await metering.addTerm("2", endsInMarch);
    await metering.approve();
    await metering.use(["2026-01-10", "-5"]);
    await client.advance("2026-02-15T00:00:00Z");
    await metering.use(["2026-02-14", "4"]);
    await client.advance("2026-04-01T00:00:00Z");
    await client.drainOutbox();
    const last = "2026-04-01 | FLAT 03-01–03-31 1 = 9.00";
    assert.deepEqual((await metering.invoices()).at(-1), last, "no invoice carries it");
    const { data: memos } = await client.ok("GET", "/v3/credit-memos");
    const [january] = await metering.schedule();
    const line = january?.lineItems.find(({ type }: Json) => type === "USAGE");
    assert.deepEqual(
      memos.map(({ subtotal, taxTotal, issueDate, items }: Json) => [
        ...[subtotal, taxTotal, issueDate],
        ...items.map(({ invoiceLineItemId, amount }: Json) => [invoiceLineItemId === line.id, amount]),
      ]),
      [["2.00", "0.38", "2026-04-01", [true, "2.00"]]],
    );
    const { customerId } = await client.ok("GET", `/v3/invoices/${january?.invoiceId}`);
    const more = {
      customerId,
      issueDate: "2026-04-01",
      reason: "More",
      items: [{ invoiceLineItemId: line.id, amount: "1.00" }],
    };
    const rejected = rejection(await client.send("POST", "/v3/credit-memos", more));
    assert.deepEqual(rejected.slice(0, 2), [400, "EXCEEDS_INVOICE_LINE"]);
    const voided = await client.send("POST", `/v3/invoices/${january?.invoiceId}/actions`, { action: "VOID" });
    assert.equal(voided.status, 400, "a credit memo credits it");
    await client.advance("2026-05-01T00:00:00Z");
    await client.ok("POST", "/v3/month-end-close/close-period?month=2026-04");
    const balance = await client.balances("2026-04");
    // 27.00 of the fixed term, −2.00 of usage.
    assert.deepEqual(["REVENUE", "CONTRACT_LIABILITY", "CUSTOMER_CREDIT"].map(balance), ["-25.00", "0.00", "-2.38"]);
  });

  test("is credited on the day after the term ends, even if no invoice is issued then", async () => {
    const [metering, client] = await metered("2", endsInMarch);
    const [first] = await metering.use(["2026-01-10", "10"]);
    await client.advance("2026-02-10T00:00:00Z");
    await metering.use(["2026-01-20", "-3"]);
    assert.equal((await metering.forget(first?.id)).status, 200);
    assert.deepEqual(await creditMemosOf(client), [
      "OPEN 14.00 Less was used than was invoiced.",
      "OPEN 6.00 Less was used than was invoiced.",
    ]);
    await client.advance("2026-04-20T00:00:00Z");
    await client.drainOutbox();
    const { data } = await client.ok("GET", "/v3/credit-memos");
    const [last] = data;
    assert.deepEqual([data.length, last.total, last.issueDate], [3, "6.00", "2026-04-01"]);
  });

  test("is credited again after its credit memo is void; an extended term bills without it", async () => {
    const [metering, client] = await metered("2", { endDate: "2026-01-31" });
    await metering.use(["2026-01-10", "-5"]);
    await client.advance("2026-02-02T00:00:00Z");
    await client.drainOutbox();
    const [memo] = (await client.ok("GET", "/v3/credit-memos")).data;
    assert.equal(memo.total, "10.00");
    await client.ok("POST", `/v3/credit-memos/${memo.id}/void`, { reason: "By mistake" });
    await client.drainOutbox();
    const totals = async () =>
      (await client.ok("GET", "/v3/credit-memos")).data
        .map(({ status, total }: Json) => `${status} ${total}`)
        .toSorted();
    assert.deepEqual(await totals(), ["OPEN 10.00", "VOID 10.00"]);
    const [term] = (await client.ok("GET", `/v3/contracts/${metering.contractId}/billing-terms`)).data;
    await client.ok("PATCH", `/v3/contracts/${metering.contractId}/billing-terms/${term.id}`, {
      endDate: "2026-02-28",
    });
    await metering.use(["2026-02-01", "3"]);
    await client.advance("2026-03-01T00:00:00Z");
    assert.deepEqual((await metering.invoices()).slice(1), ["2026-03-01 | USAGE 02-01–02-28 3 = 6.00"]);
    assert.deepEqual(await totals(), ["OPEN 10.00", "VOID 10.00"]);
  });

  test("loses its credit when the usage is deleted, also on issued invoices", async () => {
    const [metering, client] = await metered("2");
    const [, minus] = await metering.use(["2026-01-10", "1"], ["2026-01-20", "-4"]);
    await client.advance("2026-02-15T00:00:00Z");
    await metering.use(["2026-02-14", "9"]);
    await client.advance("2026-03-01T00:00:00Z");
    assert.deepEqual((await metering.invoices()).at(-1), "2026-03-01 | USAGE 02-01–02-28 9 = 12.00");
    assert.equal((await metering.forget(minus?.id)).status, 200);
    await client.advance("2026-04-01T00:00:00Z");
    assert.deepEqual((await metering.invoices()).slice(2), [
      "2026-04-01 | LATE_USAGE 01-01–01-31 4 = 2.00, LATE_USAGE 02-01–02-28 0 = 6.00",
    ]);
  });

  test("with tiers for each differentiator is netted on another differentiator of the same period", async () => {
    const [metering, client] = await metered("2", { tierScope: "DIFFERENTIATOR" });
    await metering.use(["2026-01-10", "4", { differentiator: "a" }], ["2026-01-20", "-3", { differentiator: "b" }]);
    await client.advance("2026-02-01T00:00:00Z");
    assert.deepEqual(await metering.invoices(), [
      "2026-02-01 | USAGE a 01-01–01-31 4 = 2.00, USAGE b 01-01–01-31 -3 = 0.00",
    ]);
  });
});

describe("a usage event is INVOICED once its line is issued", () => {
  const statusesOf = async (client: Client, events: readonly Json[]): Promise<string[]> => {
    const read = await Promise.all(events.map(({ id }) => client.ok("GET", `/v3/events/${id}`)));
    return read.map(({ status }) => status);
  };

  test("not before its invoice, and not by the line of another differentiator, split key or month", async () => {
    const [metering, client] = await metered("1");
    const events = await metering.use(
      ["2026-01-05", "1"],
      ["2026-01-06", "1", { differentiator: "eu" }],
      ["2026-01-07", "1", { invoiceSplitKey: "research" }],
      ["2026-01-31", "1"],
    );
    assert.deepEqual(new Set(await statusesOf(client, events)), new Set(["MATCHED"]));
    await client.advance("2026-02-01T00:00:00Z");
    const february = await metering.use(["2026-02-01T00:00:00Z", "1"]);
    assert.deepEqual(new Set(await statusesOf(client, events)), new Set(["INVOICED"]));
    assert.deepEqual(await statusesOf(client, february), ["MATCHED"]);
    const { data } = await client.ok("GET", "/v3/events?filter=matched:eq:true");
    const listed = new Map(data.map(({ id, status }: Json) => [id, status]));
    assert.deepEqual(
      [...events, ...february].map(({ id }) => listed.get(id)),
      [...events.map(() => "INVOICED"), "MATCHED"],
    );
  });

  test("late usage waits for its own line, whatever is already issued for its period", async () => {
    const [metering, client] = await metered("1");
    const early = await metering.use(["2026-01-05", "1"]);
    await client.advance("2026-02-10T00:00:00Z");
    const late = await metering.use(["2026-01-05", "2"]);
    assert.deepEqual(await statusesOf(client, [...early, ...late]), ["INVOICED", "MATCHED"]);
    await client.advance("2026-03-01T00:00:00Z");
    assert.deepEqual(await statusesOf(client, [...early, ...late]), ["INVOICED", "INVOICED"]);
  });

  test("a void makes it MATCHED until it is billed again; a deleted event stays DELETED", async () => {
    const [metering, client] = await metered("1");
    const events = await metering.use(["2026-01-05", "4"]);
    await client.advance("2026-02-05T00:00:00Z");
    const [made] = await metering.schedule();
    await client.ok("POST", `/v3/invoices/${made?.invoiceId}/actions`, { action: "VOID" });
    assert.deepEqual(await statusesOf(client, events), ["MATCHED"]);
    await metering.use(["2026-01-07", "1"]);
    assert.deepEqual(await statusesOf(client, events), ["INVOICED"]);
    const { body } = await metering.forget(events[0]?.id);
    assert.deepEqual([body.payload.status, ...(await statusesOf(client, events))], ["DELETED", "DELETED"]);
  });
});

describe("the term that bills an event", () => {
  test("is that of its contract once the contract is approved", async () => {
    const client = await withGrace(0);
    const metering = await meteringOn(client);
    await metering.addTerm("1");
    const [event] = await metering.use(["2026-01-05", "4"]);
    await client.advance("2026-02-05T00:00:00Z");
    assert.equal((await client.ok("GET", `/v3/events/${event?.id}`)).status, "RECORDED");
    await metering.approve();
    assert.equal((await client.ok("GET", `/v3/events/${event?.id}`)).status, "INVOICED");
    assert.deepEqual(await metering.invoices(), ["2026-02-01 | USAGE 01-01–01-31 4 = 4.00"]);
  });

  test("is none before a term begins and after it ends", async () => {
    const [metering, client] = await metered("1", { startDate: "2026-01-10", endDate: "2026-01-20" });
    await metering.use(["2026-01-09", "1"], ["2026-01-10", "2"], ["2026-01-20", "3"], ["2026-01-21", "4"]);
    await client.advance("2026-03-01T00:00:00Z");
    assert.deepEqual(await metering.invoices(), ["2026-01-21 | USAGE 01-10–01-20 5 = 5.00"]);
  });

  test("a void reopens the period, and the next change bills it again", async () => {
    const [metering, client] = await metered("1");
    await metering.use(["2026-01-05", "4"]);
    await client.advance("2026-02-05T00:00:00Z");
    const [made] = await metering.schedule();
    await client.ok("POST", `/v3/invoices/${made?.invoiceId}/actions`, { action: "VOID" });
    await metering.use(["2026-01-06", "1"]);
    const shown = await metering.invoices();
    assert.deepEqual(shown.at(-1), "2026-02-01 | USAGE 01-01–01-31 5 = 5.00");
  });
});

describe("changes of a term that has billed usage", () => {
  test("its price and the quantity that it bills are locked", async () => {
    const [metering, client] = await metered("1");
    await metering.use(["2026-01-05", "4"]);
    await client.advance("2026-02-05T00:00:00Z");
    const [term] = (await client.ok("GET", `/v3/contracts/${metering.contractId}/billing-terms`)).data;
    const path = `/v3/contracts/${metering.contractId}/billing-terms/${term.id}`;
    for (const [field, value] of Object.entries({ usageScope: "COMMITMENT", tierScope: "DIFFERENTIATOR" })) {
      const answer = await client.send("PATCH", path, { [field]: value });
      assert.deepEqual(rejection(answer), [400, "BILLING_TERM_LOCKED", `/${field} BILLING_TERM_LOCKED`]);
    }
  });

  test("a minimum that begins later is billed even without usage", async () => {
    const [metering, client] = await metered("1");
    const [term] = (await client.ok("GET", `/v3/contracts/${metering.contractId}/billing-terms`)).data;
    const path = `/v3/contracts/${metering.contractId}/billing-terms/${term.id}`;
    await client.ok("PATCH", path, { minimumAmount: "50.00", effectiveDate: "2026-03-01" });
    await client.drainOutbox();
    await client.advance("2026-05-01T00:00:00Z");
    assert.deepEqual(await metering.invoices(), [
      "2026-04-01 | MINIMUM 03-01–03-31 1 = 50.00",
      "2026-05-01 | MINIMUM 04-01–04-30 1 = 50.00",
    ]);
  });

  test("an end inside a billed period with creditUnused credits exactly the usage after the end", async () => {
    const [metering, client] = await metered("1");
    await metering.use(["2026-01-05", "70"], ["2026-01-20", "30"]);
    await client.advance("2026-02-05T00:00:00Z");
    const [term] = (await client.ok("GET", `/v3/contracts/${metering.contractId}/billing-terms`)).data;
    const path = `/v3/contracts/${metering.contractId}/billing-terms/${term.id}/terminate`;
    await client.ok("PATCH", path, { endDate: "2026-01-15", creditUnused: true });
    await client.drainOutbox();
    const credited = (await client.ok("GET", "/v3/credit-memos")).data.map(({ total }: Json) => Number(total));
    const billed = (await metering.schedule()).map(({ total }) => Number(total));
    const sum = (amounts: number[]) => amounts.reduce((all, each) => all + each, 0);
    assert.equal(sum(billed) - sum(credited), 70);
  });

  test("usage deleted on the day of another invoice is credited, and that invoice is still issued", async () => {
    const client = await withGrace(0);
    const metering = await meteringOn(client);
    const path = `/v3/contracts/${metering.contractId}/billing-terms`;
    const fixed = termBody({ ...priced("500.00"), interval: "MONTH", netPaymentTerms: 0 });
    await client.ok("POST", path, fixed);
    await metering.addTerm("1", { endDate: "2026-01-31", netPaymentTerms: 0 });
    await metering.approve();
    const [event] = await metering.use(["2026-01-05", "30"]);
    await client.advance("2026-03-01T00:00:00Z");
    await metering.forget(event?.id);
    assert.deepEqual(await creditMemosOf(client), ["OPEN 30.00 Less was used than was invoiced."]);
    await client.advance("2026-04-01T00:00:00Z");
    assert.equal((await metering.invoices()).at(-1), "2026-04-01 | FLAT 04-01–04-30 1 = 500.00");
  });

  test("one invoice nets what it can, also when another invoice cannot", async () => {
    const client = await withGrace(0);
    const metering = await meteringOn(client);
    const path = `/v3/contracts/${metering.contractId}/billing-terms`;
    const { id: other } = await client.ok("POST", "/v3/events/types", { name: "Storage" });
    const fixed = termBody({ ...priced("500.00"), interval: "MONTH", invoiceDateStrategy: "ARREARS" });
    await client.ok("POST", path, { ...fixed, invoiceGroup: "A" });
    await metering.addTerm("1", { invoiceGroup: "A" });
    await client.ok("POST", path, usageBody(other, "1", { invoiceGroup: "B" }));
    await metering.approve();
    const [calls, storage] = await metering.use(["2026-01-05", "30"], ["2026-01-05", "7", { eventTypeId: other }]);
    await client.advance("2026-02-10T00:00:00Z");
    await metering.forget(calls?.id);
    await metering.forget(storage?.id);
    assert.deepEqual(await creditMemosOf(client), ["OPEN 7.00 Less was used than was invoiced."]);
    await client.advance("2026-03-01T00:00:00Z");
    assert.equal(
      (await metering.invoices()).at(-1),
      "2026-03-01 | FLAT 02-01–02-28 1 = 500.00, LATE_USAGE 01-01–01-31 -30 = -30.00",
    );
  });
});
