import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type ApiAnswer, startApi, type TestApi } from "../support/api.ts";

type ExternalId = { sourceType: string; externalId: string };
type Item = {
  id: string;
  name: string;
  displayName: string | null;
  taxCategory: string;
  externalIds: ExternalId[];
  createdAt: string;
  lastUpdatedAt: string;
};
type Page = { data: Item[]; currentPage: number; limit: number; totalItems: number };
type Merchant = "A" | "B";

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => api.close());

const unknownId = "0197f1a0-5c1e-7b9a-9a55-000000000000";
const malformedIds = [
  "abc",
  unknownId.slice(1),
  `${unknownId}0`,
  `{${unknownId}}`,
  "null",
  "%20",
  "%00",
  "a".repeat(9000),
];
const sourceTypes = "ERP_A ERP_B ERP_C ERP_D CRM_A CRM_B TAX_A TAX_B TAX_C PROCESSOR_A BILLING_A".split(" ");

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

async function create(body: object = { name: "Licence" }, merchant: Merchant = "A"): Promise<Item> {
  const answer = await send("POST", "/v3/items", body, merchant);
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body.payload;
}

async function itemOf(id: string, merchant: Merchant = "A"): Promise<Item> {
  const answer = await send("GET", `/v3/items/${id}`, undefined, merchant);
  assert.equal(answer.status, 200);
  return answer.body.payload;
}

async function list(query: string, merchant: Merchant = "A"): Promise<Page> {
  const answer = await send("GET", `/v3/items?${query}`, undefined, merchant);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body.payload;
}

const setIds = (id: string, externalIds: unknown, merchant: Merchant = "A") =>
  send("PATCH", `/v3/items/${id}/external-ids`, { externalIds }, merchant);

const erpA = (externalId: string) => ({ sourceType: "ERP_A", externalId });

test("a create fills in the defaults; the item is read by its id in any case", async () => {
  const item = await create({ name: "  Licence\t" });
  const { id, createdAt, lastUpdatedAt, ...rest } = item;
  assert.deepEqual(rest, { name: "Licence", displayName: null, taxCategory: "S", externalIds: [] });
  assert.equal(createdAt, lastUpdatedAt);
  assert.deepEqual(await itemOf(id.toUpperCase()), item);
});

test("a create keeps what is sent; external ids come back ordered by their source type", async () => {
  const externalIds = [{ sourceType: "TAX_A", externalId: "T1" }, erpA("E1")];
  const item = await create({ name: "Seats", displayName: "Seat", taxCategory: "AE", externalIds });
  assert.equal(item.displayName, "Seat");
  assert.equal(item.taxCategory, "AE");
  assert.deepEqual(item.externalIds, externalIds.toReversed());
  assert.deepEqual(await itemOf(item.id), item);
});

test("a patch changes the fields it names, null clears, and updatedAt changes only with a change", async () => {
  const item = await create({ name: "Setup", displayName: "Set-up", externalIds: [erpA("1")] });
  const changed = await send("PATCH", `/v3/items/${item.id}`, { name: "Set up", displayName: null, taxCategory: "Z" });
  assert.equal(changed.status, 200);
  const after: Item = changed.body.payload;
  assert.deepEqual(
    { ...after, lastUpdatedAt: "" },
    { ...item, name: "Set up", displayName: null, taxCategory: "Z", lastUpdatedAt: "" },
  );
  assert.ok(after.lastUpdatedAt > item.lastUpdatedAt);
  const same = await send("PATCH", `/v3/items/${item.id}`, { name: "Set up" });
  assert.deepEqual(same.body.payload, after);
  assert.deepEqual((await send("PATCH", `/v3/items/${item.id}`, {})).body.payload, after);
});

