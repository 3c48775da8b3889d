import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { shareOfClose } from "../../console/src/screens/close/share-of-close.ts";

test("the progress of a close follows its estimate, slows down when it takes longer, and is complete only at the end", () => {
  const shares = [0, 1_000, 3_000, 4_800, 6_000, 12_000].map((elapsed) => shareOfClose(elapsed, 2_000));
  assert.deepEqual(shares, [0, 10, 30, 48, 60, 97]);
  assert.equal(shareOfClose(1_000, undefined), undefined);
  const span = fc.integer({ min: 0, max: 20_000 });
  fc.assert(
    fc.property(span, span, fc.integer({ min: 1, max: 5_000 }), (a, b, took) => {
      const [first, then] = [shareOfClose(Math.min(a, b), took) ?? 0, shareOfClose(Math.max(a, b), took) ?? 0];
      assert(first <= then);
      assert(first >= 0);
    }),
  );
});
