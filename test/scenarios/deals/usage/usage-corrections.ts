import { act, approve, close, eventType, grace, obligation, on, usageTerm, use } from "../../golden/scenario.ts";
import { closedInTurn, type Deal, taxed, termPath } from "../deal.ts";

// Usage events that are deleted or corrected after their invoice.

const from = "2026-01-01";
const end = (name: string, endDate: string, parts: object = {}) =>
  act(`PATCH ${termPath(name)}/terminate`, { endDate, ...parts });
const tiers = (pricingType: string, ...prices: readonly (readonly [string, string])[]) => ({
  pricingType,
  pricing: prices.map(([tierMinimum, amount], tier) => ({ tier, tierMinimum, amount, amountType: "PER_ITEM" })),
});
const seats = (effectiveDate: string, delta: string) =>
  act(`POST ${termPath("Seats")}/seat-amendment`, { effectiveDate, delta });

export const usageCorrectionDeals: readonly Deal[] = [
  {
    // February's 200 calls are below the minimum. 250 late ones make them 130.00, 30.00 more in March; January's 500 were none, so April takes back the 40.00
    // above the minimum. Both are on the next bill.
    title: "tiers with a minimum, late calls, and calls that were none",
    steps: [
      on(
        from,
        eventType,
        grace(0),
        usageTerm("Calls", {
          price: "0.30",
          from,
          to: "2026-04-30",
          pricingType: "TIERED",
          minimumAmount: "100.00",
          pricing: [
            { tier: 0, amount: "0.30", amountType: "PER_ITEM", tierMinimum: "0" },
            { tier: 1, amount: "0.20", amountType: "PER_ITEM", tierMinimum: "400" },
          ],
        }),
        approve,
      ),
      on("2026-01-11", { ...use("2026-01-10", "500", "jan-500"), as: "january" }),
      on("2026-02-11", use("2026-02-10", "200", "feb-200")),
      on("2026-02-12", close("2026-01")),
      on("2026-03-01", close("2026-02")),
      on("2026-03-20", use("2026-02-12", "250", "feb-250")),
      on("2026-04-01", close("2026-03")),
      on("2026-04-05", act("DELETE /v3/events/$january.id")),
      on("2026-05-01", close("2026-04")),
      on("2026-06-01", close("2026-05")),
    ],
    table: `
      2026-02-01 | 140.00 | 0 | ISSUED
      2026-03-01 | 100.00 | 0 | ISSUED
      2026-04-01 | 130.00 | 0 | ISSUED
      2026-05-01 | 60.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 140.00 | 0 | 140.00 | 0 | 0 | 0 | 0
      2026-02 | 100.00 | 140.00 | 100.00 | 0 | 0 | 0 | 0
      2026-03 | 130.00 | 240.00 | 130.00 | 0 | 0 | 0 | 0
      2026-04 | 60.00 | 370.00 | 100.00 | 0 | 40.00 | 0 | 0
      2026-05 | 0 | 430.00 | 0 | 0 | 0 | 0 | 0`,
  },
  {
    // January's 1,500 calls are 140.00. 700 of them are taken back when only 40.00 of February are there to carry the 60.00: a credit memo has them. 1,000 late ones of
    // January are 84.00 more; March's 200 below zero, 20.00, wait for April's 445.00. 600 taken back after the end are 33.00.
    title: "graduated calls deleted after their invoice, late ones of the same month, and a month below zero",
    steps: [
      on(
        from,
        eventType,
        grace(2),
        ...taxed("0.20"),
        usageTerm("Calls", {
          ...{ price: "0", from, to: "2026-04-30" },
          ...tiers("TIERED", ["0", "0.10"], ["1000", "0.08"], ["5000", "0.05"]),
        }),
        approve,
      ),
      on("2026-01-20", use("2026-01-20", "1500")),
      on("2026-02-04", close("2026-01")),
      on("2026-02-05", use("2026-02-05", "400")),
      on("2026-02-10", use("2026-01-25", "-700")),
      on("2026-02-20", use("2026-02-20", "200")),
      on("2026-03-04", close("2026-02")),
      on("2026-03-10", use("2026-01-28", "1000")),
      on("2026-03-15", use("2026-03-15", "-200")),
      on("2026-04-04", close("2026-03")),
      on("2026-04-10", use("2026-04-10", "5500")),
      on("2026-05-04", close("2026-04")),
      on("2026-05-10", use("2026-04-20", "-600")),
      ...closedInTurn("2026-05"),
    ],
    table: `
      2026-02-01 | 168.00 | 28.00 | ISSUED
      2026-03-01 | 72.00  | 12.00 | ISSUED
      2026-04-01 | 100.80 | 16.80 | ISSUED
      2026-05-01 | 510.00 | 85.00 | ISSUED
      2026-02-10 | 72.00  | 12.00 | OPEN
      2026-05-10 | 39.60  | 6.60  | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 140.00 | 0      | 140.00 | 0 | 0     | 0      | 0
      2026-02 | 0      | 168.00 | 60.00  | 0 | 0     | 16.00  | 72.00
      2026-03 | 64.00  | 240.00 | 84.00  | 0 | 20.00 | 28.00  | 72.00
      2026-04 | 445.00 | 340.80 | 425.00 | 0 | 0     | 44.80  | 72.00
      2026-05 | -33.00 | 850.80 | 0      | 0 | 0     | 123.20 | 111.60`,
  },
  {
    // 1,100 calls at 9 yen; 950 after all, at 12: 1,500 more for less. February's 700 are lifted by 600 to 9,000, and with 200 late ones they are 10,800. March ends with the 20th: 5,806 at least. What is
    // taken back of it then only lifts it by more; 60 late ones of January make it cheaper by 2,310.
    title: "calls in yen whose volume falls and rises after their invoices, with a monthly minimum, and an end",
    contract: { currency: "JPY" },
    steps: [
      on(
        from,
        eventType,
        grace(0),
        ...taxed("0.10"),
        usageTerm("Calls", {
          ...{ price: "0", from, to: "2026-06-30", minimumAmount: "9000" },
          ...tiers("VOLUME", ["0", "12"], ["1000", "9"]),
        }),
        approve,
      ),
      on("2026-01-20", use("2026-01-20", "1100")),
      ...closedInTurn("2026-01"),
      on("2026-02-10", use("2026-01-22", "-150")),
      on("2026-02-20", use("2026-02-20", "700")),
      ...closedInTurn("2026-02"),
      on("2026-03-05", use("2026-02-25", "200")),
      on("2026-03-10", end("Calls", "2026-03-20")),
      on("2026-03-12", use("2026-03-12", "300")),
      ...closedInTurn("2026-03"),
      on("2026-04-05", use("2026-03-15", "-100")),
      on("2026-04-12", use("2026-01-25", "60")),
      ...closedInTurn("2026-04"),
    ],
    table: `
      2026-02-01 | 10890 | 990  | ISSUED
      2026-03-01 | 11550 | 1050 | ISSUED
      2026-03-21 | 8367  | 761  | ISSUED
      2026-04-05 | 0     | 0    | PAID
      2026-04-12 | 2541  | 231  | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 9900  | 0     | 9900  | 0 | 0 | 0    | 0
      2026-02 | 10500 | 10890 | 10500 | 0 | 0 | 990  | 0
      2026-03 | 7606  | 30807 | 0     | 0 | 0 | 2801 | 0
      2026-04 | -2310 | 30807 | 0     | 0 | 0 | 2570 | 2541`,
  },
  {
    // 2.755 a started 500 calls, less 10 %: 2.480, 4.959 and 7.439 of one, two and three. 400, 700, 450 and 1,150 calls in the first quarter; 200 less of it later are 2.480 less, on the bill of the
    // second, whose 600 are 4.959.
    title: "packages of a quarter from the 16th in dinars, begun and not begun, and calls deleted after its invoice",
    contract: { currency: "KWD" },
    steps: [
      on(
        "2026-01-16",
        eventType,
        grace(0),
        ...taxed("0.05"),
        usageTerm("Calls", {
          ...{ price: "2.755", interval: "QUARTER", from: "2026-01-16", to: "2026-07-15" },
          ...{ pricingType: "PACKAGE", packageSize: "500", minimumPackages: 1 },
          discounts: [{ type: "PERCENTAGE", amount: "0.1" }],
        }),
        approve,
      ),
      on("2026-01-20", use("2026-01-20", "400")),
      ...closedInTurn("2026-01"),
      on("2026-02-20", use("2026-02-20", "300")),
      ...closedInTurn("2026-02"),
      on("2026-03-20", use("2026-03-20", "-250")),
      ...closedInTurn("2026-03"),
      on("2026-04-10", use("2026-04-10", "700")),
      on("2026-04-20", use("2026-04-20", "100")),
      ...closedInTurn("2026-04"),
      on("2026-05-10", use("2026-03-21", "-200")),
      ...closedInTurn("2026-05"),
      on("2026-06-10", use("2026-06-10", "500")),
      ...closedInTurn("2026-06", "2026-07"),
    ],
    table: `
      2026-04-16 | 7.811 | 0.372 | ISSUED
      2026-07-16 | 2.603 | 0.124 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 2.480  | 0      | 2.480 | 0 | 0     | 0     | 0
      2026-02 | 2.479  | 0      | 4.959 | 0 | 0     | 0     | 0
      2026-03 | -2.479 | 0      | 2.480 | 0 | 0     | 0     | 0
      2026-04 | 7.439  | 7.811  | 2.480 | 0 | 0     | 0.372 | 0
      2026-05 | -2.480 | 7.811  | 2.480 | 0 | 2.480 | 0.372 | 0
      2026-06 | 2.479  | 7.811  | 4.959 | 0 | 2.480 | 0.372 | 0
      2026-07 | 0      | 10.414 | 0     | 0 | 0     | 0.496 | 0`,
  },
  {
    // 80.00 a quarter for 8 seats; 14 are 132.00, so 34.67 of 60 days more. Five of those six go again: 42.00 × 45/90 are credited. 13 from 11 April on are 124.00, 30.26 more, and 11 from 21 May on
    // 16.00 less a quarter: 7.21. What February and March earn beyond 60 of 90 days waits for the next bill.
    title: "graduated seats over a quarter and the next: those that came last go first, at what they came for",
    steps: [
      on(
        from,
        obligation(
          "Seats",
          {
            ...{ price: "0", interval: "QUARTER", from, to: "2026-06-30", billingType: "UNIT", quantity: "8" },
            pricingType: "TIERED",
            pricing: [
              { tier: 0, amount: "10.00", amountType: "PER_ITEM", tierMinimum: "0" },
              { tier: 1, amount: "8.00", amountType: "PER_ITEM", tierMinimum: "10" },
            ],
          },
          { seatConfig: { defaultTrueUpTiming: "IMMEDIATE", creditOnDecrease: "PRORATED" } },
        ),
        approve,
      ),
      on("2026-01-31", seats("2026-01-31", "6")),
      ...closedInTurn("2026-01"),
      on("2026-02-15", seats("2026-02-15", "-5")),
      ...closedInTurn("2026-02", "2026-03"),
      on("2026-04-11", seats("2026-04-11", "4")),
      ...closedInTurn("2026-04"),
      on("2026-05-21", seats("2026-05-21", "-2")),
      ...closedInTurn("2026-05", "2026-06"),
    ],
    table: `
      2026-01-01 | 80.00 | 0 | ISSUED
      2026-01-31 | 34.67 | 0 | ISSUED
      2026-04-01 | 90.00 | 0 | ISSUED
      2026-04-11 | 30.26 | 0 | ISSUED
      2026-02-15 | 21.00 | 0 | OPEN
      2026-05-21 | 7.21  | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 27.23 | 114.67 | 0    | 0 | 87.44 | 0 | 0     | 219.44
      2026-02 | 36.88 | 114.67 | 0    | 0 | 29.56 | 0 | 21.00 | 119.56
      2026-03 | 29.89 | 114.67 | 0.33 | 0 | 0     | 0 | 21.00 | 89.67
      2026-04 | 37.46 | 234.93 | 0    | 0 | 82.47 | 0 | 21.00 | 82.47
      2026-05 | 39.34 | 234.93 | 0    | 0 | 35.92 | 0 | 28.21 | 35.92
      2026-06 | 35.92 | 234.93 | 0    | 0 | 0     | 0 | 28.21 | 0`,
  },
];
