import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { dayOf } from "../kernel/day.ts";
import { ratioFromDecimal } from "../kernel/decimal.ts";
import { formatMoney, money, ratioFromMoney, roundToMoney, sum } from "../kernel/money.ts";
import { multiplyRatios, roundings } from "../kernel/ratio.ts";
import { type TaxCategory, taxCategories } from "../kernel/tax-category.ts";
import { exemptionOf, type TaxedSale, type TaxRate, taxOfLines, taxTableOf } from "./tax.ts";

const rates: readonly TaxRate[] = [
  { country: "DE", region: null, category: "S", rate: "0.19", validFrom: "2021-01-01" },
  { country: "DE", region: null, category: "S", rate: "0.16", validFrom: "2020-07-01" },
  { country: "DE", region: null, category: "S", rate: "0.19", validFrom: "2007-01-01" },
  { country: "FR", region: null, category: "S", rate: "0.2", validFrom: "2014-01-01" },
  { country: "CA", region: null, category: "S", rate: "0.05", validFrom: "2008-01-01" },
  { country: "CA", region: "QC", category: "S", rate: "0.14975", validFrom: "2013-01-01" },
  { country: "JP", region: null, category: "S", rate: "0.1", validFrom: "2019-10-01" },
];

const sale: TaxedSale = {
  table: taxTableOf(rates),
  date: dayOf(2026, 3, 1),
  seller: { country: "DE", vatId: "DE123456789" },
  buyer: { country: "DE", region: null, vatId: null, isTaxExempt: false },
};

type Sent = readonly [TaxCategory, bigint];

function taxed(lines: readonly Sent[], change: Partial<TaxedSale> = {}, currency = "EUR") {
  const amounts = lines.map(([category, minor]) => ({ category, total: money(minor, currency) }));
  return taxOfLines(amounts, { ...sale, ...change }, { currency, rounding: "HALF_UP" });
}

/** Category, rate, taxable amount and tax of each row. */
function table(lines: readonly Sent[], change: Partial<TaxedSale> = {}, currency = "EUR"): string[] {
  return taxed(lines, change, currency).taxLines.map(
    ({ category, rate, taxable, tax }) => `${category} ${rate} ${formatMoney(taxable)} ${formatMoney(tax)}`,
  );
}

const buyer = (change: Partial<TaxedSale["buyer"]>) => ({ buyer: { ...sale.buyer, ...change } });
const one: Sent[] = [["S", 100_00n]];

test("the rate valid on the issue date is used", () => {
  assert.deepEqual(table(one), ["S 0.19 100.00 19.00"]);
  assert.deepEqual(table(one, { date: dayOf(2020, 12, 31) }), ["S 0.16 100.00 16.00"]);
  assert.deepEqual(table(one, { date: dayOf(2020, 6, 30) }), ["S 0.19 100.00 19.00"]);
});

test("the rate of the buyer's region precedes that of its country", () => {
  assert.deepEqual(table(one, buyer({ country: "CA", region: "QC" })), ["S 0.14975 100.00 14.98"]);
  assert.deepEqual(table(one, buyer({ country: "CA", region: "ON" })), ["S 0.05 100.00 5.00"]);
  assert.deepEqual(table(one, buyer({ country: null, region: "QC" })), ["S 0.19 100.00 19.00"], "that of the seller");
});

test("without a table, or a rate for the place and day, nothing is taxed", () => {
  const untaxed = ["O 0 100.00 0.00"];
  assert.deepEqual(table(one, { table: taxTableOf([]) }), untaxed);
  assert.deepEqual(table(one, buyer({ country: "US" })), untaxed);
  assert.deepEqual(table(one, { date: dayOf(2006, 12, 31) }), untaxed);
  assert.deepEqual(table(one, { ...buyer({ country: null }), seller: { country: null, vatId: null } }), untaxed);
});

test("a single rate applies to every sale", () => {
  const fixed = { table: { kind: "FIXED_RATE", rate: "0.081" } } as const;
  assert.deepEqual(table(one, { ...fixed, ...buyer({ country: "US" }) }), ["S 0.081 100.00 8.10"]);
  assert.deepEqual(table([["Z", 100_00n]], fixed), ["Z 0 100.00 0.00"]);
});

describe("between member states of the European Union", () => {
  const business = buyer({ country: "FR", vatId: "FR40303265045" });

  test("a buyer with a VAT id owes the tax (reverse charge)", () => {
    assert.deepEqual(table(one, business), ["AE 0 100.00 0.00"]);
    assert.deepEqual(table(one, buyer({ country: "PL", vatId: "PL5260001246" })), ["AE 0 100.00 0.00"]);
  });

  test("a buyer without one pays the rate of its country", () => {
    assert.deepEqual(table(one, buyer({ country: "FR" })), ["S 0.2 100.00 20.00"]);
  });

  test("no reverse charge within one state, outside the union, and without a VAT id of the seller", () => {
    assert.deepEqual(table(one, buyer({ vatId: "DE987654321" })), ["S 0.19 100.00 19.00"]);
    assert.deepEqual(table(one, buyer({ country: "CA", vatId: "123456789" })), ["S 0.05 100.00 5.00"]);
    assert.deepEqual(table(one, { ...business, seller: { country: "DE", vatId: null } }), ["S 0.2 100.00 20.00"]);
  });
});

