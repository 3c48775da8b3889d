import {
  act,
  approve,
  close,
  eventType,
  grace,
  obligation,
  on,
  reopen,
  type Scenario,
  usageTerm,
  use,
} from "./scenario.ts";

const quarter = { from: "2026-01-01", to: "2026-03-31", interval: "QUARTER" };

export const books: readonly Scenario[] = [
  {
    // 300.00 for the quarter in arrears, 100.00 a month. Reopening January reopens February; closing both again finds target and
    // posted equal, and the position as it is shown.
    title: "months reopened and closed again without a change: nothing is posted",
    steps: [
      on("2026-01-01", obligation("Support", { ...quarter, price: "300.00", invoiceDateStrategy: "ARREARS" }), approve),
      on("2026-03-01", close("2026-02")),
      on("2026-03-02", reopen("2026-01"), close("2026-02")),
    ],
    worksheet: `
      INVOICES
      JOURNAL
      2026-01-31 | Dr CONTRACT_LIABILITY 100.00  | Cr REVENUE 100.00
      2026-01-31 | Dr UNBILLED_RECEIVABLE 100.00 | Cr CONTRACT_LIABILITY 100.00
      2026-02-01 | Dr CONTRACT_LIABILITY 100.00  | Cr UNBILLED_RECEIVABLE 100.00
      2026-02-28 | Dr CONTRACT_LIABILITY 100.00  | Cr REVENUE 100.00
      2026-02-28 | Dr UNBILLED_RECEIVABLE 200.00 | Cr CONTRACT_LIABILITY 200.00
      2026-03-01 | Dr CONTRACT_LIABILITY 200.00  | Cr UNBILLED_RECEIVABLE 200.00
      MONTH ENDS
      month   | revenue | UNBILLED_RECEIVABLE | CONTRACT_LIABILITY | REVENUE
      2026-01 |  100.00 |           100.00 Dr |               0.00 | 100.00 Cr
      2026-02 |  100.00 |           200.00 Dr |               0.00 | 200.00 Cr
      2026-01 |  100.00 |           100.00 Dr |               0.00 | 100.00 Cr
      2026-02 |  100.00 |           200.00 Dr |               0.00 | 200.00 Cr`,
  },
  {
    // January posted 100.00. Reopened, it gets a credit memo of 30.00 for the quarter, 10.00 a month: closed again it posts
    // 90.00 − 100.00 = −10.00. February and March earn 90.00 each.
    title: "a month reopened for a credit memo: only the difference is posted",
    steps: [
      on("2026-01-01", obligation("Platform", { ...quarter, price: "300.00" }), approve),
      on("2026-02-03", close("2026-01")),
      on(
        "2026-02-05",
        reopen("2026-01"),
        act("POST /v3/credit-memos", {
          customerId: "$customer",
          issueDate: "2026-01-20",
          reason: "Service was down",
          items: [{ invoiceLineItemId: "$invoices.0.lineItems.0.id", amount: "30.00" }],
        }),
        close("2026-01"),
      ),
      on("2026-04-01", close("2026-03")),
    ],
    worksheet: `
      INVOICES
      2026-01-01 | Platform 300.00 | 300.00 | ISSUED
      JOURNAL
      2026-01-01 | Dr RECEIVABLE 300.00         | Cr CONTRACT_LIABILITY 300.00
      2026-01-20 | Dr CONTRACT_LIABILITY 30.00  | Cr CUSTOMER_CREDIT 30.00
      2026-01-31 | Dr CONTRACT_LIABILITY 100.00 | Cr REVENUE 100.00
      2026-01-31 | Dr REVENUE 10.00             | Cr CONTRACT_LIABILITY 10.00
      2026-02-28 | Dr CONTRACT_LIABILITY 90.00  | Cr REVENUE 90.00
      2026-03-31 | Dr CONTRACT_LIABILITY 90.00  | Cr REVENUE 90.00
      MONTH ENDS
      month   | revenue | RECEIVABLE | CONTRACT_LIABILITY | REVENUE   | CUSTOMER_CREDIT
      2026-01 |  100.00 |  300.00 Dr |          200.00 Cr | 100.00 Cr |            0.00
      2026-01 |   90.00 |  300.00 Dr |          180.00 Cr |  90.00 Cr |        30.00 Cr
      2026-02 |   90.00 |  300.00 Dr |           90.00 Cr | 180.00 Cr |        30.00 Cr
      2026-03 |   90.00 |  300.00 Dr |               0.00 | 270.00 Cr |        30.00 Cr`,
  },
  {
    // 10 calls at 2.00 are closed in January: 20.00. Reopened, five more of January come: revenue and unbilled receivable rise by
    // 10.00 each, and so does what is taken back on 1 February.
    title: "a month reopened for usage: revenue and its position grow by the difference",
    steps: [
      on(
        "2026-01-01",
        eventType,
        grace(10),
        usageTerm("Calls", { price: "2.00", from: "2026-01-01", to: "2026-12-31" }),
        approve,
      ),
      on("2026-01-15", use("2026-01-15", "10")),
      on("2026-02-02", close("2026-01")),
      on("2026-02-03", reopen("2026-01"), use("2026-01-31", "5"), close("2026-01")),
    ],
    worksheet: `
      INVOICES
      JOURNAL
      2026-01-31 | Dr CONTRACT_LIABILITY 20.00  | Cr REVENUE 20.00
      2026-01-31 | Dr UNBILLED_RECEIVABLE 20.00 | Cr CONTRACT_LIABILITY 20.00
      2026-01-31 | Dr CONTRACT_LIABILITY 10.00  | Cr REVENUE 10.00
      2026-01-31 | Dr UNBILLED_RECEIVABLE 10.00 | Cr CONTRACT_LIABILITY 10.00
      2026-02-01 | Dr CONTRACT_LIABILITY 20.00  | Cr UNBILLED_RECEIVABLE 20.00
      2026-02-01 | Dr CONTRACT_LIABILITY 10.00  | Cr UNBILLED_RECEIVABLE 10.00
      MONTH ENDS
      month   | revenue | UNBILLED_RECEIVABLE | CONTRACT_LIABILITY | REVENUE
      2026-01 |   20.00 |            20.00 Dr |               0.00 | 20.00 Cr
      2026-01 |   30.00 |            30.00 Dr |               0.00 | 30.00 Cr`,
  },
  {
    // Licences have accounts of their own, support has the merchant's: 100.00 and 50.00 a month.
    title: "a category with accounts of its own",
    steps: [
      on(
        "2026-01-01",
        act(
          "POST /v3/categories",
          { name: "Licences", revenueAccount: "4010 Licences", contractLiabilityAccount: "2410 Licences" },
          "licences",
        ),
        obligation("Licences", { ...quarter, price: "300.00" }, { categoryId: "$licences.id" }),
        obligation("Support", { ...quarter, price: "150.00" }),
        approve,
      ),
      on("2026-04-01", close("2026-03")),
    ],
    worksheet: `
      INVOICES
      2026-01-01 | Licences 300.00 + Support 150.00 | 450.00 | ISSUED
      JOURNAL
      2026-01-01 | Dr RECEIVABLE 450.00                                                    | Cr CONTRACT_LIABILITY 150.00 + CONTRACT_LIABILITY [2410 Licences] 300.00
      2026-01-31 | Dr CONTRACT_LIABILITY 50.00 + CONTRACT_LIABILITY [2410 Licences] 100.00 | Cr REVENUE 50.00 + REVENUE [4010 Licences] 100.00
      2026-02-28 | Dr CONTRACT_LIABILITY 50.00 + CONTRACT_LIABILITY [2410 Licences] 100.00 | Cr REVENUE 50.00 + REVENUE [4010 Licences] 100.00
      2026-03-31 | Dr CONTRACT_LIABILITY 50.00 + CONTRACT_LIABILITY [2410 Licences] 100.00 | Cr REVENUE 50.00 + REVENUE [4010 Licences] 100.00
      MONTH ENDS
      month   | revenue | RECEIVABLE | CONTRACT_LIABILITY | REVENUE
      2026-01 |  150.00 |  450.00 Dr |          300.00 Cr | 150.00 Cr
      2026-02 |  150.00 |  450.00 Dr |          150.00 Cr | 300.00 Cr
      2026-03 |  150.00 |  450.00 Dr |               0.00 | 450.00 Cr`,
  },
  {
    // 100.00 a month from January on, approved on 10 March when February is closed. January's and February's invoices cannot be
    // dated in closed months: they are dated today. March's keeps its date. March earns its own 100.00 and 200.00 of catch-up.
    title: "approved late: everything is billed at once, and March catches up",
    steps: [
      on("2026-01-01", obligation("Platform", { price: "100.00", from: "2026-01-01", to: "2026-06-30" })),
      on("2026-03-05", close("2026-02")),
      on("2026-03-10", approve),
      on("2026-04-01", close("2026-03")),
    ],
    worksheet: `
      INVOICES
      2026-03-10 | Platform 100.00 | 100.00 | ISSUED
      2026-03-10 | Platform 100.00 | 100.00 | ISSUED
      2026-03-01 | Platform 100.00 | 100.00 | ISSUED
      2026-04-01 | Platform 100.00 | 100.00 | ISSUED
      JOURNAL
      2026-03-01 | Dr RECEIVABLE 100.00         | Cr CONTRACT_LIABILITY 100.00
      2026-03-10 | Dr RECEIVABLE 100.00         | Cr CONTRACT_LIABILITY 100.00
      2026-03-10 | Dr RECEIVABLE 100.00         | Cr CONTRACT_LIABILITY 100.00
      2026-03-31 | Dr CONTRACT_LIABILITY 300.00 | Cr REVENUE 300.00
      2026-04-01 | Dr RECEIVABLE 100.00         | Cr CONTRACT_LIABILITY 100.00
      MONTH ENDS
      month   | revenue | RECEIVABLE | CONTRACT_LIABILITY | REVENUE
      2026-02 |    0.00 |       0.00 |               0.00 |      0.00
      2026-03 |  300.00 |  300.00 Dr |               0.00 | 300.00 Cr`,
  },
  {
    // 600.00 over six months, of which January and February posted 100.00 each. From March on service is known to end in May:
    // 120.00 a month, and March posted 160.00. Reopening January does not move the 40.00 of catch-up back to where they belong.
    title: "a catch-up stays in the month that posted it, also when earlier months are reopened",
    steps: [
      on(
        "2026-01-01",
        obligation("Training", { price: "600.00", from: "2026-01-01", to: "2026-06-30", intervalFrequency: 6 }),
        approve,
      ),
      on("2026-03-01", close("2026-02")),
      on(
        "2026-03-10",
        act("PATCH /v3/contracts/$contract/obligation/$Training.id", {
          ...{ revenueEndDate: "2026-05-31", reasonCode: "CORRECTION" },
        }),
      ),
      on("2026-04-01", close("2026-03")),
      on("2026-04-02", reopen("2026-01"), close("2026-03")),
    ],
    worksheet: `
      INVOICES
      2026-01-01 | Training 600.00 | 600.00 | ISSUED
      JOURNAL
      2026-01-01 | Dr RECEIVABLE 600.00         | Cr CONTRACT_LIABILITY 600.00
      2026-01-31 | Dr CONTRACT_LIABILITY 100.00 | Cr REVENUE 100.00
      2026-02-28 | Dr CONTRACT_LIABILITY 100.00 | Cr REVENUE 100.00
      2026-03-31 | Dr CONTRACT_LIABILITY 160.00 | Cr REVENUE 160.00
      MONTH ENDS
      month   | revenue | RECEIVABLE | CONTRACT_LIABILITY | REVENUE
      2026-01 |  100.00 |  600.00 Dr |          500.00 Cr | 100.00 Cr
      2026-02 |  100.00 |  600.00 Dr |          400.00 Cr | 200.00 Cr
      2026-03 |  160.00 |  600.00 Dr |          240.00 Cr | 360.00 Cr
      2026-01 |  100.00 |  600.00 Dr |          500.00 Cr | 100.00 Cr
      2026-02 |  100.00 |  600.00 Dr |          400.00 Cr | 200.00 Cr
      2026-03 |  160.00 |  600.00 Dr |          240.00 Cr | 360.00 Cr`,
  },
];
