import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { connect } from "node:net";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { openBoss, outboxQueueName } from "../../src/platform/jobs/queue.ts";
import type { Json } from "../support/api.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { killLeftOver, launchWithNpm, run, runJson, type Serving, serve, until } from "./program.ts";

// An API and a worker in processes of their own on one DATABASE_URL.

let database: TestDatabase;
let environment: Record<string, string>;
let api: Serving;
let worker: Serving;
let writeKey: string;

before(async () => {
  database = await createTestDatabase();
  environment = { DATABASE_URL: database.connectionString };
  api = await serve({ ...environment, ACCORD_ROLE: "api" });
  const merchant = ["merchant", "create", "--name", "Northwind", "--sandbox", "--clock", "2026-01-15T12:00:00Z"];
  writeKey = (await runJson(merchant, environment)).writeKey;
});
after(async () => {
  killLeftOver();
  await database.drop();
});

test("a database without a merchant prints a hint and creates no demo", () => {
  assert.match(api.stdout(), /^no merchant yet; create one with: \.\/accord merchant create /m);
});

test("CRA-7: with the api role alone, jobs of writes wait for a worker", async () => {
  const customer = await post("/v3/customers", { name: "Fabrikam" });
  const contract = await post("/v3/contracts", { name: "Annual plan", customerId: customer.id });
  const billingSchedule = {
    name: "Platform",
    startDate: "2026-01-01",
    endDate: "2026-12-31",
    interval: "QUARTER",
    invoiceDateStrategy: "FIRST_OF_PERIOD",
    billingType: "FLAT",
    pricing: [{ amount: "300.00", amountType: "TOTAL_INVOICE" }],
  };
  const service = { serviceStartDate: "2026-01-01", serviceEndDate: "2026-12-31" };
  await post(`/v3/contracts/${contract.id}/obligations`, { ...service, billingSchedule });
  await post(`/v3/contracts/${contract.id}/actions`, { action: "APPROVE" });

  const waited = await run(["jobs", "wait", "--timeout", "1", "--json"], environment);
  assert.equal(waited.code, 1);
  assert.deepEqual(JSON.parse(waited.stdout), { waiting: 1, running: 0, failed: 0, timedOut: true });
  const [job] = await runJson(["jobs", "list"], environment);
  assert.deepEqual([job.type, job.status, job.contractId], ["REGENERATE_INVOICES", "QUEUED", contract.id]);
});

test("a worker does them, and accord jobs wait returns", async () => {
  worker = await serve(environment, ["--role", "worker"]);
  const done = await runJson(["jobs", "wait", "--timeout", "20"], environment);
  assert.deepEqual(done, { waiting: 0, running: 0, failed: 0, timedOut: false });
  const answer = await fetch(`${api.url}/v3/invoices`, { headers: { authorization: `Bearer ${writeKey}` } });
  const { payload } = (await answer.json()) as { payload: { data: unknown[] } };
  assert.ok(payload.data.length > 0, "the worker planned invoices");
});

test("a worker serves the operators' endpoints alone", async () => {
  for (const path of ["/health", "/ready", "/metrics", "/version", "/ready?verbose=1"]) {
    assert.equal((await fetch(`${worker.url}${path}`)).status, 200, path);
  }
  for (const path of ["/", "/docs", "/openapi.json", "/v3/contracts", "/health/", "//docs"]) {
    const answer = await fetch(`${worker.url}${path}`, { redirect: "manual" });
    assert.equal(answer.status, 404, path);
    const { error } = (await answer.json()) as { error: { errorCode: string } };
    assert.equal(error.errorCode, "ROUTE_NOT_FOUND");
  }
});

