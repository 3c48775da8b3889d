import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { clientOf } from "../support/client.ts";

// What is posted never changes (data model 15.5): revenue keeps the category that it was posted under.

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => api.close());

test("an obligation of another category leaves posted revenue where it was, in every report", async () => {
  const client = clientOf(api, await api.newMerchant("2026-01-10T12:00:00Z"));
  const category = async (name: string) => (await client.ok("POST", "/v3/categories", { name })).id as string;
  const [software, support] = [await category("Software"), await category("Support")];
  const id = await client.contract();
  const obligation = await client.add(id, {
    ...{ serviceStartDate: "2026-01-01", serviceEndDate: "2026-12-31", categoryId: software },
    billingSchedule: {
      ...{ name: "Platform", startDate: "2026-01-01", endDate: "2026-12-31", interval: "YEAR", billingType: "FLAT" },
      ...{ invoiceDateStrategy: "FIRST_OF_PERIOD" },
      pricing: [{ tier: 0, amount: "1200.00", amountType: "TOTAL_INVOICE" }],
    },
  });
  await client.approve(id);
  await client.advance("2026-02-10T12:00:00Z");
  await client.ok("POST", "/v3/month-end-close/close-period?month=2026-01");
  await client.ok("PATCH", `/v3/contracts/${id}/obligation/${obligation.id}`, { categoryId: support });
  await client.settle();

  const { data } = await client.ok("GET", `/v3/revenue-schedules?filter=contractId:eq:${id}&limit=100`);
  const categories = data.map(({ timeframe, status, categoryId }: Json) => [timeframe, status, categoryId]);
  assert.deepEqual(categories.slice(0, 2), [
    ["2026-01", "POSTED", software],
    ["2026-02", "ACCRUED", support],
  ]);
  const month = "startMonth=2026-01&endMonth=2026-02&basis=ALL&groupBy=category";
  for (const path of [`revenue?${month}`, "waterfall?month=2026-01&groupBy=category"]) {
    const { rows } = await client.ok("GET", `/v3/reports/${path}`);
    const found = rows.map((row: Json) => JSON.stringify(row)).filter((text: string) => /Software|Support/.test(text));
    assert.equal(found.length, 2, path);
    const [ofSoftware] = found.filter((text: string) => text.includes("Software"));
    assert.match(ofSoftware ?? "", /"100.00"/, path);
    assert.doesNotMatch(ofSoftware ?? "", /1100.00|1200.00/, path);
  }
});
