import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { type Client, createClient, type Event } from "@accord/client";
import pg from "pg";
import { killLeftOver, runJson, type Serving, serve } from "../cli/program.ts";
import { randomFrom } from "../scenarios/generated-book.ts";
import { createTestDatabase } from "../support/database.ts";
import { disposeOnSignal } from "../support/dispose-on-signal.ts";
import { type FailingReceiver, startFailingReceiver } from "./failing-receiver.ts";

// A process that answers requests and a worker are killed one after the other, while receivers of webhooks fail in every way. In the end the
// records are rebuilt twice, from webhooks alone and from the event feed alone, and both equal what the API shows (behaviour 4, WHK-3):
//
//   npm run test:deliveries -- [KILLS] [SEED]

export type DeliveriesOptions = {
  readonly kills: number;
  readonly seed: number;
  readonly print: (line: string) => void;
};

/** The number of receivers' failures, and of events that came more than once. */
export type DeliveriesCounts = { readonly failures: number; readonly duplicates: number; readonly events: number };

const merchants = 3;
/** The sandbox's clock stands here: a deal from 1 January has three invoices by then. */
const clock = "2026-03-10T12:00:00Z";
/** A process is killed at most so many milliseconds after another one was started. */
const longestCalm = 1_500;
/** For so many milliseconds after the last kill, receivers go on failing. */
const longestFailure = 60_000;

type Tenant = {
  readonly client: Client;
  readonly receiver: FailingReceiver;
  readonly endpointId: string;
  /** The end of the feed before the endpoint was created. */
  readonly before: number;
  /** What a reader of the feed has, in order. */
  readonly feed: Event[];
  readonly random: () => number;
};

/** @throws AssertionError if an event is missing, or a rebuilt record differs */
export async function runDeliveries({ kills, seed, print }: DeliveriesOptions): Promise<DeliveriesCounts> {
  await using opened = new AsyncDisposableStack();
  disposeOnSignal(opened);
  const database = await createTestDatabase();
  opened.defer(database.drop);
  opened.defer(async () => killLeftOver());
  const owner = new pg.Client({ connectionString: database.connectionString });
  await owner.connect();
  opened.defer(() => owner.end());
  const environment = {
    ...{ DATABASE_URL: database.connectionString, ACCORD_DEMO: "off", ACCORD_RATE_LIMIT: "0", LOG_LEVEL: "error" },
    ACCORD_WEBHOOK_ALLOW: "127.0.0.1",
  };
  const ports = { api: String(await freePort()), worker: "0" };
  const start = (role: "api" | "worker") => serve({ ...environment, PORT: ports[role] }, ["--role", role]);
  const serving: Record<"api" | "worker", Serving> = { api: await start("api"), worker: await start("worker") };
  const tenants: Tenant[] = [];
  for (let index = 0; index < merchants; index += 1) {
    const random = randomFrom(seed + index + 1);
    const receiver = await startFailingReceiver(random);
    opened.defer(async () => receiver.close());
    tenants.push(await newTenant({ environment, url: serving.api.url, receiver, random }));
  }

  const state = { isOver: false };
  const working = Promise.all(tenants.flatMap((tenant) => [keepWriting(tenant, state), keepReading(tenant, state)]));
  // A failure ends the kills, and is thrown where the work is awaited.
  working.catch(() => {
    state.isOver = true;
  });
  const due = keepDue(owner, state);
  const random = randomFrom(seed);
  for (let kill = 1; kill <= kills && !state.isOver; kill += 1) {
    await sleep(random() * longestCalm);
    for (const each of Object.values(serving)) assert.ok(!each.hasEnded(), each.stderr());
    const role = random() < 0.7 ? "worker" : "api";
    await serving[role].end("SIGKILL");
    serving[role] = await start(role);
    print(`${kill}. ${role} killed, ${tenants.reduce((sum, { receiver }) => sum + failuresOf(receiver), 0)} failures`);
    await Promise.all(tenants.map(backAgain));
  }
  state.isOver = true;
  await working;
  await runJson(["jobs", "wait", "--timeout", "300"], environment);
  await Promise.all(tenants.map((tenant) => settle(tenant, owner)));
  for (const tenant of tenants) await check(tenant);
  await due;
  for (const each of Object.values(serving)) assert.equal(await each.end("SIGTERM"), 0);
  const sumOf = (count: (tenant: Tenant) => number) => tenants.reduce((sum, tenant) => sum + count(tenant), 0);
  return {
    failures: sumOf(({ receiver }) => failuresOf(receiver)),
    duplicates: sumOf(({ receiver }) => receiver.counts.duplicates),
    events: sumOf(({ receiver }) => receiver.events.size),
  };
}

