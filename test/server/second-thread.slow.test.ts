import assert from "node:assert/strict";
import { after, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { openApp } from "../../src/app.ts";
import { silentLog } from "../../src/platform/log.ts";
import { type Json, startApi } from "../support/api.ts";
import { clientOf, unknownId } from "../support/client.ts";
import { patiently } from "../support/retry-when-busy.ts";
import { termBody } from "../support/term-client.ts";

// Long requests run in a second thread (ADR 0060). Their answers must be the same as from the first thread.

const api = await startApi({ hasSecondThread: true, works: true });
after(api.close);
const alone = await openApp({
  ...{ connectionString: api.connectionString, log: silentLog(), rateLimitPerMinute: 0, overloadDelay: 0 },
  ...{ requestsPerMerchant: 1_000, serves: true, works: false },
});
after(alone.close);
const aloneUrl = await alone.server.listen({ host: "127.0.0.1", port: 0 });

const { A: merchant } = api.merchants;
const client = clientOf(api, merchant);
const contractId = await client.contract();
const path = `/v3/contracts/${contractId}`;
const term = await client.ok("POST", `${path}/billing-terms`, termBody());
await client.ok("POST", `${path}/actions`, { action: "APPROVE" });
const { id: eventTypeId } = await client.ok("POST", "/v3/events/types", { name: "calls" });
const { customerId } = await client.ok("GET", path);

type Asked = {
  readonly method?: string;
  readonly path: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly key?: string;
};

/** What is answered, without what differs between two requests that are the same. */
async function answered(url: string, { method = "GET", path, body, headers, key = merchant.writeKey }: Asked) {
  const answer = await patiently(() =>
    fetch(`${url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    }),
  );
  const own = /^(?:date|x-request-id|content-length|transfer-encoding)$/;
  const kept = [...answer.headers].filter(([name]) => !own.test(name));
  const bytes = Buffer.from(await answer.arrayBuffer());
  const requestId = answer.headers.get("x-request-id") ?? "";
  // Each request has an id, and each write of a sandbox a moment of its own.
  const text = bytes
    .toString("latin1")
    .replaceAll(requestId, "…")
    .replaceAll(/(?<=T12:00:00)\.\d{3}Z/g, "Z");
  return { status: answer.status, headers: kept, text };
}

async function issuedInvoice(): Promise<Json> {
  for (;;) {
    const { data } = await client.ok("GET", `/v3/invoices?filter=contractId:eq:${contractId},status:eq:ISSUED`);
    if (data.length > 0) return data[0];
    await sleep(50);
  }
}

const big = (parts: object) => JSON.stringify({ padding: "x".repeat(70_000), ...parts });
const event = (index: number) => ({
  ...{ idempotencyKey: `event-${index}`, customerId, eventTypeId },
  ...{ datetime: "2026-01-10T12:00:00Z", value: "1", metadata: { note: "é".repeat(50) } },
});
const events = JSON.stringify({ events: Array.from({ length: 400 }, (_, index) => event(index)) });

test("jobs run in the second thread", async () => {
  const invoice = await issuedInvoice();
  assert.equal(invoice.total, "1200.00");
});

test("reads, dry runs, files and rejections are answered as with one thread, to the byte and header", async () => {
  const invoice = await issuedInvoice();
  const preview = { method: "POST", path: `${path}/billing-terms/preview`, body: JSON.stringify(termBody()) };
  const asked: Asked[] = [
    { path: "/v3/reports/trial-balance?month=2026-01" },
    { path: "/v3/reports/trial-balance?month=2026-13" },
    { path: "/v3/overview" },
    { path: "/v3/contracts?page=1&limit=1000" },
    { path: "/v3/contracts?page=9000&limit=50" },
    { path: "/v3/contracts?limit=1001" },
    { path: "/v3/contracts?format=csv" },
    { path: "/v3/reports/journal?month=2026-01" },
    { path: "/v3/reports/journal?month=2026-01&format=csv" },
    { path: `${path}/invoice-schedule` },
    { path: `${path}/invoice-schedule`, key: merchant.readKey },
    { path: `/v3/contracts/${unknownId}/invoice-schedule` },
    { path: `/v3/invoices/${invoice.id}/xml` },
    { path: `/v3/invoices/${unknownId}/pdf` },
    preview,
    { ...preview, key: merchant.readKey },
    { ...preview, body: "{" },
    { ...preview, headers: { "content-type": "text/plain" } },
    { ...preview, headers: { "idempotency-key": "not one\tword" } },
    { method: "POST", path: "/v3/contracts", body: big({ name: "Big", customerId }) },
    { method: "POST", path: "/v3/contracts", body: "x".repeat(1024 * 1024 + 1) },
    { method: "POST", path: "/v3/events/bulk", body: `{"events":[${"[".repeat(70_000)}` },
    { method: "POST", path: "/v3/events/bulk", body: `{"events":[{"value":1.00000000000000000001}]}`.padEnd(70_000) },
    { method: "POST", path: "/v3/events/bulk", body: " ".repeat(70_000), headers: { "content-encoding": "gzip" } },
  ];
  for (const each of asked) {
    const [beside, byOne] = [await answered(api.url, each), await answered(aloneUrl, each)];
    assert.deepEqual(beside, byOne, `${each.method ?? "GET"} ${each.path}`);
  }
  const pdf = await answered(api.url, { path: `/v3/invoices/${invoice.id}/pdf` });
  assert.equal(pdf.status, 200);
  assert.match(pdf.text, /^%PDF-/);
});

test("HEAD of a file has the headers of GET, with its length", async () => {
  const { id } = await issuedInvoice();
  for (const path of [`/v3/invoices/${id}/xml`, "/v3/reports/trial-balance?month=2026-01"]) {
    const [head, got] = await Promise.all(
      ["HEAD", "GET"].map((method) =>
        fetch(`${api.url}${path}`, { method, headers: { authorization: `Bearer ${merchant.writeKey}` } }),
      ),
    );
    const length = (await got?.arrayBuffer())?.byteLength;
    assert.equal(head?.headers.get("content-length"), String(length), path);
    assert.equal(await head?.text(), "", path);
  }
});

test("a long computation runs in the second thread: the pro forma of an open-ended term", async () => {
  const id = await client.contract({ endDate: null });
  await client.ok("POST", `/v3/contracts/${id}/billing-terms`, termBody({ endDate: null, interval: "DAY" }));
  const takenHere = async (url: string): Promise<number> => {
    const before = process.threadCpuUsage();
    const answer = await fetch(`${url}/v3/contracts/${id}/pro-forma?until=2060-12-31`, {
      headers: { authorization: `Bearer ${merchant.readKey}` },
    });
    assert.ok((await answer.arrayBuffer()).byteLength > 5_000_000);
    const { user, system } = process.threadCpuUsage(before);
    return user + system;
  };
  const [byOne, beside] = [await takenHere(aloneUrl), await takenHere(api.url)];
  assert.ok(beside < byOne / 2, `${beside} µs of this thread, and ${byOne} where there is no other`);
});

test("every report runs in the second thread, the overview too", () => {
  const here = alone.server.declared.filter(
    ({ tag, ...how }) => tag === "Reports" && !("isHeavy" in how && how.isHeavy),
  );
  assert.deepEqual(
    here.map(({ operationId }) => operationId),
    [],
  );
});

test("a write with a large body is carried out once under its key, whichever thread gets the retry", async () => {
  const headers = { "idempotency-key": "large-body" };
  const asked = { method: "POST", path: "/v3/events/bulk", body: events, headers };
  const first = await answered(api.url, asked);
  assert.equal(first.status, 200);
  assert.equal(JSON.parse(Buffer.from(first.text, "latin1").toString("utf8")).payload.created, 400);
  for (const url of [api.url, aloneUrl]) assert.equal((await answered(url, asked)).text, first.text);
  const other = await answered(api.url, { ...asked, body: `${events} `.replace("event-0", "event-x") });
  assert.equal(other.status, 422);
});

test("a plan previewed by the second thread is accepted by the first one", async () => {
  const change = { path: `${path}/billing-terms/${term.id}`, method: "PATCH", body: JSON.stringify({ name: "Other" }) };
  const shown = await answered(api.url, { ...change, path: `${change.path}?dryRun=true` });
  const { planHash } = JSON.parse(shown.text).payload;
  const wrong = await answered(api.url, { ...change, headers: { "if-plan": `${planHash}0` } });
  const right = await answered(api.url, { ...change, headers: { "if-plan": planHash } });
  assert.deepEqual([shown.status, wrong.status, right.status], [200, 409, 200]);
});

test("a sandbox clock is advanced, with all due work", async () => {
  const { now } = await client.ok("POST", "/v3/test-clock/advance", { to: "2027-02-01T00:00:00Z" });
  assert.equal(now, "2027-02-01T00:00:00.000Z");
});