for (const [what, method, body, issues] of [
  ["nothing", "POST", {}, ["/name REQUIRED"]],
  [
    "wrong types",
    "POST",
    { name: 1, displayName: 2, taxCategory: "X", externalIds: {} },
    ["/displayName TYPE", "/externalIds TYPE", "/name TYPE", "/taxCategory ENUM"],
  ],
  [
    "fields of the server",
    "POST",
    { name: "x", id: unknownId, merchantId: unknownId, createdAt: "2026-01-01T00:00:00Z" },
    ["/createdAt UNKNOWN_FIELD", "/id UNKNOWN_FIELD", "/merchantId UNKNOWN_FIELD"],
  ],
  ["null", "PATCH", { name: null, taxCategory: null }, ["/name TYPE", "/taxCategory ENUM"]],
  ["external ids", "PATCH", { name: " ", externalIds: [] }, ["/externalIds UNKNOWN_FIELD", "/name LENGTH"]],
] as const) {
  test(`${method} with ${what} is rejected with every issue`, async () => {
    const path = method === "POST" ? "/v3/items" : `/v3/items/${(await create()).id}`;
    const answer = await send(method, path, body);
    assert.equal(answer.status, 400);
    assert.deepEqual(errorOf(answer).issues, issues);
    assert.equal(errorOf(answer).code, "VALIDATION_FAILED");
  });
}

test("external ids, rules 1 and 2: an entry creates or replaces, other types stay, and all are returned", async () => {
  const { id, lastUpdatedAt } = await create();
  const first = await setIds(id, [erpA("1"), { sourceType: "CRM_B", externalId: "c" }]);
  assert.equal(first.status, 200);
  assert.deepEqual(first.body.payload, {
    itemId: id,
    externalIds: [{ sourceType: "CRM_B", externalId: "c" }, erpA("1")],
  });
  const second = await setIds(id.toUpperCase(), [erpA("2"), { sourceType: "TAX_C", externalId: "t" }]);
  const expected = [{ sourceType: "CRM_B", externalId: "c" }, erpA("2"), { sourceType: "TAX_C", externalId: "t" }];
  assert.deepEqual(second.body.payload, { itemId: id, externalIds: expected });
  const item = await itemOf(id);
  assert.deepEqual(item.externalIds, expected);
  assert.ok(item.lastUpdatedAt > lastUpdatedAt);
  assert.equal((await setIds(id, [erpA("2")])).status, 200);
  assert.deepEqual(await itemOf(id), item, "what is set already changes nothing");
});

test("external ids: each of the eleven source types, all at once", async () => {
  const { id } = await create();
  const entries = sourceTypes.map((sourceType) => ({ sourceType, externalId: `x ${sourceType}` }));
  const answer = await setIds(id, entries);
  assert.equal(answer.status, 200);
  assert.deepEqual(
    answer.body.payload.externalIds,
    entries.toSorted((a, b) => (a.sourceType < b.sourceType ? -1 : 1)),
  );
});

