import { act, approve, close, obligation, on, type Scenario } from "./scenario.ts";

const half = { from: "2026-01-01", to: "2026-06-30", interval: "MONTH", intervalFrequency: 6 };
const quarter = { from: "2026-01-01", to: "2026-03-31", interval: "QUARTER" };

export const time: readonly Scenario[] = [
  {
    // 1,200.00 ÷ 12 full months = 100.00 a month.
    title: "a year in advance, earned in a straight line",
    steps: [
      on(
        "2026-01-01",
        obligation("Platform", { price: "1200.00", from: "2026-01-01", to: "2026-12-31", interval: "YEAR" }),
        approve,
      ),
      on("2026-02-01", close("2026-01")),
      on("2027-01-01", close("2026-12")),
    ],
    worksheet: `
      INVOICES
      2026-01-01 | Platform 1200.00 | 1200.00 | ISSUED
      JOURNAL
      2026-01-01 | Dr RECEIVABLE 1200.00        | Cr CONTRACT_LIABILITY 1200.00
      2026-01-31 | Dr CONTRACT_LIABILITY 100.00 | Cr REVENUE 100.00
      2026-02-28 | Dr CONTRACT_LIABILITY 100.00 | Cr REVENUE 100.00
      2026-03-31 | Dr CONTRACT_LIABILITY 100.00 | Cr REVENUE 100.00
      2026-04-30 | Dr CONTRACT_LIABILITY 100.00 | Cr REVENUE 100.00
      2026-05-31 | Dr CONTRACT_LIABILITY 100.00 | Cr REVENUE 100.00
      2026-06-30 | Dr CONTRACT_LIABILITY 100.00 | Cr REVENUE 100.00
      2026-07-31 | Dr CONTRACT_LIABILITY 100.00 | Cr REVENUE 100.00
      2026-08-31 | Dr CONTRACT_LIABILITY 100.00 | Cr REVENUE 100.00
      2026-09-30 | Dr CONTRACT_LIABILITY 100.00 | Cr REVENUE 100.00
      2026-10-31 | Dr CONTRACT_LIABILITY 100.00 | Cr REVENUE 100.00
      2026-11-30 | Dr CONTRACT_LIABILITY 100.00 | Cr REVENUE 100.00
      2026-12-31 | Dr CONTRACT_LIABILITY 100.00 | Cr REVENUE 100.00
      MONTH ENDS
      month   | revenue | RECEIVABLE | CONTRACT_LIABILITY | REVENUE
      2026-01 |  100.00 | 1200.00 Dr |         1100.00 Cr |  100.00 Cr
      2026-02 |  100.00 | 1200.00 Dr |         1000.00 Cr |  200.00 Cr
      2026-03 |  100.00 | 1200.00 Dr |          900.00 Cr |  300.00 Cr
      2026-04 |  100.00 | 1200.00 Dr |          800.00 Cr |  400.00 Cr
      2026-05 |  100.00 | 1200.00 Dr |          700.00 Cr |  500.00 Cr
      2026-06 |  100.00 | 1200.00 Dr |          600.00 Cr |  600.00 Cr
      2026-07 |  100.00 | 1200.00 Dr |          500.00 Cr |  700.00 Cr
      2026-08 |  100.00 | 1200.00 Dr |          400.00 Cr |  800.00 Cr
      2026-09 |  100.00 | 1200.00 Dr |          300.00 Cr |  900.00 Cr
      2026-10 |  100.00 | 1200.00 Dr |          200.00 Cr | 1000.00 Cr
      2026-11 |  100.00 | 1200.00 Dr |          100.00 Cr | 1100.00 Cr
      2026-12 |  100.00 | 1200.00 Dr |               0.00 | 1200.00 Cr`,
  },
  {
    // January weighs 21/31, July 10/31, the months between 1: together 6. A full month is 600.00 ÷ 6 = 100.00, January
    // 100.00 × 21/31 = 67.74, July what is left: 600.00 − 567.74 = 32.26.
    title: "half a year from the 11th, by months",
    steps: [
      on(
        "2026-01-11",
        obligation("Support", { ...half, price: "600.00", from: "2026-01-11", to: "2026-07-10" }),
        approve,
      ),
      on("2026-08-01", close("2026-07")),
    ],
    worksheet: `
      INVOICES
      2026-01-11 | Support 600.00 | 600.00 | ISSUED
      JOURNAL
      2026-01-11 | Dr RECEIVABLE 600.00         | Cr CONTRACT_LIABILITY 600.00
      2026-01-31 | Dr CONTRACT_LIABILITY 67.74  | Cr REVENUE 67.74
      2026-02-28 | Dr CONTRACT_LIABILITY 100.00 | Cr REVENUE 100.00
      2026-03-31 | Dr CONTRACT_LIABILITY 100.00 | Cr REVENUE 100.00
      2026-04-30 | Dr CONTRACT_LIABILITY 100.00 | Cr REVENUE 100.00
      2026-05-31 | Dr CONTRACT_LIABILITY 100.00 | Cr REVENUE 100.00
      2026-06-30 | Dr CONTRACT_LIABILITY 100.00 | Cr REVENUE 100.00
      2026-07-31 | Dr CONTRACT_LIABILITY 32.26  | Cr REVENUE 32.26
      MONTH ENDS
      month   | revenue | RECEIVABLE | CONTRACT_LIABILITY | REVENUE
      2026-01 |   67.74 |  600.00 Dr |          532.26 Cr |  67.74 Cr
      2026-02 |  100.00 |  600.00 Dr |          432.26 Cr | 167.74 Cr
      2026-03 |  100.00 |  600.00 Dr |          332.26 Cr | 267.74 Cr
      2026-04 |  100.00 |  600.00 Dr |          232.26 Cr | 367.74 Cr
      2026-05 |  100.00 |  600.00 Dr |          132.26 Cr | 467.74 Cr
      2026-06 |  100.00 |  600.00 Dr |           32.26 Cr | 567.74 Cr
      2026-07 |   32.26 |  600.00 Dr |               0.00 | 600.00 Cr`,
  },
  {
    // 181 days. Through January 21 of them: 600.00 × 21/181 = 69.61; February 49: 162.43; March 80: 265.19; April 110:
    // 364.64; May 141: 467.40; June 171: 566.85; July 181: 600.00. A month is the difference to the one before.
    title: "half a year from the 11th, by days",
    steps: [
      on(
        "2026-01-11",
        obligation(
          "Support",
          { ...half, price: "600.00", from: "2026-01-11", to: "2026-07-10" },
          { recognitionPattern: "STRAIGHT_LINE_DAILY" },
        ),
        approve,
      ),
      on("2026-08-01", close("2026-07")),
    ],
    worksheet: `
      INVOICES
      2026-01-11 | Support 600.00 | 600.00 | ISSUED
      JOURNAL
      2026-01-11 | Dr RECEIVABLE 600.00         | Cr CONTRACT_LIABILITY 600.00
      2026-01-31 | Dr CONTRACT_LIABILITY 69.61  | Cr REVENUE 69.61
      2026-02-28 | Dr CONTRACT_LIABILITY 92.82  | Cr REVENUE 92.82
      2026-03-31 | Dr CONTRACT_LIABILITY 102.76 | Cr REVENUE 102.76
      2026-04-30 | Dr CONTRACT_LIABILITY 99.45  | Cr REVENUE 99.45
      2026-05-31 | Dr CONTRACT_LIABILITY 102.76 | Cr REVENUE 102.76
      2026-06-30 | Dr CONTRACT_LIABILITY 99.45  | Cr REVENUE 99.45
      2026-07-31 | Dr CONTRACT_LIABILITY 33.15  | Cr REVENUE 33.15
      MONTH ENDS
      month   | revenue | RECEIVABLE | CONTRACT_LIABILITY | REVENUE
      2026-01 |   69.61 |  600.00 Dr |          530.39 Cr |  69.61 Cr
      2026-02 |   92.82 |  600.00 Dr |          437.57 Cr | 162.43 Cr
      2026-03 |  102.76 |  600.00 Dr |          334.81 Cr | 265.19 Cr
      2026-04 |   99.45 |  600.00 Dr |          235.36 Cr | 364.64 Cr
      2026-05 |  102.76 |  600.00 Dr |          132.60 Cr | 467.40 Cr
      2026-06 |   99.45 |  600.00 Dr |           33.15 Cr | 566.85 Cr
      2026-07 |   33.15 |  600.00 Dr |               0.00 | 600.00 Cr`,
  },
  {
    // Nothing is earned until the licence is handed over on 15 February, then all of it.
    title: "a licence billed in January and handed over in February: a point in time",
    steps: [
      on(
        "2026-01-10",
        obligation(
          "Licence",
          { price: "900.00", from: "2026-01-10", to: "2026-01-10", interval: "NONE" },
          { serviceStartDate: "2026-02-15", serviceEndDate: "2026-02-15", recognitionPattern: "POINT_IN_TIME" },
        ),
        approve,
      ),
      on("2026-02-01", close("2026-01")),
      on("2026-03-01", close("2026-02")),
    ],
    worksheet: `
      INVOICES
      2026-01-10 | Licence 900.00 | 900.00 | ISSUED
      JOURNAL
      2026-01-10 | Dr RECEIVABLE 900.00         | Cr CONTRACT_LIABILITY 900.00
      2026-02-28 | Dr CONTRACT_LIABILITY 900.00 | Cr REVENUE 900.00
      MONTH ENDS
      month   | revenue | RECEIVABLE | CONTRACT_LIABILITY | REVENUE
      2026-01 |    0.00 |  900.00 Dr |          900.00 Cr |      0.00
      2026-02 |  900.00 |  900.00 Dr |               0.00 | 900.00 Cr`,
  },
  {
    // February is pinned at 150.00; the other five months share 600.00 − 150.00: 90.00 each. After January is closed March is
    // pinned at 60.00; April, May and June share 600.00 − 90.00 − 150.00 − 60.00 = 300.00: 100.00 each.
    title: "manual months: the other months share the rest",
    steps: [
      on(
        "2026-01-01",
        obligation("Campaign", { ...half, price: "600.00" }),
        approve,
        act("POST /v3/contracts/$contract/obligation/$Campaign.id/custom-revenue", [
          { timeframe: "2026-02", total: "150.00" },
        ]),
      ),
      on(
        "2026-02-01",
        close("2026-01"),
        act("POST /v3/contracts/$contract/obligation/$Campaign.id/custom-revenue", [
          { timeframe: "2026-03", total: "60.00" },
        ]),
      ),
      on("2026-07-01", close("2026-06")),
    ],
    worksheet: `
      INVOICES
      2026-01-01 | Campaign 600.00 | 600.00 | ISSUED
      JOURNAL
      2026-01-01 | Dr RECEIVABLE 600.00         | Cr CONTRACT_LIABILITY 600.00
      2026-01-31 | Dr CONTRACT_LIABILITY 90.00  | Cr REVENUE 90.00
      2026-02-28 | Dr CONTRACT_LIABILITY 150.00 | Cr REVENUE 150.00
      2026-03-31 | Dr CONTRACT_LIABILITY 60.00  | Cr REVENUE 60.00
      2026-04-30 | Dr CONTRACT_LIABILITY 100.00 | Cr REVENUE 100.00
      2026-05-31 | Dr CONTRACT_LIABILITY 100.00 | Cr REVENUE 100.00
      2026-06-30 | Dr CONTRACT_LIABILITY 100.00 | Cr REVENUE 100.00
      MONTH ENDS
      month   | revenue | RECEIVABLE | CONTRACT_LIABILITY | REVENUE
      2026-01 |   90.00 |  600.00 Dr |          510.00 Cr |  90.00 Cr
      2026-02 |  150.00 |  600.00 Dr |          360.00 Cr | 240.00 Cr
      2026-03 |   60.00 |  600.00 Dr |          300.00 Cr | 300.00 Cr
      2026-04 |  100.00 |  600.00 Dr |          200.00 Cr | 400.00 Cr
      2026-05 |  100.00 |  600.00 Dr |          100.00 Cr | 500.00 Cr
      2026-06 |  100.00 |  600.00 Dr |               0.00 | 600.00 Cr`,
  },
  {
    // Six months: 100.00 each, of which January and February are closed. Service now ends in May: 600.00 ÷ 5 = 120.00 a
    // month, 360.00 through March. March posts 360.00 − 200.00 = 160.00: its own 120.00 and 40.00 of catch-up.
    title: "service corrected to end earlier catches up in the first open month",
    steps: [
      on("2026-01-01", obligation("Training", { ...half, price: "600.00" }), approve),
      on("2026-03-01", close("2026-02")),
      on(
        "2026-03-10",
        act("PATCH /v3/contracts/$contract/obligation/$Training.id", {
          ...{ revenueEndDate: "2026-05-31", reasonCode: "CORRECTION" },
        }),
      ),
      on("2026-06-01", close("2026-05")),
    ],
    worksheet: `
      INVOICES
      2026-01-01 | Training 600.00 | 600.00 | ISSUED
      JOURNAL
      2026-01-01 | Dr RECEIVABLE 600.00         | Cr CONTRACT_LIABILITY 600.00
      2026-01-31 | Dr CONTRACT_LIABILITY 100.00 | Cr REVENUE 100.00
      2026-02-28 | Dr CONTRACT_LIABILITY 100.00 | Cr REVENUE 100.00
      2026-03-31 | Dr CONTRACT_LIABILITY 160.00 | Cr REVENUE 160.00
      2026-04-30 | Dr CONTRACT_LIABILITY 120.00 | Cr REVENUE 120.00
      2026-05-31 | Dr CONTRACT_LIABILITY 120.00 | Cr REVENUE 120.00
      MONTH ENDS
      month   | revenue | RECEIVABLE | CONTRACT_LIABILITY | REVENUE
      2026-01 |  100.00 |  600.00 Dr |          500.00 Cr | 100.00 Cr
      2026-02 |  100.00 |  600.00 Dr |          400.00 Cr | 200.00 Cr
      2026-03 |  160.00 |  600.00 Dr |          240.00 Cr | 360.00 Cr
      2026-04 |  120.00 |  600.00 Dr |          120.00 Cr | 480.00 Cr
      2026-05 |  120.00 |  600.00 Dr |               0.00 | 600.00 Cr`,
  },
  {
    // Yen have no smaller part: 1,000 ÷ 3 = 333.33 → 333, 666.67 → 667 less 333 = 334, 1,000 − 667 = 333.
    title: "yen: a currency without decimals",
    contract: { currency: "JPY" },
    steps: [
      on("2026-01-01", obligation("Platform", { ...quarter, price: "1000" }), approve),
      on("2026-04-01", close("2026-03")),
    ],
    worksheet: `
      INVOICES
      2026-01-01 | Platform 1000 | 1000 | ISSUED
      JOURNAL
      2026-01-01 | Dr RECEIVABLE 1000        | Cr CONTRACT_LIABILITY 1000
      2026-01-31 | Dr CONTRACT_LIABILITY 333 | Cr REVENUE 333
      2026-02-28 | Dr CONTRACT_LIABILITY 334 | Cr REVENUE 334
      2026-03-31 | Dr CONTRACT_LIABILITY 333 | Cr REVENUE 333
      MONTH ENDS
      month   | revenue | RECEIVABLE | CONTRACT_LIABILITY | REVENUE
      2026-01 |     333 |    1000 Dr |             667 Cr |  333 Cr
      2026-02 |     334 |    1000 Dr |             333 Cr |  667 Cr
      2026-03 |     333 |    1000 Dr |                  0 | 1000 Cr`,
  },
  {
    // Dinars have a thousand fils: 100.000 ÷ 3 = 33.333, 66.667 less 33.333 = 33.334, 33.333.
    title: "Kuwaiti dinars: a currency with three decimals",
    contract: { currency: "KWD" },
    steps: [
      on("2026-01-01", obligation("Platform", { ...quarter, price: "100.000" }), approve),
      on("2026-04-01", close("2026-03")),
    ],
    worksheet: `
      INVOICES
      2026-01-01 | Platform 100.000 | 100.000 | ISSUED
      JOURNAL
      2026-01-01 | Dr RECEIVABLE 100.000        | Cr CONTRACT_LIABILITY 100.000
      2026-01-31 | Dr CONTRACT_LIABILITY 33.333 | Cr REVENUE 33.333
      2026-02-28 | Dr CONTRACT_LIABILITY 33.334 | Cr REVENUE 33.334
      2026-03-31 | Dr CONTRACT_LIABILITY 33.333 | Cr REVENUE 33.333
      MONTH ENDS
      month   | revenue | RECEIVABLE | CONTRACT_LIABILITY | REVENUE
      2026-01 |  33.333 | 100.000 Dr |          66.667 Cr |  33.333 Cr
      2026-02 |  33.334 | 100.000 Dr |          33.333 Cr |  66.667 Cr
      2026-03 |  33.333 | 100.000 Dr |              0.000 | 100.000 Cr`,
  },
];
