import { type Act, act, approve, close, obligation, on, pobs, report, type Scenario, term } from "./scenario.ts";

const fourMonths = { from: "2026-01-01", to: "2026-04-30", intervalFrequency: 4 };

/** Support from January to April; on 1 March a training is added for 300.00 that sells for 600.00 alone. */
const withTraining = (...onThatDay: readonly Act[]) => [
  on(
    "2026-01-01",
    term("Support", { ...fourMonths, price: "1200.00" }),
    act(
      "POST /v3/contracts/$contract/performance-obligations",
      {
        billingTermGroupId: "$Support.billingTermGroupId",
        toCreate: [
          {
            ...{ name: "Support", serviceStartDate: "2026-01-01", serviceEndDate: "2026-04-30" },
            ...{ transactionPrice: "1200.00", standaloneSellingPrice: "1200.00" },
          },
        ],
      },
      "support",
    ),
    approve,
  ),
  on("2026-03-01", close("2026-02")),
  on(
    "2026-03-01",
    term("Training", {
      ...{ price: "300.00", from: "2026-03-15", to: "2026-03-15", interval: "NONE" },
      billingTermGroupId: "$Support.billingTermGroupId",
    }),
    pobs("Support", {
      ...{ name: "Training", serviceStartDate: "2026-03-15", serviceEndDate: "2026-03-15" },
      ...{ recognitionPattern: "POINT_IN_TIME", recognitionDate: "2026-03-15" },
      ...{ transactionPrice: "300.00", standaloneSellingPrice: "600.00" },
    }),
    ...onThatDay,
  ),
  on("2026-05-01", close("2026-04")),
];

