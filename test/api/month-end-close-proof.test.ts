import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import pg from "pg";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, close, obligationBody } from "../support/client.ts";

// A close proves what it posted before it freezes the month (behaviour 4); the whole of a book is what the doctor proves.

let api: TestApi;
let owner: pg.Client;
before(async () => {
  api = await startApi();
  owner = new pg.Client({ connectionString: api.connectionString });
  await owner.connect();
});
after(async () => {
  await owner?.end();
  await api?.close();
});

const path = "/v3/month-end-close";

/** January is closed, and February is over. */
async function book(): Promise<{ client: Client; contractId: string }> {
  const client = clientOf(api, await api.newMerchant("2026-03-10T00:00:00Z"));
  const contractId = await client.contract();
  await client.add(contractId, obligationBody());
  await client.approve(contractId);
  await close(client, "2026-01");
  return { client, contractId };
}

test("the close package says which invariants were proved, and the period has them as a check", async () => {
  const { client, contractId } = await book();
  const [{ manifest }] = (await client.ok("GET", `${path}/packages`)).data;
  assert.deepEqual(manifest.proof, {
    checks: [
      { code: "JOURNAL_BALANCED", proved: 1 },
      { code: "REVENUE_POSTED", proved: 1 },
      { code: "RECEIVABLE_IS_BALANCES", proved: 1 },
      { code: "POSITION_IS_BILLED_LESS_RECOGNIZED", proved: 1 },
      { code: "POSTED_IS_EARNED", proved: 1 },
    ],
    contracts: { total: 1, proved: 1, from: contractId, through: contractId },
  });
  const [period] = (await client.ok("GET", `${path}/periods`)).data;
  const proof = period.checks.find(({ code }: Json) => code === "PROOF");
  assert.equal(proof.status, "PASSED");
});

const corruptions: readonly [string, string, RegExp][] = [
  [
    "a posting of revenue is another one",
    "update revenue_entry set amount_minor = amount_minor + 1 where merchant_id = $1",
    /Billed less recognized/,
  ],
  [
    "an invoice owes less than its receivable",
    "update invoice set amount_paid_minor = amount_paid_minor + 1 where merchant_id = $1 and status = 'ISSUED'",
    /The receivable is the sum of the balances of open invoices/,
  ],
  [
    "a line of a closed month moved to another account",
    "update journal_line set role = 'CONTRACT_ASSET' where merchant_id = $1 and role = 'CONTRACT_LIABILITY' and credit_minor > 0",
    /Billed less recognized/,
  ],
];

for (const [what, statement, says] of corruptions) {
  test(`a close finds that ${what}, and closes nothing`, async () => {
    const { client } = await book();
    await owner.query("set session_replication_role = replica");
    const { rowCount } = await owner.query(statement, [client.merchant.merchantId]);
    await owner.query("set session_replication_role = origin");
    assert.ok(rowCount, "something is corrupted");
    const refused = await client.send("POST", `${path}/close-period?month=2026-02`);
    const { errorCode, details } = refused.body.error;
    assert.deepEqual(
      [refused.status, errorCode, details.checks.map(({ code }: Json) => code)],
      [400, "PERIOD_CANNOT_CLOSE", ["PROOF"]],
    );
    assert.match(details.checks[0].message, says);
    assert.equal((await client.ok("GET", "/v3/merchant/book-close-date")).bookCloseDate, "2026-01-31");
  });
}
