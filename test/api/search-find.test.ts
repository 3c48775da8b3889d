import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, obligationBody, rejection } from "../support/client.ts";

let api: TestApi;
let client: Client;
before(async () => {
  api = await startApi();
  client = clientOf(api, await api.newMerchant("2026-01-15T12:00:00Z"));
  const { id: customerId } = await client.ok("POST", "/v3/customers", { name: "Northwind 50%", companyName: "NW Ltd" });
  const { id } = await client.ok("POST", "/v3/contracts", { name: "Great north plan", customerId, poNumber: "PO-77" });
  await client.add(id, obligationBody());
  await client.approve(id);
  await client.ok("POST", "/v3/payments", { customerId, amount: "10.00", reference: "wire north 1" });
  await client.ok("POST", "/v3/products", { name: "North star" });
  const items = [{ itemId: (await client.ok("POST", "/v3/items", { name: "Item" })).id, amount: "1.00" }];
  await client.ok("POST", "/v3/credit-memos", { customerId, issueDate: "2026-01-15", reason: "less", items });
});
after(() => api.close());

const found = async (text: string, more = ""): Promise<[string, string, string | null][]> =>
  (await client.ok("GET", `/v3/search?q=${encodeURIComponent(text)}${more}`)).data.map((each: Json) => [
    each.type,
    each.title,
    each.detail,
  ]);

test("a part of a name finds every kind of record, in any case", async () => {
  assert.deepEqual(await found("NORTH"), [
    ["CUSTOMER", "Northwind 50%", "NW Ltd"],
    ["CONTRACT", "Great north plan", "Northwind 50%"],
    ["PAYMENT", "wire north 1", "Northwind 50%"],
    ["PRODUCT", "North star", null],
  ]);
  assert.deepEqual(await found("nw ltd"), [["CUSTOMER", "Northwind 50%", "NW Ltd"]]);
  assert.deepEqual(await found("po-77"), [["CONTRACT", "Great north plan", "Northwind 50%"]]);
});

test("numbers find their documents", async () => {
  const [invoice] = (await client.ok("GET", "/v3/invoices?filter=status:eq:ISSUED")).data;
  assert.deepEqual(await found(invoice.invoiceNumber), [["INVOICE", invoice.invoiceNumber, "Northwind 50%"]]);
  const both = (await found("0001")).map(([type]) => type);
  assert.deepEqual(both, ["INVOICE", "CREDIT_MEMO"]);
  assert.deepEqual(
    (await found("cm-")).map(([type]) => type),
    ["CREDIT_MEMO"],
  );
});

test("signs of patterns are letters like others", async () => {
  assert.deepEqual((await found("50%")).length, 1);
  for (const text of ["5_%", "%", "_", "\\", "n%d"]) {
    const titles = (await found(text)).map(([, title]) => title);
    assert.ok(
      titles.every((title) => title.includes(text)),
      `${text}: ${titles}`,
    );
  }
});

test("what begins with the text comes first, and a few of each kind are shown", async () => {
  for (const name of ["A zeta", "Zeta", "B zeta"]) await client.ok("POST", "/v3/customers", { name });
  assert.deepEqual(
    (await found("zeta")).map(([, title]) => title),
    ["Zeta", "B zeta", "A zeta"],
  );
  assert.deepEqual(
    (await found("zeta", "&limit=1")).map(([, title]) => title),
    ["Zeta"],
  );
  const send = async (query: string) => rejection(await client.send("GET", `/v3/search?${query}`));
  assert.deepEqual(await send("q=x&limit=21"), [400, "VALIDATION_FAILED", "/query/limit RANGE"]);
  assert.deepEqual(await send("q=%20"), [400, "VALIDATION_FAILED", "/query/q REQUIRED"]);
  assert.equal((await send("")).at(0), 400);
});

test("another merchant's records are not found, nor what was deleted", async () => {
  const { data } = await clientOf(api, api.merchants.B).ok("GET", "/v3/search?q=north");
  assert.deepEqual(data, []);
  const { id } = await client.ok("POST", "/v3/customers", { name: "Gone soon" });
  assert.equal((await found("gone soon")).length, 1);
  await client.ok("DELETE", `/v3/customers/${id}`);
  assert.deepEqual(await found("gone soon"), []);
});
