import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, obligationBody, priced, rejection } from "../support/client.ts";

// The account of a customer: invoices less payments and credit memos, and the same as the accounts of the ledger.

let api: TestApi;
let client: Client;
let customerId: string;
let otherId: string;

before(async () => {
  api = await startApi();
  client = clientOf(api, await api.newMerchant("2026-01-10T09:00:00Z"));
  const customers: string[] = [];
  for (const [name, amount] of [
    ["Glasshouse", "100.00"],
    ["Harbour", "70.00"],
  ] as const) {
    const { id } = await client.ok("POST", "/v3/customers", { name });
    const contractId = await client.contract({ name: `Platform of ${name}`, customerId: id });
    await client.add(contractId, obligationBody({}, { interval: "MONTH", ...priced(amount) }));
    await client.approve(contractId);
    customers.push(id);
  }
  [customerId, otherId] = customers as [string, string];
  await client.drainOutbox();
});
after(() => api.close());

const statement = (query: string, id = customerId): Promise<Json> =>
  client.ok("GET", `/v3/reports/account-statement?customerId=${id}&${query}`);

const told = ({ rows }: Json) =>
  rows.map((row: Json) => [row.date, row.type, row.document, row.charged, row.credited, row.balance]);

test("a statement of account leads from opening to closing balance: invoices, an overpayment, a credit memo and a void", async () => {
  const [january] = (await client.ok("GET", `/v3/invoices?filter=customerId:eq:${customerId},status:eq:ISSUED`)).data;
  await client.advance("2026-01-20T09:00:00Z");
  await client.ok("POST", "/v3/payments", {
    ...{ customerId, amount: "130.00", reference: "TRF 1" },
    applications: [{ invoiceId: january.id, amount: "100.00" }],
  });
  await client.advance("2026-02-03T09:00:00Z");
  await client.drainOutbox();
  const [february] = (await client.ok("GET", `/v3/invoices?filter=customerId:eq:${customerId},status:eq:ISSUED`)).data;
  const memo = await client.ok("POST", "/v3/credit-memos", {
    ...{ customerId, issueDate: "2026-02-03", reason: "Two days without service" },
    items: [{ invoiceLineItemId: february.lineItems[0].id, amount: "10.00" }],
  });
  const whole = await statement("from=2026-01-01&to=2026-02-28");
  const { creditMemoNumber } = memo;
  assert.deepEqual(told(whole), [
    ["2026-01-01", "OPENING", null, null, null, "0.00"],
    ["2026-01-01", "INVOICE_ISSUED", january.invoiceNumber, "100.00", null, "100.00"],
    ["2026-01-20", "PAYMENT_RECEIVED", "TRF 1", null, "130.00", "-30.00"],
    ["2026-02-01", "INVOICE_ISSUED", february.invoiceNumber, "100.00", null, "70.00"],
    ["2026-02-03", "CREDIT_MEMO_ISSUED", creditMemoNumber, null, "10.00", "60.00"],
    ["2026-02-28", "CLOSING", null, null, null, "60.00"],
  ]);
  assert.equal(whole.rows[1].dueDate, january.dueDate);
  assert.deepEqual([whole.totals.charged, whole.totals.credited], ["200.00", "140.00"]);
  const later = await statement("month=2026-02");
  assert.deepEqual([told(later)[0]?.at(-1), told(later).at(-1)?.at(-1)], ["-30.00", "60.00"]);
  // What was known at the end of January had no credit memo, and February's invoice is of a day to come.
  const then = await statement("from=2026-01-01&to=2026-02-28&asOf=2026-01-31");
  assert.equal(told(then).at(-1)?.at(-1), "-30.00");

  await client.ok("POST", `/v3/credit-memos/${memo.id}/void`, { reason: "Served after all" });
  await client.drainOutbox();
  const voided = await statement("month=2026-02");
  assert.equal(told(voided).at(-1)?.at(-1), "70.00");
});

test("closing balances of all customers sum to receivables less customer credit of the ledger", async () => {
  const { currencies } = await client.ok("GET", "/v3/reports/trial-balance?month=2026-02");
  const cents = (amount: string) => Math.round(Number(amount) * 100);
  const owed = currencies[0].accounts
    .filter(({ role }: Json) => role === "RECEIVABLE" || role === "CUSTOMER_CREDIT")
    .reduce((sum: number, { balance }: Json) => sum + cents(balance), 0);
  let closing = 0;
  for (const id of [customerId, otherId]) {
    closing += cents((await statement("month=2026-02", id)).rows.at(-1).balance);
  }
  assert.ok(owed > 0);
  assert.equal(closing, owed);
  const ageing = await client.ok("GET", "/v3/reports/receivables-ageing?date=2026-02-28");
  const other = ageing.rows.find(({ id }: Json) => id === otherId);
  assert.equal((await statement("month=2026-02", otherId)).rows.at(-1).balance, other.total);
});

test("each currency has a statement of its own, and files have the same lines", async () => {
  const empty = await statement("month=2026-02&currency=EUR");
  assert.deepEqual(
    told(empty).map((row: Json) => row.at(-1)),
    ["0.00", "0.00"],
  );
  const path = `/v3/reports/account-statement?customerId=${customerId}&month=2026-02&format=csv`;
  const headers = { authorization: `Bearer ${client.merchant.writeKey}` };
  const text = await (await fetch(api.url + path, { headers })).text();
  assert.equal(text.trim().split("\n").length, told(await statement("month=2026-02")).length + 1);
});

test("a statement without days, over more than a year, or of an unknown customer is rejected", async () => {
  const rejected = async (query: string) =>
    rejection(await client.send("GET", `/v3/reports/account-statement?${query}`));
  assert.deepEqual((await rejected(`customerId=${customerId}`)).slice(0, 2), [400, "VALIDATION_FAILED"]);
  const year = await rejected(`customerId=${customerId}&from=2025-01-01&to=2026-01-01`);
  assert.deepEqual(year, [400, "INVALID_DATE", "/query/to INVALID_DATE"]);
  assert.equal((await rejected("month=2026-02"))[0], 400);
  const nobody = "00000000-0000-4000-8000-000000000000";
  assert.deepEqual(await rejected(`customerId=${nobody}&month=2026-02`), [404, "CUSTOMER_NOT_FOUND"]);
});
