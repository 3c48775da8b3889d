import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { api, create, payloadOf, rejection, send, useContractRecords } from "../support/contract-records.ts";

useContractRecords();

describe("metadata", () => {
  const path = (id: string) => `/v3/contracts/${id}/metadata`;
  const merge = (id: string, metadata: unknown) => send("PATCH", path(id), { metadata });
  const stored = async (id: string) => payloadOf<{ metadata: unknown }>(await send("GET", path(id))).metadata;

  test("MET-4: the seven rules of the merge", async () => {
    const { id } = await create();
    assert.deepEqual(payloadOf(await send("GET", path(id))), { contractId: id, metadata: null });
    const steps: readonly (readonly [Record<string, unknown>, Record<string, unknown>])[] = [
      [{}, {}],
      [
        { a: 1, b: { x: 1, y: 2 }, c: [1] },
        { a: 1, b: { x: 1, y: 2 }, c: [1] },
      ],
      [
        { b: { x: null }, a: "one" },
        { a: "one", b: { x: null }, c: [1] },
      ],
      [
        { a: null, missing: null },
        { b: { x: null }, c: [1] },
      ],
      [{ b: null, c: null }, {}],
      [
        { constructor: "ACME", toString: 1, "a.b": 1, $ref: 1, "0": 1, "~/": 1 },
        { constructor: "ACME", toString: 1, "a.b": 1, $ref: 1, "0": 1, "~/": 1 },
      ],
    ];
    for (const [sent, expected] of steps) {
      const answer = await merge(id, sent);
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      assert.deepEqual(payloadOf(answer), { contractId: id, metadata: expected });
      assert.deepEqual(await stored(id), expected);
    }
    for (const _ of ["first", "again"]) {
      const cleared = await send("DELETE", path(id));
      assert.deepEqual([cleared.status, payloadOf(cleared)], [200, { contractId: id, metadata: null }]);
    }
    assert.deepEqual(payloadOf<{ metadata: unknown }>(await merge(id, { z: null })).metadata, {});
  });

  for (const character of ["a", "é", "€", "😀", '"', "\n", "\u0001"]) {
    test(`MET-1: 16,384 bytes of ${JSON.stringify(character)} fit and one more does not`, async () => {
      const size = (value: unknown) => Buffer.byteLength(JSON.stringify(value));
      const unit = size(character) - 2;
      const room = 16_384 - size({ kept: 1, k: "" });
      const text = character.repeat(Math.floor(room / unit)) + "x".repeat(room % unit);
      const { id } = await create({ metadata: { kept: 1 } });
      assert.equal(size({ kept: 1, k: text }), 16_384);
      assert.deepEqual(rejection(await merge(id, { k: `${text}x` })), [400, "METADATA_TOO_LARGE"]);
      assert.deepEqual(await stored(id), { kept: 1 });
      assert.equal((await merge(id, { k: text })).status, 200);
      assert.deepEqual(await stored(id), { kept: 1, k: text });
      assert.deepEqual(rejection(await merge(id, { one: 1 })), [400, "METADATA_TOO_LARGE"]);
      const created = await send("POST", "/v3/contracts", { name: "A", metadata: { kept: 1, k: `${text}x` } });
      assert.deepEqual(rejection(created), [400, "METADATA_TOO_LARGE"]);
    });
  }

  test("MET-2: any number of keys can be removed, whatever the size", async () => {
    const { id } = await create({ metadata: { key0: 1, stays: 2 } });
    const removals = Object.fromEntries(Array.from({ length: 1_500 }, (_, index) => [`key${index}`, null]));
    assert.ok(JSON.stringify(removals).length > 20_000);
    assert.deepEqual(payloadOf(await merge(id, { ...removals, set: 3 })), {
      contractId: id,
      metadata: { stays: 2, set: 3 },
    });
    assert.equal((await merge(id, removals)).status, 200);
  });

  test("MET-5: JSON values are returned as they were sent", async () => {
    const { id } = await create();
    const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`k${index}`, index]));
    assert.equal((await merge(id, many)).status, 200);
    assert.deepEqual(await stored(id), many);
    await send("DELETE", path(id));
    const body = '{"metadata":{"a":1.10,"b":1e21,"c":-0,"d":1.5e-7,"nested":{"":[true,false,null,{}]}}}';
    assert.equal((await send("PATCH", path(id), JSON.parse(body))).status, 200);
    assert.deepEqual(await stored(id), { a: 1.1, b: 1e21, c: 0, d: 1.5e-7, nested: { "": [true, false, null, {}] } });
  });

  test("a value that cannot be stored exactly is rejected", async () => {
    const { id } = await create({ metadata: { kept: 1 } });
    const key = api.merchants.A.writeKey;
    const raw = async (text: string) => {
      const response = await fetch(`${api.url}${path(id)}`, {
        method: "PATCH",
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        body: text,
      });
      return rejection({ status: response.status, body: await response.json() });
    };
    const nested = (depth: number) => `{"metadata":${'{"a":'.repeat(depth)}1${"}".repeat(depth + 1)}`;
    assert.deepEqual(await raw('{"metadata":{"big":9007199254740993,"in":[1e400]}}'), [
      400,
      "VALIDATION_FAILED",
      "/metadata/big NUMBER_NOT_EXACT",
      "/metadata/in/0 NUMBER_NOT_EXACT",
    ]);
    assert.deepEqual((await raw(nested(33))).slice(0, 2), [400, "JSON_TOO_DEEP"]);
    assert.equal((await raw('{"metadata":{"__proto__":1}}'))[1], "FORBIDDEN_KEY");
    assert.equal((await raw('{"metadata":{"constructor":{"prototype":1}}}'))[1], "FORBIDDEN_KEY");
    assert.deepEqual(await raw('{"metadata":[]}'), [400, "VALIDATION_FAILED", "/metadata TYPE"]);
    assert.deepEqual(await raw('{"metadata":null}'), [400, "VALIDATION_FAILED", "/metadata TYPE"]);
    assert.deepEqual(await raw('{"a":1}'), [400, "VALIDATION_FAILED", "/a UNKNOWN_FIELD", "/metadata REQUIRED"]);
    assert.deepEqual(await raw(`{"metadata":{"":1,"${"x".repeat(256)}":1}}`), [
      400,
      "VALIDATION_FAILED",
      `/metadata/ LENGTH`,
      `/metadata/${"x".repeat(256)} LENGTH`,
    ]);
    assert.deepEqual(await stored(id), { kept: 1 });
    assert.equal((await send("PATCH", path(id), JSON.parse(nested(32)))).status, 200);
  });

  test("MET-6: concurrent merges lose no key and never exceed the limit", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await create();
      const answers = await Promise.all(Array.from({ length: 16 }, (_, index) => merge(id, { [`k${index}`]: index })));
      assert.ok(answers.every(({ status }) => status === 200));
      assert.equal(Object.keys((await stored(id)) as object).length, 16);
    }
    const { id } = await create();
    const half = "x".repeat(9_000);
    const pair = await Promise.all([merge(id, { a: half }), merge(id, { b: half })]);
    assert.deepEqual(pair.map(({ status }) => status).toSorted(), [200, 400]);
    assert.equal(Object.keys((await stored(id)) as object).length, 1);
  });
});
