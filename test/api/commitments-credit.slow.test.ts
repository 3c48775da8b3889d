import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf } from "../support/client.ts";
import { closeWithSoundBooks } from "../support/sound-books.ts";
import { type Metering, meteringOn } from "../support/usage-client.ts";

// What somebody credited of a commitment's lines manually, and usage that changes after it (rules 12).

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => closeWithSoundBooks(api));

type Book = Metering & { readonly client: Client };

/** 1,000.00 for the first quarter at 1.00, billed monthly without days of grace, and whatever a test wants else. */
async function committed(schedule: object = {}, value = "1000.00"): Promise<Book> {
  const client = clientOf(api, await api.newMerchant("2026-01-01T00:00:00Z"));
  await client.ok("PATCH", "/v3/merchant", { usageGraceDays: 0 });
  const metering = await meteringOn(client, {}, { startDate: "2026-01-01", endDate: "2026-12-31" });
  const term = await metering.addTerm("1", { usageScope: "COMMITMENT" });
  const days = {
    startDate: "2026-01-01",
    endDate: "2026-03-31",
    commitmentInterval: "QUARTERLY",
    trueUpBehavior: "NONE",
  };
  const steps = [{ commitmentValue: value, billingTermIds: [term.id] }];
  const commitments = [{ commitmentUnitType: "CURRENCY", schedules: [{ ...days, steps, ...schedule }] }];
  await client.ok("POST", `/v3/contracts/${metering.contractId}/commitments`, { commitments });
  await metering.approve();
  return { ...metering, client };
}

async function credit({ client, schedule, customerId }: Book, type: string, amount: string): Promise<void> {
  const lines = (await schedule()).flatMap(({ lineItems, invoiceId }) => (invoiceId === null ? [] : lineItems));
  const line = lines.find((each: Json) => each.type === type);
  const { now } = await client.ok("GET", "/v3/test-clock");
  const items = [{ invoiceLineItemId: line.id, amount }];
  await client.ok("POST", "/v3/credit-memos", { customerId, issueDate: now.slice(0, 10), reason: "Outage", items });
}

/** Totals of issued invoices and of credit memos, and the position at a month's end, which is closed. */
async function outcome({ client, invoices }: Book, month: string) {
  await client.ok("POST", `/v3/month-end-close/close-period?month=${month}`);
  const creditMemos = (await client.ok("GET", "/v3/credit-memos")).data.map(({ total }: Json) => total);
  const balance = await client.balances(month);
  const roles = ["REVENUE", "BREAKAGE_REVENUE", "UNBILLED_RECEIVABLE", "CONTRACT_ASSET", "CONTRACT_LIABILITY"];
  return { invoices: await invoices(), creditMemos: creditMemos.toSorted(), position: roles.map(balance) };
}

test("usage credited manually and deleted later is credited once: the next invoice nets the rest", async () => {
  const book = await committed();
  const [event] = await book.use(["2026-01-01T00:30:00Z", "100"]);
  await book.client.advance("2026-02-10T00:00:00Z");
  await credit(book, "USAGE", "60.00");
  await book.use(["2026-02-09", "500"]);
  await book.forget(event?.id);
  await book.client.advance("2026-04-02T00:00:00Z");
  assert.deepEqual(await outcome(book, "2026-03"), {
    invoices: [
      "2026-02-01 | USAGE 01-01–01-31 100 = 100.00",
      "2026-03-01 | USAGE 02-01–02-28 500 = 500.00, LATE_USAGE 01-01–01-31 -100 = -40.00",
    ],
    creditMemos: ["60.00"],
    position: ["-500.00", "0.00", "0.00", "0.00", "0.00"],
  });
});

test("usage credited manually and deleted later is credited once: a credit memo has the rest", async () => {
  const book = await committed();
  const [event] = await book.use(["2026-01-01T00:30:00Z", "100"]);
  await book.client.advance("2026-02-10T00:00:00Z");
  await credit(book, "USAGE", "60.00");
  await book.forget(event?.id);
  await book.client.advance("2026-04-02T00:00:00Z");
  assert.deepEqual(await outcome(book, "2026-03"), {
    invoices: ["2026-02-01 | USAGE 01-01–01-31 100 = 100.00"],
    creditMemos: ["40.00", "60.00"],
    position: ["0.00", "0.00", "0.00", "0.00", "0.00"],
  });
});

test("usage that arrives after a manual credit is billed, and the credit stays", async () => {
  const book = await committed();
  await book.use(["2026-01-01T00:30:00Z", "100"]);
  await book.client.advance("2026-02-10T00:00:00Z");
  await credit(book, "USAGE", "60.00");
  await book.use(["2026-01-20", "50"]);
  await book.client.advance("2026-04-02T00:00:00Z");
  assert.deepEqual(await outcome(book, "2026-03"), {
    invoices: ["2026-02-01 | USAGE 01-01–01-31 100 = 100.00", "2026-03-01 | LATE_USAGE 01-01–01-31 50 = 50.00"],
    creditMemos: ["60.00"],
    position: ["-90.00", "0.00", "0.00", "0.00", "0.00"],
  });
});

