import { act, approve, close, obligation, on, pobs, term } from "../golden/scenario.ts";
import { closedInTurn, credit, creditOfLine, type Deal, termPath, total } from "./deal.ts";

// What was agreed changes: before a close and after it, several things on a day, and back again.

const once = { interval: "NONE" };
const year = { interval: "YEAR", from: "2026-01-01", to: "2026-12-31" };

export const modifiedDeals: readonly Deal[] = [
  {
    // Said on 10 April, agreed in March, which is closed: 150.00 from June on remain from April on. Said on 2 May, agreed on 28 April:
    // 160.00 from July on. The training, said on 3 May, is none of April's: 100.00 + 150.00 + 6 × 160.00 = 1,210.00 remain at its end.
    title: "prices and an obligation that are agreed before a close, and after it",
    steps: [
      on("2026-01-01", obligation("Platform", { price: "100.00", from: "2026-01-01", to: "2026-12-31" }), approve),
      on("2026-04-05", close("2026-03")),
      on(
        "2026-04-10",
        act(`PATCH ${termPath("Platform")}`, {
          ...total("150.00"),
          effectiveDate: "2026-06-01",
          agreedOn: "2026-03-20",
        }),
      ),
      on(
        "2026-05-02",
        act(`PATCH ${termPath("Platform")}`, {
          ...total("160.00"),
          effectiveDate: "2026-07-01",
          agreedOn: "2026-04-28",
        }),
      ),
      on("2026-05-03", obligation("Training", { price: "100.00", from: "2026-06-01", to: "2026-08-31" })),
      on("2026-05-05", close("2026-04")),
      ...closedInTurn("2026-05", "2026-06", "2026-07"),
    ],
    table: `
      2026-01-01 | 100.00 | 0 | ISSUED
      2026-02-01 | 100.00 | 0 | ISSUED
      2026-03-01 | 100.00 | 0 | ISSUED
      2026-04-01 | 100.00 | 0 | ISSUED
      2026-05-01 | 100.00 | 0 | ISSUED
      2026-06-01 | 250.00 | 0 | ISSUED
      2026-07-01 | 260.00 | 0 | ISSUED
      2026-08-01 | 260.00 | 0 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 100.00 | 100.00  | 0 | 0 | 0 | 0 | 0 | 1100.00
      2026-02 | 100.00 | 200.00  | 0 | 0 | 0 | 0 | 0 | 1000.00
      2026-03 | 100.00 | 300.00  | 0 | 0 | 0 | 0 | 0 | 900.00
      2026-04 | 100.00 | 400.00  | 0 | 0 | 0 | 0 | 0 | 1210.00
      2026-05 | 100.00 | 500.00  | 0 | 0 | 0 | 0 | 0 | 1410.00
      2026-06 | 250.00 | 750.00  | 0 | 0 | 0 | 0 | 0 | 1160.00
      2026-07 | 260.00 | 1010.00 | 0 | 0 | 0 | 0 | 0 | 900.00`,
  },
  {
    // On 16 June 550.00 of 1,200.00 are earned; the other 650.00 are spread over half of June and twelve months: 52.00 a month. Support
    // bills 250.00 + 65.00 + 6 × 80.00 = 795.00, 66.25 a month; June catches up 397.50 − 250.00 = 147.50. What it earns ahead of its bills
    // is taken off the liability of the contract.
    title: "free months and a price that catches up, agreed on one day",
    steps: [
      on(
        "2026-01-01",
        obligation(
          "Platform",
          { ...once, price: "1200.00", from: "2026-01-01", to: "2026-01-01" },
          { serviceEndDate: "2026-12-31", recognitionPattern: "STRAIGHT_LINE" },
        ),
        obligation("Support", { price: "50.00", from: "2026-01-01", to: "2026-12-31" }),
        approve,
      ),
      on(
        "2026-06-16",
        close("2026-05"),
        act(`PATCH /v3/contracts/$contract/obligation/$Platform.id`, {
          revenueEndDate: "2027-06-30",
          reasonCode: "CONCESSION",
        }),
        act(`POST ${termPath("Support")}/amendments`, {
          effectiveDate: "2026-06-16",
          settlement: "IMMEDIATE",
          ...total("80.00"),
        }),
        { ...act(`GET /v3/contracts/$contract/modifications`, undefined, "mods") },
        act(`PATCH /v3/contracts/$contract/modifications/$mods.data.1.id`, {
          treatment: "CUMULATIVE_CATCH_UP",
          reason: "Not distinct",
        }),
      ),
      ...closedInTurn("2026-06", "2026-07", "2026-08"),
    ],
    table: `
      2026-01-01 | 1250.00 | 0 | ISSUED
      2026-02-01 | 50.00   | 0 | ISSUED
      2026-03-01 | 50.00   | 0 | ISSUED
      2026-04-01 | 50.00   | 0 | ISSUED
      2026-05-01 | 50.00   | 0 | ISSUED
      2026-06-01 | 50.00   | 0 | ISSUED
      2026-06-16 | 15.00   | 0 | ISSUED
      2026-07-01 | 80.00   | 0 | ISSUED
      2026-08-01 | 80.00   | 0 | ISSUED
      2026-09-01 | 80.00   | 0 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 150.00 | 1250.00 | 0 | 0 | 1100.00 | 0 | 0 | 1650.00
      2026-02 | 150.00 | 1300.00 | 0 | 0 | 1000.00 | 0 | 0 | 1500.00
      2026-03 | 150.00 | 1350.00 | 0 | 0 | 900.00  | 0 | 0 | 1350.00
      2026-04 | 150.00 | 1400.00 | 0 | 0 | 800.00  | 0 | 0 | 1200.00
      2026-05 | 150.00 | 1450.00 | 0 | 0 | 700.00  | 0 | 0 | 1050.00
      2026-06 | 223.50 | 1515.00 | 0 | 0 | 541.50  | 0 | 0 | 1021.50
      2026-07 | 118.25 | 1595.00 | 0 | 0 | 503.25  | 0 | 0 | 903.25
      2026-08 | 118.25 | 1675.00 | 0 | 0 | 465.00  | 0 | 0 | 785.00`,
  },
  {
    // 1,500.00 over 16/31 of January, five months and 15/31: 250.00 a month. Five seats from 1 May on: 5 × 20.00 × 15/30 = 50.00 with the
    // next bill and 2 × 100.00: 250.00 over two months and 15/31, 100.65 a month. By the end of March 29.03 are earned that later steps
    // pay for.
    title: "a ramp of seats from the middle of a month, and five more of them",
    pobs: true,
    steps: [
      on(
        "2026-01-16",
        term("First", {
          price: "20.00",
          billingType: "UNIT",
          quantity: "10",
          from: "2026-01-16",
          to: "2026-04-15",
          seatConfig: { defaultTrueUpTiming: "CO_TERM" },
        }),
        term("Second", {
          price: "20.00",
          billingType: "UNIT",
          quantity: "15",
          from: "2026-04-16",
          to: "2026-07-15",
          seatConfig: { defaultTrueUpTiming: "CO_TERM" },
          billingTermGroupId: "$First.billingTermGroupId",
        }),
        pobs("First", {
          serviceStartDate: "2026-01-16",
          serviceEndDate: "2026-07-15",
          transactionPrice: "1500.00",
          recognitionPattern: "STRAIGHT_LINE",
        }),
        approve,
      ),
      on("2026-04-20", close("2026-03")),
      on(
        "2026-05-01",
        close("2026-04"),
        act(`POST ${termPath("Second")}/seat-amendment`, { effectiveDate: "2026-05-01", delta: "5" }),
      ),
      ...closedInTurn("2026-05", "2026-06", "2026-07"),
    ],
    table: `
      2026-01-16 | 200.00 | 0 | ISSUED
      2026-02-16 | 200.00 | 0 | ISSUED
      2026-03-16 | 200.00 | 0 | ISSUED
      2026-04-16 | 300.00 | 0 | ISSUED
      2026-05-16 | 450.00 | 0 | ISSUED
      2026-06-16 | 400.00 | 0 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 129.03 | 200.00  | 0 | 0     | 70.97  | 0 | 0 | 1370.97
      2026-02 | 250.00 | 400.00  | 0 | 0     | 20.97  | 0 | 0 | 1120.97
      2026-03 | 250.00 | 600.00  | 0 | 29.03 | 0      | 0 | 0 | 870.97
      2026-04 | 250.00 | 900.00  | 0 | 0     | 20.97  | 0 | 0 | 620.97
      2026-05 | 350.65 | 1350.00 | 0 | 0     | 120.32 | 0 | 0 | 520.32
      2026-06 | 350.65 | 1750.00 | 0 | 0     | 169.67 | 0 | 0 | 169.67
      2026-07 | 169.67 | 1750.00 | 0 | 0     | 0      | 0 | 0 | 0`,
  },
  {
    // 600.00 more a year from 16 July on: 169/365 are 277.81. Ended with September: 1,200.00 × 273/365 + 600.00 × 77/365 = 1,024.11 are
    // owed, 453.70 credited. 24.11 of the old invoice are credited in October.
    title: "a year loaded at its middle, made more expensive, ended and credited",
    steps: [
      on(
        "2026-07-01",
        obligation("Platform", { ...year, price: "1200.00" }),
        act(`POST /v3/contracts/$contract/opening`, {
          asOf: "2026-06-30",
          billingTerms: [
            { billingTermId: "$Platform.billingTermId", invoicedThrough: "2026-12-31", billed: "1200.00" },
          ],
          performanceObligations: [
            { performanceObligationId: "$Platform.performanceObligationId", recognized: "600.00" },
          ],
        }),
        close("2026-06"),
      ),
      on(
        "2026-07-16",
        act(`POST ${termPath("Platform")}/amendments`, {
          effectiveDate: "2026-07-16",
          settlement: "IMMEDIATE",
          ...total("1800.00"),
        }),
      ),
      ...closedInTurn("2026-07", "2026-08"),
      on("2026-09-10", act(`PATCH ${termPath("Platform")}/terminate`, { endDate: "2026-09-30", creditUnused: true })),
      ...closedInTurn("2026-09"),
      on("2026-10-10", creditOfLine(1, 0, "2026-10-10", "24.11")),
      ...closedInTurn("2026-10"),
    ],
    table: `
      2026-07-16 | 277.81  | 0 | ISSUED
      2026-06-30 | 1200.00 | 0 | PAID
      2026-09-10 | 453.70  | 0 | OPEN
      2026-10-10 | 24.11   | 0 | OPEN
      month   | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-06 | 0      | 0      | 0 | 0 | 600.00 | 0 | 0      | 600.00
      2026-07 | 125.99 | 277.81 | 0 | 0 | 751.82 | 0 | 0      | 751.82
      2026-08 | 150.37 | 277.81 | 0 | 0 | 601.45 | 0 | 0      | 601.45
      2026-09 | 147.75 | 277.81 | 0 | 0 | 0      | 0 | 453.70 | 0
      2026-10 | -24.11 | 277.81 | 0 | 0 | 0      | 0 | 477.81 | 0`,
  },
  {
    // 45 of 90 days are unused: 600.00 − 150.00 = 450.00. The larger plan is 3 × 600.00 and 47/92 of it, 2,106.52 over ten months and a
    // half. Back on 1 April: 45 of 89 days are 303.37, 2.44 more than it had earned; 300.00 − 296.63 = 3.37.
    title: "a larger plan in the middle of a quarter, and back again",
    steps: [
      on(
        "2026-01-01",
        obligation("Small", { price: "300.00", interval: "QUARTER", from: "2026-01-01", to: "2026-12-31" }),
        approve,
      ),
      on(
        "2026-02-15",
        close("2026-01"),
        act(
          `POST ${termPath("Small")}/swap`,
          {
            effectiveDate: "2026-02-15",
            newTerm: {
              name: "Large",
              endDate: "2026-12-31",
              interval: "QUARTER",
              invoiceDateStrategy: "FIRST_OF_PERIOD",
              billingType: "FLAT",
              ...total("600.00"),
            },
          },
          "swapped",
        ),
      ),
      on(
        "2026-04-01",
        close("2026-02"),
        close("2026-03"),
        act(`GET /v3/contracts/$contract/billing-terms`, undefined, "terms"),
        act(`POST /v3/contracts/$contract/billing-terms/$terms.data.0.id/swap`, {
          effectiveDate: "2026-04-01",
          newTerm: {
            name: "Small again",
            endDate: "2026-12-31",
            interval: "QUARTER",
            invoiceDateStrategy: "FIRST_OF_PERIOD",
            billingType: "FLAT",
            ...total("300.00"),
          },
        }),
      ),
      ...closedInTurn("2026-04", "2026-05"),
    ],
    table: `
      2026-01-01 | 300.00 | 0 | ISSUED
      2026-02-15 | 450.00 | 0 | ISSUED
      2026-04-01 | 3.37   | 0 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 100.00 | 300.00 | 0 | 0 | 200.00 | 0 | 0 | 1100.00
      2026-02 | 150.31 | 750.00 | 0 | 0 | 499.69 | 0 | 0 | 2006.21
      2026-03 | 200.62 | 750.00 | 0 | 0 | 299.07 | 0 | 0 | 1805.59
      2026-04 | 102.44 | 753.37 | 0 | 0 | 200.00 | 0 | 0 | 800.00
      2026-05 | 100.00 | 753.37 | 0 | 0 | 100.00 | 0 | 0 | 700.00`,
  },
  {
    // Three months more are 600.00 × 90/181 = 298.34. On 16 March 248.39 are earned; 1,249.95 are left for 16/31 and twelve months.
    // Support goes on at 50.00 a month.
    title: "half years and months in arrears, both extended to one day",
    steps: [
      on(
        "2026-01-01",
        obligation("Platform", { price: "600.00", intervalFrequency: 6, from: "2026-01-01", to: "2026-12-31" }),
        obligation("Support", { price: "50.00", from: "2026-01-01", to: "2026-06-30", invoiceDateStrategy: "ARREARS" }),
        approve,
      ),
      on(
        "2026-03-16",
        close("2026-02"),
        act(`PATCH ${termPath("Platform")}`, { endDate: "2027-03-31", reasonCode: "RENEWAL" }),
        act(`PATCH ${termPath("Support")}`, { endDate: "2027-03-31", reasonCode: "RENEWAL" }),
      ),
      ...closedInTurn("2026-03", "2026-04", "2026-05", "2026-06", "2026-07"),
    ],
    table: `
      2026-01-01 | 600.00 | 0 | ISSUED
      2026-02-01 | 50.00  | 0 | ISSUED
      2026-03-01 | 50.00  | 0 | ISSUED
      2026-04-01 | 50.00  | 0 | ISSUED
      2026-05-01 | 50.00  | 0 | ISSUED
      2026-06-01 | 50.00  | 0 | ISSUED
      2026-07-01 | 650.00 | 0 | ISSUED
      2026-08-01 | 50.00  | 0 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 150.00 | 600.00  | 50.00 | 0 | 500.00 | 0 | 0 | 1350.00
      2026-02 | 150.00 | 650.00  | 50.00 | 0 | 400.00 | 0 | 0 | 1200.00
      2026-03 | 149.93 | 700.00  | 50.00 | 0 | 300.07 | 0 | 0 | 1798.41
      2026-04 | 149.87 | 750.00  | 50.00 | 0 | 200.20 | 0 | 0 | 1648.54
      2026-05 | 149.87 | 800.00  | 50.00 | 0 | 100.33 | 0 | 0 | 1498.67
      2026-06 | 149.87 | 850.00  | 50.00 | 0 | 0.46   | 0 | 0 | 1348.80
      2026-07 | 149.86 | 1500.00 | 50.00 | 0 | 500.60 | 0 | 0 | 1198.94`,
  },
  {
    // 600.00 over 181 days; in March 60.00 are credited. It began on 1 February: 540.00 over 150 days, 3.60 a day, 320.40 by April, of
    // which 268.51 are posted.
    title: "a credit, and then service that turns out to have begun a month later",
    steps: [
      on(
        "2026-01-01",
        obligation(
          "Support",
          { ...once, price: "600.00", from: "2026-01-01", to: "2026-01-01" },
          { serviceEndDate: "2026-06-30", recognitionPattern: "STRAIGHT_LINE_DAILY" },
        ),
        approve,
      ),
      on("2026-03-20", close("2026-02"), credit("2026-03-20", "60.00")),
      on(
        "2026-04-08",
        close("2026-03"),
        act(`PATCH /v3/contracts/$contract/obligation/$Support.id`, {
          revenueStartDate: "2026-02-01",
          reasonCode: "CORRECTION",
        }),
      ),
      ...closedInTurn("2026-04", "2026-05", "2026-06"),
    ],
    table: `
      2026-01-01 | 600.00 | 0 | ISSUED
      2026-03-20 | 60.00  | 0 | OPEN
      month   | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 102.76 | 600.00 | 0 | 0 | 497.24 | 0 | 0     | 497.24
      2026-02 | 92.82  | 600.00 | 0 | 0 | 404.42 | 0 | 0     | 404.42
      2026-03 | 72.93  | 600.00 | 0 | 0 | 271.49 | 0 | 60.00 | 271.49
      2026-04 | 51.89  | 600.00 | 0 | 0 | 219.60 | 0 | 60.00 | 219.60
      2026-05 | 111.60 | 600.00 | 0 | 0 | 108.00 | 0 | 60.00 | 108.00
      2026-06 | 108.00 | 600.00 | 0 | 0 | 0      | 0 | 60.00 | 0`,
  },
];
