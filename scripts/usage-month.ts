import assert from "node:assert/strict";
import { loadavg } from "node:os";
import { startApi } from "../test/support/api.ts";
import { clientOf } from "../test/support/client.ts";
import { meteringOn, tiered } from "../test/support/usage-client.ts";

// The time to price one customer's month of usage events: planning from the events, and issuing the invoice.
//
//   npm run bench:usage-month -- 100000

const batchSize = 1_000;
const goalSeconds = 2;
const differentiators = 10;

process.exitCode = (await measure(Number(process.argv[2] ?? 100_000))) ? 0 : 1;

async function measure(count: number): Promise<boolean> {
  assert.ok(count > 0 && count % batchSize === 0, `the count is a multiple of ${batchSize}`);
  const api = await startApi();
  try {
    const client = clientOf(api, await api.newMerchant("2026-01-31T23:59:59.000Z"));
    await client.ok("PATCH", "/v3/merchant", { usageGraceDays: 0 });
    const metering = await meteringOn(client);
    const tiers = tiered("TIERED", [
      ["0", "0.001"],
      ["1000000", "0.0005"],
    ]);
    await metering.addTerm(tiers);
    await metering.approve();
    const start = Temporal.Instant.from("2026-01-01T00:00:00Z");
    const eventOf = (index: number) => ({
      idempotencyKey: `month-${index}`,
      customerId: metering.customerId,
      eventTypeId: metering.eventTypeId,
      datetime: start.add({ seconds: (index * 61) % (31 * 86_400) }).toString(),
      value: `${index % 100}.5`,
      differentiator: `region-${index % differentiators}`,
    });
    const recording = await seconds(async () => {
      for (let from = 0; from < count; from += batchSize) {
        const events = Array.from({ length: batchSize }, (_, index) => eventOf(from + index));
        assert.equal((await client.ok("POST", "/v3/events/bulk", { events })).created, batchSize);
      }
    });
    const planning = await seconds(() => client.drainOutbox());
    const issuing = await seconds(() => client.advance("2026-02-01T00:00:00Z"));
    const [invoice] = await metering.invoices();
    assert.equal(invoice?.split(", ").length, differentiators, `${invoice}`);
    const priced = planning + issuing;
    process.stdout.write(
      `${count} events of one customer in one month, on ${differentiators} lines\n` +
        `recorded in      ${recording.toPrecision(3)} s\n` +
        `planned in       ${planning.toPrecision(3)} s\n` +
        `planned, issued  ${issuing.toPrecision(3)} s\n` +
        `priced in        ${priced.toPrecision(3)} s (goal ${goalSeconds} s)\n` +
        `load             ${loadavg()[0]?.toPrecision(3)}\n`,
    );
    return priced < goalSeconds;
  } finally {
    await api.close();
  }
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await work();
  return (performance.now() - begin) / 1_000;
}