test("external ids, rules 3 and 4: a repeated or unsupported type is rejected with every issue, and nothing is saved", async () => {
  const item = await create({ name: "Kept", externalIds: [erpA("kept")] });
  for (const [entries, code, issues] of [
    [[erpA("1"), erpA("1")], "DUPLICATE_SOURCE_TYPE", ["/externalIds/1/sourceType DUPLICATE_SOURCE_TYPE"]],
    [
      [{ sourceType: "CRM_A", externalId: "c" }, { sourceType: "ERP_E", externalId: "1" }, erpA("2"), erpA("3")],
      "UNSUPPORTED_SOURCE_TYPE",
      ["/externalIds/1/sourceType UNSUPPORTED_SOURCE_TYPE", "/externalIds/3/sourceType DUPLICATE_SOURCE_TYPE"],
    ],
    [
      [...sourceTypes, "ERP_A"].map((sourceType) => ({ sourceType, externalId: "1" })),
      "DUPLICATE_SOURCE_TYPE",
      ["/externalIds/11/sourceType DUPLICATE_SOURCE_TYPE"],
    ],
    [
      [{ sourceType: "erp_a", externalId: "1" }],
      "UNSUPPORTED_SOURCE_TYPE",
      ["/externalIds/0/sourceType UNSUPPORTED_SOURCE_TYPE"],
    ],
    [
      [{ sourceType: "", externalId: "1" }],
      "UNSUPPORTED_SOURCE_TYPE",
      ["/externalIds/0/sourceType UNSUPPORTED_SOURCE_TYPE"],
    ],
    [[erpA("")], "VALIDATION_FAILED", ["/externalIds/0/externalId LENGTH"]],
    [[erpA("x".repeat(256))], "VALIDATION_FAILED", ["/externalIds/0/externalId LENGTH"]],
    [
      [{ sourceType: 1, externalId: null, type: "ERP_A" }, "ERP_A", {}],
      "VALIDATION_FAILED",
      [
        "/externalIds/0/externalId TYPE",
        "/externalIds/0/sourceType TYPE",
        "/externalIds/0/type UNKNOWN_FIELD",
        "/externalIds/1 TYPE",
        "/externalIds/2/externalId REQUIRED",
        "/externalIds/2/sourceType REQUIRED",
      ],
    ],
    [[], "VALIDATION_FAILED", ["/externalIds TOO_FEW_ITEMS"]],
    [null, "VALIDATION_FAILED", ["/externalIds TYPE"]],
  ] as const) {
    const answer = await setIds(item.id, entries);
    assert.equal(answer.status, 400, JSON.stringify(entries));
    assert.deepEqual(errorOf(answer), { code, issues: [...issues].toSorted() });
    assert.deepEqual(await itemOf(item.id), item);
  }
  const created = await send("POST", "/v3/items", { name: "x", externalIds: [erpA("1"), erpA("2")] });
  assert.equal(created.status, 400);
  assert.equal(errorOf(created).code, "DUPLICATE_SOURCE_TYPE");
});

test("external ids, rule 5: several items may have the same id", async () => {
  const [one, two] = [await create(), await create()];
  for (const { id } of [one, two]) assert.equal((await setIds(id, [erpA("shared")])).status, 200);
  assert.equal((await list("filter=externalIds.externalId:eq:shared")).totalItems, 2);
});

test("external ids, rules 4, 6 and 7: 401, then 403, then 400 of the body, then 404", async () => {
  const { id } = await create();
  const path = (itemId: string) => `/v3/items/${itemId}/external-ids`;
  const good = { externalIds: [erpA("1")] };
  const noKey = await fetch(`${api.url}${path(id)}`, { method: "PATCH", body: "{" });
  assert.equal(noKey.status, 401);
  for (const itemId of [id, unknownId, "abc"]) {
    for (const body of [good, { externalIds: [] }, "{"]) {
      const rejected = await api.request("PATCH", path(itemId), { key: api.merchants.A.readKey, body });
      assert.deepEqual([rejected.status, errorOf(rejected).code], [403, "KEY_READ_ONLY"]);
    }
  }
  for (const itemId of [unknownId, "abc"]) {
    for (const body of [
      { externalIds: [] },
      { externalIds: [erpA("1"), erpA("1")] },
      { externalIds: [erpA("1")], x: 1 },
      {},
    ]) {
      assert.equal((await send("PATCH", path(itemId), body)).status, 400, `${itemId} ${JSON.stringify(body)}`);
    }
  }
  assert.equal((await send("PATCH", path(unknownId), good)).status, 404);
});

