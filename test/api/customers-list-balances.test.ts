import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, priced, rejection } from "../support/client.ts";
import { termBody } from "../support/term-client.ts";

// Who owes what: the balances of a page of customers, by currency, with what of them is overdue.

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => api.close());

const monthly = (amount: string) => termBody({ interval: "MONTH", ...priced(amount) });

/**
 * It is 20 June; invoices are due after 30 days. Acme owes 100.00 USD a month from January on and 50.00 EUR, Beta 100.00 USD; of Acme's USD
 * January is paid, 40.00 of February as well, March is written off and April void. Idle owes nothing.
 */
async function book(): Promise<{ client: Client; acme: string }> {
  const client = clientOf(api, await api.newMerchant("2026-01-05T00:00:00Z"));
  const { id: acme } = await client.ok("POST", "/v3/customers", { name: "Acme" });
  const { id: beta } = await client.ok("POST", "/v3/customers", { name: "Beta" });
  await client.ok("POST", "/v3/customers", { name: "Idle" });
  for (const [customerId, currency, amount] of [
    [acme, "USD", "100.00"],
    [acme, "EUR", "50.00"],
    [beta, "USD", "100.00"],
  ] as const) {
    const contractId = await client.contract({ customerId, currency });
    await client.ok("POST", `/v3/contracts/${contractId}/billing-terms`, monthly(amount));
    await client.approve(contractId);
  }
  await client.advance("2026-06-20T00:00:00Z");
  await client.drainOutbox();
  const filter = `customerId:eq:${acme},currency:eq:USD`;
  const { data } = await client.ok("GET", `/v3/invoices?filter=${filter}&sort=issueDate&limit=100`);
  const [january, february, march, april] = data;
  const applications = [
    { invoiceId: january.id, amount: "100.00" },
    { invoiceId: february.id, amount: "40.00" },
  ];
  await client.ok("POST", "/v3/payments", { customerId: acme, amount: "140.00", applications });
  const act = (invoice: Json, action: string) => client.ok("POST", `/v3/invoices/${invoice.id}/actions`, { action });
  await act(march, "MARK_UNCOLLECTIBLE");
  await act(april, "VOID");
  return { client, acme };
}

const balancesOf = async (client: Client, query = "balances=true") => {
  const { data } = await client.ok("GET", `/v3/customers?sort=name&${query}`);
  return Object.fromEntries(
    data.filter(({ name }: Json) => name !== "Northwind").map(({ name, balances }: Json) => [name, balances]),
  );
};

test("each customer in a page has its open and its overdue amount by currency", async () => {
  const { client, acme } = await book();
  assert.deepEqual(await balancesOf(client), {
    // June alone is not due yet: of EUR 250.00 of five months are late, of USD 60.00 of February and all of May.
    Acme: [
      { currency: "EUR", open: "300.00", overdue: "250.00" },
      { currency: "USD", open: "260.00", overdue: "160.00" },
    ],
    Beta: [{ currency: "USD", open: "600.00", overdue: "500.00" }],
    Idle: [],
  });
  assert.deepEqual(await balancesOf(client, "balances=true&filter=name:eq:Beta"), {
    Beta: [{ currency: "USD", open: "600.00", overdue: "500.00" }],
  });
  assert.deepEqual(await balancesOf(client, ""), { Acme: undefined, Beta: undefined, Idle: undefined });
  assert.equal((await client.ok("GET", `/v3/customers/${acme}`)).balances, undefined);

  const { rows } = await client.ok("GET", "/v3/reports/receivables-ageing?currency=USD");
  const owed = rows.map((row: Json) => [row.name, row.total, row.current]);
  assert.deepEqual(owed, [
    ["Acme", "260.00", "100.00"],
    ["Beta", "600.00", "100.00"],
  ]);
});

test("another merchant's balances are not shown, and the query parameter takes only true and false", async () => {
  await book();
  const other = clientOf(api, await api.newMerchant());
  await other.ok("POST", "/v3/customers", { name: "Acme" });
  assert.deepEqual(await balancesOf(other), { Acme: [] });
  const refused = await other.send("GET", "/v3/customers?balances=all");
  assert.deepEqual(rejection(refused), [400, "VALIDATION_FAILED", "/query/balances TYPE"]);
});
