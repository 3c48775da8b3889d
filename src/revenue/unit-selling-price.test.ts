import assert from "node:assert/strict";
import { test } from "node:test";
import { context } from "../../test/support/contract-facts.ts";
import { amended, day, seatTermOf, unitPrice, usd } from "../../test/support/terms.ts";
import { formatDay } from "../kernel/day.ts";
import { compareRatios, ratio } from "../kernel/ratio.ts";
import { shownDecimal } from "../kernel/ratio-text.ts";
import type { PricedAmount } from "./term-price.ts";
import { sellingPriceOfUnits } from "./unit-selling-price.ts";

/** Ten seats of 2026 at 10.00 a month, which sell for 2,400.00 alone: 20.00 a month each. */
const term = seatTermOf({
  interval: "MONTH",
  price: unitPrice("10", "10"),
  prorationPolicy: "MONTH",
  layers: [{ id: "price", effectiveFrom: day("2026-04-01"), price: unitPrice("15", "10"), bookMonth: null }],
  amendments: [
    amended("2026-07-01", { id: "more", delta: "5", prorationPolicy: "MONTH" }),
    amended("2026-10-01", { id: "alone", delta: "1", prorationPolicy: "MONTH" }),
  ],
});

const partsOf = (separate: readonly string[]) =>
  sellingPriceOfUnits(
    usd(2_400_00),
    term,
    {
      treatments: new Map(separate.map((id) => [id, "SEPARATE_CONTRACT"] as const)),
      isSeparate: ({ reason }: PricedAmount) => reason.of === "MODIFICATION" && separate.includes(reason.id),
    },
    context,
  )
    .filter(({ amount }) => amount.numerator !== 0n)
    .map(({ amount, from }) => `${from === null ? "whole service" : formatDay(from)} ${shownDecimal(amount)}`);

test("added units bring their selling price from their day on, whatever is charged for them", () => {
  assert.deepEqual(partsOf([]), ["whole service 240000", "2026-07-01 60000", "2026-10-01 6000"]);
});

test("the selling price of units is not rounded before it is used as a weight", () => {
  const third = {
    ...term,
    layers: [],
    amendments: [amended("2026-09-01", { id: "more", delta: "1", prorationPolicy: "MONTH" })],
  };
  const units = { treatments: new Map(), isSeparate: () => false };
  // Of 1.00 for ten seats of a year, a seat of four months is a thirtieth.
  const [, part] = sellingPriceOfUnits(usd(100), third, units, context);
  assert.equal(compareRatios(part?.amount ?? assert.fail(), ratio(100n, 30n)), 0);
});

test("units of a separate contract bring nothing", () => {
  assert.deepEqual(partsOf(["alone"]), ["whole service 240000", "2026-07-01 60000"]);
});
