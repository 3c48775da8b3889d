import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { sql } from "kysely";
import { inTransaction } from "../../src/platform/db/pool.ts";
import { type Json, startApi, type TestApi, type TestMerchant } from "../support/api.ts";
import { expanded } from "../support/expanded-document.ts";
import { withPobs } from "../support/pobs.ts";

// `ACCORD_PAGING_ROWS=100000` walks more rows.
const count = Number(process.env.ACCORD_PAGING_ROWS ?? 2_000);

let api: TestApi;
let lists: string[];
before(async () => {
  api = await startApi();
  const document: Json = expanded(await (await fetch(`${api.url}/openapi.json`)).json());
  lists = Object.entries<Json>(document.paths).flatMap(([path, { get }]) =>
    !path.includes("{") && get?.parameters?.some((each: Json) => each.name === "page") ? [path] : [],
  );
});
after(() => api.close());

type Answer = { readonly status: number; readonly body: Json };

async function get({ writeKey }: TestMerchant, path: string): Promise<Answer> {
  const answer = await fetch(`${api.url}${path}`, { headers: { authorization: writeKey } });
  return { status: answer.status, body: await answer.json() };
}

/** A merchant with customers that all were created at one moment, among which only their ids decide. */
async function merchantWith(customers: number): Promise<TestMerchant> {
  const merchant = await api.newMerchant();
  await addCustomers(merchant, customers);
  return merchant;
}

function addCustomers({ merchantId }: TestMerchant, customers: number, createdAt = "2026-01-15T12:00:00Z") {
  return inTransaction(api.platform.db, merchantId, (tx) =>
    sql`insert into customer (merchant_id, id, name, default_currency, net_payment_terms, created_at, last_updated_at)
        select ${merchantId}, gen_random_uuid(), 'Customer', 'USD', 30, ${createdAt}::timestamptz, ${createdAt}::timestamptz
        from generate_series(1, ${customers}::int)
        on conflict do nothing`.execute(tx),
  );
}

/** The ids on every page in turn, up to the first empty one; `between` runs after each page. */
async function walk(merchant: TestMerchant, limit: number, between = async () => {}): Promise<string[]> {
  const ids: string[] = [];
  for (let page = 1; ; page += 1) {
    const { status, body } = await get(merchant, `/v3/customers?limit=${limit}&page=${page}`);
    assert.equal(status, 200);
    const { data, currentPage, limit: answered } = body.payload;
    assert.deepEqual([currentPage, answered], [page, limit]);
    if (data.length === 0) return ids;
    ids.push(...data.map(({ id }: Json) => id));
    await between();
  }
}

test("PAG-1: without parameters page is 1 and limit 50; whole numbers are accepted, all else is rejected, on every list", async () => {
  const merchant = await withPobs(api);
  // As they are in the URL: a plus is a space there.
  const wrong = [
    "0",
    "-1",
    "1.5",
    "NaN",
    "abc",
    "",
    "1e3",
    "0x10",
    "%201",
    "+1",
    "%2B1",
    "2147483648",
    "9007199254740992",
  ];
  const shapes = [...wrong, "100000000000000000000", "%D9%A3", "1,2", "null", "1%00"];
  assert.ok(lists.length >= 12);
  for (const list of lists) {
    const { currentPage, limit } = (await get(merchant, list)).body.payload;
    assert.deepEqual([currentPage, limit], [1, 50], list);
    const last = (await get(merchant, `${list}?page=999999999&limit=999`)).body.payload;
    assert.deepEqual([last.currentPage, last.limit, last.data], [999_999_999, 999, []], list);
    for (const [name, code] of [
      ["page", "PAGE_INVALID"],
      ["limit", "LIMIT_INVALID"],
    ] as const) {
      for (const shape of shapes) {
        const { status, body } = await get(merchant, `${list}?${name}=${shape}`);
        const expected = shape.endsWith("%00") ? "INVALID_STRING" : code;
        assert.deepEqual([status, body.error?.errorCode], [400, expected], `${list} ${name}=${shape}`);
      }
      const repeated = await get(merchant, `${list}?${name}=1&${name}=1`);
      assert.equal(repeated.body.error?.errorCode, code, `${list} ${name} twice`);
    }
  }
});

