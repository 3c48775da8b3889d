import { act, approve, close, obligation, on, type Scenario } from "./scenario.ts";

/** 300.00 for the first quarter, in advance: 100.00 a month. */
const platform = obligation("Platform", {
  price: "300.00",
  interval: "QUARTER",
  from: "2026-01-01",
  to: "2026-03-31",
});
const january = { from: "2026-01-01", to: "2026-01-31" };

export const receivables: readonly Scenario[] = [
  {
    // 100.00 is paid in January. In February 250.00 come: 200.00 settle the rest, 50.00 are the customer's credit and are paid
    // back. In March the bank takes the first payment back, and 100.00 are owed again. None of it touches revenue.
    title: "paid in part, overpaid, refunded, and a payment returned",
    steps: [
      on("2026-01-01", platform, approve),
      on("2026-01-10", act("POST /v3/invoices/$invoices.0.id/payments", { amount: "100.00" }, "first")),
      on("2026-02-01", close("2026-01")),
      on(
        "2026-02-03",
        act(
          "POST /v3/payments",
          {
            customerId: "$customer",
            amount: "250.00",
            currency: "USD",
            receivedAt: "2026-02-03",
            applications: [{ invoiceId: "$invoices.0.id", amount: "200.00" }],
          },
          "second",
        ),
      ),
      on("2026-02-10", act("POST /v3/payments/$second.id/refunds", { amount: "50.00" })),
      on("2026-03-01", close("2026-02")),
      on("2026-03-05", act("POST /v3/payments/$first.id/return", { reason: "Charged back" })),
      on("2026-04-01", close("2026-03")),
    ],
    worksheet: `
      INVOICES
      2026-01-01 | Platform 300.00 | 300.00 | PARTIALLY_PAID
      JOURNAL
      2026-01-01 | Dr RECEIVABLE 300.00         | Cr CONTRACT_LIABILITY 300.00
      2026-01-10 | Dr CASH 100.00               | Cr RECEIVABLE 100.00
      2026-01-31 | Dr CONTRACT_LIABILITY 100.00 | Cr REVENUE 100.00
      2026-02-03 | Dr CASH 200.00               | Cr RECEIVABLE 200.00
      2026-02-03 | Dr CASH 50.00                | Cr CUSTOMER_CREDIT 50.00
      2026-02-10 | Dr CUSTOMER_CREDIT 50.00     | Cr CASH 50.00
      2026-02-28 | Dr CONTRACT_LIABILITY 100.00 | Cr REVENUE 100.00
      2026-03-05 | Dr RECEIVABLE 100.00         | Cr CASH 100.00
      2026-03-31 | Dr CONTRACT_LIABILITY 100.00 | Cr REVENUE 100.00
      MONTH ENDS
      month   | revenue | RECEIVABLE | CONTRACT_LIABILITY | REVENUE   | CUSTOMER_CREDIT | CASH
      2026-01 |  100.00 |  200.00 Dr |          200.00 Cr | 100.00 Cr |            0.00 | 100.00 Dr
      2026-02 |  100.00 |       0.00 |          100.00 Cr | 200.00 Cr |            0.00 | 300.00 Dr
      2026-03 |  100.00 |  100.00 Dr |               0.00 | 300.00 Cr |            0.00 | 200.00 Dr`,
  },
  {
    // Written off on 15 February: it earns its 15 days of 28, 53.57, March nothing. The other 146.43 were not earned, and
    // 153.57 are lost. What comes in March all the same is recovered.
    title: "an invoice written off, and a payment that comes after all",
    steps: [
      on("2026-01-01", platform, approve),
      on("2026-02-01", close("2026-01")),
      on("2026-02-15", act("POST /v3/invoices/$invoices.0.id/actions", { action: "MARK_UNCOLLECTIBLE" })),
      on("2026-03-01", close("2026-02")),
      on("2026-03-10", act("POST /v3/invoices/$invoices.0.id/payments", { amount: "120.00" })),
      on("2026-04-01", close("2026-03")),
    ],
    worksheet: `
      INVOICES
      2026-01-01 | Platform 300.00 | 300.00 | UNCOLLECTIBLE
      JOURNAL
      2026-01-01 | Dr RECEIVABLE 300.00                           | Cr CONTRACT_LIABILITY 300.00
      2026-01-31 | Dr CONTRACT_LIABILITY 100.00                   | Cr REVENUE 100.00
      2026-02-15 | Dr CONTRACT_LIABILITY 146.43 + BAD_DEBT 153.57 | Cr RECEIVABLE 300.00
      2026-02-28 | Dr CONTRACT_LIABILITY 53.57                    | Cr REVENUE 53.57
      2026-03-10 | Dr CASH 120.00                                 | Cr BAD_DEBT_RECOVERED 120.00
      MONTH ENDS
      month   | revenue | RECEIVABLE | CONTRACT_LIABILITY | REVENUE   | CASH      | BAD_DEBT  | BAD_DEBT_RECOVERED
      2026-01 |  100.00 |  300.00 Dr |          200.00 Cr | 100.00 Cr |      0.00 |      0.00 |               0.00
      2026-02 |   53.57 |       0.00 |               0.00 | 153.57 Cr |      0.00 | 153.57 Dr |               0.00
      2026-03 |    0.00 |       0.00 |               0.00 | 153.57 Cr | 120.00 Dr | 153.57 Dr |          120.00 Cr`,
  },
  {
    // 21 % of 33.35 is 7.0035: 7.00; of both lines 66.70 it is 14.007: 14.01, so the second line has 7.01. 7 % of
    // 100.01 is 7.0007: 7.00. Net 166.71, tax 21.01, together 187.72. A credit of 50.00 credits 7.00 × 50.00/100.01 =
    // 3.50 of tax: 53.50. Revenue is 166.71 − 50.00 = 116.71, tax owed 21.01 − 3.50 = 17.51.
    title: "two rates of tax on one invoice, and a credit with its tax",
    steps: [
      on(
        "2026-01-01",
        act("PATCH /v3/merchant", {
          address: { country: "ES" },
          taxRates: [
            { country: "ES", category: "S", rate: "0.21", validFrom: "2020-01-01" },
            { country: "ES", category: "L", rate: "0.07", validFrom: "2020-01-01" },
          ],
        }),
        act("PATCH /v3/customers/$customer", { billingAddress: { country: "ES" } }),
        act("POST /v3/items", { name: "Islands", taxCategory: "L" }, "islands"),
        obligation("Hosting", { ...january, price: "33.35" }),
        obligation("Mail", { ...january, price: "33.35" }),
        obligation("Travel", { ...january, price: "100.01", itemId: "$islands.id" }),
        approve,
      ),
      on(
        "2026-01-20",
        act("POST /v3/credit-memos", {
          customerId: "$customer",
          issueDate: "2026-01-20",
          reason: "Half of it was cancelled",
          items: [{ invoiceLineItemId: "$invoices.0.lineItems.2.id", amount: "50.00" }],
        }),
      ),
      on("2026-02-01", close("2026-01")),
    ],
    worksheet: `
      INVOICES
      2026-01-01 | Hosting 33.35 tax 7.00 + Mail 33.35 tax 7.01 + Travel 100.01 tax 7.00 | 187.72 | ISSUED
      JOURNAL
      2026-01-01 | Dr RECEIVABLE 187.72                           | Cr CONTRACT_LIABILITY 166.71 + TAX_PAYABLE 21.01
      2026-01-20 | Dr CONTRACT_LIABILITY 50.00 + TAX_PAYABLE 3.50 | Cr CUSTOMER_CREDIT 53.50
      2026-01-31 | Dr CONTRACT_LIABILITY 116.71                   | Cr REVENUE 116.71
      MONTH ENDS
      month   | revenue | RECEIVABLE | CONTRACT_LIABILITY | REVENUE   | TAX_PAYABLE | CUSTOMER_CREDIT
      2026-01 |  116.71 |  187.72 Dr |               0.00 | 116.71 Cr |    17.51 Cr |        53.50 Cr`,
  },
  {
    // 300.00 and 19 % of tax, 57.00. Of 357.00 the 146.43 of 13 days of February and of March
    // are not owed, the other 210.57 are lost.
    title: "an invoice with tax written off",
    steps: [
      on(
        "2026-01-01",
        act("PATCH /v3/merchant", {
          address: { country: "DE" },
          taxRates: [{ country: "DE", category: "S", rate: "0.19", validFrom: "2021-01-01" }],
        }),
        act("PATCH /v3/customers/$customer", { billingAddress: { country: "DE" } }),
        platform,
        approve,
      ),
      on("2026-02-15", act("POST /v3/invoices/$invoices.0.id/actions", { action: "MARK_UNCOLLECTIBLE" })),
      on("2026-03-01", close("2026-02")),
    ],
    worksheet: `
      INVOICES
      2026-01-01 | Platform 300.00 tax 57.00 | 357.00 | UNCOLLECTIBLE
      JOURNAL
      2026-01-01 | Dr RECEIVABLE 357.00                           | Cr CONTRACT_LIABILITY 300.00 + TAX_PAYABLE 57.00
      2026-01-31 | Dr CONTRACT_LIABILITY 100.00                   | Cr REVENUE 100.00
      2026-02-15 | Dr CONTRACT_LIABILITY 146.43 + BAD_DEBT 210.57 | Cr RECEIVABLE 357.00
      2026-02-28 | Dr CONTRACT_LIABILITY 53.57                    | Cr REVENUE 53.57
      MONTH ENDS
      month   | revenue | RECEIVABLE | CONTRACT_LIABILITY | REVENUE   | TAX_PAYABLE | BAD_DEBT
      2026-01 |  100.00 |  357.00 Dr |          200.00 Cr | 100.00 Cr |    57.00 Cr |      0.00
      2026-02 |   53.57 |       0.00 |               0.00 | 153.57 Cr |    57.00 Cr | 210.57 Dr`,
  },
  {
    // Money of 20 January is entered when January is closed: it is posted on 1 February, the first open day.
    title: "a payment received in a closed month",
    steps: [
      on("2026-01-01", platform, approve),
      on("2026-02-05", close("2026-01")),
      on(
        "2026-02-06",
        act("POST /v3/invoices/$invoices.0.id/payments", { amount: "300.00", receivedAt: "2026-01-20" }),
      ),
      on("2026-03-01", close("2026-02")),
    ],
    worksheet: `
      INVOICES
      2026-01-01 | Platform 300.00 | 300.00 | PAID
      JOURNAL
      2026-01-01 | Dr RECEIVABLE 300.00         | Cr CONTRACT_LIABILITY 300.00
      2026-01-31 | Dr CONTRACT_LIABILITY 100.00 | Cr REVENUE 100.00
      2026-02-01 | Dr CASH 300.00               | Cr RECEIVABLE 300.00
      2026-02-28 | Dr CONTRACT_LIABILITY 100.00 | Cr REVENUE 100.00
      MONTH ENDS
      month   | revenue | RECEIVABLE | CONTRACT_LIABILITY | REVENUE   | CASH
      2026-01 |  100.00 |  300.00 Dr |          200.00 Cr | 100.00 Cr |      0.00
      2026-02 |  100.00 |       0.00 |          100.00 Cr | 200.00 Cr | 300.00 Dr`,
  },
];
