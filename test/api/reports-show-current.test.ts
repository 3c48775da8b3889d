import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf } from "../support/client.ts";
import { withPobs } from "../support/pobs.ts";

// Current and non-current contract liability of what has no month yet (rules 8): 900.00 is billed on 10 January for a project
// of two milestones, weights 1 and 2, of which the design is reached on 20 January.

let api: TestApi;
let client: Client;
before(async () => {
  api = await startApi();
  client = clientOf(api, await withPobs(api, "2026-01-10T09:00:00Z"));
});
after(() => api.close());

const design = { name: "Design", weight: "1", reachedDate: "2026-01-20" };
const build = { name: "Build", weight: "2" };

/** A contract that bills 900.00 at once, and its performance obligation. */
async function sell(name: string, pob: object): Promise<{ contractId: string; pobId: string }> {
  const contractId = await client.contract({ name });
  const path = `/v3/contracts/${contractId}`;
  const { billingTermGroupId } = await client.ok("POST", `${path}/billing-terms`, {
    ...{ name, startDate: "2026-01-10", endDate: "2026-01-10", interval: "NONE", billingType: "FLAT" },
    ...{ invoiceDateStrategy: "FIRST_OF_PERIOD", pricing: [{ amount: "900.00", amountType: "TOTAL_INVOICE" }] },
  });
  const toCreate = [{ transactionPrice: "900.00", ...pob }];
  const batch = { billingTermGroupId, toCreate };
  const { created } = await client.ok("POST", `${path}/performance-obligations`, batch);
  await client.approve(contractId);
  return { contractId, pobId: created[0].id };
}

async function balances(month: string): Promise<string[][]> {
  const { rows }: Json = await client.ok("GET", `/v3/reports/contract-balances?month=${month}`);
  return rows.map((each: Json) =>
    ["name", "contractLiability", "currentLiability", "undated", "nonCurrentLiability"].map((key) => each[key]),
  );
}

test("liability that waits for a milestone is current unless its service begins after twelve months", async () => {
  const measured = { recognitionPattern: "MILESTONE", milestones: [{ name: "Design", weight: "1" }, build] };
  const here = { serviceStartDate: "2026-01-10", serviceEndDate: "2027-12-31" };
  const project = await sell("Project", { ...here, ...measured });
  await sell("Within", { ...measured, serviceStartDate: "2027-01-31", serviceEndDate: "2027-12-31" });
  await sell("Beyond", { ...measured, serviceStartDate: "2027-02-01", serviceEndDate: "2027-12-31" });
  // 37.50 a month: at the end of January twelve months of 23 are current.
  await sell("Support", { serviceStartDate: "2026-01-01", serviceEndDate: "2027-12-31" });
  const path = `/v3/contracts/${project.contractId}/performance-obligations/${project.pobId}`;
  await client.advance("2026-01-20T09:00:00Z");
  await client.ok("PATCH", path, { milestones: [design, build] });
  await client.advance("2026-02-01T09:00:00Z");
  await client.drainOutbox();
  await client.ok("POST", "/v3/month-end-close/close-period?month=2026-01");
  const january = [
    ["Beyond", "900.00", "0.00", "0.00", "900.00"],
    ["Project", "600.00", "600.00", "600.00", "0.00"],
    ["Support", "862.50", "450.00", "0.00", "412.50"],
    ["Within", "900.00", "900.00", "900.00", "0.00"],
  ];
  assert.deepEqual(await balances("2026-01"), january);

  // The build is reached in March. A month that is closed keeps its split.
  await client.advance("2026-03-10T09:00:00Z");
  await client.ok("PATCH", path, { milestones: [design, { ...build, reachedDate: "2026-03-10" }] });
  await client.advance("2026-04-01T09:00:00Z");
  await client.drainOutbox();
  await client.ok("POST", "/v3/month-end-close/close-period?month=2026-03");
  assert.deepEqual(await balances("2026-01"), january);
  assert.deepEqual(await balances("2026-03"), [
    ["Beyond", "900.00", "900.00", "900.00", "0.00"],
    ["Support", "787.50", "450.00", "0.00", "337.50"],
    ["Within", "900.00", "900.00", "900.00", "0.00"],
  ]);
});
