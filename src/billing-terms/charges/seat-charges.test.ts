import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { amended, day, seatConfig, seatTermOf, unitPrice } from "../../../test/support/terms.ts";
import { formatDay } from "../../kernel/day.ts";
import { formatMoney } from "../../kernel/money.ts";
import type { BillingTerm } from "../billing-term.ts";
import { chargesOf } from "./charges.ts";

const context = { currency: "USD", rounding: "HALF_UP" } as const;

/** Each charge as type, first day, quantity, total and, for true-ups, where it is billed. */
function charges(term: BillingTerm, count = 20): string[] {
  return [...chargesOf(term, context).take(count)].map(({ type, period, quantity, price, due, amendmentId }) => {
    const place = due.at === "DATE" ? `on ${formatDay(due.day)}` : `with ${formatDay(due.period.covered.start)}`;
    const shown = [type, formatDay(period.start), quantity, formatMoney(price.total)];
    return [...shown, ...(amendmentId === null ? [] : [place])].join(" ");
  });
}

const invoiced = (text: string) => ({ invoicedThrough: day(text) });
const moment = (hour: number) => ({ createdAt: `2026-01-01T0${hour}:00:00.000Z` });

/** Ten seats at 100.00 a month from January to June 2026. */
const monthly = (parts: Partial<BillingTerm> = {}) =>
  seatTermOf({ interval: "MONTH", end: day("2026-07-01"), price: unitPrice("100", "10"), ...parts });

describe("a true-up of added seats", () => {
  // The example of data model 7.2, and beside it the policies that round up.
  for (const [prorationPolicy, from, total] of [
    ["DAY", "2026-04-01", "4520.55"],
    ["MONTH", "2026-04-01", "4500.00"],
    ["NONE", "2026-04-01", "6000.00"],
    ["STARTED_MONTH", "2026-04-01", "4500.00"],
    ["STARTED_MONTH", "2026-04-02", "4500.00"],
    ["STARTED_MONTH", "2026-12-31", "500.00"],
    ["MONTH", "2026-12-31", "16.13"],
    ["YEAR", "2026-12-31", "6000.00"],
  ] as const) {
    test(`charges the rest of the period by ${prorationPolicy} from ${from}`, () => {
      const term = seatTermOf({
        amendments: [amended(from, { delta: "5", prorationPolicy, ...invoiced("2027-01-01") })],
      });
      assert.deepEqual(charges(term), ["SEAT 2026-01-01 10 12000.00", `SEAT_TRUE_UP ${from} 5 ${total} on ${from}`]);
    });
  }

  test("charges no more than the short period charges for its first seats", () => {
    const total = (prorationPolicy: "NONE" | "YEAR" | "STARTED_MONTH") => {
      const amendments = [amended("2026-02-01", { delta: "1", prorationPolicy, ...invoiced("2026-07-01") })];
      return charges(seatTermOf({ end: day("2026-07-01"), prorationPolicy: "MONTH", amendments }))[1];
    };
    assert.equal(total("NONE"), "SEAT_TRUE_UP 2026-02-01 1 600.00 on 2026-02-01");
    assert.equal(total("YEAR"), "SEAT_TRUE_UP 2026-02-01 1 600.00 on 2026-02-01");
    assert.equal(total("STARTED_MONTH"), "SEAT_TRUE_UP 2026-02-01 1 500.00 on 2026-02-01");
  });

  test("charges each day of months that end on a 28th once", () => {
    const amendments = [
      amended("2026-03-05", { delta: "1", prorationPolicy: "STARTED_MONTH", ...invoiced("2026-03-31") }),
    ];
    const term = monthly({ start: day("2026-01-31"), end: day("2026-04-30"), amendments });
    assert.equal(charges(term)[2], "SEAT_TRUE_UP 2026-03-05 1 100.00 on 2026-03-05");
  });

  test("in several tiers is the difference of two prices, at the price of the period's start", () => {
    const pricing = [
      { tier: 0, amount: "100", amountType: "PER_ITEM" as const, tierMinimum: "0" },
      { tier: 1, amount: "50", amountType: "PER_ITEM" as const, tierMinimum: "12" },
    ];
    const escalator = { type: "PERCENTAGE", amount: "0.1", everyMonths: 2, firstDate: day("2026-03-01") } as const;
    const price = unitPrice("0", "10", { pricingType: "TIERED", pricing, escalator });
    const amendments = [amended("2026-04-16", { delta: "4", ...invoiced("2026-05-01") })];
    const [charge] = [...chargesOf(monthly({ price, amendments }), context)].filter(
      (each) => each.type === "SEAT_TRUE_UP",
    );
    assert.equal(charge?.unitPrice, null);
    assert.deepEqual(charge?.tiers, [
      { tier: 0, quantity: "2", unitPrice: "110", amount: "220" },
      { tier: 1, quantity: "2", unitPrice: "55", amount: "110" },
    ]);
    assert.deepEqual(charge?.explanation(), {
      period: { from: "2026-04-01", to: "2026-04-30" },
      fullPeriod: { from: "2026-04-01", to: "2026-04-30" },
      segments: [
        {
          from: "2026-04-16",
          to: "2026-04-30",
          quantity: "14",
          previousQuantity: "10",
          share: "15/30",
          escalation: { times: 1, factor: "1.1" },
          tiers: charge?.tiers,
          gross: "165",
        },
      ],
      discounts: [],
      net: "165",
      rounding: "HALF_UP",
      total: "165.00",
    });
  });

  test("is reduced by percentages, and by fixed discounts only once a period", () => {
    const discounts = [
      { type: "PERCENTAGE", amount: "0.5", note: null, start: null, end: null },
      { type: "FIXED", amount: "100", note: null, start: null, end: null },
    ] as const;
    const amendments = [amended("2026-01-01", { delta: "5", ...invoiced("2027-01-01") })];
    assert.deepEqual(charges(seatTermOf({ price: unitPrice("1200", "10", { discounts }), amendments })), [
      "SEAT 2026-01-01 10 5900.00",
      "SEAT_TRUE_UP 2026-01-01 5 3000.00 on 2026-01-01",
    ]);
  });

  test("is never negative, where more seats cost less", () => {
    const pricing = [
      { tier: 0, amount: "10", amountType: "PER_ITEM" as const, tierMinimum: "0" },
      { tier: 1, amount: "5", amountType: "PER_ITEM" as const, tierMinimum: "15" },
    ];
    const price = unitPrice("0", "14", { pricingType: "VOLUME", pricing });
    const amendments = [
      amended("2026-04-01", { quantity: "16", ...invoiced("2026-05-01"), ...moment(1) }),
      amended("2026-04-01", { quantity: "30", id: "more", ...invoiced("2026-05-01"), ...moment(2) }),
    ];
    assert.deepEqual(charges(monthly({ price, amendments })).slice(3, 6), [
      "SEAT 2026-04-01 14 140.00",
      "SEAT_TRUE_UP 2026-04-01 16 10.00 on 2026-04-01",
      "SEAT 2026-05-01 30 150.00",
    ]);
  });
});

