import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { prepareDatabase } from "../../src/app.ts";
import { openEmbedded } from "../../src/platform/db/embedded.ts";
import { silentLog } from "../../src/platform/log.ts";
import { killLeftOver, run, runJson, serve } from "../cli/program.ts";
import { randomFrom } from "../scenarios/generated-book.ts";
import { temporaryDataDirectory } from "../support/data-directory.ts";
import { disposeOnSignal } from "../support/dispose-on-signal.ts";

// Three processes that answer requests and three that work on jobs, on one PostgreSQL, under load; one after the other is killed and
// started again. At the end nothing that was confirmed is missing, nothing was done twice, and the books hold:
//
//   npm run test:processes -- [KILLS] [SEED]
//
// On a database of your own, a command may do something to that database instead, such as killing a node of a cluster and starting it again
// (docs/scaling.md). It is executed by a shell, as often as processes would be killed:
//
//   npm run test:processes -- [KILLS] [SEED] postgres://owner@coordinator/database COMMAND

export type ProcessesOptions = {
  readonly kills: number;
  readonly seed: number;
  readonly print: (line: string) => void;
  /** An empty database; without it, an embedded one. */
  readonly connectionString?: string | undefined;
  /** Executed in place of each kill. */
  readonly command?: string | undefined;
};

type Role = "api" | "worker";
type Tenant = { readonly key: string; deals: number; events: number; eventTypeId: string; customerId: string };

const merchants = 6;
const clientsOfMerchant = 2;
/** The sandbox's clock stands here: a deal from 1 January has three invoices by then. */
const clock = "2026-03-10T12:00:00Z";
const invoicesOfDeal = 3;

/** @throws AssertionError where something confirmed is missing or is there twice, or an invariant does not hold */
export async function runProcesses({ kills, seed, print, ...given }: ProcessesOptions): Promise<void> {
  await using opened = new AsyncDisposableStack();
  disposeOnSignal(opened);
  const connectionString = given.connectionString ?? (await embeddedDatabase(opened));
  await prepareDatabase(connectionString, silentLog());
  opened.defer(async () => killLeftOver());
  const environment = { DATABASE_URL: connectionString, LOG_LEVEL: "error" };
  const start = (role: Role) => serve(environment, ["--role", role]);
  const processes = await Promise.all(
    (["api", "api", "api", "worker", "worker", "worker"] as const).map(async (role) => ({
      role,
      serving: await start(role),
    })),
  );
  const urls = () => processes.flatMap(({ role, serving }) => (role === "api" ? [serving.url] : []));

  const tenants: Tenant[] = [];
  for (let index = 0; index < merchants; index += 1) tenants.push(await newTenant(environment, urls()));
  let isOver = false;
  const counts = { requests: 0, repeated: 0 };
  const clients = tenants.flatMap((tenant, at) =>
    Array.from({ length: clientsOfMerchant }, (_, client) =>
      keepBusy(tenant, { random: randomFrom(seed + at * 100 + client), urls, counts, isOver: () => isOver }),
    ),
  );

  const random = randomFrom(seed);
  const began = performance.now();
  const starts: number[] = [];
  for (let kill = 1; kill <= kills; kill += 1) {
    await sleep(500 + random() * 1_500);
    if (given.command !== undefined) {
      const { stdout } = await promisify(execFile)("sh", ["-c", given.command]);
      print(`${kill}. ${stdout.trim()}`);
      continue;
    }
    const victim = processes[Math.floor(random() * processes.length)];
    assert.ok(victim);
    await victim.serving.end("SIGKILL");
    victim.serving = await start(victim.role);
    starts.push(victim.serving.startedIn);
    print(`${kill}. ${victim.role} killed, and started again after ${Math.round(victim.serving.startedIn)} ms`);
  }
  await sleep(1_000);
  isOver = true;
  await Promise.all(clients);
  const seconds = Math.round((performance.now() - began) / 1_000);

  await runJson(["jobs", "wait", "--timeout", "300"], environment);
  for (const tenant of tenants) await checkNothingLost(tenant, urls());
  const doctor = await run(["doctor", "--json"], environment);
  assert.equal(doctor.code, 0, doctor.stdout);
  const deals = tenants.reduce((sum, tenant) => sum + tenant.deals, 0);
  const events = tenants.reduce((sum, tenant) => sum + tenant.events, 0);
  print(
    `${kills} ${given.command === undefined ? "kills of" : "commands beside"} 3 + 3 processes in ${seconds} s under load: ` +
      `${counts.requests} requests, ${counts.repeated} of them sent again; ${deals} deals with ${deals * invoicesOfDeal} invoices and ` +
      `${events} usage events confirmed, each there once; every invariant holds.`,
  );
  const longest = Math.round(Math.max(0, ...starts));
  if (starts.length > 0) print(`A process listened again after ${median(starts)} ms (median), ${longest} ms at most.`);
  for (const { serving } of processes) assert.equal(await serving.end("SIGTERM"), 0);
}

