import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startApi, type TestApi } from "../support/api.ts";
import { clientOf } from "../support/client.ts";
import { runDoctor } from "../support/doctor.ts";
import { meteringOn } from "../support/usage-client.ts";

// Usage is invoiced by itself (rules 4), so invoices of one day may differ in nothing but their lines.

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => api.close());

const committed = { startDate: "2026-01-01", endDate: "2026-12-31", commitmentInterval: "QUARTERLY" };

for (const [what, commitment] of [
  ["usage", null],
  ["a true-up", { trueUpBehavior: "EACH_PERIOD" }],
  [
    "a prepayment",
    {
      prepaidEnabled: true,
      prepaidValue: "200.00",
      prepaymentScheduleType: "PER_COMMITMENT_PERIOD",
      trueUpBehavior: "EACH_PERIOD",
    },
  ],
] as const) {
  test(`${what} beside a flat term: a dry run without effect shows no change, and drafts stay those of the plan`, async () => {
    const client = clientOf(api, await api.newMerchant("2026-01-15T12:00:00Z"));
    const { contractId, addTerm, approve, use } = await meteringOn(client, {}, { startDate: "2026-01-01" });
    const path = `/v3/contracts/${contractId}`;
    const { id } = await addTerm("0.010", commitment === null ? {} : { usageScope: "COMMITMENT" });
    const flat = { eventTypeId: null, billingType: "FLAT", startDate: "2026-02-01", name: "Platform" };
    const pricing = [{ tier: 0, amount: "143.00", amountType: "TOTAL_INVOICE" }];
    await client.ok("POST", `${path}/billing-terms`, {
      ...{ ...flat, endDate: "2026-12-31", interval: "MONTH", invoiceDateStrategy: "ARREARS", pricing },
    });
    if (commitment !== null) {
      const steps = [{ commitmentValue: "300.00", billingTermIds: [id] }];
      const schedules = [{ ...committed, ...commitment, steps }];
      await client.ok("POST", `${path}/commitments`, { commitments: [{ commitmentUnitType: "CURRENCY", schedules }] });
    }
    await approve();
    await use(["2026-01-10", "1000"]);
    const soundly = async () => {
      const { plan } = await client.ok("PATCH", `${path}?dryRun=true`, { poNumber: crypto.randomUUID() });
      const { added, changed, removed } = plan.invoices;
      const named = changed.filter(({ before: was, after: is }: { before: object; after: object }) => {
        return JSON.stringify({ ...was, poNumber: null }) !== JSON.stringify({ ...is, poNumber: null });
      });
      assert.deepEqual([added, named, removed], [[], [], []]);
      assert.deepEqual(await runDoctor(api.platform.db, { merchantId: client.merchant.merchantId, full: true }), []);
    };
    await soundly();
    await client.advance("2026-02-27T12:00:00Z");
    await client.drainOutbox();
    await soundly();
    await client.advance("2026-04-20T12:00:00Z");
    await client.drainOutbox();
    await soundly();
  });
}

test("the dry run of a termination shows the credit memo of negative usage that is then issued", async () => {
  const client = clientOf(api, await api.newMerchant("2026-01-31T12:00:00Z"));
  await client.ok("PATCH", "/v3/merchant", { usageGraceDays: 0 });
  const { contractId, addTerm, approve, use } = await meteringOn(client, {}, { startDate: "2026-01-01" });
  const { id } = await addTerm("2");
  await approve();
  await use(["2026-01-10", "-5"]);
  await client.advance("2026-02-10T12:00:00Z");
  await use(["2026-02-05", "4"]);
  const path = `/v3/contracts/${contractId}/billing-terms/${id}/terminate`;
  const end = { endDate: "2026-02-09" };
  const { plan, planHash } = await client.ok("PATCH", `${path}?dryRun=true`, end);
  assert.deepEqual(
    plan.creditMemos.map(({ total }: { total: string }) => total),
    ["2.00"],
  );
  assert.equal((await client.send("PATCH", path, end, { "if-plan": planHash })).status, 200);
  await client.drainOutbox();
  const { data: memos } = await client.ok("GET", "/v3/credit-memos");
  assert.deepEqual(
    memos.map(({ total, reason }: { total: string; reason: string }) => [total, reason]),
    [["2.00", "More usage was credited than was used."]],
  );
  assert.deepEqual(await runDoctor(api.platform.db, { merchantId: client.merchant.merchantId, full: true }), []);
});
