import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { announced, closeMonth } from "../../src/close/service.ts";
import { type Month, monthFrom } from "../../src/kernel/day.ts";
import { shareBooksWithClose } from "../../src/ledger/books-store.ts";
import { inTransaction } from "../../src/platform/db/pool.ts";
import { systemWrite } from "../../src/platform/due-work.ts";
import { write } from "../../src/platform/write.ts";
import { startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf } from "../support/client.ts";
import { sessionsWaiting } from "../support/lock-waits.ts";
import { type Metering, meteringOn } from "../support/usage-client.ts";

// Usage is recorded while a month closes, and counts as if the close were done (ADR 0053).

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => api?.close());

const [january, february] = [monthFrom(2026, 1), monthFrom(2026, 2)];

async function used(): Promise<Client & { readonly metering: Metering }> {
  const client = clientOf(api, await api.newMerchant("2026-03-10T00:00:00Z"));
  const metering = await meteringOn(client);
  await metering.addTerm();
  await metering.approve();
  await metering.use(["2026-01-05", "100"]);
  return { ...client, metering };
}

type Held = { readonly posted: Promise<void>; readonly end: () => Promise<unknown> };

/** A close that has posted everything, and commits or fails when the test says so. */
function heldClose({ merchant: { merchantId } }: Client, month: Month, error?: Error): Held {
  const [posted, told] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const close = () =>
    write(api.platform, systemWrite(merchantId), async (ctx) => {
      await closeMonth(ctx, month);
      posted.resolve();
      await told.promise;
      if (error !== undefined) throw error;
    });
  const closed = announced(api.platform, merchantId, month, close);
  closed.catch(posted.reject);
  const end = () => {
    told.resolve();
    return closed;
  };
  return { posted: posted.promise, end };
}

const late = ["2026-01-20", "7"] as const;

/** Records the late event; the worker's part of it waits for the close. */
async function recordLate({ ok, metering }: Awaited<ReturnType<typeof used>>): Promise<void> {
  const { customerId, eventTypeId } = metering;
  const [idempotencyKey, datetime] = [crypto.randomUUID(), `${late[0]}T12:00:00Z`];
  await ok("POST", "/v3/events", { idempotencyKey, customerId, eventTypeId, datetime, value: late[1] });
}

test("an event of a month that is being closed does not wait, and catches up as after the close", async () => {
  const [beside, behind] = [await used(), await used()];
  const close = heldClose(beside, january);
  await close.posted;
  await recordLate(beside);
  assert.equal((await beside.ok("GET", "/v3/month-end-close/periods")).totalItems, 0, "the close goes on");
  await close.end();
  await beside.drainOutbox();
  await behind.ok("POST", "/v3/month-end-close/close-period?month=2026-01");
  await behind.metering.use(late);
  assert.deepEqual(await beside.metering.revenue(), await behind.metering.revenue());
  assert.deepEqual(await beside.metering.revenue(), [
    "2026-01 CONSUMED 100.00 POSTED",
    "2026-02 CATCH_UP 7.00 ACCRUED",
  ]);
  await beside.ok("POST", "/v3/month-end-close/close-period?month=2026-02");
  assert.deepEqual(await beside.metering.revenue(), ["2026-01 CONSUMED 100.00 POSTED", "2026-02 CATCH_UP 7.00 POSTED"]);
});

test("an event deleted while its month is being closed does not change the close", async () => {
  const client = await used();
  const [event] = await client.metering.use(late);
  const close = heldClose(client, january);
  await close.posted;
  assert.equal((await client.send("DELETE", `/v3/events/${event?.id}`)).status, 200);
  await close.end();
  await client.drainOutbox();
  assert.deepEqual(await client.metering.revenue(), [
    "2026-01 CONSUMED 107.00 POSTED",
    "2026-02 CATCH_UP -7.00 ACCRUED",
  ]);
});

test("when a close is abandoned, events recorded during it catch up after their month, later events are in their own", async () => {
  const client = await used();
  const close = heldClose(client, january, new Error("given up"));
  await close.posted;
  await recordLate(client);
  await assert.rejects(close.end(), /given up/);
  await client.metering.use(["2026-01-21", "5"]);
  assert.deepEqual(await client.metering.revenue(), [
    "2026-01 CONSUMED 105.00 ACCRUED",
    "2026-02 CATCH_UP 7.00 ACCRUED",
  ]);
});

test("the next close waits for usage writes that began before the close before it", async () => {
  const client = await used();
  const { merchantId } = client.merchant;
  const first = heldClose(client, january);
  await first.posted;
  const [shared, told] = [Promise.withResolvers<Month | null>(), Promise.withResolvers<void>()];
  const usage = inTransaction(api.platform.db, merchantId, async (tx) => {
    shared.resolve((await shareBooksWithClose(tx, merchantId)).closedThrough);
    await told.promise;
  });
  assert.equal(await shared.promise, january);
  await first.end();
  let isClosed = false;
  const second = announced(api.platform, merchantId, february, () =>
    write(api.platform, systemWrite(merchantId), async (ctx) => {
      await closeMonth(ctx, february);
      isClosed = true;
    }),
  );
  while ((await sessionsWaiting(api.connectionString)) === 0) await sleep(20);
  assert.ok(!isClosed);
  told.resolve();
  await Promise.all([usage, second]);
  assert.ok(isClosed);
});
