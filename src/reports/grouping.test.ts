import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type Belonging, byName, type Group, grouped, merged } from "./grouping.ts";

const nowhere: Belonging = { contractId: null, customerId: null, categoryId: null, productId: null };
const facts = (ids: readonly (string | null)[]) => ids.map((categoryId) => ({ ...nowhere, categoryId }));

async function* inTurn<T>(groups: readonly Group<T>[]) {
  yield* groups;
}

test("rows of two sources are merged into one list, each key once", async () => {
  const ids = fc.array(fc.option(fc.constantFrom("a", "b", "c", "d", "e")), { maxLength: 12 });
  const allNames = fc.array(fc.string({ unit: "binary", maxLength: 2 }), { minLength: 5, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(ids, ids, allNames, async (some, others, texts) => {
      const names = new Map(["a", "b", "c", "d", "e"].map((id, place) => [id, texts[place] ?? ""]));
      const groupsOf = (of: readonly (string | null)[]) => grouped("category", facts(of), names);
      const found = await Array.fromAsync(merged(inTurn(groupsOf(some)), groupsOf(others)));
      assert.deepEqual(found, groupsOf([...some, ...others]));
    }),
  );
});

test("rows are sorted by the bytes of their names, as in the database", () => {
  const row = fc.record({ id: fc.constant("id"), name: fc.string({ unit: "binary" }) });
  fc.assert(
    fc.property(row, row, (one, other) => {
      const bytes = Buffer.compare(Buffer.from(one.name), Buffer.from(other.name));
      assert.equal(Math.sign(byName(one, other)), bytes);
    }),
    {
      examples: [
        [
          { id: "id", name: "ﬀ" },
          { id: "id", name: "😀" },
        ],
      ],
    },
  );
});
