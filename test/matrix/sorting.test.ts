import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Json, startApi, type TestApi, type TestMerchant } from "../support/api.ts";
import { clientOf, obligationBody, priced } from "../support/client.ts";
import { expanded } from "../support/expanded-document.ts";
import { withPobs } from "../support/pobs.ts";

let api: TestApi;
let lists: { readonly path: string; readonly sorts: readonly string[] }[];
before(async () => {
  api = await startApi();
  const document: Json = expanded(await (await fetch(`${api.url}/openapi.json`)).json());
  lists = Object.entries<Json>(document.paths).flatMap(([path, { get }]) => {
    const parameters: Json[] = get?.parameters ?? [];
    if (path.includes("{") || !parameters.some(({ name }) => name === "cursor")) return [];
    const { pattern = "" } = parameters.find(({ name }) => name === "sort")?.schema ?? {};
    return [{ path, sorts: /^\^\(([^)]+)\)/.exec(pattern)?.[1]?.split("|") ?? [] }];
  });
});
after(() => api.close());

const payload = async ({ writeKey: key }: TestMerchant, path: string): Promise<Json> => {
  const { status, body } = await api.request("GET", path, { key });
  assert.equal(status, 200, `${path}: ${JSON.stringify(body)}`);
  return body.payload;
};

const code = async ({ writeKey: key }: TestMerchant, path: string): Promise<unknown[]> => {
  const { status, body } = await api.request("GET", path, { key });
  return [status, body.error?.errorCode];
};

test("every list can be sorted by each documented field in both directions, and by no other", async () => {
  const merchant = await withPobs(api);
  assert.ok(lists.filter(({ sorts }) => sorts.length > 0).length >= 20, `${lists.length} lists`);
  for (const { path, sorts } of lists) {
    for (const field of sorts) {
      await payload(merchant, `${path}?sort=${field}`);
      await payload(merchant, `${path}?sort=${field}:desc`);
    }
    for (const wrong of ["nothing", "constructor:asc", "", "createdAt:up", "id;drop"]) {
      assert.deepEqual(await code(merchant, `${path}?sort=${wrong}`), [400, "SORT_INVALID"], `${path} ${wrong}`);
    }
    assert.deepEqual(await code(merchant, `${path}?cursor=made-up`), [400, "CURSOR_INVALID"], path);
    assert.deepEqual(await code(merchant, `${path}?sortt=x`), [400, "VALIDATION_FAILED"], path);
  }
});

const poNumbers = ["b", "a", null, "c", "a", null, "b"];

/** Contracts in the order they were created, some of them without the field that is sorted by. */
async function withContracts(): Promise<TestMerchant> {
  const merchant = await api.newMerchant();
  const { ok } = clientOf(api, merchant);
  for (const [index, poNumber] of poNumbers.entries()) {
    const { id } = await ok("POST", "/v3/customers", { name: `Customer ${poNumber ?? "none"} ${index % 2}` });
    await ok("POST", "/v3/contracts", { name: `Contract ${index}`, customerId: index % 3 === 0 ? null : id, poNumber });
  }
  return merchant;
}

/** All rows of a list by following its cursors. */
async function walk(merchant: TestMerchant, path: string, between = async () => {}): Promise<Json[]> {
  const rows: Json[] = [];
  let cursor = "";
  for (let page = 1; ; page += 1) {
    const answered = await payload(merchant, `${path}${cursor}`);
    assert.equal(answered.currentPage, page);
    rows.push(...answered.data);
    if (answered.nextCursor === null) return rows;
    cursor = `&cursor=${answered.nextCursor}`;
    await between();
  }
}

test("rows are in the requested order, nulls last ascending and first descending; ties newest first", async () => {
  const merchant = await withContracts();
  const named = async (sort: string) =>
    (await payload(merchant, `/v3/contracts?sort=${sort}`)).data.map(({ name }: Json) => name.at(-1)).join("");
  assert.equal(await named("name"), "0123456");
  assert.equal(await named("name:desc"), "6543210");
  const customers = (await payload(merchant, "/v3/contracts?sort=customerId:asc")).data.map(
    (row: Json) => row.customerId,
  );
  assert.deepEqual(customers.slice(-3), [null, null, null]);
  assert.deepEqual(customers.slice(0, 4), customers.slice(0, 4).toSorted());
  assert.equal(await named("status,createdAt"), "0123456");
});

