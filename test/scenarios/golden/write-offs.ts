import {
  act,
  approve,
  close,
  eventType,
  grace,
  obligation,
  on,
  pobs,
  type Scenario,
  term,
  usageTerm,
  use,
} from "./scenario.ts";

/** 12,000.00 for 2024, in advance: 1,000.00 a month. */
const support = obligation("Support", { price: "12000.00", interval: "YEAR", from: "2024-01-01", to: "2024-12-31" });
const writeOff = act("POST /v3/invoices/$invoices.0.id/actions", { action: "MARK_UNCOLLECTIBLE" });
const reinstate = act("POST /v3/invoices/$invoices.0.id/actions", { action: "REINSTATE" });
const pay = (amount: string) => act("POST /v3/invoices/$invoices.0.id/payments", { amount });

const calls = (billing: { price: string; minimumAmount?: string }) =>
  usageTerm("Calls", { from: "2026-01-01", to: "2026-12-31", ...billing });

export const writeOffs: readonly Scenario[] = [
  {
    // On 30 June six months of twelve are served, that day included: 6,000.00 are lost, 6,000.00 were not earned. In August
    // 7,000.00 come: 6,000.00 are what was lost, and 1,000.00 pay for service again, a sixth of what was taken out of
    // each month from July on: 166.67 of July, and 166.66 or 166.67 a month until December. The last 5,000.00 come in
    // October: 5,000.00 / 6 a month, so the four months to October have all 4,000.00. July to September earned
    // 500.00 of it, so October has 3,500.00.
    title: "the year written off in the middle, paid in part, then in full",
    steps: [
      on("2024-01-01", support, approve),
      on("2024-06-30", writeOff),
      on("2024-07-01", close("2024-06")),
      on("2024-08-20", close("2024-07"), pay("7000.00")),
      on("2024-10-10", close("2024-09"), pay("5000.00")),
      on("2025-01-01", close("2024-12")),
    ],
    worksheet: `
      INVOICES
      2024-01-01 | Support 12000.00 | 12000.00 | PAID
      JOURNAL
      2024-01-01 | Dr RECEIVABLE 12000.00                            | Cr CONTRACT_LIABILITY 12000.00
      2024-01-31 | Dr CONTRACT_LIABILITY 1000.00                     | Cr REVENUE 1000.00
      2024-02-29 | Dr CONTRACT_LIABILITY 1000.00                     | Cr REVENUE 1000.00
      2024-03-31 | Dr CONTRACT_LIABILITY 1000.00                     | Cr REVENUE 1000.00
      2024-04-30 | Dr CONTRACT_LIABILITY 1000.00                     | Cr REVENUE 1000.00
      2024-05-31 | Dr CONTRACT_LIABILITY 1000.00                     | Cr REVENUE 1000.00
      2024-06-30 | Dr CONTRACT_LIABILITY 6000.00 + BAD_DEBT 6000.00  | Cr RECEIVABLE 12000.00
      2024-06-30 | Dr CONTRACT_LIABILITY 1000.00                     | Cr REVENUE 1000.00
      2024-08-20 | Dr CASH 7000.00                                   | Cr CONTRACT_LIABILITY 1000.00 + BAD_DEBT_RECOVERED 6000.00
      2024-08-31 | Dr CONTRACT_LIABILITY 333.33                      | Cr REVENUE 333.33
      2024-09-30 | Dr CONTRACT_LIABILITY 166.67                      | Cr REVENUE 166.67
      2024-10-10 | Dr CASH 5000.00                                   | Cr CONTRACT_LIABILITY 5000.00
      2024-10-31 | Dr CONTRACT_LIABILITY 3500.00                     | Cr REVENUE 3500.00
      2024-11-30 | Dr CONTRACT_LIABILITY 1000.00                     | Cr REVENUE 1000.00
      2024-12-31 | Dr CONTRACT_LIABILITY 1000.00                     | Cr REVENUE 1000.00
      MONTH ENDS
      month   | revenue | RECEIVABLE  | CONTRACT_LIABILITY | REVENUE     | CASH        | BAD_DEBT   | BAD_DEBT_RECOVERED
      2024-01 | 1000.00 | 12000.00 Dr |        11000.00 Cr |  1000.00 Cr |        0.00 |       0.00 |               0.00
      2024-02 | 1000.00 | 12000.00 Dr |        10000.00 Cr |  2000.00 Cr |        0.00 |       0.00 |               0.00
      2024-03 | 1000.00 | 12000.00 Dr |         9000.00 Cr |  3000.00 Cr |        0.00 |       0.00 |               0.00
      2024-04 | 1000.00 | 12000.00 Dr |         8000.00 Cr |  4000.00 Cr |        0.00 |       0.00 |               0.00
      2024-05 | 1000.00 | 12000.00 Dr |         7000.00 Cr |  5000.00 Cr |        0.00 |       0.00 |               0.00
      2024-06 | 1000.00 |        0.00 |               0.00 |  6000.00 Cr |        0.00 | 6000.00 Dr |               0.00
      2024-07 |    0.00 |        0.00 |               0.00 |  6000.00 Cr |        0.00 | 6000.00 Dr |               0.00
      2024-08 |  333.33 |        0.00 |          666.67 Cr |  6333.33 Cr |  7000.00 Dr | 6000.00 Dr |         6000.00 Cr
      2024-09 |  166.67 |        0.00 |          500.00 Cr |  6500.00 Cr |  7000.00 Dr | 6000.00 Dr |         6000.00 Cr
      2024-10 | 3500.00 |        0.00 |         2000.00 Cr | 10000.00 Cr | 12000.00 Dr | 6000.00 Dr |         6000.00 Cr
      2024-11 | 1000.00 |        0.00 |         1000.00 Cr | 11000.00 Cr | 12000.00 Dr | 6000.00 Dr |         6000.00 Cr
      2024-12 | 1000.00 |        0.00 |               0.00 | 12000.00 Cr | 12000.00 Dr | 6000.00 Dr |         6000.00 Cr`,
  },
  {
    // Written off on 31 October: 10,000.00 are served and lost, 2,000.00 not earned. 4,000.00 come in November. On 5 December
    // it is owed again as far as nobody paid: 8,000.00, of which 6,000.00 were lost and 2,000.00 are earned again:
    // November catches up in December.
    title: "a write-off reversed after a part was recovered",
    steps: [
      on("2024-01-01", support, approve),
      on("2024-10-31", writeOff),
      on("2024-11-10", close("2024-10"), pay("4000.00")),
      on("2024-12-05", close("2024-11"), reinstate),
      on("2025-01-01", close("2024-12")),
    ],
    worksheet: `
      INVOICES
      2024-01-01 | Support 12000.00 | 12000.00 | PARTIALLY_PAID
      JOURNAL
      2024-01-01 | Dr RECEIVABLE 12000.00                            | Cr CONTRACT_LIABILITY 12000.00
      2024-01-31 | Dr CONTRACT_LIABILITY 1000.00                     | Cr REVENUE 1000.00
      2024-02-29 | Dr CONTRACT_LIABILITY 1000.00                     | Cr REVENUE 1000.00
      2024-03-31 | Dr CONTRACT_LIABILITY 1000.00                     | Cr REVENUE 1000.00
      2024-04-30 | Dr CONTRACT_LIABILITY 1000.00                     | Cr REVENUE 1000.00
      2024-05-31 | Dr CONTRACT_LIABILITY 1000.00                     | Cr REVENUE 1000.00
      2024-06-30 | Dr CONTRACT_LIABILITY 1000.00                     | Cr REVENUE 1000.00
      2024-07-31 | Dr CONTRACT_LIABILITY 1000.00                     | Cr REVENUE 1000.00
      2024-08-31 | Dr CONTRACT_LIABILITY 1000.00                     | Cr REVENUE 1000.00
      2024-09-30 | Dr CONTRACT_LIABILITY 1000.00                     | Cr REVENUE 1000.00
      2024-10-31 | Dr CONTRACT_LIABILITY 2000.00 + BAD_DEBT 10000.00 | Cr RECEIVABLE 12000.00
      2024-10-31 | Dr CONTRACT_LIABILITY 1000.00                     | Cr REVENUE 1000.00
      2024-11-10 | Dr CASH 4000.00                                   | Cr BAD_DEBT_RECOVERED 4000.00
      2024-12-05 | Dr RECEIVABLE 8000.00                             | Cr CONTRACT_LIABILITY 2000.00 + BAD_DEBT 6000.00
      2024-12-31 | Dr CONTRACT_LIABILITY 2000.00                     | Cr REVENUE 2000.00
      MONTH ENDS
      month   | revenue | RECEIVABLE  | CONTRACT_LIABILITY | REVENUE     | CASH       | BAD_DEBT    | BAD_DEBT_RECOVERED
      2024-01 | 1000.00 | 12000.00 Dr |        11000.00 Cr |  1000.00 Cr |       0.00 |        0.00 |               0.00
      2024-02 | 1000.00 | 12000.00 Dr |        10000.00 Cr |  2000.00 Cr |       0.00 |        0.00 |               0.00
      2024-03 | 1000.00 | 12000.00 Dr |         9000.00 Cr |  3000.00 Cr |       0.00 |        0.00 |               0.00
      2024-04 | 1000.00 | 12000.00 Dr |         8000.00 Cr |  4000.00 Cr |       0.00 |        0.00 |               0.00
      2024-05 | 1000.00 | 12000.00 Dr |         7000.00 Cr |  5000.00 Cr |       0.00 |        0.00 |               0.00
      2024-06 | 1000.00 | 12000.00 Dr |         6000.00 Cr |  6000.00 Cr |       0.00 |        0.00 |               0.00
      2024-07 | 1000.00 | 12000.00 Dr |         5000.00 Cr |  7000.00 Cr |       0.00 |        0.00 |               0.00
      2024-08 | 1000.00 | 12000.00 Dr |         4000.00 Cr |  8000.00 Cr |       0.00 |        0.00 |               0.00
      2024-09 | 1000.00 | 12000.00 Dr |         3000.00 Cr |  9000.00 Cr |       0.00 |        0.00 |               0.00
      2024-10 | 1000.00 |        0.00 |               0.00 | 10000.00 Cr |       0.00 | 10000.00 Dr |               0.00
      2024-11 |    0.00 |        0.00 |               0.00 | 10000.00 Cr | 4000.00 Dr | 10000.00 Dr |         4000.00 Cr
      2024-12 | 2000.00 |  8000.00 Dr |               0.00 | 12000.00 Cr | 4000.00 Dr |  4000.00 Dr |         4000.00 Cr`,
  },
  {
    // 300.00 and 19 % of tax, 57.00, for the first quarter. Written off on 29 February: 57.00 of tax come back, 100.00 of March
    // are not earned, 200.00 are lost. 238.00 come in March: two thirds of what is open bring 38.00 of tax back, and
    // 200.00 of what was lost are recovered. The last 119.00 are 19.00 of tax and 100.00 for March.
    title: "recoverable tax of a write-off is recovered, and due again with a later payment",
    steps: [
      on(
        "2024-01-01",
        act("PATCH /v3/merchant", {
          address: { country: "DE" },
          taxRates: [{ country: "DE", category: "S", rate: "0.19", validFrom: "2021-01-01" }],
          badDebtTaxRelief: true,
        }),
        act("PATCH /v3/customers/$customer", { billingAddress: { country: "DE" } }),
        obligation("Platform", { price: "300.00", interval: "QUARTER", from: "2024-01-01", to: "2024-03-31" }),
        approve,
      ),
      on("2024-02-29", writeOff),
      on("2024-03-01", close("2024-02")),
      on("2024-03-10", pay("238.00")),
      on("2024-03-20", pay("119.00")),
      on("2024-04-01", close("2024-03")),
    ],
    worksheet: `
      INVOICES
      2024-01-01 | Platform 300.00 tax 57.00 | 357.00 | PAID
      JOURNAL
      2024-01-01 | Dr RECEIVABLE 357.00                                               | Cr CONTRACT_LIABILITY 300.00 + TAX_PAYABLE 57.00
      2024-01-31 | Dr CONTRACT_LIABILITY 100.00                                       | Cr REVENUE 100.00
      2024-02-29 | Dr CONTRACT_LIABILITY 100.00 + TAX_PAYABLE 57.00 + BAD_DEBT 200.00 | Cr RECEIVABLE 357.00
      2024-02-29 | Dr CONTRACT_LIABILITY 100.00                                       | Cr REVENUE 100.00
      2024-03-10 | Dr CASH 238.00                                                     | Cr TAX_PAYABLE 38.00 + BAD_DEBT_RECOVERED 200.00
      2024-03-20 | Dr CASH 119.00                                                     | Cr CONTRACT_LIABILITY 100.00 + TAX_PAYABLE 19.00
      2024-03-31 | Dr CONTRACT_LIABILITY 100.00                                       | Cr REVENUE 100.00
      MONTH ENDS
      month   | revenue | RECEIVABLE | CONTRACT_LIABILITY | REVENUE   | TAX_PAYABLE | CASH      | BAD_DEBT  | BAD_DEBT_RECOVERED
      2024-01 |  100.00 |  357.00 Dr |          200.00 Cr | 100.00 Cr |    57.00 Cr |      0.00 |      0.00 |               0.00
      2024-02 |  100.00 |       0.00 |               0.00 | 200.00 Cr |        0.00 |      0.00 | 200.00 Dr |               0.00
      2024-03 |  100.00 |       0.00 |               0.00 | 300.00 Cr |    57.00 Cr | 357.00 Dr | 200.00 Dr |          200.00 Cr`,
  },
  {
    // 10 calls at 2.00 of January are billed, earned and lost: bad debt 20.00. Then 4 of them turn out to be none: January is
    // worth 12.00, February earns 8.00 less, and 8.00 of the loss is none. Nothing is credited: nobody paid it.
    title: "usage is lowered after its invoice was written off",
    steps: [
      on("2026-01-01", eventType, grace(0), calls({ price: "2.00" }), approve),
      on("2026-01-15", use("2026-01-15", "10")),
      on("2026-02-02", close("2026-01")),
      on("2026-02-10", writeOff),
      on("2026-02-20", use("2026-01-15", "-4")),
      on("2026-03-01", close("2026-02")),
    ],
    worksheet: `
      INVOICES
      2026-02-01 | Calls 20.00 | 20.00 | UNCOLLECTIBLE
      JOURNAL
      2026-01-31 | Dr CONTRACT_LIABILITY 20.00  | Cr REVENUE 20.00
      2026-01-31 | Dr UNBILLED_RECEIVABLE 20.00 | Cr CONTRACT_LIABILITY 20.00
      2026-02-01 | Dr CONTRACT_LIABILITY 20.00  | Cr UNBILLED_RECEIVABLE 20.00
      2026-02-01 | Dr RECEIVABLE 20.00          | Cr CONTRACT_LIABILITY 20.00
      2026-02-10 | Dr BAD_DEBT 20.00            | Cr RECEIVABLE 20.00
      2026-02-20 | Dr CONTRACT_LIABILITY 8.00   | Cr BAD_DEBT 8.00
      2026-02-28 | Dr REVENUE 8.00              | Cr CONTRACT_LIABILITY 8.00
      MONTH ENDS
      month   | revenue | RECEIVABLE | UNBILLED_RECEIVABLE | CONTRACT_LIABILITY | REVENUE  | BAD_DEBT
      2026-01 |   20.00 |       0.00 |            20.00 Dr |               0.00 | 20.00 Cr |     0.00
      2026-02 |   -8.00 |       0.00 |                0.00 |               0.00 | 12.00 Cr | 12.00 Dr`,
  },
  {
    // As before, and then the customer pays all 20.00: 12.00 are what was lost, and 8.00 are for calls that were none. They are no
    // revenue: a credit memo gives them back.
    title: "usage is lowered after its invoice was written off and then paid in full",
    steps: [
      on("2026-01-01", eventType, grace(0), calls({ price: "2.00" }), approve),
      on("2026-01-15", use("2026-01-15", "10")),
      on("2026-02-02", close("2026-01")),
      on("2026-02-10", writeOff),
      on("2026-02-20", use("2026-01-15", "-4"), pay("15.00")),
      on("2026-02-25", pay("5.00")),
      on("2026-03-01", close("2026-02")),
    ],
    worksheet: `
      INVOICES
      2026-02-01 | Calls 20.00 | 20.00 | PAID
      JOURNAL
      2026-01-31 | Dr CONTRACT_LIABILITY 20.00  | Cr REVENUE 20.00
      2026-01-31 | Dr UNBILLED_RECEIVABLE 20.00 | Cr CONTRACT_LIABILITY 20.00
      2026-02-01 | Dr CONTRACT_LIABILITY 20.00  | Cr UNBILLED_RECEIVABLE 20.00
      2026-02-01 | Dr RECEIVABLE 20.00          | Cr CONTRACT_LIABILITY 20.00
      2026-02-10 | Dr BAD_DEBT 20.00            | Cr RECEIVABLE 20.00
      2026-02-20 | Dr CONTRACT_LIABILITY 8.00   | Cr BAD_DEBT 8.00
      2026-02-20 | Dr CASH 15.00                | Cr CONTRACT_LIABILITY 3.00 + BAD_DEBT_RECOVERED 12.00
      2026-02-20 | Dr CONTRACT_LIABILITY 3.00   | Cr CUSTOMER_CREDIT 3.00
      2026-02-25 | Dr CASH 5.00                 | Cr CONTRACT_LIABILITY 5.00
      2026-02-25 | Dr CONTRACT_LIABILITY 5.00   | Cr CUSTOMER_CREDIT 5.00
      2026-02-28 | Dr REVENUE 8.00              | Cr CONTRACT_LIABILITY 8.00
      MONTH ENDS
      month   | revenue | RECEIVABLE | UNBILLED_RECEIVABLE | CONTRACT_LIABILITY | REVENUE  | CASH     | BAD_DEBT | BAD_DEBT_RECOVERED | CUSTOMER_CREDIT
      2026-01 |   20.00 |       0.00 |            20.00 Dr |               0.00 | 20.00 Cr |     0.00 |     0.00 |               0.00 |            0.00
      2026-02 |   -8.00 |       0.00 |                0.00 |               0.00 | 12.00 Cr | 20.00 Dr | 12.00 Dr |           12.00 Cr |         8.00 Cr`,
  },
  {
    // No call in January: the least, 70.00, is billed, earned and lost. Then 75 calls of January come: 150.00, of which 70.00
    // are billed, so the next invoice has 80.00 of them, beside the 70.00 of February.
    title: "late usage after a minimum was written off",
    steps: [
      on("2026-01-01", eventType, grace(0), calls({ price: "2.00", minimumAmount: "70.00" }), approve),
      on("2026-02-02", close("2026-01")),
      on("2026-02-10", writeOff),
      on("2026-02-20", use("2026-01-15", "75")),
      on("2026-03-01", close("2026-02")),
    ],
    worksheet: `
      INVOICES
      2026-02-01 | MINIMUM 70.00 | 70.00 | UNCOLLECTIBLE
      2026-03-01 | LATE_USAGE 150.00 + MINIMUM 70.00 + MINIMUM -70.00 | 150.00 | ISSUED
      JOURNAL
      2026-01-31 | Dr CONTRACT_LIABILITY 70.00   | Cr REVENUE 70.00
      2026-01-31 | Dr UNBILLED_RECEIVABLE 70.00  | Cr CONTRACT_LIABILITY 70.00
      2026-02-01 | Dr CONTRACT_LIABILITY 70.00   | Cr UNBILLED_RECEIVABLE 70.00
      2026-02-01 | Dr RECEIVABLE 70.00           | Cr CONTRACT_LIABILITY 70.00
      2026-02-10 | Dr BAD_DEBT 70.00             | Cr RECEIVABLE 70.00
      2026-02-28 | Dr CONTRACT_LIABILITY 150.00  | Cr REVENUE 150.00
      2026-02-28 | Dr UNBILLED_RECEIVABLE 150.00 | Cr CONTRACT_LIABILITY 150.00
      2026-03-01 | Dr CONTRACT_LIABILITY 150.00  | Cr UNBILLED_RECEIVABLE 150.00
      2026-03-01 | Dr RECEIVABLE 150.00          | Cr CONTRACT_LIABILITY 150.00
      MONTH ENDS
      month   | revenue | RECEIVABLE | UNBILLED_RECEIVABLE | CONTRACT_LIABILITY | REVENUE   | BAD_DEBT
      2026-01 |   70.00 |       0.00 |            70.00 Dr |               0.00 |  70.00 Cr |     0.00
      2026-02 |  150.00 |       0.00 |           150.00 Dr |               0.00 | 220.00 Cr | 70.00 Dr`,
  },
  {
    // A year of 1,200.00, billed at once. What was to be earned month by month is taken out before approval, and a delivery on 1 December
    // stands in its place. Written off on 30 June nothing of it is earned: 1,200.00 of liability go, and nothing is lost.
    title: "a write-off before delivery, after another obligation was deleted",
    pobs: true,
    steps: [
      on(
        "2026-01-01",
        term("Licence", { price: "1200.00", interval: "YEAR", from: "2026-01-01", to: "2026-12-31" }),
        pobs("Licence", {
          ...{ name: "Access", recognitionPattern: "STRAIGHT_LINE", considerationType: "FIXED" },
          ...{ serviceStartDate: "2026-01-01", serviceEndDate: "2026-12-31", transactionPrice: "1200.00" },
        }),
        act("POST /v3/contracts/$contract/performance-obligations", {
          billingTermGroupId: "$Licence.billingTermGroupId",
          toDelete: ["$pobs.created.0.id"],
          toCreate: [
            {
              ...{ name: "Delivery", recognitionPattern: "POINT_IN_TIME", considerationType: "FIXED" },
              ...{ serviceStartDate: "2026-12-01", serviceEndDate: "2026-12-01", recognitionDate: "2026-12-01" },
              transactionPrice: "1200.00",
            },
          ],
        }),
        approve,
      ),
      on("2026-06-30", writeOff),
      on("2026-07-01", close("2026-06")),
    ],
    worksheet: `
      INVOICES
      2026-01-01 | Licence 1200.00 | 1200.00 | UNCOLLECTIBLE
      JOURNAL
      2026-01-01 | Dr RECEIVABLE 1200.00         | Cr CONTRACT_LIABILITY 1200.00
      2026-06-30 | Dr CONTRACT_LIABILITY 1200.00 | Cr RECEIVABLE 1200.00
      MONTH ENDS
      month   | revenue | RECEIVABLE | CONTRACT_LIABILITY
      2026-01 |    0.00 | 1200.00 Dr |         1200.00 Cr
      2026-02 |    0.00 | 1200.00 Dr |         1200.00 Cr
      2026-03 |    0.00 | 1200.00 Dr |         1200.00 Cr
      2026-04 |    0.00 | 1200.00 Dr |         1200.00 Cr
      2026-05 |    0.00 | 1200.00 Dr |         1200.00 Cr
      2026-06 |    0.00 |       0.00 |               0.00`,
  },
];
