import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { addUser } from "../../src/platform/auth/users.ts";
import { type Operation, readOperations } from "../matrix/operations.ts";
import { type Book, createBook, pathWith } from "../matrix/records.ts";
import { ask, validRequest } from "../matrix/requests.ts";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { unknownId, words } from "../support/client.ts";
import { digestOf } from "../support/digest.ts";
import { execute } from "../support/template.ts";

// What two merchants on one database can learn of each other without naming a record: by names, numbers, ids, deleted
// records, and people who belong to both.

let api: TestApi;
let operations: readonly Operation[];
let a: Book;
let b: Book;
before(async () => {
  api = await startApi();
  operations = await readOperations(api.url);
  a = await createBook(api, api.merchants.A, "Merchant A");
  b = await createBook(api, api.merchants.B, "Merchant B");
});
after(() => api.close());

test("ISO-6: names and external ids of another merchant can be used again", async () => {
  const externalIds = [{ sourceType: "ERP_A", externalId: "taken" }];
  const named: [string, object][] = [
    ["/v3/categories", { name: "Taken" }],
    ["/v3/contracts", { name: "Taken", externalIds }],
    ["/v3/customers", { name: "Taken", externalIds }],
    ["/v3/events/types", { name: "Taken" }],
    ["/v3/items", { name: "Taken", externalIds }],
    ["/v3/products", { name: "Taken" }],
  ];
  for (const [path, body] of named) {
    const first = await b.client.send("POST", path, body);
    const here = await a.client.send("POST", path, body);
    const elsewhere = await (await createdAlone()).client.send("POST", path, body);
    assert.deepEqual([first.status, here.status], [201, 201], `${path}: ${words(here)}`);
    const withoutIds = (answer: typeof here) => words(answer).replaceAll(/"(id|[a-z]+At)":"[^"]*"/gi, "");
    assert.equal(withoutIds(here), withoutIds(elsewhere), path);
  }
});

let alone: Promise<Book> | undefined;
/** A merchant with names that no other merchant had before. */
function createdAlone(): Promise<Book> {
  alone ??= api.newMerchant().then((merchant) => createBook(api, merchant, "Merchant C"));
  return alone;
}

test("ISO-11: another merchant's deleted contract is unknown to every operation; an own one is deleted or 404", async () => {
  const deleted = async ({ client }: Book): Promise<string> => {
    const id = await client.contract();
    await client.ok("DELETE", `/v3/contracts/${id}`);
    return id;
  };
  const [own, foreign] = [await deleted(a), await deleted(b)];
  const untouched = await digestOf(api.connectionString);
  for (const operation of operations.filter(({ path }) => path.startsWith("/v3/contracts/{id}"))) {
    const asked = async (id: string) =>
      ask(api, operation, a, {
        ...(await validRequest(operation, a)),
        path: pathWith(operation, a.records, { id }),
      });
    const answer = await asked(foreign);
    assert.equal(answer.status, 404, operation.name);
    assert.equal(words(answer), words(await asked(unknownId)), operation.name);
    const { status, body } = await asked(own);
    const code = status === 400 ? "CONTRACT_DELETED" : "CONTRACT_NOT_FOUND";
    assert.ok([400, 404].includes(status) && body.error.errorCode === code, `${operation.name}: ${status}`);
  }
  assert.equal(await digestOf(api.connectionString), untouched);
  const { data } = await a.client.ok("GET", "/v3/contracts/deleted?limit=1000");
  assert.deepEqual(
    data.map(({ id }: Json) => id),
    [own],
  );
});

test("ISO-12: invoices and journal entries are numbered for each merchant from one on", async () => {
  for (const { client } of [a, b, await createdAlone()]) {
    const invoices: Json[] = (await client.ok("GET", "/v3/invoices?filter=status:neq:DRAFT&limit=1000")).data;
    // Sections of a consolidated invoice have one number.
    const numbers = [...new Set(invoices.map(({ invoiceNumber }) => invoiceNumber as string))];
    assert.deepEqual(
      numbers.toSorted(),
      numbers.map((_, index) => `INV-${String(index + 1).padStart(6, "0")}`),
    );
    const entries: Json[] = (await client.ok("GET", "/v3/journal-entries?limit=1000")).data;
    assert.ok(invoices.length > 0 && entries.length > 0);
    assert.deepEqual(
      entries.map(({ number }) => Number(String(number).replaceAll(/\D/g, ""))).sort((one, other) => one - other),
      entries.map((_, index) => index + 1),
    );
  }
});

test("ISO-12: 62 bits of every id are random, and headers reveal nothing of records", async () => {
  const ids: string[] = [];
  for (let index = 0; index < 200; index += 1) {
    const answer = await a.client.send("POST", "/v3/items", { name: "Bits" });
    ids.push(answer.body.payload.id);
    for (const name of ["etag", "last-modified", "set-cookie", "server", "x-powered-by"]) {
      assert.equal(answer.headers.get(name), null, name);
    }
  }
  const randomParts = ids.map((id) => BigInt(`0x${id.slice(19).replaceAll("-", "")}`) & ((1n << 62n) - 1n));
  assert.equal(new Set(randomParts).size, ids.length);
  for (let bit = 0n; bit < 62n; bit += 1n) {
    const ones = randomParts.filter((part) => ((part >> bit) & 1n) === 1n).length;
    // 200 fair coins fall outside 50 to 150 once in 10^12 tries.
    assert.ok(ones > 50 && ones < 150, `bit ${bit} is set in ${ones} of ${ids.length} ids`);
  }
});

test("ISO-12: a request id is the client's own or a new one", async () => {
  const ids = new Set<string>();
  for (const { client } of [a, b, a, b]) {
    const { headers } = await client.send("GET", "/v3/categories");
    ids.add(headers.get("x-request-id") ?? "");
  }
  assert.equal(ids.size, 4);
  const { headers } = await a.client.send("GET", "/v3/categories", undefined, { "x-request-id": "mine-1" });
  assert.equal(headers.get("x-request-id"), "mine-1");
});

test("ISO-13: for a person in two merchants a key of one gives no access to the other, before and after leaving", async () => {
  const { userId } = api.merchants.A;
  const { merchantId } = api.merchants.B;
  const joined = await addUser(api.platform.db, merchantId, `owner-${api.merchants.A.merchantId}@example.com`);
  assert.equal(joined, userId, "one address is one person");
  await seesNothingOfB();
  await execute(
    api.connectionString,
    `update membership set status = 'REMOVED' where merchant_id = '${merchantId}' and user_id = '${userId}'`,
  );
  await seesNothingOfB();
});

async function seesNothingOfB(): Promise<void> {
  const foreignIds = Object.entries(b.records).filter(([kind]) => kind !== "key");
  for (const operation of operations.filter(({ isWrite }) => !isWrite)) {
    const answer = await ask(api, operation, a, { path: pathWith(operation, b.records) });
    if (operation.pathIds.length > 0) assert.equal(answer.status, 404, operation.name);
    for (const [kind, id] of foreignIds) {
      assert.ok(!words(answer).includes(id), `${operation.name} shows the ${kind} of B`);
    }
  }
}
