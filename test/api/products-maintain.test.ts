import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import pg from "pg";
import { importClasses } from "../../src/catalog/class-service.ts";
import { write } from "../../src/platform/write.ts";
import { type ApiAnswer, type Json, startApi, type TestApi } from "../support/api.ts";
import { expanded } from "../support/expanded-document.ts";

type Product = {
  id: string;
  name: string;
  displayName: string;
  status: string;
  description: string | null;
  itemId: string | null;
  erpClassId: string | null;
  categoryId: string | null;
  recognitionPattern: string | null;
  taxCategory: string;
  standaloneSellingPrices: { currency: string; amount: string; validFrom: string }[];
  createdAt: string;
  lastUpdatedAt: string;
};
type Page = { data: Product[]; totalItems: number; limit: number };
type Merchant = "A" | "B";

let api: TestApi;
/** What products of a merchant may name. */
let known: Record<Merchant, { itemId: string; erpClassId: string; categoryId: string }>;
before(async () => {
  api = await startApi();
  known = { A: await referencesOf("A"), B: await referencesOf("B") };
});
after(() => api.close());

const unknownId = "0197f1a0-5c1e-7b9a-9a55-000000000000";
const malformedIds = ["abc", unknownId.slice(1), `{${unknownId}}`, "null", "%20", "a".repeat(9000)];

const send = (method: string, path: string, body?: unknown, merchant: Merchant = "A") => {
  const key = api.merchants[merchant].writeKey;
  return api.request(method, path, body === undefined ? { key } : { key, body });
};
const errorOf = ({ body: { error } }: ApiAnswer) => ({
  code: error.errorCode as string,
  issues: ((error.details.issues ?? []) as { path: string; code: string }[])
    .map(({ path, code }) => `${path} ${code}`)
    .toSorted(),
});
const withoutRequestId = ({ status, body }: ApiAnswer) => ({
  status,
  text: JSON.stringify(body).replace(/"requestId":"[^"]*"/, ""),
});

async function created<Entity>(path: string, body: object, merchant: Merchant = "A"): Promise<Entity> {
  const answer = await send("POST", path, body, merchant);
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body.payload;
}

const create = (body: object = { name: "Platform" }, merchant: Merchant = "A") =>
  created<Product>("/v3/products", body, merchant);

async function referencesOf(merchant: Merchant) {
  const { merchantId, writeKey } = api.merchants[merchant];
  await write(api.platform, { merchantId, actor: { kind: "SYSTEM", id: "test" } }, (ctx) =>
    importClasses(ctx, [{ externalId: "10", name: "Europe" }]),
  );
  const classes = await api.request("GET", "/v3.1/classes", { key: writeKey });
  return {
    erpClassId: classes.body.payload.data[0].id as string,
    itemId: (await created<{ id: string }>("/v3/items", { name: "Licence" }, merchant)).id,
    categoryId: (await created<{ id: string }>("/v3/categories", { name: "Subscriptions" }, merchant)).id,
  };
}

async function list(query: string, merchant: Merchant = "A"): Promise<Page> {
  const answer = await send("GET", `/v3/products?${query}`, undefined, merchant);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body.payload;
}

test("a create fills in the defaults and can be read", async () => {
  const product = await create({ name: " Platform " });
  const { id, createdAt, lastUpdatedAt, ...rest } = product;
  assert.deepEqual(rest, {
    name: "Platform",
    displayName: "Platform",
    status: "ACTIVE",
    description: null,
    itemId: null,
    erpClassId: null,
    categoryId: null,
    recognitionPattern: null,
    taxCategory: "S",
    standaloneSellingPrices: [],
  });
  assert.equal(createdAt, lastUpdatedAt);
  assert.deepEqual((await send("GET", `/v3/products/${id.toUpperCase()}`)).body.payload, product);
});

