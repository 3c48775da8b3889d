import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { pricedPeriods } from "../../../test/support/billing-periods.ts";
import { day, flat, flatPrice, termOf, unitPrice } from "../../../test/support/terms.ts";
import { formatDay } from "../../kernel/day.ts";
import { formatMoney } from "../../kernel/money.ts";
import type { BillingTerm, Discount, PriceLayer } from "../billing-term.ts";
import type { IssuedEnds } from "./billed-parts.ts";
import { type Charge, chargesOf } from "./charges.ts";

const context = { currency: "USD", rounding: "HALF_UP" } as const;

const all = (term: BillingTerm, issued?: IssuedEnds): Charge[] => [...chargesOf(term, context, issued)];

/** Each charge as type, first and last day, quantity, unit price and total. */
function charges(term: BillingTerm, issued?: IssuedEnds): string[] {
  return all(term, issued).map(({ type, period, quantity, unitPrice: each, price }) =>
    [type, formatDay(period.start), formatDay(period.end - 1), quantity, each ?? "-", formatMoney(price.total)].join(
      " ",
    ),
  );
}

const layer = (from: string, price: PriceLayer["price"]): PriceLayer => {
  return { price, effectiveFrom: day(from), bookMonth: null };
};

const quarter = (parts: Partial<BillingTerm> = {}) => termOf({ interval: "MONTH", end: day("2026-04-01"), ...parts });

describe("the charges of a term", () => {
  test("are one for each period, of the type of the term, without explanation where they are plain", () => {
    const units = quarter({ billingType: "UNIT", price: unitPrice("2.5", "4") });
    assert.deepEqual(charges(units), [
      "UNIT 2026-01-01 2026-01-31 4 2.5 10.00",
      "UNIT 2026-02-01 2026-02-28 4 2.5 10.00",
      "UNIT 2026-03-01 2026-03-31 4 2.5 10.00",
    ]);
    assert.deepEqual(charges(termOf(flat("1200", { quantity: "5" }))), ["FLAT 2026-01-01 2026-12-31 5 1200 1200.00"]);
    for (const { explanation, tiers, amendmentId, due, billingPeriod } of all(units)) {
      assert.deepEqual([explanation(), tiers, amendmentId], [null, [], null]);
      assert.deepEqual(due, { at: "PERIOD", period: billingPeriod });
    }
  });

  test("are none for metered usage", () => {
    assert.deepEqual(charges(quarter({ billingType: "UNIT", eventTypeId: "calls" })), []);
  });

  test("of a one-off with a milestone begin on the day it is reached", () => {
    const waiting = termOf({ interval: "NONE", end: day("2026-01-11"), trigger: "MILESTONE" });
    assert.deepEqual(charges(waiting), []);
    assert.deepEqual(charges({ ...waiting, reachedOn: day("2026-05-01") }), [
      "ONE_OFF 2026-05-01 2026-05-10 1 1200 1200.00",
    ]);
  });

  test("of 0.00 without quantity are dropped, with quantity they are kept", () => {
    const isDropped = (amount: string, quantity: string) =>
      all(termOf({ billingType: "UNIT", price: unitPrice(amount, quantity) })).map((charge) => charge.isDropped);
    assert.deepEqual([isDropped("5", "0"), isDropped("0", "5"), isDropped("5", "1")], [[true], [false], [false]]);
  });

  test("show their tiers, and no unit price where there are several", () => {
    const pricing = [
      { tier: 0, amount: "10", amountType: "PER_ITEM" as const, tierMinimum: "0" },
      { tier: 1, amount: "8", amountType: "PER_ITEM" as const, tierMinimum: "100" },
    ];
    const of = (quantity: string) =>
      all(termOf({ billingType: "UNIT", price: unitPrice("0", quantity, { pricingType: "TIERED", pricing }) }))[0];
    assert.deepEqual([of("150")?.unitPrice, of("150")?.tiers.length], [null, 2]);
    assert.deepEqual([of("50")?.unitPrice, of("50")?.tiers.length], ["10", 1]);
    const packages = unitPrice("5", "45", { pricingType: "PACKAGE", packageSize: "20" });
    const [charge] = all(termOf({ billingType: "UNIT", price: packages }));
    assert.equal(charge?.unitPrice, null);
    assert.deepEqual(charge?.tiers, [{ tier: 0, quantity: "3", unitPrice: "5", amount: "15" }]);
  });

  test("of a short period are prorated by the policy of the term", () => {
    const last = (prorationPolicy: BillingTerm["prorationPolicy"]) =>
      charges(termOf({ end: day("2026-10-01"), prorationPolicy }))[0];
    assert.equal(last("DAY"), "FLAT 2026-01-01 2026-09-30 1 1200 897.53");
    assert.equal(last("MONTH"), "FLAT 2026-01-01 2026-09-30 1 1200 900.00");
    assert.equal(last("NONE"), "FLAT 2026-01-01 2026-09-30 1 1200 1200.00");
  });

  test("escalate by the start of the period", () => {
    const escalator = { type: "PERCENTAGE", amount: "0.05", everyMonths: 12, firstDate: day("2026-02-15") } as const;
    assert.deepEqual(charges(quarter(flat("100", { escalator }))), [
      "FLAT 2026-01-01 2026-01-31 1 100 100.00",
      "FLAT 2026-02-01 2026-02-28 1 100 100.00",
      "FLAT 2026-03-01 2026-03-31 1 105 105.00",
    ]);
  });

  test("are discounted in the periods that begin in the window of a discount", () => {
    const discount: Discount = {
      type: "PERCENTAGE",
      amount: "0.5",
      note: "Spring",
      start: day("2026-01-15"),
      end: day("2026-03-01"),
    };
    const term = quarter(flat("100", { discounts: [discount] }));
    assert.deepEqual(
      all(term).map(({ price }) => formatMoney(price.total)),
      ["100.00", "50.00", "100.00"],
    );
    assert.deepEqual(all(term)[1]?.explanation()?.discounts, [
      { type: "PERCENTAGE", amount: "0.5", note: "Spring", reduced: "50" },
    ]);
  });
});

