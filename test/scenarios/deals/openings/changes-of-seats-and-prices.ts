import { act, close, obligation, on } from "../../golden/scenario.ts";
import { closedInTurn, creditOfLine, type Deal, termPath, total } from "../deal.ts";

// Contracts of other books whose seats and prices change after the move, and which end early.

const [from, to] = ["2026-01-01", "2026-12-31"];
const seats = (effectiveDate: string, delta: string) =>
  act(`POST ${termPath("Seats")}/seat-amendment`, { effectiveDate, delta });

export const seatAndPriceChangeDeals: readonly Deal[] = [
  {
    // A seat is 1.00 a day. 125.00 less were recognized than 1,825.00: 325.00 a month. Five more are 765.00, 153.00 a month; three less from October on 276.00, 92.00 a month, credited. 60.00 credited of the old bill are 5.00 a month,
    // 50.00 of them October's. Ended with November: 310.00 and 62.00 are credited, and of 3,767.00 − 60.00 − 1,700.00 390.00 are left.
    title:
      "seats from the old books, recognized short: more, fewer with a credit, a credit of the old bill, and an end",
    steps: [
      on(
        "2026-07-01",
        obligation("Seats", {
          ...{ price: "365.00", interval: "YEAR", from, to, billingType: "UNIT", quantity: "10" },
          seatConfig: { defaultTrueUpTiming: "IMMEDIATE", creditOnDecrease: "PRORATED" },
        }),
        act("POST /v3/contracts/$contract/opening", {
          ...{ asOf: "2026-06-30", difference: "SPREAD" },
          billingTerms: [{ billingTermId: "$Seats.billingTermId", invoicedThrough: to, billed: "3650.00" }],
          performanceObligations: [
            { performanceObligationId: "$Seats.performanceObligationId", recognized: "1700.00" },
          ],
          openInvoices: [
            { invoiceNumber: "R-1", issueDate: from, dueDate: "2026-01-31", total: "3650.00", balance: "1000.00" },
          ],
        }),
        close("2026-06"),
      ),
      ...closedInTurn("2026-07"),
      on("2026-08-01", seats("2026-08-01", "5")),
      ...closedInTurn("2026-08", "2026-09"),
      on("2026-10-01", seats("2026-10-01", "-3")),
      on("2026-10-20", creditOfLine(1, 0, "2026-10-20", "60.00")),
      ...closedInTurn("2026-10"),
      on("2026-11-10", act(`PATCH ${termPath("Seats")}/terminate`, { endDate: "2026-11-30", creditUnused: true })),
      ...closedInTurn("2026-11"),
    ],
    table: `
      2026-08-01 | 765.00  | 0 | ISSUED
      2026-06-30 | 3650.00 | 0 | PARTIALLY_PAID
      2026-10-01 | 276.00  | 0 | OPEN
      2026-10-20 | 60.00   | 0 | OPEN
      2026-11-10 | 372.00  | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-06 | 0 | 1000.00 | 0 | 0 | 1950.00 | 0 | 0 | 1950.00
      2026-07 | 325.00 | 1000.00 | 0 | 0 | 1625.00 | 0 | 0 | 1625.00
      2026-08 | 478.00 | 1765.00 | 0 | 0 | 1912.00 | 0 | 0 | 1912.00
      2026-09 | 478.00 | 1765.00 | 0 | 0 | 1434.00 | 0 | 0 | 1434.00
      2026-10 | 336.00 | 1765.00 | 0 | 0 | 762.00 | 0 | 336.00 | 762.00
      2026-11 | 390.00 | 1765.00 | 0 | 0 | 0 | 0 | 708.00 | 0`,
  },
  {
    // 280.00 of the first quarter's 300.00 were recognized, the other 20.00 are April's. 60.00 more a quarter from 16 April on, told in May: 50.11, 60.00 and 60.00, 170.11 over eight and a half months. The days of a quarter wait for time at
    // its own price, 30.07 of the 50.11 by May. Ended with 20 August: 360.00 × 51/92 = 199.57.
    title:
      "quarters in arrears from the old books, recognized short, dearer from a day of a closed month on, and ended",
    steps: [
      on(
        "2026-04-01",
        obligation("Plan", { price: "300.00", interval: "QUARTER", invoiceDateStrategy: "ARREARS", from, to }),
        act("POST /v3/contracts/$contract/opening", {
          ...{ asOf: "2026-03-31", difference: "CATCH_UP" },
          performanceObligations: [{ performanceObligationId: "$Plan.performanceObligationId", recognized: "280.00" }],
        }),
        close("2026-03"),
      ),
      ...closedInTurn("2026-04"),
      on(
        "2026-05-10",
        act(`POST ${termPath("Plan")}/amendments`, {
          ...{ ...total("360.00"), effectiveDate: "2026-04-16", settlement: "IMMEDIATE" },
        }),
      ),
      ...closedInTurn("2026-05", "2026-06", "2026-07"),
      on("2026-08-10", act(`PATCH ${termPath("Plan")}/terminate`, { endDate: "2026-08-20" })),
      ...closedInTurn("2026-08"),
    ],
    table: `
      2026-04-01 | 300.00 | 0 | ISSUED
      2026-07-01 | 350.11 | 0 | ISSUED
      2026-08-21 | 199.57 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-03 | 0 | 0 | 280.00 | 0 | 0 | 0 | 0 | 920.00
      2026-04 | 120.00 | 300.00 | 100.00 | 0 | 0 | 0 | 0 | 800.00
      2026-05 | 130.02 | 300.00 | 230.07 | 0 | 0.05 | 0 | 0 | 840.09
      2026-06 | 120.01 | 300.00 | 350.11 | 0 | 0.08 | 0 | 0 | 720.08
      2026-07 | 120.02 | 650.11 | 120.00 | 0 | 0.06 | 0 | 0 | 600.06
      2026-08 | 79.63 | 849.68 | 0 | 0 | 0 | 0 | 0 | 0`,
  },
  {
    // 540.00 were recognized, and the old months to come are 120.00, 4 × 100.00 and 140.00. 600.00 more a year from September on are 200.55, 50.14 a month. Ended with 15 November: 1,048.77 and 124.93 are owed, 226.85 credited. From 5 October
    // on 135.87 and 68.32 are left for 27/31 and half a month, and December's 40.00 go to the month and a half from October on.
    title: "a year from the old books whose months are stated, dearer in September, and ended in November",
    steps: [
      on(
        "2026-07-01",
        obligation("Plan", { price: "1200.00", interval: "YEAR", from, to }),
        act("POST /v3/contracts/$contract/opening", {
          asOf: "2026-06-30",
          billingTerms: [{ billingTermId: "$Plan.billingTermId", invoicedThrough: to, billed: "1200.00" }],
          performanceObligations: [
            {
              ...{ performanceObligationId: "$Plan.performanceObligationId", recognized: "540.00" },
              remainingRevenue: ["120.00", "100.00", "100.00", "100.00", "100.00", "140.00"].map((amount, index) => {
                return { timeframe: `2026-${String(index + 7).padStart(2, "0")}`, total: amount };
              }),
            },
          ],
          openInvoices: [
            { invoiceNumber: "R-1", issueDate: from, dueDate: "2026-01-31", total: "1200.00", balance: "1200.00" },
          ],
        }),
        close("2026-06"),
      ),
      ...closedInTurn("2026-07"),
      on(
        "2026-08-10",
        act(`POST ${termPath("Plan")}/amendments`, {
          ...{ ...total("1800.00"), effectiveDate: "2026-09-01", settlement: "IMMEDIATE" },
        }),
      ),
      ...closedInTurn("2026-08", "2026-09"),
      on("2026-10-05", act(`PATCH ${termPath("Plan")}/terminate`, { endDate: "2026-11-15", creditUnused: true })),
      ...closedInTurn("2026-10", "2026-11"),
    ],
    table: `
      2026-09-01 | 200.55  | 0 | ISSUED
      2026-06-30 | 1200.00 | 0 | ISSUED
      2026-10-05 | 226.85  | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-06 | 0 | 1200.00 | 0 | 0 | 660.00 | 0 | 0
      2026-07 | 120.00 | 1200.00 | 0 | 0 | 540.00 | 0 | 0
      2026-08 | 100.00 | 1200.00 | 0 | 0 | 440.00 | 0 | 0
      2026-09 | 150.14 | 1400.55 | 0 | 0 | 490.41 | 0 | 0
      2026-10 | 175.76 | 1400.55 | 0 | 0 | 87.80 | 0 | 226.85
      2026-11 | 87.80 | 1400.55 | 0 | 0 | 0 | 0 | 226.85`,
  },
  {
    // 120.00 of the year were credited in the old books, 540.00 recognized. Until July 212 of 365 days are 696.99, less all of the credit: 36.99 are left of July. 503.01 were billed beyond: 200.00 are August's bill of the new plan, 303.01 credited.
    title: "a year from the old books, credited there, and months in its place",
    steps: [
      on(
        "2026-07-01",
        obligation("Plan", { price: "1200.00", interval: "YEAR", from, to }),
        act("POST /v3/contracts/$contract/opening", {
          asOf: "2026-06-30",
          billingTerms: [{ billingTermId: "$Plan.billingTermId", invoicedThrough: to, billed: "1200.00" }],
          credits: [
            {
              ...{ billingTermId: "$Plan.billingTermId", startDate: from, amount: "120.00" },
              ...{ serviceStartDate: from, serviceEndDate: to },
            },
          ],
          performanceObligations: [{ performanceObligationId: "$Plan.performanceObligationId", recognized: "540.00" }],
          openInvoices: [
            { invoiceNumber: "R-1", issueDate: from, dueDate: "2026-01-31", total: "1200.00", balance: "1080.00" },
          ],
        }),
        close("2026-06"),
      ),
      on(
        "2026-07-20",
        act(`POST ${termPath("Plan")}/swap`, {
          effectiveDate: "2026-08-01",
          newTerm: {
            ...{ name: "Months", endDate: to, interval: "MONTH", invoiceDateStrategy: "FIRST_OF_PERIOD" },
            ...{ billingType: "FLAT", ...total("200.00") },
          },
        }),
      ),
      ...closedInTurn("2026-07", "2026-08", "2026-09", "2026-10", "2026-11", "2026-12"),
    ],
    table: `
      2026-08-01 | 0.00    | 0 | PAID
      2026-09-01 | 200.00  | 0 | ISSUED
      2026-10-01 | 200.00  | 0 | ISSUED
      2026-11-01 | 200.00  | 0 | ISSUED
      2026-12-01 | 200.00  | 0 | ISSUED
      2026-06-30 | 1200.00 | 0 | PARTIALLY_PAID
      2026-07-20 | 303.01  | 0 | OPEN
      2026-06-30 | 120.00  | 0 | APPLIED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-06 | 0 | 1080.00 | 0 | 0 | 540.00 | 0 | 0
      2026-07 | 36.99 | 1080.00 | 0 | 0 | 200.00 | 0 | 303.01
      2026-08 | 200.00 | 1080.00 | 0 | 0 | 0 | 0 | 303.01
      2026-09 | 200.00 | 1280.00 | 0 | 0 | 0 | 0 | 303.01
      2026-10 | 200.00 | 1480.00 | 0 | 0 | 0 | 0 | 303.01
      2026-11 | 200.00 | 1680.00 | 0 | 0 | 0 | 0 | 303.01
      2026-12 | 200.00 | 1880.00 | 0 | 0 | 0 | 0 | 303.01`,
  },
  {
    // 304.17 and 61.20 a month of ten seats and two more since March, 2,069.80 of 4,262.00 recognized. Four go in September, those two and two others: 4.00 × 122 days are credited, 122.00 a month.
    title: "seats from the old books of which some were added there, and more than those go here with a credit",
    steps: [
      on(
        "2026-07-01",
        obligation("Seats", {
          ...{ price: "365.00", interval: "YEAR", from, to, billingType: "UNIT", quantity: "10" },
          seatConfig: { defaultTrueUpTiming: "IMMEDIATE", creditOnDecrease: "PRORATED" },
        }),
        seats("2026-03-01", "2"),
        act("POST /v3/contracts/$contract/opening", {
          asOf: "2026-06-30",
          billingTerms: [{ billingTermId: "$Seats.billingTermId", invoicedThrough: to, billed: "4262.00" }],
          performanceObligations: [
            { performanceObligationId: "$Seats.performanceObligationId", recognized: "2069.80" },
          ],
        }),
        close("2026-06"),
      ),
      ...closedInTurn("2026-07", "2026-08"),
      on("2026-09-01", seats("2026-09-01", "-4")),
      ...closedInTurn("2026-09", "2026-10", "2026-11", "2026-12"),
    ],
    table: `
      2026-06-30 | 4262.00 | 0 | PAID
      2026-09-01 | 488.00  | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-06 | 0 | 0 | 0 | 0 | 2192.20 | 0 | 0 | 2192.20
      2026-07 | 365.37 | 0 | 0 | 0 | 1826.83 | 0 | 0 | 1826.83
      2026-08 | 365.36 | 0 | 0 | 0 | 1461.47 | 0 | 0 | 1461.47
      2026-09 | 243.37 | 0 | 0 | 0 | 730.10 | 0 | 488.00 | 730.10
      2026-10 | 243.37 | 0 | 0 | 0 | 486.73 | 0 | 488.00 | 486.73
      2026-11 | 243.36 | 0 | 0 | 0 | 243.37 | 0 | 488.00 | 243.37
      2026-12 | 243.37 | 0 | 0 | 0 | 0 | 0 | 488.00 | 0`,
  },
];