test("cursors with any page size return each row once, in the order of the whole list", async () => {
  const merchant = await withContracts();
  for (const sort of ["", "name", "name:desc", "customerId", "customerId:desc", "status,customerId:desc,name"]) {
    const order = sort === "" ? "" : `&sort=${sort}`;
    const whole = (await payload(merchant, `/v3/contracts?limit=100${order}`)).data;
    for (const limit of [1, 2, 3, 7]) {
      assert.deepEqual(await walk(merchant, `/v3/contracts?limit=${limit}${order}`), whole, `${sort} by ${limit}`);
    }
  }
});

test("rows added or removed by others do not shift a cursor", async () => {
  const merchant = await withContracts();
  const { ok } = clientOf(api, merchant);
  const before = (await payload(merchant, "/v3/contracts?limit=100")).data.map(({ id }: Json) => id);
  const removed: string[] = [];
  const walked = await walk(merchant, "/v3/contracts?limit=2", async () => {
    await ok("POST", "/v3/contracts", { name: "Added" });
    const id = before[removed.length];
    removed.push(id);
    await ok("DELETE", `/v3/contracts/${id}`);
  });
  const ids = walked.map(({ id }) => id);
  assert.equal(new Set(ids).size, ids.length, "none twice");
  assert.deepEqual(ids, before, "none missed: those that went had been shown");
});

test("computed rows are paged by cursors as well", async () => {
  const merchant = await withPobs(api);
  const { ok, contract, approve } = clientOf(api, merchant);
  const product = await ok("POST", "/v3/products", { name: "Platform" });
  for (const validFrom of ["2026-01-01", "2026-03-01", "2026-02-01"]) {
    await ok("POST", `/v3/products/${product.id}/standalone-selling-prices`, {
      currency: "USD",
      price: "10.00",
      validFrom,
    });
  }
  const path = `/v3/products/${product.id}/standalone-selling-prices`;
  const days = async (query: string) => (await walk(merchant, `${path}?${query}`)).map(({ validFrom }) => validFrom);
  assert.deepEqual(await days("limit=1&sort=validFrom"), ["2026-01-01", "2026-02-01", "2026-03-01"]);
  assert.deepEqual(await days("limit=2&sort=validFrom:desc"), ["2026-03-01", "2026-02-01", "2026-01-01"]);
  assert.deepEqual(await code(merchant, `${path}?cursor=${cursorOf(["", 2, "EUR 2020-01-01"])}`), [
    400,
    "CURSOR_INVALID",
  ]);

  const contractId = await contract();
  await ok("POST", `/v3/contracts/${contractId}/obligations`, obligationBody());
  await approve(contractId);
  const whole = (await payload(merchant, "/v3/revenue-schedules?limit=1000")).data;
  assert.ok(whole.length > 10, `${whole.length} months of revenue`);
  assert.deepEqual(await walk(merchant, "/v3/revenue-schedules?limit=7"), whole);
});

const cursorOf = (parts: unknown) => Buffer.from(JSON.stringify(parts)).toString("base64url");

