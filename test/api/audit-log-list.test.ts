import assert from "node:assert/strict";
import { Writable } from "node:stream";
import { after, before, test } from "node:test";
import { sql } from "kysely";
import pino from "pino";
import { verifyAuditChain } from "../../src/platform/audit-chain.ts";
import { inTransaction } from "../../src/platform/db/pool.ts";
import { auditedBefore, type Json, startApi, type TestApi, type TestMerchant } from "../support/api.ts";
import { startProcessorEmulator } from "../support/processor-emulator.ts";
import { execute } from "../support/template.ts";

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => api.close());

const list = async (merchant: TestMerchant, filter = "") => {
  const query = filter === "" ? "" : `&filter=${encodeURIComponent(filter)}`;
  const answer = await api.request("GET", `/v3/audit-log?limit=1000${query}`, { key: merchant.readKey });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body.payload.data as Json[];
};

test("an audit row has who did what to which record, and the fields that changed", async () => {
  const merchant = await api.newMerchant();
  const key = merchant.writeKey;
  const { payload } = (await api.request("POST", "/v3/customers", { key, body: { name: "Before" } })).body;
  await api.request("PATCH", `/v3/customers/${payload.id}`, { key, body: { name: "After" } });
  const [update] = await list(merchant);
  const { id: _id, at, recordedAt, actor, requestId, ...rest } = update;
  assert.deepEqual(rest, {
    action: "customer.update",
    entityType: "CUSTOMER",
    entityId: payload.id,
    changes: [{ path: "name", from: "Before", to: "After" }],
    reason: null,
  });
  assert.equal(at.slice(0, 10), "2026-01-15", "the sandbox clock");
  assert.ok(Math.abs(Date.parse(recordedAt) - Date.now()) < 60_000, "the wall clock");
  assert.match(actor.id, /^[0-9a-f-]{36}$/);
  assert.match(requestId, /^[0-9a-f-]{36}$/);
});

test("FIL-1, ISO-4: the filters agree with the whole list, and show the merchant's own rows alone", async () => {
  const [merchant, other] = [await api.newMerchant(), await api.newMerchant()];
  for (const { writeKey: key } of [merchant, other]) {
    const { id } = (await api.request("POST", "/v3/customers", { key, body: { name: "C" } })).body.payload;
    await api.request("PATCH", `/v3/customers/${id}`, { key, body: { name: "D" } });
    await api.request("POST", "/v3/categories", { key, body: { name: "K" } });
  }
  const all = await list(merchant);
  const foreign = await list(other);
  assert.deepEqual(
    [all.length, foreign.length],
    [auditedBefore + 3, auditedBefore + 3],
    "with those that it begins with",
  );
  const [first] = all;
  for (const [filter, matches] of [
    ["entityType:eq:CUSTOMER", (row: Json) => row.entityType === "CUSTOMER"],
    ["entityType:in:CATEGORY|NOTHING", (row: Json) => row.entityType === "CATEGORY"],
    ["action:like:.create", (row: Json) => row.action.includes(".create")],
    ["action:neq:customer.update", (row: Json) => row.action !== "customer.update"],
    [`entityId:eq:${first.entityId}`, (row: Json) => row.entityId === first.entityId],
    [`actorId:eq:${first.actor.id}`, (row: Json) => row.actor.id === first.actor.id],
    [`actorId:eq:${foreign[0].actor.id}`, () => false],
    [`entityId:eq:${foreign[0].entityId}`, () => false],
    ["at:eq:2026-01-15", () => true],
    ["at:gt:2026-01-15", () => false],
    [`at:lt:${first.at}`, (row: Json) => row.at < first.at],
  ] as const) {
    assert.deepEqual(await list(merchant, filter), all.filter(matches), filter);
  }
  const unknown = await api.request("GET", "/v3/audit-log?filter=reason:eq:x");
  assert.deepEqual([unknown.status, unknown.body.error.errorCode], [400, "FILTER_FIELD_UNKNOWN"]);
});

test("AUD-2: the program's own role cannot change, delete or empty the log", async () => {
  const { merchantId } = api.merchants.A;
  await api.request("POST", "/v3/customers", { body: { name: "C" } });
  const ofMerchant = `where merchant_id = '${merchantId}'`;
  for (const statement of [
    `update audit_log set action = 'x' ${ofMerchant}`,
    `delete from audit_log ${ofMerchant}`,
    "truncate audit_log",
  ]) {
    const tried = inTransaction(api.platform.db, merchantId, (tx) => sql.raw(statement).execute(tx));
    await assert.rejects(tried, /permission denied/, statement);
  }
  for (const method of ["POST", "PATCH", "DELETE"]) {
    const answer = await fetch(`${api.url}/v3/audit-log`, {
      method,
      headers: { authorization: api.merchants.A.writeKey },
    });
    assert.ok([404, 405].includes(answer.status), method);
  }
});

/** A merchant with `count` rows, and the superuser's hand on its log. */
/** The second row of what is written in {@link chainOf}. */
const second = auditedBefore + 2;

async function chainOf(count: number) {
  const merchant = await api.newMerchant();
  for (let row = 0; row < count; row += 1) {
    await api.request("POST", "/v3/customers", { key: merchant.writeKey, body: { name: `C${row}` } });
  }
  const at = `merchant_id = '${merchant.merchantId}'`;
  const verify = async () =>
    (
      await inTransaction(api.platform.db, merchant.merchantId, (tx) => verifyAuditChain(tx, merchant.merchantId), {
        readOnly: true,
      })
    ).brokenAt;
  return { merchant, at, verify, tamper: (...statements: string[]) => execute(api.connectionString, ...statements) };
}

