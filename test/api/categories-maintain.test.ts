import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { inTransaction } from "../../src/platform/db/pool.ts";
import { startApi } from "../support/api.ts";

type Category = { id: string; name: string; createdAt: string; lastUpdatedAt: string };
type Page = { data: Category[]; currentPage: number; limit: number; totalItems: number };
type Answer = { readonly status: number; readonly body: unknown };

let api: Awaited<ReturnType<typeof startApi>>;
let nameCount = 0;

before(async () => {
  api = await startApi();
});
after(() => api.close());

const unknownId = "0197f1a0-5c1e-7b9a-9a55-000000000000";
const malformedIds = ["abc", unknownId.slice(1), `${unknownId}0`, `{${unknownId}}`, "null", "%20", "a".repeat(10_000)];

const keyOf = (merchant: "A" | "B") => api.merchants[merchant].writeKey;
const send = (method: string, path: string, body?: unknown, merchant: "A" | "B" = "A") =>
  api.request(method, path, body === undefined ? { key: keyOf(merchant) } : { key: keyOf(merchant), body });
const payloadOf = <Payload>({ body }: Answer) => (body as { payload: Payload }).payload;
const errorOf = ({ body }: Answer) => {
  const { error } = body as { error: { errorCode: string; details: { issues?: { path: string; code: string }[] } } };
  return { code: error.errorCode, issues: (error.details.issues ?? []).map(({ path, code }) => `${path} ${code}`) };
};
const withoutRequestId = ({ status, body }: Answer) => ({
  status,
  text: JSON.stringify(body).replace(/"requestId":"[^"]*"/, ""),
});

function freshName(): string {
  nameCount += 1;
  return `Category ${nameCount}`;
}

async function create(name = freshName(), merchant: "A" | "B" = "A"): Promise<Category> {
  const answer = await send("POST", "/v3/categories", { name }, merchant);
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return payloadOf<Category>(answer);
}

async function list(query: string, merchant: "A" | "B" = "A"): Promise<Page> {
  const answer = await send("GET", `/v3/categories?${query}`, undefined, merchant);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return payloadOf<Page>(answer);
}

test("a created category is trimmed and can be read", async () => {
  const name = freshName();
  const category = await create(`  ${name}\t`);
  assert.equal(category.name, name);
  const read = await send("GET", `/v3/categories/${category.id.toUpperCase()}`);
  assert.equal(read.status, 200);
  assert.deepEqual(payloadOf(read), category);
});

test("RAC-8: a name is taken whatever its case, outer white space or normal form", async () => {
  await create("Lizenzgebühr Straße");
  for (const name of ["LIZENZGEBÜHR STRASSE", " lizenzgebu\u0308hr straße ", "Lizenzgebühr Straße"]) {
    const answer = await send("POST", "/v3/categories", { name });
    assert.equal(answer.status, 400, name);
    assert.equal(errorOf(answer).code, "CATEGORY_EXISTS");
  }
});

test("RAC-8: of 16 creates of one name at once, one succeeds", async () => {
  const name = freshName();
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, index) =>
      send("POST", "/v3/categories", { name: index % 2 === 0 ? name : name.toUpperCase() }),
    ),
  );
  assert.equal(answers.filter((answer) => answer.status === 201).length, 1);
  for (const answer of answers.filter((answer) => answer.status !== 201)) {
    assert.equal(answer.status, 400);
    assert.equal(errorOf(answer).code, "CATEGORY_EXISTS");
  }
  assert.equal((await list(`filter=name:like:${encodeURIComponent(name)}`)).totalItems, 1);
});

test("ISO-6: another merchant's name is free", async () => {
  const name = freshName();
  await create(name, "B");
  await create(name, "A");
});

for (const [what, body, issues] of [
  ["no name", {}, ["/name REQUIRED"]],
  ["an empty name", { name: " \n " }, ["/name LENGTH"]],
  ["a name that is too long", { name: "x".repeat(256) }, ["/name LENGTH"]],
  ["a name that is no text", { name: 1 }, ["/name TYPE"]],
  ["null", { name: null }, ["/name TYPE"]],
  [
    "several mistakes",
    { nam: "x", merchantId: "y" },
    ["/merchantId UNKNOWN_FIELD", "/nam UNKNOWN_FIELD", "/name REQUIRED"],
  ],
] as const) {
  test(`a create with ${what} is rejected with every issue`, async () => {
    const answer = await send("POST", "/v3/categories", body);
    assert.equal(answer.status, 400);
    assert.equal(errorOf(answer).code, "VALIDATION_FAILED");
    assert.deepEqual(errorOf(answer).issues.toSorted(), issues);
  });
}

test("a name of 255 characters outside the basic plane fits and comes back", async () => {
  const name = "😀".repeat(255);
  assert.equal((await create(name)).name, name);
});

test("there is no dry run of a category", async () => {
  const answer = await send("POST", "/v3/categories?dryRun=true", { name: freshName() });
  assert.equal(answer.status, 400);
  assert.deepEqual(errorOf(answer).issues, ["/query/dryRun UNKNOWN_QUERY"]);
});

