import { deepEqual } from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, close } from "../support/client.ts";
import { exported, moved, ranOn } from "../support/exported-book.ts";
import { enablePobs } from "../support/pobs.ts";
import { closeWithSoundBooks } from "../support/sound-books.ts";

// Discounts that belong to some obligations alone, and what a controller adjusted, where a book moves.

let api: TestApi;
let root: string;
before(async () => {
  api = await startApi();
  root = await mkdtemp(join(tmpdir(), "accord-export-"));
});
after(async () => {
  await rm(root, { recursive: true });
  await closeWithSoundBooks(api);
});

const span = { serviceStartDate: "2026-02-01", serviceEndDate: "2027-01-31" };
const months = ["2026-07", "2026-08", "2026-09", "2026-10", "2026-11", "2026-12"];
const schedule = (name: string) => ({
  ...{ name, startDate: "2026-02-01", endDate: "2027-01-31", interval: "YEAR", invoiceDateStrategy: "FIRST_OF_PERIOD" },
  ...{ billingType: "FLAT", pricing: [{ amount: "100.00", amountType: "TOTAL_INVOICE" }] },
});

async function started() {
  const merchant = await api.newMerchant("2026-01-20T09:00:00Z");
  await enablePobs(api, merchant);
  const client = clientOf(api, merchant);
  const { id: customerId } = await client.ok("POST", "/v3/customers", { name: "Acme" });
  const to = async (day: string) => {
    await client.advance(`${day}T09:00:00Z`);
    await client.drainOutbox();
  };
  return { merchant, client, customerId, to };
}

async function runOn(client: Client) {
  await client.advance("2027-01-05T09:00:00Z");
  await client.drainOutbox();
  await close(client, "2026-12");
  return ranOn(client, { asOf: "2026-06", months });
}

test("a discount allocated to some obligations stays allocated to them in the loaded book", async () => {
  const { merchant, client, customerId, to } = await started();
  const { id } = await client.ok("POST", "/v3/contracts", {
    ...{ name: "Bundle", customerId, allocationMethod: "RELATIVE_SSP" },
  });
  const path = `/v3/contracts/${id}`;
  const { billingTermGroupId } = await client.ok("POST", `${path}/billing-terms`, schedule("Bundle"));
  const pob = (name: string, transactionPrice: string, standaloneSellingPrice: string) => ({
    ...{ ...span, name, transactionPrice, standaloneSellingPrice },
  });
  const { created } = await client.ok("POST", `${path}/performance-obligations`, {
    billingTermGroupId,
    toCreate: [pob("A", "100.00", "40.00"), pob("B", "0.00", "55.00"), pob("C", "0.00", "45.00")],
  });
  const [, second, third] = created;
  const { id: gone } = await client.ok("POST", `${path}/discount-allocations`, discountOn([second.id]));
  await client.ok("DELETE", `${path}/discount-allocations/${gone}`);
  await client.ok("POST", `${path}/discount-allocations`, discountOn([second.id, third.id]));
  await client.ok("POST", `${path}/actions`, { action: "APPROVE" });
  await to("2026-07-05");
  await close(client, "2026-06");
  const there = await moved(api, root, merchant, { asOf: "2026-06", now: "2026-07-05T09:00:00Z", hasPobs: true });
  const { data } = await there.ok("GET", "/v3/performance-obligations");
  deepEqual(data.map(({ name, allocatedPrice }: Json) => `${name} ${allocatedPrice}`).toSorted(), [
    ...["A 40.00", "B 33.00", "C 27.00"],
  ]);
  const [expected, actual] = [await runOn(client), await runOn(there)];
  deepEqual(actual, expected);
});

const discountOn = (performanceObligationIds: readonly string[]) => ({
  ...{ discount: "40.00", performanceObligationIds, evidence: "Price list 2026" },
  conditions: {
    regularlySoldSeparately: true,
    bundleRegularlySoldAtDiscount: true,
    discountSubstantiallySame: true,
  },
});

test("contracts with reversed adjustments, or adjustments of revenue alone, are exported; others are left out by name", async () => {
  const { merchant, client, customerId, to } = await started();
  const { id: categoryId } = await client.ok("POST", "/v3/categories", { name: "Support", revenueAccount: "4010" });
  const made = async (name: string): Promise<string> => {
    const obligations = [{ ...span, recognitionPattern: "STRAIGHT_LINE", billingSchedule: schedule(name) }];
    return (await client.ok("POST", "/v3/contracts", { name, customerId, obligations, approve: true })).id;
  };
  const [reversed, moves, later, kept, shifted] = [
    ...[await made("Reversed"), await made("Between categories"), await made("Later"), await made("Kept")],
    await made("Between balances"),
  ];
  await to("2026-04-10");
  const adjust = async (date: string, contractId: string | undefined, debit: Json, credit: Json) =>
    (
      await client.ok("POST", "/v3/adjustments", {
        ...{ date, currency: "USD", reason: "As agreed" },
        lines: [
          { contractId, debit: "7.00", ...debit },
          { contractId, credit: "7.00", ...credit },
        ],
      })
    ).id;
  const liability = { role: "CONTRACT_LIABILITY" };
  const revenue = { role: "REVENUE" };
  const wrong = await adjust("2026-04-01", reversed, liability, revenue);
  await client.ok("POST", `/v3/adjustments/${wrong}/reverse`, { date: "2026-04-02", reason: "It was wrong" });
  await adjust("2026-04-01", moves, revenue, { ...revenue, categoryId });
  await adjust("2026-04-01", kept, liability, revenue);
  await adjust("2026-04-01", shifted, liability, { role: "CONTRACT_ASSET" });
  await to("2026-07-05");
  await close(client, "2026-06");
  await adjust("2026-07-01", later, revenue, { ...revenue, categoryId });
  const { result } = await exported(api, root, merchant);
  const reason = "it has adjustments that were not reversed by the day of its opening";
  deepEqual(result.notCarried.map((one) => `${one.name}: ${one.reason}`).toSorted(), [
    `Between balances: ${reason}`,
    `Kept: ${reason}`,
    `Later: ${reason}`,
  ]);
});

test("a loaded book whose adjustments were all reversed has the same later revenue as its source", async () => {
  const { merchant, client, customerId, to } = await started();
  const obligations = [{ ...span, recognitionPattern: "STRAIGHT_LINE", billingSchedule: schedule("Platform") }];
  const { id } = await client.ok("POST", "/v3/contracts", { name: "Platform", customerId, obligations, approve: true });
  await to("2026-04-10");
  await close(client, "2026-03");
  const { id: wrong } = await client.ok("POST", "/v3/adjustments", {
    ...{ date: "2026-04-01", currency: "USD", reason: "Estimated" },
    lines: [
      { contractId: id, role: "CONTRACT_LIABILITY", debit: "7.00" },
      { contractId: id, role: "REVENUE", credit: "7.00" },
    ],
  });
  await to("2026-05-03");
  await close(client, "2026-04");
  await client.ok("POST", `/v3/adjustments/${wrong}/reverse`, { date: "2026-05-02", reason: "Known by now" });
  await to("2026-07-05");
  await close(client, "2026-06");
  const there = await moved(api, root, merchant, { asOf: "2026-06", now: "2026-07-05T09:00:00Z", hasPobs: true });
  const [expected, actual] = [await runOn(client), await runOn(there)];
  deepEqual(actual, expected);
});