test("a job that failed for good is listed, and can be retried", async () => {
  const boss = openBoss({ ...database, onError: () => undefined, maintains: false });
  await boss.start();
  const data = { merchantId: randomUUID(), contractId: randomUUID() };
  await boss.send(outboxQueueName, data, { retryLimit: 0 });
  await boss.stop({ graceful: false });

  const waited = await run(["jobs", "wait", "--timeout", "20", "--json"], environment);
  assert.equal(waited.code, 1);
  assert.deepEqual(JSON.parse(waited.stdout), { waiting: 0, running: 0, failed: 1, timedOut: false });
  const [job] = await runJson(["jobs", "list"], environment);
  assert.deepEqual([job.type, job.status, job.contractId], ["REGENERATE_INVOICES", "FAILED", data.contractId]);
  assert.match(job.lastError, /not found/);

  assert.deepEqual(await runJson(["jobs", "retry", job.id], environment), { jobId: job.id, status: "QUEUED" });
  const again = await run(["jobs", "retry", job.id, "--json"], environment);
  assert.equal(again.code, 1);
  assert.equal(JSON.parse(again.stdout).error.code, "JOB_NOT_FOUND");
});

test("a port in use prints one sentence", async () => {
  const { port } = new URL(api.url);
  const { code, stdout, stderr } = await run(["serve"], { ...environment, PORT: port });
  assert.equal(code, 1);
  assert.equal(stdout, "");
  assert.match(stderr, new RegExp(`^Port ${port} of 127\\.0\\.0\\.1 is in use by another program; .*\n$`));
});

test("SIG-1: a request that has begun is answered after SIGTERM, and a worker exits with 0 as well", async () => {
  const body = JSON.stringify({ name: "Late Customer" });
  const request = await begunRequest(body.length);
  const ended = api.end("SIGTERM");
  await sleep(900);
  request.socket.write(body);
  assert.match(await request.answer, /^HTTP\/1\.1 201 /);
  assert.equal(await ended, 0);
  assert.equal(await worker.end("SIGTERM"), 0);
});

test("SIG-1: a second signal ends the process at once", async () => {
  api = await serve(environment, ["--role", "api"]);
  const { socket } = await begunRequest(100);
  const ended = api.end("SIGTERM");
  await sleep(700);
  assert.ok(!api.hasEnded(), "it waits for the request");
  await api.end("SIGTERM");
  assert.equal(await ended, 1, "it did not wait for the request to its end");
  socket.destroy();
});

test("npm start passes a signal on to the server and ends with it", async () => {
  const npm = launchWithNpm("start", { ...environment, PORT: "0", ACCORD_ROLE: "api" });
  await until(npm, () => /^listening on http/m.test(npm.stdout()));
  process.kill(npm.pid, "SIGTERM");
  assert.equal(await npm.closed, 0, npm.stderr());
});

test("a signal to the whole process group, as container managers and terminals send it, ends both once", async () => {
  const npm = launchWithNpm("start", { ...environment, PORT: "0", ACCORD_ROLE: "api" });
  await until(npm, () => /^listening on http/m.test(npm.stdout()));
  const { stdout } = await promisify(execFile)("ps", ["-o", "pid=", "--ppid", String(npm.pid)]);
  for (const pid of [npm.pid, ...stdout.trim().split(/\s+/).map(Number)]) process.kill(pid, "SIGTERM");
  assert.equal(await npm.closed, 0, npm.stderr());
  assert.doesNotMatch(npm.stdout(), /Ending at once/);
});

async function post(path: string, body: unknown): Promise<Json> {
  const answer = await fetch(`${api.url}${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${writeKey}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  assert.ok(answer.ok, text);
  return JSON.parse(text).payload;
}

/** A request whose head has arrived and whose body has not. */
async function begunRequest(length: number) {
  const { hostname, port } = new URL(api.url);
  const socket = connect({ host: hostname, port: Number(port) });
  const head = [
    "POST /v3/customers HTTP/1.1",
    `host: ${hostname}`,
    `authorization: Bearer ${writeKey}`,
    "content-type: application/json",
    `content-length: ${length}`,
  ];
  socket.on("error", () => undefined);
  const answer = new Promise<string>((resolve) => {
    socket.once("data", (chunk) => resolve(chunk.toString()));
    socket.once("close", () => resolve("closed"));
  });
  socket.write(`${head.join("\r\n")}\r\n\r\n`);
  await sleep(200);
  return { socket, answer };
}
