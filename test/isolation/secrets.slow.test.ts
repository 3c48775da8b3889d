import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import pg from "pg";
import { killLeftOver, runJson, type Serving, serve, until } from "../cli/program.ts";
import type { Json } from "../support/api.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";

// AUT-6: the program as an operator runs it, at its most talkative, is sent keys wherever a careless client may put them.
// None is in its output, its metrics, its answers or any row of its database.

let database: TestDatabase;
let environment: Record<string, string>;
let server: Serving;
let merchant: Json;
before(async () => {
  database = await createTestDatabase();
  environment = { DATABASE_URL: database.connectionString, ACCORD_DEMO: "off", LOG_LEVEL: "trace" };
  merchant = await runJson(["merchant", "create", "--name", "Secretive", "--sandbox"], environment);
  server = await serve(environment);
});
after(async () => {
  await server?.end();
  killLeftOver();
  await database?.drop();
});

/** Every row of every table, the job queue's included, as text. */
async function everyRow(): Promise<string> {
  const client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(`
      select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')`);
    const texts: string[] = [];
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: string }>(`select to_jsonb(each)::text as row from ${name} each`);
      texts.push(...rows.map(({ row }) => row));
    }
    return texts.join("\n");
  } finally {
    await client.end();
  }
}

/** Requests with a key where none belongs. */
function misplaced(key: string, writeKey: string): [string, RequestInit][] {
  const authorized = { authorization: `Bearer ${writeKey}` };
  const json = { ...authorized, "content-type": "application/json" };
  const post = (body: string, headers: Record<string, string> = json): RequestInit => ({
    method: "POST",
    headers,
    body,
  });
  return [
    [`/v3/customers?key=${key}`, { headers: authorized }],
    [`/v3/customers?${key}=1`, { headers: authorized }],
    [`/v3/customers?api_key=${key}`, {}],
    [`/v3/customers?filter=name:eq:${key}`, { headers: authorized }],
    [`/v3/customers?filter=${key}:eq:1`, { headers: authorized }],
    [`/v3/customers?page=${key}`, { headers: authorized }],
    [`/v3/customers?${key}=1`, post('{"name":"x"}')],
    [`/v3/month-end-close/close-period?month=${key}`, post("", authorized)],
    [`/v3/customers/${key}`, { headers: authorized }],
    [`/v3/contracts/${key}`, { headers: authorized }],
    [`/${key}`, {}],
    [`/v3/customers/${key}/%zz`, {}],
    ["/v3/customers", { headers: { "x-api-key": key } }],
    ["/v3/customers", { headers: { authorization: `Basic ${key}` } }],
    ["/v3/customers", { headers: { authorization: `${key}x` } }],
    ["/v3/customers", { headers: { ...authorized, "x-request-id": key, "user-agent": key, referer: `http://${key}` } }],
    ["/v3/customers", { headers: { ...authorized, cookie: `key=${key}`, "if-none-match": key } }],
    ["/v3/customers", post('{"name":"Acme"}', { ...json, "user-agent": key, referer: `http://${key}` })],
    ["/v3/customers", post('{"name":"Acme"}', { ...json, "idempotency-key": key })],
    ["/v3/customers", post('{"name":"Acme"}', { ...json, "if-plan": key })],
    ["/v3/customers", post('{"name":"Acme"}', { ...authorized, "content-type": key })],
    ["/v3/customers", post('{"name":"Acme"}', { ...json, "content-encoding": key })],
    ["/v3/customers", post(key)],
    ["/v3/customers", post(`{"${key}":1}`)],
    ["/v3/customers", post(`{"name":"x","apiKey":"${key}"}`)],
    ["/v3/customers", post(`{"name":"x","defaultCurrency":"${key}"}`)],
    ["/v3/customers", post(`{"name":"x","parentCustomerId":"${key}"}`)],
    ["/v3/customers", post(`{"name":"x","taxInfo":{"isTaxExempt":"${key}"}}`)],
    ["/v3/contracts", post(`{"name":"x","sourceType":"${key}"}`)],
    ["/v3/contracts?dryRun=true", post('{"name":"x"}', { ...json, "if-plan": key })],
    ["/v3/payment-accounts/bulk-link", post(`{"items":[{"customerId":"x","processorType":"${key}"}]}`)],
    ["/v3/test-clock/advance", post(`{"to":"${key}"}`)],
  ];
}

test("AUT-6: no key is in the log, the metrics, an answer or the database, wherever it was sent", async () => {
  const { merchantId, userId } = merchant;
  const create = ["key", "create", "--merchant", merchantId, "--user", userId, "--access", "write"];
  const other = await runJson(create, environment);
  const keys: string[] = [merchant.writeKey, merchant.readKey, other.key];
  for (const key of keys) assert.match(key, /^acc_[0-9a-f]{64}_[0-9a-f]{6}$/);
  const answers: string[] = [];
  for (const key of keys) {
    for (const [path, request] of misplaced(key, merchant.writeKey)) {
      const answer = await fetch(`${server.url}${path}`, request);
      assert.ok(answer.status < 500, `${path}: ${answer.status}`);
      answers.push(`${JSON.stringify([...answer.headers])} ${await answer.text()}`);
    }
  }
  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  const rows = await everyRow();
  assert.ok(rows.includes("Acme") && rows.includes("customer.create"), "the database was written to");
  await fetch(`${server.url}/health`, { headers: { "x-request-id": "the-last-one" } });
  await until(server, () => server.stdout().includes("the-last-one"));
  const places = { log: server.stdout(), errors: server.stderr(), metrics, rows };
  assert.ok(places.log.split("\n").length > answers.length, "every request has a line");
  for (const key of keys) {
    // Not even the half of one.
    const half = key.slice(0, 36);
    for (const [place, text] of Object.entries(places)) {
      const line = text.split("\n").find((each) => each.includes(half));
      assert.equal(line, undefined, `the ${place} has a key`);
    }
    for (const answer of answers) assert.ok(!answer.includes(half), `an answer has a key: ${answer}`);
  }
});

test("AUD-1: a denied request is one log line with status, route and key id", async () => {
  const answer = await fetch(`${server.url}/v3/customers`, {
    method: "POST",
    headers: { authorization: merchant.readKey, "x-request-id": "denied-1" },
  });
  assert.equal(answer.status, 403);
  await until(server, () => server.stdout().includes("denied-1"));
  const lines: Json[] = server
    .stdout()
    .split("\n")
    .filter((line) => line.includes("denied-1"))
    .map((line) => JSON.parse(line));
  const listed: Json[] = await runJson(["key", "list"], environment);
  const reader = listed.find(({ access }) => access === "READ_ONLY");
  assert.deepEqual(
    lines.map(({ status, route, method, keyId: logged }) => [status, route, method, logged]),
    [[403, "/v3/customers", "POST", reader.keyId]],
  );
});