test("a changed cursor, or one of another list or order, is rejected with 400", async () => {
  const merchant = await withContracts();
  const now = "2026-01-15T12:00:00Z";
  for (const parts of [
    ["", 2, "no moment", "no id"],
    ["", 2, now],
    ["", 2, now, "0197f1a0-5c1e-7b9a-9a55-3f0d2c7e8b10", "more"],
    ["", 2, 1, 2],
    ["", 2, "\0", "\0"],
    ["", "2", now, "0197f1a0-5c1e-7b9a-9a55-3f0d2c7e8b10"],
    ["secret:asc", 2, "x", now, "0197f1a0-5c1e-7b9a-9a55-3f0d2c7e8b10"],
    {},
    null,
  ]) {
    const [status, errorCode] = await code(merchant, `/v3/contracts?cursor=${cursorOf(parts)}`);
    assert.equal(status, 400, JSON.stringify(parts));
    assert.ok(errorCode === "CURSOR_INVALID" || errorCode === "SORT_INVALID", JSON.stringify(parts));
  }
  const { nextCursor } = await payload(merchant, "/v3/contracts?limit=1&sort=name");
  for (const query of ["sort=status", "page=2", `cursor=${nextCursor}`, "sort=name:desc"]) {
    const sent = `/v3/contracts?cursor=${nextCursor}&${query}`;
    assert.deepEqual(await code(merchant, sent), [400, "CURSOR_INVALID"], query);
  }
  assert.equal((await payload(merchant, `/v3/contracts?cursor=${nextCursor}&sort=name&limit=2`)).data.length, 2);
  const withDefaults = await payload(merchant, `/v3/contracts?page=1&limit=50&cursor=${nextCursor}`);
  assert.deepEqual(
    withDefaults,
    await payload(merchant, `/v3/contracts?cursor=${nextCursor}`),
    "page 1 is what nothing says",
  );
});

test("computed lists can be sorted too: modifications with effects, the invoice schedule, event types", async () => {
  const merchant = await api.newMerchant("2026-01-15T12:00:00Z");
  const client = clientOf(api, merchant);
  const contract = await client.contract();
  const { billingTermId } = await client.add(contract, obligationBody());
  await client.approve(contract);
  const path = `/v3/contracts/${contract}`;
  for (const [effectiveDate, amount] of [
    ["2026-09-01", "400.00"],
    ["2026-11-01", "500.00"],
  ]) {
    const change = { ...priced(amount ?? ""), effectiveDate };
    await client.ok("PATCH", `${path}/billing-terms/${billingTermId}`, change);
  }
  for (const [list, field] of [
    [`${path}/modifications`, "effectiveDate"],
    [`${path}/modifications`, "createdAt"],
    [`${path}/invoice-schedule`, "issueDate"],
    [`${path}/invoice-schedule`, "dueDate"],
    ["/v3/webhook-event-types", "type"],
  ] as const) {
    const whole = (await payload(merchant, `${list}?limit=1000`)).data;
    assert.ok(whole.length > 1, list);
    const values = whole.map((row: Json) => row[field]);
    for (const [direction, sign] of [
      ["asc", 1],
      ["desc", -1],
    ] as const) {
      const rows = await walk(merchant, `${list}?sort=${field}:${direction}&limit=1`);
      const expected = values.toSorted((a: string, b: string) => (a === b ? 0 : a < b ? -sign : sign));
      assert.deepEqual(
        rows.map((row) => row[field]),
        expected,
        `${list} ${field}:${direction}`,
      );
      const text = (row: Json) => JSON.stringify(row);
      assert.deepEqual(rows.map(text).toSorted(), whole.map(text).toSorted(), `${list}: the same rows, each once`);
    }
  }
});

test("rows of one month are equal when sorted by month, whatever their day", async () => {
  const merchant = await api.newMerchant("2026-02-15T00:00:00Z");
  const client = clientOf(api, merchant);
  const contractId = await client.contract();
  await client.add(contractId, obligationBody());
  await client.approve(contractId);
  const lines = [
    { role: "CONTRACT_LIABILITY", debit: "1.00", contractId },
    { role: "REVENUE", credit: "1.00", contractId },
  ];
  for (const date of ["2026-02-10", "2026-01-25", "2026-02-03", "2026-02-20"])
    await client.ok("POST", "/v3/adjustments", { date, currency: "USD", reason: "Order", lines });
  for (const path of ["/v3/adjustments?", "/v3/journal-entries?filter=type:eq:ADJUSTMENT&"]) {
    const walked: string[] = [];
    for (let next: string | null = ""; next !== null; ) {
      const page = await payload(merchant, `${path}sort=month:asc&limit=1${next === "" ? "" : `&cursor=${next}`}`);
      walked.push(page.data[0].date);
      next = page.nextCursor;
    }
    assert.deepEqual(walked, ["2026-01-25", "2026-02-20", "2026-02-03", "2026-02-10"], path);
  }
});