test("ISO-1, UID-1: foreign, unknown and malformed ids answer the same 404", async () => {
  const foreign = await create({ name: "B's", externalIds: [erpA("b")] }, "B");
  for (const [method, suffix, body] of [
    ["GET", "", undefined],
    ["PATCH", "", { name: "Mine" }],
    ["PATCH", "/external-ids", { externalIds: [erpA("mine")] }],
  ] as const) {
    const unknown = withoutRequestId(await send(method, `/v3/items/${unknownId}${suffix}`, body));
    assert.equal(unknown.status, 404);
    assert.ok(unknown.text.includes("ITEM_NOT_FOUND"));
    for (const id of [foreign.id, ...malformedIds]) {
      const answer = withoutRequestId(await send(method, `/v3/items/${id}${suffix}`, body));
      assert.deepEqual(answer, unknown, `${method} ${id.slice(0, 40)}${suffix}`);
    }
  }
  assert.deepEqual(await itemOf(foreign.id, "B"), foreign);
  assert.ok((await list("limit=1000")).data.every(({ id }) => id !== foreign.id));
});

test("a read-only key may read but not write", async () => {
  const { id } = await create();
  const key = api.merchants.A.readKey;
  for (const path of ["/v3/items", `/v3/items/${id}`]) {
    assert.equal((await api.request("GET", path, { key })).status, 200);
  }
  for (const [method, path] of [
    ["POST", "/v3/items"],
    ["PATCH", `/v3/items/${id}`],
    ["PATCH", `/v3/items/${unknownId}`],
  ] as const) {
    const rejected = await api.request(method, path, { key, body: {} });
    assert.deepEqual([rejected.status, errorOf(rejected).code], [403, "KEY_READ_ONLY"]);
  }
});

test("RAC-11: of 8 concurrent writers each is applied whole and no source type is lost", async () => {
  for (let round = 0; round < 5; round += 1) {
    const { id } = await create();
    // Writer n sets types n, n+1 and n+2; an invalid one among them must leave nothing.
    const writers = Array.from({ length: 8 }, (_, writer) => {
      const types = [0, 1, 2].map((step) => sourceTypes[(writer + step) % sourceTypes.length] ?? "");
      return writer % 2 === 0 ? types : types.toReversed();
    });
    const [answers, invalid] = await Promise.all([
      Promise.all(
        writers.map((types, writer) =>
          setIds(
            id,
            types.map((sourceType) => ({ sourceType, externalId: `writer ${writer}` })),
          ),
        ),
      ),
      setIds(id, [
        { sourceType: "BILLING_A", externalId: "partial" },
        { sourceType: "NONE", externalId: "partial" },
      ]),
    ]);
    assert.equal(invalid.status, 400);
    const { externalIds } = await itemOf(id);
    assert.deepEqual(new Set(externalIds.map((entry) => entry.sourceType)), new Set(writers.flat()));
    for (const { sourceType, externalId } of externalIds) {
      const writer = Number(externalId.replace("writer ", ""));
      assert.ok(writers[writer]?.includes(sourceType), `${sourceType} has a value of one who wrote it: ${externalId}`);
    }
    for (const [writer, answer] of answers.entries()) {
      assert.equal(answer.status, 200);
      const seen = (answer.body.payload.externalIds as ExternalId[]).filter(
        (entry) => entry.externalId === `writer ${writer}`,
      );
      assert.equal(seen.length, 3, "a writer sees all it wrote");
    }
    // The last writer of all is the one whose three types are all still its own.
    const whole = writers.filter((types, writer) =>
      types.every((type) =>
        externalIds.some((entry) => entry.sourceType === type && entry.externalId === `writer ${writer}`),
      ),
    );
    assert.ok(whole.length > 0, "somebody was last");
  }
});

test("an idempotency key sets external ids once", async () => {
  const { id } = await create();
  const request = { body: { externalIds: [erpA("once")] }, headers: { "idempotency-key": `items-${id}` } };
  const path = `/v3/items/${id}/external-ids`;
  const first = await api.request("PATCH", path, request);
  await setIds(id, [erpA("twice")]);
  const replayed = await api.request("PATCH", path, request);
  assert.deepEqual(replayed.body, first.body);
  assert.deepEqual((await itemOf(id)).externalIds, [erpA("twice")]);
});

