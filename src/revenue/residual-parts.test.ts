import assert from "node:assert/strict";
import { test } from "node:test";
import { usd } from "../../test/support/terms.ts";
import { formatMoney, negate } from "../kernel/money.ts";
import { type BeyondChange, filledGaps, residualParts } from "./residual-parts.ts";

const inception = { at: "", from: null, reason: { of: "INCEPTION" } } as const;

test("a termination that removes more than the excess of stated prices leaves the rest to the residual", () => {
  // 300.00 are billed of a term that ended, of which 500.00 were stated and are 125.00 since.
  const changes: readonly BeyondChange[] = [
    { ...inception, residualId: "residual", amount: usd(30_000) },
    { ...inception, residualId: null, amount: negate(usd(50_000)) },
  ];
  const { filled, rest } = filledGaps(changes, usd(37_500));
  assert.deepEqual(
    [filled.get(""), rest].map((amount) => formatMoney(amount ?? usd(0))),
    ["200.00", "175.00"],
  );
  const left = { ...inception, residualId: null, amount: rest };
  const parts = residualParts([left, ...changes], new Map([["residual", null]]), filled, "USD");
  assert.deepEqual(
    parts.get("residual")?.map(({ amount }) => formatMoney(amount)),
    ["175.00"],
  );
});
