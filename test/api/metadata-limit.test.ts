import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import pg from "pg";
import { type ApiAnswer, type Json, startApi, type TestApi } from "../support/api.ts";

// Metadata beyond one patch at a time: what is there already, and what comes at the same moment.
// `ACCORD_METADATA_ROUNDS=1000` races longer.
const rounds = Number(process.env.ACCORD_METADATA_ROUNDS ?? 15);

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => api.close());

type Metadata = Record<string, unknown> | null;

async function contract(metadata?: object): Promise<string> {
  const answer = await api.request("POST", "/v3/contracts", {
    body: { name: "Tagged", ...(metadata && { metadata }) },
  });
  assert.equal(answer.status, 201);
  return answer.body.payload.id;
}
const path = (id: string) => `/v3/contracts/${id}/metadata`;
const patch = (id: string, metadata: unknown) => api.request("PATCH", path(id), { body: { metadata } });
const clear = (id: string) => api.request("DELETE", path(id));
const metadataOf = ({ status, body }: ApiAnswer): Metadata => {
  assert.equal(status, 200, JSON.stringify(body));
  return body.payload.metadata;
};
const stored = async (id: string) => metadataOf(await api.request("GET", path(id)));

/** Stores what no request could have: rows that came from a time with another limit. */
async function storeDirectly(id: string, metadata: object): Promise<void> {
  const client = new pg.Client({ connectionString: api.connectionString });
  await client.connect();
  try {
    await client.query("update contract set metadata = $1 where id = $2", [JSON.stringify(metadata), id]);
  } finally {
    await client.end();
  }
}

test("MET-3: metadata over the limit can shrink by removals, and otherwise change only to what fits", async () => {
  const id = await contract();
  const large = { a: "x".repeat(10_000), b: "y".repeat(10_000), c: "z".repeat(10_000) };
  await storeDirectly(id, large);
  const tooLarge = async (metadata: object) => {
    const { status, body } = await patch(id, metadata);
    assert.deepEqual([status, body.error.errorCode], [400, "METADATA_TOO_LARGE"]);
  };
  await tooLarge({ a: "smaller" });
  await tooLarge({ new: 1 });
  await tooLarge({ a: null, new: 1 });
  await tooLarge({ a: null, b: "y".repeat(9_000) });
  assert.deepEqual(await stored(id), large);
  assert.deepEqual(metadataOf(await patch(id, { a: null, missing: null })), { b: large.b, c: large.c });
  assert.deepEqual(metadataOf(await patch(id, { b: null, new: 1 })), { c: large.c, new: 1 });
});

test("MET-4: every combination of stored metadata and patch gives what the rules say", async () => {
  const del = "DELETE";
  const table: readonly (readonly [Metadata, object | typeof del, Metadata])[] = [
    [null, {}, {}],
    [null, { a: null }, {}],
    [null, { a: 1 }, { a: 1 }],
    [null, del, null],
    [{}, {}, {}],
    [{}, { a: null }, {}],
    [{}, del, null],
    [{ a: 1, b: 2 }, {}, { a: 1, b: 2 }],
    [{ a: 1, b: 2 }, { a: null }, { b: 2 }],
    [{ a: 1, b: 2 }, { a: null, b: null }, {}],
    [{ a: 1 }, { missing: null }, { a: 1 }],
    [{ a: 1 }, { a: { b: null } }, { a: { b: null } }],
    [{ a: { b: 1, c: 2 } }, { a: { b: null } }, { a: { b: null } }],
    [{ a: { b: 1 } }, { a: [null] }, { a: [null] }],
    [{ a: [1, 2] }, { a: [3] }, { a: [3] }],
    [{ a: 1 }, { a: false, b: 0, c: "", d: [], e: {} }, { a: false, b: 0, c: "", d: [], e: {} }],
    [{ a: 1 }, del, null],
  ];
  for (const [from, change, to] of table) {
    const id = await contract();
    if (from !== null) assert.deepEqual(metadataOf(await patch(id, from)), from);
    const what = `${JSON.stringify(from)} and ${JSON.stringify(change)}`;
    for (const _ of ["once", "again, which changes nothing more"]) {
      assert.deepEqual(metadataOf(change === del ? await clear(id) : await patch(id, change)), to, what);
      assert.deepEqual(await stored(id), to, what);
    }
    assert.deepEqual(metadataOf(await patch(id, { after: 1 })), { ...to, after: 1 }, what);
  }
});

test("MET-6: concurrent patches of 2 to 16 keys lose none", async () => {
  for (let round = 0; round < rounds; round += 1) {
    const id = await contract();
    const keys = Array.from({ length: 2 + (round % 15) }, (_, index) => `k${index}`);
    const answers = await Promise.all(keys.map((key) => patch(id, { [key]: round })));
    assertChain(answers.map(metadataOf));
    assert.deepEqual(await stored(id), Object.fromEntries(keys.map((key) => [key, round])));
  }
});

test("MET-6: concurrent patches and a removal of everything end as if one came after the other", async () => {
  for (let round = 0; round < rounds; round += 1) {
    const id = await contract({ before: 1 });
    const keys = Array.from({ length: 2 + (round % 7) }, (_, index) => `k${index}`);
    const requests = keys.map((key) => () => patch(id, { [key]: 1 }));
    const [cleared, ...patched] = await Promise.all([clear(id), ...requests.map((send) => send())]);
    assert.equal(metadataOf(cleared as ApiAnswer), null);
    const after = new Set(Object.keys((await stored(id)) ?? {}));
    assert.ok(!after.has("before"));
    const states = patched.map(metadataOf);
    const isAfter = (_: unknown, index: number) => after.has(keys[index] ?? "");
    const [later, earlier] = [states.filter(isAfter), states.filter((state, index) => !isAfter(state, index))];
    assertChain(later);
    assertChain([{ before: 1 }, ...earlier]);
    assert.equal(later.length, after.size);
  }
});

/** Each state has all of the one before and one key more, in some order of the states. */
function assertChain(states: readonly Metadata[]): void {
  const sorted = states.map((state) => new Set(Object.keys(state ?? {}))).toSorted((a, b) => a.size - b.size);
  for (const [index, keys] of sorted.entries()) {
    const smaller = sorted[index - 1] ?? new Set<string>();
    assert.ok(keys.size === index + 1 && keys.isSupersetOf(smaller), JSON.stringify(states));
  }
}

test("MET-6: of two concurrent patches that fit alone and not together one is rejected", async () => {
  for (let round = 0; round < rounds; round += 1) {
    const id = await contract();
    const half = "x".repeat(8_192 + round);
    const answers = await Promise.all([patch(id, { a: half }), patch(id, { b: half })]);
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 400]);
    const rejected: Json = answers.find(({ status }) => status === 400)?.body;
    assert.equal(rejected.error.errorCode, "METADATA_TOO_LARGE");
    assert.deepEqual(await stored(id), answers[0]?.status === 200 ? { a: half } : { b: half });
  }
});
