import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type ApiAnswer, type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, obligationBody, priced, rejection, unknownId } from "../support/client.ts";
import { sumOf } from "../support/contract-view.ts";
import { digestOf } from "../support/digest.ts";
import { dryThenReal } from "../support/dry-run.ts";
import { payloadOf } from "../support/term-client.ts";

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => api.close());

/** 1,200.00 for 2026, 100.00 a month, approved; and whatever a test wants else. */
async function earning(parts: object = {}, schedule: object = {}, clock = "2026-01-15T12:00:00Z") {
  const client: Client = clientOf(api, await api.newMerchant(clock));
  const contractId = await client.contract();
  const { id } = await client.add(contractId, obligationBody(parts, schedule));
  await client.approve(contractId);
  const path = `/v3/contracts/${contractId}/obligation/${id}/custom-revenue`;
  const set = async (body: unknown, query = ""): Promise<ApiAnswer> => {
    const answer = await client.send("POST", `${path}${query}`, body);
    await client.drainOutbox();
    return answer;
  };
  const read = () => client.ok("GET", `/v3/contracts/${contractId}/obligations/${id}`);
  return { client, contractId, path, set, read };
}

const amountsOf = (obligation: Json): string[] =>
  obligation.revenueSchedule.recognizedRevenue.map(({ total }: Json) => total);
const manualMonthsOf = (obligation: Json): string[] =>
  obligation.revenueSchedule.recognizedRevenue.flatMap((each: Json) => (each.pinned ? [each.timeframe] : []));
const months = (from: number, to: number, amount: string) =>
  Array.from({ length: to - from + 1 }, (_, index) => ({
    timeframe: `2026-${String(from + index).padStart(2, "0")}`,
    total: amount,
  }));

describe("manual months", () => {
  test("the other months share the rest of the price by the pattern: 1050 over eleven months", async () => {
    const { client, contractId, set, read } = await earning();
    const saved = payloadOf(await set([{ timeframe: "2026-03", total: "150.00" }]));
    assert.deepEqual(amountsOf(saved), [
      ...["95.45", "95.46", "150.00", "95.45", "95.46", "95.45"],
      ...["95.46", "95.45", "95.46", "95.45", "95.46", "95.45"],
    ]);
    assert.deepEqual(manualMonthsOf(saved), ["2026-03"]);
    assert.deepEqual(await read(), saved);
    const { data } = await client.ok("GET", `/v3/revenue-schedules?filter=contractId:eq:${contractId}&limit=100`);
    const manual = data.filter(({ pinned }: Json) => pinned);
    assert.deepEqual(
      manual.map(({ timeframe }: Json) => timeframe),
      ["2026-03"],
    );
  });

  test("a month is added to those set before, replaced by a later request, and removed by null", async () => {
    const { set, read } = await earning();
    const before = await read();
    payloadOf(await set([{ timeframe: "2026-03", total: "150.00" }]));
    const both = payloadOf(await set([{ timeframe: "2026-04", total: 50 }]));
    assert.deepEqual(amountsOf(both), ["100.00", "100.00", "150.00", "50.00", ...Array(8).fill("100.00")]);
    const replaced = payloadOf(await set([{ timeframe: "2026-03", total: "50.00" }]));
    assert.deepEqual([amountsOf(replaced)[2], amountsOf(replaced)[0]], ["50.00", "110.00"]);
    const back = payloadOf(
      await set([
        { timeframe: "2026-03", total: null },
        { timeframe: "2026-04", total: null },
      ]),
    );
    assert.deepEqual(back.revenueSchedule, before.revenueSchedule);
  });

  test("a month may be negative, and all months may be set", async () => {
    const { set } = await earning();
    const negative = payloadOf(await set([{ timeframe: "2026-12", total: "-120.00" }]));
    assert.deepEqual(amountsOf(negative), [...Array(11).fill("120.00"), "-120.00"]);
    const all = payloadOf(await set([...months(1, 11, "50.00"), { timeframe: "2026-12", total: "650.00" }]));
    assert.deepEqual(amountsOf(all), [...Array(11).fill("50.00"), "650.00"]);
  });

  test("closed months stay as posted, and the open months share the rest", async () => {
    const { client, set, read } = await earning({}, {}, "2026-04-10T00:00:00Z");
    await client.ok("POST", "/v3/month-end-close/close-period?month=2026-02");
    // 1200 − 2 × 100 − 400 over nine months.
    const saved = payloadOf(await set([{ timeframe: "2026-04", total: "400.00" }]));
    assert.deepEqual(amountsOf(saved).slice(0, 5), ["100.00", "100.00", "66.67", "400.00", "66.66"]);
    assert.equal(sumOf(amountsOf(saved)), "1200.00");
    assert.deepEqual(manualMonthsOf(saved), ["2026-04"]);
    await client.advance("2026-05-01T00:00:00Z");
    await client.ok("POST", "/v3/month-end-close/close-period?month=2026-04");
    const balance = await client.balances("2026-04");
    assert.deepEqual(
      [balance("REVENUE"), amountsOf(await read()).slice(0, 4)],
      ["-666.67", amountsOf(saved).slice(0, 4)],
    );
  });

  test("setting the same amounts again changes nothing", async () => {
    const { set, read } = await earning();
    const body = [{ timeframe: "2026-03", total: "150.00" }];
    payloadOf(await set(body));
    const before = await read();
    payloadOf(await set(body));
    assert.deepEqual(await read(), before);
  });

  test("a request with an idempotency key is carried out once", async () => {
    const { client, path } = await earning();
    const send = () =>
      client.send("POST", path, [{ timeframe: "2026-03", total: "150.00" }], { "idempotency-key": "once" });
    const [first, second] = [await send(), await send()];
    assert.deepEqual(second.body, first.body);
    assert.equal(second.headers.get("idempotency-replayed"), "true");
  });

  test("a dry run shows exactly what the request then does", async () => {
    const { client, path, contractId } = await earning();
    const body = [{ timeframe: "2026-03", total: "150.00" }];
    await dryThenReal(api, client, { method: "POST", path, body, contractId });
  });
});

