import assert from "node:assert/strict";
import type { Price, PricingTier } from "../../src/billing-terms/billing-term.ts";
import { priceOfQuantity } from "../../src/billing-terms/charges/tier-price.ts";
import { required } from "../../src/kernel/assert.ts";
import { ratioFromDecimal } from "../../src/kernel/decimal.ts";
import { compareRatios } from "../../src/kernel/ratio.ts";
import { exactText } from "../../src/kernel/ratio-text.ts";
import { flatPrice } from "../support/terms.ts";
import { checking, exactly, testOracles } from "./cases.ts";

// Accord's conventions (data model 5.2, rules 6): a tier is given by its minimum; `tierBoundary` LOWER reads a source's
// `up_to` ("up to and including") and UPPER its first unit; a tier has a price for each unit or one flat amount; a package
// is charged once it is started.

const freeUnits = "free units before the first package: not a field of the term";

const notOffered: Readonly<Record<string, string>> = {
  "tier-package-first-free": freeUnits,
  "tier-percentage-per-transaction": "a percentage of each transaction's value, with a flat fee for each tier",
};

// Rows of cases that are run for their other rows, by position.
const rowsNotOffered: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  "tier-package-free-units": { 1: freeUnits, 2: freeUnits },
  "tier-first-unit-style": {
    3: "a fee beside the price for each unit is a term of its own",
    4: "a cap is the maximum amount of a usage term, not a part of its tiers",
  },
  // The tiers up to 100 and above 200 have a unit price and a flat fee at once; Accord's tiers have one of the two.
  "tier-volume-decimal-boundary": {
    0: "a tier with a unit price and a flat fee at once",
    1: "a tier with a unit price and a flat fee at once",
    2: "a tier with a unit price and a flat fee at once",
    6: "a tier with a unit price and a flat fee at once",
    7: "a tier with a unit price and a flat fee at once",
  },
};

/** The positions that are run; every other one has its reason. */
function offered(id: string, count: number): number[] {
  const left = rowsNotOffered[id] ?? {};
  const rows = [...Array(count).keys()].filter((row) => left[row] === undefined);
  assert.ok(rows.length > 0, "some row is run");
  assert.equal(rows.length + Object.keys(left).length, count, "every row is run or listed");
  return rows;
}

type SourceTier = { readonly up_to: string | null; readonly unit_price: string; readonly flat: string };
type Model = "graduated" | "volume";

function tiersUpTo(model: Model, tiers: readonly SourceTier[]): Price {
  const pricing = tiers.map(({ unit_price, flat }, tier): PricingTier => {
    const tierMinimum = tier === 0 ? "0" : required(tiers[tier - 1]?.up_to, "the bound below");
    return flat === "0"
      ? { tier, amount: unit_price, amountType: "PER_ITEM", tierMinimum }
      : { tier, amount: flat, amountType: "TOTAL_INVOICE", tierMinimum };
  });
  return flatPrice("0", { pricingType: pricingTypes[model], pricing, tierBoundary: "LOWER" });
}

const pricingTypes = { graduated: "TIERED", volume: "VOLUME" } as const;

function packages(packageSize: string, amount: string, minimumPackages: 0 | 1 = 0): Price {
  const pricing: PricingTier[] = [{ tier: 0, amount, amountType: "PER_ITEM", tierMinimum: "0" }];
  return flatPrice("0", { pricingType: "PACKAGE", pricing, packageSize, minimumPackages });
}

function assertCost(price: Price, quantity: string, amount: string): void {
  const actual = priceOfQuantity(price, ratioFromDecimal(quantity)).amount;
  assert.equal(compareRatios(actual, exactly(amount)), 0, `${quantity} units cost ${exactText(actual)}, not ${amount}`);
}

type Tiered = { readonly model: Model; readonly tiers: readonly SourceTier[]; readonly quantities: readonly string[] };
type Amounts = { readonly amounts: readonly string[]; readonly breakdown?: readonly (readonly string[])[] };

