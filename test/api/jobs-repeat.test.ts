import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { sql } from "kysely";
import { inTransaction } from "../../src/platform/db/pool.ts";
import { doDueWork, handleContracts } from "../../src/platform/due-work.ts";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { clientOf } from "../support/client.ts";
import { linesOf, termBody, termOn } from "../support/term-client.ts";

// The queue is a hint and the contract's row lock the guarantee: however often a job is delivered, the books are the same.
const deliveries = Number(process.env.ACCORD_JOB_DELIVERIES ?? 60);
const atOnce = 12;

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => api.close());

test(`JOB-2, JOB-3: ${deliveries} deliveries of one job and the hourly scan leave one invoice for each term and period`, async () => {
  const merchant = await api.newMerchant("2026-01-15T12:00:00Z");
  const client = clientOf(api, merchant);
  const { contractId, schedule } = await termOn(client, termBody({ interval: "MONTH", endDate: "2026-12-31" }));
  await client.advance("2026-04-10T00:00:00Z");
  const before = linesOf(await schedule());
  const numbers = async () =>
    (await client.ok("GET", "/v3/invoices?filter=status:eq:ISSUED&limit=1000")).data
      .map(({ invoiceNumber }: Json) => invoiceNumber)
      .sort();
  const numbered = await numbers();
  assert.equal(numbered.length, 4);

  const deliver = async () => {
    await inTransaction(api.platform.db, merchant.merchantId, (tx) =>
      sql`insert into outbox_event (merchant_id, id, type, contract_id, data, created_at)
        values (${merchant.merchantId}, gen_random_uuid(), 'billing-term.updated', ${contractId}, '{}', now())`.execute(
        tx,
      ),
    );
    await handleContracts(api.platform, merchant.merchantId, [contractId]);
    await doDueWork(api.platform, merchant.merchantId);
  };
  for (let done = 0; done < deliveries; done += atOnce) {
    await Promise.all(Array.from({ length: Math.min(atOnce, deliveries - done) }, deliver));
  }
  assert.deepEqual(linesOf(await schedule()), before);
  assert.deepEqual(await numbers(), numbered);
  const drafts = await client.ok("GET", "/v3/invoices?filter=status:eq:DRAFT");
  assert.equal(drafts.totalItems, 1);
  await client.advance("2026-05-02T00:00:00Z");
  assert.equal((await numbers()).length, 5);
});
