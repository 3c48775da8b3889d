import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { keyUses } from "../../src/platform/auth/key-use.ts";
import { createKey, listKeys, revokeKey } from "../../src/platform/auth/keys.ts";
import { type Json, startApi, type TestApi } from "../support/api.ts";

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => api.close());

const get = (key: string) => api.request("GET", "/v3/merchant", { key });
const statusOf = async (key: string) => (await get(key)).status;
const inSeconds = (seconds: number) => Temporal.Now.instant().add({ milliseconds: seconds * 1_000 });
const newKey = (expiresAt?: Temporal.Instant) =>
  createKey(api.platform.db, {
    merchantId: api.merchants.A.merchantId,
    userId: null,
    access: "READ_ONLY",
    name: "short",
    ...(expiresAt === undefined ? {} : { expiresAt }),
  });
const summaryOf = async (keyId: string) =>
  (await listKeys(api.platform.db, api.merchants.A.merchantId)).find((key) => key.keyId === keyId);

test("a key expires in real time, also for a sandbox whose clock stands still", async () => {
  const lasting = await newKey(inSeconds(3_600));
  assert.equal(await statusOf(lasting.key), 200);
  assert.equal((await summaryOf(lasting.keyId))?.status, "ACTIVE");
  const expiresAt = inSeconds(2);
  const { keyId, key } = await newKey(expiresAt);
  await sleep(expiresAt.epochMilliseconds - Date.now() + 1);
  assert.equal(await statusOf(key), 401);
  const summary = await summaryOf(keyId);
  assert.deepEqual(
    [summary?.status, summary?.expiresAt, summary?.revokedAt],
    ["EXPIRED", expiresAt.toString({ smallestUnit: "millisecond" }), null],
  );
});

test("a key that would have expired before its first use is not created", async () => {
  const before = (await listKeys(api.platform.db, api.merchants.A.merchantId)).length;
  await assert.rejects(newKey(inSeconds(-0.001)), /expired before its first use/);
  assert.equal((await listKeys(api.platform.db, api.merchants.A.merchantId)).length, before);
});

test("a key that expired or was revoked is rejected like an unknown one", async () => {
  const expiresAt = inSeconds(2);
  const expired = await newKey(expiresAt);
  const revoked = await newKey();
  await revokeKey(api.platform.db, revoked.keyId);
  await sleep(expiresAt.epochMilliseconds - Date.now() + 1);
  const unknown = (await get("acc_unknown")).body.error.message;
  for (const { key } of [expired, revoked]) {
    const { status, body, headers } = await get(key);
    assert.deepEqual([status, body.error.errorCode, body.error.message], [401, "API_KEY_INVALID", unknown]);
    assert.equal(headers.get("www-authenticate"), "Bearer");
  }
});

test("a key created and revoked by the operator is in the audit log and the events, without its secret", async () => {
  const { merchantId, userId } = api.merchants.A;
  const draft = { merchantId, userId, access: "READ_ONLY", name: "for the auditors", role: "VIEWER" } as const;
  const { keyId, key } = await createKey(api.platform.db, draft);
  await revokeKey(api.platform.db, keyId);
  const rows: Json[] = (await api.request("GET", "/v3/audit-log?limit=1000")).body.payload.data;
  const own = rows.filter(({ entityId }) => entityId === keyId);
  const made = (await listKeys(api.platform.db, merchantId)).find((each) => each.keyId === keyId);
  assert.deepEqual(
    own.map(({ action, actor }) => [action, actor.kind, actor.id]),
    [
      ["api-key.revoke", "SYSTEM", "cli"],
      ["api-key.create", "SYSTEM", "cli"],
    ],
  );
  assert.deepEqual(
    own.at(-1).changes.toSorted((a: Json, b: Json) => (a.path < b.path ? -1 : 1)),
    [
      { path: "access", from: null, to: "READ_ONLY" },
      { path: "createdAt", from: null, to: made?.createdAt },
      { path: "name", from: null, to: "for the auditors" },
      { path: "role", from: null, to: "VIEWER" },
      { path: "userId", from: null, to: userId },
    ],
  );
  assert.ok(!JSON.stringify(own).includes(key.slice(4, -7)));
  await api.placeEvents(api.merchants.A);
  const { data } = (await api.request("GET", "/v3/events-feed?types=api-key.created,api-key.revoked&limit=1000")).body
    .payload;
  const told = data.filter((event: Json) => event.data.apiKeyId === keyId);
  assert.deepEqual(
    told.map(({ type }: Json) => type),
    ["api-key.created", "api-key.revoked"],
  );
  await assert.rejects(revokeKey(api.platform.db, keyId), { code: "KEY_NOT_FOUND" });
  const elsewhere = { ...draft, userId: null, merchantId: crypto.randomUUID() };
  await assert.rejects(createKey(api.platform.db, elsewhere), { code: "MERCHANT_NOT_FOUND" });
});

test("AUT-5: no request that starts a second after a key was revoked succeeds, at 50 requests a second", async () => {
  const { keyId, key } = await newKey();
  const started = performance.now();
  const elapsed = () => performance.now() - started;
  const sent: Promise<{ startedAt: number; status: number }>[] = [];
  const send = async () => {
    const startedAt = elapsed();
    const status = await statusOf(key);
    wasInUse ||= status === 200;
    return { startedAt, status };
  };
  let wasInUse = false;
  let revokedAt = Number.POSITIVE_INFINITY;
  let revoking: Promise<void> | undefined;
  while (elapsed() < revokedAt + 1_300) {
    if (wasInUse && elapsed() > 500) {
      revoking ??= revokeKey(api.platform.db, keyId).then(() => {
        revokedAt = elapsed();
      });
    }
    sent.push(send());
    await sleep(20);
  }
  await revoking;
  const answers = await Promise.all(sent);
  const late = answers.filter(({ startedAt }) => startedAt > revokedAt + 1_000);
  assert.ok(late.length > 0, "requests went on after the revocation");
  assert.deepEqual([...new Set(late.map(({ status }) => status))], [401]);
  assert.ok((await summaryOf(keyId))?.revokedAt !== null);
});

test("the last use of a key is stored at most once a minute", async () => {
  const { keyId, key } = await newKey();
  assert.equal((await summaryOf(keyId))?.lastUsedAt, null);
  for (let time = 0; time < 3; time += 1) await statusOf(key);
  let noted = null;
  for (let tries = 0; noted === null && tries < 100; tries += 1) noted = (await summaryOf(keyId))?.lastUsedAt ?? null;
  assert.ok(noted !== null);

  let now = Temporal.Instant.from(noted);
  // Two processes remember nothing of each other; the statement looks.
  const [here, there] = [keyUses(api.platform.db, () => now), keyUses(api.platform.db, () => now)];
  const useAt = async (seconds: number) => {
    now = Temporal.Instant.from(noted).add({ seconds });
    here.note(keyId);
    there.note(keyId);
    await Promise.all([here.flushed(), there.flushed()]);
    return (await summaryOf(keyId))?.lastUsedAt;
  };
  assert.equal(await useAt(30), noted);
  const later = await useAt(100);
  assert.equal(later, Temporal.Instant.from(noted).add({ seconds: 100 }).toString({ smallestUnit: "millisecond" }));
  assert.equal(await useAt(120), later);
});
