import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { countOwedJobs } from "../../src/cli/job-store.ts";
import { openPool } from "../../src/platform/db/pool.ts";
import { randomFrom } from "../scenarios/generated-book.ts";
import { startApi, type TestApi, type TestMerchant } from "../support/api.ts";
import { disposeOnSignal } from "../support/dispose-on-signal.ts";
import { runDoctor } from "../support/doctor.ts";
import { type Fault, startFaultProxy } from "../support/fault-proxy.ts";

// Something between the program and its database delays, cuts in the midst of a packet, or swallows, while customers, deals, usage,
// payments, closes, reads and jobs go on (behaviour DBF-2). After each fault everything that was not confirmed is sent again under its
// idempotency key; then the program is ready, every job is done, what was confirmed is there once, and doctor finds nothing:
//
//   npm run test:proxy -- [FAULTS] [SEED]

export type ProxyOptions = {
  readonly faults: number;
  readonly seed: number;
  readonly print: (line: string) => void;
};

type Random = () => number;

/** Each kind of fault, drawn anew each time that it comes. */
const kinds: readonly ((random: Random) => Fault)[] = [
  () => ({ kind: "swallow", direction: "back" }),
  (random) => cut(random, "back", "RST"),
  (random) => cut(random, "there", "FIN"),
  (random) => ({ kind: "delay", milliseconds: 50 + Math.floor(random() * 450) }),
  (random) => cut(random, "back", "FIN"),
  (random) => cut(random, "there", "RST"),
  (random) => ({ kind: "trickle", bytesPerSecond: 1_000 + Math.floor(random() * 9_000) }),
  () => ({ kind: "swallow", direction: "there" }),
];

function cut(random: Random, direction: "there" | "back", how: "FIN" | "RST"): Fault {
  return { kind: "cut", direction, how, afterBytes: Math.floor(random() ** 2 * 8_000) };
}

const tenants = 2;
const writersOfTenant = 3;
const clock = "2026-03-10T12:00:00Z";
const invoicesOfDeal = 3;

/** A merchant and what was confirmed to it. */
type Tenant = {
  readonly merchant: TestMerchant;
  readonly customerId: string;
  readonly eventTypeId: string;
  readonly confirmed: { customers: number; deals: number; events: number; payments: number };
  isClosed: boolean;
};

type Run = {
  readonly api: TestApi;
  readonly random: Random;
  readonly counts: { requests: number; unavailable: number; closes: number };
  isOver: boolean;
};

/** @throws AssertionError if an answer is not allowed, or a confirmed write is missing or stored twice */
export async function runProxy({ faults, seed, print }: ProxyOptions): Promise<void> {
  await using opened = new AsyncDisposableStack();
  disposeOnSignal(opened);
  const between = async (connectionString: string) => {
    proxy = await startFaultProxy(connectionString);
    return proxy.through(connectionString);
  };
  let proxy: Awaited<ReturnType<typeof startFaultProxy>> | undefined;
  const api = await startApi({ works: true, between });
  opened.defer(api.close);
  opened.defer(async () => proxy?.close());
  assert.ok(proxy);
  const db = openPool({ connectionString: api.connectionString, size: 2 });
  opened.defer(() => db.destroy());

  const random = randomFrom(seed);
  const all: Tenant[] = [];
  for (let count = 0; count < tenants; count += 1) all.push(await newTenant(api));
  const totals = { requests: 0, unavailable: 0, closes: 0 };
  const begin = performance.now();
  for (let round = 0; round < faults; round += 1) {
    const fault = required(kinds[round % kinds.length])(random);
    const run: Run = { api, random, counts: totals, isOver: false };
    const busy = all.flatMap((tenant) => [
      ...Array.from({ length: writersOfTenant }, () => keepWriting(run, tenant)),
      keepClosing(run, tenant),
      keepReading(run, tenant),
    ]);
    const working = Promise.all(busy);
    const { struck, end } = proxy.begin(fault);
    // The first failure is reported at once; the run does not wait for faults that no request can meet any more.
    await Promise.race([struck.then(() => sleep(200 + random() * 1_000)), working]);
    end();
    run.isOver = true;
    await working;
    await untilIdle(api, db);
    for (const tenant of all) await checkConfirmed(api, tenant);
    assert.deepEqual(await runDoctor(db), [], `after ${JSON.stringify(fault)}`);
    print(`${round + 1}. ${JSON.stringify(fault)}: nothing lost, nothing doubled`);
  }
  const sum = (of: (tenant: Tenant) => number) => all.reduce((total, tenant) => total + of(tenant), 0);
  print(
    `${faults} faults in ${Math.round((performance.now() - begin) / 1_000)} s: ${totals.requests} requests, ` +
      `${totals.unavailable} of them answered 503; confirmed and there once: ${sum(({ confirmed }) => confirmed.customers)} customers, ` +
      `${sum(({ confirmed }) => confirmed.deals)} deals with ${sum(({ confirmed }) => confirmed.deals) * invoicesOfDeal} invoices, ` +
      `${sum(({ confirmed }) => confirmed.events)} usage events, ${sum(({ confirmed }) => confirmed.payments)} payments; ` +
      `${totals.closes} closes and reopenings; every invariant holds`,
  );
}

