import { act, approve, close, obligation, on } from "../../golden/scenario.ts";
import { closedInTurn, type Deal, taxed, termPath, total } from "../deal.ts";

// Billing periods that are not whole: prices by days, by months, with discounts, tiers and steps.

export const prorationDeals: readonly Deal[] = [
  {
    // 1,550.000 over 22/31, four months and 9/30. Ended with 24 April: the last period has 15 of 30 days, 155.000, and 1,085.000 are
    // earned in all. All that is earned beyond the bills waits for time.
    title: "months in arrears in dinars from the 10th, ended in the middle of one",
    contract: { currency: "KWD" },
    steps: [
      on(
        "2026-01-10",
        obligation("Platform", {
          price: "310.000",
          from: "2026-01-10",
          to: "2026-06-09",
          invoiceDateStrategy: "ARREARS",
        }),
        approve,
      ),
      on("2026-04-20", close("2026-03"), act(`PATCH ${termPath("Platform")}/terminate`, { endDate: "2026-04-24" })),
      ...closedInTurn("2026-04"),
    ],
    table: `
      2026-02-10 | 310.000 | 0 | ISSUED
      2026-03-10 | 310.000 | 0 | ISSUED
      2026-04-10 | 310.000 | 0 | ISSUED
      2026-04-25 | 155.000 | 0 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 219.575 | 0        | 219.575 | 0 | 0 | 0 | 0 | 1330.425
      2026-02 | 309.401 | 310.000  | 218.976 | 0 | 0 | 0 | 0 | 1021.024
      2026-03 | 309.401 | 620.000  | 218.377 | 0 | 0 | 0 | 0 | 711.623
      2026-04 | 246.623 | 1085.000 | 0       | 0 | 0 | 0 | 0 | 0`,
  },
  {
    // 100.00 less 10 % less 30.00 are 60.00; less 80.00 in February nothing. 20/31 of March: 58.06 − 19.35 = 38.71. 98.71 over two months
    // and 20/31.
    title: "a percentage and two fixed discounts, down to nothing, and a part of a month",
    steps: [
      on(
        "2026-01-01",
        obligation(
          "Platform",
          { price: "100.00", from: "2026-01-01", to: "2026-03-20" },
          {
            discounts: [
              { type: "FIXED", amount: "30.00" },
              { type: "PERCENTAGE", amount: "0.10" },
              { type: "FIXED", amount: "80.00", startDate: "2026-02-01", endDate: "2026-02-28" },
            ],
          },
        ),
        approve,
      ),
      ...closedInTurn("2026-01", "2026-02", "2026-03"),
    ],
    table: `
      2026-01-01 | 60.00 | 0 | ISSUED
      2026-02-01 | 0.00  | 0 | PAID
      2026-03-01 | 38.71 | 0 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 37.32 | 60.00 | 0 | 0     | 22.68 | 0 | 0 | 61.39
      2026-02 | 37.31 | 60.00 | 0 | 14.63 | 0     | 0 | 0 | 24.08
      2026-03 | 24.08 | 98.71 | 0 | 0     | 0     | 0 | 0 | 0`,
  },
  {
    // 8 × 60.00 a quarter. Four more from 10 February on: 12 × 45.00 = 540.00, 60.00 more, and two of three months have started: 40.00
    // with the next bill. 100.00 over 19/28 and four months. Of the 40.00 19/47 wait for time at the end of February, 16.17. Five fewer in
    // May: the minimum is 12 by then.
    title: "seats at the price of their volume, in started months, whose minimum moves",
    steps: [
      on(
        "2026-01-01",
        obligation(
          "Seats",
          {
            price: "0",
            billingType: "UNIT",
            quantity: "8",
            pricingType: "VOLUME",
            interval: "QUARTER",
            from: "2026-01-01",
            to: "2026-06-30",
            pricing: [
              { tier: 0, tierMinimum: "0", amount: "60.00", amountType: "PER_ITEM" },
              { tier: 1, tierMinimum: "11", amount: "45.00", amountType: "PER_ITEM" },
            ],
          },
          {
            seatConfig: {
              isMovingMinimum: true,
              defaultProrationPolicy: "STARTED_MONTH",
              defaultTrueUpTiming: "CO_TERM",
            },
          },
        ),
        approve,
      ),
      on(
        "2026-02-10",
        close("2026-01"),
        act(`POST ${termPath("Seats")}/seat-amendment`, { effectiveDate: "2026-02-10", delta: "4" }),
      ),
      ...closedInTurn("2026-02", "2026-03", "2026-04"),
      on("2026-05-15", act(`POST ${termPath("Seats")}/seat-amendment`, { effectiveDate: "2026-05-15", delta: "-5" })),
      ...closedInTurn("2026-05", "2026-06"),
    ],
    table: `
      2026-01-01 | 480.00 | 0 | ISSUED
      2026-04-01 | 580.00 | 0 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 160.00 | 480.00  | 0     | 0 | 320.00 | 0 | 0 | 800.00
      2026-02 | 174.50 | 480.00  | 16.17 | 0 | 161.67 | 0 | 0 | 725.50
      2026-03 | 181.38 | 480.00  | 40.00 | 0 | 4.12   | 0 | 0 | 544.12
      2026-04 | 181.37 | 1060.00 | 0     | 0 | 362.75 | 0 | 0 | 362.75
      2026-05 | 181.38 | 1060.00 | 0     | 0 | 181.37 | 0 | 0 | 181.37
      2026-06 | 181.37 | 1060.00 | 0     | 0 | 0      | 0 | 0 | 0`,
  },
  {
    // Invoices 30 days ahead of 31 March, 30 April, 31 May, 30 June, 31 July and 31 August. 60,000 over 1/31, five months and 29/30; 6,000
    // more from 30 June on, three months.
    title: "months in yen from the 31st, due on their first day, more expensive from the fourth on",
    contract: { currency: "JPY" },
    steps: [
      on(
        "2026-03-01",
        ...taxed("0.10"),
        obligation("Platform", {
          price: "10000",
          from: "2026-03-31",
          to: "2026-09-29",
          invoiceDateStrategy: "ADVANCED_DUE_START",
          netPaymentTerms: 30,
        }),
        approve,
      ),
      on(
        "2026-04-10",
        close("2026-03"),
        act(`PATCH ${termPath("Platform")}`, { ...total("12000"), effectiveDate: "2026-06-30" }),
      ),
      ...closedInTurn("2026-04", "2026-05", "2026-06", "2026-07", "2026-08", "2026-09"),
    ],
    table: `
      2026-03-01 | 11000 | 1000 | ISSUED
      2026-03-31 | 11000 | 1000 | ISSUED
      2026-05-01 | 11000 | 1000 | ISSUED
      2026-05-31 | 13200 | 1200 | ISSUED
      2026-07-01 | 13200 | 1200 | ISSUED
      2026-08-01 | 13200 | 1200 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-03 | 323   | 22000 | 0 | 0 | 19677 | 2000 | 0 | 59677
      2026-04 | 10001 | 22000 | 0 | 0 | 9676  | 2000 | 0 | 55676
      2026-05 | 10002 | 46200 | 0 | 0 | 21674 | 4200 | 0 | 45674
      2026-06 | 10069 | 46200 | 0 | 0 | 11605 | 4200 | 0 | 35605
      2026-07 | 12002 | 59400 | 0 | 0 | 11603 | 5400 | 0 | 23603
      2026-08 | 12002 | 72600 | 0 | 0 | 11601 | 6600 | 0 | 11601
      2026-09 | 11601 | 72600 | 0 | 0 | 0     | 6600 | 0 | 0`,
  },
  {
    // 430.00, 35.83 a month. Each quarter's days wait for time at its own price; what is earned beyond it waits for later steps, 2.50 in
    // January. Ended on 15 August: 110.00 × 46/92 = 55.00, 260.00 in all.
    title: "quarters in arrears that step up, ended in the third",
    contract: { currency: "EUR" },
    steps: [
      on(
        "2026-01-01",
        obligation("Hosting", {
          price: "100.00",
          interval: "QUARTER",
          invoiceDateStrategy: "ARREARS",
          from: "2026-01-01",
          to: "2026-12-31",
          escalator: { type: "FIXED", amount: "5.00", everyMonths: 3 },
        }),
        approve,
      ),
      ...closedInTurn("2026-01", "2026-02", "2026-03", "2026-04", "2026-05", "2026-06", "2026-07"),
      on("2026-08-05", act(`PATCH ${termPath("Hosting")}/terminate`, { endDate: "2026-08-15" })),
      ...closedInTurn("2026-08"),
    ],
    table: `
      2026-04-01 | 100.00 | 0 | ISSUED
      2026-07-01 | 105.00 | 0 | ISSUED
      2026-08-16 | 55.00  | 0 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 35.83 | 0      | 33.33  | 2.50  | 0 | 0 | 0 | 394.17
      2026-02 | 35.84 | 0      | 66.67  | 5.00  | 0 | 0 | 0 | 358.33
      2026-03 | 35.83 | 0      | 100.00 | 7.50  | 0 | 0 | 0 | 322.50
      2026-04 | 35.83 | 100.00 | 35.00  | 8.33  | 0 | 0 | 0 | 286.67
      2026-05 | 35.84 | 100.00 | 70.00  | 9.17  | 0 | 0 | 0 | 250.83
      2026-06 | 35.83 | 100.00 | 105.00 | 10.00 | 0 | 0 | 0 | 215.00
      2026-07 | 35.83 | 205.00 | 36.67  | 9.16  | 0 | 0 | 0 | 179.17
      2026-08 | 9.17  | 260.00 | 0      | 0     | 0 | 0 | 0 | 0`,
  },
];
