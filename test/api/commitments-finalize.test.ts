import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { sql } from "kysely";
import { publishFinalizedPeriods } from "../../src/commitments/finalization-service.ts";
import { inTransaction } from "../../src/platform/db/pool.ts";
import { doDueWork, systemWrite } from "../../src/platform/due-work.ts";
import { write } from "../../src/platform/write.ts";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf } from "../support/client.ts";
import { closeWithSoundBooks } from "../support/sound-books.ts";
import { type Metering, meteringOn } from "../support/usage-client.ts";

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => closeWithSoundBooks(api));

type Committed = Metering & { readonly client: Client; readonly commitmentId: string };

/** 100.00 a month, trued up, from January 2026 for three months: usage may come five days late. */
async function committed({
  startDate = "2026-01-01",
  endDate = "2026-03-31",
  interval = "MONTHLY",
} = {}): Promise<Committed> {
  const client = clientOf(api, await api.newMerchant("2026-01-01T00:00:00Z"));
  await client.ok("PATCH", "/v3/merchant", { usageGraceDays: 5 });
  const metering = await meteringOn(client, {}, { startDate: "2026-01-01", endDate: "2026-12-31" });
  const term = await metering.addTerm("0.010", { name: "Calls", usageScope: "COMMITMENT", startDate });
  const steps = [{ commitmentValue: "100.00", billingTermIds: [term.id] }];
  const schedules = [{ startDate, endDate, commitmentInterval: interval, trueUpBehavior: "EACH_PERIOD", steps }];
  const commitment = { commitmentUnitType: "CURRENCY", schedules };
  const path = `/v3/contracts/${metering.contractId}/commitments`;
  const { commitments } = await client.ok("POST", path, { commitments: [commitment] });
  return { ...metering, client, commitmentId: commitments[0].id };
}

async function published({ client }: Committed): Promise<Json[]> {
  await api.placeEvents(client.merchant);
  const { data } = await client.ok("GET", "/v3/events-feed?limit=1000");
  return data.filter(({ type }: Json) => type === "commitment.period-finalized").map(({ data }: Json) => data);
}

const days = async (found: Committed) =>
  (await published(found)).map(({ periodStart, periodEnd }) => `${periodStart} ${periodEnd}`);

test("an event announces a period once, when it is over, billed, and past its days of grace", async () => {
  const found = await committed();
  const { client, contractId, commitmentId, customerId } = found;
  await found.approve();
  await client.advance("2026-02-05T00:00:00Z");
  assert.deepEqual(await days(found), [], "usage of January can still come");
  await client.advance("2026-02-06T12:00:00Z");
  const { periods } = await client.ok("GET", `/v3/commitments/${commitmentId}`);
  const data = { contractId, customerId, commitmentId, periodStart: "2026-01-01", periodEnd: "2026-01-31" };
  assert.deepEqual(await published(found), [{ ...data, periodId: periods[0].periodId }]);
  assert.deepEqual(
    periods.map(({ status }: Json) => status),
    ["FINALIZED", "OPEN", "FUTURE"],
  );

  await client.advance("2026-06-01T00:00:00Z");
  const all = ["2026-01-01 2026-01-31", "2026-02-01 2026-02-28", "2026-03-01 2026-03-31"];
  assert.deepEqual(await days(found), all);
  for (const _ of [1, 2]) await doDueWork(api.platform, client.merchant.merchantId);
  assert.deepEqual(await days(found), all, "what is done twice is published once");
});

test("a run that is killed before it commits is repeated by the next one, and concurrent runs announce a period once", async () => {
  const found = await committed();
  const { merchantId } = found.client.merchant;
  await found.approve();
  await found.client.advance("2026-02-01T00:00:00Z");
  // As if the program had ended before the work of the day.
  await inTransaction(api.platform.db, merchantId, (tx) =>
    sql`update sandbox_clock set now = '2026-02-10T00:00:00Z' where merchant_id = ${merchantId}`.execute(tx),
  );
  const killed = write(api.platform, systemWrite(merchantId), async (ctx) => {
    await publishFinalizedPeriods(ctx, [found.contractId]);
    throw new Error("killed");
  });
  await assert.rejects(killed, /killed/);
  assert.deepEqual(await days(found), []);
  await Promise.all([1, 2, 3].map(() => doDueWork(api.platform, merchantId)));
  assert.deepEqual(await days(found), ["2026-01-01 2026-01-31"]);
  // From here on the clock stands where the audit log says.
  await found.client.advance("2026-02-11T00:00:00Z");
});

test("periods anchored on the last day of a month are finalized on their computed ends", async () => {
  const found = await committed({ startDate: "2026-01-31", endDate: "2026-04-29" });
  await found.approve();
  await found.client.advance("2026-06-01T00:00:00Z");
  assert.deepEqual(await days(found), ["2026-01-31 2026-02-27", "2026-02-28 2026-03-30", "2026-03-31 2026-04-29"]);
});

test("no period is announced for a contract that is not approved, or for a commitment with unissued invoices", async () => {
  const found = await committed();
  await found.client.advance("2026-06-01T00:00:00Z");
  assert.deepEqual(await days(found), []);
  await found.approve();
  await api.drainOutbox(found.client.merchant);
  await doDueWork(api.platform, found.client.merchant.merchantId);
  assert.equal((await days(found)).length, 3, "once it is approved and billed");
});