async function newTenant(api: TestApi): Promise<Tenant> {
  const merchant = await api.newMerchant(clock);
  const make = async (path: string, body: object): Promise<string> => {
    const { status, body: answered } = await api.request("POST", path, { key: merchant.writeKey, body });
    assert.equal(status, 201, JSON.stringify(answered));
    return answered.payload.id;
  };
  const eventTypeId = await make("/v3/events/types", { name: "API call", unitName: "calls" });
  const customerId = await make("/v3/customers", { name: "Northwind" });
  const confirmed = { customers: 1, deals: 0, events: 0, payments: 0 };
  return { merchant, customerId, eventTypeId, confirmed, isClosed: false };
}

async function keepWriting(run: Run, tenant: Tenant): Promise<void> {
  const { customerId, eventTypeId, confirmed } = tenant;
  while (!run.isOver) {
    const drawn = run.random();
    if (drawn < 0.3) {
      await send(run, tenant, "/v3/contracts", deal());
      confirmed.deals += 1;
      confirmed.customers += 1;
    } else if (drawn < 0.55) {
      await send(run, tenant, "/v3/customers", { name: `Customer ${randomUUID()}` });
      confirmed.customers += 1;
    } else if (drawn < 0.8) {
      const usage = {
        idempotencyKey: randomUUID(),
        customerId,
        eventTypeId,
        datetime: "2026-03-02T10:00:00Z",
        value: "7",
      };
      await send(run, tenant, "/v3/events", usage);
      confirmed.events += 1;
    } else {
      await send(run, tenant, "/v3/payments", { customerId, amount: "1.00", receivedAt: "2026-03-05" });
      confirmed.payments += 1;
    }
  }
}

async function keepClosing(run: Run, tenant: Tenant): Promise<void> {
  while (!run.isOver) {
    const act = tenant.isClosed ? "reopen-period" : "close-period";
    await send(run, tenant, `/v3/month-end-close/${act}?month=2026-01`);
    tenant.isClosed = !tenant.isClosed;
    run.counts.closes += 1;
  }
}

const lists = [
  "/v3/invoices?limit=50",
  "/v3/contracts?limit=50",
  "/v3/reports/trial-balance?month=2026-01",
  "/v3/events",
];

async function keepReading(run: Run, tenant: Tenant): Promise<void> {
  while (!run.isOver) {
    run.counts.requests += 1;
    const path = required(lists[Math.floor(run.random() * lists.length)]);
    const { status, body } = await run.api.request("GET", path, { key: tenant.merchant.readKey });
    if (status === 503) run.counts.unavailable += 1;
    else assert.equal(status, 200, `${path}: ${JSON.stringify(body)}`);
  }
}

/** Sends a write until it is confirmed: after a 503 the next try shows whether it was stored. */
async function send({ api, counts }: Run, { merchant }: Tenant, path: string, body?: object): Promise<void> {
  const headers = { "idempotency-key": randomUUID() };
  for (;;) {
    counts.requests += 1;
    const request = { key: merchant.writeKey, headers, ...(body === undefined ? {} : { body }) };
    const { status, body: answered } = await api.request("POST", path, request);
    if (status < 300) return;
    // Its first try may still be under way.
    assert.ok(status === 503 || status === 409, `${path}: ${status} ${JSON.stringify(answered)}`);
    if (status === 503) counts.unavailable += 1;
    await sleep(100);
  }
}

async function untilIdle(api: TestApi, db: ReturnType<typeof openPool>): Promise<void> {
  for (;;) {
    const { status } = await fetch(`${api.url}/ready`);
    const { waiting, running, failed } = await countOwedJobs(db);
    assert.equal(failed, 0, "a job failed for good");
    if (status === 200 && waiting + running === 0) return;
    await sleep(100);
  }
}

async function checkConfirmed(api: TestApi, { merchant, confirmed }: Tenant): Promise<void> {
  for (const [path, expected] of [
    ["/v3/customers", confirmed.customers],
    ["/v3/contracts", confirmed.deals],
    ["/v3/invoices?filter=status:eq:ISSUED", confirmed.deals * invoicesOfDeal],
    ["/v3/events", confirmed.events],
    ["/v3/payments", confirmed.payments],
  ] as const) {
    const { body } = await api.request("GET", path, { key: merchant.readKey });
    assert.equal(body.payload?.totalItems, expected, `${path}: ${JSON.stringify(body).slice(0, 300)}`);
  }
}

const deal = () => ({
  name: "Platform 2026",
  customer: { name: `Customer ${randomUUID()}` },
  obligations: [
    {
      serviceStartDate: "2026-01-01",
      serviceEndDate: "2026-12-31",
      billingSchedule: {
        name: "Platform",
        startDate: "2026-01-01",
        endDate: "2026-12-31",
        interval: "MONTH",
        invoiceDateStrategy: "FIRST_OF_PERIOD",
        billingType: "FLAT",
        pricing: [{ amount: "100.00", amountType: "TOTAL_INVOICE" }],
      },
    },
  ],
  approve: true,
});

function required<T>(value: T | undefined): T {
  assert.ok(value !== undefined);
  return value;
}

if (import.meta.main) {
  const [faults = 24, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number);
  process.stdout.write(`seed ${seed}\n`);
  await runProxy({ faults, seed, print: (line) => process.stdout.write(`${line}\n`) });
}
