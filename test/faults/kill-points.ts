import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { countOwedJobs } from "../../src/cli/job-store.ts";
import { type Db, openPool } from "../../src/platform/db/pool.ts";
import { killLeftOver, type Serving, serve } from "../cli/program.ts";
import { type Operation, readOperations, readsByPost } from "../matrix/operations.ts";
import { type Book, createBook, pathWith } from "../matrix/records.ts";
import { preparedRecords, validRequest } from "../matrix/requests.ts";
import { randomFrom } from "../scenarios/generated-book.ts";
import { startApi, type TestApi } from "../support/api.ts";
import { digestOf } from "../support/digest.ts";
import { disposeOnSignal } from "../support/dispose-on-signal.ts";
import { runDoctor } from "../support/doctor.ts";
import { type Fault, type FaultProxy, startFaultProxy } from "../support/fault-proxy.ts";
import { rowsOfMerchant } from "../support/merchant-rows.ts";

// A process is killed with `kill -9` at a named point: one of the moments below, of one POST of the API or of the jobs that it leaves
// (behaviour 4). A proxy between the process and its database stops the transaction there. Before the commit nothing may be kept; after it
// everything is. The request is then repeated under its idempotency key, and in the end each table has as many new rows as that of another
// merchant in which the same was done undisturbed:
//
//   npm run test:kill-points -- [POINTS] [SEED]

export type KillPointOptions = {
  readonly points: number;
  readonly seed: number;
  readonly print: (line: string) => void;
};

export type KillPointCounts = {
  readonly api: number;
  readonly worker: number;
  /** Milliseconds from each start until `/ready` says so. */
  readonly readyWithin: readonly number[];
  /** Milliseconds from each kill of a worker until every job is done. */
  readonly doneWithin: readonly number[];
};

/** The stop of the transaction that names `id`. */
type StopAt = (id: string) => Fault;

/** The announcement of a close, `update books`, has a transaction before its own. */
const isChange = /insert into|update "|delete from/;
const stops = {
  "before its first statement": (id) => there((sent) => sent.includes(id)),
  "at its first change": (id) => there((sent, piece) => sent.includes(id) && isChange.test(piece)),
  "before its commit": (id) =>
    there((sent, piece) => sent.includes(id) && isChange.test(sent) && piece.includes("commit\0")),
  "after its commit": (id) => ({
    kind: "stop",
    direction: "back",
    when: (sent, piece) => sent.includes(id) && isChange.test(sent) && piece.includes("COMMIT\0"),
  }),
} satisfies Record<string, StopAt>;

const stopped = Object.keys(stops) as (keyof typeof stops)[];
const momentsOfRequest = [...stopped, "after its answer"] as const;
const momentsOfJob = [...stopped, "before it is ticked off"] as const;

function there(when: Extract<Fault, { kind: "stop" }>["when"]): Fault {
  return { kind: "stop", direction: "there", when };
}

/** What a process writes by a schedule of its own, and growth of lists, which is summed up now and then and compared by the doctor (INV-38). */
const uncounted: ReadonlySet<string> = new Set(["list_growth", "request_log", "webhook_delivery", "webhook_turn"]);

/** It can be done once to the contract that a book has for it. */
const onlyOnce = "POST /v3/contracts/{id}/discount-allocations";

/** It does the work that is due on the way in transactions of their own, of which the first may find nothing to do. */
const inSteps = "POST /v3/test-clock/advance";

type Run = {
  readonly api: TestApi;
  readonly db: Db;
  readonly proxy: FaultProxy;
  readonly environment: Readonly<Record<string, string>>;
  /** The merchant whose processes are killed, and the one that is left alone. */
  readonly killed: Book;
  readonly undisturbed: Book;
  readonly readyWithin: number[];
  readonly doneWithin: number[];
  /** The process that answers, which goes on until it is killed. */
  serving: Serving | undefined;
};