describe("the seat count of a period", () => {
  test("is that of its first day for amendments made before it was invoiced", () => {
    const amendments = [
      amended("2026-02-10", { delta: "5", ...invoiced("2026-02-01") }),
      amended("2026-04-15", { delta: "-8" }),
    ];
    assert.deepEqual(charges(monthly({ amendments })), [
      "SEAT 2026-01-01 10 1000.00",
      "SEAT 2026-02-01 10 1000.00",
      "SEAT_TRUE_UP 2026-02-10 5 339.29 on 2026-02-10",
      "SEAT 2026-03-01 15 1500.00",
      "SEAT 2026-04-01 15 1500.00",
      "SEAT 2026-05-01 7 700.00",
      "SEAT 2026-06-01 7 700.00",
    ]);
  });

  test("back-dated over invoiced periods is one true-up for each, over others the new count", () => {
    const amendments = [amended("2026-02-15", { delta: "2", ...invoiced("2026-05-01") })];
    assert.deepEqual(charges(monthly({ amendments })).slice(1), [
      "SEAT 2026-02-01 10 1000.00",
      "SEAT_TRUE_UP 2026-02-15 2 100.00 on 2026-02-15",
      "SEAT 2026-03-01 10 1000.00",
      "SEAT_TRUE_UP 2026-03-01 2 200.00 on 2026-02-15",
      "SEAT 2026-04-01 10 1000.00",
      "SEAT_TRUE_UP 2026-04-01 2 200.00 on 2026-02-15",
      "SEAT 2026-05-01 12 1200.00",
      "SEAT 2026-06-01 12 1200.00",
    ]);
  });

  test("falls with the first period not invoiced, and then may rise without charge to the charged count", () => {
    const amendments = [
      amended("2026-02-15", { quantity: "4", ...invoiced("2026-05-01"), ...moment(1) }),
      amended("2026-04-11", { quantity: "13", ...invoiced("2026-05-01"), ...moment(2) }),
    ];
    assert.deepEqual(charges(monthly({ amendments })).slice(2), [
      "SEAT 2026-03-01 10 1000.00",
      "SEAT 2026-04-01 10 1000.00",
      "SEAT_TRUE_UP 2026-04-11 3 200.00 on 2026-04-11",
      "SEAT 2026-05-01 13 1300.00",
      "SEAT 2026-06-01 13 1300.00",
    ]);
    const credited = monthly({ amendments, seatConfig: seatConfig({ creditOnDecrease: "PRORATED" }) });
    assert.ok(charges(credited).includes("SEAT_TRUE_UP 2026-04-11 9 600.00 on 2026-04-11"));
  });

  test("back-dated before a charged increase has a true-up of the days between alone", () => {
    const amendments = [
      amended("2026-04-16", { quantity: "20", ...invoiced("2026-05-01"), ...moment(1) }),
      amended("2026-04-01", { quantity: "13", id: "earlier", ...invoiced("2026-05-01"), ...moment(2) }),
    ];
    assert.deepEqual(charges(monthly({ amendments })).slice(3, 6), [
      "SEAT 2026-04-01 10 1000.00",
      "SEAT_TRUE_UP 2026-04-16 10 500.00 on 2026-04-16",
      "SEAT_TRUE_UP 2026-04-01 3 150.00 on 2026-04-01",
    ]);
  });

  test("in arrears is weighted by days", () => {
    const amendments = [amended("2026-01-11", { delta: "5" }), amended("2026-02-15", { delta: "-10" })];
    for (const invoiceDateStrategy of ["ARREARS", "LAST_OF_PERIOD"] as const) {
      assert.deepEqual(charges(monthly({ invoiceDateStrategy, amendments }), 3), [
        "SEAT 2026-01-01 13.387096774194 1338.71",
        "SEAT 2026-02-01 10 1000.00",
        "SEAT 2026-03-01 5 500.00",
      ]);
    }
  });

  test("in arrears, changed after the period was invoiced, has a true-up of the days", () => {
    const amendments = [amended("2026-01-22", { delta: "5", prorationPolicy: "NONE", ...invoiced("2026-02-01") })];
    assert.deepEqual(charges(monthly({ invoiceDateStrategy: "ARREARS", amendments }), 3), [
      "SEAT 2026-01-01 10 1000.00",
      "SEAT_TRUE_UP 2026-01-22 5 161.29 on 2026-01-22",
      "SEAT 2026-02-01 15 1500.00",
    ]);
  });
});