for (const interval of ["MONTHLY", "QUARTERLY"]) {
  test(`a true-up credited manually is reversed only as far as late usage is billed in its place, ${interval}`, async () => {
    const isMonthly = interval === "MONTHLY";
    const days = { commitmentInterval: interval, trueUpBehavior: "EACH_PERIOD" };
    const book = await committed({ ...days, ...(isMonthly ? { endDate: "2026-01-31" } : {}) }, "100.00");
    const [event] = await book.use(["2026-01-01T00:30:00Z", "30"]);
    await book.client.advance(isMonthly ? "2026-02-10T00:00:00Z" : "2026-04-10T00:00:00Z");
    await credit(book, "TRUE_UP", "70.00");
    await book.use(["2026-01-20", "50"]);
    await book.client.advance("2026-05-10T00:00:00Z");
    const balance = (await book.invoices()).at(-1);
    assert.match(balance ?? "", /LATE_USAGE 01-01–01-31 50 = 50\.00, TRUE_UP 01-01–0\d-31 1 = -50\.00$/);
    await book.forget(event?.id);
    const { creditMemos, position } = await outcome(book, "2026-04");
    // 100.00 are owed whatever is used, and 70.00 of them are forgiven.
    assert.deepEqual([creditMemos, position], [["70.00"], ["-30.00", "0.00", "0.00", "0.00", "0.00"]]);
  });
}

test("deleting usage that was credited manually frees the prepaid value that paid for it", async () => {
  const prepaid = { prepaidEnabled: true, prepaidValue: "300.00", prepaymentScheduleType: "PER_COMMITMENT_PERIOD" };
  const book = await committed(prepaid);
  const [event] = await book.use(["2026-01-01T00:30:00Z", "100"]);
  await book.client.advance("2026-02-10T00:00:00Z");
  await credit(book, "USAGE", "60.00");
  await book.forget(event?.id);
  await book.client.advance("2026-04-02T00:00:00Z");
  const { creditMemos, invoices, position } = await outcome(book, "2026-03");
  assert.deepEqual(
    [creditMemos, invoices.at(-1)],
    [["60.00"], "2026-03-01 | LATE_USAGE 01-01–01-31 -100 = -40.00, PREPAID_APPLIED 01-01–01-31 1 = 100.00"],
  );
  assert.deepEqual(position, ["0.00", "-300.00", "0.00", "0.00", "0.00"]);
});

test("a manual credit of a prepayment counts for the usage that it pays for, in any month", async () => {
  const split = {
    prepaidEnabled: true,
    prepaidValue: "300.00",
    prepaymentScheduleType: "SPLIT_ACROSS_BILLING_PERIODS",
  };
  const book = await committed(split);
  await book.client.advance("2026-01-10T00:00:00Z");
  await credit(book, "PREPAYMENT", "60.00");
  await book.client.advance("2026-02-10T00:00:00Z");
  await book.use(["2026-02-09", "300"]);
  await book.client.advance("2026-04-02T00:00:00Z");
  const { creditMemos, position } = await outcome(book, "2026-03");
  assert.deepEqual([creditMemos, position], [["60.00"], ["-240.00", "0.00", "0.00", "0.00", "0.00"]]);
});

for (const [credited, used, expected] of [
  ["300.00", null, ["0.00", "0.00", "0.00", "0.00", "0.00"]],
  ["250.00", "100", ["0.00", "-50.00", "0.00", "0.00", "0.00"]],
] as const) {
  test(`breakage of a prepayment is lower by the ${credited} credited of it, with ${used ?? "nothing"} used`, async () => {
    const prepaid = { prepaidEnabled: true, prepaidValue: "300.00", prepaymentScheduleType: "PER_COMMITMENT_PERIOD" };
    const book = await committed(prepaid);
    await book.client.advance("2026-01-10T00:00:00Z");
    await credit(book, "PREPAYMENT", credited);
    if (used !== null) await book.use(["2026-01-09", used]);
    await book.client.advance("2026-04-02T00:00:00Z");
    const { creditMemos, position } = await outcome(book, "2026-03");
    assert.deepEqual([creditMemos, position], [[credited], expected]);
  });
}

test("overage credited manually is not credited again when a higher tier makes it cheaper", async () => {
  const overagePricings = [
    { tier: 0, conditionValue: "0", price: "0.009" },
    { tier: 1, conditionValue: "50000", price: "0.007" },
  ];
  const book = await committed({}, "1.00");
  const path = `/v3/contracts/${book.contractId}/commitments`;
  const [{ id, schedules }] = (await book.client.ok("GET", `/v3/commitments?filter=contractId:eq:${book.contractId}`))
    .data;
  const overage = { eventTypeId: book.eventTypeId, tierPricingType: "USE_TOP_TIER_PRICE_ONLY", overagePricings };
  await book.client.ok("PATCH", `${path}/${id}/schedules/${schedules[0].id}`, { overageConfigs: [overage] });
  await book.use(["2026-01-01T00:30:00Z", "49001"]);
  await book.client.advance("2026-02-10T00:00:00Z");
  await credit(book, "OVERAGE", "400.00");
  await book.use(["2026-02-09", "1000"]);
  await book.client.advance("2026-03-10T00:00:00Z");
  // 351.00 by now, of 442.00 that are billed and 400.00 that are credited: the last 1.00 waits for the next bill.
  const creditMemos = (await book.client.ok("GET", "/v3/credit-memos")).data.map(({ total }: Json) => total);
  assert.deepEqual(creditMemos.toSorted(), ["400.00", "41.00"]);
  await book.use(["2026-03-09", "20000"]);
  await book.client.advance("2026-04-02T00:00:00Z");
  // 491.00, less 400.00.
  const { invoices, position } = await outcome(book, "2026-03");
  assert.equal(invoices.at(-1), "2026-04-01 | OVERAGE 02-01–02-28 1 = -50.00, OVERAGE 03-01–03-31 20000 = 140.00");
  assert.deepEqual(position, ["-91.00", "0.00", "90.00", "0.00", "0.00"]);
});
