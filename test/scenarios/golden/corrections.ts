import { act, approve, close, obligation, on, reopen, type Scenario } from "./scenario.ts";

/** 300.00 for the first quarter, in advance: 100.00 a month. */
const platform = obligation("Platform", {
  price: "300.00",
  interval: "QUARTER",
  from: "2026-01-01",
  to: "2026-03-31",
});

const memo = (issueDate: string, amount: string) =>
  act(
    "POST /v3/credit-memos",
    {
      customerId: "$customer",
      issueDate,
      reason: "Service was down",
      items: [{ invoiceLineItemId: "$invoices.0.lineItems.0.id", amount }],
    },
    "memo",
  );

export const corrections: readonly Scenario[] = [
  {
    // 90.00 less for the quarter is 30.00 less a month: 70.00. Nothing was earned yet, so no month has to make up for it. The
    // credit memo first is the customer's credit, then it settles the invoice.
    title: "a credit memo before anything is recognized",
    steps: [
      on("2026-01-01", platform, approve),
      on("2026-01-10", memo("2026-01-10", "90.00")),
      on("2026-01-12", act("POST /v3/credit-memos/$memo.id/applications", { invoiceId: "$invoices.0.id" })),
      on("2026-04-01", close("2026-03")),
    ],
    worksheet: `
      INVOICES
      2026-01-01 | Platform 300.00 | 300.00 | PARTIALLY_PAID
      JOURNAL
      2026-01-01 | Dr RECEIVABLE 300.00        | Cr CONTRACT_LIABILITY 300.00
      2026-01-10 | Dr CONTRACT_LIABILITY 90.00 | Cr CUSTOMER_CREDIT 90.00
      2026-01-12 | Dr CUSTOMER_CREDIT 90.00    | Cr RECEIVABLE 90.00
      2026-01-31 | Dr CONTRACT_LIABILITY 70.00 | Cr REVENUE 70.00
      2026-02-28 | Dr CONTRACT_LIABILITY 70.00 | Cr REVENUE 70.00
      2026-03-31 | Dr CONTRACT_LIABILITY 70.00 | Cr REVENUE 70.00
      MONTH ENDS
      month   | revenue | RECEIVABLE | CONTRACT_LIABILITY | REVENUE   | CUSTOMER_CREDIT
      2026-01 |   70.00 |  210.00 Dr |          140.00 Cr |  70.00 Cr |            0.00
      2026-02 |   70.00 |  210.00 Dr |           70.00 Cr | 140.00 Cr |            0.00
      2026-03 |   70.00 |  210.00 Dr |               0.00 | 210.00 Cr |            0.00`,
  },
  {
    // January and February posted 100.00 each. The credit memo of March credits 30.00 for each month: what closed
    // months earned too much, 60.00, is taken off March, whose own part is 70.00. March earns 10.00.
    title: "a credit memo for months that are closed",
    steps: [
      on("2026-01-01", platform, approve),
      on("2026-03-01", close("2026-02")),
      on("2026-03-10", memo("2026-03-10", "90.00")),
      on("2026-04-01", close("2026-03")),
    ],
    worksheet: `
      INVOICES
      2026-01-01 | Platform 300.00 | 300.00 | ISSUED
      JOURNAL
      2026-01-01 | Dr RECEIVABLE 300.00         | Cr CONTRACT_LIABILITY 300.00
      2026-01-31 | Dr CONTRACT_LIABILITY 100.00 | Cr REVENUE 100.00
      2026-02-28 | Dr CONTRACT_LIABILITY 100.00 | Cr REVENUE 100.00
      2026-03-10 | Dr CONTRACT_LIABILITY 90.00  | Cr CUSTOMER_CREDIT 90.00
      2026-03-31 | Dr CONTRACT_LIABILITY 10.00  | Cr REVENUE 10.00
      MONTH ENDS
      month   | revenue | RECEIVABLE | CONTRACT_LIABILITY | REVENUE   | CUSTOMER_CREDIT
      2026-01 |  100.00 |  300.00 Dr |          200.00 Cr | 100.00 Cr |            0.00
      2026-02 |  100.00 |  300.00 Dr |          100.00 Cr | 200.00 Cr |            0.00
      2026-03 |   10.00 |  300.00 Dr |               0.00 | 210.00 Cr |        90.00 Cr`,
  },
  {
    // Goodwill belongs to no line: contra revenue at once, while the contract goes on earning 100.00 a month. The credit is
    // paid out.
    title: "a credit memo for no line is contra revenue, and is refunded",
    steps: [
      on("2026-01-01", platform, approve, act("POST /v3/items", { name: "Goodwill" }, "goodwill")),
      on(
        "2026-01-10",
        act(
          "POST /v3/credit-memos",
          {
            customerId: "$customer",
            issueDate: "2026-01-10",
            reason: "Goodwill",
            items: [{ itemId: "$goodwill.id", name: "Goodwill", amount: "40.00" }],
          },
          "memo",
        ),
      ),
      on("2026-02-01", close("2026-01")),
      on("2026-02-20", act("POST /v3/credit-memos/$memo.id/refunds", { amount: "40.00" })),
      on("2026-03-01", close("2026-02")),
    ],
    worksheet: `
      INVOICES
      2026-01-01 | Platform 300.00 | 300.00 | ISSUED
      JOURNAL
      2026-01-01 | Dr RECEIVABLE 300.00         | Cr CONTRACT_LIABILITY 300.00
      2026-01-10 | Dr CONTRA_REVENUE 40.00      | Cr CUSTOMER_CREDIT 40.00
      2026-01-31 | Dr CONTRACT_LIABILITY 100.00 | Cr REVENUE 100.00
      2026-02-20 | Dr CUSTOMER_CREDIT 40.00     | Cr CASH 40.00
      2026-02-28 | Dr CONTRACT_LIABILITY 100.00 | Cr REVENUE 100.00
      MONTH ENDS
      month   | revenue | RECEIVABLE | CONTRACT_LIABILITY | REVENUE   | CONTRA_REVENUE | CUSTOMER_CREDIT | CASH
      2026-01 |  100.00 |  300.00 Dr |          200.00 Cr | 100.00 Cr |       40.00 Dr |        40.00 Cr |     0.00
      2026-02 |  100.00 |  300.00 Dr |          100.00 Cr | 200.00 Cr |       40.00 Dr |            0.00 | 40.00 Cr`,
  },
  {
    // The invoice is voided on its own date, so nothing of it is left in any month; the right price, 330.00, is billed for the
    // same period: 110.00 a month.
    title: "an invoice voided and issued again at the right price",
    steps: [
      on("2026-01-01", platform, approve),
      on(
        "2026-01-05",
        act("POST /v3/invoices/$invoices.0.id/actions", { action: "VOID" }),
        act("PATCH /v3/contracts/$contract/billing-terms/$Platform.billingTermId", {
          pricing: [{ amount: "330.00", amountType: "TOTAL_INVOICE" }],
          effectiveDate: "2026-01-01",
        }),
      ),
      on("2026-04-01", close("2026-03")),
    ],
    worksheet: `
      INVOICES
      2026-01-01 | Platform 300.00 | 300.00 | VOID
      2026-01-01 | Platform 330.00 | 330.00 | ISSUED
      JOURNAL
      2026-01-01 | Dr RECEIVABLE 300.00         | Cr CONTRACT_LIABILITY 300.00
      2026-01-01 | Dr CONTRACT_LIABILITY 300.00 | Cr RECEIVABLE 300.00
      2026-01-01 | Dr RECEIVABLE 330.00         | Cr CONTRACT_LIABILITY 330.00
      2026-01-31 | Dr CONTRACT_LIABILITY 110.00 | Cr REVENUE 110.00
      2026-02-28 | Dr CONTRACT_LIABILITY 110.00 | Cr REVENUE 110.00
      2026-03-31 | Dr CONTRACT_LIABILITY 110.00 | Cr REVENUE 110.00
      MONTH ENDS
      month   | revenue | RECEIVABLE | CONTRACT_LIABILITY | REVENUE
      2026-01 |  110.00 |  330.00 Dr |          220.00 Cr | 110.00 Cr
      2026-02 |  110.00 |  330.00 Dr |          110.00 Cr | 220.00 Cr
      2026-03 |  110.00 |  330.00 Dr |               0.00 | 330.00 Cr`,
  },
  {
    // The year is billed at 1,200.00. It ends on 31 March after 90 of 365 days: 1,200.00 × 90/365 = 295.89 is owed, 904.11 is
    // credited. January and February posted 100.00 each, so March earns what is left of 295.89: 95.89.
    title: "a year terminated early, and what is unused credited",
    steps: [
      on(
        "2026-01-01",
        obligation("Platform", { price: "1200.00", interval: "YEAR", from: "2026-01-01", to: "2026-12-31" }),
        approve,
      ),
      on("2026-03-01", close("2026-02")),
      on(
        "2026-03-20",
        act("PATCH /v3/contracts/$contract/billing-terms/$Platform.billingTermId/terminate", {
          endDate: "2026-03-31",
          creditUnused: true,
        }),
      ),
      on("2026-03-25", act("POST /v3/credit-memos/$memos.0.id/applications", { invoiceId: "$invoices.0.id" })),
      on("2026-04-01", close("2026-03")),
    ],
    worksheet: `
      INVOICES
      2026-01-01 | Platform 1200.00 | 1200.00 | PARTIALLY_PAID
      JOURNAL
      2026-01-01 | Dr RECEIVABLE 1200.00        | Cr CONTRACT_LIABILITY 1200.00
      2026-01-31 | Dr CONTRACT_LIABILITY 100.00 | Cr REVENUE 100.00
      2026-02-28 | Dr CONTRACT_LIABILITY 100.00 | Cr REVENUE 100.00
      2026-03-20 | Dr CONTRACT_LIABILITY 904.11 | Cr CUSTOMER_CREDIT 904.11
      2026-03-25 | Dr CUSTOMER_CREDIT 904.11    | Cr RECEIVABLE 904.11
      2026-03-31 | Dr CONTRACT_LIABILITY 95.89  | Cr REVENUE 95.89
      MONTH ENDS
      month   | revenue | RECEIVABLE | CONTRACT_LIABILITY | REVENUE   | CUSTOMER_CREDIT
      2026-01 |  100.00 | 1200.00 Dr |         1100.00 Cr | 100.00 Cr |            0.00
      2026-02 |  100.00 | 1200.00 Dr |         1000.00 Cr | 200.00 Cr |            0.00
      2026-03 |   95.89 |  295.89 Dr |               0.00 | 295.89 Cr |            0.00`,
  },
  {
    // January posted 100.00. The credit memo of February takes 30.00 off each month: February earns 70.00 − 30.00 =
    // 40.00. Reopened, the credit memo is voided on its own date, and February is closed at 100.00 again: 60.00 more.
    title: "a credit memo voided in a month that is reopened for it",
    steps: [
      on("2026-01-01", platform, approve),
      on("2026-02-01", close("2026-01")),
      on("2026-02-10", memo("2026-02-10", "90.00")),
      on("2026-03-01", close("2026-02")),
      on(
        "2026-03-05",
        reopen("2026-02"),
        act("POST /v3/credit-memos/$memo.id/void", { reason: "Wrong customer" }),
        close("2026-02"),
      ),
      on("2026-04-01", close("2026-03")),
    ],
    worksheet: `
      INVOICES
      2026-01-01 | Platform 300.00 | 300.00 | ISSUED
      JOURNAL
      2026-01-01 | Dr RECEIVABLE 300.00         | Cr CONTRACT_LIABILITY 300.00
      2026-01-31 | Dr CONTRACT_LIABILITY 100.00 | Cr REVENUE 100.00
      2026-02-10 | Dr CONTRACT_LIABILITY 90.00  | Cr CUSTOMER_CREDIT 90.00
      2026-02-10 | Dr CUSTOMER_CREDIT 90.00     | Cr CONTRACT_LIABILITY 90.00
      2026-02-28 | Dr CONTRACT_LIABILITY 40.00  | Cr REVENUE 40.00
      2026-02-28 | Dr CONTRACT_LIABILITY 60.00  | Cr REVENUE 60.00
      2026-03-31 | Dr CONTRACT_LIABILITY 100.00 | Cr REVENUE 100.00
      MONTH ENDS
      month   | revenue | RECEIVABLE | CONTRACT_LIABILITY | REVENUE   | CUSTOMER_CREDIT
      2026-01 |  100.00 |  300.00 Dr |          200.00 Cr | 100.00 Cr |            0.00
      2026-02 |   40.00 |  300.00 Dr |           70.00 Cr | 140.00 Cr |        90.00 Cr
      2026-02 |  100.00 |  300.00 Dr |          100.00 Cr | 200.00 Cr |            0.00
      2026-03 |  100.00 |  300.00 Dr |               0.00 | 300.00 Cr |            0.00`,
  },
  {
    // The year ends on 14 February, which is closed: 45 of 365 days, 1,200.00 × 45/365 = 147.95, are owed and 1,052.05 credited today.
    // 200.00 were posted: March takes 52.05 back.
    title: "a year terminated into a closed month",
    steps: [
      on(
        "2026-01-01",
        obligation("Platform", { price: "1200.00", interval: "YEAR", from: "2026-01-01", to: "2026-12-31" }),
        approve,
      ),
      on("2026-03-01", close("2026-02")),
      on(
        "2026-03-10",
        act("PATCH /v3/contracts/$contract/billing-terms/$Platform.billingTermId/terminate", {
          endDate: "2026-02-14",
          creditUnused: true,
        }),
      ),
      on("2026-04-01", close("2026-03")),
    ],
    worksheet: `
      INVOICES
      2026-01-01 | Platform 1200.00 | 1200.00 | ISSUED
      JOURNAL
      2026-01-01 | Dr RECEIVABLE 1200.00         | Cr CONTRACT_LIABILITY 1200.00
      2026-01-31 | Dr CONTRACT_LIABILITY 100.00  | Cr REVENUE 100.00
      2026-02-28 | Dr CONTRACT_LIABILITY 100.00  | Cr REVENUE 100.00
      2026-03-10 | Dr CONTRACT_LIABILITY 1052.05 | Cr CUSTOMER_CREDIT 1052.05
      2026-03-31 | Dr REVENUE 52.05              | Cr CONTRACT_LIABILITY 52.05
      MONTH ENDS
      month   | revenue | RECEIVABLE | CONTRACT_LIABILITY | REVENUE   | CUSTOMER_CREDIT
      2026-01 |  100.00 | 1200.00 Dr |         1100.00 Cr | 100.00 Cr |            0.00
      2026-02 |  100.00 | 1200.00 Dr |         1000.00 Cr | 200.00 Cr |            0.00
      2026-03 |  -52.05 | 1200.00 Dr |               0.00 | 147.95 Cr |      1052.05 Cr`,
  },
];