describe("a co-termed true-up is billed", () => {
  const due = (parts: Partial<BillingTerm>, from: string, through: string) => {
    const amendments = [amended(from, { delta: "1", trueUpTiming: "CO_TERM", ...invoiced(through) })];
    const trueUps = charges(monthly({ ...parts, amendments })).filter((charge) => charge.startsWith("SEAT_TRUE_UP"));
    return new Set(trueUps.map((charge) => charge.split(" ").slice(4).join(" ")));
  };

  test("with the next period whose invoice date is on or after its effective day", () => {
    assert.deepEqual(due({}, "2026-02-10", "2026-03-01"), new Set(["with 2026-03-01"]));
    const early = { invoiceDateStrategy: "ADVANCED_DUE_START", netPaymentTerms: 30 } as const;
    assert.deepEqual(due(early, "2026-02-10", "2026-03-01"), new Set(["with 2026-04-01"]));
  });

  test("completely with the first period not invoiced at the time, if back-dated", () => {
    assert.deepEqual(due({}, "2026-01-10", "2026-05-01"), new Set(["with 2026-05-01"]));
  });

  test("on the day after the term ends when no period is left", () => {
    assert.deepEqual(due({}, "2026-06-10", "2026-07-01"), new Set(["on 2026-07-01"]));
  });
});
