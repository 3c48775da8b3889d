import { generateKeyPairSync } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import pg from "pg";
import { signHead } from "../../src/close/signed-head-service.ts";
import { seedDemo } from "../../src/integrations/demo/service.ts";
import { hashOfRequest } from "../../src/platform/approvals/store.ts";
import { changesBetween } from "../../src/platform/audit.ts";
import { creationOf } from "../../src/platform/auth/keys.ts";
import { instantFromColumn, instantOut } from "../../src/platform/clock.ts";
import { inTransaction } from "../../src/platform/db/pool.ts";
import { handleAllPending } from "../../src/platform/due-work.ts";
import { readSigningKey, type SigningKey } from "../../src/platform/signing-key.ts";
import { write } from "../../src/platform/write.ts";
import { storeMonthEndBalances } from "../../src/reports/month-end-balances-service.ts";
import { refreshStoredRevenue } from "../../src/revenue/stored-revenue-service.ts";
import { readOperations } from "../matrix/operations.ts";
import { createBook, pathWith } from "../matrix/records.ts";
import { ask, preparedRecords, validRequest } from "../matrix/requests.ts";
import { startApi, type TestApi } from "../support/api.ts";
import { changedDeals } from "./deals.ts";

/** The books that are damaged: every kind of record, two years of business, and the key that their heads are signed with. */
export type DamagedBooks = {
  readonly api: TestApi;
  readonly merchantIds: readonly string[];
  readonly signingKey: SigningKey;
  readonly close: () => Promise<void>;
};

/** Three merchants: one on whom every write of the API was carried out, one with contracts that were changed, and the demo. All work is done, months are closed, heads are signed. */
export async function openBooks(): Promise<DamagedBooks> {
  const api = await startApi();
  const folder = await mkdtemp(join(tmpdir(), "accord-mutations-"));
  try {
    const file = join(folder, "key.pem");
    const { privateKey } = generateKeyPairSync("ed25519");
    await writeFile(file, privateKey.export({ type: "pkcs8", format: "pem" }));
    const signingKey = readSigningKey(file);
    const merchantIds = [await everyWrite(api), await changedDeals(api), (await seedDemo(api.platform)).merchantId];
    for (const merchantId of merchantIds) await finishWork(api, merchantId, signingKey);
    return { api, merchantIds, signingKey, close: api.close };
  } catch (error) {
    await api.close();
    throw error;
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function everyWrite(api: TestApi): Promise<string> {
  const merchant = await api.newMerchant("2026-02-15T12:00:00Z");
  const book = await createBook(api, merchant, "Damaged");
  for (const operation of (await readOperations(api.url)).filter(({ isWrite }) => isWrite)) {
    const records = await preparedRecords(operation, book);
    const request = await validRequest(operation, { ...book, records });
    const { status, body } = await ask(api, operation, book, { ...request, path: pathWith(operation, records) });
    if (status !== operation.successStatus) throw new Error(`${operation.name}: ${JSON.stringify(body)}`);
  }
  // Fixtures take policies away past the API; what there is in the end was set through it.
  const above = { amount: "1000000.00", currency: "USD" };
  await book.client.ok("PUT", "/v3/approval-policies", { kind: "ADJUSTMENT", role: "CONTROLLER", above });
  await tellOfFixtures(api, merchant.merchantId);
  return merchant.merchantId;
}

/** The audit rows of what fixtures have stored past the API: change requests and keys. */
async function tellOfFixtures({ platform }: TestApi, merchantId: string): Promise<void> {
  await write(platform, { merchantId, actor: { kind: "SYSTEM", id: "fixtures" } }, async (ctx) => {
    const { rows } = await sql<{
      id: string;
      request: { operationId: string; path: string };
      kinds: unknown;
      planHash: string;
      role: string;
      keyId: string;
      requestHash: string;
    }>`
      select id, request, kinds, plan_hash as "planHash", role, requested_by_key_id as "keyId",
        ${sql.raw(hashOfRequest("asked"))} as "requestHash" from change_request as asked
      where merchant_id = ${merchantId} and not exists (
        select from audit_log where merchant_id = ${merchantId} and entity_id = asked.id::text and action = 'change-request.create')`.execute(
      ctx.tx,
    );
    for (const { id, request, kinds, planHash, role, keyId, requestHash } of rows) {
      const operation = `${request.operationId} ${request.path}`;
      const changes = changesBetween({}, { operation, kinds, planHash, requestHash, role });
      const by = { actor: { kind: "KEY", id: keyId }, requestId: "fixtures" } as const;
      ctx.audit({ action: "change-request.create", entityType: "CHANGE_REQUEST", entityId: id, changes, by });
      await sql`
        update change_request set requested_at = ${ctx.clock.timestamp}
        where merchant_id = ${merchantId} and id = ${id}`.execute(ctx.tx);
    }
    const keys = await ctx.tx.selectFrom("api_key").selectAll().where("merchant_id", "=", merchantId).execute();
    const { rows: told } = await sql<{ id: string }>`
      select entity_id as id from audit_log where merchant_id = ${merchantId} and action = 'api-key.create'`.execute(
      ctx.tx,
    );
    for (const { id, name, access, role, created_by_user_id: userId, expires_at: ends, created_at: made } of keys) {
      const expiresAt = ends === null ? null : instantFromColumn(ends);
      if (!told.some((each) => each.id === id)) {
        ctx.audit(creationOf(id, { name, access, role, userId, expiresAt, createdAt: instantOut(made) }));
      }
    }
  });
}

/** What workers and readers do by the hour, and the signature of a close. */
async function finishWork(
  { platform, connectionString }: TestApi,
  merchantId: string,
  signingKey: SigningKey,
): Promise<void> {
  await handleAllPending(platform, merchantId);
  await refreshStoredRevenue(platform, merchantId);
  await storeMonthEndBalances(platform, merchantId);
  // What was handled needs no job any more; one that waited while books are damaged would be late after a while.
  const owner = new pg.Client({ connectionString });
  await owner.connect();
  await owner.query("delete from pgboss.job where data ->> 'merchantId' = $1", [merchantId]).finally(() => owner.end());
  await inTransaction(platform.db, merchantId, (tx) => signHead({ tx, merchant: { id: merchantId } }, signingKey));
}