function failuresOf({
  counts: { accepted: _accepted, duplicates: _duplicates, ...failures },
}: FailingReceiver): number {
  return Object.values(failures).reduce((sum, count) => sum + count, 0);
}

/** A port that a process can have again after it was killed. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  assert.ok(address !== null && typeof address === "object");
  return address.port;
}

async function newTenant({
  environment,
  url,
  receiver,
  random,
}: Pick<Tenant, "receiver" | "random"> & {
  readonly environment: Readonly<Record<string, string>>;
  readonly url: string;
}): Promise<Tenant> {
  const created = ["merchant", "create", "--name", "Delivered", "--sandbox", "--clock", clock];
  const { writeKey } = await runJson(created, environment);
  const client = createClient({ baseUrl: url, key: writeKey, retries: 12, firstWait: 100, timeout: 30_000 });
  await runJson(["jobs", "wait", "--timeout", "60"], environment);
  const before = Number((await client.readEventsFeed({})).nextCursor);
  const { id, secret } = await client.createWebhookEndpoint({ body: { url: receiver.url } });
  assert.ok(secret !== null);
  receiver.secret = secret;
  return { client, receiver, endpointId: id, before, feed: [], random };
}

type State = { isOver: boolean };

/** Deals, payments and voids, each until it is confirmed or rejected. */
async function keepWriting({ client, random }: Tenant, state: State): Promise<void> {
  const invoices: { readonly id: string; readonly customerId: string }[] = [];
  while (!state.isOver) {
    const invoice = invoices[Math.floor(random() * invoices.length)];
    const drawn = random();
    if (invoice === undefined || drawn < 0.4) {
      const { id, customerId } = await client.createContract({ body: deal() });
      const { data } = await client.listInvoices({ filter: { contractId: id, status: "ISSUED" } });
      assert.ok(customerId);
      invoices.push(...data.map((issued) => ({ id: issued.id, customerId })));
    } else if (drawn < 0.8) {
      const applications = [{ invoiceId: invoice.id, amount: random() < 0.5 ? "40.00" : "60.00" }];
      await unlessRejected(client.createPayment({ body: { customerId: invoice.customerId, applications } }));
    } else if (drawn < 0.9) {
      await unlessRejected(client.actOnInvoice({ id: invoice.id, body: { action: "VOID" } }));
    } else {
      await client.updateCustomer({ id: invoice.customerId, body: { companyName: `Company ${random()}` } });
    }
    await sleep(100 + random() * 400);
  }
}

/** Waits for a write that the state of the record may not allow, such as voiding a paid invoice. */
async function unlessRejected(write: Promise<unknown>): Promise<void> {
  await write.catch((error: unknown) => {
    const status = (error as { readonly status?: number }).status;
    if (status !== 400 && status !== 409 && status !== 422) throw error;
  });
}

const deal = () => ({
  name: "Platform 2026",
  customer: { name: `Customer ${crypto.randomUUID()}` },
  obligations: [
    {
      serviceStartDate: "2026-01-01",
      serviceEndDate: "2026-12-31",
      billingSchedule: {
        ...{ name: "Platform", startDate: "2026-01-01", endDate: "2026-12-31", interval: "MONTH" as const },
        ...{ invoiceDateStrategy: "FIRST_OF_PERIOD" as const, billingType: "FLAT" as const },
        pricing: [{ amount: "100.00", amountType: "TOTAL_INVOICE" as const }],
      },
    },
  ],
  approve: true,
});

/** Reads the feed to its end and waits for more, as an integrator would: nothing is stored but the cursor and the events. */
async function keepReading({ client, feed }: Tenant, state: State): Promise<void> {
  let cursor = "0";
  for (let isLast = false; !isLast; ) {
    isLast = state.isOver;
    for (let hasMore = true; hasMore; ) {
      const page = await client.readEventsFeed({ after: cursor, limit: 1_000, wait: isLast ? 0 : 2 });
      feed.push(...page.data);
      ({ nextCursor: cursor, hasMore } = page);
    }
  }
}

/** The waits between attempts are minutes and hours: what is to be sent again is made due. Also after the end, until all is settled. */
async function keepDue(owner: pg.Client, state: State): Promise<void> {
  while (!state.isOver) {
    await makeDue(owner);
    await sleep(500);
  }
}

async function makeDue(owner: pg.Client): Promise<void> {
  await owner.query("update webhook_delivery set next_attempt_at = now() where next_attempt_at > now()");
  await owner.query("update webhook_turn set due_at = now() where due_at > now()");
}

