import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import pg from "pg";
import { formatDay } from "../../src/kernel/day.ts";
import { formatInstant, readClock } from "../../src/platform/clock.ts";
import { inTransaction } from "../../src/platform/db/pool.ts";
import { startApi, type TestApi } from "../support/api.ts";

let api: TestApi;
let owner: pg.Client;
before(async () => {
  api = await startApi();
  owner = new pg.Client({ connectionString: api.connectionString });
  await owner.connect();
});
after(async () => {
  await owner.end();
  await api.close();
});

async function clockOf(merchantId: string) {
  const found = await inTransaction(api.platform.db, merchantId, (tx) => readClock(tx, merchantId, "write"));
  assert.ok(found);
  return found.clock;
}

test("CLK-1: when the wall clock is in a closed month, a live merchant's clock is at the end of that month", async () => {
  const { merchantId } = await api.newMerchant("2026-01-15T12:00:00Z", "Europe/Berlin");
  await owner.query("delete from sandbox_clock where merchant_id = $1", [merchantId]);
  const month = Temporal.Now.plainDateISO("UTC").toPlainYearMonth().add({ months: 2 });
  const closeThrough = (closed: string) =>
    owner.query(
      `insert into books (merchant_id, closed_through) values ($1, $2)
       on conflict (merchant_id) do update set closed_through = excluded.closed_through`,
      [merchantId, closed],
    );
  await closeThrough(`${month}-01`);
  const open = month.add({ months: 1 }).toPlainDate({ day: 1 });
  const clock = await clockOf(merchantId);
  assert.equal(formatDay(clock.today), open.toString());
  assert.equal(clock.timestamp, formatInstant(open.toZonedDateTime("Europe/Berlin").toInstant()));
  // A month that is over moves nothing.
  await closeThrough("2020-01-01");
  const { now } = await clockOf(merchantId);
  assert.ok(Math.abs(now.epochMilliseconds - Date.now()) < 60_000);
});
