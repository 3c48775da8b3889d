import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startApi } from "../support/api.ts";

type Customer = {
  id: string;
  name: string;
  companyName: string | null;
  defaultCurrency: string;
  netPaymentTerms: number;
  createdAt: string;
  lastUpdatedAt: string;
};
type Page = { data: Customer[]; totalItems: number };
type Answer = { readonly status: number; readonly body: unknown };
type Merchant = "A" | "B";

let api: Awaited<ReturnType<typeof startApi>>;

before(async () => {
  api = await startApi();
});
after(() => api.close());

const unknownId = "0197f1a0-5c1e-7b9a-9a55-000000000000";

const send = (method: string, path: string, body?: unknown, merchant: Merchant = "A") => {
  const key = api.merchants[merchant].writeKey;
  return api.request(method, path, body === undefined ? { key } : { key, body });
};
const payloadOf = <Payload>({ body }: Answer) => (body as { payload: Payload }).payload;
const errorOf = ({ body }: Answer) => {
  const { error } = body as { error: { errorCode: string; details: { issues?: { path: string; code: string }[] } } };
  return { code: error.errorCode, issues: (error.details.issues ?? []).map(({ path, code }) => `${path} ${code}`) };
};
const withoutRequestId = ({ status, body }: Answer) => ({
  status,
  text: JSON.stringify(body).replace(/"requestId":"[^"]*"/, ""),
});

async function create(body: object = { name: "Acme" }, merchant: Merchant = "A"): Promise<Customer> {
  const answer = await send("POST", "/v3/customers", body, merchant);
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return payloadOf<Customer>(answer);
}

async function createContract(customerId: string): Promise<Answer> {
  return send("POST", "/v3/contracts", { name: "Contract", customerId });
}

