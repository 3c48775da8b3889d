import { act, approve, close, obligation, on, pobs, type Scenario, term } from "./scenario.ts";

const oneOff = { from: "2026-01-10", to: "2026-01-10", interval: "NONE" };
const served = { serviceStartDate: "2026-01-10", serviceEndDate: "2026-12-31" };
const pob = "/v3/contracts/$contract/performance-obligations/$pobs.created.0.id";

export const measured: readonly Scenario[] = [
  {
    // Weights 1 and 2 of 900.00: the design is worth 300.00, the build 600.00, each on the day it is reached.
    title: "one price, two milestones",
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
            { name: "Design", weight: "1" },
            { name: "Build", weight: "2" },
          ],
        }),
        approve,
      ),
      on(
        "2026-01-20",
        act(`PATCH ${pob}`, {
          milestones: [
            { name: "Design", weight: "1", reachedDate: "2026-01-20" },
            { name: "Build", weight: "2" },
          ],
        }),
      ),
      on(
        "2026-03-10",
        act(`PATCH ${pob}`, {
          milestones: [
            { name: "Design", weight: "1", reachedDate: "2026-01-20" },
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
      2026-03-31 | Dr CONTRACT_LIABILITY 600.00 | Cr REVENUE 600.00
      MONTH ENDS
      month   | revenue | RECEIVABLE | CONTRACT_LIABILITY | REVENUE
      2026-01 |  300.00 |  900.00 Dr |          600.00 Cr | 300.00 Cr
      2026-02 |    0.00 |  900.00 Dr |          600.00 Cr | 300.00 Cr
      2026-03 |  600.00 |  900.00 Dr |               0.00 | 900.00 Cr`,
  },
  {
    // Each milestone has a price of its own, which is billed and earned on the day it is reached; before that, nothing.
    title: "two milestones, each billed when it is reached",
    steps: [
      on(
        "2026-01-10",
        obligation("Design", { ...oneOff, price: "300.00", trigger: "MILESTONE" }),
        obligation("Build", { ...oneOff, price: "600.00", trigger: "MILESTONE" }),
        approve,
      ),
      on(
        "2026-01-20",
        act("POST /v3/contracts/$contract/billing-terms/$Design.billingTermId/milestone", { reachedOn: "2026-01-20" }),
      ),
      on("2026-03-01", close("2026-02")),
      on(
        "2026-03-10",
        act("POST /v3/contracts/$contract/billing-terms/$Build.billingTermId/milestone", { reachedOn: "2026-03-10" }),
      ),
      on("2026-04-01", close("2026-03")),
    ],
    worksheet: `
      INVOICES
      2026-01-20 | Design 300.00 | 300.00 | ISSUED
      2026-03-10 | Build 600.00  | 600.00 | ISSUED
      JOURNAL
      2026-01-20 | Dr RECEIVABLE 300.00         | Cr CONTRACT_LIABILITY 300.00
      2026-01-31 | Dr CONTRACT_LIABILITY 300.00 | Cr REVENUE 300.00
      2026-03-10 | Dr RECEIVABLE 600.00         | Cr CONTRACT_LIABILITY 600.00
      2026-03-31 | Dr CONTRACT_LIABILITY 600.00 | Cr REVENUE 600.00
      MONTH ENDS
      month   | revenue | RECEIVABLE | CONTRACT_LIABILITY | REVENUE
      2026-01 |  300.00 |  300.00 Dr |               0.00 | 300.00 Cr
      2026-02 |    0.00 |  300.00 Dr |               0.00 | 300.00 Cr
      2026-03 |  600.00 |  900.00 Dr |               0.00 | 900.00 Cr`,
  },
  {
    // 30 % of 1,000.00 by January, 70 % by February: 300.00 and 400.00. By the end of March it turns out to be 60 %: 600.00
    // earned to date less 700.00 posted is revenue of −100.00.
    title: "percent complete, and a correction that takes revenue back",
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
      on(
        "2026-03-31",
        act(`PATCH ${pob}`, {
          progress: [
            { asOf: "2026-01-31", percentComplete: "0.3" },
            { asOf: "2026-02-28", percentComplete: "0.7" },
            { asOf: "2026-03-31", percentComplete: "0.6" },
          ],
          correction: true,
        }),
      ),
      on("2026-04-01", close("2026-03")),
    ],
    worksheet: `
      INVOICES
      2026-01-10 | Project 1000.00 | 1000.00 | ISSUED
      JOURNAL
      2026-01-10 | Dr RECEIVABLE 1000.00        | Cr CONTRACT_LIABILITY 1000.00
      2026-01-31 | Dr CONTRACT_LIABILITY 300.00 | Cr REVENUE 300.00
      2026-02-28 | Dr CONTRACT_LIABILITY 400.00 | Cr REVENUE 400.00
      2026-03-31 | Dr REVENUE 100.00            | Cr CONTRACT_LIABILITY 100.00
      MONTH ENDS
      month   | revenue | RECEIVABLE | CONTRACT_LIABILITY | REVENUE
      2026-01 |  300.00 | 1000.00 Dr |          700.00 Cr | 300.00 Cr
      2026-02 |  400.00 | 1000.00 Dr |          300.00 Cr | 700.00 Cr
      2026-03 | -100.00 | 1000.00 Dr |          400.00 Cr | 600.00 Cr`,
  },
  {
    // Every invoice is revenue of the month of its date, whatever days it is for.
    title: "recognized as billed",
    pobs: true,
    steps: [
      on(
        "2026-01-01",
        term("Licence", { price: "300.00", interval: "QUARTER", from: "2026-01-01", to: "2026-06-30" }),
        pobs("Licence", { recognitionPattern: "RECOGNIZE_AS_BILLED" }),
        approve,
      ),
      on("2026-05-01", close("2026-04")),
    ],
    worksheet: `
      INVOICES
      2026-01-01 | Licence 300.00 | 300.00 | ISSUED
      2026-04-01 | Licence 300.00 | 300.00 | ISSUED
      JOURNAL
      2026-01-01 | Dr RECEIVABLE 300.00         | Cr CONTRACT_LIABILITY 300.00
      2026-01-31 | Dr CONTRACT_LIABILITY 300.00 | Cr REVENUE 300.00
      2026-04-01 | Dr RECEIVABLE 300.00         | Cr CONTRACT_LIABILITY 300.00
      2026-04-30 | Dr CONTRACT_LIABILITY 300.00 | Cr REVENUE 300.00
      MONTH ENDS
      month   | revenue | RECEIVABLE | CONTRACT_LIABILITY | REVENUE
      2026-01 |  300.00 |  300.00 Dr |               0.00 | 300.00 Cr
      2026-02 |    0.00 |  300.00 Dr |               0.00 | 300.00 Cr
      2026-03 |    0.00 |  300.00 Dr |               0.00 | 300.00 Cr
      2026-04 |  300.00 |  600.00 Dr |               0.00 | 600.00 Cr`,
  },
  {
    // Together 900.00, sold alone for 500.00 and 700.00: the licence gets 900.00 × 500/1,200 = 375.00, support 525.00. The
    // licence is earned on 15 January, support at 525.00 ÷ 3 = 175.00 a month.
    title: "a bundle shares its price by standalone selling prices",
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
      on("2026-04-01", close("2026-03")),
    ],
    worksheet: `
      INVOICES
      2026-01-01 | Bundle 900.00 | 900.00 | ISSUED
      JOURNAL
      2026-01-01 | Dr RECEIVABLE 900.00         | Cr CONTRACT_LIABILITY 900.00
      2026-01-31 | Dr CONTRACT_LIABILITY 550.00 | Cr REVENUE 550.00
      2026-02-28 | Dr CONTRACT_LIABILITY 175.00 | Cr REVENUE 175.00
      2026-03-31 | Dr CONTRACT_LIABILITY 175.00 | Cr REVENUE 175.00
      MONTH ENDS
      month   | revenue | RECEIVABLE | CONTRACT_LIABILITY | REVENUE
      2026-01 |  550.00 |  900.00 Dr |          350.00 Cr | 550.00 Cr
      2026-02 |  175.00 |  900.00 Dr |          175.00 Cr | 725.00 Cr
      2026-03 |  175.00 |  900.00 Dr |               0.00 | 900.00 Cr`,
  },
  {
    // 300.00, 600.00 and 900.00 are billed for one performance obligation of 1,800.00: 600.00 a month. January earns
    // 300.00 more than is billed, and February still does: the right to it depends on more service, a contract asset.
    title: "a ramp of three terms in a group, recognized straight-line",
    pobs: true,
    steps: [
      on(
        "2026-01-01",
        term("Start", { price: "300.00", from: "2026-01-01", to: "2026-01-31" }),
        term("Growth", {
          price: "600.00",
          from: "2026-02-01",
          to: "2026-02-28",
          billingTermGroupId: "$Start.billingTermGroupId",
        }),
        term("Scale", {
          price: "900.00",
          from: "2026-03-01",
          to: "2026-03-31",
          billingTermGroupId: "$Start.billingTermGroupId",
        }),
        pobs("Start", {
          serviceStartDate: "2026-01-01",
          serviceEndDate: "2026-03-31",
          transactionPrice: "1800.00",
        }),
        approve,
      ),
      on("2026-02-01", close("2026-01")),
      on("2026-03-01", close("2026-02")),
      on("2026-04-01", close("2026-03")),
    ],
    worksheet: `
      INVOICES
      2026-01-01 | Start 300.00  | 300.00 | ISSUED
      2026-02-01 | Growth 600.00 | 600.00 | ISSUED
      2026-03-01 | Scale 900.00  | 900.00 | ISSUED
      JOURNAL
      2026-01-01 | Dr RECEIVABLE 300.00         | Cr CONTRACT_LIABILITY 300.00
      2026-01-31 | Dr CONTRACT_LIABILITY 600.00 | Cr REVENUE 600.00
      2026-01-31 | Dr CONTRACT_ASSET 300.00     | Cr CONTRACT_LIABILITY 300.00
      2026-02-01 | Dr CONTRACT_LIABILITY 300.00 | Cr CONTRACT_ASSET 300.00
      2026-02-01 | Dr RECEIVABLE 600.00         | Cr CONTRACT_LIABILITY 600.00
      2026-02-28 | Dr CONTRACT_LIABILITY 600.00 | Cr REVENUE 600.00
      2026-02-28 | Dr CONTRACT_ASSET 300.00     | Cr CONTRACT_LIABILITY 300.00
      2026-03-01 | Dr CONTRACT_LIABILITY 300.00 | Cr CONTRACT_ASSET 300.00
      2026-03-01 | Dr RECEIVABLE 900.00         | Cr CONTRACT_LIABILITY 900.00
      2026-03-31 | Dr CONTRACT_LIABILITY 600.00 | Cr REVENUE 600.00
      MONTH ENDS
      month   | revenue | RECEIVABLE | CONTRACT_ASSET | CONTRACT_LIABILITY | REVENUE
      2026-01 |  600.00 |  300.00 Dr |      300.00 Dr |               0.00 |  600.00 Cr
      2026-02 |  600.00 |  900.00 Dr |      300.00 Dr |               0.00 | 1200.00 Cr
      2026-03 |  600.00 | 1800.00 Dr |           0.00 |               0.00 | 1800.00 Cr`,
  },
  {
    // Stated: a licence of 300.00 earned on 15 January, and support of 600.00, 200.00 a month. A credit memo of 90.00
    // in February is shared by price: the licence loses 30.00, support 60.00, 20.00 a month. January is closed: its
    // 30.00 and 20.00 are taken off February, whose own support is 180.00: 130.00. March earns 180.00.
    title: "a credit memo is shared by the performance obligations of its group",
    pobs: true,
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
            transactionPrice: "300.00",
          },
          {
            name: "Support",
            serviceStartDate: "2026-01-01",
            serviceEndDate: "2026-03-31",
            transactionPrice: "600.00",
          },
        ),
        approve,
      ),
      on("2026-02-01", close("2026-01")),
      on(
        "2026-02-10",
        act("POST /v3/credit-memos", {
          customerId: "$customer",
          issueDate: "2026-02-10",
          reason: "Terms",
          items: [{ invoiceLineItemId: "$invoices.0.lineItems.0.id", amount: "90.00" }],
        }),
      ),
      on("2026-04-01", close("2026-03")),
    ],
    worksheet: `
      INVOICES
      2026-01-01 | Bundle 900.00 | 900.00 | ISSUED
      JOURNAL
      2026-01-01 | Dr RECEIVABLE 900.00         | Cr CONTRACT_LIABILITY 900.00
      2026-01-31 | Dr CONTRACT_LIABILITY 500.00 | Cr REVENUE 500.00
      2026-02-10 | Dr CONTRACT_LIABILITY 90.00  | Cr CUSTOMER_CREDIT 90.00
      2026-02-28 | Dr CONTRACT_LIABILITY 130.00 | Cr REVENUE 130.00
      2026-03-31 | Dr CONTRACT_LIABILITY 180.00 | Cr REVENUE 180.00
      MONTH ENDS
      month   | revenue | RECEIVABLE | CONTRACT_LIABILITY | REVENUE   | CUSTOMER_CREDIT
      2026-01 |  500.00 |  900.00 Dr |          400.00 Cr | 500.00 Cr |            0.00
      2026-02 |  130.00 |  900.00 Dr |          180.00 Cr | 630.00 Cr |        90.00 Cr
      2026-03 |  180.00 |  900.00 Dr |               0.00 | 810.00 Cr |        90.00 Cr`,
  },
];
