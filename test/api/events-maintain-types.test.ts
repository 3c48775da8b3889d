import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import pg from "pg";
import { type ApiAnswer, startApi, type TestApi } from "../support/api.ts";

type EventType = {
  id: string;
  name: string;
  aggregation: string;
  unitName: string | null;
  displayType: string | null;
  createdAt: string;
  lastUpdatedAt: string;
};
type Page = { data: EventType[]; totalItems: number };
type Merchant = "A" | "B";

let api: TestApi;
let nameCount = 0;
before(async () => {
  api = await startApi();
});
after(() => api.close());

const unknownId = "0197f1a0-5c1e-7b9a-9a55-000000000000";
const malformedIds = ["abc", unknownId.slice(1), `{${unknownId}}`, "null", "%20", "a".repeat(9000)];
const path = "/v3/events/types";

const send = (method: string, url: string, body?: unknown, merchant: Merchant = "A") => {
  const key = api.merchants[merchant].writeKey;
  return api.request(method, url, body === undefined ? { key } : { key, body });
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

function freshName(): string {
  nameCount += 1;
  return `Event type ${nameCount}`;
}

async function create(body: object = {}, merchant: Merchant = "A"): Promise<EventType> {
  const answer = await send("POST", path, { name: freshName(), ...body }, merchant);
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body.payload;
}

async function list(query: string): Promise<Page> {
  const answer = await send("GET", `${path}?${query}`);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body.payload;
}

test("a create fills in the defaults, keeps what is sent, and can be read", async () => {
  const plain = await create({ name: "  API call " });
  const { id, createdAt, lastUpdatedAt, ...rest } = plain;
  assert.deepEqual(rest, { name: "API call", aggregation: "SUM", unitName: null, displayType: null });
  assert.equal(createdAt, lastUpdatedAt);
  assert.deepEqual((await send("GET", `${path}/${id.toUpperCase()}`)).body.payload, plain);
  for (const aggregation of ["SUM", "COUNT", "MAX", "LAST"]) {
    const full = await create({ aggregation, unitName: "GB", displayType: "DECIMAL" });
    assert.deepEqual([full.aggregation, full.unitName, full.displayType], [aggregation, "GB", "DECIMAL"]);
    assert.deepEqual((await send("GET", `${path}/${full.id}`)).body.payload, full);
  }
});

for (const [what, body, issues] of [
  ["nothing", {}, ["/name REQUIRED"]],
  ["an empty name", { name: " " }, ["/name LENGTH"]],
  ["a name that is too long", { name: "x".repeat(256) }, ["/name LENGTH"]],
  [
    "wrong types and words",
    { name: 1, aggregation: "AVG", unitName: 2, displayType: {} },
    ["/aggregation ENUM", "/displayType TYPE", "/name TYPE", "/unitName TYPE"],
  ],
  ["unknown fields", { name: "x", id: unknownId, unit: "GB" }, ["/id UNKNOWN_FIELD", "/unit UNKNOWN_FIELD"]],
] as const) {
  test(`${what} is rejected with every issue`, async () => {
    const answer = await send("POST", path, body);
    assert.equal(answer.status, 400);
    assert.deepEqual(errorOf(answer), { code: "VALIDATION_FAILED", issues });
  });
}

test("names are unique by normal form and without outer white space; another merchant may have the same", async () => {
  const { name } = await create({ name: "Événement" });
  for (const taken of [name, ` ${name}\t`, name.normalize("NFD")]) {
    const answer = await send("POST", path, { name: taken });
    assert.deepEqual([answer.status, errorOf(answer).code], [400, "EVENT_TYPE_EXISTS"], taken);
  }
  await create({ name: name.toUpperCase() });
  await create({ name }, "B");
});

test("of 16 concurrent creates with one name, one succeeds", async () => {
  const name = freshName();
  const answers = await Promise.all(Array.from({ length: 16 }, () => send("POST", path, { name })));
  const rejected = answers.filter((answer) => answer.status !== 201);
  assert.equal(rejected.length, 15);
  assert.ok(rejected.every((answer) => answer.status === 400 && errorOf(answer).code === "EVENT_TYPE_EXISTS"));
});

test("a deleted event type is gone and its name can be used again", async () => {
  const eventType = await create();
  const deleted = await send("DELETE", `${path}/${eventType.id}`);
  assert.equal(deleted.status, 200);
  assert.deepEqual(deleted.body.payload, eventType);
  for (const method of ["GET", "DELETE"]) {
    const answer = await send(method, `${path}/${eventType.id}`);
    assert.deepEqual([answer.status, errorOf(answer).code], [404, "EVENT_TYPE_NOT_FOUND"]);
  }
  assert.notEqual((await create({ name: eventType.name })).id, eventType.id);
});

test("an event type that any table refers to cannot be deleted, also when both happen at once", async () => {
  const owner = new pg.Client({ connectionString: api.connectionString });
  await owner.connect();
  try {
    await owner.query(`create table metered_thing (
      merchant_id uuid not null, event_type_id uuid not null,
      foreign key (merchant_id, event_type_id) references event_type (merchant_id, id))`);
    const { merchantId } = api.merchants.A;
    const use = (id: string) => owner.query("insert into metered_thing values ($1, $2)", [merchantId, id]);
    const used = await create();
    await use(used.id);
    const rejected = await send("DELETE", `${path}/${used.id}`);
    assert.deepEqual([rejected.status, errorOf(rejected).code], [400, "EVENT_TYPE_IN_USE"]);
    assert.deepEqual((await send("GET", `${path}/${used.id}`)).body.payload, used);

    // The deletion waits for a reference that is not committed yet.
    const racing = await create();
    await owner.query("begin");
    await use(racing.id);
    const deletion = send("DELETE", `${path}/${racing.id}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
    await owner.query("commit");
    assert.equal(errorOf(await deletion).code, "EVENT_TYPE_IN_USE");

    await owner.query("delete from metered_thing");
    assert.equal((await send("DELETE", `${path}/${used.id}`)).status, 200);
  } finally {
    await owner.query("drop table if exists metered_thing");
    await owner.end();
  }
});

test("ISO-1, UID-1: foreign and unknown ids answer the same 404; a malformed one too, or 400 where the row lists it", async () => {
  const foreign = await create({}, "B");
  for (const method of ["GET", "DELETE"]) {
    const unknown = withoutRequestId(await send(method, `${path}/${unknownId}`));
    assert.equal(unknown.status, 404);
    assert.deepEqual(withoutRequestId(await send(method, `${path}/${foreign.id}`)), unknown);
    for (const id of malformedIds) {
      const answer = await send(method, `${path}/${id}`);
      if (method === "GET") assert.deepEqual(withoutRequestId(answer), unknown, id.slice(0, 40));
      else assert.deepEqual([answer.status, errorOf(answer).code], [400, "INVALID_ID"], id.slice(0, 40));
    }
  }
  assert.deepEqual((await send("GET", `${path}/${foreign.id}`, undefined, "B")).body.payload, foreign);
  assert.ok((await list("limit=1000")).data.every(({ id }) => id !== foreign.id));
});

test("a read-only key may read but not write", async () => {
  const { id } = await create();
  const key = api.merchants.A.readKey;
  for (const url of [path, `${path}/${id}`]) assert.equal((await api.request("GET", url, { key })).status, 200);
  const rejected = [
    await api.request("POST", path, { key, body: {} }),
    await api.request("DELETE", `${path}/${id}`, { key }),
    await api.request("DELETE", `${path}/abc`, { key }),
  ];
  for (const answer of rejected) assert.deepEqual([answer.status, errorOf(answer).code], [403, "KEY_READ_ONLY"]);
});

test("FIL-1: filters agree with the full list; others are rejected; pages hold every event type once", async () => {
  await create({ name: "Filter 50% off", aggregation: "MAX" });
  await create({ name: "filter_x", aggregation: "LAST" });
  const { data } = await list("limit=1000");
  const reference: Readonly<Record<string, (eventType: EventType) => boolean>> = {
    'name:eq:"filter_x"': ({ name }) => name === "filter_x",
    'name:neq:"filter_x"': ({ name }) => name !== "filter_x",
    "name:like:FILTER": ({ name }) => name.toLowerCase().includes("filter"),
    "name:like:_": ({ name }) => name.includes("_"),
    "name:nlike:50% o": ({ name }) => !name.includes("50% o"),
    "name:in:filter_x|API call": ({ name }) => ["filter_x", "API call"].includes(name),
    "name:nin:filter_x;API call": ({ name }) => !["filter_x", "API call"].includes(name),
    "name:isnull": () => false,
    "name:isnotnull": () => true,
    "aggregation:eq:MAX": ({ aggregation }) => aggregation === "MAX",
    "aggregation:nin:MAX|SUM": ({ aggregation }) => !["MAX", "SUM"].includes(aggregation),
    "name:like:filter,aggregation:eq:LAST": ({ name, aggregation }) => /filter/i.test(name) && aggregation === "LAST",
  };
  for (const [filter, matches] of Object.entries(reference)) {
    const found = await list(`limit=1000&filter=${encodeURIComponent(filter)}`);
    assert.deepEqual(found.data, data.filter(matches), filter);
  }
  for (const [query, code] of [
    ["filter=aggregation:eq:AVG", "FILTER_VALUE_INVALID"],
    ["filter=aggregation:like:S", "FILTER_RULE_NOT_ALLOWED"],
    ["filter=unitName:eq:x", "FILTER_FIELD_UNKNOWN"],
    ["limit=0", "LIMIT_INVALID"],
  ] as const) {
    const answer = await send("GET", `${path}?${query}`);
    assert.deepEqual([answer.status, errorOf(answer).code], [400, code], query);
  }
  const walked: EventType[] = [];
  for (let page = 1; walked.length < data.length; page += 1) walked.push(...(await list(`limit=5&page=${page}`)).data);
  assert.deepEqual(walked, data);
});