test("a deleted category is gone and its name is free", async () => {
  const category = await create();
  const deleted = await send("DELETE", `/v3/categories/${category.id}`);
  assert.equal(deleted.status, 200);
  assert.equal(payloadOf<Category>(deleted).id, category.id);
  for (const method of ["GET", "DELETE"]) {
    const answer = await send(method, `/v3/categories/${category.id}`);
    assert.equal(answer.status, 404);
    assert.equal(errorOf(answer).code, "CATEGORY_NOT_FOUND");
  }
  const again = await create(category.name);
  assert.notEqual(again.id, category.id);
  assert.ok((await list("limit=1000")).data.every(({ id }) => id !== category.id));
});

test("ISO-1, UID-1: foreign, unknown and malformed ids answer the same 404", async () => {
  const foreign = await create(freshName(), "B");
  for (const method of ["GET", "DELETE"]) {
    const unknown = withoutRequestId(await send(method, `/v3/categories/${unknownId}`));
    assert.equal(unknown.status, 404);
    for (const id of [foreign.id, ...malformedIds]) {
      assert.deepEqual(withoutRequestId(await send(method, `/v3/categories/${id}`)), unknown, id.slice(0, 50));
    }
  }
  assert.equal((await send("GET", `/v3/categories/${foreign.id}`, undefined, "B")).status, 200);
});

test("a read-only key may read but not write, and no key nothing", async () => {
  const { readKey } = api.merchants.A;
  const category = await create();
  assert.equal((await api.request("GET", "/v3/categories", { key: readKey })).status, 200);
  assert.equal((await fetch(`${api.url}/v3/categories`)).status, 401);
  const rejected = [
    await api.request("POST", "/v3/categories", { key: readKey, body: {} }),
    await api.request("DELETE", `/v3/categories/${category.id}`, { key: readKey }),
    await api.request("DELETE", `/v3/categories/${unknownId}`, { key: readKey }),
  ];
  assert.deepEqual(
    rejected.map((answer) => [answer.status, errorOf(answer).code]),
    rejected.map(() => [403, "KEY_READ_ONLY"]),
  );
});

test("RAC-7: a category with an obligation is in use; concurrent delete and use never leave an obligation without its category", async () => {
  const contract = await send("POST", "/v3/contracts", { name: "Uses categories" });
  const obligationsPath = `/v3/contracts/${payloadOf<{ id: string }>(contract).id}/obligations`;
  const use = (categoryId: string) => send("POST", obligationsPath, obligationWith(categoryId));

  const used = await create();
  assert.equal((await use(used.id)).status, 201);
  const rejected = await send("DELETE", `/v3/categories/${used.id}`);
  assert.equal(rejected.status, 409);
  assert.equal(errorOf(rejected).code, "CATEGORY_IN_USE");
  assert.equal((await send("GET", `/v3/categories/${used.id}`)).status, 200);

  for (let round = 0; round < 10; round += 1) {
    const category = await create();
    const [created, deleted] = await Promise.all([use(category.id), send("DELETE", `/v3/categories/${category.id}`)]);
    const outcome = `${created.status} ${deleted.status}`;
    assert.ok(outcome === "201 409" || outcome === "400 200", outcome);
  }
});

test("RAC-7: a category with recognized revenue cannot be deleted, even if its obligation has moved or is deleted", async () => {
  const merchant = await api.newMerchant("2026-01-15T12:00:00Z");
  const call = async <Payload>(method: string, path: string, body?: unknown): Promise<Payload> => {
    const answer = await api.request(method, path, { key: merchant.writeKey, ...(body === undefined ? {} : { body }) });
    assert.ok(answer.status < 300, `${method} ${path}: ${JSON.stringify(answer.body)}`);
    return payloadOf<Payload>(answer);
  };
  type Id = { id: string };
  const [moved, deleted, unused] = [
    await call<Id>("POST", "/v3/categories", { name: "Its obligation moved" }),
    await call<Id>("POST", "/v3/categories", { name: "Its obligation is deleted" }),
    await call<Id>("POST", "/v3/categories", { name: "Without revenue" }),
  ];
  const customer = await call<Id>("POST", "/v3/customers", { name: "Acme" });
  const contract = await call<Id>("POST", "/v3/contracts", { name: "Plan", customerId: customer.id });
  const path = `/v3/contracts/${contract.id}/obligations`;
  const inArrears = (categoryId: string) => {
    const obligation = obligationWith(categoryId);
    return { ...obligation, billingSchedule: { ...obligation.billingSchedule, invoiceDateStrategy: "ARREARS" } };
  };
  await call("POST", path, inArrears(moved.id));
  const gone = await call<Id>("POST", path, inArrears(deleted.id));
  await call("POST", `/v3/contracts/${contract.id}/actions`, { action: "APPROVE" });
  await call("POST", "/v3/test-clock/advance", { to: "2026-02-02T00:00:00Z" });
  await call("POST", "/v3/month-end-close/close-period?month=2026-01");

  await inTransaction(api.platform.db, merchant.merchantId, (tx) =>
    tx
      .updateTable("performance_obligation")
      .set({ category_id: unused.id })
      .where("merchant_id", "=", merchant.merchantId)
      .where("category_id", "=", moved.id)
      .execute(),
  );
  await call("POST", "/v3/month-end-close/reopen-period?month=2026-01");
  await call("DELETE", `/v3/contracts/${contract.id}/obligations/${gone.id}`);
  const rejectBoth = async () => {
    for (const { id } of [moved, deleted]) {
      const answer = await api.request("DELETE", `/v3/categories/${id}`, { key: merchant.writeKey });
      assert.deepEqual([answer.status, errorOf(answer).code], [409, "CATEGORY_IN_USE"]);
      await call("GET", `/v3/categories/${id}`);
    }
  };
  await rejectBoth();
  // Closing again reverses the revenue of the deleted obligation; both entries still name the category.
  await call("POST", "/v3/month-end-close/close-period?month=2026-01");
  await rejectBoth();
});