test("a create keeps every field; prices are returned by currency and day, with the decimals of their currency", async () => {
  const price = (currency: string, amount: string | number, validFrom: string) => ({ currency, amount, validFrom });
  const product = await create({
    name: "Seats",
    displayName: "Seat",
    status: "INACTIVE",
    description: "One seat for a year",
    ...known.A,
    itemId: known.A.itemId.toUpperCase(),
    recognitionPattern: "STRAIGHT_LINE_DAILY",
    taxCategory: "AE",
    standaloneSellingPrices: [
      price("USD", "12.5", "2027-01-01"),
      price("JPY", 1200, "2026-01-01"),
      price("USD", "10", "2026-01-01T00:00:00.000Z"),
      price("KWD", "0.125", "2026-01-01"),
      price("USD", "999999999999999.99", "2028-01-01"),
    ],
  });
  assert.deepEqual({ itemId: product.itemId, erpClassId: product.erpClassId, categoryId: product.categoryId }, known.A);
  assert.deepEqual([product.displayName, product.status, product.taxCategory], ["Seat", "INACTIVE", "AE"]);
  assert.deepEqual(product.standaloneSellingPrices, [
    price("JPY", "1200", "2026-01-01"),
    price("KWD", "0.125", "2026-01-01"),
    price("USD", "10.00", "2026-01-01"),
    price("USD", "12.50", "2027-01-01"),
    price("USD", "999999999999999.99", "2028-01-01"),
  ]);
  assert.deepEqual((await send("GET", `/v3/products/${product.id}`)).body.payload, product);
});

test("integrationItemId is an alias of itemId", async () => {
  const { itemId } = known.A;
  assert.equal((await create({ name: "x", integrationItemId: itemId })).itemId, itemId);
  assert.equal((await create({ name: "x", itemId, integrationItemId: itemId })).itemId, itemId);
  const both = await send("POST", "/v3/products", { name: "x", itemId: null, integrationItemId: itemId });
  assert.equal(both.status, 400);
  assert.deepEqual(errorOf(both).issues, ["/integrationItemId CONFLICT"]);
});

test("a patch changes the fields it names, null clears, and a list of prices replaces the stored one", async () => {
  const prices = [{ currency: "USD", amount: "10.00", validFrom: "2026-01-01" }];
  const before = await create({
    name: "Support",
    displayName: "Help",
    description: "24/7",
    ...known.A,
    recognitionPattern: "STRAIGHT_LINE",
    standaloneSellingPrices: prices,
  });
  const path = `/v3/products/${before.id}`;
  const patch = async (body: object): Promise<Product> => {
    const answer = await send("PATCH", path, body);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    assert.deepEqual((await send("GET", path)).body.payload, answer.body.payload);
    return answer.body.payload;
  };
  assert.deepEqual(await patch({}), before);
  assert.deepEqual(await patch({ name: "Support", standaloneSellingPrices: prices }), before, "nothing changed");

  const inactive = await patch({
    status: "INACTIVE",
    standaloneSellingPrices: [...prices, { ...prices[0], validFrom: "2025-01-01" }],
  });
  assert.ok(inactive.lastUpdatedAt > before.lastUpdatedAt);
  assert.deepEqual(
    { ...inactive, lastUpdatedAt: before.lastUpdatedAt, status: "ACTIVE", standaloneSellingPrices: prices },
    before,
  );
  assert.deepEqual(
    inactive.standaloneSellingPrices.map(({ validFrom }) => validFrom),
    ["2025-01-01", "2026-01-01"],
  );
  assert.equal((await patch({ status: "ACTIVE" })).status, "ACTIVE");

  const nothing = { description: null, itemId: null, erpClassId: null, categoryId: null, recognitionPattern: null };
  const cleared = await patch({ name: "Care", displayName: null, ...nothing, standaloneSellingPrices: [] });
  const { id, createdAt } = before;
  assert.deepEqual(cleared, {
    ...{ id, createdAt, name: "Care", displayName: "Care", status: "ACTIVE", taxCategory: "S" },
    ...nothing,
    standaloneSellingPrices: [],
    lastUpdatedAt: cleared.lastUpdatedAt,
  });
});

