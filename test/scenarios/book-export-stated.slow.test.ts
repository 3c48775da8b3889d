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

// Stated performance obligations, where a book moves: a row that the import would reject would keep the whole book from being loaded.

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

const days = { startDate: "2026-01-01", endDate: "2026-12-31", interval: "QUARTER" };
const flat = (name: string, more: Json = {}) => ({
  ...{ name, ...days, invoiceDateStrategy: "FIRST_OF_PERIOD", billingType: "FLAT" },
  ...{ pricing: [{ amount: "300.00", amountType: "TOTAL_INVOICE" }], ...more },
});

async function started() {
  const merchant = await api.newMerchant("2025-12-20T09:00:00Z");
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
  for (const day of ["2026-08-05", "2026-10-05", "2027-01-05"]) {
    await client.advance(`${day}T09:00:00Z`);
    await client.drainOutbox();
  }
  await close(client, "2026-12");
  return ranOn(client, { asOf: "2026-06", months: ["2026-07", "2026-08", "2026-09", "2026-10", "2026-11", "2026-12"] });
}

test("obligations that earn what is billed or used take their days from the terms in the loaded book too", async () => {
  const { merchant, client, customerId, to } = await started();
  const { id: eventTypeId } = await client.ok("POST", "/v3/events/types", { name: "Call", aggregation: "SUM" });
  const [billed, used] = ["0197f1a0-5c1e-7b9a-9a55-000000000081", "0197f1a0-5c1e-7b9a-9a55-000000000082"];
  const calls = { interval: "MONTH", invoiceDateStrategy: "ARREARS", billingType: "UNIT", eventTypeId };
  const perCall = { pricing: [{ amount: "0.01", amountType: "PER_ITEM" }], ...calls };
  await client.ok("POST", "/v3/contracts", {
    ...{ name: "As billed and as used", customerId, approve: true },
    billingTerms: [
      { ...flat("Support"), billingTermGroupId: billed },
      { ...flat("Calls", perCall), billingTermGroupId: used },
    ],
    performanceObligations: [
      { billingTermGroupId: billed, name: "Support", recognitionPattern: "RECOGNIZE_AS_BILLED" },
      { billingTermGroupId: used, name: "Calls", recognitionPattern: "RECOGNIZE_AS_CONSUMED", eventTypeId },
    ],
  });
  await to("2026-07-05");
  await close(client, "2026-06");
  const there = await moved(api, root, merchant, { asOf: "2026-06", now: "2026-07-05T09:00:00Z", hasPobs: true });
  deepEqual(await runOn(there), await runOn(client));
});

test("a contract that could not be approved where it is loaded is left out by name", async () => {
  const { merchant, client, customerId, to } = await started();
  const group = "0197f1a0-5c1e-7b9a-9a55-000000000083";
  const service = { serviceStartDate: "2026-01-01", serviceEndDate: "2026-12-31" };
  const { id } = await client.ok("POST", "/v3/contracts", {
    ...{ name: "Dearer", customerId, approve: true },
    billingTerms: [{ ...flat("Support"), billingTermGroupId: group }],
    performanceObligations: [{ billingTermGroupId: group, name: "Support", transactionPrice: "1200.00", ...service }],
  });
  await to("2026-03-10");
  const { data } = await client.ok("GET", `/v3/contracts/${id}/billing-terms`);
  await client.ok("PATCH", `/v3/contracts/${id}/billing-terms/${data[0].id}`, {
    ...{ pricing: [{ amount: "400.00", amountType: "TOTAL_INVOICE" }], effectiveDate: "2026-07-01" },
  });
  await to("2026-07-05");
  await close(client, "2026-06");
  const { result } = await exported(api, root, merchant);
  const bills = "The group bills 1400.00 in fixed amounts and its performance obligations come to 1200.00";
  deepEqual(
    result.notCarried.map(({ name, reason }) => `${name}: ${reason}`),
    [`Dearer: it would not be approved where it is loaded: ${bills}; make them equal.`],
  );
});