/** @throws AssertionError naming the point after which something is missing, stored twice, or kept in part */
export async function killAtPoints({ points, seed, print }: KillPointOptions): Promise<KillPointCounts> {
  await using opened = new AsyncDisposableStack();
  disposeOnSignal(opened);
  const api = await startApi();
  opened.defer(api.close);
  const proxy = await startFaultProxy(api.connectionString);
  opened.defer(proxy.close);
  const db = openPool({ connectionString: api.connectionString, size: 2 });
  opened.defer(() => db.destroy());
  opened.defer(async () => killLeftOver());
  const environment = {
    ...{ DATABASE_URL: proxy.through(api.connectionString), ACCORD_DEMO: "off", ACCORD_RATE_LIMIT: "0" },
    LOG_LEVEL: "error",
  };
  const newBook = async (label: string) => createBook(api, await api.newMerchant("2026-02-15T12:00:00Z"), label);
  const run: Run = {
    ...{ api, db, proxy, environment, readyWithin: [], doneWithin: [], serving: undefined },
    ...{ killed: await newBook("Killed"), undisturbed: await newBook("Undisturbed") },
  };
  const operations = (await readOperations(api.url)).filter(
    ({ method, name }) => method === "POST" && name !== onlyOnce && !readsByPost.has(name),
  );
  const random = randomFrom(seed);
  const all = operations.flatMap((operation) => [
    ...momentsOfRequest
      .filter((moment) => operation.name !== inSteps || moment !== "after its commit")
      .map((moment) => ({ operation, moment, role: "api" }) as const),
    ...momentsOfJob.map((moment) => ({ operation, moment, role: "worker" }) as const),
  ]);
  const drawn = all.map((point) => ({ ...point, place: random() })).toSorted((a, b) => a.place - b.place);
  const counts = { api: 0, worker: 0 };
  for (const point of drawn) {
    if (counts.api + counts.worker === points) break;
    const { operation, role, moment } = point;
    if (point.role === "api") await killApi(run, operation, point.moment);
    else if (!(await killWorker(run, operation, point.moment))) continue;
    counts[role] += 1;
    print(`${counts.api + counts.worker}. ${operation.name}${role === "api" ? "" : ", its job"}: killed ${moment}`);
  }
  // Some records of the two books were made without the API, which the doctor only warns of.
  assert.deepEqual(
    (await runDoctor(db)).filter(({ severity }) => severity === "violation"),
    [],
  );
  return { ...counts, readyWithin: run.readyWithin, doneWithin: run.doneWithin };
}

type Request = { readonly path: string; readonly body: unknown; readonly headers: Record<string, string> };

async function requestOf(operation: Operation, book: Book): Promise<Request> {
  const path = pathWith(operation, await preparedRecords(operation, book));
  const { body, headers } = await validRequest(operation, book);
  await book.client.drainOutbox();
  return { path, body, headers: { ...headers, "idempotency-key": crypto.randomUUID() } };
}

/** The answer, or undefined where the connection broke. */
async function send(url: string, book: Book, { path, body, headers }: Request) {
  const type: Record<string, string> = body === undefined ? {} : { "content-type": "application/json" };
  const sent = body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) };
  try {
    const answer = await fetch(`${url}${path}`, {
      ...{ method: "POST", headers: { authorization: book.client.merchant.writeKey, ...type, ...headers } },
      ...sent,
    });
    return { status: answer.status, text: await answer.text() };
  } catch {
    return undefined;
  }
}

async function sendDone(url: string, book: Book, operation: Operation, request: Request): Promise<void> {
  const answer = await send(url, book, request);
  assert.equal(answer?.status, operation.successStatus, `${operation.name}: ${answer?.text}`);
}

async function countRows({ api }: Run, { client }: Book): Promise<Record<string, number>> {
  const tables = await rowsOfMerchant(api.connectionString, client.merchant.merchantId);
  return Object.fromEntries(
    Object.entries(tables).flatMap(([table, { rows }]) => (uncounted.has(table) ? [] : [[table, rows]])),
  );
}

/** How many rows each table has got, by the name of the table. */
function added(before: Record<string, number>, after: Record<string, number>): Record<string, number> {
  const each = Object.entries(after).map(([table, rows]) => [table, rows - (before[table] ?? 0)] as const);
  return Object.fromEntries(each.filter(([, rows]) => rows !== 0));
}

/** Starts a process, and notes when it is ready. */
async function start({ environment, readyWithin }: Run, role: "api" | "worker"): Promise<Serving> {
  const begin = performance.now();
  const serving = await serve(environment, ["--role", role]);
  while ((await fetch(`${serving.url}/ready`)).status !== 200) await sleep(20);
  readyWithin.push(performance.now() - begin);
  return serving;
}

