import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { clientOf } from "../support/client.ts";
import { commitmentBody, commitmentsOn } from "../support/commitment-client.ts";
import { closeWithSoundBooks } from "../support/sound-books.ts";

// Lines of a commitment are taxed as the items that its schedule names for them, in the plan as on the invoice.

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => closeWithSoundBooks(api));

test("prepayments, overage and true-ups are taxed as their own items", async () => {
  const client = clientOf(api, await api.newMerchant("2026-01-01T09:00:00Z"));
  await client.ok("PATCH", "/v3/merchant", {
    usageGraceDays: 0,
    address: { country: "ES" },
    taxRates: [{ country: "ES", category: "S", rate: "0.20", validFrom: "2020-01-01" }],
  });
  const on = await commitmentsOn(client, { startDate: "2026-01-01", endDate: "2026-12-31" });
  await client.ok("PATCH", `/v3/customers/${on.customerId}`, { billingAddress: { country: "ES" } });
  const item = async (name: string): Promise<string> =>
    (await client.ok("POST", "/v3/items", { name, taxCategory: "Z" })).id;
  await on.create(
    commitmentBody(on.first, {
      commitmentInterval: "MONTHLY",
      steps: [{ commitmentValue: "100.00", billingTermIds: [on.first] }],
      ...{ prepaidEnabled: true, prepaidValue: "50.00", prepaymentScheduleType: "PER_COMMITMENT_PERIOD" },
      ...{ trueUpBehavior: "EACH_PERIOD", trueUpIntegrationItem: await item("True-up") },
      prepaymentIntegrationItem: await item("Prepayment"),
      overageConfigs: [
        { eventTypeId: on.eventTypeId, overagePrice: "0.02", overageIntegrationItemId: await item("Overage") },
      ],
    }),
  );
  await client.ok("DELETE", `${on.path}/billing-terms/${on.second}`);
  const planned = async () => {
    const { data } = await client.ok("GET", `${on.path}/invoice-schedule`);
    return data.map(({ issueDate, total }: Json) => `${issueDate} ${total}`);
  };
  const before = await planned();
  await client.approve(on.contractId);
  await client.advance("2026-01-10T13:00:00Z");
  // 90.00: 50.00 are prepaid, 10.00 are trued up. 200.00 in February: 100.00 of 0.010, and 10,000 calls beyond at 0.020.
  await on.use("2026-01-10", "9000");
  await client.advance("2026-02-10T13:00:00Z");
  await on.use("2026-02-10", "20000");
  await client.drainOutbox();
  const drafted = await planned();
  await client.advance("2026-04-01T09:00:00Z");

  const { data } = await client.ok("GET", "/v3/invoices?limit=100");
  const lines = data
    .toReversed()
    .flatMap(({ issueDate, lineItems }: Json) =>
      lineItems.map(({ type, total, taxAmount }: Json) => `${issueDate} ${type} ${total} ${taxAmount}`),
    );
  assert.deepEqual(lines.toSorted(), [
    "2026-01-01 PREPAYMENT 50.00 0.00",
    "2026-02-01 PREPAID_APPLIED -50.00 0.00",
    "2026-02-01 PREPAYMENT 50.00 0.00",
    "2026-02-01 TRUE_UP 10.00 0.00",
    "2026-02-01 USAGE 90.00 18.00",
    "2026-03-01 OVERAGE 200.00 0.00",
    "2026-03-01 PREPAID_APPLIED -50.00 0.00",
    "2026-03-01 PREPAYMENT 50.00 0.00",
    "2026-03-01 USAGE 100.00 20.00",
    "2026-04-01 TRUE_UP 50.00 0.00",
  ]);
  assert.deepEqual(before, ["2026-01-01 50.00", "2026-02-01 100.00", "2026-03-01 100.00", "2026-04-01 50.00"]);
  assert.deepEqual(drafted, await planned(), "what was planned is what is issued");
});
