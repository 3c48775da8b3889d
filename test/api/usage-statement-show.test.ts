import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, rejection, unknownId } from "../support/client.ts";
import { sumOf } from "../support/contract-view.ts";
import { type Metering, meteringOn, tiered } from "../support/usage-client.ts";

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => api.close());

async function newMetering(clock = "2026-01-31T12:00:00Z"): Promise<[Metering, Client]> {
  const client = clientOf(api, await api.newMerchant(clock));
  await client.ok("PATCH", "/v3/merchant", { usageGraceDays: 0 });
  return [await meteringOn(client, {}, { startDate: "2026-01-01", endDate: "2026-12-31" }), client];
}

const statement = (client: Client, { customerId }: Metering, from: string, to: string): Promise<Json> =>
  client.ok("GET", `/v3/customers/${customerId}/usage-statement?from=${from}&to=${to}`);

/** Totals of the statement are those of its charges and lines, and its issued lines those of the invoices. */
async function assertTiesOut(client: Client, { contractId }: Metering, { periods }: Json): Promise<void> {
  for (const period of periods) {
    assert.equal(period.charged, sumOf(period.charges.map(({ total }: Json) => total)));
    assert.equal(sumOf([period.issued, period.planned]), period.charged);
  }
  const { data } = await client.ok("GET", `/v3/invoices?filter=contractId:eq:${contractId}&limit=1000`);
  const onInvoices = data
    .filter(({ status }: Json) => status !== "DRAFT" && status !== "VOID")
    .flatMap(({ invoiceNumber, lineItems }: Json) => lineItems.map((line: Json) => lineText(invoiceNumber, line)));
  const stated = periods.flatMap(({ lines }: Json) =>
    lines.filter(({ status }: Json) => status === "ISSUED").map((line: Json) => lineText(line.invoiceNumber, line)),
  );
  assert.deepEqual(stated.toSorted(), onInvoices.toSorted());
}

const lineText = (invoiceNumber: string, line: Json): string =>
  [
    invoiceNumber,
    line.type,
    line.billingTermId,
    line.serviceStartDate,
    line.differentiator,
    line.quantity,
    line.total,
  ].join(" ");

describe("usage priced by its term", () => {
  test("shows events, quantities, tiers and lines, issued, late and planned", async () => {
    const [metering, client] = await newMetering();
    const prices = tiered("TIERED", [
      ["0", "1"],
      ["10", "0.5"],
    ]);
    await metering.addTerm(prices);
    await metering.approve();
    const [, taken] = await metering.use(
      ["2026-01-05", "8", { differentiator: "eu" }],
      ["2026-01-06", "3", { differentiator: "eu" }],
      ["2026-01-07", "4", { differentiator: "eu" }],
      ["2026-01-07", "2", { invoiceSplitKey: "research" }],
    );
    await metering.forget(taken?.id);
    await client.advance("2026-02-10T00:00:00Z");
    await metering.use(["2026-01-31", "6", { differentiator: "eu" }], ["2026-02-05", "1.5"]);
    const made = await statement(client, metering, "2026-01-15", "2026-02-28");
    await assertTiesOut(client, metering, made);
    const [january, february] = made.periods;
    assert.deepEqual(
      [made.periods.length, january.periodStart, january.periodEnd, february.periodStart],
      [2, "2026-01-01", "2026-01-31", "2026-02-01"],
    );
    const quantities = ({ quantities: all }: Json) =>
      all.map((each: Json) => `${each.differentiator} ${each.invoiceSplitKey} ${each.events} ${each.quantity}`);
    assert.deepEqual(quantities(january), ["null research 1 2", "eu null 3 18"]);
    assert.deepEqual(quantities(february), ["null null 1 1.5"]);
    // 20 units together: ten at 1, ten at 0.5. Issued were 12.00 for 14; the split key's share of that fell from 1.71 to 1.50,
    // which its own invoice cannot carry, so 0.21 was credited.
    assert.deepEqual(
      [january.charged, january.issued, february.charged, february.issued],
      ["15.00", "11.79", "1.50", "0.00"],
    );
    assert.deepEqual(
      january.charges[0].tiers.map(({ quantity, amount }: Json) => `${quantity} ${amount}`),
      ["10 10", "10 5"],
    );
    const planned = january.lines.filter(({ status }: Json) => status === "PLANNED");
    assert.ok(
      planned.length > 0 &&
        planned.every(({ type, invoiceNumber }: Json) => type === "LATE_USAGE" && invoiceNumber === null),
    );
    await client.advance("2026-03-01T00:00:00Z");
    const later = await statement(client, metering, "2026-01-01", "2026-02-28");
    await assertTiesOut(client, metering, later);
    assert.deepEqual(
      later.periods.map(({ planned: left }: Json) => left),
      ["0.00", "0.00"],
    );
  });

  test("shows a credit for deleted usage apart, and subtracts it from the issued amount", async () => {
    const [metering, client] = await newMetering();
    await metering.addTerm("1");
    await metering.approve();
    const [first] = await metering.use(["2026-01-10", "5"], ["2026-01-11", "3"]);
    await client.advance("2026-02-10T00:00:00Z");
    await metering.forget(first?.id);
    const made = await statement(client, metering, "2026-01-01", "2026-01-31");
    await assertTiesOut(client, metering, made);
    const [january] = made.periods;
    assert.deepEqual(
      january.lines.map(({ status, total, quantity }: Json) => `${status} ${total} ${quantity}`),
      ["ISSUED 8.00 8", "CREDITED -5.00 null"],
    );
  });
});

