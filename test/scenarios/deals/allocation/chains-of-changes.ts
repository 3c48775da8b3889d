import { act, approve, obligation, on } from "../../golden/scenario.ts";
import { closedInTurn, type Deal, termPath } from "../deal.ts";

// Contracts with a shared price after several changes of different kinds.

const shared = { allocationMethod: "RELATIVE_SSP" };
const monthsOf = (year: string, first = 1, last = 12) =>
  Array.from({ length: last - first + 1 }, (_, index) => `${year}-${String(first + index).padStart(2, "0")}`);
const end = (name: string, endDate: string, parts: object = { creditUnused: true }) =>
  act(`PATCH ${termPath(name)}/terminate`, { endDate, ...parts });

export const chainOfChangeDeals: readonly Deal[] = [
  {
    // 1,200.00 and half of 600.00, which sell for that without the discount: 1,000.00 and 500.00. A training that sells for 300.00 is agreed on the leap day for 150.00, which is in what remains from then on. On its day, 31 March, 370.97 are earned; 1,129.03 and 150.00 are shared by 903.23, 451.61 and 300.00: 698.11, 349.05 and 231.87.
    // Support ends with June: 150.82 of its 300.00 are credited, and the platform has all that is left.
    title:
      "a discount on one element, a training at half its price on a leap day, and an end of the discounted element",
    contract: shared,
    steps: [
      on(
        "2028-01-01",
        obligation(
          "Platform",
          { price: "1200.00", interval: "YEAR", from: "2028-01-01", to: "2028-12-31" },
          { standaloneSellingPrice: "1200.00" },
        ),
        obligation(
          "Support",
          { price: "600.00", interval: "YEAR", from: "2028-01-01", to: "2028-12-31" },
          { standaloneSellingPrice: "600.00", discounts: [{ type: "PERCENTAGE", amount: "0.5" }] },
        ),
        approve,
      ),
      ...closedInTurn("2028-01"),
      on(
        "2028-02-29",
        obligation(
          "Training",
          { price: "150.00", from: "2028-03-31", to: "2028-03-31", interval: "NONE" },
          { recognitionPattern: "POINT_IN_TIME", standaloneSellingPrice: "300.00" },
        ),
      ),
      ...closedInTurn(...monthsOf("2028", 2, 5)),
      on("2028-06-30", end("Support", "2028-06-30")),
      ...closedInTurn(...monthsOf("2028", 6)),
    ],
    table: `
      2028-01-01 | 1500.00 | 0 | ISSUED
      2028-03-31 | 150.00  | 0 | ISSUED
      2028-06-30 | 150.82  | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2028-01 | 125.00 | 1500.00 | 0 | 0 | 1375.00 | 0 | 0 | 1375.00
      2028-02 | 125.00 | 1500.00 | 0 | 0 | 1250.00 | 0 | 0 | 1400.00
      2028-03 | 356.58 | 1650.00 | 0 | 0 | 1043.42 | 0 | 0 | 1043.42
      2028-04 | 115.93 | 1650.00 | 0 | 0 | 927.49 | 0 | 0 | 927.49
      2028-05 | 115.94 | 1650.00 | 0 | 0 | 811.55 | 0 | 0 | 811.55
      2028-06 | 115.94 | 1650.00 | 0 | 0 | 544.79 | 0 | 150.82 | 544.79
      2028-07 | 90.80 | 1650.00 | 0 | 0 | 453.99 | 0 | 150.82 | 453.99
      2028-08 | 90.80 | 1650.00 | 0 | 0 | 363.19 | 0 | 150.82 | 363.19
      2028-09 | 90.80 | 1650.00 | 0 | 0 | 272.39 | 0 | 150.82 | 272.39
      2028-10 | 90.79 | 1650.00 | 0 | 0 | 181.60 | 0 | 150.82 | 181.60
      2028-11 | 90.80 | 1650.00 | 0 | 0 | 90.80 | 0 | 150.82 | 90.80
      2028-12 | 90.80 | 1650.00 | 0 | 0 | 0 | 0 | 150.82 | 0`,
  },
  {
    // 900.00 each, 150.00 a month. Four seats more from April on are a contract of their own, 40.00 a month. 6.00 more a seat and quarter from July on: 120.00 of the ten are shared by all that is left, 170.00 a month, and the four have 48.00. Support ends with
    // September: 150.00 less, and 360.00 are left for the ten seats.
    title: "seats that are a separate contract, all of them dearer in July, and an end of support in September",
    contract: shared,
    steps: [
      on(
        "2026-01-01",
        obligation(
          "Seats",
          {
            ...{ price: "30.00", interval: "QUARTER", from: "2026-01-01", to: "2026-12-31" },
            ...{ billingType: "UNIT", quantity: "10", seatConfig: { defaultTrueUpTiming: "IMMEDIATE" } },
          },
          { standaloneSellingPrice: "1200.00" },
        ),
        obligation(
          "Support",
          { price: "150.00", interval: "QUARTER", from: "2026-01-01", to: "2026-12-31" },
          { standaloneSellingPrice: "1200.00" },
        ),
        approve,
      ),
      ...closedInTurn("2026-01", "2026-02"),
      on(
        "2026-03-20",
        act(`POST ${termPath("Seats")}/seat-amendment`, { effectiveDate: "2026-04-01", delta: "4" }),
        act("GET /v3/contracts/$contract/modifications", undefined, "log"),
        act("PATCH /v3/contracts/$contract/modifications/$log.data.0.id", {
          ...{ treatment: "SEPARATE_CONTRACT", reason: "At what they sell for" },
        }),
      ),
      ...closedInTurn("2026-03", "2026-04", "2026-05"),
      on(
        "2026-06-10",
        act(`PATCH ${termPath("Seats")}`, {
          ...{ pricing: [{ amount: "36.00", amountType: "PER_ITEM" }], effectiveDate: "2026-07-01" },
        }),
      ),
      ...closedInTurn("2026-06", "2026-07", "2026-08"),
      on("2026-09-15", end("Support", "2026-09-30", {})),
      ...closedInTurn("2026-09", "2026-10", "2026-11", "2026-12"),
    ],
    table: `
      2026-01-01 | 450.00 | 0 | ISSUED
      2026-04-01 | 570.00 | 0 | ISSUED
      2026-07-01 | 654.00 | 0 | ISSUED
      2026-10-01 | 504.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 150.00 | 450.00 | 0 | 0 | 300.00 | 0 | 0
      2026-02 | 150.00 | 450.00 | 0 | 0 | 150.00 | 0 | 0
      2026-03 | 150.00 | 450.00 | 0 | 0 | 0 | 0 | 0
      2026-04 | 190.00 | 1020.00 | 0 | 0 | 380.00 | 0 | 0
      2026-05 | 190.00 | 1020.00 | 0 | 0 | 190.00 | 0 | 0
      2026-06 | 190.00 | 1020.00 | 0 | 0 | 0 | 0 | 0
      2026-07 | 218.00 | 1674.00 | 0 | 0 | 436.00 | 0 | 0
      2026-08 | 218.00 | 1674.00 | 0 | 0 | 218.00 | 0 | 0
      2026-09 | 218.00 | 1674.00 | 0 | 0 | 0 | 0 | 0
      2026-10 | 168.00 | 2178.00 | 0 | 0 | 336.00 | 0 | 0
      2026-11 | 168.00 | 2178.00 | 0 | 0 | 168.00 | 0 | 0
      2026-12 | 168.00 | 2178.00 | 0 | 0 | 0 | 0 | 0`,
  },
  {
    // 100.00 a month of the platform and 50.00 of open-ended support, each month of which has its own price. Ended with May, it has an end and shares nothing all the same.
    title: "open-ended support beside a platform in an allocated contract, which is given an end",
    contract: shared,
    steps: [
      on(
        "2026-01-01",
        obligation(
          "Platform",
          { price: "1200.00", interval: "YEAR", from: "2026-01-01", to: "2026-12-31" },
          { standaloneSellingPrice: "1200.00" },
        ),
        obligation("Support", { price: "50.00", from: "2026-01-01" }, { standaloneSellingPrice: "2400.00" }),
        approve,
      ),
      ...closedInTurn("2026-01", "2026-02"),
      on("2026-03-10", end("Support", "2026-05-31", {})),
      ...closedInTurn(...monthsOf("2026", 3, 7)),
    ],
    table: `
      2026-01-01 | 1250.00 | 0 | ISSUED
      2026-02-01 | 50.00   | 0 | ISSUED
      2026-03-01 | 50.00   | 0 | ISSUED
      2026-04-01 | 50.00   | 0 | ISSUED
      2026-05-01 | 50.00   | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 150.00 | 1250.00 | 0 | 0 | 1100.00 | 0 | 0 | 1100.00
      2026-02 | 150.00 | 1300.00 | 0 | 0 | 1000.00 | 0 | 0 | 1000.00
      2026-03 | 150.00 | 1350.00 | 0 | 0 | 900.00 | 0 | 0 | 1000.00
      2026-04 | 150.00 | 1400.00 | 0 | 0 | 800.00 | 0 | 0 | 850.00
      2026-05 | 150.00 | 1450.00 | 0 | 0 | 700.00 | 0 | 0 | 700.00
      2026-06 | 100.00 | 1450.00 | 0 | 0 | 600.00 | 0 | 0 | 600.00
      2026-07 | 100.00 | 1450.00 | 0 | 0 | 500.00 | 0 | 0 | 500.00`,
  },
  {
    // 150.00 a month. Of the plan's 1,200.00 295.89 are served by March; 904.11 are taken off the first bill of the new plan, 150.00, and credited, 754.11. Of 895.89 445.89 are left for support; the new plan has no end and no part in it.
    title: "a part of a shared price in whose place an open-ended plan comes",
    contract: shared,
    steps: [
      on(
        "2026-01-01",
        obligation(
          "Plan",
          { price: "1200.00", interval: "YEAR", from: "2026-01-01", to: "2026-12-31" },
          { standaloneSellingPrice: "1200.00" },
        ),
        obligation(
          "Support",
          { price: "600.00", interval: "YEAR", from: "2026-01-01", to: "2026-12-31" },
          { standaloneSellingPrice: "1200.00" },
        ),
        approve,
      ),
      ...closedInTurn("2026-01", "2026-02", "2026-03"),
      on(
        "2026-04-01",
        act(`POST ${termPath("Plan")}/swap`, {
          effectiveDate: "2026-04-01",
          newTerm: {
            ...{ name: "Monthly", interval: "MONTH", invoiceDateStrategy: "FIRST_OF_PERIOD", billingType: "FLAT" },
            pricing: [{ amount: "150.00", amountType: "TOTAL_INVOICE" }],
          },
        }),
      ),
      ...closedInTurn(...monthsOf("2026", 4, 7)),
    ],
    table: `
      2026-01-01 | 1800.00 | 0 | ISSUED
      2026-04-01 | 0.00    | 0 | PAID
      2026-05-01 | 150.00  | 0 | ISSUED
      2026-06-01 | 150.00  | 0 | ISSUED
      2026-07-01 | 150.00  | 0 | ISSUED
      2026-08-01 | 150.00  | 0 | ISSUED
      2026-04-01 | 754.11  | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 150.00 | 1800.00 | 0 | 0 | 1650.00 | 0 | 0
      2026-02 | 150.00 | 1800.00 | 0 | 0 | 1500.00 | 0 | 0
      2026-03 | 150.00 | 1800.00 | 0 | 0 | 1350.00 | 0 | 0
      2026-04 | 199.54 | 1800.00 | 0 | 0 | 396.35 | 0 | 754.11
      2026-05 | 199.55 | 1950.00 | 0 | 0 | 346.80 | 0 | 754.11
      2026-06 | 199.54 | 2100.00 | 0 | 0 | 297.26 | 0 | 754.11
      2026-07 | 199.54 | 2250.00 | 0 | 0 | 247.72 | 0 | 754.11`,
  },
  {
    // 150.00 a month. The platform's bill is lost on 10 March, when 348.39 are earned: of 1,350.00 967.74 were for later days of it and 33.87 for those of support, and 50.00 a month are left. Support is 10.00 dearer from April on. The payment in
    // May earns the 967.74 again, 100.00 a month from 11 March on: 267.74 by May.
    title: "a bill of a shared price that is written off, a dearer other part after it, and the payment after all",
    contract: shared,
    steps: [
      on(
        "2026-01-01",
        obligation(
          "Platform",
          { price: "1200.00", interval: "YEAR", from: "2026-01-01", to: "2026-12-31", invoiceGroup: "platform" },
          { standaloneSellingPrice: "1200.00" },
        ),
        obligation(
          "Support",
          { price: "50.00", from: "2026-01-01", to: "2026-12-31" },
          { standaloneSellingPrice: "600.00" },
        ),
        approve,
      ),
      ...closedInTurn("2026-01", "2026-02"),
      on(
        "2026-03-10",
        act("GET /v3/invoices?filter=total:eq:1200.00", undefined, "platform"),
        act("POST /v3/invoices/$platform.data.0.id/actions", { action: "MARK_UNCOLLECTIBLE" }),
      ),
      on(
        "2026-03-20",
        act(`PATCH ${termPath("Support")}`, {
          ...{ pricing: [{ amount: "60.00", amountType: "TOTAL_INVOICE" }], effectiveDate: "2026-04-01" },
        }),
      ),
      ...closedInTurn("2026-03", "2026-04"),
      on("2026-05-10", act("POST /v3/invoices/$platform.data.0.id/payments", { amount: "1200.00" })),
      ...closedInTurn("2026-05", "2026-06"),
    ],
    table: `
      2026-01-01 | 50.00   | 0 | ISSUED
      2026-01-01 | 1200.00 | 0 | PAID
      2026-02-01 | 50.00   | 0 | ISSUED
      2026-03-01 | 50.00   | 0 | ISSUED
      2026-04-01 | 60.00   | 0 | ISSUED
      2026-05-01 | 60.00   | 0 | ISSUED
      2026-06-01 | 60.00   | 0 | ISSUED
      2026-07-01 | 60.00   | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 150.00 | 1250.00 | 0 | 0 | 1100.00 | 0 | 0
      2026-02 | 150.00 | 1300.00 | 0 | 0 | 1000.00 | 0 | 0
      2026-03 | 82.26 | 150.00 | 0 | 0 | 0 | 0 | 0
      2026-04 | 60.00 | 210.00 | 0 | 0 | 0 | 0 | 0
      2026-05 | 327.74 | 270.00 | 0 | 0 | 700.00 | 0 | 0
      2026-06 | 160.00 | 330.00 | 0 | 0 | 600.00 | 0 | 0`,
  },
  {
    // 150.00 a month. 50.00 more of the platform from July on, agreed in June, catch up: 2,100.00, 175.00 a month, 150.00 of June for the months before. Support ends with July: 1,850.00 − 1,225.00 are left for five months.
    title: "a dearer part of a shared price that catches up before its day, and an end of the other one",
    contract: shared,
    steps: [
      on(
        "2026-01-01",
        obligation(
          "Platform",
          { price: "100.00", from: "2026-01-01", to: "2026-12-31" },
          { standaloneSellingPrice: "1200.00" },
        ),
        obligation(
          "Support",
          { price: "50.00", from: "2026-01-01", to: "2026-12-31" },
          { standaloneSellingPrice: "600.00" },
        ),
        approve,
      ),
      ...closedInTurn(...monthsOf("2026", 1, 5)),
      on(
        "2026-06-20",
        act(`PATCH ${termPath("Platform")}`, {
          ...{ pricing: [{ amount: "150.00", amountType: "TOTAL_INVOICE" }], effectiveDate: "2026-07-01" },
        }),
        act("GET /v3/contracts/$contract/modifications", undefined, "log"),
        act("PATCH /v3/contracts/$contract/modifications/$log.data.0.id", {
          ...{ treatment: "CUMULATIVE_CATCH_UP", reason: "Not distinct" },
        }),
      ),
      ...closedInTurn("2026-06"),
      on("2026-07-10", end("Support", "2026-07-31", {})),
      ...closedInTurn(...monthsOf("2026", 7)),
    ],
    table: `
      2026-01-01 | 150.00 | 0 | ISSUED
      2026-02-01 | 150.00 | 0 | ISSUED
      2026-03-01 | 150.00 | 0 | ISSUED
      2026-04-01 | 150.00 | 0 | ISSUED
      2026-05-01 | 150.00 | 0 | ISSUED
      2026-06-01 | 150.00 | 0 | ISSUED
      2026-07-01 | 200.00 | 0 | ISSUED
      2026-08-01 | 150.00 | 0 | ISSUED
      2026-09-01 | 150.00 | 0 | ISSUED
      2026-10-01 | 150.00 | 0 | ISSUED
      2026-11-01 | 150.00 | 0 | ISSUED
      2026-12-01 | 150.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 150.00 | 150.00 | 0 | 0 | 0 | 0 | 0 | 1650.00
      2026-02 | 150.00 | 300.00 | 0 | 0 | 0 | 0 | 0 | 1500.00
      2026-03 | 150.00 | 450.00 | 0 | 0 | 0 | 0 | 0 | 1350.00
      2026-04 | 150.00 | 600.00 | 0 | 0 | 0 | 0 | 0 | 1200.00
      2026-05 | 150.00 | 750.00 | 0 | 0 | 0 | 0 | 0 | 1050.00
      2026-06 | 300.00 | 900.00 | 0 | 150.00 | 0 | 0 | 0 | 1050.00
      2026-07 | 175.00 | 1100.00 | 0 | 125.00 | 0 | 0 | 0 | 625.00
      2026-08 | 125.00 | 1250.00 | 0 | 100.00 | 0 | 0 | 0 | 500.00
      2026-09 | 125.00 | 1400.00 | 0 | 75.00 | 0 | 0 | 0 | 375.00
      2026-10 | 125.00 | 1550.00 | 0 | 50.00 | 0 | 0 | 0 | 250.00
      2026-11 | 125.00 | 1700.00 | 0 | 25.00 | 0 | 0 | 0 | 125.00
      2026-12 | 125.00 | 1850.00 | 0 | 0 | 0 | 0 | 0 | 0`,
  },
];