for (const [what, body, code, issues] of [
  ["nothing", {}, "VALIDATION_FAILED", ["/name REQUIRED"]],
  [
    "wrong types and words",
    { name: 1, status: "DELETED", itemId: "abc", recognitionPattern: "RECOGNIZE_AS_CONSUMED", taxCategory: "X" },
    "VALIDATION_FAILED",
    ["/itemId INVALID_ID", "/name TYPE", "/recognitionPattern ENUM", "/status ENUM", "/taxCategory ENUM"],
  ],
  [
    "fields of the server, and one misspelt",
    { name: "x", id: unknownId, merchantId: unknownId, catgoryId: unknownId, externalIds: [] },
    "VALIDATION_FAILED",
    ["/catgoryId UNKNOWN_FIELD", "/externalIds UNKNOWN_FIELD", "/id UNKNOWN_FIELD", "/merchantId UNKNOWN_FIELD"],
  ],
  [
    "a description that is too long, and prices that are none",
    {
      name: "x",
      description: "x".repeat(2001),
      standaloneSellingPrices: [
        { currency: "usd", amount: "0", validFrom: "2026-02-30" },
        { currency: "USD", amount: "-1", validFrom: "2026-01-01", until: null },
        {},
      ],
    },
    "VALIDATION_FAILED",
    [
      "/description LENGTH",
      "/standaloneSellingPrices/0/amount AMOUNT_INVALID",
      "/standaloneSellingPrices/0/currency CURRENCY_INVALID",
      "/standaloneSellingPrices/0/validFrom INVALID_DATE",
      "/standaloneSellingPrices/1/amount AMOUNT_INVALID",
      "/standaloneSellingPrices/1/until UNKNOWN_FIELD",
      "/standaloneSellingPrices/2/amount REQUIRED",
      "/standaloneSellingPrices/2/currency REQUIRED",
      "/standaloneSellingPrices/2/validFrom REQUIRED",
    ],
  ],
  [
    "amounts that do not fit their currency",
    {
      name: "x",
      standaloneSellingPrices: [
        { currency: "JPY", amount: "1.5", validFrom: "2026-01-01" },
        { currency: "CLF", amount: "999999999999999.9999", validFrom: "2026-01-01" },
      ],
    },
    "AMOUNT_INVALID",
    ["/standaloneSellingPrices/0/amount AMOUNT_INVALID", "/standaloneSellingPrices/1/amount AMOUNT_INVALID"],
  ],
  [
    "two prices of one currency and day",
    {
      name: "x",
      standaloneSellingPrices: ["1", "2", "3.001"].map((amount) => ({
        currency: "USD",
        amount,
        validFrom: "2026-01-01",
      })),
    },
    "VALIDATION_FAILED",
    [
      "/standaloneSellingPrices/1/validFrom DUPLICATE",
      "/standaloneSellingPrices/2/amount AMOUNT_INVALID",
      "/standaloneSellingPrices/2/validFrom DUPLICATE",
    ],
  ],
] as const) {
  test(`${what} is rejected with every issue, by create and patch`, async () => {
    const answer = await send("POST", "/v3/products", body);
    assert.equal(answer.status, 400);
    assert.deepEqual(errorOf(answer), { code, issues });
    if (what === "nothing") return;
    const product = await create();
    const patched = await send("PATCH", `/v3/products/${product.id}`, body);
    assert.equal(patched.status, 400);
    assert.deepEqual(errorOf(patched), { code, issues });
    assert.deepEqual((await send("GET", `/v3/products/${product.id}`)).body.payload, product);
  });
}

test("ISO-3: unknown and foreign ids in the body get the same answer: 400 with every issue on create, 404 on a patch", async () => {
  const product = await create();
  const codes = { itemId: "ITEM_NOT_FOUND", erpClassId: "CLASS_NOT_FOUND", categoryId: "CATEGORY_NOT_FOUND" } as const;
  for (const [field, code] of Object.entries(codes) as [keyof typeof codes, string][]) {
    const answers = await Promise.all(
      [unknownId, known.B[field]].flatMap((id) => [
        send("POST", "/v3/products", { name: "x", [field]: id }),
        send("PATCH", `/v3/products/${product.id}`, { name: "y", [field]: id }),
      ]),
    );
    const [unknownCreate, unknownPatch, foreignCreate, foreignPatch] = answers.map(withoutRequestId);
    assert.deepEqual([answers[0]?.status, answers[1]?.status], [400, 404]);
    assert.ok(answers.every((answer) => errorOf(answer).code === code));
    assert.deepEqual(foreignCreate, unknownCreate);
    assert.deepEqual(foreignPatch, unknownPatch);
  }
  const all = await send("POST", "/v3/products", { name: "x", ...known.B });
  assert.deepEqual(errorOf(all).issues, [
    "/categoryId CATEGORY_NOT_FOUND",
    "/erpClassId CLASS_NOT_FOUND",
    "/itemId ITEM_NOT_FOUND",
  ]);
  assert.deepEqual((await send("GET", `/v3/products/${product.id}`)).body.payload, product);
});

