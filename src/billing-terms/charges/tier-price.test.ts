import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { runs } from "../../../test/support/case-counts.ts";
import { decimal, flatPrice, unitPrice } from "../../../test/support/terms.ts";
import { ratioFromDecimal } from "../../kernel/decimal.ts";
import { compareRatios, ratio, subtractRatios } from "../../kernel/ratio.ts";
import { exactText } from "../../kernel/ratio-text.ts";
import type { AmountType, Price, TierBoundary } from "../billing-term.ts";
import { priceOfChange, priceOfQuantity } from "./tier-price.ts";

type Tier = readonly [tierMinimum: string, amount: string, amountType?: AmountType];

function tiered(pricingType: Price["pricingType"], tiers: readonly Tier[], parts: Partial<Price> = {}): Price {
  const pricing = tiers.map(([tierMinimum, amount, amountType = "PER_ITEM"], tier) => {
    return { tier, amount, amountType, tierMinimum };
  });
  return flatPrice("0", { pricingType, pricing, ...parts });
}

const cost = (price: Price, quantity: string) => exactText(priceOfQuantity(price, ratioFromDecimal(quantity)).amount);

const steps: readonly Tier[] = [
  ["0", "10"],
  ["100", "8"],
  ["1000", "5"],
];

describe("the price of a quantity", () => {
  // PRE-3: at a bound, beside it, nothing, parts and a great many.
  for (const [quantity, graduated, upper, lower] of [
    ["0", "0", "0", "0"],
    ["0.5", "5", "5", "5"],
    ["99.999999999999", "999.99999999999", "999.99999999999", "999.99999999999"],
    ["100", "1000", "800", "1000"],
    ["100.000000000001", "1000.000000000008", "800.000000000008", "800.000000000008"],
    ["999.5", "8196", "7996", "7996"],
    ["1000", "8200", "5000", "8000"],
    ["1000.000000000001", "8200.000000000005", "5000.000000000005", "5000.000000000005"],
    ["1000000000000", "5000000003200", "5000000000000", "5000000000000"],
    ["-3", "0", "0", "0"],
  ] as const) {
    test(`of ${quantity} in tiers from 0, 100 and 1000`, () => {
      assert.equal(cost(tiered("TIERED", steps), quantity), graduated);
      assert.equal(cost(tiered("TIERED", steps, { tierBoundary: "LOWER" }), quantity), graduated);
      assert.equal(cost(tiered("VOLUME", steps), quantity), upper);
      assert.equal(cost(tiered("VOLUME", steps, { tierBoundary: "LOWER" }), quantity), lower);
    });
  }

  test("in tiers adds the flat amount of each tier that is entered, of tier 0 also at quantity zero", () => {
    const price = tiered("TIERED", [
      ["0", "100", "TOTAL_INVOICE"],
      ["5", "50", "TOTAL_INVOICE"],
      ["10", "5"],
    ]);
    assert.deepEqual(
      ["0", "5", "5.1", "10", "12"].map((quantity) => cost(price, quantity)),
      ["100", "100", "150", "150", "160"],
    );
  });

  test("by volume has the flat amount of the matching tier, on its boundary as well", () => {
    const tiers: readonly Tier[] = [
      ["0", "100", "TOTAL_INVOICE"],
      ["5", "50", "TOTAL_INVOICE"],
    ];
    const costs = (tierBoundary: TierBoundary) =>
      ["0", "4.9", "5", "6"].map((quantity) => cost(tiered("VOLUME", tiers, { tierBoundary }), quantity));
    assert.deepEqual(costs("UPPER"), ["100", "100", "50", "50"]);
    assert.deepEqual(costs("LOWER"), ["100", "100", "100", "50"]);
  });

  test("in packages counts started ones, and one at quantity zero only where configured", () => {
    const price = (minimumPackages: 0 | 1) => tiered("PACKAGE", [["0", "5"]], { packageSize: "2.5", minimumPackages });
    const costs = (minimum: 0 | 1) => ["0", "0.000000000001", "2.5", "2.6"].map((q) => cost(price(minimum), q));
    assert.deepEqual(costs(0), ["0", "5", "5", "10"]);
    assert.deepEqual(costs(1), ["5", "5", "5", "10"]);
  });

  test("lists the charge of each tier", () => {
    assert.deepEqual(priceOfQuantity(tiered("TIERED", steps), ratioFromDecimal("100.5")).tiers(), [
      { tier: 0, quantity: "100", unitPrice: "10", amount: "1000" },
      { tier: 1, quantity: "0.5", unitPrice: "8", amount: "4" },
    ]);
    assert.deepEqual(priceOfChange(tiered("VOLUME", steps), ratio(90), ratio(110)).tiers(), [
      { tier: 0, quantity: "-90", unitPrice: "10", amount: "-900" },
      { tier: 1, quantity: "110", unitPrice: "8", amount: "880" },
    ]);
  });
});

