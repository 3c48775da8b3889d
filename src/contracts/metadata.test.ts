import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { isTooLarge, keysOfWrongLength, type Metadata, mergeMetadata, metadataBytes } from "./metadata.ts";

test("a value sets or replaces its key, null removes it, other keys stay", () => {
  const merged = mergeMetadata({ kept: 1, replaced: 2, removed: 3 }, { replaced: "two", removed: null, added: [4] });
  assert.deepEqual(merged, { kept: 1, replaced: "two", added: [4] });
});

test("a nested object replaces the old one, nulls inside it are kept", () => {
  assert.deepEqual(mergeMetadata({ a: { x: 1, y: 2 } }, { a: { x: null } }), { a: { x: null } });
});

test("absent metadata is an empty object, never null", () => {
  assert.deepEqual(mergeMetadata(null, {}), {});
  assert.deepEqual(mergeMetadata({ a: 1 }, { a: null, missing: null }), {});
});

test("keys such as __proto__ and toString are ordinary keys", () => {
  assert.deepEqual(mergeMetadata({ a: 1 }, { constructor: "ACME", toString: 1 }), {
    a: 1,
    constructor: "ACME",
    toString: 1,
  });
  assert.deepEqual(mergeMetadata({ toString: 1 }, { a: 1 }), { toString: 1, a: 1 });
});

for (const character of ["a", "é", "€", "😀", '"', "\n", "\u0001"]) {
  test(`16,384 bytes of ${JSON.stringify(character)} fit and one more does not`, () => {
    const unit = metadataBytes({ k: character }) - metadataBytes({ k: "" });
    const room = 16_384 - metadataBytes({ k: "" });
    const full = { k: character.repeat(Math.floor(room / unit)) + "x".repeat(room % unit) };
    assert.equal(metadataBytes(full), 16_384);
    assert.equal(isTooLarge(full, full), false);
    const over = { k: `${full.k}x` };
    assert.equal(isTooLarge(over, over), true);
  });
}

test("removals are accepted at any size; a smaller value that leaves too much is not", () => {
  const stored = { a: "x".repeat(20_000), b: 1 };
  assert.equal(isTooLarge(mergeMetadata(stored, { b: null }), { b: null }), false);
  const smaller = { a: "x".repeat(19_000) };
  assert.equal(isTooLarge(mergeMetadata(stored, smaller), smaller), true);
});

test("a key needs 1 to 255 characters to be set, and none to be removed", () => {
  const patch = { "": 1, ["😀".repeat(255)]: 1, ["x".repeat(256)]: 1, ["y".repeat(256)]: null, ok: 1 };
  assert.deepEqual(keysOfWrongLength(patch), ["", "x".repeat(256)]);
});

const objects: fc.Arbitrary<Metadata> = fc.dictionary(
  fc.constantFrom("a", "b", "c", "constructor"),
  fc.oneof(fc.constant(null), fc.jsonValue()),
  { noNullPrototype: true },
);

test("property: two merges equal one merge with the later value of each key", () => {
  fc.assert(
    fc.property(objects, objects, objects, (stored, first, second) => {
      assert.deepEqual(
        mergeMetadata(mergeMetadata(stored, first), second),
        mergeMetadata(stored, { ...first, ...second }),
      );
    }),
  );
});

test("property: a second merge of the same changes nothing", () => {
  fc.assert(
    fc.property(objects, objects, (stored, patch) => {
      const once = mergeMetadata(stored, patch);
      assert.deepEqual(mergeMetadata(once, patch), once);
    }),
  );
});