describe("manual months and service that ends earlier", () => {
  const december = [{ timeframe: "2026-12", total: "900.00" }];
  const terminated = async (manualMonths: object[], clock?: string) => {
    const made = await earning({}, {}, clock);
    payloadOf(await made.set(manualMonths));
    const { billingTermId } = await made.read();
    const path = `/v3/contracts/${made.contractId}/billing-terms/${billingTermId}/terminate`;
    const terminate = async () => {
      await made.client.ok("PATCH", path, { endDate: "2026-06-30", creditUnused: true });
      await made.client.drainOutbox();
    };
    return { ...made, terminate };
  };

  test("a termination removes the manual months after it", async () => {
    const { client, read, terminate } = await terminated(december);
    await terminate();
    assert.deepEqual(amountsOf(await read()), Array(6).fill("100.00"));
    await client.advance("2026-08-01T00:00:00Z");
    await client.ok("POST", "/v3/month-end-close/close-period?month=2026-07");
    assert.equal((await client.balances("2026-07"))("REVENUE"), "-600.00");
  });

  test("when manual months exceed the rest of the price, no other month is negative", async () => {
    const { read, terminate } = await terminated(months(3, 3, "900.00"));
    await terminate();
    assert.deepEqual([amountsOf(await read()), manualMonthsOf(await read())], [["600.00"], ["2026-03"]]);
  });

  test("months closed before a termination stay as posted when they are closed again", async () => {
    const { client, read, terminate } = await terminated(december);
    await client.advance("2026-03-10T00:00:00Z");
    await client.ok("POST", "/v3/month-end-close/close-period?month=2026-02");
    const closed = (await client.balances("2026-02"))("REVENUE");
    await terminate();
    // 600.00 over six months; March has as well what two of them posted too little.
    const shown = amountsOf(await read());
    assert.deepEqual([sumOf(shown), shown.slice(-3)], ["600.00", Array(3).fill("100.00")]);
    await client.ok("POST", "/v3/month-end-close/reopen-period?month=2026-01");
    await client.ok("POST", "/v3/month-end-close/close-period?month=2026-02");
    assert.deepEqual([(await client.balances("2026-02"))("REVENUE"), amountsOf(await read())], [closed, shown]);
  });

  test("an earlier end of service removes the months after it, and a later end does not restore them", async () => {
    const { client, contractId, set, read } = await earning();
    payloadOf(await set([...december, { timeframe: "2026-02", total: "300.00" }]));
    const { id } = await read();
    const path = `/v3/contracts/${contractId}/obligation/${id}`;
    await client.ok("PATCH", path, { revenueEndDate: "2026-10-31" });
    assert.deepEqual(amountsOf(await read()), ["100.00", "300.00", ...Array(8).fill("100.00")]);
    await client.ok("PATCH", path, { revenueEndDate: "2026-12-31" });
    assert.deepEqual([amountsOf(await read())[11], manualMonthsOf(await read())], ["81.82", ["2026-02"]]);
  });
});