test("a create fills in the defaults", async () => {
  const customer = await create({ name: "  Acme " });
  const { id, createdAt, lastUpdatedAt, ...rest } = customer;
  assert.deepEqual(rest, {
    name: "Acme",
    companyName: null,
    parentCustomerId: null,
    defaultCurrency: "USD",
    netPaymentTerms: 30,
    primaryBillingContactEmail: null,
    billingAddress: null,
    shippingAddress: null,
    taxInfo: { vatId: null, ein: null, isTaxExempt: false },
    autoCharge: false,
    dunningDisabled: false,
    externalIds: [],
    syncStatus: "NOT_SYNCED",
    customFields: [],
  });
  assert.equal(createdAt, lastUpdatedAt);
  assert.match(createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  assert.deepEqual(payloadOf(await send("GET", `/v3/customers/${id}`)), customer);
});

test("a create keeps what is sent", async () => {
  const sent = { name: "Ünï 😀", companyName: "Ünï Ltd.", defaultCurrency: "JPY", netPaymentTerms: 0 };
  const customer = await create(sent);
  assert.deepEqual({ ...customer, ...sent }, customer);
});

test("two customers may have one name", async () => {
  const [first, second] = [await create({ name: "Twin" }), await create({ name: "Twin" })];
  assert.notEqual(first.id, second.id);
});

for (const [what, body, code, issues] of [
  ["no name", {}, "VALIDATION_FAILED", ["/name REQUIRED"]],
  [
    "an unknown currency",
    { name: "A", defaultCurrency: "XXX" },
    "CURRENCY_INVALID",
    ["/defaultCurrency CURRENCY_INVALID"],
  ],
  [
    "several mistakes",
    { name: "", companyName: 1, defaultCurrency: "usd", netPaymentTerms: 366, status: "x" },
    "VALIDATION_FAILED",
    [
      "/companyName TYPE",
      "/defaultCurrency CURRENCY_INVALID",
      "/name LENGTH",
      "/netPaymentTerms RANGE",
      "/status UNKNOWN_FIELD",
    ],
  ],
] as const) {
  test(`a create with ${what} is rejected with every issue`, async () => {
    const answer = await send("POST", "/v3/customers", body);
    assert.equal(answer.status, 400);
    assert.equal(errorOf(answer).code, code);
    assert.deepEqual(errorOf(answer).issues.toSorted(), issues);
  });
}

test("a patch changes the fields it names, null clears, and nothing else changes", async () => {
  const customer = await create({ name: "Before", companyName: "Before Ltd.", netPaymentTerms: 10 });
  const path = `/v3/customers/${customer.id}`;
  const renamed = payloadOf<Customer>(await send("PATCH", path, { name: " After ", companyName: null }));
  const { lastUpdatedAt } = renamed;
  assert.deepEqual(renamed, { ...customer, name: "After", companyName: null, lastUpdatedAt });
  assert.ok(lastUpdatedAt >= customer.lastUpdatedAt);
  for (const nothing of [{}, { name: "After" }, { companyName: null, netPaymentTerms: 10 }]) {
    const answer = await send("PATCH", path, nothing);
    assert.equal(answer.status, 200);
    assert.deepEqual(payloadOf(answer), renamed);
  }
  const rejected = await send("PATCH", path, { name: null, defaultCurrency: null, extra: 1 });
  assert.equal(rejected.status, 400);
  assert.deepEqual(errorOf(rejected).issues.toSorted(), [
    "/defaultCurrency TYPE",
    "/extra UNKNOWN_FIELD",
    "/name TYPE",
  ]);
  assert.deepEqual(payloadOf(await send("GET", path)), renamed);
});

test("a customer with a contract cannot be deleted; without one it can, and is unknown everywhere", async () => {
  const used = await create();
  assert.equal((await createContract(used.id)).status, 201);
  const rejected = await send("DELETE", `/v3/customers/${used.id}`);
  assert.equal(rejected.status, 409);
  assert.equal(errorOf(rejected).code, "CUSTOMER_IN_USE");

  const free = await create();
  assert.equal((await send("DELETE", `/v3/customers/${free.id}`)).status, 200);
  for (const [method, body] of [["GET"], ["PATCH", {}], ["DELETE"]] as const) {
    const answer = await send(method, `/v3/customers/${free.id}`, body);
    assert.equal(answer.status, 404, method);
    assert.equal(errorOf(answer).code, "CUSTOMER_NOT_FOUND");
  }
  const contract = await createContract(free.id);
  assert.equal(contract.status, 400);
  assert.equal(errorOf(contract).code, "CUSTOMER_NOT_FOUND");
  const { data } = payloadOf<Page>(await send("GET", "/v3/customers?limit=1000"));
  assert.ok(data.some(({ id }) => id === used.id) && data.every(({ id }) => id !== free.id));
});

test("concurrent delete and contract creation never leave a contract without a customer", async () => {
  for (let round = 0; round < 10; round += 1) {
    const { id } = await create();
    const [created, deleted] = await Promise.all([createContract(id), send("DELETE", `/v3/customers/${id}`)]);
    const outcome = `${created.status} ${deleted.status}`;
    assert.ok(outcome === "201 409" || outcome === "400 200", outcome);
  }
});

test("ISO-1, UID-1: foreign, unknown and malformed ids answer the same 404", async () => {
  const foreign = await create({ name: "Foreign" }, "B");
  for (const [method, body] of [["GET"], ["PATCH", { name: "Mine" }], ["DELETE"]] as const) {
    const unknown = withoutRequestId(await send(method, `/v3/customers/${unknownId}`, body));
    assert.equal(unknown.status, 404);
    for (const id of [foreign.id, "abc", `{${unknownId}}`, unknownId.slice(1)]) {
      assert.deepEqual(withoutRequestId(await send(method, `/v3/customers/${id}`, body)), unknown, `${method} ${id}`);
    }
  }
  assert.deepEqual(payloadOf(await send("GET", `/v3/customers/${foreign.id}`, undefined, "B")), foreign);
});

test("a read-only key may not write, and customers have no dry run", async () => {
  const { readKey: key } = api.merchants.A;
  for (const [method, path] of [
    ["POST", "/v3/customers"],
    ["PATCH", `/v3/customers/${unknownId}`],
    ["DELETE", `/v3/customers/${unknownId}`],
  ] as const) {
    assert.equal((await api.request(method, path, { key })).status, 403);
    const dryRun = await send(method, `${path}?dryRun=true`, method === "DELETE" ? undefined : { name: "A" });
    assert.deepEqual([dryRun.status, errorOf(dryRun).issues], [400, ["/query/dryRun UNKNOWN_QUERY"]]);
  }
  assert.equal((await api.request("GET", "/v3/customers", { key })).status, 200);
});

test("FIL-1, DAT-2: the filters agree with the full list", async () => {
  for (const name of ["Alpha", "ALPHA beta", "beta_1", "beta-1", "100%"]) await create({ name });
  const all = payloadOf<Page>(await send("GET", "/v3/customers?limit=1000")).data;
  const found = async (filter: string) => {
    const answer = await send("GET", `/v3/customers?limit=1000&filter=${encodeURIComponent(filter)}`);
    assert.equal(answer.status, 200, filter);
    const page = payloadOf<Page>(answer);
    assert.equal(page.totalItems, page.data.length);
    return page.data.map(({ id }) => id);
  };
  const expect = (matches: (customer: Customer) => boolean) => all.filter(matches).map(({ id }) => id);

  for (const value of ["Alpha", "alpha", "beta_1", "_", "100%", "none"]) {
    const has = (name: string) => name.toLowerCase().includes(value.replace(/%$/, "").toLowerCase());
    const is = (name: string) => name === value;
    assert.deepEqual(
      await found(`name:eq:${value}`),
      expect(({ name }) => is(name)),
    );
    assert.deepEqual(
      await found(`name:neq:${value}`),
      expect(({ name }) => !is(name)),
    );
    assert.deepEqual(
      await found(`name:in:${value}|Twin`),
      expect(({ name }) => is(name) || name === "Twin"),
    );
    assert.deepEqual(
      await found(`name:nin:${value}|Twin`),
      expect(({ name }) => !is(name) && name !== "Twin"),
    );
    if (value.endsWith("%")) continue;
    assert.deepEqual(
      await found(`name:like:${value}`),
      expect(({ name }) => has(name)),
    );
    assert.deepEqual(
      await found(`name:nlike:${value}`),
      expect(({ name }) => !has(name)),
    );
  }
  assert.deepEqual(await found("name:isnull"), []);
  assert.deepEqual(
    await found("name:isnotnull"),
    expect(() => true),
  );

  const moment = all[Math.floor(all.length / 2)]?.lastUpdatedAt ?? "";
  const day = moment.slice(0, 10);
  const rules: Readonly<Record<string, (value: string, bound: string) => boolean>> = {
    eq: (value, bound) => value === bound,
    neq: (value, bound) => value !== bound,
    gt: (value, bound) => value > bound,
    gte: (value, bound) => value >= bound,
    lt: (value, bound) => value < bound,
    lte: (value, bound) => value <= bound,
  };
  for (const [rule, matches] of Object.entries(rules)) {
    const byMoment = expect(({ lastUpdatedAt }) => matches(lastUpdatedAt, moment));
    assert.deepEqual(await found(`lastUpdatedAt:${rule}:${moment}`), byMoment, rule);
    // Texts of days compare like days.
    const byDay = expect(({ lastUpdatedAt }) => matches(lastUpdatedAt.slice(0, 10), day));
    assert.deepEqual(await found(`lastUpdatedAt:${rule}:${day}`), byDay, rule);
  }
});