test("an exempt buyer pays no tax", () => {
  assert.deepEqual(
    table(
      [
        ["S", 100_00n],
        ["Z", 50_00n],
      ],
      buyer({ isTaxExempt: true }),
    ),
    ["E 0 100.00 0.00", "Z 0 50.00 0.00"],
  );
});

test("each category and rate has a row, in the order of first appearance", () => {
  const lines: Sent[] = [
    ["Z", 10_00n],
    ["S", 20_00n],
    ["AE", 30_00n],
    ["S", 40_00n],
    ["L", 50_00n],
  ];
  assert.deepEqual(table(lines), ["Z 0 10.00 0.00", "S 0.19 60.00 11.40", "AE 0 30.00 0.00", "E 0 50.00 0.00"]);
});

test("an invoice wholly outside the scope of tax has that category; beside other lines it is exempt", () => {
  assert.deepEqual(table([["O", 10_00n]]), ["O 0 10.00 0.00"]);
  assert.deepEqual(
    table([
      ["O", 10_00n],
      ["S", 20_00n],
    ]),
    ["E 0 10.00 0.00", "S 0.19 20.00 3.80"],
  );
});

test("a standard rate of 0 is the zero rate", () => {
  const zeroRated = [{ country: "DE", region: null, category: "S" as const, rate: "0", validFrom: "2020-01-01" }];
  assert.deepEqual(table(one, { table: taxTableOf(zeroRated) }), ["Z 0 100.00 0.00"]);
});

test("tax is rounded cumulatively in line order: three times 0.13 at 19 % is 0.07, like 0.39 at once", () => {
  const { lines, taxLines } = taxed([
    ["S", 13n],
    ["S", 13n],
    ["S", 13n],
  ]);
  assert.deepEqual(
    lines.map((line) => formatMoney(line.tax)),
    ["0.02", "0.03", "0.02"],
  );
  assert.deepEqual(formatMoney(taxLines[0]?.tax ?? money(0n, "EUR")), "0.07");
});

test("a currency without minor units", () => {
  assert.deepEqual(
    table(
      [
        ["S", 1_005n],
        ["S", -5n],
      ],
      buyer({ country: "JP" }),
      "JPY",
    ),
    ["S 0.1 1000 100"],
  );
});

test("a negative line has negative tax", () => {
  const { lines } = taxed([
    ["S", 100_00n],
    ["S", -100_00n],
  ]);
  assert.deepEqual(
    lines.map((line) => formatMoney(line.tax)),
    ["19.00", "-19.00"],
  );
});

test("an exemption reason is given for every category without tax except the zero rate", () => {
  const without = taxCategories.filter((category) => exemptionOf(category) === undefined);
  assert.deepEqual(without, ["S", "Z", "L", "M", "B"]);
});

const sentLines = fc.array(
  fc.record({ category: fc.constantFrom(...taxCategories), minor: fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }) }),
  { maxLength: 12 },
);
const places = fc.record({
  country: fc.constantFrom("DE", "FR", "CA", "JP", "US", null),
  region: fc.constantFrom("QC", null),
  vatId: fc.constantFrom("FR40303265045", null),
  isTaxExempt: fc.boolean(),
});

test("property: lines sum to the rows, each row is its taxable amount × rate, and no amount is missing", () => {
  fc.assert(
    fc.property(sentLines, places, fc.constantFrom(...roundings), (sent, place, rounding) => {
      const lines = sent.map(({ category, minor }) => ({ category, total: money(minor, "EUR") }));
      const result = taxOfLines(lines, { ...sale, ...buyer(place) }, { currency: "EUR", rounding });
      assert.equal(
        sum(
          result.taxLines.map((row) => row.taxable),
          "EUR",
        ).minor,
        sum(
          lines.map((line) => line.total),
          "EUR",
        ).minor,
      );
      for (const row of result.taxLines) {
        const ofRow = result.lines.filter((line) => line.category === row.category && line.rate === row.rate);
        assert.equal(
          sum(
            ofRow.map((line) => line.tax),
            "EUR",
          ).minor,
          row.tax.minor,
        );
        const exact = multiplyRatios(ratioFromMoney(row.taxable), ratioFromDecimal(row.rate));
        assert.equal(roundToMoney(exact, "EUR", rounding).minor, row.tax.minor);
      }
      const isMixed = new Set(result.taxLines.map((row) => row.category)).size > 1;
      assert.ok(!isMixed || result.taxLines.every((row) => row.category !== "O"));
    }),
  );
});

test("property: later lines of taxed categories do not change the tax of earlier lines", () => {
  const taxable = fc.array(fc.bigInt({ min: -(10n ** 9n), max: 10n ** 9n }), { minLength: 1, maxLength: 10 });
  fc.assert(
    fc.property(taxable, fc.nat(), (amounts, cut) => {
      const lines = amounts.map((minor): Sent => ["S", minor]);
      const first = lines.slice(0, cut % lines.length);
      assert.deepEqual(taxed(first).lines, taxed(lines).lines.slice(0, first.length));
    }),
  );
});
