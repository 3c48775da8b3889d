import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { handleContracts, handlePending } from "../../src/platform/due-work.ts";
import type { Platform } from "../../src/platform/write.ts";
import { startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf } from "../support/client.ts";
import { closeWithSoundBooks } from "../support/sound-books.ts";
import { type Metering, meteringOn } from "../support/usage-client.ts";

// Usage is recorded without locking its contract, so more of it may come while the usage before is handled, without an end.

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => closeWithSoundBooks(api));

const most = 12;
let keys = 0;

async function metered(): Promise<{ client: Client; metering: Metering; record: () => Promise<void> }> {
  const client = clientOf(api, await api.newMerchant("2026-02-15T12:00:00Z"));
  const metering = await meteringOn(client);
  await metering.addTerm("2", { startDate: "2025-12-01", endDate: "2026-11-30" });
  await metering.approve();
  await client.drainOutbox();
  const { customerId, eventTypeId } = metering;
  const record = async () => {
    const idempotencyKey = `without-pause-${++keys}`;
    const datetime = "2026-02-10T12:00:00Z";
    await client.ok("POST", "/v3/events", { idempotencyKey, customerId, eventTypeId, datetime, value: "1" });
  };
  return { client, metering, record };
}

/** The platform, with more usage whenever usage is handled, at most so often that a test ends. */
function withMoreUsage(record: () => Promise<void>): { platform: Platform; times: () => number } {
  let times = 0;
  const more = {
    name: "more-usage",
    types: ["usage.recorded"],
    react: async () => {
      times += 1;
      if (times < most) await record();
    },
  };
  return { platform: { ...api.platform, subscribers: [...api.platform.subscribers, more] }, times: () => times };
}

test("a job handles the usage that it found in two looks, and leaves the rest to the next", async () => {
  const { client, metering, record } = await metered();
  const { merchantId } = client.merchant;
  await record();
  const { platform, times } = withMoreUsage(record);
  await handleContracts(platform, merchantId, [metering.contractId]);
  assert.equal(times(), 2);
  await handleContracts(platform, merchantId, [metering.contractId]);
  assert.equal(times(), 4);
  await client.drainOutbox();
});

test("all that is pending is handled, but no contract without an end", async () => {
  const { client, record } = await metered();
  await record();
  const { platform, times } = withMoreUsage(record);
  assert.deepEqual(await handlePending(platform, client.merchant.merchantId), []);
  assert.ok(times() < most, `${times()} times`);
  await client.drainOutbox();
});

test("while usage keeps coming a change of its contract is previewed, and a month closes", async () => {
  const { client, metering, record } = await metered();
  let isOver = false;
  // Without an end in sight, and one for a test that fails.
  const limit = setTimeout(() => {
    isOver = true;
  }, 20_000);
  const stream = async () => {
    while (!isOver) await record();
  };
  const streams = [stream(), stream()];
  await client.ok("PATCH", `/v3/contracts/${metering.contractId}?dryRun=true`, { poNumber: "PO-1" });
  await client.ok("POST", "/v3/month-end-close/close-period?month=2026-01");
  assert.equal(isOver, false, "neither waits for a pause");
  isOver = true;
  clearTimeout(limit);
  await Promise.all(streams);
  await client.drainOutbox();
  const { bookCloseDate } = await client.ok("GET", "/v3/merchant/book-close-date");
  assert.equal(bookCloseDate, "2026-01-31");
});