describe("a rejected request changes nothing", () => {
  for (const [name, body, code, ...issues] of [
    ["no array", { timeframe: "2026-03", total: "1" }, "CUSTOM_REVENUE_NOT_ARRAY", " TYPE"],
    ["nothing at all", undefined, "CUSTOM_REVENUE_NOT_ARRAY", " REQUIRED"],
    ["no entries", [], "VALIDATION_FAILED", " TOO_FEW_ITEMS"],
    ["601 entries", Array(601).fill({ timeframe: "2026-03", total: "1" }), "TOO_MANY_ITEMS", " TOO_MANY_ITEMS"],
    ["a missing month", [{ total: "1" }], "CUSTOM_REVENUE_TIMEFRAME_MISSING", "/0/timeframe REQUIRED"],
    [
      "an empty month",
      [{ timeframe: "", total: "1" }],
      "CUSTOM_REVENUE_TIMEFRAME_MISSING",
      "/0/timeframe INVALID_MONTH",
    ],
    [
      "no month of any year",
      [{ timeframe: "2026-13", total: "1" }],
      "CUSTOM_REVENUE_TIMEFRAME_MISSING",
      "/0/timeframe INVALID_MONTH",
    ],
    ["a missing total", [{ timeframe: "2026-03" }], "VALIDATION_FAILED", "/0/total REQUIRED"],
    [
      "a total with too many decimals",
      [{ timeframe: "2026-03", total: "1.001" }],
      "AMOUNT_INVALID",
      "/0/total AMOUNT_INVALID",
    ],
    [
      "a month twice, and two that are not of the service",
      [
        ...months(3, 3, "1"),
        ...months(3, 3, "2"),
        { timeframe: "2025-12", total: "1" },
        { timeframe: "2027-01", total: "1" },
      ],
      "VALIDATION_FAILED",
      "/1/timeframe DUPLICATE",
      "/2/timeframe RANGE",
      "/3/timeframe RANGE",
    ],
    ["more than the price", months(3, 3, "1200.01"), "CUSTOM_REVENUE_EXCEEDS_PRICE"],
    ["every month, and too little", months(1, 12, "99.99"), "CUSTOM_REVENUE_UNBALANCED"],
    ["every month, and too much", months(1, 12, "100.01"), "CUSTOM_REVENUE_UNBALANCED"],
  ] as [string, unknown, string, ...string[]][]) {
    test(name, async () => {
      const { set } = await earning();
      const digest = await digestOf(api.connectionString);
      assert.deepEqual(rejection(await set(body)), [400, code, ...issues]);
      assert.equal(await digestOf(api.connectionString), digest);
    });
  }

  test("a closed month", async () => {
    const { client, set } = await earning({}, {}, "2026-04-10T00:00:00Z");
    await client.ok("POST", "/v3/month-end-close/close-period?month=2026-02");
    const answer = await set(months(1, 3, "100.00"));
    const expected = [400, "PERIOD_CLOSED", "/0/timeframe PERIOD_CLOSED", "/1/timeframe PERIOD_CLOSED"];
    assert.deepEqual(rejection(answer), expected);
  });

  test("usage, and service without a last day", async () => {
    const evergreen = await earning({ serviceEndDate: null }, { endDate: null });
    assert.deepEqual(rejection(await evergreen.set(months(3, 3, "1"))), [400, "VALIDATION_FAILED", " CONFLICT"]);
    const client = clientOf(api, await api.newMerchant());
    const { id: eventTypeId } = await client.ok("POST", "/v3/events/types", { name: "Calls" });
    const contractId = await client.contract();
    const usage = { eventTypeId, billingType: "UNIT", invoiceDateStrategy: "ARREARS", ...priced("1", "PER_ITEM") };
    const { id } = await client.add(contractId, obligationBody({}, usage));
    const path = `/v3/contracts/${contractId}/obligation/${id}/custom-revenue`;
    assert.deepEqual(rejection(await client.send("POST", path, months(3, 3, "1"))), [
      400,
      "VALIDATION_FAILED",
      " CONFLICT",
    ]);
  });

  test("an obligation that is recognized as billed", async () => {
    const { client, path, set } = await earning({ recognitionPattern: "RECOGNIZE_AS_BILLED" });
    const digest = await digestOf(api.connectionString);
    assert.deepEqual(rejection(await set(months(3, 3, "1"))), [400, "VALIDATION_FAILED", " CONFLICT"]);
    assert.deepEqual(rejection(await client.send("POST", path, [{ timeframe: "2026-03", total: null }])), [
      400,
      "VALIDATION_FAILED",
      " CONFLICT",
    ]);
    assert.equal(await digestOf(api.connectionString), digest);
  });

  test("an unknown obligation or contract", async () => {
    const { client, contractId } = await earning();
    const at = (contract: string, obligation: string) =>
      `/v3/contracts/${contract}/obligation/${obligation}/custom-revenue`;
    for (const [path, status, code] of [
      [at(contractId, unknownId), 404, "OBLIGATION_NOT_FOUND"],
      [at(unknownId, unknownId), 404, "CONTRACT_NOT_FOUND"],
      [at(contractId, "x"), 400, "INVALID_ID"],
    ] as const) {
      const answer = await client.send("POST", path, months(3, 3, "1"));
      assert.deepEqual(rejection(answer).slice(0, 2), [status, code]);
    }
  });
});
