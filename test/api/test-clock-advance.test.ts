import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import pg from "pg";
import { createKey } from "../../src/platform/auth/keys.ts";
import { TransportError } from "../../src/platform/http/errors.ts";
import { createMerchant } from "../../src/platform/merchant/merchants.ts";
import { doWorkUntil } from "../../src/platform/sandbox/clock.ts";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { clientOf, obligationBody, rejection } from "../support/client.ts";
import { meteringOn } from "../support/usage-client.ts";

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => api.close());

test("an advance is 503 while the books are locked for long, and the same call completes it later", async () => {
  const client = clientOf(api, await api.newMerchant("2026-01-15T12:00:00Z"));
  const id = await client.contract();
  await client.add(id, obligationBody());
  await client.approve(id);
  const other = new pg.Client({ connectionString: api.connectionString });
  await other.connect();
  const to = "2026-04-02T00:00:00Z";
  try {
    await other.query("begin");
    await other.query("select from books where merchant_id = $1 for update", [client.merchant.merchantId]);
    const answer = await client.send("POST", "/v3/test-clock/advance", { to });
    assert.deepEqual([answer.status, answer.body.error.errorCode], [503, "LOCK_TIMEOUT"]);
    assert.equal(answer.headers.get("retry-after"), "1");
  } finally {
    await other.end();
  }
  await client.advance(to);
  const { data } = await client.ok("GET", "/v3/invoices?filter=status:eq:ISSUED");
  assert.equal(data.length, 2);
});

test("the audit log has who advanced the clock, also to a day with due work", async () => {
  const client = clientOf(api, await api.newMerchant("2026-01-15T12:00:00Z"));
  const id = await client.contract();
  await client.add(id, obligationBody());
  await client.approve(id);
  const advances = async () => {
    const { data } = await client.ok("GET", "/v3/audit-log?limit=1000");
    return data
      .filter(({ action }: Json) => action === "test-clock.advance")
      .map(({ actor, changes }: Json) => [actor.kind, changes[0].from, changes[0].to]);
  };
  const byCaller = async () => (await advances()).filter(([kind]: [string]) => kind === "KEY").toSorted();
  // The second quarter is invoiced on the very day.
  await client.advance("2026-04-01T00:00:00Z");
  const first = ["KEY", "2026-01-15T12:00:00.000Z", "2026-04-01T00:00:00.000Z"];
  assert.deepEqual(await byCaller(), [first]);
  await client.advance("2026-04-01T00:00:00Z");
  assert.deepEqual(await byCaller(), [first]);
  await client.advance("2026-08-01T00:00:00Z");
  assert.deepEqual(await byCaller(), [first, ["KEY", "2026-04-01T00:00:00.000Z", "2026-08-01T00:00:00.000Z"]]);
  const stops = (await advances()).filter(([kind]: [string]) => kind === "SYSTEM").toSorted();
  // The invoices of April are never paid, so reminders are due before the next quarter.
  assert.deepEqual(stops.at(-1), ["SYSTEM", "2026-05-22T00:00:00.000Z", "2026-07-01T00:00:00.000Z"]);
});

test("the clock moves forward only, and a live merchant has none", async () => {
  const client = clientOf(api, await api.newMerchant("2026-01-15T12:00:00Z"));
  const to = "2026-01-15T11:59:59Z";
  assert.deepEqual(rejection(await client.send("POST", "/v3/test-clock/advance", { to })), [400, "CLOCK_BACKWARDS"]);
  const { db } = api.platform;
  const merchantId = await createMerchant(db, {
    name: "Live",
    currency: "USD",
    timeZone: "UTC",
    erpKind: "ACCOUNTING",
    performanceObligations: false,
    sandboxClock: null,
  });
  const { key } = await createKey(db, { merchantId, userId: null, access: "WRITE", name: "live" });
  for (const [method, path, body] of [
    ["GET", "/v3/test-clock", undefined],
    ["POST", "/v3/test-clock/advance", { to: "2099-01-01T00:00:00Z" }],
  ] as const) {
    const answer = await api.request(method, path, { key, ...(body === undefined ? {} : { body }) });
    assert.deepEqual(rejection(answer), [400, "NOT_SANDBOX"]);
  }
});

test("an advance with more due work than one call may do is continued by the next call", async () => {
  const merchant = await api.newMerchant("2026-01-15T12:00:00Z");
  const client = clientOf(api, merchant);
  const contractId = await client.contract();
  await client.add(contractId, obligationBody({}, { interval: "MONTH" }));
  await client.approve(contractId);
  const to = Temporal.Instant.from("2026-06-15T00:00:00Z");
  const options = { merchantId: merchant.merchantId, actor: { kind: "USER", id: merchant.userId } } as const;
  const stopped: string[] = [];
  const hasArrived = async () => {
    try {
      await doWorkUntil(api.platform, options, to, -1);
      return true;
    } catch (error) {
      assert.ok(error instanceof TransportError);
      assert.deepEqual([error.rejection.status, error.rejection.headers], [503, { "retry-after": "1" }]);
      stopped.push(/\d{4}-\d\d-\d\d/.exec(error.message)?.[0] ?? "");
      return false;
    }
  };
  while (!(await hasArrived()));
  assert.deepEqual(stopped, [...new Set(stopped)].toSorted());
  assert.ok(
    ["2026-02-01", "2026-03-01", "2026-04-01", "2026-05-01"].every((day) => stopped.includes(day)),
    `${stopped}`,
  );
  const { data } = await client.ok("GET", "/v3/invoices?filter=status:eq:ISSUED");
  assert.deepEqual(
    data.map((invoice: Json) => invoice.issueDate).toSorted(),
    ["01", "02", "03", "04", "05", "06"].map((month) => `2026-${month}-01`),
  );
});

test("work that stays due on a day in between does not keep work of a later day from being done", async () => {
  const client = clientOf(api, await api.newMerchant("2026-01-01T12:00:00Z"));
  await client.ok("PATCH", "/v3/merchant", { usageGraceDays: 20 });
  const metering = await meteringOn(client, {}, { startDate: "2026-01-01", endDate: "2026-12-31" });
  await metering.addTerm("2.00", { name: "Calls", endDate: "2026-01-31" });
  await client.add(metering.contractId, obligationBody({}, { interval: "MONTH" }));
  await metering.approve();
  await client.advance("2026-02-10T12:00:00Z");
  // Below zero in a term that is over, and on no invoice yet: it is to be credited once the days of grace are over.
  await metering.use(["2026-01-01", "-5"]);
  await client.advance("2026-06-15T12:00:00Z");
  assert.deepEqual(await metering.invoices(), [
    "2026-01-01 | FLAT 01-01–01-31 1 = 300.00",
    "2026-02-01 | FLAT 02-01–02-28 1 = 300.00",
    "2026-02-01 | USAGE 01-01–01-31 -5 = 0.00",
    "2026-03-01 | FLAT 03-01–03-31 1 = 300.00",
    "2026-04-01 | FLAT 04-01–04-30 1 = 300.00",
    "2026-05-01 | FLAT 05-01–05-31 1 = 300.00",
    "2026-06-01 | FLAT 06-01–06-30 1 = 300.00",
  ]);
  const { data: creditMemos } = await client.ok("GET", "/v3/credit-memos");
  const credited = creditMemos.map(({ issueDate, total }: Json) => [issueDate, total]);
  assert.deepEqual(credited, [["2026-02-21", "10.00"]]);
});
