import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, obligationBody, priced } from "../support/client.ts";
import { runDoctor } from "../support/doctor.ts";
import { linesOf, revenueOf } from "../support/term-client.ts";

// An obligation earns its price over its own service days whatever day its term bills (rules 13), so another day of the bill moves
// nothing of them: `billingStartDate` is the term's, `revenueStartDate` the service's (data model 4.3).
let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => api.close());

const fourMonths = ["2026-02 300.00", "2026-03 300.00", "2026-04 300.00", "2026-05 300.00"];

/** 1,200.00 billed once for February to May, and what moves the bill. */
async function billedOn(day: string, trigger: "DATE" | "MILESTONE" = "DATE") {
  const client: Client = clientOf(api, await api.newMerchant());
  const contractId = await client.contract();
  const service = { serviceStartDate: "2026-02-01", serviceEndDate: "2026-05-31" };
  const bill = { interval: "NONE", trigger, startDate: day, endDate: day, ...priced("1200.00") };
  const obligation = await client.add(contractId, obligationBody(service, bill));
  await client.approve(contractId);
  const path = `/v3/contracts/${contractId}`;
  return {
    bills: async () => linesOf((await client.ok("GET", `${path}/invoice-schedule?until=2026-12-31`)).data),
    moveBill: async (billingStartDate: string) => {
      await client.ok("PATCH", `${path}/obligation/${obligation.id}`, { billingStartDate });
      await client.drainOutbox();
    },
    moveTerm: async (body: object) => {
      await client.ok("PATCH", `${path}/billing-terms/${obligation.billingTermId}`, body);
      await client.drainOutbox();
    },
    reach: async (reachedOn: string) => {
      await client.ok("POST", `${path}/billing-terms/${obligation.billingTermId}/milestone`, { reachedOn });
      await client.drainOutbox();
    },
    revenue: () => revenueOf(client, contractId),
    findings: () => runDoctor(api.platform.db, { merchantId: client.merchant.merchantId, full: true }),
  };
}

describe("an invoice day of a one-off that is moved", () => {
  for (const [where, planned, moved] of [
    ["from the first day of service to a later one", "2026-02-01", "2026-03-10"],
    ["from the first day of service to one before it", "2026-02-01", "2026-01-20"],
    ["from the last day of service to an earlier one", "2026-05-31", "2026-04-30"],
    ["within the service", "2026-04-01", "2026-05-01"],
  ] as const) {
    test(`${where} leaves the service days as they are`, async () => {
      const { bills, moveBill, revenue, findings } = await billedOn(planned);
      await moveBill(moved);
      assert.deepEqual(await bills(), [`${moved} | ${moved} – ${moved} | 1200.00`]);
      assert.deepEqual([await revenue(), await findings()], [fourMonths, []]);
    });
  }

  test("by both of its days, at the end of the service, leaves the service days as they are", async () => {
    const { moveTerm, revenue, findings } = await billedOn("2026-05-31");
    await moveTerm({ startDate: "2026-03-15", endDate: "2026-03-15" });
    assert.deepEqual([await revenue(), await findings()], [fourMonths, []]);
  });

  for (const [where, planned] of [
    ["the first day of service", "2026-02-01"],
    ["the last day of service", "2026-05-31"],
    ["a day within the service", "2026-04-01"],
  ] as const) {
    test(`by a milestone reached before ${where}, its planned day, leaves the service days as they are`, async () => {
      const { bills, reach, revenue, findings } = await billedOn(planned, "MILESTONE");
      await reach("2026-01-10");
      assert.deepEqual(await bills(), ["2026-01-10 | 2026-01-10 – 2026-01-10 | 1200.00"]);
      assert.deepEqual([await revenue(), await findings()], [fourMonths, []]);
    });
  }
});
