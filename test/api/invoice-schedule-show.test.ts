import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { obligationBody as bodyOf, type Client, clientOf, priced as price, rejection } from "../support/client.ts";

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
const revenueOf = (obligation: Json): string[] =>
  obligation.revenueSchedule.recognizedRevenue.map((each: Json) => `${each.timeframe} ${each.total}`);

describe("money", () => {
  for (const [sent, kept] of [
    ["0.10", "0.1"],
    [0.1, "0.1"],
    ["1200.00", "1200"],
    [1200, "1200"],
    ["0001.50", "1.5"],
    ["0.000000000001", "0.000000000001"],
    [999999999999999, "999999999999999"],
    ["-0", "0"],
  ] as const) {
    test(`PRE-2b: ${JSON.stringify(sent)} is kept as ${kept}`, async () => {
      const created = await added(await contract(), bodyOf({}, { interval: "YEAR", ...price(sent) }));
      assert.equal(created.billingSchedule.pricing[0].amount, kept);
    });
  }

  for (const sent of [
    "+1",
    "1e3",
    "1,200.00",
    " 1",
    "１２",
    "",
    ".5",
    "1.",
    "-1",
    "0x10",
    "NaN",
    1e21,
    0.30000000000000004,
    -1,
    null,
    "0.0000000000001",
    "1234567890123456",
    true,
  ]) {
    test(`PRE-2b: ${JSON.stringify(sent)} is rejected`, async () => {
      const [status, code, ...issues] = rejection(await add(await contract(), bodyOf({}, price(sent))));
      assert.equal(status, 400);
      assert.deepEqual(issues.length, 1);
      assert.match(
        `${code} ${issues[0]}`,
        /^(\w+) \/billingSchedule\/pricing\/0\/amount \1$|^VALIDATION_FAILED .*TYPE$/,
      );
    });
  }

  for (const [currency, amount, totals, january] of [
    ["JPY", "99.5", ["100", "100", "100", "100"], "2026-01 33"],
    ["USD", "99.995", ["100.00", "100.00", "100.00", "100.00"], "2026-01 33.33"],
    ["KWD", "99.9995", ["100.000", "100.000", "100.000", "100.000"], "2026-01 33.333"],
    ["CLF", "99.99995", ["100.0000", "100.0000", "100.0000", "100.0000"], "2026-01 33.3333"],
  ] as const) {
    test(`PRE-2: a line in ${currency} is rounded once, half up, to the minor units of the currency, and so is revenue`, async () => {
      const id = await contract({ currency });
      const created = await added(id, bodyOf({}, price(amount)));
      assert.deepEqual(
        (await schedule(id)).map(({ total }) => total),
        totals,
      );
      const months = revenueOf(created);
      assert.equal(months[0], january);
      const digits = (text: string) => BigInt((text.split(" ")[1] ?? "").replace(".", ""));
      assert.equal(
        months.reduce((sum, each) => sum + digits(each), 0n),
        4n * BigInt(totals[0].replace(".", "")),
      );
    });
  }
});