function obligationWith(categoryId: string) {
  return {
    serviceStartDate: "2026-01-01",
    serviceEndDate: "2026-12-31",
    categoryId,
    billingSchedule: {
      name: "Subscription",
      startDate: "2026-01-01",
      endDate: "2026-12-31",
      interval: "YEAR",
      invoiceDateStrategy: "FIRST_OF_PERIOD",
      billingType: "FLAT",
      pricing: [{ amount: "1200.00", amountType: "TOTAL_INVOICE" }],
    },
  };
}

// The meaning of each rule, computed without SQL; every row has a name.
const rules: Readonly<Record<string, (name: string, value: string) => boolean>> = {
  eq: (name, value) => name === value,
  neq: (name, value) => name !== value,
  like: (name, value) => name.toLowerCase().includes(value.toLowerCase()),
  nlike: (name, value) => !name.toLowerCase().includes(value.toLowerCase()),
  in: (name, value) => value.split(";").includes(name),
  nin: (name, value) => !value.split(";").includes(name),
  isnull: () => false,
  isnotnull: () => true,
};

test("FIL-1: every rule on name agrees with the full list", async () => {
  const names = ["Fees 50% off", "Fees 500 off", "fees_extra", "Feesxextra", "Acme, Inc.", "A:B", "it's; drop", "Ünï"];
  for (const name of names) await create(name);
  await create("Fees 50% off", "B");
  const all = await list("limit=1000");
  assert.ok(all.data.length >= names.length && all.totalItems === all.data.length);
  const values = [...names, "fees", "50% off", "_", "FEES", "missing", "ünÏ", "x' OR 1=1--", `${names[0]};${names[4]}`];
  for (const [rule, matches] of Object.entries(rules)) {
    for (const value of values) {
      const isList = rule === "in" || rule === "nin";
      if (isList && (value.includes("drop") || value.includes("1=1"))) continue;
      const written = isList ? value.split(";").map(quoted).join(";") : quoted(value);
      const found = await list(`limit=1000&filter=${encodeURIComponent(`name:${rule}:${written}`)}`);
      const expected = all.data.filter(({ name }) => matches(name, value)).map(({ id }) => id);
      assert.deepEqual(
        found.data.map(({ id }) => id),
        expected,
        `${rule} ${value}`,
      );
      assert.equal(found.totalItems, expected.length);
    }
  }
});

function quoted(value: string): string {
  return `"${value.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}

test("a filter that this list does not have is rejected", async () => {
  for (const [filter, code] of [
    ["name:gt:x", "FILTER_RULE_NOT_ALLOWED"],
    ["id:eq:x", "FILTER_FIELD_UNKNOWN"],
    ["merchantId:eq:x", "FILTER_FIELD_UNKNOWN"],
    ["name", "FILTER_MALFORMED"],
    ["name:eq:", "FILTER_VALUE_INVALID"],
  ] as const) {
    const answer = await send("GET", `/v3/categories?filter=${encodeURIComponent(filter)}`);
    assert.equal(answer.status, 400, filter);
    assert.equal(errorOf(answer).code, code);
  }
});

test("PAG-3: pages hold every category once, newest first", async () => {
  const all = (await list("limit=1000")).data;
  const order = all.toSorted((a, b) =>
    a.createdAt === b.createdAt ? (a.id < b.id ? 1 : -1) : a.createdAt < b.createdAt ? 1 : -1,
  );
  assert.deepEqual(all, order);
  const walked: Category[] = [];
  for (let page = 1; walked.length < all.length; page += 1) {
    const { data, currentPage, limit, totalItems } = await list(`limit=7&page=${page}`);
    assert.deepEqual({ currentPage, limit, totalItems }, { currentPage: page, limit: 7, totalItems: all.length });
    assert.ok(data.length > 0);
    walked.push(...data);
  }
  assert.deepEqual(walked, all);
  assert.equal((await list("")).limit, 50);
  assert.deepEqual((await list("page=1000000")).data, []);
});