describe("a changed price", () => {
  test("divides the period in which it begins, which stays one charge", () => {
    const term = termOf({ layers: [layer("2026-04-01", flatPrice("2400"))], prorationPolicy: "MONTH" });
    assert.deepEqual(charges(term), ["FLAT 2026-01-01 2026-12-31 1 - 2100.00"]);
    assert.deepEqual(
      all(term)[0]
        ?.explanation()
        ?.segments.map(({ from, to, share, gross }) => [from, to, share, gross].join(" ")),
      ["2026-01-01 2026-03-31 3/12 300", "2026-04-01 2026-12-31 9/12 1800"],
    );
  });

  test("of the quantity is shown as the mean weighted by days", () => {
    const term = termOf({
      billingType: "UNIT",
      price: unitPrice("365", "10"),
      layers: [layer("2026-03-15", unitPrice("365", "20"))],
    });
    assert.deepEqual(charges(term), ["UNIT 2026-01-01 2026-12-31 18 365 6570.00"]);
  });

  test("holds from its day on; of two on one day the later request holds", () => {
    const layers = [layer("2026-02-01", flatPrice("7")), layer("2026-02-01", flatPrice("9"))];
    assert.deepEqual(
      charges(quarter({ ...flat("5"), layers })).map((charge) => charge.split(" ").at(-1)),
      ["5.00", "9.00", "9.00"],
    );
  });
});

describe("an extended term", () => {
  const issued = new Map([[day("2026-03-01"), day("2026-03-11")]]);

  test("charges what the issued short period did not charge", () => {
    assert.deepEqual(charges(quarter(flat("310")), issued).slice(2), [
      "FLAT 2026-03-01 2026-03-10 1 310 100.00",
      "FLAT 2026-03-11 2026-03-31 1 310 210.00",
    ]);
    const left = all(quarter(flat("310")), issued).at(-1);
    assert.deepEqual(left?.explanation()?.segments[0]?.share, "21/31");
    assert.equal(left?.due.at === "PERIOD" && formatDay(left.due.period.covered.start), "2026-03-11");
  });

  test("may be extended again within the period", () => {
    const twice = new Map([...issued, [day("2026-03-11"), day("2026-03-21")]]);
    assert.deepEqual(
      charges(quarter(flat("310")), twice).map((charge) => charge.split(" ").at(-1)),
      ["310.00", "310.00", "100.00", "100.00", "110.00"],
    );
  });

  test("has nothing left to charge where the whole period was charged, or a short one costs all of it", () => {
    const whole = new Map([[day("2026-03-01"), day("2026-04-01")]]);
    assert.deepEqual(charges(quarter(), whole), charges(quarter()));
    assert.equal(
      charges(quarter({ prorationPolicy: "NONE" }), issued)
        .at(-1)
        ?.split(" ")
        .at(-1),
      "0.00",
    );
  });
});

test("priced periods equal the base charges, and equal full periods are priced once", () => {
  const priced = [...pricedPeriods(termOf({ ...flat("5"), interval: "MONTH" }), context)];
  assert.equal(priced.length, 12);
  assert.equal(new Set(priced.map(({ price }) => price)).size, 1);
});

test("equal full periods are priced once, and each is explained with its own days", () => {
  const escalator = { type: "FIXED", amount: "5", everyMonths: 12, firstDate: day("2026-01-01") } as const;
  const explained = all(quarter(flat("100", { escalator }))).map(({ explanation }) => explanation());
  assert.deepEqual(
    explained.map((each) => each?.segments.map(({ from, to, gross }) => [from, to, gross].join(" "))),
    [["2026-01-01 2026-01-31 105"], ["2026-02-01 2026-02-28 105"], ["2026-03-01 2026-03-31 105"]],
  );
  assert.deepEqual(explained[0]?.segments[0]?.escalation, { times: 1, added: "5" });
});