test("PAG-2: a page past the end is empty, the largest limit is 1000, and more is rejected instead of cut", async () => {
  const merchant = await merchantWith(1_100);
  const far = await get(merchant, "/v3/customers?page=1000000000&limit=1000");
  assert.deepEqual([far.status, far.body.payload.data, far.body.payload.totalItems], [200, [], 1_100]);
  assert.equal((await get(merchant, "/v3/customers?limit=1000")).body.payload.data.length, 1_000);
  for (const limit of ["1001", "1000000"]) {
    const { status, body } = await get(merchant, `/v3/customers?limit=${limit}`);
    assert.deepEqual([status, body.error.errorCode, body.error.details.max], [400, "LIMIT_TOO_LARGE", 1_000]);
  }
});

test("PAG-3: rows with one creation time are each on exactly one page, for any page size", async () => {
  const merchant = await merchantWith(count);
  const whole = await walk(merchant, 1_000);
  assert.equal(new Set(whole).size, count);
  for (const limit of [7, 50]) assert.deepEqual(await walk(merchant, limit), whole);
  const few = await merchantWith(Math.min(count, 150));
  assert.deepEqual(await walk(few, 1), await walk(few, 1_000));
});

test("PAG-3: while rows are added, an existing row may be read twice and is never missed", async () => {
  const merchant = await merchantWith(200);
  const before = await walk(merchant, 1_000);
  let additions = 30;
  const walked = await walk(merchant, 7, async () => {
    if (additions-- > 0) await addCustomers(merchant, 3, "2026-01-16T12:00:00Z");
  });
  const seen = new Set(walked);
  assert.deepEqual(
    before.filter((id) => !seen.has(id)),
    [],
  );
  assert.ok(walked.length > seen.size, "which is what the documentation warns of");
});

test("PAG-3: while rows are removed, no row is read twice and at most as many are missed as were removed", async () => {
  const merchant = await merchantWith(200);
  const before = await walk(merchant, 1_000);
  const removed: string[] = [];
  const walked = await walk(merchant, 7, async () => {
    const [id] = before.slice(removed.length);
    if (removed.length >= 20 || id === undefined) return;
    const answer = await api.request("DELETE", `/v3/customers/${id}`, { key: merchant.writeKey });
    assert.equal(answer.status, 200);
    removed.push(id);
  });
  assert.equal(new Set(walked).size, walked.length);
  const missed = before.filter((id) => !walked.includes(id) && !removed.includes(id));
  assert.ok(missed.length > 0 && missed.length <= removed.length, `${missed.length} missed`);
});

test("PAG-3: while rows are added and removed, reading all pages ends and returns every row that stays", async () => {
  const merchant = await merchantWith(200);
  const before = new Set(await walk(merchant, 1_000));
  const churn = Array.from({ length: 40 }, async (_, index) => {
    const added = await api.request("POST", "/v3/customers", {
      key: merchant.writeKey,
      body: { name: `New ${index}` },
    });
    const path = `/v3/customers/${added.body.payload.id}`;
    assert.equal((await api.request("DELETE", path, { key: merchant.writeKey })).status, 200);
  });
  const walked = new Set(await walk(merchant, 7));
  await Promise.all(churn);
  assert.ok([...before].filter((id) => !walked.has(id)).length <= 40, "no more than were removed");
  assert.deepEqual(new Set(await walk(merchant, 7)), before);
});

test("PAG-3: a cursor is accepted by its own list only, whatever another list shares with it", async () => {
  const merchant = await merchantWith(3);
  const { nextCursor } = (await get(merchant, "/v3/customers?limit=1")).body.payload;
  assert.equal((await get(merchant, `/v3/customers?limit=1&cursor=${nextCursor}`)).body.payload.data.length, 1);
  for (const list of lists.filter((path) => path !== "/v3/customers")) {
    const { status, body } = await get(merchant, `${list}?limit=1&cursor=${nextCursor}`);
    assert.deepEqual([status, body.error?.errorCode], [400, "CURSOR_INVALID"], list);
  }
});
