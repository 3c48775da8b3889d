import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, obligationBody } from "../support/client.ts";

let api: TestApi;
let client: Client;

before(async () => {
  api = await startApi();
  client = clientOf(api, await api.newMerchant("2026-02-10T09:00:00Z"));
  for (const currency of ["USD", "EUR", "USD"]) {
    const contractId = await client.contract({ currency });
    await client.add(contractId, obligationBody());
    await client.approve(contractId);
  }
});

after(() => api.close());

const sums = async (path: string) => (await client.ok("GET", path)).totals;

test("totals are the sums of all rows by currency, on every page, where they are requested", async () => {
  const totals = await sums("/v3/contracts?limit=1&page=2&totals=true");
  assert.deepEqual(totals, [
    { currency: "EUR", count: 1, totalContractValue: "1200.00" },
    { currency: "USD", count: 2, totalContractValue: "2400.00" },
  ]);
  assert.equal(await sums("/v3/contracts?limit=1"), undefined);
  assert.equal(await sums("/v3/contracts?totals=false"), undefined);
});

test("totals follow the filters; a draft has no open amount", async () => {
  const all = await sums("/v3/invoices?totals=true");
  const issued = await sums("/v3/invoices?totals=true&filter=status:eq:ISSUED");
  const drafts = await sums("/v3/invoices?totals=true&filter=status:eq:DRAFT");
  const nothing = { taxTotal: "0.00", amountPaid: "0.00", amountCredited: "0.00" };
  assert.deepEqual(issued, [
    { currency: "EUR", count: 1, ...nothing, total: "300.00", balanceRemaining: "300.00" },
    { currency: "USD", count: 2, ...nothing, total: "600.00", balanceRemaining: "600.00" },
  ]);
  assert.deepEqual(drafts, [
    { currency: "EUR", count: 1, ...nothing, total: "300.00", balanceRemaining: "0.00" },
    { currency: "USD", count: 2, ...nothing, total: "600.00", balanceRemaining: "0.00" },
  ]);
  assert.deepEqual(
    all.map(({ total, balanceRemaining }: Record<string, string>) => [total, balanceRemaining]),
    [
      ["600.00", "300.00"],
      ["1200.00", "600.00"],
    ],
  );
  assert.deepEqual(await sums("/v3/invoices?totals=true&filter=status:eq:VOID"), []);
});

test("totals of payments and credit memos sum their applied, refunded and remaining amounts", async () => {
  const { data } = await client.ok("GET", "/v3/invoices?filter=status:eq:ISSUED");
  const { id, customerId } = data.find(({ currency }: Record<string, string>) => currency === "USD");
  await client.ok("POST", "/v3/payments", {
    customerId,
    amount: "150.00",
    applications: [{ invoiceId: id, amount: "100.00" }],
  });
  const gone = await client.ok("POST", "/v3/payments", { customerId, amount: "70.00" });
  await client.ok("POST", `/v3/payments/${gone.id}/return`, { reason: "Charged back" });
  assert.deepEqual(await sums("/v3/payments?totals=true"), [
    {
      ...{ currency: "USD", count: 2, total: "220.00" },
      ...{ appliedTotal: "100.00", refundedTotal: "0.00", unappliedAmount: "50.00" },
    },
  ]);
  const [owed] = await sums(`/v3/customers/${customerId}/invoices?totals=true&filter=status:neq:DRAFT`);
  assert.equal(owed.balanceRemaining, "200.00");
  assert.deepEqual(await sums("/v3/credit-memos?totals=true"), []);
});

test("an invalid value of totals, totals of a file, and totals of a list without any are rejected", async () => {
  const refused = async (path: string) => {
    const { status, body } = await client.send("GET", path);
    assert.equal(status, 400);
    return body.error.details.issues.map(({ path: at, code }: Record<string, string>) => `${at} ${code}`);
  };
  assert.deepEqual(await refused("/v3/invoices?totals=yes"), ["/query/totals ENUM"]);
  assert.deepEqual(await refused("/v3/invoices?totals=true&totals=true"), ["/query/totals ENUM"]);
  assert.deepEqual(await refused("/v3/invoices?totals=true&format=csv"), ["/query/totals CONFLICT"]);
  assert.deepEqual(await refused("/v3/customers?totals=true"), ["/query/totals UNKNOWN_QUERY"]);
});
