import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { DemoMerchant } from "../../src/integrations/demo/service.ts";
import { acmeCloudOn } from "../support/acme-cloud.ts";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { runDoctor } from "../support/doctor.ts";
import { hasOfficialRules, officialRules } from "../support/official-rules.ts";
import { differences, rebuilt } from "../support/rebuilt-contracts.ts";

// The demo of a first start: two years of Acme Cloud, told through the API.

let api: TestApi;
let demo: DemoMerchant;
before(async () => {
  api = await startApi();
  demo = await acmeCloudOn(api);
});
after(() => api.close());

async function payload(path: string): Promise<Json> {
  const answer = await api.request("GET", path, { key: demo.readKey });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body.payload;
}

const all = async (path: string): Promise<Json[]> => (await payload(path)).data;

test("the doctor finds nothing", async () => {
  assert.deepEqual(await runDoctor(api.platform.db, { merchantId: demo.merchantId, full: true }), []);
});

test("AUD-3: every contract with its terms and performance obligations equals its last state in the audit log", async () => {
  const rows: Json[] = [];
  for (let page = 1; rows.length === (page - 1) * 1_000; page++)
    rows.push(...(await all(`/v3/audit-log?limit=1000&page=${page}`)));
  const told = rebuilt(rows.toReversed());
  const found: string[] = [];
  const counts = { contract: 0, term: 0, pob: 0 };
  const compare = (kind: "contract" | "term" | "pob", shown: Json) => {
    counts[kind] += 1;
    found.push(...differences(kind, told.get(shown.id), shown));
  };
  for (const contract of await all("/v3/contracts?limit=100")) {
    compare("contract", contract);
    assert.equal(contract.status === "APPROVED", told.get(contract.id)?.status === "APPROVED", contract.name);
    for (const term of await all(`/v3/contracts/${contract.id}/billing-terms?limit=100`)) compare("term", term);
    for (const pob of await all(`/v3/contracts/${contract.id}/performance-obligations?limit=100`)) compare("pob", pob);
  }
  assert.deepEqual(found, []);
  assert.deepEqual(counts, { contract: 40, term: 54, pob: 53 });
});

test("it has about forty contracts, one of them blocked and one waiting for approval", async () => {
  const contracts = await all("/v3/contracts?limit=100");
  const of = (status: string) => contracts.filter((contract) => contract.status === status).length;
  assert.deepEqual([of("APPROVED"), of("PROCESSED"), of("BLOCKED"), contracts.length], [38, 1, 1, 40]);
});

test("24 months are closed, October 2025 twice, and the books balance", async () => {
  const periods = await all("/v3/month-end-close/periods?limit=100");
  assert.deepEqual([periods.length, new Set(periods.map(({ status }) => status)).size], [24, 1]);
  const packages = await all("/v3/month-end-close/packages?limit=100");
  assert.equal(packages.filter(({ month }) => month === "2025-10").length, 2);
  const { currencies } = await payload("/v3/reports/trial-balance?month=2025-12");
  for (const { currency, totalDebit, totalCredit } of currencies) assert.equal(totalDebit, totalCredit, currency);
  assert.equal((await payload("/v3/test-clock")).now, "2026-01-15T09:00:00.000Z");
});

test("it has an example of every situation that a controller meets", async () => {
  const modifications = new Set<string>();
  for (const { id } of await all("/v3/contracts?limit=100")) {
    for (const { treatment } of await all(`/v3/contracts/${id}/modifications`)) modifications.add(treatment);
  }
  assert.deepEqual([...modifications].toSorted(), ["CUMULATIVE_CATCH_UP", "PROSPECTIVE"]);
  const invoices = await all("/v3/invoices?limit=1000");
  const statuses = new Set(invoices.map(({ status }) => status));
  for (const status of ["DRAFT", "ISSUED", "PAID", "UNCOLLECTIBLE"]) assert.ok(statuses.has(status), status);
  assert.ok(invoices.some(({ memo }) => /^Disputed/.test(memo ?? "")));
  assert.ok((await all("/v3/credit-memos?limit=100")).length >= 3);
  assert.equal((await all("/v3/journal-entries?filter=syncStatus:eq:SYNC_FAILED")).length, 2);
  assert.equal((await all("/v3/change-requests")).length, 1);
  assert.equal((await all("/v3/commitments")).length, 2);
  const endpoints = await all("/v3/webhook-endpoints");
  assert.deepEqual(
    endpoints.map(({ status }) => status),
    ["DISABLED"],
    "the demo sends nothing anywhere",
  );
  const deliveries = new Set((await all("/v3/webhook-deliveries?limit=100")).map(({ status }) => status));
  assert.deepEqual([...deliveries].toSorted(), ["DELIVERED", "FAILED"]);
  assert.equal((await all("/v3/month-end-close/holds?filter=status:eq:HELD")).length, 1);
  const lines = invoices.flatMap(({ lineItems }) => lineItems.map(({ type }: Json) => type));
  for (const type of ["PREPAYMENT", "PREPAID_APPLIED", "OVERAGE", "TRUE_UP", "LATE_USAGE", "ADJUSTMENT"]) {
    assert.ok(lines.includes(type), type);
  }
});

test("every invoice has the data of an e-invoice: parties, addresses, tax ids and bank account", async () => {
  const issued = await all("/v3/invoices?filter=status:neq:DRAFT&limit=1000");
  for (const { id, invoiceNumber } of issued) {
    const { text } = await document(`/v3/invoices/${id}/xml`);
    const has = (pattern: RegExp) => assert.match(text, pattern, invoiceNumber);
    has(/<cac:AccountingSupplierParty>[\s\S]*<cbc:EndpointID[\s\S]*<cbc:PostalZone>D01 X5P3/);
    has(/<cac:AccountingCustomerParty>[\s\S]*<cbc:EndpointID[\s\S]*<cbc:IdentificationCode>[A-Z]{2}</);
    has(/<cac:PayeeFinancialAccount>[\s\S]*IE29AIBK93115212345678/);
    has(/<cbc:BuyerReference>|<cac:OrderReference>/);
  }
  const categories = new Set(issued.flatMap(({ taxLines }) => taxLines.map(({ category }: Json) => category)));
  assert.deepEqual([...categories].toSorted(), ["AE", "E", "O", "S"]);
});

if (hasOfficialRules) {
  test("its e-invoices of every kind conform to the official rules of EN 16931", async () => {
    const broken = await officialRules();
    const issued = await all("/v3/invoices?filter=status:neq:DRAFT&limit=1000");
    // One of each currency, tax and kinds of lines: the rules take a second a document.
    const kindOf = ({ currency, taxLines, lineItems, total }: Json) =>
      JSON.stringify([
        ...[currency, Number(total) > 0, lineItems.length],
        ...[taxLines, lineItems].map((each: Json[]) => [
          ...new Set(each.map(({ category, type }) => category ?? type)),
        ]),
      ]);
    const found: string[] = [];
    for (const [, [one]] of Map.groupBy(issued, kindOf)) {
      const { text } = await document(`/v3/invoices/${one.id}/xml`);
      found.push(...broken(text).map((rule) => `${one.invoiceNumber}: ${rule}`));
    }
    assert.deepEqual(found, []);
  });
}

async function document(path: string): Promise<{ text: string }> {
  const answer = await fetch(api.url + path, { headers: { authorization: `Bearer ${demo.readKey}` } });
  assert.equal(answer.status, 200);
  return { text: await answer.text() };
}
