import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type ContractClient, contractClient } from "../support/contract-client.ts";

let api: TestApi;
let client: ContractClient;
before(async () => {
  api = await startApi();
  client = await contractClient(api, api.merchants.A);
});
after(() => api.close());

const patch = (id: string, body: object) => client.send("PATCH", `/v3/contracts/${id}`, body);
const patched = async (id: string, body: object): Promise<Json> => {
  const answer = await patch(id, body);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body.payload;
};
const rejectedWith = async (body: object): Promise<unknown[]> => {
  const { status, body: answer } = await client.send("POST", "/v3/contracts", { name: "Rejected", ...body });
  const issues = (answer.error.details.issues ?? []).map((issue: Json) => `${issue.path} ${issue.code}`).toSorted();
  return [status, answer.error.errorCode, ...issues];
};
const auditOf = async (id: string): Promise<Json[]> => {
  const { body } = await client.send("GET", `/v3/audit-log?filter=entityId:eq:${id}`);
  return body.payload.data.map(({ changes }: Json) => changes);
};

test("metadata of an external id is kept when it is not sent, replaced when it is, and cleared by null", async () => {
  const metadata = { region: "EU", nested: { a: [1, null], b: 1.5 }, dropped: null };
  const { id, externalIds } = await client.create({
    externalIds: [
      { externalId: "1", sourceType: "ERP_A", metadata },
      { externalId: "2", sourceType: "CRM_A" },
    ],
  });
  const kept = { region: "EU", nested: { a: [1, null], b: 1.5 } };
  assert.deepEqual(externalIds, [
    { externalId: "2", sourceType: "CRM_A" },
    { externalId: "1", sourceType: "ERP_A", metadata: kept },
  ]);
  const entryAfter = async (entry: object) =>
    (await patched(id, { externalIds: [{ sourceType: "ERP_A", ...entry }] })).externalIds[1];
  assert.deepEqual(await entryAfter({ externalId: "3" }), { externalId: "3", sourceType: "ERP_A", metadata: kept });
  assert.deepEqual((await entryAfter({ externalId: "3", metadata: { tier: 1 } })).metadata, { tier: 1 });
  assert.deepEqual((await entryAfter({ externalId: "3", metadata: {} })).metadata, {});
  assert.deepEqual(await entryAfter({ externalId: "3", metadata: null }), { externalId: "3", sourceType: "ERP_A" });
  assert.deepEqual((await client.get(id)).externalIds, [
    { externalId: "2", sourceType: "CRM_A" },
    { externalId: "3", sourceType: "ERP_A" },
  ]);
});

test("the same metadata in another order changes nothing and leaves no change in the audit log", async () => {
  const first = { externalId: "1", sourceType: "ERP_A", metadata: { zone: 0, a: { y: 1, x: [2] } } };
  const second = { externalId: "2", sourceType: "CRM_A" };
  const before = await client.create({ externalIds: [first, second] });
  const reordered = { metadata: { a: { x: [2], y: 1 }, zone: -0 }, sourceType: "ERP_A", externalId: "1" };
  for (const body of [
    { externalIds: [second, reordered] },
    { externalIds: [{ sourceType: "ERP_A", externalId: "1" }], sourceType: "CRM_A", externalId: "2" },
    { externalId: reordered },
  ]) {
    assert.deepEqual(await patched(before.id, body), before);
    assert.deepEqual((await auditOf(before.id))[0], []);
  }
  assert.deepEqual(await client.get(before.id), before);
});

test("externalId is a string beside sourceType, or an object with all fields", async () => {
  const whole = { externalId: "9", sourceType: "BILLING_A", metadata: { plan: "gold" } };
  const { id, externalIds } = await client.create({
    externalIds: [{ externalId: "1", sourceType: "ERP_A" }],
    externalId: whole,
  });
  assert.deepEqual(externalIds, [whole, { externalId: "1", sourceType: "ERP_A" }]);
  const after = await patched(id, { externalId: { externalId: "10", sourceType: "BILLING_A" } });
  assert.deepEqual(after.externalIds[0], { ...whole, externalId: "10" });
});

const entry = { externalId: "1", sourceType: "ERP_A" };
for (const [what, body, expected] of [
  [
    "the same source type in both forms",
    { externalIds: [entry], externalId: entry },
    ["VALIDATION_FAILED", "/externalId/sourceType DUPLICATE_SOURCE_TYPE"],
  ],
  [
    "the same source type in the list and the pair",
    { externalIds: [entry], externalId: "2", sourceType: "ERP_A" },
    ["VALIDATION_FAILED", "/sourceType DUPLICATE_SOURCE_TYPE"],
  ],
  [
    "a sourceType beside an entry",
    { externalId: entry, sourceType: "CRM_A" },
    ["VALIDATION_FAILED", "/sourceType CONFLICT"],
  ],
  ["half an entry", { externalId: { externalId: "1" } }, ["VALIDATION_FAILED", "/externalId/sourceType REQUIRED"]],
  [
    "an entry with another field",
    { externalId: { ...entry, id: "1" } },
    ["VALIDATION_FAILED", "/externalId/id UNKNOWN_FIELD"],
  ],
  ["an empty text", { externalId: "", sourceType: "ERP_A" }, ["VALIDATION_FAILED", "/externalId LENGTH"]],
  [
    "metadata that is no object",
    { externalIds: [{ ...entry, metadata: [] }] },
    ["VALIDATION_FAILED", "/externalIds/0/metadata TYPE"],
  ],
  [
    "keys of no length",
    {
      externalIds: [{ ...entry, metadata: { "": 1 } }],
      externalId: { externalId: "2", sourceType: "CRM_A", metadata: { "": 1 } },
    },
    ["VALIDATION_FAILED", "/externalId/metadata/ LENGTH", "/externalIds/0/metadata/ LENGTH"],
  ],
  [
    "metadata that is too deep",
    { externalId: { ...entry, metadata: nested(33) } },
    ["JSON_TOO_DEEP", "/externalId/metadata JSON_TOO_DEEP"],
  ],
  [
    "metadata that is too large",
    { externalIds: [{ ...entry, metadata: { k: "x".repeat(16_384 - '{"k":""}'.length + 1) } }] },
    ["METADATA_TOO_LARGE"],
  ],
] as const) {
  test(`${what} is rejected`, async () => {
    assert.deepEqual(await rejectedWith(body), [400, ...expected]);
  });
}

function nested(depth: number): Json {
  return depth === 0 ? 1 : { a: nested(depth - 1) };
}

test("metadata up to the limits is accepted; a number that would lose digits is not", async () => {
  const { id } = await client.create();
  for (const metadata of [{ k: "x".repeat(16_384 - '{"k":""}'.length) }, nested(32)]) {
    assert.deepEqual((await patched(id, { externalId: { ...entry, metadata } })).externalIds[0].metadata, metadata);
  }
  for (const [method, path, name] of [
    ["POST", "/v3/contracts", '"name":"A",'],
    ["PATCH", `/v3/contracts/${id}`, ""],
  ] as const) {
    const response = await fetch(`${api.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${client.merchant.writeKey}`, "content-type": "application/json" },
      body: `{${name}"externalIds":[{"externalId":"1","sourceType":"ERP_A","metadata":{"n":9007199254740993}}]}`,
    });
    const { error } = (await response.json()) as Json;
    assert.deepEqual(
      [response.status, error.details.issues.map((issue: Json) => `${issue.path} ${issue.code}`)],
      [400, ["/externalIds/0/metadata/n NUMBER_NOT_EXACT"]],
    );
  }
});