async function killApi(run: Run, operation: Operation, moment: (typeof momentsOfRequest)[number]): Promise<void> {
  const { api, proxy, killed, undisturbed } = run;
  const expected = await addedBy(run, undisturbed, operation, async (request) => {
    await sendDone(api.url, undisturbed, operation, request);
  });
  const found = await addedBy(run, killed, operation, async (request) => {
    run.serving ??= await start(run, "api");
    const { url, end: kill } = run.serving;
    const before = await digest(run);
    if (moment === "after its answer") {
      await sendDone(url, killed, operation, request);
      await kill("SIGKILL");
    } else {
      const { struck, end } = proxy.begin(stops[moment](killed.client.merchant.merchantId));
      const sending = send(url, killed, request);
      const first = await Promise.race([struck, sending]);
      assert.equal(first, undefined, `${operation.name} was answered before it came to the point: ${first?.text}`);
      await kill("SIGKILL");
      end();
      assert.equal(await sending, undefined);
    }
    run.serving = await start(run, "api");
    const isKept = moment === "after its answer" || moment === "after its commit";
    const kept = await digest(run);
    assert.equal(kept !== before, isKept, `${operation.name}, killed ${moment}: ${isKept ? "lost" : "kept in part"}`);
    await sendDone(run.serving.url, killed, operation, request);
    if (isKept) assert.equal(await digest(run), kept, `${operation.name}, killed ${moment}: done again`);
  });
  assert.deepEqual(found, expected, `${operation.name}, killed ${moment}`);
}

/** What a request has added when its jobs are done. */
async function addedBy(run: Run, book: Book, operation: Operation, perform: (request: Request) => Promise<void>) {
  const request = await requestOf(operation, book);
  const before = await countRows(run, book);
  await perform(request);
  await book.client.drainOutbox();
  return added(before, await countRows(run, book));
}

const digest = ({ api }: Run) =>
  digestOf(
    api.connectionString,
    [...uncounted].map((table) => `public.${table}`),
  );

/** @returns false if the request leaves no job */
async function killWorker(run: Run, operation: Operation, moment: (typeof momentsOfJob)[number]): Promise<boolean> {
  const { api, db, proxy, killed, undisturbed } = run;
  const books = [undisturbed, killed];
  const before: Record<string, number>[] = [];
  for (const book of books) {
    const request = await requestOf(operation, book);
    before.push(await countRows(run, book));
    await sendDone(api.url, book, operation, request);
  }
  const { merchantId } = killed.client.merchant;
  const jobs = await waitingJobs(db, merchantId);
  if (jobs.length === 0) return false;
  const stop =
    moment === "before it is ticked off"
      ? there((_, piece) => jobs.some((id) => piece.includes(id)))
      : stops[moment](merchantId);
  const { struck, end } = proxy.begin(stop);
  const killedWorker = await serve(run.environment, ["--role", "worker"]);
  await struck;
  await killedWorker.end("SIGKILL");
  end();
  const killedAt = performance.now();
  const worker = await start(run, "worker");
  await untilDone(db);
  run.doneWithin.push(performance.now() - killedAt);
  assert.equal(await worker.end("SIGTERM"), 0);
  const [expected, found] = await Promise.all(
    books.map(async (book, at) => added(before[at] ?? {}, await countRows(run, book))),
  );
  assert.deepEqual(found, expected, `${operation.name}, its job killed ${moment}`);
  return true;
}

async function waitingJobs(db: Db, merchantId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from pgboss.job where state < 'active' and data::text like ${`%${merchantId}%`}`.execute(db);
  return rows.map(({ id }) => id);
}

async function untilDone(db: Db): Promise<void> {
  for (;;) {
    const { waiting, running, failed } = await countOwedJobs(db);
    assert.equal(failed, 0, "a job failed for good");
    if (waiting + running === 0) return;
    await sleep(50);
  }
}

if (import.meta.main) {
  const [points = 60, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number);
  const print = (line: string) => process.stdout.write(`${line}\n`);
  print(`seed ${seed}`);
  const begin = performance.now();
  const { api, worker, readyWithin, doneWithin } = await killAtPoints({ points, seed, print });
  print(
    `${api} requests and ${worker} jobs killed in ${Math.round((performance.now() - begin) / 1_000)} s: nothing lost, nothing done twice, every invariant holds. ` +
      `Ready again: ${within(readyWithin)}. Jobs done after a worker was killed: ${within(doneWithin)}`,
  );
}

function within(milliseconds: readonly number[]): string {
  const sorted = milliseconds.toSorted((a, b) => a - b).map(Math.round);
  const share = (part: number) => sorted[Math.floor((sorted.length - 1) * part)];
  return `half within ${share(0.5)} ms, 95 % within ${share(0.95)} ms, all ${sorted.length} within ${share(1)} ms`;
}