/** A receiver that was gone for a moment enables its endpoint, and has everything sent again that came after its last complete sequence. */
async function backAgain(tenant: Tenant): Promise<void> {
  const { client, endpointId } = tenant;
  const { status } = await client.getWebhookEndpoint({ id: endpointId });
  if (status === "ENABLED") return;
  await client.updateWebhookEndpoint({ id: endpointId, body: { status: "ENABLED" } });
  await replay(tenant);
}

async function replay(tenant: Tenant): Promise<void> {
  const { client, endpointId } = tenant;
  const afterSequence = completeThrough(tenant);
  const { nextCursor } = await client.readEventsFeed({ after: String(afterSequence), limit: 1_000 });
  const throughSequence = Number(nextCursor);
  if (throughSequence > afterSequence)
    await client.replayWebhooks({ id: endpointId, body: { afterSequence, throughSequence } });
}

/** The last sequence up to which the receiver has every event. */
function completeThrough({ receiver, before }: Tenant): number {
  const sequences = new Set([...receiver.events.values()].map(({ sequence }) => sequence));
  let through = before;
  while (sequences.has(through + 1)) through += 1;
  return through;
}

/**
 * Waits until every event of the feed was received; one that failed eight times is sent again by a replay. Receivers go on failing for a while;
 * because after a failure one event is sent at a time, the rest is accepted.
 */
async function settle(tenant: Tenant, owner: pg.Client): Promise<void> {
  const { client, endpointId, receiver } = tenant;
  const began = performance.now();
  for (;;) {
    receiver.fails = performance.now() < began + longestFailure;
    await backAgain(tenant);
    const page = await client.readEventsFeed({ after: String(tenant.feed.at(-1)?.sequence ?? 0), limit: 1_000 });
    tenant.feed.push(...page.data);
    const end = tenant.feed.at(-1)?.sequence ?? 0;
    const through = completeThrough(tenant);
    if (page.data.length === 0 && through === end) return;
    const waiting = await client.listWebhookDeliveries({
      filter: { webhookEndpointId: endpointId, status: "PENDING" },
      limit: 1,
    });
    if (waiting.totalItems === 0 && page.data.length === 0) await replay(tenant);
    assert.ok(
      performance.now() < began + longestFailure + 300_000,
      `of ${end} events ${receiver.events.size} came, all through ${through}`,
    );
    await makeDue(owner);
    await sleep(200);
  }
}

async function check({ client, receiver, feed, before }: Tenant): Promise<void> {
  assert.deepEqual(
    feed.map(({ sequence }) => sequence),
    feed.map((_event, index) => index + 1),
    "the feed has each event once, in order",
  );
  const delivered = [...receiver.events.values()].toSorted((one, other) => one.sequence - other.sequence);
  assert.deepEqual(
    delivered,
    feed.filter(({ sequence }) => sequence > before),
    "webhooks are the events of the feed",
  );
  const shown = await shownBy(client);
  assert.deepEqual(rebuilt(delivered), shown, "records of webhooks");
  assert.deepEqual(rebuilt(feed), shown, "records of the feed");
}

/** The status of each record by kind and id; a customer is there or not. */
type Records = Readonly<Record<string, string>>;

function rebuilt(events: readonly Event[]): Records {
  const records = new Map<string, string>();
  for (const { type, data } of events) {
    const [kind = ""] = type.split(".");
    const { contractId, customerId, invoiceId, paymentId, status } = data as Readonly<Record<string, string>>;
    const id = { contract: contractId, invoice: invoiceId, payment: paymentId }[kind];
    if (type === "customer.created") records.set(`customer ${customerId}`, "there");
    if (id !== undefined && status !== undefined) records.set(`${kind} ${id}`, status);
  }
  return Object.fromEntries([...records].toSorted());
}

async function shownBy(client: Client): Promise<Records> {
  const records: [string, string][] = [];
  for await (const { id } of client.each("listCustomers", {})) records.push([`customer ${id}`, "there"]);
  for await (const { id, status } of client.each("listContracts", {})) records.push([`contract ${id}`, status]);
  for await (const { id, status } of client.each("listPayments", {})) records.push([`payment ${id}`, status]);
  for await (const { id, status } of client.each("listInvoices", {}))
    if (status !== "DRAFT") records.push([`invoice ${id}`, status]);
  return Object.fromEntries(records.toSorted());
}

if (import.meta.main) {
  const [kills = 20, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number);
  const print = (line: string) => process.stdout.write(`${line}\n`);
  print(`seed ${seed}`);
  const began = performance.now();
  const { failures, duplicates, events } = await runDeliveries({ kills, seed, print });
  const seconds = Math.round((performance.now() - began) / 1_000);
  print(
    `${kills} kills and ${failures} failures of receivers in ${seconds} s: ${events} events, ${duplicates} of them again; ` +
      "webhooks alone and the feed alone have every record as the API shows it.",
  );
}