test("verification passes an unchanged chain, also an empty one", async () => {
  assert.equal(await (await chainOf(0)).verify(), null);
  assert.equal(await (await chainOf(5)).verify(), null);
});

test("AUD-2: verification finds the row with one changed byte, in any column", async () => {
  for (const change of [
    "changes = jsonb_set(changes, '{0,to}', '\"other\"')",
    "action = action || 'x'",
    "actor_id = 'somebody'",
    "at = '2001-01-01T00:00:00Z'",
    "recorded_at = '2001-01-01T00:00:00Z'",
    "reason = ''",
    "request_id = null",
    "hash = set_byte(hash, 0, get_byte(hash, 0) # 1)",
    "previous_hash = set_byte(previous_hash, 31, get_byte(previous_hash, 31) # 1)",
  ]) {
    const { at, verify, tamper } = await chainOf(4);
    await tamper(`update audit_log set ${change} where ${at} and sequence = ${second}`);
    assert.equal(await verify(), BigInt(second), change);
  }
});

test("AUD-2: verification finds deleted rows: in the middle, at the end, all of them", async () => {
  for (const [condition, brokenAt] of [
    [`sequence = ${second}`, BigInt(second)],
    [`sequence >= ${second}`, BigInt(second)],
    ["true", 1n],
  ] as const) {
    const { at, verify, tamper } = await chainOf(4);
    await tamper(`delete from audit_log where ${at} and ${condition}`);
    assert.equal(await verify(), brokenAt, condition);
  }
});

test("AUD-2: deleted last rows are found by the head that a close recorded, even if the end of the chain was set back", async () => {
  const { merchant, at, verify, tamper } = await chainOf(4);
  const closed = await api.request("POST", "/v3/month-end-close/close-period?month=2025-12", {
    key: merchant.writeKey,
  });
  assert.ok(closed.status < 300, JSON.stringify(closed.body));
  assert.equal(await verify(), null);
  await tamper(`
    delete from audit_log where ${at} and sequence > ${second};
    update audit_head set sequence = ${second}, hash = (select hash from audit_log where ${at} and sequence = ${second}) where ${at}`);
  assert.equal(await verify(), BigInt(second + 1));
});

test("verification reads a long chain in chunks", async () => {
  const { merchant, verify, at, tamper } = await chainOf(0);
  await tamper(
    "alter table audit_log disable row level security",
    `insert into audit_log (merchant_id, id, at, recorded_at, actor_kind, actor_id, action, entity_type, entity_id, changes, sequence, previous_hash, hash)
      select merchant_id, gen_random_uuid(), at, recorded_at, actor_kind, actor_id, action, entity_type, entity_id, changes, place, hash, hash
      from audit_log cross join generate_series(${auditedBefore + 1}, 1500) place where ${at} and sequence = 1`,
    "alter table audit_log enable row level security",
  );
  assert.equal(await verify(), BigInt(auditedBefore + 1));
  assert.equal((await list(merchant)).length, 1000);
});

test("AUT-6: API keys and processor references are in no log line, audit row or job", async (t) => {
  const secret = "rk_test_never_in_any_log_42";
  const emulator = await startProcessorEmulator(secret);
  t.after(() => emulator.close());
  let lines = "";
  const sink = new Writable({
    write: (chunk, _encoding, done) => {
      lines += String(chunk);
      done();
    },
  });
  const logged = await startApi({
    works: true,
    processorA: { url: emulator.url, key: secret },
    log: pino({ level: "trace" }, sink),
  });
  t.after(() => logged.close());
  const { writeKey } = logged.merchants.A;
  const reference = "cus_secretreference0001";
  emulator.next.push({ status: 500 }, { status: 401 });
  const { id } = (await logged.request("POST", "/v3/customers", { body: { name: "C" } })).body.payload;
  const items = [{ customerId: id, processorType: "PROCESSOR_A", processorCustomerRef: reference }];
  await logged.request("POST", "/v3/payment-accounts/bulk-link", { body: { items } });
  await emulator.arrived(2);
  const rejected = [
    await fetch(`${logged.url}/v3/customers?key=${writeKey}&filter=name:eq:${writeKey}`),
    await fetch(`${logged.url}/v3/customers/${writeKey}`, { headers: { authorization: writeKey } }),
    await fetch(`${logged.url}/${writeKey}`, { headers: { "x-api-key": writeKey } }),
    await fetch(`${logged.url}/v3/customers`, {
      method: "POST",
      headers: { authorization: `${writeKey}x` },
      body: writeKey,
    }),
    await fetch(`${logged.url}/v3/payment-accounts/bulk-link`, {
      method: "POST",
      headers: { authorization: writeKey, "content-type": "application/json" },
      body: JSON.stringify({ items: [{ ...items[0], processorType: reference }] }),
    }),
  ];
  const texts = await Promise.all(rejected.map((answer) => answer.text()));
  const metrics = await (await fetch(`${logged.url}/metrics`)).text();
  const audit = JSON.stringify((await logged.request("GET", "/v3/audit-log")).body);
  const { rows } = await sql<{ text: string }>`select job::text as text from pgboss.job`.execute(logged.platform.db);
  const jobs = rows.map(({ text }) => text).join("\n");
  assert.ok(lines.includes("bulk-link") && audit.includes("payment-account.link") && jobs.includes(id));
  for (const [where, text] of Object.entries({ lines, metrics, audit, jobs, errors: texts.join("\n") })) {
    for (const hidden of [writeKey, logged.merchants.A.readKey, secret, reference]) {
      assert.ok(!text.includes(hidden), `${where} holds ${hidden}`);
    }
  }
});
