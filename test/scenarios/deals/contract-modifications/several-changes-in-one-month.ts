import { act, approve, obligation, on } from "../../golden/scenario.ts";
import { closedInTurn, creditOfLine, type Deal, taxed, termPath, total } from "../deal.ts";

// Changes that meet in one month, before the next bill.

const end = (name: string, endDate: string, parts: object = { creditUnused: true }) =>
  act(`PATCH ${termPath(name)}/terminate`, { endDate, ...parts });
const plan = (name: string, amount: string) => ({
  ...{ name, endDate: "2026-03-31", interval: "MONTH", invoiceDateStrategy: "FIRST_OF_PERIOD" },
  ...{ billingType: "FLAT", ...total(amount) },
});

export const severalChangeInOneMonthDeals: readonly Deal[] = [
  {
    // 10 × 10.00 + 5 × 8.00 = 140.00. 25 from 16 April on are 220.00: 80.00 × 15/30 = 40.00 more. Five from 11 May on are 50.00: 170.00 × 21/31 = 115.16 are credited.
    title: "a quantity in tiers: more of it in the midst of one month, and much less in the next, credited",
    steps: [
      on(
        "2026-04-01",
        obligation("Units", {
          ...{ price: "0", from: "2026-04-01", to: "2026-06-30", billingType: "UNIT", quantity: "15" },
          ...{ pricingType: "TIERED", creditOnDecrease: "PRORATED" },
          pricing: [
            { tier: 0, tierMinimum: "0", amount: "10.00", amountType: "PER_ITEM" },
            { tier: 1, tierMinimum: "10", amount: "8.00", amountType: "PER_ITEM" },
          ],
        }),
        approve,
      ),
      on(
        "2026-04-16",
        act(`POST ${termPath("Units")}/amendments`, {
          ...{ quantity: "25", effectiveDate: "2026-04-16", settlement: "IMMEDIATE" },
        }),
      ),
      ...closedInTurn("2026-04"),
      on(
        "2026-05-11",
        act(`POST ${termPath("Units")}/amendments`, {
          ...{ quantity: "5", effectiveDate: "2026-05-11", settlement: "IMMEDIATE" },
        }),
      ),
      ...closedInTurn("2026-05", "2026-06"),
    ],
    table: `
      2026-04-01 | 140.00 | 0 | ISSUED
      2026-04-16 | 40.00  | 0 | ISSUED
      2026-05-01 | 220.00 | 0 | ISSUED
      2026-06-01 | 50.00  | 0 | ISSUED
      2026-05-11 | 115.16 | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-04 | 180.00 | 180.00 | 0 | 0 | 0 | 0 | 0 | 440.00
      2026-05 | 104.84 | 400.00 | 0 | 0 | 0 | 0 | 115.16 | 50.00
      2026-06 | 50.00 | 450.00 | 0 | 0 | 0 | 0 | 115.16 | 0`,
  },
  {
    // 10.00 a day. 5.00 from 11 May on are not credited. 15.00 from 21 May on: 10.00 × 11 less 5.00 × 11 that are billed already. Ended with 25 May: 6 × 15.00 are credited.
    title: "a lower price that is not credited, a higher one that uses it up in part, and an end, all in one month",
    steps: [
      on("2026-05-01", obligation("Plan", { price: "310.00", from: "2026-05-01", to: "2026-07-31" }), approve),
      on(
        "2026-05-11",
        act(`POST ${termPath("Plan")}/amendments`, {
          ...{ ...total("155.00"), effectiveDate: "2026-05-11", settlement: "IMMEDIATE" },
        }),
      ),
      on(
        "2026-05-21",
        act(`POST ${termPath("Plan")}/amendments`, {
          ...{ ...total("465.00"), effectiveDate: "2026-05-21", settlement: "IMMEDIATE" },
        }),
      ),
      on("2026-05-25", end("Plan", "2026-05-25")),
      ...closedInTurn("2026-05"),
    ],
    table: `
      2026-05-01 | 310.00 | 0 | ISSUED
      2026-05-21 | 55.00  | 0 | ISSUED
      2026-05-25 | 90.00  | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-05 | 275.00 | 365.00 | 0 | 0 | 0 | 0 | 90.00`,
  },
  {
    // 196.67 of the quarter are unused from February on and were to be taken off 280.00. That plan bills 9 days, 90.00, before a third one comes: 90.00 are taken off them and 106.67 credited. 400.00 and 22/31 of it, 683.87, are the third plan's.
    title: "a plan in place of a quarter, in whose place another one comes before it is billed",
    steps: [
      on(
        "2026-01-01",
        obligation("Basic", { price: "300.00", interval: "QUARTER", from: "2026-01-01", to: "2026-03-31" }),
        approve,
      ),
      on(
        "2026-01-20",
        act(`POST ${termPath("Basic")}/swap`, { effectiveDate: "2026-02-01", newTerm: plan("Middle", "280.00") }),
      ),
      on(
        "2026-01-25",
        act("GET /v3/contracts/$contract/billing-terms", undefined, "terms"),
        act("POST /v3/contracts/$contract/billing-terms/$terms.data.0.id/swap", {
          ...{ effectiveDate: "2026-02-10", newTerm: plan("Large", "400.00") },
        }),
      ),
      ...closedInTurn("2026-01", "2026-02", "2026-03"),
    ],
    table: `
      2026-01-01 | 300.00 | 0 | ISSUED
      2026-02-01 | 0.00   | 0 | PAID
      2026-02-10 | 400.00 | 0 | ISSUED
      2026-03-10 | 283.87 | 0 | ISSUED
      2026-01-25 | 106.67 | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 103.33 | 300.00 | 0 | 0 | 90.00 | 0 | 106.67
      2026-02 | 366.46 | 700.00 | 0 | 0 | 123.54 | 0 | 106.67
      2026-03 | 407.41 | 983.87 | 0 | 0 | 0 | 0 | 106.67`,
  },
  {
    // 10 % less until March. On 10 March the end with June is agreed: the months before had their own prices, and of 390.00 from March on 363.87 are left for 22/31 and three months (25-13(a)).
    title: "open-ended months at a discount that ends, which are given an end",
    steps: [
      on(
        "2026-01-01",
        obligation(
          "Plan",
          { price: "100.00", from: "2026-01-01" },
          { discounts: [{ type: "PERCENTAGE", amount: "0.10", startDate: "2026-01-01", endDate: "2026-03-31" }] },
        ),
        approve,
      ),
      ...closedInTurn("2026-01", "2026-02"),
      on("2026-03-10", end("Plan", "2026-06-30", {})),
      ...closedInTurn("2026-03", "2026-04", "2026-05", "2026-06", "2026-07"),
    ],
    table: `
      2026-01-01 | 90.00  | 0 | ISSUED
      2026-02-01 | 90.00  | 0 | ISSUED
      2026-03-01 | 90.00  | 0 | ISSUED
      2026-04-01 | 100.00 | 0 | ISSUED
      2026-05-01 | 100.00 | 0 | ISSUED
      2026-06-01 | 100.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 90.00 | 90.00 | 0 | 0 | 0 | 0 | 0
      2026-02 | 90.00 | 180.00 | 0 | 0 | 0 | 0 | 0
      2026-03 | 95.74 | 270.00 | 0 | 5.74 | 0 | 0 | 0
      2026-04 | 98.09 | 370.00 | 0 | 3.83 | 0 | 0 | 0
      2026-05 | 98.08 | 470.00 | 0 | 1.91 | 0 | 0 | 0
      2026-06 | 98.09 | 570.00 | 0 | 0 | 0 | 0 | 0
      2026-07 | 0 | 570.00 | 0 | 0 | 0 | 0 | 0`,
  },
  {
    // 200.00 of the summer are taken off 480.00. 48.00 of that are credited, and it ends with July: 240.00 for its 31 of 62 days are credited, so July has 240.00 − 48.00.
    title: "a plan for two months in the place of the rest of a summer, a part credited, and ended after the first",
    steps: [
      on(
        "2026-06-01",
        obligation("Summer", {
          ...{ price: "300.00", interval: "MONTH", intervalFrequency: 3, from: "2026-06-01", to: "2026-08-31" },
          prorationPolicy: "MONTH",
        }),
        approve,
      ),
      ...closedInTurn("2026-06"),
      on(
        "2026-07-01",
        act(`POST ${termPath("Summer")}/swap`, {
          effectiveDate: "2026-07-01",
          newTerm: {
            ...{ name: "Large", endDate: "2026-08-31", interval: "MONTH", intervalFrequency: 2 },
            ...{ invoiceDateStrategy: "FIRST_OF_PERIOD", billingType: "FLAT", ...total("480.00") },
          },
        }),
      ),
      on(
        "2026-07-20",
        act("GET /v3/contracts/$contract/billing-terms", undefined, "terms"),
        creditOfLine(1, 0, "2026-07-20", "48.00"),
      ),
      on(
        "2026-07-25",
        act("PATCH /v3/contracts/$contract/billing-terms/$terms.data.0.id/terminate", {
          ...{ endDate: "2026-07-31", creditUnused: true },
        }),
      ),
      ...closedInTurn("2026-07"),
    ],
    table: `
      2026-06-01 | 300.00 | 0 | ISSUED
      2026-07-01 | 280.00 | 0 | ISSUED
      2026-07-20 | 48.00  | 0 | OPEN
      2026-07-25 | 240.00 | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-06 | 100.00 | 300.00 | 0 | 0 | 200.00 | 0 | 0
      2026-07 | 192.00 | 580.00 | 0 | 0 | 0 | 0 | 288.00`,
  },
  {
    // 100 yen more from March on, and then 50 from 10 February on until that: 34 of February, 100 of March and of April, on the bill of May. All of it is April's.
    title: "two higher prices of closed months in yen, the earlier one told second, with the next bill",
    contract: { currency: "JPY" },
    steps: [
      on("2026-01-01", obligation("Plan", { price: "1000", from: "2026-01-01", to: "2026-12-31" }), approve),
      ...closedInTurn("2026-01", "2026-02", "2026-03"),
      on(
        "2026-04-10",
        ...(
          [
            ["2026-03-01", "1100"],
            ["2026-02-10", "1050"],
          ] as const
        ).map(([effectiveDate, amount]) =>
          act(`POST ${termPath("Plan")}/amendments`, { ...total(amount), effectiveDate, settlement: "CO_TERM" }),
        ),
      ),
      ...closedInTurn("2026-04", "2026-05", "2026-06"),
    ],
    table: `
      2026-01-01 | 1000 | 0 | ISSUED
      2026-02-01 | 1000 | 0 | ISSUED
      2026-03-01 | 1000 | 0 | ISSUED
      2026-04-01 | 1000 | 0 | ISSUED
      2026-05-01 | 1334 | 0 | ISSUED
      2026-06-01 | 1100 | 0 | ISSUED
      2026-07-01 | 1100 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 1000 | 1000 | 0 | 0 | 0 | 0 | 0
      2026-02 | 1000 | 2000 | 0 | 0 | 0 | 0 | 0
      2026-03 | 1000 | 3000 | 0 | 0 | 0 | 0 | 0
      2026-04 | 1234 | 4000 | 234 | 0 | 0 | 0 | 0
      2026-05 | 1100 | 5334 | 0 | 0 | 0 | 0 | 0
      2026-06 | 1100 | 6434 | 0 | 0 | 0 | 0 | 0`,
  },
  {
    // Two seats from April on cost a whole year, 240.00, earned over nine months. One of them goes in July by days: 120.00 × 184/365 = 60.49 are credited.
    title: "seats added for a whole year, one of which goes by days and is credited",
    steps: [
      on(
        "2026-01-01",
        obligation("Seats", {
          ...{ price: "120.00", interval: "YEAR", from: "2026-01-01", to: "2026-12-31" },
          ...{ billingType: "UNIT", quantity: "10" },
          seatConfig: {
            ...{ defaultTrueUpTiming: "IMMEDIATE", creditOnDecrease: "PRORATED", defaultProrationPolicy: "YEAR" },
          },
        }),
        approve,
      ),
      ...closedInTurn("2026-01", "2026-02", "2026-03"),
      on("2026-04-01", act(`POST ${termPath("Seats")}/seat-amendment`, { effectiveDate: "2026-04-01", delta: "2" })),
      ...closedInTurn("2026-04", "2026-05", "2026-06"),
      on(
        "2026-07-01",
        act(`POST ${termPath("Seats")}/seat-amendment`, {
          ...{ effectiveDate: "2026-07-01", delta: "-1", prorationPolicy: "DAY" },
        }),
      ),
      ...closedInTurn("2026-07", "2026-08", "2026-09", "2026-10", "2026-11", "2026-12"),
    ],
    table: `
      2026-01-01 | 1200.00 | 0 | ISSUED
      2026-04-01 | 240.00  | 0 | ISSUED
      2026-07-01 | 60.49   | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 100.00 | 1200.00 | 0 | 0 | 1100.00 | 0 | 0 | 1100.00
      2026-02 | 100.00 | 1200.00 | 0 | 0 | 1000.00 | 0 | 0 | 1000.00
      2026-03 | 100.00 | 1200.00 | 0 | 0 | 900.00 | 0 | 0 | 900.00
      2026-04 | 126.67 | 1440.00 | 0 | 0 | 1013.33 | 0 | 0 | 1013.33
      2026-05 | 126.66 | 1440.00 | 0 | 0 | 886.67 | 0 | 0 | 886.67
      2026-06 | 126.67 | 1440.00 | 0 | 0 | 760.00 | 0 | 0 | 760.00
      2026-07 | 116.59 | 1440.00 | 0 | 0 | 582.92 | 0 | 60.49 | 582.92
      2026-08 | 116.58 | 1440.00 | 0 | 0 | 466.34 | 0 | 60.49 | 466.34
      2026-09 | 116.58 | 1440.00 | 0 | 0 | 349.76 | 0 | 60.49 | 349.76
      2026-10 | 116.59 | 1440.00 | 0 | 0 | 233.17 | 0 | 60.49 | 233.17
      2026-11 | 116.58 | 1440.00 | 0 | 0 | 116.59 | 0 | 60.49 | 116.59
      2026-12 | 116.59 | 1440.00 | 0 | 0 | 0 | 0 | 60.49 | 0`,
  },
  {
    // Three of 13 seats come on 11 January, 63.00 with February's bill, and are the least from then on: five that go change nothing. Ended on 20 March: 403.00 × 11/31 = 143.00 are credited with 10 % of tax.
    title:
      "open-ended seats with a minimum that moves: more with the next bill, fewer in vain, and ended with a credit",
    steps: [
      on(
        "2026-01-01",
        ...taxed("0.10"),
        obligation("Seats", {
          ...{ price: "31.00", from: "2026-01-01", billingType: "UNIT", quantity: "10" },
          seatConfig: { defaultTrueUpTiming: "CO_TERM", isMovingMinimum: true, creditOnDecrease: "PRORATED" },
        }),
        approve,
      ),
      on("2026-01-11", act(`POST ${termPath("Seats")}/seat-amendment`, { effectiveDate: "2026-01-11", delta: "3" })),
      ...closedInTurn("2026-01"),
      on("2026-02-10", act(`POST ${termPath("Seats")}/seat-amendment`, { effectiveDate: "2026-02-10", delta: "-5" })),
      ...closedInTurn("2026-02"),
      on("2026-03-20", end("Seats", "2026-03-20")),
      ...closedInTurn("2026-03"),
    ],
    table: `
      2026-01-01 | 341.00 | 31.00 | ISSUED
      2026-02-01 | 512.60 | 46.60 | ISSUED
      2026-03-01 | 443.30 | 40.30 | ISSUED
      2026-03-20 | 157.30 | 14.30 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 373.00 | 341.00 | 63.00 | 0 | 0 | 31.00 | 0
      2026-02 | 403.00 | 853.60 | 0 | 0 | 0 | 77.60 | 0
      2026-03 | 260.00 | 1296.90 | 0 | 0 | 0 | 103.60 | 157.30`,
  },
];