test("ISO-1, UID-1: foreign, unknown and malformed ids answer the same 404", async () => {
  const foreign = await create({ name: "B's" }, "B");
  for (const [method, body] of [
    ["GET", undefined],
    ["PATCH", { name: "Mine" }],
    ["PATCH", { categoryId: unknownId }],
  ] as const) {
    const unknown = withoutRequestId(await send(method, `/v3/products/${unknownId}`, body));
    assert.equal(unknown.status, 404);
    assert.ok(unknown.text.includes("PRODUCT_NOT_FOUND"));
    for (const id of [foreign.id, ...malformedIds]) {
      const answer = withoutRequestId(await send(method, `/v3/products/${id}`, body));
      assert.deepEqual(answer, unknown, `${method} ${id.slice(0, 40)}`);
    }
  }
  assert.deepEqual((await send("GET", `/v3/products/${foreign.id}`, undefined, "B")).body.payload, foreign);
});

test("a read-only key may read but not write, and products cannot be deleted", async () => {
  const { id } = await create();
  const key = api.merchants.A.readKey;
  for (const path of ["/v3/products", `/v3/products/${id}`]) {
    assert.equal((await api.request("GET", path, { key })).status, 200);
  }
  for (const [method, path] of [
    ["POST", "/v3/products"],
    ["PATCH", `/v3/products/${id}`],
    ["PATCH", `/v3/products/${unknownId}`],
  ] as const) {
    const rejected = await api.request(method, path, { key, body: {} });
    assert.deepEqual([rejected.status, errorOf(rejected).code], [403, "KEY_READ_ONLY"]);
  }
  const removed = await fetch(`${api.url}/v3/products/${id}`, {
    method: "DELETE",
    headers: { authorization: `Bearer ${api.merchants.A.writeKey}` },
  });
  assert.equal(removed.status, 405);
});

test("a merchant of the ERP kind rejects classes", async () => {
  const { merchantId, writeKey } = await api.newMerchant();
  await asOwner("update merchant set erp_kind = 'ERP' where id = $1", [merchantId]);
  const answer = await api.request("POST", "/v3/products", {
    key: writeKey,
    body: { name: "x", erpClassId: unknownId },
  });
  assert.deepEqual([answer.status, errorOf(answer).code], [400, "CLASS_NOT_SUPPORTED"]);
  assert.equal(
    (await api.request("POST", "/v3/products", { key: writeKey, body: { name: "x", erpClassId: null } })).status,
    201,
  );
});

async function asOwner(statement: string, values: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: api.connectionString });
  await client.connect();
  try {
    await client.query(statement, [...values]);
  } finally {
    await client.end();
  }
}

test("deleting a category clears it on its products, also on those that get it at the same moment", async () => {
  const category = async () => (await created<{ id: string }>("/v3/categories", { name: `C ${Math.random()}` })).id;
  const categoryOf = async (id: string) => (await send("GET", `/v3/products/${id}`)).body.payload.categoryId;

  const categoryId = await category();
  const product = await create({ name: "x", categoryId });
  assert.equal((await send("DELETE", `/v3/categories/${categoryId}`)).status, 200);
  assert.equal(await categoryOf(product.id), null);

  for (let round = 0; round < 8; round += 1) {
    const categoryId = await category();
    const [other, taken, deleted] = await Promise.all([
      send("POST", "/v3/products", { name: "racer", categoryId }),
      send("PATCH", `/v3/products/${product.id}`, { categoryId }),
      send("DELETE", `/v3/categories/${categoryId}`),
    ]);
    assert.equal(deleted.status, 200);
    assert.ok(
      [201, 400].includes(other.status) && [200, 404].includes(taken.status),
      `${other.status} ${taken.status}`,
    );
    assert.equal(await categoryOf(product.id), null);
    if (other.status === 201) assert.equal(await categoryOf(other.body.payload.id), null);
  }
});

