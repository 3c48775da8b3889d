import assert from "node:assert/strict";
import { test } from "node:test";
import { checkMove } from "./hierarchy.ts";

const codes = (move: Parameters<typeof checkMove>[0]) => checkMove(move).map(({ code }) => code);

test("a customer cannot become a descendant of itself", () => {
  assert.deepEqual(codes({ customerId: "a", ancestorIds: ["a"], levelsBelow: 1 }), ["CYCLE"]);
  assert.deepEqual(codes({ customerId: "a", ancestorIds: ["b", "c", "a"], levelsBelow: 3 }), ["CYCLE"]);
});

test("five levels are accepted, six are not, wherever the sub-customers are", () => {
  assert.deepEqual(codes({ customerId: "a", ancestorIds: ["b", "c", "d", "e"], levelsBelow: 1 }), []);
  assert.deepEqual(codes({ customerId: "a", ancestorIds: ["b"], levelsBelow: 4 }), []);
  assert.deepEqual(codes({ customerId: "a", ancestorIds: ["b", "c", "d", "e", "f"], levelsBelow: 1 }), ["DEPTH"]);
  assert.deepEqual(codes({ customerId: "a", ancestorIds: ["b", "c"], levelsBelow: 4 }), ["DEPTH"]);
});
