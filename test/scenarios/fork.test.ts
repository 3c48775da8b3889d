import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import pg from "pg";
import { newMember } from "../../src/cli/member.ts";
import { signNow } from "../../src/close/signed-head-service.ts";
import { DomainError } from "../../src/kernel/errors.ts";
import { newId } from "../../src/kernel/ids.ts";
import { createMerchant } from "../../src/platform/merchant/merchants.ts";
import { forkMerchant, notCopied } from "../../src/platform/sandbox/fork.ts";
import { readSigningKey, type SigningKey } from "../../src/platform/signing-key.ts";
import { startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, close, obligationBody } from "../support/client.ts";
import { runDoctor } from "../support/doctor.ts";
import { rowsOfMerchant } from "../support/merchant-rows.ts";

let api: TestApi;
let folder: string;
let signingKey: SigningKey;
let source: Client;
let contractId: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "accord-fork-"));
  const signingKeyFile = join(folder, "key.pem");
  const { privateKey } = generateKeyPairSync("ed25519");
  await writeFile(signingKeyFile, privateKey.export({ type: "pkcs8", format: "pem" }));
  signingKey = readSigningKey(signingKeyFile);
  api = await startApi({ signingKeyFile, webhookAddresses: { allowed: ["127.0.0.1"] } });
  source = clientOf(api, api.merchants.A);
  await source.ok("POST", "/v3/webhook-endpoints", { url: "http://127.0.0.1:9/hook" });
  contractId = await source.contract({ name: "Platform 2026" });
  await source.add(contractId, obligationBody());
  await source.approve(contractId);
  await source.advance("2026-04-02T12:00:00Z");
  await close(source, "2026-02");
});
after(async () => {
  await api?.close();
  await rm(folder, { recursive: true });
});

const actor = { kind: "SYSTEM", id: "test" } as const;

async function forked(sourceId: string): Promise<Client> {
  const { db } = api.platform;
  const merchantId = await forkMerchant(db, { sourceId, name: "Trial", actor });
  await api.drainOutbox({ merchantId } as Client["merchant"]);
  await signNow(db, merchantId, signingKey);
  return clientOf(api, { merchantId, ...(await newMember(db, merchantId)) });
}

const findings = ({ merchant: { merchantId } }: Client) => runDoctor(api.platform.db, { merchantId, signingKey });

test("a fork has the records of its source under their ids, changes independently, and the source does not change", async () => {
  const sourceId = source.merchant.merchantId;
  const before = await rowsOfMerchant(api.connectionString, sourceId);
  const fork = await forked(sourceId);
  assert.deepEqual(await findings(fork), []);
  const path = `/v3/contracts/${contractId}`;
  assert.deepEqual(await fork.ok("GET", path), await source.ok("GET", path));
  for (const list of ["/v3/invoices", "/v3/journal-entries", "/v3/customers"]) {
    assert.deepEqual((await fork.ok("GET", list)).data, (await source.ok("GET", list)).data);
  }

  await fork.ok("PATCH", path, { name: "Another name" });
  await fork.advance("2026-08-01T12:00:00Z");
  await close(fork, "2026-03");
  assert.deepEqual(await findings(fork), [], "packages of the source and its own are in one chain");
  assert.equal((await fork.ok("GET", "/v3/webhook-endpoints")).data.length, 0);
  assert.deepEqual(await rowsOfMerchant(api.connectionString, sourceId), before);
});

test("the audit log of a fork begins with its source's, and states the source and what was left out", async () => {
  const fork = await forked(source.merchant.merchantId);
  const [ours, theirs] = await Promise.all(
    [fork, source].map(async (client) => (await client.ok("GET", "/v3/audit-log?limit=200")).data),
  );
  const added = ours.slice(0, ours.length - theirs.length);
  assert.deepEqual(ours.slice(added.length), theirs);
  const origin = added.find(({ action }: { action: string }) => action === "merchant.fork");
  assert.deepEqual(origin.changes, [{ path: "/forkedFrom", from: null, to: source.merchant.merchantId }]);
  const left = added.filter(({ action }: { action: string }) => action === "merchant.fork-omission");
  assert.ok(left.some(({ entityType }: { entityType: string }) => entityType === "WEBHOOK_ENDPOINT"));
});

test("a fork can be forked", async () => {
  const fork = await forked((await forked(source.merchant.merchantId)).merchant.merchantId);
  assert.deepEqual(await findings(fork), []);
});

test("a fork of a live merchant is a sandbox that dates late invoices like its source", async () => {
  const live = { currency: "EUR", timeZone: "UTC", erpKind: "ACCOUNTING", performanceObligations: true } as const;
  const sourceId = await createMerchant(api.platform.db, { name: "Live", ...live, sandboxClock: null });
  const fork = await forked(sourceId);
  assert.deepEqual(await findings(fork), []);
  const { isSandbox, lateInvoiceDate } = await fork.ok("GET", "/v3/merchant/info");
  assert.deepEqual([isSandbox, lateInvoiceDate], [true, "TODAY"]);
});

test("an unknown merchant and an invalid name are rejected, and nothing is created", async () => {
  const { db } = api.platform;
  const count = async () => (await db.selectFrom("merchant").select("id").execute()).length;
  const before = await count();
  const refused = (code: string) => (error: unknown) => error instanceof DomainError && error.code === code;
  await assert.rejects(forkMerchant(db, { sourceId: newId(), name: "Trial", actor }), refused("MERCHANT_NOT_FOUND"));
  const sourceId = source.merchant.merchantId;
  await assert.rejects(forkMerchant(db, { sourceId, name: " ", actor }), refused("VALIDATION_FAILED"));
  assert.equal(await count(), before);
});

test("keys, sessions, endpoints and secrets are left out of a fork", async () => {
  const client = new pg.Client({ connectionString: api.connectionString });
  await client.connect();
  try {
    const { rows } = await client.query<{ table: string; column: string }>(`
      select table_name as table, column_name as column from information_schema.columns
      where table_schema = 'public' and table_name in (
        select table_name from information_schema.columns where table_schema = 'public' and column_name = 'merchant_id')`);
    const tables = new Set(rows.map(({ table }) => table));
    for (const table of Object.keys(notCopied)) assert.ok(tables.has(table), `${table} is a table`);
    const telling = rows.filter(({ column }) => /secret|token|url|password/.test(column));
    assert.deepEqual(
      [...new Set(telling.map(({ table }) => table))].filter((table) => !(table in notCopied)),
      [],
    );
  } finally {
    await client.end();
  }
});
