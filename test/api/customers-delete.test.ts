import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, rejection } from "../support/client.ts";
import { creditMemoBody, invoiceOf } from "../support/receivable-client.ts";

let api: TestApi;
let client: Client;

before(async () => {
  api = await startApi();
  client = clientOf(api, api.merchants.A);
});
after(() => api.close());

const newCustomer = async (): Promise<string> => (await client.ok("POST", "/v3/customers", { name: "Leaving" })).id;

test("a customer with unused credit cannot be deleted until the credit is applied or refunded", async () => {
  const customerId = await newCustomer();
  const paid = await client.ok("POST", "/v3/payments", { customerId, amount: "80.00", currency: "USD" });
  await client
    .ok("POST", "/v3/payments", { customerId, amount: "500", currency: "JPY" })
    .then(({ id }) => client.ok("POST", `/v3/payments/${id}/return`, {}));
  const { id: itemId } = await client.ok("POST", "/v3/items", { name: "Goodwill" });
  const memo = await client.ok("POST", "/v3/credit-memos", {
    ...{ customerId, currency: "EUR", issueDate: "2026-01-10", reason: "Goodwill" },
    items: [{ itemId, amount: "12.50" }],
  });

  const rejected = await client.send("DELETE", `/v3/customers/${customerId}`);
  assert.deepEqual(rejection(rejected), [409, "CUSTOMER_IN_USE"]);
  assert.match(rejected.body.message, /12\.50 EUR, 80\.00 USD; apply or refund/);
  assert.deepEqual(rejected.body.error.details.unusedCredit, [
    { currency: "EUR", amount: "12.50" },
    { currency: "USD", amount: "80.00" },
  ]);
  assert.equal((await client.ok("GET", `/v3/customers/${customerId}`)).id, customerId);

  await client.ok("POST", `/v3/payments/${paid.id}/refunds`, {});
  const rest = await client.send("DELETE", `/v3/customers/${customerId}`);
  assert.deepEqual(rest.body.error.details.unusedCredit, [{ currency: "EUR", amount: "12.50" }]);
  await client.ok("POST", `/v3/credit-memos/${memo.id}/void`, { reason: "Not agreed" });
  await client.ok("DELETE", `/v3/customers/${customerId}`);
});

test("a customer whose credit paid its parent's invoice can be deleted", async () => {
  const invoice = await invoiceOf(api, client);
  const { customerId: parentCustomerId } = invoice;
  const child = await client.ok("POST", "/v3/customers", { name: "Branch", parentCustomerId });
  const applications = [{ invoiceId: invoice.id, amount: "300.00" }];
  await client.ok("POST", "/v3/payments", { customerId: child.id, applications });
  await client.ok("DELETE", `/v3/customers/${child.id}`);
});

test("a customer with a contract and credit is rejected for the contract first", async () => {
  const invoice = await invoiceOf(api, client);
  await client.ok("POST", "/v3/credit-memos", creditMemoBody(invoice, "10.00"));
  const rejected = await client.send("DELETE", `/v3/customers/${invoice.customerId}`);
  assert.deepEqual(rejection(rejected), [409, "CUSTOMER_IN_USE"]);
  assert.match(rejected.body.message, /Contracts name this customer/);
});