test("a commitment shows steps, overage and prepaid value, and the lines of the period", async () => {
  const [metering, client] = await newMetering("2026-01-01T00:00:00Z");
  const terms: Json[] = [];
  for (const price of ["0.010", "0.008"]) terms.push(await metering.addTerm(price, { usageScope: "COMMITMENT" }));
  const steps = terms.map(({ id }) => ({ commitmentValue: "600.00", billingTermIds: [id] }));
  const schedule = {
    ...{
      startDate: "2026-01-01",
      endDate: "2026-03-31",
      commitmentInterval: "QUARTERLY",
      steps,
      trueUpBehavior: "EACH_PERIOD",
    },
    ...{ prepaidEnabled: true, prepaidValue: "600.00", prepaymentScheduleType: "PER_COMMITMENT_PERIOD" },
  };
  const path = `/v3/contracts/${metering.contractId}/commitments`;
  await client.ok("POST", path, { commitments: [{ commitmentUnitType: "CURRENCY", schedules: [schedule] }] });
  await metering.approve();
  await client.advance("2026-02-10T00:00:00Z");
  await metering.use(["2026-01-10", "50000"], ["2026-02-09", "100000"]);
  const half = await statement(client, metering, "2026-01-01", "2026-01-01");
  await assertTiesOut(client, metering, half);
  await client.advance("2026-04-02T00:00:00Z");
  const made = await statement(client, metering, "2026-03-31", "2026-03-31");
  await assertTiesOut(client, metering, made);
  const [quarter] = made.periods;
  assert.deepEqual(
    [
      made.periods.length,
      quarter.periodStart,
      quarter.periodEnd,
      quarter.quantities[0].events,
      quarter.quantities[0].quantity,
    ],
    [1, "2026-01-01", "2026-03-31", 2, "150000"],
  );
  assert.deepEqual(
    quarter.drawdown.steps.map(({ consumed, remaining }: Json) => `${consumed} ${remaining}`),
    ["600.00 0.00", "600.00 0.00"],
  );
  // 60,000 at 0.010 and 75,000 at 0.008 are committed; 15,000 at 0.008 are beyond.
  assert.deepEqual(
    [quarter.drawdown.overage, quarter.drawdown.prepaid.drawn, quarter.charged],
    ["120.00", "600.00", "1320.00"],
  );
  assert.equal(quarter.planned, "0.00");
  const { data: events } = await client.ok("GET", "/v3/events");
  assert.deepEqual(
    events.map(({ status }: Json) => status),
    ["INVOICED", "INVOICED"],
  );
});

test("the CSV file has no cell that a spreadsheet would run as a formula", async () => {
  const [metering, client] = await newMetering();
  await metering.addTerm("1");
  await metering.approve();
  await metering.use(
    ["2026-01-05", "-2", { differentiator: "=1+1" }],
    ["2026-01-05", "3", { differentiator: 'a,"b"' }],
  );
  await client.advance("2026-02-01T00:00:00Z");
  const path = `/v3/customers/${metering.customerId}/usage-statement?from=2026-01-01&to=2026-01-31&format=csv`;
  const answer = await fetch(`${api.url}${path}`, { headers: { authorization: `Bearer ${client.merchant.readKey}` } });
  assert.deepEqual([answer.status, answer.headers.get("content-type")], [200, "text/csv; charset=utf-8"]);
  const rows = (await answer.text()).split("\r\n");
  assert.equal(rows[0]?.split(",").length, 26);
  assert.deepEqual(
    rows.slice(1, -1).map((row) => row.split(",")[0]),
    ["QUANTITY", "QUANTITY", "CHARGE", "CHARGE", "LINE", "LINE"],
  );
  assert.match(rows[1] ?? "", /,'=1\+1,,1,-2,/);
  assert.match(rows[2] ?? "", /,"a,""b""",,1,3,/);
});

describe("what is rejected", () => {
  const ask = async (query: string, id?: string): Promise<unknown[]> => {
    const client = clientOf(api, api.merchants.A);
    const customerId = id ?? (await client.ok("POST", "/v3/customers", { name: "Northwind" })).id;
    return rejection(await client.send("GET", `/v3/customers/${customerId}/usage-statement${query}`));
  };
  const year = "?from=2024-01-01&to=2024-12-31";

  test("days that are missing, malformed, reversed or more than 366", async () => {
    const client = clientOf(api, api.merchants.A);
    const { id } = await client.ok("POST", "/v3/customers", { name: "Northwind" });
    assert.deepEqual(await client.ok("GET", `/v3/customers/${id}/usage-statement${year}`), {
      ...{ customerId: id, from: "2024-01-01", to: "2024-12-31", periods: [] },
    });
    for (const query of [
      "",
      "?from=2026-01-01",
      "?to=2026-01-01",
      "?from=2026-01-01&to=2026-02-30",
      `${year}&format=xml`,
    ])
      assert.equal((await ask(query, id))[0], 400, query);
    for (const query of ["?from=2026-01-02&to=2026-01-01", "?from=2024-01-01&to=2025-01-01"])
      assert.deepEqual(await ask(query, id), [400, "VALIDATION_FAILED", "/to RANGE"]);
  });

  test("an unknown customer, or another merchant's", async () => {
    assert.deepEqual(await ask(year, unknownId), [404, "CUSTOMER_NOT_FOUND"]);
    const { id } = await clientOf(api, api.merchants.B).ok("POST", "/v3/customers", { name: "Northwind" });
    assert.deepEqual(await ask(year, id), [404, "CUSTOMER_NOT_FOUND"]);
  });
});
