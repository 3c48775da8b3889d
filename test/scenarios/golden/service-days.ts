import { act, approve, ask, close, obligation, on, type Scenario } from "./scenario.ts";

// Service and its bill on days of their own: what is earned follows the service, and what waits for its date is unbilled.

const firstQuarter = { serviceStartDate: "2026-01-01", serviceEndDate: "2026-03-31" };

export const serviceDays: readonly Scenario[] = [
  {
    // 300.00 ÷ 3 months, whatever day it is billed.
    title: "billed once on the last day of service: a third a month is unbilled receivable until then",
    steps: [
      on(
        "2026-01-01",
        obligation(
          "Advice",
          { price: "300.00", interval: "NONE", from: "2026-03-31", to: "2026-03-31" },
          { ...firstQuarter, recognitionPattern: "STRAIGHT_LINE" },
        ),
        approve,
      ),
      on("2026-04-01", close("2026-03")),
    ],
    worksheet: `
      INVOICES
      2026-03-31 | Advice 300.00 | 300.00 | ISSUED
      JOURNAL
      2026-01-31 | Dr CONTRACT_LIABILITY 100.00  | Cr REVENUE 100.00
      2026-01-31 | Dr UNBILLED_RECEIVABLE 100.00 | Cr CONTRACT_LIABILITY 100.00
      2026-02-01 | Dr CONTRACT_LIABILITY 100.00  | Cr UNBILLED_RECEIVABLE 100.00
      2026-02-28 | Dr CONTRACT_LIABILITY 100.00  | Cr REVENUE 100.00
      2026-02-28 | Dr UNBILLED_RECEIVABLE 200.00 | Cr CONTRACT_LIABILITY 200.00
      2026-03-01 | Dr CONTRACT_LIABILITY 200.00  | Cr UNBILLED_RECEIVABLE 200.00
      2026-03-31 | Dr RECEIVABLE 300.00          | Cr CONTRACT_LIABILITY 300.00
      2026-03-31 | Dr CONTRACT_LIABILITY 100.00  | Cr REVENUE 100.00
      MONTH ENDS
      month   | revenue | RECEIVABLE | UNBILLED_RECEIVABLE | CONTRACT_LIABILITY | REVENUE
      2026-01 |  100.00 |       0.00 |           100.00 Dr |               0.00 | 100.00 Cr
      2026-02 |  100.00 |       0.00 |           200.00 Dr |               0.00 | 200.00 Cr
      2026-03 |  100.00 |  300.00 Dr |                0.00 |               0.00 | 300.00 Cr`,
  },
  {
    // 9 × 100.00 for twelve months of service: 75.00 a month. In April 300.00 are earned and 100.00 billed.
    title: "nine invoices from April on for a year of service: a twelfth of the price a month from January on",
    steps: [
      on(
        "2026-01-01",
        obligation(
          "Support",
          { price: "100.00", from: "2026-04-01", to: "2026-12-31" },
          { serviceStartDate: "2026-01-01", serviceEndDate: "2026-12-31" },
        ),
        approve,
      ),
      on("2026-05-01", close("2026-04")),
    ],
    worksheet: `
      INVOICES
      2026-04-01 | Support 100.00 | 100.00 | ISSUED
      2026-05-01 | Support 100.00 | 100.00 | ISSUED
      JOURNAL
      2026-01-31 | Dr CONTRACT_LIABILITY 75.00   | Cr REVENUE 75.00
      2026-01-31 | Dr UNBILLED_RECEIVABLE 75.00  | Cr CONTRACT_LIABILITY 75.00
      2026-02-01 | Dr CONTRACT_LIABILITY 75.00   | Cr UNBILLED_RECEIVABLE 75.00
      2026-02-28 | Dr CONTRACT_LIABILITY 75.00   | Cr REVENUE 75.00
      2026-02-28 | Dr UNBILLED_RECEIVABLE 150.00 | Cr CONTRACT_LIABILITY 150.00
      2026-03-01 | Dr CONTRACT_LIABILITY 150.00  | Cr UNBILLED_RECEIVABLE 150.00
      2026-03-31 | Dr CONTRACT_LIABILITY 75.00   | Cr REVENUE 75.00
      2026-03-31 | Dr UNBILLED_RECEIVABLE 225.00 | Cr CONTRACT_LIABILITY 225.00
      2026-04-01 | Dr CONTRACT_LIABILITY 225.00  | Cr UNBILLED_RECEIVABLE 225.00
      2026-04-01 | Dr RECEIVABLE 100.00          | Cr CONTRACT_LIABILITY 100.00
      2026-04-30 | Dr CONTRACT_LIABILITY 75.00   | Cr REVENUE 75.00
      2026-04-30 | Dr UNBILLED_RECEIVABLE 200.00 | Cr CONTRACT_LIABILITY 200.00
      2026-05-01 | Dr CONTRACT_LIABILITY 200.00  | Cr UNBILLED_RECEIVABLE 200.00
      2026-05-01 | Dr RECEIVABLE 100.00          | Cr CONTRACT_LIABILITY 100.00
      MONTH ENDS
      month   | revenue | RECEIVABLE | UNBILLED_RECEIVABLE | CONTRACT_LIABILITY | REVENUE
      2026-01 |   75.00 |       0.00 |            75.00 Dr |               0.00 |  75.00 Cr
      2026-02 |   75.00 |       0.00 |           150.00 Dr |               0.00 | 150.00 Cr
      2026-03 |   75.00 |       0.00 |           225.00 Dr |               0.00 | 225.00 Cr
      2026-04 |   75.00 |  100.00 Dr |           200.00 Dr |               0.00 | 300.00 Cr`,
  },
  {
    // 90 days of 120.00, of which 30.00 are credited in February: 1.00 a day. January was closed with 31 × 120.00 ÷ 90 = 41.33; in
    // February 10.33 of that come back: 28.00 − 10.33 = 17.67.
    title: "a credit of a one-off billed on the first day lowers all days of service",
    steps: [
      on(
        "2026-01-01",
        obligation(
          "Advice",
          { price: "120.00", interval: "NONE", from: "2026-01-01", to: "2026-01-01" },
          { ...firstQuarter, recognitionPattern: "STRAIGHT_LINE_DAILY" },
        ),
        approve,
      ),
      on("2026-02-01", close("2026-01")),
      on(
        "2026-02-10",
        act("POST /v3/credit-memos", {
          ...{ customerId: "$customer", issueDate: "2026-02-10", reason: "Goodwill" },
          items: [{ invoiceLineItemId: "$invoices.0.lineItems.0.id", amount: "30.00" }],
        }),
      ),
      on("2026-04-01", close("2026-03")),
    ],
    worksheet: `
      INVOICES
      2026-01-01 | Advice 120.00 | 120.00 | ISSUED
      JOURNAL
      2026-01-01 | Dr RECEIVABLE 120.00        | Cr CONTRACT_LIABILITY 120.00
      2026-01-31 | Dr CONTRACT_LIABILITY 41.33 | Cr REVENUE 41.33
      2026-02-10 | Dr CONTRACT_LIABILITY 30.00 | Cr CUSTOMER_CREDIT 30.00
      2026-02-28 | Dr CONTRACT_LIABILITY 17.67 | Cr REVENUE 17.67
      2026-03-31 | Dr CONTRACT_LIABILITY 31.00 | Cr REVENUE 31.00
      MONTH ENDS
      month   | revenue | RECEIVABLE | CUSTOMER_CREDIT | CONTRACT_LIABILITY | REVENUE
      2026-01 |   41.33 |  120.00 Dr |            0.00 |           78.67 Cr | 41.33 Cr
      2026-02 |   17.67 |  120.00 Dr |        30.00 Cr |           31.00 Cr | 59.00 Cr
      2026-03 |   31.00 |  120.00 Dr |        30.00 Cr |               0.00 | 90.00 Cr`,
  },
  {
    // Three months of 300.00 from the 15th, 900.00. The first calendar month weighs 17/31, the last 14/30: together 3.015, so
    // January earns 900.00 × 0.548 ÷ 3.015 = 163.69, by the end of February 462.20, of March 760.70. Each bill comes after its month, and all that is earned by then waits
    // for it: no contract asset.
    title: "months in arrears from the 15th: all revenue beyond the invoices is unbilled receivable",
    steps: [
      on(
        "2026-01-15",
        obligation("Hosting", {
          ...{ price: "300.00", from: "2026-01-15", to: "2026-04-14", invoiceDateStrategy: "ARREARS" },
        }),
        approve,
      ),
      on("2026-05-01", close("2026-04")),
    ],
    worksheet: `
      INVOICES
      2026-02-15 | Hosting 300.00 | 300.00 | ISSUED
      2026-03-15 | Hosting 300.00 | 300.00 | ISSUED
      2026-04-15 | Hosting 300.00 | 300.00 | ISSUED
      JOURNAL
      2026-01-31 | Dr CONTRACT_LIABILITY 163.69  | Cr REVENUE 163.69
      2026-01-31 | Dr UNBILLED_RECEIVABLE 163.69 | Cr CONTRACT_LIABILITY 163.69
      2026-02-01 | Dr CONTRACT_LIABILITY 163.69  | Cr UNBILLED_RECEIVABLE 163.69
      2026-02-15 | Dr RECEIVABLE 300.00          | Cr CONTRACT_LIABILITY 300.00
      2026-02-28 | Dr CONTRACT_LIABILITY 298.51  | Cr REVENUE 298.51
      2026-02-28 | Dr UNBILLED_RECEIVABLE 162.20 | Cr CONTRACT_LIABILITY 162.20
      2026-03-01 | Dr CONTRACT_LIABILITY 162.20  | Cr UNBILLED_RECEIVABLE 162.20
      2026-03-15 | Dr RECEIVABLE 300.00          | Cr CONTRACT_LIABILITY 300.00
      2026-03-31 | Dr CONTRACT_LIABILITY 298.50  | Cr REVENUE 298.50
      2026-03-31 | Dr UNBILLED_RECEIVABLE 160.70 | Cr CONTRACT_LIABILITY 160.70
      2026-04-01 | Dr CONTRACT_LIABILITY 160.70  | Cr UNBILLED_RECEIVABLE 160.70
      2026-04-15 | Dr RECEIVABLE 300.00          | Cr CONTRACT_LIABILITY 300.00
      2026-04-30 | Dr CONTRACT_LIABILITY 139.30  | Cr REVENUE 139.30
      MONTH ENDS
      month   | revenue | RECEIVABLE | UNBILLED_RECEIVABLE | CONTRACT_LIABILITY | REVENUE
      2026-01 |  163.69 |       0.00 |           163.69 Dr |               0.00 | 163.69 Cr
      2026-02 |  298.51 |  300.00 Dr |           162.20 Dr |               0.00 | 462.20 Cr
      2026-03 |  298.50 |  600.00 Dr |           160.70 Dr |               0.00 | 760.70 Cr
      2026-04 |  139.30 |  900.00 Dr |                0.00 |               0.00 | 900.00 Cr`,
  },
  {
    // The period from 31 March is a month of 30 days, to 29 April; 24 of them are 310.00 × 24/30 = 248.00. Of 868.00 for
    // 83 days, 1 is served by the end of January: 10.46; 29 of February: 303.28; 60 of March: 627.47.
    title: "a month anchored on the 31st that ends short, by months",
    steps: [
      on(
        "2026-01-31",
        obligation(
          "Hosting",
          { price: "310.00", from: "2026-01-31", to: "2026-04-23", prorationPolicy: "MONTH" },
          { recognitionPattern: "STRAIGHT_LINE_DAILY" },
        ),
        approve,
      ),
      on("2026-05-01", close("2026-04")),
    ],
    worksheet: `
      INVOICES
      2026-01-31 | Hosting 310.00 | 310.00 | ISSUED
      2026-02-28 | Hosting 310.00 | 310.00 | ISSUED
      2026-03-31 | Hosting 248.00 | 248.00 | ISSUED
      JOURNAL
      2026-01-31 | Dr RECEIVABLE 310.00         | Cr CONTRACT_LIABILITY 310.00
      2026-01-31 | Dr CONTRACT_LIABILITY 10.46  | Cr REVENUE 10.46
      2026-02-28 | Dr RECEIVABLE 310.00         | Cr CONTRACT_LIABILITY 310.00
      2026-02-28 | Dr CONTRACT_LIABILITY 292.82 | Cr REVENUE 292.82
      2026-03-31 | Dr RECEIVABLE 248.00         | Cr CONTRACT_LIABILITY 248.00
      2026-03-31 | Dr CONTRACT_LIABILITY 324.19 | Cr REVENUE 324.19
      2026-04-30 | Dr CONTRACT_LIABILITY 240.53 | Cr REVENUE 240.53
      MONTH ENDS
      month   | revenue | RECEIVABLE | CONTRACT_LIABILITY | REVENUE
      2026-01 |   10.46 |  310.00 Dr |          299.54 Cr |  10.46 Cr
      2026-02 |  292.82 |  620.00 Dr |          316.72 Cr | 303.28 Cr
      2026-03 |  324.19 |  868.00 Dr |          240.53 Cr | 627.47 Cr
      2026-04 |  240.53 |  868.00 Dr |               0.00 | 868.00 Cr`,
  },
  {
    // 300.00 for three months, 360.00 from 2 February on, said before the bill. The 60.00 are for 27 of 28 days of February and for
    // March, 60.00 × 27/28 ÷ (27/28 + 1) = 29.45 and 30.55. Only time must pass for the bill, so all of it is unbilled until then.
    //
    //          | of 300.00 | of 60.00 | together
    // January  |    100.00 |          |   100.00
    // February |    100.00 |    29.45 |   129.45
    // March    |    100.00 |    30.55 |   130.55
    title: "a higher price recorded before the invoice of a quarter applies from its day on",
    steps: [
      on(
        "2026-01-01",
        obligation(
          "Advice",
          { price: "300.00", interval: "NONE", from: "2026-03-31", to: "2026-03-31" },
          { ...firstQuarter, recognitionPattern: "STRAIGHT_LINE" },
        ),
        approve,
      ),
      on(
        "2026-02-02",
        close("2026-01"),
        act("PATCH /v3/contracts/$contract/billing-terms/$Advice.billingTermId", {
          pricing: [{ amount: "360.00", amountType: "TOTAL_INVOICE" }],
        }),
        ask("log", "/v3/contracts/$contract/modifications", "kind", "effectiveDate", "treatment"),
      ),
      on("2026-04-01", close("2026-03")),
    ],
    worksheet: `
      INVOICES
      2026-03-31 | Advice 360.00 | 360.00 | ISSUED
      JOURNAL
      2026-01-31 | Dr CONTRACT_LIABILITY 100.00  | Cr REVENUE 100.00
      2026-01-31 | Dr UNBILLED_RECEIVABLE 100.00 | Cr CONTRACT_LIABILITY 100.00
      2026-02-01 | Dr CONTRACT_LIABILITY 100.00  | Cr UNBILLED_RECEIVABLE 100.00
      2026-02-28 | Dr CONTRACT_LIABILITY 129.45  | Cr REVENUE 129.45
      2026-02-28 | Dr UNBILLED_RECEIVABLE 229.45 | Cr CONTRACT_LIABILITY 229.45
      2026-03-01 | Dr CONTRACT_LIABILITY 229.45  | Cr UNBILLED_RECEIVABLE 229.45
      2026-03-31 | Dr RECEIVABLE 360.00          | Cr CONTRACT_LIABILITY 360.00
      2026-03-31 | Dr CONTRACT_LIABILITY 130.55  | Cr REVENUE 130.55
      MONTH ENDS
      month   | revenue | RECEIVABLE | UNBILLED_RECEIVABLE | CONTRACT_LIABILITY | REVENUE
      2026-01 |  100.00 |       0.00 |           100.00 Dr |               0.00 | 100.00 Cr
      2026-02 |  129.45 |       0.00 |           229.45 Dr |               0.00 | 229.45 Cr
      2026-03 |  130.55 |  360.00 Dr |                0.00 |               0.00 | 360.00 Cr
      ANSWERS
      2026-02-02 | log | kind TERM_PRICE | effectiveDate 2026-02-02 | treatment PROSPECTIVE`,
  },
];
