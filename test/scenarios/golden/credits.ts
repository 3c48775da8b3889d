import { act, approve, close, obligation, on, pobs, reopen, type Scenario, term } from "./scenario.ts";

const oneOff = { from: "2026-01-10", to: "2026-01-10", interval: "NONE" };
const served = { serviceStartDate: "2026-01-10", serviceEndDate: "2026-12-31" };
const pob = "/v3/contracts/$contract/performance-obligations/$pobs.created.0.id";

/** Credits a part of the first invoice. */
const memo = (issueDate: string, amount: string) =>
  act("POST /v3/credit-memos", {
    customerId: "$customer",
    issueDate,
    reason: "Terms",
    items: [{ invoiceLineItemId: "$invoices.0.lineItems.0.id", amount }],
  });

export const credits: readonly Scenario[] = [
  {
    // January posted 30 % of 1,000.00. A credit memo of 100.00 leaves 900.00; at 70 % that is 630.00 to date, 330.00 in
    // February.
    title: "of a progress-based project: progress counts on what is left of the price",
    pobs: true,
    steps: [
      on(
        "2026-01-10",
        term("Project", { ...oneOff, price: "1000.00" }),
        pobs("Project", { ...served, transactionPrice: "1000.00", recognitionPattern: "PERCENT_COMPLETE" }),
        approve,
      ),
      on("2026-01-31", act(`PATCH ${pob}`, { progress: [{ asOf: "2026-01-31", percentComplete: "0.3" }] })),
      on("2026-02-01", close("2026-01")),
      on("2026-02-10", memo("2026-02-10", "100.00")),
      on(
        "2026-02-28",
        act(`PATCH ${pob}`, {
          progress: [
            { asOf: "2026-01-31", percentComplete: "0.3" },
            { asOf: "2026-02-28", percentComplete: "0.7" },
          ],
        }),
      ),
      on("2026-03-01", close("2026-02")),
    ],
    worksheet: `
      INVOICES
      2026-01-10 | Project 1000.00 | 1000.00 | ISSUED
      JOURNAL
      2026-01-10 | Dr RECEIVABLE 1000.00        | Cr CONTRACT_LIABILITY 1000.00
      2026-01-31 | Dr CONTRACT_LIABILITY 300.00 | Cr REVENUE 300.00
      2026-02-10 | Dr CONTRACT_LIABILITY 100.00 | Cr CUSTOMER_CREDIT 100.00
      2026-02-28 | Dr CONTRACT_LIABILITY 330.00 | Cr REVENUE 330.00
      MONTH ENDS
      month   | revenue | RECEIVABLE | CONTRACT_LIABILITY | REVENUE   | CUSTOMER_CREDIT
      2026-01 |  300.00 | 1000.00 Dr |          700.00 Cr | 300.00 Cr |            0.00
      2026-02 |  330.00 | 1000.00 Dr |          270.00 Cr | 630.00 Cr |       100.00 Cr`,
  },
  {
    // 900.00 with weights 1 and 2. January posted the design, 300.00. A credit memo of 90.00 leaves 810.00: the design
    // is worth 270.00, so February takes 30.00 back, and the build 540.00.
    title: "of a project with milestones: what is reached and what is not both become less",
    pobs: true,
    steps: [
      on(
        "2026-01-10",
        term("Project", { ...oneOff, price: "900.00" }),
        pobs("Project", {
          ...served,
          transactionPrice: "900.00",
          recognitionPattern: "MILESTONE",
          milestones: [
            { name: "Design", weight: "1", reachedDate: "2026-01-10" },
            { name: "Build", weight: "2" },
          ],
        }),
        approve,
      ),
      on("2026-02-01", close("2026-01")),
      on("2026-02-10", memo("2026-02-10", "90.00")),
      on("2026-03-01", close("2026-02")),
      on(
        "2026-03-10",
        act(`PATCH ${pob}`, {
          milestones: [
            { name: "Design", weight: "1", reachedDate: "2026-01-10" },
            { name: "Build", weight: "2", reachedDate: "2026-03-10" },
          ],
        }),
      ),
      on("2026-04-01", close("2026-03")),
    ],
    worksheet: `
      INVOICES
      2026-01-10 | Project 900.00 | 900.00 | ISSUED
      JOURNAL
      2026-01-10 | Dr RECEIVABLE 900.00         | Cr CONTRACT_LIABILITY 900.00
      2026-01-31 | Dr CONTRACT_LIABILITY 300.00 | Cr REVENUE 300.00
      2026-02-10 | Dr CONTRACT_LIABILITY 90.00  | Cr CUSTOMER_CREDIT 90.00
      2026-02-28 | Dr REVENUE 30.00             | Cr CONTRACT_LIABILITY 30.00
      2026-03-31 | Dr CONTRACT_LIABILITY 540.00 | Cr REVENUE 540.00
      MONTH ENDS
      month   | revenue | RECEIVABLE | CONTRACT_LIABILITY | REVENUE   | CUSTOMER_CREDIT
      2026-01 |  300.00 |  900.00 Dr |          600.00 Cr | 300.00 Cr |            0.00
      2026-02 |  -30.00 |  900.00 Dr |          540.00 Cr | 270.00 Cr |        90.00 Cr
      2026-03 |  540.00 |  900.00 Dr |               0.00 | 810.00 Cr |        90.00 Cr`,
  },
  {
    // 900.00 by selling prices of 500.00 and 700.00: 375.00 for the licence of January, 525.00 for support, 175.00 a
    // month. After a credit memo of 90.00 there are 810.00: 337.50 and 472.50, 157.50 a month. February takes 37.50 and
    // 17.50 of January back: 157.50 − 55.00 = 102.50. March earns 157.50.
    title: "of a bundle: what is left is shared by standalone selling prices",
    pobs: true,
    contract: { allocationMethod: "RELATIVE_SSP" },
    steps: [
      on(
        "2026-01-01",
        term("Bundle", { price: "900.00", interval: "QUARTER", from: "2026-01-01", to: "2026-03-31" }),
        pobs(
          "Bundle",
          {
            name: "Licence",
            serviceStartDate: "2026-01-15",
            serviceEndDate: "2026-01-15",
            recognitionPattern: "POINT_IN_TIME",
            recognitionDate: "2026-01-15",
            transactionPrice: "600.00",
            standaloneSellingPrice: "500.00",
          },
          {
            name: "Support",
            serviceStartDate: "2026-01-01",
            serviceEndDate: "2026-03-31",
            transactionPrice: "300.00",
            standaloneSellingPrice: "700.00",
          },
        ),
        approve,
      ),
      on("2026-02-01", close("2026-01")),
      on("2026-02-10", memo("2026-02-10", "90.00")),
      on("2026-04-01", close("2026-03")),
    ],
    worksheet: `
      INVOICES
      2026-01-01 | Bundle 900.00 | 900.00 | ISSUED
      JOURNAL
      2026-01-01 | Dr RECEIVABLE 900.00         | Cr CONTRACT_LIABILITY 900.00
      2026-01-31 | Dr CONTRACT_LIABILITY 550.00 | Cr REVENUE 550.00
      2026-02-10 | Dr CONTRACT_LIABILITY 90.00  | Cr CUSTOMER_CREDIT 90.00
      2026-02-28 | Dr CONTRACT_LIABILITY 102.50 | Cr REVENUE 102.50
      2026-03-31 | Dr CONTRACT_LIABILITY 157.50 | Cr REVENUE 157.50
      MONTH ENDS
      month   | revenue | RECEIVABLE | CONTRACT_LIABILITY | REVENUE   | CUSTOMER_CREDIT
      2026-01 |  550.00 |  900.00 Dr |          350.00 Cr | 550.00 Cr |            0.00
      2026-02 |  102.50 |  900.00 Dr |          157.50 Cr | 652.50 Cr |        90.00 Cr
      2026-03 |  157.50 |  900.00 Dr |               0.00 | 810.00 Cr |        90.00 Cr`,
  },
  {
    // 900.00 and a credit memo of 90.00 of January: 270.00 a month. In February the performance obligation is split
    // into 600.00 and 300.00. January knows neither, so closing it again posts nothing. The credit memo stays with the
    // performance obligation of January: the first has 300.00 ÷ 2 − 30.00 in February and in March, the second 150.00
    // in each.
    title: "of a performance obligation that is divided later: the month closed before has one performance obligation",
    pobs: true,
    steps: [
      on(
        "2026-01-01",
        term("Platform", { price: "900.00", interval: "QUARTER", from: "2026-01-01", to: "2026-03-31" }),
        pobs("Platform", {
          serviceStartDate: "2026-01-01",
          serviceEndDate: "2026-03-31",
          transactionPrice: "900.00",
        }),
        approve,
      ),
      on("2026-01-10", memo("2026-01-10", "90.00")),
      on("2026-02-01", close("2026-01")),
      on(
        "2026-02-02",
        act("POST /v3/contracts/$contract/performance-obligations", {
          billingTermGroupId: "$Platform.billingTermGroupId",
          toUpdate: [{ id: "$pobs.created.0.id", transactionPrice: "600.00", effectiveDate: "2026-02-01" }],
          toCreate: [{ serviceStartDate: "2026-02-01", serviceEndDate: "2026-03-31", transactionPrice: "300.00" }],
        }),
        reopen("2026-01"),
        close("2026-01"),
      ),
      on("2026-04-01", close("2026-03")),
    ],
    worksheet: `
      INVOICES
      2026-01-01 | Platform 900.00 | 900.00 | ISSUED
      JOURNAL
      2026-01-01 | Dr RECEIVABLE 900.00         | Cr CONTRACT_LIABILITY 900.00
      2026-01-10 | Dr CONTRACT_LIABILITY 90.00  | Cr CUSTOMER_CREDIT 90.00
      2026-01-31 | Dr CONTRACT_LIABILITY 270.00 | Cr REVENUE 270.00
      2026-02-28 | Dr CONTRACT_LIABILITY 270.00 | Cr REVENUE 270.00
      2026-03-31 | Dr CONTRACT_LIABILITY 270.00 | Cr REVENUE 270.00
      MONTH ENDS
      month   | revenue | RECEIVABLE | CONTRACT_LIABILITY | REVENUE   | CUSTOMER_CREDIT
      2026-01 |  270.00 |  900.00 Dr |          540.00 Cr | 270.00 Cr |        90.00 Cr
      2026-01 |  270.00 |  900.00 Dr |          540.00 Cr | 270.00 Cr |        90.00 Cr
      2026-02 |  270.00 |  900.00 Dr |          270.00 Cr | 540.00 Cr |        90.00 Cr
      2026-03 |  270.00 |  900.00 Dr |               0.00 | 810.00 Cr |        90.00 Cr`,
  },
  {
    // January's 100.00 are served, closed, billed on 1 February and credited by 30.00: February earns its own 100.00 less 30.00. Its
    // own service still waits to be billed.
    title: "of a month billed in arrears: the next month's service stays unbilled",
    steps: [
      on(
        "2026-01-01",
        obligation("Support", {
          price: "100.00",
          invoiceDateStrategy: "ARREARS",
          from: "2026-01-01",
          to: "2026-06-30",
        }),
        approve,
      ),
      on("2026-02-01", close("2026-01")),
      on("2026-02-10", memo("2026-02-10", "30.00")),
      on("2026-03-01", close("2026-02")),
    ],
    worksheet: `
      INVOICES
      2026-02-01 | Support 100.00 | 100.00 | ISSUED
      2026-03-01 | Support 100.00 | 100.00 | ISSUED
      JOURNAL
      2026-01-31 | Dr CONTRACT_LIABILITY 100.00  | Cr REVENUE 100.00
      2026-01-31 | Dr UNBILLED_RECEIVABLE 100.00 | Cr CONTRACT_LIABILITY 100.00
      2026-02-01 | Dr CONTRACT_LIABILITY 100.00  | Cr UNBILLED_RECEIVABLE 100.00
      2026-02-01 | Dr RECEIVABLE 100.00          | Cr CONTRACT_LIABILITY 100.00
      2026-02-10 | Dr CONTRACT_LIABILITY 30.00   | Cr CUSTOMER_CREDIT 30.00
      2026-02-28 | Dr CONTRACT_LIABILITY 70.00   | Cr REVENUE 70.00
      2026-02-28 | Dr UNBILLED_RECEIVABLE 100.00 | Cr CONTRACT_LIABILITY 100.00
      2026-03-01 | Dr CONTRACT_LIABILITY 100.00  | Cr UNBILLED_RECEIVABLE 100.00
      2026-03-01 | Dr RECEIVABLE 100.00          | Cr CONTRACT_LIABILITY 100.00
      MONTH ENDS
      month   | revenue | RECEIVABLE | UNBILLED_RECEIVABLE | CONTRACT_LIABILITY | REVENUE   | CUSTOMER_CREDIT
      2026-01 |  100.00 |       0.00 |           100.00 Dr |               0.00 | 100.00 Cr |            0.00
      2026-02 |   70.00 |  100.00 Dr |           100.00 Dr |               0.00 | 170.00 Cr |        30.00 Cr`,
  },
  {
    // January's 100.00 were earned; 30.00 of them are given back in February, which earns 100.00 − 30.00 = 70.00.
    title: "of a month of an open-ended term",
    steps: [
      on("2026-01-01", obligation("Platform", { price: "100.00", from: "2026-01-01" }), approve),
      on("2026-02-01", close("2026-01")),
      on("2026-02-10", memo("2026-02-10", "30.00")),
      on("2026-03-01", close("2026-02")),
    ],
    worksheet: `
      INVOICES
      2026-01-01 | Platform 100.00 | 100.00 | ISSUED
      2026-02-01 | Platform 100.00 | 100.00 | ISSUED
      2026-03-01 | Platform 100.00 | 100.00 | ISSUED
      JOURNAL
      2026-01-01 | Dr RECEIVABLE 100.00         | Cr CONTRACT_LIABILITY 100.00
      2026-01-31 | Dr CONTRACT_LIABILITY 100.00 | Cr REVENUE 100.00
      2026-02-01 | Dr RECEIVABLE 100.00         | Cr CONTRACT_LIABILITY 100.00
      2026-02-10 | Dr CONTRACT_LIABILITY 30.00  | Cr CUSTOMER_CREDIT 30.00
      2026-02-28 | Dr CONTRACT_LIABILITY 70.00  | Cr REVENUE 70.00
      2026-03-01 | Dr RECEIVABLE 100.00         | Cr CONTRACT_LIABILITY 100.00
      MONTH ENDS
      month   | revenue | RECEIVABLE | CONTRACT_LIABILITY | REVENUE   | CUSTOMER_CREDIT
      2026-01 |  100.00 |  100.00 Dr |               0.00 | 100.00 Cr |            0.00
      2026-02 |   70.00 |  200.00 Dr |               0.00 | 170.00 Cr |        30.00 Cr`,
  },
];
