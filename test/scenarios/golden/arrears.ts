import { act, approve, close, obligation, on, pobs, type Scenario, term } from "./scenario.ts";

const monthly = { price: "100.00", invoiceDateStrategy: "ARREARS" };

export const arrears: readonly Scenario[] = [
  {
    // 300.00 a quarter: 100.00 a month. What is served and not billed waits for time alone: an unbilled receivable, shown on
    // the last day of a month and reversed on the first of the next.
    title: "quarters in arrears, unbilled until the quarter is over",
    steps: [
      on(
        "2026-01-01",
        obligation("Support", {
          ...monthly,
          price: "300.00",
          interval: "QUARTER",
          from: "2026-01-01",
          to: "2026-06-30",
        }),
        approve,
      ),
      on("2026-02-01", close("2026-01")),
      on("2026-04-01", close("2026-03")),
      on("2026-05-01", close("2026-04")),
    ],
    worksheet: `
      INVOICES
      2026-04-01 | Support 300.00 | 300.00 | ISSUED
      JOURNAL
      2026-01-31 | Dr CONTRACT_LIABILITY 100.00  | Cr REVENUE 100.00
      2026-01-31 | Dr UNBILLED_RECEIVABLE 100.00 | Cr CONTRACT_LIABILITY 100.00
      2026-02-01 | Dr CONTRACT_LIABILITY 100.00  | Cr UNBILLED_RECEIVABLE 100.00
      2026-02-28 | Dr CONTRACT_LIABILITY 100.00  | Cr REVENUE 100.00
      2026-02-28 | Dr UNBILLED_RECEIVABLE 200.00 | Cr CONTRACT_LIABILITY 200.00
      2026-03-01 | Dr CONTRACT_LIABILITY 200.00  | Cr UNBILLED_RECEIVABLE 200.00
      2026-03-31 | Dr CONTRACT_LIABILITY 100.00  | Cr REVENUE 100.00
      2026-03-31 | Dr UNBILLED_RECEIVABLE 300.00 | Cr CONTRACT_LIABILITY 300.00
      2026-04-01 | Dr CONTRACT_LIABILITY 300.00  | Cr UNBILLED_RECEIVABLE 300.00
      2026-04-01 | Dr RECEIVABLE 300.00          | Cr CONTRACT_LIABILITY 300.00
      2026-04-30 | Dr CONTRACT_LIABILITY 100.00  | Cr REVENUE 100.00
      2026-04-30 | Dr UNBILLED_RECEIVABLE 100.00 | Cr CONTRACT_LIABILITY 100.00
      2026-05-01 | Dr CONTRACT_LIABILITY 100.00  | Cr UNBILLED_RECEIVABLE 100.00
      MONTH ENDS
      month   | revenue | RECEIVABLE | UNBILLED_RECEIVABLE | CONTRACT_LIABILITY | REVENUE
      2026-01 |  100.00 |       0.00 |           100.00 Dr |               0.00 | 100.00 Cr
      2026-02 |  100.00 |       0.00 |           200.00 Dr |               0.00 | 200.00 Cr
      2026-03 |  100.00 |       0.00 |           300.00 Dr |               0.00 | 300.00 Cr
      2026-04 |  100.00 |  300.00 Dr |           100.00 Dr |               0.00 | 400.00 Cr`,
  },
  {
    // Each period is earned over its own days. 31 January – 27 February weighs 1/31 + 27/28: January 99.00 × 28/865 = 3.20,
    // February 95.80. 28 February – 30 March weighs 1/28 + 30/31: February 99.00 × 31/871 = 3.52, March 95.48. 31 March – 29
    // April weighs 1/31 + 29/30: March 99.00 × 30/929 = 3.20. So February 95.80 + 3.52 = 99.32, March 95.48 + 3.20 = 98.68.
    title: "open-ended by the month, anchored on the 31st",
    steps: [
      on("2026-01-31", obligation("Platform", { price: "99.00", from: "2026-01-31" }), approve),
      on("2026-02-01", close("2026-01")),
      on("2026-03-01", close("2026-02")),
      on("2026-04-01", close("2026-03")),
    ],
    worksheet: `
      INVOICES
      2026-01-31 | Platform 99.00 | 99.00 | ISSUED
      2026-02-28 | Platform 99.00 | 99.00 | ISSUED
      2026-03-31 | Platform 99.00 | 99.00 | ISSUED
      JOURNAL
      2026-01-31 | Dr RECEIVABLE 99.00         | Cr CONTRACT_LIABILITY 99.00
      2026-01-31 | Dr CONTRACT_LIABILITY 3.20  | Cr REVENUE 3.20
      2026-02-28 | Dr RECEIVABLE 99.00         | Cr CONTRACT_LIABILITY 99.00
      2026-02-28 | Dr CONTRACT_LIABILITY 99.32 | Cr REVENUE 99.32
      2026-03-31 | Dr RECEIVABLE 99.00         | Cr CONTRACT_LIABILITY 99.00
      2026-03-31 | Dr CONTRACT_LIABILITY 98.68 | Cr REVENUE 98.68
      MONTH ENDS
      month   | revenue | RECEIVABLE | CONTRACT_LIABILITY | REVENUE
      2026-01 |    3.20 |   99.00 Dr |           95.80 Cr |   3.20 Cr
      2026-02 |   99.32 |  198.00 Dr |           95.48 Cr | 102.52 Cr
      2026-03 |   98.68 |  297.00 Dr |           95.80 Cr | 201.20 Cr`,
  },
  {
    // 16 January – 15 February weighs 16/31 + 15/28: January 100.00 × 448/913 = 49.07, February 50.93. 16 February – 15 March
    // weighs 13/28 + 15/31: February 100.00 × 403/823 = 48.97, March 51.03. 16 March – 15 April weighs 16/31 + 15/30: March
    // 100.00 × 480/945 = 50.79. So February 50.93 + 48.97 = 99.90, March 51.03 + 50.79 = 101.82. Unbilled is always the part of
    // the period that runs.
    title: "open-ended by the month in arrears, from the 16th",
    steps: [
      on("2026-01-16", obligation("Support", { ...monthly, from: "2026-01-16" }), approve),
      on("2026-02-01", close("2026-01")),
      on("2026-03-01", close("2026-02")),
      on("2026-04-01", close("2026-03")),
    ],
    worksheet: `
      INVOICES
      2026-02-16 | Support 100.00 | 100.00 | ISSUED
      2026-03-16 | Support 100.00 | 100.00 | ISSUED
      JOURNAL
      2026-01-31 | Dr CONTRACT_LIABILITY 49.07  | Cr REVENUE 49.07
      2026-01-31 | Dr UNBILLED_RECEIVABLE 49.07 | Cr CONTRACT_LIABILITY 49.07
      2026-02-01 | Dr CONTRACT_LIABILITY 49.07  | Cr UNBILLED_RECEIVABLE 49.07
      2026-02-16 | Dr RECEIVABLE 100.00         | Cr CONTRACT_LIABILITY 100.00
      2026-02-28 | Dr CONTRACT_LIABILITY 99.90  | Cr REVENUE 99.90
      2026-02-28 | Dr UNBILLED_RECEIVABLE 48.97 | Cr CONTRACT_LIABILITY 48.97
      2026-03-01 | Dr CONTRACT_LIABILITY 48.97  | Cr UNBILLED_RECEIVABLE 48.97
      2026-03-16 | Dr RECEIVABLE 100.00         | Cr CONTRACT_LIABILITY 100.00
      2026-03-31 | Dr CONTRACT_LIABILITY 101.82 | Cr REVENUE 101.82
      2026-03-31 | Dr UNBILLED_RECEIVABLE 50.79 | Cr CONTRACT_LIABILITY 50.79
      2026-04-01 | Dr CONTRACT_LIABILITY 50.79  | Cr UNBILLED_RECEIVABLE 50.79
      MONTH ENDS
      month   | revenue | RECEIVABLE | UNBILLED_RECEIVABLE | CONTRACT_LIABILITY | REVENUE
      2026-01 |   49.07 |       0.00 |            49.07 Dr |               0.00 |  49.07 Cr
      2026-02 |   99.90 |  100.00 Dr |            48.97 Dr |               0.00 | 148.97 Cr
      2026-03 |  101.82 |  200.00 Dr |            50.79 Dr |               0.00 | 250.79 Cr`,
  },
  {
    // A year at 100.00 a month ends on 20 February. February is 100.00 × 20/28 = 71.43, billed on the day after.
    title: "terminated in arrears: the last period is short",
    steps: [
      on("2026-01-01", obligation("Support", { ...monthly, from: "2026-01-01", to: "2026-12-31" }), approve),
      on("2026-02-01", close("2026-01")),
      on(
        "2026-02-20",
        act("PATCH /v3/contracts/$contract/billing-terms/$Support.billingTermId/terminate", { endDate: "2026-02-20" }),
      ),
      on("2026-03-01", close("2026-02")),
    ],
    worksheet: `
      INVOICES
      2026-02-01 | Support 100.00 | 100.00 | ISSUED
      2026-02-21 | Support 71.43  | 71.43  | ISSUED
      JOURNAL
      2026-01-31 | Dr CONTRACT_LIABILITY 100.00  | Cr REVENUE 100.00
      2026-01-31 | Dr UNBILLED_RECEIVABLE 100.00 | Cr CONTRACT_LIABILITY 100.00
      2026-02-01 | Dr CONTRACT_LIABILITY 100.00  | Cr UNBILLED_RECEIVABLE 100.00
      2026-02-01 | Dr RECEIVABLE 100.00          | Cr CONTRACT_LIABILITY 100.00
      2026-02-21 | Dr RECEIVABLE 71.43           | Cr CONTRACT_LIABILITY 71.43
      2026-02-28 | Dr CONTRACT_LIABILITY 71.43   | Cr REVENUE 71.43
      MONTH ENDS
      month   | revenue | RECEIVABLE | UNBILLED_RECEIVABLE | CONTRACT_LIABILITY | REVENUE
      2026-01 |  100.00 |       0.00 |           100.00 Dr |               0.00 | 100.00 Cr
      2026-02 |   71.43 |  171.43 Dr |                0.00 |               0.00 | 171.43 Cr`,
  },
  {
    // Platform is billed 1,200.00 ahead and earns 100.00 a month; support earns 100.00 a month and waits for its quarter. A
    // receivable is never set off against a liability: in January 1,200.00 − 200.00 + 100.00 = 1,100.00 stay a liability.
    title: "one contract with contract liability and unbilled receivable: both are shown",
    steps: [
      on(
        "2026-01-01",
        obligation("Platform", { price: "1200.00", interval: "YEAR", from: "2026-01-01", to: "2026-12-31" }),
        obligation("Support", {
          ...monthly,
          price: "300.00",
          interval: "QUARTER",
          from: "2026-01-01",
          to: "2026-12-31",
        }),
        approve,
      ),
      on("2026-03-01", close("2026-02")),
    ],
    worksheet: `
      INVOICES
      2026-01-01 | Platform 1200.00 | 1200.00 | ISSUED
      JOURNAL
      2026-01-01 | Dr RECEIVABLE 1200.00         | Cr CONTRACT_LIABILITY 1200.00
      2026-01-31 | Dr CONTRACT_LIABILITY 200.00  | Cr REVENUE 200.00
      2026-01-31 | Dr UNBILLED_RECEIVABLE 100.00 | Cr CONTRACT_LIABILITY 100.00
      2026-02-01 | Dr CONTRACT_LIABILITY 100.00  | Cr UNBILLED_RECEIVABLE 100.00
      2026-02-28 | Dr CONTRACT_LIABILITY 200.00  | Cr REVENUE 200.00
      2026-02-28 | Dr UNBILLED_RECEIVABLE 200.00 | Cr CONTRACT_LIABILITY 200.00
      2026-03-01 | Dr CONTRACT_LIABILITY 200.00  | Cr UNBILLED_RECEIVABLE 200.00
      MONTH ENDS
      month   | revenue | RECEIVABLE | UNBILLED_RECEIVABLE | CONTRACT_LIABILITY | REVENUE
      2026-01 |  200.00 | 1200.00 Dr |           100.00 Dr |         1100.00 Cr | 200.00 Cr
      2026-02 |  200.00 | 1200.00 Dr |           200.00 Dr |         1000.00 Cr | 400.00 Cr`,
  },
  {
    // The setup of January, 300.00, is billed on 1 March. Only time must pass until then, so it is receivable, and a receivable is
    // never netted with what platform owes: 1,200.00 − 100.00 a month.
    title: "service before its invoice is unbilled receivable, beside a liability of the same contract",
    steps: [
      on(
        "2026-01-01",
        obligation("Platform", { price: "1200.00", interval: "YEAR", from: "2026-01-01", to: "2026-12-31" }),
        obligation(
          "Setup",
          { price: "300.00", interval: "NONE", from: "2026-03-01", to: "2026-03-01" },
          { serviceStartDate: "2026-01-01", serviceEndDate: "2026-01-31", recognitionPattern: "STRAIGHT_LINE" },
        ),
        approve,
      ),
      on("2026-04-01", close("2026-03")),
    ],
    worksheet: `
      INVOICES
      2026-01-01 | Platform 1200.00 | 1200.00 | ISSUED
      2026-03-01 | Setup 300.00     | 300.00  | ISSUED
      JOURNAL
      2026-01-01 | Dr RECEIVABLE 1200.00         | Cr CONTRACT_LIABILITY 1200.00
      2026-01-31 | Dr CONTRACT_LIABILITY 400.00  | Cr REVENUE 400.00
      2026-01-31 | Dr UNBILLED_RECEIVABLE 300.00 | Cr CONTRACT_LIABILITY 300.00
      2026-02-01 | Dr CONTRACT_LIABILITY 300.00  | Cr UNBILLED_RECEIVABLE 300.00
      2026-02-28 | Dr CONTRACT_LIABILITY 100.00  | Cr REVENUE 100.00
      2026-02-28 | Dr UNBILLED_RECEIVABLE 300.00 | Cr CONTRACT_LIABILITY 300.00
      2026-03-01 | Dr CONTRACT_LIABILITY 300.00  | Cr UNBILLED_RECEIVABLE 300.00
      2026-03-01 | Dr RECEIVABLE 300.00          | Cr CONTRACT_LIABILITY 300.00
      2026-03-31 | Dr CONTRACT_LIABILITY 100.00  | Cr REVENUE 100.00
      MONTH ENDS
      month   | revenue | RECEIVABLE | UNBILLED_RECEIVABLE | CONTRACT_LIABILITY | REVENUE
      2026-01 |  400.00 | 1200.00 Dr |           300.00 Dr |         1100.00 Cr | 400.00 Cr
      2026-02 |  100.00 | 1200.00 Dr |           300.00 Dr |         1000.00 Cr | 500.00 Cr
      2026-03 |  100.00 | 1500.00 Dr |                0.00 |          900.00 Cr | 600.00 Cr`,
  },
  {
    // The setup, 300.00, is complete in January, as is reported then, and billed on 1 March. By itself it would be a contract asset;
    // of one contract it is netted with what platform owes: 1,200.00 − 400.00 = 800.00 of liability in January, 700.00 in February.
    title: "an asset and a liability of one contract are netted",
    pobs: true,
    steps: [
      on(
        "2026-01-01",
        obligation("Platform", { price: "1200.00", interval: "YEAR", from: "2026-01-01", to: "2026-12-31" }),
        term("Setup", { price: "300.00", interval: "NONE", from: "2026-03-01", to: "2026-03-01" }),
        pobs("Setup", {
          ...{ name: "Setup", serviceStartDate: "2026-01-01", serviceEndDate: "2026-03-01" },
          ...{ recognitionPattern: "PERCENT_COMPLETE", transactionPrice: "300.00" },
        }),
        approve,
      ),
      on(
        "2026-02-01",
        act("PATCH /v3/contracts/$contract/performance-obligations/$pobs.created.0.id", {
          progress: [{ asOf: "2026-01-31", percentComplete: "1" }],
        }),
      ),
      on("2026-04-01", close("2026-03")),
    ],
    worksheet: `
      INVOICES
      2026-01-01 | Platform 1200.00 | 1200.00 | ISSUED
      2026-03-01 | Setup 300.00     | 300.00  | ISSUED
      JOURNAL
      2026-01-01 | Dr RECEIVABLE 1200.00        | Cr CONTRACT_LIABILITY 1200.00
      2026-01-31 | Dr CONTRACT_LIABILITY 400.00 | Cr REVENUE 400.00
      2026-02-28 | Dr CONTRACT_LIABILITY 100.00 | Cr REVENUE 100.00
      2026-03-01 | Dr RECEIVABLE 300.00         | Cr CONTRACT_LIABILITY 300.00
      2026-03-31 | Dr CONTRACT_LIABILITY 100.00 | Cr REVENUE 100.00
      MONTH ENDS
      month   | revenue | RECEIVABLE | CONTRACT_LIABILITY | REVENUE
      2026-01 |  400.00 | 1200.00 Dr |          800.00 Cr | 400.00 Cr
      2026-02 |  100.00 | 1200.00 Dr |          700.00 Cr | 500.00 Cr
      2026-03 |  100.00 | 1500.00 Dr |          900.00 Cr | 600.00 Cr`,
  },
  {
    // Two quarters of 300.00 pay for support of 480.00, 80.00 a month, and a go-live of 120.00. What is served and not billed is
    // receivable as far as it is earned: 80.00 of 100.00 in January. In March 360.00 are earned: 300.00 wait for their invoice, 60.00
    // for service to come, a contract asset. April is 440.00 − 300.00 billed − 100.00 served = 40.00, May 520.00 − 300.00 − 200.00.
    title: "stated prices over quarters in arrears: the revenue of the served days is unbilled receivable",
    pobs: true,
    steps: [
      on(
        "2026-01-01",
        term("Bundle", {
          ...monthly,
          price: "300.00",
          interval: "QUARTER",
          from: "2026-01-01",
          to: "2026-06-30",
        }),
        pobs(
          "Bundle",
          {
            name: "Go-live",
            ...{ serviceStartDate: "2026-01-01", serviceEndDate: "2026-06-30", transactionPrice: "120.00" },
            recognitionPattern: "MILESTONE",
            milestones: [{ name: "Go-live", weight: "1" }],
          },
          {
            name: "Support",
            ...{ serviceStartDate: "2026-01-01", serviceEndDate: "2026-06-30", transactionPrice: "480.00" },
          },
        ),
        approve,
      ),
      on("2026-03-01", close("2026-02")),
      on(
        "2026-03-10",
        act("PATCH /v3/contracts/$contract/performance-obligations/$pobs.created.0.id", {
          milestones: [{ name: "Go-live", weight: "1", reachedDate: "2026-03-10" }],
        }),
      ),
      on("2026-06-01", close("2026-05")),
      on("2026-07-01", close("2026-06")),
    ],
    worksheet: `
      INVOICES
      2026-04-01 | Bundle 300.00 | 300.00 | ISSUED
      2026-07-01 | Bundle 300.00 | 300.00 | ISSUED
      JOURNAL
      2026-01-31 | Dr CONTRACT_LIABILITY 80.00 | Cr REVENUE 80.00
      2026-01-31 | Dr UNBILLED_RECEIVABLE 80.00 | Cr CONTRACT_LIABILITY 80.00
      2026-02-01 | Dr CONTRACT_LIABILITY 80.00 | Cr UNBILLED_RECEIVABLE 80.00
      2026-02-28 | Dr CONTRACT_LIABILITY 80.00 | Cr REVENUE 80.00
      2026-02-28 | Dr UNBILLED_RECEIVABLE 160.00 | Cr CONTRACT_LIABILITY 160.00
      2026-03-01 | Dr CONTRACT_LIABILITY 160.00 | Cr UNBILLED_RECEIVABLE 160.00
      2026-03-31 | Dr CONTRACT_LIABILITY 200.00 | Cr REVENUE 200.00
      2026-03-31 | Dr UNBILLED_RECEIVABLE 300.00 + CONTRACT_ASSET 60.00 | Cr CONTRACT_LIABILITY 360.00
      2026-04-01 | Dr CONTRACT_LIABILITY 360.00 | Cr UNBILLED_RECEIVABLE 300.00 + CONTRACT_ASSET 60.00
      2026-04-01 | Dr RECEIVABLE 300.00 | Cr CONTRACT_LIABILITY 300.00
      2026-04-30 | Dr CONTRACT_LIABILITY 80.00 | Cr REVENUE 80.00
      2026-04-30 | Dr UNBILLED_RECEIVABLE 100.00 + CONTRACT_ASSET 40.00 | Cr CONTRACT_LIABILITY 140.00
      2026-05-01 | Dr CONTRACT_LIABILITY 140.00 | Cr UNBILLED_RECEIVABLE 100.00 + CONTRACT_ASSET 40.00
      2026-05-31 | Dr CONTRACT_LIABILITY 80.00 | Cr REVENUE 80.00
      2026-05-31 | Dr UNBILLED_RECEIVABLE 200.00 + CONTRACT_ASSET 20.00 | Cr CONTRACT_LIABILITY 220.00
      2026-06-01 | Dr CONTRACT_LIABILITY 220.00 | Cr UNBILLED_RECEIVABLE 200.00 + CONTRACT_ASSET 20.00
      2026-06-30 | Dr CONTRACT_LIABILITY 80.00 | Cr REVENUE 80.00
      2026-06-30 | Dr UNBILLED_RECEIVABLE 300.00 | Cr CONTRACT_LIABILITY 300.00
      2026-07-01 | Dr CONTRACT_LIABILITY 300.00 | Cr UNBILLED_RECEIVABLE 300.00
      2026-07-01 | Dr RECEIVABLE 300.00 | Cr CONTRACT_LIABILITY 300.00
      MONTH ENDS
      month   | revenue | RECEIVABLE | UNBILLED_RECEIVABLE | CONTRACT_ASSET | CONTRACT_LIABILITY | REVENUE
      2026-01 |   80.00 |       0.00 |            80.00 Dr |           0.00 |               0.00 |  80.00 Cr
      2026-02 |   80.00 |       0.00 |           160.00 Dr |           0.00 |               0.00 | 160.00 Cr
      2026-03 |  200.00 |       0.00 |           300.00 Dr |       60.00 Dr |               0.00 | 360.00 Cr
      2026-04 |   80.00 |  300.00 Dr |           100.00 Dr |       40.00 Dr |               0.00 | 440.00 Cr
      2026-05 |   80.00 |  300.00 Dr |           200.00 Dr |       20.00 Dr |               0.00 | 520.00 Cr
      2026-06 |   80.00 |  300.00 Dr |           300.00 Dr |           0.00 |               0.00 | 600.00 Cr`,
  },
  {
    // 100.00 a month, half of it from March on: 300.00, 75.00 a month. Of January 100.00 are served and wait for 1 February;
    // 75.00 are earned, so 25.00 are owed to the customer. By the end of April all is even.
    title:
      "a price that falls: served days are receivable at their own price, and the part not recognized is a liability",
    steps: [
      on(
        "2026-01-01",
        obligation(
          "Support",
          { ...monthly, from: "2026-01-01", to: "2026-04-30" },
          { discounts: [{ type: "PERCENTAGE", amount: "0.50", startDate: "2026-03-01", endDate: "2026-04-30" }] },
        ),
        approve,
      ),
      on("2026-05-01", close("2026-04")),
    ],
    worksheet: `
      INVOICES
      2026-02-01 | Support 100.00 | 100.00 | ISSUED
      2026-03-01 | Support 100.00 | 100.00 | ISSUED
      2026-04-01 | Support 50.00 | 50.00 | ISSUED
      2026-05-01 | Support 50.00 | 50.00 | ISSUED
      JOURNAL
      2026-01-31 | Dr CONTRACT_LIABILITY 75.00 | Cr REVENUE 75.00
      2026-01-31 | Dr UNBILLED_RECEIVABLE 100.00 | Cr CONTRACT_LIABILITY 100.00
      2026-02-01 | Dr CONTRACT_LIABILITY 100.00 | Cr UNBILLED_RECEIVABLE 100.00
      2026-02-01 | Dr RECEIVABLE 100.00 | Cr CONTRACT_LIABILITY 100.00
      2026-02-28 | Dr CONTRACT_LIABILITY 75.00 | Cr REVENUE 75.00
      2026-02-28 | Dr UNBILLED_RECEIVABLE 100.00 | Cr CONTRACT_LIABILITY 100.00
      2026-03-01 | Dr CONTRACT_LIABILITY 100.00 | Cr UNBILLED_RECEIVABLE 100.00
      2026-03-01 | Dr RECEIVABLE 100.00 | Cr CONTRACT_LIABILITY 100.00
      2026-03-31 | Dr CONTRACT_LIABILITY 75.00 | Cr REVENUE 75.00
      2026-03-31 | Dr UNBILLED_RECEIVABLE 50.00 | Cr CONTRACT_LIABILITY 50.00
      2026-04-01 | Dr CONTRACT_LIABILITY 50.00 | Cr UNBILLED_RECEIVABLE 50.00
      2026-04-01 | Dr RECEIVABLE 50.00 | Cr CONTRACT_LIABILITY 50.00
      2026-04-30 | Dr CONTRACT_LIABILITY 75.00 | Cr REVENUE 75.00
      2026-04-30 | Dr UNBILLED_RECEIVABLE 50.00 | Cr CONTRACT_LIABILITY 50.00
      2026-05-01 | Dr CONTRACT_LIABILITY 50.00 | Cr UNBILLED_RECEIVABLE 50.00
      2026-05-01 | Dr RECEIVABLE 50.00 | Cr CONTRACT_LIABILITY 50.00
      MONTH ENDS
      month   | revenue | RECEIVABLE | UNBILLED_RECEIVABLE | CONTRACT_LIABILITY | REVENUE
      2026-01 |   75.00 |       0.00 |           100.00 Dr |           25.00 Cr |  75.00 Cr
      2026-02 |   75.00 |  100.00 Dr |           100.00 Dr |           50.00 Cr | 150.00 Cr
      2026-03 |   75.00 |  200.00 Dr |            50.00 Dr |           25.00 Cr | 225.00 Cr
      2026-04 |   75.00 |  250.00 Dr |            50.00 Dr |               0.00 | 300.00 Cr`,
  },
  {
    // 90.00 a month in advance, 270.00 for 90 days: 3.00 a day. January earns 93.00 of 90.00 billed, so 3.00 wait for the bill of
    // 1 February and are no contract asset; February earns 84.00, so 3.00 are paid ahead.
    title:
      "months in advance recognized by days: revenue of January's 31 days beyond its invoice is unbilled receivable",
    steps: [
      on(
        "2026-01-01",
        obligation(
          "Support",
          { price: "90.00", from: "2026-01-01", to: "2026-03-31" },
          { recognitionPattern: "STRAIGHT_LINE_DAILY" },
        ),
        approve,
      ),
      on("2026-04-01", close("2026-03")),
    ],
    worksheet: `
      INVOICES
      2026-01-01 | Support 90.00 | 90.00 | ISSUED
      2026-02-01 | Support 90.00 | 90.00 | ISSUED
      2026-03-01 | Support 90.00 | 90.00 | ISSUED
      JOURNAL
      2026-01-01 | Dr RECEIVABLE 90.00 | Cr CONTRACT_LIABILITY 90.00
      2026-01-31 | Dr CONTRACT_LIABILITY 93.00 | Cr REVENUE 93.00
      2026-01-31 | Dr UNBILLED_RECEIVABLE 3.00 | Cr CONTRACT_LIABILITY 3.00
      2026-02-01 | Dr CONTRACT_LIABILITY 3.00 | Cr UNBILLED_RECEIVABLE 3.00
      2026-02-01 | Dr RECEIVABLE 90.00 | Cr CONTRACT_LIABILITY 90.00
      2026-02-28 | Dr CONTRACT_LIABILITY 84.00 | Cr REVENUE 84.00
      2026-03-01 | Dr RECEIVABLE 90.00 | Cr CONTRACT_LIABILITY 90.00
      2026-03-31 | Dr CONTRACT_LIABILITY 93.00 | Cr REVENUE 93.00
      MONTH ENDS
      month   | revenue | RECEIVABLE | UNBILLED_RECEIVABLE | CONTRACT_LIABILITY | REVENUE
      2026-01 |   93.00 |   90.00 Dr |             3.00 Dr |               0.00 |  93.00 Cr
      2026-02 |   84.00 |  180.00 Dr |                0.00 |            3.00 Cr | 177.00 Cr
      2026-03 |   93.00 |  270.00 Dr |                0.00 |               0.00 | 270.00 Cr`,
  },
  {
    // Approved on 3 March, with January closed: its bill is dated 3 March, February's keeps 1 February. February earns 200.00,
    // January's share caught up, of 100.00 billed; the other 100.00 wait for nothing but their bill.
    title:
      "months in advance approved late: revenue before the late invoice is unbilled receivable, not a contract asset",
    steps: [
      on("2026-02-01", close("2026-01")),
      on("2026-03-03", obligation("Support", { price: "100.00", from: "2026-01-01", to: "2026-03-31" }), approve),
      on("2026-03-04", close("2026-02")),
      on("2026-04-01", close("2026-03")),
    ],
    worksheet: `
      INVOICES
      2026-03-03 | Support 100.00 | 100.00 | ISSUED
      2026-02-01 | Support 100.00 | 100.00 | ISSUED
      2026-03-01 | Support 100.00 | 100.00 | ISSUED
      JOURNAL
      2026-02-01 | Dr RECEIVABLE 100.00 | Cr CONTRACT_LIABILITY 100.00
      2026-02-28 | Dr CONTRACT_LIABILITY 200.00 | Cr REVENUE 200.00
      2026-02-28 | Dr UNBILLED_RECEIVABLE 100.00 | Cr CONTRACT_LIABILITY 100.00
      2026-03-01 | Dr CONTRACT_LIABILITY 100.00 | Cr UNBILLED_RECEIVABLE 100.00
      2026-03-01 | Dr RECEIVABLE 100.00 | Cr CONTRACT_LIABILITY 100.00
      2026-03-03 | Dr RECEIVABLE 100.00 | Cr CONTRACT_LIABILITY 100.00
      2026-03-31 | Dr CONTRACT_LIABILITY 100.00 | Cr REVENUE 100.00
      MONTH ENDS
      month   | revenue | RECEIVABLE | UNBILLED_RECEIVABLE | CONTRACT_LIABILITY | REVENUE
      2026-01 |    0.00 |       0.00 |                0.00 |               0.00 |     0.00
      2026-02 |  200.00 |  100.00 Dr |           100.00 Dr |               0.00 | 200.00 Cr
      2026-03 |  100.00 |  300.00 Dr |                0.00 |               0.00 | 300.00 Cr`,
  },
];
