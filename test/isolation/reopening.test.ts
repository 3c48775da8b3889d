import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createKey } from "../../src/platform/auth/keys.ts";
import { deactivateUser } from "../../src/platform/auth/users.ts";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, obligationBody, rejection } from "../support/client.ts";

// AUT-4: a caller who may not reopen a month is rejected before the request is checked further, and the denial is audited.

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => api.close());

const reopen = (key: string, query: string) =>
  api.request("POST", `/v3/month-end-close/reopen-period${query}`, { key });

async function closedBook(): Promise<Client> {
  const client = clientOf(api, await api.newMerchant("2026-03-15T12:00:00Z"));
  const id = await client.contract();
  await client.add(id, obligationBody());
  await client.approve(id);
  await client.ok("POST", "/v3/month-end-close/close-period?month=2026-01");
  return client;
}

const periodsOf = async ({ ok }: Client): Promise<Json> => (await ok("GET", "/v3/month-end-close/periods")).data;

const queries = ["?month=2026-01", "?month=2026-13", "?month=2026-01&nonsense=1", "?month=1999-01", ""];

async function denialsOf({ ok }: Client): Promise<Json[]> {
  return (await ok("GET", "/v3/audit-log?filter=action:eq:period.reopen-denied&limit=1000")).data;
}

/** Every query gets the same 403, the period stays closed, and each attempt is in the audit log under its key. */
async function isDenied(client: Client, key: string, code: string, keyId: string): Promise<void> {
  const before = await periodsOf(client);
  for (const query of queries) {
    const answer = await reopen(key, query);
    assert.deepEqual(rejection(answer), [403, code], query);
    const [denial] = await denialsOf(client);
    assert.deepEqual(
      [denial.actor, denial.entityType, denial.entityId, denial.requestId],
      [{ kind: "KEY", id: keyId }, "API_KEY", keyId, answer.headers.get("x-request-id")],
    );
  }
  assert.equal((await denialsOf(client)).length, queries.length);
  assert.deepEqual(await periodsOf(client), before);
  assert.equal((await client.ok("GET", "/v3/merchant/book-close-date")).bookCloseDate, "2026-01-31");
}

test("AUT-4: a key whose creator has left cannot reopen a month", async () => {
  const client = await closedBook();
  const { merchantId, userId } = client.merchant;
  const { keyId, key } = await createKey(api.platform.db, { merchantId, userId, access: "WRITE", name: "orphan" });
  await deactivateUser(api.platform.db, userId);
  await isDenied(client, key, "KEY_CREATOR_INACTIVE", keyId);
});

test("AUT-4: a key without a creator cannot reopen a month", async () => {
  const client = await closedBook();
  const { merchantId } = client.merchant;
  const { keyId, key } = await createKey(api.platform.db, {
    merchantId,
    userId: null,
    access: "WRITE",
    name: "machine",
  });
  await isDenied(client, key, "KEY_CREATOR_INACTIVE", keyId);
});

test("AUT-4: a read-only key cannot reopen a month", async () => {
  const client = await closedBook();
  const { merchantId, userId } = client.merchant;
  const { keyId, key } = await createKey(api.platform.db, { merchantId, userId, access: "READ_ONLY", name: "reader" });
  await isDenied(client, key, "KEY_READ_ONLY", keyId);
});

test("AUT-4: a key of another merchant cannot reopen the month, a key of an active member can", async () => {
  const client = await closedBook();
  const other = api.merchants.B;
  const before = await periodsOf(client);
  assert.equal((await reopen(other.writeKey, "?month=2026-01")).status, 400);
  assert.deepEqual(await periodsOf(client), before);
  assert.deepEqual(await denialsOf(client), []);
  assert.equal((await reopen(client.merchant.writeKey, "?month=2026-01")).status, 201);
});
