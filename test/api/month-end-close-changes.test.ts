import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { clientOf, close, obligationBody, rejection } from "../support/client.ts";

// The figures of a month now less those of its first close.

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => api.close());

const path = "/v3/month-end-close";

test("a reopened month lists what was posted since its close, by contract and account", async () => {
  const client = clientOf(api, await api.newMerchant("2026-03-10T00:00:00Z"));
  const contractId = await client.contract();
  await client.add(contractId, obligationBody());
  await client.approve(contractId);
  await close(client, "2026-01");
  const changes = () => client.ok("GET", `${path}/changes?month=2026-01`);
  assert.deepEqual([(await changes()).accounts, (await changes()).totalEntries], [[], 0]);
  await client.ok("POST", `${path}/reopen-period?month=2026-01&reason=late`);
  const late = await client.contract();
  await client.add(late, obligationBody());
  await client.approve(late);
  await close(client, "2026-01");
  const { accounts, totalEntries, entries } = await changes();
  assert.deepEqual(
    accounts.map((each: Json) => [each.contractId, each.role, each.debit, each.credit]),
    [
      [late, "CONTRACT_LIABILITY", "100.00", "300.00"],
      [late, "RECEIVABLE", "300.00", "0.00"],
      [late, "REVENUE", "0.00", "100.00"],
    ],
  );
  assert.deepEqual([totalEntries, entries.length], [2, 2]);
});

test("revenue held out of a close and caught up later is listed under the month that it belongs to", async () => {
  const client = clientOf(api, await api.newMerchant("2026-03-10T00:00:00Z"));
  const contractId = await client.contract();
  await client.add(contractId, obligationBody());
  await client.approve(contractId);
  await client.ok("POST", `/v3/contracts/${contractId}/close-hold`, { reason: "Disputed" });
  await close(client, "2026-01");
  await client.ok("DELETE", `/v3/contracts/${contractId}/close-hold`);
  await close(client, "2026-02");
  const { caughtUpLater, accounts } = await client.ok("GET", `${path}/changes?month=2026-01`);
  assert.deepEqual(
    caughtUpLater.map((each: Json) => [each.contractId, each.timeframe, each.amount]),
    [[contractId, "2026-02", "100.00"]],
  );
  assert.deepEqual(accounts, []);
});

test("a month that was never closed is rejected, for it has nothing to compare with", async () => {
  const client = clientOf(api, await api.newMerchant());
  assert.deepEqual(rejection(await client.send("GET", `${path}/changes?month=2026-01`)), [400, "PERIOD_NOT_CLOSED"]);
  assert.equal((await client.send("GET", `${path}/changes?month=2026-13`)).body.error.errorCode, "INVALID_MONTH");
});