test("FIL-1: every rule on every field agrees with the full list", async () => {
  const { itemId, categoryId, erpClassId } = known.A;
  await create({ name: "Filter one", itemId, categoryId });
  await create({ name: "filter_two", status: "INACTIVE", erpClassId });
  await create({ name: "Filter, three: 50% off", itemId, erpClassId, categoryId });
  await create({ name: "Filter one", itemId: known.B.itemId }, "B");
  const { data } = await list("limit=1000");
  const ids = [itemId, known.B.itemId, unknownId, categoryId, erpClassId];
  const nulls = ["isnull", "isnotnull"];
  const fields: readonly [keyof Product, readonly string[], readonly string[]][] = [
    [
      "name",
      ["eq", "neq", "like", "nlike", "in", "nin", ...nulls],
      ["Filter one", "filter", "_", "50% o", "three: 50", "x"],
    ],
    ["status", ["eq", "neq", "in", "nin"], ["ACTIVE", "INACTIVE"]],
    ...(["itemId", "erpClassId", "categoryId"] as const).map(
      (field): [keyof Product, readonly string[], readonly string[]] => [
        field,
        ["eq", "neq", "in", "nin", ...nulls],
        ids,
      ],
    ),
  ];
  for (const [field, rules, values] of fields) {
    for (const rule of rules) {
      for (const value of values) {
        const filter = nulls.includes(rule) ? `${field}:${rule}` : `${field}:${rule}:"${value}"`;
        const found = await list(`limit=1000&filter=${encodeURIComponent(filter)}`);
        const expected = data.filter((product) => passes(rule, product[field] as string | null, value));
        assert.deepEqual(
          found.data.map(({ id }) => id),
          expected.map(({ id }) => id),
          filter,
        );
        assert.equal(found.totalItems, expected.length);
      }
    }
  }
});

// Computed without SQL; rows with null pass the negative rules (behaviour FIL-5).
function passes(rule: string, actual: string | null, value: string): boolean {
  const contains = (actual ?? "").toLowerCase().includes(value.toLowerCase());
  switch (rule) {
    case "eq":
    case "in":
      return actual === value;
    case "neq":
    case "nin":
      return actual !== value;
    case "like":
      return contains;
    case "nlike":
      return !contains;
    case "isnull":
      return actual === null;
    default:
      return actual !== null;
  }
}

test("an unknown filter or page is rejected; pages hold every product once, newest first", async () => {
  for (const [query, code] of [
    ["filter=status:eq:GONE", "FILTER_VALUE_INVALID"],
    ["filter=itemId:eq:abc", "FILTER_VALUE_INVALID"],
    ["filter=itemId:like:abc", "FILTER_RULE_NOT_ALLOWED"],
    ["filter=merchantId:eq:x", "FILTER_FIELD_UNKNOWN"],
    ["page=0", "PAGE_INVALID"],
  ] as const) {
    const answer = await send("GET", `/v3/products?${query}`);
    assert.deepEqual([answer.status, errorOf(answer).code], [400, code], query);
  }
  const all = (await list("limit=1000")).data;
  const walked: Product[] = [];
  for (let page = 1; walked.length < all.length; page += 1) walked.push(...(await list(`limit=9&page=${page}`)).data);
  assert.deepEqual(walked, all);
  assert.deepEqual(
    all.map(({ createdAt }) => createdAt),
    all
      .map(({ createdAt }) => createdAt)
      .toSorted()
      .toReversed(),
  );
});

test("products and obligations take the same recognition patterns", async () => {
  const document: Json = expanded(await (await fetch(`${api.url}/openapi.json`)).json());
  const { CreateObligationDto, CreateProductDto, RecognitionPattern } = document.components.schemas;
  assert.match(
    JSON.stringify(CreateObligationDto),
    /"recognitionPattern":\{[^}]*"#\/components\/schemas\/RecognitionPattern"/,
  );
  const obligations: string[] = RecognitionPattern.enum;
  assert.ok(obligations.includes("STRAIGHT_LINE"));
  const [, list = "[]"] =
    /"recognitionPattern":\{[^}]*"enum":(\[[^\]]*\])/.exec(JSON.stringify(CreateProductDto)) ?? [];
  const products = (JSON.parse(list) as (string | null)[]).filter((pattern) => pattern !== null);
  assert.ok(products.includes("STRAIGHT_LINE"));
  assert.deepEqual(
    products.filter((pattern) => !obligations.includes(pattern)),
    [],
  );
});
