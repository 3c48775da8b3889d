import { act, approve, close, eventType, grace, on, type Scenario, usageTerm, use } from "./scenario.ts";

const year = { from: "2026-01-01", to: "2026-12-31" };

export const usage: readonly Scenario[] = [
  {
    // 2.00 a call. January's 10 calls are known when it is closed on 2 February: 20.00, unbilled until the three days of grace
    // are over. Five more of 31 January come on 10 February: 10.00, earned in February and billed with its 7 calls, 14.00.
    title: "calls billed after three days of grace, and late ones after the close",
    steps: [
      on("2026-01-01", eventType, grace(3), usageTerm("Calls", { ...year, price: "2.00" }), approve),
      on("2026-01-15", use("2026-01-15", "10")),
      on("2026-02-02", close("2026-01")),
      on("2026-02-10", use("2026-01-31", "5")),
      on("2026-02-20", use("2026-02-20", "7")),
      on("2026-03-05", close("2026-02")),
      on("2026-04-05", close("2026-03")),
    ],
    worksheet: `
      INVOICES
      2026-02-01 | Calls 20.00                    | 20.00 | ISSUED
      2026-03-01 | LATE_USAGE 10.00 + Calls 14.00 | 24.00 | ISSUED
      JOURNAL
      2026-01-31 | Dr CONTRACT_LIABILITY 20.00  | Cr REVENUE 20.00
      2026-01-31 | Dr UNBILLED_RECEIVABLE 20.00 | Cr CONTRACT_LIABILITY 20.00
      2026-02-01 | Dr CONTRACT_LIABILITY 20.00  | Cr UNBILLED_RECEIVABLE 20.00
      2026-02-01 | Dr RECEIVABLE 20.00          | Cr CONTRACT_LIABILITY 20.00
      2026-02-28 | Dr CONTRACT_LIABILITY 24.00  | Cr REVENUE 24.00
      2026-02-28 | Dr UNBILLED_RECEIVABLE 24.00 | Cr CONTRACT_LIABILITY 24.00
      2026-03-01 | Dr CONTRACT_LIABILITY 24.00  | Cr UNBILLED_RECEIVABLE 24.00
      2026-03-01 | Dr RECEIVABLE 24.00          | Cr CONTRACT_LIABILITY 24.00
      MONTH ENDS
      month   | revenue | RECEIVABLE | UNBILLED_RECEIVABLE | CONTRACT_LIABILITY | REVENUE
      2026-01 |   20.00 |       0.00 |            20.00 Dr |               0.00 | 20.00 Cr
      2026-02 |   24.00 |   20.00 Dr |            24.00 Dr |               0.00 | 44.00 Cr
      2026-03 |    0.00 |   44.00 Dr |                0.00 |               0.00 | 44.00 Cr`,
  },
  {
    // 20, 30 and 10 calls at 1.00 are 60.00 of at least 100.00 a quarter. Each month earns its calls; the 40.00 that are missing
    // are certain on the last day: March earns 10.00 + 40.00.
    title: "a minimum by the quarter waits for its last day",
    steps: [
      on(
        "2026-01-01",
        eventType,
        grace(3),
        usageTerm("Calls", { ...year, price: "1.00", interval: "QUARTER", minimumAmount: "100.00" }),
        approve,
      ),
      on("2026-01-20", use("2026-01-20", "20")),
      on("2026-02-20", use("2026-02-20", "30")),
      on("2026-03-20", use("2026-03-20", "10")),
      on("2026-04-05", close("2026-03")),
    ],
    worksheet: `
      INVOICES
      2026-04-01 | Calls 60.00 + MINIMUM 40.00 | 100.00 | ISSUED
      JOURNAL
      2026-01-31 | Dr CONTRACT_LIABILITY 20.00   | Cr REVENUE 20.00
      2026-01-31 | Dr UNBILLED_RECEIVABLE 20.00  | Cr CONTRACT_LIABILITY 20.00
      2026-02-01 | Dr CONTRACT_LIABILITY 20.00   | Cr UNBILLED_RECEIVABLE 20.00
      2026-02-28 | Dr CONTRACT_LIABILITY 30.00   | Cr REVENUE 30.00
      2026-02-28 | Dr UNBILLED_RECEIVABLE 50.00  | Cr CONTRACT_LIABILITY 50.00
      2026-03-01 | Dr CONTRACT_LIABILITY 50.00   | Cr UNBILLED_RECEIVABLE 50.00
      2026-03-31 | Dr CONTRACT_LIABILITY 50.00   | Cr REVENUE 50.00
      2026-03-31 | Dr UNBILLED_RECEIVABLE 100.00 | Cr CONTRACT_LIABILITY 100.00
      2026-04-01 | Dr CONTRACT_LIABILITY 100.00  | Cr UNBILLED_RECEIVABLE 100.00
      2026-04-01 | Dr RECEIVABLE 100.00          | Cr CONTRACT_LIABILITY 100.00
      MONTH ENDS
      month   | revenue | RECEIVABLE | UNBILLED_RECEIVABLE | CONTRACT_LIABILITY | REVENUE
      2026-01 |   20.00 |       0.00 |            20.00 Dr |               0.00 |  20.00 Cr
      2026-02 |   30.00 |       0.00 |            50.00 Dr |               0.00 |  50.00 Cr
      2026-03 |   50.00 |       0.00 |           100.00 Dr |               0.00 | 100.00 Cr`,
  },
  {
    // January billed 6 + 4 calls, 20.00, and is closed. The 4 are deleted in February: 8.00 less, on the invoice with February's 7
    // calls, 14.00. February earns 14.00 − 8.00 = 6.00. What is billed too much of January is not set off against the calls
    // that wait to be billed: unbilled 14.00, liability 20.00 − 26.00 + 14.00 = 8.00.
    title: "calls deleted after their month was billed and closed",
    steps: [
      on("2026-01-01", eventType, grace(0), usageTerm("Calls", { ...year, price: "2.00" }), approve),
      on("2026-01-15", use("2026-01-15", "6"), { ...use("2026-01-15", "4"), as: "mistake" }),
      on("2026-02-02", close("2026-01")),
      on("2026-02-08", use("2026-02-08", "7")),
      on("2026-02-10", act("DELETE /v3/events/$mistake.id")),
      on("2026-03-01", close("2026-02")),
      on("2026-04-01", close("2026-03")),
    ],
    worksheet: `
      INVOICES
      2026-02-01 | Calls 20.00                    | 20.00 | ISSUED
      2026-03-01 | LATE_USAGE -8.00 + Calls 14.00 | 6.00  | ISSUED
      JOURNAL
      2026-01-31 | Dr CONTRACT_LIABILITY 20.00  | Cr REVENUE 20.00
      2026-01-31 | Dr UNBILLED_RECEIVABLE 20.00 | Cr CONTRACT_LIABILITY 20.00
      2026-02-01 | Dr CONTRACT_LIABILITY 20.00  | Cr UNBILLED_RECEIVABLE 20.00
      2026-02-01 | Dr RECEIVABLE 20.00          | Cr CONTRACT_LIABILITY 20.00
      2026-02-28 | Dr CONTRACT_LIABILITY 6.00   | Cr REVENUE 6.00
      2026-02-28 | Dr UNBILLED_RECEIVABLE 14.00 | Cr CONTRACT_LIABILITY 14.00
      2026-03-01 | Dr CONTRACT_LIABILITY 14.00  | Cr UNBILLED_RECEIVABLE 14.00
      2026-03-01 | Dr RECEIVABLE 6.00           | Cr CONTRACT_LIABILITY 6.00
      MONTH ENDS
      month   | revenue | RECEIVABLE | UNBILLED_RECEIVABLE | CONTRACT_LIABILITY | REVENUE
      2026-01 |   20.00 |       0.00 |            20.00 Dr |               0.00 | 20.00 Cr
      2026-02 |    6.00 |   20.00 Dr |            14.00 Dr |            8.00 Cr | 26.00 Cr
      2026-03 |    0.00 |   26.00 Dr |                0.00 |               0.00 | 26.00 Cr`,
  },
  {
    // The same, but nothing is used in February when the 4 calls are deleted: an invoice of −8.00 cannot be, so a credit memo gives
    // them back at once. February's 7 calls, 14.00, are billed by themselves; it earns 14.00 − 8.00 = 6.00.
    title: "deleted calls that the next invoice cannot net are credited",
    steps: [
      on("2026-01-01", eventType, grace(0), usageTerm("Calls", { ...year, price: "2.00" }), approve),
      on("2026-01-15", use("2026-01-15", "6"), { ...use("2026-01-15", "4"), as: "mistake" }),
      on("2026-02-02", close("2026-01")),
      on("2026-02-10", act("DELETE /v3/events/$mistake.id")),
      on("2026-02-20", use("2026-02-20", "7")),
      on("2026-03-01", close("2026-02")),
      on("2026-04-01", close("2026-03")),
    ],
    worksheet: `
      INVOICES
      2026-02-01 | Calls 20.00 | 20.00 | ISSUED
      2026-03-01 | Calls 14.00 | 14.00 | ISSUED
      JOURNAL
      2026-01-31 | Dr CONTRACT_LIABILITY 20.00  | Cr REVENUE 20.00
      2026-01-31 | Dr UNBILLED_RECEIVABLE 20.00 | Cr CONTRACT_LIABILITY 20.00
      2026-02-01 | Dr CONTRACT_LIABILITY 20.00  | Cr UNBILLED_RECEIVABLE 20.00
      2026-02-01 | Dr RECEIVABLE 20.00          | Cr CONTRACT_LIABILITY 20.00
      2026-02-10 | Dr CONTRACT_LIABILITY 8.00   | Cr CUSTOMER_CREDIT 8.00
      2026-02-28 | Dr CONTRACT_LIABILITY 6.00   | Cr REVENUE 6.00
      2026-02-28 | Dr UNBILLED_RECEIVABLE 14.00 | Cr CONTRACT_LIABILITY 14.00
      2026-03-01 | Dr CONTRACT_LIABILITY 14.00  | Cr UNBILLED_RECEIVABLE 14.00
      2026-03-01 | Dr RECEIVABLE 14.00          | Cr CONTRACT_LIABILITY 14.00
      MONTH ENDS
      month   | revenue | RECEIVABLE | UNBILLED_RECEIVABLE | CONTRACT_LIABILITY | REVENUE  | CUSTOMER_CREDIT
      2026-01 |   20.00 |       0.00 |            20.00 Dr |               0.00 | 20.00 Cr |            0.00
      2026-02 |    6.00 |   20.00 Dr |            14.00 Dr |               0.00 | 26.00 Cr |         8.00 Cr
      2026-03 |    0.00 |   34.00 Dr |                0.00 |               0.00 | 26.00 Cr |         8.00 Cr`,
  },
  {
    // 3 calls and −8 of January at 2.00 are worth −10.00, which January earns; it bills 0.00. February's 4 calls, 8.00, are taken
    // off that. 2.00 are left when the term ends, and a credit memo has them. Until then they are contract liability: 10.00, then 2.00.
    title: "negative usage is carried to the next line, and credited at the end of the term",
    steps: [
      on(
        "2026-01-01",
        eventType,
        grace(0),
        usageTerm("Calls", { from: "2026-01-01", to: "2026-02-28", price: "2.00" }),
        approve,
      ),
      on("2026-01-10", use("2026-01-10", "3")),
      on("2026-01-20", use("2026-01-20", "-8")),
      on("2026-02-02", close("2026-01")),
      on("2026-02-15", use("2026-02-15", "4")),
      on("2026-03-02", close("2026-02")),
      on("2026-04-01", close("2026-03")),
    ],
    worksheet: `
      INVOICES
      2026-02-01 | Calls 0.00 | 0.00 | PAID
      2026-03-01 | Calls 0.00 | 0.00 | PAID
      JOURNAL
      2026-01-31 | Dr REVENUE 10.00           | Cr CONTRACT_LIABILITY 10.00
      2026-02-28 | Dr CONTRACT_LIABILITY 8.00 | Cr REVENUE 8.00
      2026-03-01 | Dr CONTRACT_LIABILITY 2.00 | Cr CUSTOMER_CREDIT 2.00
      MONTH ENDS
      month   | revenue | CONTRACT_LIABILITY | REVENUE  | CUSTOMER_CREDIT
      2026-01 |  -10.00 |           10.00 Cr | 10.00 Dr |            0.00
      2026-02 |    8.00 |            2.00 Cr |  2.00 Dr |            0.00
      2026-03 |    0.00 |               0.00 |  2.00 Dr |         2.00 Cr`,
  },
  {
    // January bills 10 calls, 20.00. February's −6 are worth −12.00 and wait. March's 8 calls are worth 16.00: 4.00 of them are billed,
    // and 4.00 are unbilled at its end, before its three days of grace. On 10 April 3 more of February come: −6.00 wait, so of March
    // 10.00 are billed, 6.00 of them on the next bill, with April's 5 calls. They are earned in April, for March is closed.
    title: "a carried credit over a close is lower after late usage",
    steps: [
      on("2026-01-01", eventType, grace(3), usageTerm("Calls", { ...year, price: "2.00" }), approve),
      on("2026-01-15", use("2026-01-15", "10")),
      on("2026-02-02", close("2026-01")),
      on("2026-02-15", use("2026-02-15", "-6")),
      on("2026-03-02", close("2026-02")),
      on("2026-03-15", use("2026-03-15", "8")),
      on("2026-04-02", close("2026-03")),
      on("2026-04-10", use("2026-02-28", "3"), use("2026-04-10", "5")),
      on("2026-05-05", close("2026-04")),
    ],
    worksheet: `
      INVOICES
      2026-02-01 | Calls 20.00                    | 20.00 | ISSUED
      2026-03-01 | Calls 0.00                     | 0.00  | PAID
      2026-04-01 | Calls 4.00                     | 4.00  | ISSUED
      2026-05-01 | LATE_USAGE 0.00 + LATE_USAGE 6.00 + Calls 10.00 | 16.00 | ISSUED
      JOURNAL
      2026-01-31 | Dr CONTRACT_LIABILITY 20.00  | Cr REVENUE 20.00
      2026-01-31 | Dr UNBILLED_RECEIVABLE 20.00 | Cr CONTRACT_LIABILITY 20.00
      2026-02-01 | Dr CONTRACT_LIABILITY 20.00  | Cr UNBILLED_RECEIVABLE 20.00
      2026-02-01 | Dr RECEIVABLE 20.00          | Cr CONTRACT_LIABILITY 20.00
      2026-02-28 | Dr REVENUE 12.00             | Cr CONTRACT_LIABILITY 12.00
      2026-03-31 | Dr CONTRACT_LIABILITY 16.00  | Cr REVENUE 16.00
      2026-03-31 | Dr UNBILLED_RECEIVABLE 4.00  | Cr CONTRACT_LIABILITY 4.00
      2026-04-01 | Dr CONTRACT_LIABILITY 4.00   | Cr UNBILLED_RECEIVABLE 4.00
      2026-04-01 | Dr RECEIVABLE 4.00           | Cr CONTRACT_LIABILITY 4.00
      2026-04-30 | Dr CONTRACT_LIABILITY 16.00  | Cr REVENUE 16.00
      2026-04-30 | Dr UNBILLED_RECEIVABLE 16.00 | Cr CONTRACT_LIABILITY 16.00
      2026-05-01 | Dr CONTRACT_LIABILITY 16.00  | Cr UNBILLED_RECEIVABLE 16.00
      2026-05-01 | Dr RECEIVABLE 16.00          | Cr CONTRACT_LIABILITY 16.00
      MONTH ENDS
      month   | revenue | RECEIVABLE | UNBILLED_RECEIVABLE | CONTRACT_LIABILITY | REVENUE
      2026-01 |   20.00 |       0.00 |            20.00 Dr |               0.00 | 20.00 Cr
      2026-02 |  -12.00 |   20.00 Dr |                0.00 |           12.00 Cr |  8.00 Cr
      2026-03 |   16.00 |   20.00 Dr |             4.00 Dr |               0.00 | 24.00 Cr
      2026-04 |   16.00 |   24.00 Dr |            16.00 Dr |               0.00 | 40.00 Cr`,
  },
  {
    // The first story until March; then 3 more calls of 20 February come, on 10 March, after the credit memo of 2.00: 6.00 for them,
    // at once, since the term has no next bill. The customer has been billed 6.00 and credited 2.00 for −1 + 3 = 2 calls.
    title: "late usage after the negative rest of a term was credited",
    steps: [
      on(
        "2026-01-01",
        eventType,
        grace(0),
        usageTerm("Calls", { from: "2026-01-01", to: "2026-02-28", price: "2.00" }),
        approve,
      ),
      on("2026-01-10", use("2026-01-10", "-5")),
      on("2026-02-15", use("2026-02-15", "4")),
      on("2026-03-02", close("2026-02")),
      on("2026-03-10", use("2026-02-20", "3")),
      on("2026-04-01", close("2026-03")),
    ],
    worksheet: `
      INVOICES
      2026-02-01 | Calls 0.00      | 0.00 | PAID
      2026-03-01 | Calls 0.00      | 0.00 | PAID
      2026-03-10 | LATE_USAGE 6.00 | 6.00 | ISSUED
      JOURNAL
      2026-01-31 | Dr REVENUE 10.00           | Cr CONTRACT_LIABILITY 10.00
      2026-02-28 | Dr CONTRACT_LIABILITY 8.00 | Cr REVENUE 8.00
      2026-03-01 | Dr CONTRACT_LIABILITY 2.00 | Cr CUSTOMER_CREDIT 2.00
      2026-03-10 | Dr RECEIVABLE 6.00         | Cr CONTRACT_LIABILITY 6.00
      2026-03-31 | Dr CONTRACT_LIABILITY 6.00 | Cr REVENUE 6.00
      MONTH ENDS
      month   | revenue | CONTRACT_LIABILITY | REVENUE  | CUSTOMER_CREDIT | RECEIVABLE
      2026-01 |  -10.00 |           10.00 Cr | 10.00 Dr |            0.00 |       0.00
      2026-02 |    8.00 |            2.00 Cr |  2.00 Dr |            0.00 |       0.00
      2026-03 |    6.00 |               0.00 |  4.00 Cr |         2.00 Cr |    6.00 Dr`,
  },
];
