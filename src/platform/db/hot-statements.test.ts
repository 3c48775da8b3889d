import assert from "node:assert/strict";
import { test } from "node:test";
import { idArray } from "./columns.ts";
import { nameOfHot } from "./hot-statements.ts";

const often = Array.from({ length: 30 });
const ids = Array.from({ length: 2_000 }, () => "018f0000-0000-7000-8000-000000000000");

test("a frequent statement is prepared, under the same name each time", () => {
  const names = often.map(() => nameOfHot("select 1 where $1", ["a"]));
  assert.equal(names[0], undefined);
  assert.match(names.at(-1) ?? "", /^hot_/);
  assert.equal(nameOfHot("select 1 where $1", ["b"]), names.at(-1));
});

test("a statement with thousands of values is planned each time", () => {
  for (const values of [[ids], [idArray(ids)], [`{${ids.join(",")}}`]]) {
    const names = often.map(() => nameOfHot("select 1 where id = any($1)", values));
    assert.deepEqual(
      names.filter((name) => name !== undefined),
      [],
    );
  }
  // The same text with few values may be prepared.
  assert.match(often.map(() => nameOfHot("select 1 where id = any($1)", [ids.slice(0, 3)])).at(-1) ?? "", /^hot_/);
  assert.equal(nameOfHot("select 1 where id = any($1)", [ids]), undefined);
});