export const modifications: readonly Scenario[] = [
  {
    // January and February earned 600.00 of 1,200.00. What is left of it and the 300.00 that are added, 900.00, are shared by what
    // is still to be served: 600.00 of support, half of what it sells for, and 600.00 of training. March earns 450.00 ÷ 2 and
    // 450.00, April 225.00.
    title:
      "an obligation added below its standalone selling price: the rest of the price is allocated to the remaining service",
    pobs: true,
    contract: { allocationMethod: "RELATIVE_SSP" },
    steps: withTraining(),
    worksheet: `
      INVOICES
      2026-01-01 | Support 1200.00 | 1200.00 | ISSUED
      2026-03-15 | Training 300.00 | 300.00 | ISSUED
      JOURNAL
      2026-01-01 | Dr RECEIVABLE 1200.00        | Cr CONTRACT_LIABILITY 1200.00
      2026-01-31 | Dr CONTRACT_LIABILITY 300.00 | Cr REVENUE 300.00
      2026-02-28 | Dr CONTRACT_LIABILITY 300.00 | Cr REVENUE 300.00
      2026-03-15 | Dr RECEIVABLE 300.00         | Cr CONTRACT_LIABILITY 300.00
      2026-03-31 | Dr CONTRACT_LIABILITY 675.00 | Cr REVENUE 675.00
      2026-04-30 | Dr CONTRACT_LIABILITY 225.00 | Cr REVENUE 225.00
      MONTH ENDS
      month   | revenue | RECEIVABLE | CONTRACT_LIABILITY | REVENUE
      2026-01 |  300.00 | 1200.00 Dr |          900.00 Cr |  300.00 Cr
      2026-02 |  300.00 | 1200.00 Dr |          600.00 Cr |  600.00 Cr
      2026-03 |  675.00 | 1500.00 Dr |          225.00 Cr | 1275.00 Cr
      2026-04 |  225.00 | 1500.00 Dr |               0.00 | 1500.00 Cr`,
  },
  {
    // As before, but support sells for 2,400.00 by now, which is said after the change: what is left of it is worth 1,200.00. Of
    // 900.00 it gets 600.00, 300.00 a month, and training 300.00. January and February keep what they earned.
    title: "a new contract version is allocated by the standalone selling prices of its day",
    pobs: true,
    contract: { allocationMethod: "RELATIVE_SSP" },
    steps: withTraining(
      act("PATCH /v3/contracts/$contract/performance-obligations/$support.created.0.id", {
        standaloneSellingPrice: "2400.00",
      }),
    ),
    worksheet: `
      INVOICES
      2026-01-01 | Support 1200.00 | 1200.00 | ISSUED
      2026-03-15 | Training 300.00 | 300.00 | ISSUED
      JOURNAL
      2026-01-01 | Dr RECEIVABLE 1200.00        | Cr CONTRACT_LIABILITY 1200.00
      2026-01-31 | Dr CONTRACT_LIABILITY 300.00 | Cr REVENUE 300.00
      2026-02-28 | Dr CONTRACT_LIABILITY 300.00 | Cr REVENUE 300.00
      2026-03-15 | Dr RECEIVABLE 300.00         | Cr CONTRACT_LIABILITY 300.00
      2026-03-31 | Dr CONTRACT_LIABILITY 600.00 | Cr REVENUE 600.00
      2026-04-30 | Dr CONTRACT_LIABILITY 300.00 | Cr REVENUE 300.00
      MONTH ENDS
      month   | revenue | RECEIVABLE | CONTRACT_LIABILITY | REVENUE
      2026-01 |  300.00 | 1200.00 Dr |          900.00 Cr |  300.00 Cr
      2026-02 |  300.00 | 1200.00 Dr |          600.00 Cr |  600.00 Cr
      2026-03 |  600.00 | 1500.00 Dr |          300.00 Cr | 1200.00 Cr
      2026-04 |  300.00 | 1500.00 Dr |               0.00 | 1500.00 Cr`,
  },
  {
    // June is closed on 3 July, after the price was said: it was agreed on 1 July, so June keeps 100.00 and has no contract
    // asset. As if all had been agreed at first, 1,500.00 ÷ 12 = 125.00 a month: July has 7 × 125.00 less the 600.00 before it.
    title: "a price from 1 July recorded while June is open changes July, also with catch-up",
    steps: [
      on(
        "2024-01-01",
        obligation("Hosting", {
          ...{ price: "100.00", from: "2024-01-01", to: "2024-12-31", invoiceDateStrategy: "ARREARS" },
        }),
        approve,
      ),
      on("2024-06-01", close("2024-05")),
      on(
        "2024-07-03",
        act("PATCH /v3/contracts/$contract/billing-terms/$Hosting.billingTermId", {
          ...{ pricing: [{ amount: "150.00", amountType: "TOTAL_INVOICE" }], effectiveDate: "2024-07-01" },
        }),
        act("GET /v3/contracts/$contract/modifications", undefined, "log"),
        act("PATCH /v3/contracts/$contract/modifications/$log.data.0.id", {
          ...{ treatment: "CUMULATIVE_CATCH_UP", reason: "One service, not twelve." },
        }),
        close("2024-06"),
      ),
      on("2024-08-01", close("2024-07")),
    ],
    worksheet: `
      INVOICES
      2024-02-01 | Hosting 100.00 | 100.00 | ISSUED
      2024-03-01 | Hosting 100.00 | 100.00 | ISSUED
      2024-04-01 | Hosting 100.00 | 100.00 | ISSUED
      2024-05-01 | Hosting 100.00 | 100.00 | ISSUED
      2024-06-01 | Hosting 100.00 | 100.00 | ISSUED
      2024-07-01 | Hosting 100.00 | 100.00 | ISSUED
      2024-08-01 | Hosting 150.00 | 150.00 | ISSUED
      JOURNAL
      2024-01-31 | Dr CONTRACT_LIABILITY 100.00  | Cr REVENUE 100.00
      2024-01-31 | Dr UNBILLED_RECEIVABLE 100.00 | Cr CONTRACT_LIABILITY 100.00
      2024-02-01 | Dr CONTRACT_LIABILITY 100.00  | Cr UNBILLED_RECEIVABLE 100.00
      2024-02-01 | Dr RECEIVABLE 100.00          | Cr CONTRACT_LIABILITY 100.00
      2024-02-29 | Dr CONTRACT_LIABILITY 100.00  | Cr REVENUE 100.00
      2024-02-29 | Dr UNBILLED_RECEIVABLE 100.00 | Cr CONTRACT_LIABILITY 100.00
      2024-03-01 | Dr CONTRACT_LIABILITY 100.00  | Cr UNBILLED_RECEIVABLE 100.00
      2024-03-01 | Dr RECEIVABLE 100.00          | Cr CONTRACT_LIABILITY 100.00
      2024-03-31 | Dr CONTRACT_LIABILITY 100.00  | Cr REVENUE 100.00
      2024-03-31 | Dr UNBILLED_RECEIVABLE 100.00 | Cr CONTRACT_LIABILITY 100.00
      2024-04-01 | Dr CONTRACT_LIABILITY 100.00  | Cr UNBILLED_RECEIVABLE 100.00
      2024-04-01 | Dr RECEIVABLE 100.00          | Cr CONTRACT_LIABILITY 100.00
      2024-04-30 | Dr CONTRACT_LIABILITY 100.00  | Cr REVENUE 100.00
      2024-04-30 | Dr UNBILLED_RECEIVABLE 100.00 | Cr CONTRACT_LIABILITY 100.00
      2024-05-01 | Dr CONTRACT_LIABILITY 100.00  | Cr UNBILLED_RECEIVABLE 100.00
      2024-05-01 | Dr RECEIVABLE 100.00          | Cr CONTRACT_LIABILITY 100.00
      2024-05-31 | Dr CONTRACT_LIABILITY 100.00  | Cr REVENUE 100.00
      2024-05-31 | Dr UNBILLED_RECEIVABLE 100.00 | Cr CONTRACT_LIABILITY 100.00
      2024-06-01 | Dr CONTRACT_LIABILITY 100.00  | Cr UNBILLED_RECEIVABLE 100.00
      2024-06-01 | Dr RECEIVABLE 100.00          | Cr CONTRACT_LIABILITY 100.00
      2024-06-30 | Dr CONTRACT_LIABILITY 100.00  | Cr REVENUE 100.00
      2024-06-30 | Dr UNBILLED_RECEIVABLE 100.00 | Cr CONTRACT_LIABILITY 100.00
      2024-07-01 | Dr CONTRACT_LIABILITY 100.00  | Cr UNBILLED_RECEIVABLE 100.00
      2024-07-01 | Dr RECEIVABLE 100.00          | Cr CONTRACT_LIABILITY 100.00
      2024-07-31 | Dr CONTRACT_LIABILITY 275.00  | Cr REVENUE 275.00
      2024-07-31 | Dr UNBILLED_RECEIVABLE 150.00 + CONTRACT_ASSET 125.00 | Cr CONTRACT_LIABILITY 275.00
      2024-08-01 | Dr CONTRACT_LIABILITY 275.00  | Cr UNBILLED_RECEIVABLE 150.00 + CONTRACT_ASSET 125.00
      2024-08-01 | Dr RECEIVABLE 150.00          | Cr CONTRACT_LIABILITY 150.00
      MONTH ENDS
      month   | revenue | RECEIVABLE | UNBILLED_RECEIVABLE | CONTRACT_ASSET | CONTRACT_LIABILITY | REVENUE
      2024-01 |  100.00 |       0.00 |           100.00 Dr |           0.00 |               0.00 | 100.00 Cr
      2024-02 |  100.00 |  100.00 Dr |           100.00 Dr |           0.00 |               0.00 | 200.00 Cr
      2024-03 |  100.00 |  200.00 Dr |           100.00 Dr |           0.00 |               0.00 | 300.00 Cr
      2024-04 |  100.00 |  300.00 Dr |           100.00 Dr |           0.00 |               0.00 | 400.00 Cr
      2024-05 |  100.00 |  400.00 Dr |           100.00 Dr |           0.00 |               0.00 | 500.00 Cr
      2024-06 |  100.00 |  500.00 Dr |           100.00 Dr |           0.00 |               0.00 | 600.00 Cr
      2024-07 |  275.00 |  600.00 Dr |           150.00 Dr |      125.00 Dr |               0.00 | 875.00 Cr`,
  },
  {
    // 1,000.00 a month for 2024, so 6,000.00 remain on 30 June. What is sold on 3 July is not in that, whether June is open or
    // closed. July has 29/31 of a month of 3,000.00 over 5 29/31 months, 472.83; then 5,000.00 + 2,527.17 remain.
    title: "an obligation of 3,000.00 added on 3 July: the remaining obligations of 30 June stay 6,000.00",
    steps: [
      on(
        "2024-01-01",
        obligation("Support", { price: "12000.00", interval: "YEAR", from: "2024-01-01", to: "2024-12-31" }),
        approve,
      ),
      on("2024-06-03", close("2024-05")),
      on(
        "2024-07-03",
        report("remaining-performance-obligations?month=2024-06", "total"),
        obligation(
          "Training",
          { price: "3000.00", interval: "NONE", from: "2024-07-03", to: "2024-07-03" },
          { serviceStartDate: "2024-07-03", serviceEndDate: "2024-12-31", recognitionPattern: "STRAIGHT_LINE" },
        ),
        report("remaining-performance-obligations?month=2024-06", "total"),
        close("2024-06"),
        report("remaining-performance-obligations?month=2024-06", "total", "within12Months"),
      ),
      on(
        "2024-08-01",
        close("2024-07"),
        report("remaining-performance-obligations?month=2024-06", "total", "within12Months"),
        report("remaining-performance-obligations?month=2024-07", "total", "within12Months"),
      ),
    ],
    worksheet: `
      INVOICES
      2024-01-01 | Support 12000.00 | 12000.00 | ISSUED
      2024-07-03 | Training 3000.00 | 3000.00 | ISSUED
      JOURNAL
      2024-01-01 | Dr RECEIVABLE 12000.00        | Cr CONTRACT_LIABILITY 12000.00
      2024-01-31 | Dr CONTRACT_LIABILITY 1000.00 | Cr REVENUE 1000.00
      2024-02-29 | Dr CONTRACT_LIABILITY 1000.00 | Cr REVENUE 1000.00
      2024-03-31 | Dr CONTRACT_LIABILITY 1000.00 | Cr REVENUE 1000.00
      2024-04-30 | Dr CONTRACT_LIABILITY 1000.00 | Cr REVENUE 1000.00
      2024-05-31 | Dr CONTRACT_LIABILITY 1000.00 | Cr REVENUE 1000.00
      2024-06-30 | Dr CONTRACT_LIABILITY 1000.00 | Cr REVENUE 1000.00
      2024-07-03 | Dr RECEIVABLE 3000.00         | Cr CONTRACT_LIABILITY 3000.00
      2024-07-31 | Dr CONTRACT_LIABILITY 1472.83 | Cr REVENUE 1472.83
      MONTH ENDS
      month   | revenue | RECEIVABLE  | CONTRACT_LIABILITY | REVENUE
      2024-01 | 1000.00 | 12000.00 Dr |        11000.00 Cr | 1000.00 Cr
      2024-02 | 1000.00 | 12000.00 Dr |        10000.00 Cr | 2000.00 Cr
      2024-03 | 1000.00 | 12000.00 Dr |         9000.00 Cr | 3000.00 Cr
      2024-04 | 1000.00 | 12000.00 Dr |         8000.00 Cr | 4000.00 Cr
      2024-05 | 1000.00 | 12000.00 Dr |         7000.00 Cr | 5000.00 Cr
      2024-06 | 1000.00 | 12000.00 Dr |         6000.00 Cr | 6000.00 Cr
      2024-07 | 1472.83 | 15000.00 Dr |         7527.17 Cr | 7472.83 Cr
      ANSWERS
      2024-07-03 | remaining-performance-obligations?month=2024-06 | total 6000.00
      2024-07-03 | remaining-performance-obligations?month=2024-06 | total 6000.00
      2024-07-03 | remaining-performance-obligations?month=2024-06 | total 6000.00 | within12Months 6000.00
      2024-08-01 | remaining-performance-obligations?month=2024-06 | total 6000.00 | within12Months 6000.00
      2024-08-01 | remaining-performance-obligations?month=2024-07 | total 7527.17 | within12Months 7527.17`,
  },
];