async function embeddedDatabase(opened: AsyncDisposableStack): Promise<string> {
  const directory = await temporaryDataDirectory();
  opened.defer(directory.remove);
  const log = { info: () => undefined, warn: () => undefined };
  const database = await openEmbedded({
    ...{ dataDirectory: directory.path, purpose: "serve", log },
    settings: { max_connections: "200" },
  } as const);
  opened.defer(database.close);
  return database.connectionString;
}

async function newTenant(environment: Record<string, string>, urls: readonly string[]): Promise<Tenant> {
  const created = ["merchant", "create", "--name", "One of many", "--sandbox", "--clock", clock];
  const key: string = (await runJson(created, environment)).writeKey;
  const ok = async (path: string, body: object) => {
    const { status, payload } = await send(`${urls[0]}${path}`, key, body, crypto.randomUUID());
    assert.equal(status, 201, JSON.stringify(payload));
    return payload.id as string;
  };
  const eventTypeId = await ok("/v3/events/types", { name: "API call", unitName: "calls" });
  const customerId = await ok("/v3/customers", { name: "Northwind" });
  return { key, deals: 0, events: 0, eventTypeId, customerId };
}

type Load = {
  readonly random: () => number;
  readonly urls: () => string[];
  readonly counts: { requests: number; repeated: number };
  readonly isOver: () => boolean;
};

/** Sends one write after the other, each until it is confirmed, and each try to any of the processes. */
async function keepBusy(tenant: Tenant, { random, urls, counts, isOver }: Load): Promise<void> {
  while (!isOver()) {
    const isDeal = random() < 0.4;
    const [path, body] = isDeal ? ["/v3/contracts", deal()] : ["/v3/events", usage(tenant, random)];
    const idempotencyKey = crypto.randomUUID();
    for (let attempt = 1; ; attempt += 1) {
      const all = urls();
      const url = all[Math.floor(random() * all.length)];
      counts.requests += 1;
      const { status, payload } = await send(`${url}${path}`, tenant.key, body, idempotencyKey);
      if (status === 201 || status === 200) break;
      // A broken connection, or a 503: the next try shows whether the write was stored.
      assert.ok(status === 0 || status === 503 || status === 409, `${status}: ${JSON.stringify(payload)}`);
      assert.ok(attempt < 200, "nobody answers");
      counts.repeated += 1;
      await sleep(100);
    }
    if (isDeal) tenant.deals += 1;
    else tenant.events += 1;
  }
}

const deal = () => ({
  name: "Platform 2026",
  customer: { name: `Customer ${crypto.randomUUID()}` },
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

const usage = ({ customerId, eventTypeId }: Tenant, random: () => number) => ({
  ...{ idempotencyKey: crypto.randomUUID(), customerId, eventTypeId, datetime: "2026-02-11T10:00:00Z" },
  value: String(1 + Math.floor(random() * 100)),
});

async function checkNothingLost(tenant: Tenant, urls: readonly string[]): Promise<void> {
  for (const [path, expected] of [
    ["/v3/contracts", tenant.deals],
    ["/v3/customers", tenant.deals + 1],
    ["/v3/invoices?filter=status:eq:ISSUED", tenant.deals * invoicesOfDeal],
    ["/v3/events", tenant.events],
  ] as const) {
    for (const url of urls) {
      const answer = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${tenant.key}` } });
      assert.equal(((await answer.json()) as Json).payload.totalItems, expected, path);
    }
  }
}

// biome-ignore lint/suspicious/noExplicitAny: the shape of an answer is known to who asked
type Json = any;

/** Status 0 is a connection that broke. */
async function send(
  url: string,
  key: string,
  body: object,
  idempotencyKey: string,
): Promise<{ status: number; payload: Json }> {
  const headers = {
    ...{ authorization: `Bearer ${key}`, "content-type": "application/json", "idempotency-key": idempotencyKey },
  };
  try {
    const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
    const sent = (await answer.json()) as Json;
    return { status: answer.status, payload: sent.payload ?? sent };
  } catch {
    return { status: 0, payload: undefined };
  }
}

function median(values: readonly number[]): number {
  return Math.round(values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0);
}

if (import.meta.main) {
  const [kills = "20", seed = String(Date.now() % 1_000_000), connectionString, command] = process.argv.slice(2);
  const print = (line: string) => process.stdout.write(`${line}\n`);
  print(`seed ${seed}`);
  await runProcesses({ kills: Number(kills), seed: Number(seed), print, connectionString, command });
}