describe("the invoice schedule", () => {
  test("DAT-3: monthly periods anchored on 31 January end on month ends, and every day is billed once", async () => {
    const id = await contract();
    const dates = { startDate: "2026-01-31", endDate: "2026-06-29", interval: "MONTH", invoiceDateStrategy: "ARREARS" };
    await added(
      id,
      bodyOf({ serviceStartDate: "2026-01-31", serviceEndDate: "2026-06-29" }, { ...dates, ...price("31") }),
    );
    const rows = (await schedule(id)).map(({ issueDate, lineItems: [line], total }) => [
      line.serviceStartDate,
      line.serviceEndDate,
      issueDate,
      total,
    ]);
    assert.deepEqual(rows, [
      ["2026-01-31", "2026-02-27", "2026-02-28", "31.00"],
      ["2026-02-28", "2026-03-30", "2026-03-31", "31.00"],
      ["2026-03-31", "2026-04-29", "2026-04-30", "31.00"],
      ["2026-04-30", "2026-05-30", "2026-05-31", "31.00"],
      ["2026-05-31", "2026-06-29", "2026-06-30", "31.00"],
    ]);
  });

  test("an open-ended term is planned twelve months ahead, or to `until`; issued invoices stay, planned ones need no approval", async () => {
    const id = await contract();
    await added(id, bodyOf({ serviceEndDate: null }, { endDate: null, interval: "MONTH", ...price("10") }));
    const dates = async (query?: string) =>
      (await schedule(id, query)).map(({ issueDate, status }) => `${issueDate} ${status}`);
    const all = await dates();
    assert.deepEqual([all.length, all[0], all.at(-1)], [13, "2026-01-01 PLANNED", "2027-01-01 PLANNED"]);
    assert.deepEqual(await dates("?until=2026-03-01"), [
      "2026-01-01 PLANNED",
      "2026-02-01 PLANNED",
      "2026-03-01 PLANNED",
    ]);
    assert.deepEqual(await dates("?until=2025-12-31"), []);
    await approve(id);
    assert.deepEqual(await dates("?until=2025-12-31"), ["2026-01-01 ISSUED"]);
    assert.deepEqual(await dates("?until=2026-02-01"), ["2026-01-01 ISSUED", "2026-02-01 PLANNED"]);
    assert.equal((await dates("?until=2030-01-01")).length, 49);
    const malformed = await send("GET", `/v3/contracts/${id}/invoice-schedule?until=soon`);
    assert.deepEqual(rejection(malformed), [400, "INVALID_DATE", "/query/until INVALID_DATE"]);
  });
});

describe("the schedule of a daily term over ten years", () => {
  let id: string;
  before(async () => {
    id = await contract();
    const daily = { interval: "DAY", startDate: "2026-01-01", endDate: "2035-12-31", ...price("1.00") };
    await added(id, bodyOf({ serviceEndDate: "2035-12-31" }, daily));
  });
  const page = (query: string) => ok("GET", `/v3/contracts/${id}/invoice-schedule${query}`);
  const dates = ({ data }: Json): string[] => data.map((invoice: Json) => invoice.issueDate);

  test("is paged by the thousand, and the pages together have every invoice", async () => {
    const first = await page("");
    assert.deepEqual([first.currentPage, first.limit, first.totalItems], [1, 1_000, 3_652]);
    const seen = dates(first);
    for (let { nextCursor } = first; nextCursor !== null; ) {
      const next = await page(`?cursor=${encodeURIComponent(nextCursor)}`);
      seen.push(...dates(next));
      nextCursor = next.nextCursor;
    }
    assert.deepEqual(
      [seen.length, new Set(seen).size, seen[0], seen.at(-1)],
      [3_652, 3_652, "2026-01-01", "2035-12-31"],
    );
    assert.deepEqual(seen, seen.toSorted());
  });

  test("has shorter pages where asked for, a last page, and no rows after it", async () => {
    assert.deepEqual(dates(await page("?page=2&limit=3")), ["2026-01-04", "2026-01-05", "2026-01-06"]);
    const last = await page("?page=4&limit=1000");
    assert.deepEqual([last.data.length, last.nextCursor], [652, null]);
    assert.deepEqual((await page("?page=5&limit=1000")).data, []);
    assert.equal((await page("?limit=1000&until=2026-01-10")).totalItems, 10);
  });

  test("rejects a larger page, and a cursor of another list", async () => {
    const path = `/v3/contracts/${id}/invoice-schedule`;
    assert.deepEqual(rejection(await send("GET", `${path}?limit=1001`)), [400, "LIMIT_TOO_LARGE"]);
    assert.deepEqual(rejection(await send("GET", `${path}?cursor=abc`)), [400, "CURSOR_INVALID"]);
  });
});
