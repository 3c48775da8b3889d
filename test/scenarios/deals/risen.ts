import { act, approve, eventType, grace, obligation, on, usageTerm, use } from "../golden/scenario.ts";
import { closedInTurn, commitment, type Deal, termPath, total } from "./deal.ts";

// Prices that rise by themselves while usage comes late, seats change or months are added.

const from = "2026-01-01";
const patch = (name: string, body: object) => act(`PATCH ${termPath(name)}`, body);
const seats = (effectiveDate: string, delta: string) =>
  act(`POST ${termPath("Seats")}/seat-amendment`, { effectiveDate, delta });

export const risenDeals: readonly Deal[] = [
  {
    // 30.00 a month with 100 calls, 0.50 beyond; from 16 April on 33.00 and 0.55. Late calls of February and April are at 0.50, those of June at 0.55; half of the last month costs 16.50. What is taken
    // back below 100 calls is worth nothing.
    title:
      "calls with an allowance from the 16th that become more expensive by an escalator, deleted and late ones on both sides of it",
    contract: { currency: "EUR" },
    steps: [
      on(
        "2026-01-16",
        eventType,
        grace(0),
        usageTerm("Calls", {
          ...{ price: "0", from: "2026-01-16", to: "2026-06-30", pricingType: "TIERED" },
          pricing: [
            { tier: 0, amount: "30.00", amountType: "TOTAL_INVOICE", tierMinimum: "0" },
            { tier: 1, amount: "0.50", amountType: "PER_ITEM", tierMinimum: "100" },
          ],
          escalator: { type: "PERCENTAGE", amount: "0.10", everyMonths: 3 },
        }),
        approve,
      ),
      on("2026-01-20", use("2026-01-20", "140")),
      ...closedInTurn("2026-01"),
      on("2026-02-10", use("2026-02-10", "60")),
      on("2026-02-20", use("2026-02-20", "50")),
      ...closedInTurn("2026-02"),
      on("2026-03-10", use("2026-03-10", "-80")),
      on("2026-03-20", use("2026-03-20", "300")),
      ...closedInTurn("2026-03"),
      on("2026-04-05", use("2026-02-12", "40")),
      on("2026-04-10", use("2026-04-10", "-250")),
      on("2026-04-20", use("2026-04-20", "120")),
      ...closedInTurn("2026-04"),
      on("2026-05-10", use("2026-04-12", "100")),
      on("2026-05-25", use("2026-05-25", "300")),
      ...closedInTurn("2026-05"),
      on("2026-06-10", use("2026-06-10", "10")),
      on("2026-06-20", use("2026-06-20", "200")),
      ...closedInTurn("2026-06", "2026-07"),
    ],
    table: `
      2026-02-16 | 80.00  | 0 | ISSUED
      2026-03-16 | 30.00  | 0 | ISSUED
      2026-04-16 | 50.00  | 0 | ISSUED
      2026-05-16 | 69.00  | 0 | ISSUED
      2026-06-16 | 148.50 | 0 | ISSUED
      2026-07-01 | 71.50  | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 50.00  | 0      | 50.00  | 0 | 0 | 0 | 0
      2026-02 | 60.00  | 80.00  | 30.00  | 0 | 0 | 0 | 0
      2026-03 | 130.00 | 110.00 | 130.00 | 0 | 0 | 0 | 0
      2026-04 | -36.00 | 160.00 | 44.00  | 0 | 0 | 0 | 0
      2026-05 | 168.00 | 229.00 | 143.00 | 0 | 0 | 0 | 0
      2026-06 | 77.00  | 377.50 | 71.50  | 0 | 0 | 0 | 0
      2026-07 | 0      | 449.00 | 0      | 0 | 0 | 0 | 0`,
  },
  {
    // 0.10, 0.12 and 0.144 a call: 100.00, 180.00, and 72.00, of which 20.00 are within 300.00. 800 calls of February are none: 184.00 and 72.00, and 44.00 trued up, so 52.00 are credited. 300 late ones
    // of January take the place of 30.00 of the true-up.
    title: "a commitment whose calls rise by the month: beyond it after all is within, and trued up, and less of that",
    contract: { startDate: from, endDate: "2026-12-31" },
    steps: [
      on(
        from,
        eventType,
        grace(0),
        usageTerm("Calls", {
          ...{ price: "0.10", from, to: "2026-03-31", usageScope: "COMMITMENT" },
          escalator: { type: "PERCENTAGE", amount: "0.20", everyMonths: 1 },
        }),
        commitment({
          trueUpBehavior: "EACH_PERIOD",
          steps: [{ commitmentValue: "300.00", billingTermIds: ["$Calls.id"] }],
        }),
        approve,
      ),
      on("2026-01-20", use("2026-01-20", "1000")),
      ...closedInTurn("2026-01"),
      on("2026-02-10", use("2026-02-10", "1500")),
      ...closedInTurn("2026-02"),
      on("2026-03-10", use("2026-03-10", "500")),
      ...closedInTurn("2026-03"),
      on("2026-04-05", use("2026-02-20", "-800")),
      on("2026-04-20", use("2026-01-25", "300")),
      ...closedInTurn("2026-04"),
    ],
    table: `
      2026-02-01 | 100.00 | 0 | ISSUED
      2026-03-01 | 180.00 | 0 | ISSUED
      2026-04-01 | 72.00  | 0 | ISSUED
      2026-04-05 | 0.00   | 0 | PAID
      2026-04-20 | 0.00   | 0 | PAID
      2026-04-05 | 52.00  | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 100.00 | 0      | 100.00 | 0 | 0 | 0 | 0
      2026-02 | 180.00 | 100.00 | 180.00 | 0 | 0 | 0 | 0
      2026-03 | 72.00  | 280.00 | 72.00  | 0 | 0 | 0 | 0
      2026-04 | -52.00 | 352.00 | 0      | 0 | 0 | 0 | 52.00`,
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
  {
    // 150.00 and 300.00, 75.00 a month. Three months more at 110.00, by then what a month sells for alone, are a contract of their own. It ends in the second of them: half of February is credited.
    title: "months at a risen price that are what they sell for by then, and an end among them",
    steps: [
      on(
        "2026-07-01",
        act(
          "POST /v3/products",
          {
            name: "Hosting",
            standaloneSellingPrices: [
              { currency: "USD", amount: "100.00", validFrom: "2026-01-01" },
              { currency: "USD", amount: "110.00", validFrom: "2026-10-01" },
            ],
          },
          "product",
        ),
        obligation("Hosting", {
          ...{ price: "100.00", from: "2026-07-01", to: "2026-12-31", productId: "$product.id" },
          discounts: [{ type: "PERCENTAGE", amount: "0.5", startDate: "2026-07-01", endDate: "2026-09-30" }],
          escalator: { type: "PERCENTAGE", amount: "0.10", everyMonths: 6 },
        }),
        approve,
      ),
      ...closedInTurn("2026-07", "2026-08", "2026-09", "2026-10"),
      on("2026-11-10", patch("Hosting", { endDate: "2027-03-31", reasonCode: "RENEWAL" })),
      ...closedInTurn("2026-11", "2026-12", "2027-01"),
      on("2027-02-10", act(`PATCH ${termPath("Hosting")}/terminate`, { endDate: "2027-02-14", creditUnused: true })),
      ...closedInTurn("2027-02", "2027-03"),
    ],
    table: `
      2026-07-01 | 50.00  | 0 | ISSUED
      2026-08-01 | 50.00  | 0 | ISSUED
      2026-09-01 | 50.00  | 0 | ISSUED
      2026-10-01 | 100.00 | 0 | ISSUED
      2026-11-01 | 100.00 | 0 | ISSUED
      2026-12-01 | 100.00 | 0 | ISSUED
      2027-01-01 | 110.00 | 0 | ISSUED
      2027-02-01 | 110.00 | 0 | ISSUED
      2027-02-10 | 55.00  | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-07 | 75.00  | 50.00  | 0 | 25.00 | 0 | 0 | 0     | 375.00
      2026-08 | 75.00  | 100.00 | 0 | 50.00 | 0 | 0 | 0     | 300.00
      2026-09 | 75.00  | 150.00 | 0 | 75.00 | 0 | 0 | 0     | 225.00
      2026-10 | 75.00  | 250.00 | 0 | 50.00 | 0 | 0 | 0     | 150.00
      2026-11 | 75.00  | 350.00 | 0 | 25.00 | 0 | 0 | 0     | 405.00
      2026-12 | 75.00  | 450.00 | 0 | 0     | 0 | 0 | 0     | 330.00
      2027-01 | 110.00 | 560.00 | 0 | 0     | 0 | 0 | 0     | 220.00
      2027-02 | 55.00  | 670.00 | 0 | 0     | 0 | 0 | 55.00 | 0
      2027-03 | 0      | 670.00 | 0 | 0     | 0 | 0 | 55.00 | 0`,
  },
  {
    // 1,260.00 and 480.00 by 3 and 1: 108.75 and 36.25 a month. 15.00 a month more from July on leave 960.00: 720.00 and 240.00. The days of a month in arrears are receivable at their own price; what is
    // earned beyond the quarters' bills waits for the dearer ones.
    title:
      "quarters that rise in July beside months in arrears that are made more expensive then, in an allocated contract",
    contract: { allocationMethod: "RELATIVE_SSP" },
    steps: [
      on(
        from,
        obligation(
          "Platform",
          {
            ...{ price: "300.00", interval: "QUARTER", from, to: "2026-12-31" },
            escalator: { type: "PERCENTAGE", amount: "0.10", everyMonths: 6 },
          },
          { standaloneSellingPrice: "1500.00" },
        ),
        obligation(
          "Support",
          { price: "40.00", from, to: "2026-12-31", invoiceDateStrategy: "ARREARS" },
          { standaloneSellingPrice: "500.00" },
        ),
        approve,
      ),
      ...closedInTurn("2026-01", "2026-02", "2026-03", "2026-04", "2026-05"),
      on("2026-06-20", patch("Support", { ...total("55.00"), effectiveDate: "2026-07-01" })),
      ...closedInTurn("2026-06", "2026-07", "2026-08", "2026-09", "2026-10", "2026-11", "2026-12", "2027-01"),
    ],
    table: `
      2026-01-01 | 300.00 | 0 | ISSUED
      2026-02-01 | 40.00  | 0 | ISSUED
      2026-03-01 | 40.00  | 0 | ISSUED
      2026-04-01 | 340.00 | 0 | ISSUED
      2026-05-01 | 40.00  | 0 | ISSUED
      2026-06-01 | 40.00  | 0 | ISSUED
      2026-07-01 | 370.00 | 0 | ISSUED
      2026-08-01 | 55.00  | 0 | ISSUED
      2026-09-01 | 55.00  | 0 | ISSUED
      2026-10-01 | 385.00 | 0 | ISSUED
      2026-11-01 | 55.00  | 0 | ISSUED
      2026-12-01 | 55.00  | 0 | ISSUED
      2027-01-01 | 55.00  | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 145.00 | 300.00 | 40.00 | 0 | 195.00 | 0 | 0 | 1595.00
      2026-02 | 145.00 | 340.00 | 40.00 | 0 | 90.00 | 0 | 0 | 1450.00
      2026-03 | 145.00 | 380.00 | 40.00 | 15.00 | 0 | 0 | 0 | 1305.00
      2026-04 | 145.00 | 720.00 | 40.00 | 0 | 180.00 | 0 | 0 | 1160.00
      2026-05 | 145.00 | 760.00 | 40.00 | 0 | 75.00 | 0 | 0 | 1015.00
      2026-06 | 145.00 | 800.00 | 40.00 | 30.00 | 0 | 0 | 0 | 960.00
      2026-07 | 160.00 | 1170.00 | 55.00 | 0 | 195.00 | 0 | 0 | 800.00
      2026-08 | 160.00 | 1225.00 | 55.00 | 0 | 90.00 | 0 | 0 | 640.00
      2026-09 | 160.00 | 1280.00 | 55.00 | 15.00 | 0 | 0 | 0 | 480.00
      2026-10 | 160.00 | 1665.00 | 55.00 | 0 | 210.00 | 0 | 0 | 320.00
      2026-11 | 160.00 | 1720.00 | 55.00 | 0 | 105.00 | 0 | 0 | 160.00
      2026-12 | 160.00 | 1775.00 | 55.00 | 0 | 0 | 0 | 0 | 0
      2027-01 | 0 | 1830.00 | 0 | 0 | 0 | 0 | 0 | 0`,
  },
];