const checkTiers = (id: string) =>
  checking<Tiered, Amounts>(({ model, tiers, quantities }, { amounts, breakdown }) => {
    const price = tiersUpTo(model, tiers);
    for (const row of offered(id, quantities.length)) {
      const quantity = required(quantities[row], "the quantity");
      assertCost(price, quantity, required(amounts[row], "the amount"));
      const shown = priceOfQuantity(price, ratioFromDecimal(quantity))
        .tiers()
        .map((tier) => exactly(tier.amount));
      const expected = breakdown?.[row];
      if (expected !== undefined)
        assert.deepEqual(
          shown.map(exactText),
          expected.map((text) => exactText(exactly(text))),
        );
    }
  });

type Packages = { readonly package_size: string; readonly package_price: string };

testOracles(
  "tiered-pricing",
  {
    "tier-graduated-three": checkTiers("tier-graduated-three"),
    "tier-volume-three": checkTiers("tier-volume-three"),
    "tier-graduated-flat-mix": checkTiers("tier-graduated-flat-mix"),
    "tier-volume-flat-mix-boundaries": checkTiers("tier-volume-flat-mix-boundaries"),
    "tier-volume-decimal-boundary": checkTiers("tier-volume-decimal-boundary"),
    "tier-volume-65000": checkTiers("tier-volume-65000"),
    "tier-graduated-15000": checkTiers("tier-graduated-15000"),

    "tier-package-free-units": checking<Packages & { cases: { quantity: string }[] }, Amounts>(
      ({ package_size, package_price, cases }, { amounts }) => {
        for (const row of offered("tier-package-free-units", cases.length)) {
          const quantity = required(cases[row], "the case").quantity;
          assertCost(packages(package_size, package_price), quantity, required(amounts[row], "the amount"));
        }
      },
    ),

    "tier-first-unit-style": checking<
      { cases: ({ quantity: string; model: string; tiers_by_first_unit?: [string, string][] } & Partial<Packages>)[] },
      Amounts
    >(({ cases }, { amounts }) => {
      for (const row of offered("tier-first-unit-style", cases.length)) {
        const {
          model,
          quantity,
          tiers_by_first_unit = [],
          package_size,
          package_price,
        } = required(cases[row], "the case");
        const pricing = tiers_by_first_unit.map(([tierMinimum, amount], tier): PricingTier => {
          return { tier, amount, amountType: "PER_ITEM", tierMinimum };
        });
        const price =
          model === "package"
            ? packages(required(package_size, "the size"), required(package_price, "the price"))
            : flatPrice("0", { pricingType: pricingTypes[model as Model], pricing });
        assertCost(price, quantity, required(amounts[row], "the amount"));
      }
    }),

    // One flat price for the range reached is VOLUME with flat amounts.
    "tier-stairstep-messages": checking<
      { tiers: { up_to: string; price: string }[]; quantities: string[] },
      { amounts: string[] }
    >(({ tiers, quantities }, { amounts }) => {
      const price = tiersUpTo(
        "volume",
        tiers.map(({ up_to, price: flat }) => ({ up_to, unit_price: "0", flat })),
      );
      assert.equal(quantities.length, amounts.length);
      for (const [row, quantity] of quantities.entries())
        assertCost(price, quantity, required(amounts[row], "the amount"));
    }),

    "tier-package-minimum-one": checking<
      Packages & { minimum_packages: 0 | 1; quantities: string[] },
      { amounts: string[] }
    >(({ package_size, package_price, minimum_packages, quantities }, { amounts }) => {
      const price = packages(package_size, package_price, minimum_packages);
      assert.equal(quantities.length, amounts.length);
      for (const [row, quantity] of quantities.entries())
        assertCost(price, quantity, required(amounts[row], "the amount"));
    }),
  },
  notOffered,
);
