import assert from "node:assert/strict";
import { test } from "node:test";
import { day } from "../../../test/support/terms.ts";
import { oneRatio, ratio } from "../../kernel/ratio.ts";
import { exactText } from "../../kernel/ratio-text.ts";
import type { Discount } from "../billing-term.ts";
import { activeDiscounts, applyDiscounts, type Discountable } from "./discount.ts";

const percentage = (amount: string): Discount => ({ type: "PERCENTAGE", amount, note: null, start: null, end: null });
const fixed = (amount: string): Discount => ({ type: "FIXED", amount, note: null, start: null, end: null });

function taken(...parts: Discountable[]): string[] {
  const { net, appliedDiscounts } = applyDiscounts(parts);
  return [...appliedDiscounts.map(({ reduced }) => exactText(reduced)), exactText(net)];
}

test("percentages are deducted one after the other, then fixed discounts, down to zero at most", () => {
  const discounts = [fixed("100"), percentage("0.10"), percentage("0.50"), fixed("400")];
  assert.deepEqual(taken({ gross: ratio(1200), share: oneRatio, discounts }), ["120", "540", "100", "400", "40"]);
  assert.deepEqual(taken({ gross: ratio(1000), share: oneRatio, discounts }), ["100", "450", "100", "350", "0"]);
});

test("a line with several parts is discounted as one", () => {
  const discounts = [percentage("0.5"), fixed("60")];
  const parts = [
    { gross: ratio(10), share: ratio(1, 2), discounts },
    { gross: ratio(100), share: ratio(1, 2), discounts },
  ];
  assert.deepEqual(taken(...parts), ["55", "55", "0"]);
  assert.deepEqual(taken(...parts.map((part) => ({ ...part, discounts: [fixed("60")] }))), ["60", "50"]);
});

test("a discount applies to the periods that begin in its window", () => {
  const limited = { ...percentage("0.1"), start: day("2026-02-01"), end: day("2026-03-01") };
  const active = (text: string) => activeDiscounts([percentage("0.2"), limited], day(text)).length;
  assert.deepEqual(["2026-01-31", "2026-02-01", "2026-02-28", "2026-03-01"].map(active), [1, 2, 2, 1]);
});
