import { deepEqual } from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { required } from "../../src/kernel/assert.ts";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, close } from "../support/client.ts";
import { moved, ranOn } from "../support/exported-book.ts";
import { allOf } from "../support/moved-book.ts";
import { enablePobs } from "../support/pobs.ts";
import { closeWithSoundBooks } from "../support/sound-books.ts";

// What people set by hand is exported with the contract: revenue of months in place of the pattern, and invoices that no term foresaw.

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

const year = { serviceStartDate: "2026-01-01", serviceEndDate: "2026-12-31", recognitionPattern: "STRAIGHT_LINE" };
const schedule = (name: string, more: Json = {}) => ({
  ...{ name, startDate: "2026-01-01", endDate: "2026-12-31", interval: "YEAR" },
  invoiceDateStrategy: "FIRST_OF_PERIOD",
  ...{ billingType: "FLAT", pricing: [{ amount: "1200.00", amountType: "TOTAL_INVOICE" }], ...more },
});
const months = ["2026-07", "2026-08", "2026-09", "2026-10", "2026-11", "2026-12"];

async function started() {
  const merchant = await api.newMerchant("2025-12-20T09:00:00Z");
  await enablePobs(api, merchant);
  const client = clientOf(api, merchant);
  const { id: customerId } = await client.ok("POST", "/v3/customers", { name: "Acme" });
  const to = async (day: string) => {
    await client.advance(`${day}T09:00:00Z`);
    await client.drainOutbox();
  };
  const made = async (name: string, obligations: readonly Json[], more: Json = {}): Promise<string> =>
    (await client.ok("POST", "/v3/contracts", { name, customerId, obligations, approve: true, ...more })).id;
  return { merchant, client, customerId, to, made };
}

async function runOn(client: Client) {
  for (const day of ["2026-08-05", "2026-10-05", "2027-01-05"]) {
    await client.advance(`${day}T09:00:00Z`);
    await client.drainOutbox();
  }
  await close(client, "2026-12");
  return ranOn(client, { asOf: "2026-06", months });
}

test("manual months keep their amounts in the loaded book, and the other months share the rest", async () => {
  const { merchant, client, to, made } = await started();
  const yearly = await made("Set in a year", [{ ...year, billingSchedule: schedule("Platform") }]);
  const daily = { ...year, recognitionPattern: "STRAIGHT_LINE_DAILY" };
  const gone = await made("Set for months that are over", [{ ...daily, billingSchedule: schedule("Support") }]);
  const raised = await made("Set, then raised", [
    { ...year, billingSchedule: schedule("Hosting", { interval: "MONTH" }) },
  ]);
  const group = "0197f1a0-5c1e-7b9a-9a55-000000000079";
  await made("Set in a stated price", [], {
    billingTerms: [{ ...schedule("Project"), billingTermGroupId: group }],
    performanceObligations: [
      {
        ...{ ...year, billingTermGroupId: group, name: "Project", transactionPrice: "1200.00" },
      },
    ],
  });
  await to("2026-03-10");
  await close(client, "2026-02");
  const set = async (contractId: string, entries: Json) => {
    const [obligation] = await allOf(client, `/v3/contracts/${contractId}/obligations`);
    const path = `/v3/contracts/${contractId}/obligation/${required(obligation, "an obligation").id}/custom-revenue`;
    await client.ok("POST", path, entries);
  };
  await set(yearly, [
    { timeframe: "2026-04", total: "0.00" },
    { timeframe: "2026-09", total: "333.33" },
    { timeframe: "2026-12", total: "-10.00" },
  ]);
  await set(gone, [{ timeframe: "2026-03", total: "250.00" }]);
  await set(raised, [{ timeframe: "2026-11", total: "777.00" }]);
  const stated = (await allOf(client, "/v3/performance-obligations")).find(({ name }) => name === "Project");
  await client.ok("POST", `/v3/performance-obligations/${stated?.id}/recognized`, [
    { timeframe: "2026-08", total: "500.00" },
  ]);
  const [term] = await allOf(client, `/v3/contracts/${raised}/billing-terms`);
  await client.ok("PATCH", `/v3/contracts/${raised}/billing-terms/${term?.id}`, {
    ...{ pricing: [{ amount: "1300.00", amountType: "TOTAL_INVOICE" }], effectiveDate: "2026-05-01" },
  });
  await to("2026-07-05");
  await close(client, "2026-06");
  const there = await moved(api, root, merchant, { asOf: "2026-06", now: "2026-07-05T09:00:00Z", hasPobs: true });
  const [expected, actual] = [await runOn(client), await runOn(there)];
  deepEqual(actual, expected);
});

test("manual invoices are billed and recognized in the loaded book, with a contract or without one", async () => {
  const { merchant, client, customerId, to, made } = await started();
  const contractId = await made("Platform", [{ ...year, billingSchedule: schedule("Platform") }]);
  await to("2026-03-10");
  const line = (name: string, unitPrice: string, revenue: Json) => ({ name, quantity: "3", unitPrice, revenue });
  const training = line("Training", "150.00", { recognitionDate: "2026-03-10" });
  const served = { serviceStartDate: "2026-03-01", serviceEndDate: "2026-10-31" };
  const escrow = line("Escrow", "33.33", served);
  await client.ok("POST", "/v3/invoices", { contractId, lines: [training] });
  await client.ok("POST", "/v3/invoices", { contractId, lines: [escrow] });
  const paid = await client.ok("POST", "/v3/invoices", { customerId, lines: [escrow, training] });
  await client.ok("POST", `/v3/invoices/${paid.id}/payments`, { receivedAt: "2026-03-10" });
  await client.ok("POST", "/v3/invoices", { customerId, lines: [training] });
  // One of a day to come is a draft until then.
  const planned = { ...served, serviceStartDate: "2026-09-01" };
  await client.ok("POST", "/v3/invoices", {
    contractId,
    issueDate: "2026-09-15",
    lines: [line("Audit", "70.00", planned)],
  });
  await to("2026-07-05");
  await close(client, "2026-06");
  const there = await moved(api, root, merchant, { asOf: "2026-06", now: "2026-07-05T09:00:00Z", hasPobs: true });
  const [expected, actual] = [await runOn(client), await runOn(there)];
  deepEqual(actual, expected);
});