// A slow second calculation: one unit of the smallest size after the other, each asked for its tier.
function unitByUnit(price: Price, units: number): bigint {
  const { pricing, pricingType, tierBoundary } = price;
  const tierOf = (unit: number, boundary: TierBoundary) => {
    let chosen = 0;
    for (const [index, { tierMinimum }] of pricing.entries()) {
      const minimum = Number(tierMinimum);
      if (boundary === "UPPER" ? unit >= minimum : unit > minimum) chosen = index;
    }
    return chosen;
  };
  const amountOf = (index: number) => BigInt(pricing[index]?.amount ?? "0");
  const isFlat = (index: number) => pricing[index]?.amountType === "TOTAL_INVOICE";
  if (pricingType === "VOLUME") {
    const tier = tierOf(units, tierBoundary);
    return isFlat(tier) ? amountOf(tier) : amountOf(tier) * BigInt(units);
  }
  let total = isFlat(0) ? amountOf(0) : 0n;
  const entered = new Set([0]);
  for (let unit = 0; unit < units; unit++) {
    const tier = tierOf(unit, "UPPER");
    if (!isFlat(tier)) total += amountOf(tier);
    else if (!entered.has(tier)) total += amountOf(tier);
    entered.add(tier);
  }
  return total;
}

const anyTiered: fc.Arbitrary<Price> = fc
  .record({
    pricingType: fc.constantFrom("TIERED" as const, "VOLUME" as const),
    tierBoundary: fc.constantFrom<TierBoundary>("UPPER", "LOWER"),
    bounds: fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 5 }),
    amounts: fc.array(fc.tuple(fc.nat(500), fc.boolean()), { minLength: 6, maxLength: 6 }),
  })
  .map(({ pricingType, tierBoundary, bounds, amounts }) => {
    const minimums = [0, ...bounds.toSorted((a, b) => a - b)];
    const tiers = minimums.map((minimum, index): Tier => {
      const [amount, isFlat] = amounts[index] ?? [0, false];
      return [String(minimum), String(amount), isFlat ? "TOTAL_INVOICE" : "PER_ITEM"];
    });
    return tiered(pricingType, tiers, { tierBoundary });
  });

test("property: PRE-3: tiers equal a calculation unit by unit, and the listed tiers sum to the amount", () => {
  fc.assert(
    fc.property(anyTiered, fc.nat(70), (price, units) => {
      const { amount, tiers } = priceOfQuantity(price, ratio(units));
      assert.equal(compareRatios(amount, ratio(unitByUnit(price, units))), 0);
      assert.equal(
        tiers().reduce((sum, tier) => sum + BigInt(tier.amount), 0n),
        unitByUnit(price, units),
      );
    }),
    { numRuns: runs(500) },
  );
});

test("property: the price of a change is the difference of two prices", () => {
  const quantities = fc.nat(7_000).map((parts) => ratioFromDecimal(decimal(parts, 2)));
  fc.assert(
    fc.property(anyTiered, quantities, quantities, (price, from, to) => {
      const { amount } = priceOfChange(price, from, to);
      const [before, after] = [priceOfQuantity(price, from).amount, priceOfQuantity(price, to).amount];
      assert.equal(exactText(amount), exactText(subtractRatios(after, before)));
    }),
  );
});

test("a unit price is one tier", () => {
  assert.equal(cost(unitPrice("0.000000000001", "1"), "1000000000000"), "1");
});