// The meaning of each rule, computed without SQL, on the values an item has in a field.
const rules: Readonly<Record<string, (values: readonly string[], value: string) => boolean>> = {
  eq: (values, value) => values.includes(value),
  neq: (values, value) => !values.includes(value),
  like: (values, value) => values.some((text) => text.toLowerCase().includes(value.toLowerCase())),
  nlike: (values, value) => !values.some((text) => text.toLowerCase().includes(value.toLowerCase())),
  in: (values, value) => values.includes(value) || values.includes("Filter one"),
  nin: (values, value) => !values.includes(value) && !values.includes("Filter one"),
  isnull: (values) => values.length === 0,
  isnotnull: (values) => values.length > 0,
};

test("FIL-1: every rule on every field agrees with the full list", async () => {
  for (const [name, ...entries] of [
    ["Filter one"],
    ["Filter_two", erpA("F-1"), { sourceType: "TAX_A", externalId: "F-2" }],
    ["filter 100% off", { sourceType: "TAX_A", externalId: "F-1" }],
    ["x' OR 1=1--", { sourceType: "CRM_A", externalId: "f-1" }],
  ] as const) {
    await create({ name, externalIds: entries });
  }
  await create({ name: "Filter one", externalIds: [erpA("F-1")] }, "B");
  const { data } = await list("limit=1000");
  const fields: Readonly<Record<string, (item: Item) => string[]>> = {
    name: ({ name }) => [name],
    "externalIds.externalId": ({ externalIds }) => externalIds.map((entry) => entry.externalId),
    "externalIds.sourceType": ({ externalIds }) => externalIds.map((entry) => entry.sourceType),
  };
  for (const [field, valuesOf] of Object.entries(fields)) {
    for (const [rule, matches] of Object.entries(rules)) {
      for (const value of ["Filter one", "filter", "_", "100% o", "F-1", "TAX_A", "tax", "none", "x' OR 1=1--"]) {
        const written = {
          in: `in:"${value}"|"Filter one"`,
          nin: `nin:"${value}"|"Filter one"`,
          isnull: "isnull",
          isnotnull: "isnotnull",
        };
        const filter = `${field}:${written[rule as keyof typeof written] ?? `${rule}:"${value}"`}`;
        const found = await list(`limit=1000&filter=${encodeURIComponent(filter)}`);
        const expected = data.filter((item) => matches(valuesOf(item), value)).map(({ id }) => id);
        assert.deepEqual(
          found.data.map(({ id }) => id),
          expected,
          filter,
        );
        assert.equal(found.totalItems, expected.length);
      }
    }
  }
});

test("pages hold every item once, newest first", async () => {
  const all = (await list("limit=1000")).data;
  const walked: Item[] = [];
  for (let page = 1; walked.length < all.length; page += 1) walked.push(...(await list(`limit=7&page=${page}`)).data);
  assert.deepEqual(walked, all);
  assert.deepEqual(
    all.map(({ createdAt }) => createdAt),
    all
      .map(({ createdAt }) => createdAt)
      .toSorted()
      .toReversed(),
  );
  assert.equal((await list("")).limit, 50);
  for (const [query, code] of [
    ["page=0", "PAGE_INVALID"],
    ["limit=1001", "LIMIT_TOO_LARGE"],
    ["filter=id:eq:x", "FILTER_FIELD_UNKNOWN"],
    ["filter=name:gt:x", "FILTER_RULE_NOT_ALLOWED"],
    ["filter=externalIds.merchantId:eq:x", "FILTER_FIELD_UNKNOWN"],
  ] as const) {
    const answer = await send("GET", `/v3/items?${query}`);
    assert.deepEqual([answer.status, errorOf(answer).code], [400, code], query);
  }
});

test("items, customers and contracts know the same source types", async () => {
  const document = await (await fetch(`${api.url}/openapi.json`)).json();
  const lists = JSON.stringify(document).match(/\["ERP_A"[^\]]*\]/g) ?? [];
  assert.ok(lists.length > 0);
  assert.deepEqual([...new Set(lists)], [JSON.stringify(sourceTypes)]);
});
